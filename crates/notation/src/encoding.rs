//! Converts files in UTF-16, in which some programs save text, to UTF-8.

use std::io::{self, BufRead, Read};

/// The encoding of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Encoding {
    /// Not UTF-16. Whether it is UTF-8 or Latin-1 is decided line by line.
    Bytes,
    /// UTF-16, the low byte of a unit first.
    LittleEndian,
    /// UTF-16, the high byte of a unit first.
    BigEndian,
}

impl Encoding {
    /// Tells the encoding by a byte order mark, or by two ASCII characters with zero bytes, which
    /// only UTF-16 has.
    const fn of(start: &[u8]) -> Self {
        match start {
            [0xff, 0xfe, ..] | [1..0x80, 0, 1..0x80, 0, ..] => Self::LittleEndian,
            [0xfe, 0xff, ..] | [0, 1..0x80, 0, 1..0x80, ..] => Self::BigEndian,
            _ => Self::Bytes,
        }
    }

    const fn unit(self, bytes: [u8; 2]) -> u16 {
        match self {
            Self::BigEndian => u16::from_be_bytes(bytes),
            Self::Bytes | Self::LittleEndian => u16::from_le_bytes(bytes),
        }
    }
}

/// The number of bytes needed to tell the encoding.
const TELLING: usize = 4;

/// A reader that converts UTF-16 to UTF-8, and passes on everything else unchanged.
pub struct Utf8Reader<R> {
    input: R,
    encoding: Option<Encoding>,
    /// Bytes read that are not a whole character yet.
    raw: Vec<u8>,
    /// Bytes decoded; those before `at` have been consumed.
    ahead: Vec<u8>,
    at: usize,
    ended: bool,
}

impl<R: BufRead> Utf8Reader<R> {
    /// A file from its beginning.
    pub(super) const fn new(input: R) -> Self {
        Self { input, encoding: None, raw: Vec::new(), ahead: Vec::new(), at: 0, ended: false }
    }

    /// The bytes decoded but not yet consumed.
    pub(super) fn ahead(&self) -> &[u8] {
        &self.ahead[self.at..]
    }

    /// Reads ahead without consuming anything; false at the end of the file.
    ///
    /// # Errors
    ///
    /// An error of reading the input.
    pub(super) fn look_further(&mut self) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        let chunk = match self.input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(true),
            chunk => chunk?,
        };
        let taken = chunk.len();
        self.ended = taken == 0;
        self.raw.extend_from_slice(chunk);
        self.input.consume(taken);
        if self.encoding.is_none() && (self.ended || self.raw.len() >= TELLING) {
            self.encoding = Some(Encoding::of(&self.raw));
        }
        match self.encoding {
            None => {}
            Some(Encoding::Bytes) => self.ahead.append(&mut self.raw),
            Some(wide) => self.decode(wide),
        }
        Ok(!self.ended)
    }

    /// Decodes the UTF-16 read so far; half a character waits for the other half.
    fn decode(&mut self, wide: Encoding) {
        let mut units: Vec<u16> =
            self.raw.chunks_exact(2).map(|pair| wide.unit([pair[0], pair[1]])).collect();
        let waits = |unit: &u16| (0xd800..0xdc00).contains(unit);
        if !self.ended && units.last().is_some_and(waits) {
            units.pop();
        }
        self.raw.drain(..2 * units.len());
        for character in char::decode_utf16(units) {
            let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
            self.ahead.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
}

impl<R: BufRead> Read for Utf8Reader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Utf8Reader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.ahead.len() {
            self.ahead.clear();
            self.at = 0;
        }
        while self.ahead().is_empty() && self.look_further()? {}
        Ok(self.ahead())
    }

    fn consume(&mut self, count: usize) {
        self.at += count;
    }
}
