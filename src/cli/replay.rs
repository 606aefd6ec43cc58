//! `falsecard run --every-decision`: played deals, card by card.

use std::path::PathBuf;

use itertools::Itertools;
use miette::{Report as Trouble, Result, miette};
use serde::Serialize;

use super::ending::No;
use super::progress::Progress;
use super::run::{Format, Run, print_sheet};
use super::settings::{is_interrupted, stop_on_ctrl_c};
use super::table::counted;
use super::{Answer, Output, complain, input, is_broken_pipe};
use crate::cards::{BySeat, Seat, seat_name};
use crate::notation::{Cards, Diagram, Game};
use crate::problem::{Form, Moment, Remark, Sheet, moments, remark};
use crate::text::{on_one_line, quoted};
use crate::web::draw;
use crate::web::markup::Markup;
use crate::work::FEWEST;

/// One line of `--json`.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    game: usize,
    player: &'a str,
    #[serde(flatten)]
    remark: &'a Remark,
}

/// Which choices are looked at, and which are shown.
#[derive(clap::Args)]
pub(super) struct Options {
    /// With --every-decision: only the choices of this player, by the name that the file gives him or by
    /// his seat.
    #[arg(long, value_name = "NAME", requires = "every_decision")]
    player: Option<String>,
    /// With --every-decision: show the mistakes alone, each with the command that explains it.
    #[arg(long, requires = "every_decision")]
    only_mistakes: bool,
    /// With --every-decision: only the game of this number in each file, from 1.
    #[arg(long, value_name = "N", requires = "every_decision", conflicts_with = "board")]
    game: Option<usize>,
    /// With --every-decision: only the games of this board.
    #[arg(long, value_name = "BOARD", requires = "every_decision")]
    board: Option<String>,
}

impl Options {
    fn takes_game(&self, game: &Game) -> bool {
        let is_board = |board: &String| {
            game.tag("Board").is_some_and(|tag| tag.trim().eq_ignore_ascii_case(board.trim()))
        };
        self.game.is_none_or(|number| number == game.number())
            && self.board.as_ref().is_none_or(is_board)
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

/// Walks through the games of the files.
pub(super) fn run(
    paths: &[PathBuf],
    options: &Options,
    mut run: Run,
    format: Format,
    output: &mut Output,
) -> Result<Answer> {
    if paths.is_empty() {
        let help = "a PBN file of deals with their play; - for standard input";
        return Err(miette!(help = help, "--every-decision needs a file"));
    }
    let mut troubles: Vec<Trouble> = Vec::new();
    let mut printer = Printer { options, format, output, games: 0, rows: Vec::new() };
    for path in paths {
        let name = path.to_string_lossy();
        let pieces = match input::games(&name, None) {
            Ok(pieces) => pieces,
            Err(trouble) => {
                troubles.push(trouble);
                continue;
            }
        };
        for piece in pieces {
            troubles.extend(piece.faults.into_iter().map(Into::into));
            for game in piece.good.iter().filter(|game| options.takes_game(game)) {
                input::warn(game);
                match walk(&name, game, &mut run, &mut printer) {
                    Ok(()) => {}
                    Err(trouble) if is_broken_pipe(&trouble) => return Err(trouble),
                    Err(_) if is_interrupted() => {
                        troubles.iter().for_each(complain);
                        return Ok(Answer::Yes);
                    }
                    Err(trouble) => troubles.push(trouble),
                }
            }
        }
    }
    troubles.iter().for_each(complain);
    if printer.games == 0 && troubles.is_empty() {
        return Err(options.nothing().into());
    }
    Ok(if troubles.is_empty() { Answer::Yes } else { Answer::SomeBad })
}

/// What all engines say of all choices of a game, each printed as soon as it is known, and a summary of
/// as many as there are.
fn walk(file: &str, game: &Game, run: &mut Run, printer: &mut Printer) -> Result<()> {
    let mut moments = moments(game)?;
    moments.retain(|moment| printer.options.takes(game, moment));
    if moments.is_empty() {
        return Ok(());
    }
    let settings = run.settings_where(game.scoring());
    let known = run.agreements.of(input::system_tag(game))?;
    printer.begin(file, game, moments.len())?;
    let progress = Progress::new();
    let total = (moments.len() * run.engines.len()) as f64;
    let mut remarks = Vec::new();
    let mut fault = None;
    'all: for moment in &moments {
        for &engine in run.engines {
            progress.say(format!("game {} {}", game.number(), engine.slug()));
            let done = remarks.len() as f64;
            let part = |share: f64| progress.set((done + share) / total);
            let memory = &mut run.memory;
            match remark(moment, engine, known, &settings, memory, stop_on_ctrl_c(), &part) {
                Ok(remark) => {
                    if printer.options.shows(&remark) {
                        printer.remark(file, game, &remark)?;
                    }
                    remarks.push(remark);
                }
                Err(error) => {
                    fault = Some(miette!("{error}"));
                    break 'all;
                }
            }
        }
    }
    drop(progress);
    printer.end(game, &remarks, moments.len() * run.engines.len())?;
    fault.map_or(Ok(()), Err)
}

/// Prints what is said of games, in the order of play.
struct Printer<'a, 'b> {
    options: &'a Options,
    format: Format,
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
        if let Format::Csv = self.format {
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
        let players = Seat::ALL.map(|seat| (seat_name(seat), player(game, seat)));
        let known = players.iter().filter(|(seat, name)| seat != name);
        let names = known.map(|(seat, name)| format!("{seat} {name}")).join(", ");
        let [title, names] = [&title, &names].map(|text| on_one_line(text));
        if let Format::Markdown = self.format {
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
            return self.output.json(&Line { file, game: game.number(), player: &player, remark });
        }
        match self.format {
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
                    let command = explaining(file, game, remark);
                    self.output.drawn(&[format!("       why: {command}")], Markup::default)?;
                }
                Ok(())
            }
        }
    }

    /// The sums, of as many remarks as there are of all.
    fn end(&mut self, game: &Game, remarks: &[Remark], all: usize) -> Result<()> {
        if self.output.json || matches!(self.format, Format::Csv) {
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
            print_sheet(&players(game, remarks), self.format, self.output)?;
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

/// The command that says why a card was a mistake.
fn explaining(file: &str, game: &Game, remark: &Remark) -> String {
    let [played, card] = remark.cards();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-/+,:=@%".contains(c);
    let file = if !file.is_empty() && file.chars().all(is_plain) {
        file.to_owned()
    } else {
        format!("'{}'", file.replace('\'', r"'\''"))
    };
    let number = match game.number() {
        1 => String::new(),
        number => format!(" --game {number}"),
    };
    format!("falsecard explain {file}{number} --before {played} --card {card} --against {played}")
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
fn players(game: &Game, remarks: &[Remark]) -> Sheet {
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
    let tags = BySeat::from_fn(seat_name);
    let name = game.tag(tags[seat]).map(str::trim);
    name.filter(|name| !["", "?", "-"].contains(name)).unwrap_or(tags[seat]).to_owned()
}
