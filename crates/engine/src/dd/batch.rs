//! Many positions at once, on all threads, each thread with its own solver.
//!
//! Results come in the order of the questions.

use rayon::prelude::*;

use super::{CardValues, Solver, Table};
use crate::cards::FullDeal;
use crate::play::Position;

/// Solves every position with [`Solver::tricks`].
pub fn tricks(positions: &[Position]) -> Vec<u8> {
    positions.par_iter().map_init(Solver::new, Solver::tricks).collect()
}

/// Solves every card of every position with [`Solver::cards`].
pub fn cards(positions: &[Position]) -> Vec<CardValues> {
    positions.par_iter().map_init(Solver::new, Solver::cards).collect()
}

/// Solves every deal with [`Solver::table`].
pub fn tables(deals: &[FullDeal]) -> Vec<Table> {
    deals.par_iter().map_init(Solver::new, Solver::table).collect()
}
