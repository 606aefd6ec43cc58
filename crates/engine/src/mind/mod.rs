//! A model of a player: what he reads, and how he chooses a card.
//!
//! A [`Mind`] judges cards by its own belief, so it can be misled. It judges at a [`glance`], by
//! the mean of worlds that it draws from its belief and solves, or early in the play by the former,
//! then by both, and late by the latter ([`JudgesBy`]). Among near-ties it draws a card as its
//! carding agreements and natural cards say. Where records say how people choose, its habits are
//! weighed against what it sees (`judgement`).

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
pub use heeding::{LeadRequest, Request};
pub use imagined::ImaginedWorlds;
pub use model::{JudgesBy, Mind, UnknownJudge};
pub use natural::{agreed_or_lowest, own_choice};
pub(crate) use people::estimates;
pub use situation::situation;
pub use wanted::if_partner_leads;

use rand::{Rng, RngExt};

use crate::belief::NoBelief;
use crate::cards::{Card, FullDeal};
use crate::dd::Solver;
use crate::play::View;
use judgement::Judgement;
use model::{AT_ONCE, CHEAP, left};

/// A mean that falls short of the best by less than this many of its own standard errors counts as
/// equal to it.
///
/// Half a standard error: at one, a player throws away a finesse that works in a tenth of his
/// worlds; at none, sampling noise decides which spot card he plays.
const NEAR_TIE: f64 = 0.5;

/// The best card decides when it is ahead of all others by this many standard errors of the paired
/// difference. With four worlds, 2.5 of them are wrong in about one case of twenty.
const CLEAR: f64 = 2.5;

/// The number of worlds in each layout at which the bias of a glance is measured.
const SURVEYED: usize = 2;

/// If people with his hand and view play one card more often than this, a player does so without
/// solving a world.
///
/// Set and judged with `GLANCE_ALONE_FROM`: with 0.98 minds predict people and err as without, with
/// 0.95 they err a little more.
const OBVIOUS: f64 = 0.98;

impl Mind<'_> {
    /// The card that he plays, drawn by its probability. He must be the one to choose it.
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

    /// The card that he plays, with the probability of each card that he considered, by which it
    /// was drawn; they add up to 1.
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
        // Drawn first, so that it is the same whatever worlds are solved.
        let ticket = rng.random::<f64>();
        let odds = self.odds(view, solver, rng)?;
        Ok((natural::draw(&odds, ticket), odds))
    }

    /// The card that he plays without judging its worth: by agreements, habits and natural cards.
    ///
    /// # Panics
    ///
    /// When it is not his turn.
    pub fn by_habit(&self, view: &View, rng: &mut impl Rng) -> Card {
        natural::draw(&self.habits(view), rng.random())
    }

    /// The probability of each card that he may play, by agreements, habits and natural cards,
    /// without judging its worth; they add up to 1.
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

    /// The probability of each card that he considers; they add up to 1.
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
        let ImaginedWorlds { worlds, scene, request } = self.imagine(view, rng)?;
        let asked = request.as_ref().and_then(|request| request.asked(&worlds));
        let glance = scene.map(|scene| {
            let mut glance = Judgement::at_a_glance(&scene, self.glance.evaluate(&scene));
            self.bias.iter().for_each(|bias| glance.correct(bias));
            if known.is_some() { glance.of_known_habits() } else { glance }
        });
        let habits = known.or_else(|| self.system.habits().map(|_| self.habits(view)));
        let judge = |solved: &Assessment| self.judge(view, glance.as_ref(), solved);
        // Late in the play a glance alone does not decide.
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

    /// His judgement of his cards, by a glance, if he had one, and by solved worlds.
    fn judge(&self, view: &View, glance: Option<&Judgement>, solved: &Assessment) -> Judgement {
        match glance {
            Some(glance) => glance.clone().with_worlds(view, solved),
            None if self.by == JudgesBy::Worlds || !self.knows_people(view) => {
                Judgement::of_worlds(view, solved)
            }
            None => Judgement::of_worlds(view, solved).surer_of_worlds(),
        }
    }

    /// The bias of his glance in this position, measured at a few worlds; none if the glance leaves
    /// no doubt, or if he does not go by it alone.
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
        let ImaginedWorlds { worlds, scene: Some(scene), .. } =
            self.imagine_some(view, SURVEYED, rng)?
        else {
            return Ok(Bias::default());
        };
        let glance = Judgement::at_a_glance(&scene, self.glance.evaluate(&scene));
        if glance.is_clear(view) {
            return Ok(Bias::default());
        }
        let worths = Assessment::of(view, &worlds, solver).worths(view.stake());
        Ok(Bias::seen(glance.worths(), &worths))
    }

    /// Solves worlds, as many as he needs, until one card is clearly best or what he likes decides.
    fn assess(
        &self,
        view: &View,
        worlds: &[FullDeal],
        request: Option<&Request>,
        solver: &mut Solver,
        is_settled: impl Fn(&Assessment) -> bool,
    ) -> Assessment {
        let mut assessment = Assessment::empty(view);
        for look in worlds[..self.worlds_at(view).min(worlds.len())].chunks(AT_ONCE) {
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
