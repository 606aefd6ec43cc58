//! The objects of a JSON file one after another: one a line, over several lines, or in an array.

use std::io::BufRead;

use super::Breach;
use super::encoding::Decoded;
use super::limits::MAX_GAME;
use super::lines::text_of;

/// The text of an object, or of what stands where one should.
#[derive(Debug, Default)]
pub(super) struct Object {
    pub(super) text: String,
    /// The line in which it begins, from 1.
    pub(super) first_line: usize,
}

/// The objects of a file, each in memory only while it is looked at.
///
/// What is between them, commas and the brackets of an array, is passed over. An object that is not
/// closed ends where a string reaches the end of its line, or where no object can begin and one does:
/// so it does not hide the next.
pub(super) struct Objects<R> {
    input: Decoded<R>,
    line: usize,
    /// Whether the last character was a carriage return.
    behind_return: bool,
}

/// What becomes of a byte.
enum Step {
    /// It goes on.
    On,
    /// The object ends with it.
    Last,
    /// The object has ended before it.
    Past,
}

/// An object as far as it has been read.
#[derive(Default)]
struct Growth {
    bytes: Vec<u8>,
    /// The brackets that are open.
    open: Vec<u8>,
    in_string: bool,
    escaped: bool,
    /// The last byte that is not blank.
    last: u8,
}

impl Growth {
    /// Takes the byte that follows; a line break is one.
    fn add(&mut self, byte: u8) -> Step {
        if self.in_string {
            match byte {
                b'\n' => return Step::Last,
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.in_string = false,
                _ => {}
            }
        } else {
            match byte {
                b'{' if !self.takes_object() => return Step::Past,
                b'{' | b'[' if !self.is_stray() => self.open.push(byte),
                b'"' if !self.is_stray() => self.in_string = true,
                b'}' | b']' => drop(self.open.pop()),
                b'\n' if self.is_stray() => return Step::Last,
                _ => {}
            }
        }
        if !byte.is_ascii_whitespace() {
            self.last = byte;
        }
        self.bytes.push(byte);
        if self.open.is_empty() && matches!(byte, b'}' | b']') { Step::Last } else { Step::On }
    }

    /// Whether an object can begin here.
    fn takes_object(&self) -> bool {
        match self.open.last() {
            None => self.bytes.is_empty(),
            Some(b'{') => self.last == b':',
            Some(_) => matches!(self.last, b'[' | b','),
        }
    }

    /// Whether it is no object at all.
    fn is_stray(&self) -> bool {
        self.bytes.first().is_some_and(|&first| first != b'{')
    }
}

impl<R: BufRead> Objects<R> {
    pub(super) const fn new(input: R) -> Self {
        Self { input: Decoded::new(input), line: 1, behind_return: false }
    }

    /// The next object; `None` at the end of the file. After an error, which has its line, there is
    /// nothing more.
    pub(super) fn next(&mut self) -> Result<Option<Object>, (Breach, usize)> {
        let mut growth = Growth::default();
        let mut first_line = self.line;
        while let Some(byte) = self.peek()? {
            let is_between = matches!(byte, b',' | b'[' | b']' | 0xef | 0xbb | 0xbf)
                || byte.is_ascii_whitespace();
            if growth.bytes.is_empty() && is_between {
                self.take();
                first_line = self.line;
                continue;
            }
            let behind_break = byte == b'\n' && self.behind_return;
            let step = match byte {
                _ if behind_break => Step::On,
                b'\r' => growth.add(b'\n'),
                other => growth.add(other),
            };
            if !matches!(step, Step::Past) {
                self.take();
            }
            if growth.bytes.len() > MAX_GAME {
                let stray = growth.is_stray();
                let breach = if stray { Breach::LineTooLong } else { Breach::GameTooLong };
                return Err((breach, first_line));
            }
            if !matches!(step, Step::On) {
                break;
            }
        }
        growth.bytes.truncate(growth.bytes.trim_ascii_end().len());
        let text = text_of(growth.bytes);
        Ok((!text.is_empty()).then_some(Object { text, first_line }))
    }

    fn peek(&mut self) -> Result<Option<u8>, (Breach, usize)> {
        match self.input.fill_buf() {
            Ok(bytes) => Ok(bytes.first().copied()),
            Err(error) => Err((Breach::Unreadable { why: error.to_string() }, self.line)),
        }
    }

    /// Goes on to the next byte, and counts the lines.
    fn take(&mut self) {
        let byte = self.input.ahead()[0];
        self.input.consume(1);
        self.line += usize::from(byte == b'\r' || byte == b'\n' && !self.behind_return);
        self.behind_return = byte == b'\r';
    }
}
