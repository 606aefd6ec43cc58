//! Games as people have them in their files: what one part leaves out or says wrongly is read by the
//! others, and told; what contradicts costs no more than its part.

use falsecard::notation::{Cost, Deviation, Game, Warning, pbn};

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

/// A contradiction costs the auction alone: the contract named, the deal, the play and the result stay.
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
