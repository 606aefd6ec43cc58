//! What a player believes of the hands that he does not see: exact, by counting.
//!
//! [`Evidence`] gathers what speaks for and against each layout. [`Belief`] weighs every layout of
//! the two hidden hands by it (three before the opening lead): exact totals and probabilities, and
//! samples drawn exactly in proportion. Where a network of players knows what cards say of
//! [`WholeHands`], layouts drawn by that count are weighed by it, and shares are estimated. Where
//! the promises cannot all have been kept, [`Contradiction`] says which of them may have been
//! broken; where no layout fits at all, [`Impossible`] says why. [`Walk`] finds layouts where there
//! is no time to count them.

mod agreements;
mod count;
mod counted;
mod evidence;
mod impossible;
mod layouts;
mod message;
mod no_belief;
mod promised;
mod reading;
mod recollection;
mod scenario;
mod strictness;
mod subsets;
mod three;
mod two;
mod walk;
mod weighed;
mod whole_hands;
mod worth;

pub(crate) use agreements::policy_of;
pub use agreements::{Standpoint, policy};
pub use count::Belief;
pub use evidence::Evidence;
pub use impossible::Impossible;
pub use message::said_of_hand;
pub use no_belief::NoBelief;
pub use promised::explained;
pub use reading::Reading;
pub use recollection::{Reader, choice_of_suit};
pub use scenario::{Contradiction, Scenario};
pub use walk::Walk;
pub use whole_hands::WholeHands;
pub use worth::effective_size;
