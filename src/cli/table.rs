//! Cells in columns, and figures as they are written.

use std::borrow::Cow;

use crate::text::on_one_line;

/// A change of a probability that is worth a line.
pub(super) const WORTH_TELLING: f64 = 0.02;

/// The rows as lines, each column as wide as its widest cell, the first to the left and the others
/// to the right.
pub(super) fn columns(rows: &[Vec<String>]) -> Vec<String> {
    let rows = rows.iter().map(|row| row.iter().map(|cell| on_one_line(cell)).collect());
    let rows: Vec<Vec<Cow<'_, str>>> = rows.collect();
    let count = rows.iter().map(Vec::len).max().unwrap_or_default();
    let widths: Vec<usize> = (0..count)
        .map(|i| rows.iter().filter_map(|row| row.get(i)).map(|c| c.chars().count()).max())
        .map(Option::unwrap_or_default)
        .collect();
    let line = |row: &Vec<Cow<'_, str>>| {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(i, (cell, &width))| match i {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// A number with commas between thousands: 10,400,600.
pub(super) fn thousands(number: u64) -> String {
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

/// A share as a percentage without decimals; a share that is neither nought nor all never looks it.
pub(super) fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    if share > 0.0 && percent <= 0.5 {
        "<1 %".to_owned()
    } else if share < 1.0 && percent >= 99.5 {
        ">99 %".to_owned()
    } else {
        format!("{percent:.0} %")
    }
}

/// "-408 ± 73"; a single world has no error to show.
pub(super) fn with_error(value: f64, error: f64) -> String {
    // Adding nought turns a rounded "-0" into "0".
    let value = value.round() + 0.0;
    if error.is_finite() { format!("{value:.0} ± {error:.0}") } else { format!("{value:.0}") }
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
    }
}
