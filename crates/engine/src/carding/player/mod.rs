//! A small network of the probability of each card, fitted to the cards of records.
//!
//! It sees what the player sees: his hand, dummy, every call and every card so far. So it knows the
//! whole hand, whereas [`habits`](super::habits) and [`inclination`](super::inclination) know one
//! suit at a time, which is what an exact count can hold. A belief draws layouts by these, and
//! weighs them by the network.

mod hands;
mod layers;
mod moment;

use std::sync::{Arc, LazyLock};

use crate::network::Network;

pub use hands::CardsAt;
pub use layers::{CardEstimate, CardExample, CardNetwork, CardTrace, KIND, KeptFirst};
pub use moment::{CardChoice, CardMoment};

/// The networks of players that come with the program, by name.
const BUNDLED: [(&str, &[u8]); 1] =
    [("champions", include_bytes!(concat!(env!("FALSECARD_CONSTRAINTS"), "/champions.cards")))];

impl CardNetwork {
    /// The bundled network of this name; `None` if there is none.
    pub fn bundled(name: &str) -> Option<Arc<Self>> {
        static READ: LazyLock<Vec<Arc<CardNetwork>>> = LazyLock::new(|| {
            let read = |bytes| CardNetwork::read(bytes).expect("the bundled networks are tested");
            BUNDLED.iter().map(|(_, bytes)| Arc::new(read(bytes))).collect()
        });
        let at = BUNDLED.iter().position(|(known, _)| *known == name)?;
        Some(Arc::clone(&READ[at]))
    }
}
