//! A person's choice: habit weighed against what he sees that a card is worth.
//!
//! Habits and inclinations say how often people play each card of a hand like his; a glance or his
//! worlds say what each card is worth. Both are nats of a conditional logit, as in
//! [`habits`](crate::carding::habits). The surer he is of what cards are worth, the more often he
//! takes the better one. A glance also says how much weight people give to either in such a
//! position, and what else they like there ([`ChoiceWeights`]); with worlds alone, cards of equal
//! worth are played as often as readers assume.

use super::glance::{ChoiceWeights, Glimpse, Scene};
use super::model::{CHEAP, DEAR, left};
use super::situation::touching;
use super::{Assessment, Bias, LeadRequest};
use crate::cards::{Card, is_honour};
use crate::play::View;
use crate::real::Real;

/// The nats of a trick in the mean of one world, half of them by tricks and half by the score. They
/// grow with the fourth root of the number of worlds: six nats with four worlds, ten with 32. The
/// certainty of the mean grows with the square root; but people are wrong for other reasons too,
/// however clear the matter is.
///
/// Set at 4,800 decisions of youth2000, predicted by fits to other persons, and judged at 1,100 of
/// the club: `research/minds-history.md`.
const CONVICTION: f64 = 4.24;

/// The number of worlds that a glance counts as: two fifths beside four.
const GLANCE_WORLDS: f64 = 8.0 / 3.0;

/// The factor by which worth outweighs what the glance says: the first with ten tricks left or
/// more, the second with fewer. The glance was fitted to how much people go by worths that it alone
/// sees, of which it is less sure. With the factor minds err less often, nearly as seldom as
/// people, and predict people's cards as well within 0.015 nats.
///
/// Set on 1,199 boards of 2006 to 2011, judged on 1,199 others of these years:
/// `research/minds-history.md`.
const SURER: [f32; 2] = [1.5, 2.0];

/// The factor of [`CONVICTION`] where worths come from worlds alone and a network of players says
/// what people like.
///
/// Set on 1,199 boards of 2006 to 2011, judged on 1,300 others of these years:
/// `research/minds-history.md`.
const SURER_OF_WORLDS: f32 = 1.5;

/// If one card is likelier than this by habit, by a glance and by the worlds solved so far, no
/// further world is solved.
///
/// Set with the number of worlds on 1,199 boards of 2006 to 2011, judged on 1,199 others and, late
/// in the play, on 1,300 others: `research/minds-history.md`.
const SURE: f64 = 0.95;

/// The nats added to a card that is not what partner asks for: ln 0.3/0.7, as seven in ten senders
/// know what they ask for.
const ASKED: f64 = -0.85;

/// The most tricks by which a card may fall short of the best at a glance and still count as equal.
/// (Of 0 to 0.12, by which a glance takes most nearly the cards that 64 worlds take. Set at 382
/// decisions of 2006 to 2011 with ten tricks left or more, judged at 382 others:
/// `research/minds-history.md`.)
const NEAR: f64 = 0.05;

/// The lead, in tricks, by which a glance decides where nobody's habits are known. At 328 decisions
/// of youth2000 with ten tricks left or more none of the 76 cards that were so far ahead was worth
/// less than another in the mean of 96 worlds; of those ahead by 0.15 to 0.25 a few were
/// (`research/minds-history.md`).
const CLEAR: f64 = 0.25;

/// Normalises probabilities to the sum 1.
pub(super) fn shared_out(mut odds: Vec<(Card, f64)>) -> Vec<(Card, f64)> {
    let all: f64 = odds.iter().map(|(_, odds)| odds).sum();
    for (_, odds) in &mut odds {
        *odds /= all;
    }
    odds
}

/// The worth of each card, in tricks, and how a person weighs it.
#[derive(Clone)]
pub(super) struct Judgement {
    worths: Vec<(Card, f64)>,
    choice_weights: ChoiceWeights,
}

impl Judgement {
    /// A judgement by solved worlds.
    pub(super) fn of_worlds(view: &View, solved: &Assessment) -> Self {
        let by_worth = CONVICTION * (solved.worlds() as f64).sqrt().sqrt();
        let worths = solved.worths(view.stake());
        let likings = vec![0.0; worths.len()];
        Self {
            worths,
            choice_weights: ChoiceWeights { likings, by_habit: 1.0, by_worth: by_worth as f32 },
        }
    }

    /// A judgement by a glance.
    pub(super) fn at_a_glance(scene: &Scene, glimpse: Glimpse) -> Self {
        let worths = glimpse.worths(scene);
        let worths = scene.legal().iter().zip(worths).collect();
        Self { worths, choice_weights: glimpse.choice_weights }
    }

    /// What each card is worth, in tricks.
    pub(super) fn worths(&self) -> &[(Card, f64)] {
        &self.worths
    }

    /// Subtracts the known bias of a glance.
    pub(super) fn correct(&mut self, bias: &Bias) {
        self.worths.iter_mut().for_each(|(card, worth)| *worth -= bias.of(*card));
    }

    /// This judgement with the greater weight of worth that [`SURER`] gives it.
    #[must_use]
    fn surer(mut self, view: &View) -> Self {
        let [early, late] = SURER;
        self.choice_weights.by_worth *= if left(view) >= DEAR { early } else { late };
        self
    }

    /// This judgement for a player who goes by worlds alone late in the play.
    #[must_use]
    pub(super) fn surer_of_worlds(mut self) -> Self {
        self.choice_weights.by_worth *= SURER_OF_WORLDS;
        self
    }

    /// Whether one card is nearly certain, by these habits and partner's request, so that no
    /// further world is needed.
    pub(super) fn is_sure(&self, habits: &[(Card, f64)], asked: Option<LeadRequest>) -> bool {
        self.weigh(habits, asked).iter().any(|(_, odds)| *odds > SURE)
    }

    /// This judgement by a glance, combined with the solved worlds, if any; these replace it where
    /// they cost little.
    #[must_use]
    pub(super) fn with_worlds(self, view: &View, solved: &Assessment) -> Self {
        let own = match solved.worlds() {
            0 => return self.surer(view),
            _ if left(view) <= CHEAP => 0.0,
            worlds => GLANCE_WORLDS / (GLANCE_WORLDS + worlds as f64),
        };
        let mut judgement = self.surer(view);
        let both = judgement.worths.iter_mut().zip(solved.worths(view.stake()));
        both.for_each(|((_, worth), (_, solved))| *worth = own * *worth + (1.0 - own) * solved);
        judgement
    }

    /// This judgement for a person whose habits come from a network that sees his hand. The network
    /// knows what else he likes, so the glance does not count there.
    #[must_use]
    pub(super) fn of_known_habits(mut self) -> Self {
        self.choice_weights.likings.fill(0.0);
        self.choice_weights.by_habit = 1.0;
        self
    }

    /// Whether one card is ahead of all others by at least [`CLEAR`] tricks. Spots of a suit, and
    /// cards that touch, count as one card.
    pub(super) fn is_clear(&self, view: &View) -> bool {
        let most = self.most();
        let Some(&(best, _)) = self.worths.iter().find(|(_, worth)| *worth >= most) else {
            return true;
        };
        let touching = touching(view, best);
        let is_like = |card: Card| {
            let are_spots = || !is_honour(card) && !is_honour(best);
            card.suit == best.suit && (touching.contains(card.rank) || are_spots())
        };
        self.worths.iter().all(|&(card, worth)| is_like(card) || worth <= most - CLEAR)
    }

    fn most(&self) -> f64 {
        self.worths.iter().map(|(_, worth)| *worth).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The cards that count as equal to the best.
    pub(super) fn near_best(&self) -> Vec<Card> {
        let least = self.most() - NEAR;
        self.worths.iter().filter(|(_, worth)| *worth >= least).map(|(card, _)| *card).collect()
    }

    /// The probabilities of cards by habit, weighed by worth, liking and partner's request.
    pub(super) fn weigh(
        &self,
        odds: &[(Card, f64)],
        asked: Option<LeadRequest>,
    ) -> Vec<(Card, f64)> {
        let ChoiceWeights { likings, by_habit, by_worth } = &self.choice_weights;
        let [by_habit, by_worth] = [*by_habit, *by_worth].map(f64::from);
        let most = self.most();
        let cards: Vec<Card> = odds.iter().map(|(card, _)| *card).collect();
        let obeyed = asked.map(|asked| asked.obeyed(&cards));
        let judged = |card| {
            let found = self.worths.iter().zip(likings).find(|((it, _), _)| *it == card);
            found.map_or(0.0, |((_, worth), liking)| by_worth * (worth - most) + f64::from(*liking))
        };
        let weighed = |&(card, odds): &(Card, f64)| {
            let is_asked = obeyed.as_ref().is_none_or(|obeyed| obeyed.contains(&card));
            let asked = if is_asked { 0.0 } else { ASKED };
            (card, Real::powf(odds, by_habit) * Real::exp(judged(card) + asked))
        };
        shared_out(odds.iter().map(weighed).collect())
    }
}
