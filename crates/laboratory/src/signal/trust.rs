//! Systems with other senders or readers of signals.

use falsecard_engine::carding::{self, Convention, ConventionKind, Situation};
use falsecard_engine::cards::{Seat, Suit};
use falsecard_engine::constraint::{Agreement, System};
use falsecard_engine::play::{DeclaredContract, History};

/// The readers of the defenders' signals.
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
    /// All variants, from nobody to all.
    pub const ALL: [Self; 3] = [Self::ByNobody, Self::ByPartner, Self::ByAll];
}

/// A system with the calls of one and the carding of another.
///
/// ```
/// use falsecard::constraint::System;
/// use falsecard::signal::with_carding;
///
/// let [natural, count] = ["textbook", "count-carding"].map(|name| System::bundled(name).unwrap());
/// let system = with_carding(&natural, &count);
/// assert!(system.cards.iter().any(|card| card.convention == "count"));
/// assert!(!system.cards.iter().any(|card| card.convention == "attitude"));
/// ```
pub fn with_carding(calls: &System, agreed: &System) -> System {
    let mut system = calls.clone();
    system.cards.clone_from(&agreed.cards);
    system
}

/// The system in which only these readers believe signals, with the same trust as before. Everybody
/// goes on reading leads and natural cards.
#[must_use]
pub fn believed_by(mut system: System, readers: Readership) -> System {
    for card in system.cards.iter_mut().filter(|card| is_signal(card)) {
        card.partner *= f64::from(u8::from(readers != Readership::ByNobody));
        card.declarer *= f64::from(u8::from(readers == Readership::ByAll));
    }
    system
}

/// The system without signals: nobody sends any or reads any. Everybody keeps to leads and natural
/// cards.
#[must_use]
pub fn without_signals(mut system: System) -> System {
    system.cards.retain(|card| !is_signal(card));
    system
}

/// Whether an agreement is a signal: meant for partner, and no rule of leads.
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
