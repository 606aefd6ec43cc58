//! The plays after each of two cards, and where they differ.
//!
//! Both cards are played out in the same layouts ([`explain`](super::explain)). Where one does
//! better, some card takes a trick after it and none after the other: the [`Turning`]. The
//! commonest is what the choice is about, and a layout in which it decides is told trick by trick.
//! What the cards of that layout cost double dummy says who is to thank for the difference
//! ([`Causes`]), and an [`Idea`] names the technique where the lines show one.

mod causes;
mod course;
mod idea;
mod open;
mod parting;
mod theme;
mod turning;
mod whole;

use itertools::Itertools;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

pub use causes::{Causes, Slip};
use course::CourseEnd;
pub use course::{Course, CourseTrick};
pub use idea::Idea;
pub use parting::By;
use parting::Parting;
use theme::Theme;
pub use turning::{Fate, Turning};

use super::triple::ImaginedHand;
use super::{Decision, Question};
use crate::cards::{BySuit, Card, FullDeal, Side, Suit, pbn_name};
use crate::play::{Play, View};
use crate::work::Clock;

/// How the play goes after each of two cards, in the layouts in which one of them does better.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct Contrast {
    /// The card that the decision puts first, and the other.
    #[serde(serialize_with = "serialize_cards")]
    #[schemars(with = "[crate::cards::CardText; 2]")]
    pub cards: [Card; 2],
    /// The number of layouts in which both are played on.
    pub layouts: usize,
    /// What tells two plays of a layout apart.
    pub by: By,
    /// Whether all four hands play double dummy, in place of players who choose by what they
    /// believe.
    pub by_best_play: bool,
    /// The number of layouts in which the first card does better.
    pub more: usize,
    /// The number of layouts in which the first card does worse.
    pub fewer: usize,
    /// What makes the difference most often.
    pub turning: Turning,
    /// The number of layouts that this decides, of those in which the first card does better.
    pub often: usize,
    /// By suit: the tricks with its cards that the own side takes more after the first card, on
    /// average over the layouts in which that does better.
    #[serde(serialize_with = "serialize_suits")]
    #[schemars(with = "std::collections::BTreeMap<crate::cards::SuitLetter, f64>")]
    pub suits: BySuit<f64>,
    /// What the hidden hands hold in one of these layouts.
    pub hidden: Vec<ImaginedHand>,
    /// How it goes after each of the two cards, to the trick that decides.
    pub courses: [Course; 2],
    /// What the difference comes from, on average over the layouts in which the first card does
    /// better.
    pub causes: Causes,
    /// The technique that the courses show, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idea: Option<Idea>,
}

fn serialize_suits<S: Serializer>(suits: &BySuit<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(Suit::ASC.map(|suit| (suit.letter(), suits[suit])))
}

fn serialize_cards<S: Serializer>(cards: &[Card], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(cards.iter().map(|&card| pbn_name(card)))
}

impl Contrast {
    /// Compares two cards of a decision, each played out in the same layouts. `None` unless the
    /// card that the decision puts first does better.
    ///
    /// Where the difference exists double dummy too, the courses are played by best play, in which
    /// there are no chance errors.
    pub(super) fn of(
        question: &Question,
        decision: &Decision,
        cards: [Card; 2],
        plays: &[[Play; 2]],
        clock: &Clock,
    ) -> Option<Self> {
        let [one, other] = cards.map(|card| decision.candidate(card));
        let is_first = cards[0] == decision.card || decision.ahead(one?, other?).0 >= 0.0;
        let order = if is_first { [0, 1] } else { [1, 0] };
        let cards = order.map(|at| cards[at]);
        let pairs = plays.iter().map(|pair| order.map(|at| &pair[at])).collect_vec();
        let played_out = Parting::most_telling(&pairs, pairs.len(), question.view);
        let layouts = &decision.layouts[..plays.len()];
        let (open_plays, layouts) = open::plays(question.view, layouts, cards, clock);
        let open_pairs = open_plays.iter().map(|pair| [&pair[0], &pair[1]]).collect_vec();
        let open = Parting::most_telling(&open_pairs, layouts, question.view);
        let (parting, by_best_play) = match (open, played_out) {
            (Some(open), Some(played_out)) if !open.explains(&played_out) => (played_out, false),
            (Some(open), _) => (open, true),
            (None, played_out) => (played_out?, false),
        };
        Self::by(question, cards, &parting, by_best_play, clock)
    }

    /// Compares two cards by best play or in playouts.
    fn by(
        question: &Question,
        cards: [Card; 2],
        parting: &Parting,
        by_best_play: bool,
        clock: &Clock,
    ) -> Option<Self> {
        let (side, from) = (question.view.side(), question.view.history().played().len());
        let Parting { by, ref more, fewer, layouts } = *parting;
        let pairs = theme::pairs(more, (side, by), from);
        let Theme { turning, idea, often, typical } = Theme::of(&pairs, from)?;
        let end = |at: usize| match (idea, at) {
            (Some(Idea::Race), 1) => CourseEnd::Goal(side.other()),
            (Some(Idea::CashOut), 0) => CourseEnd::Goal(side),
            _ => CourseEnd::Card(turning.seat, turning.card),
        };
        Some(Self {
            cards,
            layouts,
            by,
            by_best_play,
            more: pairs.len(),
            fewer,
            often,
            suits: by_suit(more, side, from),
            hidden: hidden(question.view, typical[0].deal()),
            courses: [0, 1].map(|at| Course::of(typical[at], from, end(at))),
            causes: if by_best_play {
                Causes::card(&pairs, side)
            } else {
                Causes::of(&pairs, side, from, clock)
            },
            idea,
            turning,
        })
    }
}

/// The additional tricks of the better card's side with cards of each suit, on average.
fn by_suit(pairs: &[[&Play; 2]], side: Side, from: usize) -> BySuit<f64> {
    let mut more = BySuit::from_fn(|_| 0.0);
    for (at, sign) in [1.0, -1.0].into_iter().enumerate() {
        for pair in pairs {
            for trick in course::all(pair[at], from).iter().filter(|it| Side::of(it.winner) == side)
            {
                more[trick.card.suit] += sign / pairs.len() as f64;
            }
        }
    }
    more
}

/// The hidden hands of a layout, as they are at the decision.
fn hidden(view: &View, deal: &FullDeal) -> Vec<ImaginedHand> {
    let left = |seat| deal[seat] - view.history().cards_of(seat);
    view.hidden().into_iter().map(|seat| ImaginedHand { seat, hand: left(seat) }).collect()
}
