//! The paper's four examples as plays, for tests that need a real decision.
#![allow(dead_code, unreachable_pub, reason = "each test file uses some of these")]

use std::sync::Arc;

use falsecard::cards::{Card, Seat, Vulnerability};
use falsecard::play::{Bidding, Board, DeclaredContract, Play};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

pub const EXAMPLE_1: &str = "N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543";

/// South's board: he deals and declares, North-South vulnerable.
pub fn play(deal: &str, auction: &str, contract: &str, cards: &str) -> Play {
    let contract = DeclaredContract { contract: contract.parse().unwrap(), declarer: Seat::South };
    let auction = auction.parse().unwrap();
    let bidding = Bidding::new(Seat::South, Vulnerability::NS, auction, contract).unwrap();
    let mut play = Play::new(Board::new(deal.parse().unwrap(), Arc::new(bidding)));
    for card in cards.split_whitespace() {
        play.play(card.parse().unwrap()).unwrap();
    }
    play
}

/// East follows to the queen of clubs from king and another.
pub fn example_1() -> Play {
    play(EXAMPLE_1, "2NT P 3NT P P P", "3NT", "H6 H2 HK HA CQ C3 C7")
}

/// West has cashed ace and king of diamonds.
pub fn example_2() -> Play {
    play(
        "N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT874.Q43.K6 J9875.65.AK5.A74",
        "1H 1S 3H P 4H P P P",
        "4H",
        "DA D6 D9 D3 DK D7 D2 D4",
    )
}

/// South has won the king of clubs with the ace.
pub fn example_3() -> Play {
    play(
        "N:AJ32.KQ543.2.654 87.AT6.6543.JT98 KQT9.2.KQJT9.A32 654.J987.A87.KQ7",
        "1D P 1H P 1S P 3S P 4S P P P",
        "4S",
        "CK C4 C9 CA",
    )
}

/// West follows to a club that South leads towards dummy.
pub fn example_4() -> Play {
    play(
        "N:K64.754.AQT.KQT4 JT3.QJ2.87642.93 A72.K963.K53.A76 Q985.AT8.J9.J852",
        "1NT P 3NT P P P",
        "3NT",
        "S5 S4 ST SA C6",
    )
}

/// The play with `more` cards chosen at random among the legal ones.
pub fn at_random(mut play: Play, more: usize, seed: u64) -> Play {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..more {
        let legal: Vec<Card> = play.legal().iter().collect();
        play.play(legal[rng.random_range(0..legal.len())]).unwrap();
    }
    play
}

pub fn card(text: &str) -> Card {
    text.parse().unwrap()
}
