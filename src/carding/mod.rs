//! Carding: what a defender's card says of his holding in the suit.
//!
//! A [`Convention`] is written once and read both ways. It divides the cards that might be played
//! in a [`Situation`] into messages and says which message each holding sends. An honest player
//! sends it ([`Convention::honest`]); a reader who knows how often players keep to it inverts it
//! ([`likelihood`]).
//!
//! To add a convention: one file here, one line in [`CONVENTIONS`], one file of examples in
//! `tests/carding/`.

mod count;
mod guard_the_king;
mod king_from_kqx;
mod situation;
mod win_the_trick;

pub use situation::Situation;

use crate::cards::{Holding, Rank};

/// An agreement about the card to play from a holding.
pub trait Convention: Sync {
    /// Its name in rule files.
    fn slug(&self) -> &'static str;

    /// What it is, in a line.
    fn about(&self) -> &'static str;

    /// Whether a card played here says anything under this convention. Everybody at the table can
    /// tell: it depends on nothing hidden.
    fn speaks(&self, situation: &Situation, card: Rank) -> bool;

    /// The cards that say the truth from this holding (what the player has left of the suit), or
    /// `None` where the convention has nothing to say about it.
    fn honest(&self, situation: &Situation, holding: Holding) -> Option<Holding>;

    /// The message that a card is: cards with the same number are the same message. Each card is
    /// one of its own unless the convention says otherwise.
    fn message(&self, _: &Situation, card: Rank) -> u8 {
        card.get()
    }
}

/// All conventions. A rule file names them by their slugs.
pub const CONVENTIONS: [&dyn Convention; 4] = [
    &count::Count,
    &guard_the_king::GuardTheKing,
    &king_from_kqx::KingFromKqx,
    &win_the_trick::WinTheTrick,
];

/// The convention of that name.
pub fn named(slug: &str) -> Option<&'static dyn Convention> {
    CONVENTIONS.into_iter().find(|convention| convention.slug() == slug)
}

/// The probability of the message that `card` sends, for a player who holds `holding` and keeps to
/// the convention with probability `kept`; 1 where it says nothing or leaves no choice.
///
/// Messages that are not honest share the rest equally.
pub fn likelihood(
    convention: &dyn Convention,
    situation: &Situation,
    holding: Holding,
    card: Rank,
    kept: f64,
) -> f64 {
    if !convention.speaks(situation, card) {
        return 1.0;
    }
    let Some(honest) = convention.honest(situation, holding) else { return 1.0 };
    let spoken = holding.iter().filter(|&other| convention.speaks(situation, other));
    let (mut truths, mut lies) = (0u16, 0u16);
    for other in spoken {
        let bit = 1 << convention.message(situation, other);
        if honest.contains(other) { truths |= bit } else { lies |= bit }
    }
    match (truths.count_ones(), lies.count_ones()) {
        (0, _) | (_, 0) => 1.0,
        (truths, _) if honest.contains(card) => kept / f64::from(truths),
        (_, lies) => (1.0 - kept) / f64::from(lies),
    }
}

/// Whether a player who holds `holding` kept to the convention with `card`; true where it says
/// nothing or leaves no choice.
pub fn is_kept(
    convention: &dyn Convention,
    situation: &Situation,
    holding: Holding,
    card: Rank,
) -> bool {
    likelihood(convention, situation, holding, card, 1.0) > 0.0
}
