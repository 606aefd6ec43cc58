//! Two entrants, and the rooms in which they play a board.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::entrant::{Entrant, RuleFile, SeatedEntrant};
use super::outcome::{BoardOutcome, Room, RoomResult};
use super::room::{DecisionCache, in_seats, play_out};
use crate::problem::{RuleFileRef, source};
use crate::store::fingerprint;
use falsecard_engine::cards::Seat;
use falsecard_engine::play::{Board, Play};
use falsecard_notation::Game;

/// The roles in which two entrants are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Roles {
    /// Both declare, against the same defenders.
    Declare,
    /// Both defend, against the same declarer.
    Defend,
    /// A match: each declares in one room and defends in the other. In a third room the second
    /// entrant plays against itself, which splits a swing into declarers' and defenders' parts.
    Both,
}

impl Roles {
    /// The rooms in which a board is played.
    pub const fn rooms(self) -> &'static [Room] {
        match self {
            Self::Declare => &[Room::Open, Room::Control],
            Self::Defend => &[Room::Closed, Room::Control],
            Self::Both => &[Room::Open, Room::Closed, Room::Control],
        }
    }

    /// The declarer and the defenders in a room, of the first entrant, the second, and their
    /// opponent.
    pub const fn pair<T: Copy>(self, room: Room, [a, b, against]: [T; 3]) -> [T; 2] {
        match (room, self) {
            (Room::Open, _) => [a, against],
            (Room::Closed, _) => [against, a],
            (Room::Control, Self::Defend) => [against, b],
            (Room::Control, _) => [b, against],
        }
    }
}

/// A board to be played.
#[derive(Debug, Clone)]
pub struct Fixture {
    /// The number of the board in the match, from 1.
    pub number: usize,
    /// The deal, the auction and the contract.
    pub board: Board,
    /// The agreements of entrants without agreements of their own.
    pub agreements: Arc<RuleFile>,
    /// Further tags of the file, with their values.
    pub tags: Vec<(String, String)>,
}

impl Fixture {
    /// A board without tags.
    pub const fn new(number: usize, board: Board, agreements: Arc<RuleFile>) -> Self {
        Self { number, board, agreements, tags: Vec::new() }
    }
}

/// Two entrants who are compared.
#[derive(Clone)]
pub struct Duel {
    /// The entrant whose gains are counted.
    pub a: Entrant,
    /// The entrant that it is compared with.
    pub b: Entrant,
    /// Their opponent when they are compared in one role; `None` for the second entrant.
    pub against: Option<Entrant>,
    /// Their partner when they are compared as defenders; `None` if each has itself as partner. It
    /// leads on boards with an even number.
    pub partner: Option<Entrant>,
    /// The roles in which they are compared.
    pub roles: Roles,
}

impl Duel {
    /// The declarer and the defenders in a room.
    pub fn pair(&self, room: Room) -> [&Entrant; 2] {
        let against = self.against.as_ref().unwrap_or(&self.b);
        self.roles.pair(room, [&self.a, &self.b, against])
    }

    /// The entrant in this seat of a room.
    pub fn player(&self, room: Room, fixture: &Fixture, seat: Seat) -> &Entrant {
        let [declarer, defenders] = self.pair(room);
        let contract = fixture.board.bidding().contract();
        if contract.declaring_side().has(seat) {
            return declarer;
        }
        let leads = seat == contract.declarer.lho();
        let is_partner = self.roles == Roles::Defend && leads == fixture.number.is_multiple_of(2);
        self.partner.as_ref().filter(|_| is_partner).unwrap_or(defenders)
    }

    /// Plays a board in every room; `None` if `stop` was set.
    pub fn play(&self, fixture: &Fixture, stop: &AtomicBool) -> Option<BoardOutcome> {
        let RuleFile { system, text } = &*fixture.agreements;
        let mut decided = DecisionCache::measuring_luck();
        let mut tables = Vec::new();
        for &room in self.roles.rooms() {
            let known = RuleFileRef { system, text };
            let [declarer, defenders] = self.pair(room);
            let seated = SeatedEntrant::pair(declarer, defenders, known);
            // A partner is told nothing of the other's agreements, nor declarer of his: both take
            // him for one of those that they sit with.
            let partner = self.partner.as_ref().map(|it| SeatedEntrant::alone(it, known));
            let mut players =
                in_seats(&seated, fixture.board.bidding().contract().declaring_side());
            if let Some(partner) = &partner {
                let is_partner =
                    |seat: &Seat| std::ptr::eq(self.player(room, fixture, *seat), partner.entrant);
                for seat in Seat::ALL.into_iter().filter(is_partner) {
                    players[seat] = partner;
                }
            }
            let (play, luck) = play_out(&fixture.board, players, &mut decided, stop)?;
            tables.push(RoomResult::of(room, &play, luck));
        }
        Some(BoardOutcome { number: fixture.number, tables })
    }

    /// A fingerprint of all that the outcome of a board depends on: the entrants, the roles, the
    /// board, its agreements and the program.
    pub fn key(&self, fixture: &Fixture) -> String {
        let [against, partner] =
            [&self.against, &self.partner].map(|it| it.as_ref().map(Entrant::key));
        let board = Game::from_play(&Play::new(fixture.board.clone()), &[]).to_pbn();
        let rules = &fixture.agreements.text;
        let others = format!("{against:?} {partner:?} {:?}", self.roles);
        let all = [self.a.key(), self.b.key(), others, board];
        fingerprint(&format!("{} {all:?} {rules} {}", fixture.number, source()))
    }
}
