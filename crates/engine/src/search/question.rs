//! A decision to be made.

use std::sync::atomic::AtomicBool;

use thiserror::Error;

use super::layouts::Layouts;
use super::settings::{Settings, USUAL};
use crate::belief::{Evidence, NoBelief, Reader};
use crate::cards::Seat;
use crate::constraint::{Rule, System};
use crate::mind::{Mind, Request};
use crate::play::View;
use crate::work::Clock;

/// Why no card was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoDecision {
    /// It is not this player's turn.
    #[error("it is not this player's turn")]
    NotToPlay,
    /// No belief can be formed.
    #[error(transparent)]
    Belief(#[from] NoBelief),
}

/// A wish to stop that nobody has: for [`Question::stop`].
pub static UNTIL_DONE: AtomicBool = AtomicBool::new(false);

/// Who is not told how far the search has come.
const UNWATCHED: &(dyn Fn(f64) + Sync) = &|_| ();

/// A decision to be made: what the player knows, and how hard to think.
///
/// ```
/// use falsecard::notation::problem;
/// use falsecard::search::{Minimax, Question, Search, Settings};
///
/// let text = include_bytes!("../../../../problems/paper/paper-ex1.pbn");
/// let problems = problem::read("paper-ex1.pbn", text).all()?;
/// let few = Settings::builder().worlds(4).build()?;
/// let question = Question::new(problems[0].view()).with_settings(&few);
/// assert_eq!(Minimax.decide(&question)?.card, "CK".parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Question<'a> {
    /// What the player knows. It must be his turn.
    pub view: &'a View,
    /// The agreements of the table.
    pub system: &'a System,
    /// What he knows from elsewhere.
    pub hints: &'a [Rule],
    /// How hard to think.
    pub settings: &'a Settings,
    /// Told how far the search has come, from 0 to 1.
    pub progress: &'a (dyn Fn(f64) + Sync),
    /// Set by whoever will not wait any longer: the search then returns what it has found.
    pub stop: &'a AtomicBool,
}

impl<'a> Question<'a> {
    /// The question of a player among [strangers](System::natural), with the usual settings: he
    /// knows nothing from elsewhere, nobody looks on, and it goes on until it is done.
    pub fn new(view: &'a View) -> Self {
        Self {
            view,
            system: System::natural(),
            hints: &[],
            settings: &USUAL,
            progress: UNWATCHED,
            stop: &UNTIL_DONE,
        }
    }

    /// Sets the agreements of the table.
    #[must_use]
    pub const fn with_system(self, system: &'a System) -> Self {
        Self { system, ..self }
    }

    /// Sets what the player knows of hands from elsewhere, for certain.
    #[must_use]
    pub const fn with_hints(self, hints: &'a [Rule]) -> Self {
        Self { hints, ..self }
    }

    /// Sets how much the search thinks, and what for.
    #[must_use]
    pub const fn with_settings(self, settings: &'a Settings) -> Self {
        Self { settings, ..self }
    }

    /// Sets who is told how far the search has come, from 0 to 1.
    #[must_use]
    pub const fn with_progress(self, progress: &'a (dyn Fn(f64) + Sync)) -> Self {
        Self { progress, ..self }
    }

    /// Sets the flag by which the search is ended: as soon as it is true, the best card so far
    /// counts.
    #[must_use]
    pub const fn with_stop(self, stop: &'a AtomicBool) -> Self {
        Self { stop, ..self }
    }
}

impl Question<'_> {
    /// The other two players who think: dummy does not.
    pub(super) fn others(&self) -> [Seat; 2] {
        let (me, dummy) = (self.view.seat(), self.view.contract().dummy());
        let mut others = Seat::ALL.into_iter().filter(|&seat| seat != me && seat != dummy);
        std::array::from_fn(|_| others.next().expect("three players think"))
    }

    /// How they think once the card in question is played.
    pub fn mind(&self) -> Mind<'_> {
        let Settings { reader, mind_worlds, .. } = *self.settings;
        let (glance, by) = (self.settings.glance(), self.settings.mind_by());
        let on_trial = Some(self.view.history().played().len());
        Mind { reader, by, glance, on_trial, ..Mind::new(self.system, mind_worlds) }
    }

    /// The layouts that the player reckons with, and what his partner asks of him.
    pub(super) fn layouts(&self, clock: &Clock) -> Result<(Layouts, Option<Request>), NoDecision> {
        if !self.view.is_deciding() || self.view.legal().is_empty() {
            return Err(NoDecision::NotToPlay);
        }
        let mut evidence = Evidence::of(self.view, self.system, Reader::AtTheTable);
        evidence.rules.extend_from_slice(self.hints);
        let request = self.settings.read_line.then(|| Request::of(self.view, &evidence.readings));
        Ok((Layouts::of(&evidence, clock)?, request.flatten()))
    }

    /// The clock of the decision, which starts now.
    pub(super) fn clock(&self) -> Clock<'_> {
        Clock::start(self.settings.budget, self.stop)
    }
}
