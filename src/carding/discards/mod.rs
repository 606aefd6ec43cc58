//! What defenders tell each other when they cannot follow.

pub(super) mod attitude;
pub(super) mod lavinthal;
pub(super) mod odd_even;
