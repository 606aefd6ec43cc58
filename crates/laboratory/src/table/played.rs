//! Played boards as `match --json` prints them, and their statistics.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::duel::{Duel, Fixture, Roles};
use super::outcome::{Aspect, BoardOutcome, Room, RoomResult, Swing};
use super::standing::AspectStatistics;
use falsecard_engine::cards::{Seat, Strain, contract_in_letters, pbn_strain, serialize_seat};
use falsecard_engine::play::DeclaredContract;

/// A board that has been played in every room: a line of `match --json`.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayedBoard {
    /// The number of the board in the match, from 1.
    pub number: usize,
    /// The `[Board]` tag of the file.
    pub tag: Option<String>,
    /// The contract with its declarer.
    pub contract: DeclaredContract,
    /// The result of each room.
    pub tables: Vec<RoomResult>,
}

impl PlayedBoard {
    /// The record of a board's outcome.
    pub fn new(fixture: &Fixture, outcome: BoardOutcome) -> Self {
        let tag = fixture.tags.iter().find(|(name, _)| name == "Board");
        Self {
            number: outcome.number,
            tag: tag.map(|(_, value)| value.clone()),
            contract: fixture.board.bidding().contract(),
            tables: outcome.tables,
        }
    }

    /// The result of a room, if the board was played there.
    pub fn table(&self, room: Room) -> Option<&RoomResult> {
        self.tables.iter().find(|table| table.room == room)
    }

    /// The first entrant's gain in an aspect; `None` if it was not compared in it.
    pub fn swing(&self, aspect: Aspect) -> Option<Swing> {
        aspect.swing(&self.tables)
    }

    /// The number of cards before the first that differs between the two rooms of an aspect; `None`
    /// if the plays are equal, or a room is missing.
    pub fn parts_after(&self, aspect: Aspect) -> Option<usize> {
        let [own, other] = aspect.tables(&self.tables)?;
        let mut cards = own.cards.split(' ').zip(other.cards.split(' '));
        cards.position(|(own, other)| own != other)
    }

    /// The first entrant's gain in the main aspect: the match, if there was one.
    pub fn swing_of_all(&self) -> Option<Swing> {
        Aspect::ALL.into_iter().find_map(|aspect| self.swing(aspect))
    }
}

/// A board that was played in every room.
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "MatchBoard")]
struct PlayedBoardFields<'a> {
    /// Its place in the match, from 1.
    board: usize,
    /// Its `[Board]` tag.
    tag: Option<&'a str>,
    /// The contract: `4S`, `3NTx`.
    contract: String,
    /// Who declares.
    #[serde(serialize_with = "serialize_seat")]
    #[schemars(with = "falsecard_engine::cards::SeatLetter")]
    declarer: Seat,
    /// The strain of the contract.
    #[schemars(with = "falsecard_engine::cards::StrainName")]
    strain: &'static str,
    /// What A gains in IMPs: in the match if there was one, else in the role compared.
    imps: Option<i32>,
    /// What A gains in points.
    points: Option<i32>,
    /// What A gains in tricks.
    tricks: Option<i32>,
    /// What happened in each room.
    rooms: &'a [RoomResult],
}

impl JsonSchema for PlayedBoard {
    fn schema_name() -> Cow<'static, str> {
        PlayedBoardFields::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        PlayedBoardFields::json_schema(generator)
    }
}

impl Serialize for PlayedBoard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let DeclaredContract { contract, declarer } = self.contract;
        let swing = self.swing_of_all();
        let written = PlayedBoardFields {
            board: self.number,
            tag: self.tag.as_deref(),
            contract: contract_in_letters(contract),
            declarer,
            strain: pbn_strain(contract.bid.strain),
            imps: swing.map(|swing| swing.imps),
            points: swing.map(|swing| swing.points),
            tricks: swing.map(|swing| swing.tricks),
            rooms: &self.tables,
        };
        written.serialize(serializer)
    }
}

/// The JSON fields from which a [`PlayedBoard`] is read. The other fields follow from these.
#[derive(Deserialize)]
struct PlayedBoardInput {
    board: usize,
    tag: Option<String>,
    contract: String,
    declarer: String,
    rooms: Vec<RoomResult>,
}

impl<'de> Deserialize<'de> for PlayedBoard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let PlayedBoardInput { board, tag, contract, declarer, rooms } =
            PlayedBoardInput::deserialize(deserializer)?;
        let fault = |what: &str, text: &str| {
            serde::de::Error::custom(format!(
                "{} is no {what}",
                falsecard_engine::text::quoted(text)
            ))
        };
        Ok(Self {
            number: board,
            tag,
            contract: DeclaredContract {
                contract: contract.parse().map_err(|_| fault("contract", &contract))?,
                declarer: declarer.parse().map_err(|_| fault("seat", &declarer))?,
            },
            tables: rooms,
        })
    }
}

/// Who meets whom, by name: all that is said of the entrants once the boards are played.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct Meeting {
    /// The engine A.
    pub a: String,
    /// The engine B.
    pub b: String,
    /// Who sits against both when they are compared in one role; `null` if it is B.
    pub against: Option<String>,
    /// Who sits opposite both as defenders; `null` if each has itself as partner.
    #[serde(default)]
    pub partner: Option<String>,
    /// The roles in which they are compared.
    pub roles: Roles,
}

impl Meeting {
    /// The names and roles of a duel.
    pub fn of(duel: &Duel) -> Self {
        Self {
            a: duel.a.name.clone(),
            b: duel.b.name.clone(),
            against: duel.against.as_ref().map(|it| it.name.clone()),
            partner: duel.partner.as_ref().map(|it| it.name.clone()),
            roles: duel.roles,
        }
    }

    /// The names of the declarer and of the defenders in a room.
    pub fn pair(&self, room: Room) -> [&str; 2] {
        let against = self.against.as_ref().unwrap_or(&self.b);
        self.roles.pair(room, [&self.a, &self.b, against])
    }
}

/// What boards say of an aspect, all together or those of one strain.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct MatchSummary {
    /// The engine A.
    pub a: String,
    /// The engine B.
    pub b: String,
    /// The strain of the contracts; `null` for all strains.
    #[schemars(with = "Option<falsecard_engine::cards::StrainName>")]
    pub strain: Option<&'static str>,
    /// The statistics.
    #[serde(flatten)]
    pub standing: AspectStatistics,
    /// How many boards more would leave a 95 % interval of 0.1 IMPs to either side, with luck taken
    /// off where a person drew a card; `null` as long as there are fewer than 8.
    pub still_needed: Option<usize>,
}

/// The statistics of the boards of a strain, or of all boards; `None` if no board was compared in
/// the aspect.
pub fn standing(
    boards: &[PlayedBoard],
    aspect: Aspect,
    strain: Option<Strain>,
) -> Option<AspectStatistics> {
    let is_of = |board: &&PlayedBoard| strain.is_none_or(|it| board.contract.strain() == it);
    let of_strain = boards.iter().filter(is_of);
    let swings: Vec<Swing> = of_strain.filter_map(|board| board.swing(aspect)).collect();
    (!swings.is_empty()).then(|| AspectStatistics::of(aspect, &swings))
}

/// The statistics of every aspect and strain with at least one board.
pub fn match_summaries(meeting: &Meeting, boards: &[PlayedBoard]) -> Vec<MatchSummary> {
    let strains = || std::iter::once(None).chain(Strain::DESC.map(Some));
    let each = Aspect::ALL.into_iter().flat_map(|aspect| strains().map(move |it| (aspect, it)));
    let line = |(aspect, strain): (Aspect, Option<Strain>)| {
        let standing = standing(boards, aspect, strain)?;
        Some(MatchSummary {
            a: meeting.a.clone(),
            b: meeting.b.clone(),
            strain: strain.map(pbn_strain),
            still_needed: standing.still_needed(),
            standing,
        })
    };
    each.filter_map(line).collect()
}
