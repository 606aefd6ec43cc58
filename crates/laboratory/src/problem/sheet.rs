//! A table of results, and the file formats in which it is written.

use falsecard_engine::text::on_one_line;

/// The format in which a table is written to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SheetFormat {
    /// A table of GitHub-flavoured Markdown.
    Markdown,
    /// Comma-separated values (RFC 4180).
    Csv,
}

/// A table: a head and rows of cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// The names of the columns, as many as there are cells in a row.
    pub head: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl Sheet {
    /// An empty table with these columns.
    pub fn new<T: Into<String>>(head: impl IntoIterator<Item = T>) -> Self {
        Self { head: head.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// The table as text, each line with its end.
    ///
    /// ```
    /// use falsecard::problem::{Sheet, SheetFormat};
    ///
    /// let mut sheet = Sheet::new(["card", "why"]);
    /// sheet.rows.push(vec!["♣2".to_owned(), "\"duck\", smoothly".to_owned()]);
    /// assert_eq!(sheet.write(SheetFormat::Csv), "card,why\n♣2,\"\"\"duck\"\", smoothly\"\n");
    /// let markdown = "| card | why |\n|---|---|\n| ♣2 | \"duck\", smoothly |\n";
    /// assert_eq!(sheet.write(SheetFormat::Markdown), markdown);
    /// ```
    pub fn write(&self, form: SheetFormat) -> String {
        let rows = self.rows.iter().map(|cells| form.row(cells));
        self.head_lines(form) + &rows.collect::<String>()
    }

    /// The lines before the rows, each with its end.
    pub fn head_lines(&self, form: SheetFormat) -> String {
        let head = form.row(&self.head);
        match form {
            SheetFormat::Markdown => head + "|" + &"---|".repeat(self.head.len()) + "\n",
            SheetFormat::Csv => head,
        }
    }
}

impl SheetFormat {
    /// A row as text, with its line end; each cell stays on one line.
    pub fn row(self, cells: &[String]) -> String {
        let cells = cells.iter().map(|cell| on_one_line(cell));
        match self {
            Self::Markdown => {
                let cells = cells.map(|cell| cell.replace('|', "\\|"));
                format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
            }
            Self::Csv => cells.map(|cell| quoted(&cell)).collect::<Vec<_>>().join(",") + "\n",
        }
    }
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}
