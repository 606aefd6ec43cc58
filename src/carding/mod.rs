//! Carding: what a card says of the holding that it was played from.
//!
//! A [`Convention`] is written once and read both ways: in a [`Situation`] it asks for some of the
//! cards of a holding. A [`Policy`] chains conventions to a probability for each card. A player
//! draws from it; a reader inverts it.
//!
//! To add a convention: one file here, one line in [`CONVENTIONS`], one file of examples in
//! `tests/carding/`.

mod discards;
pub mod habits;
pub mod inclination;
mod leads;
pub mod lines;
mod natural;
mod policy;
mod record;
mod signals;
mod situation;
mod subject;
mod suit_choice;
mod touching;
mod utterance;
mod wishes;

pub use policy::{Choice, Layer, Message, Policy};
pub use situation::Situation;
pub use subject::{LIKED, Subject};
pub use utterance::{Tells, Utterance};
pub use wishes::Wishes;

use crate::cards::Holding;

/// Whether a convention has to be agreed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ConventionKind {
    /// A partnership's agreement, meant to be read by partner.
    Signal,
    /// What everybody does, agreed or not, and is read by.
    Natural,
}

/// The two things that a signal can say of the suit of its card, in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// What it says when it affirms.
    pub affirmed: &'static str,
    /// What it says when it denies.
    pub denied: &'static str,
}

impl Claim {
    /// Whether the player would have the suit led: what he clearly wants ([`Wishes`]) outranks what a
    /// convention that claims this says of his holding.
    pub const LIKING: Self = Self { affirmed: "likes the suit", denied: "does not like the suit" };
}

/// A rule on the card to play from a holding.
pub trait Convention: Sync {
    /// Its name in rule files.
    fn slug(&self) -> &'static str;

    /// What it is, in a line.
    fn about(&self) -> &'static str;

    /// Whether it is agreed or natural.
    fn kind(&self) -> ConventionKind;

    /// Whether it has something to say of a card played here. Everybody at the table can tell: it
    /// depends on nothing hidden.
    fn speaks(&self, situation: &Situation) -> bool;

    /// What its signal says of other suits; `None` if it speaks of the suit of the card. Then a high
    /// card says one thing and a low card the other, and [`Convention::honest`] is not asked.
    fn subject(&self, _: &Situation) -> Option<Subject> {
        None
    }

    /// What its signal says of the suit of the card, one thing or its opposite; `None` if it is no
    /// signal of two meanings, or speaks of other suits.
    fn claim(&self) -> Option<Claim> {
        None
    }

    /// Whether its claim is true of a holding; `None` of one that it has nothing to say of.
    fn is_true(&self, _: &Situation, _: Holding) -> Option<bool> {
        None
    }

    /// The cards that would affirm its claim from a holding, or deny it, of those `allowed` by the
    /// rules that come first.
    fn says(&self, _: &Situation, _: Holding, _: Holding, _: bool) -> Holding {
        Holding::EMPTY
    }

    /// The cards that it asks for, of those `allowed` by the rules that come first; `holding` is
    /// what the player has left of the suit. None, or all that are allowed, where it has nothing
    /// to say. Asked only where it speaks. A signal of two meanings asks for what says the truth.
    fn honest(&self, situation: &Situation, holding: Holding, allowed: Holding) -> Holding {
        let truth = self.is_true(situation, holding);
        truth.map_or(Holding::EMPTY, |truth| self.says(situation, holding, allowed, truth))
    }
}

/// All conventions, in the order in which they come before each other: where two speak of a card,
/// the later one decides among what the earlier leaves. A rule file names them by their slugs.
pub const CONVENTIONS: &[&dyn Convention] = &[
    &leads::king_from_kqx::KingFromKqx,
    &leads::king_from_ak::KingFromAk,
    &leads::queen_from_kq::QueenFromKq,
    &leads::honour_sequence::HonourSequence,
    &leads::internal_sequence::InternalSequence,
    &leads::ace_not_underled::AceNotUnderled,
    &leads::fourth_best::FourthBest,
    &leads::third_and_fifth::ThirdAndFifth,
    &leads::attitude_leads::AttitudeLeads,
    &leads::low_from_honour::LowFromHonour,
    &leads::mud::Mud,
    &leads::top_of_nothing::TopOfNothing,
    &leads::trump_leads::TrumpLeads,
    &leads::present_count::PresentCount,
    &signals::ruff_preference::RuffPreference,
    &signals::suit_preference::SuitPreference,
    &signals::smith::Smith { reverse: false },
    &signals::smith::Smith { reverse: true },
    &signals::queen_promises_jack::QueenPromisesJack,
    &signals::attitude::Attitude { upside_down: false },
    &signals::attitude::Attitude { upside_down: true },
    &signals::count::Count { upside_down: false },
    &signals::count::Count { upside_down: true },
    &signals::trump_echo::TrumpEcho,
    &discards::lavinthal::Lavinthal,
    &discards::odd_even::OddEvenDiscards,
    &discards::attitude::AttitudeDiscards { upside_down: false },
    &discards::attitude::AttitudeDiscards { upside_down: true },
    &natural::guard_the_king::GuardTheKing,
    &natural::win_the_trick::WinTheTrick,
    &natural::cover_honours::CoverHonours,
    &natural::second_hand_low::SecondHandLow,
    &natural::third_hand_high::ThirdHandHigh,
    &natural::win_cheaply::WinCheaply,
    &natural::follow_low::FollowLow { declarer: false },
    &natural::follow_low::FollowLow { declarer: true },
    &natural::discard_low::DiscardLow,
];

/// The convention of that name.
pub fn named(slug: &str) -> Option<&'static dyn Convention> {
    CONVENTIONS.iter().copied().find(|convention| convention.slug() == slug)
}
