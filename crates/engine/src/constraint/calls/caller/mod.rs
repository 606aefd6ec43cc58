//! A small network of the probability of each call by every hand, fitted to the calls of records.
//!
//! Its features of a hand are lengths and points alone, so the exact count can weigh all hands by
//! it. Activations of lengths and of points are computed apart and then multiplied, factor by
//! factor, so a table for all 560 shapes and all points costs a few milliseconds.
//!
//! **Partner's points are a feature too.** The caller does not see them, but he knows what his pair
//! plays, which nobody tells us: opposite a notrump of ten to twelve points nobody raises to game
//! with nine. By the chain rule the probability of an auction is the product of each call's, given
//! the calls before it *and all hands*; what hands say of each other's calls is what they say of
//! the system. So a mixture over systems need neither be named nor searched.

mod auction_features;
mod layers;
mod table;
mod typical;

use std::sync::{Arc, LazyLock};

use crate::network::Network;

pub(crate) use auction_features::AUCTION_FEATURES;
pub use auction_features::{AuctionFeatures, CALLS, call, number};
pub use layers::{CallNetwork, CallerTrace, Dropout, KIND};
pub use table::{CallLikelihood, PartnersPoints};
pub use typical::Typical;

/// The networks of callers that come with the program, by name.
const BUNDLED: [(&str, &[u8]); 1] =
    [("champions", include_bytes!(concat!(env!("FALSECARD_CONSTRAINTS"), "/champions.calls")))];

impl CallNetwork {
    /// The bundled network of this name; `None` if there is none.
    pub fn bundled(name: &str) -> Option<Arc<Self>> {
        static READ: LazyLock<Vec<Arc<CallNetwork>>> = LazyLock::new(|| {
            let read = |bytes| CallNetwork::read(bytes).expect("the bundled networks are tested");
            BUNDLED.iter().map(|(_, bytes)| Arc::new(read(bytes))).collect()
        });
        let at = BUNDLED.iter().position(|(known, _)| *known == name)?;
        Some(Arc::clone(&READ[at]))
    }
}
