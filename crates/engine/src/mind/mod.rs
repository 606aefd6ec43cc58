//! A player as another player models him: what he reads, and how he chooses a card.
//!
//! A [`Mind`] judges cards by his own belief, so he can be misled: at a [`glance`], or by the mean
//! of worlds that he draws from it and looks at double dummy, or early in the play by the one, then
//! by both, and late by the other ([`JudgesBy`]). Among near-ties he draws a card as his carding
//! agreements and natural cards have it. Where records say how people choose, his habits are
//! weighed against what he sees (`judgement`).

mod assessment;
mod bias;
pub mod glance;
mod heeding;
mod imagined;
mod judgement;
mod model;
mod natural;
mod people;
mod situation;
mod wanted;

pub use assessment::Assessment;
pub use bias::Bias;
pub use heeding::{Asked, Request};
pub use imagined::Imagined;
pub use model::{JudgesBy, Mind, UnknownJudge};
pub use natural::{agreed_or_lowest, own_choice};
pub(crate) use people::inklings;
pub use situation::situation;
pub use wanted::if_partner_leads;

use rand::{Rng, RngExt};

use crate::belief::NoBelief;
use crate::cards::{Card, FullDeal};
use crate::dd::Solver;
use crate::play::View;
use judgement::Judgement;
use model::{CHEAP, LOOK, left};

/// A mean that falls short of the best by less than this many of its own standard errors counts
/// as equal to it.
///
/// Half a standard error: at one, a player throws away a finesse that works in a tenth of his
/// worlds; at none, sampling noise decides which spot card he plays.
const NEAR_TIE: f64 = 0.5;

/// The matter is clear when the best card is ahead of all others by this many standard errors of
/// the paired difference: with four worlds, 2.5 of them are wrong in about one case of twenty.
const CLEAR: f64 = 2.5;

/// The error of a glance is measured at so many worlds in each layout.
const SURVEYED: usize = 2;

/// Where people who hold his hand and see what he sees play one card more often than this, a player
/// does as they do without a thought.
///
/// Set and judged with `GLANCE_ALONE_FROM`: with 0.98 minds foretell people and err as without,
/// with 0.95 they err a little more.
const OBVIOUS: f64 = 0.98;

impl Mind<'_> {
    /// The card that he plays. He must be the one to choose it.
    ///
    /// # Errors
    ///
    /// [`NoBelief::NotAView`], which cannot happen in a legal play.
    ///
    /// # Panics
    ///
    /// When it is not his turn.
    pub fn choose(
        &self,
        view: &View,
        solver: &mut Solver,
        rng: &mut impl Rng,
    ) -> Result<Card, NoBelief> {
        Ok(self.draw(view, solver, rng)?.0)
    }

    /// The same with the odds of each card that he considered, by which it was drawn; they add up
    /// to 1.
    ///
    /// # Errors
    ///
    /// [`NoBelief::NotAView`], which cannot happen in a legal play.
    ///
    /// # Panics
    ///
    /// When it is not his turn.
    pub fn draw(
        &self,
        view: &View,
        solver: &mut Solver,
        rng: &mut impl Rng,
    ) -> Result<(Card, Vec<(Card, f64)>), NoBelief> {
        // Drawn first, so that it is the same whatever worlds are looked at.
        let ticket = rng.random::<f64>();
        let odds = self.odds(view, solver, rng)?;
        Ok((natural::draw(&odds, ticket), odds))
    }

    /// The card that he plays if he thinks of nothing: by agreements, habits and natural cards.
    ///
    /// # Panics
    ///
    /// When it is not his turn.
    pub fn by_habit(&self, view: &View, rng: &mut impl Rng) -> Card {
        natural::draw(&self.habits(view), rng.random())
    }

    /// How likely he is to play each card if he thinks of nothing, by agreements, habits and
    /// natural cards; the odds add up to 1.
    ///
    /// # Panics
    ///
    /// When it is not his turn.
    pub fn habits(&self, view: &View) -> Vec<(Card, f64)> {
        if let Some(odds) = people::as_people_play(view, self.system) {
            return odds;
        }
        let legal: Vec<Card> = view.legal().iter().collect();
        natural::odds(view, self.system, &legal)
    }

    /// How likely he is to play each card that he considers; the odds add up to 1.
    ///
    /// # Errors
    ///
    /// [`NoBelief::NotAView`], which cannot happen in a legal play.
    ///
    /// # Panics
    ///
    /// When it is not his turn.
    pub fn odds(
        &self,
        view: &View,
        solver: &mut Solver,
        rng: &mut impl Rng,
    ) -> Result<Vec<(Card, f64)>, NoBelief> {
        if !self.has_to_think(view) {
            return Ok(self.habits(view));
        }
        let known = people::as_people_play(view, self.system);
        let is_obvious = |odds: &&Vec<(Card, f64)>| odds.iter().any(|(_, odds)| *odds > OBVIOUS);
        if self.by != JudgesBy::Worlds
            && let Some(odds) = known.as_ref().filter(is_obvious)
        {
            return Ok(judgement::shared_out(odds.clone()));
        }
        let Imagined { worlds, scene, request } = self.imagine(view, rng)?;
        let asked = request.as_ref().and_then(|request| request.asked(&worlds));
        let glance = scene.map(|scene| {
            let mut glance = Judgement::at_a_glance(&scene, self.glance.look(&scene));
            self.bias.iter().for_each(|bias| glance.correct(bias));
            if known.is_some() { glance.of_known_habits() } else { glance }
        });
        let habits = known.or_else(|| self.system.habits().map(|_| self.habits(view)));
        let judge = |solved: &Assessment| self.judge(view, glance.as_ref(), solved);
        // Late in the play a glance alone settles nothing.
        let needs_worlds = glance.is_none() || left(view) <= CHEAP;
        let is_settled = |solved: &Assessment| match (&habits, &glance) {
            _ if self.by == JudgesBy::Worlds || solved.worlds() == 0 && needs_worlds => false,
            (Some(habits), _) => judge(solved).is_sure(habits, asked),
            (None, Some(glance)) => solved.worlds() == 0 && glance.is_clear(view),
            (None, None) => false,
        };
        let assessment = self.assess(view, &worlds, request.as_ref(), solver, is_settled);
        let judgement = judge(&assessment);
        if let Some(habits) = habits {
            return Ok(judgement.weigh(&habits, asked));
        }
        let equals = match glance {
            Some(_) => judgement.near_best(),
            None => assessment.near_best(NEAR_TIE),
        };
        let equals = match asked {
            Some(asked) => asked.obeyed(&equals),
            None => equals,
        };
        Ok(natural::odds(view, self.system, &equals))
    }

    /// What he makes of his cards by a glance, if he had one, and by the worlds that were solved.
    fn judge(&self, view: &View, glance: Option<&Judgement>, solved: &Assessment) -> Judgement {
        match glance {
            Some(glance) => glance.clone().with_worlds(view, solved),
            None if self.by == JudgesBy::Worlds || !self.knows_people(view) => {
                Judgement::of_worlds(view, solved)
            }
            None => Judgement::of_worlds(view, solved).surer_of_worlds(),
        }
    }

    /// By how much his glance errs here, measured at a few worlds; nothing where it leaves no
    /// doubt, or where he does not go by it alone.
    ///
    /// # Errors
    ///
    /// [`NoBelief::NotAView`], which cannot happen in a legal play.
    pub(crate) fn bias_at(
        &self,
        view: &View,
        solver: &mut Solver,
        rng: &mut impl Rng,
    ) -> Result<Bias, NoBelief> {
        if !self.trusts_glance(view) || !self.has_to_think(view) {
            return Ok(Bias::default());
        }
        let Imagined { worlds, scene: Some(scene), .. } = self.imagine_some(view, SURVEYED, rng)?
        else {
            return Ok(Bias::default());
        };
        let glance = Judgement::at_a_glance(&scene, self.glance.look(&scene));
        if glance.is_clear(view) {
            return Ok(Bias::default());
        }
        let worths = Assessment::of(view, &worlds, solver).worths(view.stake());
        Ok(Bias::seen(glance.worths(), &worths))
    }

    /// Looks at worlds double dummy, as many as he goes by, until the matter is clear or settled by
    /// what he likes.
    fn assess(
        &self,
        view: &View,
        worlds: &[FullDeal],
        request: Option<&Request>,
        solver: &mut Solver,
        is_settled: impl Fn(&Assessment) -> bool,
    ) -> Assessment {
        let mut assessment = Assessment::empty(view);
        for look in worlds[..self.worlds_at(view).min(worlds.len())].chunks(LOOK) {
            if is_settled(&assessment) {
                break;
            }
            for world in look {
                if assessment.add(view, world, solver)
                    && let Some(request) = request
                {
                    assessment.heed_in_last(request, world);
                }
            }
            if assessment.is_clear(CLEAR) {
                break;
            }
        }
        assessment
    }
}
