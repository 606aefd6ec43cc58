//! The ways in which a file departs from its standard and is understood all the same.

use std::ops::Range;
use std::sync::Arc;

use thiserror::Error;

use super::fault::{Cost, Fault, Flaw, Source};
use super::limits::MAX_WARNINGS;

/// A departure from the standard that does no harm. Its text is one sentence that says what would
/// be right.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Deviation {
    /// A byte order mark.
    #[error("the file begins with a byte order mark, which PBN does not know")]
    ByteOrderMark,
    /// Characters beyond Latin-1's encoding.
    #[error("PBN is written in Latin-1, and this is UTF-8")]
    Utf8,
    /// Lines that end in a lone CR or in CRCRLF.
    #[error("a line ends in CRLF or LF, not in {found}")]
    LineBreak {
        /// What it ends in.
        found: &'static str,
    },
    /// Ctrl-Z.
    #[error("Ctrl-Z is no character of PBN")]
    ControlZ,
    /// A game that begins in the middle of a line.
    #[error("[Event] is glued to other text: a game begins on a line of its own")]
    GluedGame,
    /// No blank line between two games.
    #[error("a blank line ends a game, and there is none before this one")]
    NoBlankLine,
    /// A blank line within a game.
    #[error("a blank line ends a game, and this belongs to the one before it")]
    BlankLineInGame,
    /// A closing brace that closes nothing, as when a remark holds braces itself.
    #[error("the first }} ends a remark, and this closes nothing: it is left out")]
    StrayBrace,
    /// A quote within a value.
    #[error("a quote within a value is written \\\"")]
    UnescapedQuote,
    /// A tag name in other letters.
    #[error("the tag is written [{right}]")]
    TagSpelling {
        /// Its name in the standard.
        right: &'static str,
    },
    /// A fact that is said twice.
    #[error("[{name}] stands twice in one game")]
    RepeatedTag {
        /// The tag.
        name: String,
    },
    /// A value that means the right thing in other words: a seat, a call, a card, a contract.
    #[error("{text:?} is written {right}")]
    Spelling {
        /// As it stands.
        text: String,
        /// As the standard writes it.
        right: String,
    },
    /// An empty value where the standard has a word for what it means.
    #[error("[{tag}] is empty; what is not known is written ?")]
    EmptyValue {
        /// The tag.
        tag: &'static str,
    },
    /// A deal without a card.
    #[error("a deal of which nothing is known is written \"\"")]
    BlankDeal,
    /// A star behind a call.
    #[error("an alert is a note, as in =1=, and not a star behind the call")]
    AlertStar,
    /// A star that ends nothing.
    #[error("a * ends an auction or a play, and this one stands in neither")]
    StrayStar,
    /// A note that is not there, or not between 1 and 32.
    #[error("={number}= refers to no [Note \"{number}:…\"] of its section")]
    MissingNote {
        /// Its number.
        number: String,
    },
    /// A tag value taken from a game before, where there is none.
    #[error("# takes the value of an earlier game, and none has [{name}]")]
    NothingToInherit {
        /// The tag.
        name: String,
    },
    /// An irregularity in the auction: the text is kept, the calls are not.
    #[error(
        "{text:?} records an irregularity: the auction is kept as text, and taken as not recorded"
    )]
    IrregularAuction {
        /// The mark.
        text: String,
    },
    /// An irregularity in the play: the text is kept, the cards are not.
    #[error("{text:?} records an irregularity: the play is kept as text, and cannot be replayed")]
    IrregularPlay {
        /// The mark.
        text: String,
    },
    /// A result that the cards contradict.
    #[error("[Result] says {said} tricks, and declarer takes {taken} in the cards played")]
    OtherResult {
        /// The tricks named.
        said: u8,
        /// The tricks taken.
        taken: u8,
    },
    /// Several calls under one key of a LIN file.
    #[error("one mb holds one call, and this holds several")]
    GluedCalls,
    /// A claim of more tricks than there are, or of none that can be read.
    #[error("mc holds declarer's tricks, 0 to 13, and not {text:?}")]
    UnknownClaim {
        /// What it holds.
        text: String,
    },
    /// An auction without the passes that end it.
    #[error("three passes end an auction, and cards follow without them")]
    MissingPasses,
    /// A line that the export format writes otherwise.
    #[error("the export format has here: {}", super::words::quoted(right))]
    NotExport {
        /// What would be right.
        right: String,
    },
    /// A line that is too long for the export format.
    #[error("a line of the export format holds at most 255 characters")]
    LongLine,
    /// A key without its value at the end of a LIN file.
    #[error("the file ends within a pair: key|value|")]
    CutShort,
}

/// A [`Deviation`] and its place. Its text is `FILE:LINE: rule`.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{file}:{line}: {deviation}")]
pub struct Warning {
    /// The file.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: usize,
    /// The column of the first character, from 1.
    pub column: usize,
    /// What is not as the standard has it.
    pub deviation: Deviation,
}

/// What has been noticed of a text: what is wrong with it, and what is only unusual.
#[derive(Debug, Default)]
pub(super) struct Findings {
    /// What is wrong.
    pub(super) flaws: Vec<Flaw>,
    /// What is wrong with the auction or the play, without which the game is kept.
    pub(super) cuts: Vec<(Flaw, Cost)>,
    deviations: Vec<(Deviation, usize)>,
}

impl Findings {
    /// Notes a deviation.
    pub(super) fn note(&mut self, deviation: Deviation, span: &Range<usize>) {
        if self.deviations.len() < MAX_WARNINGS {
            self.deviations.push((deviation, span.start));
        }
    }

    /// Notes that a word is spelled otherwise than the standard has it, if it is.
    pub(super) fn note_spelling(&mut self, text: &str, right: &str, span: &Range<usize>) {
        if text != right {
            let text = super::words::quoted(text);
            self.note(Deviation::Spelling { text, right: right.to_owned() }, span);
        }
    }

    /// Adds what has been noticed elsewhere.
    pub(super) fn add(&mut self, other: Self) {
        self.flaws.extend(other.flaws);
        self.cuts.extend(other.cuts);
        let room = MAX_WARNINGS.saturating_sub(self.deviations.len());
        self.deviations.extend(other.deviations.into_iter().take(room));
    }

    /// Takes the faults that a game is kept without.
    pub(super) fn take_cuts(&mut self, source: &Arc<Source>) -> Vec<Fault> {
        let cuts = std::mem::take(&mut self.cuts);
        cuts.into_iter().map(|cut| Fault::of_section(source, cut)).collect()
    }

    /// The deviations with their places.
    pub(super) fn warnings(&self, source: &Source) -> impl Iterator<Item = Warning> {
        self.deviations.iter().map(|(deviation, at)| Warning {
            file: Arc::clone(source.name()),
            line: source.line(*at),
            column: source.column(*at),
            deviation: deviation.clone(),
        })
    }
}
