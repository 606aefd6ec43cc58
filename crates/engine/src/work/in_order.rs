//! Work on all cores, item by item, with the results in order.
//!
//! Each item is worked on by a single thread. On a shared pool, a thread waiting for part of one
//! board's decision could begin another board meanwhile, and use up the first decision's time.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use rayon::ThreadPoolBuilder;

/// Works on the items, as many at a time as there are threads. Passes each result to `at_once` as
/// soon as it is ready, and to `in_turn` in the order of the items. Items whose `work` gives `None`
/// are skipped.
///
/// # Errors
///
/// The first error of `at_once` or `in_turn`. After it no further item is begun.
pub fn in_order<T: Sync, R: Send, E>(
    items: &[T],
    work: impl Fn(&T) -> Option<R> + Sync,
    mut at_once: impl FnMut(&R) -> Result<(), E>,
    mut in_turn: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let threads = rayon::current_num_threads().min(items.len());
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                let alone = ThreadPoolBuilder::new().num_threads(1).build();
                let alone = alone.expect("a thread can be started");
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(at) else { return };
                    if sender.send((at, alone.install(|| work(item)))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut turn = 0;
        let mut hand_on = |at: usize, result: Option<R>| {
            result.as_ref().map_or(Ok(()), &mut at_once)?;
            waiting.insert(at, result);
            while let Some(result) = waiting.remove(&turn) {
                turn += 1;
                result.map_or(Ok(()), &mut in_turn)?;
            }
            Ok(())
        };
        let handed_on = receiver.iter().try_for_each(|(at, result)| hand_on(at, result));
        // After an error no further item is begun.
        next.store(items.len(), Ordering::Relaxed);
        handed_on
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order() {
        let items: Vec<u64> = (0..200).collect();
        let slow_first = |&n: &u64| {
            thread::sleep(std::time::Duration::from_micros(200 - n));
            (n % 7 != 0).then_some(n)
        };
        let (mut early, mut done) = (0, Vec::new());
        let count = |_: &u64| {
            early += 1;
            Ok::<(), ()>(())
        };
        let sink = |n| {
            done.push(n);
            Ok(())
        };
        in_order(&items, slow_first, count, sink).unwrap();
        let wanted: Vec<u64> = items.iter().copied().filter(|n| n % 7 != 0).collect();
        assert_eq!((done, early), (wanted.clone(), wanted.len()));
    }

    #[test]
    fn an_error_ends_it() {
        let items: Vec<u64> = (0..10_000).collect();
        let begun = AtomicUsize::new(0);
        let work = |&n: &u64| {
            begun.fetch_add(1, Ordering::Relaxed);
            thread::sleep(std::time::Duration::from_micros(100));
            Some(n)
        };
        let third = |n| if n == 2 { Err("third") } else { Ok(()) };
        assert_eq!(in_order(&items, work, |_| Ok(()), third), Err("third"));
        assert!(begun.load(Ordering::Relaxed) < items.len());
    }
}
