//! Engines that can be asked in one line: a search with its agreements and settings.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{
    BeliefSet, Decision, Fused, Minimax, NoDecision, Published, Question, Reflex, SEARCHES, Search,
    Settings, named,
};
use crate::constraint::System;
use crate::play::View;

/// A search with the agreements of the table and its settings. It has the name of its search.
///
/// ```
/// use falsecard::constraint::System;
/// use falsecard::search::{Engine, Settings};
///
/// let settings = Settings::builder().worlds(8).build()?;
/// let engine: Engine = "minimax".parse()?;
/// let engine = engine.with_system(System::bundled("acol").unwrap()).with_settings(settings);
/// assert_eq!(engine.to_string(), "minimax");
/// assert!("deep-thought".parse::<Engine>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Engine {
    search: &'static dyn Search,
    /// `None` for strangers.
    system: Option<System>,
    settings: Settings,
}

/// There is no engine of that name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("no engine {name}: the engines are {known}", known = known().join(", "))]
pub struct UnknownEngine {
    /// The name.
    pub name: String,
}

/// The names of the engines.
fn known() -> [&'static str; SEARCHES.len()] {
    SEARCHES.map(Search::slug)
}

impl Engine {
    /// The engine of a search, with strangers at the table and the usual settings.
    pub fn of(search: &'static dyn Search) -> Self {
        Self { search, system: None, settings: Settings::default() }
    }

    /// Minimax and abc [fused](Fused).
    pub fn fused() -> Self {
        Self::of(&Fused)
    }

    /// [Minimax] over sampled worlds.
    pub fn minimax() -> Self {
        Self::of(&Minimax)
    }

    /// abc with [belief sets](BeliefSet).
    pub fn abc() -> Self {
        Self::of(&BeliefSet)
    }

    /// abc [as published](Published) in 2006.
    pub fn published() -> Self {
        Self::of(&Published)
    }

    /// A card in milliseconds, at a [glance](Reflex).
    pub fn reflex() -> Self {
        Self::of(&Reflex)
    }

    /// Sets the agreements of the table.
    #[must_use]
    pub fn with_system(self, system: System) -> Self {
        Self { system: Some(system), ..self }
    }

    /// Sets the settings of the search.
    #[must_use]
    pub fn with_settings(self, settings: Settings) -> Self {
        Self { settings, ..self }
    }

    /// Chooses a card for the player whose view this is. It must be his turn, or dummy's if he
    /// declares.
    ///
    /// # Errors
    ///
    /// [`NoDecision`]: it is not his turn, or no layout fits what is certain.
    pub fn choose(&self, view: &View) -> Result<Decision, NoDecision> {
        self.search.decide(&self.question(view))
    }

    /// The question that [`Engine::choose`] asks of the search. Hints, a progress callback, or a
    /// stop flag can be added; [`Search::decide`] answers it.
    pub fn question<'a>(&'a self, view: &'a View) -> Question<'a> {
        let question = Question::new(view).with_settings(&self.settings);
        match &self.system {
            Some(system) => question.with_system(system),
            None => question,
        }
    }

    /// The search that it runs.
    pub fn search(&self) -> &'static dyn Search {
        self.search
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.search.slug())
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { search, system, settings } = self;
        let system = system.as_ref().map(|system| &system.name);
        f.debug_struct("Engine")
            .field("search", &search.slug())
            .field("system", &system)
            .field("settings", settings)
            .finish()
    }
}

impl FromStr for Engine {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<Self, UnknownEngine> {
        let search = named(name).ok_or_else(|| UnknownEngine { name: name.to_owned() })?;
        Ok(Self::of(search))
    }
}
