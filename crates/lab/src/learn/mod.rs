//! Fits of models of people to records of their games, and measures of what beliefs are worth on
//! them.
//!
//! A [`GameRecord`](falsecard_laboratory::records::GameRecord) is a board with its players and all
//! its cards. The instrument takes the seat of the player who has to decide. It measures how likely
//! his belief makes the true deal ([`BeliefFindings`]), and how many tricks cards give up that are
//! chosen by that belief ([`TrickCosts`]). Sums are taken in the order of the file, so that the
//! figures are the same for any number of threads.
//!
//! A [`Study`] fits a [`Style`] to records: how closely players keep to their calls, and how they
//! choose cards. A [`Split`] says which records are judged by a fit to which others: [`Folds`]
//! divide them by persons, so that a fit is judged on other persons.

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
mod split;
mod style;
mod suits;
mod survey;
mod training;

pub use caller::CallRecords;
pub use glance::{GlanceLesson, GlanceRecords};
pub use inquiry::Inquiry;
pub use instrument::{AFTER, BeliefFindings, CalibrationBin, DecisionFinding, MomentFinding};
pub use lessons::Lessons;
pub use lines::{SOURCES, SurveyLine};
pub use minds::{MindPrediction, Minds};
pub use player::{CardLessons, CardRecords};
pub use practice::{Practice, PracticeBoard, PracticeResult, SolvedDeal, SolvedDeals};
pub use prediction::{CardsForetold, ChoiceKind, Prediction};
pub use price::{BeliefSources, DecisionCost, TrickCosts};
pub use split::{Folds, Split};
pub use style::{Study, Style};
pub use survey::{GameFindings, RecordSurvey};
pub use training::Examples;
