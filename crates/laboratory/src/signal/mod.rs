//! Signals: what a card tells, to whom, and whether to tell it.
//!
//! [`meanings`] says what each card of a decision would say under the agreement, [`advise`] what
//! each other player would learn from it and what it is worth, and [`told`] what the cards played
//! so far have told whom.

mod advice;
mod meaning;
mod posterior;
mod told;
mod trust;
mod verdict;

pub use advice::{Advice, BeliefChange, Counsel, Counsels, Gains, RatedCard, RunnerUp, advise};
pub use meaning::{Assertion, Said, SignalMeaning, meanings};
pub use posterior::{CardShare, Picture, entropy};
pub use told::{HandFact, Source, Told, told};
pub use trust::{Readership, carding, heard, silent};
pub use verdict::{Heeding, Judged, SignalVerdict, heeding, judge};
