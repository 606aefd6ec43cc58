//! What defenders tell each other when they follow suit.

pub(super) mod attitude;
pub(super) mod count;
pub(super) mod queen_promises_jack;
pub(super) mod ruff_preference;
pub(super) mod smith;
pub(super) mod suit_preference;
pub(super) mod trump_echo;
