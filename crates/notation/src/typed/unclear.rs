//! Why a typed text cannot be read, as sentences.

use thiserror::Error;

use falsecard_bridge::cards::{Card, Seat, Suit, seat_name, suit_name};

/// Why a typed text cannot be read. `Display` gives one sentence.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unclear {
    /// A row of hearts, diamonds or clubs without the rows before it.
    #[error("a row of {}s stands where no hand waits for it", suit_name(*suit))]
    NotBegun {
        /// The suit of the row.
        suit: Suit,
    },
    /// A hand without all four suits.
    #[error(
        "a hand has a row for each suit, spades to clubs, and this has no row of {}s",
        suit_name(*suit)
    )]
    MissingSuit {
        /// The suit that is missing.
        suit: Suit,
    },
    /// A row with more or fewer hands than the row of spades.
    #[error("the row has {}, and its row of spades {expected}", hands(*found))]
    Hands {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// Something in a hand that is neither a rank nor a suit.
    #[error("{text:?} is neither a suit nor a rank, 2 to 10 or T, J, Q, K, A")]
    NoRank {
        /// What stands there.
        text: String,
    },
    /// Text between the rows of a hand.
    #[error("text stands within a hand")]
    TextInHand,
    /// A hand whose player is not clear.
    #[error("nothing says whose hand this is")]
    WhoseHand,
    /// Two hands for one player.
    #[error("{}'s hand stands twice", seat_name(*seat))]
    HandTwice {
        /// The player.
        seat: Seat,
    },
    /// The deal occurs twice.
    #[error("the deal stands twice")]
    DealTwice,
    /// Phrases without a hand.
    #[error("there is no hand")]
    NoHand,
    /// The head of an auction that does not name the players in turn.
    #[error("the columns of an auction are the four players, clockwise")]
    Columns,
    /// A second auction.
    #[error("the auction stands twice")]
    AuctionTwice,
    /// A row of an auction with too many or too few calls.
    #[error("a row of the auction has four calls, and this has {found}")]
    RowOfCalls {
        /// How many it has.
        found: usize,
    },
    /// Calls joined by dashes that may be everybody's or one side's.
    #[error("{text:?} may be everybody's calls, or one side's with its opponents passing")]
    TwoWays {
        /// What stands there.
        text: String,
    },
    /// Something beside a hand, in a sentence, that is not understood.
    #[error("{text:?} stands beside a hand, and is not understood")]
    Stray {
        /// What stands there.
        text: String,
    },
    /// An auction whose first caller is not clear.
    #[error("nothing says who made the first call")]
    WhoDeals,
    /// A trick out of order.
    #[error("this is trick {found}, and trick {expected} comes next")]
    TrickNumber {
        /// The number that stands there.
        found: usize,
        /// The number that should stand there.
        expected: usize,
    },
    /// A trick of fewer than four cards before the next.
    #[error("trick {trick} has four cards, and here are {found}")]
    ShortTrick {
        /// The trick, from 1.
        trick: usize,
        /// How many cards stand there.
        found: usize,
    },
    /// The opening lead is not the first card played.
    #[error("the opening lead is {lead}, and the first card played is {first}")]
    OtherLead {
        /// The lead.
        lead: Card,
        /// The first card.
        first: Card,
    },
    /// The leader named is not the one who leads.
    #[error("{} leads here, and not {}", seat_name(*leader), seat_name(*named))]
    OtherLeader {
        /// Who leads.
        leader: Seat,
        /// Who is named.
        named: Seat,
    },
}

impl Unclear {
    /// A sentence on how to correct it.
    pub fn help(&self) -> Option<String> {
        Some(
            match self {
                Self::NotBegun { .. } | Self::MissingSuit { .. } | Self::TextInHand => {
                    "a hand is four rows below each other, as in ♠ A Q 10, ♥ K 4, ♦ —, ♣ J 9 8; \
                     marks of suits that were lost in copying have to be written again"
                }
                Self::Hands { .. } => {
                    "write — for a void; two blanks or more stand between West's hand and East's"
                }
                Self::NoRank { .. } => "name every card; two blanks keep other text apart",
                Self::WhoseHand => {
                    "write North, East, South or West above it, or name the hands on one line, as \
                     in N:AQT.K4.32.J98765 - - -"
                }
                Self::NoHand => {
                    "add a hand diagram with the marks of the suits and all cards by their ranks, \
                     or a deal such as N:AQT.K4.32.J98765 - - -; what is said again behind hands \
                     begins another game"
                }
                Self::Columns => "as in South West North East",
                Self::RowOfCalls { .. } => "write — for each player before the dealer",
                Self::TwoWays { .. } => {
                    "write every call with blanks between, as in 1NT P 2NT P P P, or only the bids \
                     of one side, as in 1NT-2NT"
                }
                Self::Stray { .. } => "leave it out, or write it on a line of its own",
                Self::WhoDeals => "write Dealer: South, or — for each player before the dealer",
                Self::HandTwice { .. } | Self::DealTwice | Self::AuctionTwice => {
                    "Board 2, on a line of its own, begins another game"
                }
                Self::TrickNumber { .. } | Self::ShortTrick { .. } => {
                    "a trick reads Trick 1: ♥5 ♥2 ♥K ♥A, in the order of play"
                }
                Self::OtherLead { .. } | Self::OtherLeader { .. } => return None,
            }
            .to_owned(),
        )
    }
}

fn hands(count: usize) -> String {
    if count == 1 { "one hand".into() } else { format!("{count} hands") }
}
