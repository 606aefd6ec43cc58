//! How people type a question, in the manner of columns, forums and programs: each is read as a
//! person would read it, or refused with what is missing.

use crate::command::falsecard;

use std::process::Output;

use falsecard::cards::Seat;
use falsecard::notation::json;
use falsecard::play::View;

/// What the program makes of a question.
enum Answer {
    /// Who is to play, his hand, dummy's if it is seen, the contract, the calls from the dealer on,
    /// and the cards.
    Reads(&'static str),
    /// A sentence of the refusal.
    Refuses(&'static str),
}

use Answer::{Reads, Refuses};

/// A question: what is pasted, the options beside it, and what is made of it.
type Asked = (&'static str, &'static [&'static str], Answer);

const ASKED: &[Asked] = &[
    // A hand of which nothing but the cards is said, in every manner of writing it.
    ("KJ742.83.Q65.972", &["--auction", "1NT-3NT"], Reads(LED)),
    ("KJ742 83 Q65 972", &["--auction", "1NT-3NT"], Reads(LED)),
    ("KJ742, 83, Q65, 972", &["--auction", "1NT-3NT"], Reads(LED)),
    ("KJ742/83/Q65/972", &["--auction", "1NT - 3NT"], Reads(LED)),
    ("♠KJ742 ♥83 ♦Q65 ♣972", &["--auction", "1NT–3NT"], Reads(LED)),
    ("♠ K J 7 4 2  ♥ 8 3  ♦ Q 6 5  ♣ 9 7 2", &["--auction", "1NT—3NT"], Reads(LED)),
    ("S KJ742 H 83 D Q65 C 972", &["--auction", "1N-3N"], Reads(LED)),
    ("S: K J 7 4 2 H: 8 3 D: Q 6 5 C: 9 7 2", &["--auction", "1n-3n"], Reads(LED)),
    ("S-KJ742 H-83 D-Q65 C-972", &["--auction", "1NT-3NT-AP"], Reads(LED)),
    ("SKJ742H83DQ65C972", &["--auction", "1NT-3NT-all pass"], Reads(LED)),
    ("s: kj742 h: 83 d: q65 c: 972", &["--auction", "1NT-3NT, AllPass"], Reads(LED)),
    ("KJ742\n83\nQ65\n972", &["--auction", "1NT-3NT 3 passes"], Reads(LED)),
    ("♠KJ742\n♥83\n♦Q65\n♣972\n", &["--auction", "1NT P 3NT AP"], Reads(LED)),
    (
        "Spades: KJ742\nHearts: 83\nDiamonds: Q65\nClubs: 972",
        &["--auction", "1NT pass 3NT"],
        Reads(LED),
    ),
    // A part of a hand.
    ("S:AKQ.J32", &["--auction", "1NT-3NT"], Refuses("no file, and 6 cards of a hand of 13")),
    // With the player's name.
    ("S:KJ742.83.Q65.972", &["--auction", "1NT-3NT"], Reads(LED)),
    ("S:KJ742.83.Q65.972 - - -", &["--auction", "1NT-3NT"], Reads(LED)),
    ("s:kj742.83.q65.972 - - -", &["--auction", "1NT-3NT"], Reads(LED)),
    ("South: KJ742 83 Q65 972", &["--auction", "1NT-3NT"], Reads(LED)),
    ("South - KJ742 83 Q65 972", &["--auction", "1NT-3NT"], Reads(LED)),
    (
        "W:KJ742.83.Q65.972",
        &["--auction", "1NT-3NT"],
        Reads("W to play KJ742.83.Q65.972; 3NT by South; S 1NT P 3NT P P P;"),
    ),
    (
        "N:KJ742.83.Q65.972",
        &["--auction", "1S P 2S P 4S"],
        Reads("N to play KJ742.83.Q65.972; 4♠ by West; W 1♠ P 2♠ P 4♠ P P P;"),
    ),
    (
        "E:KJ742.83.Q65.972 - - -",
        &["--contract", "3NTN"],
        Reads("E to play KJ742.83.Q65.972; 3NT by North;;"),
    ),
    // Questions in a sentence.
    ("You hold KJ742 83 Q65 972, 1NT-3NT. Your lead?", &[], Reads(LED)),
    ("You hold ♠KJ742 ♥83 ♦Q65 ♣972. The bidding: 1NT – 3NT. What do you lead?", &[], Reads(LED)),
    ("Lead problem: S KJ742 H 83 D Q65 C 972; auction 1NT (P) 3NT", &[], Reads(LED)),
    ("As South you hold KJ742.83.Q65.972; 1NT pass 3NT all pass", &[], Reads(LED)),
    ("None vul. You hold: ♠KJ742 ♥83 ♦Q65 ♣972. Bidding: 1NT-3NT.", &[], Reads(LED)),
    (
        "What do you lead against 3NT by East? KJ742 83 Q65 972",
        &[],
        Reads("S to play KJ742.83.Q65.972; 3NT by East;;"),
    ),
    ("IMPs\nKJ742 83 Q65 972\n1NT (P) 3NT (AP)\nYour lead?", &[], Reads(LED)),
    (
        "You are West: AQ4 K32 QJ9 KT32. Auction: 1S-2S-4S",
        &[],
        Reads("W to play AQ4.K32.QJ9.KT32; 4♠ by South; S 1♠ P 2♠ P 4♠ P P P;"),
    ),
    // Tens, voids, lower case.
    (
        "♠A1064 ♥— ♦KQJ1097 ♣A82",
        &["--contract", "4♥ by East"],
        Reads("S to play AT64..KQJT97.A82; 4♥ by East;;"),
    ),
    (
        "AT64 - KQJT97 A82",
        &["--contract", "4HE"],
        Reads("S to play AT64..KQJT97.A82; 4♥ by East;;"),
    ),
    (
        "S A1064 H void D KQJ1097 C A82",
        &["--contract", "4 hearts by east"],
        Reads("S to play AT64..KQJT97.A82; 4♥ by East;;"),
    ),
    // Auctions: the opponents' calls, words, alerts.
    ("KJ742.83.Q65.972", &["--auction", "1NT! P 3NT"], Reads(LED)),
    ("KJ742.83.Q65.972", &["--auction", "1NT (15-17) - 3NT"], Reads(LED)),
    (
        "KJ742.83.Q65.972",
        &["--auction", "(1H) X (P) 2S (P) 4S"],
        Reads("S to play KJ742.83.Q65.972; 4♠ by East; S 1♥ X P 2♠ P 4♠ P P P;"),
    ),
    (
        "KJ742.83.Q65.972",
        &["--auction", "1♥ (2♣) 4♥"],
        Reads("S to play KJ742.83.Q65.972; 4♥ by East; E 1♥ 2♣ 4♥ P P P;"),
    ),
    (
        "KJ742.83.Q65.972",
        &["--auction", "1♠–2♣–2♠–4♠"],
        Reads("S to play KJ742.83.Q65.972; 4♠ by East; E 1♠ P 2♣ P 2♠ P 4♠ P P P;"),
    ),
    (
        "KJ742.83.Q65.972",
        &["--auction", "1NT-X-AP"],
        Reads("S to play KJ742.83.Q65.972; 1NTx by East; E 1NT X P P P;"),
    ),
    (
        "KJ742.83.Q65.972",
        &["--auction", "1 heart dbl redouble passed out"],
        Reads("S to play KJ742.83.Q65.972; 1♥xx by East; E 1♥ X XX P P P;"),
    ),
    (
        "KJ742.83.Q65.972",
        &["--auction", "1 club - no bid - 1 no trump - pass out"],
        Reads("S to play KJ742.83.Q65.972; 1NT by East; W 1♣ P 1NT P P P;"),
    ),
    // Two hands and what was led; a diagram; what programs write.
    (
        "N:432.32.32.AJT987 - AK9.AQ87.AK87.Q6 -",
        &["--contract", "3NTS", "--lead", "H6"],
        Reads("N to play AK9.AQ87.AK87.Q6, dummy 432.32.32.AJT987; 3NT by South;; ♥6"),
    ),
    (
        "432 32 32 AJT987\nAK9 AQ87 AK87 Q6",
        &["--auction", "2NT-3NT", "--dealer", "S", "--played", "H6 H2 HK HA"],
        Reads(
            "S to play AK9.AQ87.AK87.Q6, dummy 432.32.32.AJT987; 3NT by South; S 2NT P 3NT P P P; ♥6 ♥2 ♥K ♥A",
        ),
    ),
    (
        "North: ♠432 ♥32 ♦32 ♣AJT987\nSouth: ♠AK9 ♥AQ87 ♦AK87 ♣Q6\nContract: 3NT by South. West leads the ♥6.",
        &[],
        Reads("N to play AK9.AQ87.AK87.Q6, dummy 432.32.32.AJT987; 3NT by South;; ♥6"),
    ),
    (
        "Dealer: South\n        NORTH\n        ♠ 4 3 2\n        ♥ 3 2\n        ♦ 3 2\n        ♣ A J 10 9 8 7\n\
         \u{20}                       EAST\n                        ♠ Q J 10\n                        ♥ K J 10 9\n\
         \u{20}                       ♦ Q J 10 9\n                        ♣ K 2\n\
         SOUTH   WEST   NORTH   EAST\n2 NT    Pass   3 NT    All Pass\nOpening lead: ♥6",
        &["--played", "H6 H2"],
        Reads(
            "E to play QJT.KJT9.QJT9.K2, dummy 432.32.32.AJT987; 3NT by South; S 2NT P 3NT P P P; ♥6 ♥2",
        ),
    ),
    (
        "https://www.bridgebase.com/tools/handviewer.html?s=SKJ742H83DQ65C972&d=e&v=n&a=1NP3NPPP",
        &[],
        Reads(LED),
    ),
    ("[hv=pc=n&s=skj742h83dq65c972&d=e&v=0&b=1&a=1np3nppp]133|200[/hv]", &[], Reads(LED)),
    ("st||md|4SKJ742H83DQ65C972,,|mb|1N|mb|P|mb|3N|mb|P|mb|P|mb|P|", &[], Reads(LED)),
    (
        "[Deal \"S:KJ742.83.Q65.972 - - -\"]\n[Dealer \"E\"]\n[Auction \"E\"]\n1NT Pass 3NT AP\n",
        &[],
        Reads(LED),
    ),
    (
        r#"{"deal":{"S":"KJ742.83.Q65.972"},"contract":"3NT","declarer":"E"}"#,
        &[],
        Reads("S to play KJ742.83.Q65.972; 3NT by East;;"),
    ),
    // What is missing, contradicts or can be read in two ways.
    ("KJxx 83 Q65 9742", &["--auction", "1NT-3NT"], Refuses("\"x\" is neither a suit nor a rank")),
    ("South: KJ742 83 Q65 97", &["--auction", "1NT-3NT"], Refuses("South has 12 cards")),
    ("♠KJ742 ♥83 ♦Q65 ♣9722", &["--auction", "1NT-3NT"], Refuses("dealt twice")),
    ("♠KJ742 ♥83 ♦Q65 ♣9763", &["--auction", "1NT-3NT"], Refuses("14 cards")),
    ("♠KJ742 ♥83 ♦Q65", &["--auction", "1NT-3NT"], Refuses("no row of clubs")),
    ("KJ742.83.Q65.972", &[], Refuses("[Contract]")),
    (
        "KJ742.83.Q65.972",
        &["--auction", "1NT-2NT-P"],
        Refuses("may be everybody's calls or one side's"),
    ),
    (
        "You hold KJ742 83 Q65 972, 1NT-2NT-P. Your lead?",
        &[],
        Refuses("may be everybody's calls, or one side's"),
    ),
    (
        "KJ742.83.Q65.972",
        &["--auction", "1NT P 3NT", "--contract", "3NTS", "--dealer", "E"],
        Refuses("ends in 3NT by East, not in 3NT by South"),
    ),
    (
        "N:432.32.32.AJT987 - AK9.AQ87.AK87.Q6 -",
        &["--auction", "2NT-3NT", "--dealer", "S", "--contract", "3NTN"],
        Refuses("the calls were read as one side's, whose opponents pass"),
    ),
    (
        "N:432.32.32.AJT987 - AK9.AQ87.AK87.Q6 -",
        &["--contract", "3NT"],
        Refuses("nothing says who declares 3NT"),
    ),
    (
        "N:432.32.32.AJT987 - AK9.AQ87.AK87.Q6 -",
        &["--auction", "2NT-3NT"],
        Refuses("nothing says who made the first call"),
    ),
    (
        "N:432.32.32.AJT987 - AK9.AQ87.AK87.Q6 -",
        &["--contract", "3NTS"],
        Refuses("add the hand of West"),
    ),
    ("KJ742.83.Q65.972", &["--auction", "1NT puss 3NT"], Refuses("\"puss\" is no call")),
    (
        "You hold KJ742 83 Q65 972. My uncle opened 1NT. Your lead?",
        &[],
        Refuses("\"My uncle opened 1NT\" stands beside a hand"),
    ),
    ("https://tinyurl.com/2abcdef", &[], Refuses("has no deal in it, and pages are not fetched")),
    ("bit.ly/3xyzabc", &[], Refuses("copy the LIN")),
    (
        "https://www.bridgebase.com/tools/handviewer.html?myhand=M-3212-4",
        &[],
        Refuses("has no deal in it"),
    ),
    (
        "N:KJ742.83.Q65.972 AQ4.K32.QJ9.KT3",
        &["--contract", "3NTE"],
        Refuses("lists 2 hands instead of four"),
    ),
];

/// The commonest of all questions: what to lead against three no trump.
const LED: &str = "S to play KJ742.83.Q65.972; 3NT by East; E 1NT P 3NT P P P;";

/// What went to standard error, as one line.
fn told(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr).replace(['│', '·'], " ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A view in a line.
fn said(view: &View) -> String {
    let bidding = view.bidding();
    let hand = |seat| view.dealt(seat).map_or_else(String::new, |hand| hand.to_string());
    let dummy = match hand(bidding.contract().dummy()) {
        hand if hand.is_empty() => hand,
        hand => format!(", dummy {hand}"),
    };
    let calls: Vec<String> = bidding.calls().map(|(_, call)| format!(" {call}")).collect();
    let calls = calls.concat();
    let dealer = bidding.dealer().filter(|_| !calls.is_empty());
    let dealer = dealer.map_or_else(String::new, |seat| format!(" {seat}"));
    let cards: Vec<String> =
        view.history().played().iter().map(|played| format!(" {}", played.card)).collect();
    let turn = view.history().to_play();
    format!(
        "{turn} to play {}{dummy}; {};{dealer}{calls};{}",
        hand(view.seat()),
        bidding.contract(),
        cards.concat()
    )
}

#[test]
fn questions_are_read_as_people_mean_them_or_refused_with_what_is_missing() {
    assert!(ASKED.len() >= 40);
    let mut wrong = Vec::new();
    for (text, options, answer) in ASKED {
        let asked = [&[*text], *options].concat();
        let found = match answer {
            Reads(_) => read(&asked),
            Refuses(_) => refused(&asked),
        };
        let is_right = match answer {
            Reads(wanted) => found == *wanted,
            Refuses(wanted) => found.contains(wanted),
        };
        let (Reads(wanted) | Refuses(wanted)) = answer;
        if !is_right {
            wrong.push(format!("{asked:?}\n  wanted {wanted}\n  found  {found}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), ASKED.len(), wrong.join("\n"));
}

/// What is read: the view of who is to play.
fn read(asked: &[&str]) -> String {
    let output = falsecard(&[&["convert", "--to", "json"], asked].concat());
    if !output.status.success() {
        return told(&output);
    }
    let view = || {
        let game = json::read("asked", &output.stdout).all().ok()?.remove(0);
        let play = game.partial_play().map_err(|fault| eprintln!("{fault}")).ok()?;
        play.view(play.history().decider()).map_err(|why| eprintln!("{why}")).ok()
    };
    view().map_or_else(|| format!("no view: {}", told(&output)), |view| said(&view))
}

/// What is said of a question that is refused; nothing is printed as an answer.
fn refused(asked: &[&str]) -> String {
    let thought = ["--engine", "minimax", "--worlds", "1"];
    let output = falsecard(&[&["choose"], asked, &thought].concat());
    if output.status.code() != Some(2) || !output.stdout.is_empty() {
        return format!("an answer: {}", String::from_utf8_lossy(&output.stdout));
    }
    told(&output)
}

/// What is understood without being said is told.
#[test]
fn what_is_taken_for_granted_is_said() {
    let hand = "KJ742.83.Q65.972";
    for (asked, wanted) in [
        (&[hand, "--auction", "1NT-3NT"][..], "the auction is 1NT P 3NT P P P"),
        (&[hand, "--auction", "1NT-3NT"], "it is taken for South's, on lead against 3NT by East"),
        (&[hand, "--contract", "3NTW"], "it is taken for North's, on lead against 3NT by West"),
        (&["S:KJ742.83.Q65.972", "--contract", "3NT"], "South's hand alone is taken to be on lead"),
        (&["You hold KJ742 83 Q65 972, 1NT-3NT."], "the auction is 1NT P 3NT P P P"),
    ] {
        let output = falsecard(&[&["convert", "--to", "text"], asked].concat());
        assert!(output.status.success() && told(&output).contains(wanted), "{}", told(&output));
    }
    let all_said = ["S:KJ742.83.Q65.972", "--auction", "1NT P 3NT", "--dealer", "E"];
    let output = falsecard(&[&["convert", "--to", "text"][..], &all_said].concat());
    assert_eq!(told(&output), "");
    let output = falsecard(&["convert", "--to", "json", "--json", hand, "--contract", "3NTE"]);
    let note: serde_json::Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(note["error"]["status"], 0);
}

/// A hand alone is the hand of the seat that is named, whichever it is.
#[test]
fn a_hand_is_that_of_the_seat_named() {
    for seat in Seat::ALL {
        for rest in ["", " - - -"] {
            let deal = format!("{seat}:KJ742.83.Q65.972{rest}");
            let output = falsecard(&["convert", "--to", "json", &deal]);
            let game = json::read("asked", &output.stdout).all().unwrap().remove(0);
            assert_eq!(game.hand(seat).unwrap().to_string(), "KJ742.83.Q65.972");
        }
    }
}

/// Where nothing can be converted, nothing is printed.
#[test]
fn nothing_is_printed_where_nothing_is_converted() {
    for deal in ["N:A.. - - -", "S:KJxxx.83.Q65.972 - - -"] {
        let output = falsecard(&["convert", deal, "--to", "pbn"]);
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]), "{deal}");
    }
}
