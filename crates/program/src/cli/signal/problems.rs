//! `falsecard signal --problems SET…`: the signal problems of a collection against their answers.

use std::path::PathBuf;

use miette::{Result, miette};

use crate::cli::agreements::Agreements;
use crate::cli::diagnostic::located;
use crate::cli::ending::No;
use crate::cli::progress::Progress;
use crate::cli::settings::{ask, is_interrupted};
use crate::cli::{Answer, Output, complain};
use falsecard_engine::cards::Card;
use falsecard_engine::search::Settings;
use falsecard_laboratory::problem::collect;
use falsecard_laboratory::signal::{SignalJudgement, SignalVerdict, judge};
use falsecard_notation::Problem;

/// Judges the problems of sets, files and folders that say whether a signal is given or read.
pub(super) fn run(
    names: &[PathBuf],
    system: Option<&str>,
    share: f64,
    settings: &Settings,
    output: &mut Output,
) -> Result<Answer> {
    let collection = collect(names);
    let mut agreements = Agreements::with_default(system.unwrap_or("textbook"))?;
    let progress = Progress::begin();
    let (mut judged, mut troubles) = (Vec::new(), Vec::new());
    let signal_problems: Vec<&Problem> =
        collection.problems.iter().filter(|problem| problem.role().is_some()).collect();
    for problem in &signal_problems {
        progress.say(problem.id());
        let agreed = system.or_else(|| problem.game().agreements());
        let agreed = match agreements.of(agreed) {
            Ok(known) => known.system,
            Err(trouble) => {
                troubles.push(trouble);
                continue;
            }
        };
        let view = problem.view();
        let found = ask(view, agreed, &[], settings, &progress, |it| judge(problem, it, share));
        let found = match found {
            Ok(found) => found,
            Err(error) => {
                troubles.push(miette!("{}: {error}", problem.id()));
                continue;
            }
        };
        // What was broken off is no verdict.
        if is_interrupted() {
            break;
        }
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
                found.card.map_or("-".to_owned(), |card| output.card(card)),
                output.card(found.otherwise),
                answer.join(" "),
                in_words(found.verdict).to_owned(),
            ]);
        }
        if !judged.is_empty() {
            output.columns(&rows)?;
            output.line(sum(&judged))?;
        }
        if is_interrupted() && judged.len() < signal_problems.len() {
            let (done, all) = (judged.len(), signal_problems.len());
            output.line(format!("Interrupted: {done} of {all} problems were judged."))?;
        }
    }
    troubles.extend(collection.troubles.into_iter().map(located));
    troubles.iter().for_each(complain);
    if signal_problems.is_empty() && troubles.is_empty() {
        let help =
            "the tag [Role \"give\"] or [Role \"read\"] makes a problem one: \"signal\" is a set";
        return Err(No::new("there is no signal problem among these", help).into());
    }
    Ok(if troubles.is_empty() { Answer::Yes } else { Answer::SomeBad })
}

fn in_words(verdict: SignalVerdict) -> &'static str {
    match verdict {
        SignalVerdict::Agrees => "agrees",
        SignalVerdict::Differs => "differs",
        SignalVerdict::NotModelled => "not modelled",
        SignalVerdict::OutOfTime => "out of time",
    }
}

/// How many agree, in words.
fn sum(all: &[(SignalJudgement, Vec<Card>)]) -> String {
    let count = |verdict| all.iter().filter(|(found, _)| found.verdict == verdict).count();
    let [agree, differ, not] =
        [SignalVerdict::Agrees, SignalVerdict::Differs, SignalVerdict::NotModelled].map(count);
    let said = match agree + differ {
        0 => "none could be said to agree".to_owned(),
        all => format!("{agree} of {all} agree ({:.0} %)", 100.0 * agree as f64 / all as f64),
    };
    let late = match count(SignalVerdict::OutOfTime) {
        0 => String::new(),
        late => format!("; {late} out of time"),
    };
    format!("\n{said}; {not} not modelled{late}")
}
