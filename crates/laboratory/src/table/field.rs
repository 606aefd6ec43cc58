//! The field: tables at which a deal is bid and played as people do.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rand::RngExt;

use super::entrant::{Entrant, SeatedEntrant, Strategy};
use crate::problem::RuleFileRef;
use falsecard_engine::bidding::{AuctionSoFar, Bidder, LikelyCall};
use falsecard_engine::cards::{Call, FullDeal, Hand, Seat};
use falsecard_engine::play::{Board, Play};
use falsecard_engine::search::Settings;
use falsecard_engine::work::{purpose, stream};

/// A call that fewer people make, from 0 to 1, is not drawn.
const COMMON: f64 = 0.05;

/// The worlds that a person solves for a card with ten tricks left.
const WORLDS: usize = 2;

/// The board of a deal as people bid it on from an auction: each call is drawn by how many of them
/// make it. `None` if they pass it out. Equal seeds give equal auctions.
pub fn bid_by_people(
    bidder: &Bidder,
    deal: FullDeal,
    from: AuctionSoFar,
    seed: u64,
) -> Option<Board> {
    let hands = [Seat::North, Seat::East, Seat::South].map(|seat| deal[seat].to_bits());
    let mut rng = stream(seed, &[purpose::BIDDING, hands[0], hands[1], hands[2]]);
    let mut heard = from;
    while let Some(seat) = heard.turn() {
        let call = drawn(bidder, deal[seat], &heard, rng.random());
        heard.push(call, None);
    }
    Some(Board::new(deal, Arc::new(heard.bidding()?)))
}

/// A board as people play it, by some agreements; `None` if `stop` was set. Equal seeds give equal
/// cards.
pub fn play_by_people(
    board: &Board,
    known: RuleFileRef,
    seed: u64,
    stop: &AtomicBool,
) -> Option<Play> {
    let settings = Settings::builder().seed(seed).mind_worlds(WORLDS).build();
    let entrant = Entrant::new(Strategy::Person, settings.expect("there may be so few worlds"));
    let seated = SeatedEntrant::alone(&entrant, known);
    let mut play = Play::new(board.clone());
    while !play.is_over() {
        let view = play.view(play.history().decider());
        let card = seated.card(&view, None, stop)?;
        play.play(card).expect("a person plays legal cards");
    }
    Some(play)
}

/// A call, drawn by how many people make it.
fn drawn(bidder: &Bidder, hand: Hand, heard: &AuctionSoFar, ticket: f64) -> Call {
    let calls = bidder.calls(hand, heard);
    let common: Vec<&LikelyCall> = calls.iter().filter(|it| it.probability >= COMMON).collect();
    let all: f64 = common.iter().map(|it| it.probability).sum();
    let mut left = ticket * all;
    let found = common.iter().find(|it| {
        left -= it.probability;
        left < 0.0
    });
    found.or(common.first()).map_or_else(|| bidder.call(hand, heard), |it| it.call)
}
