//! Portable Bridge Notation 2.1, read tolerantly and written strictly.
//!
//! The standard is <https://www.tistis.nl/pbn/>. These departures from it, which occur in files,
//! give a [`Warning`](super::Warning) only: lower-case calls and cards, `4N`, `P`, `PASS`, `10` for
//! `T`, tag names in the wrong case, tags glued to other text, `[Event` without a blank line before
//! it, unescaped quotes, other line breaks, a byte order mark, UTF-8; passes before the opening bid
//! and a double that are left out, rows of the play that begin with another hand than `[Play]`
//! says, a second table of a board without the board.
//!
//! Remarks, `%` lines, numeric marks, notes, tables and unknown tags are kept and written again. An
//! auction or a play with an irregularity (`^I`, `^S`, `^R`, `^L`) is kept as text, since it cannot
//! be replayed. [`write()`] writes UTF-8, which is also Latin-1 as long as all characters are
//! ASCII.

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
pub(super) use deal::hands as read_hands;
pub(super) use lexer::is_blank;
pub use reader::{Games, read};
pub use writer::{HEADER, write};

/// The mandatory tags, in the order of the standard.
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

/// The other tags of the standard.
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

/// Whether a line begins with a tag.
fn is_tag_line(line: &str) -> bool {
    line.trim_start().starts_with('[') && begins_tag(line)
}

/// The standard's spelling of a tag; `None` if the tag is not in the standard.
fn known_tag(name: &str) -> Option<&'static str> {
    let mut known = MANDATORY.into_iter().chain(SUPPLEMENTAL);
    known.find(|known| known.eq_ignore_ascii_case(name))
}
