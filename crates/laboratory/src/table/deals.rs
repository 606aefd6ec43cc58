//! Deals for matches, before the auction.

use std::sync::Arc;

use falsecard_engine::bidding::{AuctionSoFar, Bidder, bid_out};
use falsecard_engine::cards::{BySeat, FullDeal, Seat, Vulnerability};
use falsecard_engine::play::{Board, duplicate_board};
use falsecard_engine::work::{purpose, shuffled, stream};

/// A deal with its number, dealer and vulnerability.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberedDeal {
    /// The number of the board.
    pub number: usize,
    /// The four hands.
    pub hands: FullDeal,
    /// The dealer, who makes the first call.
    pub dealer: Seat,
    /// The vulnerability.
    pub vulnerability: Vulnerability,
}

impl NumberedDeal {
    /// The random deal of a seed and a number from 1. Dealer and vulnerability are those of the
    /// duplicate board with this number (law 2).
    ///
    /// ```
    /// use falsecard::cards::{Seat, Vulnerability};
    /// use falsecard::table::NumberedDeal;
    ///
    /// let board = NumberedDeal::random(1, 13);
    /// assert_eq!((board.dealer, board.vulnerability), (Seat::North, Vulnerability::ALL));
    /// assert_eq!(board, NumberedDeal::random(1, 13));
    /// ```
    pub fn random(seed: u64, number: usize) -> Self {
        let (dealer, vulnerability) = duplicate_board(number);
        Self {
            number,
            hands: shuffled(&mut stream(seed, &[purpose::MATCH_DEAL, number as u64])),
            dealer,
            vulnerability,
        }
    }
}

/// The board as four players of this kind bid it; `None` if they pass it out.
pub fn bid_board(bidder: &Bidder, deal: &NumberedDeal) -> Option<Board> {
    let players = BySeat::from_fn(|_| *bidder);
    let hands = BySeat::from_fn(|seat| deal.hands[seat]);
    let heard = bid_out(&players, &hands, AuctionSoFar::new(deal.dealer, deal.vulnerability));
    Some(Board::new(deal.hands, Arc::new(heard.bidding()?)))
}
