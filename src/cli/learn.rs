//! `falsecard learn`: what beliefs are worth on boards that people really played.

use std::collections::BTreeMap;

use miette::{Report, Result};
use rayon::prelude::*;
use serde::Serialize;

use super::agreements::Agreements;
use super::ending::No;
use super::progress::Progress;
use super::settings::{is_interrupted, stop_on_ctrl_c};
use super::table::counted;
use super::{Answer, Output, complain, input};
use crate::constraint::System;
use crate::learn::{
    Bill, Circumstance, Customs, Findings, Kept, Record, Sight, Sighted, Sources, Sum,
};
use crate::notation::Game;
use crate::play::View;

/// The arguments of `falsecard learn`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// PBN, LIN or JSON files of games with their auctions and plays; - for standard input.
    #[arg(required = true)]
    files: Vec<String>,
    /// Say what beliefs by these agreements are worth: how likely they make what was really dealt.
    #[arg(long, required = true)]
    test: bool,
    /// The agreements: a rule file, or one that comes with the program. By default what a game's
    /// [System] tag names, else the natural rules.
    #[arg(long, value_name = "NAME")]
    system: Option<String>,
    /// The double-dummy tricks that cards give up which are chosen by each kind of evidence, at so many
    /// decisions of each file, one a board.
    #[arg(long, value_name = "N", default_value_t = 0)]
    price: usize,
    /// The seed of all random numbers: which decisions have their price told, and by which worlds.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// So many games are looked at together.
const TOGETHER: usize = 64;

/// What a file has shown so far.
#[derive(Default)]
struct Shown {
    games: usize,
    findings: Findings,
    customs: Customs,
    bill: Bill,
}

/// What one game has shown.
struct One {
    sighted: Vec<Option<Sighted>>,
    customs: Customs,
    price: Option<(View, Sources<f64>)>,
}

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        let mut agreements = Agreements::with_default("natural")?;
        let mut troubles: Vec<Report> = Vec::new();
        let mut games = 0;
        for file in &self.files {
            let shown = self.walk(file, &mut agreements, &mut troubles);
            games += shown.games;
            if shown.games > 0 {
                tell(file, &shown, output)?;
            }
            if is_interrupted() {
                break;
            }
        }
        troubles.iter().for_each(complain);
        if games == 0 && troubles.is_empty() {
            let help = "a file of games with their auctions and plays";
            return Err(No::new("there is no game that was played", help).into());
        }
        Ok(if troubles.is_empty() { Answer::Yes } else { Answer::SomeBad })
    }

    /// Looks at all games of a file, some of them together.
    fn walk(&self, file: &str, agreements: &mut Agreements, troubles: &mut Vec<Report>) -> Shown {
        let mut shown = Shown::default();
        let pieces = match input::games(file, None) {
            Ok(pieces) => pieces,
            Err(trouble) => {
                troubles.push(trouble);
                return shown;
            }
        };
        let (stop, progress) = (stop_on_ctrl_c(), Progress::new());
        let mut waiting: Vec<(Record, System)> = Vec::new();
        for piece in pieces {
            troubles.extend(piece.faults.into_iter().map(Into::into));
            for game in &piece.good {
                input::warn(game);
                match self.open(game, agreements) {
                    Ok(Some(record)) => waiting.push(record),
                    Ok(None) => {}
                    Err(trouble) => troubles.push(trouble),
                }
            }
            if waiting.len() >= TOGETHER {
                self.look(&mut waiting, &mut shown);
                progress.say(format!("{file}, {}", counted(shown.games, "game")));
            }
            if stop.load(std::sync::atomic::Ordering::Relaxed) {
                return shown;
            }
        }
        self.look(&mut waiting, &mut shown);
        shown
    }

    /// A game and its agreements; `None` of one that was passed out.
    fn open(&self, game: &Game, agreements: &mut Agreements) -> Result<Option<(Record, System)>> {
        if game.is_passed_out() {
            return Ok(None);
        }
        let record = Record::of(game)?;
        let named = self.system.as_deref().or_else(|| input::system_tag(game));
        Ok(Some((record, agreements.of(named)?.system.clone())))
    }

    /// Looks at the games that wait, and adds up what they show in their order.
    fn look(&self, waiting: &mut Vec<(Record, System)>, shown: &mut Shown) {
        let open = self.price.saturating_sub(shown.bill.len());
        let one = |(record, system): &(Record, System)| One {
            sighted: Findings::of(record, system),
            customs: Customs::of(record, system),
            price: (open > 0).then(|| Bill::of(record, system, self.seed)).flatten(),
        };
        let ones: Vec<One> = waiting.par_iter().map(one).collect();
        for one in &ones {
            shown.games += 1;
            shown.findings.add(&one.sighted);
            shown.customs.add(&one.customs);
            if let Some(price) = one.price.as_ref().filter(|_| shown.bill.len() < self.price) {
                shown.bill.add(price);
            }
        }
        waiting.clear();
    }
}

/// One line of `--json`: a moment and a role.
#[derive(Serialize)]
struct SightLine<'a> {
    file: &'a str,
    after: usize,
    role: &'static str,
    decisions: usize,
    auction: f64,
    auction_se: Option<f64>,
    cards: f64,
    cards_se: Option<f64>,
    worse: f64,
    honours: Honours,
    outside: f64,
}

#[derive(Serialize)]
struct Honours {
    auction: f64,
    cards: f64,
}

/// Who holds an honour: what is believed, and what is so.
#[derive(Serialize)]
struct CalibrationLine<'a> {
    file: &'a str,
    calibration: Vec<Believed>,
}

#[derive(Serialize)]
struct Believed {
    believed: f64,
    #[serde(rename = "true")]
    so: f64,
    n: usize,
}

/// What a convention was kept.
#[derive(Serialize)]
struct CustomLine<'a> {
    file: &'a str,
    convention: &'static str,
    situation: &'static str,
    n: usize,
    kept: f64,
    chance: f64,
}

/// What cards cost.
#[derive(Serialize)]
struct PriceLine<'a> {
    file: &'a str,
    role: &'static str,
    price: BTreeMap<&'static str, f64>,
    se: BTreeMap<&'static str, Option<f64>>,
    n: usize,
}

/// What the kinds of evidence are called, in the order of [`Sources::each`].
const SOURCES: [&str; 5] = ["facts", "auction", "natural", "cards", "person"];

fn tell(file: &str, shown: &Shown, output: &mut Output) -> Result<()> {
    if output.json { tell_programs(file, shown, output) } else { tell_people(file, shown, output) }
}

fn tell_programs(file: &str, shown: &Shown, output: &mut Output) -> Result<()> {
    for (after, role, sight) in shown.findings.sights() {
        let [by_auction, by_cards] = sight.honours.map(|sum| sum.mean());
        output.json(&SightLine {
            file,
            after,
            role: role.name(),
            decisions: sight.auction.len(),
            auction: sight.auction.mean(),
            auction_se: sight.auction.error(),
            cards: sight.cards.mean(),
            cards_se: sight.cards.error(),
            worse: sight.worse.mean(),
            honours: Honours { auction: by_auction, cards: by_cards },
            outside: sight.outside.mean(),
        })?;
    }
    let tenths = shown.findings.calibration.iter().filter(|tenth| !tenth.so.is_empty());
    let calibration = tenths.map(|tenth| Believed {
        believed: tenth.believed.mean(),
        so: tenth.so.mean(),
        n: tenth.so.len(),
    });
    output.json(&CalibrationLine { file, calibration: calibration.collect() })?;
    for (convention, circumstance, Kept { kept, chance }) in shown.customs.each() {
        let situation = circumstance.name();
        let (n, kept, chance) = (kept.len(), kept.mean(), chance.mean());
        output.json(&CustomLine { file, convention, situation, n, kept, chance })?;
    }
    for (role, sums) in shown.bill.roles() {
        let each = || SOURCES.into_iter().zip(sums.each());
        output.json(&PriceLine {
            file,
            role: role.name(),
            price: each().map(|(name, sum)| (name, sum.mean())).collect(),
            se: each().map(|(name, sum)| (name, sum.error())).collect(),
            n: sums.person.len(),
        })?;
    }
    Ok(())
}

fn tell_people(file: &str, shown: &Shown, output: &mut Output) -> Result<()> {
    output.line(format!("{file}: {}", counted(shown.games, "game")))?;
    output.line("How much likelier the true deal is, in nats, by the auction than by the facts, and by the cards than by the auction:")?;
    let head =
        ["after", "role", "n", "auction", "cards", "worse", "loss: auction", "cards", "outside"];
    let row = |(after, role, sight): (usize, crate::learn::Role, &Sight)| {
        let [by_auction, by_cards] = sight.honours.map(|sum| format!("{:.3}", sum.mean()));
        vec![
            after.to_string(),
            role.name().to_owned(),
            sight.auction.len().to_string(),
            with_error(&sight.auction),
            with_error(&sight.cards),
            percent(sight.worse.mean()),
            by_auction,
            by_cards,
            percent(sight.outside.mean()),
        ]
    };
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(shown.findings.sights().map(row));
    output.columns(&rows)?;
    output.line("\nWho holds an honour, as believed and as it was:")?;
    let tenths = || shown.findings.calibration.iter().filter(|tenth| !tenth.so.is_empty());
    let row = |name: &str, cell: &dyn Fn(&crate::learn::Tenth) -> String| -> Vec<String> {
        std::iter::once(name.to_owned()).chain(tenths().map(cell)).collect()
    };
    output.columns(&[
        row("believed", &|tenth| format!("{:.2}", tenth.believed.mean())),
        row("true", &|tenth| format!("{:.2}", tenth.so.mean())),
        row("n", &|tenth| tenth.so.len().to_string()),
    ])?;
    output.line("\nKept, of the cards that a convention spoke of (by chance, cards):")?;
    output.columns(&customs(&shown.customs))?;
    if !shown.bill.is_empty() {
        output.line("\nDouble-dummy tricks given up, by what the card is chosen by:")?;
        let head = ["role"].into_iter().chain(SOURCES).chain(["n"]).map(str::to_owned);
        let mut rows = vec![head.collect::<Vec<_>>()];
        for (role, sums) in shown.bill.roles() {
            let cell =
                |sum: &Sum| format!("{:.3} ± {:.3}", sum.mean(), sum.error().unwrap_or(f64::NAN));
            let cells = sums.each().map(cell);
            let n = sums.person.len().to_string();
            rows.push([role.name().to_owned()].into_iter().chain(cells).chain([n]).collect());
        }
        output.columns(&rows)?;
    }
    output.line("")
}

/// A row for each convention, a column for each circumstance.
fn customs(customs: &Customs) -> Vec<Vec<String>> {
    let head = Circumstance::EACH.map(|circumstance| circumstance.name().to_owned());
    let mut rows: Vec<Vec<String>> =
        vec![["convention".to_owned()].into_iter().chain(head).collect()];
    for (convention, circumstance, Kept { kept, chance }) in customs.each() {
        if rows.last().is_none_or(|row| row[0] != convention) {
            let empty = vec![String::new(); Circumstance::EACH.len()];
            rows.push([convention.to_owned()].into_iter().chain(empty).collect());
        }
        let column = Circumstance::EACH.iter().position(|it| *it == circumstance);
        let last = rows.last_mut().expect("a row has been pushed");
        last[1 + column.expect("it is one of them")] =
            format!("{} ({}, {})", percent(kept.mean()), percent(chance.mean()), kept.len());
    }
    rows
}

fn with_error(sum: &Sum) -> String {
    let error = sum.error().map_or("?".to_owned(), |error| format!("{error:.2}"));
    format!("{:+.2} ± {error}", sum.mean())
}

fn percent(share: f64) -> String {
    format!("{:.0}%", 100.0 * share)
}
