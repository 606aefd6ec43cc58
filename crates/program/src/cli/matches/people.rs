//! `falsecard match --against-people`: engines in the places of people, one decision at a time.

use std::sync::atomic::AtomicBool;

use miette::Result;
use schemars::JsonSchema;
use serde::Serialize;

use super::args::Args;
use super::records::RecordFiles;
use crate::cli::table::counted;
use crate::cli::{Answer, Output};
use crate::wording::with_half;
use falsecard_engine::work::Interval;
use falsecard_laboratory::problem::RuleFileRef;
use falsecard_laboratory::records::{DeciderRole, GameRecord};
use falsecard_laboratory::table::{Entrant, PeopleComparison, against_people};

/// What the choices of a role say.
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "AgainstPeople")]
pub(in crate::cli) struct Line<'a> {
    /// The engine.
    engine: &'a str,
    /// Whose choices: `all`, `declarer` or `defender`.
    role: &'static str,
    /// The number of deals. Several boards of one deal count as one.
    deals: usize,
    /// The number of choices at which some cards cost more than others, double dummy.
    choices: usize,
    /// The number of choices at which the engine's card has another price than the person's.
    differ: usize,
    /// The tricks that the engine's cards give up a board.
    engine_price: Interval,
    /// The tricks that the people's cards gave up a board.
    person_price: Interval,
    /// The tricks that the engine saves a board.
    gain: Interval,
}

/// Puts an engine in the people's places.
pub(super) fn run(args: &Args, engine: &Entrant, output: &mut Output) -> Result<Answer> {
    let look = |record: &GameRecord, board: RuleFileRef, stop: &AtomicBool| {
        against_people(engine, record, board, stop)
    };
    let saying = format!("{} in people's places", engine.name);
    let files = RecordFiles {
        files: &args.files,
        most: args.boards,
        system: args.system.as_deref(),
        left_out: args.left_out.none_yet(),
    };
    let gone = files.deal_by_deal(saying, look, |_, _| Ok(()))?;
    show(engine, gone.boards, &gone.deals, output)?;
    Ok(gone.answer)
}

/// Several tables of one deal are not independent: the deal is what an interval counts.
fn per_deal(
    deals: &[Vec<[PeopleComparison; 3]>],
    role: usize,
    value: impl Fn(&PeopleComparison) -> f64,
) -> Interval {
    let mean = |tables: &Vec<[PeopleComparison; 3]>| {
        tables.iter().map(|priced| value(&priced[role])).sum::<f64>() / tables.len() as f64
    };
    Interval::of(&deals.iter().map(mean).collect::<Vec<_>>())
}

fn show(
    engine: &Entrant,
    boards: usize,
    deals: &[Vec<[PeopleComparison; 3]>],
    output: &mut Output,
) -> Result<()> {
    let lines = DeciderRole::EACH.into_iter().enumerate().map(|(at, role)| {
        let all = |value: fn(&PeopleComparison) -> usize| {
            deals.iter().flatten().map(|priced| value(&priced[at])).sum()
        };
        let price = |value: fn(&PeopleComparison) -> f64| per_deal(deals, at, value);
        Line {
            engine: &engine.name,
            role: role.name(),
            deals: deals.len(),
            choices: all(|priced| priced.choices),
            differ: all(|priced| priced.differ),
            engine_price: price(|priced| f64::from(priced.engine)),
            person_price: price(|priced| f64::from(priced.person)),
            gain: price(|priced| f64::from(priced.person) - f64::from(priced.engine)),
        }
    });
    if output.json {
        return lines.into_iter().try_for_each(|line| output.json(&line));
    }
    output.line(format!(
        "{} in people's places, one decision at a time: {} of {}. Double-dummy tricks given up a board, and what \
         the engine saves, with 95 % intervals:\n",
        engine.name,
        counted(boards, "board"),
        counted(deals.len(), "deal"),
    ))?;
    let head = ["role", "choices", "differ", "engine", "person", "saved"].map(str::to_owned);
    let price = |interval: &Interval| with_half(interval, 2).replace('+', "");
    let row = |line: Line| {
        vec![
            line.role.to_owned(),
            line.choices.to_string(),
            line.differ.to_string(),
            price(&line.engine_price),
            price(&line.person_price),
            with_half(&line.gain, 2),
        ]
    };
    output.columns(&std::iter::once(head.to_vec()).chain(lines.map(row)).collect::<Vec<_>>())
}
