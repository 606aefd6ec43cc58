//! The searches: each is given a [`View`](crate::play::View) and returns a [`Decision`].
//!
//! To add a search: one file here and one line in [`SEARCHES`].

pub mod allocation;
mod belief_set;
mod conceal;
mod contest;
mod contest_posterior;
mod contrast;
mod control_variates;
mod decision;
mod declarers_suit;
mod doubt;
mod engine;
#[cfg(test)]
mod example;
mod explain;
mod fused;
mod layouts;
mod lead_prior;
mod line;
mod line_taken;
mod luck;
mod method;
mod minimax;
mod playout;
mod posterior;
mod probing;
mod published;
mod question;
mod reflex;
mod sample;
mod scale;
mod scoring;
mod settings;
mod survey;
mod tally;
mod triple;
mod wishes;

pub use belief_set::BeliefSet;
pub use contrast::{By, Causes, Contrast, Course, CourseTrick, Fate, Idea, Slip, Turning};
pub use decision::{Beyond, Candidate, Decision};
pub use declarers_suit::{NoSuit, declarers_suit};
pub use engine::{Engine, UnknownEngine};
pub use explain::{
    Consequence, Explanation, Impression, Reply, Whereabouts, explain, impressions, misplaced,
    replies,
};
pub use fused::Fused;
pub use line::Line;
pub use line_taken::{LineCard, LineTaken, WeighedWorlds};
pub use luck::Luck;
pub use method::{Search, Watch};
pub use minimax::Minimax;
pub use playout::Cast;
pub use posterior::{Gain, MARGIN};
pub use probing::{ImaginedDeal, Probing};
pub use published::Published;
pub use question::{NoDecision, Question, UNTIL_DONE};
pub use reflex::Reflex;
pub use sample::Sample;
pub use scoring::Figures;
pub use settings::{BadSetting, SETTINGS, Setting, Settings, SettingsBuilder, read_time};
pub use tally::Tally;
pub use triple::{Guess, ImaginedHand, Triple};

/// All searches.
pub const SEARCHES: [&dyn Search; 5] = [
    &minimax::Minimax,
    &belief_set::BeliefSet,
    &fused::Fused,
    &published::Published,
    &reflex::Reflex,
];

/// The search of that name.
pub fn named(slug: &str) -> Option<&'static dyn Search> {
    SEARCHES.into_iter().find(|search| search.slug() == slug)
}
