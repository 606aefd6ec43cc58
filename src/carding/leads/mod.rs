//! The card to lead from a suit.

pub(super) mod ace_not_underled;
pub(super) mod attitude_leads;
pub(super) mod fourth_best;
pub(super) mod honour_sequence;
pub(super) mod internal_sequence;
pub(super) mod king_from_ak;
pub(super) mod king_from_kqx;
pub(super) mod low_from_honour;
pub(super) mod mud;
pub(super) mod present_count;
pub(super) mod queen_from_kq;
pub(super) mod third_and_fifth;
pub(super) mod top_of_nothing;
pub(super) mod trump_leads;
