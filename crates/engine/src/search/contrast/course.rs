//! The tricks of a play, one after another.

use itertools::Itertools;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::cards::{
    Card, Rank, Seat, Side, pbn_name, serialize_card, serialize_seat, serialize_some_card,
};
use crate::play::{Play, PlayedCard, Trick};

/// How the play goes on, trick by trick, to the one that decides, or a little further.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Course {
    /// The tricks, from that of the decision on.
    pub tricks: Vec<CourseTrick>,
}

/// A trick of a play.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
pub struct CourseTrick {
    /// Its number, from 1.
    pub number: u8,
    /// Its cards, from the leader's on.
    #[serde(serialize_with = "serialize_trick")]
    #[schemars(with = "Vec<crate::cards::CardText>")]
    pub trick: Trick,
    /// The seat that won it.
    #[serde(serialize_with = "serialize_seat")]
    #[schemars(with = "crate::cards::SeatLetter")]
    pub winner: Seat,
    /// The card that won it.
    #[serde(serialize_with = "serialize_card")]
    #[schemars(with = "crate::cards::CardText")]
    pub card: Card,
    /// A jack, queen or king of the losing side that was forced to fall, since its hand had no
    /// other card of the suit. The card led does not count.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "serialize_some_card")]
    #[schemars(with = "Option<crate::cards::CardText>")]
    pub drops: Option<Card>,
}

fn serialize_trick<S: Serializer>(trick: &Trick, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(trick.cards().map(|(_, card)| pbn_name(card)))
}

/// The fewest tricks of a course, as far as there are: to show what follows.
const SHORTEST: usize = 3;

/// Where a course ends.
#[derive(Clone, Copy)]
pub(super) enum CourseEnd {
    /// With the trick to which this hand plays this card.
    Card(Seat, Card),
    /// With the trick by which this side reaches its goal.
    Goal(Side),
}

impl Course {
    /// The course of a play from the trick of the decision, which follows `from` cards.
    pub(super) fn of(play: &Play, from: usize, end: CourseEnd) -> Self {
        let mut tricks = all(play, from);
        let before = |side| play.history().first(from - from % 4).tricks_won(side);
        let end = match end {
            CourseEnd::Card(seat, card) => {
                tricks.iter().position(|it| it.trick.card_of(seat) == Some(card))
            }
            CourseEnd::Goal(side) => {
                let needed = play.history().contract().tricks_needed(side) - before(side);
                let won = tricks.iter().positions(|it| Side::of(it.winner) == side);
                won.take(needed.into()).last()
            }
        };
        tricks.truncate((end.unwrap_or(tricks.len() - 1) + 1).max(SHORTEST));
        Self { tricks }
    }
}

/// The tricks of a finished play, from that of the decision, which follows `from` cards.
pub(super) fn all(play: &Play, from: usize) -> Vec<CourseTrick> {
    let history = play.history();
    let strain = history.contract().strain();
    let tricks = history.played().chunks(4).enumerate().skip(from / 4);
    let course = |(at, cards): (usize, &[PlayedCard])| {
        let mut trick = Trick::new(cards[0].seat);
        for played in cards {
            trick.push(played.card);
        }
        let (winner, card) = trick.winner(strain)?;
        let earlier = &history.played()[..4 * at];
        let is_bare = |&(seat, fallen): &(Seat, Card)| {
            let gone = earlier.iter().filter(|it| (it.seat, it.card.suit) == (seat, fallen.suit));
            play.deal()[seat][fallen.suit].len() == gone.count() + 1
        };
        let fallen = trick.cards().skip(1).filter(|&(seat, fallen)| {
            Side::of(seat) != Side::of(winner) && fallen.suit == card.suit && fallen.rank >= Rank::J
        });
        let drops = fallen.filter(is_bare).map(|(_, fallen)| fallen).max_by_key(|it| it.rank);
        Some(CourseTrick { number: at as u8 + 1, trick, winner, card, drops })
    };
    tricks.filter_map(course).collect()
}
