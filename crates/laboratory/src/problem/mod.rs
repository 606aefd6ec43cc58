//! Problem sets: reading them, solving them, comparing engines.
//!
//! [`collect`] reads sets, files and folders. [`solve`] asks an engine, or a [`Memory`] of earlier
//! answers. A [`Summary`] sums up the verdicts, and [`Changes`] compares them with an earlier run.

mod boards;
mod claim;
mod collection;
mod compare;
mod evening;
pub mod index;
mod make;
mod memory;
mod mistakes;
mod paired;
mod report;
mod review;
mod run;
mod sets;
mod sheet;

pub use boards::random_board;
pub use claim::JudgedClaim;
pub use collection::{Collection, Trouble, collect, folders};
pub use compare::{Changes, NoResults, read_results};
pub use evening::{ChoiceOccasion, ChoiceTally, Evening, Evenings, Mistake, PlayersEvening};
pub use make::{Maker, ProblemCandidate, double_dummy};
pub use memory::{Consultation, EngineAnswer, Memory, NoAnswer, Rival, RuleFileRef, source};
pub use mistakes::{MistakeProblems, MistakeSource};
pub use paired::Difference;
pub use report::{HeadToHead, SolvedCounts, Summary};
pub use review::{PlayedChoice, Remark, played_choices, remark};
pub use run::{Verdict, as_judged, solve};
pub use sets::{Set, about, set, sets};
pub use sheet::{Sheet, SheetFormat};
