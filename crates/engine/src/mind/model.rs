//! The settings of a modelled player: how he judges cards, how many worlds he solves, what he
//! believes.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Bias;
use super::glance::Glance;
use super::people::network_of;
use super::situation::{all_equal, only_small};
use crate::belief::{Belief, Evidence, NoBelief, Reader};
use crate::constraint::{Rule, System};
use crate::play::View;

/// The number of worlds that a player solves at a time; he stops when the matter is clear.
pub(super) const AT_ONCE: usize = 4;

/// With this many tricks left or more, worlds are costly, so that no more are solved than need be.
/// With each trick fewer a world costs about two fifths: 9.9 ms with twelve tricks left, 2.1 with
/// ten, 0.39 with eight, 0.07 with six.
pub(super) const DEAR: usize = 10;

/// With at most this many tricks left, worlds cost hardly more than the belief that they are drawn
/// from.
pub(super) const CHEAP: usize = 6;

/// With this many tricks left or more he solves no worlds beside a glance, if the rule file states
/// habits; with one fewer half as many as [`Mind::worlds`] says, and then twice as many.
///
/// Set on 1,199 boards of 2006 to 2011, judged on 1,199 others: `research/minds-history.md`.
const GLANCE_ALONE_FROM: usize = 8;

/// Where nothing is known of people's habits, he solves half as many worlds with this many tricks
/// left as later. (With more he solves none: in playouts the bias of his glance is subtracted
/// there, [`Mind::bias`].)
const FEWER_WORLDS_AT: usize = 9;

/// The most doublings of the number of worlds, late in the play.
const MOST_DOUBLINGS: usize = 3;

/// How a player judges what his cards are worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JudgesBy {
    /// By some worlds of his belief, double dummy.
    #[default]
    Worlds,
    /// By a glance early in the play, then by a glance and worlds, unless the glance leaves little
    /// doubt, and by worlds alone with six tricks left or fewer ([`Mind::worlds_at`]). A network of
    /// players says how people choose among cards of such worth, or, where there is none, the
    /// glance.
    Both,
}

impl JudgesBy {
    /// Both ways.
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

/// No way to judge cards has that name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("expected worlds or both")]
pub struct UnknownJudge;

impl FromStr for JudgesBy {
    type Err = UnknownJudge;

    fn from_str(name: &str) -> Result<Self, UnknownJudge> {
        Self::EACH.into_iter().find(|it| it.name() == name).ok_or(UnknownJudge)
    }
}

/// A model of a player's thinking.
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
    /// The agreements by which he bids, cards and reads.
    pub system: &'a System,
    /// Whether he reads the others' cards.
    pub reader: Reader,
    /// Promises that he knows from elsewhere.
    pub hints: &'a [Rule],
    /// The most worlds that he solves for a decision with ten tricks left or more, if he judges by
    /// worlds alone; up to eight times as many later, where they are cheap ([`Mind::worlds_at`]).
    /// With 0 he plays by his carding alone, unless he judges at a glance. Where a glance leaves
    /// little doubt, he solves none.
    pub worlds: usize,
    /// How he judges his cards.
    pub by: JudgesBy,
    /// The network of his glances.
    pub glance: &'a Glance,
    /// The number in the play, from 0, of a card on trial, which is compared with other candidates.
    /// Its message is weighed apart from the rest, so that all candidates are tried in the same
    /// worlds.
    pub on_trial: Option<usize>,
    /// The bias of his glance, if it was measured; it is subtracted from what he sees.
    pub bias: Option<&'a Bias>,
}

/// The number of tricks left.
pub(super) fn left(view: &View) -> usize {
    13 - usize::from(view.history().tricks_played())
}

impl<'a> Mind<'a> {
    /// A player who solves this many worlds, reads signals, and knows nothing from elsewhere.
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
    /// The most worlds that he solves for this decision. By worlds alone it doubles with each trick
    /// fewer than ten that is left, up to eight times. For 4 worlds, by the tricks left:
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
    pub(super) fn knows_people(&self, view: &View) -> bool {
        self.system.habits().is_some() || network_of(view, self.system).is_some()
    }

    /// Whether he looks at the glance network first. Late in the play solved worlds say better what
    /// cards are worth; there the glance only says what else people like, if the rule file states
    /// habits and no network of players says more.
    pub(super) fn glances(&self, view: &View) -> bool {
        match self.by {
            JudgesBy::Worlds => false,
            JudgesBy::Both if left(view) > CHEAP || self.worlds == 0 => true,
            JudgesBy::Both => {
                self.system.habits().is_some() && network_of(view, self.system).is_none()
            }
        }
    }

    /// Whether he would decide by a glance alone where nobody's habits are known.
    pub(crate) fn trusts_glance(&self, view: &View) -> bool {
        self.by == JudgesBy::Both && left(view) >= DEAR && !self.knows_people(view)
    }

    /// Whether the choice matters: there is more than one card, not all are equal, and some can win
    /// the trick.
    pub fn has_to_think(&self, view: &View) -> bool {
        !all_equal(view) && !only_small(view)
    }

    /// His belief. Evidence that contradicts itself is dropped: the cards seen remain.
    ///
    /// # Errors
    ///
    /// [`NoBelief::NotAView`], which cannot happen in a legal play.
    pub fn belief(&self, view: &View) -> Result<Belief, NoBelief> {
        Ok(self.inference(view)?.1)
    }

    /// His belief, with the evidence that it rests on.
    ///
    /// # Errors
    ///
    /// [`NoBelief::NotAView`], which cannot happen in a legal play.
    pub fn inference(&self, view: &View) -> Result<(Evidence, Belief), NoBelief> {
        self.inferred(view, Evidence::of_average(view, self.system, self.reader))
    }

    /// The belief by this evidence, with the part of the evidence that counts.
    pub(super) fn inferred(
        &self,
        view: &View,
        mut evidence: Evidence,
    ) -> Result<(Evidence, Belief), NoBelief> {
        evidence.rules.extend_from_slice(self.hints);
        Belief::or_by_facts(view, evidence)
    }
}
