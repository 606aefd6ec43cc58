//! Carding: what a card says of the holding that it was played from.
//!
//! A [`Convention`] is written once and read both ways: in a [`Situation`] it asks for some of the
//! cards of a holding. A [`Policy`] chains conventions to a probability for each card. A player
//! draws from it; a reader inverts it.
//!
//! To add a convention: one file here, one line in [`CONVENTIONS`], one file of examples in
//! `tests/carding/`.

mod leads;
mod natural;
mod policy;
mod record;
mod signals;
mod situation;
mod touching;

pub use policy::{Choice, Layer, Policy};
pub use situation::Situation;

use crate::cards::Holding;

/// Whether a convention has to be agreed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A partnership's agreement, meant to be read by partner.
    Signal,
    /// What everybody does, agreed or not, and is read by.
    Natural,
}

/// A rule on the card to play from a holding.
pub trait Convention: Sync {
    /// Its name in rule files.
    fn slug(&self) -> &'static str;

    /// What it is, in a line.
    fn about(&self) -> &'static str;

    /// Whether it is agreed or natural.
    fn kind(&self) -> Kind;

    /// Whether it has something to say of a card played here. Everybody at the table can tell: it
    /// depends on nothing hidden.
    fn speaks(&self, situation: &Situation) -> bool;

    /// The cards that it asks for, of those `allowed` by the rules that come first; `holding` is
    /// what the player has left of the suit. None, or all that are allowed, where it has nothing
    /// to say. Asked only where it speaks.
    fn honest(&self, situation: &Situation, holding: Holding, allowed: Holding) -> Holding;
}

/// All conventions. A rule file names them by their slugs. Natural ones apply in this order.
pub const CONVENTIONS: &[&dyn Convention] = &[
    &leads::king_from_kqx::KingFromKqx,
    &signals::count::Count,
    &natural::guard_the_king::GuardTheKing,
    &natural::win_the_trick::WinTheTrick,
    &natural::cover_honours::CoverHonours,
    &natural::second_hand_low::SecondHandLow,
    &natural::third_hand_high::ThirdHandHigh,
    &natural::win_cheaply::WinCheaply,
    &natural::follow_low::FollowLow,
    &natural::discard_low::DiscardLow,
];

/// The convention of that name.
pub fn named(slug: &str) -> Option<&'static dyn Convention> {
    CONVENTIONS.iter().copied().find(|convention| convention.slug() == slug)
}
