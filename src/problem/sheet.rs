//! A table of results, and the forms in which it is written.

use std::fmt::Write;

use crate::text::on_one_line;

/// The form in which tables are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Columns side by side, for the terminal.
    Text,
    /// GitHub's tables.
    Markdown,
    /// Comma-separated values (RFC 4180).
    Csv,
}

/// A table: a head and rows of cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// What the columns are; as many as there are cells in a row.
    pub head: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl Sheet {
    /// An empty table with these columns.
    pub fn new<T: Into<String>>(head: impl IntoIterator<Item = T>) -> Self {
        Self { head: head.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// The table as lines, each with its end.
    ///
    /// ```
    /// use falsecard::problem::{Form, Sheet};
    ///
    /// let mut sheet = Sheet::new(["card", "why"]);
    /// sheet.rows.push(vec!["♣2".to_owned(), "\"duck\", smoothly".to_owned()]);
    /// assert_eq!(sheet.write(Form::Csv), "card,why\n♣2,\"\"\"duck\"\", smoothly\"\n");
    /// assert_eq!(sheet.write(Form::Text), "card  why\n♣2    \"duck\", smoothly\n");
    /// ```
    pub fn write(&self, form: Form) -> String {
        let visible = |cell: &String| on_one_line(cell).into_owned();
        let lines = std::iter::once(&self.head).chain(&self.rows);
        let lines: Vec<Vec<String>> =
            lines.map(|cells| cells.iter().map(visible).collect()).collect();
        let mut text = String::new();
        for (number, cells) in lines.iter().enumerate() {
            match form {
                Form::Text => text += aligned(cells, &lines).trim_end(),
                Form::Markdown => {
                    let cells = cells.iter().map(|cell| cell.replace('|', "\\|"));
                    write!(text, "| {} |", cells.collect::<Vec<_>>().join(" | "))
                        .expect("writing to a string does not fail");
                    if number == 0 {
                        text += "\n|";
                        text += &"---|".repeat(self.head.len());
                    }
                }
                Form::Csv => text += &cells.iter().map(|c| quoted(c)).collect::<Vec<_>>().join(","),
            }
            text.push('\n');
        }
        text
    }
}

/// Cells in columns as wide as the widest cell of any line, two blanks between.
fn aligned(cells: &[String], lines: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let all = lines.iter().filter_map(|line| line.get(column));
        all.map(|cell| cell.chars().count()).max().unwrap_or_default()
    };
    let cells = cells.iter().enumerate().map(|(i, cell)| format!("{cell:<w$}", w = width(i)));
    cells.collect::<Vec<_>>().join("  ")
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}
