//! What defenders tell each other when they follow suit.

pub(super) mod count;
