//! The worlds that a player imagines before he chooses a card.
//!
//! Where cards are compared that differ in little but what they say, as the two of a doubleton do,
//! nearly all the difference between playouts used to be luck: the beliefs that the two lead to are
//! nearly the same, but the worlds drawn from them are not. So what the card on trial says can be set
//! apart. The worlds are drawn as if it had said nothing, and each counts in proportion to how likely
//! the card was in it (importance sampling; Owen, *Monte Carlo theory, methods and examples*, 2013,
//! chapter 9): the same player, who now plays otherwise only if it is for the message. In the fourteen
//! signal problems that take longest that lowers the standard deviation of the difference of two
//! signals from 264 to 204 points a world.

use rand::Rng;

use super::{Mind, Request};
use crate::belief::{Belief, Evidence, NoBelief, Reading, effective_size};
use crate::cards::FullDeal;
use crate::play::View;

/// If the weights leave less than this share of the worlds' worth, the player would see too few:
/// then his worlds are drawn from all that he has heard.
const WORTH: f64 = 0.5;

/// What a player has before his eyes when he chooses.
pub(super) struct Imagined {
    /// The worlds, each with its weight, above nought.
    pub(super) worlds: Vec<(FullDeal, f64)>,
    /// What his partner asks for.
    pub(super) request: Option<Request>,
}

impl Mind<'_> {
    /// The worlds that he imagines, and what his partner asks for.
    pub(super) fn imagine(&self, view: &View, rng: &mut impl Rng) -> Result<Imagined, NoBelief> {
        if let Some((belief, said, request)) = self.unheard(view)? {
            let worlds: Vec<FullDeal> = belief.spread(rng).take(self.worlds).collect();
            let weights: Vec<f64> = worlds.iter().map(|world| said.likelihood(world)).collect();
            if effective_size(&weights) >= WORTH * self.worlds as f64 {
                let weighed = worlds.into_iter().zip(weights);
                let worlds = weighed.filter(|(_, weight)| *weight > 0.0).collect();
                return Ok(Imagined { worlds, request });
            }
        }
        let (evidence, belief) = self.inference(view)?;
        let request = Request::of(view, &evidence.readings);
        let worlds = belief.spread(rng).take(self.worlds).map(|world| (world, 1.0)).collect();
        Ok(Imagined { worlds, request })
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
