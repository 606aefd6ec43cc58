//! How work is done: threads, time limits, random streams, and statistics of samples.

mod clock;
mod in_order;
mod interval;
mod random;
mod solving;
mod statistics;

pub use clock::Clock;
pub use in_order::in_order;
pub use interval::{BEYOND, Interval};
pub use random::{purpose, shuffled, stream};
pub use solving::on_all_threads;
pub use statistics::{FEWEST, mean_and_error, worst_tenth};
