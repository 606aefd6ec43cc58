//! `falsecard match --bid`: engines that bid the deals themselves, and play what they have bid.

use std::collections::HashSet;
use std::path::Path;

use miette::Result;
use schemars::JsonSchema;
use serde::Serialize;

use super::args::{Args, LARGEST};
use super::boards::{RuleFiles, USUAL, nothing_to_play};
use super::kept::{kept_elsewhere, open};
use super::report::say_needed;
use crate::cli::entrant::entrant;
use crate::cli::input::{self, system_of};
use crate::cli::left_out::LeftOut;
use crate::cli::progress::Progress;
use crate::cli::settings::stop_on_ctrl_c;
use crate::cli::table::counted;
use crate::cli::{Answer, Output};
use crate::wording::with_half;
use falsecard_engine::cards::{Vulnerability, vulnerable_sides};
use falsecard_engine::search::Settings;
use falsecard_engine::work::{Interval, in_order};
use falsecard_laboratory::table::{
    BidTable, Contest, ContestResult, DealtBoard, Ledger, NumberedDeal, still_needed,
};
use falsecard_notation::Game;

/// What all boards say.
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "ContestTotal")]
pub(in crate::cli) struct Total<'a> {
    /// The engine A.
    a: &'a str,
    /// The engine B.
    b: &'a str,
    /// The number of boards.
    boards: usize,
    /// The number of boards on which the scores differ.
    differ: usize,
    /// The number of boards on which both rooms reached one contract.
    same_contract: usize,
    /// What A gains a board, in IMPs.
    imps: Interval,
    /// What A gains a board, in points.
    points: Interval,
    /// How many boards more would leave a 95 % interval of 0.1 IMPs to either side; `null` as long
    /// as there are fewer than 8.
    still_needed: Option<usize>,
}

/// Bids and plays the deals.
pub(super) fn run(args: &Args, settings: &Settings, output: &mut Output) -> Result<Answer> {
    let contest = Contest {
        a: entrant(&args.a, settings)?,
        b: entrant(args.b.as_deref().unwrap_or("minimax"), settings)?,
    };
    let ledger: Option<Ledger<ContestResult>> = args.out.as_deref().map(open).transpose()?;
    let mut left_out = args.left_out.none_yet();
    let boards = args.deals(settings.seed(), &mut left_out)?;
    if boards.is_empty() && left_out.is_none() {
        return Err(nothing_to_play());
    }
    let (stop, progress) = (stop_on_ctrl_c(), Progress::begin());
    let work = |board: &DealtBoard| {
        let key = contest.key(board);
        match ledger.as_ref().and_then(|ledger| ledger.recall(&key)) {
            Some(known) => Some((known.clone(), None)),
            None => Some((contest.play(board, stop)?, Some(key))),
        }
    };
    let keep = |(board, fresh): &(ContestResult, Option<String>)| match (&ledger, fresh) {
        (Some(ledger), Some(key)) => ledger
            .keep(key, board)
            .map_err(|why| kept_elsewhere(args.out.as_deref().unwrap_or(Path::new("")), &why)),
        _ => Ok(()),
    };
    let mut played: Vec<ContestResult> = Vec::new();
    let in_turn = |(board, _): (ContestResult, Option<String>)| {
        if output.json {
            output.json(&board)?;
        }
        played.push(board);
        progress.set(played.len() as f64 / boards.len() as f64);
        Ok(())
    };
    in_order(&boards, work, keep, in_turn)?;
    drop(progress);
    Report { contest: &contest, played: &played, of: boards.len() }.show(output)?;
    Ok(left_out.tell())
}

impl Args {
    /// The deals of the files, or random ones.
    fn deals(&self, seed: u64, left_out: &mut LeftOut) -> Result<Vec<DealtBoard>> {
        let mut rules = RuleFiles::default();
        if self.files.is_empty() {
            let agreements = rules.of(self.system.as_deref().unwrap_or(input::STRANGERS))?;
            let dealt = |number: usize| DealtBoard {
                deal: NumberedDeal::random(seed, number),
                agreements: agreements.clone(),
                tag: Some(number.to_string()),
            };
            return Ok((1..=self.boards.unwrap_or(USUAL)).map(dealt).collect());
        }
        let (mut boards, mut known) = (Vec::new(), HashSet::new());
        for file in &self.files {
            for game in input::each(file)? {
                if self.boards.is_some_and(|most| boards.len() >= most) {
                    return Ok(boards);
                }
                let dealt =
                    game.and_then(|game| self.dealt((file, &game), boards.len() + 1, &mut rules));
                let dealt = left_out.sift(dealt)?;
                boards.extend(dealt.filter(|board| known.insert(dealt_as(&board.deal))));
            }
        }
        Ok(boards)
    }

    /// The deal of a game, whatever was called there.
    fn dealt(
        &self,
        (file, game): (&str, &Game),
        number: usize,
        rules: &mut RuleFiles,
    ) -> Result<DealtBoard> {
        let deal = NumberedDeal {
            number,
            hands: game.deal().ok_or_else(|| input::lacks(file, game, "four hands"))?,
            dealer: game.dealer().ok_or_else(|| input::lacks(file, game, "dealer"))?,
            vulnerability: game.vulnerability().unwrap_or(Vulnerability::NONE),
        };
        let agreements = rules.of(system_of(game, self.system.as_deref()))?;
        Ok(DealtBoard { deal, agreements, tag: game.tag("Board").map(str::to_owned) })
    }
}

/// All that a deal is told apart by: tables of one file mostly play the same ones.
fn dealt_as(NumberedDeal { hands, dealer, vulnerability, .. }: &NumberedDeal) -> String {
    format!("{hands} {dealer} {}", vulnerable_sides(*vulnerability))
}

/// What came of the boards that were played.
struct Report<'a> {
    contest: &'a Contest,
    played: &'a [ContestResult],
    /// The number of boards that were to be played.
    of: usize,
}

impl Report<'_> {
    fn show(&self, output: &mut Output) -> Result<()> {
        let [a, b] = [&self.contest.a.name, &self.contest.b.name];
        let all: Vec<&ContestResult> = self.played.iter().collect();
        let (same, other): (Vec<&ContestResult>, Vec<&ContestResult>) =
            all.iter().copied().partition(|it| it.is_same_contract());
        if output.json {
            let imps = gained(&all, |it| it.imps);
            return output.json(&Total {
                a,
                b,
                boards: all.len(),
                differ: differ(&all),
                same_contract: same.len(),
                imps,
                points: gained(&all, |it| it.points),
                still_needed: still_needed(all.len(), &imps),
            });
        }
        let broken_off = if all.len() < self.of {
            format!(", broken off: {} were to be played", self.of)
        } else {
            String::new()
        };
        output.line(format!(
            "{a} and {b}: {}, bid and played{broken_off}.",
            counted(all.len(), "board")
        ))?;
        if all.is_empty() {
            return Ok(());
        }
        output.line(format!("What {a} gains a board, with 95 % intervals:\n"))?;
        let rows = [("all", &all), ("the same contract", &same), ("other contracts", &other)];
        let rows = rows.iter().filter(|(_, boards)| !boards.is_empty());
        let rows = rows.map(|(name, boards)| row(name, boards));
        let head = ["", "boards", "differ", "IMPs", "points"].map(str::to_owned).to_vec();
        output.columns(&std::iter::once(head).chain(rows).collect::<Vec<_>>())?;
        say_needed(still_needed(self.played.len(), &gained(&all, |it| it.imps)), output)?;
        self.name_largest(output)
    }

    fn name_largest(&self, output: &mut Output) -> Result<()> {
        let mut largest: Vec<&ContestResult> =
            self.played.iter().filter(|it| it.points != 0).collect();
        largest.sort_by_key(|it| std::cmp::Reverse((it.imps.abs(), it.points.abs())));
        largest.truncate(LARGEST);
        if largest.is_empty() {
            return Ok(());
        }
        let Contest { a, b } = self.contest;
        output.line("\nThe largest swings:\n")?;
        let mut rows = vec![["board", "open", "closed", "IMPs"].map(str::to_owned).to_vec()];
        for board in largest {
            let name = board.tag.as_ref().map_or(String::new(), |tag| format!(" ({tag})"));
            let [open, closed] = [0, 1].map(|room: usize| output.pips(&ended(&board.rooms[room])));
            let imps = format!("{:+}", board.imps);
            rows.push(vec![format!("{}{name}", board.number), open, closed, imps]);
        }
        output.columns(&rows)?;
        output.line(format!(
            "\nOpen: {0} sits North and South, {1} East and West; closed: the reverse. Scores are those of North and South.",
            a.name, b.name
        ))
    }
}

/// How a board ended in one room.
fn ended(table: &BidTable) -> String {
    match table.contract {
        None => "all pass".to_owned(),
        Some(contract) => {
            let made = i32::from(table.tricks) - i32::from(contract.goal());
            let made = if made == 0 { "=".to_owned() } else { format!("{made:+}") };
            format!("{contract} {made}, {:+}", table.score)
        }
    }
}

fn row(name: &str, boards: &[&ContestResult]) -> Vec<String> {
    vec![
        name.to_owned(),
        boards.len().to_string(),
        differ(boards).to_string(),
        with_half(&gained(boards, |it| it.imps), 2),
        with_half(&gained(boards, |it| it.points), 0),
    ]
}

/// How many boards have different scores.
fn differ(boards: &[&ContestResult]) -> usize {
    boards.iter().filter(|it| it.points != 0).count()
}

fn gained(boards: &[&ContestResult], value: fn(&ContestResult) -> i32) -> Interval {
    Interval::of(&boards.iter().map(|it| f64::from(value(it))).collect::<Vec<_>>())
}
