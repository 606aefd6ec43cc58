//! `falsecard-lab departures`: decisions at which one engine leaves the other's card, and what that
//! gains.

use std::sync::atomic::AtomicBool;

use miette::Result;
use serde::Serialize;

use crate::departure::{ComparedDecisions, Decisions, Departure, DepartureKind, DepartureStudy};
use falsecard_engine::search::Settings;
use falsecard_engine::work::Interval;
use falsecard_laboratory::problem::RuleFileRef;
use falsecard_laboratory::records::{DeciderRole, GameRecord};
use falsecard_laboratory::table::Entrant;
use falsecard_program::cli::settings::Thinking;
use falsecard_program::cli::{Answer, Output, RecordFiles, Sifting, entrant};
use falsecard_program::wording::{counted, with_half};

/// The arguments of `falsecard-lab departures`.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    /// PBN, LIN or JSON files of boards with their auctions and plays; - for standard input.
    #[arg(value_name = "BOARDS", required = true)]
    files: Vec<String>,
    /// The engine whose gains are counted, named as for falsecard match.
    #[arg(short, long, value_name = "ENGINE", default_value = "fused")]
    a: String,
    /// The engine that it is compared with.
    #[arg(short, long, value_name = "ENGINE", default_value = "minimax")]
    b: String,
    /// Who plays the true deal out after either card, from all four seats.
    #[arg(long, value_name = "ENGINE", default_value = "person")]
    against: String,
    /// At which decisions the engines are asked: at N of each board, drawn by chance, at all, or at
    /// the opening lead.
    #[arg(long, value_name = "N|all|leads", value_parser = decisions, default_value = "all")]
    decisions: Decisions,
    /// How many times the play is finished after either card, each time with other random numbers.
    #[arg(
        long, value_name = "N", default_value_t = 8,
        value_parser = clap::value_parser!(u16).range(1..=10_000)
    )]
    playouts: u16,
    /// The number of boards. By default all of the files.
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    boards: Option<u64>,
    #[command(flatten)]
    thinking: Thinking,
    /// The agreements of engines that name none: a rule file, or one that comes with the program.
    /// By default what a board's [System] tag names, else natural.
    #[arg(long, value_name = "NAME")]
    system: Option<String>,
    #[command(flatten)]
    left_out: Sifting,
}

const AFTER_HELP: &str = "\
Examples:
  falsecard-lab departures records.pbn --decisions 4 --budget 300ms
  falsecard-lab departures records.pbn --decisions leads --a fused:seed=2 --b fused";

/// Reads `3`, `leads`, or `all`.
fn decisions(text: &str) -> std::result::Result<Decisions, &'static str> {
    match (text, text.parse()) {
        ("all", _) => Ok(Decisions::Drawn(usize::MAX)),
        ("leads", _) => Ok(Decisions::Lead),
        (_, Ok(drawn @ 1..)) => Ok(Decisions::Drawn(drawn)),
        _ => Err("expected the number of decisions of each board, all, or leads"),
    }
}

/// A departure, as a line of `--json`.
#[derive(Serialize)]
struct DepartureLine<'a> {
    board: usize,
    #[serde(flatten)]
    departure: &'a Departure,
}

/// The statistics of a group of departures, as a line of `--json`.
#[derive(Serialize)]
struct DepartureGroup {
    by: &'static str,
    group: String,
    /// The number of departures.
    departures: usize,
    /// The first engine's expected gain per departure, in units of its scoring.
    expected: Interval,
    /// The gain per departure, in IMPs.
    gained: Interval,
}

/// The decisions of one deal, of one or more records.
type DealDecisions = Vec<ComparedDecisions>;

impl Args {
    /// Asks both engines at the decisions of the files, and has players finish the play where they
    /// differ.
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        let study = self.study(&self.thinking.settings()?)?;
        let look = |record: &GameRecord, board: RuleFileRef, stop: &AtomicBool| {
            study.of(record, board, stop)
        };
        let hand_on = |board: usize, compared: &ComparedDecisions| {
            let told = if output.json { &compared.departures[..] } else { &[] };
            told.iter().try_for_each(|departure| output.json(&DepartureLine { board, departure }))
        };
        let files = RecordFiles {
            files: &self.files,
            most: self.boards.map(|boards| boards as usize),
            system: self.system.as_deref(),
            left_out: self.left_out.none_yet(),
        };
        let saying = format!("{} and {} at decisions", study.a.name, study.b.name);
        let gone = files.deal_by_deal(saying, look, hand_on)?;
        show(&study, gone.boards, &gone.deals, output)?;
        Ok(gone.answer)
    }

    fn study(&self, settings: &Settings) -> Result<DepartureStudy> {
        let player = entrant(&self.against, settings)?;
        let seeds =
            (0..u64::from(self.playouts)).map(|more| player.settings.seed().wrapping_add(more));
        let players = seeds
            .map(|seed| Entrant { settings: player.settings.with_seed(seed), ..player.clone() });
        Ok(DepartureStudy {
            a: entrant(&self.a, settings)?,
            b: entrant(&self.b, settings)?,
            players: players.collect(),
            decisions: self.decisions,
            seed: settings.seed(),
        })
    }
}

/// A way to divide departures into groups: its name, the groups' names, and the number of a
/// departure's group, if it belongs to any.
struct DepartureGrouping {
    by: &'static str,
    groups: Vec<String>,
    of: fn(&Departure) -> Option<usize>,
}

/// The last trick of each stage of the play except the last stage.
const STAGES: [u8; 3] = [1, 4, 8];

/// The limits between groups of departures, by how many standard errors the card is expected to be
/// ahead.
const SURETIES: [f64; 3] = [0.5, 1.0, 2.0];

fn divisions() -> Vec<DepartureGrouping> {
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    vec![
        DepartureGrouping {
            by: "role",
            groups: DeciderRole::EACH[1..].iter().map(|role| role.name().to_owned()).collect(),
            of: |it| DeciderRole::EACH[1..].iter().position(|role| *role == it.role),
        },
        DepartureGrouping {
            by: "kind",
            groups: DepartureKind::EACH.iter().map(|kind| kind.name().to_owned()).collect(),
            of: |it| DepartureKind::EACH.iter().position(|kind| *kind == it.kind),
        },
        DepartureGrouping {
            by: "trick",
            groups: names(&["1", "2 to 4", "5 to 8", "9 to 13"]),
            of: |it| Some(STAGES.partition_point(|last| *last < it.trick)),
        },
        DepartureGrouping {
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

/// The statistics of a group of departures; `None` if it is empty. Errors are by deal, since
/// departures of one deal are not independent.
fn row(
    deals: &[DealDecisions],
    by: &'static str,
    group: String,
    is_in: impl Fn(&Departure) -> bool,
) -> Option<DepartureGroup> {
    let of_deal = |deal: &DealDecisions, value: fn(&Departure) -> Option<f64>| {
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
    (departures > 0).then_some(DepartureGroup { by, group, departures, expected, gained })
}

/// The departures of one role, per hundred of its decisions.
#[derive(Serialize)]
struct RoleTotal {
    role: &'static str,
    decisions: usize,
    departures: usize,
    /// IMPs gained in a hundred decisions.
    gained: Interval,
}

fn total(deals: &[DealDecisions], at: usize) -> RoleTotal {
    let role = DeciderRole::EACH[at];
    let departures = |deal: &'_ DealDecisions| -> Vec<f64> {
        let all = deal.iter().flat_map(|compared| &compared.departures);
        all.filter(|it| role.covers(it.role)).map(|it| it.gained.mean).collect()
    };
    let decisions =
        |deal: &DealDecisions| deal.iter().map(|compared| compared.decisions[at]).sum::<usize>();
    let groups: Vec<(f64, f64)> = deals
        .iter()
        .map(|deal| (100.0 * departures(deal).iter().sum::<f64>(), decisions(deal) as f64))
        .collect();
    RoleTotal {
        role: role.name(),
        decisions: deals.iter().map(decisions).sum(),
        departures: deals.iter().map(|deal| departures(deal).len()).sum(),
        gained: Interval::of_groups(&groups),
    }
}

fn show(
    study: &DepartureStudy,
    boards: usize,
    deals: &[DealDecisions],
    output: &mut Output,
) -> Result<()> {
    let DepartureStudy { a: Entrant { name: a, .. }, b: Entrant { name: b, .. }, players, .. } =
        study;
    let totals = (0..DeciderRole::EACH.len()).map(|at| total(deals, at));
    let rows: Vec<DepartureGroup> = divisions()
        .into_iter()
        .flat_map(|DepartureGrouping { by, groups, of }| {
            let row = |(at, group)| row(deals, by, group, |it| of(it) == Some(at));
            groups.into_iter().enumerate().filter_map(row).collect::<Vec<_>>()
        })
        .collect();
    if output.json {
        totals.into_iter().try_for_each(|total| output.json(&total))?;
        return rows.iter().try_for_each(|row| output.json(row));
    }
    output.line(format!(
        "{a} and {b} at decisions of {}. Where they differ, {} finishes the play {} after either \
         card. What {a} gains, in \
         IMPs, with 95 % intervals:\n",
        counted(boards, "board"),
        players[0].name,
        counted(players.len(), "time"),
    ))?;
    let head = ["role", "decisions", "differ", "gained in 100 decisions"].map(str::to_owned);
    let line = |it: RoleTotal| {
        let RoleTotal { role, decisions, departures, gained } = it;
        vec![role.to_owned(), decisions.to_string(), departures.to_string(), with_half(&gained, 2)]
    };
    output.columns(&std::iter::once(head.to_vec()).chain(totals.map(line)).collect::<Vec<_>>())?;
    output.line("\nBy what differs:\n")?;
    let head = ["", "", "differ", "expected", "gained each"].map(str::to_owned);
    let line = |it: &DepartureGroup| {
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
