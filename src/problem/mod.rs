//! Problem sets: reading them, solving them, comparing engines.

mod collection;
mod report;
mod run;
mod sets;

pub use collection::{Collection, Trouble, collect};
pub use report::{Report, Tally};
pub use run::{Verdict, solve};
pub use sets::{Set, about, set, sets};
