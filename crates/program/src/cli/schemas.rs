//! The schemas of all objects that are printed as JSON, by name. The program itself has no use for
//! them: `tests/program/json.rs` makes the tables of docs/json.md from them, and
//! `tests/program/api.rs` the description of the server.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use super::parts::{End, Head, Item};
use super::{believe, bid, costly, faults, lint, manage, matches, played, problem, signal};
use crate::web::page;
use crate::wording::objects::{
    CardsLine, ClaimLine, Inferred, RemarkLine, SuitSolved, TableLine, TimedDecision,
};
use falsecard_engine::bidding::BidAdvice;
use falsecard_engine::search::Explanation;
use falsecard_laboratory::problem::{ProblemCandidate, Set, Verdict};
use falsecard_laboratory::signal::{Advice, SignalJudgement};
use falsecard_laboratory::table::{ContestResult, MatchSummary, Meeting, PlayedBoard};
use falsecard_notation::Game;

/// Tells a generator of types, for whose schemas it then has names.
macro_rules! tell {
    ($generator:ident: $($told:ty),+ $(,)?) => {
        $($generator.subschema_for::<$told>();)+
    };
}

/// The schemas of what commands print.
pub fn printed() -> Map<String, Value> {
    let mut generator = SchemaSettings::openapi3().for_serialize().into_generator();
    tell!(generator:
        faults::Line,
        Verdict, Set,
        RemarkLine, ClaimLine, costly::CostlyLine,
        TimedDecision, Explanation, Inferred, believe::Refusal,
        BidAdvice, bid::review::Seldom, bid::review::Foretold, bid::contracts::Line, bid::contracts::Total,
        Advice, signal::read::Line, signal::read::Heeded, SignalJudgement,
        lint::Finding, TableLine, CardsLine, played::Line, SuitSolved,
        PlayedBoard, MatchSummary, ContestResult, matches::bid::Total,
        matches::people::Line,
        Head<Meeting>, Item<Value>, End,
        manage::BoardLine, manage::Total,
        Game, ProblemCandidate, problem::Written,
    );
    generator.take_definitions(true)
}

/// The schemas of what the page is asked, and of what it says to programs beside the answers of
/// commands.
pub fn served() -> Map<String, Value> {
    page::schemas()
}
