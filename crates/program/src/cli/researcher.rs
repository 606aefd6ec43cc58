//! The researcher's table of a decision: all candidates, engine beside engine.

use std::fmt::Write;

use miette::Result;
use textwrap::core::display_width;

use super::Output;
use super::table::{TENTHS, columns, counted};
use crate::wording::objects::TimedDecision;
use crate::wording::success;
use falsecard_engine::cards::{Card, Side, seat_name};
use falsecard_engine::play::View;
use falsecard_engine::search::{Candidate, Decision, Search};

/// Who plays what, the candidates, and what their figures count.
pub(super) fn show(
    view: &View,
    decisions: &[TimedDecision],
    not_asked: &[&dyn Search],
    goal: &str,
    output: &mut Output,
) -> Result<()> {
    for timed in decisions {
        output.line(headline(timed, output))?;
    }
    for engine in not_asked {
        output.line(format!("{}: not asked any more", engine.slug()))?;
    }
    for block in blocks(decisions, goal, output) {
        output.line("")?;
        output.columns(&block)?;
    }
    let Some(first) = decisions.first() else { return Ok(()) };
    let mut legend = format!(
        "\nScores are {} of {}; what the columns are: falsecard help terms.",
        first.decision.scoring.unit(),
        Side::of(view.seat()),
    );
    let all = decisions.iter().flat_map(|timed| &timed.decision.candidates);
    if all.clone().any(|card| card.worlds == 0) {
        let _ = write!(legend, " In brackets: not played out.");
    }
    output.line(legend)
}

/// Who plays what, and on how much that rests.
fn headline(
    TimedDecision { decision, ms, interrupted }: &TimedDecision,
    output: &Output,
) -> String {
    let (played_out, solved) = (decision.candidates[0].worlds, decision.solved);
    let effort = match played_out {
        0 => format!("nothing played out: double dummy in {}", counted(solved, "world")),
        worlds => counted(worlds, "world"),
    };
    let doubt = if decision.resolved { "" } else { ", not resolved" };
    let broken_off = if *interrupted { ", interrupted" } else { "" };
    format!(
        "{}: {} plays {} ({effort}, seed {}, {:.1} s{doubt}{broken_off})",
        decision.engine,
        seat_name(decision.seat),
        output.card(decision.card),
        decision.seed,
        *ms as f64 / 1000.0,
    )
}

/// The engines side by side, or, where the page is too narrow for that, one below the other.
fn blocks(decisions: &[TimedDecision], goal: &str, output: &Output) -> Vec<Vec<Vec<String>>> {
    let together = rows(decisions, goal, output);
    let widest = columns(&together, usize::MAX).iter().map(|line| display_width(line)).max();
    if decisions.is_empty() || widest.is_some_and(|width| width <= output.page) {
        return decisions.first().map(|_| together).into_iter().collect();
    }
    decisions.chunks(1).map(|one| rows(one, goal, output)).collect()
}

/// A row a card, four columns an engine.
fn rows(decisions: &[TimedDecision], goal: &str, output: &Output) -> Vec<Vec<String>> {
    let Some(last) = decisions.last() else { return Vec::new() };
    let mut engines = vec![String::new()];
    let mut head = vec!["card".to_owned()];
    for TimedDecision { decision, .. } in decisions {
        engines.extend([decision.engine, "", "", ""].map(str::to_owned));
        let judged = if decision.candidates[0].gain.is_some() { "gain" } else { "behind" };
        head.extend(["mean", judged, goal, "worst 10%"].map(str::to_owned));
    }
    let mut rows = vec![engines, head];
    for card in last.decision.candidates.iter().map(|candidate| candidate.card) {
        let mut row = vec![output.card(card)];
        for TimedDecision { decision, .. } in decisions {
            row.extend(cells(decision, card));
        }
        rows.push(row);
    }
    rows
}

fn cells(decision: &Decision, card: Card) -> [String; 4] {
    let found = decision.candidates.iter().find(|candidate| candidate.card == card);
    let Some(candidate) = found else { return Default::default() };
    let scoring = decision.scoring;
    let Candidate { mean, se, behind, behind_se, worst_tenth, gain, .. } = candidate;
    let judged = match gain {
        Some(gain) if gain.is_minimax => "minimax".to_owned(),
        Some(gain) => scoring.with_error(gain.mean, gain.deviation),
        None if card == decision.card => "chosen".to_owned(),
        None => scoring.with_error(*behind, *behind_se),
    };
    let mean = scoring.with_error(*mean, *se);
    let is_like_others = candidate.worlds > 0 || candidate.gain.is_some();
    let mean = if is_like_others { mean } else { format!("({mean})") };
    let worlds = if candidate.worlds > 0 { candidate.worlds } else { decision.solved };
    let worst = if worlds < TENTHS { "-".to_owned() } else { scoring.amount(*worst_tenth) };
    [mean, judged, success(decision, candidate), worst]
}
