//! A board trick by trick, double dummy: what each card gave away, and how it goes on when nobody
//! errs.

use miette::{IntoDiagnostic, Result};
use schemars::JsonSchema;
use serde::Serialize;

use super::Output;
use crate::cli::diagnostic::Locate;
use crate::wording::objects::board_name;
use falsecard_engine::cards::{Card, Seat, Side, seat_name, serialize_card, serialize_seat};
use falsecard_engine::dd::{CardCost, Solver};
use falsecard_engine::text::on_one_line;
use falsecard_laboratory::problem::Sheet;
use falsecard_notation::Game;

/// A trick, with what its cards gave away.
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "PlayedTrick")]
struct Trick {
    /// Its number, from 1.
    #[serde(rename = "trick")]
    number: usize,
    /// Who led to it.
    #[serde(serialize_with = "serialize_seat")]
    #[schemars(with = "falsecard_engine::cards::SeatLetter")]
    leader: Seat,
    /// Its cards in the order of play.
    cards: Vec<Played>,
    /// The tricks that declarer takes in all before its first card, when nobody errs any more.
    before: u8,
    /// The tricks that declarer takes in all after its last card, when nobody errs any more.
    after: u8,
}

/// A card that was played.
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "PlayedCard")]
struct Played {
    /// Whose card it is.
    #[serde(serialize_with = "serialize_seat")]
    #[schemars(with = "falsecard_engine::cards::SeatLetter")]
    seat: Seat,
    /// The card.
    #[serde(serialize_with = "serialize_card")]
    #[schemars(with = "falsecard_engine::cards::CardText")]
    card: Card,
    /// What it gave away: how many tricks fewer its side takes than with the best card.
    cost: u8,
}

/// A board that was played to the end.
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "PlayedBoard")]
pub(super) struct Line<'a> {
    /// The game in the file, from 1.
    game: usize,
    /// Its `[Board]`, or else the number of the game.
    board: &'a str,
    /// The tricks.
    play: &'a [Trick],
}

/// Prints what each card of a play gave away, and what is played further.
pub(super) fn show(
    solver: &mut Solver,
    game: &Game,
    further: &[Card],
    output: &mut Output,
) -> Result<()> {
    let board = &board_name(game);
    let start = game.first_position().located()?;
    // Declarer sits at the leader's right.
    let declarer = start.to_play().rho();
    let costs = solver.costs(start, &[game.cards(), further].concat()).into_diagnostic()?;
    let value = match Side::of(declarer) {
        Side::NorthSouth => costs.value,
        Side::EastWest => start.tricks_left() - costs.value,
    };
    let tricks = tricks(&costs.cards, Side::of(declarer), value);
    if output.json {
        return output.json(&Line { game: game.number(), board, play: &tricks });
    }
    let contract = game.contract().map_or_else(String::new, |it| output.pips(&format!(", {it}")));
    output.line(format!("{}{contract}: card by card, double dummy", on_one_line(board)))?;
    if let (Some(&first), false) = (further.first(), game.cards().is_empty()) {
        output.line(format!("From {} on nobody errs.", output.card(first)))?;
    }
    let sheet = sheet(&tricks, output);
    output.sheet(&sheet)?;
    if costs.cards.iter().any(|cost| cost.tricks > 0) {
        output.line("In brackets: the tricks that the card gave away.")?;
    }
    if further.len() < costs.cards.len() {
        output.line(given_away(&costs.cards, output))?;
    }
    output.line("")
}

/// The tricks of a play in which declarer's side would take this many.
fn tricks(costs: &[CardCost], declaring: Side, value: u8) -> Vec<Trick> {
    let mut after = value;
    let trick = |(number, cards): (usize, &[CardCost])| {
        let before = after;
        for cost in cards {
            after =
                if declaring.has(cost.seat) { after - cost.tricks } else { after + cost.tricks };
        }
        let played =
            |cost: &CardCost| Played { seat: cost.seat, card: cost.card, cost: cost.tricks };
        let (leader, cards) = (cards[0].seat, cards.iter().map(played).collect());
        Trick { number: number + 1, leader, cards, before, after }
    };
    costs.chunks(4).enumerate().map(trick).collect()
}

fn sheet(tricks: &[Trick], output: &Output) -> Sheet {
    let mut sheet = Sheet::new(["trick", "leads", "", "", "", "", "declarer's tricks"]);
    for Trick { number, leader, cards, before, after } in tricks {
        let card = |played: &Played| match played.cost {
            0 => output.card(played.card),
            cost => format!("{} ({cost})", output.card(played.card)),
        };
        let mut row = vec![number.to_string(), seat_name(*leader).to_owned()];
        row.extend(cards.iter().map(card));
        row.push(if before == after { after.to_string() } else { format!("{before} → {after}") });
        sheet.rows.push(row);
    }
    sheet
}

/// Who gave away what, in the order of the seats.
fn given_away(costs: &[CardCost], output: &Output) -> String {
    let of_seat = |seat: Seat| {
        let errors: Vec<&CardCost> =
            costs.iter().filter(|cost| cost.seat == seat && cost.tricks > 0).collect();
        let tricks: u8 = errors.iter().map(|cost| cost.tricks).sum();
        let cards: Vec<String> = errors.iter().map(|cost| output.card(cost.card)).collect();
        (tricks > 0).then(|| format!("{} {tricks} ({})", seat_name(seat), cards.join(", ")))
    };
    let told: Vec<String> = Seat::ALL.into_iter().filter_map(of_seat).collect();
    if told.is_empty() {
        "Nobody gave a trick away.".to_owned()
    } else {
        format!("Tricks given away: {}.", told.join("; "))
    }
}
