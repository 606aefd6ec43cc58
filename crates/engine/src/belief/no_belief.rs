//! Why no belief can be formed.

use thiserror::Error;

/// Why no belief can be formed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoBelief {
    /// The evidence contradicts itself.
    #[error("no layout of the hidden hands fits all that is said to be certain")]
    NothingFits,
    /// The hidden hands are not those of a player's view: two, or three before the opening lead.
    #[error("a player sees one hand or two: the others must be hidden, and their cards unseen")]
    NotAView,
    /// The layouts that fit are too rare to be found by drawing.
    #[error("what is said of three hidden hands leaves no layout that 1,000,000 tries could find")]
    TooRare,
    /// No layout that fits had been found by drawing when the time was up.
    #[error("the time was up before a layout was found that fits what is said of the hidden hands")]
    OutOfTime,
}
