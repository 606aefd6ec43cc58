//! `falsecard dd`: double dummy.

use miette::Result;

use super::filled::Filled;
use super::left_out::Sifting;
use super::table::counted;
use super::{Answer, Output, input, par, played};
use crate::cli::diagnostic::Locate;
use crate::wording::objects::{CardsLine, ContractResult, TableLine, board_name};
use falsecard_engine::cards::{Seat, Strain, seat_name};
use falsecard_engine::dd::Solver;
use falsecard_engine::play::Position;
use falsecard_engine::text::on_one_line;
use falsecard_notation::Game;

/// The arguments of `falsecard dd`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// A file of deals, - for standard input, or the deal itself: an address of the handviewer, a
    /// LIN line, or hands such as "N:A... .A.. ..A. ...A".
    #[arg(value_name = "FILE|DEAL")]
    file: String,
    /// Only this game of the file, from 1.
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    /// The value of each legal card now, instead of the table of all strains and declarers and par.
    /// Of a board that is played to the end: what each card gave away, trick by trick.
    #[arg(long)]
    cards: bool,
    /// A whole line card by card: what both sides play from here on when nobody errs. Of cards that
    /// are as good each hand plays the lowest.
    #[arg(long, conflicts_with = "cards")]
    line: bool,
    #[command(flatten)]
    filled: Filled,
    #[command(flatten)]
    left_out: Sifting,
}

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        let mut solver = Solver::new();
        if let Some(number) = self.game {
            let game = self.filled.complete(input::game(&self.file, number)?)?;
            self.solve(&mut solver, &game, output)?;
            return Ok(Answer::Yes);
        }
        let mut left_out = self.left_out.none_yet();
        for game in input::each(&self.file)? {
            left_out.sift(game.and_then(|game| {
                input::warn(&game);
                self.solve(&mut solver, &self.filled.complete(game)?, output)
            }))?;
        }
        Ok(left_out.tell())
    }

    fn solve(&self, solver: &mut Solver, game: &Game, output: &mut Output) -> Result<()> {
        if !self.cards && !self.line && game.deal().is_some() {
            return table(solver, game, output);
        }
        let position = game.position().located()?;
        if self.line {
            let further = solver.line(position);
            return played::show(solver, game, &further, output);
        }
        if position.is_over() && !game.cards().is_empty() {
            return played::show(solver, game, &[], output);
        }
        cards(solver, game, &position, output)
    }
}

/// The tricks of all declarers, and par.
fn table(solver: &mut Solver, game: &Game, output: &mut Output) -> Result<()> {
    let Some(deal) = game.deal() else { return Ok(()) };
    let (table, board) = (solver.table(&deal), board_name(game));
    if output.json {
        return output.json(&TableLine::new(game, board, table));
    }
    output.line(format!("{}: tricks of each declarer", on_one_line(&board)))?;
    let strains = Strain::DESC;
    let mut rows = vec![vec![String::new()]];
    rows[0].extend(strains.map(|strain| strain.to_string()));
    for seat in [Seat::North, Seat::South, Seat::East, Seat::West] {
        let mut row = vec![seat_name(seat).to_owned()];
        row.extend(strains.map(|strain| table.tricks(seat, strain).to_string()));
        rows.push(row);
    }
    output.columns(&rows)?;
    output.line("")?;
    par::show(&table, game, output)?;
    if let Some(result) = ContractResult::of(game, &table) {
        output.line(format!("\n{}", par::result(&result, output)))?;
    }
    output.line("")
}

/// What each legal card takes now.
fn cards(solver: &mut Solver, game: &Game, position: &Position, output: &mut Output) -> Result<()> {
    let (values, board) = (solver.cards(position), board_name(game));
    if output.json {
        return output.json(&CardsLine::new(game, board, values));
    }
    let seat = seat_name(position.to_play());
    let left = counted(position.tricks_left().into(), "trick");
    let board = on_one_line(&board);
    output.line(format!("{board}: {seat} to play, {left} left; what his side takes"))?;
    for (card, value) in values.iter() {
        let best = if values.optimal().contains(card) { "  best" } else { "" };
        let card = output.card(card);
        output.line(format!("  {card}  {value}{best}"))?;
    }
    output.line("")
}
