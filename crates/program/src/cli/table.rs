//! Cells in columns that fit the page, and tables in the form that the user wants.

use clap::ValueEnum;
use textwrap::core::display_width;

use super::page;
use crate::wording::for_people;
pub(super) use crate::wording::{WORTH_TELLING, counted, percent};
use falsecard_engine::text::on_one_line;
use falsecard_laboratory::problem::{Sheet, SheetFormat};

/// A tenth of fewer worlds is no world.
pub(super) const TENTHS: usize = 10;

/// What stands between two columns.
const GAP: usize = 2;

/// How the results are written.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum Format {
    /// Tables for the terminal.
    Text,
    /// Tables for a page.
    Markdown,
    /// A line a trial or choice, as comma-separated values.
    Csv,
}

impl Format {
    /// The form of a file; `None` for the terminal.
    pub(super) const fn form(self) -> Option<SheetFormat> {
        match self {
            Self::Text => None,
            Self::Markdown => Some(SheetFormat::Markdown),
            Self::Csv => Some(SheetFormat::Csv),
        }
    }
}

/// The rows as lines, the first column to the left and the others to the right.
///
/// Where the page is too narrow for the cells as they are, the widest are broken at their blanks.
/// If that is not enough, the columns stand in blocks one above the other, and the first column is
/// in each of them.
pub(super) fn columns(rows: &[Vec<String>], page: usize) -> Vec<String> {
    lines(&on_one_line_each(rows), page, false)
}

/// A sheet as lines, all columns to the left.
pub(super) fn of_sheet(sheet: &Sheet, page: usize) -> Vec<String> {
    let rows: Vec<_> = std::iter::once(&sheet.head).chain(&sheet.rows).cloned().collect();
    lines(&on_one_line_each(&rows), page, true)
}

/// Cells as people read them. What a file says may hold line breaks, which would break the table.
fn on_one_line_each(rows: &[Vec<String>]) -> Vec<Vec<String>> {
    let cell = |cell: &String| for_people(&on_one_line(cell));
    let cells = |row: &Vec<String>| row.iter().map(cell).collect();
    rows.iter().map(cells).collect()
}

fn lines(rows: &[Vec<String>], page: usize, left: bool) -> Vec<String> {
    let count = rows.iter().map(Vec::len).max().unwrap_or_default();
    let widest = |measure: fn(&str) -> usize| -> Vec<usize> {
        let cells = |column: usize| rows.iter().filter_map(move |row| row.get(column));
        let of = |column| cells(column).map(|cell| measure(cell)).max().unwrap_or_default();
        (0..count).map(of).collect()
    };
    let (mut widths, least) = (widest(display_width), widest(page::narrowest));
    let first = first_block(&least, page);
    if first < count {
        let block = |range: &[usize]| -> Vec<Vec<String>> {
            let cell = |row: &Vec<String>, at: usize| row.get(at).cloned().unwrap_or_default();
            rows.iter().map(|row| range.iter().map(|&at| cell(row, at)).collect()).collect()
        };
        let here: Vec<usize> = (0..first).collect();
        let below: Vec<usize> = std::iter::once(0).chain(first..count).collect();
        let mut all = lines(&block(&here), page, left);
        all.push(String::new());
        all.extend(lines(&block(&below), page, left));
        return all;
    }
    shrink(&mut widths, &least, page);
    rows.iter().flat_map(|row| row_lines(row, &widths, left)).collect()
}

/// How many columns go into the first block: two at least, for the next one begins with the first
/// column again.
fn first_block(least: &[usize], page: usize) -> usize {
    let fits = |count: &usize| total(&least[..*count]) <= page;
    (2..=least.len()).take_while(fits).last().unwrap_or(2).min(least.len())
}

fn total(widths: &[usize]) -> usize {
    widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1)
}

/// Takes from the widest column that can be broken until all of them fit.
fn shrink(widths: &mut [usize], least: &[usize], page: usize) {
    while total(widths) > page {
        let can_shrink = |&at: &usize| widths[at] > least[at];
        let Some(at) = (0..widths.len()).filter(can_shrink).max_by_key(|&at| widths[at]) else {
            break;
        };
        widths[at] -= 1;
    }
}

/// A row, as many lines as its highest cell.
fn row_lines(row: &[String], widths: &[usize], left: bool) -> Vec<String> {
    let cells: Vec<Vec<String>> =
        row.iter().zip(widths).map(|(cell, &width)| page::rows(cell, width.max(1), "")).collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or_default();
    let line = |at: usize| {
        let cell = |(column, rows): (usize, &Vec<String>)| {
            let text = rows.get(at).map_or("", String::as_str);
            let blank = " ".repeat(widths[column].saturating_sub(display_width(text)));
            if left || column == 0 { format!("{text}{blank}") } else { format!("{blank}{text}") }
        };
        let cells: Vec<String> = cells.iter().enumerate().map(cell).collect();
        cells.join(&" ".repeat(GAP)).trim_end().to_owned()
    };
    (0..height).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However narrow the page is, every word of every cell is there, and nothing is wider.
    #[test]
    fn tables_fit_the_page() {
        let row = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>();
        let rows = [
            row(&["card", "mean of all worlds", "behind", "sets", "the worst 10%"]),
            row(&["♣K", "-660 ± 12", "minimax", "100 %", "-660"]),
            row(&["♦T", "-1660 ± 120", "-55 ± 67", "0 %"]),
        ];
        for page in 20..80 {
            let text = columns(&rows, page).join("\n");
            assert!(text.lines().all(|line| display_width(line) <= page), "{page}:\n{text}");
            let written = || rows.iter().flatten().map(|cell| for_people(cell));
            for cell in written().filter(|cell| cell.contains('±')) {
                assert!(text.contains(cell.as_str()), "{page}: {cell} is torn:\n{text}");
            }
            let is_whole = |cell: String| cell.split(' ').all(|word| text.contains(word));
            assert!(written().all(is_whole), "{page}:\n{text}");
        }
    }
}
