//! A table of practice, which bids a board.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::board::PracticeBoard;
use falsecard_engine::bidding::{
    BidNetwork, CallChoice, CallContext, KeyCardScale, LikelyCall, answer_by_scale,
};
use falsecard_engine::cards::{Auction, Call, Seat, Side, clockwise};
use falsecard_engine::play::Bidding;

/// A turn of an auction.
pub(super) struct PracticeTurn {
    /// The network's input: what the caller had before him.
    pub(super) choice: CallChoice,
    /// The call made.
    pub(super) made: Call,
    /// The side: 0 for North and South, 1 for East and West.
    pub(super) side: usize,
}

/// An auction, and the double-dummy score of its contract for North and South.
pub(super) struct PracticeAuction {
    pub(super) turns: Vec<PracticeTurn>,
    pub(super) score: i32,
}

impl PracticeAuction {
    /// The auction of players who call by these networks, the first of which is North's and
    /// South's. `pick` chooses one of the legal calls.
    pub(super) fn of(
        board: &PracticeBoard,
        players: [&BidNetwork; 2],
        mut pick: impl FnMut(&[LikelyCall]) -> Call,
    ) -> Self {
        let (mut auction, mut turns) = (Auction::new(), Vec::new());
        let mut calls: Vec<(Seat, Call)> = Vec::new();
        while !auction.has_ended() {
            let seat = clockwise(board.dealer, calls.len());
            let side = usize::from(Side::of(seat) == Side::EastWest);
            let context = CallContext::of(&calls, seat, board.vulnerability);
            let styles = [board.styles[side], board.styles[1 - side]];
            let choice =
                CallChoice::new(&context, board.deal.hands[seat], styles, Some(KeyCardScale::OURS));
            let mut open = players[side].calls(&choice);
            answer_by_scale(&choice, &mut open);
            let made = pick(&open);
            auction.try_push(made).expect("open calls are legal");
            calls.push((seat, made));
            turns.push(PracticeTurn { choice, made, side });
        }
        let contract = Bidding::contract_of(board.dealer, &auction);
        let score = contract.map_or(0, |contract| {
            let tricks = board.deal.table.tricks(contract.declarer, contract.strain());
            contract.score(tricks, board.vulnerability, Side::NorthSouth)
        });
        Self { turns, score }
    }
}

/// Draws a call by the calls' probabilities.
pub(super) fn drawn(rng: &mut ChaCha8Rng, calls: &[LikelyCall]) -> Call {
    let mut ticket = rng.random::<f64>();
    let found = calls.iter().find(|it| {
        ticket -= it.probability;
        ticket < 0.0
    });
    // What is left of rounding falls to the likeliest.
    let likeliest = || calls.iter().max_by(|a, b| a.probability.total_cmp(&b.probability));
    found.or_else(likeliest).map_or(Call::Pass, |it| it.call)
}
