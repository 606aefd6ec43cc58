//! `falsecard suit`: one suit, played as well as it can be.

use std::collections::BTreeMap;

use itertools::Itertools;
use miette::{Result, miette};
use serde::Serialize;

use super::{Answer, Output};
use crate::wording::{begins_with, begun, planned};
use falsecard_engine::cards::{Holding, Rank, holding_name, serialize_holding};
use falsecard_engine::suit::{Combination, SuitAnswer, SuitPlan, SuitSolver, VacantPlaces};
use falsecard_notation::read_suit;

/// The arguments of `falsecard suit`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Declarer's two holdings, as in "AJ109 / K32": x is a small card, - a void.
    #[arg(value_name = "HOLDINGS")]
    suit: String,
    /// Tell the plan for this many tricks, in place of the most that are not certain.
    #[arg(long, value_name = "TRICKS")]
    need: Option<u8>,
    /// The places of West's and of East's hands that may hold cards of the suit, as in 10-12. By default 13-13: nothing is known.
    #[arg(long, value_name = "WEST-EAST", value_parser = vacant)]
    vacant: Option<VacantPlaces>,
}

fn vacant(text: &str) -> Result<VacantPlaces, String> {
    let wrong =
        || "expected the places with West and with East, each from 0 to 13, as in 10-12".to_owned();
    let (west, east) = text.split_once('-').ok_or_else(wrong)?;
    let [west, east] = [west, east].map(|it| it.trim().parse().ok().filter(|it| *it <= 13));
    west.zip(east).map(|(west, east)| VacantPlaces { west, east }).ok_or_else(wrong)
}

/// What is printed as JSON.
#[derive(Serialize)]
struct Solved<'a> {
    #[serde(serialize_with = "serialize_holding")]
    first: Holding,
    #[serde(serialize_with = "serialize_holding")]
    second: Holding,
    #[serde(serialize_with = "serialize_holding")]
    missing: Holding,
    #[serde(flatten)]
    answer: &'a SuitAnswer,
}

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        let [first, second] = read_suit(&self.suit).map_err(|fault| miette!("{fault}"))?;
        let suit = Combination::new(first, second).map_err(|fault| miette!("{fault}"))?;
        let vacant = self.vacant.unwrap_or_default();
        let answer = SuitSolver::default().solve(suit, |west, east| vacant.ways(west, east));
        let answer = answer.ok_or_else(|| {
            let missing = suit.missing().len();
            miette!(
                "{missing} cards are missing, and there are fewer vacant places with West and East"
            )
        })?;
        if let Some(need) = self.need.filter(|need| !(1..=suit.longest()).contains(need)) {
            return Err(miette!(
                "--need {need}: expected a number of tricks from 1 to {}",
                suit.longest()
            ));
        }
        if output.json {
            output.json(&Solved { first, second, missing: suit.missing(), answer: &answer })?;
        } else {
            show(suit, &answer, self.need, output)?;
        }
        Ok(Answer::Yes)
    }
}

fn show(
    suit: Combination,
    answer: &SuitAnswer,
    need: Option<u8>,
    output: &mut Output,
) -> Result<()> {
    let [first, second] = suit.hands().map(shown);
    let missing = shown(suit.missing());
    output.line(format!("North {first}, South {second}; the defenders have {missing}.\n"))?;
    output.line(row("tricks", "chance", "begin with"))?;
    for (tricks, plan) in answer.at_least.iter().enumerate().rev() {
        let begin = if (1e-9..1.0 - 1e-9).contains(&plan.value) {
            begins_with(suit, plan)
        } else {
            String::new()
        };
        output.line(row(&(tricks + 1).to_string(), &chance(plan.value), &begin))?;
    }
    let average = format!("{:.2}", answer.average.value);
    output.line(row("average", &average, &begins_with(suit, &answer.average)))?;
    let told = need.map_or_else(|| uncertain(answer), |need| Some(usize::from(need) - 1));
    let Some(at) = told else { return Ok(()) };
    let plan = &answer.at_least[at];
    output.line(format!("\nFor {} tricks ({}):", at + 1, chance(plan.value)))?;
    for line in planned(suit, plan) {
        output.line(format!("  {line}"))?;
    }
    let worse = plan.starts.iter().find(|it| it.value < plan.value - 1e-9);
    if let Some(worse) = worse.filter(|it| it.value > 0.0) {
        output.line(format!("\nNext best: {}, {}.", begun(suit, worse), chance(worse.value)))?;
    }
    output.line(format!("\n{}", layouts(answer, plan)))
}

fn row(tricks: &str, chance: &str, begin: &str) -> String {
    format!("{tricks:<7}  {chance:>7}  {begin}").trim_end().to_owned()
}

/// The most tricks that are possible and not certain.
fn uncertain(answer: &SuitAnswer) -> Option<usize> {
    answer.at_least.iter().rposition(|it| (1e-9..1.0 - 1e-9).contains(&it.value))
}

/// The layouts in which a plan reaches its aim, or those in which it does not, whichever are fewer; West's holding stands for each.
fn layouts(answer: &SuitAnswer, plan: &SuitPlan) -> String {
    let all = answer.layouts.iter().zip(&plan.brings).filter(|(it, _)| it.chance > 0.0);
    let sums = |name: &dyn Fn(Holding) -> String| {
        let mut sums: [BTreeMap<String, f64>; 2] = Default::default();
        for (it, &brings) in all.clone() {
            *sums[usize::from(brings > 0)].entry(name(it.west)).or_default() += it.chance;
        }
        sums
    };
    let mut told = sums(&small);
    // Small cards that decide are named.
    if told[0].keys().any(|name| told[1].contains_key(name)) {
        told = sums(&shown);
    }
    let [fails, wins] = told;
    let (says, told) = if wins.len() <= fails.len() { ("wins", wins) } else { ("fails", fails) };
    let held = told.into_iter().sorted_by(|one, other| other.1.total_cmp(&one.1));
    let held = held.map(|(west, share)| format!("{west} ({})", chance(share))).join(", ");
    format!("It {says} where West has {held}.")
}

/// A holding, its small cards as x.
fn small(holding: Holding) -> String {
    let ranks = holding.iter().map(|rank| match rank {
        Rank::T => "10".to_owned(),
        _ if rank < Rank::T => "x".to_owned(),
        _ => rank.letter().to_string(),
    });
    let ranks: String = ranks.collect();
    if ranks.is_empty() { "nothing".to_owned() } else { ranks }
}

fn shown(holding: Holding) -> String {
    if holding.is_empty() { "nothing".to_owned() } else { holding_name(holding) }
}

/// A chance to a tenth of a percent, which is what plans for a suit differ by.
fn chance(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}
