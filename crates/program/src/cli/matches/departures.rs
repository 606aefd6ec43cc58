//! `falsecard match --by-decision`: where one engine leaves the other's card, and what that gains.

use std::sync::atomic::AtomicBool;

use miette::Result;
use schemars::JsonSchema;
use serde::Serialize;

use super::args::Args;
use super::report::with_half;
use crate::cli::entrant::entrant;
use crate::cli::table::counted;
use crate::cli::{Answer, Output};
use falsecard_engine::search::Settings;
use falsecard_engine::work::Interval;
use falsecard_laboratory::learn::{Record, Role};
use falsecard_laboratory::problem::Known;
use falsecard_laboratory::table::{
    Compared, Decisions, Departure, DepartureKind, DepartureStudy, Entrant,
};

/// A decision at which the engines play different cards.
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "DepartureLine")]
pub(in crate::cli) struct Line<'a> {
    /// The number of the game in its file.
    board: usize,
    #[serde(flatten)]
    departure: &'a Departure,
}

/// What the departures of a group say.
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "DepartureGroup")]
pub(in crate::cli) struct Row {
    /// What the group is one of: `role`, `kind`, `trick` or `ahead by`.
    by: &'static str,
    /// The group.
    group: String,
    /// The number of decisions in it.
    departures: usize,
    /// By how much A took its card to be ahead of one, in what it plays for.
    expected: Interval,
    /// What A's card gained a decision, in IMPs. Its values are those who finish the play, or
    /// deals.
    gained: Interval,
}

/// The decisions of one deal.
type Deal = Vec<Compared>;

/// Asks both engines at the decisions of the files, and has players finish the play where they differ.
pub(super) fn run(
    args: &Args,
    decisions: Decisions,
    settings: &Settings,
    output: &mut Output,
) -> Result<Answer> {
    let study = args.study(decisions, settings)?;
    let look = |record: &Record, board: Known, stop: &AtomicBool| study.of(record, board, stop);
    let hand_on = |board: usize, compared: &Compared| {
        let told = if output.json { &compared.departures[..] } else { &[] };
        told.iter().try_for_each(|departure| output.json(&Line { board, departure }))
    };
    let saying = format!("{} and {} at decisions", study.a.name, study.b.name);
    let gone = args.deal_by_deal(saying, look, hand_on)?;
    show(&study, gone.boards, &gone.deals, output)?;
    Ok(gone.answer)
}

impl Args {
    fn study(&self, decisions: Decisions, settings: &Settings) -> Result<DepartureStudy> {
        let player = entrant(self.against.as_deref().unwrap_or("person"), settings)?;
        let seeds = (0..self.playouts as u64).map(|more| player.settings.seed().wrapping_add(more));
        let players = seeds
            .map(|seed| Entrant { settings: player.settings.with_seed(seed), ..player.clone() });
        Ok(DepartureStudy {
            a: entrant(&self.a, settings)?,
            b: entrant(self.b.as_deref().unwrap_or("minimax"), settings)?,
            players: players.collect(),
            decisions,
            seed: settings.seed(),
        })
    }
}

/// A way to divide departures into groups: its name, its groups, and the number of a departure's group.
struct Division {
    by: &'static str,
    groups: Vec<String>,
    of: fn(&Departure) -> Option<usize>,
}

/// The last tricks of all stages of the play but the last.
const STAGES: [u8; 3] = [1, 4, 8];

/// How many errors a card is ahead by, below the last: from those to these.
const SURETIES: [f64; 3] = [0.5, 1.0, 2.0];

fn divisions() -> Vec<Division> {
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    vec![
        Division {
            by: "role",
            groups: Role::EACH[1..].iter().map(|role| role.name().to_owned()).collect(),
            of: |it| Role::EACH[1..].iter().position(|role| *role == it.role),
        },
        Division {
            by: "kind",
            groups: DepartureKind::EACH.iter().map(|kind| kind.name().to_owned()).collect(),
            of: |it| DepartureKind::EACH.iter().position(|kind| *kind == it.kind),
        },
        Division {
            by: "trick",
            groups: names(&["1", "2 to 4", "5 to 8", "9 to 13"]),
            of: |it| Some(STAGES.partition_point(|last| *last < it.trick)),
        },
        Division {
            by: "ahead by",
            groups: names(&[
                "level, concealing",
                "below half an error",
                "half to one",
                "one to two",
                "more",
            ]),
            of: |it| match it.expected {
                _ if it.conceals => Some(0),
                None => None,
                Some([ahead, error]) => {
                    let errors = ahead / error.max(f64::MIN_POSITIVE);
                    Some(1 + SURETIES.partition_point(|least| *least <= errors))
                }
            },
        },
    ]
}

/// What the departures of a group say; `None` if there are none. Those of one deal are not independent.
fn row(
    deals: &[Deal],
    by: &'static str,
    group: String,
    is_in: impl Fn(&Departure) -> bool,
) -> Option<Row> {
    let of_deal = |deal: &Deal, value: fn(&Departure) -> Option<f64>| {
        let departures = deal.iter().flat_map(|compared| &compared.departures);
        let values = departures.filter(|it| is_in(it)).filter_map(value);
        values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0))
    };
    let interval = |value: fn(&Departure) -> Option<f64>| {
        let groups: Vec<_> = deals.iter().map(|deal| of_deal(deal, value)).collect();
        Interval::of_groups(&groups)
    };
    let departures =
        deals.iter().flatten().flat_map(|it| &it.departures).filter(|it| is_in(it)).count();
    let gained = interval(|it| Some(it.gained.mean));
    let expected = interval(|it| it.expected.map(|[ahead, _]| ahead));
    (departures > 0).then_some(Row { by, group, departures, expected, gained })
}

/// What the departures of a role come to.
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "DepartureTotal")]
pub(in crate::cli) struct Total {
    /// Whose decisions: `all`, `declarer` or `defender`.
    role: &'static str,
    /// The number of decisions of the role that were asked about.
    decisions: usize,
    /// The number of them at which the cards differ.
    departures: usize,
    /// What A gains in a hundred decisions of the role, in IMPs.
    gained: Interval,
}

fn total(deals: &[Deal], at: usize) -> Total {
    let role = Role::EACH[at];
    let departures = |deal: &'_ Deal| -> Vec<f64> {
        let all = deal.iter().flat_map(|compared| &compared.departures);
        all.filter(|it| role.covers(it.role)).map(|it| it.gained.mean).collect()
    };
    let decisions = |deal: &Deal| deal.iter().map(|compared| compared.decisions[at]).sum::<usize>();
    let groups: Vec<(f64, f64)> = deals
        .iter()
        .map(|deal| (100.0 * departures(deal).iter().sum::<f64>(), decisions(deal) as f64))
        .collect();
    Total {
        role: role.name(),
        decisions: deals.iter().map(decisions).sum(),
        departures: deals.iter().map(|deal| departures(deal).len()).sum(),
        gained: Interval::of_groups(&groups),
    }
}

fn show(study: &DepartureStudy, boards: usize, deals: &[Deal], output: &mut Output) -> Result<()> {
    let DepartureStudy { a: Entrant { name: a, .. }, b: Entrant { name: b, .. }, players, .. } =
        study;
    let totals = (0..Role::EACH.len()).map(|at| total(deals, at));
    let rows: Vec<Row> = divisions()
        .into_iter()
        .flat_map(|Division { by, groups, of }| {
            let row = |(at, group)| row(deals, by, group, |it| of(it) == Some(at));
            groups.into_iter().enumerate().filter_map(row).collect::<Vec<_>>()
        })
        .collect();
    if output.json {
        totals.into_iter().try_for_each(|total| output.json(&total))?;
        return rows.iter().try_for_each(|row| output.json(row));
    }
    output.line(format!(
        "{a} and {b} at decisions of {}. Where they differ, {} finishes the play {} after either card. What {a} gains, in \
         IMPs, with 95 % intervals:\n",
        counted(boards, "board"),
        players[0].name,
        counted(players.len(), "time"),
    ))?;
    let head = ["role", "decisions", "differ", "gained in 100 decisions"].map(str::to_owned);
    let line = |it: Total| {
        let Total { role, decisions, departures, gained } = it;
        vec![role.to_owned(), decisions.to_string(), departures.to_string(), with_half(&gained, 2)]
    };
    output.columns(&std::iter::once(head.to_vec()).chain(totals.map(line)).collect::<Vec<_>>())?;
    output.line("\nBy what differs:\n")?;
    let head = ["", "", "differ", "expected", "gained each"].map(str::to_owned);
    let line = |it: &Row| {
        let expected = match it.expected.values {
            0 => "-".to_owned(),
            _ => format!("{:+.2}", it.expected.mean),
        };
        vec![
            it.by.to_owned(),
            it.group.clone(),
            it.departures.to_string(),
            expected,
            with_half(&it.gained, 2),
        ]
    };
    output.columns(&std::iter::once(head.to_vec()).chain(rows.iter().map(line)).collect::<Vec<_>>())
}
