//! A person's choice: what he does by habit against what he sees that a card is worth.
//!
//! Habits and inclinations say how often people play each card of a hand like his; his worlds say what each card is
//! worth. Both are nats of a conditional logit, as in [`habits`](crate::carding::habits). Cards of equal worth he plays
//! as often as his readers assume. The more worlds he has looked at, the more often he takes the better card.

use super::{Asked, Assessment};
use crate::cards::Card;
use crate::play::View;

/// The nats of a trick in the mean of one world, half of them by tricks and half by the score. They grow with the fourth root of the
/// number of worlds: six nats with four worlds, ten with 32. The certainty of the mean grows with the square root; but people are
/// wrong for other reasons too, however clear the matter is.
///
/// Set at 4,800 decisions of youth2000, foretold by fits to other persons, and judged at 1,100 of the club: `docs/minds.md`.
const CONVICTION: f64 = 4.24;

/// A card that is not what partner asks for is the less likely by so many nats: ln 0.3/0.7, as seven in ten senders know what
/// they ask for.
const ASKED: f64 = -0.85;

/// The odds of cards by habit, weighed by what they are worth in the worlds looked at, and by what partner asks for.
pub(super) fn weighed(
    mut odds: Vec<(Card, f64)>,
    view: &View,
    assessment: &Assessment,
    asked: Option<Asked>,
) -> Vec<(Card, f64)> {
    let worths = assessment.worths(view.stake());
    let most = worths.iter().map(|(_, worth)| *worth).fold(f64::NEG_INFINITY, f64::max);
    let certainty = CONVICTION * (assessment.worlds() as f64).sqrt().sqrt();
    let cards: Vec<Card> = odds.iter().map(|(card, _)| *card).collect();
    let obeyed = asked.map(|asked| asked.obeyed(&cards));
    for (card, odds) in &mut odds {
        let worth =
            worths.iter().find(|(known, _)| known == card).map_or(most, |(_, worth)| *worth);
        let is_asked = obeyed.as_ref().is_none_or(|obeyed| obeyed.contains(card));
        *odds *= (certainty * (worth - most) + if is_asked { 0.0 } else { ASKED }).exp();
    }
    let all: f64 = odds.iter().map(|(_, odds)| odds).sum();
    for (_, odds) in &mut odds {
        *odds /= all;
    }
    odds
}
