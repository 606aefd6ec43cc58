//! `falsecard review`: played deals, decision by decision.

mod args;
mod evening;
mod held;
mod printer;

use std::collections::VecDeque;

use itertools::Itertools;
use miette::{Result, miette};

pub(super) use self::args::Args;
use self::held::Verdict;
use self::printer::Printer;
use super::acquaintance::Dossier;
use super::agreements::Agreements;
use super::costly::Auctioned;
use super::input::Passed;
use super::left_out::LeftOut;
use super::progress::Progress;
use super::settings::{Engines, is_interrupted, stop_on_ctrl_c};
use super::{Answer, Output, complain, input};
use crate::cli::diagnostic::Locate;
use falsecard_engine::bidding::Bidder;
use falsecard_engine::constraint::System;
use falsecard_engine::dd::Solver;
use falsecard_engine::search::{Fused, Minimax, Search, Settings};
use falsecard_laboratory::problem::{
    JudgedClaim, Memory, PlayedChoice, Remark, RuleFileRef, played_choices, remark,
};
use falsecard_notation::Game;

/// Who judges choices.
struct Judges {
    /// The engines that judge every choice.
    all: Vec<&'static dyn Search>,
    /// The engine that judges again what one of them calls a mistake.
    mistakes: Option<&'static dyn Search>,
}

impl Judges {
    /// The judges that the user names. By default minimax looks at everything, which takes seconds
    /// a board, and the fused search looks again at what minimax calls mistakes, for that takes
    /// seconds a card.
    fn of(engines: &Engines) -> Result<Self> {
        if engines.are_named() {
            return Ok(Self { all: engines.named()?, mistakes: None });
        }
        Ok(Self { all: vec![&Minimax], mistakes: Some(&Fused) })
    }
}

/// How choices are judged.
struct Review<'a> {
    args: &'a Args,
    engines: Judges,
    settings: Settings,
    agreements: Agreements,
    dossier: Dossier<'a>,
    memory: Memory,
    /// The files that have been read, with the games that were not asked for.
    passed: Vec<(String, Passed)>,
    /// Whether any of them had a game that was.
    found: bool,
}

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        output.record_into(&self.report, "Card by card");
        let mut review = Review {
            args: &self,
            engines: Judges::of(&self.engines)?,
            settings: self.played_for.on(&self.thinking.settings()?),
            agreements: Agreements::with_default(
                self.system.as_deref().unwrap_or(input::STRANGERS),
            )?,
            dossier: self.players.read()?,
            memory: self.recollection.memory()?,
            passed: Vec::new(),
            found: false,
        };
        let mut printer = Printer::new(&self, output);
        let mut left_out = self.left_out.none_yet();
        for file in &self.files {
            match review.file(file, &mut printer, &mut left_out) {
                Err(_) if is_interrupted() => {
                    printer.finish()?;
                    left_out.tell();
                    return Ok(Answer::Yes);
                }
                walked => walked?,
            }
        }
        printer.finish()?;
        if !left_out.is_none() {
            return Ok(left_out.tell());
        }
        let files = review.passed.iter().filter(|_| !review.found);
        let missing: Vec<_> = files.filter_map(|(name, it)| self.which.missing(name, it)).collect();
        missing.iter().for_each(complain);
        match printer.games() {
            _ if !missing.is_empty() => Ok(Answer::SomeBad),
            0 => Err(self.which.nothing().into()),
            _ => Ok(Answer::Yes),
        }
    }
}

impl Review<'_> {
    /// Walks through the games of a file that are asked for.
    fn file(&mut self, name: &str, printer: &mut Printer, left_out: &mut LeftOut) -> Result<()> {
        let mut passed = Passed::default();
        for game in input::each(name)? {
            let walked = match game {
                Ok(game) if !self.args.which.takes_game(&game) => {
                    passed.add(&game);
                    continue;
                }
                Ok(game) => {
                    self.found = true;
                    self.walk(name, &game, printer)
                }
                Err(fault) => Err(fault),
            };
            match walked {
                Err(trouble) if is_interrupted() => return Err(trouble),
                walked => left_out.sift(walked)?,
            };
        }
        self.passed.push((input::name(name).to_owned(), passed));
        Ok(())
    }

    /// What all engines say of all choices of a game, each printed as soon as it is known, and a
    /// summary of as many as there are.
    fn walk(&mut self, file: &str, game: &Game, printer: &mut Printer) -> Result<()> {
        input::warn(game);
        let mut played_choices = played_choices(game).located()?;
        played_choices.retain(|moment| self.args.which.takes(game, moment));
        if played_choices.is_empty() {
            return Ok(());
        }
        let (system, text) = self.at_table(game)?;
        let known = RuleFileRef { system: &system, text: &text };
        printer.begin(file, game, played_choices.len())?;
        let progress = Progress::begin();
        let mut to_ask: VecDeque<(&PlayedChoice, &'static dyn Search)> =
            played_choices.iter().cartesian_product(self.engines.all.iter().copied()).collect();
        let mut remarks: Vec<(&PlayedChoice, Remark)> = Vec::new();
        let mut fault = None;
        while let Some((moment, engine)) = to_ask.pop_front() {
            progress.say(format!("game {} {}", game.number(), engine.slug()));
            let all = (remarks.len() + 1 + to_ask.len()) as f64;
            let done = remarks.len() as f64;
            let part = |share: f64| progress.set((done + share) / all);
            let memory = &mut self.memory;
            match remark(moment, engine, known, &self.settings, memory, stop_on_ctrl_c(), &part) {
                Ok(remark) => {
                    if self.args.which.shows(&remark) {
                        printer.remark(file, game, &remark)?;
                    }
                    let again = self.engines.mistakes.filter(|it| it.slug() != engine.slug());
                    if let Some(again) = again.filter(|_| remark.mistake) {
                        to_ask.push_front((moment, again));
                    }
                    remarks.push((moment, remark));
                }
                Err(error) => {
                    fault = Some(miette!("{error}"));
                    to_ask.push_front((moment, engine));
                    break;
                }
            }
        }
        let all = remarks.len() + to_ask.len();
        drop(progress);
        let verdict = self.verdict(game, &system);
        printer.end(file, game, &remarks, all, &verdict)?;
        fault.map_or(Ok(()), Err)
    }

    /// What is said of a game as a whole.
    fn verdict(&self, game: &Game, system: &System) -> Verdict {
        let mut solver = Solver::new();
        let mut costly = Vec::new();
        let auction = Auctioned::of(game);
        if let Some(auction) = &auction {
            costly = auction.costly_calls(&Bidder::new(system), &mut solver);
            costly.retain(|call| self.args.which.is_of(game, call.seat));
        }
        Verdict { claim: JudgedClaim::of(game, &mut solver), auction, costly }
    }

    /// The agreements of the table, with what is known of the players, and what they depend on.
    fn at_table(&mut self, game: &Game) -> Result<(System, String)> {
        let tag = game.agreements();
        let is_named = tag.is_some() || self.args.system.is_some();
        let RuleFileRef { system, text } = self.agreements.of(tag)?;
        let system =
            self.dossier.at_table(game, &game.partial_play().located()?, system, is_named)?;
        Ok((system, text.to_owned() + &self.dossier.key(game, is_named)))
    }
}
