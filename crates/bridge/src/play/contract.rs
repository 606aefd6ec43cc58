//! The contract with its declarer, and the duplicate score of a result.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::cards::{Contract, Seat, Side, Strain, Suit, Vulnerability, seat_name};

/// A contract and the player who has to make it: "3NT by South".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DeclaredContract {
    /// Level, strain and doubling.
    pub contract: Contract,
    /// Who plays it.
    pub declarer: Seat,
}

impl DeclaredContract {
    /// Declarer's partner, whose hand is faced after the opening lead.
    pub const fn dummy(self) -> Seat {
        self.declarer.partner()
    }

    /// Who chooses the cards of a hand: declarer chooses dummy's.
    pub fn decider(self, seat: Seat) -> Seat {
        if seat == self.dummy() { self.declarer } else { seat }
    }

    /// Declarer's left-hand opponent.
    pub const fn opening_leader(self) -> Seat {
        self.declarer.lho()
    }

    /// The strain of the contract.
    pub const fn strain(self) -> Strain {
        self.contract.bid.strain
    }

    /// The trump suit, if there is one.
    pub const fn trumps(self) -> Option<Suit> {
        self.strain().suit()
    }

    /// The side that has to make the contract.
    pub const fn declaring_side(self) -> Side {
        Side::of(self.declarer)
    }

    /// The tricks that make the contract, 7 to 13.
    pub const fn goal(self) -> u8 {
        self.contract.bid.level.get() + 6
    }

    /// The tricks by which a side reaches its goal: declarer's make the contract, the defenders'
    /// set it.
    pub fn tricks_needed(self, side: Side) -> u8 {
        if side == self.declaring_side() { self.goal() } else { 14 - self.goal() }
    }

    /// The duplicate score for `side` when declarer takes `tricks` (Law 77).
    ///
    /// ```
    /// use falsecard::cards::{Seat, Side, Vulnerability};
    /// use falsecard::play::DeclaredContract;
    ///
    /// let game = DeclaredContract { contract: "3NT".parse()?, declarer: Seat::South };
    /// assert_eq!(game.score(12, Vulnerability::NS, Side::NorthSouth), 690);
    /// assert_eq!(game.score(8, Vulnerability::NS, Side::EastWest), 100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn score(self, tricks: u8, vulnerability: Vulnerability, side: Side) -> i32 {
        let vulnerable = self.declaring_side().is_vulnerable(vulnerability);
        let score = self.contract.score(tricks, vulnerable);
        if side == self.declaring_side() { score } else { -score }
    }
}

impl fmt::Display for DeclaredContract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} by {}", self.contract, seat_name(self.declarer))
    }
}
