//! Control variates: scores of playouts without the luck of their draws and of their worlds.

use std::borrow::Cow;

/// The scores of a candidate with their control variates: in the worlds that it was played out in,
/// with the luck in each, and double dummy in all.
pub(super) struct ScoresWithControls<'a> {
    pub(super) scores: Vec<f64>,
    pub(super) luck: Vec<f64>,
    pub(super) solved: Cow<'a, [f64]>,
}

impl ScoresWithControls<'_> {
    /// The scores without the luck of the draws.
    fn drawn(&self) -> impl Iterator<Item = f64> + '_ {
        self.scores.iter().zip(&self.luck).map(|(score, luck)| score - luck)
    }

    /// The double-dummy advantage of each playout's world over the mean.
    fn layouts(&self) -> impl Iterator<Item = f64> + '_ {
        let mean = self.solved.iter().sum::<f64>() / self.solved.len() as f64;
        self.solved.iter().cycle().map(move |score| score - mean)
    }
}

/// The scores without the luck of the draws, and without that of the worlds (control variates): the
/// mean over all solved worlds is known far better than that over the few played out.
pub(super) fn controlled(candidates: &[ScoresWithControls]) -> Vec<Vec<f64>> {
    let share = control_share(candidates);
    let controlled = |one: &ScoresWithControls| {
        one.drawn().zip(one.layouts()).map(|(score, layout)| score - share * layout).collect()
    };
    candidates.iter().map(controlled).collect()
}

/// The share of a world's luck that is subtracted from its playouts, once that of the draws is: the
/// slope of score on double-dummy score within candidates, between 0 and 1.
fn control_share(candidates: &[ScoresWithControls]) -> f64 {
    let (mut both, mut square) = (0.0, 0.0);
    for candidate in candidates {
        let n = candidate.scores.len();
        let solved = || candidate.solved.iter().cycle().take(n);
        let [a, b] =
            [candidate.drawn().sum(), solved().sum::<f64>()].map(|it| it / n.max(1) as f64);
        for (score, dd) in candidate.drawn().zip(solved()) {
            both += (score - a) * (dd - b);
            square += (dd - b) * (dd - b);
        }
    }
    if square > 0.0 { (both / square).clamp(0.0, 1.0) } else { 0.0 }
}
