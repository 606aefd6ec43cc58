//! Bidding: which call a player makes, and what it leads to.
//!
//! A [`Bidder`] calls as champions do: a small network says how likely a player with his hand is to make each call ([`BidNetwork`]),
//! unless a rule file states what is agreed. With [`Foresight`] he tries the likeliest calls in deals that fit the auction. An
//! auction is what a player has [`Heard`] of it.

mod ahead;
mod bidder;
mod heard;
mod network;
mod openings;
mod turn;
mod worlds;

pub use ahead::{Foresight, TriedCall};
pub use bidder::{Bidder, LikelyCall, bid_out, commonest};
pub use heard::Heard;
pub use network::{BidNetwork, CallChoice, KeptUnits, TracedCall};
pub use openings::{OddOpening, OpeningStyle};

/// What files of networks begin with that bid.
pub const KIND: &str = "falsecard bids 1";
