//! The rules that a file can break, each as a sentence.

use thiserror::Error;

use super::{limits, typed::Unclear};
use contract_bridge::auction::IllegalCall;
use falsecard_bridge::cards::{
    Bid, Call, Card, Contract, Hand, Penalty, Seat, Strain, seat_name, suit_name,
};
use falsecard_bridge::play::{BiddingError, DeclaredContract, IllegalPlay, IllegalView};

/// A rule of the format or a law of bridge that a file breaks. `Display` gives one sentence.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Breach {
    /// The file is larger than [`MAX_BYTES`](limits::MAX_BYTES).
    #[error("the file holds {bytes} bytes, and at most {} are read", limits::MAX_BYTES)]
    TooLarge {
        /// Its size.
        bytes: usize,
    },
    /// A line is longer than [`MAX_GAME`](limits::MAX_GAME). The rest of the file is not read.
    #[error("a line holds more than {} bytes", limits::MAX_GAME)]
    LineTooLong,
    /// A game is longer than [`MAX_GAME`](limits::MAX_GAME). The rest of the file is not read.
    #[error("a game holds more than {} bytes", limits::MAX_GAME)]
    GameTooLong,
    /// A game has more tags than [`MAX_TAGS`](limits::MAX_TAGS).
    #[error("a game has more than {} tags", limits::MAX_TAGS)]
    TooManyTags,
    /// A file has more faults than [`MAX_FAULTS`](limits::MAX_FAULTS).
    #[error("there are more faults, after {} of them the rest is not read", limits::MAX_FAULTS)]
    TooManyFaults,
    /// The system cannot read the file.
    #[error("cannot be read: {why}")]
    Unreadable {
        /// What the system says.
        why: String,
    },
    /// A text that is not a JSON record of a game.
    #[error("{why}")]
    MalformedJson {
        /// What is wrong.
        why: String,
    },
    /// The `md` pair of a LIN file cannot be read.
    #[error(
        "md names the dealer, 1 to 4 for S, W, N and E, and then the hands of S, W, N and E; \
         {text:?} does not"
    )]
    MalformedHands {
        /// What stands there.
        text: String,
    },
    /// There is no game in the file.
    #[error("the file holds no game")]
    NoGame,
    /// The address of a page that has no deal in it.
    #[error("the address {text:?} has no deal in it, and pages are not fetched")]
    Link {
        /// The address.
        text: String,
    },
    /// The address of another program, whose parameters are not the handviewer's.
    #[error("the address {text:?} is another program's, whose parameters are not the handviewer's")]
    OtherProgram {
        /// The address.
        text: String,
    },
    /// Text where a tag should be.
    #[error("text outside of a tag, a section and a comment")]
    StrayText,
    /// A `{` without its `}`.
    #[error("a comment is opened with {{ and never closed")]
    UnclosedComment,
    /// A `[` that does not begin a tag.
    #[error("a tag is not written as [Name \"value\"]")]
    MalformedTag,
    /// A tag that says two different things about one game.
    #[error("[{name}] stands twice in one game, with different values")]
    RepeatedTag {
        /// The tag.
        name: String,
    },
    /// A seat that is none of the four.
    #[error("[{tag}] names the seat {text:?}, which is none of N, E, S and W")]
    UnknownSeat {
        /// The tag.
        tag: String,
        /// Its value.
        text: String,
    },
    /// A vulnerability that PBN does not know.
    #[error("[Vulnerable] says {text:?}, which is none of None, NS, EW and All")]
    UnknownVulnerability {
        /// Its value.
        text: String,
    },
    /// A contract that cannot be read.
    #[error("[Contract] says {text:?}, which is no contract")]
    UnknownContract {
        /// Its value.
        text: String,
    },
    /// A deal that does not begin with a seat and a colon.
    #[error("[Deal] does not begin with the seat of its first hand")]
    DealWithoutSeat,
    /// A deal of more or fewer than four hands.
    #[error("[Deal] lists {found} hands instead of four")]
    HandCount {
        /// How many it lists.
        found: usize,
    },
    /// A hand of more or fewer than four suits.
    #[error("{}'s hand has {found} suits instead of four", seat_name(*seat))]
    SuitCount {
        /// Whose hand.
        seat: Seat,
        /// How many suits it has.
        found: usize,
    },
    /// A character in a hand that is not a rank.
    #[error("{}'s hand has the rank {text:?}, which is none of AKQJT98765432", seat_name(*seat))]
    UnknownRank {
        /// Whose hand.
        seat: Seat,
        /// What stands there.
        text: char,
    },
    /// A card in two places of the deal.
    #[error(
        "law 1: there is one {card} in the pack, and it is dealt twice, {}",
        to_whom(*first, *second)
    )]
    DealtTwice {
        /// The card.
        card: Card,
        /// Who is listed with it first.
        first: Seat,
        /// Who is listed with it again; possibly the same hand.
        second: Seat,
    },
    /// A hand with too many cards.
    #[error("law 13: {} has {} instead of {expected}", seat_name(*seat), cards(*found))]
    TooManyCards {
        /// Whose hand.
        seat: Seat,
        /// How many it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// A hand with too few cards.
    #[error("law 14: {} has {} instead of {expected}", seat_name(*seat), cards(*found))]
    MissingCard {
        /// Whose hand.
        seat: Seat,
        /// How many it has.
        found: usize,
        /// How many it should have.
        expected: usize,
        /// The cards that no hand holds.
        missing: Hand,
    },
    /// A word in the auction that is no call.
    #[error("{text:?} is no call")]
    UnknownCall {
        /// The word.
        text: String,
    },
    /// A call or a card after the mark that ends its section.
    #[error("{text:?} stands behind the {mark} that ends the section")]
    BehindEnd {
        /// What stands there.
        text: String,
        /// What ends the section.
        mark: char,
    },
    /// `^` says that dummy declared instead of declarer, but names a player who was not dummy.
    #[error("[Declarer] says with ^ that {}, who is dummy, declares, and the auction ends in {bid}",
        seat_name(*named))]
    NotDummy {
        /// Who is named.
        named: Seat,
        /// What was bid.
        bid: DeclaredContract,
    },
    /// A call that the laws forbid.
    #[error("{}: {} may not call {call}", uncapitalised(*law), seat_name(*caller))]
    IllegalCall {
        /// Who calls.
        caller: Seat,
        /// The call.
        call: Call,
        /// The law.
        law: IllegalCall,
    },
    /// An auction that does not begin with the dealer.
    #[error("law 17B: the dealer makes the first call; {} deals, and {} begins the auction",
        seat_name(*dealer), seat_name(*begins))]
    NotTheDealer {
        /// Who deals.
        dealer: Seat,
        /// The seat that begins in the file.
        begins: Seat,
    },
    /// A mark for an irregularity, such as a revoke or an insufficient bid.
    #[error("{text:?} records an irregularity, so the play cannot be replayed")]
    Irregularity {
        /// The mark.
        text: String,
    },
    /// The auction and the contract do not go together.
    #[error(transparent)]
    Bidding(#[from] BiddingError),
    /// A contract is named for a board that was passed out.
    #[error("law 22: the auction was passed out, and [Contract] says {named}")]
    PassedOut {
        /// The contract named.
        named: Contract,
    },
    /// A board is said to be passed out, but somebody bid.
    #[error("law 22: [Contract] says Pass, and the auction has reached {bid}")]
    NotPassedOut {
        /// What was bid.
        bid: DeclaredContract,
    },
    /// The strain named is not the one that was bid.
    #[error("law 22: the auction ends in {bid}, and [Contract] names the strain {named}")]
    OtherStrain {
        /// What was bid.
        bid: DeclaredContract,
        /// The strain named.
        named: Strain,
    },
    /// A word that should be a card.
    #[error("{text:?} is no card")]
    UnknownCard {
        /// The word.
        text: String,
    },
    /// A card that may not be played.
    #[error(transparent)]
    IllegalPlay(#[from] IllegalPlay),
    /// Hands and cards that no player can see at the table.
    #[error(transparent)]
    IllegalView(#[from] IllegalView),
    /// A card that has been played before.
    #[error("law 44A: {} plays {}, which was played to trick {trick} on line {line}",
        seat_name(*seat), card)]
    PlayedTwice {
        /// Who plays it again.
        seat: Seat,
        /// The card.
        card: Card,
        /// The trick to which it was played first, from 1.
        trick: usize,
        /// The line of the first time.
        line: usize,
    },
    /// A card stands in a row in which an earlier player has none.
    #[error("law 44B: {} leads to trick {trick}, and {} has not played yet when {} plays {}",
        seat_name(*leader), seat_name(*waiting), seat_name(*seat), card)]
    OutOfTurn {
        /// Whose card it is.
        seat: Seat,
        /// The card.
        card: Card,
        /// Who leads to the trick.
        leader: Seat,
        /// Who should play before.
        waiting: Seat,
        /// The trick, from 1.
        trick: usize,
    },
    /// The `+` stands under another player than the one whose turn it is.
    #[error("law 44B: the + stands in {}'s column, and it is {}'s turn to play to trick {trick}",
        seat_name(*marked), seat_name(*waiting))]
    MisplacedMark {
        /// Under whom it stands.
        marked: Seat,
        /// Whose turn it is.
        waiting: Seat,
        /// The trick, from 1.
        trick: usize,
    },
    /// A tag that is needed is not there.
    #[error("the game has no [{tag}], which {needed_by} needs")]
    MissingTag {
        /// The tag.
        tag: &'static str,
        /// What needs it.
        needed_by: &'static str,
    },
    /// The board was passed out and cannot be played.
    #[error("law 22: the board was passed out, so there is no play")]
    NoPlay,
    /// An end position where a deal of 52 cards is needed.
    #[error("law 1: the deal has {} a hand, and a board needs thirteen", cards(*found))]
    EndPosition {
        /// The cards of a hand.
        found: usize,
    },
    /// The play has come to its end, so there is nothing to choose.
    #[error("the play is over, so there is no card to choose")]
    NoDecision,
    /// The player named is not the one who chooses now.
    #[error(
        "[Decider] names {}, and {} chooses the next card",
        seat_name(*named), seat_name(*decider)
    )]
    WrongDecider {
        /// Who is named.
        named: Seat,
        /// Who chooses.
        decider: Seat,
    },
    /// A tag of the problem lists a card that cannot be chosen.
    #[error("[{tag}] lists a card that may not be played: {why}")]
    IllegalChoice {
        /// The tag.
        tag: &'static str,
        /// Why the card may not be played.
        why: IllegalPlay,
    },
    /// A card that is both an answer and tempting.
    #[error("[Tempting] lists {}, which is in [Answer] too", card)]
    TemptingAnswer {
        /// The card.
        card: Card,
    },
    /// A typed text that can be read in several ways, or in none.
    #[error(transparent)]
    Unclear(#[from] Unclear),
    /// A bidding in a sentence that does not go with the rest.
    #[error(transparent)]
    Misfit(Box<Misfit>),
    /// A role that is neither "give" nor "read".
    #[error("[Role] says {text:?}, which is neither give nor read")]
    UnknownRole {
        /// Its value.
        text: String,
    },
}

/// Why something cannot be filled in. `Display` gives one sentence.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Misfit {
    /// The game says otherwise.
    #[error("{what} is given as {given}, and the game says {told}")]
    Contradiction {
        /// The fact that is given and already known.
        what: &'static str,
        /// The value given.
        given: String,
        /// The value in the game.
        told: String,
    },
    /// A call that the laws forbid.
    #[error("call {number} of the auction, {call}, is illegal: {law}")]
    IllegalCall {
        /// Its number, from 1.
        number: usize,
        /// The call.
        call: Call,
        /// The law.
        law: IllegalCall,
    },
    /// An auction in which nobody bids.
    #[error("nobody bids in the auction that is given")]
    NoBid,
    /// Contract and auction contradict each other.
    #[error(transparent)]
    Bidding(#[from] BiddingError),
    /// An auction without a dealer.
    #[error("nothing says who made the first call of the auction")]
    NoDealer,
    /// A contract without its declarer.
    #[error("nothing says who declares {contract}")]
    NoDeclarer {
        /// The contract.
        contract: Contract,
    },
    /// Cards without a contract.
    #[error("the cards that are given need a contract")]
    NoContract,
    /// A card that may not be played.
    #[error("card {number} of the play: {breach}")]
    Play {
        /// Its number, from 1.
        number: usize,
        /// The rule.
        breach: Breach,
    },
}

impl Breach {
    /// Whether the rest of the file is not read.
    pub const fn ends_file(&self) -> bool {
        matches!(
            self,
            Self::TooLarge { .. }
                | Self::LineTooLong
                | Self::GameTooLong
                | Self::TooManyFaults
                | Self::Unreadable { .. }
        )
    }

    /// A sentence on how to correct it, if there is one.
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Self::TooLarge { .. } => "split the file".into(),
            Self::LineTooLong | Self::GameTooLong | Self::TooManyTags | Self::TooManyFaults => {
                "this may not be a file of bridge games".into()
            }
            Self::NoGame => "a file holds PBN, LIN, JSON, or hand diagrams in which every card is \
                named; an address holds its hands itself, as in handviewer.html?n=…&s=…"
                .into(),
            Self::Link { .. } => "open it in a browser, and give the address of the page that it \
                leads to, with the deal in it, as in handviewer.html?lin=…; or copy the LIN, or \
                save the file"
                .into(),
            Self::OtherProgram { .. } => "give the deal as that program saves it, in PBN or LIN, \
                or an address of the handviewer, as in handviewer.html?n=…&s=…"
                .into(),
            Self::MissingTag { tag, .. } => asked_for(tag)?.into(),
            Self::StrayText => "a game is a run of lines such as [Deal \"N:…\"]; \
                notes go into {…} or behind a semicolon"
                .into(),
            Self::UnclosedComment => "close it with }".into(),
            Self::MalformedTag => "close the value with a quote and the tag with ], on one line; \
                write a quote within the value as \\\""
                .into(),
            Self::RepeatedTag { .. } => "a blank line or [Event] begins the next game".into(),
            Self::UnknownContract { .. } => "a contract reads 4S, 3NT, 5CX, 6HXX or Pass".into(),
            Self::DealWithoutSeat | Self::HandCount { .. } => {
                "a deal reads \"N:hand hand hand hand\", clockwise from the seat named".into()
            }
            Self::SuitCount { .. } => {
                "a hand reads spades.hearts.diamonds.clubs, with nothing between the dots for a \
                 void"
                    .into()
            }
            Self::UnknownRank { .. } => "name every card of the four hands".into(),
            Self::TooManyCards { .. } => "all four hands have the same number of cards".into(),
            Self::MissingCard { missing, expected, .. } => missing_help(*missing, *expected),
            Self::BehindEnd { .. } => {
                "+ stands for the next call or card, * says that there is none: it comes \
                 last"
                    .into()
            }
            Self::NotDummy { bid, .. } => {
                format!("write ^{} if dummy took declarer's place", bid.declarer.partner())
            }
            Self::UnknownCall { .. } => "a call reads Pass, X, XX, 1C to 7NT, or AP".into(),
            Self::IllegalCall { law, .. } => call_help(*law)?,
            Self::Unclear(unclear) => return unclear.help(),
            Self::Misfit(misfit) => misfit_help(misfit)?.into(),
            Self::NotTheDealer { .. } => {
                "write - for each player before the dealer, or mend [Dealer] or [Auction]".into()
            }
            Self::Bidding(BiddingError::NotEnded) => "write the passes, or AP for them".into(),
            Self::Bidding(BiddingError::WrongContract { .. })
            | Self::PassedOut { .. }
            | Self::NotPassedOut { .. }
            | Self::OtherStrain { .. } => "mend the calls, the contract or the declarer".into(),
            Self::UnknownCard { .. } => "a card reads suit first, as in SQ or HT".into(),
            Self::IllegalPlay(IllegalPlay::Revoke { led, .. }) => {
                format!("a {} belongs here", suit_name(*led))
            }
            Self::OutOfTurn { .. } | Self::MisplacedMark { .. } => "the columns are seats, \
                clockwise from the one that [Play] names, whoever leads; - stands for no card"
                .into(),
            Self::WrongDecider { .. } => "declarer chooses for dummy, dummy never".into(),
            _ => return None,
        })
    }
}

/// How to add a missing tag.
fn asked_for(tag: &str) -> Option<&'static str> {
    Some(match tag {
        "Deal" => "a deal reads [Deal \"N:hand hand hand hand\"], clockwise from the seat named",
        "Dealer" => "write [Dealer \"S\"], or say it, as in --dealer S",
        "Contract" => {
            "write [Contract \"4S\"] and [Declarer \"S\"], or say it, as in --contract 4SS"
        }
        "Declarer" => "write [Declarer \"S\"], or say it with the contract, as in --contract 4SS",
        _ => return None,
    })
}

fn cards(count: usize) -> String {
    if count == 1 { "1 card".into() } else { format!("{count} cards") }
}

fn to_whom(first: Seat, second: Seat) -> String {
    if first == second {
        format!("to {} alone", seat_name(first))
    } else {
        format!("to {} and to {}", seat_name(first), seat_name(second))
    }
}

/// The crate's text of the law, in lower case as all messages are.
fn uncapitalised(law: IllegalCall) -> String {
    law.to_string().replacen("Law", "law", 1)
}

fn missing_help(missing: Hand, expected: usize) -> String {
    let names: Vec<String> = missing.iter().map(|card| card.to_string()).collect();
    // If a whole hand is missing, its cards are not listed.
    if expected == 13 && (1..13).contains(&names.len()) {
        format!("no hand holds {}", names.join(", "))
    } else {
        "all four hands have the same number of cards".into()
    }
}

fn call_help(law: IllegalCall) -> Option<String> {
    Some(match law {
        IllegalCall::InsufficientBid { last: Some(last), .. } => above(last),
        IllegalCall::InadmissibleDouble(Penalty::Redoubled) => {
            "only the opponents' double of the last bid can be redoubled".into()
        }
        IllegalCall::InadmissibleDouble(_) => {
            "only the opponents' last bid can be doubled, and once".into()
        }
        IllegalCall::AfterFinalPass => "three passes in a row have ended the auction".into(),
        _ => return None,
    })
}

fn above(last: Bid) -> String {
    format!("the last bid was {last}: the next must be higher")
}

impl From<Misfit> for Breach {
    fn from(misfit: Misfit) -> Self {
        Self::Misfit(Box::new(misfit))
    }
}

/// The hint for a bidding in a sentence: what would be right.
const fn misfit_help(misfit: &Misfit) -> Option<&'static str> {
    Some(match misfit {
        Misfit::NoDealer => {
            "write who deals, as in Dealer: South, or who declares, as in 3NT by South"
        }
        Misfit::NoDeclarer { .. } => "write who declares, as in Contract: 3NT by South",
        _ => return None,
    })
}
