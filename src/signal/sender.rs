//! A partnership's calls with another carding, and whether it signals by it.

use crate::constraint::System;

/// How defenders choose what they tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sender {
    /// As agreed, as often as the agreement says.
    Honest,
    /// At random, though they are believed: what an agreement is worth without its truth.
    Random,
}

/// What everybody knows to be agreed on leads, which are kept to by every sender.
const LEADS: &str = "standard-leads";

/// The natural cards that decide which spot card is thrown away: a random sender has no such habit,
/// or his lowest card would always say the same.
const HABITS: [&str; 2] = ["follow-low", "discard-low"];

/// The system with the carding of another, sent in a certain way, and trusted by declarer as far as
/// `declarer` says where it is given (0 to 1). Leads and natural cards are sent and read as before.
///
/// ```
/// use falsecard::constraint::System;
/// use falsecard::signal::{Sender, carding};
///
/// let [natural, count] = ["natural", "count-carding"].map(|name| System::bundled(name).unwrap());
/// let random = carding(&natural, &count, Sender::Random, Some(0.9));
/// let count = random.cards.iter().find(|card| card.convention == "count").unwrap();
/// assert_eq!((count.kept, count.partner, count.declarer), (0.0, 0.8, 0.9));
/// assert!(!random.cards.iter().any(|card| card.convention == "attitude"));
/// ```
pub fn carding(calls: &System, agreed: &System, sender: Sender, declarer: Option<f64>) -> System {
    let leads = System::bundled(LEADS).map(|leads| leads.cards).unwrap_or_default();
    let mut system = calls.clone();
    system.cards.clone_from(&agreed.cards);
    for card in &mut system.cards {
        let signal = !leads.iter().any(|lead| lead.convention == card.convention);
        let habit = HABITS.contains(&card.convention.as_str());
        if sender == Sender::Random && (signal || habit) {
            card.kept = 0.0;
        }
        if let (true, Some(trust)) = (signal, declarer) {
            card.declarer = trust;
        }
    }
    system
}
