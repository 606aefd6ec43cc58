//! Faults of a file, with their places.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use thiserror::Error;

use super::limits::{MAX_BYTES, MAX_FAULTS};
use super::{Breach, Warning};
use falsecard_bridge::cards::Card;
use falsecard_bridge::text::Excerpt;

/// The contents of a file: good games, faults, and warnings.
#[derive(Debug, Clone)]
pub struct Contents<T> {
    /// The games that could be read, in the order of the file.
    pub good: Vec<T>,
    /// The faults of the other games, in the order of the file. A game with faults only in its
    /// auction or play is among the good ones, and [has](super::Game::faults) these faults.
    pub faults: Vec<Fault>,
    /// Harmless departures from the standard.
    pub warnings: Vec<Warning>,
}

impl<T> Default for Contents<T> {
    fn default() -> Self {
        Self { good: Vec::new(), faults: Vec::new(), warnings: Vec::new() }
    }
}

impl<T> Contents<T> {
    /// Contents of a single fault.
    pub(super) fn refused(fault: Fault) -> Self {
        Self { faults: vec![fault], ..Self::default() }
    }

    /// The contents of a whole file in memory, unless it is too large. `parts` reads it.
    pub(super) fn of_bytes<'a, I: Iterator<Item = Self>>(
        name: &str,
        bytes: &'a [u8],
        parts: impl FnOnce(&str, &'a [u8]) -> I,
    ) -> Self {
        if bytes.len() > MAX_BYTES {
            let breach = Breach::TooLarge { bytes: bytes.len() };
            return Self::refused(Fault::of_file(&name.into(), 1, breach));
        }
        Self::gathered(parts(name, bytes))
    }

    /// Joins the parts of a file. After too many faults the rest is not read.
    fn gathered(parts: impl Iterator<Item = Self>) -> Self {
        let mut all = Self::default();
        for part in parts {
            all.good.extend(part.good);
            all.faults.extend(part.faults);
            let room = MAX_FAULTS.saturating_sub(all.warnings.len());
            all.warnings.extend(part.warnings.into_iter().take(room));
            if all.faults.len() > MAX_FAULTS {
                all.faults.truncate(MAX_FAULTS);
                if let Some(last) = all.faults.last_mut() {
                    *last = last.so_many();
                }
                break;
            }
        }
        all
    }

    /// All games, or the first fault.
    ///
    /// # Errors
    ///
    /// The first [`Fault`] if any game could not be read.
    pub fn all(self) -> Result<Vec<T>, Fault> {
        match self.faults.into_iter().next() {
            Some(fault) => Err(fault),
            None => Ok(self.good),
        }
    }
}

/// The part of a game that a fault costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    /// The whole game.
    Game,
    /// The auction. It is kept as text, and taken as not recorded.
    Auction,
    /// The play from the card at fault on, which is kept as text. What comes before it is legal.
    Play {
        /// The number of cards before it, and the last of them.
        kept: Option<(usize, Card)>,
    },
}

impl Cost {
    /// The cost of a fault in the play after these legal cards.
    pub(super) fn of_play(kept: &[Card]) -> Self {
        Self::Play { kept: kept.last().map(|&last| (kept.len(), last)) }
    }

    /// What is kept of the game, in a sentence; `None` if it is lost.
    fn consequence(self) -> Option<String> {
        Some(match self {
            Self::Game => return None,
            Self::Auction => "the auction is kept as text, and taken as not recorded".into(),
            Self::Play { kept: None } => "the play is kept as text, and taken as not begun".into(),
            Self::Play { kept: Some((count, last)) } => {
                let number = ordinal(count);
                format!("the play is kept up to its {number} card, {last}, and the rest as text")
            }
        })
    }
}

/// `1st`, `2nd`, `11th`.
fn ordinal(number: usize) -> String {
    let ending = match (number % 10, number % 100) {
        (1, tens) if tens != 11 => "st",
        (2, tens) if tens != 12 => "nd",
        (3, tens) if tens != 13 => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// A fault of a file, with its place. `Display` gives `FILE:LINE: rule`. It also has the [lines
/// around the place](Self::excerpt) and [a hint](Self::help): how to correct it, and what was kept
/// of the game. If something was kept, it is a [warning](Self::is_warning).
#[derive(Debug, Clone, Error)]
#[error("{}:{}: {breach}", source_text.name(), self.line())]
pub struct Fault {
    breach: Box<Breach>,
    cost: Cost,
    source_text: Arc<SourceText>,
    span: Range<usize>,
    /// The lines around the place, computed when first asked for: a file may have very many faults.
    excerpt: OnceLock<Box<Excerpt>>,
}

impl Fault {
    pub(super) fn new(source: &Arc<SourceText>, flaw: Flaw) -> Self {
        Self {
            source_text: Arc::clone(source),
            span: flaw.span,
            cost: Cost::Game,
            breach: Box::new(flaw.breach),
            excerpt: OnceLock::new(),
        }
    }

    /// A fault that costs only the auction or the play.
    pub(super) fn of_section(source: &Arc<SourceText>, (flaw, cost): (Flaw, Cost)) -> Self {
        Self { cost, ..Self::new(source, flaw) }
    }

    /// The lines around the place.
    pub fn excerpt(&self) -> &Excerpt {
        self.excerpt.get_or_init(|| {
            let SourceText { name, text, .. } = &*self.source_text;
            let line_start = self.source_text.line_starts[self.source_text.row(self.span.start)];
            Box::new(Excerpt::around(name, text, self.span.clone(), self.line(), line_start))
        })
    }

    /// A fault at a line of a file, without its text.
    pub(super) fn of_file(name: &Arc<str>, line: usize, breach: Breach) -> Self {
        let source = Arc::new(SourceText::new(name, String::new(), line));
        Self::new(&source, Flaw::new(breach, &(0..0)))
    }

    /// The last fault of a list that was cut off.
    fn so_many(&self) -> Self {
        Self { breach: Box::new(Breach::TooManyFaults), ..self.clone() }
    }

    /// The rule broken.
    pub fn breach(&self) -> &Breach {
        &self.breach
    }

    /// The part of the game that it costs.
    pub const fn cost(&self) -> Cost {
        self.cost
    }

    /// The file.
    pub fn file(&self) -> &str {
        self.source_text.name()
    }

    /// The line, from 1.
    pub fn line(&self) -> usize {
        self.source_text.line(self.span.start)
    }

    /// The column of the first character at fault, from 1.
    pub fn column(&self) -> usize {
        self.source_text.column(self.span.start)
    }

    /// Whether a part of the game was kept.
    pub fn is_warning(&self) -> bool {
        self.cost != Cost::Game
    }

    /// How to correct it, and what was kept of the game: a sentence each, on separate lines.
    pub fn help(&self) -> Option<String> {
        let parts = [self.breach.help(), self.cost.consequence()];
        let told: Vec<String> = parts.into_iter().flatten().collect();
        (!told.is_empty()).then(|| told.join("\n"))
    }
}

/// A breach and its place in bytes: a fault without its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Flaw {
    pub(super) breach: Breach,
    pub(super) span: Range<usize>,
}

impl Flaw {
    pub(super) fn new(breach: impl Into<Breach>, span: &Range<usize>) -> Self {
        Self { breach: breach.into(), span: span.clone() }
    }
}

/// A piece of a file, with one game or a few, shared by its games and their faults. All its lines
/// end in LF.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SourceText {
    name: Arc<str>,
    text: String,
    first_line: usize,
    line_starts: Vec<usize>,
}

impl SourceText {
    /// A piece of the file `name`. Its first line has the number `first_line`, from 1.
    pub(super) fn new(name: &Arc<str>, text: String, first_line: usize) -> Self {
        let breaks = text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(at, _)| at + 1);
        let line_starts = std::iter::once(0).chain(breaks).collect();
        Self { name: Arc::clone(name), text, first_line, line_starts }
    }

    pub(super) const fn name(&self) -> &Arc<str> {
        &self.name
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The line of a byte in the file, from 1.
    pub(super) fn line(&self, at: usize) -> usize {
        self.row(at) + self.first_line
    }

    /// The column of a byte, from 1, in characters.
    pub(super) fn column(&self, at: usize) -> usize {
        self.text[self.line_starts[self.row(at)]..at].chars().count() + 1
    }

    /// The line in the file of a row of the piece; rows count from 0.
    pub(super) const fn line_of_row(&self, row: usize) -> usize {
        row + self.first_line
    }

    /// The row of a byte in the piece, from 0.
    pub(super) fn row(&self, at: usize) -> usize {
        self.line_starts.partition_point(|&start| start <= at) - 1
    }
}
