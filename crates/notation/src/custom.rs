//! What is understood of a game without being said: opponents who pass, a reader who sits South, a hand
//! alone that is on lead.

use std::fmt;

use super::game::Facts;
use falsecard_bridge::cards::{Seat, seat_name};
use falsecard_bridge::play::DeclaredContract;

/// Something that was left out, and read as people mean it. `Display` gives one sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Custom {
    /// Passes that nobody wrote.
    Passes {
        /// The calls with them.
        auction: String,
    },
    /// Four hands without their players.
    Clockwise,
    /// A hand alone.
    Hand {
        /// Whose it is taken to be.
        seat: Seat,
        /// Whether that is said.
        is_named: bool,
        /// The contract against which it leads.
        contract: Option<DeclaredContract>,
    },
}

impl fmt::Display for Custom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Passes { auction } => {
                write!(f, "the passes that are left out are understood: the auction is {auction}")
            }
            Self::Clockwise => f.write_str(
                "nothing says whose hands these are: they are taken clockwise from North's",
            ),
            Self::Hand { seat, is_named, contract } => {
                let name = seat_name(*seat);
                match (is_named, contract) {
                    (false, None) => {
                        write!(f, "nothing says whose hand this is: it is taken for {name}'s")
                    }
                    (false, Some(contract)) => write!(
                        f,
                        "nothing says whose hand this is: it is taken for {name}'s, on lead against \
                         {contract}"
                    ),
                    (true, Some(contract)) => {
                        write!(f, "{name}'s hand alone is taken to be on lead, against {contract}")
                    }
                    (true, None) => write!(f, "the hand is {name}'s"),
                }
            }
        }
    }
}

impl Facts {
    /// The only hand that is known, before any card is played: so the opening leader's. None of an ending.
    pub(super) fn lone_hand(&self) -> Option<Seat> {
        let known = self.known();
        let mut seats = Seat::ALL.into_iter().filter(|&seat| known[seat].is_some());
        let is_whole = self.length() == Some(13) && self.cards.is_empty();
        seats.next().filter(|_| seats.next().is_none() && is_whole)
    }

    /// Gives a hand that nobody is named for to who leads. Whose it then is.
    pub(super) fn seat_lone_hand(&mut self) -> Option<Seat> {
        let seat = self.lone_hand()?;
        let Some(leader) = self.declarer.map(Seat::lho).filter(|_| self.unnamed.is_some()) else {
            return Some(seat);
        };
        let hand = self.shown[seat].take();
        self.shown[leader] = hand;
        self.unnamed = Some(leader);
        Some(leader)
    }
}
