//! Numbers as text.

use falsecard_engine::cards::with_tens;
use falsecard_engine::work::Interval;

/// The least number of worlds for a percentage; a share of fewer is given as a count.
pub const ENOUGH_FOR_SHARES: usize = 20;

/// The least change of a probability that gets a line of its own.
pub const WORTH_TELLING: f64 = 0.02;

/// The least change of a probability that is shown without being asked for.
pub const NOTABLE_POINTS: f64 = 0.10;

/// A text for people: a ten is 10, and a negative number has a minus sign in place of a hyphen.
///
/// ```
/// # extern crate falsecard_program as falsecard;
/// use falsecard::wording::for_people;
///
/// assert_eq!(for_people("♠T: -0.6 ± 0.2 of 15-17"), "♠10: −0.6 ± 0.2 of 15-17");
/// ```
pub fn for_people(text: &str) -> String {
    let text = with_tens(text);
    let mut written = String::with_capacity(text.len());
    let mut before = ' ';
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let opens = before.is_whitespace() || matches!(before, '(' | '[');
        let is_minus =
            character == '-' && opens && characters.peek().is_some_and(char::is_ascii_digit);
        written.push(if is_minus { '−' } else { character });
        before = character;
    }
    written
}

/// A mean with the half-width of its 95 % interval, or "?" if that is not known.
pub fn with_half(interval: &Interval, digits: usize) -> String {
    let half = interval.ends().map(|[low, high]| format!("{:.digits$}", (high - low) / 2.0));
    // Adding 0 turns a rounded "-0" into "0".
    let scale = 10_f64.powi(digits as i32);
    let mean = (interval.mean * scale).round() / scale + 0.0;
    format!("{mean:+.digits$} ± {}", half.unwrap_or_else(|| "?".to_owned()))
}

/// A number with commas between thousands: 10,400,600.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A share as a percentage without decimals. Only 0 and 1 are written "0 %" and "100 %"; other
/// shares are never rounded to them.
pub fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    if share > 0.0 && percent <= 0.5 {
        "<1 %".to_owned()
    } else if share < 1.0 && percent >= 99.5 {
        ">99 %".to_owned()
    } else {
        format!("{percent:.0} %")
    }
}

/// A share of worlds as a percentage, or of fewer than [`ENOUGH_FOR_SHARES`] worlds as a count: "2
/// of 3".
pub fn share_of(share: f64, worlds: usize) -> String {
    match worlds {
        0 => String::new(),
        few if few < ENOUGH_FOR_SHARES => format!("{:.0} of {few}", share * few as f64),
        _ => percent(share),
    }
}

/// A number with its noun: "1 world", "3 worlds".
pub fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// Tricks above a contract as players write them: "=", "+1", "−2".
pub fn over(tricks: i32) -> String {
    match tricks {
        0 => "=".to_owned(),
        over if over > 0 => format!("+{over}"),
        under => format!("−{}", -under),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!(thousands(10_400_600), "10,400,600");
        assert_eq!(thousands(999), "999");
        assert_eq!([percent(0.0), percent(0.001), percent(0.714)], ["0 %", "<1 %", "71 %"]);
        assert_eq!(percent(0.9999), ">99 %");
        assert_eq!([share_of(1.0, 1), share_of(1.0, 80)], ["1 of 1", "100 %"]);
    }
}
