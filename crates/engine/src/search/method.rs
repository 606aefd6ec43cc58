//! The interface of searches.

use web_time::Instant;

use super::decision::Decision;
use super::question::{NoDecision, Question};
use super::sample::Sample;

/// A way to choose a card.
pub trait Search: Sync {
    /// Its name on the command line.
    fn slug(&self) -> &'static str;

    /// What it is, in a line.
    fn about(&self) -> &'static str;

    /// Draws and solves the layouts to go by, within its part of the time.
    ///
    /// # Errors
    ///
    /// [`NoDecision`]: it is not his turn, or no layout fits what is certain.
    fn sample(&self, question: &Question) -> Result<Sample, NoDecision> {
        Sample::of(question)
    }

    /// Whether it may use the layouts that another search has drawn for the same question.
    fn shares_samples(&self) -> bool {
        true
    }

    /// Chooses a card by layouts that have been drawn, and shows `watch`, if the engine can (fused
    /// does), the decision so far whenever there is more to go by. Without a limit of time watching
    /// changes nothing. Which card conceals most is settled last, and not shown before.
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
    /// Chooses a card, and shows `watch` the decision so far, as [`decide_on`](Self::decide_on)
    /// does.
    fn decide(&self, question: &Question) -> Result<Decision, NoDecision> {
        self.decide_watched(question, &|_| ())
    }

    /// Chooses a card, and shows `watch` what would be decided so far, as
    /// [`decide_on`](Self::decide_on) does.
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

/// A callback for new results. Its argument, when called, gives the decision so far, which is
/// computed only then.
pub type Watch<'a> = &'a dyn Fn(&dyn Fn() -> Decision);
