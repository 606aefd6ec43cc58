//! Which card: the searches. Each is given a [`View`] and returns a
//! [`Decision`].
//!
//! To add a search: one file here and one line in [`SEARCHES`].

pub mod allocation;
mod belief_set;
mod clock;
mod contest;
mod decision;
mod doubt;
mod explain;
mod fused;
mod line_taken;
mod minimax;
mod one_pass;
mod playout;
mod posterior;
mod probing;
mod published;
mod random;
mod sample;
mod scoring;
mod statistics;
mod tally;
mod triple;
mod wishes;
mod workers;

pub use clock::Clock;
pub use decision::{Candidate, Decision};
pub use explain::{Account, Explanation, Reading, Reply, Whereabouts, explain, misplaced, replies};
pub use line_taken::{LineCard, LineTaken, Weighed};
pub use one_pass::OnePass;
pub use playout::Cast;
pub use posterior::{Gain, HABIT, MARGIN};
pub use probing::{Imagined, Probing};
pub use random::stream;
pub use sample::Sample;
pub use scoring::Figures;
pub use statistics::{FEWEST, mean_and_error};
pub use tally::Tally;
pub use triple::{Guess, Held, Triple};
pub use workers::each as on_all_threads;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use thiserror::Error;

use self::allocation::Allocation;
use crate::belief::{Belief, Evidence, NoBelief, Reader};
use crate::cards::Seat;
use crate::constraint::{Rule, System};
use crate::mind::{Mind, Request};
use crate::play::{Scoring, View};

/// A way to choose a card.
pub trait Search: Sync {
    /// Its name on the command line.
    fn slug(&self) -> &'static str;

    /// What it is, in a line.
    fn about(&self) -> &'static str;

    /// Chooses a card.
    ///
    /// # Errors
    ///
    /// [`NoDecision`].
    fn decide(&self, question: &Question) -> Result<Decision, NoDecision>;

    /// The same for somebody who looks on: `watch` is given what would be decided as matters stand,
    /// whenever there is more to go by. Who looks on changes nothing.
    ///
    /// # Errors
    ///
    /// [`NoDecision`].
    fn decide_watched(
        &self,
        question: &Question,
        _watch: &dyn Fn(Decision),
    ) -> Result<Decision, NoDecision> {
        self.decide(question)
    }
}

/// All searches.
pub const SEARCHES: [&dyn Search; 4] =
    [&minimax::Minimax, &belief_set::BeliefSet, &fused::Fused, &published::Published];

/// The search of that name.
pub fn named(slug: &str) -> Option<&'static dyn Search> {
    SEARCHES.into_iter().find(|search| search.slug() == slug)
}

/// Why no card was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NoDecision {
    /// It is not this player's turn.
    #[error("it is not this player's turn")]
    NotToPlay,
    /// No belief can be formed.
    #[error(transparent)]
    Belief(#[from] NoBelief),
}

/// How much work a search may do, and with what.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// The seed of all random numbers.
    pub seed: u64,
    /// The most worlds in which a candidate is played out, 0 counts as 1; half as many before the
    /// second trick: [`Settings::playout_worlds`].
    pub worlds: usize,
    /// The worlds that every imagined player draws at each of his decisions; with none he plays by his
    /// carding alone; 1 is the paper's player, who takes the one deal that he imagines for the truth. (A playout
    /// costs in proportion, and better ones are worth no more: on the 52 problems quickest to decide
    /// four, eight and 24 worlds solve 107, 108 and 104 of 156, on the next 34, with twice as many
    /// playouts of four worlds as of eight, 35 and 32 of 68.)
    pub mind_worlds: usize,
    /// How many cards ahead the published rule probes; `None` is to the end.
    pub lookahead: Option<usize>,
    /// Whether the imagined players read signals.
    pub reader: Reader,
    /// Whether the decider looks at what double dummy makes of the last cards: he holds it against a
    /// world that cards of the line cost tricks in it, or that his partner asked for a suit that is not
    /// the best there, and he asks for the suit that is. The imagined players heed their partners, but
    /// know nothing of lines: it would cost each of their decisions as much again.
    pub read_line: bool,
    /// The share of opponents, 0 to 1, who play as if they saw all hands, for the fused search: what
    /// a card costs double dummy is lost against them, and believers alone can be misled.
    pub best_defence: f64,
    /// What is played for: by this cards are judged. The imagined players choose by points.
    pub scoring: Scoring,
    /// Who gets the next playout; `None` is what suits the search.
    pub allocation: Option<&'static dyn Allocation>,
    /// The time allowed for a decision, kept to the length of a few double-dummy solves. Without one
    /// the worlds alone decide, and the result depends on the seed alone.
    pub budget: Option<Duration>,
}

impl Settings {
    /// With ten tricks left this many times as many worlds are solved: a world costs one solve.
    const MINIMAX_FACTOR: usize = 4;

    /// The tricks left from which on there is full effort.
    const FULL_EFFORT: u8 = 10;

    /// The worlds in which a candidate is played out at most: half of all before the second trick,
    /// where a playout costs most. (Twice as many with at most ten tricks left solve one problem of
    /// 75 more, and take twice the time where it is longest.)
    pub fn playout_worlds(&self, view: &View) -> usize {
        let left = 13 - view.history().tricks_played();
        (self.worlds >> left.saturating_sub(12)).max(1)
    }

    /// The worlds that are solved double dummy: four times as many as are played out with ten
    /// tricks left, and half as many for each trick more.
    pub fn double_dummy_worlds(&self, view: &View) -> usize {
        let left = 13 - view.history().tricks_played();
        (self.worlds.saturating_mul(Self::MINIMAX_FACTOR) >> left.saturating_sub(Self::FULL_EFFORT))
            .max(self.playout_worlds(view))
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: 1,
            worlds: 80,
            mind_worlds: 4,
            lookahead: Some(16),
            reader: Reader::AtTheTable,
            read_line: true,
            best_defence: 0.15,
            scoring: Scoring::Points,
            allocation: None,
            budget: None,
        }
    }
}

/// A wish to stop that nobody has: for [`Question::stop`].
pub static UNTIL_DONE: AtomicBool = AtomicBool::new(false);

/// A decision to be made: what the player knows, and how hard to think.
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
        let on_trial = Some(self.view.history().played().len());
        Mind { system: self.system, reader, hints: &[], worlds: mind_worlds, on_trial }
    }

    /// What the player believes, and what his partner asks of him, if it is found before the time is up.
    fn belief(&self, clock: &Clock) -> Result<(Belief, Option<Request>), NoDecision> {
        if !self.view.is_deciding() || self.view.legal().is_empty() {
            return Err(NoDecision::NotToPlay);
        }
        let mut evidence = Evidence::of(self.view, self.system, Reader::AtTheTable);
        evidence.rules.extend_from_slice(self.hints);
        let request = self.settings.read_line.then(|| Request::of(self.view, &evidence.readings));
        Ok((Belief::new_until(&evidence, &|| clock.is_up())?, request.flatten()))
    }

    /// The clock of the decision, which starts now.
    fn clock(&self) -> Clock<'_> {
        Clock::start(self.settings.budget, self.stop)
    }
}
