//! Signals: what a card tells, to whom, and whether to tell it.
//!
//! [`meanings`] says what each card of a decision would say under the agreement, [`advise`] what each
//! other player would learn from it and what it is worth, [`told`] what the cards played so far have
//! told whom, and [`Match`] what an agreement is worth over many boards.

mod advice;
mod compare;
mod interval;
mod meaning;
mod posterior;
mod told;
mod trust;
mod verdict;

pub use advice::{Advice, Choice, Counsel, Counsels, Gains, Learned, Rival, advise};
pub use compare::{Account, Accounts, Comparison, Gain, Match};
pub use interval::{BEYOND, Interval};
pub use meaning::{Meaning, Said, Statement, meanings};
pub use posterior::{Held, Picture, entropy};
pub use told::{Fact, Source, Told, told};
pub use trust::{Heard, Sender, carding, heard, silent, trusted_by_declarer};
pub use verdict::{Heeding, Judged, Verdict, heeding, judge};
