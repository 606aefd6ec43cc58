//! Work over many worlds on all threads, each with its own double-dummy solver kept warm.

use std::cell::RefCell;

use rayon::prelude::*;

use crate::dd::Solver;

thread_local! {
    static SOLVER: RefCell<Solver> = RefCell::new(Solver::new());
}

/// The results for each item, in order. The solver's memory of earlier work changes its speed,
/// never its answers, so the results do not depend on which thread does what.
pub fn on_all_threads<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(&T, &mut Solver) -> R + Sync,
) -> Vec<R> {
    items
        .par_iter()
        .with_max_len(1)
        .map(|item| SOLVER.with(|solver| on(solver, item, &work)))
        .collect()
}

/// A thread that waits for others within its work may be given another item meanwhile: then its
/// solver is in use, and that item gets a new one.
fn on<T, R>(solver: &RefCell<Solver>, item: &T, work: impl Fn(&T, &mut Solver) -> R) -> R {
    match solver.try_borrow_mut() {
        Ok(mut solver) => work(item, &mut solver),
        Err(_) => work(item, &mut Solver::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Work that itself works on all threads, as a belief about three hidden hands does.
    #[test]
    fn work_may_be_nested() {
        let items: Vec<u64> = (0..64).collect();
        let nested =
            |n: &u64, _: &mut Solver| on_all_threads(&items, |m, _| n * m).into_iter().sum::<u64>();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(6).build().unwrap();
        let sums = pool.install(|| on_all_threads(&items, nested));
        assert!(sums.iter().enumerate().all(|(n, sum)| *sum == 2016 * n as u64));
    }
}
