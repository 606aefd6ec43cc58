//! How likely a player is to make each call who sees his hand: the school of the bidder's network.

use super::corpus::Record;
use super::openings::{Opened, Openings};
use super::school::{Examples, School, kept_or_left_out};
use falsecard_engine::bidding::{
    BidNetwork, BidTrace, CallChoice, CallContext, KeyCardAnswer, KeyCardScale, KeyCardStage,
    KeyCardTurn, KeyCards, OpeningStyle,
};
use falsecard_engine::cards::{BySeat, Call, Hand, Seat, Side};

/// How often all calls are shown, how many between two steps, and how large these are at most.
const PASSES: usize = 14;
const BATCH: usize = 512;
const RATE: f64 = 2e-3;

/// The share of units that are left out.
const LEFT_OUT: f32 = 0.3;

/// The calls of records, each with what its player had before him.
#[derive(Debug, Default)]
pub struct BidRecords {
    records: usize,
    openings: Openings,
    calls: Vec<Called>,
}

/// A call: what was seen of the auction, the hand, the call, and the caller's pair and the other, if they are known.
#[derive(Debug)]
struct Called {
    record: usize,
    context: CallContext,
    hand: Hand,
    call: Call,
    pairs: [Option<Opened>; 2],
    /// The scale by which partner has just answered him, as partner's hand shows: who asked knew it.
    answered: Option<KeyCardScale>,
}

/// A call with all that its player had before him.
#[derive(Debug, Clone)]
pub struct BidLesson {
    /// The number of the record among those that were added, from 0.
    pub record: usize,
    /// What he had before him.
    pub choice: CallChoice,
    /// What he called.
    pub call: Call,
}

impl BidRecords {
    /// The calls of all records in order: by now it is known how all pairs open.
    pub fn lessons(&self) -> impl Iterator<Item = BidLesson> + '_ {
        let style = |pair: Option<Opened>| {
            pair.map_or_else(OpeningStyle::default, |pair| self.openings.style(pair))
        };
        self.calls.iter().map(move |Called { record, context, hand, call, pairs, answered }| {
            let known = || pairs[0].and_then(|pair| self.openings.scale(pair));
            let scale = answered.or_else(known);
            let choice = CallChoice::new(context, *hand, pairs.map(style), scale);
            BidLesson { record: *record, choice, call: *call }
        })
    }

    fn add_calls(&mut self, record: &Record) {
        let [ns, ew] = self.openings.add(record);
        let (bidding, deal) = (record.play.bidding(), record.play.deal());
        let calls: Vec<_> = bidding.calls().collect();
        for (at, &(seat, call)) in calls.iter().enumerate() {
            let context = CallContext::of(&calls[..at], seat, bidding.vulnerability());
            let pairs = if Side::of(seat) == Side::NorthSouth { [ns, ew] } else { [ew, ns] };
            let answered = answered_by(&calls[..at], seat, &BySeat::from_fn(|it| deal[it]));
            let (record, hand) = (self.records, deal[seat]);
            self.calls.push(Called { record, context, hand, call, pairs, answered });
        }
        self.records += 1;
    }
}

/// The scale by which partner has just answered the player who is to call, if his hand fits one.
fn answered_by(before: &[(Seat, Call)], seat: Seat, hands: &BySeat<Hand>) -> Option<KeyCardScale> {
    let turn = KeyCardTurn::of(before, seat)?;
    let KeyCardStage::Answered { call, .. } = turn.stage else { return None };
    let shown = KeyCardAnswer::of(KeyCards::of(hands[seat.partner()], turn.trumps));
    let scales = [KeyCardScale::ThreeFirst, KeyCardScale::FourFirst];
    scales.into_iter().find(|&scale| shown.call(scale) == call)
}

impl Examples for BidRecords {
    type Network = BidNetwork;
    type Lessons = ();

    fn add_all(&mut self, games: Vec<(&Record, ())>) {
        for (record, ()) in games {
            self.add_calls(record);
        }
    }

    fn network(&self, seed: u64, told: &dyn Fn(f64, f64) -> bool) -> Option<BidNetwork> {
        let school = School { passes: PASSES, batch: BATCH, rate: RATE, seed };
        school.teach(
            &self.lessons().collect::<Vec<_>>(),
            &|network: &BidNetwork, BidLesson { choice, call, .. }, rng, slopes| {
                let kept = std::array::from_fn(|_| kept_or_left_out(rng, LEFT_OUT));
                let traced = BidTrace::new(network, choice, *call, &kept);
                traced.add_gradient(network, slopes);
                Some(traced.nats())
            },
            told,
        )
    }
}
