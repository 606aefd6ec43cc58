//! What the line taken says, in words.

use super::Output;
use crate::wording::objects::{LineShifts, Shift};
use crate::wording::{line_taken, percent};
use falsecard_engine::cards::seat_name;

/// The least change of a probability that is spoken of.
const NOTABLE: f64 = 0.01;

/// How many standard errors a change has to be: of some thirty, none is that large by chance.
const ERRORS: f64 = 3.0;

/// The cards that the line makes likelier somewhere, beyond its error, in lines of text after
/// an empty one; none if nothing that was played matters.
pub(super) fn said(line: &LineShifts, output: &Output) -> Vec<String> {
    let Some(said) = line_taken(line.taken(), output.style.pips) else { return Vec::new() };
    let said = format!("The shares above leave out what the cards played cost. {said}");
    let notable = |shift: &&Shift| {
        let (change, error) = shift.change;
        change >= NOTABLE && change > ERRORS * error
    };
    let shift = |shift: &Shift| {
        let [before, after] = [shift.before, shift.after()].map(percent);
        format!("  {} {} {before} → {after}", output.card(shift.card), seat_name(shift.seat))
    };
    let shifts = line.shares().iter().filter(notable).map(shift);
    [String::new(), said].into_iter().chain(shifts).collect()
}
