//! Portable Bridge Notation 2.1: reading it tolerantly, writing it strictly.
//!
//! The standard is <https://www.tistis.nl/pbn/>. Understood beyond it, because files have it, and
//! told as a [`Warning`](super::Warning): lower-case calls and cards, `4N`, `P`, `PASS`, `T` as
//! `10`, tag names in capitals, tags glued to other text, `[Event` without a blank line before it,
//! unescaped quotes, every kind of line break, a byte order mark, UTF-8 as well as Latin-1.
//!
//! Nothing is lost: remarks, `%` lines, numeric marks, notes, tables and tags that mean nothing to
//! this program are kept and written again. An auction or a play with an irregularity (`^I`, `^S`,
//! `^R`, `^L`) is kept as text, since the laws as they are checked here have no place for it.
//! [`write()`] writes UTF-8, which for letters without accents is Latin-1 too.

mod auction;
mod block;
mod blocks;
mod check;
mod deal;
mod irregular;
mod lexer;
mod play;
mod reader;
mod strict;
mod tables;
mod writer;

pub(super) use block::{are_words, is_table};
pub(super) use deal::read as read_deal;
pub use reader::{Games, read};
pub use writer::{HEADER, write};

/// The tags that every game has, in the order of the standard.
const MANDATORY: [&str; 15] = [
    "Event",
    "Site",
    "Date",
    "Board",
    "West",
    "North",
    "East",
    "South",
    "Dealer",
    "Vulnerable",
    "Deal",
    "Scoring",
    "Declarer",
    "Contract",
    "Result",
];

/// The other tags that the standard knows.
const SUPPLEMENTAL: [&str; 56] = [
    "ActionTable",
    "Annotator",
    "AnnotatorNA",
    "Application",
    "Auction",
    "AuctionTimeTable",
    "BidSystemEW",
    "BidSystemNS",
    "Competition",
    "DealId",
    "Description",
    "EastNA",
    "EastType",
    "EventDate",
    "EventSponsor",
    "FrenchMP",
    "Generator",
    "Hidden",
    "HomeTeam",
    "InstantScoreTable",
    "Mode",
    "NorthNA",
    "NorthType",
    "Note",
    "OptimumPlayTable",
    "OptimumResultTable",
    "OptimumScore",
    "PairEW",
    "PairNS",
    "Play",
    "PlayTimeTable",
    "Room",
    "Round",
    "Score",
    "ScoreIMP",
    "ScoreMP",
    "ScorePercentage",
    "ScoreRubber",
    "ScoreRubberHistory",
    "ScoreTable",
    "Section",
    "SouthNA",
    "SouthType",
    "Stage",
    "Table",
    "Termination",
    "Time",
    "TimeCall",
    "TimeCard",
    "TimeControl",
    "TotalScoreTable",
    "UTCDate",
    "UTCTime",
    "VisitTeam",
    "WestNA",
    "WestType",
];

/// Whether a tag begins in a line.
pub(super) fn begins_tag(line: &str) -> bool {
    line.split('[').skip(1).any(|tag| {
        let name = tag.trim_start();
        let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        end.is_some_and(|end| end > 0 && name[end..].trim_start().starts_with('"'))
    })
}

/// The standard's spelling of a tag that it knows.
fn known_tag(name: &str) -> Option<&'static str> {
    let mut known = MANDATORY.into_iter().chain(SUPPLEMENTAL);
    known.find(|known| known.eq_ignore_ascii_case(name))
}
