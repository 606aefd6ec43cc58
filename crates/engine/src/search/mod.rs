//! Which card: the searches. Each is given a [`View`] and returns a
//! [`Decision`].
//!
//! To add a search: one file here and one line in [`SEARCHES`].

pub mod allocation;
mod belief_set;
mod believed;
mod conceal;
mod contest;
mod contrast;
mod decision;
mod doubt;
mod engine;
#[cfg(test)]
mod example;
mod explain;
mod fused;
mod hunch;
mod layouts;
mod line;
mod line_taken;
mod luck;
mod minimax;
mod playout;
mod posterior;
mod probing;
mod published;
mod sample;
mod scoring;
mod settings;
mod survey;
mod tally;
mod triple;
mod wishes;

pub use belief_set::BeliefSet;
pub use contrast::{By, Causes, Contrast, Course, CourseTrick, Fate, Idea, Slip, Turning};
pub use decision::{Beyond, Candidate, Decision};
pub use engine::{Engine, UnknownEngine};
pub use explain::{
    Consequence, Explanation, Impression, Reply, Whereabouts, explain, impressions, misplaced,
    replies,
};
pub use fused::Fused;
pub use line::Line;
pub use line_taken::{LineCard, LineTaken, Weighed};
pub use luck::Luck;
pub use minimax::Minimax;
pub use playout::Cast;
pub use posterior::{Gain, MARGIN};
pub use probing::{ImaginedDeal, Probing};
pub use published::Published;
pub use sample::Sample;
pub use scoring::Figures;
pub use settings::{BadSetting, SETTINGS, Setting, Settings, SettingsBuilder, read_time};
pub use tally::Tally;
pub use triple::{Guess, ImaginedHand, Triple};

use std::sync::atomic::AtomicBool;

use thiserror::Error;
use web_time::Instant;

use crate::belief::{Evidence, NoBelief, Reader};
use crate::cards::Seat;
use crate::constraint::{Rule, System};
use crate::mind::{Mind, Request};
use crate::play::View;
use crate::work::Clock;
use layouts::Layouts;

/// A way to choose a card.
pub trait Search: Sync {
    /// Its name on the command line.
    fn slug(&self) -> &'static str;

    /// What it is, in a line.
    fn about(&self) -> &'static str;

    /// Draws and solves the layouts to go by, within the part of the time that is for that.
    ///
    /// # Errors
    ///
    /// [`NoDecision`]: it is not his turn, or no layout fits what is certain.
    fn sample(&self, question: &Question) -> Result<Sample, NoDecision> {
        Sample::of(question)
    }

    /// Whether it may go by the layouts that another search has drawn for the same question.
    fn shares_samples(&self) -> bool {
        true
    }

    /// Chooses a card by layouts that have been drawn, and shows `watch`, if the engine can (fused does), what would be decided so far whenever
    /// there is more to go by. Without a limit of time watching changes nothing. Which card conceals most is settled last, and not shown before.
    ///
    /// # Errors
    ///
    /// [`NoDecision`]: it is not his turn, or no layout fits what is certain.
    fn decide_on(
        &self,
        question: &Question,
        sample: &Sample,
        watch: Watch,
    ) -> Result<Decision, NoDecision>;

    /// Chooses a card.
    ///
    /// # Errors
    ///
    /// [`NoDecision`]: it is not his turn, or no layout fits what is certain.
    fn decide(&self, question: &Question) -> Result<Decision, NoDecision> {
        self.decide_watched(question, &|_| ())
    }

    /// Chooses a card, and shows `watch` what would be decided so far, as [`decide_on`](Self::decide_on) does.
    ///
    /// # Errors
    ///
    /// [`NoDecision`]: it is not his turn, or no layout fits what is certain.
    fn decide_watched(&self, question: &Question, watch: Watch) -> Result<Decision, NoDecision> {
        let begun = Instant::now();
        let sample = self.sample(question)?;
        let left = question.settings.after(begun.elapsed());
        self.decide_on(&question.with_settings(&left), &sample, watch)
    }
}

/// Called whenever there are new results. Its argument, when called, gives the decision so far, which is worked out only then.
pub type Watch<'a> = &'a dyn Fn(&dyn Fn() -> Decision);

/// All searches.
pub const SEARCHES: [&dyn Search; 4] =
    [&minimax::Minimax, &belief_set::BeliefSet, &fused::Fused, &published::Published];

/// The search of that name.
pub fn named(slug: &str) -> Option<&'static dyn Search> {
    SEARCHES.into_iter().find(|search| search.slug() == slug)
}

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
    /// The question of a player among [strangers](System::natural), with the usual settings: he knows nothing from
    /// elsewhere, nobody looks on, and it goes on until it is done.
    pub fn new(view: &'a View) -> Self {
        Self {
            view,
            system: System::natural(),
            hints: &[],
            settings: &settings::USUAL,
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

    /// Sets the flag by which the search is ended: as soon as it is true, the best card so far counts.
    #[must_use]
    pub const fn with_stop(self, stop: &'a AtomicBool) -> Self {
        Self { stop, ..self }
    }
}

impl Question<'_> {
    /// The other two players who think: dummy does not.
    fn others(&self) -> [Seat; 2] {
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
    fn layouts(&self, clock: &Clock) -> Result<(Layouts, Option<Request>), NoDecision> {
        if !self.view.is_deciding() || self.view.legal().is_empty() {
            return Err(NoDecision::NotToPlay);
        }
        let mut evidence = Evidence::of(self.view, self.system, Reader::AtTheTable);
        evidence.rules.extend_from_slice(self.hints);
        let request = self.settings.read_line.then(|| Request::of(self.view, &evidence.readings));
        Ok((Layouts::of(&evidence, clock)?, request.flatten()))
    }

    /// The clock of the decision, which starts now.
    fn clock(&self) -> Clock<'_> {
        Clock::start(self.settings.budget, self.stop)
    }
}
