//! Decisions and what is behind them.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use falsecard::constraint::System;
use falsecard::play::Scoring;
use falsecard::search::{self, Question, Search, Settings};
use falsecard::table::RuleFile;
use falsecard::text;
use pyo3::prelude::*;
use pyo3::types::PyDict;

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

/// Settings as Python hands them over: a dict by the names of `falsecard.Settings`. What is left
/// out or `None` is as usual.
#[derive(Debug, Clone)]
pub(crate) struct Given(pub(crate) Settings);

impl<'py> FromPyObject<'_, 'py> for Given {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let mut settings = Settings::builder();
        for (name, value) in given.cast::<PyDict>()?.iter() {
            if !value.is_none() {
                let (name, value) = (name.extract::<String>()?, value.str()?.to_string());
                settings = settings.set(&name, &value).map_err(wrong)?;
            }
        }
        settings.build().map(Self).map_err(wrong)
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

/// A decision, as JSON.
#[pyfunction]
pub(crate) fn choose(
    py: Python<'_>,
    view: &View,
    rules: &Rules,
    name: &str,
    settings: Given,
) -> PyResult<String> {
    let Given(settings) = settings;
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
    settings: Given,
) -> PyResult<String> {
    let Given(settings) = settings;
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
