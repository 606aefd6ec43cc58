//! Signals: what a card tells, to whom, and whether to tell it.
//!
//! [`meanings`] says what each card of a decision would say under the agreements, [`advise`] what
//! each other player would learn from it and what it is worth, and [`card_inferences`] what the
//! cards played so far have told each player.

mod advice;
mod inferences;
mod meaning;
mod posterior;
mod trust;
mod verdict;

pub use advice::{Advice, BeliefChange, Counsel, Counsels, Gains, RatedCard, RunnerUp, advise};
pub use inferences::{
    CardInference, HandFact, InferenceSource, card_inferences, last_card_sources,
};
pub use meaning::{Assertion, SignalMeaning, SignalMessage, meanings};
pub use posterior::{CardShare, SuitPosterior, entropy};
pub use trust::{Readership, believed_by, with_carding, without_signals};
pub use verdict::{Heeding, SignalJudgement, SignalVerdict, heeding, judge};
