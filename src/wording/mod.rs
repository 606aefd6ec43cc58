//! What the answers say, in words, the same for the terminal and for the page.
//!
//! Text alone: nothing is laid out here. Suits are written as [`Pips`](crate::notation::Pips) has them.

mod inference;
mod numbers;
mod plays;
mod requests;
mod sentence;

pub use inference::{NOTABLE, honours, readings, related, said};
pub use numbers::{WORTH_TELLING, counted, percent, share_of, thousands};
pub use plays::{PlayRow, plays, table};
pub use requests::{line_taken, requests};
pub use sentence::{answer, dissent, goal, placing, point, told};
