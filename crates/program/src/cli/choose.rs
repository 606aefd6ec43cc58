//! `falsecard choose`: one decision, the candidates side by side.

use std::time::Instant;

use itertools::Itertools;
use miette::Result;

use super::headings::KNOWN;
use super::place::Place;
use super::progress::Progress;
use super::settings::{Engines, PlayedFor, Thinking, ask, hint, is_interrupted, refusal};
use super::{Answer, Output, report, researcher, table};
use crate::web::draw;
use crate::wording::objects::TimedDecision;
use crate::wording::{
    self, answer, dissent, effort, false_belief, goal, line_taken, plays, requests,
};
use falsecard_engine::constraint::Rule;
use falsecard_engine::play::{Scoring, View};
use falsecard_engine::search::{NoDecision, Question, Sample, Search};
use falsecard_notation::{Diagram, DiagramCards};

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
    #[arg(long, value_name = "RULE", value_parser = hint, help_heading = KNOWN)]
    hint: Vec<Rule>,
    /// Tell all that the engines found, side by side, with means, errors and the worst tenth.
    #[arg(long)]
    verbose: bool,
    #[command(flatten)]
    report: report::Args,
}

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        output.record_into(&self.report, "Which card?");
        let settings = self.played_for.on(&self.thinking.settings()?);
        let engines = self.engines.named()?;
        let (view, agreed) = self.place.open_decision()?;
        let progress = Progress::begin();
        let decisions = ask(&view, &agreed, &self.hint, &settings, &progress, |question| {
            self.decisions(question, &engines, &progress).map_err(refusal)
        })?;
        drop(progress);
        if output.json {
            decisions.iter().try_for_each(|decision| output.json(decision))?;
        } else {
            let not_asked = &engines[decisions.len()..];
            let is_foremost =
                |timed: &TimedDecision| timed.decision.engine == self.engines.foremost();
            let foremost = decisions.iter().position(is_foremost).unwrap_or_default();
            let told = decisions.get(foremost).filter(|_| !is_interrupted()).and_then(|timed| {
                ask(&view, &agreed, &self.hint, &settings, &Progress::begin(), |question| {
                    false_belief(question, &timed.decision, output.style.pips)
                })
            });
            show(&view, (&decisions, foremost), told, not_asked, self.verbose, output)?;
        }
        Ok(Answer::Yes)
    }
}

impl Args {
    /// What each engine decides. Engines go by the same layouts as far as they can, so that their
    /// figures can be set side by side.
    fn decisions(
        &self,
        question: &Question,
        engines: &[&dyn Search],
        progress: &Progress,
    ) -> std::result::Result<Vec<TimedDecision>, NoDecision> {
        let begun = Instant::now();
        let mut shared: Option<Sample> = None;
        let mut decisions = Vec::new();
        for (number, &engine) in engines.iter().enumerate() {
            // What an engine says who has just been told to stop is worth nothing beside the
            // others.
            if number > 0 && is_interrupted() {
                break;
            }
            progress.say(engine.slug());
            let start = Instant::now();
            let own =
                |begun| self.engines.settings_of(&engines[number..], question.settings, begun);
            let decision = if engines.len() > 1 && engine.shares_samples() {
                let sample = match shared.take() {
                    Some(sample) => sample,
                    None => Sample::of(&question.with_settings(&own(begun)))?,
                };
                let decided =
                    engine.decide_on(&question.with_settings(&own(begun)), &sample, &|_| ());
                shared = Some(sample);
                decided
            } else {
                engine.decide(&question.with_settings(&own(begun)))
            };
            let ms = start.elapsed().as_millis() as u64;
            decisions.push(TimedDecision {
                decision: decision?,
                ms,
                interrupted: is_interrupted(),
            });
        }
        Ok(decisions)
    }
}

/// The answer in a sentence, the place that it is about, the candidates, what the others say and
/// what the worlds were made of. `verbose` tells all that the engines found.
fn show(
    view: &View,
    (decisions, foremost): (&[TimedDecision], usize),
    told: Option<String>,
    not_asked: &[&dyn Search],
    verbose: bool,
    output: &mut Output,
) -> Result<()> {
    let Some(first) = decisions.get(foremost) else {
        output.diagram(&Diagram::of_view(view, DiagramCards::Left))?;
        return researcher::show(view, decisions, not_asked, goal(view), output);
    };
    let (plays, pips) = (self::plays(&first.decision), output.style.pips);
    output.line(answer(view, &first.decision, &plays, told, pips) + "\n")?;
    output.diagram(&Diagram::of_view(view, DiagramCards::Left))?;
    if verbose {
        researcher::show(view, decisions, not_asked, goal(view), output)?;
    } else {
        let lines = table::columns(&wording::table(&plays, goal(view), pips), output.page);
        output.drawn(&lines, || {
            let others = decisions.iter().enumerate().filter(|(at, _)| *at != foremost);
            let in_order = others.map(|(_, timed)| timed).chain([first]);
            draw::candidates(view, &in_order.map(|timed| &timed.decision).collect::<Vec<_>>())
        })?;
        output.line(legend(first))?;
        let others = decisions.iter().enumerate().filter(|(at, _)| *at != foremost);
        for (_, timed) in others {
            let said = dissent(view, &timed.decision, first.decision.card, pips);
            output.line(format!("\n{said}"))?;
        }
        for engine in not_asked {
            output.line(format!("\n{}: not asked any more", engine.slug()))?;
        }
    }
    let requests = decisions.iter().flat_map(|TimedDecision { decision, .. }| {
        requests(decision.seat, decision.asked, decision.wants, pips)
    });
    let requests: Vec<String> = requests.unique().collect();
    requests.into_iter().try_for_each(|said| output.line(format!("\n{said}")))?;
    let lines = decisions.iter().filter_map(|timed| line_taken(&timed.decision.line, pips));
    let lines: Vec<String> = lines.unique().collect();
    lines.into_iter().try_for_each(|said| output.line(format!("\n{said}")))
}

/// On how much the table rests. Not the time that it took: the same question has the same answer to
/// the byte.
fn legend(TimedDecision { decision, interrupted, .. }: &TimedDecision) -> String {
    let bracketed = decision.candidates.iter().any(|it| it.worlds == 0 && it.gain.is_none());
    let brackets = if bracketed { "In brackets: double dummy alone. " } else { "" };
    let broken_off = if *interrupted { ", interrupted" } else { "" };
    let unit = match decision.scoring {
        Scoring::Matchpoints => "shares of the matchpoints",
        scoring => scoring.unit(),
    };
    format!(
        "\n{brackets}\"behind\" counts {unit}; falsecard help terms explains.\n({}, agreements {}: {}, seed {}{broken_off})",
        decision.engine,
        decision.system,
        effort(decision),
        decision.seed,
    )
}
