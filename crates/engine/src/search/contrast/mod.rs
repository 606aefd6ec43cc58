//! How the play goes after each of two cards, and where the two ways part.
//!
//! Both cards are played out in the same layouts ([`explain`](super::explain)). Where one does better than the other, there is a
//! [`Turning`]: a card that takes a trick after one of them and none after the other. The commonest is what the choice is about, and a
//! layout in which it decides is told trick by trick. What the cards of that layout cost double dummy says who
//! is to thank for the difference ([`Causes`]), and an [`Idea`] names the technique where the lines show one.

mod causes;
mod course;
mod idea;
mod open;
mod theme;
mod turning;
mod whole;

use std::hash::Hash;

use itertools::Itertools;
use serde::{Serialize, Serializer};

pub use causes::{Causes, Slip};
use course::End;
pub use course::{Course, CourseTrick};
pub use idea::Idea;
use theme::Theme;
pub use turning::{Fate, Turning};

use super::triple::ImaginedHand;
use super::{Decision, Question};
use crate::cards::{BySuit, Card, FullDeal, Side, Suit, pbn_name};
use crate::play::{Play, View};
use crate::work::Clock;

/// How the play goes after each of two cards, in the layouts in which one of them does better.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Contrast {
    /// The card that the decision puts first, and the other.
    #[serde(serialize_with = "serialize_cards")]
    pub cards: [Card; 2],
    /// The number of layouts in which both are played on.
    pub layouts: usize,
    /// What the layouts are told apart by.
    pub by: By,
    /// Whether all four hands play as well as they can with all cards seen, in place of players who choose by what they believe.
    pub by_best_play: bool,
    /// The number of layouts in which the first of them does better.
    pub more: usize,
    /// The number of layouts in which it does worse.
    pub fewer: usize,
    /// What most often makes the difference.
    pub turning: Turning,
    /// In how many of the layouts in which the first card does better.
    pub often: usize,
    /// The tricks with cards of each suit that the better card's side takes more, on average over the layouts in which the first card does better.
    #[serde(serialize_with = "serialize_suits")]
    pub suits: BySuit<f64>,
    /// One of these layouts: what the hidden hands hold at the decision.
    pub hidden: Vec<ImaginedHand>,
    /// How it is played after each of the two.
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
    layouts: usize,
}

impl<'a> Parting<'a> {
    /// `None` unless the first card does better in more layouts than worse.
    fn of(pairs: &[[&'a Play; 2]], layouts: usize, view: &View, by: By) -> Option<Self> {
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
        (more.len() > fewer).then_some(Self { by, more, fewer, layouts })
    }

    /// By the contract, or by tricks where that tells the two apart in few layouts.
    fn most_telling(pairs: &[[&'a Play; 2]], layouts: usize, view: &View) -> Option<Self> {
        match Self::of(pairs, layouts, view, By::Contract) {
            Some(by_contract) if by_contract.more.len() >= TELLING => Some(by_contract),
            few => Self::of(pairs, layouts, view, By::Tricks).or(few),
        }
    }

    /// Whether most of another difference is in this one.
    fn explains(&self, other: &Self) -> bool {
        let share = |it: &Self| (it.more.len() - it.fewer) as f64 / it.layouts as f64;
        self.by == other.by && self.more.len() >= TELLING && share(self) >= MOST * share(other)
    }
}

fn serialize_suits<S: Serializer>(suits: &BySuit<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(Suit::ASC.map(|suit| (suit.letter(), suits[suit])))
}

fn serialize_cards<S: Serializer>(cards: &[Card], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(cards.iter().map(|&card| pbn_name(card)))
}

/// The chance of the contract tells two cards apart if this many layouts do; else their tricks.
const TELLING: usize = 3;

/// The courses are played by best play if it has this part of the difference.
const MOST: f64 = 0.5;

impl Contrast {
    /// Compares two cards, each played out in the same layouts, the first of the decision's; `None` where the one that the decision puts first
    /// does not do better.
    ///
    /// Where the difference is there double dummy too, the courses are played by best play, in which nobody's chance errors are mixed.
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

    /// What decides where the two part, by best play or in playouts.
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
            (Some(Idea::Race), 1) => End::Goal(side.other()),
            (Some(Idea::CashOut), 0) => End::Goal(side),
            _ => End::Card(turning.seat, turning.card),
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

/// The tricks with cards of each suit that the better card's side takes more after it than after the other, on average.
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

/// What the hands that the player does not see hold in a layout, at the decision.
fn hidden(view: &View, deal: &FullDeal) -> Vec<ImaginedHand> {
    let left = |seat| deal[seat] - view.history().cards_of(seat);
    view.hidden().into_iter().map(|seat| ImaginedHand { seat, hand: left(seat) }).collect()
}

/// The item that comes most often, and how often; of several the first.
fn most_frequent<T: Eq + Hash + Clone>(items: impl Iterator<Item = T>) -> Option<(T, usize)> {
    let items = items.collect_vec();
    let counts = items.iter().cloned().counts();
    let most = *counts.values().max()?;
    items.into_iter().find(|it| counts[it] == most).map(|it| (it, most))
}
