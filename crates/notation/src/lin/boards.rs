//! Cuts a LIN file into boards.

use std::io::BufRead;
use std::sync::Arc;

use super::board::{BoardReader, Header};
use super::pairs::{self, BoardKeys, KeyValue};
use super::url;
use crate::fault::{Contents, Fault, SourceText};
use crate::findings::TextFindings;
use crate::game::Game;
use crate::limits::MAX_GAME;
use crate::lines::TextLines;
use crate::{Breach, Deviation};
use falsecard_bridge::text::{only_closes, unopened};

/// Reads LIN text: boards, or handviewer addresses, one a line. Faults call the file `name`.
///
/// ```
/// use falsecard::cards::Seat;
/// use falsecard::notation::lin;
///
/// let text = "md|1SAK9HAQ87DAK87CQ6,S8765H654D654C543,S432H32D32CAJT987,|sv|n|ah|Board 7|\
///             mb|2N!|an|20-22 balanced|mb|p|mb|3N|mb|p|mb|p|mb|p|pc|h6|pc|H2|mc|9|";
/// let game = lin::read("deal.lin", text.as_bytes()).all()?.remove(0);
/// assert_eq!(game.hand(Seat::East).unwrap().to_string(), "QJT.KJT9.QJT9.K2");
/// assert_eq!(game.contract().unwrap().to_string(), "3NT by South");
/// assert_eq!(game.call_annotation(0).unwrap().explanation.as_deref(), Some("20-22 balanced"));
/// assert_eq!((game.cards().len(), game.is_claimed(), game.result()), (2, true, Some(9)));
/// # Ok::<(), falsecard::notation::Fault>(())
/// ```
pub fn read(name: &str, bytes: &[u8]) -> Contents<Game> {
    Contents::of_bytes(name, bytes, Games::new)
}

/// The boards of a LIN file, read one at a time.
pub struct Games<R> {
    name: Arc<str>,
    lines: TextLines<R>,
    /// The text read, from the board in progress on.
    text: String,
    /// The number of the first line of the board in progress, from 1, and of the next line to read.
    first_line: usize,
    line: usize,
    /// The start of the board in progress, and how far its text has been cut into pairs, in bytes.
    start: usize,
    scanned: usize,
    /// The pairs of the board, with places from its start.
    pairs: Vec<KeyValue>,
    seen: BoardKeys,
    header: Header,
    number: usize,
    ended: bool,
    /// The faults of lines that are addresses without a deal.
    links: Vec<Fault>,
}

impl<R: BufRead> Games<R> {
    /// The boards of a file, which faults call `name`.
    pub fn new(name: &str, input: R) -> Self {
        Self {
            name: name.into(),
            lines: TextLines::new(input),
            text: String::new(),
            first_line: 1,
            line: 1,
            start: 0,
            scanned: 0,
            pairs: Vec::new(),
            seen: BoardKeys::default(),
            header: Header::default(),
            number: 0,
            ended: false,
            links: Vec::new(),
        }
    }

    /// Cuts the text into pairs up to the end of a board, and returns the board.
    fn scan(&mut self) -> Option<Contents<Game>> {
        while let Some((pair, next)) = pairs::next(&self.text, self.scanned) {
            let key = self.text[pair.key.clone()].to_ascii_lowercase();
            if self.seen.is_ended_by(&key) {
                return Some(self.cut());
            }
            self.seen.add(&key);
            self.pairs.push(pair.from(self.start));
            self.scanned = next;
        }
        None
    }

    /// Makes a board of the pairs, and starts the next one.
    fn cut(&mut self) -> Contents<Game> {
        let text = self.text[self.start..self.scanned].to_owned();
        self.start = self.scanned;
        let lines = text.bytes().filter(|&byte| byte == b'\n').count();
        let source = Arc::new(SourceText::new(&self.name, text, self.first_line));
        self.first_line += lines;
        self.seen = BoardKeys::default();
        let pairs = std::mem::take(&mut self.pairs);
        let mut contents = Contents::default();
        if pairs.is_empty() {
            return contents;
        }
        let mut findings = TextFindings::default();
        let mut reading = BoardReader::new(source.text(), &mut self.header, &mut findings);
        for pair in &pairs {
            reading.pair(pair);
        }
        if let Some(account) = reading.account() {
            self.number += 1;
            if findings.flaws.is_empty() {
                contents.good.push(account.game((&source, self.number), &mut findings));
            }
        }
        contents.add_findings(findings, &source);
        contents
    }

    /// The end of the file.
    fn end(&mut self) -> Contents<Game> {
        self.ended = true;
        let rest = &self.text[self.scanned..];
        let is_cut = !only_closes(rest) && (!self.pairs.is_empty() || self.number > 0);
        let stray = self.scanned - self.start;
        let source = SourceText::new(&self.name, self.text.split_off(self.start), self.first_line);
        self.text.insert_str(self.start, source.text());
        let mut contents = self.cut();
        if is_cut {
            let mut findings = TextFindings::default();
            findings.note(Deviation::CutShort, &(stray..stray));
            contents.warnings.extend(findings.warnings(&source));
        }
        contents.faults.append(&mut self.links);
        if self.number == 0 && contents.faults.is_empty() {
            contents.faults.push(Fault::of_file(&self.name, 1, Breach::NoGame));
        }
        contents
    }

    /// Adds lines up to one with a `|`, where a pair may end; false at the end of the file.
    fn grow(&mut self) -> Result<bool, Breach> {
        self.text.drain(..self.start);
        self.scanned -= self.start;
        self.start = 0;
        while let Some(line) = self.lines.next()? {
            self.line += 1;
            let before = self.text.len();
            match url::lin_of(&line.text) {
                // An address is complete in itself: a board, or several.
                Some(lin) => {
                    // What stands before the first says nothing of it.
                    if self.pairs.is_empty() && !self.text.contains('|') {
                        self.text = "\n".repeat(self.text.matches('\n').count());
                    }
                    self.text.push_str(&lin.replace('\n', " "));
                }
                None => match url::link(&line.text) {
                    Some(breach) => {
                        self.links.push(Fault::of_file(&self.name, self.line - 1, breach));
                    }
                    // A pasted line may be in quotes.
                    None if self.text.is_empty() => self.text.push_str(unopened(&line.text)),
                    None => self.text.push_str(&line.text),
                },
            }
            self.text.push('\n');
            if self.text.len() > MAX_GAME {
                return Err(Breach::GameTooLong);
            }
            if self.text[before.min(self.text.len())..].contains('|') {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn fail(&mut self, breach: Breach) -> Contents<Game> {
        self.ended = true;
        Contents::refused(Fault::of_file(&self.name, self.line, breach))
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Contents<Game>;

    fn next(&mut self) -> Option<Contents<Game>> {
        if self.ended {
            return None;
        }
        loop {
            if let Some(contents) = self.scan() {
                return Some(contents);
            }
            match self.grow() {
                Err(breach) => return Some(self.fail(breach)),
                Ok(false) => return Some(self.end()),
                Ok(true) => {}
            }
        }
    }
}
