//! Cuts a JSON file into objects: one a line, over several lines, or in an array.

use std::io::BufRead;

use super::Breach;
use super::encoding::Utf8Reader;
use super::limits::MAX_GAME;
use super::lines::text_of;

/// The text of an object, or other text in the place of one.
#[derive(Debug, Default)]
pub(super) struct Object {
    pub(super) text: String,
    /// The line in which it begins, from 1.
    pub(super) first_line: usize,
}

/// The objects of a file, read one at a time.
///
/// Commas and the brackets of an array between them are skipped. An object that is not closed ends
/// at a line end within a string, or where the next object begins, so that it does not hide the
/// next.
pub(super) struct Objects<R> {
    input: Utf8Reader<R>,
    line: usize,
    /// Whether the last character was a carriage return.
    behind_return: bool,
}

/// The effect of a byte on an object.
enum ByteEffect {
    /// The object goes on.
    On,
    /// The object ends with it.
    Last,
    /// The object ended before it.
    Past,
}

/// An object while it is read.
#[derive(Default)]
struct OpenObject {
    bytes: Vec<u8>,
    /// The open brackets.
    open: Vec<u8>,
    in_string: bool,
    escaped: bool,
    /// The last byte that is not blank.
    last: u8,
}

impl OpenObject {
    /// Adds the next byte; every line break counts as one LF.
    fn add(&mut self, byte: u8) -> ByteEffect {
        if self.in_string {
            match byte {
                b'\n' => return ByteEffect::Last,
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.in_string = false,
                _ => {}
            }
        } else {
            match byte {
                b'{' if !self.takes_object() => return ByteEffect::Past,
                b'{' | b'[' if !self.is_stray() => self.open.push(byte),
                b'"' if !self.is_stray() => self.in_string = true,
                b'}' | b']' => drop(self.open.pop()),
                b'\n' if self.is_stray() => return ByteEffect::Last,
                _ => {}
            }
        }
        if !byte.is_ascii_whitespace() {
            self.last = byte;
        }
        self.bytes.push(byte);
        if self.open.is_empty() && matches!(byte, b'}' | b']') {
            ByteEffect::Last
        } else {
            ByteEffect::On
        }
    }

    /// Whether an object can begin here.
    fn takes_object(&self) -> bool {
        match self.open.last() {
            None => self.bytes.is_empty(),
            Some(b'{') => self.last == b':',
            Some(_) => matches!(self.last, b'[' | b','),
        }
    }

    /// Whether the text does not begin like an object.
    fn is_stray(&self) -> bool {
        self.bytes.first().is_some_and(|&first| first != b'{')
    }
}

impl<R: BufRead> Objects<R> {
    pub(super) const fn new(input: R) -> Self {
        Self { input: Utf8Reader::new(input), line: 1, behind_return: false }
    }

    /// The next object; `None` at the end of the file. An error comes with its line, and ends the
    /// reading.
    pub(super) fn next(&mut self) -> Result<Option<Object>, (Breach, usize)> {
        let mut growth = OpenObject::default();
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
                _ if behind_break => ByteEffect::On,
                b'\r' => growth.add(b'\n'),
                other => growth.add(other),
            };
            if !matches!(step, ByteEffect::Past) {
                self.take();
            }
            if growth.bytes.len() > MAX_GAME {
                let stray = growth.is_stray();
                let breach = if stray { Breach::LineTooLong } else { Breach::GameTooLong };
                return Err((breach, first_line));
            }
            if !matches!(step, ByteEffect::On) {
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

    /// Goes on to the next byte, counting lines.
    fn take(&mut self) {
        let byte = self.input.ahead()[0];
        self.input.consume(1);
        self.line += usize::from(byte == b'\r' || byte == b'\n' && !self.behind_return);
        self.behind_return = byte == b'\r';
    }
}
