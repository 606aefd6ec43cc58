//! The worlds that a player imagines before he chooses a card.
//!
//! Some candidates differ in little but their message, as the two cards of a doubleton do. The
//! beliefs that they lead to are nearly the same; worlds drawn afresh from each belief would not
//! be, and nearly all the difference between the playouts would be luck. So the message of the
//! candidate is kept apart. Worlds are proposed as if it had said nothing, in an order in which
//! neighbours are alike. The player then takes some of them, each in proportion to the likelihood
//! of the candidate in it, by one random number for all (systematic resampling; Kitagawa, *Journal
//! of Computational and Graphical Statistics* 5, 1996). So he solves the same worlds whatever the
//! candidate, except those that speak against it; and he believes the message as much as Bayes's
//! rule says.

use itertools::Itertools;
use rand::{Rng, RngExt};

use super::Request;
use super::glance::Scene;
use super::model::{AT_ONCE, JudgesBy, Mind};
use crate::belief::{Belief, Evidence, NoBelief, Reading};
use crate::cards::FullDeal;
use crate::play::View;

/// The fewest worlds that are proposed, so that a layout with a posterior of a tenth is among them.
/// Proposals cost little, since none of them is solved.
const PROPOSALS: usize = 64;

/// The fewest proposals for each world that the player solves.
const FOR_EACH: usize = 4;

/// What a player has before his eyes when he chooses.
#[derive(Clone)]
pub struct ImaginedWorlds {
    /// The worlds, all of one weight.
    pub worlds: Vec<FullDeal>,
    /// The scene of all of them at once, if he judges at a glance.
    pub scene: Option<Scene>,
    /// What his partner asks for.
    pub request: Option<Request>,
}

impl Mind<'_> {
    /// Draws the worlds that he imagines: [`Mind::worlds_at`] this view or, where that is less,
    /// enough to tell what his partner asks for. Over many random streams a share of the worlds,
    /// and of the first of them, is the same as the share of his belief.
    ///
    /// # Errors
    ///
    /// [`NoBelief::NotAView`], which cannot happen in a legal play.
    pub fn imagine(&self, view: &View, rng: &mut impl Rng) -> Result<ImaginedWorlds, NoBelief> {
        let n = self.worlds_at(view).max(if self.by == JudgesBy::Worlds { 0 } else { AT_ONCE });
        self.imagine_some(view, n, rng)
    }

    /// Draws `n` worlds, with their scene and his partner's request.
    pub(super) fn imagine_some(
        &self,
        view: &View,
        n: usize,
        rng: &mut impl Rng,
    ) -> Result<ImaginedWorlds, NoBelief> {
        let glances = self.glances(view);
        let (evidence, said) = self.apart_from_trial(view);
        let (evidence, belief) = match said {
            None => self.inferred(view, evidence)?,
            Some(said) => {
                if let Some((belief, request)) = self.without_trial(view, evidence, &said)?
                    && let Some(proposals) = Proposals::of(&belief, &said, n, rng)
                {
                    let scene = glances.then(|| proposals.scene(view));
                    return Ok(ImaginedWorlds { worlds: proposals.worlds(n), scene, request });
                }
                self.inference(view)?
            }
        };
        let request = Request::of(view, &evidence.readings);
        let proposed = if glances { n.max(PROPOSALS) } else { n };
        let mut worlds: Vec<FullDeal> = belief.spread(rng).take(proposed).collect();
        let scene = glances.then(|| Scene::of(view, worlds.iter().map(|world| (world, 1.0))));
        worlds.truncate(n);
        Ok(ImaginedWorlds { worlds, scene, request })
    }

    /// All evidence except the card on trial, and the reading of that card; `None` if it says
    /// nothing to him, and then the evidence is complete.
    fn apart_from_trial(&self, view: &View) -> (Evidence, Option<Reading>) {
        match self.on_trial.and_then(|at| view.history().played().get(at)) {
            Some(on_trial) => {
                Evidence::setting_apart(view, self.system, self.reader, on_trial.card)
            }
            None => (Evidence::of_average(view, self.system, self.reader), None),
        }
    }

    /// What he would believe without the card on trial, and his partner's request by that belief;
    /// `None` if the evidence contradicts itself.
    fn without_trial(
        &self,
        view: &View,
        mut evidence: Evidence,
        said: &Reading,
    ) -> Result<Option<(Belief, Option<Request>)>, NoBelief> {
        evidence.rules.extend_from_slice(self.hints);
        match Belief::new(&evidence) {
            Err(NoBelief::NothingFits | NoBelief::TooRare) => Ok(None),
            belief => {
                let request = Request::of(view, evidence.readings.iter().chain([said]));
                Ok(Some((belief?, request)))
            }
        }
    }
}

/// Worlds of a player's prior, with the likelihood of the card on trial in each.
struct Proposals {
    layouts: Vec<FullDeal>,
    likelihoods: Vec<f64>,
    /// The place among the cumulative likelihoods at which the first world is taken, from 0 to 1.
    start: f64,
}

impl Proposals {
    /// Draws enough of them to take `n`; `None` if the card is impossible in all.
    fn of(belief: &Belief, said: &Reading, n: usize, rng: &mut impl Rng) -> Option<Self> {
        let start = rng.random::<f64>();
        let number = PROPOSALS.max(FOR_EACH.saturating_mul(n));
        let layouts: Vec<FullDeal> = belief.in_order(number, rng).collect();
        let likelihoods: Vec<f64> = layouts.iter().map(|world| said.likelihood(world)).collect();
        let is_possible = likelihoods.iter().any(|likelihood| *likelihood > 0.0);
        is_possible.then_some(Self { layouts, likelihoods, start })
    }

    /// Takes `n` worlds in proportion to the likelihood of the card.
    fn worlds(&self, n: usize) -> Vec<FullDeal> {
        let upto: Vec<f64> = self
            .likelihoods
            .iter()
            .scan(0.0, |sum, one| {
                *sum += one;
                Some(*sum)
            })
            .collect();
        let all = upto.last().copied().unwrap_or_default();
        let taken = |number: usize| {
            let place = (number as f64 / n as f64 + self.start).fract() * all;
            let at = upto.partition_point(|upto| *upto <= place);
            self.layouts[at.min(self.layouts.len() - 1)]
        };
        spread_over_portions(n).map(taken).collect_vec()
    }

    fn scene(&self, view: &View) -> Scene {
        Scene::of(view, self.layouts.iter().zip(self.likelihoods.iter().copied()))
    }
}

/// The numbers below `n` in an order in which any [`AT_ONCE`] in a row come from all parts of the
/// range, and the first two of them from distant parts.
fn spread_over_portions(n: usize) -> impl Iterator<Item = usize> {
    let portions = n.div_ceil(AT_ONCE).max(1);
    let of_portion = move |portion| [0, 2, 1, 3].map(|part: usize| portion + part * portions);
    (0..portions).flat_map(of_portion).filter(move |&number| number < n)
}

const _: () = assert!(AT_ONCE == 4, "a portion has the parts of `spread_over_portions`");
