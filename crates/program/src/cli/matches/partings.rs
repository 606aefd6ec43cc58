//! `falsecard match --by-tables`: where two tables of a deal part, and whose card engines prefer.

use std::sync::atomic::AtomicBool;

use miette::Result;
use serde::Serialize;

use super::Args;
use super::report::with_half;
use crate::cli::entrant::entrant;
use crate::cli::table::counted;
use crate::cli::{Answer, Output};
use falsecard_engine::search::Settings;
use falsecard_engine::work::Interval;
use falsecard_laboratory::learn::{Record, Role};
use falsecard_laboratory::problem::Known;
use falsecard_laboratory::table::{Entrant, Parting, PartingStudy, Preferences};

/// Two tables that part, as one line of `--json`.
#[derive(Serialize)]
struct Line<'a> {
    board: usize,
    #[serde(flatten)]
    preferences: &'a Preferences,
}

/// What came of an engine's preferences, as one line of `--json`.
#[derive(Serialize)]
struct Row<'a> {
    role: &'static str,
    engine: &'a str,
    /// How many places there are where the engine prefers one of the cards.
    places: usize,
    /// By how many IMPs it prefers its card.
    expected: Interval,
    /// By how many its table scored more.
    gained: Interval,
    /// How many IMPs were gained for each that was expected.
    for_each: Interval,
}

/// What came of it where the first engine prefers the card that the second does not, as one line of `--json`.
#[derive(Serialize)]
struct Against<'a> {
    role: &'static str,
    engine: &'a str,
    rather_than: &'a str,
    places: usize,
    gained: Interval,
}

/// The places of one deal.
type Deal = Vec<Preferences>;

/// A part of all places: its name, and which belong to it.
type Part = (&'static str, fn(&Preferences) -> bool);

/// The opening lead, the later cards of defenders, those of declarer, and all.
const PARTS: [Part; 4] = [
    ("opening lead", |it| it.before == 0),
    ("declarer", |it| it.role == Role::Declarer),
    ("defender later", |it| it.role == Role::Defender && it.before > 0),
    ("all", |_| true),
];

/// Asks both engines where tables part.
pub(super) fn run(args: &Args, settings: &Settings, output: &mut Output) -> Result<Answer> {
    let engines = [Some(&*args.a), args.b.as_deref().or(Some("minimax"))].into_iter().flatten();
    let engines: Vec<Entrant> =
        engines.map(|name| entrant(name, settings)).collect::<Result<_>>()?;
    let study = PartingStudy { engines };
    let look = |record: &Record, parting: &Parting, board: Known, stop: &AtomicBool| {
        study.of(record, parting, board, stop)
    };
    let hand_on = |board: usize, preferences: &Preferences| {
        if output.json { output.json(&Line { board, preferences }) } else { Ok(()) }
    };
    let names: Vec<&str> = study.engines.iter().map(|engine| &*engine.name).collect();
    let saying = format!("{} where tables part", names.join(" and "));
    let gone = args.parting_by_parting(saying, look, hand_on)?;
    show(&names, &gone.deals, output)?;
    Ok(gone.answer)
}

/// Sums over the places of each deal, of what counts and how much it counts: places of a deal are not independent.
fn over(deals: &[Deal], of: impl Fn(&Preferences) -> Option<(f64, f64)>) -> Interval {
    let sum = |deal: &Deal| {
        let each = deal.iter().filter_map(&of);
        each.fold((0.0, 0.0), |(sum, count), (value, counts)| (sum + value, count + counts))
    };
    Interval::of_groups(&deals.iter().map(sum).collect::<Vec<_>>())
}

fn row<'a>(names: &[&'a str], at: usize, part: usize, deals: &[Deal]) -> Row<'a> {
    let (role, is_in) = PARTS[part];
    let expected = move |it: &Preferences| {
        it.expected[at].filter(|expected| is_in(it) && expected.abs() > f64::EPSILON)
    };
    let gained = |it: &Preferences, ahead: f64| f64::from(it.gained) * ahead.signum();
    Row {
        role,
        engine: names[at],
        places: deals.iter().flatten().filter_map(expected).count(),
        expected: over(deals, |it| Some((expected(it)?.abs(), 1.0))),
        gained: over(deals, |it| Some((gained(it, expected(it)?), 1.0))),
        for_each: over(deals, |it| {
            let ahead = expected(it)?;
            Some((f64::from(it.gained) * ahead, ahead * ahead))
        }),
    }
}

fn against<'a>(names: &[&'a str], part: usize, deals: &[Deal]) -> Against<'a> {
    let (role, is_in) = PARTS[part];
    // What the first engine's card gained, where the second prefers the other or neither.
    let gained = move |it: &Preferences| {
        let [one, other] = [it.expected[0]?, it.expected[1]?];
        (is_in(it) && one * other < 0.0).then(|| f64::from(it.gained) * one.signum())
    };
    Against {
        role,
        engine: names[0],
        rather_than: names[1],
        places: deals.iter().flatten().filter_map(gained).count(),
        gained: over(deals, |it| Some((gained(it)?, 1.0))),
    }
}

fn show(names: &[&str], deals: &[Deal], output: &mut Output) -> Result<()> {
    let parts = 0..PARTS.len();
    let rows: Vec<Row> = parts
        .clone()
        .flat_map(|part| (0..names.len()).map(move |at| (at, part)))
        .map(|(at, part)| row(names, at, part, deals))
        .filter(|row| row.places > 0)
        .collect();
    let against = parts.map(|part| against(names, part, deals)).filter(|row| row.places > 0);
    let against: Vec<Against> = against.collect();
    if output.json {
        rows.iter().try_for_each(|row| output.json(row))?;
        return against.iter().try_for_each(|row| output.json(row));
    }
    let places = counted(deals.iter().map(Vec::len).sum(), "place");
    if rows.is_empty() {
        return output.line(format!(
            "{places} where two tables of a deal part. Neither engine prefers a card there."
        ));
    }
    output.line(format!(
        "{places} where two tables of a deal part. What an engine expects of the card that it prefers, and what that card's table scored more, in \
         IMPs, with 95 % intervals:\n"
    ))?;
    let head = ["", "engine", "places", "expected", "gained", "for each expected"];
    let line = |it: &Row| {
        vec![
            it.role.to_owned(),
            it.engine.to_owned(),
            it.places.to_string(),
            format!("{:+.2}", it.expected.mean),
            with_half(&it.gained, 2),
            with_half(&it.for_each, 2),
        ]
    };
    let head = head.map(str::to_owned).to_vec();
    output.columns(&std::iter::once(head).chain(rows.iter().map(line)).collect::<Vec<_>>())?;
    if against.is_empty() {
        return output.line("\nNowhere do they prefer different cards.");
    }
    output.line(format!("\nWhere {} prefers the other card than {}:\n", names[0], names[1]))?;
    let head = ["", "places", "gained"].map(str::to_owned).to_vec();
    let line =
        |it: &Against| vec![it.role.to_owned(), it.places.to_string(), with_half(&it.gained, 2)];
    output.columns(&std::iter::once(head).chain(against.iter().map(line)).collect::<Vec<_>>())
}
