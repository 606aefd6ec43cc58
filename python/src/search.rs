//! Decisions and what is behind them.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use falsecard::belief::Reader;
use falsecard::constraint::System;
use falsecard::mind::JudgesBy;
use falsecard::play::Scoring;
use falsecard::search::allocation;
use falsecard::search::{self, Question, Search, Settings};
use falsecard::table::RuleFile;
use falsecard::text;
use pyo3::prelude::*;
use serde::Deserialize;

use crate::faults::{no_decision, wrong};
use crate::game::card;
use crate::stop::interruptible;
use crate::view::View;

/// A rule file: the agreements of a table.
#[pyclass(frozen, module = "falsecard._falsecard")]
pub(crate) struct Rules {
    #[pyo3(get)]
    name: String,
    pub(crate) file: RuleFile,
}

/// Reads a rule file.
pub(crate) fn rule_file(name: &str, text: &str) -> PyResult<RuleFile> {
    let system = System::parse(name, text).map_err(wrong)?;
    let unknown =
        system.cards.iter().find(|card| falsecard::carding::named(&card.convention).is_none());
    if let Some(card) = unknown {
        return Err(wrong(format!("{name}: there is no convention {:?}", card.convention)));
    }
    Ok(RuleFile { system, text: text.to_owned() })
}

#[pymethods]
impl Rules {
    #[new]
    fn new(name: String, text: &str) -> PyResult<Self> {
        Ok(Self { file: rule_file(&name, text)?, name })
    }

    #[getter]
    fn text(&self) -> &str {
        &self.file.text
    }

    /// Those that come with the program.
    #[staticmethod]
    fn names() -> Vec<&'static str> {
        System::names().collect()
    }

    /// The text of one that comes with the program.
    #[staticmethod]
    fn bundled(name: &str) -> Option<&'static str> {
        System::text(name)
    }
}

/// Settings as Python hands them over; what is left out is as usual.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Given {
    seed: Option<u64>,
    worlds: Option<usize>,
    /// The worlds where time does not matter, and more where it is limited.
    unhurried_worlds: Option<usize>,
    mind_worlds: Option<usize>,
    mind_by: Option<JudgesBy>,
    lookahead: Lookahead,
    best_defence: Option<f64>,
    scoring: Option<String>,
    allocation: Option<String>,
    /// In seconds.
    budget: Option<f64>,
    ignore_signals: bool,
    ignore_line: bool,
}

/// How many cards ahead the published rule probes.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(from = "Option<usize>")]
enum Lookahead {
    #[default]
    Usual,
    Cards(usize),
    ToTheEnd,
}

impl From<Option<usize>> for Lookahead {
    fn from(cards: Option<usize>) -> Self {
        cards.map_or(Self::ToTheEnd, Self::Cards)
    }
}

impl Given {
    pub(crate) fn settings(&self) -> PyResult<Settings> {
        let mut settings = Settings::builder();
        if let Some(worlds) = self.unhurried_worlds {
            settings = settings.unhurried_worlds(worlds);
        }
        if let Some(worlds) = self.worlds {
            settings = settings.worlds(worlds);
        }
        if let Some(seed) = self.seed {
            settings = settings.seed(seed);
        }
        if let Some(worlds) = self.mind_worlds {
            settings = settings.mind_worlds(worlds);
        }
        if let Some(by) = self.mind_by {
            settings = settings.mind_by(by);
        }
        settings = match self.lookahead {
            Lookahead::Usual => settings,
            Lookahead::Cards(cards) => settings.lookahead(Some(cards)),
            Lookahead::ToTheEnd => settings.lookahead(None),
        };
        if let Some(share) = self.best_defence {
            settings = settings.best_defence(share);
        }
        if let Some(name) = &self.scoring {
            settings = settings.scoring(self::scoring(name)?);
        }
        if let Some(name) = &self.allocation {
            let known = allocation::ALLOCATIONS.map(allocation::Allocation::slug).join(", ");
            let fault = || wrong(format!("allocation {name:?}: expected one of {known}"));
            settings = settings.allocation(allocation::named(name).ok_or_else(fault)?);
        }
        if let Some(seconds) = self.budget {
            if !(seconds > 0.0 && seconds <= Settings::LONGEST.as_secs_f64()) {
                return Err(wrong(format!("budget {seconds}: expected seconds, up to a day")));
            }
            settings = settings.budget(Duration::from_secs_f64(seconds));
        }
        if self.ignore_signals {
            settings = settings.reader(Reader::IgnoringSignals);
        }
        settings.read_line(!self.ignore_line).build().map_err(wrong)
    }
}

/// What is played for.
pub(crate) fn scoring(name: &str) -> PyResult<Scoring> {
    let fault = || wrong(format!("scoring {name:?}: expected points, imps or matchpoints"));
    Scoring::named(name).ok_or_else(fault)
}

/// The search of a name.
pub(crate) fn engine(name: &str) -> PyResult<&'static dyn Search> {
    let known = search::SEARCHES.map(Search::slug).join(", ");
    search::named(name).ok_or_else(|| wrong(format!("no engine {name:?}: the engines are {known}")))
}

pub(crate) fn given<T: for<'de> Deserialize<'de>>(json: &str) -> PyResult<T> {
    serde_json::from_str(json).map_err(wrong)
}

/// A decision, as JSON.
#[pyfunction]
pub(crate) fn choose(
    py: Python<'_>,
    view: &View,
    rules: &Rules,
    name: &str,
    settings: &str,
) -> PyResult<String> {
    let settings = given::<Given>(settings)?.settings()?;
    let search = engine(name)?;
    let decide = |stop: &AtomicBool| {
        let question = Question::new(&view.0).with_system(&rules.file.system);
        search.decide(&question.with_settings(&settings).with_stop(stop))
    };
    let decision = interruptible(py, decide)?.map_err(no_decision)?;
    text::json(&decision).map_err(wrong)
}

/// Why one card and not another, as JSON.
#[pyfunction]
pub(crate) fn explain(
    py: Python<'_>,
    view: &View,
    rules: &Rules,
    cards: [String; 2],
    settings: &str,
) -> PyResult<String> {
    let settings = given::<Given>(settings)?.settings()?;
    let [one, other] = [card(&cards[0])?, card(&cards[1])?];
    let legal = view.0.legal();
    if let Some(card) = [one, other].into_iter().find(|&card| !legal.contains(card)) {
        let legal = crate::game::names(legal).join(" ");
        return Err(wrong(format!("{card} cannot be played here: the legal cards are {legal}")));
    }
    if !view.0.is_deciding() {
        return Err(no_decision(search::NoDecision::NotToPlay));
    }
    let ask = |stop: &AtomicBool| {
        let begun = Instant::now();
        let question = Question::new(&view.0).with_system(&rules.file.system).with_stop(stop);
        let deciding = settings.leaving_time_to_explain();
        let decision = search::Fused.decide(&question.with_settings(&deciding))?;
        let left = settings.after(begun.elapsed());
        search::explain(&question.with_settings(&left), &decision, [one, other])
    };
    let explanation = interruptible(py, ask)?.map_err(no_decision)?;
    text::json(&explanation).map_err(wrong)
}
