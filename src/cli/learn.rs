//! `falsecard learn`: what beliefs are worth on boards that people really played.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use miette::{Report, Result, miette};
use rayon::prelude::*;
use serde::Serialize;

use super::agreements::Agreements;
use super::ending::No;
use super::progress::Progress;
use super::settings::{is_interrupted, stop_on_ctrl_c};
use super::table::counted;
use super::{Answer, Output, complain, input};
use crate::constraint::System;
use crate::files;
use crate::learn::{
    BOARDS, Bill, Customs, Findings, Folds, Foretold, InTheirPlace, Kept, Kind, Learned, Minds,
    Prediction, Record, Role, Sight, Sighted, Sources, Study, Sum, Tenth, learning_curve,
};
use crate::notation::Game;
use crate::play::View;

/// The arguments of `falsecard learn`.
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true).multiple(false))]
pub(super) struct Args {
    /// PBN, LIN or JSON files of games with their auctions and plays; - for standard input.
    #[arg(required = true)]
    files: Vec<String>,
    /// Say what beliefs by these agreements are worth: how likely they make what was really dealt.
    #[arg(long, group = "what")]
    test: bool,
    /// Fit to all the records how far calls are kept to and how cards are chosen, and write it as a rule file.
    #[arg(short, long, group = "what", value_name = "STYLE.rules")]
    output: Option<PathBuf>,
    /// The agreements: a rule file, or one that comes with the program. By default what a game's
    /// [System] tag names, else the natural rules.
    #[arg(long, value_name = "NAME")]
    system: Option<String>,
    /// Judge each game by a fit to the others of all files that share no partnership and no deal with it, the
    /// partnerships divided into so many folds.
    #[arg(long, value_name = "K", requires = "test", value_parser = clap::value_parser!(u64).range(3..=20))]
    folds: Option<u64>,
    /// The double-dummy tricks that cards give up which are chosen by each kind of evidence, at so many
    /// decisions of each file, one a board.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "test")]
    price: usize,
    /// Instead of all that: what the cards of a pair's later boards say to declarers who have learned from 0, 5, 10, 20 and 40 of its
    /// first ones; of pairs with more than 20 boards.
    #[arg(long, requires = "folds", conflicts_with_all = ["price", "minds"])]
    curve: bool,
    /// How well imagined players foretell what people did, and what their cards give up, at so many decisions of each board.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "test")]
    minds: usize,
    /// How many worlds imagined players look at for a decision at most.
    #[arg(long, value_name = "N", default_value_t = 4, requires = "minds")]
    mind_worlds: usize,
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
    prediction: Prediction,
    minds: Minds,
    bill: Bill,
}

/// What one game has shown.
struct One {
    sighted: Vec<Option<Sighted>>,
    customs: Customs,
    prediction: Prediction,
    minds: Minds,
    price: Option<(View, Sources<f64>)>,
}

impl Shown {
    fn add(&mut self, one: &One, prices: usize) {
        self.games += 1;
        self.findings.add(&one.sighted);
        self.customs.add(&one.customs);
        self.prediction.add(&one.prediction);
        self.minds.add(&one.minds);
        if let Some(price) = one.price.as_ref().filter(|_| self.bill.len() < prices) {
            self.bill.add(price);
        }
    }
}

/// A record with the agreements that it is read by.
type Read = (Record, System);

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        let mut troubles: Vec<Report> = Vec::new();
        let games = match (self.folds, &self.output) {
            (Some(folds), _) if self.curve => self.curve(folds as usize, &mut troubles, output)?,
            (Some(folds), _) => self.cross_validate(folds as usize, &mut troubles, output)?,
            (None, Some(path)) => self.fit(path, &mut troubles)?,
            (None, None) => self.test(&mut troubles, output)?,
        };
        troubles.iter().for_each(complain);
        if games == 0 && troubles.is_empty() {
            let help = "a file of games with their auctions and plays";
            return Err(No::new("there is no game that was played", help).into());
        }
        Ok(if troubles.is_empty() { Answer::Yes } else { Answer::SomeBad })
    }

    /// Tests the agreements on each file, a few games at a time.
    fn test(&self, troubles: &mut Vec<Report>, output: &mut Output) -> Result<usize> {
        let mut agreements = Agreements::with_default("natural")?;
        let mut games = 0;
        for file in &self.files {
            let mut shown = Shown::default();
            self.walk(file, &mut agreements, troubles, &mut |reads| {
                let open = shown.bill.len() < self.price;
                let one = |read: &Read| self.look(read, &read.1, open);
                let ones: Vec<One> = reads.par_iter().map(one).collect();
                for one in &ones {
                    shown.add(one, self.price);
                }
            });
            games += shown.games;
            if shown.games > 0 {
                tell(file, &shown, output)?;
            }
        }
        Ok(games)
    }

    /// Tests fits to other persons on each file.
    fn cross_validate(
        &self,
        folds: usize,
        troubles: &mut Vec<Report>,
        output: &mut Output,
    ) -> Result<usize> {
        let (reads, files) = self.all(troubles)?;
        let study = Study::of(&reads, self.seed);
        let everybody: Vec<usize> = (0..reads.len()).collect();
        let near = study.style(&everybody, None);
        let records: Vec<&Record> = reads.iter().map(|(record, _)| record).collect();
        let mut ones: Vec<Option<One>> = reads.iter().map(|_| None).collect();
        for (judged, others) in Folds::of(&records, folds).each() {
            if is_interrupted() {
                return Ok(0);
            }
            let style = study.style(&others, Some(&near));
            let one = |&at: &usize| {
                let system = style.of_players(reads[at].1.clone());
                (at, self.look(&reads[at], &system, self.price > 0))
            };
            let found: Vec<(usize, One)> = judged.par_iter().map(one).collect();
            for (at, one) in found {
                ones[at] = Some(one);
            }
        }
        let mut ones = ones.into_iter().flatten();
        for (file, games) in self.files.iter().zip(files) {
            let mut shown = Shown::default();
            ones.by_ref().take(games).for_each(|one| shown.add(&one, self.price));
            if games > 0 {
                tell(file, &shown, output)?;
            }
        }
        Ok(reads.len())
    }

    /// How much sooner a pair is understood with more of its boards.
    fn curve(
        &self,
        folds: usize,
        troubles: &mut Vec<Report>,
        output: &mut Output,
    ) -> Result<usize> {
        let (reads, _) = self.all(troubles)?;
        let curve = learning_curve(&reads, folds, self.seed);
        if output.json {
            for (boards, learned) in BOARDS.into_iter().zip(&curve) {
                output.json(&CurveLine::of(boards, learned))?;
            }
            return Ok(reads.len());
        }
        output.line("What the cards of a pair's later boards say, in nats, by how many of its earlier ones are known:")?;
        let head = ["boards", "n", "cards", "gained"].map(str::to_owned).to_vec();
        let row = |(boards, learned): (usize, &Learned)| {
            let n = learned.cards.len().to_string();
            vec![boards.to_string(), n, with_error(&learned.cards), with_error(&learned.gained)]
        };
        let rows = [head].into_iter().chain(BOARDS.into_iter().zip(&curve).map(row));
        output.columns(&rows.collect::<Vec<_>>())?;
        Ok(reads.len())
    }

    /// Fits a style and writes it.
    fn fit(&self, path: &Path, troubles: &mut Vec<Report>) -> Result<usize> {
        let (reads, _) = self.all(troubles)?;
        if reads.is_empty() {
            return Ok(0);
        }
        let study = Study::of(&reads, self.seed);
        let everybody: Vec<usize> = (0..study.len()).collect();
        let style = study.style(&everybody, None);
        let name = path.file_stem().map_or("style".into(), |stem| stem.to_string_lossy());
        let source = format!("fitted to {}", counted(reads.len(), "game"));
        files::write(path, style.text(&name, &source).as_bytes())
            .map_err(|error| miette!("{}: {error}", path.display()))?;
        Ok(reads.len())
    }

    /// All games of all files, and how many there are of each file.
    fn all(&self, troubles: &mut Vec<Report>) -> Result<(Vec<Read>, Vec<usize>)> {
        let mut agreements = Agreements::with_default("natural")?;
        let (mut reads, mut files) = (Vec::new(), Vec::new());
        for file in &self.files {
            let before = reads.len();
            self.walk(file, &mut agreements, troubles, &mut |more| reads.append(more));
            files.push(reads.len() - before);
        }
        Ok((reads, files))
    }

    /// Hands on all games of a file, some of them together.
    fn walk(
        &self,
        file: &str,
        agreements: &mut Agreements,
        troubles: &mut Vec<Report>,
        hand_on: &mut dyn FnMut(&mut Vec<Read>),
    ) {
        let pieces = match input::games(file, None) {
            Ok(pieces) => pieces,
            Err(trouble) => return troubles.push(trouble),
        };
        let (stop, progress) = (stop_on_ctrl_c(), Progress::new());
        let mut waiting: Vec<Read> = Vec::new();
        let mut games = 0;
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
                games += waiting.len();
                hand_on(&mut waiting);
                waiting.clear();
                progress.say(format!("{file}, {}", counted(games, "game")));
            }
            if stop.load(Ordering::Relaxed) {
                return;
            }
        }
        hand_on(&mut waiting);
    }

    /// A game and its agreements; `None` of one that was passed out.
    fn open(&self, game: &Game, agreements: &mut Agreements) -> Result<Option<Read>> {
        if game.is_passed_out() {
            return Ok(None);
        }
        let record = Record::of(game)?;
        let named = self.system.as_deref().or_else(|| input::system_tag(game));
        Ok(Some((record, agreements.of(named)?.system.clone())))
    }

    /// What a game shows of players of a system.
    fn look(&self, (record, agreed): &Read, system: &System, priced: bool) -> One {
        One {
            sighted: Findings::of(record, system),
            customs: Customs::of(record, agreed),
            prediction: Prediction::of(record, system),
            minds: Minds::of(record, system, self.minds, self.mind_worlds, self.seed),
            price: priced.then(|| Bill::of(record, system, self.seed)).flatten(),
        }
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
    calibration: Vec<TenthOf>,
}

#[derive(Serialize)]
struct TenthOf {
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

/// How well the cards that people chose among several are foretold.
#[derive(Serialize)]
struct PredictionLine<'a> {
    file: &'a str,
    kind: &'static str,
    n: usize,
    nats: f64,
    se: Option<f64>,
    uniform: f64,
}

/// What imagined players would have done in people's places.
#[derive(Serialize)]
struct MindsLine<'a> {
    file: &'a str,
    role: &'static str,
    kind: &'static str,
    n: usize,
    nats: f64,
    se: Option<f64>,
    uniform: f64,
    mind: f64,
    mind_se: Option<f64>,
    person: f64,
}

impl<'a> MindsLine<'a> {
    fn of(file: &'a str, role: &'static str, kind: &'static str, place: &InTheirPlace) -> Self {
        Self {
            file,
            role,
            kind,
            n: place.nats.len(),
            nats: place.nats.mean(),
            se: place.nats.error(),
            uniform: place.uniform.mean(),
            mind: place.mind.mean(),
            mind_se: place.mind.error(),
            person: place.person.mean(),
        }
    }
}

/// What was learned from so many boards of a pair.
#[derive(Serialize)]
struct CurveLine {
    boards: usize,
    n: usize,
    cards: f64,
    cards_se: Option<f64>,
    gained: f64,
    gained_se: Option<f64>,
}

impl CurveLine {
    fn of(boards: usize, learned: &Learned) -> Self {
        Self {
            boards,
            n: learned.cards.len(),
            cards: learned.cards.mean(),
            cards_se: learned.cards.error(),
            gained: learned.gained.mean(),
            gained_se: learned.gained.error(),
        }
    }
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
    let calibration = tenths.map(|tenth| TenthOf {
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
    for (kind, foretold) in shown.prediction.kinds() {
        output.json(&PredictionLine {
            file,
            kind: kind.name(),
            n: foretold.policy.len(),
            nats: foretold.policy.mean(),
            se: foretold.policy.error(),
            uniform: foretold.uniform.mean(),
        })?;
    }
    for (role, kind, place) in rows_of(&shown.minds) {
        output.json(&MindsLine::of(file, role, kind, &place))?;
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
    let row = |(after, role, sight): (usize, Role, &Sight)| {
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
    let row = |name: &str, cell: &dyn Fn(&Tenth) -> String| -> Vec<String> {
        std::iter::once(name.to_owned()).chain(tenths().map(cell)).collect()
    };
    output.columns(&[
        row("believed", &|tenth| format!("{:.2}", tenth.believed.mean())),
        row("true", &|tenth| format!("{:.2}", tenth.so.mean())),
        row("n", &|tenth| tenth.so.len().to_string()),
    ])?;
    output
        .line("\nThe cards that were chosen among several, mean logarithm of their probability:")?;
    let head = ["choice", "n", "foretold", "if all were as likely"].map(str::to_owned).to_vec();
    let row = |(kind, foretold): (Kind, &Foretold)| {
        vec![
            kind.name().to_owned(),
            foretold.policy.len().to_string(),
            with_error(&foretold.policy),
            format!("{:+.2}", foretold.uniform.mean()),
        ]
    };
    let rows: Vec<_> = [head].into_iter().chain(shown.prediction.kinds().map(row)).collect();
    output.columns(&rows)?;
    output.line("\nKept, of the cards that a convention spoke of (by chance, cards):")?;
    output.columns(&customs(&shown.customs))?;
    if !shown.minds.is_empty() {
        output.line("\nImagined players in people's places: how likely they make the card chosen, and the tricks that cards give up:")?;
        let head = ["role", "choice", "n", "foretold", "if all as likely", "imagined", "person"];
        let row = |(role, kind, place): (&str, &str, InTheirPlace)| {
            vec![
                role.to_owned(),
                kind.to_owned(),
                place.nats.len().to_string(),
                with_error(&place.nats),
                format!("{:+.2}", place.uniform.mean()),
                with_error(&place.mind),
                with_error(&place.person),
            ]
        };
        let head = head.map(str::to_owned).to_vec();
        let rows = [head].into_iter().chain(rows_of(&shown.minds).into_iter().map(row));
        output.columns(&rows.collect::<Vec<_>>())?;
    }
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

/// Each kind of choice of each role, and all of a role together.
fn rows_of(minds: &Minds) -> Vec<(&'static str, &'static str, InTheirPlace)> {
    let kinds = minds.each().map(|(role, kind, place)| (role, kind.name(), *place));
    let roles = [("declarer", false), ("defender", true)];
    let roles = roles.map(|(role, defends)| (role, "all", minds.role(defends)));
    kinds.chain(roles.into_iter().filter(|(_, _, place)| !place.nats.is_empty())).collect()
}

/// A row for each convention: what it was kept in no trump and with trumps.
fn customs(customs: &Customs) -> Vec<Vec<String>> {
    let head = ["convention", "notrump", "by chance", "cards", "trumps", "by chance", "cards"];
    let mut rows: Vec<Vec<String>> = vec![head.map(str::to_owned).to_vec()];
    let mut sums: Vec<(&str, [Kept; 2])> = Vec::new();
    for (convention, circumstance, kept) in customs.each() {
        if sums.last().is_none_or(|(last, _)| *last != convention) {
            sums.push((convention, [Kept::default(); 2]));
        }
        let (_, of_strains) = sums.last_mut().expect("one has been pushed");
        of_strains[usize::from(circumstance.trumps)].take(kept);
    }
    for (convention, of_strains) in sums {
        let cells = of_strains.iter().flat_map(|Kept { kept, chance }| {
            let share =
                |sum: &Sum| if sum.is_empty() { String::new() } else { percent(sum.mean()) };
            [share(kept), share(chance), kept.len().to_string()]
        });
        rows.push([convention.to_owned()].into_iter().chain(cells).collect());
    }
    rows
}

fn with_error(sum: &Sum) -> String {
    let error = sum.error().map_or("?".to_owned(), |error| format!("{error:.3}"));
    format!("{:+.3} ± {error}", sum.mean())
}

fn percent(share: f64) -> String {
    format!("{:.0}%", 100.0 * share)
}
