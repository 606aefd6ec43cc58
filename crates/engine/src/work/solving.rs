//! Work over many worlds on all threads, each with a double-dummy solver that keeps its memory.

use std::cell::RefCell;

use rayon::prelude::*;

use crate::dd::Solver;

thread_local! {
    static SOLVER: RefCell<Solver> = RefCell::new(Solver::new());
}

/// The result for each item, in order. A solver's memory changes its speed but not its answers, so
/// the results do not depend on which thread takes which item.
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

/// While a thread waits for others, rayon may give it another item. Its solver is then in use, so
/// that item gets a new one.
fn on<T, R>(solver: &RefCell<Solver>, item: &T, work: impl Fn(&T, &mut Solver) -> R) -> R {
    match solver.try_borrow_mut() {
        Ok(mut solver) => work(item, &mut solver),
        Err(_) => work(item, &mut Solver::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Work may itself use all threads, as a belief about three hidden hands does.
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
