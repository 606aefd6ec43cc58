//! Deviations: ways in which a file departs from its standard but can be understood.

use std::sync::Arc;

use thiserror::Error;

use falsecard_bridge::cards::{Seat, seat_name};
use falsecard_bridge::play::DeclaredContract;

/// A harmless departure from the standard. `Display` gives one sentence that says what would be
/// right.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Deviation {
    /// A byte order mark.
    #[error("the file begins with a byte order mark, which PBN does not know")]
    ByteOrderMark,
    /// UTF-8 in a format that is written in Latin-1.
    #[error("PBN is written in Latin-1, and this is UTF-8")]
    Utf8,
    /// Lines that end in a lone CR or in CRCRLF.
    #[error("a line ends in CRLF or LF, not in {found}")]
    LineBreak {
        /// The line end found.
        found: &'static str,
    },
    /// A control character.
    #[error("the control character U+{:04X} is none of PBN's", u32::from(*found))]
    ControlCharacter {
        /// The first that was found.
        found: char,
    },
    /// A tab within a value.
    #[error("a tab does not stand within a value")]
    TabInValue,
    /// A game that begins in the middle of a line.
    #[error("[Event] is glued to other text: a game begins on a line of its own")]
    GluedGame,
    /// No blank line between two games.
    #[error("a blank line ends a game, and there is none before this one")]
    NoBlankLine,
    /// A blank line within a game.
    #[error("a blank line ends a game, and this belongs to the one before it")]
    BlankLineInGame,
    /// A closing brace without an opening one, as after a remark that contains braces.
    #[error("the first }} ends a remark, and this closes nothing: it is left out")]
    StrayBrace,
    /// A quote within a value.
    #[error("a quote within a value is written \\\"")]
    UnescapedQuote,
    /// A tag name in the wrong case.
    #[error("the tag is written [{right}]")]
    TagSpelling {
        /// Its name in the standard.
        right: &'static str,
    },
    /// A tag that occurs twice with the same value.
    #[error("[{name}] stands twice in one game")]
    RepeatedTag {
        /// The tag.
        name: String,
    },
    /// A tag that occurs twice with different values.
    #[error(
        "[{name}] stands twice in one game, with different values: {value:?}, the first, counts"
    )]
    OtherValue {
        /// The tag.
        name: String,
        /// The value that counts.
        value: String,
    },
    /// Text before the first tag of a game, or behind the last.
    #[error("text outside of a tag, a section and a comment: it is taken for a remark")]
    StrayText,
    /// A seat, call, card or contract in another spelling.
    #[error("{text:?} is written {right}")]
    Spelling {
        /// As written.
        text: String,
        /// As the standard writes it.
        right: String,
    },
    /// A deal without cards.
    #[error("a deal of which nothing is known is written \"\"")]
    BlankDeal,
    /// More than one blank between two hands.
    #[error("one blank stands between two hands")]
    WideDeal,
    /// The letter of its suit before each holding of a hand.
    #[error("a hand reads spades.hearts.diamonds.clubs, without the letters of the suits")]
    SuitLetters,
    /// Dashes behind the last call.
    #[error("an auction ends with its last call, and dashes behind it say nothing")]
    DashesBehind,
    /// Text after a call or a card that is not an annotation.
    #[error(
        "{text:?} is no suffix, no note reference =1= to =32= and no mark $0 to $255: it is taken \
         for a remark"
    )]
    UnknownMark {
        /// What stands there.
        text: String,
    },
    /// A mark for calls after a card, or for cards after a call.
    #[error("${mark} is a mark of a {right}")]
    MisplacedMark {
        /// The mark.
        mark: u8,
        /// What it marks.
        right: &'static str,
    },
    /// A second suffix such as `!`, or a mark with the same meaning.
    #[error("one of !, ?, !!, ??, !? and ?! judges a call or a card, and this is the second")]
    TwoSuffixes,
    /// A second reference to a note.
    #[error("a call or a card has one note at most, and this is the second")]
    TwoNotes,
    /// A `*` in a section that also has a `+`.
    #[error("a + says that the section goes on, and a * that it does not")]
    EndOfOpenSection,
    /// A star after a call.
    #[error("an alert is a note, as in =1=, and not a star behind the call")]
    AlertStar,
    /// A star that ends nothing.
    #[error("a * ends an auction or a play, and this one stands in neither")]
    StrayStar,
    /// A reference to a note that does not exist.
    #[error("={number}= refers to no [Note \"{number}:…\"] of its section")]
    MissingNote {
        /// Its number.
        number: String,
    },
    /// `#` for the value of an earlier game, but no earlier game has the tag.
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
    /// A mark of an irregularity where all is regular.
    #[error("{mark} marks no irregularity: {why}")]
    Regular {
        /// The mark.
        mark: &'static str,
        /// Why there is no irregularity.
        why: &'static str,
    },
    /// An auction that `+` or `*` breaks off, in a game that names its contract.
    #[error(
        "the auction breaks off, and [Contract] says where it led: it is kept as text, and taken \
         as not recorded"
    )]
    UnfinishedAuction,
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
    /// A result marked with `^` as agreed but wrong, which is right.
    #[error("[Result] says with ^ that declarer did not take {said} tricks, and he did")]
    RightResult {
        /// The tricks named.
        said: u8,
    },
    /// A result that the tricks played rule out.
    #[error(
        "[Result] says {said} tricks, and declarer has won {won} and lost {lost} in the cards \
         played"
    )]
    ImpossibleResult {
        /// The tricks named.
        said: u8,
        /// The tricks that declarer has won.
        won: u8,
        /// The tricks that he has lost.
        lost: u8,
    },
    /// A result of a board that was passed out.
    #[error("[Result] is \"\" where nobody bid")]
    ResultOfNoPlay,
    /// Tricks of a declarer who is not named.
    #[error("[Result] counts declarer's tricks, and no [Declarer] is named")]
    ResultOfNobody,
    /// A score that contract and result contradict.
    #[error("[Score] says {said}, and by law 77 {bid} with {tricks} tricks scores {right}")]
    OtherScore {
        /// The points named.
        said: i32,
        /// The contract.
        bid: DeclaredContract,
        /// The tricks that declarer took.
        tricks: u8,
        /// The points of the side that is named, or else of declarer's.
        right: i32,
    },
    /// A score that no number of tricks gives.
    #[error("[Score] says {said}, which by law 77 {bid} scores with no number of tricks")]
    ImpossibleScore {
        /// The points named.
        said: i32,
        /// The contract.
        bid: DeclaredContract,
    },
    /// A score of a board that was passed out.
    #[error("[Score] says {said}, and by law 77 a board that is passed out scores 0")]
    ScoreOfNoPlay {
        /// The points named.
        said: i32,
    },
    /// A value that its tag cannot have.
    #[error("[{tag}] says {text:?}: {right}")]
    Value {
        /// The tag.
        tag: String,
        /// Its value.
        text: String,
        /// What would be right.
        right: String,
    },
    /// Several calls in one `mb` pair of a LIN file.
    #[error("one mb holds one call, and this holds several")]
    GluedCalls,
    /// A claim that is not a number of tricks from 0 to 13.
    #[error("mc holds declarer's tricks, 0 to 13, and not {text:?}")]
    UnknownClaim {
        /// What it holds.
        text: String,
    },
    /// An auction without the passes that end it.
    #[error("three passes end an auction, and cards follow without them")]
    MissingPasses,
    /// Passes before the opening bid that nobody wrote.
    #[error(
        "{} before the opening bid {} left out: whoever declares says how many",
        if *passes == 1 { "a pass".to_owned() } else { format!("{passes} passes") },
        if *passes == 1 { "is" } else { "are" }
    )]
    LeftOutPasses {
        /// How many.
        passes: usize,
    },
    /// A contract named without the double that was called.
    #[error("the auction ends in {bid}, and the contract named says nothing of the double")]
    LeftOutDouble {
        /// The contract bid.
        bid: DeclaredContract,
    },
    /// A game without a board, behind one with a board.
    #[error(
        "the game names no board and no deal: it is taken for another table of the board before"
    )]
    OtherTable,
    /// A row of cards in other columns than its players'. Further ones of the same play are not
    /// told.
    #[error(
        "the columns are seats, clockwise from {}, and this row begins with {}: so say the hands",
        seat_name(*named),
        seat_name(*first)
    )]
    OtherColumns {
        /// The seat of the first column by `[Play]`.
        named: Seat,
        /// Whose card comes first.
        first: Seat,
    },
    /// A remark that goes on over lines with tags.
    #[error("a remark goes on up to the next }}, and this one holds tags: is its own }} missing?")]
    TagsInComment,
    /// A line that differs from the export format.
    #[error("the export format has here: {}", super::words::quoted(right))]
    NotExport {
        /// What would be right.
        right: String,
    },
    /// A line that is too long.
    #[error("a line holds at most 255 characters, its end included")]
    LongLine,
    /// A tag that is not in the standard.
    #[error("[{name}] is no tag of the standard")]
    UnknownTag {
        /// The tag.
        name: String,
    },
    /// A tag that its section needs does not stand before it.
    #[error("[{section}] needs [{tag}] before it")]
    MissingBefore {
        /// The section.
        section: &'static str,
        /// What it needs.
        tag: &'static str,
    },
    /// A note that nothing refers to.
    #[error("no call and no card of its section refers to this note as ={number}=")]
    SpareNote {
        /// Its number.
        number: u8,
    },
    /// A table that does not fit its head.
    #[error("the table of [{tag}]: {why}")]
    Table {
        /// Its tag.
        tag: String,
        /// What is wrong with it.
        why: String,
    },
    /// A remark within a table.
    #[error("no remark stands behind an element of a table")]
    RemarkInTable,
    /// A rubber score and a vulnerability that contradict each other.
    #[error(
        "[ScoreRubberHistory] says that the vulnerability is {right}, and [Vulnerable] says {said}"
    )]
    OtherVulnerability {
        /// The vulnerability by `[Vulnerable]`.
        said: &'static str,
        /// The vulnerability by the games won.
        right: &'static str,
    },
    /// Text beside or between diagrams.
    #[error("{}, and not read", if *lines == 1 { "text is no part of a diagram".into() } else {
        format!("{lines} lines of text are no part of a diagram")
    })]
    UnreadText {
        /// How many lines there are.
        lines: usize,
    },
    /// A key without its value at the end of a LIN file.
    #[error("the file ends within a pair: key|value|")]
    CutShort,
}

impl Deviation {
    /// Whether it departs from the standard. The standard allows irregularities and unfinished
    /// auctions; only this program keeps them as text.
    pub const fn is_departure(&self) -> bool {
        !matches!(
            self,
            Self::IrregularAuction { .. } | Self::IrregularPlay { .. } | Self::UnfinishedAuction
        )
    }
}

/// A [`Deviation`] and its place. `Display` gives `FILE:LINE: rule`.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{file}:{line}: {deviation}")]
pub struct Warning {
    /// The file.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: usize,
    /// The column of the first character, from 1.
    pub column: usize,
    /// The deviation.
    pub deviation: Deviation,
}
