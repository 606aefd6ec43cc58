//! `falsecard run --every-decision`: played deals, card by card.

use std::path::PathBuf;

use itertools::Itertools;
use miette::{Report as Trouble, Result, miette};
use serde::Serialize;

use super::progress::Progress;
use super::run::Run;
use super::{Answer, Output, complain, input};
use crate::cards::{BySeat, Seat, seat_name};
use crate::notation::Game;
use crate::problem::{Form, Remark, Sheet, moments, remark};
use crate::text::on_one_line;

/// One line of `--json`.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    game: usize,
    player: &'a str,
    #[serde(flatten)]
    remark: &'a Remark,
}

/// Walks through the games of the files.
pub(super) fn run(paths: &[PathBuf], mut run: Run, output: &mut Output) -> Result<Answer> {
    if paths.is_empty() {
        let help = "a PBN file of deals with their play; - for standard input";
        return Err(miette!(help = help, "--every-decision needs a file"));
    }
    let mut troubles: Vec<Trouble> = Vec::new();
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
            for game in &piece.good {
                input::warn(game);
                match remarks(game, &mut run) {
                    Ok(remarks) => show(&name, game, &remarks, output)?,
                    Err(trouble) => troubles.push(trouble),
                }
            }
        }
    }
    troubles.iter().for_each(complain);
    Ok(if troubles.is_empty() { Answer::Yes } else { Answer::SomeBad })
}

/// What all engines say of all choices of a game, a choice's remarks together.
fn remarks(game: &Game, run: &mut Run) -> Result<Vec<Remark>> {
    let moments = moments(game)?;
    let known = run.agreements.of(input::system_tag(game))?;
    let progress = Progress::new();
    let total = (moments.len() * run.engines.len()) as f64;
    let mut remarks = Vec::new();
    for moment in &moments {
        for &engine in run.engines {
            progress.say(format!("game {} {}", game.number(), engine.slug()));
            let done = remarks.len() as f64;
            let part = |share: f64| progress.set((done + share) / total);
            let remark = remark(moment, engine, known, &run.settings, &mut run.memory, &part);
            remarks.push(remark.map_err(|error| miette!("{error}"))?);
        }
    }
    Ok(remarks)
}

fn show(file: &str, game: &Game, remarks: &[Remark], output: &mut Output) -> Result<()> {
    if output.json {
        let number = game.number();
        return remarks.iter().try_for_each(|remark| {
            let player = player(game, remark.decider);
            output.json(&Line { file, game: number, player: &player, remark })
        });
    }
    let [file, board] = [file, game.tag("Board").unwrap_or_default()].map(on_one_line);
    let contract = game.contract().map(|contract| output.pips(&contract.to_string()));
    output.line(format!(
        "{file}, game {}, board {board}: {}, {} choices",
        game.number(),
        contract.unwrap_or_default(),
        remarks.iter().map(|remark| remark.engine).counts().values().max().unwrap_or(&0),
    ))?;
    output.line(choices(game, remarks).write(Form::Text))?;
    output.line(players(game, remarks).write(Form::Text))
}

/// A row for each choice and engine. What is no more than a matter of taste has no remark.
fn choices(game: &Game, remarks: &[Remark]) -> Sheet {
    let mut sheet = Sheet::new([
        "trick",
        "player",
        "played",
        "engine",
        "plays",
        "gives up",
        "",
        "as the cards lay",
    ]);
    for remark in remarks {
        let [played, card] = remark.cards();
        let from_dummy = if remark.seat == remark.decider { "" } else { " (dummy)" };
        let lost = match remark.double_dummy {
            0 => String::new(),
            1 => "costs a trick".to_owned(),
            n => format!("costs {n} tricks"),
        };
        sheet.rows.push(vec![
            remark.trick.to_string(),
            format!("{}{from_dummy}", player(game, remark.decider)),
            played,
            remark.engine.to_owned(),
            card,
            remark.price(),
            if remark.mistake { "mistake" } else { "" }.to_owned(),
            lost,
        ]);
    }
    sheet
}

/// A row for each player and engine: choices, agreements, mistakes and the points given up.
fn players(game: &Game, remarks: &[Remark]) -> Sheet {
    let mut sheet =
        Sheet::new(["player", "engine", "choices", "same card", "mistakes", "points given up"]);
    for seat in Seat::ALL {
        for engine in remarks.iter().map(|remark| remark.engine).unique() {
            let mine = remarks.iter().filter(|r| r.decider == seat && r.engine == engine);
            let mine: Vec<&Remark> = mine.collect();
            if mine.is_empty() {
                continue;
            }
            let mistakes = mine.iter().filter(|remark| remark.mistake);
            let points: f64 = mistakes.clone().map(|remark| remark.behind).sum();
            sheet.rows.push(vec![
                player(game, seat),
                engine.to_owned(),
                mine.len().to_string(),
                mine.iter().filter(|remark| remark.played == remark.card).count().to_string(),
                mistakes.count().to_string(),
                // Adding nought turns the "-0" of an empty sum into "0".
                format!("{:.0}", points + 0.0),
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
