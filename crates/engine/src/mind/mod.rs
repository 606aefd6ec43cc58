//! A player as another player models him: what he reads, and how he chooses a card.
//!
//! A [`Mind`] judges cards by his own belief, so he can be misled: at a [`glance`], or by the mean of worlds that he draws from it and
//! looks at double dummy, or early in the play by the one, then by both, and late by the other ([`JudgesBy`]). Among near-ties he
//! draws a card as his carding agreements and natural cards have it. Where records say how people choose, his habits are weighed
//! against what he sees (`judgement`).

mod assessment;
mod bias;
pub mod glance;
mod heeding;
mod imagined;
mod judgement;
mod natural;
mod wanted;

pub use assessment::Assessment;
pub use bias::Bias;
pub use heeding::{Asked, Request};
pub use imagined::Imagined;
pub(crate) use natural::inklings;
pub use natural::{agreed_or_lowest, own_choice, situation};
pub use wanted::if_partner_leads;

use std::fmt;
use std::str::FromStr;

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::belief::{Belief, Evidence, NoBelief, Reader};
use crate::cards::{Card, FullDeal};
use crate::constraint::{Rule, System};
use crate::dd::Solver;
use crate::play::View;
use glance::Glance;
use judgement::Judgement;

/// A mean that falls short of the best by less than this many of its own standard errors counts
/// as equal to it.
///
/// Half a standard error: at one, a player throws away a finesse that works in a tenth of his
/// worlds; at none, sampling noise decides which spot card he plays.
const NEAR_TIE: f64 = 0.5;

/// A player looks at this many worlds at a time, and at no more when the matter is clear.
const LOOK: usize = 4;

/// The matter is clear when the best card is ahead of all others by this many standard errors of the
/// paired difference: with four worlds, 2.5 of them are wrong in about one case of twenty.
const CLEAR: f64 = 2.5;

/// With this many tricks left or more a world costs too much to look at more than need be. With each trick fewer it costs
/// about two fifths: 9.9 ms with twelve tricks left, 2.1 with ten, 0.39 with eight, 0.07 with six.
const DEAR: usize = 10;

/// With at most this many tricks left, worlds cost hardly more than the belief that they are drawn from.
const CHEAP: usize = 6;

/// With this many tricks left or more he looks at no worlds beside a glance, if the rule file states habits; with one fewer at half as many
/// as [`Mind::worlds`] says, and then at twice as many.
///
/// Set on 1,199 boards of 2006 to 2011, judged on 1,199 others: `research/minds-history.md`.
const GLANCE_ALONE_FROM: usize = 8;

/// Where nothing is known of people's habits, he looks at half as many worlds with this many tricks left as later. (With more he looks at
/// none: in playouts his glance is corrected there, [`Mind::bias`].)
const FEWER_WORLDS_AT: usize = 9;

/// The error of a glance is measured at so many worlds in each layout.
const SURVEYED: usize = 2;

/// Where people who hold his hand and see what he sees play one card more often than this, a player does as they do without a thought.
///
/// Set and judged with [`GLANCE_ALONE_FROM`]: with 0.98 minds foretell people and err as without, with 0.95 they err a little more.
const OBVIOUS: f64 = 0.98;

/// Late in the play a player looks at 2 to the power of this many times as many worlds, at most.
const MOST_DOUBLINGS: usize = 3;

/// What a player goes by when he judges what his cards are worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JudgesBy {
    /// Some worlds of his belief, double dummy.
    #[default]
    Worlds,
    /// A glance early in the play, then a glance beside worlds, unless it leaves little doubt, and worlds alone with six tricks left or fewer
    /// ([`Mind::worlds_at`]). How people choose among cards of such worth a network of players tells, and where none speaks, the glance.
    Both,
}

impl JudgesBy {
    /// All of them.
    pub const EACH: [Self; 2] = [Self::Worlds, Self::Both];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Worlds => "worlds",
            Self::Both => "both",
        }
    }
}

impl fmt::Display for JudgesBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Nobody judges cards by that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("expected worlds or both")]
pub struct UnknownJudge;

impl FromStr for JudgesBy {
    type Err = UnknownJudge;

    fn from_str(name: &str) -> Result<Self, UnknownJudge> {
        Self::EACH.into_iter().find(|it| it.name() == name).ok_or(UnknownJudge)
    }
}

/// How a player is taken to think.
///
/// ```
/// use falsecard::belief::Reader;
/// use falsecard::constraint::System;
/// use falsecard::mind::Mind;
///
/// let stranger = Mind::new(System::natural(), 4);
/// let deaf = Mind { reader: Reader::IgnoringSignals, ..stranger };
/// # assert_eq!(deaf.worlds, 4);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Mind<'a> {
    /// The agreements that he bids, cards and reads by.
    pub system: &'a System,
    /// Whether he reads the others' cards.
    pub reader: Reader,
    /// What he knows from elsewhere.
    pub hints: &'a [Rule],
    /// How many worlds he looks at for a decision at most with ten tricks left or more, by worlds alone, and up to eight times as many
    /// later, where they are cheap ([`Mind::worlds_at`]); with none he plays by his carding alone, unless he judges at a glance. Where
    /// a glance leaves little doubt, he looks at none.
    pub worlds: usize,
    /// What he judges his cards by.
    pub by: JudgesBy,
    /// What he sees at a glance.
    pub glance: &'a Glance,
    /// The number in the play, from 0, of a card that is compared with others: what it says is then
    /// weighed apart from the rest, so that all of them are met with the same worlds.
    pub on_trial: Option<usize>,
    /// By how much his glance errs here, if that was measured: he goes by what he sees without that error.
    pub bias: Option<&'a Bias>,
}

/// How many tricks are left.
fn left(view: &View) -> usize {
    13 - usize::from(view.history().tricks_played())
}

impl<'a> Mind<'a> {
    /// Of a player who looks at this many worlds, knows nothing from elsewhere, and reads signals.
    pub fn new(system: &'a System, worlds: usize) -> Self {
        Self {
            system,
            reader: Reader::AtTheTable,
            hints: &[],
            worlds,
            by: JudgesBy::Worlds,
            glance: Glance::bundled(),
            on_trial: None,
            bias: None,
        }
    }
}

impl Mind<'_> {
    /// How many worlds he looks at double dummy for a decision at most: by worlds alone twice as many for each trick fewer than ten that is
    /// left, up to eight times as many. Of 4 worlds, by the tricks left:
    ///
    /// | | 10 or more | 9 | 8 | 7 | 6 | fewer |
    /// |---|---|---|---|---|---|---|
    /// | by worlds | 4 | 8 | 16 | 32 | 32 | 32 |
    /// | by both, if nothing is known of people's habits | 0 | 4 | 8 | 8 | 8 | 8 |
    /// | by both, if the rule file or a network says what they are | 0 | 0 | 0 | 2 | 8 | 8 |
    pub fn worlds_at(&self, view: &View) -> usize {
        let (left, of_people) = (left(view), self.knows_people(view));
        let more = self.worlds.saturating_mul(1 << DEAR.saturating_sub(left).min(MOST_DOUBLINGS));
        match self.by {
            JudgesBy::Worlds => more,
            JudgesBy::Both if of_people => match left {
                GLANCE_ALONE_FROM.. => 0,
                ..=CHEAP => self.worlds.saturating_mul(2),
                _ => self.worlds.div_ceil(2),
            },
            JudgesBy::Both => match left {
                DEAR.. => 0,
                FEWER_WORLDS_AT => self.worlds,
                _ => self.worlds.saturating_mul(2),
            },
        }
    }

    /// Whether the rule file states habits of people, or a network of players speaks for his side.
    fn knows_people(&self, view: &View) -> bool {
        self.system.habits().is_some() || natural::network_of(view, self.system).is_some()
    }

    /// Whether he glances before he thinks. Late in the play the worlds that he solves say better what cards are worth; there he glances
    /// only to see what else people like, if the rule file states habits and no network of players says more.
    fn glances(&self, view: &View) -> bool {
        match self.by {
            JudgesBy::Worlds => false,
            JudgesBy::Both if left(view) > CHEAP || self.worlds == 0 => true,
            JudgesBy::Both => {
                self.system.habits().is_some() && natural::network_of(view, self.system).is_none()
            }
        }
    }

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

    /// The same with the odds of each card that he considered, by which it was drawn; they add up to 1.
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

    /// How likely he is to play each card if he thinks of nothing, by agreements, habits and natural cards; the odds add up to 1.
    ///
    /// # Panics
    ///
    /// When it is not his turn.
    pub fn habits(&self, view: &View) -> Vec<(Card, f64)> {
        if let Some(odds) = natural::as_people_play(view, self.system) {
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
        let known = natural::as_people_play(view, self.system);
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

    /// Whether he would decide by a glance alone though nobody's habits say what is likely.
    pub(crate) fn trusts_glance(&self, view: &View) -> bool {
        self.by == JudgesBy::Both && left(view) >= DEAR && !self.knows_people(view)
    }

    /// By how much his glance errs here, measured at a few worlds; nothing where it leaves no doubt, or where he does not go by it alone.
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

    /// Looks at worlds double dummy, as many as he goes by, until the matter is clear or settled by what he likes.
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

    /// Whether there is something to think about: more than one card, not all equal, nor all too small to win the trick.
    pub fn has_to_think(&self, view: &View) -> bool {
        !natural::all_equal(view) && !natural::only_small(view)
    }

    /// What he believes. Evidence that contradicts itself is dropped: the cards seen remain.
    ///
    /// # Errors
    ///
    /// [`NoBelief::NotAView`], which cannot happen in a legal play.
    pub fn belief(&self, view: &View) -> Result<Belief, NoBelief> {
        Ok(self.inference(view)?.1)
    }

    /// What he believes, behind the evidence that it rests on.
    ///
    /// # Errors
    ///
    /// [`NoBelief::NotAView`], which cannot happen in a legal play.
    pub fn inference(&self, view: &View) -> Result<(Evidence, Belief), NoBelief> {
        self.inferred(view, Evidence::of_average(view, self.system, self.reader))
    }

    /// The same from this evidence.
    fn inferred(
        &self,
        view: &View,
        mut evidence: Evidence,
    ) -> Result<(Evidence, Belief), NoBelief> {
        evidence.rules.extend_from_slice(self.hints);
        Belief::or_by_facts(view, evidence)
    }
}
