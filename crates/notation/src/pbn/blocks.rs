//! A PBN file in pieces of a game each, so that no more of it need be in memory.

use std::io::BufRead;
use std::ops::Range;

use super::lexer::{GAME_START, is_blank, is_space};
use crate::limits::MAX_GAME;
use crate::lines::{TextLine, TextLines};
use crate::{Breach, Deviation};

/// A piece of a file: as a rule one game, several if nothing shows early that one ends.
#[derive(Debug, Default)]
pub(super) struct Piece {
    pub(super) text: String,
    /// Its first line, from 1.
    pub(super) first_line: usize,
    /// The deviations in the form of its lines.
    pub(super) deviations: Vec<(Deviation, Range<usize>)>,
}

impl Piece {
    /// Splits off the text from a byte on; the new piece does not know its line.
    fn split_off(&mut self, at: usize) -> Self {
        let of_rest = |(_, span): &mut (_, Range<usize>)| span.start >= at;
        let moved = self.deviations.extract_if(.., of_rest);
        let deviations = moved.map(|(what, span)| (what, span.start - at..span.end - at)).collect();
        Self { text: self.text.split_off(at), deviations, ..Self::default() }
    }
}

/// The pieces of a file.
pub(super) struct Blocks<R> {
    lines: TextLines<R>,
    /// The line that the next piece begins with.
    pending: Option<TextLine>,
    /// Remarks behind the blank line that ended the piece before: they belong to the next.
    carried: Piece,
    line: usize,
    /// The kinds of deviation that have been noted: each concerns the whole file.
    told: [bool; 4],
}

/// The piece that is being read.
#[derive(Default)]
struct OpenPiece {
    piece: Piece,
    has_tag: bool,
    has_event: bool,
    in_comment: bool,
    /// Where the remarks behind the last blank line begin, if nothing else stands there.
    blank: Option<usize>,
    spread: Spread,
}

/// The tags of a game between whose tags blank lines may stand.
#[derive(Default)]
struct Spread {
    /// Their names.
    tags: Vec<String>,
    /// Whether two of them stand without a blank line between.
    is_dense: bool,
}

impl<R: BufRead> Blocks<R> {
    pub(super) fn new(input: R) -> Self {
        let (lines, carried) = (TextLines::new(input), Piece::default());
        Self { lines, pending: None, carried, line: 1, told: [false; 4] }
    }

    /// The next piece; `None` at the end of the file. After an error there is nothing more.
    pub(super) fn next(&mut self) -> Result<Option<Piece>, (Breach, usize)> {
        let piece = std::mem::take(&mut self.carried);
        let carried = piece.text.bytes().filter(|&byte| byte == b'\n').count();
        let first_line = self.line - carried;
        let mut growth = OpenPiece { piece: Piece { first_line, ..piece }, ..OpenPiece::default() };
        loop {
            let line = match self.pending.take() {
                Some(line) => line,
                None => match self.lines.next() {
                    Err(breach) => return Err((breach, self.line)),
                    Ok(None) => break,
                    Ok(Some(line)) => line,
                },
            };
            if growth.is_ended_by(&line.text) {
                self.pending = Some(line);
                let cut = growth.blank.filter(|_| !growth.in_comment);
                let cut = cut.unwrap_or(growth.piece.text.len());
                self.carried = growth.piece.split_off(cut);
                return Ok(Some(growth.piece));
            }
            self.tell(&line, &mut growth.piece);
            growth.add(&line.text);
            self.line += 1;
            if growth.piece.text.len() > MAX_GAME {
                return Err((Breach::GameTooLong, growth.piece.first_line));
            }
        }
        Ok((!growth.piece.text.is_empty()).then_some(growth.piece))
    }

    /// Notes the deviations of a line that is about to be added.
    fn tell(&mut self, line: &TextLine, piece: &mut Piece) {
        let at = piece.text.len()..piece.text.len();
        let found = [
            line.has_mark.then_some(Deviation::ByteOrderMark),
            line.is_utf8.then_some(Deviation::Utf8),
            line.odd_break.map(|found| Deviation::LineBreak { found }),
            line.text
                .chars()
                .find(|&it| is_foreign(it))
                .map(|found| Deviation::ControlCharacter { found }),
        ];
        for (told, found) in self.told.iter_mut().zip(found) {
            if let (false, Some(deviation)) = (*told, found) {
                piece.deviations.push((deviation, at.clone()));
                *told = true;
            }
        }
    }
}

/// Whether PBN has no use for a character: tabs are the only control characters that it knows.
fn is_foreign(character: char) -> bool {
    character.is_control() && !matches!(character, '\t' | '\u{b}')
}

/// The name of the tag that a line begins with.
fn tag_name(tag: &str) -> &str {
    let name = tag[1..].trim_start();
    &name[..name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len())]
}

impl Spread {
    /// Whether a tag goes on with a game whose tags all stand between blank lines from its event
    /// on: each is another one, and no deal has been told.
    fn goes_on(&self, tag: &str) -> bool {
        let name = tag_name(tag);
        let begins = self.tags.first().is_some_and(|first| first == "Event");
        begins && !self.is_dense && !self.tags.iter().any(|it| it == name || it == "Deal")
    }
}

impl OpenPiece {
    /// Whether a line begins another piece. Behind a blank line every tag does, except for an
    /// auction, a play or a note, which may belong to this game.
    fn is_ended_by(&self, line: &str) -> bool {
        let begins_game = || {
            let tag = line.trim_start();
            let continues = ["[Auction", "[Play", "[Note"].iter().any(|name| {
                tag.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
            });
            tag.starts_with('[') && !continues && !self.spread.goes_on(tag)
        };
        self.has_tag
            && (line.starts_with(GAME_START) && (self.has_event || self.blank.is_some())
                || !self.in_comment && self.blank.is_some() && begins_game())
    }

    fn add(&mut self, line: &str) {
        let is_blank = is_blank(line);
        let starts_in_comment = self.in_comment;
        if !starts_in_comment && line.trim_start().starts_with('[') {
            self.spread.is_dense |= self.has_tag && self.blank.is_none();
            self.spread.tags.push(tag_name(line.trim_start()).to_owned());
        }
        self.has_event |= line.contains(GAME_START);
        let is_remark = self.scan(line);
        self.piece.text.push_str(line);
        self.piece.text.push('\n');
        if starts_in_comment || is_remark {
            // Remarks between a blank line and a game belong to the game.
        } else if is_blank {
            self.blank.get_or_insert(self.piece.text.len());
        } else {
            self.blank = None;
        }
    }

    /// Follows the comments through a line; whether there is nothing else on it.
    fn scan(&mut self, line: &str) -> bool {
        if !self.in_comment && line.starts_with('%') {
            return !line.contains(GAME_START);
        }
        self.in_comment &= !line.starts_with(GAME_START);
        let mut only_remarks = true;
        let (mut in_quotes, mut escaped, mut has_remark) = (false, false, self.in_comment);
        for byte in line.bytes() {
            match byte {
                b'}' if self.in_comment => self.in_comment = false,
                _ if self.in_comment => {}
                b'"' if !escaped => in_quotes = !in_quotes,
                _ if in_quotes => {}
                b'{' => (self.in_comment, has_remark) = (true, true),
                b';' => return only_remarks,
                b'[' => (self.has_tag, only_remarks) = (true, false),
                _ => only_remarks &= is_space(byte),
            }
            escaped = byte == b'\\' && !escaped;
        }
        only_remarks && has_remark
    }
}
