//! How faults are told: in text that fits the page, or with `--json` as an object a line.

use std::fmt;

use miette::{
    Diagnostic, LabeledSpan, MietteHandler, MietteHandlerOpts, ReportHandler, SourceCode,
};
use schemars::JsonSchema;
use serde::Serialize;
use textwrap::core::display_width;

use super::ending::{BAD, status};
use super::page;
use crate::wording::for_people;
use falsecard_engine::text;

/// A fault as it is told: as JSON, or else in text that is no wider than the page, with our own
/// colours or without.
pub(super) fn told(fault: &(dyn Diagnostic + 'static), json: bool, colour: bool) -> String {
    if json { as_json(fault) } else { on_page(fault, page::of_errors(), colour) }
}

fn on_page(fault: &(dyn Diagnostic + 'static), page: usize, colour: bool) -> String {
    let options = MietteHandlerOpts::new().width(page).break_words(true);
    let handler = if colour { options } else { options.color(false) }.build();
    let spoken = |is_placed| Spoken { fault, is_placed };
    let whole = Told { handler: &handler, fault: &spoken(true) }.to_string();
    if whole.lines().all(|line| display_width(line) <= page) {
        return whole;
    }
    // The line at fault is too wide to be shown with its marks: it is cut.
    let fault_alone = Told { handler: &handler, fault: &spoken(false) }.to_string();
    let text = page::wrapped(fault_alone.trim_end(), page);
    match excerpt(fault, page) {
        Some(excerpt) => format!("{text}\n{excerpt}"),
        None => text,
    }
}

/// A fault as a handler tells it.
struct Told<'a> {
    handler: &'a MietteHandler,
    fault: &'a dyn Diagnostic,
}

impl fmt::Display for Told<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.handler.debug(self.fault, f)
    }
}

/// A fault as people read it, with its place or without.
#[derive(Debug)]
struct Spoken<'a> {
    fault: &'a dyn Diagnostic,
    is_placed: bool,
}

impl fmt::Display for Spoken<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&for_people(&self.fault.to_string()))
    }
}

impl std::error::Error for Spoken<'_> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.fault.source()
    }
}

impl Diagnostic for Spoken<'_> {
    fn severity(&self) -> Option<miette::Severity> {
        self.fault.severity()
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.fault.help().map(|help| Box::new(for_people(&help.to_string())) as _)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.fault.source_code().filter(|_| self.is_placed)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.fault.labels().filter(|_| self.is_placed)
    }
}

/// As much as there is room for of the line at fault, with a mark below the place.
fn excerpt(fault: &dyn Diagnostic, page: usize) -> Option<String> {
    const INDENT: &str = "    ";
    let label = fault.labels()?.next()?;
    // With the lines around it, or else what is read would begin at the place.
    let contents = fault.source_code()?.read_span(label.inner(), 1, 1).ok()?;
    let (before, after) =
        contents.data().split_at_checked(label.offset().checked_sub(contents.span().offset())?)?;
    let [before, after] = [before, after].map(String::from_utf8_lossy);
    let start = before.lines().next_back().filter(|_| !before.ends_with('\n')).unwrap_or_default();
    let line: Vec<char> = start.chars().chain(after.lines().next()?.chars()).collect();
    let place = start.chars().count();
    let room = page - INDENT.len() - 2;
    let from = place.saturating_sub(room / 2).min(line.len().saturating_sub(room));
    let shown: String = line.iter().skip(from).take(room).collect();
    let [before, after] =
        [from > 0, from + room < line.len()].map(|is_cut| if is_cut { "…" } else { "" });
    let before_mark: String = line.iter().skip(from).take(place.saturating_sub(from)).collect();
    let column = display_width(before) + display_width(&before_mark);
    let mark = match column.checked_sub("here ".len()) {
        Some(left) if column > room / 2 => format!("{:left$}here ^", ""),
        _ => format!("{:column$}^ here", ""),
    };
    Some(format!("{INDENT}{before}{shown}{after}\n{INDENT}{mark}"))
}

/// A fault.
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "Fault")]
pub(super) struct Line {
    /// What is known of it.
    error: Known,
}

/// What is known of a fault.
#[derive(Default, JsonSchema, Serialize)]
#[schemars(rename = "FaultKnown")]
struct Known {
    /// What is wrong, with file and line where there are any.
    message: String,
    /// The exit status that it stands for: 0, 1, 2 or 130. At 0 nothing is wrong.
    status: u8,
    /// The file at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// The line at fault, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// What would be right.
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text::json(self).map_err(|_| fmt::Error)?)
    }
}

fn as_json(fault: &(dyn Diagnostic + 'static)) -> String {
    let mut message = fault.to_string();
    let mut cause = fault.source();
    while let Some(because) = cause {
        message = format!("{message}: {because}");
        cause = because.source();
    }
    let place = place(fault);
    let error = Known {
        message,
        status: status(fault),
        file: place.as_ref().and_then(|(file, _)| file.clone()),
        line: place.map(|(_, line)| line),
        help: fault.help().map(|help| help.to_string()),
    };
    Line { error }.to_string()
}

/// The file and the line, from 1, that a fault points at.
fn place(fault: &dyn Diagnostic) -> Option<(Option<String>, usize)> {
    let label = fault.labels()?.next()?;
    let contents = fault.source_code()?.read_span(label.inner(), 0, 0).ok()?;
    Some((contents.name().map(str::to_owned), contents.line() + 1))
}

/// What is wrong with the arguments as a line of JSON: first what is wrong, then how it would be
/// right.
pub(super) fn of_arguments(error: &clap::Error) -> impl fmt::Display {
    let text = error.render().to_string();
    let (message, help) = text.split_once("\n\n").unwrap_or((&text, ""));
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let message = flat(message.trim_start_matches("error: "));
    let help = Some(flat(help)).filter(|help| !help.is_empty());
    Line { error: Known { message, status: BAD, help, ..Known::default() } }
}
