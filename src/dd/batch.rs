//! Many positions at once, over all threads, each thread with its own solver.
//!
//! The results come in the order of the questions, whatever the number of threads.

use rayon::prelude::*;

use super::{CardValues, Solver, Table};
use crate::cards::FullDeal;
use crate::play::Position;

/// [`Solver::tricks`] of every position.
pub fn tricks(positions: &[Position]) -> Vec<u8> {
    positions.par_iter().map_init(Solver::new, Solver::tricks).collect()
}

/// [`Solver::cards`] of every position.
pub fn cards(positions: &[Position]) -> Vec<CardValues> {
    positions.par_iter().map_init(Solver::new, Solver::cards).collect()
}

/// [`Solver::table`] of every deal.
pub fn tables(deals: &[FullDeal]) -> Vec<Table> {
    deals.par_iter().map_init(Solver::new, Solver::table).collect()
}
