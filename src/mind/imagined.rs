//! The worlds that a player imagines before he chooses a card.
//!
//! Some candidates differ in little but their message, as the two cards of a doubleton do. The beliefs that they
//! lead to are nearly the same; worlds drawn afresh from each belief would not be, and nearly all the difference
//! between the playouts would be luck. So the message of the candidate is kept apart. Worlds are proposed as if
//! it had said nothing, in an order that puts like ones side by side. The player then takes some of them, each in
//! proportion to how likely the candidate was in it, by one random number for all (systematic resampling;
//! Kitagawa, *Journal of Computational and Graphical Statistics* 5, 1996). So he looks at the same worlds whatever
//! the candidate, but for those that speak against it; and he believes the message as much as Bayes's rule says.

use itertools::Itertools;
use rand::{Rng, RngExt};

use super::{LOOK, Mind, Request};
use crate::belief::{Belief, Evidence, NoBelief, Reading};
use crate::cards::FullDeal;
use crate::play::View;

/// At least so many worlds are proposed: a layout that Bayes's rule gives a tenth is among them. It
/// costs little, for none of them is solved.
const PROPOSALS: usize = 64;

/// And at least so many for each that the player looks at.
const FOR_EACH: usize = 4;

/// What a player has before his eyes when he chooses.
#[derive(Clone)]
pub struct Imagined {
    /// The worlds, all of one weight.
    pub worlds: Vec<FullDeal>,
    /// What his partner asks for.
    pub request: Option<Request>,
}

impl Mind<'_> {
    /// The worlds that he imagines, [`Mind::worlds_at`] the view of them, and what his partner asks for. Whatever holds
    /// in a share of his belief holds, over many streams of random numbers, in that share of them.
    ///
    /// # Errors
    ///
    /// [`NoBelief::NotAView`], which a view does not meet.
    pub fn imagine(&self, view: &View, rng: &mut impl Rng) -> Result<Imagined, NoBelief> {
        let n = self.worlds_at(view);
        if let Some((belief, said, request)) = self.unheard(view)?
            && let Some(worlds) = told(&belief, &said, n, rng)
        {
            return Ok(Imagined { worlds, request });
        }
        let (evidence, belief) = self.inference(view)?;
        let request = Request::of(view, &evidence.readings);
        Ok(Imagined { worlds: belief.spread(rng).take(n).collect(), request })
    }

    /// What he would believe had he not heard the card on trial, and what that says; `None` if it
    /// tells him nothing or the rest contradicts itself.
    fn unheard(&self, view: &View) -> Result<Option<(Belief, Reading, Option<Request>)>, NoBelief> {
        let Some(on_trial) = self.on_trial.and_then(|at| view.history().played().get(at)) else {
            return Ok(None);
        };
        let (mut evidence, said) =
            Evidence::setting_apart(view, self.system, self.reader, on_trial.card);
        let Some(said) = said else { return Ok(None) };
        evidence.rules.extend_from_slice(self.hints);
        match Belief::new(&evidence) {
            Err(NoBelief::NothingFits | NoBelief::TooRare) => Ok(None),
            belief => {
                let request = Request::of(view, evidence.readings.iter().chain([&said]));
                Ok(Some((belief?, said, request)))
            }
        }
    }
}

/// So many worlds of what a player believed before, in proportion to how likely the card was in them;
/// `None` if it is possible in none of those proposed.
fn told(belief: &Belief, said: &Reading, n: usize, rng: &mut impl Rng) -> Option<Vec<FullDeal>> {
    let start = rng.random::<f64>();
    let proposals: Vec<FullDeal> =
        belief.in_order(PROPOSALS.max(FOR_EACH.saturating_mul(n)), rng).collect();
    let likelihoods = proposals.iter().map(|world| said.likelihood(world));
    let upto: Vec<f64> = likelihoods
        .scan(0.0, |sum, one| {
            *sum += one;
            Some(*sum)
        })
        .collect();
    let all = upto.last().copied().filter(|all| *all > 0.0)?;
    let taken = |number: usize| {
        let place = (number as f64 + start) / n as f64 * all;
        let at = upto.partition_point(|upto| *upto <= place);
        proposals[at.min(proposals.len() - 1)]
    };
    Some(spread_over_looks(n).map(taken).collect_vec())
}

/// The numbers below `n`, so that every [`LOOK`] in a row come from all parts of the order.
fn spread_over_looks(n: usize) -> impl Iterator<Item = usize> {
    let looks = n.div_ceil(LOOK).max(1);
    (0..looks).flat_map(move |look| (look..n).step_by(looks))
}
