//! What answers say to programs: the objects that `--json` prints and that the page's server sends.

mod believed;
mod called;
mod decided;
mod double_dummy;
mod line;
mod reviewed;
mod suit;

pub use believed::{Funnel, Inferred};
pub use called::{CallSays, denied};
pub use decided::TimedDecision;
pub use double_dummy::{
    CardsLine, ContractLine, ContractResult, ParCase, ParLine, ResultLine, TableLine, board_name,
};
pub use line::{LineShifts, Shift};
pub use reviewed::{ClaimLine, RemarkLine};
pub use suit::SuitSolved;
