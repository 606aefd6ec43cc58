//! The causes of a difference between two cards: the card itself, an opponent's error, or an error
//! of the decider's own side.

use schemars::JsonSchema;
use serde::Serialize;

use super::theme::{PlayPair, most_frequent};
use crate::cards::{Card, Seat, Side, serialize_card, serialize_seat};
use crate::dd::Solver;
use crate::play::Play;
use crate::work::{Clock, on_all_threads};

/// The tricks that the difference comes from. They add up to the mean difference.
#[derive(Debug, Clone, PartialEq, Default, JsonSchema, Serialize)]
pub struct Causes {
    /// The difference between the two cards double dummy.
    pub card: f64,
    /// What opponents give away after the first card, less what they give away after the other.
    pub opponents: f64,
    /// What the own side gives away after the other card, less what it gives away after the first.
    pub own_side: f64,
    /// The commonest error among them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Slip>,
}

/// A card that gives a trick away in some of the layouts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Slip {
    /// The seat that plays it.
    #[serde(serialize_with = "serialize_seat")]
    #[schemars(with = "crate::cards::SeatLetter")]
    pub seat: Seat,
    /// The card.
    #[serde(serialize_with = "serialize_card")]
    #[schemars(with = "crate::cards::CardText")]
    pub card: Card,
    /// A card that would have given nothing away.
    #[serde(serialize_with = "serialize_card")]
    #[schemars(with = "crate::cards::CardText")]
    pub right: Card,
    /// The number of layouts in which it is made.
    pub layouts: usize,
}

/// An error is reported if it is made in at least this many layouts, and in this share of them.
const COMMON: (usize, f64) = (3, 0.25);

/// The most layouts in which the cost of cards is computed.
const SOLVED: usize = 24;

impl Causes {
    /// Without errors the difference comes from the cards alone.
    pub(super) fn card(pairs: &[PlayPair], side: Side) -> Self {
        let tricks = |play: &Play| f64::from(play.history().tricks_won(side));
        let more = pairs.iter().map(|pair| tricks(pair.plays[0]) - tricks(pair.plays[1]));
        Self { card: more.sum::<f64>() / pairs.len() as f64, ..Self::default() }
    }

    /// The causes of the differences in the first layouts, as far as there is time.
    pub(super) fn of(pairs: &[PlayPair], side: Side, from: usize, clock: &Clock) -> Self {
        let first = &pairs[..pairs.len().min(SOLVED)];
        let found = on_all_threads(first, |pair, solver| {
            (!clock.is_up()).then(|| pair.plays.map(|play| costs(play, from, solver)))
        });
        let found: Vec<[Vec<TrickCost>; 2]> = found.into_iter().flatten().collect();
        let mean = |tricks: i32| f64::from(tricks) / found.len().max(1) as f64;
        let difference = |is_such: &dyn Fn(&TrickCost) -> bool| -> i32 {
            let sum = |costs: &[TrickCost]| -> i32 {
                costs.iter().filter(|it| is_such(it)).map(|it| i32::from(it.tricks)).sum()
            };
            found.iter().map(|[better, worse]| sum(better) - sum(worse)).sum()
        };
        let is_own = |it: &TrickCost| Side::of(it.seat) == side;
        let causes = Self {
            card: -mean(difference(&|it| it.is_first)),
            opponents: mean(difference(&|it| !is_own(it))),
            own_side: -mean(difference(&|it| is_own(it) && !it.is_first)),
            error: None,
        };
        let at = usize::from(causes.own_side > causes.opponents);
        let decides = |it: &&TrickCost| it.tricks > 0 && !it.is_first && is_own(it) == (at == 1);
        let slips = found.iter().filter_map(|costs| costs[at].iter().find(decides));
        let error = most_frequent(slips.map(|it| (it.seat, it.card, it.right)));
        let common = COMMON.0.max((COMMON.1 * found.len() as f64).ceil() as usize);
        let error = error.filter(|(_, layouts)| *layouts >= common);
        let error = error.map(|((seat, card, right), layouts)| Slip { seat, card, right, layouts });
        Self { error, ..causes }
    }
}

/// The tricks that a card of a play cost.
struct TrickCost {
    seat: Seat,
    card: Card,
    tricks: u8,
    /// A card that costs nothing.
    right: Card,
    /// Whether it is one of the two cards compared.
    is_first: bool,
}

fn costs(play: &Play, from: usize, solver: &mut Solver) -> Vec<TrickCost> {
    let start = play.history().first(from).position(play.deal());
    let mut now = start.expect("the cards were played from there");
    let mut costs = Vec::new();
    for (at, played) in play.history().played()[from..].iter().enumerate() {
        let (card, values) = (played.card, solver.cards(&now));
        let cost = values.best() - values.value(card).unwrap_or_else(|| values.best());
        // The highest of the cards that were right, if one is of the suit played.
        let right = values.optimal();
        let of_suit = right[card.suit].iter().max().map(|rank| Card { suit: card.suit, rank });
        let right = of_suit.or_else(|| right.iter().next()).unwrap_or(card);
        costs.push(TrickCost { seat: played.seat, card, tricks: cost, right, is_first: at == 0 });
        now.play(card).expect("the card was played");
    }
    costs
}
