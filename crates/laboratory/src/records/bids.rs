//! The calls of records as training examples: each with all that its player had before him.

use super::corpus::GameRecord;
use super::openings::{Openings, PairOpening};
use falsecard_engine::bidding::{
    CallChoice, CallContext, KeyCardAnswer, KeyCardScale, KeyCardStage, KeyCardTurn, KeyCards,
    OpeningStyle,
};
use falsecard_engine::cards::{BySeat, Call, Hand, Seat, Side};

/// The calls of records, each with what its player had before him. How pairs open is known once all
/// records are added.
#[derive(Debug, Default)]
pub struct BidRecords {
    records: usize,
    openings: Openings,
    calls: Vec<RecordedCall>,
}

/// A call of a record, with the auction before it, the hand, and both pairs as far as their names
/// are known, the caller's first.
#[derive(Debug)]
struct RecordedCall {
    record: usize,
    context: CallContext,
    hand: Hand,
    call: Call,
    pairs: [Option<PairOpening>; 2],
    /// The key-card scale of partner's answer, as partner's hand shows it: whoever asked knows the
    /// scale. `None` if partner has not just answered.
    answered: Option<KeyCardScale>,
}

/// A call with all that its player had before him.
#[derive(Debug, Clone)]
pub struct BidLesson {
    /// The number of the record in the order of adding, from 0.
    pub record: usize,
    /// The input of the bidder's network.
    pub choice: CallChoice,
    /// The call made.
    pub call: Call,
}

impl BidRecords {
    /// The calls of all records in order. Call it after all records are added, since they show how
    /// pairs open.
    pub fn lessons(&self) -> impl Iterator<Item = BidLesson> + '_ {
        let style = |pair: Option<PairOpening>| {
            pair.map_or_else(OpeningStyle::default, |pair| self.openings.style(pair))
        };
        self.calls.iter().map(
            move |RecordedCall { record, context, hand, call, pairs, answered }| {
                let known = || pairs[0].and_then(|pair| self.openings.scale(pair));
                let scale = answered.or_else(known);
                let choice = CallChoice::new(context, *hand, pairs.map(style), scale);
                BidLesson { record: *record, choice, call: *call }
            },
        )
    }

    /// Adds the calls of a record.
    pub fn add(&mut self, record: &GameRecord) {
        let [ns, ew] = self.openings.add(record);
        let (bidding, deal) = (record.play.bidding(), record.play.deal());
        let calls: Vec<_> = bidding.calls().collect();
        for (at, &(seat, call)) in calls.iter().enumerate() {
            let context = CallContext::of(&calls[..at], seat, bidding.vulnerability());
            let pairs = if Side::of(seat) == Side::NorthSouth { [ns, ew] } else { [ew, ns] };
            let answered = answered_by(&calls[..at], seat, &BySeat::from_fn(|it| deal[it]));
            let (record, hand) = (self.records, deal[seat]);
            self.calls.push(RecordedCall { record, context, hand, call, pairs, answered });
        }
        self.records += 1;
    }
}

/// The key-card scale by which partner has just answered the player to call; `None` if partner's
/// hand fits none.
fn answered_by(before: &[(Seat, Call)], seat: Seat, hands: &BySeat<Hand>) -> Option<KeyCardScale> {
    let turn = KeyCardTurn::of(before, seat)?;
    let KeyCardStage::Answered { call, .. } = turn.stage else { return None };
    let shown = KeyCardAnswer::of(KeyCards::of(hands[seat.partner()], turn.trumps));
    let scales = [KeyCardScale::ThreeFirst, KeyCardScale::FourFirst];
    scales.into_iter().find(|&scale| shown.call(scale) == call)
}
