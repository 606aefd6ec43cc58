//! How well calls are foretold.

use miette::Result;

use super::Output;
use falsecard_laboratory::records::{CallPrediction, CallsForetold};

/// Tells how well calls are foretold, where something is known of callers.
///
/// # Errors
///
/// Standard output takes no more.
pub fn tell_calls(calls: &CallPrediction, output: &mut Output) -> Result<()> {
    let head = ["calls", "n", "foretold", "the likeliest", "among three"].map(str::to_owned);
    let row = |(name, foretold): (&str, &CallsForetold)| -> Vec<String> {
        let CallsForetold { nats, first, among_three } = foretold;
        let error = nats.error().map_or("?".to_owned(), |error| format!("{error:.3}"));
        vec![
            name.to_owned(),
            nats.len().to_string(),
            format!("{:.3} ± {}", nats.mean(), error),
            format!("{:.0}%", 100.0 * first.mean()),
            format!("{:.0}%", 100.0 * among_three.mean()),
        ]
    };
    let rows: Vec<_> = calls.kinds().map(row).collect();
    if rows.is_empty() {
        return Ok(());
    }
    output.line("\nThe calls that were made, mean logarithm of their probability:")?;
    output.columns(&[head.to_vec()].into_iter().chain(rows).collect::<Vec<_>>())
}
