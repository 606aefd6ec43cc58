//! A partnership's carding, as far as one player relies on it.

use std::sync::Arc;

use crate::carding::habits::Habits;
use crate::carding::{CONVENTIONS, Layer, Policy};
use crate::cards::Side;
use crate::constraint::{Agreement, CardingStyle, System};

/// Who relies on the agreements, which decides how far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standpoint {
    /// The player of the card, who knows how often he keeps to the agreements.
    Player,
    /// Partner of the player, who reads the card.
    Partner,
    /// An opponent who reads the card: declarer, or a defender who reads declarer's cards.
    Opponent,
}

impl Standpoint {
    fn trust(self, agreement: &Agreement) -> f64 {
        match self {
            Self::Player => agreement.kept,
            Self::Partner => agreement.partner,
            Self::Opponent => agreement.declarer,
        }
    }
}

/// The conventions that a system agrees on, in the order of [`CONVENTIONS`], each trusted as far as
/// somebody at this standpoint trusts strangers. Names that no convention has are left out.
pub fn policy(system: &System, standpoint: Standpoint) -> Policy {
    with_habits(agreed(&system.cards, standpoint), system.habits())
}

/// The conventions that the pair of a side has agreed on, as [`policy`] gives them for strangers.
/// The agreements and habits of a known pair take precedence.
pub(crate) fn policy_of(system: &System, standpoint: Standpoint, side: Side) -> Policy {
    with_habits(agreed(system.cards_of(side), standpoint), system.habits_of(side))
}

/// The conventions of each style of carding that the pair of a side may have, with the styles'
/// shares. Empty where its style is known, or styles are not distinguished.
pub(super) fn policies_of(
    system: &System,
    standpoint: Standpoint,
    side: Side,
) -> Vec<(f64, Policy)> {
    let of = |style: &CardingStyle| {
        let known = system.clone().with_pair(side, style.pair.clone());
        (style.share, policy_of(&known, standpoint, side))
    };
    system.styles_of(side).iter().map(of).collect()
}

fn agreed(agreements: &[Agreement], standpoint: Standpoint) -> Policy {
    Policy::new(CONVENTIONS.iter().filter_map(|convention| {
        let is_of = |agreement: &&Agreement| agreement.convention == convention.slug;
        let agreement = agreements.iter().find(is_of)?;
        Some(Layer { convention, kept: standpoint.trust(agreement) })
    }))
}

fn with_habits(agreed: Policy, habits: Option<&Arc<Habits>>) -> Policy {
    match habits {
        Some(habits) => agreed.of_people(Arc::clone(habits)),
        None => agreed,
    }
}
