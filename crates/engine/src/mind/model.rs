//! How a player is taken to think: what he judges cards by, how many worlds he looks at, what he
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

/// A player looks at this many worlds at a time, and at no more when the matter is clear.
pub(super) const LOOK: usize = 4;

/// With this many tricks left or more a world costs too much to look at more than need be. With
/// each trick fewer it costs about two fifths: 9.9 ms with twelve tricks left, 2.1 with ten, 0.39
/// with eight, 0.07 with six.
pub(super) const DEAR: usize = 10;

/// With at most this many tricks left, worlds cost hardly more than the belief that they are drawn
/// from.
pub(super) const CHEAP: usize = 6;

/// With this many tricks left or more he looks at no worlds beside a glance, if the rule file
/// states habits; with one fewer at half as many as [`Mind::worlds`] says, and then at twice as
/// many.
///
/// Set on 1,199 boards of 2006 to 2011, judged on 1,199 others: `research/minds-history.md`.
const GLANCE_ALONE_FROM: usize = 8;

/// Where nothing is known of people's habits, he looks at half as many worlds with this many tricks
/// left as later. (With more he looks at none: in playouts his glance is corrected there,
/// [`Mind::bias`].)
const FEWER_WORLDS_AT: usize = 9;

/// Late in the play a player looks at 2 to the power of this many times as many worlds, at most.
const MOST_DOUBLINGS: usize = 3;

/// What a player goes by when he judges what his cards are worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JudgesBy {
    /// Some worlds of his belief, double dummy.
    #[default]
    Worlds,
    /// A glance early in the play, then a glance beside worlds, unless it leaves little doubt, and
    /// worlds alone with six tricks left or fewer ([`Mind::worlds_at`]). How people choose among
    /// cards of such worth a network of players tells, and where none speaks, the glance.
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
    /// How many worlds he looks at for a decision at most with ten tricks left or more, by worlds
    /// alone, and up to eight times as many later, where they are cheap ([`Mind::worlds_at`]); with
    /// none he plays by his carding alone, unless he judges at a glance. Where a glance leaves
    /// little doubt, he looks at none.
    pub worlds: usize,
    /// What he judges his cards by.
    pub by: JudgesBy,
    /// What he sees at a glance.
    pub glance: &'a Glance,
    /// The number in the play, from 0, of a card that is compared with others: what it says is then
    /// weighed apart from the rest, so that all of them are met with the same worlds.
    pub on_trial: Option<usize>,
    /// By how much his glance errs here, if that was measured: he goes by what he sees without that
    /// error.
    pub bias: Option<&'a Bias>,
}

/// How many tricks are left.
pub(super) fn left(view: &View) -> usize {
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
    /// How many worlds he looks at double dummy for a decision at most: by worlds alone twice as
    /// many for each trick fewer than ten that is left, up to eight times as many. Of 4 worlds, by
    /// the tricks left:
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

    /// Whether he glances before he thinks. Late in the play the worlds that he solves say better
    /// what cards are worth; there he glances only to see what else people like, if the rule file
    /// states habits and no network of players says more.
    pub(super) fn glances(&self, view: &View) -> bool {
        match self.by {
            JudgesBy::Worlds => false,
            JudgesBy::Both if left(view) > CHEAP || self.worlds == 0 => true,
            JudgesBy::Both => {
                self.system.habits().is_some() && network_of(view, self.system).is_none()
            }
        }
    }

    /// Whether he would decide by a glance alone though nobody's habits say what is likely.
    pub(crate) fn trusts_glance(&self, view: &View) -> bool {
        self.by == JudgesBy::Both && left(view) >= DEAR && !self.knows_people(view)
    }

    /// Whether there is something to think about: more than one card, not all equal, nor all too
    /// small to win the trick.
    pub fn has_to_think(&self, view: &View) -> bool {
        !all_equal(view) && !only_small(view)
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

    /// What he believes by this evidence, behind what of it counts.
    pub(super) fn inferred(
        &self,
        view: &View,
        mut evidence: Evidence,
    ) -> Result<(Evidence, Belief), NoBelief> {
        evidence.rules.extend_from_slice(self.hints);
        Belief::or_by_facts(view, evidence)
    }
}
