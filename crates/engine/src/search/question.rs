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

/// A stop flag that nobody sets, for [`Question::stop`].
pub static UNTIL_DONE: AtomicBool = AtomicBool::new(false);

/// The progress callback that does nothing.
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
    /// All that the player knows. It must be his turn.
    pub view: &'a View,
    /// The agreements of the table.
    pub system: &'a System,
    /// Certain promises that he knows from elsewhere.
    pub hints: &'a [Rule],
    /// The effort of the search.
    pub settings: &'a Settings,
    /// Called with the progress of the search, from 0 to 1.
    pub progress: &'a (dyn Fn(f64) + Sync),
    /// The stop flag: once it is set, the search returns the best card so far.
    pub stop: &'a AtomicBool,
}

impl<'a> Question<'a> {
    /// The question of a player among [strangers](System::natural), with the usual settings, no
    /// hints, no progress callback and no stop flag.
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

    /// Sets promises about hands that the player knows from elsewhere, for certain.
    #[must_use]
    pub const fn with_hints(self, hints: &'a [Rule]) -> Self {
        Self { hints, ..self }
    }

    /// Sets the effort of the search.
    #[must_use]
    pub const fn with_settings(self, settings: &'a Settings) -> Self {
        Self { settings, ..self }
    }

    /// Sets the callback for the progress of the search, from 0 to 1.
    #[must_use]
    pub const fn with_progress(self, progress: &'a (dyn Fn(f64) + Sync)) -> Self {
        Self { progress, ..self }
    }

    /// Sets the stop flag: as soon as it is true, the best card so far counts.
    #[must_use]
    pub const fn with_stop(self, stop: &'a AtomicBool) -> Self {
        Self { stop, ..self }
    }
}

impl Question<'_> {
    /// The other two players who decide; dummy does not.
    pub(super) fn others(&self) -> [Seat; 2] {
        let (me, dummy) = (self.view.seat(), self.view.contract().dummy());
        let mut others = Seat::ALL.into_iter().filter(|&seat| seat != me && seat != dummy);
        std::array::from_fn(|_| others.next().expect("three players think"))
    }

    /// The model of the other players once the card in question is played.
    pub fn mind(&self) -> Mind<'_> {
        let Settings { reader, mind_worlds, .. } = *self.settings;
        let (glance, by) = (self.settings.glance(), self.settings.mind_by());
        let on_trial = Some(self.view.history().played().len());
        Mind { reader, by, glance, on_trial, ..Mind::new(self.system, mind_worlds) }
    }

    /// The layouts from the player's belief, and his partner's request.
    pub(super) fn layouts(&self, clock: &Clock) -> Result<(Layouts, Option<Request>), NoDecision> {
        let evidence = self.evidence(Evidence::of)?;
        let request = self.settings.read_line.then(|| Request::of(self.view, &evidence.readings));
        Ok((Layouts::of(&evidence, clock)?, request.flatten()))
    }

    /// What an imagined player would know in his place, besides what he knows from elsewhere.
    pub(super) fn average_evidence(&self) -> Result<Evidence, NoDecision> {
        self.evidence(Evidence::of_average)
    }

    fn evidence(&self, of: fn(&View, &System, Reader) -> Evidence) -> Result<Evidence, NoDecision> {
        if !self.view.is_deciding() || self.view.legal().is_empty() {
            return Err(NoDecision::NotToPlay);
        }
        let mut evidence = of(self.view, self.system, Reader::AtTheTable);
        evidence.rules.extend_from_slice(self.hints);
        Ok(evidence)
    }

    /// The clock of the decision, which starts now.
    pub(super) fn clock(&self) -> Clock<'_> {
        Clock::start(self.settings.budget, self.stop)
    }
}
