//! What is understood of a game without being said: opponents who pass, a reader who sits South, a
//! hand alone that is on lead.

use std::fmt;

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
        /// The seat that it is taken to belong to.
        seat: Seat,
        /// Whether the seat is said.
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
                        "nothing says whose hand this is: it is taken for {name}'s, on lead \
                         against {contract}"
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
