//! The calls of records, each with all that its player had before him.

use super::corpus::GameRecord;
use super::openings::{Openings, PairOpening};
use falsecard_engine::bidding::{
    CallChoice, CallContext, KeyCardAnswer, KeyCardScale, KeyCardStage, KeyCardTurn, KeyCards,
    OpeningStyle,
};
use falsecard_engine::cards::{BySeat, Call, Hand, Seat, Side};

/// The calls of records, each with what its player had before him.
#[derive(Debug, Default)]
pub struct BidRecords {
    records: usize,
    openings: Openings,
    calls: Vec<RecordedCall>,
}

/// A call: what was seen of the auction, the hand, the call, and the caller's pair and the other,
/// if they are known.
#[derive(Debug)]
struct RecordedCall {
    record: usize,
    context: CallContext,
    hand: Hand,
    call: Call,
    pairs: [Option<PairOpening>; 2],
    /// The scale by which partner has just answered him, as partner's hand shows: who asked knew
    /// it.
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

/// The scale by which partner has just answered the player who is to call, if his hand fits one.
fn answered_by(before: &[(Seat, Call)], seat: Seat, hands: &BySeat<Hand>) -> Option<KeyCardScale> {
    let turn = KeyCardTurn::of(before, seat)?;
    let KeyCardStage::Answered { call, .. } = turn.stage else { return None };
    let shown = KeyCardAnswer::of(KeyCards::of(hands[seat.partner()], turn.trumps));
    let scales = [KeyCardScale::ThreeFirst, KeyCardScale::FourFirst];
    scales.into_iter().find(|&scale| shown.call(scale) == call)
}
