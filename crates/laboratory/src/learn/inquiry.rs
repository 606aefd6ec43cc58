//! What is asked of the games of a file.

use serde::{Deserialize, Serialize};

use super::panel::Panel;
use falsecard_engine::mind::JudgesBy;

/// What is asked of each game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inquiry {
    /// How many of a file's decisions have their price told, one a board: those of its first boards
    /// that have one.
    pub price: usize,
    /// At how many decisions of each board imagined players are put into people's places.
    pub minds: usize,
    /// Whether they are also to make the opening lead.
    #[serde(default)]
    pub leads: bool,
    /// How many worlds these look at.
    pub mind_worlds: usize,
    /// What they judge cards by.
    #[serde(default)]
    pub mind_by: JudgesBy,
    /// Which engines decide there too.
    #[serde(default)]
    pub panel: Panel,
    /// The seed of all random numbers.
    pub seed: u64,
}
