//! `falsecard signal --problems SET…`: the signal problems of a collection against their answers.

use std::path::PathBuf;

use miette::{Result, miette};

use crate::cards::Card;
use crate::cli::agreements::Agreements;
use crate::cli::progress::Progress;
use crate::cli::settings::ask;
use crate::cli::table::columns;
use crate::cli::{Answer, Output, complain, input};
use crate::constraint::System;
use crate::problem::collect;
use crate::search::Settings;
use crate::signal::{Judged, Verdict, judge};

/// Judges the problems of sets, files and folders that say whether a signal is given or read.
pub(super) fn run(
    names: &[PathBuf],
    (system, change): (Option<&str>, impl Fn(System) -> System),
    share: f64,
    settings: &Settings,
    output: &mut Output,
) -> Result<Answer> {
    let collection = collect(names);
    let mut agreements = Agreements::with_default(system.unwrap_or("natural"))?;
    let progress = Progress::new();
    let mut judged = Vec::new();
    for problem in collection.problems.iter().filter(|problem| problem.role().is_some()) {
        progress.say(problem.id());
        let agreed = system.or_else(|| input::system_tag(problem.game()));
        let agreed = change(agreements.of(agreed)?.system.clone());
        let view = problem.play().view(problem.decider());
        let found = ask(&view, &agreed, &[], settings, &progress, |it| judge(problem, it, share));
        let found = found.map_err(|error| miette!("{}: {error}", problem.id()))?;
        if let Some(found) = found {
            if output.json {
                output.json(&found)?;
            }
            judged.push((found, problem.answer().to_vec()));
        }
    }
    drop(progress);
    if !output.json {
        let mut rows = vec![
            ["problem", "role", "says", "otherwise", "answer", ""].map(str::to_owned).to_vec(),
        ];
        for (found, answer) in &judged {
            let answer: Vec<String> = answer.iter().map(|&card| output.card(card)).collect();
            rows.push(vec![
                found.problem.clone(),
                found.role.to_owned(),
                output.card(found.card),
                output.card(found.otherwise),
                answer.join(" "),
                in_words(found.verdict).to_owned(),
            ]);
        }
        columns(&rows).into_iter().try_for_each(|line| output.line(line))?;
        output.line(sum(&judged))?;
    }
    collection.troubles.into_iter().for_each(|trouble| complain(&trouble.into()));
    Ok(if judged.is_empty() { Answer::No } else { Answer::Yes })
}

fn in_words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Agrees => "agrees",
        Verdict::Differs => "differs",
        Verdict::NotModelled => "not modelled",
    }
}

/// How many agree, in words.
fn sum(all: &[(Judged, Vec<Card>)]) -> String {
    let count = |verdict| all.iter().filter(|(found, _)| found.verdict == verdict).count();
    let [agree, differ, not] = [Verdict::Agrees, Verdict::Differs, Verdict::NotModelled].map(count);
    let modelled = agree + differ;
    let share = 100.0 * agree as f64 / modelled.max(1) as f64;
    format!("\n{agree} of {modelled} agree ({share:.0} %); {not} not modelled")
}
