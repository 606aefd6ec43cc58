//! A person's choice: what he does by habit against what he sees that a card is worth.
//!
//! Habits and inclinations say how often people play each card of a hand like his; a glance or his worlds say what each card is
//! worth. Both are nats of a conditional logit, as in [`habits`](crate::carding::habits). Cards of equal worth he plays
//! as often as his readers assume. The surer he is of what cards are worth, the more often he takes the better one.

use super::glance::Glimpse;
use super::{Asked, Assessment};
use crate::cards::Card;
use crate::play::View;

/// The nats of a trick in the mean of one world, half of them by tricks and half by the score. They grow with the fourth root of the
/// number of worlds: six nats with four worlds, ten with 32. The certainty of the mean grows with the square root; but people are
/// wrong for other reasons too, however clear the matter is.
///
/// Set at 4,800 decisions of youth2000, foretold by fits to other persons, and judged at 1,100 of the club: `docs/minds.md`.
const CONVICTION: f64 = 4.24;

/// The nats of a trick at a glance, with worlds beside it or without. Set at 1,955 decisions of youth2000 from 5, 6.5, 8 and 10: the
/// more, the fewer tricks he gives up, and the worse he foretells people; with eight he gives up about what those people do, and on boards of 2006 to 2011 half as much again.
const CONVICTION_AT_A_GLANCE: f64 = 8.0;

/// How much a glance counts beside four worlds.
const GLANCE_SHARE: f64 = 0.4;

/// A card that is not what partner asks for is the less likely by so many nats: ln 0.3/0.7, as seven in ten senders know what
/// they ask for.
const ASKED: f64 = -0.85;

/// At a glance cards are as good that fall short of the best by no more than this, in tricks. (Taken, not measured.)
const NEAR: f64 = 0.08;

/// What each card is worth, in tricks, and how many nats a trick counts for.
pub(super) struct Worths {
    cards: Vec<(Card, f64)>,
    conviction: f64,
}

impl Worths {
    /// By a glance, by the worlds that were solved, or by both.
    pub(super) fn of(view: &View, glimpse: Option<&Glimpse>, solved: &Assessment) -> Self {
        let worlds = solved.worlds();
        let by_worlds = CONVICTION * (worlds as f64).sqrt().sqrt();
        let Some(glimpse) = glimpse else {
            return Self { cards: solved.worths(view.stake()), conviction: by_worlds };
        };
        let mut cards = at_a_glance(view, glimpse);
        if worlds > 0 {
            for ((_, worth), (_, solved)) in cards.iter_mut().zip(solved.worths(view.stake())) {
                *worth = GLANCE_SHARE * *worth + (1.0 - GLANCE_SHARE) * solved;
            }
        }
        Self { cards, conviction: CONVICTION_AT_A_GLANCE }
    }

    fn most(&self) -> f64 {
        self.cards.iter().map(|(_, worth)| *worth).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The cards that are as good as the best.
    pub(super) fn near_best(&self) -> Vec<Card> {
        let least = self.most() - NEAR;
        self.cards.iter().filter(|(_, worth)| *worth >= least).map(|(card, _)| *card).collect()
    }
}

/// What each card is worth, in tricks: the mean of its tricks and of its score in units of what one trick may be worth.
fn at_a_glance(view: &View, glimpse: &Glimpse) -> Vec<(Card, f64)> {
    let left = 13 - view.history().tricks_played();
    let score = |tricks| f64::from(view.score_with(tricks)) / view.stake();
    let worth = |&(card, tricks): &(Card, f32)| {
        (card, f64::midpoint(tricks.into(), glimpse.mean(tricks, left, score)))
    };
    glimpse.tricks.iter().map(worth).collect()
}

/// The odds of cards by habit, weighed by what they are worth, and by what partner asks for.
pub(super) fn weighed(
    mut odds: Vec<(Card, f64)>,
    worths: &Worths,
    asked: Option<Asked>,
) -> Vec<(Card, f64)> {
    let most = worths.most();
    let cards: Vec<Card> = odds.iter().map(|(card, _)| *card).collect();
    let obeyed = asked.map(|asked| asked.obeyed(&cards));
    for (card, odds) in &mut odds {
        let worth =
            worths.cards.iter().find(|(known, _)| known == card).map_or(most, |(_, worth)| *worth);
        let is_asked = obeyed.as_ref().is_none_or(|obeyed| obeyed.contains(card));
        *odds *= (worths.conviction * (worth - most) + if is_asked { 0.0 } else { ASKED }).exp();
    }
    let all: f64 = odds.iter().map(|(_, odds)| odds).sum();
    for (_, odds) in &mut odds {
        *odds /= all;
    }
    odds
}
