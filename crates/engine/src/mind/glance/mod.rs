//! A small network in place of solved worlds: what each card is worth, and how people choose.
//!
//! Its features are what the player sees: his own cards, dummy's, those of the trick and, for each
//! hidden card, how likely each hand is to hold it. It was fitted to the double-dummy values of
//! cards in positions that people reached (`GlanceLesson` in falsecard-lab). So in microseconds it
//! says nearly as well what the mean of many solved worlds says. It was also fitted to what people
//! played there: how much they go by habit and by what cards are worth, and what else they like.

mod gradient;
mod layers;
mod scene;

use std::sync::LazyLock;

use crate::network::Network;

pub use gradient::{ChosenCard, GlanceTargets, GlanceTrace, PEOPLE_COUNT};
pub use layers::{ChoiceWeights, Glance, Glimpse, KIND};
pub use scene::Scene;

impl Glance {
    /// The network that comes with the program.
    pub fn bundled() -> &'static Self {
        static READ: LazyLock<Glance> =
            LazyLock::new(|| Glance::read(BUNDLED).expect("the bundled network is tested"));
        &READ
    }
}

/// Its file.
const BUNDLED: &[u8] = include_bytes!(concat!(env!("FALSECARD_CONSTRAINTS"), "/champions.glance"));
