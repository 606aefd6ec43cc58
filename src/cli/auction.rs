//! What an auction says, call by call, with its source.

use miette::Result;
use serde::Serialize;

use super::Output;
use super::page::rows;
use crate::cards::{Call, seat_name};
use crate::constraint::{Explained, Formula, Promise};
use crate::web::markup::Markup;

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
        let text = format!("{head}{}", text(promise, output));
        output.drawn(&rows(&text, output.page, &indent), || Markup::lines(&text))?;
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
