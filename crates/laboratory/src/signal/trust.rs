//! Who trusts the signals of an agreement, and who sends them.

use falsecard_engine::carding::{self, Convention, ConventionKind, Situation};
use falsecard_engine::cards::{Seat, Suit};
use falsecard_engine::constraint::{Agreement, System};
use falsecard_engine::play::{DeclaredContract, History};

/// How defenders choose what they tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sender {
    /// As agreed, as often as the agreement says.
    Honest,
    /// At random, though they are believed: what an agreement is worth without its truth.
    Random,
}

/// Who reads the signals of the defenders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Readership {
    /// Nobody.
    ByNobody,
    /// The sender's partner.
    ByPartner,
    /// Partner and declarer.
    ByAll,
}

impl Readership {
    /// From nobody to all.
    pub const ALL: [Self; 3] = [Self::ByNobody, Self::ByPartner, Self::ByAll];
}

/// The natural cards that decide which spot card is thrown away: a random sender has no such habit,
/// or his lowest card would always say the same.
const HABITS: [&str; 2] = ["follow-low", "discard-low"];

/// A system's calls with the carding of another, sent in a certain way. Leads and natural cards are
/// kept to by every sender.
///
/// ```
/// use falsecard::constraint::System;
/// use falsecard::signal::{Sender, carding};
///
/// let [natural, count] = ["textbook", "count-carding"].map(|name| System::bundled(name).unwrap());
/// let random = carding(&natural, &count, Sender::Random);
/// let count = random.cards.iter().find(|card| card.convention == "count").unwrap();
/// assert_eq!((count.kept, count.partner), (0.0, 0.8));
/// assert!(!random.cards.iter().any(|card| card.convention == "attitude"));
/// ```
pub fn carding(calls: &System, agreed: &System, sender: Sender) -> System {
    let mut system = calls.clone();
    system.cards.clone_from(&agreed.cards);
    for card in &mut system.cards {
        let habit = HABITS.contains(&card.convention.as_str());
        if sender == Sender::Random && (is_signal(card) || habit) {
            card.kept = 0.0;
        }
    }
    system
}

/// The system with declarer's trust in every signal set to this share, 0 to 1.
#[must_use]
pub fn trusted_by_declarer(mut system: System, trust: f64) -> System {
    for card in system.cards.iter_mut().filter(|card| is_signal(card)) {
        card.declarer = trust;
    }
    system
}

/// The system where only these readers believe signals, as far as they did before; for the others they say
/// nothing. Everybody goes on reading leads and natural cards.
#[must_use]
pub fn heard(mut system: System, heard: Readership) -> System {
    for card in system.cards.iter_mut().filter(|card| is_signal(card)) {
        card.partner *= f64::from(u8::from(heard != Readership::ByNobody));
        card.declarer *= f64::from(u8::from(heard == Readership::ByAll));
    }
    system
}

/// The system without signals: nobody sends any or reads any. Everybody keeps to leads and natural cards.
#[must_use]
pub fn silent(mut system: System) -> System {
    system.cards.retain(|card| !is_signal(card));
    system
}

/// Whether something agreed is a signal: for partner, and no rule of leads.
fn is_signal(card: &Agreement) -> bool {
    let convention = carding::named(&card.convention);
    convention.is_some_and(|known| known.kind == ConventionKind::Signal && !is_of_leads(known))
}

/// Whether a convention speaks of an opening lead, in whatever suit and contract.
pub(super) fn is_of_leads(convention: &Convention) -> bool {
    let contracts = ["3NT", "4S"].map(|name| name.parse().expect("these are contracts"));
    contracts.into_iter().any(|contract| {
        let history = History::new(DeclaredContract { contract, declarer: Seat::South });
        let lead = |suit| Situation::now(&history, None, suit);
        Suit::ASC.into_iter().any(|suit| convention.speaks(&lead(suit)))
    })
}
