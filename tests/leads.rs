//! Opening leads: what they give up as the cards lay, the player's and the engines', over records of play.
//!
//! `LEADS=a.pbn,b.pbn LEADS_EVERY=4 cargo test --release --test leads -- --ignored --nocapture` prints the
//! table of `docs/leads.md`: all leads to every fourth deal of the files, by minimax. `LEADS_ENGINES=minimax,fused`
//! names the engines, `LEADS_WORLDS=80` the worlds allowed. A deal that was played at several tables counts once,
//! with the mean over its tables: what its leads give up is not independent.

use std::collections::HashMap;
use std::env;

use falsecard::cards::{Card, FullDeal};
use falsecard::constraint::System;
use falsecard::dd::Solver;
use falsecard::notation::{Game, pbn};
use falsecard::play::Play;
use falsecard::search::{self, Question, Settings};
use falsecard::work::mean_and_error;

/// A lead that was made.
struct Lead {
    play: Play,
    chosen: Card,
}

impl Lead {
    /// `None` of a game that was not played.
    fn of(game: &Game) -> Option<Self> {
        let play = Play::new(game.board().ok()?);
        Some(Self { chosen: *game.cards().first()?, play })
    }

    fn deal(&self) -> &FullDeal {
        self.play.deal()
    }

    fn is_notrump(&self) -> bool {
        self.play.bidding().contract().trumps().is_none()
    }

    /// What an engine leads, who sees what the leader saw.
    fn of_engine(&self, engine: &str, settings: &Settings) -> Card {
        let view = self.play.view(self.play.history().decider());
        let system = System::bundled("natural").unwrap();
        let question = Question::new(&view).with_system(&system).with_settings(settings);
        search::named(engine).expect("a known engine").decide(&question).unwrap().card
    }

    /// The double-dummy tricks that the player's card gives up, and those of a card drawn at random, then
    /// those of the engines' cards.
    fn given_up(&self, engines: &[String], settings: &Settings) -> Vec<f64> {
        let values = Solver::new().cards(self.play.position());
        let cost = |card: Card| f64::from(values.best() - values.value(card).unwrap());
        let legal: Vec<f64> = self.play.legal().iter().map(cost).collect();
        let at_random = legal.iter().sum::<f64>() / legal.len() as f64;
        let engines = engines.iter().map(|engine| cost(self.of_engine(engine, settings)));
        [cost(self.chosen), at_random].into_iter().chain(engines).collect()
    }
}

/// A row of the table: the mean of each column, and of what the player gives up more than each engine.
fn row(title: &str, costs: &[(&Lead, Vec<f64>)]) -> String {
    let deals: Vec<Vec<f64>> =
        by_deal(costs.iter().map(|(lead, costs)| (*lead.deal(), &costs[..])));
    let with_error = |values: &[f64]| {
        let (mean, error) = mean_and_error(values);
        format!("{mean:.3} ± {error:.3}")
    };
    let columns = costs.first().map_or(0, |(_, costs)| costs.len());
    let cells = (0..columns).map(|at| {
        let mine: Vec<f64> = deals.iter().map(|costs| costs[at]).collect();
        let more: Vec<f64> = deals.iter().map(|costs| costs[0] - costs[at]).collect();
        let mean = with_error(&mine);
        if at < 2 { mean } else { format!("{mean} | {}", with_error(&more)) }
    });
    let cells: Vec<String> = cells.collect();
    format!("| {title} | {} | {} | {} |", costs.len(), deals.len(), cells.join(" | "))
}

/// The means of every column over the tables of each deal.
fn by_deal<'a>(costs: impl Iterator<Item = (FullDeal, &'a [f64])>) -> Vec<Vec<f64>> {
    let mut deals: Vec<(FullDeal, Vec<&[f64]>)> = Vec::new();
    for (deal, costs) in costs {
        match deals.iter_mut().find(|(known, _)| *known == deal) {
            Some((_, tables)) => tables.push(costs),
            None => deals.push((deal, vec![costs])),
        }
    }
    let mean = |(_, tables): &(FullDeal, Vec<&[f64]>)| {
        let column = |at: usize| tables.iter().map(|costs| costs[at]).sum::<f64>();
        (0..tables[0].len()).map(|at| column(at) / tables.len() as f64).collect()
    };
    deals.iter().map(mean).collect()
}

#[test]
#[ignore = "minutes, and needs records: LEADS=a.pbn cargo test --release --test leads -- --ignored --nocapture"]
fn what_leads_give_up() {
    let named = |name: &str, usual: &str| env::var(name).unwrap_or_else(|_| usual.to_owned());
    let every: usize = named("LEADS_EVERY", "1").parse().unwrap();
    let worlds = named("LEADS_WORLDS", "80").parse().unwrap();
    let engines: Vec<String> =
        named("LEADS_ENGINES", "minimax").split(',').map(str::to_owned).collect();
    let settings = Settings::builder().worlds(worlds).build().unwrap();
    let heads = engines.iter().map(|engine| format!("{engine} | the player more than {engine}"));
    println!(
        "| | leads | deals | the player | any card | {} |",
        heads.collect::<Vec<_>>().join(" | ")
    );
    for path in named("LEADS", "tests/data/played.pbn").split(',') {
        let games = pbn::read(path, &std::fs::read(path).unwrap()).good;
        let leads: Vec<Lead> = games.iter().filter_map(Lead::of).collect();
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let mut number = |lead: &Lead| {
            let next = numbers.len();
            *numbers.entry(lead.deal().to_string()).or_insert(next)
        };
        let some: Vec<&Lead> = leads.iter().filter(|lead| number(lead) % every == 0).collect();
        let costs = some.into_iter().map(|lead| (lead, lead.given_up(&engines, &settings)));
        let costs: Vec<(&Lead, Vec<f64>)> = costs.collect();
        let name = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".pbn");
        for (title, is_in) in [("notrump", true), ("suit contracts", false)] {
            let some = costs.iter().filter(|(lead, _)| lead.is_notrump() == is_in);
            println!("{}", row(&format!("{name}, {title}"), &some.cloned().collect::<Vec<_>>()));
        }
        println!("{}", row(&format!("{name}, all"), &costs));
    }
}

/// A deal counts once, however many tables played it.
#[test]
fn tables_of_one_deal_count_once() {
    let deals: Vec<FullDeal> = ["N:AKQJ", "E:AKQJ"]
        .map(|first| {
            format!("{first}T98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
        })
        .map(|deal| deal.parse().unwrap())
        .to_vec();
    let costs: [(usize, [f64; 1]); 3] = [(0, [1.0]), (1, [4.0]), (0, [2.0])];
    let means = by_deal(costs.iter().map(|(deal, costs)| (deals[*deal], &costs[..])));
    assert_eq!(means, [vec![1.5], vec![4.0]]);
}

/// What is measured is what it says: the best lead gives up nothing, and a player is not told more than he
/// could know.
#[test]
fn the_measure_is_sound() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/played.pbn");
    let game = pbn::read(path, &std::fs::read(path).unwrap()).good.remove(0);
    let lead = Lead::of(&game).unwrap();
    let settings = Settings::builder().worlds(2).build().unwrap();
    let costs = lead.given_up(&["minimax".to_owned()], &settings);
    let legal = lead.play.legal();
    let values = Solver::new().cards(lead.play.position());
    let best = legal.iter().find(|&card| values.value(card) == Some(values.best())).unwrap();
    let best = Lead { play: lead.play.clone(), chosen: best };
    assert!(best.given_up(&[], &settings)[0].abs() < 1e-9);
    assert_eq!(costs.len(), 3);
    assert!(costs.iter().all(|cost| (0.0..=13.0).contains(cost)), "{costs:?}");
    assert!(legal.contains(lead.of_engine("minimax", &settings)));
}
