//! What a survey measures in each game.

use falsecard_engine::mind::JudgesBy;

/// What a survey measures in each game.
#[derive(Debug, Clone)]
pub struct Inquiry {
    /// The number of decisions of a file that are priced, one per board, on the first boards that
    /// have one.
    pub price: usize,
    /// The number of decisions of each board at which imagined players take people's places.
    pub minds: usize,
    /// The number of worlds of an imagined player.
    pub mind_worlds: usize,
    /// How an imagined player judges cards.
    pub mind_by: JudgesBy,
    /// The seed of all random numbers.
    pub seed: u64,
}
