//! Double dummy: the tricks that each side takes if everybody sees all four hands and nobody errs.
//!
//! [`naive`] is the specification; [`Solver`] gives the same answers fast; [`batch`] solves many
//! positions on all threads.
//!
//! The search is zero-window alpha-beta (`search`), started from a guess (`guess`), on packed hands
//! in relative ranks (`state`, `ranks`, `lanes`). It counts sure tricks (`bounds`, `quick`,
//! `later`). Its transposition table holds patterns of positions (`pattern`, `patterns`) under
//! canonical names of seats and suits (`names`). A failed card rules out others (`proof`,
//! `exchange`). The rest are ordered by rules of thumb (`order`) and by experience in this deal
//! (`hints`, `history`).

pub mod batch;
mod bounds;
mod exchange;
mod guess;
mod hints;
mod history;
mod lanes;
mod later;
pub mod naive;
mod names;
mod order;
mod par;
mod pattern;
mod patterns;
mod played;
mod proof;
mod quick;
mod ranks;
mod runs;
mod search;
mod solver;
mod state;
mod table;
mod values;

pub use par::Par;
pub use played::{CardCost, PlayCosts};
pub use solver::Solver;
pub use table::Table;
pub use values::CardValues;
