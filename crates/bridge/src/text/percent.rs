//! Percent-encoding, as in addresses of the web.

use std::fmt::Write;

/// Percent-encodes a text, except for ASCII letters and digits and these characters, which are
/// ASCII.
///
/// ```
/// use falsecard::text::{percent_decoded, percent_encoded};
///
/// assert_eq!(percent_encoded("1♥, 2%", ","), "1%E2%99%A5,%202%25");
/// assert_eq!(percent_decoded("1%E2%99%A5,+2%25"), "1♥, 2%");
/// ```
pub fn percent_encoded(text: &str, except: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || except.as_bytes().contains(&byte) {
            out.push(byte.into());
        } else {
            write!(out, "%{byte:02X}").expect("writing to a string does not fail");
        }
    }
    out
}

/// Decodes percent-encoding, with `+` for a blank. A `%` that no two hexadecimal digits follow
/// stands for itself.
pub fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, behind @ ..] = rest {
        rest = behind;
        let digit = |at: usize| char::from(*behind.get(at)?).to_digit(16);
        match (first, digit(0), digit(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high * 16 + low) as u8);
                rest = &behind[2..];
            }
            (b'+', ..) => bytes.push(b' '),
            (&other, ..) => bytes.push(other),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
