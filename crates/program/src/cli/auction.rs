//! What an auction says, call by call, with its source.

use miette::Result;

use super::Output;
use super::page::rows;
use crate::web::markup::Markup;
use crate::wording::in_points;
use crate::wording::objects::denied;
use crate::wording::of_agreement;
use falsecard_engine::cards::{Call, seat_name};
use falsecard_engine::constraint::caller::Typical;
use falsecard_engine::constraint::{ExplainedCall, Promise};

/// Prints what the calls say; calls that say nothing are left out.
pub(super) fn show(auction: &[ExplainedCall], output: &mut Output) -> Result<()> {
    let told = auction.iter().enumerate();
    let told: Vec<_> =
        told.filter_map(|(at, call)| Some((at, call, call.promise.as_deref()?))).collect();
    if told.is_empty() {
        return Ok(());
    }
    output.line("The auction says:")?;
    let mut is_learned = false;
    for (at, call, promise) in told {
        let name = match call.call {
            Call::Pass => "Pass".to_owned(),
            other => output.call(other),
        };
        let head = format!("  {:<6}{name:<5}", seat_name(call.seat));
        let indent = " ".repeat(head.chars().count());
        let said = match Typical::behind(&auction[..=at]) {
            Some(hands) => {
                is_learned = true;
                format!("{hands}; by the book {}", output.pips(&of_agreement(&promise.source)))
            }
            None => text(promise, output),
        };
        let text = in_points(&format!("{head}{said}"));
        output.drawn(&rows(&text, output.page, &indent), || Markup::lines(&text))?;
    }
    if is_learned {
        output.line("Each range holds nine in ten of the hands with which champions call so.")?;
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
