//! Text from outside, made safe to show.
//!
//! A file may hold characters that control a terminal, reverse the direction of writing or show
//! nothing at all. Where text is shown, they are escaped: `\u{1b}`. Output in a data format, which
//! programs read, is not changed.

mod excerpt;
mod percent;

use std::borrow::Cow;
use std::fmt::Write;

use serde::Serialize;

pub use excerpt::Excerpt;
pub use percent::{percent_decoded, percent_encoded};

/// Whether a character controls the terminal or is invisible: controls (C0, DEL, C1), marks of
/// writing direction, line and paragraph separators, and characters of no width.
const fn is_unseen(character: char) -> bool {
    matches!(
        character,
        '\0'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// Escapes the control and invisible characters of a text of several lines. Tabs and line ends (LF,
/// CRLF) stay. Borrows the text if nothing is escaped.
///
/// ```
/// use falsecard::text::shown;
///
/// assert_eq!(shown("Ada \u{1b}[2J\u{202e}"), "Ada \\u{1b}[2J\\u{202e}");
/// assert_eq!(shown("two\r\n\tlines"), "two\r\n\tlines");
/// assert_eq!(shown("one\rline"), "one\\rline", "what follows would hide what comes before");
/// ```
pub fn shown(text: &str) -> Cow<'_, str> {
    let ends_line = |at: usize| text[at..].starts_with("\r\n");
    visible(text, |at, character| match character {
        '\n' | '\t' => true,
        '\r' => ends_line(at),
        other => !is_unseen(other),
    })
}

/// Escapes a text that is shown within a line, such as a name: tabs and line ends too.
///
/// ```
/// use falsecard::text::on_one_line;
///
/// assert_eq!(on_one_line("Ada\nSouth wins"), "Ada\\nSouth wins");
/// ```
pub fn on_one_line(text: &str) -> Cow<'_, str> {
    visible(text, |_, character| !is_unseen(character))
}

/// Escapes every character for which `stays` is false.
fn visible(text: &str, stays: impl Fn(usize, char) -> bool) -> Cow<'_, str> {
    if text.char_indices().all(|(at, character)| stays(at, character)) {
        return Cow::Borrowed(text);
    }
    let mut written = String::with_capacity(text.len() + 16);
    for (at, character) in text.char_indices() {
        match character {
            _ if stays(at, character) => written.push(character),
            '\n' | '\r' | '\t' => written.extend(character.escape_default()),
            _ => written.extend(character.escape_unicode()),
        }
    }
    Cow::Owned(written)
}

/// Pairs of quotes and angle brackets, opening and closing.
const AROUND: [(char, char); 7] =
    [('"', '"'), ('\'', '\''), ('`', '`'), ('<', '>'), ('“', '”'), ('‘', '’'), ('«', '»')];

/// Removes the blanks around a text, and all pairs of quotes or angle brackets around it.
///
/// ```
/// use falsecard::text::bare;
///
/// assert_eq!(bare(" \"<n=SA&s=SK>\" \n"), "n=SA&s=SK");
/// assert_eq!(bare("\"half"), "\"half");
/// ```
pub fn bare(text: &str) -> &str {
    let mut text = text.trim();
    while let Some(inner) =
        AROUND.iter().find_map(|&(open, close)| text.strip_prefix(open)?.strip_suffix(close))
    {
        text = inner.trim();
    }
    text
}

/// Removes leading blanks and opening quotes or angle brackets, closed or not.
///
/// ```
/// use falsecard::text::unopened;
///
/// assert_eq!(unopened(" <st||md|"), "st||md|");
/// ```
pub fn unopened(text: &str) -> &str {
    text.trim_start_matches(|c: char| {
        c.is_whitespace() || c == '\u{feff}' || AROUND.iter().any(|&(open, _)| open == c)
    })
}

/// Whether a text consists of blanks and closing quotes or angle brackets only.
pub fn only_closes(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || AROUND.iter().any(|&(_, close)| close == c))
}

/// The longest text that a message quotes, in characters.
const QUOTED: usize = 30;

/// A word for a message, cut to 30 characters.
///
/// ```
/// use falsecard::text::quoted;
///
/// assert_eq!([quoted("♠5432"), quoted(&"♠".repeat(99))], ["♠5432".into(), "♠".repeat(30) + "…"]);
/// ```
pub fn quoted(text: &str) -> String {
    match text.char_indices().nth(QUOTED) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// The text with a capital letter at its beginning.
///
/// ```
/// use falsecard::text::capital;
///
/// assert_eq!([capital("élan of ♠A"), capital("")], ["Élan of ♠A", ""]);
/// ```
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A value as JSON on one line, with control and invisible characters escaped.
///
/// # Errors
///
/// Whatever the serializer refuses.
///
/// ```
/// use falsecard::text::json;
///
/// assert_eq!(json(&"\u{1b}\u{7f}\u{9b}\u{202e}♠")?, "\"\\u001b\\u007f\\u009b\\u202e♠\"");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn json(value: &impl Serialize) -> serde_json::Result<String> {
    let plain = serde_json::to_string(value)?;
    if !plain.contains(is_unseen) {
        return Ok(plain);
    }
    // Outside its strings JSON has only visible ASCII, so every such character is in a string.
    let mut text = String::with_capacity(plain.len() + 16);
    for character in plain.chars() {
        if is_unseen(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                write!(text, "\\u{unit:04x}").expect("writing to a string does not fail");
            }
        } else {
            text.push(character);
        }
    }
    Ok(text)
}
