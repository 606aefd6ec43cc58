//! Games as people have them in their files: what one part leaves out or says wrongly is read by
//! the others, and told; what contradicts costs no more than its part. Deals as pages, forums and
//! generators of deals give them.

use falsecard::cards::{Seat, clockwise};
use falsecard::notation::{
    Breach, Contents, Cost, Custom, Deviation, Filling, Format, Game, Games, NamedContract,
    Warning, pbn, read_contract,
};

const DEAL: &str = "N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543";

/// The only game of a PBN text, and what is told of it.
fn one(text: &str) -> (Game, Vec<Deviation>) {
    let contents = pbn::read("found.pbn", text.as_bytes());
    assert!(contents.faults.is_empty(), "{:?}\n{text}", contents.faults);
    let told = contents.warnings.into_iter().map(|Warning { deviation, .. }| deviation).collect();
    let [game] = contents.good.try_into().unwrap_or_else(|_| panic!("not one game:\n{text}"));
    (game, told)
}

fn calls(game: &Game) -> String {
    game.auction().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn cards(game: &Game) -> String {
    game.cards().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// A game of these calls, with the tags before them.
fn bid(tags: &str, calls: &str) -> String {
    format!("[Deal \"{DEAL}\"]\n{tags}\n[Auction \"S\"]\n{calls}\n")
}

/// Whoever declares says how many passes there were: none to three.
#[test]
fn passes_before_the_opening_bid_are_added_where_the_declarer_tells_them() {
    for (declarer, passes) in [("S", ""), ("W", "P "), ("N", "P P "), ("E", "P P P ")] {
        let tags = format!("[Dealer \"S\"][Declarer \"{declarer}\"][Contract \"3NT\"]");
        let (game, told) = one(&bid(&tags, "1NT =1= Pass 3NT AP\n[Note \"1:balanced\"]"));
        assert_eq!(calls(&game), format!("{passes}1NT P 3NT P P P"));
        assert!(game.faults().is_empty());
        let passes = passes.len() / 2;
        let explained = game.call_annotation(passes).unwrap();
        assert_eq!(explained.explanation.as_deref(), Some("balanced"));
        let wanted = (passes > 0).then_some(Deviation::LeftOutPasses { passes });
        assert_eq!(told, Vec::from_iter(wanted));
        assert_eq!(game.board().unwrap().bidding().contract().declarer.to_string(), declarer);
        let (again, told) = one(&pbn::write([&game]));
        assert_eq!((calls(&again), told.len()), (calls(&game), 0), "they are written");
    }
}

/// The section may name who opens, or leave the places before him open.
#[test]
fn passes_are_added_where_the_auction_begins_with_who_opens() {
    for section in ["[Auction \"W\"]\n", "[Auction \"S\"]\n- "] {
        let auction = format!("{section}1NT Pass 3NT AP\n");
        let of = |declarer: &str| {
            format!(
                "[Deal \"{DEAL}\"][Dealer \"S\"][Declarer \"{declarer}\"][Contract \"3NT\"]\n{auction}"
            )
        };
        let (game, told) = one(&of("W"));
        assert_eq!(calls(&game), "P 1NT P 3NT P P P");
        assert_eq!(told, [Deviation::LeftOutPasses { passes: 1 }]);
        let (game, _) = one(&of("S"));
        assert!(matches!(game.faults()[0].breach(), Breach::NotTheDealer { .. }));
    }
}

/// A contradiction costs the auction alone: the contract named, the deal, the play and the result
/// stay.
#[test]
fn an_auction_that_contradicts_the_rest_is_all_that_is_lost() {
    let tags = "[Dealer \"S\"][Declarer \"N\"][Contract \"3NT\"][Result \"9\"]";
    let doubled = tags.replace("3NT", "3NTX");
    for (tags, calls, leader) in [
        (tags, "1NT Pass 4NT AP", 'E'),
        (tags, "1S Pass 3S AP", 'E'),
        (tags, "Pass 1NT Pass 3NT AP", 'E'),
        (tags, "AP", 'E'),
        (tags, "1NT Pass 3NT", 'E'),
        (&doubled, "1NT Pass 3NT AP", 'E'),
        // Who leads says that the auction is right as it stands, so the declarer is wrong.
        (tags, "1NT Pass 3NT AP", 'W'),
    ] {
        let (game, _) = one(&format!("{}[Play \"{leader}\"]\nHK HA H6 H2\n", bid(tags, calls)));
        let [fault] = game.faults() else { panic!("{calls}: {:?}", game.faults()) };
        assert_eq!((fault.cost(), game.auction().len()), (Cost::Auction, 0), "{calls}");
        assert!(fault.help().unwrap().lines().count() == 2, "{fault}");
        assert!(game.contract().unwrap().to_string().ends_with("by North"), "{calls}");
        assert_eq!(game.result(), Some(9), "{calls}");
        assert!(game.deal().is_some() && game.play().is_ok(), "{calls}");
        assert!(pbn::write([&game]).contains(calls.split(' ').next().unwrap()));
    }
}

#[test]
fn a_double_that_the_contract_named_leaves_out_is_taken_from_the_auction() {
    let tags = "[Dealer \"S\"][Declarer \"S\"][Contract \"3NT\"]";
    for (calls, contract) in [("3NT X AP", "3NTx by South"), ("3NT X XX AP", "3NTxx by South")] {
        let (game, told) = one(&bid(tags, calls));
        assert_eq!(game.contract().unwrap().to_string(), contract);
        assert!(matches!(told[..], [Deviation::LeftOutDouble { .. }]), "{told:?}");
    }
}

#[test]
fn r_behind_a_contract_is_redoubled() {
    for (text, contract) in [
        ("5DR", "5♦xx by South"),
        ("5dr", "5♦xx by South"),
        ("3NR", "3NTxx by South"),
        ("5DX", "5♦x by South"),
        ("5DXX", "5♦xx by South"),
    ] {
        let (game, _) = one(&format!("[Declarer \"S\"][Contract \"{text}\"]"));
        assert_eq!(game.contract().unwrap().to_string(), contract);
    }
    for wrong in ["5DRR", "5DXR", "5DRX", "R"] {
        let text = format!("[Contract \"{wrong}\"]");
        assert!(!pbn::read("found.pbn", text.as_bytes()).faults.is_empty(), "{wrong}");
    }
}

/// Three tricks of the deal, row by row from West on.
const ROWS: [[&str; 4]; 3] =
    [["H6", "H2", "HK", "HA"], ["C3", "C7", "CK", "CQ"], ["H5", "H3", "HJ", "HQ"]];

fn played(column: char, rows: &[String]) -> String {
    let rows = rows.join("\n");
    format!(
        "[Deal \"{DEAL}\"]\n[Contract \"3NT\"]\n[Declarer \"S\"]\n[Play \"{column}\"]\n{rows}\n*\n"
    )
}

/// The hands say whose each card is, wherever a row begins and whatever hand `[Play]` names.
#[test]
fn rows_of_the_play_may_begin_with_any_hand() {
    let row = |by: [usize; 3], n: usize| {
        let mut row = ROWS[n];
        row.rotate_left(by[n]);
        row.join(" ")
    };
    let whole = one(&played('W', &[0, 1, 2].map(|n| row([0; 3], n)))).0;
    assert_eq!(cards(&whole), "♥6 ♥2 ♥K ♥A ♣Q ♣3 ♣7 ♣K ♥J ♥Q ♥5 ♥3");
    for (number, column) in ['W', 'N', 'E', 'S'].into_iter().enumerate() {
        for turns in 0..64 {
            let by = [turns % 4, turns / 4 % 4, turns / 16];
            let (game, told) = one(&played(column, &[0, 1, 2].map(|n| row(by, n))));
            assert!(game.faults().is_empty(), "{column} {by:?}: {:?}", game.faults());
            assert_eq!((cards(&game), game.is_claimed()), (cards(&whole), true));
            let is_right = by == [number; 3];
            let is_told = matches!(told[..], [Deviation::OtherColumns { .. }]);
            assert!(if is_right { told.is_empty() } else { is_told }, "{column} {by:?}: {told:?}");
        }
    }
}

/// What no order of the hands explains is a fault, where it was.
#[test]
fn a_row_whose_cards_are_nobodys_in_any_order_ends_the_play() {
    let rows = ["H6 H2 HK HA", "C3 CK C7 CQ"].map(str::to_owned);
    let (game, told) = one(&played('W', &rows));
    assert_eq!((game.cards().len(), game.faults()[0].line(), told), (6, 6, Vec::new()));
}

/// A record that names no board, behind one that does, is another table's.
#[test]
fn another_table_plays_the_board_before() {
    let first = format!("[Board \"7\"][Dealer \"S\"][Vulnerable \"NS\"][Deal \"{DEAL}\"]\n\n");
    let second = "[Declarer \"S\"][Contract \"3NT\"]\n[Auction \"S\"]\n2NT Pass 3NT AP\n";
    let contents = pbn::read("found.pbn", format!("{first}{second}").as_bytes());
    let deviations: Vec<_> = contents.warnings.iter().map(|it| &it.deviation).collect();
    assert_eq!(deviations, [&Deviation::OtherTable]);
    let [one, other] = &contents.good[..] else { panic!("{:?}", contents.faults) };
    assert_eq!((other.deal(), other.tag("Board")), (one.deal(), Some("7")));
    assert_eq!(other.vulnerability(), one.vulnerability());
    assert_eq!(pbn::read("again", pbn::write([one, other]).as_bytes()).warnings, []);
    // What is unusual about the deal is told where it stands.
    let spelt = first.replace("AJT987", "aj10987");
    let contents = pbn::read("found.pbn", format!("{spelt}[Contract \"4S\"]\n").as_bytes());
    assert_eq!(contents.good[1].deal(), one.deal());
    assert!(
        contents
            .warnings
            .iter()
            .all(|it| (it.line == 1) != (it.deviation == Deviation::OtherTable))
    );
    // One with a name of its own, or without anything played, is a game of its own.
    for own in ["[Board \"8\"]", "[Event \"Final\"]", ""] {
        let second = if own.is_empty() { "[West \"Zak\"]\n" } else { second };
        let contents = pbn::read("found.pbn", format!("{first}{own}{second}").as_bytes());
        assert!(contents.good[1].deal().is_none(), "{own}");
    }
}

/// A remark that nobody closed ends with the next one, and what it swallows is told with its line.
#[test]
fn a_remark_that_holds_tags_is_told() {
    let text =
        format!("[Deal \"{DEAL}\"]\n{{ what a hand\n[Contract \"3NT\"]\n{{ what a lead }}\n");
    let contents = pbn::read("found.pbn", text.as_bytes());
    let told: Vec<_> = contents.warnings.iter().map(|it| (it.line, &it.deviation)).collect();
    assert_eq!(told, [(2, &Deviation::TagsInComment)]);
    for remark in ["{ [so] it was }", "{ one\ntwo [three] }", "{\n[hv=pc=n]400[/hv]\n}"] {
        assert_eq!(one(&format!("[Deal \"{DEAL}\"]\n{remark}\n")).1, [], "{remark}");
    }
}

/// What a text holds, whose format its beginning tells.
fn read(text: &str) -> Contents<Game> {
    falsecard::notation::read("found", text.as_bytes())
}

/// The hands of a game, clockwise from North.
fn hands(game: &Game) -> String {
    let hand = |turn| {
        game.hand(clockwise(Seat::North, turn)).map_or("-".to_owned(), |hand| hand.to_string())
    };
    [0, 1, 2, 3].map(hand).join(" ")
}

/// All four hands of a deal, and those of one side, clockwise from North.
const ALL: &str = "AQ4..KJT97.AQ986 KT98.QJT2.5.J743 J753.AK875.A3.KT 62.9643.Q8642.52";
const NORTH_SOUTH: &str = "AQ4..KJT97.AQ986 - J753.AK875.A3.KT -";
const EAST_WEST: &str = "- KT98.QJT2.5.J743 - 62.9643.Q8642.52";
/// The first with everybody two seats further.
const TURNED: &str = "J753.AK875.A3.KT 62.9643.Q8642.52 AQ4..KJT97.AQ986 KT98.QJT2.5.J743";

/// What a generator of deals says behind them.
const STATISTICS: &str = "Frequency HCP:\n   10\t      22\n   11\t       3\n   12\t      55\n\
    Average: 3.25\nGenerated 1000 hands\nProduced 10 hands\nInitial random seed 123\n\
    Time needed    0.100 sec\n";

const TABLE: &str = "   1.
A Q 4               K T 9 8             J 7 5 3             6 2 
-                   Q J T 2             A K 8 7 5           9 6 4 3 
K J T 9 7           5                   A 3                 Q 8 6 4 2 
A Q 9 8 6           J 7 4 3             K T                 5 2 

";

const PAIR: &str = "6 2                 K T 9 8 
9 6 4 3             Q J T 2 
Q 8 6 4 2           5 
5 2                 J 7 4 3 

";

/// North's hand, West's, a compass and the other two, one below the other.
fn copied(compass: &str) -> String {
    format!(
        "Board 3\nSouth Deals\nE-W Vul \n♠ A Q 4\n♥ —\n♦ K J 10 9 7\n♣ A Q 9 8 6\n\
         ♠ 6 2\n♥ 9 6 4 3\n♦ Q 8 6 4 2\n♣ 5 2\n{compass}\n♠ K 10 9 8\n♥ Q J 10 2\n♦ 5\n\
         ♣ J 7 4 3\n♠ J 7 5 3\n♥ A K 8 7 5\n♦ A 3\n♣ K 10\n"
    )
}

/// Texts with deals, and the hands of each.
fn found() -> Vec<(String, Vec<&'static str>)> {
    let one_line = "n AQ4..KJT97.AQ986 e KT98.QJT2.5.J743 s J753.AK875.A3.KT w 62.9643.Q8642.52\n";
    let turned = "n J753.AK875.A3.KT e 62.9643.Q8642.52 s AQ4..KJT97.AQ986 w KT98.QJT2.5.J743\n";
    let lines =
        |text: &str| text.replace(" e ", "\ne ").replace(" s ", "\ns ").replace(" w ", "\nw ");
    let pbn = format!("[Board \"1\"]\n[Deal \"N:{ALL}\"]\n[Contract \"?\"]\n");
    let names =
        TABLE.replace("   1.", "North               East                South               West");
    let columns = "West                North               East                South\n".to_owned()
        + "6 2                 A Q 4               K T 9 8             J 7 5 3\n"
        + "9 6 4 3             -                   Q J T 2             A K 8 7 5\n"
        + "Q 8 6 4 2           K J T 9 7           5                   A 3\n"
        + "5 2                 A Q 9 8 6           J 7 4 3             K T\n";
    let seated =
        "North\nRobot\n♠AQ4\n♥-\n♦KJ1097\n♣AQ986\nSouth\nme too\n♠J753\n♥AK875\n♦A3\n♣K10\n";
    let marks = |[s, h, d, c]: [&str; 4]| {
        format!("{s}AQ4\n{h} —\n{d} KJ1097\n{c}AQ986\n\n{s}J753\n{h}AK875\n{d}A3\n{c}K10\n")
    };
    vec![
        // As a browser copies a diagram.
        (copied("N\nW       E\nS"), vec![ALL]),
        (copied("N\nW\tE\nS"), vec![ALL]),
        (copied("\nN\nW\nE\nS\n"), vec![ALL]),
        // As `dealer` prints: printoneline, printcompact, printall, printew.
        (format!(" {one_line}"), vec![ALL]),
        (format!("{one_line}{turned}{STATISTICS}"), vec![ALL, TURNED]),
        (format!("1. {one_line}2. {turned}"), vec![ALL, TURNED]),
        (lines(one_line), vec![ALL]),
        (format!("{}{}{STATISTICS}", lines(one_line), lines(turned)), vec![ALL, TURNED]),
        (TABLE.to_owned(), vec![ALL]),
        (format!("{TABLE}{}{STATISTICS}", TABLE.replace("1.", "2.")), vec![ALL, ALL]),
        (PAIR.to_owned(), vec![EAST_WEST]),
        (format!("{PAIR}{PAIR}{STATISTICS}"), vec![EAST_WEST, EAST_WEST]),
        (format!("{pbn}\n{pbn}\n{STATISTICS}"), vec![ALL, ALL]),
        (format!("{pbn}{STATISTICS}"), vec![ALL]),
        // With the names over the columns, in any order.
        (names, vec![ALL]),
        (columns, vec![ALL]),
        // Hands without their players, and with them.
        (ALL.to_owned(), vec![ALL]),
        (NORTH_SOUTH.to_owned(), vec![NORTH_SOUTH]),
        (ALL.replace(' ', "\n"), vec![ALL]),
        (one_line.replace("n ", "N:").replace(" e ", " E:").replace(" s ", " S:").replace(" w ", " W:"), vec![ALL]),
        ("n AQ4..KJT97.AQ986 e - s J753.AK875.A3.KT w -\n".to_owned(), vec![NORTH_SOUTH]),
        // As forums write suits and players.
        (seated.to_owned(), vec![NORTH_SOUTH]),
(marks([":spade:", ":heart:", ":diamond:", ":club:"]), vec![NORTH_SOUTH]),
        (marks([":Spades:", ":Hearts:", ":Diamonds:", ":Clubs:"]), vec![NORTH_SOUTH]),
        (marks(["&spades;", "&hearts;", "&diams;", "&clubs;"]), vec![NORTH_SOUTH]),
        (marks(["!S", "!H", "!D", "!C"]), vec![NORTH_SOUTH]),
        (marks(["!s", "!h", "!d", "!c"]), vec![NORTH_SOUTH]),
        ("| North | ♠ AQ4 ♥ — ♦ KJ1097 ♣ AQ986 |\n|---|---|\n| South | ♠ J753 ♥ AK875 ♦ A3 ♣ K10 |".to_owned(),
            vec![NORTH_SOUTH]),
        ("North: S-AQ4 H-void D-KJ1097 C-AQ986\nSouth: S-J753 H-AK875 D-A3 C-K10".to_owned(), vec![NORTH_SOUTH]),
    ]
}

#[test]
fn deals_are_read_as_pages_forums_and_generators_give_them() {
    for (text, wanted) in found() {
        let contents = read(&text);
        assert!(contents.faults.is_empty(), "{}\n{text}", contents.faults[0]);
        assert_eq!(contents.good.iter().map(hands).collect::<Vec<_>>(), wanted, "{text}");
    }
}

/// Whose hands are that nobody is named for is said.
#[test]
fn four_hands_without_players_are_taken_from_north_on_and_that_is_said() {
    let marked = "S AQ4 H - D KJT97 C AQ986\nS KT98 H QJT2 D 5 C J743\n\
        S J753 H AK875 D A3 C KT\nS 62 H 9643 D Q8642 C 52\n";
    for text in [ALL, &ALL.replace(' ', "\n"), TABLE, marked] {
        let game = read(text).all().unwrap().remove(0);
        assert_eq!(
            (hands(&game).as_str(), game.customs()),
            (ALL, &[Custom::Clockwise][..]),
            "{text}"
        );
    }
    for text in [&format!("N:{ALL}"), &copied("N\nW E\nS"), PAIR] {
        assert_eq!(read(text).all().unwrap()[0].customs(), [], "{text}");
    }
    // Hands below each other may be in any order.
    let below = copied("").replace("Board 3\nSouth Deals\nE-W Vul \n", "");
    let told = read(&below).all().unwrap_err().to_string();
    assert!(told.contains("nothing says whose hand this is"), "{told}");
}

/// A hand of thirteen cards is missing one, or has one twice, in whatever form it stands.
#[test]
fn a_wrong_card_is_refused_in_every_form() {
    for (text, wanted) in found() {
        let spoiled = text.replacen("AQ986", "AQ987", 1).replacen("A Q 9 8 6", "A Q 9 8 7", 1);
        let is_other = spoiled != text;
        let contents = read(&spoiled);
        let all: Vec<_> = contents.good.iter().map(hands).collect();
        assert!(!is_other || all != wanted, "{spoiled}");
    }
}

const DEALT: &str =
    "st||md|3S368AHTJKAD35C37A,S459TJH2349D9C8TK,S7QKH7D248TQKAC45,|rh||ah|Board%205|sv|n|mb|1C|";
const DEALT_HANDS: &str = "KQ7.7.AKQT842.54 2.Q865.J76.QJ962 A863.AKJT.53.A73 JT954.9432.9.KT8";

#[test]
fn addresses_are_cut_out_of_pages_and_forums() {
    let viewer = "https://www.bridgebase.com/tools/handviewer.html?bbo=y";
    let plain = format!("{viewer}&lin=pn|a,b,c,d|{DEALT}");
    let once = plain.replace('&', "&amp;");
    let twice = plain.replace('&', "&amp;amp;");
    for text in [
        plain.clone(),
        once.clone(),
        format!("<a href=\"{once}\">board 5</a>"),
        format!("<a href=\"{twice}\">board 5</a>"),
        format!("See <A HREF='{plain}' target=_blank>this</A> hand."),
        format!("<iframe width=500 src=\"{once}\"></iframe>"),
        format!("[url={plain}]board 5[/url]"),
        format!("[url=\"{plain}\"]board 5[/url]"),
        format!("[URL]{once}[/URL]"),
        format!("[board 5]({plain})"),
        // Other programs that take LIN.
        format!("https://example.org/solver.htm?club=x&lin={DEALT}"),
    ] {
        assert_eq!(Format::of_text(text.as_bytes()), Format::Url, "{text}");
        assert!(Format::of_argument(&text).is_some());
        let games = read(&text).all().unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        assert_eq!(games.iter().map(hands).collect::<Vec<_>>(), [DEALT_HANDS], "{text}");
        // The format shows whatever comes at a time.
        let slow = std::io::BufReader::with_capacity(3, text.as_bytes());
        assert!(matches!(Games::open("x", slow, None).unwrap(), Games::Lin(_)), "{text}");
    }
    let asked = read(&format!("{viewer}&s=skj742h83dq65c972&d=e&a=1n(15-17)p3n?")).all().unwrap();
    assert_eq!(calls(&asked[0]), "1NT P 3NT");
}

#[test]
fn an_address_of_another_program_is_told_from_the_handviewers() {
    for (address, is_other) in [
        ("https://example.org/play?n=12&s=3", true),
        ("<a href=\"https://example.org/play?n=12&amp;s=3\">x</a>", true),
        ("https://example.org/deal?x=1", false),
        ("https://www.bridgebase.com/tools/handviewer.html?lin=12345", false),
        ("https://www.bridgebase.com/tools/handviewer.html?myhand=M-1-2", false),
        ("bit.ly/3xyzabc", false),
    ] {
        let fault = read(address).all().unwrap_err();
        assert_eq!(matches!(fault.breach(), Breach::OtherProgram { .. }), is_other, "{fault}");
        assert_eq!(matches!(fault.breach(), Breach::Link { .. }), !is_other, "{fault}");
        assert!(fault.help().unwrap().contains("handviewer.html?"), "{fault}");
        assert_eq!(fault.line(), 1);
    }
}

#[test]
fn contracts_are_read_as_people_name_them() {
    for (text, wanted) in [
        ("4SE+1", "4♠ by East, 11"),
        ("4SE=", "4♠ by East, 10"),
        ("4SE-2", "4♠ by East, 8"),
        ("4♠ by East −1", "4♠ by East, 9"),
        ("3NT/S", "3NT by South"),
        ("3NT-S", "3NT by South"),
        ("7NNX", "7NTx by North"),
        ("7NXN", "7NTx by North"),
        ("3NNxx+1", "3NTxx by North, 10"),
        ("5DRW", "5♦xx by West"),
        ("5DX by W", "5♦x by West"),
        ("5 diamonds by West doubled", "5♦x by West"),
        ("PASS", "passed out"),
        ("Passed out", "passed out"),
    ] {
        let told = match read_contract(text).unwrap_or_else(|why| panic!("{text}: {why}")) {
            NamedContract::PassedOut => "passed out".to_owned(),
            NamedContract::Bid { contract, declarer, tricks } => {
                let declarer = falsecard::cards::seat_name(declarer.unwrap());
                let tricks = tricks.map_or_else(String::new, |tricks| format!(", {tricks}"));
                format!("{contract} by {declarer}{tricks}")
            }
        };
        assert_eq!(told, wanted, "{text}");
    }
    for wrong in
        ["7NE+1", "4S+", "4SEE", "4SXXX", "4SXRE", "4SOUTH", "4S by", "8SS", "PASSE", "4SE+1x"]
    {
        assert!(read_contract(wrong).is_err(), "{wrong}");
    }
}

/// What a contract says of the result, or that nobody bid, is filled in, and contradicts nothing.
#[test]
fn a_contract_that_is_filled_in_says_the_result() {
    let fill = |tags: &str, contract: &str| {
        let (game, _) = one(&format!("[Deal \"{DEAL}\"]{tags}\n"));
        let contract = Some(read_contract(contract).unwrap());
        game.filled(&Filling { contract, ..Filling::default() })
    };
    assert_eq!(fill("", "4SE+1").unwrap().result(), Some(11));
    assert_eq!(fill("[Result \"?\"]", "4SE+1").unwrap().result(), Some(11));
    assert!(fill("", "PASS").unwrap().is_passed_out());
    for (tags, contract) in [
        ("[Result \"9\"][Declarer \"E\"]", "4SE+1"),
        ("[Contract \"4S\"]", "PASS"),
        ("[Contract \"Pass\"]", "4SE"),
    ] {
        let why = fill(tags, contract).unwrap_err().to_string();
        assert!(why.contains("is given as"), "{tags}: {why}");
    }
}
