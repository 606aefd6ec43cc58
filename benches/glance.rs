//! How well cards are judged at a glance: at decisions of people's records, what each card is worth
//! by the network, by a few solved worlds and by both, beside the mean of 64 other worlds of the
//! same belief.
//!
//! ```text
//! FALSECARD_RECORDS=FILE cargo bench --bench glance                 # one decision of each board, up to 3,000 boards
//! FALSECARD_RECORDS=FILE cargo bench --bench glance -- NAME.glance  # by another network than the one of the program
//! ```
//!
//! Without a file, the boards that come with the tests. "Explained" is the share of the squares of
//! what tells a decision's cards apart (R²); "lost" is how many tricks in a hundred decisions are
//! lost by the card that an estimate puts first. Standard errors take decisions for independent, so
//! name a file with one board of each deal.

use std::collections::BTreeMap;
use std::env;
use std::time::{Duration, Instant};

use falsecard::cards::FullDeal;
use falsecard::constraint::System;
use falsecard::dd::Solver;
use falsecard::mind::glance::{Glance, Scene};
use falsecard::mind::{Assessment, Mind};
use falsecard::network::Network;
use falsecard::notation::pbn;
use falsecard::play::View;
use falsecard::records::GameRecord;
use falsecard::work::stream;
use rand::RngExt;
use rayon::prelude::*;

/// So many boards are looked at, at most.
const BOARDS: usize = 3000;

/// The worlds that judge, and those whose shares the glance is told.
const TRUTH: usize = 64;

/// What is compared.
const NAMES: [&str; 4] = ["glance", "4 worlds", "both", "4 to 32 worlds"];

/// How much the glance counts beside four worlds.
const SHARE: f64 = 0.4;

struct Judged {
    groups: Vec<String>,
    /// The sum of squares of what tells the cards apart, and how many cards there are.
    squares: f64,
    /// Of each estimate the sum of squares of how far it is off, and the tricks lost.
    off: [f64; 4],
    lost: [f64; 4],
    took: [Duration; 4],
}

fn main() {
    let named = env::args().skip(1).find(|argument| argument != "--bench");
    let other = named.map(|path| {
        let bytes = std::fs::read(path).expect("the file of a network");
        Glance::read(&bytes).expect("the file of a network")
    });
    let glance = other.as_ref().unwrap_or_else(|| Glance::bundled());
    let file = env::var("FALSECARD_RECORDS")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/records.pbn").into());
    let bytes = std::fs::read(&file).expect("FALSECARD_RECORDS names a PBN file");
    let games = pbn::read(&file, &bytes).good;
    let records: Vec<GameRecord> =
        games.iter().filter_map(|game| GameRecord::of(game).ok()).take(BOARDS).collect();
    let system = System::natural();
    let start = Instant::now();
    let judged: Vec<Judged> = records
        .par_iter()
        .filter_map(|record| judge(record, Mind::new(system, 4), glance))
        .collect();
    println!("{} decisions, {:.1?}", judged.len(), start.elapsed());
    let mut groups: BTreeMap<&str, Vec<&Judged>> = BTreeMap::new();
    for one in &judged {
        one.groups.iter().for_each(|group| groups.entry(group).or_default().push(one));
    }
    println!("{:24} {:>6} {}", "", "n", NAMES.map(|name| format!("{name:>37}")).concat());
    for (group, all) in groups {
        let mean = |of: &dyn Fn(&Judged) -> f64| {
            all.iter().map(|one| of(one)).sum::<f64>() / all.len() as f64
        };
        let error = |of: &dyn Fn(&Judged) -> f64| {
            mean(&|one| of(one).powi(2)).sqrt() / (all.len() as f64).sqrt()
        };
        let squares = mean(&|one| one.squares);
        let cells: Vec<String> = (0..NAMES.len())
            .map(|at| {
                let unexplained = mean(&|one| one.off[at]) / squares;
                let unexplained_by =
                    error(&|one| (one.off[at] - unexplained * one.squares) / squares);
                let lost = mean(&|one| one.lost[at]);
                let lost_by = error(&|one| one.lost[at] - lost);
                format!(
                    "{:>7.3} ±{unexplained_by:.3} {:>5.1} ±{:.1} {:>6.0} µs",
                    1.0 - unexplained,
                    100.0 * lost,
                    100.0 * lost_by,
                    1e6 * mean(&|one| one.took[at].as_secs_f64()),
                )
            })
            .collect();
        println!("{group:24} {:>6} {}", all.len(), cells.join("  "));
    }
}

/// Judges a decision of a record; `None` if there is none to think about.
fn judge(record: &GameRecord, mind: Mind, glance: &Glance) -> Option<Judged> {
    let mut rng = stream(1, &[record.number as u64]);
    let cards = record.play.history().played().len();
    let decisions = (1..cards).map(|at| record.after(at));
    let views = decisions.map(|play| play.view(play.history().decider()));
    let open: Vec<View> = views.filter(|view| mind.has_to_think(view)).collect();
    let view = open.get(rng.random_range(0..open.len().max(1)))?;
    let belief = mind.belief(view).ok()?;
    let mut solver = Solver::new();
    let truth: Vec<FullDeal> = belief.spread(&mut rng).take(TRUTH).collect();
    let truth = Assessment::of(view, &truth, &mut solver);
    let tricks = |assessment: &Assessment| -> Vec<f64> {
        let mean = |column| {
            assessment.tricks(column).map(f64::from).sum::<f64>() / assessment.worlds() as f64
        };
        (0..assessment.cards().len()).map(mean).collect()
    };
    let truth = tricks(&truth);
    let mut by_worlds = |count: usize| {
        let start = Instant::now();
        let worlds: Vec<FullDeal> = belief.spread(&mut rng).take(count).collect();
        (tricks(&Assessment::of(view, &worlds, &mut solver)), start.elapsed())
    };
    let (few, few_took) = by_worlds(mind.worlds);
    let (usual, usual_took) = by_worlds(mind.worlds_at(view));
    let start = Instant::now();
    let worlds: Vec<FullDeal> = belief.spread(&mut rng).take(TRUTH).collect();
    let scene = Scene::of(view, worlds.iter().map(|world| (world, 1.0)));
    let seen: Vec<f64> =
        glance.evaluate(&scene).tricks.iter().map(|(_, tricks)| f64::from(*tricks)).collect();
    let glance_took = start.elapsed();
    let both = seen.iter().zip(&few).map(|(seen, few)| SHARE * seen + (1.0 - SHARE) * few);
    let estimates = [apart(&seen), apart(&few), apart(&both.collect::<Vec<_>>()), apart(&usual)];
    let truth = apart(&truth);
    let best = truth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let off = |estimate: &Vec<f64>| {
        estimate.iter().zip(&truth).map(|(own, truth)| (own - truth).powi(2)).sum()
    };
    let lost = |estimate: &Vec<f64>| {
        let most = estimate.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let first = estimate.iter().position(|it| *it >= most);
        first.map_or(0.0, |at| best - truth[at])
    };
    let left = 13 - view.history().tricks_played();
    let role =
        if view.side() == view.contract().declaring_side() { "declarer" } else { "defender" };
    let strain = if view.contract().trumps().is_some() { "trumps" } else { "notrump" };
    let groups =
        vec![" all".to_owned(), format!("{left:>2} tricks left"), role.into(), strain.into()];
    let took = [glance_took, few_took, glance_took + few_took, usual_took];
    let squares = truth.iter().map(|it| it * it).sum();
    Some(Judged {
        groups,
        squares,
        off: std::array::from_fn(|at| off(&estimates[at])),
        lost: std::array::from_fn(|at| lost(&estimates[at])),
        took,
    })
}

/// How far each number is from the mean of all.
fn apart(all: &[f64]) -> Vec<f64> {
    let mean = all.iter().sum::<f64>() / all.len() as f64;
    all.iter().map(|it| it - mean).collect()
}
