//! What an auction says, call by call, with its source.

use miette::Result;
use serde::Serialize;

use super::Output;
use crate::cards::{Call, seat_name};
use crate::constraint::{Explained, Formula, Promise};

/// How wide a page is.
const WIDTH: usize = 80;

/// A call and what it says, for programs.
#[derive(Serialize)]
pub(super) struct Line {
    seat: char,
    call: String,
    says: Option<String>,
    /// How many calls of higher priority it denies.
    denies: usize,
}

/// Every call, for programs.
pub(super) fn lines(auction: &[Explained]) -> Vec<Line> {
    let line = |call: &Explained| Line {
        seat: call.seat.letter(),
        call: call.call.to_string(),
        says: call.promise.as_ref().map(|promise| promise.source.clone()),
        denies: call.promise.as_ref().map_or(0, |promise| denied(promise)),
    };
    auction.iter().map(line).collect()
}

/// Prints what the calls say; calls that say nothing are left out.
pub(super) fn show(auction: &[Explained], output: &mut Output) -> Result<()> {
    let told: Vec<_> =
        auction.iter().filter_map(|call| Some((call, call.promise.as_deref()?))).collect();
    if told.is_empty() {
        return Ok(());
    }
    output.line("The auction says:")?;
    for (call, promise) in told {
        let name = match call.call {
            Call::Pass => "Pass".to_owned(),
            other => output.call(other),
        };
        let head = format!("  {:<6}{name:<5}", seat_name(call.seat));
        let indent = " ".repeat(head.chars().count());
        for (i, text) in wrapped(&text(promise, output), " ", indent.len()).iter().enumerate() {
            output.line(format!("{}{text}", if i == 0 { &head } else { &indent }))?;
        }
    }
    output.line("")
}

fn text(promise: &Promise, output: &Output) -> String {
    let said = output.pips(&promise.source);
    match denied(promise) {
        0 => said,
        1 => format!("{said}; denies 1 better call"),
        calls => format!("{said}; denies {calls} better calls"),
    }
}

/// How many calls a promise denies.
fn denied(promise: &Promise) -> usize {
    match &promise.denied {
        None => 0,
        Some(Formula::Any(calls)) => calls.len(),
        Some(_) => 1,
    }
}

/// Lines that fit on a page behind an indent, broken where the parts of the text are joined.
pub(super) fn wrapped(text: &str, joint: &str, indent: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in text.split(joint) {
        let width = |line: &str| line.chars().count();
        match lines.last_mut() {
            Some(line) if indent + width(line) + width(joint) + width(part) <= WIDTH => {
                line.push_str(joint);
                line.push_str(part);
            }
            _ => lines.push(part.to_owned()),
        }
    }
    lines
}
