//! The worlds of a decision, and what every card is worth in each double dummy: with this every
//! search begins.

use super::clock::Clock;
use super::random::stream;
use super::{NoDecision, Question, workers};
use crate::cards::FullDeal;
use crate::mind::Assessment;
use crate::play::{Play, View};

/// Worlds drawn from the player's belief, each solved.
pub struct Sample {
    /// The worlds, in an order that depends on the seed alone.
    pub worlds: Vec<FullDeal>,
    /// What every legal card is worth in each, in the same order.
    pub assessment: Assessment,
}

/// The share of the time that double dummy may take where playouts follow.
const DOUBLE_DUMMY_TIME: f64 = 0.25;

/// Worlds are solved in portions of this many, between which the clock is looked at.
const AT_ONCE: usize = 8;

/// The key of the stream that draws worlds.
const WORLD: u64 = 0;

impl Sample {
    /// The worlds that the settings ask for, solved within a quarter of the time.
    ///
    /// # Errors
    ///
    /// [`NoDecision`].
    pub fn of(question: &Question) -> Result<Self, NoDecision> {
        let worlds = question.settings.double_dummy_worlds(question.view);
        Self::draw(question, worlds, &question.clock().part(DOUBLE_DUMMY_TIME))
    }

    /// Draws `n` worlds and solves them; fewer if the time is up before, but never none.
    pub(super) fn draw(question: &Question, n: usize, clock: &Clock) -> Result<Self, NoDecision> {
        let mut worlds = draw(question, n)?;
        let mut assessment = Assessment::empty(question.view);
        let n = worlds.len();
        for portion in worlds.chunks(AT_ONCE) {
            if assessment.worlds() > 0 && clock.is_up() {
                break;
            }
            assessment.extend(&solve(question.view, portion));
            (question.progress)(assessment.worlds() as f64 / n as f64);
        }
        worlds.truncate(assessment.worlds());
        Ok(Self { worlds, assessment })
    }

    /// The first `n` worlds, to be played.
    pub fn plays(&self, view: &View, n: usize) -> Vec<Play> {
        self.worlds.iter().take(n.max(1)).map(|&deal| imagine(view, deal)).collect()
    }
}

/// The play as it stands in a world of the player's belief.
pub(super) fn imagine(view: &View, world: FullDeal) -> Play {
    view.imagine(world).expect("a belief's worlds fit its view")
}

/// The first `n` worlds of a list that depends on the seed alone.
pub(super) fn draw(question: &Question, n: usize) -> Result<Vec<FullDeal>, NoDecision> {
    let belief = question.belief()?;
    let mut rng = stream(question.settings.seed, &[WORLD]);
    Ok(belief.spread(&mut rng).take(n.max(1)).collect())
}

/// Solves worlds on all threads.
pub(super) fn solve(view: &View, worlds: &[FullDeal]) -> Assessment {
    let parts = workers::each(worlds, |world, solver| {
        Assessment::of(view, std::slice::from_ref(world), solver)
    });
    let mut all = Assessment::empty(view);
    for part in &parts {
        all.extend(part);
    }
    all
}
