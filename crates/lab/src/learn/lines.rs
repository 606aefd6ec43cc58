//! The results of a survey, as `learn --json` prints them.

use std::collections::BTreeMap;

use serde::Serialize;

use super::minds::MindPrediction;
use super::survey::RecordSurvey;

/// A line of `learn --test --json`; its fields are those of `docs/json.md`.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum SurveyLine<'a> {
    /// What beliefs are worth at one moment to one role.
    Sight(MomentLine<'a>),
    /// The calibration of beliefs about honours.
    Calibration(CalibrationLine<'a>),
    /// How well people's choices of cards are predicted.
    Prediction(PredictionLine<'a>),
    /// How well people's calls are predicted.
    Calls(CallsLine<'a>),
    /// How well imagined players predict people, and what their cards cost.
    Minds(MindsLine<'a>),
    /// What cards chosen by each kind of evidence cost.
    Price(PriceLine<'a>),
}

/// What beliefs are worth at one moment to one role, as a line of `--json`.
#[derive(Debug, Serialize)]
pub struct MomentLine<'a> {
    file: &'a str,
    after: usize,
    role: &'static str,
    decisions: usize,
    auction: f64,
    auction_se: Option<f64>,
    cards: f64,
    cards_se: Option<f64>,
    worse: f64,
    honours: Honours,
    outside: f64,
}

#[derive(Debug, Serialize)]
struct Honours {
    auction: f64,
    cards: f64,
}

/// The calibration of beliefs about honours, as a line of `--json`.
#[derive(Debug, Serialize)]
pub struct CalibrationLine<'a> {
    file: &'a str,
    calibration: Vec<CalibrationBinLine>,
}

#[derive(Debug, Serialize)]
struct CalibrationBinLine {
    believed: f64,
    #[serde(rename = "true")]
    so: f64,
    n: usize,
}

/// How well people's choices of cards are predicted, as a line of `--json`.
#[derive(Debug, Serialize)]
pub struct PredictionLine<'a> {
    file: &'a str,
    kind: &'static str,
    n: usize,
    nats: f64,
    se: Option<f64>,
    uniform: f64,
}

/// How well people's calls are predicted, as a line of `--json`.
#[derive(Debug, Serialize)]
pub struct CallsLine<'a> {
    file: &'a str,
    calls: &'static str,
    n: usize,
    nats: f64,
    se: Option<f64>,
    first: f64,
    among_three: f64,
}

/// How well imagined players predict people, and what their cards cost, as a line of `--json`.
#[derive(Debug, Serialize)]
pub struct MindsLine<'a> {
    file: &'a str,
    role: &'static str,
    kind: &'static str,
    n: usize,
    nats: f64,
    se: Option<f64>,
    suit: f64,
    first: f64,
    uniform: f64,
    mind: f64,
    mind_se: Option<f64>,
    person: f64,
}

impl<'a> MindsLine<'a> {
    fn of(file: &'a str, role: &'static str, kind: &'static str, place: &MindPrediction) -> Self {
        Self {
            file,
            role,
            kind,
            n: place.nats.len(),
            nats: place.nats.mean(),
            se: place.nats.error(),
            suit: place.suit.mean(),
            first: place.first.mean(),
            uniform: place.uniform.mean(),
            mind: place.mind.mean(),
            mind_se: place.mind.error(),
            person: place.person.mean(),
        }
    }
}

/// What cards chosen by each kind of evidence cost, as a line of `--json`.
#[derive(Debug, Serialize)]
pub struct PriceLine<'a> {
    file: &'a str,
    role: &'static str,
    price: BTreeMap<&'static str, f64>,
    se: BTreeMap<&'static str, Option<f64>>,
    than_person: f64,
    than_person_se: Option<f64>,
    n: usize,
}

/// The names of the kinds of evidence, in the order of
/// [`BeliefSources::each`](super::BeliefSources::each).
pub const SOURCES: [&str; 5] = ["facts", "auction", "natural", "cards", "person"];

impl RecordSurvey {
    /// The results for a file as lines of JSON.
    pub fn lines<'a>(&self, file: &'a str) -> Vec<SurveyLine<'a>> {
        let mut lines = Vec::new();
        for (after, role, moment) in self.findings.moments() {
            let [by_auction, by_cards] = moment.honours.map(|sum| sum.mean());
            lines.push(SurveyLine::Sight(MomentLine {
                file,
                after,
                role: role.name(),
                decisions: moment.auction.len(),
                auction: moment.auction.mean(),
                auction_se: moment.auction.error(),
                cards: moment.cards.mean(),
                cards_se: moment.cards.error(),
                worse: moment.worse.mean(),
                honours: Honours { auction: by_auction, cards: by_cards },
                outside: moment.outside.mean(),
            }));
        }
        let tenths = self.findings.calibration.iter().filter(|tenth| !tenth.so.is_empty());
        let calibration = tenths.map(|tenth| CalibrationBinLine {
            believed: tenth.believed.mean(),
            so: tenth.so.mean(),
            n: tenth.so.len(),
        });
        lines.push(SurveyLine::Calibration(CalibrationLine {
            file,
            calibration: calibration.collect(),
        }));
        for (kind, foretold) in self.prediction.kinds() {
            lines.push(SurveyLine::Prediction(PredictionLine {
                file,
                kind: kind.name(),
                n: foretold.policy.len(),
                nats: foretold.policy.mean(),
                se: foretold.policy.error(),
                uniform: foretold.uniform.mean(),
            }));
        }
        for (calls, foretold) in self.calls.kinds() {
            lines.push(SurveyLine::Calls(CallsLine {
                file,
                calls,
                n: foretold.nats.len(),
                nats: foretold.nats.mean(),
                se: foretold.nats.error(),
                first: foretold.first.mean(),
                among_three: foretold.among_three.mean(),
            }));
        }
        for (role, kind, place) in self.minds.rows() {
            lines.push(SurveyLine::Minds(MindsLine::of(file, role, kind, &place)));
        }
        for (role, sums, than_person) in self.bill.roles() {
            let each = || SOURCES.into_iter().zip(sums.each());
            lines.push(SurveyLine::Price(PriceLine {
                file,
                role: role.name(),
                price: each().map(|(name, sum)| (name, sum.mean())).collect(),
                se: each().map(|(name, sum)| (name, sum.error())).collect(),
                than_person: than_person.mean(),
                than_person_se: than_person.error(),
                n: sums.person.len(),
            }));
        }
        lines
    }
}
