//! Natural cards: what everybody plays where nothing is agreed, and is read by.

pub(super) mod cover_honours;
pub(super) mod discard_low;
pub(super) mod follow_low;
pub(super) mod guard_the_king;
pub(super) mod second_hand_low;
pub(super) mod third_hand_high;
pub(super) mod win_cheaply;
pub(super) mod win_the_trick;
