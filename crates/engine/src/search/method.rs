//! What every search does.

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

    /// Chooses a card by layouts that have been drawn, and shows `watch`, if the engine can (fused
    /// does), what would be decided so far whenever there is more to go by. Without a limit of time
    /// watching changes nothing. Which card conceals most is settled last, and not shown before.
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

/// Called whenever there are new results. Its argument, when called, gives the decision so far,
/// which is worked out only then.
pub type Watch<'a> = &'a dyn Fn(&dyn Fn() -> Decision);
