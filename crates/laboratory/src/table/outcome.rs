//! The outcome of a board: its results in all rooms, and the swing.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use falsecard_engine::cards::{Card, pbn_name};
use falsecard_engine::play::{Board, Play, imps};

/// A room of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Room {
    /// A declares; where the deals are bid too, it sits North and South.
    Open,
    /// A defends; where the deals are bid too, it sits East and West.
    Closed,
    /// B does what A does in another room, against the same opponent.
    Control,
}

impl Room {
    /// The name of the room, as in PBN's `[Room]` tag.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "Open",
            Self::Closed => "Closed",
            Self::Control => "Control",
        }
    }
}

/// A board as it was played in one room.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize, Deserialize)]
pub struct RoomResult {
    /// The room. In the open room A declares, in the closed room it defends; in the control room B
    /// does what A does elsewhere.
    pub room: Room,
    /// The tricks that declarer took.
    pub tricks: u8,
    /// The score of declarer's side.
    pub score: i32,
    /// Whether the contract was made.
    pub made: bool,
    /// The cards in the order of play, with blanks between.
    pub cards: String,
    /// What declarer's side gained, in IMPs, as persons drew better or worse cards than they draw
    /// on average. Only where a person plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<f64>,
}

impl RoomResult {
    pub(super) fn of(room: Room, play: &Play, luck: Option<f64>) -> Self {
        let contract = play.bidding().contract();
        let side = contract.declaring_side();
        let tricks = play.history().tricks_won(side);
        Self {
            room,
            tricks,
            score: play.score_with(side, 0),
            made: tricks >= contract.goal(),
            cards: card_names(play),
            luck,
        }
    }

    /// The play; `None` if the cards are not legal on this board.
    pub fn play(&self, board: &Board) -> Option<Play> {
        let mut play = Play::new(board.clone());
        for card in self.cards.split(' ') {
            play.play(card.parse::<Card>().ok()?).ok()?;
        }
        Some(play)
    }
}

/// The cards of a play in order, as PBN names them, with blanks between.
pub fn card_names(play: &Play) -> String {
    let names = play.history().played().iter().map(|played| pbn_name(played.card));
    names.collect::<Vec<_>>().join(" ")
}

/// In what the engines are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Aspect {
    /// The match: declaring in one room, defending in the other.
    Match,
    /// Declaring, against the same defenders.
    Declaring,
    /// Defending, against the same declarer.
    Defending,
}

impl Aspect {
    /// All aspects.
    pub const ALL: [Self; 3] = [Self::Match, Self::Declaring, Self::Defending];

    /// The name of the aspect, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::Declaring => "declaring",
            Self::Defending => "defending",
        }
    }

    /// The first entrant's gain on a board played in these rooms; `None` if the rooms for this
    /// aspect are missing.
    pub fn swing(self, tables: &[RoomResult]) -> Option<Swing> {
        let [own, other] = self.tables(tables)?;
        let (_, declares) = self.rooms();
        let sign = if declares { 1 } else { -1 };
        let points = sign * (own.score - other.score);
        let luck = match (own.luck, other.luck) {
            (None, None) => None,
            (own, other) => Some(f64::from(sign) * (own.unwrap_or(0.0) - other.unwrap_or(0.0))),
        };
        Some(Swing {
            imps: imps(points),
            luck,
            points,
            tricks: sign * (i32::from(own.tricks) - i32::from(other.tricks)),
            goals: [own.made == declares, other.made == declares],
        })
    }

    /// The results of the two rooms compared, the first entrant's first; `None` if one is missing.
    pub(super) fn tables(self, tables: &[RoomResult]) -> Option<[&RoomResult; 2]> {
        let table = |room| tables.iter().find(|table| table.room == room);
        let ([own, other], _) = self.rooms();
        Some([table(own)?, table(other)?])
    }

    /// The rooms compared, and whether the first entrant declares in the first of them.
    const fn rooms(self) -> ([Room; 2], bool) {
        match self {
            Self::Match => ([Room::Open, Room::Closed], true),
            Self::Declaring => ([Room::Open, Room::Control], true),
            Self::Defending => ([Room::Closed, Room::Control], false),
        }
    }
}

/// The first entrant's gain on a board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Swing {
    /// The gain in IMPs.
    pub imps: i32,
    /// The part of the gain that is luck, in IMPs; `None` if no card was drawn by chance.
    pub luck: Option<f64>,
    /// The gain in points.
    pub points: i32,
    /// The gain in tricks.
    pub tricks: i32,
    /// Whether the first and the second entrant reached their goals: making the contract, or
    /// setting it.
    pub goals: [bool; 2],
}

/// A board that has been played in every room.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BoardOutcome {
    /// The number of the board in the match, from 1.
    pub number: usize,
    /// The results of the rooms.
    pub tables: Vec<RoomResult>,
}
