//! The end of a board, and its row in lists.

use serde::Serialize;

use crate::wording::over;
use falsecard_engine::cards::{Side, Vulnerability};
use falsecard_engine::play::DeclaredContract;
use falsecard_notation::Game;

/// The end of a board: passed out, or a contract with its tricks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardEnd {
    /// Nobody bid.
    PassedOut,
    /// The contract was played.
    Played {
        /// The contract.
        contract: DeclaredContract,
        /// Declarer's tricks.
        tricks: u8,
    },
}

impl BoardEnd {
    /// The end of a game in which declarer took these tricks; `None` if nobody called.
    pub(super) fn of(game: &Game, tricks: Option<u8>) -> Option<Self> {
        if game.is_passed_out() {
            return Some(Self::PassedOut);
        }
        let tricks = tricks.filter(|tricks| *tricks <= 13)?;
        game.contract().map(|contract| Self::Played { contract, tricks })
    }

    /// The tricks above the contract, negative below it; 0 for a deal that was passed out.
    pub(super) fn over(self) -> i32 {
        match self {
            Self::PassedOut => 0,
            Self::Played { contract, tricks } => i32::from(tricks) - i32::from(contract.goal()),
        }
    }

    /// The tricks above the contract as players write them: "=", "+1", "−2".
    pub(super) fn over_text(self) -> String {
        if self == Self::PassedOut { String::new() } else { over(self.over()) }
    }

    /// The score for North and South, if the vulnerability is known where it matters.
    pub(super) fn score(self, sides: Option<Vulnerability>) -> Option<i32> {
        match self {
            Self::PassedOut => Some(0),
            Self::Played { contract, tricks } => {
                Some(contract.score(tricks, sides?, Side::NorthSouth))
            }
        }
    }
}

/// The entries of a board in a list.
#[derive(Serialize)]
pub(super) struct BoardRow {
    /// The contract without its declarer, or "Pass".
    pub(super) contract: String,
    /// The key by which contracts are sorted.
    pub(super) level: usize,
    /// The declarer.
    pub(super) by: Option<char>,
    /// The opening lead.
    pub(super) lead: Option<String>,
    /// The tricks above the contract, as players write them.
    pub(super) result: Option<String>,
    /// The tricks above the contract.
    pub(super) over: Option<i32>,
    /// The score for North and South.
    pub(super) score: Option<i32>,
}

impl BoardRow {
    /// The row of a game with this end; `None` if nobody called.
    pub(super) fn of(game: &Game, ended: Option<BoardEnd>) -> Option<Self> {
        let contract = game.contract();
        if contract.is_none() && ended.is_none() {
            return None;
        }
        let level = |it: DeclaredContract| {
            usize::from(it.contract.bid.level.get()) * 5 + it.strain() as usize
        };
        Some(Self {
            contract: contract.map_or_else(|| "Pass".to_owned(), |it| it.contract.to_string()),
            level: contract.map_or(0, level),
            by: contract.map(|it| it.declarer.letter()),
            lead: game.cards().first().map(ToString::to_string),
            result: ended.map(BoardEnd::over_text),
            over: ended.map(BoardEnd::over),
            score: ended.and_then(|ended| ended.score(game.vulnerability())),
        })
    }
}
