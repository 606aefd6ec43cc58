//! What the table has seen of how cards were chosen, remembered from one question to the next.
//!
//! Everybody at the table reads the same cards, and reads them again at each card; in playouts
//! thousands of imagined players do. The probability of each suit, and the likelihood of a card
//! from each holding, depend only on what all of them see. So both are worked out once for each
//! moment of a play. A thread remembers the latest play that it looked at, and of another play the
//! part that both have in common. Remembering saves time and changes no result.

use std::cell::RefCell;
use std::sync::Arc;

use super::agreements::{Standpoint, policy_of};
use super::reading::Reading;
use crate::carding::inclination::{Inclinations, SuitChoice, SuitChoiceModel};
use crate::carding::{PlayRecord, Policy, Situation};
use crate::cards::{Hand, Side, clockwise};
use crate::constraint::System;
use crate::play::{Bidding, PlayedCard, View};

thread_local! {
    static LATEST: RefCell<Option<Recollection>> = const { RefCell::new(None) };
}

/// Who is reading, which decides how far he trusts a signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// Reads as partner or as an opponent, according to his seat.
    AtTheTable,
    /// Trusts no agreed signal: reads the auction, the voids and the natural cards.
    IgnoringSignals,
}

/// The moments of a play.
struct Recollection {
    table: ChoiceTable,
    /// The record of the play so far, as far as conventions ask for it.
    record: PlayRecord,
    moments: Vec<PlayedMoment>,
    /// The choice of suit before the next card, if anybody asked.
    next: Option<Arc<SuitChoiceModel>>,
}

/// A card that was played.
struct PlayedMoment {
    played: PlayedCard,
    /// The situation in which it was played.
    situation: Situation,
    /// The choice of its suit, if anybody asked.
    suits: Option<Arc<SuitChoiceModel>>,
    readings: Vec<RememberedReading>,
}

/// The most readings that are remembered of a card: partner's and an opponent's, with signals and
/// without.
const MOST_READINGS: usize = 8;

/// A reading, with what it depends on.
struct RememberedReading {
    /// The policy by which its player is taken to choose.
    policy: Policy,
    /// The situation as it was known when the reading was made.
    situation: Situation,
    reading: Reading,
}

/// What a choice depends on besides the cards played.
struct ChoiceTable {
    bidding: Arc<Bidding>,
    dummy: Option<Hand>,
    /// How people choose suits, if that is known.
    inclinations: Option<Arc<Inclinations>>,
}

impl ChoiceTable {
    fn of(view: &View, system: &System) -> Self {
        Self {
            bidding: Arc::clone(view.bidding()),
            dummy: view.dealt(view.contract().dummy()),
            inclinations: system.inclinations().cloned(),
        }
    }

    fn is(&self, other: &Self) -> bool {
        let inclinations = match (&self.inclinations, &other.inclinations) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        };
        inclinations
            && self.dummy == other.dummy
            && (Arc::ptr_eq(&self.bidding, &other.bidding) || self.bidding == other.bidding)
    }
}

impl Recollection {
    fn new(table: ChoiceTable) -> Self {
        let record = PlayRecord::new(table.bidding.contract(), table.dummy);
        Self { table, record, moments: Vec::new(), next: None }
    }

    /// Forgets cards that are not of this play, and records its last cards.
    fn follow(&mut self, played: &[PlayedCard]) {
        let both = self.moments.iter().zip(played);
        let same = both.take_while(|(moment, played)| moment.played == **played).count();
        if same < self.moments.len() {
            self.next = self.moments.swap_remove(same).suits;
            self.moments.truncate(same);
            self.record = PlayRecord::new(self.table.bidding.contract(), self.table.dummy);
            played[..same].iter().for_each(|played| self.record.push(played.card));
        }
        for &played in &played[same..] {
            let situation = self.record.situation(played.card.suit);
            let suits = self.next.take();
            self.moments.push(PlayedMoment { played, situation, suits, readings: Vec::new() });
            self.record.push(played.card);
        }
    }

    /// The model of how the suit of the next card is chosen, if its player need not follow; `None`
    /// where it is not known how people choose suits.
    fn next_suit(&mut self) -> Option<Arc<SuitChoiceModel>> {
        let ChoiceTable { bidding, inclinations, .. } = &self.table;
        let inclinations = inclinations.as_ref()?;
        let work_out = || Arc::new(SuitChoice::of(bidding, &self.record).of_people(inclinations));
        Some(Arc::clone(self.next.get_or_insert_with(work_out)))
    }

    /// The model of how the suit of a card was chosen; `None` where it followed suit, or where it
    /// is not known how people choose suits.
    fn suits(&mut self, at: usize, view: &View) -> Option<Arc<SuitChoiceModel>> {
        let ChoiceTable { bidding, dummy, inclinations } = &self.table;
        let inclinations = inclinations.as_ref()?;
        let moment = &mut self.moments[at];
        let follows = moment.played.place > 0 && moment.played.led == moment.played.card.suit;
        let work_out = || {
            let choice = SuitChoice::after(at, bidding, view.history(), *dummy);
            Arc::new(choice.of_people(inclinations))
        };
        (!follows).then(|| Arc::clone(moment.suits.get_or_insert_with(work_out)))
    }

    /// The reading of a card whose player chooses by this policy.
    fn reading(&mut self, at: usize, policy: &Policy, view: &View) -> Reading {
        let partners = self.moments.get(at + 2).map(|moment| moment.played.card);
        let situation = self.moments[at].situation.in_hindsight(partners);
        let known =
            |read: &&RememberedReading| read.situation == situation && read.policy.is(policy);
        if let Some(read) = self.moments[at].readings.iter().find(known) {
            return read.reading.clone();
        }
        let suits = self.suits(at, view);
        let moment = &mut self.moments[at];
        let reading = Reading::new(moment.played, policy.at(&situation), suits);
        moment.readings.truncate(MOST_READINGS - 1);
        moment.readings.insert(
            0,
            RememberedReading { policy: policy.clone(), situation, reading: reading.clone() },
        );
        reading
    }
}

/// The readings of all cards that hidden hands have played, in order, including cards that say
/// nothing. Partners read by one policy, opponents by another.
pub(super) fn readings(view: &View, system: &System, reader: Reader) -> Vec<Reading> {
    let (own, other) = (view.side(), Side::of(clockwise(view.seat(), 1)));
    let policies =
        [(Standpoint::Partner, own), (Standpoint::Opponent, other)].map(|(standpoint, side)| {
            let policy = policy_of(system, standpoint, side);
            if reader == Reader::IgnoringSignals { policy.without_signals() } else { policy }
        });
    let hidden = view.hidden();
    recollect(view, system, |recollection| {
        let mut readings = Vec::new();
        for (at, played) in view.history().played().iter().enumerate() {
            if hidden.contains(&played.seat) {
                let is_opponent = usize::from(played.seat.partner() != view.seat());
                readings.push(recollection.reading(at, &policies[is_opponent], view));
            }
        }
        readings
    })
}

/// The model of how the player to play chooses a suit, if he need not follow; `None` where it is
/// not known how people choose suits.
pub fn choice_of_suit(view: &View, system: &System) -> Option<Arc<SuitChoiceModel>> {
    recollect(view, system, Recollection::next_suit)
}

fn recollect<R>(view: &View, system: &System, look: impl FnOnce(&mut Recollection) -> R) -> R {
    let table = ChoiceTable::of(view, system);
    LATEST.with_borrow_mut(|latest| {
        let recollection = match latest.take() {
            Some(known) if known.table.is(&table) => known,
            _ => Recollection::new(table),
        };
        let recollection = latest.insert(recollection);
        recollection.follow(view.history().played());
        look(recollection)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::belief::{Evidence, Reader};
    use crate::cards::{Auction, Holding, Seat, Suit, Vulnerability};
    use crate::play::{Board, Play};

    /// What a player reads in the cards of others: seats with likelihoods, as bits.
    type Heard = Vec<(Seat, Vec<u64>, Vec<u64>)>;

    const DEAL: &str = "N:J982.T3.A975.983 KT.KQ7.KQJ63.KQ4 54.A954.T82.JT65 AQ763.J862.4.A72";

    /// Two ways in which the play went on: in the second West, who has no diamond left, throws a
    /// card.
    const PLAYS: [&str; 2] = [
        "CJ C2 C9 CK HK HA H2 HT S4 S3 S9 ST C4 C5 CA C3 D4 DA D3 D2",
        "CJ C2 C9 CK DK D2 D4 DA D5 D3 DT H2 C6 C7 C8 CQ HK HA H6 H3",
    ];

    fn after(cards: usize, line: &str) -> Play {
        let auction: Auction = "P 2NT P 3D P 3H P 3S P 3NT P P P".parse().unwrap();
        let contract = Bidding::contract_of(Seat::North, &auction).unwrap();
        let bidding = Bidding::new(Seat::North, Vulnerability::NONE, auction, contract).unwrap();
        let start = Play::new(Board::new(DEAL.parse().unwrap(), Arc::new(bidding)));
        let played = line.split(' ').take(cards);
        played.fold(start, |play, card| play.with(card.parse().unwrap()).unwrap())
    }

    fn heard(play: &Play, system: &System, reader: Reader) -> Heard {
        let view = play.view(play.history().decider());
        let evidence = Evidence::of_average(&view, system, reader);
        let holdings =
            || (0..1_u16 << 13).step_by(7).map(|it| Holding::from_bits_truncate(it << 2));
        let of = |reading: &Reading| {
            let dealt = holdings().map(|it| it | Holding::from_rank(reading.card.rank));
            let cards = dealt.map(|dealt| reading.weight(dealt).to_bits()).collect();
            let suits = reading.suits().into_iter().flat_map(|suits| {
                Suit::ASC.map(|suit| holdings().map(move |it| suits.weight(suit, it).to_bits()))
            });
            (reading.seat, cards, suits.flatten().collect())
        };
        evidence.readings.iter().map(of).collect()
    }

    /// A thread reads cards the same whatever it has looked at before.
    #[test]
    fn what_is_remembered_is_what_is_read() {
        for system in ["natural", "textbook"].map(|name| System::bundled(name).unwrap()) {
            for (cards, line) in [
                (8, 0),
                (13, 1),
                (14, 1),
                (20, 1),
                (9, 0),
                (20, 0),
                (3, 1),
                (16, 1),
                (0, 0),
                (14, 0),
            ] {
                for reader in [Reader::AtTheTable, Reader::IgnoringSignals] {
                    let play = after(cards, PLAYS[line]);
                    let look = || heard(&play, &system, reader);
                    let afresh = std::thread::scope(|scope| scope.spawn(look).join().unwrap());
                    assert!(look() == afresh, "after {cards} cards of {line}, {reader:?}");
                }
            }
        }
    }
}
