//! Double dummy: the tricks that each side takes when all four hands are seen and nobody errs.
//!
//! [`naive`] is the specification; [`Solver`] gives the same answers fast; [`batch`] asks many
//! questions over all threads.
//!
//! The search is zero-window alpha-beta (`search`) on packed hands in relative ranks (`state`,
//! `ranks`), with sure tricks (`bounds`, `quick`, `later`), a table of partition patterns
//! (`pattern`, `patterns`) that does not mind what seats and suits are called (`names`), cards that
//! need no trial because another one failed (`proof`, `exchange`), rules of thumb for the order of
//! the rest (`order`) and what the search learns of the deal as it goes (`hints`, `history`),
//! started from a guess (`guess`). What is asked of all four suits at once is asked in one word
//! (`lanes`).

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
mod pattern;
mod patterns;
mod proof;
mod quick;
mod ranks;
mod runs;
mod search;
mod solver;
mod state;
mod table;
mod values;

pub use solver::Solver;
pub use table::Table;
pub use values::CardValues;
