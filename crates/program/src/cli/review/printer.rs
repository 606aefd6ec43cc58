//! What is printed of the choices of a game, one after the other.

use std::path::Path;

use itertools::Itertools;
use miette::{Result, miette};

use super::args::{Args, player};
use super::evening;
use super::held::{Held, Verdict, claimed};
use crate::cli::Output;
use crate::cli::costly::CostlyLine;
use crate::cli::diagnostic::Locate;
use crate::cli::output::print_sheet;
use crate::cli::page::{self, GLUE};
use crate::cli::table::{Format, counted};
use crate::cli::tell;
use crate::web::draw;
use crate::web::markup::{Markup, el};
use crate::wording::objects::{ClaimLine, RemarkLine};
use falsecard_engine::cards::{Seat, seat_name};
use falsecard_engine::text::on_one_line;
use falsecard_engine::work::FEWEST;
use falsecard_laboratory::files;
use falsecard_laboratory::problem::{
    ChoiceTally, Evenings, JudgedClaim, MistakeProblems, MistakeSource, PlayedChoice, Remark,
    Sheet, SheetFormat,
};
use falsecard_laboratory::records::players;
use falsecard_notation::{Diagram, DiagramCards, Game};

/// Prints what is said of games, in the order of play.
pub(super) struct Printer<'a, 'b> {
    args: &'a Args,
    output: &'a mut Output<'b>,
    /// What the games begun so far are called.
    titles: Vec<String>,
    /// The number of choices of this game.
    choices: usize,
    /// What a report will have of the choices of this game.
    rows: Vec<Vec<String>>,
    /// What the first engine says of all games, for each kind of scoring.
    evenings: Evenings,
    /// The mistakes among that.
    quiz: MistakeProblems,
    /// The games that are printed at the end, where the dearest mistakes come first.
    held: Vec<Held>,
}

/// The columns for people, with their widths. They are known before the first choice is, and leave
/// room for what is remarkable about it.
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

impl<'a, 'b> Printer<'a, 'b> {
    pub(super) fn new(args: &'a Args, output: &'a mut Output<'b>) -> Self {
        let (titles, rows) = (Vec::new(), Vec::new());
        let (evenings, quiz) = (Evenings::default(), MistakeProblems::default());
        let held = Vec::new();
        Self { args, output, titles, choices: 0, rows, evenings, quiz, held }
    }

    /// How many games have begun.
    pub(super) const fn games(&self) -> usize {
        self.titles.len()
    }

    /// Whether games are printed at the end, the dearest first.
    const fn holds(&self) -> bool {
        let is_data = self.output.json || matches!(self.args.format, Format::Csv);
        self.args.which.only_mistakes && !is_data
    }

    /// Prints the head of a game, unless it is printed later.
    pub(super) fn begin(&mut self, file: &str, game: &Game, choices: usize) -> Result<()> {
        self.titles.push(called(game));
        if self.output.json {
            return Ok(());
        }
        if let Format::Csv = self.args.format {
            let head = Sheet::new(DATA).head_lines(SheetFormat::Csv);
            return if self.games() == 1 { self.output.row(head.trim_end()) } else { Ok(()) };
        }
        self.choices = choices;
        if self.holds() { Ok(()) } else { self.head(file, game, self.games(), choices) }
    }

    fn head(&mut self, file: &str, game: &Game, number: usize, choices: usize) -> Result<()> {
        let board = board(game).map(|board| format!(", board {board}")).unwrap_or_default();
        let contract = game.contract().map(|contract| self.output.pips(&contract.to_string()));
        let title = format!(
            "{file}, game {}{board}: {}, {}",
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
            return self.output.row(head.head_lines(SheetFormat::Markdown).trim_end());
        }
        let anchor = evening::anchor(number);
        self.output.drawn(&[title.to_string()], || el("h2").at("id", anchor).say(&title))?;
        if !names.is_empty() {
            self.output.line(names)?;
        }
        self.output.line("")?;
        self.output.diagram(&diagram(game)?)?;
        let head = COLUMNS.map(|(name, _)| name.to_owned());
        self.rows = vec![head.iter().cloned().chain([String::new()]).collect()];
        self.output.drawn(&[in_columns(&head)], Markup::default)
    }

    pub(super) fn remark(&mut self, file: &str, game: &Game, remark: &Remark) -> Result<()> {
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
            _ if self.holds() => Ok(()),
            Format::Csv => {
                let row = data(file, game, remark);
                self.output.row(SheetFormat::Csv.row(&row).trim_end())
            }
            Format::Text | Format::Markdown => self.row(file, game, remark),
        }
    }

    fn row(&mut self, file: &str, game: &Game, remark: &Remark) -> Result<()> {
        let cells = cells(remark, self.output);
        if let Format::Markdown = self.args.format {
            let row = cells.into_iter().chain([remarkable(remark)]);
            return self.output.row(SheetFormat::Markdown.row(&row.collect::<Vec<_>>()).trim_end());
        }
        let row = format!("{}  {}", in_columns(&cells), remarkable(remark));
        self.output.drawn(&[row.trim_end().to_owned()], Markup::default)?;
        self.rows.push(cells.into_iter().chain([remarkable(remark)]).collect());
        if remark.mistake {
            let command = explaining(file, game, remark, self.args);
            self.output.drawn(&command_lines(&command, self.output.page), Markup::default)?;
        }
        Ok(())
    }

    /// What is said of the game, of which as many choices were judged as there are remarks of all.
    pub(super) fn end(
        &mut self,
        file: &str,
        game: &Game,
        remarks: &[(&PlayedChoice, Remark)],
        all: usize,
        verdict: &Verdict,
    ) -> Result<()> {
        self.note(game, remarks);
        if self.output.json {
            return self.verdict_lines(file, game, verdict);
        }
        if let Format::Csv = self.args.format {
            return Ok(());
        }
        if self.holds() {
            let held = Held {
                number: self.games(),
                file: file.to_owned(),
                game: game.clone(),
                choices: self.choices,
                remarks: remarks
                    .iter()
                    .map(|(it, remark)| ((*it).clone(), remark.clone()))
                    .collect(),
                all,
                verdict: verdict.clone(),
            };
            self.held.extend(Some(held).filter(Held::is_told));
            return Ok(());
        }
        self.close(game, remarks, all, verdict)
    }

    fn verdict_lines(&mut self, file: &str, game: &Game, verdict: &Verdict) -> Result<()> {
        if let Some(claim) = verdict.claim {
            self.output.json(&ClaimLine { file, game: game.number(), claim })?;
        }
        for call in &verdict.costly {
            self.output.json(&CostlyLine::new(Some(file), game.number(), call))?;
        }
        Ok(())
    }

    /// Prints the games that were held back, the dearest first.
    fn release(&mut self) -> Result<()> {
        let mut held = std::mem::take(&mut self.held);
        held.sort_by(|one, other| other.dearest().total_cmp(&one.dearest()));
        for it in &held {
            self.head(&it.file, &it.game, it.number, it.choices)?;
            for remark in it.mistakes() {
                self.row(&it.file, &it.game, remark)?;
            }
            let remarks: Vec<_> =
                it.remarks.iter().map(|(at, remark)| (at, remark.clone())).collect();
            self.close(&it.game, &remarks, it.all, &it.verdict)?;
        }
        Ok(())
    }

    /// The sums of a game, its claim, and the calls that cost most.
    fn close(
        &mut self,
        game: &Game,
        remarks: &[(&PlayedChoice, Remark)],
        all: usize,
        verdict: &Verdict,
    ) -> Result<()> {
        let rows = std::mem::take(&mut self.rows);
        self.output.record(|| reviewed(game, remarks).and(draw::table(&rows)));
        self.output.row("")?;
        if remarks.len() < all {
            let text = format!("Broken off: {} of {all} answers were found.\n", remarks.len());
            self.output.line(text)?;
        }
        if !remarks.is_empty() {
            print_sheet(&sums(game, remarks), self.args.format, self.output)?;
            let hints = remarks.iter().filter(|(_, remark)| remark.worlds < FEWEST).count();
            if hints > 0 {
                self.output.line(format!(
                    "\n{hints} of {} answers rest on fewer than {FEWEST} worlds: no card is called a \
                     mistake by them.",
                    remarks.len()
                ))?;
            }
            self.output.row("")?;
        }
        self.judge(verdict)
    }

    /// Tells whether a claim was right, and which calls cost most.
    fn judge(&mut self, verdict: &Verdict) -> Result<()> {
        let Verdict { claim, auction, costly } = verdict;
        let is_wrong = |it: &JudgedClaim| it.given != it.double_dummy;
        let shown = claim.filter(|it| is_wrong(it) || !self.holds());
        let mut told: Vec<String> = shown.into_iter().map(claimed).collect();
        let calls = auction.iter().flat_map(|it| costly.iter().map(move |call| (it, call)));
        told.extend(calls.map(|(auction, call)| auction.told(call, self.output)));
        for line in &told {
            self.output.line(line)?;
        }
        if told.is_empty() { Ok(()) } else { self.output.row("") }
    }

    /// Remembers what the first engine says, and what another says that was asked again.
    fn note(&mut self, game: &Game, remarks: &[(&PlayedChoice, Remark)]) {
        let Some(first) = remarks.first().map(|(_, remark)| remark.engine) else { return };
        let number = self.games();
        for (at, (moment, remark)) in remarks.iter().enumerate() {
            if remark.engine == first {
                let next = remarks.get(at + 1);
                let again =
                    next.filter(|(it, other)| std::ptr::eq(*it, *moment) && other.engine != first);
                let player = player(game, remark.decider);
                let again = again.map(|(_, remark)| remark);
                self.evenings.add((number, &player), moment, remark, again);
                if remark.mistake && again.is_none_or(|it| it.card != it.played) {
                    let tag = |name: &str| game.tag(name).unwrap_or_default();
                    let (event, board, system) =
                        (tag("Event"), tag("Board"), self.args.system_of(game));
                    let source = MistakeSource { event, board, who: &player, system };
                    self.quiz.add(moment, remark, &source);
                }
            }
        }
    }

    /// What came of all games, player by player, if there were several; and the mistakes as
    /// problems, if they are wanted.
    pub(super) fn finish(&mut self) -> Result<()> {
        if self.holds() && self.held.is_empty() && self.games() > 0 {
            self.output.line("No mistakes.")?;
        }
        self.release()?;
        if let Some(path) = &self.args.quiz {
            write(path, self.quiz.file())?;
        }
        if self.output.json || matches!(self.args.format, Format::Csv) || self.games() < 2 {
            return Ok(());
        }
        evening::show(self.evenings.each(), &self.titles, self.args.format, self.output)
    }
}

/// Writes the mistakes as problems, if there are any.
fn write(path: &Path, problems: Option<String>) -> Result<()> {
    let Some(text) = problems else {
        tell(&format!("{}: not written, for there was no mistake", path.display()));
        return Ok(());
    };
    files::write(path, text.as_bytes()).map_err(|error| miette!("{}: {error}", path.display()))
}

/// The board of a game, if the file names it.
fn board(game: &Game) -> Option<&str> {
    game.tag("Board").map(str::trim).filter(|it| !["", "?", "-", "#"].contains(it))
}

/// A game as a player refers to it: its board and contract.
fn called(game: &Game) -> String {
    let board =
        board(game).map_or_else(|| format!("Game {}", game.number()), |it| format!("Board {it}"));
    let contract = game.contract().map(|contract| format!(", {contract}"));
    on_one_line(&(board + &contract.unwrap_or_default())).into_owned()
}

/// The play of a game with its mistakes marked.
fn reviewed(game: &Game, remarks: &[(&PlayedChoice, Remark)]) -> Markup {
    let mistakes = remarks.iter().filter(|(_, remark)| remark.mistake);
    let mistakes: Vec<_> = mistakes.map(|(_, remark)| remark.played).collect();
    draw::reviewed(&Diagram::of_game(game), &mistakes)
}

/// Cells in columns that do not depend on what else there is, so that a row can be printed before
/// the next one is known.
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
    let play = game.partial_play().located()?;
    Ok(Diagram::of_partial(&play.first(0), DiagramCards::Dealt).alerted_in(game))
}

/// The command that says why a card was a mistake, by the same agreements.
fn explaining(file: &str, game: &Game, remark: &Remark, args: &Args) -> String {
    let [played, card] = remark.cards();
    let number = match game.number() {
        1 => String::new(),
        number => format!(" --game {number}"),
    };
    let moment = format!("--at {played} --card {card} --against {played}");
    let command = format!("falsecard explain {}{number} {moment}", as_argument(file));
    let system = args.system.as_deref().filter(|_| game.agreements().is_none());
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
    mistake.into_iter().chain(remark.cost()).join(", ")
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
fn sums(game: &Game, remarks: &[(&PlayedChoice, Remark)]) -> Sheet {
    let remarks = || remarks.iter().map(|(_, remark)| remark);
    let scoring = remarks().next().map(|remark| remark.scoring).unwrap_or_default();
    let given_up = format!("{scoring} given up");
    let head = ["player", "engine", "choices", "same card", "mistakes", &given_up];
    let mut sheet = Sheet::new(head);
    for seat in Seat::ALL {
        for engine in remarks().map(|remark| remark.engine).unique() {
            let mine = remarks().filter(|r| r.decider == seat && r.engine == engine);
            let mut tally = ChoiceTally::default();
            mine.for_each(|remark| tally.add(remark));
            if tally.choices > 0 {
                sheet.rows.push(vec![
                    player(game, seat),
                    engine.to_owned(),
                    tally.choices.to_string(),
                    tally.same_card.to_string(),
                    tally.mistakes.to_string(),
                    scoring.amount(tally.given_up),
                ]);
            }
        }
    }
    sheet
}
