//! A typed auction: a head with the four players, and rows of calls below it.

use std::ops::Range;

use super::Unclear;
use super::cell::NamedSeat;
use super::entry::{AuctionWord, entry, footnote};
use crate::assemble::SourceWord;
use crate::fault::Flaw;
use crate::{Breach, words};
use falsecard_bridge::cards::{Call, Seat, clockwise};

/// An entry of a row.
#[derive(Debug, Clone)]
pub(super) struct CallEntry {
    what: AuctionWord,
    word: String,
    span: Range<usize>,
    /// The column in its line.
    column: usize,
}

/// The auction while it is read.
pub(super) struct AuctionTable {
    first: Seat,
    /// The columns in which the names begin.
    columns: Vec<usize>,
    rows: Vec<Vec<CallEntry>>,
    /// The place of its head.
    span: Range<usize>,
}

impl AuctionTable {
    /// An auction below these names.
    pub(super) fn below(names: &[&NamedSeat], span: &Range<usize>) -> Result<Self, Flaw> {
        let first = names[0].seat;
        let is_turn = |(turn, name): (usize, &&NamedSeat)| name.seat == clockwise(first, turn);
        if !names.iter().enumerate().all(is_turn) {
            return Err(Flaw::new(Unclear::Columns, span));
        }
        let columns = names.iter().map(|name| name.column).collect();
        Ok(Self { first, columns, rows: Vec::new(), span: span.clone() })
    }

    /// Reads a row that stands at `at`. Returns whether it is one. Other text after a call is a
    /// fault.
    pub(super) fn row(&mut self, text: &str, at: usize) -> Result<bool, Flaw> {
        if self.has_ended() {
            return Ok(false);
        }
        match entries(text, at) {
            Ok(row) if row.is_empty() => Ok(false),
            Ok(row) => {
                self.rows.push(row);
                Ok(true)
            }
            Err((0, _)) => Ok(false),
            Err((_, span)) => {
                let text = words::quoted(&text[span.start - at..span.end - at]);
                Err(Flaw::new(Breach::UnknownCall { text }, &span))
            }
        }
    }

    /// Whether passes have ended the auction.
    fn has_ended(&self) -> bool {
        let calls: Vec<AuctionWord> = self
            .rows
            .iter()
            .flatten()
            .map(|entry| entry.what)
            .filter(|what| *what != AuctionWord::Nothing)
            .collect();
        let is_pass = |what: &AuctionWord| matches!(what, AuctionWord::Call(Call::Pass, _));
        let passes = calls.iter().rev().take_while(|what| is_pass(what)).count();
        calls.contains(&AuctionWord::AllPass) || passes >= 4 || passes == 3 && calls.len() > 3
    }

    /// Who made the first call, and the calls.
    pub(super) fn calls(self, dealer: Option<Seat>) -> Result<(Seat, Vec<SourceWord<Call>>), Flaw> {
        let first = self.first_column(dealer)?;
        let calls = told(self.rows.iter().flatten());
        let nothing =
            self.rows.iter().flatten().take_while(|it| it.what == AuctionWord::Nothing).count();
        Ok((clockwise(self.first, first + nothing), calls))
    }

    /// The column of the first entry. All rows but the last reach to the right end.
    fn first_column(&self, dealer: Option<Seat>) -> Result<usize, Flaw> {
        let Some((first, rest)) = self.rows.split_first() else { return Ok(0) };
        if let Some((last, middle)) = rest.split_last() {
            let of = |row: &Vec<CallEntry>, found| {
                let span = row.first().map_or(0..0, |entry| entry.span.clone());
                Flaw::new(Unclear::RowOfCalls { found }, &span)
            };
            if first.len() > 4 {
                return Err(of(first, first.len()));
            }
            if let Some(wrong) = middle.iter().find(|row| row.len() != 4) {
                return Err(of(wrong, wrong.len()));
            }
            if last.len() > 4
                && last.iter().filter(|it| it.what != AuctionWord::AllPass).count() > 4
            {
                return Err(of(last, last.len()));
            }
            let skipped = 4 - first.len();
            // The row begins below another name, and the dealer given does not explain it.
            let below = self.column_of(first).filter(|&below| below != skipped);
            let of_dealer = dealer.map(|dealer| words::column(dealer, self.first));
            if below.is_some() && of_dealer != Some(skipped) {
                return Err(of(first, first.len()));
            }
            return Ok(skipped);
        }
        if first.len() == 4 && first.iter().all(|it| it.what != AuctionWord::AllPass) {
            return Ok(0);
        }
        // A single row need not be full. It begins below a name, or with the dealer.
        let below = self.column_of(first);
        let of_dealer = dealer.map(|dealer| words::column(dealer, self.first));
        let nothing = first.iter().take_while(|it| it.what == AuctionWord::Nothing).count();
        if nothing > 0 {
            return Ok(0);
        }
        below.or(of_dealer).ok_or_else(|| Flaw::new(Unclear::WhoDeals, &first[0].span))
    }

    /// The column below whose name a row begins.
    fn column_of(&self, row: &[CallEntry]) -> Option<usize> {
        self.columns.iter().position(|column| row[0].column.abs_diff(*column) <= 2)
    }

    /// The players of its columns, if no call stands below them.
    pub(super) fn names(&self) -> Option<Vec<(Seat, usize)>> {
        let name = |(turn, &column)| (clockwise(self.first, turn), column);
        self.rows.is_empty().then(|| self.columns.iter().enumerate().map(name).collect())
    }

    /// The place of its head.
    pub(super) const fn span(&self) -> &Range<usize> {
        &self.span
    }
}

/// The calls among entries, with passes in place of `All Pass`.
fn told<'a>(entries: impl Iterator<Item = &'a CallEntry>) -> Vec<SourceWord<Call>> {
    let mut calls: Vec<SourceWord<Call>> = Vec::new();
    for CallEntry { what, word, span, .. } in entries {
        match *what {
            AuctionWord::Nothing | AuctionWord::Question => {}
            AuctionWord::Call(call, alerted) => {
                let mut told = SourceWord::new(word, Some(call), span.clone());
                told.said.alerted = alerted;
                calls.push(told);
            }
            AuctionWord::AllPass => {
                let passed =
                    calls.iter().rev().take_while(|it| it.what == Some(Call::Pass)).count();
                let has_bid = calls.len() > passed;
                for _ in passed.min(3)..if has_bid { 3 } else { 4 } {
                    calls.push(SourceWord::new("Pass", Some(Call::Pass), span.clone()));
                }
            }
        }
    }
    calls
}

/// Whether a line is a row of calls.
pub(super) fn is_row(text: &str) -> bool {
    entries(text, 0).is_ok_and(|row| row.iter().any(|it| matches!(it.what, AuctionWord::Call(..))))
}

/// The entries of a line that stands at `at`. The error is the number of entries before the first
/// word that is none, and its place.
fn entries(text: &str, at: usize) -> Result<Vec<CallEntry>, (usize, Range<usize>)> {
    let mut entries: Vec<CallEntry> = Vec::new();
    let (mut rest, mut column, mut seen) = (text, 0, 0);
    loop {
        rest = rest.trim_start_matches([' ', ',', ';', '.']);
        if rest.is_empty() {
            return Ok(entries);
        }
        let start = text.len() - rest.len();
        let (what, behind) = entry(rest).ok_or_else(|| {
            let end = rest.find([' ', ',', ';']).unwrap_or(rest.len()).max(1);
            (entries.len(), at + start..at + start + end)
        })?;
        let (alerted, behind) = footnote(behind);
        let what = match what {
            AuctionWord::Call(call, _) => AuctionWord::Call(call, alerted),
            other => other,
        };
        let end = text.len() - behind.len();
        let word = text[start..end].trim().to_owned();
        column += text[seen..start].chars().count();
        seen = start;
        entries.push(CallEntry { what, word, span: at + start..at + end, column });
        rest = behind;
    }
}
