//! `falsecard match --against-people`: engines in the places of people, one decision at a time.

use std::collections::BTreeMap;
use std::sync::Arc;

use miette::{Report, Result};
use serde::Serialize;

use super::boards::RuleFiles;
use super::report::with_half;
use super::{Args, Progress};
use crate::cli::ending::No;
use crate::cli::input::{self, system_of};
use crate::cli::settings::{is_interrupted, stop_on_ctrl_c};
use crate::cli::table::counted;
use crate::cli::{Answer, Output, complain};
use crate::learn::{Record, Role};
use crate::problem::Known;
use crate::table::{Entrant, Priced, RuleFile, against_people};
use crate::work::{Interval, in_order};

/// A board that people played, with its agreements.
pub(super) type Read = (Record, Arc<RuleFile>);

/// What one role's choices say, as one line of `--json`.
#[derive(Serialize)]
struct Line<'a> {
    engine: &'a str,
    role: &'static str,
    deals: usize,
    choices: usize,
    differ: usize,
    engine_price: Interval,
    person_price: Interval,
    gain: Interval,
}

/// Puts an engine in the people's places.
pub(super) fn run(args: &Args, engine: &Entrant, output: &mut Output) -> Result<Answer> {
    let mut troubles: Vec<Report> = Vec::new();
    let reads = args.reads(&mut troubles)?;
    let (stop, progress) = (stop_on_ctrl_c(), Progress::new());
    progress.say(format!("{} in people's places", engine.name));
    let mut deals: BTreeMap<String, Vec<[Priced; 3]>> = BTreeMap::new();
    let mut boards = 0;
    let work = |(record, rules): &Read| {
        let RuleFile { system, text } = &**rules;
        let priced = against_people(engine, record, Known { system, text }, stop)?;
        Some((record.play.deal().to_string(), priced))
    };
    let hand_on = |(deal, priced): (String, [Priced; 3])| -> Result<()> {
        boards += 1;
        deals.entry(deal).or_default().push(priced);
        progress.set(boards as f64 / reads.len() as f64);
        Ok(())
    };
    in_order(&reads, work, |_| Ok(()), hand_on)?;
    drop(progress);
    troubles.iter().for_each(complain);
    if deals.is_empty() && troubles.is_empty() && !is_interrupted() {
        let help = "a PBN or LIN file of deals with their auctions and plays";
        return Err(No::new("there is no board that was played", help).into());
    }
    show(engine, boards, &deals.into_values().collect::<Vec<_>>(), output)?;
    Ok(if troubles.is_empty() { Answer::Yes } else { Answer::SomeBad })
}

impl Args {
    /// The boards that people played, as many as are wanted.
    pub(super) fn reads(&self, troubles: &mut Vec<Report>) -> Result<Vec<Read>> {
        let (mut reads, mut rules) = (Vec::new(), RuleFiles::default());
        for file in &self.files {
            for game in input::each(file)? {
                match game {
                    Ok(game) if game.is_passed_out() => {}
                    Ok(_) if self.boards.is_some_and(|most| reads.len() >= most) => {
                        return Ok(reads);
                    }
                    Ok(game) => {
                        input::warn(&game);
                        let name = system_of(&game, self.system.as_deref(), "natural");
                        match Record::of(&game) {
                            Ok(record) => reads.push((record, rules.of(name)?)),
                            Err(fault) => troubles.push(fault.into()),
                        }
                    }
                    Err(trouble) => troubles.push(trouble),
                }
            }
        }
        Ok(reads)
    }
}

/// Several tables of one deal are not independent: the deal is what an interval counts.
fn per_deal(deals: &[Vec<[Priced; 3]>], role: usize, value: impl Fn(&Priced) -> f64) -> Interval {
    let mean = |tables: &Vec<[Priced; 3]>| {
        tables.iter().map(|priced| value(&priced[role])).sum::<f64>() / tables.len() as f64
    };
    Interval::of(&deals.iter().map(mean).collect::<Vec<_>>())
}

fn show(
    engine: &Entrant,
    boards: usize,
    deals: &[Vec<[Priced; 3]>],
    output: &mut Output,
) -> Result<()> {
    let lines = Role::EACH.into_iter().enumerate().map(|(at, role)| {
        let all = |value: fn(&Priced) -> usize| {
            deals.iter().flatten().map(|priced| value(&priced[at])).sum()
        };
        let price = |value: fn(&Priced) -> f64| per_deal(deals, at, value);
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
