//! Layouts found by walking from one to the next, where there is no time to count them.
//!
//! In a step two hidden hands exchange a card. Whether the new layout is taken depends on how much
//! it weighs beside the old one (Metropolis et al., 1953), so in the long run layouts are visited
//! in proportion to their weights. Neighbours are alike, so only one in many is handed on.

use rand::{Rng, RngExt};

use super::Evidence;
use super::layouts::deal;
use crate::cards::{Card, FullDeal, Hand, Seat};
use crate::constraint::Rule;
use crate::real::Real;

/// How many exchanges are tried before the first layout is handed on.
const FIRST: usize = 3_000;

/// How many exchanges are tried before each further layout.
const BETWEEN: usize = 100;

/// How many layouts that break what is certain are passed over before the walk gives up.
const PATIENCE: usize = 200;

/// The penalty, in nats, for breaking something certain: enough to lead away from it, but finite,
/// so that a walk may begin there.
const CERTAIN: f64 = 30.0;

/// The weight of a layout.
#[derive(Debug, Clone, Copy)]
struct LayoutWeight {
    /// The logarithm of its weight by all that it does not break for certain.
    nats: f64,
    /// How many certain things it breaks.
    broken: u32,
}

impl LayoutWeight {
    fn take(&mut self, weight: f64) {
        if weight > 0.0 {
            self.nats += Real::ln(weight);
        } else {
            self.broken += 1;
        }
    }

    fn total(self) -> f64 {
        self.nats - CERTAIN * f64::from(self.broken)
    }
}

/// A random walk over layouts of hidden hands of which only promises are known, as before the
/// opening lead.
#[derive(Clone)]
pub struct Walk {
    evidence: Evidence,
    /// Whether there are relations between several hands.
    asks_of_several: bool,
    start: Vec<(Seat, Vec<Card>)>,
}

impl Walk {
    /// A walk over the layouts of some evidence. `None` if cards have been played or hidden hands
    /// are known in part (then cards cannot be exchanged freely, and a count takes no time), or if
    /// the number of hidden hands is neither two nor three.
    pub fn new(evidence: &Evidence) -> Option<Self> {
        let may = evidence.hidden.iter().map(|&seat| evidence.ownership.may(seat));
        let unseen = may.clone().fold(Hand::EMPTY, |all, hand| all | hand);
        let is_free = evidence.readings.is_empty() && may.clone().all(|may| may == unseen);
        let number = evidence.hidden.len();
        let fits = matches!(number, 2 | 3) && unseen.len() == 13 * number;
        let cards: Vec<Card> = unseen.iter().collect();
        let is_joint = |rule: &Rule| rule.together().is_some() || rule.likelihood.is_some();
        let asks_of_several = !evidence.relations.is_empty() || evidence.rules.iter().any(is_joint);
        (is_free && fits).then(|| Self {
            asks_of_several,
            start: evidence
                .hidden
                .iter()
                .copied()
                .zip(cards.chunks(13).map(<[Card]>::to_vec))
                .collect(),
            evidence: evidence.clone(),
        })
    }

    /// Layouts without end, in the long run each in proportion to its weight. They end if no layout
    /// is found that keeps to what is certain.
    pub fn layouts<'a, R: Rng>(&'a self, rng: &'a mut R) -> impl Iterator<Item = FullDeal> + 'a {
        let mut hands = self.start.clone();
        Self::shuffle(&mut hands, rng);
        let mut now = self.standing(&hands);
        let mut steps = FIRST;
        std::iter::from_fn(move || {
            for _ in 0..PATIENCE {
                for _ in 0..std::mem::replace(&mut steps, BETWEEN) {
                    self.step(&mut hands, &mut now, rng);
                }
                if now.broken == 0 {
                    return Some(self.deal(&hands));
                }
            }
            None
        })
    }

    fn shuffle(hands: &mut [(Seat, Vec<Card>)], rng: &mut impl Rng) {
        let mut cards: Vec<Card> =
            hands.iter().flat_map(|(_, hand)| hand.iter().copied()).collect();
        for at in (1..cards.len()).rev() {
            cards.swap(at, rng.random_range(0..=at));
        }
        for ((_, hand), cards) in hands.iter_mut().zip(cards.chunks(13)) {
            hand.copy_from_slice(cards);
        }
    }

    /// Tries to exchange a card of two hands.
    fn step(&self, hands: &mut [(Seat, Vec<Card>)], now: &mut LayoutWeight, rng: &mut impl Rng) {
        let one = rng.random_range(0..hands.len());
        let other = (one + rng.random_range(1..hands.len())) % hands.len();
        let [from, to] = [rng.random_range(0..13), rng.random_range(0..13)];
        let exchange = |hands: &mut [(Seat, Vec<Card>)]| {
            let card = hands[one].1[from];
            hands[one].1[from] = std::mem::replace(&mut hands[other].1[to], card);
        };
        exchange(hands);
        let there = self.standing(hands);
        if Real::ln(rng.random::<f64>()) < there.total() - now.total() {
            *now = there;
        } else {
            exchange(hands);
        }
    }

    fn standing(&self, hands: &[(Seat, Vec<Card>)]) -> LayoutWeight {
        let mut standing = LayoutWeight { nats: 0.0, broken: 0 };
        for (seat, cards) in hands {
            let hand: Hand = cards.iter().copied().collect();
            for rule in self.evidence.rules.iter().filter(|rule| rule.seat == *seat) {
                standing.take(rule.weight(&hand));
            }
        }
        if self.asks_of_several {
            let deal = self.deal(hands);
            self.evidence.rules.iter().for_each(|rule| standing.take(rule.weight_together(&deal)));
            let kept = self.evidence.relations.iter().map(|it| it.is_true_of_deal(&deal));
            kept.for_each(|kept| standing.take(f64::from(u8::from(kept))));
        }
        standing
    }

    fn deal(&self, hands: &[(Seat, Vec<Card>)]) -> FullDeal {
        let hand = |at: usize| {
            let (seat, cards) = &hands[at];
            (*seat, cards.iter().copied().collect::<Hand>())
        };
        match hands.len() {
            2 => deal(&self.evidence.ownership, [hand(0), hand(1)]),
            _ => deal(&self.evidence.ownership, [hand(0), hand(1), hand(2)]),
        }
    }
}
