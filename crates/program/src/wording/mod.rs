//! The wording of answers, the same on the terminal and on the page.
//!
//! These modules make text without layout. [`Pips`](falsecard_notation::Pips) says how suits are
//! written.

mod calls;
mod contrast;
mod inference;
mod numbers;
pub mod objects;
mod par;
mod plays;
mod requests;
mod sentence;
mod solved_suit;
mod suit;

pub use calls::{
    CALLED_BY, GAINED_BY, advised_call, call_meaning, call_name, call_table, in_points,
    of_agreement, shown_call, why_called,
};
pub use contrast::contrasted;
pub use inference::{
    LikelierPlace, NOTABLE, decisive, honours, likelier_place, promise, readings, relation_text,
    source_text,
};
pub use numbers::{
    ENOUGH_FOR_SHARES, NOTABLE_POINTS, WORTH_TELLING, counted, for_people, over, percent, share_of,
    thousands, with_half,
};
pub use par::{par_contracts, score_text};
pub use plays::{PlayRow, effort, plays, rival, success, table};
pub use requests::{line_taken, requests};
pub use sentence::{
    answer, compared, dissent, explanation_sentence, false_belief, goal, instead, placing,
};
pub use solved_suit::{SolvedSuit, SuitRow};
pub use suit::NamedSuit;
