//! How likely a player is to play each card, fitted to the cards of records: the school of that network.

use super::corpus::Record;
use super::school::{Examples, School, kept_or_left_out};
use crate::carding::player::{CardChoice, CardMoment, CardNetwork, TracedCard};
use crate::cards::Card;
use crate::play::Play;

/// How often all cards are shown, how many between two steps, and how large these are at most.
const PASSES: usize = 16;
const BATCH: usize = 1024;
const RATE: f64 = 3e-3;

/// The share of units that are left out.
const LEFT_OUT: f32 = 0.2;

/// The cards of records that were chosen among several, each with what its player had before him.
#[derive(Debug, Default)]
pub struct CardRecords {
    cards: Vec<(CardChoice, Card)>,
}

impl Examples for CardRecords {
    type Network = CardNetwork;

    fn add(&mut self, record: &Record) {
        let (bidding, deal) = (record.play.bidding(), record.play.deal());
        let dummy = deal[bidding.contract().dummy()];
        let mut now = Play::new(record.play.board().clone());
        for played in record.play.history().played() {
            if now.legal().len() > 1 {
                let moment = CardMoment::of(bidding, now.history(), dummy);
                let choice = moment.with(deal[moment.decider()]);
                self.cards.push((choice, played.card));
            }
            now.play(played.card).expect("it was played");
        }
    }

    fn network(&self, seed: u64, told: &dyn Fn(f64, f64) -> bool) -> Option<CardNetwork> {
        let school = School { passes: PASSES, batch: BATCH, rate: RATE, seed };
        school.teach(
            &self.cards,
            &|network: &CardNetwork, (choice, played), rng, slopes| {
                let kept = std::array::from_fn(|_| kept_or_left_out(rng, LEFT_OUT));
                let traced = TracedCard::new(network, choice, *played, &kept);
                traced.add_slopes(network, slopes);
                traced.nats()
            },
            told,
        )
    }
}
