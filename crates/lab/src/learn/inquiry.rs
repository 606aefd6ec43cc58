//! What is asked of the games of a study.

use falsecard_engine::mind::JudgesBy;

/// What is asked of each game.
#[derive(Debug, Clone)]
pub struct Inquiry {
    /// How many of a file's decisions have their price told, one a board: those of its first boards
    /// that have one.
    pub price: usize,
    /// At how many decisions of each board imagined players are put into people's places.
    pub minds: usize,
    /// How many worlds these look at.
    pub mind_worlds: usize,
    /// What they judge cards by.
    pub mind_by: JudgesBy,
    /// The seed of all random numbers.
    pub seed: u64,
}
