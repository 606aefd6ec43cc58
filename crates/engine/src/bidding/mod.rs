//! Bidding: which call a player makes, and what it leads to.
//!
//! A [`Bidder`] has learned how champions call and has then practised: small networks give the
//! probability of each call by a player with his hand ([`BidNetwork`]), unless a rule file states
//! what is agreed. With [`Foresight`] he tries some calls in deals that fit the auction.

mod advice;
mod ahead;
mod auction_so_far;
mod bidder;
mod choice;
mod context;
mod key_cards;
mod likely;
mod network;
mod openings;
mod shown;
mod turn;
mod worlds;

pub use advice::{AdvisedCall, AuctionEnd, BidAdvice, CallAhead};
pub use ahead::{TriedCall, bid_out};
pub use auction_so_far::AuctionSoFar;
pub use bidder::{Bidder, Foresight};
pub use choice::CallChoice;
pub use context::CallContext;
pub use key_cards::{KeyCardAnswer, KeyCardScale, KeyCardStage, KeyCardTurn, KeyCards};
pub use likely::{CallAim, LikelyCall, commonest};
pub use network::{ALL_UNITS, BidNetwork, BidTrace, KeptUnits};
pub use openings::{OddOpening, OpeningStyle};
pub use shown::ShownCall;
pub use turn::answer_by_scale;

/// The first line of files of bidding networks.
pub const KIND: &str = "falsecard bids 2";
