//! Standard error: faults and remarks, beside the answer.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use miette::Report;

use super::faults;
use super::output::coloured;
use super::progress::aside;
use falsecard_engine::text::shown;

/// Whether faults are told as JSON.
pub(super) static AS_JSON: AtomicBool = AtomicBool::new(false);

/// Prints a fault on standard error.
pub(super) fn complain(report: &Report) {
    let json = AS_JSON.load(Ordering::Relaxed);
    write_aside(&coloured(!json, |colour| faults::told(report.as_ref(), json, colour)));
}

/// Prints a remark on standard error.
pub(super) fn tell(text: &str) {
    write_aside(&shown(text));
}

/// Writes on standard error, as nothing else does but `clap` and the progress bar. Where that takes
/// nothing, nobody can be told so.
pub(super) fn write_aside(text: &str) {
    let _ = aside(|| writeln!(io::stderr(), "{text}"));
}

/// Whether what is written there has no colours.
pub(super) fn is_plain() -> bool {
    std::env::var_os("NO_COLOR").is_some() || !io::stderr().is_terminal()
}
