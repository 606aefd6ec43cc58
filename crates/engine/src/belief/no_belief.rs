//! Why no belief can be formed.

use thiserror::Error;

/// Why no belief can be formed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoBelief {
    /// The evidence contradicts itself.
    #[error("no layout of the hidden hands fits all that is said to be certain")]
    NothingFits,
    /// The hidden hands are not those that a player does not see: two, or before the opening lead
    /// three.
    #[error("a player sees one hand or two: the others must be hidden, and their cards unseen")]
    NotAView,
    /// The layouts that fit were too rare to be found by drawing.
    #[error("what is said of three hidden hands leaves no layout that 1,000,000 tries could find")]
    TooRare,
    /// The time was up before a layout that fits had been found by drawing.
    #[error("the time was up before a layout was found that fits what is said of the hidden hands")]
    OutOfTime,
}
