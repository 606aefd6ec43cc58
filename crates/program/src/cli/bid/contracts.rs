//! `falsecard bid --contracts`: the contracts that our bidders reach beside those of files.

use miette::Result;
use schemars::JsonSchema;
use serde::Serialize;

use super::args::{Args, nothing};
use crate::cli::progress::Progress;
use crate::cli::settings::{is_interrupted, stop_on_ctrl_c};
use crate::cli::table::counted;
use crate::cli::{Answer, Output};
use crate::wording::objects::ContractLine;
use crate::wording::with_half;
use falsecard_engine::bidding::Bidder;
use falsecard_engine::cards::BySeat;
use falsecard_engine::dd::Solver;
use falsecard_engine::play::Board;
use falsecard_engine::work::{Interval, in_order};
use falsecard_laboratory::problem::Sheet;
use falsecard_laboratory::table::{ContractComparison, OffPar};

/// A deal.
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "ContractCompared")]
pub(in crate::cli) struct Line {
    /// The game in its file, from 1.
    game: usize,
    /// The four hands, as PBN writes them.
    deal: String,
    /// The calls of our players.
    auction: Vec<String>,
    /// The contract in which they end; `null` where all pass.
    ours: Option<ContractLine>,
    /// The contract of the file.
    theirs: ContractLine,
    /// What our contract is worth more than theirs to the side with more high-card points, in IMPs,
    /// double dummy.
    gain: i32,
    /// How far from par the contracts are, in IMPs.
    off_par: OffPar,
}

/// What all deals say.
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "ContractsTotal")]
pub(in crate::cli) struct Total {
    /// The number of deals.
    deals: usize,
    /// How often both contracts are the same.
    same: usize,
    /// What our contract gains a deal, in IMPs.
    gain: Interval,
    /// How far our contracts are from par, in IMPs.
    off_par: Interval,
    /// How far the contracts of the file are from par, in IMPs.
    off_par_theirs: Interval,
    /// How much further from par ours are, in IMPs.
    further_off: Interval,
}

/// How many deals are named on which our contract is worth least beside theirs.
const NAMED: usize = 10;

/// Has the deals bid anew.
pub(super) fn run(args: &Args, bidder: &Bidder, output: &mut Output) -> Result<Answer> {
    let (mut boards, mut dealt) = (Vec::new(), std::collections::HashSet::new());
    let left_out = args.each_game(|game| {
        if game.is_passed_out() {
            return Ok(true);
        }
        let board = game.board()?;
        if board.bidding().dealer().is_some() && dealt.insert(board.deal().to_string()) {
            boards.push((game.number(), board));
        }
        Ok(args.boards.is_none_or(|most| boards.len() < most))
    })?;
    let (stop, progress) = (stop_on_ctrl_c(), Progress::begin());
    let players = BySeat::from_fn(|_| *bidder);
    let mut reached: Vec<(usize, Board, ContractComparison)> = Vec::new();
    let work = |(number, board): &(usize, Board)| {
        if stop.load(std::sync::atomic::Ordering::Relaxed) {
            return None;
        }
        let reached = ContractComparison::of(board, &players, &mut Solver::new())?;
        Some((*number, board.clone(), reached))
    };
    let hand_on = |it: (usize, Board, ContractComparison)| -> Result<()> {
        if output.json {
            output.json(&line(&it))?;
        }
        reached.push(it);
        progress.set(reached.len() as f64 / boards.len() as f64);
        Ok(())
    };
    in_order(&boards, work, |_| Ok(()), hand_on)?;
    drop(progress);
    if !reached.is_empty() {
        show(&reached, output)?;
    } else if left_out.is_none() && !is_interrupted() {
        return Err(nothing());
    }
    Ok(left_out.tell())
}

fn line((game, board, it): &(usize, Board, ContractComparison)) -> Line {
    Line {
        game: *game,
        deal: board.deal().to_string(),
        auction: it.auction.iter().map(ToString::to_string).collect(),
        ours: it.own.as_ref().map(ContractLine::from),
        theirs: ContractLine::from(&it.theirs),
        gain: it.gain,
        off_par: it.off_par,
    }
}

fn show(reached: &[(usize, Board, ContractComparison)], output: &mut Output) -> Result<()> {
    let interval = |value: fn(&ContractComparison) -> i32| {
        Interval::of(&reached.iter().map(|(_, _, it)| f64::from(value(it))).collect::<Vec<_>>())
    };
    let total = Total {
        deals: reached.len(),
        same: reached.iter().filter(|(_, _, it)| it.own == Some(it.theirs)).count(),
        gain: interval(|it| it.gain),
        off_par: interval(|it| it.off_par.own),
        off_par_theirs: interval(|it| it.off_par.theirs),
        further_off: interval(|it| it.off_par.own - it.off_par.theirs),
    };
    if output.json {
        return output.json(&total);
    }
    let plain = |interval: &Interval| with_half(interval, 2).replace('+', "");
    output.line(format!(
        "{} bid anew by four players; {} in the contract of the file. IMPs, double dummy, with 95 % intervals:\n",
        counted(total.deals, "deal"),
        total.same,
    ))?;
    let rows = [
        ("how far our contracts are from par", plain(&total.off_par)),
        ("how far those of the file are", plain(&total.off_par_theirs)),
        ("how much further ours are", with_half(&total.further_off, 2)),
        ("what ours gain for the side with more points", with_half(&total.gain, 2)),
    ];
    output.columns(&rows.map(|(name, value)| vec![name.to_owned(), value]))?;
    let mut worst: Vec<_> = reached.iter().filter(|(_, _, it)| further_off(it) > 0).collect();
    worst.sort_by_key(|(_, _, it)| std::cmp::Reverse(further_off(it)));
    if !worst.is_empty() {
        output.line("\nThe deals on which our contract is furthest behind that of the file:\n")?;
        let mut sheet = Sheet::new(["game", "IMPs", "ours", "theirs", "our auction"]);
        for (game, _, it) in worst.iter().take(NAMED) {
            let own = it.own.map_or_else(|| "all pass".to_owned(), |own| own.to_string());
            let calls = it.auction.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            let [own, theirs, calls] =
                [own, it.theirs.to_string(), calls].map(|it| output.pips(&it));
            let lost = format!("{}", -further_off(it));
            sheet.rows.push(vec![game.to_string(), lost, own, theirs, calls]);
        }
        output.sheet(&sheet)?;
    }
    Ok(())
}

/// By how many IMPs our contract is further from par than theirs.
const fn further_off(reached: &ContractComparison) -> i32 {
    reached.off_par.own - reached.off_par.theirs
}
