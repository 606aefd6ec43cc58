//! What people type of a deal, in the styles of books and newspapers, is read; what is unclear in it is
//! refused with its line.

use std::fs;
use std::path::PathBuf;

use falsecard::cards::{Seat, clockwise};
use falsecard::notation::{
    Contents, Deviation, Format, Game, Games, Pips, Style, pbn, problem, typed,
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
    let calls: String = game.auction().iter().map(|call| format!(" {call}")).collect();
    let contract = game.contract().map_or(String::new(), |it| format!(" = {it}"));
    let cards: String = game.cards().iter().map(|card| format!(" {card}")).collect();
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
"
        ,
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
        "N:AQ4..KJT97.AQ986 KT98.QJT2.5.J743 J753.AK875.A3.KT 62.9643.Q8642.52; = 4♠x by South; ♣5",
    ),
    // Three hands: dummy on the left of the reader, and what he was dealt himself, around a compass.
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
    assert!(games.iter().map(said).eq(wanted.cloned()));
    // Without a title, where another diagram begins behind text, and where a phrase comes again.
    for between in ["", "Another deal:\n", "\nWest    North   East    South\n1NT     All Pass\n"] {
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
    ("♠ A Q 4", "♠ A Q 4 2", 9, "law 1: there is one ♠2 in the pack"),
    ("♦ A 3", "♦ A", 13, "law 14: South has 12 cards"),
    ("♦ A 3", "♦ A 3 3", 15, "law 1: there is one ♦3 in the pack, and it is dealt twice, to South alone"),
    ("♣ A Q 9 8 6", "", 8, "this has no row of clubs"),
    ("           ♥ -\n", "", 4, "this has no row of hearts"),
    ("           ♠ J 7 5 3\n", "", 13, "a row of hearts stands where no hand waits for it"),
    ("             ♥ Q J 10 2", "", 9, "this row has 1 hands, and its row of spades has 2"),
    ("♥ 9 6 4 3  ", "♥ 9 6 4 3  ♥", 9, "this row has 3 hands, and its row of spades has 2"),
    ("♥ 9 6 4 3", "♥ 9 6 4 1", 9, "\"1\" is neither a suit nor a rank"),
    ("West                  East", "West                  West", 8, "West's hand stands twice"),
    ("           ♥ -\n", "so it was\n", 4, "text stands within a hand"),
    ("Dealer: South", "Dealer: Sooth", 17, "[Dealer] names the seat \"sooth\""),
    ("Dealer: South", "Dealer: West", 21, "law 17B: the dealer makes the first call; West deals"),
    ("Vul: N-S", "Vul: N-W", 18, "[Vulnerable] says \"N-W\""),
    ("Vul: N-S", "Vul: N-S\nE-W vulnerable", 0, ""),
    ("Contract: 4♠ by South", "Contract: 8♠ by South", 19, "[Contract] says \"8♠ by South\""),
    ("Contract: 4♠ by South", "Contract: 5♠ by South", 19, "law 22: the auction ends in 4♠ by South"),
    ("South   West    North   East", "South   North   West    East", 20, "the four players, clockwise"),
    ("1♥      Pass    2♦      Pass", "1♥      Pass    2♦", 22, "nothing"),
    ("2♠      Pass", "1♠      Pass", 22, "law 27A"),
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
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        println!("{part:?} -> {instead:?}: {told:?} wanted {line} {rule}");
    }
}
