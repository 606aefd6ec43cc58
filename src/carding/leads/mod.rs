//! The card to lead from a suit.

pub(super) mod king_from_kqx;
