//! The page at the club: what everybody expects of a deal, its tables side by side, and playing
//! against three of ours.

use crate::served;

use serde_json::Value;
use served::{plain, post};

/// North and South have all the high cards.
const DEAL: &str = "N:AKQ.432.AKQ.5432 765.T98.765.T987 432.AKQJ.432.AKQ JT98.765.JT98.J6";

/// A table: who sat North, the contract, declarer's tricks.
type Table = (&'static str, &'static str, u8);

const EVENING: [Table; 5] = [
    ("Ada", "6NT", 12),
    ("Bea", "3NT", 13),
    ("Cleo", "7NT", 13),
    ("Dora", "6NT", 13),
    ("Eve", "7NT", 12),
];

/// The file of an evening, every table declared by North, nobody vulnerable.
fn evening(tables: &[Table]) -> String {
    let table = |(name, contract, tricks): &Table| {
        format!(
            "[Board \"7\"]\n[North \"{name}\"]\n[Dealer \"N\"]\n[Vulnerable \"None\"]\n[Deal \"{DEAL}\"]\n\
             [Declarer \"N\"]\n[Contract \"{contract}\"]\n[Result \"{tricks}\"]\n\n"
        )
    };
    tables.iter().map(table).collect()
}

/// What the page is told of the boards of a file.
fn opened(file: &str) -> Vec<Value> {
    let answer = post("/open", file);
    let lines = answer.text.lines().filter_map(|line| serde_json::from_str(line).ok());
    lines.filter(|line: &Value| line["address"].is_string()).collect()
}

fn address(game: &Value) -> String {
    game["address"].as_str().unwrap().to_owned()
}

#[test]
fn a_list_has_what_players_look_for() {
    let games = opened(&evening(&EVENING));
    assert_eq!(games.len(), 5);
    let first = &games[0];
    assert_eq!([&first["board"], &first["contract"], &first["by"]], ["7", "6NT", "N"]);
    assert_eq!(first["names"][0], "Ada");
    let scores: Vec<i64> = games.iter().map(|game| game["score"].as_i64().unwrap()).collect();
    assert_eq!(scores, [990, 520, 1520, 1020, -50]);
    let results: Vec<&str> = games.iter().map(|game| game["result"].as_str().unwrap()).collect();
    assert_eq!(results, ["=", "+4", "=", "+1", "−1"]);
}

/// A deal that was passed out is a result too.
#[test]
fn a_deal_that_is_passed_out_is_listed() {
    let file = format!(
        "[Board \"1\"]\n[Dealer \"N\"]\n[Vulnerable \"None\"]\n[Deal \"{DEAL}\"]\n[Declarer \"\"]\n\
         [Contract \"Pass\"]\n[Result \"\"]\n[Auction \"N\"]\nPass Pass Pass Pass\n"
    );
    let games = opened(&file);
    assert_eq!(
        [&games[0]["contract"], &games[0]["score"]],
        [&Value::from("Pass"), &Value::from(0)]
    );
    let board = post("/board", &address(&games[0]));
    assert_eq!(board.status, 200, "{}", board.text);
    let deal = post("/deal", &address(&games[0]));
    assert!(plain(&deal.text).contains("passed out"), "{}", deal.text);
    // Its calls can be reviewed.
    assert!(plain(&board.text).contains("Review"), "{}", board.text);
    let review = post("/review", &address(&games[0]));
    assert_eq!(review.status, 200, "{}", review.text);
    let said = plain(&review.text);
    assert!(said.contains("calls would be made by fewer than one in ten champions"), "{said}");
    assert!(said.contains("The deal was passed out."), "{said}");
}

#[test]
fn a_board_says_points_shapes_and_its_result() {
    let games = opened(&evening(&EVENING));
    let board = plain(&post("/board", &address(&games[1])).text);
    for said in
        ["18 points, 3-3-3-4", "0 points, 3-3-3-4", "result +4, NS +520", "What was makeable"]
    {
        assert!(board.contains(said), "{said}: {board}");
    }
    let hidden = post("/board", &format!("{}&see=E", address(&games[1]))).text;
    assert_eq!(
        hidden.matches("class=\"worth\"").count(),
        1,
        "of hands that are not seen nothing is said"
    );
    assert!(!hidden.contains("panel=deal"));
}

#[test]
fn what_can_be_made_is_what_double_dummy_says() {
    let games = opened(&evening(&EVENING));
    let deal = post("/deal", &address(&games[0]));
    let said = plain(&deal.text);
    for text in [
        "Par is NS +1520: 7NT by North or South.",
        "6NT by North took 12 tricks (NS +990), 1 fewer",
    ] {
        assert!(said.contains(text), "{said}");
    }
    assert_eq!(deal.text.matches("<td").count(), 21, "twenty contracts and a corner");
    assert_eq!(post("/deal", "deal=N:- - - -").status, 400);
}

/// A question that needs all hands is not offered where they are not known, or answered by deals
/// that fit what is known.
#[test]
fn nothing_is_offered_that_ends_in_an_error() {
    let two = "deal=N:432.32.32.AJT987+QJT.KJT9.QJT9.K2+-+-&dealer=S&by=3NT+by+South&play=H6+H2";
    let board = post("/board", two).text;
    assert!(board.contains("panel=choose") && !board.contains("Double dummy"), "{board}");
    assert!(board.contains("panel=deal"));
    let deal = post("/deal", two);
    let said = plain(&deal.text);
    assert!(said.contains("South and West are not known"), "{said}");
    assert_eq!(deal.text.matches("<td").count(), 21, "twenty contracts and a corner");
    assert_eq!(plain(&post("/deal", two).text), said, "who asks twice gets the same answer");
}

/// Where the known hands have all the high cards, every deal that fits has the same games; and an
/// auction counts.
#[test]
fn what_can_be_made_is_estimated_where_hands_are_hidden() {
    let ours = "deal=N:AKQ.432.AKQ.5432+-+432.AKQJ.432.AKQ+-";
    let said = plain(&post("/deal", ours).text);
    assert!(said.contains("3NT by North or South in 100 %"), "{said}");
    let weak = "deal=N:432.432.4322.432+-+-+-";
    assert_eq!(post("/deal", weak).status, 400, "a pack has one deuce of diamonds");
    let opened = |calls: &str| {
        let place = format!("deal=N:-+-+5432.432.432.432+-&dealer=N&vul=none&calls={calls}");
        let answer = post("/deal", &place);
        assert_eq!(answer.status, 200, "{}", answer.text);
        let cell = answer.text.split("<th scope=\"row\">North</th>").nth(1).unwrap();
        let mean = plain(cell.split("</td>").next().unwrap());
        mean.trim().split(',').next().unwrap().trim().parse::<f64>().unwrap()
    };
    let (strong, preempt) = (opened("2NT+P+P+P"), opened("3C+P+P+P"));
    assert!(strong > preempt, "{strong} tricks in notrump, {preempt}");
}

/// What a deal leaves open is asked for where it is missing, with what is understood filled in.
#[test]
fn what_is_missing_is_asked_for_in_place() {
    let hands = "deal=N:AKQ2.K43.A32.K32+-+543.A52.KQ54.A54+-";
    for (more, question, kept) in [
        ("", "What is played, and by whom?", ""),
        ("&by=3NT", "who declares 3NT", "value=\"3NT\""),
        ("&calls=1NT+P+3NT+P+P+P", "who made the first call", "value=\"1NT P 3NT P P P\""),
        ("&by=3NT+by+South&play=SJ+SJ", "", "value=\"SJ SJ\""),
    ] {
        let board = post("/board", &format!("{hands}{more}"));
        assert_eq!(board.status, 200, "{more}: {}", board.text);
        let form = board.text.split("data-missing").nth(1).unwrap();
        assert!(form.contains(kept) && form.contains("name=\"by\""), "{more}: {form}");
        let said = plain(&board.text);
        assert!(said.contains(question) && said.contains("19 points"), "{more}: {said}");
        assert!(!said.contains("[Contract]"), "no law of PBN: {said}");
    }
    // Three hands leave one, and nothing is hidden.
    let three = "deal=N:AKQ.432.AKQ.5432+765.T98.765.T987+432.AKQJ.432.AKQ+-";
    assert_eq!(post("/deal", three).status, 200);
    // Two hands and a contract are enough.
    let enough = post("/board", &format!("{hands}&by=3NT+by+South")).text;
    assert!(
        !enough.contains("data-missing") && enough.contains("panel=choose")
            || enough.contains("What did")
    );
    // Hands that cannot be read are told at once.
    assert_eq!(post("/board", "deal=N:AKQ2.K43.A32.K32+-+543.A52.KQ54+-").status, 400);
}

/// Problems of a file are a quiz, each in an address of its own.
#[test]
fn a_file_of_problems_is_a_quiz() {
    let text = include_str!("../../problems/paper/paper-ex1.pbn");
    let problem = &falsecard::notation::problem::read("ex1", text.as_bytes()).all().unwrap()[0];
    let games = opened(text);
    let quiz = games[0]["quiz"].as_str().unwrap();
    assert!(opened(&evening(&EVENING))[0]["quiz"].is_null(), "a board is no problem");
    let asked = post("/quiz", quiz);
    let said = plain(&asked.text);
    assert!(said.contains("You are East") && said.contains(problem.id()), "{said}");
    assert!(!said.contains(problem.why().unwrap()), "the answer is not told before");
    let answered = |card: &str| plain(&post("/quiz", &format!("{quiz}&card={card}")).text);
    let name = |card: &falsecard::cards::Card| falsecard::cards::pbn_name(*card);
    assert!(answered(&name(&problem.answer()[0])).contains("Right:"));
    let wrong = answered(&name(&problem.tempting()[0]));
    assert!(
        wrong.contains("is not the answer") && wrong.contains(problem.why().unwrap()),
        "{wrong}"
    );
    for broken in ["&answer=", "&answer=ZZ", "&problem=", "&deal="] {
        let (key, _) = broken.split_once('=').unwrap();
        let kept: Vec<&str> = quiz
            .split('&')
            .filter(|pair| !format!("&{pair}").starts_with(&format!("{key}=")))
            .collect();
        let answer = post("/quiz", &format!("{}{broken}", kept.join("&")));
        assert_eq!(answer.status, 400, "{broken}: {}", answer.text);
    }
}

#[test]
fn tables_stand_side_by_side() {
    let games = opened(&evening(&EVENING));
    let places: Vec<String> = games.iter().map(address).collect();
    let sent = |page: &str| format!("{page}&panel=tables\n{}", places.join("\n"));
    let answer = post("/tables", &sent(&places[3]));
    let said = plain(&answer.text);
    // The best and the worst are left out: the mean of 990, 520 and 1020.
    assert!(said.contains("5 tables") && said.contains("The datum is NS +840"), "{said}");
    let imps: Vec<&str> = ["+12", "+5", "+4", "−8", "−13"].into();
    let rows: Vec<String> = answer.text.split("<tr").skip(2).map(plain).collect();
    assert_eq!(rows.len(), 5, "{said}");
    for (row, imps) in rows.iter().zip(imps) {
        assert!(row.contains(imps), "{imps}: {row}");
    }
    let here: Vec<&str> =
        answer.text.split("<tr").filter(|row| row.starts_with(" aria-current")).collect();
    assert!(here.len() == 1 && here[0].contains("Dora"), "{}", answer.text);
    let pairs = post("/tables", &sent(&format!("{}&scoring=matchpoints", places[0])));
    let rows: Vec<String> = pairs.text.split("<tr").skip(2).map(plain).collect();
    for (row, share) in rows.iter().zip(["100", "75", "50", "25", "0"]) {
        assert!(row.contains(share), "{share}: {row}");
    }
}

#[test]
fn many_tables_of_an_evening_are_there() {
    let tables: Vec<Table> = EVENING.iter().copied().cycle().take(200).collect();
    let games = opened(&evening(&tables));
    let places: Vec<String> = games.iter().map(address).collect();
    let answer = post("/tables", &format!("{}\n{}", places[0], places.join("\n")));
    assert!(plain(&answer.text).contains("200 tables"), "{}", answer.text);
}

#[test]
fn tables_that_are_none_are_refused() {
    for text in ["", "\n", "x", "deal=\ndeal=", &format!("deal={DEAL}"), &"a\n".repeat(9_999)] {
        let answer = post("/tables", text);
        assert_eq!(answer.status, 400, "{text}: {}", answer.text);
    }
}

/// A table of a random deal.
fn table(more: &str) -> String {
    let answer = post("/sit", &format!("random=11&number=2&{more}"));
    assert_eq!(answer.status, 200, "{}", answer.text);
    let body = answer.text.split("\r\n\r\n").nth(1).unwrap();
    serde_json::from_str::<Value>(body).unwrap()["address"].as_str().unwrap().to_owned()
}

/// The address after the others have called and played.
fn after_others(address: &str) -> String {
    let answer = post("/others", address);
    let lines = answer.text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let all: Vec<Value> = lines.filter(Value::is_object).collect();
    assert!(all.iter().all(|line| line["refusal"].is_null()), "{all:?}");
    all.last().map_or_else(|| address.to_owned(), |it| it["address"].as_str().unwrap().to_owned())
}

/// The addresses of links of a class on the board.
fn links(board: &str, class: &str) -> Vec<String> {
    let start = format!("class=\"{class}\" href=\"#");
    let found = board.split(&start).skip(1).filter_map(|rest| rest.split('"').next());
    found.map(|link| link.replace("&amp;", "&")).collect()
}

/// Plays the first card or call of every choice until the board is over: the address, and how many
/// calls and cards there were.
fn played_out(mut address: String) -> (String, usize) {
    for _ in 0..200 {
        address = after_others(&address);
        let board = post("/board", &address);
        assert_eq!(board.status, 200, "{address}: {}", board.text);
        if board.text.contains("Play it again") {
            let count = |name: &str| {
                let found = address.split('&').find_map(|pair| pair.strip_prefix(name));
                found.map_or(0, |cards| cards.split('+').count())
            };
            let made = count("play=") + count("calls=");
            return (address, made);
        }
        let cards = links(&board.text, "card");
        let calls = links(&board.text, "button");
        let choice = cards.first().or(calls.first());
        address.clone_from(choice.unwrap_or_else(|| panic!("{address}: no choice")));
    }
    panic!("no end of it: {address}");
}

/// A board is bid or led and played to its end.
fn is_played_to_its_end(me: &str, others: &str, from: &str) {
    let (address, made) = played_out(table(&format!("me={me}&others={others}&from={from}")));
    assert!(made >= 56 || address.contains("calls=P+P+P+P"), "{address}");
    let board = plain(&post("/board", &address).text);
    assert!(board.contains("Review your cards") && board.contains("Next deal"), "{board}");
}

// In every seat, against every kind of player.

#[test]
fn north_plays_against_careful_players() {
    is_played_to_its_end("N", "careful", "calls");
}

#[test]
fn east_plays_against_human_players() {
    is_played_to_its_end("E", "human", "calls");
}

#[test]
fn south_plays_against_deceptive_players() {
    is_played_to_its_end("S", "deceptive", "lead");
}

#[test]
fn west_plays_against_human_players() {
    is_played_to_its_end("W", "human", "lead");
}

/// While the board goes on its player sees his own hand and dummy's; afterwards all.
#[test]
fn a_player_sees_his_own_hand() {
    let address = table("me=S&from=calls");
    let bidding = post("/board", &address).text;
    assert_eq!(bidding.matches("class=\"worth\"").count(), 1, "{bidding}");
    assert!(!bidding.contains("What can be made") && !bidding.contains("Double dummy"));
    let (over, _) = played_out(address);
    let board = post("/board", &over).text;
    assert_eq!(board.matches("class=\"worth\"").count(), 4, "{board}");
    let hint = post("/calls", &format!("{}&call=0", table("me=S&from=calls")));
    assert_eq!(hint.status, 400, "the call of another player is not told: {}", hint.text);
}

/// North has taken the first trick, and has the others.
const CLAIM: &str = "deal=N:AKQ.432.AKQ.5432+765.T98.765.T987+432.AKQJ.432.AKQ+JT98.765.JT98.J6\
    &dealer=N&vul=none&by=7NT+by+North&me=N&play=S7+S2+SJ+SA";

#[test]
fn claims_are_judged_with_all_hands_open() {
    let asked = plain(&post("/claim", &format!("{CLAIM}&panel=claim")).text);
    assert!(asked.contains("How many of the 12 tricks that are left"), "{asked}");
    let spot = CLAIM;
    let ended = post("/claim", &format!("{spot}&panel=claim&tricks=12"));
    assert!(plain(&ended.text).contains("Accepted: 12 tricks to you."), "{}", ended.text);
    let over = links(&ended.text, "button").pop().unwrap();
    assert!(over.contains("result=13"), "{over}");
    let board = plain(&post("/board", &over).text);
    assert!(board.contains("7NT by North =: NS +1520."), "{board}");
    let west = spot.replace("me=N", "me=W");
    let refused = plain(&post("/claim", &format!("{west}&panel=claim&tricks=1")).text);
    assert!(refused.contains("No: the others need not let you have 1 trick"), "{refused}");
    assert_eq!(post("/claim", &spot.replace("&me=N", "")).status, 400);
}

#[test]
fn what_was_played_is_taken_back() {
    let spot = CLAIM.replace("S7+S2+SJ+SA", "S7+S2+SJ+SA+H2");
    let board = post("/board", &spot).text;
    let back = links(&board.replace(" data-key=\"z\"", ""), "button");
    let back = back
        .iter()
        .find(|link| link.contains("play=S7+S2+SJ+SA&") || link.ends_with("S7+S2+SJ+SA"));
    assert!(back.is_some(), "{board}");
    let first = table("me=N&from=calls");
    let board = post("/board", &first).text;
    assert!(
        board.contains("Take back") && !board.contains("data-key=\"z\" href"),
        "nothing was called yet: {board}"
    );
}

#[test]
fn who_cannot_sit_is_told_why() {
    let two =
        "deal=N:432.32.32.AJT987+QJT.KJT9.QJT9.K2+-+-&dealer=S&by=3NT+by+South&me=S&from=lead";
    for (address, why) in [
        ("", "where to sit"),
        ("me=Q&random=1", "no seat"),
        ("me=S", "deal"),
        ("me=S&random=x", "number"),
        (two, "all four hands"),
        (
            "me=S&deal=N:AKQ.432.AKQ.5432+765.T98.765.T987+432.AKQJ.432.AKQ+JT98.765.JT98.J6",
            "deals",
        ),
    ] {
        let answer = post("/sit", address);
        assert!(answer.status == 400 && answer.text.contains(why), "{address}: {}", answer.text);
    }
    assert!(post("/others", CLAIM.replace("&me=N", "").as_str()).text.contains("nobody sits"));
}

/// East holds the king of clubs behind dummy's ace.
const KING: &str = "deal=N:432.32.32.AJT987+QJT.KJT9.QJT9.K2+AK9.AQ87.AK87.Q6+8765.654.654.543\
    &dealer=S&vul=NS&by=3NT+by+South&calls=2NT+P+3NT+P+P+P&play=H6+H2+HK+HA+CQ+C3+C7&system=paper";

#[test]
fn what_is_chosen_of_the_engines_stands_in_the_link() {
    let fields = post("/asking", &format!("{KING}&scoring=matchpoints&engine=minimax&time=3")).text;
    for (name, value) in
        [("system", "paper"), ("scoring", "matchpoints"), ("engine", "minimax"), ("time", "3")]
    {
        let field = fields.split("<p>").find(|field| field.contains(&format!("name=\"{name}\"")));
        let chosen = format!("value=\"{value}\" selected");
        assert!(field.is_some_and(|field| field.contains(&chosen)), "{name}: {fields}");
    }
    let alone = post("/choose", &format!("{KING}&engine=minimax&carding=upside-down-carding"));
    assert!(
        alone.text.contains("event: sentence") && !alone.text.contains(">fused<"),
        "{}",
        alone.text
    );
    for (more, why) in [
        ("&engine=magic", "no engine"),
        ("&carding=magic", "no agreements"),
        ("&system=magic", "no agreements"),
    ] {
        let answer = post("/choose", &format!("{}{more}", KING.replace("&system=paper", "")));
        assert!(
            answer.text.contains("event: refusal") && answer.text.contains(why),
            "{}",
            answer.text
        );
    }
}

/// Two cards are compared as the command line explains them.
#[test]
fn two_cards_are_compared() {
    let answer = post("/compare", &format!("{KING}&card=C2&against=CK"));
    let data = answer.text.split("event: compared\ndata: ").nth(1).expect(&answer.text);
    let data: Value = serde_json::from_str(data.lines().next().unwrap()).unwrap();
    let said = plain(data["html"].as_str().unwrap());
    let mut out = Vec::new();
    let words =
        ["falsecard", "explain", "problems/paper/paper-ex1.pbn", "--card", "C2", "--against", "CK"];
    falsecard::cli::run(words, &mut out).unwrap();
    let printed = String::from_utf8(out).unwrap();
    let first: Vec<&str> = printed.split("\n\n").next().unwrap().split_whitespace().collect();
    assert!(said.contains(&first.join(" ")), "{first:?}\n{said}");
    for (more, why) in [
        ("", "no card to compare"),
        ("&against=SA", "cannot be played"),
        ("&card=CK&against=CK", "same card"),
    ] {
        let answer = post("/compare", &format!("{KING}{more}"));
        assert!(answer.text.contains(why), "{more}: {}", answer.text);
    }
}

/// The next question is asked of a player whose hand is known.
#[test]
fn calls_are_asked_of_hands_that_are_known() {
    let two = "deal=N:432.32.32.AJT987+-+-+-&dealer=S&by=3NT+by+South&calls=2NT+P+3NT+P+P+P";
    let asked = post("/calls", two);
    assert!(asked.status == 200 && asked.text.contains("What would North call?"), "{}", asked.text);
    assert!(!post("/board", two).text.contains("panel=choose"), "West's hand is not known");
}

/// A random deal has what is wanted of it, in plain words.
#[test]
fn a_random_deal_has_what_is_wanted() {
    let address = table("me=S&from=calls&want=S:+1NT,+N:+8-9,+hearts+5%2B");
    assert!(address.contains("dealer=S"), "{address}");
    let deal = address.split("deal=N:").nth(1).unwrap().split('&').next().unwrap();
    let north = deal.split('+').next().unwrap();
    assert!(north.split('.').nth(1).unwrap().len() >= 5, "{north}");
    let points = |c: char| "JQKA".find(c).map_or(0, |at| at + 1);
    assert!([8, 9].contains(&north.chars().map(points).sum::<usize>()), "{north}");
    let opened = post("/calls", &address);
    assert!(opened.text.contains("falsecard calls 1NT"), "{}", opened.text);
    for (want, why) in [
        ("15-17", "whose hand"),
        ("S:+magic", "magic"),
        ("Q:+8", "no seat"),
        ("S:+36-37,+N:+20%2B", "ask for less"),
        ("S:+1NT,+N:+1H", "only one"),
    ] {
        let answer = post("/sit", &format!("random=1&me=S&want={want}"));
        assert!(answer.status == 400 && answer.text.contains(why), "{want}: {}", answer.text);
    }
}

#[test]
fn hands_are_shown_one_by_one() {
    let open = address(&opened(&evening(&EVENING))[0]);
    for (shown, hands) in [("N", 1), ("NS", 2), ("-", 0)] {
        let board = post("/board", &format!("{open}&shown={shown}")).text;
        assert_eq!(board.matches("class=\"worth\"").count(), hands, "{shown}");
    }
}

#[test]
fn boards_are_handed_out() {
    let games = opened(&evening(&EVENING));
    let places: Vec<String> = games.iter().map(address).collect();
    let sheets = |first: &str| post("/handout", &format!("{first}\n{}", places.join("\n")));
    let plainly = sheets("handout=4").text;
    assert_eq!(plainly.matches("class=\"sheet of4\"").count(), 2, "{plainly}");
    assert_eq!(plainly.matches("<article>").count(), 5);
    assert!(
        !plainly.contains("Par ") && !plain(&plainly).contains("6NT"),
        "answers are not given away"
    );
    let solved = plain(&sheets("handout=8&answers=1").text);
    for said in ["Result =, NS +990.", "NS make 7NT", "Par NS +1520: 7NT by North or South."] {
        assert!(solved.contains(said), "{said}: {solved}");
    }
    assert_eq!(post("/handout", "handout=4").status, 400);
}
