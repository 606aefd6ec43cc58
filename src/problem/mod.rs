//! Problem sets: reading them, solving them, comparing engines.

mod collection;
mod report;
mod run;

pub use collection::{Collection, Trouble, collect};
pub use report::{Report, Tally};
pub use run::{Verdict, solve};
