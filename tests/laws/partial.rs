//! Laws of deals of which a player knows only his own hand, or dummy's too: every format reads and
//! writes them without loss, and the play is checked as far as can be seen.

use std::fs;
use std::path::PathBuf;

use falsecard::cards::{Seat, clockwise};
use falsecard::notation::{Breach, Contents, DiagramStyle, Format, Game, Games, problem};

/// What a text of a format holds.
fn read(format: Format, text: &str) -> Contents<Game> {
    let mut all = Contents::default();
    for piece in Games::open("x", text.as_bytes(), Some(format)).unwrap() {
        all.good.extend(piece.good);
        all.faults.extend(piece.faults);
    }
    all
}

fn one(format: Format, text: &str) -> Game {
    let mut games = read(format, text).all().unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

/// The PBN text of a game of which only these hands are known.
fn masked(game: &Game, seats: &[Seat]) -> String {
    let hand = |turn| {
        let seat = clockwise(Seat::North, turn);
        let shown = game.hand(seat).filter(|_| seats.contains(&seat));
        shown.map_or("-".to_owned(), |hand| hand.to_string())
    };
    let deal = format!("[Deal \"N:{}\"]", [0, 1, 2, 3].map(hand).join(" "));
    let lines = game.to_pbn();
    let line = |line: &str| if line.starts_with("[Deal ") { deal.clone() } else { line.into() };
    lines.lines().map(|it| line(it) + "\r\n").collect()
}

/// The problems that come with the program.
fn problems() -> Vec<Game> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("problems");
    let mut games = Vec::new();
    for folder in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let Ok(files) = fs::read_dir(folder) else { continue };
        for path in files.map(|entry| entry.unwrap().path()) {
            if path.extension().is_some_and(|ending| ending == "pbn") {
                let contents = problem::read("problem", &fs::read(path).unwrap());
                games.extend(contents.all().unwrap().iter().map(|it| it.game().clone()));
            }
        }
    }
    games
}

/// The decider's own hand, with dummy's and alone.
fn maskings() -> Vec<String> {
    let masked = |game: &Game| {
        let play = game.play().unwrap();
        let (decider, dummy) = (play.history().decider(), play.bidding().contract().dummy());
        [masked(game, &[decider, dummy]), masked(game, &[decider])]
    };
    problems().iter().flat_map(masked).collect()
}

#[test]
fn every_format_keeps_what_is_known_of_a_deal() {
    let maskings = maskings();
    assert!(maskings.len() >= 2 * 181);
    for text in maskings {
        let first = one(Format::Pbn, &text);
        let mut game = first.clone();
        assert!(first.hands().is_none() && first.faults().is_empty());
        for format in [Format::Lin, Format::Url, Format::Json, Format::Pbn] {
            let written = format.write(&game, DiagramStyle::default());
            game = one(format, &written);
            assert!(game.faults().is_empty(), "{written}");
            assert_eq!(said(&game), said(&first), "{written}");
        }
        assert_eq!(game.to_pbn(), first.to_pbn());
    }
}

/// What a player knows.
fn said(game: &Game) -> String {
    let hands = Seat::ALL.map(|seat| game.hand(seat).map(|hand| hand.to_string()));
    format!(
        "{hands:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        game.dealer(),
        game.vulnerability(),
        game.auction(),
        game.contract(),
        game.strain(),
        game.cards()
    )
}

/// What the masked problems do not have: no play, no cards, end positions, one hand and a lead.
const ODD: [&str; 8] = [
    "[Deal \"N:AK... - - -\"]\n[Contract \"NT\"]\n[Play \"E\"]\n",
    "[Deal \"N:AK... - .AK.. -\"]\n[Contract \"S\"]\n[Declarer \"N\"]\n[Play \"S\"]\nHA - - -\n",
    "[Deal \"N:AK... - .AK.. -\"]\n[Contract \"4S\"]\n[Declarer \"N\"]\n[Play \"S\"]\n",
    "[Deal \"N:- AKQJT98765432... - -\"]\n[Dealer \"W\"]\n[Auction \"W\"]\nPass +\n",
    "[Deal \"N:- - - -\"]\n[Contract \"3NT\"]\n[Declarer \"S\"]\n[Play \"W\"]\nC2 CK - -\n",
    "[Deal \"N:- .AKQJT98765432.. - -\"]\n[Contract \"7HXX\"]\n[Declarer \"E\"]\n[Play \"S\"]\n",
    "[Deal \"N:... ... - -\"]\n[Vulnerable \"All\"]\n",
    "[Deal \"S:.AKQJT98765432.. - AKQJT98765432... -\"]\n[Contract \"Pass\"]\n",
];

#[test]
fn nothing_is_lost_of_deals_of_other_kinds() {
    for text in ODD {
        let first = one(Format::Pbn, text);
        let mut game = first.clone();
        for format in [Format::Json, Format::Lin, Format::Url, Format::Pbn] {
            game = one(format, &format.write(&game, DiagramStyle::default()));
            assert_eq!(said(&game), said(&first), "{text}");
            assert_eq!(game.to_pbn(), first.to_pbn(), "{text}");
        }
    }
    let blank =
        one(Format::Json, "{\"deal\":{\"N\":\"...\",\"E\":\"...\",\"S\":\"...\",\"W\":\"...\"}}");
    assert!(blank.hands().is_none() && Seat::ALL.iter().all(|&seat| blank.hand(seat).is_none()));
}

/// The same two hands and cards, told in each format's own way of leaving hands open.
#[test]
fn every_format_leaves_hands_open_in_its_own_way() {
    let texts = [
        (
            Format::Pbn,
            "[Dealer \"S\"][Vulnerable \"NS\"]\n[Deal \"N:432.32.32.AJT987 - AK9.AQ87.AK87.Q6 -\"]\n\
             [Auction \"S\"]\n2NT Pass 3NT AP\n[Play \"W\"]\nHT H2 HK HA\n",
        ),
        (
            Format::Lin,
            "md|1SAK9HAQ87DAK87CQ6,,S432H32D32CAJT987,|sv|n|mb|2N|mb|p|mb|3N|mb|ppp|\
             pc|HT|pc|H2|pc|HK|pc|HA|",
        ),
        (
            Format::Url,
            "https://www.bridgebase.com/tools/handviewer.html?n=S432H32D32CAJ10987&s=sak9haq87dak87cq6\
             &d=s&v=n&a=2np3nppp&p=H10H2HKHA",
        ),
        (
            Format::Url,
            "https://www.bridgebase.com/tools/handviewer.html?s=SAK9HAQ87DAK87CQ6&n=S432H32D32CAJT987\
             &e=&w=shdc&d=S&v=N&a=2NP3NPPP&p=hth2hkha",
        ),
        (
            Format::Json,
            "{\"dealer\":\"S\",\"vulnerable\":\"NS\",\"deal\":{\"S\":\"AK9.AQ87.AK87.Q6\",\
             \"N\":\"432.32.32.AJT987\"},\"auction\":[{\"call\":\"2NT\"},{\"call\":\"P\"},\
             {\"call\":\"3NT\"},{\"call\":\"P\"},{\"call\":\"P\"},{\"call\":\"P\"}],\"play\":\
             [{\"card\":\"HT\"},{\"card\":\"H2\"},{\"card\":\"HK\"},{\"card\":\"HA\"}]}",
        ),
    ];
    let wanted = said(&one(Format::Pbn, texts[0].1));
    for (format, text) in texts {
        assert_eq!(said(&one(format, text)), wanted, "{text}");
    }
}

/// South declares 3NT and sees his own hand and dummy's: what he can see of each play's fault, and
/// how many cards are kept.
#[test]
fn the_play_is_checked_as_far_as_can_be_seen() {
    let cases = [
        ("H6 H2 HK C6", "law 44C: South holds a heart", 3),
        ("H6 CA", "law 44C: North holds a heart", 1),
        ("H6 H4", "law 44A: North does not hold ♥4", 1),
        ("HA", "law 44A: West plays ♥A, which South was dealt", 0),
        ("H6 H2 D3", "law 44A: East plays ♦3, which North was dealt", 2),
        ("H6 H2 H6", "law 44A: East plays ♥6, which was played to trick 1", 2),
        ("H6 H2 HK HA CQ C3 C7 CQ", "law 44A: East plays ♣Q, which was played to trick 2", 7),
        ("H6 H2 C2 HA HQ H5 H3 HK", "law 44C: East did not follow to a heart in trick 1", 7),
        ("H6 H2 C2 HA HQ H5 H3 C4", "", 8),
    ];
    let board = "md|1SAK9HAQ87DAK87CQ6,,S432H32D32CAJT987,|mb|2N|mb|p|mb|3N|mb|ppp|";
    for (cards, wrong, kept) in cases {
        let pairs = format!("pc|{}|", cards.replace(' ', "|pc|"));
        let game = one(Format::Lin, &format!("{board}{pairs}"));
        let told: Vec<String> = game.faults().iter().map(ToString::to_string).collect();
        let fits = if wrong.is_empty() { told.is_empty() } else { told[0].contains(wrong) };
        assert!(fits && game.cards().len() == kept, "{cards}: {told:?}");
    }
    let ended = "[Deal \"N:A... - - -\"]\n[Contract \"NT\"]\n[Play \"N\"]\nSA H2 H3 H4\nH5 - - -\n";
    let game = one(Format::Pbn, ended);
    assert!(matches!(game.faults()[0].breach(), Breach::IllegalPlay(_)), "{:?}", game.faults());
    assert_eq!(game.cards().len(), 4);
}

/// Hands that cannot be, with the law.
#[test]
fn the_hands_that_are_known_are_checked() {
    let cases = [
        ("N:AKQ.AKQ.AKQ.AKQJ - AJT.98.76.543 -", "law 1: there is one ♠A"),
        ("N:AKQ.AKQ.AKQ.AKQJ - JT.98.76.543 -", "law 14: South has 9 cards instead of 13"),
        ("N:AKQ.AKQ.AKQ.AKQJT - - -", "law 13: North has 14 cards instead of 13"),
        ("N:AKQ.AKQ.AKQ - - -", "North's hand has 3 suits"),
        ("N:AKQ.AKQ.AKQ.AKQ1 - - -", "North's hand has the rank '1'"),
        ("N:- -", "[Deal] lists 2 hands"),
    ];
    for (deal, wrong) in cases {
        let fault = read(Format::Pbn, &format!("[Deal \"{deal}\"]")).faults.remove(0);
        assert!(fault.to_string().contains(wrong), "{deal}: {fault}");
        let help = fault.breach().help().unwrap_or_default();
        assert!(
            !help.contains("no hand holds"),
            "what is missing may be in the hands unknown: {help}"
        );
    }
}
