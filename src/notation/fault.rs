//! A fault of a file, with the place.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use thiserror::Error;

use super::deviation::Findings;
use super::limits::{MAX_BYTES, MAX_FAULTS};
use super::{Breach, Warning};
use crate::cards::Card;
use crate::text::Excerpt;

/// What a file holds: the games that are good, the faults of those that are not, and what is
/// unusual about either.
#[derive(Debug, Clone)]
pub struct Contents<T> {
    /// What could be read, in the order of the file.
    pub good: Vec<T>,
    /// What was wrong with the rest, in the order of the file. A game of which the auction or the
    /// play alone is at fault is among the good ones, and [has](super::Game::faults) its faults.
    pub faults: Vec<Fault>,
    /// Where the file departs from its standard and was understood all the same.
    pub warnings: Vec<Warning>,
}

impl<T> Default for Contents<T> {
    fn default() -> Self {
        Self { good: Vec::new(), faults: Vec::new(), warnings: Vec::new() }
    }
}

impl<T> Contents<T> {
    /// Nothing but a fault.
    pub(super) fn refused(fault: Fault) -> Self {
        Self { faults: vec![fault], ..Self::default() }
    }

    /// Adds what has been noticed of a text.
    pub(super) fn add_findings(&mut self, findings: Findings, source: &Arc<Source>) {
        self.warnings.extend(findings.warnings(source));
        let flaws =
            findings.flaws.into_iter().chain(findings.cuts.into_iter().map(|(flaw, _)| flaw));
        self.faults.extend(flaws.map(|flaw| Fault::new(source, flaw)));
    }

    /// What a whole file in memory holds, unless it is too large. `parts` reads it.
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

    /// Puts the parts of a file together. After too many faults the rest is not read.
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

    /// All of it, or the first fault.
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

/// How much of a game a fault takes away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    /// All of it: what it says cannot be trusted.
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
    /// Of a play whose first cards are legal.
    pub(super) fn of_play(kept: &[Card]) -> Self {
        Self::Play { kept: kept.last().map(|&last| (kept.len(), last)) }
    }

    /// What became of the game, in a sentence; nothing if all of it is lost.
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

/// What is wrong with a file, and where. Its plain text is `FILE:LINE: rule`. Beside it stand the lines around
/// the [place](Self::excerpt), and [what would be right and what was kept](Self::help) of the game; it is a
/// [warning](Self::is_warning) when that is more than nothing. (With the feature `cli` it is a diagnostic of the
/// crate `miette` too.)
#[derive(Debug, Clone, Error)]
#[error("{}:{}: {breach}", source_text.name(), self.line())]
pub struct Fault {
    breach: Box<Breach>,
    cost: Cost,
    source_text: Arc<Source>,
    span: Range<usize>,
    /// What is shown of the text. Of the faults of a file, which may have one in each of a million
    /// words, few are ever looked at.
    excerpt: OnceLock<Box<Excerpt>>,
}

impl Fault {
    pub(super) fn new(source: &Arc<Source>, flaw: Flaw) -> Self {
        Self {
            source_text: Arc::clone(source),
            span: flaw.span,
            cost: Cost::Game,
            breach: Box::new(flaw.breach),
            excerpt: OnceLock::new(),
        }
    }

    /// The fault of an auction or a play, without which the game is kept.
    pub(super) fn of_section(source: &Arc<Source>, (flaw, cost): (Flaw, Cost)) -> Self {
        Self { cost, ..Self::new(source, flaw) }
    }

    /// The lines around the place.
    pub fn excerpt(&self) -> &Excerpt {
        self.excerpt.get_or_init(|| {
            let Source { name, text, .. } = &*self.source_text;
            let line_start = self.source_text.line_starts[self.source_text.row(self.span.start)];
            Box::new(Excerpt::around(name, text, self.span.clone(), self.line(), line_start))
        })
    }

    /// A fault of a file at a line, of which no text is at hand.
    pub(super) fn of_file(name: &Arc<str>, line: usize, breach: Breach) -> Self {
        let source = Arc::new(Source::new(name, String::new(), line));
        Self::new(&source, Flaw::new(breach, &(0..0)))
    }

    /// The fault that ends the list of too many.
    fn so_many(&self) -> Self {
        Self { breach: Box::new(Breach::TooManyFaults), ..self.clone() }
    }

    /// The rule that is broken.
    pub fn breach(&self) -> &Breach {
        &self.breach
    }

    /// How much of the game it takes away.
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

    /// Whether something of the game was kept.
    pub fn is_warning(&self) -> bool {
        self.cost != Cost::Game
    }

    /// What would be right, and what was kept of the game: a sentence each, on lines of their own.
    pub fn help(&self) -> Option<String> {
        let parts = [self.breach.help(), self.cost.consequence()];
        let told: Vec<String> = parts.into_iter().flatten().collect();
        (!told.is_empty()).then(|| told.join("\n"))
    }
}

/// A breach and the bytes at which it happens: a fault that does not yet know its file.
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

/// A piece of a file as text, a game or a few, shared by its games and their faults. Its lines end
/// in LF, whatever ends them in the file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Source {
    name: Arc<str>,
    text: String,
    first_line: usize,
    line_starts: Vec<usize>,
}

impl Source {
    /// A piece of the file `name` that begins with line `first_line`, from 1.
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

    /// The line of a byte, from 1.
    pub(super) fn line(&self, at: usize) -> usize {
        self.row(at) + self.first_line
    }

    /// The column of a byte, from 1, in characters.
    pub(super) fn column(&self, at: usize) -> usize {
        self.text[self.line_starts[self.row(at)]..at].chars().count() + 1
    }

    /// The line of a row of the piece, which counts from 0.
    pub(super) const fn line_of_row(&self, row: usize) -> usize {
        row + self.first_line
    }

    /// The line of a byte within the piece, from 0.
    pub(super) fn row(&self, at: usize) -> usize {
        self.line_starts.partition_point(|&start| start <= at) - 1
    }
}
