//! `falsecard review`: played deals, decision by decision.

mod evening;
mod held;
mod printer;
mod quiz;

use std::collections::VecDeque;
use std::path::PathBuf;

use itertools::Itertools;
use miette::{Report as Trouble, Result, miette};

use self::held::Verdict;
use self::printer::{Printer, player};
use super::acquaintance::{Dossier, Players};
use super::agreements::Agreements;
use super::costly::Auctioned;
use super::ending::No;
use super::input::Passed;
use super::left_out::{LeftOut, Sifting};
use super::progress::Progress;
use super::settings::{Engines, PlayedFor, Thinking, is_interrupted, stop_on_ctrl_c};
use super::table::Format;
use super::{Answer, Output, complain, input, recollection, report};
use crate::cli::diagnostic::Locate;
use falsecard_engine::bidding::Bidder;
use falsecard_engine::cards::Seat;
use falsecard_engine::constraint::System;
use falsecard_engine::dd::Solver;
use falsecard_engine::search::{Fused, Minimax, Search, Settings};
use falsecard_engine::text::quoted;
use falsecard_laboratory::problem::{JudgedClaim, Known, Memory, Moment, Remark, moments, remark};
use falsecard_notation::Game;

/// The arguments of `falsecard review`.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    /// Files of deals with their play, or - for standard input. For every card: what the engines would
    /// have played, and what the difference is worth, judged by what that player could know. Where no engine is named, minimax
    /// looks at every card, and fused again at those that minimax calls mistakes.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    #[command(flatten)]
    which: Which,
    #[command(flatten)]
    engines: Engines,
    #[command(flatten)]
    played_for: PlayedFor,
    #[command(flatten)]
    thinking: Thinking,
    /// The agreements where a game's [System] tag names none: a rule file, or one that comes with the
    /// program. By default natural (strangers).
    #[arg(long, value_name = "NAME")]
    system: Option<String>,
    #[command(flatten)]
    players: Players,
    /// How the results are written; --json for one JSON object a choice.
    #[arg(long, value_enum, default_value = "text", conflicts_with = "json")]
    format: Format,
    /// Write the mistakes to this PBN file as problems, for `falsecard serve FILE` to ask as a quiz. If a second engine looked again, without
    /// the cards that it would have played too.
    #[arg(long, value_name = "FILE")]
    quiz: Option<PathBuf>,
    #[command(flatten)]
    recollection: recollection::Args,
    #[command(flatten)]
    left_out: Sifting,
    #[command(flatten)]
    report: report::Args,
}

const AFTER_HELP: &str = "\
Examples:
  falsecard review match.pbn --engine minimax
  falsecard review match.pbn --player Ada --only-mistakes
  falsecard review match.pbn --records last-year.pbn       with pairs that are known
  falsecard review evening.pbn --html evening.html         a page for each player
  falsecard review evening.pbn --player Ada --quiz ada.pbn his mistakes as a quiz, for falsecard serve ada.pbn
  falsecard review match.pbn --format csv > choices.csv

Answers are remembered as those of run are. The exit status is 1 when nobody had a choice, 2 when no game \
can be used, 130 after Ctrl-C, which prints what is finished.";

/// Which choices are looked at, and which are shown.
#[derive(clap::Args)]
struct Which {
    /// Only the choices of this player, by the name that the file gives him or by his seat.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Show the mistakes alone, the dearest first, each with the command that explains it.
    #[arg(long)]
    only_mistakes: bool,
    /// Only the game of this number in each file, from 1.
    #[arg(long, value_name = "N", conflicts_with = "board")]
    game: Option<usize>,
    /// Only the games of this board.
    #[arg(long, value_name = "BOARD")]
    board: Option<String>,
}

impl Which {
    fn takes_game(&self, game: &Game) -> bool {
        self.game.is_none_or(|number| number == game.number())
            && self.board.as_ref().is_none_or(|board| input::is_board(game, board))
    }

    /// What is said of a file that does not have the game or the board that is asked for.
    fn missing(&self, file: &str, passed: &Passed) -> Option<Trouble> {
        let board = self.board.as_ref().map(|board| passed.no_board(file, board));
        self.game.map(|number| passed.no_game(file, number)).or(board)
    }

    fn takes(&self, game: &Game, moment: &Moment) -> bool {
        self.is_of(game, moment.view().seat())
    }

    /// Whether the choices of a seat are asked for.
    fn is_of(&self, game: &Game, seat: Seat) -> bool {
        self.player.as_ref().is_none_or(|wanted| {
            let is_seat = wanted.trim().parse() == Ok(seat);
            is_seat || player(game, seat).eq_ignore_ascii_case(wanted.trim())
        })
    }

    fn shows(&self, remark: &Remark) -> bool {
        remark.mistake || !self.only_mistakes
    }

    /// What there was none of.
    fn nothing(&self) -> No {
        let whose = self.player.as_ref().map_or_else(|| "a player".to_owned(), |name| quoted(name));
        let help = "a PBN or LIN file of deals with their play; --player takes a name as the file has \
            it, or a seat";
        No::new(format!("there is no game in which {whose} had a choice"), help)
    }
}

/// Who judges choices.
struct Judges {
    /// Of all choices.
    all: Vec<&'static dyn Search>,
    /// Of those that are mistakes by one of them.
    mistakes: Option<&'static dyn Search>,
}

impl Judges {
    /// Those that the user names. By default minimax looks at everything, which takes seconds a board, and the fused search looks
    /// again at what minimax calls mistakes, for that takes seconds a card.
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
    /// The name of the agreements by which a game is judged.
    fn system_of<'a>(&'a self, game: &'a Game) -> &'a str {
        game.agreements().or(self.system.as_deref()).unwrap_or(input::STRANGERS)
    }

    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        self.report.begin("Card by card", output);
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

    /// What all engines say of all choices of a game, each printed as soon as it is known, and a summary of
    /// as many as there are.
    fn walk(&mut self, file: &str, game: &Game, printer: &mut Printer) -> Result<()> {
        input::warn(game);
        let mut moments = moments(game).located()?;
        moments.retain(|moment| self.args.which.takes(game, moment));
        if moments.is_empty() {
            return Ok(());
        }
        let (system, text) = self.at_table(game)?;
        let known = Known { system: &system, text: &text };
        printer.begin(file, game, moments.len())?;
        let progress = Progress::begin();
        let mut to_ask: VecDeque<(&Moment, &'static dyn Search)> =
            moments.iter().cartesian_product(self.engines.all.iter().copied()).collect();
        let mut remarks: Vec<(&Moment, Remark)> = Vec::new();
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
        let Known { system, text } = self.agreements.of(tag)?;
        let system =
            self.dossier.at_table(game, &game.partial_play().located()?, system, is_named)?;
        Ok((system, text.to_owned() + &self.dossier.key(game, is_named)))
    }
}
