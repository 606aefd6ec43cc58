//! What people type of a deal, in the styles of books and newspapers, is read; what is unclear in
//! it is refused with its line.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use falsecard::cards::{Seat, clockwise};
use falsecard::notation::{
    Contents, Deviation, DiagramStyle, Format, Game, Games, Pips, pbn, problem, typed,
};

/// What a text holds, whose format its beginning tells.
fn read(text: &[u8]) -> Contents<Game> {
    let mut all = Contents::default();
    for piece in Games::open("x", text, None).unwrap() {
        all.good.extend(piece.good);
        all.faults.extend(piece.faults);
        all.warnings.extend(piece.warnings);
    }
    all
}

fn one(text: &str) -> Game {
    let mut games = read(text.as_bytes()).all().unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    assert_eq!(games.len(), 1, "{text}");
    let game = games.remove(0);
    assert!(game.faults().is_empty(), "{:?}\n{text}", game.faults());
    game
}

/// A game in a line: the hands, dealer, vulnerability, auction, contract and cards.
fn said(game: &Game) -> String {
    let hand = |seat| match game.hand(seat) {
        None => "-".to_owned(),
        Some(hand) if hand.is_empty() => "...".to_owned(),
        Some(hand) => hand.to_string(),
    };
    let hands = [0, 1, 2, 3].map(|n| hand(clockwise(Seat::North, n))).join(" ");
    let dealer = game.dealer().map_or(String::new(), |seat| format!(" dealer {seat}"));
    let vulnerable = game.vulnerability().map_or(String::new(), |it| match it.bits() {
        0 => " none".into(),
        1 => " NS".into(),
        2 => " EW".into(),
        _ => " all".into(),
    });
    let calls: String =
        game.auction().iter().flat_map(|call| [" ".into(), call.to_string()]).collect();
    let contract = game.contract().map_or(String::new(), |it| format!(" = {it}"));
    let cards: String =
        game.cards().iter().flat_map(|card| [" ".into(), card.to_string()]).collect();
    format!("N:{hands}{dealer}{vulnerable};{calls}{contract};{cards}")
}

/// A text as it is typed, and what is read.
const TYPED: &[(&str, &str)] = &[
    // As most newspapers print it: names above the hands, blanks between the cards, tens in full.
    (
        "
South dealer. N-S vulnerable

                    NORTH
                    ♠ A Q 4
                    ♥ —
                    ♦ K J 10 9 7
                    ♣ A Q 9 8 6
WEST                                    EAST
♠ 6 2                                   ♠ K 10 9 8
♥ 9 6 4 3                               ♥ Q J 10 2
♦ Q 8 6 4 2                             ♦ 5
♣ 5 2                                   ♣ J 7 4 3
                    SOUTH
                    ♠ J 7 5 3
                    ♥ A K 8 7 5
                    ♦ A 3
                    ♣ K 10

The bidding:
SOUTH     WEST      NORTH     EAST
1 ♥       Pass      2 ♦       Pass
2 ♠       Pass      4 ♠       All Pass

Opening lead — ♣ 5
",
        "N:AQ4..KJT97.AQ986 KT98.QJT2.5.J743 J753.AK875.A3.KT 62.9643.Q8642.52 dealer S NS; 1♥ P 2♦ \
         P 2♠ P 4♠ P P P = 4♠ by South; ♣5",
    ),
    // Letters with colons, commas between the cards, dashes for a void, no names.
    (
        "
Dealer: N
Vul: Both
               S: A,Q,4
               H: --
               D: K,J,10,9,7
               C: A,Q,9,8,6
S: 6,2                        S: K,10,9,8
H: 9,6,4,3                    H: Q,J,10,2
D: Q,8,6,4,2                  D: 5
C: 5,2                        C: J,7,4,3
               S: J,7,5,3
               H: A,K,8,7,5
               D: A,3
               C: K,10
Contract: 4♠ by South
Lead: C5
",
        "N:AQ4..KJT97.AQ986 KT98.QJT2.5.J743 J753.AK875.A3.KT 62.9643.Q8642.52 dealer N all; = 4♠ by \
         South; ♣5",
    ),
    // Glued cards, T, a compass, an empty rest for a void, letters.
    (
        "
            S AQ4
            H
            D KJT97
            C AQ986
S 62             N          S KT98
H 9643         W   E        H QJT2
D Q8642          S          D 5
C 52                        C J743
            S J753
            H AK875
            D A3
            C KT
",
        "N:AQ4..KJT97.AQ986 KT98.QJT2.5.J743 J753.AK875.A3.KT 62.9643.Q8642.52;;",
    ),
    // Outlined symbols with variation selectors, tabs, the dealer in parentheses.
    (
        "
\t\tNorth (Dealer)
\t\t♤\u{fe0e} A Q 4
\t\t♡\u{fe0f} —
\t\t♢\u{fe0e} K J 10 9 7
\t\t♧\u{fe0e} A Q 9 8 6
West\t\t\t\tEast
♤\u{fe0e} 6 2\t\t\t\t♤ K 10 9 8
♡ 9 6 4 3\t\t\t♡ Q J 10 2
♢ Q 8 6 4 2\t\t\t♢ 5
♧ 5 2\t\t\t\t♧ J 7 4 3
\t\tSouth
\t\t♤ J 7 5 3
\t\t♡ A K 8 7 5
\t\t♢ A 3
\t\t♧ K 10
East-West vulnerable
",
        "N:AQ4..KJT97.AQ986 KT98.QJT2.5.J743 J753.AK875.A3.KT 62.9643.Q8642.52 dealer N EW;;",
    ),
    // Proportional type: what is left of the layout is two blanks between West and East.
    (
        "
♠ AQ4
♥ -
♦ KJ1097
♣ AQ986
♠ 62  ♠ K1098
♥ 9643  ♥ QJ102
♦ Q8642  ♦ 5
♣ 52  ♣ J743
♠ J753
♥ AK875
♦ A3
♣ K10
",
        "N:AQ4..KJT97.AQ986 KT98.QJT2.5.J743 J753.AK875.A3.KT 62.9643.Q8642.52;;",
    ),
    // Not even those: the symbols tell West from East.
    (
        "
♠ A Q 4
♥ —
♦ K J 10 9 7
♣ A Q 9 8 6
♠ 6 2 ♠ K 10 9 8
♥ 9 6 4 3 ♥ Q J 10 2
♦ Q 8 6 4 2 ♦ 5
♣ 5 2 ♣ J 7 4 3
♠ J 7 5 3
♥ A K 8 7 5
♦ A 3
♣ K 10
",
        "N:AQ4..KJT97.AQ986 KT98.QJT2.5.J743 J753.AK875.A3.KT 62.9643.Q8642.52;;",
    ),
    // After the lead: dummy and the reader's own hand, East, with the column's text around them.
    (
        "
You sit East and defend four spades. Partner leads the five of clubs,
which looks like a short suit, and dummy comes down.

                 North
                 ♠ A Q 4
                 ♥ —
                 ♦ K J 10 9 7
                 ♣ A Q 9 8 6
                                 East
                                 ♠ K 10 9 8
                                 ♥ Q J 10 2
                                 ♦ 5
                                 ♣ J 7 4 3

South   West    North   East
1♥      Pass    2♦      Pass
2♠      Pass    4♠      (All Pass)

Trick 1: ♣5 ♣6

Plan the defence before you read on: what is declarer's shape?
",
        "N:AQ4..KJT97.AQ986 KT98.QJT2.5.J743 - - dealer S; 1♥ P 2♦ P 2♠ P 4♠ P P P = 4♠ by South; ♣5 ♣6",
    ),
    // Declarer's problem: two hands below each other, without a name.
    (
        "
        ♠ A Q 4
        ♥ void
        ♦ K J 10 9 7
        ♣ A Q 9 8 6

        ♠ J 7 5 3
        ♥ A K 8 7 5
        ♦ A 3
        ♣ K 10
Contract: 4♠ by South. Neither vulnerable.
Opening lead: ♣5
",
        "N:AQ4..KJT97.AQ986 - J753.AK875.A3.KT - none; = 4♠ by South; ♣5",
    ),
    // An opening-lead problem: one hand, and an auction whose dealer has dashes before his call.
    (
        "
West
S 6 2
H 9 6 4 3
D Q 8 6 4 2
C 5 2

West   North   East   South
 -      -       -     1H
Pass   2D      Pass   2S
Pass   4S      Pass   Pass
Pass
",
        "N:- - - 62.9643.Q8642.52 dealer S; 1♥ P 2♦ P 2♠ P 4♠ P P P = 4♠ by South;",
    ),
    // The same with a hand on one line.
    (
        "
West: ♠ 6 2  ♥ 9 6 4 3  ♦ Q 8 6 4 2  ♣ 5 2
West   North   East   South
                      1 ♥*
Pass   2 ♦(1)  Pass   2 ♠
Pass   4 ♠     Pass   Pass
Pass
* five cards or more
",
        "N:- - - 62.9643.Q8642.52 dealer S; 1♥ P 2♦ P 2♠ P 4♠ P P P = 4♠ by South;",
    ),
    // Four hands on a line each.
    (
        "
N: S AQ4 H - D KJT97 C AQ986
E: S KT98 H QJT2 D 5 C J743
S: S J753 H AK875 D A3 C KT
W: S 62 H 9643 D Q8642 C 52
Dealer: East  Vul: None
",
        "N:AQ4..KJT97.AQ986 KT98.QJT2.5.J743 J753.AK875.A3.KT 62.9643.Q8642.52 dealer E none;;",
    ),
    // The deal in the words of PBN, with phrases.
    (
        "\"N:AQ4..KJT97.AQ986 - J753.AK875.A3.KT -\"\nContract: 6NTx by N\nOpening lead: HQ\n",
        "N:AQ4..KJT97.AQ986 - J753.AK875.A3.KT -; = 6NTx by North; ♥Q",
    ),
    // Facts in the corner, a frame of strokes, names of suits in letters without a blank.
    (
        "
Board 12           | SAQ4
Dealer: W          | H-
Vul: N/S           | DKJT97
                   | CAQ986
S62                |        N        | SKT98
H9643              |      W + E      | HQJT2
DQ8642             |        S        | D5
C52                |                 | CJ743
                   | SJ753
                   | HAK875
                   | DA3
                   | CKT
",
        "N:AQ4..KJT97.AQ986 KT98.QJT2.5.J743 J753.AK875.A3.KT 62.9643.Q8642.52 dealer W NS;;",
    ),
    // Names beside the hands.
    (
        "
Love all

North   ♠ AQ4
        ♥ —
        ♦ KJ1097
        ♣ AQ986

South   ♠ J753
        ♥ AK875
        ♦ A3
        ♣ K10

South declares 4♠.
",
        "N:AQ4..KJT97.AQ986 - J753.AK875.A3.KT - none;;",
    ),
    // The words of the British: no bid, dble, game all; play in short lines.
    (
        "
Game all. Dealer South.
                  ♠ A Q 4
                  ♥ None
                  ♦ K J 10 9 7
                  ♣ A Q 9 8 6
♠ 6 2                             ♠ K 10 9 8
♥ 9 6 4 3                         ♥ Q J 10 2
♦ Q 8 6 4 2                       ♦ 5
♣ 5 2                             ♣ J 7 4 3
                  ♠ J 7 5 3
                  ♥ A K 8 7 5
                  ♦ A 3
                  ♣ K 10
South    West     North    East
1♥       No bid   2♦       No bid
2♠       No bid   4♠       Dble
No bid   No bid   Redbl    No bid
No bid   No bid
1. ♣5 ♣6 ♣3 ♣10
2. ♠3 ♠2 ♠Q ♠K
",
        "N:AQ4..KJT97.AQ986 KT98.QJT2.5.J743 J753.AK875.A3.KT 62.9643.Q8642.52 dealer S all; 1♥ P 2♦ \
         P 2♠ P 4♠ X P P XX P P P = 4♠xx by South; ♣5 ♣6 ♣3 ♣T ♠3 ♠2 ♠Q ♠K",
    ),
    // All the play on some lines, an end position.
    (
        "
            ♠ A Q
            ♥ —
            ♦ 9
            ♣ —
♠ K 3                  ♠ —
♥ —                    ♥ J 10
♦ —                    ♦ 5
♣ 4                    ♣ —
            ♠ J 7
            ♥ 8
            ♦ —
            ♣ —
Contract: NT
South to lead
Play: S7 S3 SQ D5
SA HT SJ SK
",
        "N:AQ..9. .JT.5. J7.8.. K3...4;; ♠7 ♠3 ♠Q ♦5 ♠A ♥T ♠J ♠K",
    ),
    // A table of Markdown.
    (
        "
S: S AKQ H AKQ D AKQ C AKQ2

| North | East | South | West |
|-------|------|-------|------|
| Pass  | Pass | 7NT   | X    |
| Pass  | Pass | XX    | AP   |
",
        "N:- - AKQ.AKQ.AKQ.AKQ2 - dealer N; P P 7NT X P P XX P P P = 7NTxx by South;",
    ),
    // The players by name, and the lead by a sentence.
    (
        "
           North (Ada)
           ♠ A Q 4
           ♥ -
           ♦ K J 10 9 7
           ♣ A Q 9 8 6
West (Bo)             East (Cy)
♠ 6 2                 ♠ K 10 9 8
♥ 9 6 4 3             ♥ Q J 10 2
♦ Q 8 6 4 2           ♦ 5
♣ 5 2                 ♣ J 7 4 3
           South (Di)
           ♠ J 7 5 3
           ♥ A K 8 7 5
           ♦ A 3
           ♣ K 10
N and S vulnerable
4 Spades doubled by South
West leads the ♣5.
",
        "N:AQ4..KJT97.AQ986 KT98.QJT2.5.J743 J753.AK875.A3.KT 62.9643.Q8642.52 NS; = 4♠x by South; ♣5",
    ),
    // Three hands: dummy on the left of the reader, and what he was dealt himself, around a
    // compass.
    (
        "
                       N
♠ 6 2                W   E          ♠ K 10 9 8
♥ 9 6 4 3              S            ♥ Q J 10 2
♦ Q 8 6 4 2                         ♦ 5
♣ 5 2                               ♣ J 7 4 3
Contract: 2♣ by West
",
        "N:- KT98.QJT2.5.J743 - 62.9643.Q8642.52; = 2♣ by West;",
    ),
    // Small capitals of a word processor, spaced by no-break blanks; passed out.
    (
        "
\u{a0}\u{a0}\u{a0}\u{a0}South
\u{a0}\u{a0}\u{a0}\u{a0}♠\u{a0}J\u{a0}7\u{a0}5\u{a0}3
\u{a0}\u{a0}\u{a0}\u{a0}♥\u{a0}A\u{a0}K\u{a0}8\u{a0}7\u{a0}5
\u{a0}\u{a0}\u{a0}\u{a0}♦\u{a0}A\u{a0}3
\u{a0}\u{a0}\u{a0}\u{a0}♣\u{a0}K\u{a0}10
Passed out
",
        "N:- - J753.AK875.A3.KT -;;",
    ),
];

#[test]
fn diagrams_of_books_and_newspapers_are_read() {
    assert!(TYPED.len() >= 20);
    for (text, wanted) in TYPED {
        assert_eq!(said(&one(text)), *wanted, "{text}");
    }
}

/// All of them in one file.
#[test]
fn one_diagram_follows_another() {
    let titled = |(n, (text, _)): (usize, &(&str, &str))| format!("Board {}\n{text}\n", n + 1);
    let text: String =
        TYPED.iter().filter(|(text, _)| !text.contains("Board")).enumerate().map(titled).collect();
    let games = read(text.as_bytes()).all().unwrap_or_else(|fault| panic!("{fault}"));
    let wanted = TYPED.iter().filter(|(text, _)| !text.contains("Board")).map(|(_, wanted)| wanted);
    assert!(games.iter().map(said).eq(wanted.copied()));
    // Without a title, where another diagram begins behind text, and where a phrase comes again.
    for between in ["", "Another deal:\n", "\nSouth   West    North   East\n1NT     All Pass\n"] {
        let text = format!("Dealer: S{}{between}{}", TYPED[4].0, TYPED[5].0);
        assert_eq!(read(text.as_bytes()).all().unwrap().len(), 2, "{text}");
    }
    let text = format!("Dealer: S\n{}Dealer: W\n{}", TYPED[4].0, TYPED[7].0);
    let dealers: Vec<_> =
        read(text.as_bytes()).all().unwrap().iter().map(|game| game.dealer().unwrap()).collect();
    assert_eq!(dealers, [Seat::South, Seat::West]);
}

/// A hand diagram to be spoiled.
const WHOLE: &str = "
           North
           ♠ A Q 4
           ♥ -
           ♦ K J 10 9 7
           ♣ A Q 9 8 6
West                  East
♠ 6 2                 ♠ K 10 9 8
♥ 9 6 4 3             ♥ Q J 10 2
♦ Q 8 6 4 2           ♦ 5
♣ 5 2                 ♣ J 7 4 3
           South
           ♠ J 7 5 3
           ♥ A K 8 7 5
           ♦ A 3
           ♣ K 10
Dealer: South
Vul: N-S
Contract: 4♠ by South
South   West    North   East
1♥      Pass    2♦      Pass
2♠      Pass    4♠      All Pass
Lead: ♣5
Trick 1: ♣5 ♣6 ♣3 ♣10
Trick 2: ♠3 ♠2 ♠Q ♠K
";

/// What is written instead of what, the line at fault, and the rule.
const SPOILED: &[(&str, &str, usize, &str)] = &[
    ("♠ A Q 4", "♠ A Q x", 3, "\"x\" is neither a suit nor a rank"),
    ("♠ A Q 4", "♠ A Q 4 2", 8, "law 1: there is one ♠2 in the pack"),
    ("♦ A 3", "♦ A", 13, "law 14: South has 12 cards"),
    (
        "♦ A 3",
        "♦ A 3 3",
        15,
        "law 1: there is one ♦3 in the pack, and it is dealt twice, to South alone",
    ),
    ("♣ A Q 9 8 6", "", 8, "this has no row of clubs"),
    ("           ♥ -\n", "", 4, "this has no row of hearts"),
    ("           ♠ J 7 5 3\n", "", 13, "a row of hearts stands where no hand waits for it"),
    ("             ♥ Q J 10 2", "", 9, "the row has one hand, and its row of spades 2"),
    ("♥ 9 6 4 3  ", "♥ 9 6 4 3  ♥", 9, "the row has 3 hands, and its row of spades 2"),
    ("♥ 9 6 4 3", "♥ 9 6 4 1", 9, "\"1\" is neither a suit nor a rank"),
    ("West                  East", "West                  West", 8, "West's hand stands twice"),
    ("           ♥ -\n", "so it was\n", 4, "text stands within a hand"),
    ("Dealer: South", "Dealer: Sooth", 17, "[Dealer] names the seat \"Sooth\""),
    ("Dealer: South", "Dealer: West", 21, "law 17B: the dealer makes the first call; West deals"),
    ("Vul: N-S", "Vul: N-W", 18, "[Vulnerable] says \"N-W\""),
    ("Vul: N-S", "Vul: N-S\nE-W vulnerable", 19, "there is no hand"),
    ("           North\n", "Scoring: IMP. Scoring: MP\n", 2, "[Scoring] stands twice"),
    ("Contract: 4♠ by South", "Contract: 8♠ by South", 19, "[Contract] says \"8♠ by South\""),
    (
        "Contract: 4♠ by South",
        "Contract: 5♠ by South",
        19,
        "law 22: the auction ends in 4♠ by South",
    ),
    (
        "South   West    North   East",
        "South   North   West    East",
        20,
        "the four players, clockwise",
    ),
    ("1♥      Pass    2♦      Pass", "1♥      Pass    2♦", 21, "four calls, and this has 3"),
    ("2♠      Pass", "1♠      Pass", 22, "law 27: insufficient bid: South may not call 1♠"),
    ("2♠      Pass", "2♠      Puss", 22, "\"Puss\" is no call"),
    ("Lead: ♣5", "Lead: ♣2", 23, "the opening lead is ♣2, and the first card played is ♣5"),
    ("Lead: ♣5", "Lead: five", 23, "\"five\" is no card"),
    ("Lead: ♣5", "North leads ♣5", 23, "West leads here, and not North"),
    ("Trick 2", "Trick 3", 25, "this is trick 3, and trick 2 comes next"),
    ("♣6 ♣3 ♣10", "♣6 ♣3", 25, "trick 1 has four cards, and here are 3"),
    ("♣6 ♣3 ♣10", "♣6 ♣3 ♥A", 24, "law 44C: South holds a club"),
    ("♠3 ♠2 ♠Q ♠K", "♠3 ♠2 ♠Q ♠Z", 25, "\"♠Z\" is no card"),
];

#[test]
fn what_is_unclear_is_refused_with_its_line() {
    assert!(SPOILED.len() >= 25);
    one(WHOLE);
    for (part, instead, line, rule) in SPOILED {
        assert!(WHOLE.contains(part), "{part}");
        let contents = read(WHOLE.replacen(part, instead, 1).as_bytes());
        let faults: Vec<_> =
            contents.faults.iter().chain(contents.good.iter().flat_map(Game::faults)).collect();
        assert_eq!(faults.len(), 1, "{part} {instead}: {faults:?}");
        assert_eq!(faults[0].line(), *line, "{part} {instead}: {}", faults[0]);
        assert!(faults[0].to_string().contains(rule), "{part} {instead}: {}", faults[0]);
    }
}

/// The problems that come with the program, as they are and with the hands that their deciders see.
fn problems() -> Vec<Game> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("problems");
    let mut games = Vec::new();
    for folder in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let Ok(files) = fs::read_dir(folder) else { continue };
        for path in files.map(|entry| entry.unwrap().path()) {
            if path.extension().is_some_and(|ending| ending == "pbn") {
                let contents = problem::read("problem", &fs::read(path).unwrap()).all().unwrap();
                games.extend(contents.iter().map(|it| it.game().clone()));
            }
        }
    }
    assert!(games.len() >= 181);
    games
}

/// The same with only these hands.
fn showing(game: &Game, seats: &[Seat]) -> Game {
    let hand = |turn| {
        let seat = clockwise(Seat::North, turn);
        let shown = game.hand(seat).filter(|_| seats.contains(&seat));
        shown.map_or("-".to_owned(), |hand| hand.to_string())
    };
    let deal = format!("[Deal \"N:{}\"]", [0, 1, 2, 3].map(hand).join(" "));
    let text = game.to_pbn();
    let lines = text.lines().map(|line| if line.starts_with("[Deal ") { &deal } else { line });
    let text: String = lines.flat_map(|line| [line, "\r\n"]).collect();
    pbn::read("masked", text.as_bytes()).all().unwrap().remove(0)
}

const STYLES: [DiagramStyle; 2] = [
    DiagramStyle { pips: Pips::Symbols, colour: false },
    DiagramStyle { pips: Pips::Letters, colour: false },
];

/// The law of the hand diagram: what `convert --to text` writes is read back.
#[test]
fn the_picture_of_a_game_is_read_back() {
    let problems = problems();
    let masked = problems.iter().flat_map(|game| {
        let decider = game.play().unwrap().history().decider();
        let dummy = game.contract().unwrap().dummy();
        [
            vec![decider, dummy],
            vec![decider],
            vec![decider.lho()],
            vec![dummy, decider.rho()],
            vec![],
        ]
        .map(|seats| showing(game, &seats))
    });
    for game in problems.iter().cloned().chain(masked) {
        for style in STYLES {
            let drawn = Format::Text.write(&game, style);
            if Seat::ALL.iter().all(|&seat| game.hand(seat).is_none()) {
                continue;
            }
            let contents = typed::read("drawn", drawn.as_bytes());
            assert_eq!(contents.warnings, [], "{drawn}");
            let back = contents.all().unwrap_or_else(|fault| panic!("{fault}\n{drawn}"));
            assert_eq!(said(&back[0]), said(&game), "{drawn}");
            assert_eq!(Format::Text.write(&back[0], style), drawn);
        }
    }
    // A file of all, one behind the other.
    let drawn: String = problems.iter().map(|game| Format::Text.write(game, STYLES[0])).collect();
    let back = read(drawn.as_bytes()).all().unwrap();
    assert!(back.iter().map(said).eq(problems.iter().map(said)));
}

/// What a diagram has beside a deal of 52 cards.
#[test]
fn the_pictures_of_other_games_are_read_back() {
    for text in [
        "[Deal \"N:AQ..9. .JT.5. J7.8.. K3...4\"]\n[Contract \"NT\"]\n[Play \"S\"]\nS7 S3 SQ D5\n",
        "[Deal \"N:AQ..9. - J7.8.. -\"]\n[Contract \"H\"]\n[Declarer \"S\"]\n[Play \"N\"]\n",
        "[Deal \"N:AQ..9. - - -\"]\n[Contract \"3H\"]\n",
        "[Deal \"N:- - .AKQJT98765432.. -\"]\n[Contract \"Pass\"]\n[Vulnerable \"All\"]\n",
        "[Deal \"N:- - .AKQJT98765432.. -\"]\n[Dealer \"E\"]\n[Auction \"E\"]\nPass 7H +\n",
        "[Deal \"N:- .AKQJT98765432.. - -\"]\n[Dealer \"E\"]\n[Auction \"E\"]\nPass Pass Pass Pass\n",
    ] {
        let game = pbn::read("x", text.as_bytes()).all().unwrap().remove(0);
        for style in STYLES {
            let drawn = Format::Text.write(&game, style);
            assert_eq!(said(&one(&drawn)), said(&game), "{drawn}");
            assert_eq!(one(&drawn).strain(), game.strain(), "{drawn}");
        }
    }
}

fn utf_16(text: &str, mark: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    mark.encode_utf16().chain(text.encode_utf16()).flat_map(bytes).collect()
}

#[test]
fn every_format_is_read_in_utf_16_and_with_any_line_break() {
    let game = showing(&problems()[0], &[Seat::North, Seat::South]);
    for format in [Format::Pbn, Format::Lin, Format::Url, Format::Json, Format::Text] {
        let text = format.write(&game, STYLES[0]).replace("\r\n", "\n");
        for ends in ["\n", "\r\n", "\r"] {
            let text = text.replace('\n', ends);
            let mut encoded =
                vec![text.clone().into_bytes(), format!("\u{feff}{text}").into_bytes()];
            for mark in ["\u{feff}", ""] {
                encoded.push(utf_16(&text, mark, u16::to_le_bytes));
                encoded.push(utf_16(&text, mark, u16::to_be_bytes));
            }
            for bytes in encoded {
                assert_eq!(Format::of_text(&bytes), format);
                let games = read(&bytes).all().unwrap_or_else(|fault| panic!("{fault}"));
                assert_eq!(games.len(), 1, "{format:?} {ends:?}");
                assert_eq!(said(&games[0]), said(&game), "{format:?} {ends:?}");
            }
        }
    }
    // What is beyond Latin-1, half of it in another read.
    let text = format!("[Event \"{}\"]\n", "♠\u{1f0a1}".repeat(50));
    for size in 1..9 {
        let bytes = utf_16(&text, "\u{feff}", u16::to_be_bytes);
        let input = std::io::BufReader::with_capacity(size, &bytes[..]);
        let game = Games::open("x", input, None).unwrap().next().unwrap().good.remove(0);
        assert_eq!(game.tag("Event"), Some(&*"♠\u{1f0a1}".repeat(50)));
    }
    // A diagram as Windows programs save it where there are no suits: dashes of Windows-1252.
    let dashed = TYPED[1].0.replace("--", "—").replace('♠', "S");
    let bytes: Vec<u8> = dashed.chars().map(|c| if c == '—' { 0x97 } else { c as u8 }).collect();
    assert_eq!(said(&read(&bytes).all().unwrap()[0]), TYPED[1].1);
}

#[test]
fn json_is_read_over_several_lines_and_in_an_array() {
    let games = problems();
    let lines: Vec<String> = games.iter().take(5).map(Game::to_json).collect();
    let wanted: Vec<String> = games.iter().take(5).map(said).collect();
    let values: Vec<serde_json::Value> =
        lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let pretty: Vec<String> =
        values.iter().map(|value| serde_json::to_string_pretty(value).unwrap()).collect();
    for text in [
        lines.concat(),
        pretty.join("\n"),
        pretty.concat(),
        serde_json::to_string(&values).unwrap(),
        serde_json::to_string_pretty(&values).unwrap(),
        format!("[\n{}]\n", lines.join(",")),
        serde_json::to_string_pretty(&values).unwrap().replace("  ", ""),
    ] {
        let games = read(text.as_bytes()).all().unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        assert!(games.iter().map(said).eq(wanted.iter().cloned()));
    }
    // Faults keep their lines, and the next game.
    let spoiled = pretty[1].replace("\"deal\"", "\"dael\"");
    let at = spoiled.lines().position(|line| line.contains("dael")).unwrap();
    let line = pretty[0].lines().count() + at + 1;
    let contents = read(format!("{}\n{spoiled}\n{}", pretty[0], lines[2]).as_bytes());
    assert_eq!(contents.good.len(), 2);
    assert_eq!(contents.faults[0].line(), line, "{}", contents.faults[0]);
    for open in
        ["{\"board\":\"1\",", "{\"deal\":{\"N\":\"A...", "{\"tags\":[{\"name\":\"A\"}", "junk"]
    {
        let contents = read(format!("{}{open}\n{}", lines[0], lines[1]).as_bytes());
        assert_eq!((contents.good.len(), contents.faults.len()), (2, 1), "{open}");
        assert_eq!(contents.faults[0].line(), 2, "{open}");
    }
}

/// What is not typed stays what it was; column text is passed over, and that is said.
#[test]
fn other_formats_are_not_taken_for_diagrams() {
    for (text, format) in [
        ("[Event \"S AKQ\"]\n{♠ AKQ}\n", Format::Pbn),
        ("S AKQ\n[Event \"x\"]\n", Format::Pbn),
        ("% PBN 2.1\n♠ AKQ\n", Format::Pbn),
        ("; Dealer: South\n", Format::Pbn),
        ("st||md|1SAKQ,,|", Format::Lin),
        ("\"pn|♠ AKQ|st||md|1SAKQ,,|\"", Format::Lin),
        ("<https://www.bridgebase.com/tools/handviewer.html?n=SAKQ>", Format::Url),
        ("bridgebase.com/tools/handviewer.html?lin=st%7C%7C", Format::Url),
        ("  n=SAKQ&s=HAKQ\n", Format::Url),
        ("[\n  {\n \"board\": \"1\"", Format::Json),
        ("nothing of bridge\n", Format::Pbn),
        ("My hand was\n\n♠ AKQ\n", Format::Text),
        ("N:AKQ... - - -", Format::Text),
    ] {
        assert_eq!(Format::of_text(text.as_bytes()), format, "{text}");
    }
    let contents = read(TYPED[6].0.as_bytes());
    let unread: Vec<usize> = contents
        .warnings
        .iter()
        .map(|warning| match warning.deviation {
            Deviation::UnreadText { lines } => lines,
            _ => panic!("{warning}"),
        })
        .collect();
    assert_eq!(unread, [2, 1]);
}

/// What a person pastes where a file would stand.
#[test]
fn an_argument_is_a_deal_if_it_looks_like_one() {
    for (text, is_deal) in [
        ("https://www.bridgebase.com/tools/handviewer.html?n=SAKQ&s=HA", true),
        (" '<http://www.bridgebase.com/tools/handviewer.html?lin=st%7C%7Cmd%7C1SA>' ", true),
        ("n=SAKQ&s=HA", true),
        ("st||md|1SAKQ,,|", true),
        ("N:AKQ... - - -", true),
        ("\"s:AKQ.10.. - - -\"", true),
        ("[Deal \"N:AKQ... - - -\"]", true),
        ("{\"deal\":{\"N\":\"AKQ...\"}}", true),
        ("♠ AKQ\n♥ -\n♦ -\n♣ -", true),
        ("https://example.org/deal?x=1", true),
        ("final.pbn", false),
        ("N:final.pbn", false),
        ("S", false),
        ("[2026] final.pbn", false),
        ("{a}", false),
    ] {
        assert_eq!(Format::of_argument(text).is_some(), is_deal, "{text}");
    }
}

fn falsecard(args: &[&str], folder: &std::path::Path, pasted: &str) -> (bool, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_falsecard"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdin.take().unwrap().write_all(pasted.as_bytes()));
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.success(), text(output.stdout), text(output.stderr))
}

/// The paper's first example without its play.
const DEAL: &str = "N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543";

#[test]
fn a_deal_is_an_argument_or_pasted() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let to = |form: &str| {
        let (is_done, text, told) = falsecard(&["convert", DEAL, "--to", form], &folder, "");
        assert!(is_done, "{told}");
        text.trim().to_owned()
    };
    let pbn = to("pbn");
    assert!(pbn.contains(&format!("[Deal \"{DEAL}\"]")));
    let as_written = |text: &str| text.replace("[Board \"1\"]", "[Board \"?\"]").trim().to_owned();
    for form in ["lin", "url", "json", "text", "pbn"] {
        let text = to(form);
        for given in [text.clone(), format!(" \"{text}\" "), format!("<{text}>\n")] {
            if given != text && !matches!(form, "lin" | "url") {
                continue;
            }
            for (argument, pasted) in [(given.as_str(), ""), ("-", given.as_str())] {
                let (is_done, back, told) =
                    falsecard(&["convert", argument, "--to", "pbn"], &folder, pasted);
                assert!(is_done && told.is_empty(), "{form}: {told}");
                assert_eq!(as_written(&back), pbn, "{form} {argument}");
            }
        }
    }
    // A file of that name wins.
    let name = "n=SA&s=HA";
    fs::write(folder.join(name), "[Event \"of the file\"]\n").unwrap();
    let (_, text, _) = falsecard(&["convert", name, "--to", "pbn"], &folder, "");
    assert!(text.contains("of the file"), "{text}");
    fs::remove_file(folder.join(name)).unwrap();
    // What is neither says what would do; a long one is not shown in full.
    for argument in ["no-such-file.pbn".to_owned(), "x".repeat(5_000)] {
        let (is_done, _, told) = falsecard(&["dd", &argument], &folder, "");
        assert!(!is_done && told.len() < 1_000, "{told}");
        for part in ["handviewer.html?", "st||md|", "N:AQT.K4.32.J98765 - - -"] {
            assert!(told.contains(part), "{told}");
        }
    }
    for (argument, name) in [("N:A.. - - -", "the argument:1"), ("-", "standard input:1")] {
        let (is_done, _, told) = falsecard(&["dd", argument], &folder, "N:A.. - - -");
        assert!(!is_done && told.contains(name) && told.contains("3 suits"), "{told}");
    }
}

/// What a deal leaves open is filled in by options, and nothing else.
#[test]
fn a_bare_deal_is_given_its_contract() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let all = ["--auction", "2NT P 3NT", "--contract", "3NT by South", "--vul", "NS"];
    let filled = |deal: &str, options: &[&str]| {
        falsecard(&[&["convert", deal, "--to", "pbn"], options].concat(), &folder, "")
    };
    let played = "H6 H2 HK HA CQ C3 C7";
    let (is_done, text, told) =
        filled(DEAL, &[&all[..], &["--played", played, "--lead", "H6"]].concat());
    assert!(is_done, "{told}");
    for part in [
        "[Dealer \"S\"]",
        "[Vulnerable \"NS\"]",
        "[Declarer \"S\"]",
        "[Contract \"3NT\"]",
        "2NT Pass 3NT Pass\r\nPass Pass",
        "H6 H2 HK HA\r\nC3 C7 + CQ",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let file = folder.join("filled.pbn");
    fs::write(&file, &text).unwrap();
    let thought =
        ["--worlds", "1", "--set", "mind-worlds=1", "--set", "lookahead=1", "--engine", "minimax"];
    let from_file =
        falsecard(&[&["choose", file.to_str().unwrap()], &thought[..]].concat(), &folder, "");
    let options = [&all[..], &["--played", played]].concat();
    let from_deal = falsecard(&[&["choose", DEAL], &options[..], &thought].concat(), &folder, "");
    assert_eq!(from_deal, from_file);
    assert!(from_file.0);
    let contract = |text: &str| {
        let (is_done, text, told) = filled(DEAL, &["--contract", text, "--dealer", "W"]);
        assert!(is_done, "{told}");
        let tag = |name: &str| {
            let line = text.lines().find(|line| line.starts_with(&format!("[{name} "))).unwrap();
            line.split('"').nth(1).unwrap().to_owned()
        };
        format!("{} {}", tag("Contract"), tag("Declarer"))
    };
    for (text, wanted) in [
        ("4SS", "4S S"),
        ("4S by South", "4S S"),
        ("4♠S", "4S S"),
        ("4♠\u{fe0f} South", "4S S"),
        ("4S South", "4S S"),
        ("3NTxE", "3NTX E"),
        ("3NE", "3NT E"),
        ("3nn", "3NT N"),
        ("6 hearts redoubled by West", "6HXX W"),
        ("5CXX by w", "5CXX W"),
        ("1DE", "1D E"),
    ] {
        assert_eq!(contract(text), wanted, "{text}");
    }
    for (options, wrong) in [
        (&["--contract", "4S"][..], "nothing says who declares 4♠"),
        (&["--contract", "8SS"], "expected a contract"),
        (&["--contract", "4SOUTH"], "expected a contract"),
        (&["--auction", "1S P 4S"], "nothing says who made the first call"),
        (&["--auction", "P P", "--dealer", "N"], "nobody bids"),
        (&["--auction", "1S 1H"], "call 2 of the auction, 1♥, is illegal"),
        (&["--auction", "1S puss"], "\"puss\" is no call"),
        (&["--auction", "1S P 4S", "--contract", "5SS"], "ends in 4♠ by South, not in 5♠ by South"),
        (
            &["--auction", "1S", "--contract", "1SS", "--dealer", "N"],
            "1♠ by North, not in 1♠ by South",
        ),
        (&["--lead", "H6"], "need a contract"),
        (&["--contract", "4SS", "--lead", "HA"], "law 44A: West does not hold ♥A"),
        (&["--contract", "4SS", "--lead", "H6", "--played", "H5 H2"], "is given as ♥6"),
        (&["--played", "H6 xx"], "\"xx\" is no card"),
        (&["--vul", "some"], "expected none, NS, EW or all"),
    ] {
        let (is_done, _, told) = filled(DEAL, options);
        let told =
            told.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ");
        assert!(!is_done && told.contains(wrong), "{options:?}: {told}");
    }
    for (options, wrong) in [
        (&["--dealer", "W"][..], "the dealer is given as West, and the game says South"),
        (&["--vul", "all"], "the vulnerability is given as All, and the game says NS"),
        (&["--contract", "4NTS"], "the contract is given as 4NT, and the game says 3NT"),
        (&["--contract", "3NTN"], "the declarer is given as North, and the game says South"),
        (&["--auction", "1NT P 3NT"], "the auction is given as 1NT P 3NT P P P"),
        (&["--lead", "H5"], "the opening lead is given as ♥5, and the game says ♥6"),
        (&["--played", "H6 H3"], "a card of the play is given as ♥3, and the game says ♥2"),
    ] {
        let (is_done, _, told) = filled(file.to_str().unwrap(), options);
        let told =
            told.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ");
        assert!(!is_done && told.contains(wrong), "{options:?}: {told}");
    }
    for options in [&all[..], &["--lead", "H6"], &["--played", "H6 H2 HK HA CQ C3 C7 C2"]] {
        let (is_done, _, told) = filled(file.to_str().unwrap(), options);
        assert!(is_done, "{told}");
    }
}
