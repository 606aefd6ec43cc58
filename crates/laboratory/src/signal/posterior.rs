//! The posterior of a reader about a hand: exact in one world, and as a mean over several.

use schemars::JsonSchema;
use serde::Serialize;

use super::meaning::Assertion;
use falsecard_engine::belief::{Belief, Evidence};
use falsecard_engine::cards::{Card, Seat, Suit, serialize_card};
use falsecard_engine::real::Real;

/// What a reader believes of a hand in the suit of a signal.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct SuitPosterior {
    /// How far he believes what is true of what the signal affirms or denies, from 0 to 1; `null`
    /// if it has not two meanings, or several conventions may have spoken.
    pub truth: Option<f64>,
    /// How uncertain he is of the holding, in bits: 0 if he knows it, 1 if two are as likely.
    pub entropy: f64,
    /// The probabilities that the hand was dealt 0 to 13 cards of the suit.
    pub lengths: Vec<f64>,
    /// The probability of each honour to have been dealt to the hand.
    pub honours: Vec<CardShare>,
}

/// How probable it is that a hand was dealt a card.
#[derive(Debug, Clone, Copy, PartialEq, JsonSchema, Serialize)]
pub struct CardShare {
    /// The card.
    #[serde(serialize_with = "serialize_card")]
    #[schemars(with = "falsecard_engine::cards::CardText")]
    pub card: Card,
    /// The probability.
    pub share: f64,
}

/// What a [`SuitPosterior`] is to contain.
pub(super) struct Query<'a> {
    /// The hand.
    pub(super) seat: Seat,
    /// The suit of the signal.
    pub(super) suit: Suit,
    /// What the signal speaks of, and whether it is true.
    pub(super) statement: Option<(&'a Assertion, bool)>,
    /// The honours whose probabilities are wanted.
    pub(super) honours: &'a [Card],
}

impl SuitPosterior {
    /// Answers a query by a belief and the evidence behind it.
    pub(super) fn of(asked: &Query, evidence: &Evidence, belief: &Belief) -> Self {
        let truth =
            |(statement, truth): (&Assertion, bool)| statement.probability(truth, evidence, belief);
        let held = |&card: &Card| CardShare { card, share: belief.owner(card)[asked.seat] };
        Self {
            truth: asked.statement.map(truth),
            entropy: entropy(belief, asked.seat, asked.suit),
            lengths: belief.lengths(asked.seat, asked.suit).to_vec(),
            honours: asked.honours.iter().map(held).collect(),
        }
    }

    /// The mean over several worlds, at least one, of answers to the same query.
    pub(super) fn mean<'a>(all: impl IntoIterator<Item = &'a Self>) -> Self {
        let all: Vec<&Self> = all.into_iter().collect();
        let n = all.len() as f64;
        let mean = |value: &dyn Fn(&Self) -> f64| all.iter().map(|it| value(it)).sum::<f64>() / n;
        let first = all.first().expect("there is a world");
        let held = |(at, held): (usize, &CardShare)| CardShare {
            card: held.card,
            share: mean(&|picture| picture.honours[at].share),
        };
        Self {
            truth: first.truth.map(|_| mean(&|picture| picture.truth.unwrap_or_default())),
            entropy: mean(&|picture| picture.entropy),
            lengths: (0..first.lengths.len()).map(|n| mean(&|it| it.lengths[n])).collect(),
            honours: first.honours.iter().enumerate().map(held).collect(),
        }
    }

    /// The mean length of the suit.
    pub fn length(&self) -> f64 {
        (0u8..).zip(&self.lengths).map(|(length, share)| f64::from(length) * share).sum()
    }
}

/// The entropy (Shannon), in bits, of the holding that a hand was dealt in a suit. With two hidden
/// hands it is that of the layout of the whole suit.
///
/// ```
/// use falsecard::belief::{Belief, Evidence};
/// use falsecard::cards::{Seat, Suit};
/// use falsecard::notation::problem;
/// use falsecard::signal::entropy;
///
/// let text = include_bytes!("../../../../problems/paper/paper-ex4.pbn");
/// let problems = problem::read("paper-ex4.pbn", text).all()?;
/// let south = problems[0].play().expect("all hands are given").view(Seat::South);
/// let belief = Belief::new(&Evidence::facts(&south)).unwrap();
/// // Declarer does not see six clubs: fewer than 2⁶ holdings, and not all as likely.
/// let bits = entropy(&belief, Seat::West, Suit::Clubs);
/// assert!(bits > 5.5 && bits < 6.0);
/// assert_eq!(entropy(&belief, Seat::South, Suit::Clubs), 0.0);
/// # Ok::<(), falsecard::notation::Fault>(())
/// ```
pub fn entropy(belief: &Belief, seat: Seat, suit: Suit) -> f64 {
    let shares = belief.holdings(seat, suit).into_iter().map(|(_, share)| share);
    shares.map(|share| -share * Real::log2(share)).sum::<f64>().max(0.0)
}
