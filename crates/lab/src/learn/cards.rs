//! Fits habits to records: how people choose among their cards of a suit.

use falsecard_engine::carding::habits::Habits;
use falsecard_engine::carding::lines::Lines;
use falsecard_laboratory::records::logit::{ObservedChoice, Precision, departures};

/// The prior precisions around zero: of weights in common, and of those particular to strain and
/// phase.
const PRECISION: Precision = Precision { common: 2.0, particular: 64.0, unagreed: 1.0 };

/// The habits that make the cards played likeliest.
pub(super) fn habits(chosen: &[&ObservedChoice]) -> Habits {
    departures(chosen, &Lines::default(), PRECISION)
}
