//! Reads a file line by line, with any line end and any of the encodings known.

use std::io::BufRead;

use super::Breach;
use super::encoding::Utf8Reader;
use super::limits::MAX_GAME;

/// A line without its line end.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct TextLine {
    /// Its text.
    pub(super) text: String,
    /// Its line end, if that is neither CRLF nor LF.
    pub(super) odd_break: Option<&'static str>,
    /// Whether it is UTF-8 with characters beyond ASCII.
    pub(super) is_utf8: bool,
    /// Whether it begins with a byte order mark.
    pub(super) has_mark: bool,
}

/// A line without the marks of a quotation before it.
pub(super) fn unquoted(line: &str) -> &str {
    let bare = line.trim_start_matches(['>', ' ']);
    let marks = &line[..line.len() - bare.len()];
    let end = marks.rfind('>').map_or(0, |at| at + 1);
    line[end..].strip_prefix(' ').filter(|_| end > 0).unwrap_or(&line[end..])
}

/// The lines of a file, read one at a time.
pub(super) struct TextLines<R> {
    input: Utf8Reader<R>,
    /// The number of empty lines still to return: those between carriage returns.
    empty: usize,
    is_first: bool,
    /// Whether the lines are quoted, as in an answer to a letter; not known before the first line
    /// with text.
    is_quoted: Option<bool>,
}

impl<R: BufRead> TextLines<R> {
    pub(super) const fn new(input: R) -> Self {
        Self { input: Utf8Reader::new(input), empty: 0, is_first: true, is_quoted: None }
    }

    /// The next line; `None` at the end of the file.
    pub(super) fn next(&mut self) -> Result<Option<TextLine>, Breach> {
        if self.empty > 0 {
            self.empty -= 1;
            return Ok(Some(TextLine { odd_break: Some("CR"), ..TextLine::default() }));
        }
        let mut bytes = Vec::new();
        let ended = self.take_until_break(&mut bytes)?;
        if bytes.is_empty() && !ended {
            return Ok(None);
        }
        let odd_break = if ended { self.take_break()? } else { None };
        let mut line = decoded(bytes);
        line.odd_break = odd_break;
        if std::mem::take(&mut self.is_first)
            && let Some(rest) = line.text.strip_prefix('\u{feff}')
        {
            line.text = rest.to_owned();
            line.has_mark = true;
        }
        if !line.text.trim().is_empty() && *self.is_quoted.get_or_insert(line.text.starts_with('>'))
        {
            line.text = unquoted(&line.text).to_owned();
        }
        Ok(Some(line))
    }

    fn filled(&mut self) -> Result<&[u8], Breach> {
        loop {
            match self.input.fill_buf() {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Breach::Unreadable { why: error.to_string() }),
                Ok(_) => break,
            }
        }
        // The buffer is filled now, so this call does not read.
        self.input.fill_buf().map_err(|error| Breach::Unreadable { why: error.to_string() })
    }

    /// Takes the bytes up to a CR or LF. Returns whether there is one.
    fn take_until_break(&mut self, bytes: &mut Vec<u8>) -> Result<bool, Breach> {
        loop {
            let buffer = self.filled()?;
            if buffer.is_empty() {
                return Ok(false);
            }
            let end = buffer.iter().position(|&byte| byte == b'\n' || byte == b'\r');
            let taken = end.unwrap_or(buffer.len());
            if bytes.len() + taken > MAX_GAME {
                return Err(Breach::LineTooLong);
            }
            bytes.extend_from_slice(&buffer[..taken]);
            self.input.consume(taken);
            if end.is_some() {
                return Ok(true);
            }
        }
    }

    /// Takes a line end: LF, CRLF, CRCRLF, or several CRs that each end a line.
    fn take_break(&mut self) -> Result<Option<&'static str>, Breach> {
        let mut returns = 0;
        loop {
            let next = self.filled()?.first().copied();
            match next {
                Some(b'\r') => returns += 1,
                Some(b'\n') => {
                    self.input.consume(1);
                    return Ok((returns > 1).then_some("CRCRLF"));
                }
                _ => {
                    self.empty = returns - 1;
                    return Ok(Some("CR"));
                }
            }
            self.input.consume(1);
        }
    }
}

/// Decodes a line as UTF-8, or else as Windows-1252: Latin-1, the character set of the PBN
/// standard, with dashes and quotes in place of unused controls.
fn decoded(bytes: Vec<u8>) -> TextLine {
    let is_ascii = bytes.is_ascii();
    match String::from_utf8(bytes) {
        Ok(text) => TextLine { text, is_utf8: !is_ascii, ..TextLine::default() },
        Err(error) => {
            let text = error.into_bytes().iter().map(|&byte| of_windows(byte)).collect();
            TextLine { text, ..TextLine::default() }
        }
    }
}

/// Decodes a text like a line.
pub(super) fn text_of(bytes: Vec<u8>) -> String {
    decoded(bytes).text
}

/// A character of Windows-1252.
const fn of_windows(byte: u8) -> char {
    const BEYOND_LATIN_1: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    match byte {
        0x80..0xa0 => BEYOND_LATIN_1[byte as usize - 0x80],
        other => other as char,
    }
}
