//! How people choose among their cards of a suit, as fitted to records.

use falsecard_engine::carding::habits::Habits;
use falsecard_engine::carding::lines::Lines;
use falsecard_laboratory::records::logit::{ObservedChoice, Precision, departures};

/// How strongly nats are expected to be none: in common, and what is particular to strain and
/// phase.
const PRECISION: Precision = Precision { common: 2.0, particular: 64.0, unagreed: 1.0 };

/// The habits under which the cards played are likeliest.
pub(super) fn habits(chosen: &[&ObservedChoice]) -> Habits {
    departures(chosen, &Lines::default(), PRECISION)
}
