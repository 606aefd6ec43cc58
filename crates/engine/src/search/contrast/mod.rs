//! How the play goes after each of two cards, and where the two ways part.
//!
//! Both cards are played out in the same layouts ([`explain`](super::explain)). Where one does better than the other, there is a
//! [`Turning`]: a card that takes a trick after one of them and none after the other. The commonest is what the choice is about, and a
//! layout in which it decides is told trick by trick. What the cards of that layout cost double dummy says who
//! is to thank for the difference ([`Causes`]), and an [`Idea`] names the technique where the lines show one.

mod course;
mod idea;
mod theme;
mod turning;

use std::hash::Hash;

use itertools::Itertools;
use serde::{Serialize, Serializer};

pub use course::{Course, CourseTrick};
pub use idea::Idea;
use theme::{Pair, Theme};
pub use turning::{Fate, Turning};

use super::{Decision, Question};
use crate::cards::{Card, Seat, Side, pbn_name, serialize_card, serialize_seat};
use crate::dd::Solver;
use crate::play::{Play, View};
use crate::work::{Clock, on_all_threads};

/// How the play goes after each of two cards, in the layouts in which one of them does better.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Contrast {
    /// The card that the decision puts first, and the other.
    #[serde(serialize_with = "serialize_cards")]
    pub cards: [Card; 2],
    /// The number of layouts in which both were played out.
    pub layouts: usize,
    /// What the layouts are told apart by.
    pub by: By,
    /// The number of layouts in which the first of them does better.
    pub more: usize,
    /// The number of layouts in which it does worse.
    pub fewer: usize,
    /// What most often makes the difference.
    pub turning: Turning,
    /// In how many of the layouts in which the first card does better.
    pub often: usize,
    /// How one of these layouts is played after each of the two.
    pub courses: [Course; 2],
    /// Who is to thank for the difference, on average over the layouts in which the first card does better.
    pub causes: Causes,
    /// The technique that the courses show.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idea: Option<Idea>,
}

/// By what two plays of a layout are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// One makes or sets the contract, the other does not.
    Contract,
    /// One takes more tricks.
    Tricks,
}

/// The layouts in which two plays differ.
struct Parting<'a> {
    by: By,
    /// The plays of the layouts in which the first card does better.
    more: Vec<[&'a Play; 2]>,
    fewer: usize,
}

impl<'a> Parting<'a> {
    /// `None` unless the first card does better in more layouts than worse.
    fn of(pairs: &[[&'a Play; 2]], view: &View, by: By) -> Option<Self> {
        let side = view.side();
        let worth = |play: &Play| {
            let tricks = play.history().tricks_won(side);
            match by {
                By::Contract => {
                    u8::from(view.reaches_goal(tricks - view.history().tricks_won(side)))
                }
                By::Tricks => tricks,
            }
        };
        let compared = |[a, b]: &[&Play; 2]| worth(a).cmp(&worth(b));
        let more = pairs.iter().filter(|pair| compared(pair).is_gt()).copied().collect_vec();
        let fewer = pairs.iter().filter(|pair| compared(pair).is_lt()).count();
        (more.len() > fewer).then_some(Self { by, more, fewer })
    }
}

fn serialize_cards<S: Serializer>(cards: &[Card], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(cards.iter().map(|&card| pbn_name(card)))
}

/// What a difference in tricks comes from; the three add up to it.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Causes {
    /// The two cards themselves, all hands open.
    pub card: f64,
    /// Opponents who go wrong after the better card, less their errors after the other.
    pub opponents: f64,
    /// The decider and his partner, who go wrong after the other card, less their errors after the better one.
    pub own_side: f64,
    /// The error that decides most often: an opponent's after the better card, or partner's after the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Slip>,
}

/// A card that gives a trick away in some of the layouts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Slip {
    /// Whose card.
    #[serde(serialize_with = "serialize_seat")]
    pub seat: Seat,
    /// The card.
    #[serde(serialize_with = "serialize_card")]
    pub card: Card,
    /// A card that would have given nothing away.
    #[serde(serialize_with = "serialize_card")]
    pub right: Card,
    /// In how many layouts.
    pub layouts: usize,
}

/// The chance of the contract tells two cards apart if this many layouts do; else their tricks.
const TELLING: usize = 3;

/// An error is told if it is made in this many layouts at least, and in this part of those looked at.
const COMMON: (usize, f64) = (3, 0.25);

/// What cards cost is worked out in this many layouts at most.
const SOLVED: usize = 24;

impl Contrast {
    /// Compares two cards, each played out in the same layouts; `None` where the one that the decision puts first does not do better.
    pub(super) fn of(
        question: &Question,
        decision: &Decision,
        cards: [Card; 2],
        plays: &[[Play; 2]],
        clock: &Clock,
    ) -> Option<Self> {
        let [one, other] = cards.map(|card| decision.candidate(card));
        let is_first = cards[0] == decision.card || decision.ahead(one?, other?).0 >= 0.0;
        let in_order = |pair: [usize; 2]| if is_first { pair } else { [pair[1], pair[0]] };
        let order = in_order([0, 1]);
        let side = question.view.side();
        let pairs = plays.iter().map(|pair| order.map(|at| &pair[at])).collect_vec();
        let parting = |by| Parting::of(&pairs, question.view, by);
        let by_contract = parting(By::Contract);
        let Parting { by, more, fewer } = match by_contract {
            Some(by_contract) if by_contract.more.len() >= TELLING => by_contract,
            few => parting(By::Tricks).or(few)?,
        };
        let from = question.view.history().played().len();
        let pairs = theme::pairs(&more, side, from);
        let Theme { turning, idea, often, typical } = Theme::of(&pairs, from)?;
        Some(Self {
            cards: order.map(|at| cards[at]),
            layouts: plays.len(),
            by,
            more: pairs.len(),
            fewer,
            often,
            courses: [0, 1].map(|at| Course::of(typical[at], from, &turning)),
            causes: Causes::of(&pairs, side, from, clock),
            idea,
            turning,
        })
    }
}

/// The item that comes most often, and how often; of several the first.
fn most_frequent<T: Eq + Hash + Clone>(items: impl Iterator<Item = T>) -> Option<(T, usize)> {
    let items = items.collect_vec();
    let counts = items.iter().cloned().counts();
    let most = *counts.values().max()?;
    items.into_iter().find(|it| counts[it] == most).map(|it| (it, most))
}

impl Causes {
    /// What the differences come from in the first layouts, as far as there is time.
    fn of(pairs: &[Pair], side: Side, from: usize, clock: &Clock) -> Self {
        let first = &pairs[..pairs.len().min(SOLVED)];
        let found = on_all_threads(first, |pair, solver| {
            (!clock.is_up()).then(|| pair.plays.map(|play| costs(play, from, solver)))
        });
        let found: Vec<[Vec<Cost>; 2]> = found.into_iter().flatten().collect();
        let mean = |tricks: i32| f64::from(tricks) / found.len().max(1) as f64;
        let difference = |is_such: &dyn Fn(&Cost) -> bool| -> i32 {
            let sum = |costs: &[Cost]| -> i32 {
                costs.iter().filter(|it| is_such(it)).map(|it| i32::from(it.tricks)).sum()
            };
            found.iter().map(|[better, worse]| sum(better) - sum(worse)).sum()
        };
        let is_own = |it: &Cost| Side::of(it.seat) == side;
        let causes = Self {
            card: -mean(difference(&|it| it.is_first)),
            opponents: mean(difference(&|it| !is_own(it))),
            own_side: -mean(difference(&|it| is_own(it) && !it.is_first)),
            error: None,
        };
        let at = usize::from(causes.own_side > causes.opponents);
        let decides = |it: &&Cost| it.tricks > 0 && !it.is_first && is_own(it) == (at == 1);
        let slips = found.iter().filter_map(|costs| costs[at].iter().find(decides));
        let error = most_frequent(slips.map(|it| (it.seat, it.card, it.right)));
        let common = COMMON.0.max((COMMON.1 * found.len() as f64).ceil() as usize);
        let error = error.filter(|(_, layouts)| *layouts >= common);
        let error = error.map(|((seat, card, right), layouts)| Slip { seat, card, right, layouts });
        Self { error, ..causes }
    }
}

/// The tricks that a card of a play cost.
struct Cost {
    seat: Seat,
    card: Card,
    tricks: u8,
    /// A card that costs nothing.
    right: Card,
    /// Whether it is the card that is compared.
    is_first: bool,
}

fn costs(play: &Play, from: usize, solver: &mut Solver) -> Vec<Cost> {
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
        costs.push(Cost { seat: played.seat, card, tricks: cost, right, is_first: at == 0 });
        now.play(card).expect("the card was played");
    }
    costs
}
