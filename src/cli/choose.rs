//! `falsecard choose`: one decision, the candidates side by side.

use std::time::Instant;

use itertools::Itertools;
use miette::Result;
use serde::Serialize;
use textwrap::core::display_width;

use super::place::Place;
use super::progress::Progress;
use super::settings::{Engines, PlayedFor, Thinking, ask, hint, is_interrupted, refusal};
use super::table::{columns, counted, share_of, with_error};
use super::{Answer, Output, line, requests};
use crate::cards::{Card, Side, seat_name};
use crate::constraint::Rule;
use crate::notation::{Cards, Diagram};
use crate::play::View;
use crate::search::{Candidate, Decision, Search};

/// The arguments of `falsecard choose`.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    engines: Engines,
    #[command(flatten)]
    played_for: PlayedFor,
    #[command(flatten)]
    thinking: Thinking,
    /// What the player knows for certain of a hand, as in "W: hcp 10-12". May be repeated.
    #[arg(long, value_name = "RULE", value_parser = hint)]
    hint: Vec<Rule>,
}

/// A decision with the time it took.
#[derive(Serialize)]
struct Timed {
    #[serde(flatten)]
    decision: Decision,
    ms: u64,
    /// Whether Ctrl-C ended it.
    interrupted: bool,
}

/// A tenth of fewer worlds is no world.
const TENTHS: usize = 10;

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        let mut settings = self.thinking.settings()?;
        let engines = self.engines.named()?;
        let (view, agreed) = self.place.open_decision()?;
        settings.scoring = self.played_for.or(view.bidding().scoring());
        let progress = Progress::new();
        let mut decisions = Vec::new();
        for &engine in &engines {
            // What an engine says who has just been told to stop is worth nothing beside the others.
            if is_interrupted() {
                break;
            }
            progress.say(engine.slug());
            let start = Instant::now();
            let decided =
                ask(&view, &agreed, &self.hint, &settings, &progress, |it| engine.decide(it));
            let (decision, ms) = (decided.map_err(refusal)?, start.elapsed().as_millis() as u64);
            decisions.push(Timed { decision, ms, interrupted: is_interrupted() });
        }
        drop(progress);
        if output.json {
            decisions.iter().try_for_each(|decision| output.json(decision))?;
        } else {
            show(&view, &decisions, &engines[decisions.len()..], output)?;
        }
        Ok(Answer::Yes)
    }
}

fn show(
    view: &View,
    decisions: &[Timed],
    not_asked: &[&dyn Search],
    output: &mut Output,
) -> Result<()> {
    output.diagram(&Diagram::of_view(view, Cards::Left))?;
    for timed in decisions {
        output.line(headline(timed, output))?;
    }
    for engine in not_asked {
        output.line(format!("{}: not asked any more", engine.slug()))?;
    }
    let goal = if view.contract().declaring_side() == view.side() { "makes" } else { "sets" };
    for block in blocks(decisions, goal, output) {
        output.line("")?;
        output.columns(&block)?;
    }
    if !decisions.is_empty() {
        output.line("")?;
        legend(view, decisions, output)?;
    }
    let requests = decisions.iter().flat_map(|Timed { decision, .. }| {
        requests::said(decision.seat, decision.asked, decision.wants, output)
    });
    let requests: Vec<String> = requests.unique().collect();
    requests.into_iter().try_for_each(|said| output.line(format!("\n{said}")))?;
    let lines = decisions.iter().filter_map(|timed| line::said(&timed.decision.line, output));
    let lines: Vec<String> = lines.unique().collect();
    lines.into_iter().try_for_each(|said| output.line(format!("\nHere {said}")))
}

/// Who plays what, and on how much that rests.
fn headline(Timed { decision, ms, interrupted }: &Timed, output: &Output) -> String {
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

/// What the columns are.
fn legend(view: &View, decisions: &[Timed], output: &mut Output) -> Result<()> {
    let decisions = || decisions.iter().map(|timed| &timed.decision);
    let all = || decisions().flat_map(|it| it.candidates.iter().map(move |card| (it, card)));
    output.line(format!(
        "Scores are {}'s points; ± is one standard error; \"behind\" is paired by world.",
        Side::of(view.seat())
    ))?;
    if decisions().any(|decision| decision.candidates[0].gain.is_some()) {
        output.line(
            "\"gain\" is what the card is believed to be worth more than minimax's, against \
             opponents of whom some see all hands.",
        )?;
    }
    if all().any(|(_, card)| card.worlds == 0) {
        output.line("In brackets: not played out; as double dummy has it.")?;
    }
    if all().any(|(decision, card)| decision.worlds_behind(card) < TENTHS) {
        output.line("- : too few worlds to have a worst tenth.")?;
    }
    Ok(())
}

/// The engines side by side, or, where the page is too narrow for that, one below the other.
fn blocks(decisions: &[Timed], goal: &str, output: &Output) -> Vec<Vec<Vec<String>>> {
    let together = rows(decisions, goal, output);
    let widest = columns(&together, usize::MAX).iter().map(|line| display_width(line)).max();
    if decisions.is_empty() || widest.is_some_and(|width| width <= output.page) {
        return decisions.first().map(|_| together).into_iter().collect();
    }
    decisions.chunks(1).map(|one| rows(one, goal, output)).collect()
}

/// A row a card, four columns an engine.
fn rows(decisions: &[Timed], goal: &str, output: &Output) -> Vec<Vec<String>> {
    let Some(last) = decisions.last() else { return Vec::new() };
    let mut engines = vec![String::new()];
    let mut head = vec!["card".to_owned()];
    for Timed { decision, .. } in decisions {
        engines.extend([decision.engine, "", "", ""].map(str::to_owned));
        let judged = if decision.candidates[0].gain.is_some() { "gain" } else { "behind" };
        head.extend(["mean", judged, goal, "worst 10%"].map(str::to_owned));
    }
    let mut rows = vec![engines, head];
    for card in last.decision.candidates.iter().map(|candidate| candidate.card) {
        let mut row = vec![output.card(card)];
        for Timed { decision, .. } in decisions {
            row.extend(cells(decision, card));
        }
        rows.push(row);
    }
    rows
}

fn cells(decision: &Decision, card: Card) -> [String; 4] {
    let found = decision.candidates.iter().find(|candidate| candidate.card == card);
    let Some(candidate) = found else { return Default::default() };
    let Candidate { mean, se, behind, behind_se, success, worst_tenth, gain, .. } = candidate;
    let judged = match gain {
        Some(gain) if gain.is_minimax => "minimax".to_owned(),
        Some(gain) => with_error(gain.mean, gain.deviation),
        None if card == decision.card => "chosen".to_owned(),
        None => with_error(*behind, *behind_se),
    };
    let mean = with_error(*mean, *se);
    let mean = if candidate.worlds > 0 { mean } else { format!("({mean})") };
    let worlds = decision.worlds_behind(candidate);
    let worst = if worlds < TENTHS { "-".to_owned() } else { format!("{worst_tenth:.0}") };
    [mean, judged, share_of(*success, worlds), worst]
}
