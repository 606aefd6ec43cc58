//! A board on which several searches are tested.

use std::sync::Arc;

use crate::cards::{Auction, Seat, Vulnerability};
use crate::play::{Bidding, Board, DeclaredContract, Play};

/// South has 3NT and long diamonds; East has lone honours and touching ones.
const DEAL: &str = "N:AKQ2.8765.A54.32 T98.AK2.K32.KJT9 J76.QJ3.QJT9.AQ8 543.T94.876.7654";

/// The play of this contract by South, after these cards.
pub(super) fn play(contract: &str, cards: &[&str]) -> Play {
    let contract = DeclaredContract { contract: contract.parse().unwrap(), declarer: Seat::South };
    let bidding = Bidding::new(Seat::South, Vulnerability::NONE, Auction::new(), contract);
    let mut play = Play::new(Board::new(DEAL.parse().unwrap(), Arc::new(bidding.unwrap())));
    for card in cards {
        play.play(card.parse().unwrap()).unwrap();
    }
    play
}
