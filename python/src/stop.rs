//! Waiting for what takes long: the interpreter is free meanwhile, and Ctrl-C ends it.

use std::cell::OnceCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// How often it is looked whether Ctrl-C has been pressed.
const EVERY: Duration = Duration::from_millis(50);

/// Does the work on threads of its own. Ctrl-C sets what the work is given, and is raised once it
/// has ended.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            let stop = &stop;
            scope.spawn(move || {
                // Who waits for it is still there.
                let _ = sender.send(work(stop));
            });
            let mut raised = None;
            loop {
                match receiver.recv_timeout(EVERY) {
                    Ok(done) => return raised.map_or(Ok(done), Err),
                    Err(mpsc::RecvTimeoutError::Timeout) if raised.is_none() => {
                        // The method itself would be of one lifetime only.
                        #[allow(clippy::redundant_closure_for_method_calls)]
                        let heard = Python::attach(|py| py.check_signals());
                        raised = heard.err();
                        stop.store(raised.is_some(), Ordering::Relaxed);
                    }
                    Err(mpsc::RecvTimeoutError::Timeout) => {}
                    Err(mpsc::RecvTimeoutError::Disconnected) => panic!("the work has panicked"),
                }
            }
        })
    })
}

/// A wish to stop, for work on several threads of Python.
#[pyclass(frozen, module = "falsecard._falsecard")]
#[derive(Default)]
pub(crate) struct Stop(pub(crate) Arc<AtomicBool>);

#[pymethods]
impl Stop {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

thread_local! {
    static ALONE: OnceCell<ThreadPool> = const { OnceCell::new() };
}

/// Does the work on one thread, as a match does: a board is one piece of work.
pub(crate) fn on_one_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    ALONE.with(|alone| {
        let pool = alone.get_or_init(|| {
            ThreadPoolBuilder::new().num_threads(1).build().expect("a thread can be started")
        });
        pool.install(work)
    })
}
