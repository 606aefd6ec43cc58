//! Standard output: text for people on the page that it fits, drawings for reports, data as they
//! are.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, Write};

use miette::{IntoDiagnostic, Report};

use super::progress::aside;
use super::table::Format;
use super::{page, report, table};
use crate::web::draw;
use crate::web::markup::Markup;
use crate::wording::for_people;
use falsecard_engine::cards::{Call, Card, Suit};
use falsecard_engine::text::{self, shown};
use falsecard_laboratory::problem::Sheet;
use falsecard_notation::{Diagram, DiagramStyle};

/// The answer cannot be written.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
#[error("standard output: {0}")]
pub(super) struct Unwritable(pub(super) io::Error);

/// Standard output takes no more: whatever else there is to say is lost.
pub(super) fn is_unwritable(report: &Report) -> bool {
    report.downcast_ref::<Unwritable>().is_some()
}

/// The reader of a pipe has gone away, as `head` does: nothing is wrong.
pub(super) fn is_broken_pipe(report: &Report) -> bool {
    let error = report.downcast_ref::<Unwritable>();
    error.is_some_and(|error| error.0.kind() == io::ErrorKind::BrokenPipe)
}

/// How to answer. Nothing but this writes to standard output, and nothing of what a file says is
/// obeyed by the terminal.
pub struct Output<'a> {
    pub(super) out: &'a mut dyn Write,
    /// Whether programs read the answer.
    pub json: bool,
    pub(super) style: DiagramStyle,
    pub(super) is_terminal: bool,
    /// The width of the page.
    pub(super) page: usize,
    /// What is to be handed on besides.
    pub(super) recording: Option<report::Recording>,
}

impl Output<'_> {
    /// Prints text for people: no line is wider than the page.
    ///
    /// # Errors
    ///
    /// Standard output takes no more.
    pub fn line(&mut self, text: impl Display) -> miette::Result<()> {
        let text = text.to_string();
        self.record(|| Markup::lines(&text));
        self.print(&text)
    }

    /// Prints what a report has another picture of.
    pub(super) fn drawn(
        &mut self,
        lines: &[String],
        drawing: impl FnOnce() -> Markup,
    ) -> miette::Result<()> {
        self.record(drawing);
        lines.iter().try_for_each(|line| self.print(line))
    }

    /// From now on what is printed goes into the report too, if one is wanted.
    pub(super) fn record_into(&mut self, html: &report::Args, title: &'static str) {
        self.recording = html.recording(title);
    }

    /// Puts into the report what is not printed.
    pub(super) fn record(&mut self, drawing: impl FnOnce() -> Markup) {
        if let Some(recording) = &mut self.recording {
            recording.report.put(&drawing());
        }
    }

    pub(super) fn print(&mut self, text: &str) -> miette::Result<()> {
        let text = page::wrapped(&shown(&for_people(text)), self.page);
        self.write(&(text + "\n"))
    }

    /// The picture of a board, with a blank line behind it.
    pub(super) fn diagram(&mut self, diagram: &Diagram) -> miette::Result<()> {
        self.record(|| draw::diagram(diagram));
        let text = coloured(self.style.colour, |colour| {
            diagram.draw(DiagramStyle { colour, ..self.style })
        });
        self.write(&(page::wrapped(&text, self.page) + "\n"))
    }

    /// What is in a format of its own. A program has to get it as it is, and people are shown it.
    pub(super) fn data(&mut self, write: impl Fn(DiagramStyle) -> String) -> miette::Result<()> {
        let text = if self.is_terminal {
            coloured(self.style.colour, |colour| write(DiagramStyle { colour, ..self.style }))
        } else {
            write(self.style)
        };
        self.write(&text)
    }

    /// A line of such a format.
    pub(super) fn row(&mut self, text: impl Display) -> miette::Result<()> {
        self.data(|_| format!("{text}\n"))
    }

    pub(super) fn write(&mut self, text: &str) -> miette::Result<()> {
        Ok(aside(|| self.out.write_all(text.as_bytes())).map_err(Unwritable)?)
    }

    /// Sees to it that all has been written.
    pub(super) fn finish(&mut self) -> miette::Result<()> {
        if let Some(recording) = self.recording.take() {
            recording.write()?;
        }
        Ok(self.out.flush().map_err(Unwritable)?)
    }

    /// Prints a table for people.
    ///
    /// # Errors
    ///
    /// Standard output takes no more.
    pub fn columns(&mut self, rows: &[Vec<String>]) -> miette::Result<()> {
        self.drawn(&table::columns(rows, self.page), || draw::table(rows))
    }

    /// Prints a table of results for people.
    pub(super) fn sheet(&mut self, sheet: &Sheet) -> miette::Result<()> {
        self.drawn(&table::of_sheet(sheet, self.page), || draw::sheet(sheet))
    }

    /// A card as the user wants it written.
    pub(super) fn card(&self, card: Card) -> String {
        self.style.pips.card(card)
    }

    /// A suit as the user wants it written.
    pub(super) fn suit(&self, suit: Suit) -> char {
        self.style.pips.suit(suit)
    }

    /// A call as the user wants it written.
    pub(super) fn call(&self, call: Call) -> String {
        self.pips(&call.to_string())
    }

    /// A text with its suit symbols as the user wants them.
    pub(super) fn pips(&self, text: &str) -> String {
        self.style.pips.text(text)
    }

    /// Prints an object for programs.
    ///
    /// # Errors
    ///
    /// Standard output takes no more.
    pub fn json(&mut self, value: &impl serde::Serialize) -> miette::Result<()> {
        let text = text::json(value).into_diagnostic()?;
        self.row(text)
    }
}

/// A text with our own colours, if it is to have them and has nothing else that a terminal obeys:
/// what a file says must not be taken for a colour of ours.
pub(super) fn coloured(colour: bool, write: impl Fn(bool) -> String) -> String {
    let plain = write(false);
    match shown(&plain) {
        Cow::Owned(shown) => shown,
        Cow::Borrowed(_) if colour => write(true),
        Cow::Borrowed(_) => plain,
    }
}

/// Prints a table in the form that the user wants.
pub(super) fn print_sheet(
    sheet: &Sheet,
    format: Format,
    output: &mut Output,
) -> miette::Result<()> {
    if let Some(form) = format.form() {
        return output.row(sheet.write(form).trim_end());
    }
    output.sheet(sheet)
}

#[cfg(test)]
mod tests {
    use falsecard_notation::Pips;

    use super::*;

    /// What is in a format of its own stays what it is for a program; a terminal obeys only colours
    /// of our own, and those not beside anything else that it would obey.
    #[test]
    fn a_terminal_is_shown_what_a_program_is_given() {
        let heart =
            |style: DiagramStyle| if style.colour { "\u{1b}[31m♥\u{1b}[0m" } else { "♥" };
        let cases = [("K ", "K \u{1b}[31m♥\u{1b}[0m"), ("K\u{1b}[2J", "K\\u{1b}[2J♥")];
        for (name, on_terminal) in cases {
            for (is_terminal, wanted) in
                [(true, on_terminal.to_owned()), (false, format!("{name}♥"))]
            {
                let mut out = Vec::new();
                let style = DiagramStyle { pips: Pips::Symbols, colour: is_terminal };
                let mut output = Output {
                    out: &mut out,
                    json: false,
                    style,
                    is_terminal,
                    page: 80,
                    recording: None,
                };
                output.data(|style| format!("{name}{}", heart(style))).unwrap();
                assert_eq!(String::from_utf8(out).unwrap(), wanted);
            }
        }
    }
}
