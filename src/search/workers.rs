//! Work over many worlds on all threads, each with its own double-dummy solver kept warm.

use std::cell::RefCell;

use rayon::prelude::*;

use crate::dd::Solver;

thread_local! {
    static SOLVER: RefCell<Solver> = RefCell::new(Solver::new());
}

/// The results for each item, in order. The solver's memory of earlier work changes its speed,
/// never its answers, so the results do not depend on which thread does what.
pub fn each<T: Sync, R: Send>(items: &[T], work: impl Fn(&T, &mut Solver) -> R + Sync) -> Vec<R> {
    items
        .par_iter()
        .with_max_len(1)
        .map(|item| SOLVER.with_borrow_mut(|solver| work(item, solver)))
        .collect()
}
