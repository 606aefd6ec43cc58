//! `falsecard review`: played deals, decision by decision.

use std::collections::VecDeque;

use itertools::Itertools;
use miette::{Report as Trouble, Result, miette};

use super::acquaintance::{Dossier, Players};
use super::agreements::Agreements;
use super::ending::No;
use super::input::Passed;
use super::page::{self, GLUE};
use super::progress::Progress;
use super::settings::{Engines, PlayedFor, Thinking, is_interrupted, stop_on_ctrl_c};
use super::table::{Format, counted, print_sheet};
use super::{Answer, Output, complain, input, is_broken_pipe, recollection, report};
use crate::cards::{Seat, seat_name};
use crate::constraint::System;
use crate::learn::players;
use crate::notation::{Cards, Diagram, Game};
use crate::problem::{Form, Known, Memory, Moment, Remark, Sheet, moments, remark};
use crate::search::{Fused, Minimax, Search, Settings};
use crate::text::{on_one_line, quoted};
use crate::web::draw;
use crate::web::markup::Markup;
use crate::wording::objects::RemarkLine;
use crate::work::FEWEST;

/// The arguments of `falsecard review`.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    /// Files of deals with their play, or - for standard input. For every card: what the engines would
    /// have played, and what the difference is worth by what that player could know. Where no engine is named, minimax
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
    #[command(flatten)]
    recollection: recollection::Args,
    #[command(flatten)]
    report: report::Args,
}

const AFTER_HELP: &str = "\
Examples:
  falsecard review match.pbn --engine minimax
  falsecard review match.pbn --player Ada --only-mistakes
  falsecard review match.pbn --records last-year.pbn       with pairs that are known
  falsecard review match.pbn --format csv > choices.csv

Answers are remembered as those of run are. The exit status is 1 when nobody had a choice, 2 when some game \
was bad (the rest is gone through), 130 after Ctrl-C, which prints what is finished.";

/// Which choices are looked at, and which are shown.
#[derive(clap::Args)]
struct Which {
    /// Only the choices of this player, by the name that the file gives him or by his seat.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Show the mistakes alone, each with the command that explains it.
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
        let decider = moment.view().seat();
        self.player.as_ref().is_none_or(|wanted| {
            let is_seat = wanted.trim().parse() == Ok(decider);
            is_seat || player(game, decider).eq_ignore_ascii_case(wanted.trim())
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
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        self.report.begin("Card by card", output);
        let mut review = Review {
            args: &self,
            engines: Judges::of(&self.engines)?,
            settings: self.played_for.on(&self.thinking.settings()?),
            agreements: Agreements::with_default(self.system.as_deref().unwrap_or("natural"))?,
            dossier: self.players.read()?,
            memory: self.recollection.memory()?,
            passed: Vec::new(),
            found: false,
        };
        let mut printer = Printer { args: &self, output, games: 0, rows: Vec::new() };
        let mut troubles: Vec<Trouble> = Vec::new();
        for file in &self.files {
            match review.file(file, &mut printer, &mut troubles) {
                Ok(()) => {}
                Err(trouble) if is_broken_pipe(&trouble) => return Err(trouble),
                Err(_) if is_interrupted() => {
                    troubles.iter().for_each(complain);
                    return Ok(Answer::Yes);
                }
                Err(trouble) => troubles.push(trouble),
            }
        }
        if !review.found && troubles.is_empty() {
            let missing =
                review.passed.iter().filter_map(|(name, it)| self.which.missing(name, it));
            troubles.extend(missing);
        }
        troubles.iter().for_each(complain);
        if printer.games == 0 && troubles.is_empty() {
            return Err(self.which.nothing().into());
        }
        Ok(if troubles.is_empty() { Answer::Yes } else { Answer::SomeBad })
    }
}

impl Review<'_> {
    /// Walks through the games of a file. A game that is at fault is a trouble, and the rest goes on.
    fn file(
        &mut self,
        name: &str,
        printer: &mut Printer,
        troubles: &mut Vec<Trouble>,
    ) -> Result<()> {
        let mut passed = Passed::default();
        for game in input::each(name)? {
            let walked = match game {
                Ok(game) if self.args.which.takes_game(&game) => {
                    self.found = true;
                    self.walk(name, &game, printer)
                }
                game => game.map(|game| passed.add(&game)),
            };
            match walked {
                Err(trouble) if is_interrupted() || is_broken_pipe(&trouble) => {
                    return Err(trouble);
                }
                walked => troubles.extend(walked.err()),
            }
        }
        self.passed.push((input::name(name).to_owned(), passed));
        Ok(())
    }

    /// What all engines say of all choices of a game, each printed as soon as it is known, and a summary of
    /// as many as there are.
    fn walk(&mut self, file: &str, game: &Game, printer: &mut Printer) -> Result<()> {
        input::warn(game);
        let mut moments = moments(game)?;
        moments.retain(|moment| self.args.which.takes(game, moment));
        if moments.is_empty() {
            return Ok(());
        }
        let (system, text) = self.at_table(game)?;
        let known = Known { system: &system, text: &text };
        printer.begin(file, game, moments.len())?;
        let progress = Progress::new();
        let mut to_ask: VecDeque<(&Moment, &'static dyn Search)> =
            moments.iter().cartesian_product(self.engines.all.iter().copied()).collect();
        let mut remarks: Vec<Remark> = Vec::new();
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
                    remarks.push(remark);
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
        printer.end(game, &remarks, all)?;
        fault.map_or(Ok(()), Err)
    }

    /// The agreements of the table, with what is known of the players, and what they depend on.
    fn at_table(&mut self, game: &Game) -> Result<(System, String)> {
        let tag = input::system_tag(game);
        let is_named = tag.is_some() || self.args.system.is_some();
        let Known { system, text } = self.agreements.of(tag)?;
        let system = self.dossier.at_table(game, &game.partial_play()?, system, is_named)?;
        Ok((system, text.to_owned() + &self.dossier.key(game)))
    }
}

/// Prints what is said of games, in the order of play.
struct Printer<'a, 'b> {
    args: &'a Args,
    output: &'a mut Output<'b>,
    /// The games begun so far.
    games: usize,
    /// What a report will have of the choices of this game, and the numbers of the mistakes among the cards.
    rows: Vec<Vec<String>>,
}

/// The columns for people, with their widths. They are known before the first choice is, and leave room
/// for what is remarkable about it.
const COLUMNS: [(&str, usize); 6] =
    [("trick", 5), ("from", 5), ("played", 6), ("engine", 8), ("plays", 5), ("gives up", 0)];

/// The columns for programs.
const DATA: [&str; 14] = [
    "file",
    "game",
    "trick",
    "seat",
    "decider",
    "player",
    "played",
    "engine",
    "card",
    "behind",
    "behind_se",
    "worlds",
    "mistake",
    "double_dummy",
];

impl Printer<'_, '_> {
    fn begin(&mut self, file: &str, game: &Game, choices: usize) -> Result<()> {
        self.games += 1;
        if self.output.json {
            return Ok(());
        }
        if let Format::Csv = self.args.format {
            let head = Sheet::new(DATA).head_lines(Form::Csv);
            return if self.games == 1 { self.output.row(head.trim_end()) } else { Ok(()) };
        }
        let board = game.tag("Board").unwrap_or_default();
        let contract = game.contract().map(|contract| self.output.pips(&contract.to_string()));
        let title = format!(
            "{file}, game {}, board {board}: {}, {}",
            game.number(),
            contract.unwrap_or_default(),
            counted(choices, "choice"),
        );
        let players = players(game);
        let known = |seat| players[seat].as_ref().map(|name| format!("{} {name}", seat_name(seat)));
        let names = Seat::ALL.into_iter().filter_map(known).join(", ");
        let [title, names] = [&title, &names].map(|text| on_one_line(text));
        if let Format::Markdown = self.args.format {
            self.output.row(format!("### {title}\n"))?;
            if !names.is_empty() {
                self.output.row(format!("{names}\n"))?;
            }
            let head = Sheet::new(COLUMNS.map(|(name, _)| name).into_iter().chain([""]));
            return self.output.row(head.head_lines(Form::Markdown).trim_end());
        }
        self.output.line(title)?;
        if !names.is_empty() {
            self.output.line(names)?;
        }
        self.output.line("")?;
        self.output.diagram(&diagram(game)?)?;
        let head = COLUMNS.map(|(name, _)| name.to_owned());
        self.rows = vec![head.iter().cloned().chain([String::new()]).collect()];
        self.output.drawn(&[in_columns(&head)], Markup::default)
    }

    fn remark(&mut self, file: &str, game: &Game, remark: &Remark) -> Result<()> {
        if self.output.json {
            let player = player(game, remark.decider);
            return self.output.json(&RemarkLine {
                file,
                game: game.number(),
                player: &player,
                remark,
            });
        }
        match self.args.format {
            Format::Csv => {
                let row = data(file, game, remark);
                self.output.row(Form::Csv.row(&row).trim_end())
            }
            Format::Markdown => {
                let row = cells(remark, self.output).into_iter().chain([remarkable(remark)]);
                self.output.row(Form::Markdown.row(&row.collect::<Vec<_>>()).trim_end())
            }
            Format::Text => {
                let cells = cells(remark, self.output);
                let row = format!("{}  {}", in_columns(&cells), remarkable(remark));
                self.output.drawn(&[row.trim_end().to_owned()], Markup::default)?;
                self.rows.push(cells.into_iter().chain([remarkable(remark)]).collect());
                if remark.mistake {
                    let command = explaining(file, game, remark, self.args);
                    self.output
                        .drawn(&command_lines(&command, self.output.page), Markup::default)?;
                }
                Ok(())
            }
        }
    }

    /// The sums, of as many remarks as there are of all.
    fn end(&mut self, game: &Game, remarks: &[Remark], all: usize) -> Result<()> {
        if self.output.json || matches!(self.args.format, Format::Csv) {
            return Ok(());
        }
        let rows = std::mem::take(&mut self.rows);
        self.output.record(|| reviewed(game, remarks).and(draw::table(&rows)));
        self.output.row("")?;
        if remarks.len() < all {
            let text = format!("Broken off: {} of {all} answers were found.\n", remarks.len());
            self.output.line(text)?;
        }
        if !remarks.is_empty() {
            print_sheet(&sums(game, remarks), self.args.format, self.output)?;
            let hints = remarks.iter().filter(|remark| remark.worlds < FEWEST).count();
            if hints > 0 {
                self.output.line(format!(
                    "\n{hints} of {} answers rest on fewer than {FEWEST} worlds: no card is called a \
                     mistake by them.",
                    remarks.len()
                ))?;
            }
            self.output.row("")?;
        }
        Ok(())
    }
}

/// The play of a game with its mistakes marked.
fn reviewed(game: &Game, remarks: &[Remark]) -> Markup {
    let mistakes: Vec<_> =
        remarks.iter().filter(|remark| remark.mistake).map(|remark| remark.played).collect();
    draw::reviewed(&Diagram::of_game(game), &mistakes)
}

/// Cells in columns that do not depend on what else there is, so that a row can be printed before the
/// next one is known.
fn in_columns(cells: &[String; COLUMNS.len()]) -> String {
    // The first one to the right, so that what does not fit the page goes on further in.
    let pad = |(at, (cell, (_, width))): (usize, (&String, (&str, usize)))| match at {
        0 => format!("{cell:>width$}"),
        _ => format!("{cell:<width$}"),
    };
    cells.iter().zip(COLUMNS).enumerate().map(pad).join("  ").trim_end().to_owned()
}

/// The hands as dealt, with the auction.
fn diagram(game: &Game) -> Result<Diagram> {
    let play = game.partial_play()?;
    Ok(Diagram::of_partial(&play.first(0), Cards::Dealt))
}

/// The command that says why a card was a mistake, by the same agreements.
fn explaining(file: &str, game: &Game, remark: &Remark, args: &Args) -> String {
    let [played, card] = remark.cards();
    let number = match game.number() {
        1 => String::new(),
        number => format!(" --game {number}"),
    };
    let moment = format!("--before {played} --card {card} --against {played}");
    let command = format!("falsecard explain {}{number} {moment}", as_argument(file));
    let system = args.system.as_deref().filter(|_| input::system_tag(game).is_none());
    let system = system.into_iter().flat_map(|name| ["--system".to_owned(), name.to_owned()]);
    let agreed = system.chain(args.players.arguments()).map(|argument| as_argument(&argument));
    std::iter::once(command).chain(agreed).join(" ")
}

/// A command on as many lines as it needs, which the shell joins.
fn command_lines(command: &str, page: usize) -> Vec<String> {
    let joint = " \\";
    let rows = page::rows(&format!("       why: {command}"), page - joint.len(), "         ");
    rows.join(&format!("{joint}\n")).lines().map(str::to_owned).collect()
}

/// A text as the shell takes it for one argument, on one line.
fn as_argument(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-/+,:=@%".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''").replace(' ', &GLUE.to_string()))
    }
}

/// A choice as people read it. What is no more than a matter of taste has no remark.
fn cells(remark: &Remark, output: &Output) -> [String; COLUMNS.len()] {
    let [played, card] = [remark.played, remark.card].map(|card| output.card(card));
    let hand = if remark.seat == remark.decider { seat_name(remark.seat) } else { "dummy" };
    let (trick, engine) = (remark.trick.to_string(), remark.engine.to_owned());
    [trick, hand.to_owned(), played, engine, card, remark.price()]
}

/// What is remarkable about a choice: that it is a mistake, and what it cost as the cards lay.
fn remarkable(remark: &Remark) -> String {
    let mistake = remark.mistake.then(|| "mistake".to_owned());
    let cost = match remark.double_dummy {
        None | Some(0) => None,
        Some(1) => Some("cost a trick as the cards lay".to_owned()),
        Some(n) => Some(format!("cost {n} tricks as the cards lay")),
    };
    mistake.into_iter().chain(cost).join(", ")
}

/// A choice as programs read it.
fn data(file: &str, game: &Game, remark: &Remark) -> [String; DATA.len()] {
    let [played, card] = remark.cards();
    [
        file.to_owned(),
        game.number().to_string(),
        remark.trick.to_string(),
        remark.seat.letter().to_string(),
        remark.decider.letter().to_string(),
        player(game, remark.decider),
        played,
        remark.engine.to_owned(),
        card,
        remark.behind.to_string(),
        remark.behind_se.map_or(String::new(), |se| se.to_string()),
        remark.worlds.to_string(),
        remark.mistake.to_string(),
        remark.double_dummy.map_or_else(String::new, |tricks| tricks.to_string()),
    ]
}

/// A row for each player and engine: choices, agreements, mistakes and the points given up.
fn sums(game: &Game, remarks: &[Remark]) -> Sheet {
    let scoring = remarks.first().map(|remark| remark.scoring).unwrap_or_default();
    let given_up = format!("{scoring} given up");
    let head = ["player", "engine", "choices", "same card", "mistakes", &given_up];
    let mut sheet = Sheet::new(head);
    for seat in Seat::ALL {
        for engine in remarks.iter().map(|remark| remark.engine).unique() {
            let mine = remarks.iter().filter(|r| r.decider == seat && r.engine == engine);
            let mine: Vec<&Remark> = mine.collect();
            if mine.is_empty() {
                continue;
            }
            let mistakes = mine.iter().filter(|remark| remark.mistake);
            let given_up: f64 = mistakes.clone().map(|remark| remark.behind).sum();
            sheet.rows.push(vec![
                player(game, seat),
                engine.to_owned(),
                mine.len().to_string(),
                mine.iter().filter(|remark| remark.played == remark.card).count().to_string(),
                mistakes.count().to_string(),
                scoring.amount(given_up),
            ]);
        }
    }
    sheet
}

/// The player's name as the file gives it, else his seat.
fn player(game: &Game, seat: Seat) -> String {
    players(game)[seat].clone().unwrap_or_else(|| seat_name(seat).to_owned())
}
