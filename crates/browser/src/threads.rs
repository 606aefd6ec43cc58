//! Threads in a browser: workers that share the program and its memory. The page starts them, and
//! each joins the pool.

use std::sync::{Condvar, Mutex, MutexGuard};

use rayon::{ThreadBuilder, ThreadPoolBuilder};
use wasm_bindgen::prelude::wasm_bindgen;

/// Places in the thread pool that no worker has taken yet.
static PLACES: Mutex<Vec<ThreadBuilder>> = Mutex::new(Vec::new());
static OFFERED: Condvar = Condvar::new();

fn places() -> MutexGuard<'static, Vec<ThreadBuilder>> {
    PLACES.lock().expect("a fault ends all threads")
}

/// Starts a thread pool of this many workers, among which all work is divided. The workers must
/// have been loaded: a worker that waits for them lets no other start.
#[wasm_bindgen]
pub fn begin_threads(number: usize) {
    let offer = |place| {
        places().push(place);
        OFFERED.notify_one();
        Ok(())
    };
    let pool = ThreadPoolBuilder::new().num_threads(number).spawn_handler(offer);
    pool.build_global().expect("there is one pool");
}

/// Makes the calling worker a thread of the pool, until it is terminated.
#[wasm_bindgen]
pub fn join_threads() {
    let mut free = places();
    let place = loop {
        match free.pop() {
            Some(place) => break place,
            None => free = OFFERED.wait(free).expect("a fault ends all threads"),
        }
    };
    drop(free);
    place.run();
}
