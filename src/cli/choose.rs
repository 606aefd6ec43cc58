//! `falsecard choose`: one decision, the candidates side by side.

use std::time::Instant;

use itertools::Itertools;
use miette::{Result, miette};
use serde::Serialize;

use super::input::Place;
use super::progress::Progress;
use super::settings::{Engines, Thinking, ask, hint};
use super::table::{columns, percent, with_error};
use super::{Answer, Output, line, requests};
use crate::belief::NoBelief;
use crate::cards::{Card, Side, seat_name};
use crate::constraint::Rule;
use crate::notation::{Cards, Diagram};
use crate::play::View;
use crate::search::{Candidate, Decision, NoDecision};

/// The arguments of `falsecard choose`.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    engines: Engines,
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
}

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        let settings = self.thinking.settings()?;
        let engines = self.engines.named()?;
        let (play, agreed) = self.place.open_decision()?;
        let view = play.view(play.history().decider());
        let progress = Progress::new();
        let mut decisions = Vec::new();
        for engine in engines {
            progress.say(engine.slug());
            let start = Instant::now();
            let decided =
                ask(&view, &agreed, &self.hint, &settings, &progress, |it| engine.decide(it));
            let decision = match decided {
                Ok(decision) => decision,
                Err(error @ NoDecision::Belief(NoBelief::NothingFits)) => {
                    output.line(format!("{error}: \"falsecard believe\" says what contradicts"))?;
                    return Ok(Answer::No);
                }
                Err(error) => return Err(miette!("{error}")),
            };
            decisions.push(Timed { decision, ms: start.elapsed().as_millis() as u64 });
        }
        drop(progress);
        if output.json {
            decisions.iter().try_for_each(|decision| output.json(decision))?;
        } else {
            show(&view, &decisions, output)?;
        }
        Ok(Answer::Yes)
    }
}

fn show(view: &View, decisions: &[Timed], output: &mut Output) -> Result<()> {
    output.diagram(&Diagram::of_view(view, Cards::Left))?;
    for Timed { decision, ms } in decisions {
        let seconds = *ms as f64 / 1000.0;
        let worlds = decision.candidates[0].worlds;
        let doubt = if decision.resolved { "" } else { ", not resolved" };
        let effort =
            if worlds > 0 { format!("{worlds} worlds") } else { "nothing played out".to_owned() };
        output.line(format!(
            "{}: {} plays {} ({effort}, seed {}, {seconds:.1} s{doubt})",
            decision.engine,
            seat_name(decision.seat),
            output.card(decision.card),
            decision.seed,
        ))?;
    }
    output.line("")?;
    let goal = if view.contract().declaring_side() == view.side() { "makes" } else { "sets" };
    for line in columns(&rows(decisions, goal, output)) {
        output.line(line)?;
    }
    output.line(format!(
        "\nScores are {}'s points; ± is one standard error; \"behind\" is paired by world.",
        Side::of(view.seat())
    ))?;
    if decisions.iter().any(|timed| timed.decision.candidates[0].gain.is_some()) {
        output.line(
            "\"gain\" is what the card is believed to be worth more than minimax's, against \
             opponents of whom some see all hands.",
        )?;
    }
    let mut all = decisions.iter().flat_map(|timed| &timed.decision.candidates);
    if all.any(|candidate| candidate.worlds == 0) {
        output.line("In brackets: not played out; as double dummy has it.")?;
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

/// A row a card, four columns an engine.
fn rows(decisions: &[Timed], goal: &str, output: &Output) -> Vec<Vec<String>> {
    let last = decisions.last().expect("an engine was asked");
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
    let Candidate { mean, se, behind, behind_se, success, worst_tenth, worlds, gain, .. } =
        candidate;
    let judged = match gain {
        Some(gain) if gain.is_minimax => "minimax".to_owned(),
        Some(gain) => with_error(gain.mean, gain.deviation),
        None if card == decision.card => "chosen".to_owned(),
        None => with_error(*behind, *behind_se),
    };
    let mean = with_error(*mean, *se);
    let mean = if *worlds > 0 { mean } else { format!("({mean})") };
    [mean, judged, percent(*success), format!("{worst_tenth:.0}")]
}
