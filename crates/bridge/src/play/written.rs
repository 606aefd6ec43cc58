//! A position as one line of text: the hands, the strain, the leader and the cards of the trick.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use super::{Position, Trick};
use crate::cards::{BySeat, Hand, Seat, Strain, clockwise, pbn_name};

/// Why a text is not a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadPosition {
    /// A part is missing or cannot be read.
    #[error(
        "expected four hands, a strain, the leader and the cards of the trick, as in \
         \"N:A2... .A2.. ..A2. ...A NT W CA\""
    )]
    Form,
    /// The hands share a card, or their lengths do not fit the trick.
    #[error(
        "expected hands without a card in common, those who have played to the trick a card shorter"
    )]
    Hands,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hands = Seat::ALL.map(|seat| self.hands()[seat].to_string()).join(" ");
        write!(f, "N:{hands} {} {}", self.strain(), self.trick().leader())?;
        self.trick().cards().try_for_each(|(_, card)| write!(f, " {}", pbn_name(card)))
    }
}

/// ```
/// use falsecard::dd::Solver;
/// use falsecard::play::Position;
///
/// // South has led the two, West has played the nine: the finesse wins, and ace and king are good.
/// let position: Position = "N:AJ4... T83... K5... Q7... NT S S2 S9".parse()?;
/// assert_eq!(Solver::new().cards(&position).best(), 3);
/// assert_eq!(position.to_string().parse(), Ok(position));
/// assert!("N:A... A... K... Q... NT S".parse::<Position>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl FromStr for Position {
    type Err = BadPosition;

    fn from_str(text: &str) -> Result<Self, BadPosition> {
        let (first, rest) = text.trim().split_once(':').ok_or(BadPosition::Form)?;
        let first: Seat = first.parse().map_err(|_| BadPosition::Form)?;
        let words: Vec<&str> = rest.split_whitespace().collect();
        let [one, two, three, four, strain, leader, played @ ..] = &words[..] else {
            return Err(BadPosition::Form);
        };
        let mut of_seat = BySeat::<Hand>::default();
        for (steps, hand) in [one, two, three, four].into_iter().enumerate() {
            of_seat[clockwise(first, steps)] = hand.parse().map_err(|_| BadPosition::Form)?;
        }
        let strain: Strain = strain.parse().map_err(|_| BadPosition::Form)?;
        let mut trick = Trick::new(leader.parse().map_err(|_| BadPosition::Form)?);
        for card in played {
            if trick.len() == 3 {
                return Err(BadPosition::Form);
            }
            trick.push(card.parse().map_err(|_| BadPosition::Form)?);
        }
        Self::resume(of_seat, strain, trick).ok_or(BadPosition::Hands)
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
