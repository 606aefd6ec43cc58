//! Learning the players from records of their games: what our beliefs are worth on boards that
//! people really played.
//!
//! A [`Record`](falsecard_laboratory::records::GameRecord) is a board with its players and all its
//! cards. The instrument looks at it from the seat of the player who has to decide. It measures how
//! likely his belief makes the deal as it really was ([`Findings`]), and how many tricks cards give
//! up that are chosen by that belief ([`TrickCosts`]). Everything is summed in the order of the file, so
//! that the figures are the same for any number of threads.
//!
//! A [`Study`] fits a [`Style`] to records: how far calls are kept to, and how cards are chosen. A
//! [`Split`] says which records are judged by a fit to which: [`Folds`] divide them by persons, so
//! that what is fitted is judged on others.

mod bidder;
mod caller;
mod calls;
mod cards;
mod glance;
mod inquiry;
mod instrument;
mod lessons;
mod lines;
mod minds;
mod player;
mod practice;
mod prediction;
mod price;
mod school;
mod split;
mod style;
mod suits;
mod survey;

pub use caller::CallRecords;
pub use glance::{GlanceLesson, GlanceRecords};
pub use inquiry::Inquiry;
pub use instrument::{AFTER, CalibrationBin, DecisionFinding, Findings, MomentFinding};
pub use lessons::Lessons;
pub use lines::{SOURCES, SurveyLine};
pub use minds::{MindPrediction, Minds};
pub use player::{CardLessons, CardRecords};
pub use practice::{Practice, PracticeBoard, PracticeResult, SolvedDeal, SolvedDeals};
pub use prediction::{CardsForetold, ChoiceKind, Prediction};
pub use price::{BeliefSources, DecisionCost, TrickCosts};
pub use school::Examples;
pub use split::{Folds, Split};
pub use style::{Study, Style};
pub use survey::{GameFindings, Survey};
