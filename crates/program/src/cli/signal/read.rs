//! `falsecard signal --read FILE`: what the cards played so far have told whom.

use miette::{Result, miette};
use schemars::JsonSchema;
use serde::Serialize;

use crate::cli::place::{Place, view, viewer};
use crate::cli::progress::Progress;
use crate::cli::settings::{ask, refusal};
use crate::cli::table::{WORTH_TELLING, counted, percent};
use crate::cli::{Answer, Output};
use crate::wording::source_text;
use falsecard_engine::cards::{Card, Seat, seat_name, serialize_card, serialize_seat};
use falsecard_engine::constraint::Rule;
use falsecard_engine::search::Settings;
use falsecard_laboratory::signal::{CardInference, Heeding, card_inferences, heeding};
use falsecard_notation::{Diagram, DiagramCards};

/// What a card of a hidden hand has told.
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "CardRead")]
pub(in crate::cli) struct Line<'a> {
    /// Who has read.
    #[serde(serialize_with = "serialize_seat")]
    #[schemars(with = "falsecard_engine::cards::SeatLetter")]
    reader: Seat,
    #[serde(flatten)]
    told: &'a CardInference,
}

/// What is played now on what was read. Only if it is the turn of the reader.
#[derive(JsonSchema, Serialize)]
pub(in crate::cli) struct Heeded {
    /// Who has read.
    #[serde(serialize_with = "serialize_seat")]
    #[schemars(with = "falsecard_engine::cards::SeatLetter")]
    reader: Seat,
    /// What one who reads plays.
    #[serde(serialize_with = "serialize_card")]
    #[schemars(with = "falsecard_engine::cards::CardText")]
    reading: Card,
    /// What one who does not read plays.
    #[serde(serialize_with = "serialize_card")]
    #[schemars(with = "falsecard_engine::cards::CardText")]
    ignoring: Card,
    /// The number of worlds that this rests on.
    solved: usize,
}

/// Tells what `reader` has read, by default the player whose turn it is, and what he plays for it.
pub(super) fn run(
    place: &Place,
    reader: Option<Seat>,
    (settings, hints): (&Settings, &[Rule]),
    output: &mut Output,
) -> Result<Answer> {
    let (play, system) = place.open()?;
    let decider = play.history().decider();
    let reader = reader.unwrap_or_else(|| viewer(&play));
    if reader == play.bidding().contract().dummy() {
        return Err(miette!("{} is dummy, who reads nothing: ask for declarer", seat_name(reader)));
    }
    let view = view(&play, reader)?;
    let all = card_inferences(&view, &system).map_err(|error| miette!("{error}"))?;
    if !output.json {
        output.diagram(&Diagram::of_view(&view, DiagramCards::Left))?;
        let (reader, agreed) = (seat_name(reader), system.at_the_table());
        output.line(format!("What the cards have told {reader} (agreements {agreed}):"))?;
    }
    for told in &all {
        if output.json {
            output.json(&Line { reader, told })?;
        } else {
            show(told, output)?;
        }
    }
    if reader != decider || play.is_over() {
        return Ok(Answer::Yes);
    }
    let progress = Progress::begin();
    let heeded = ask(&view, &system, hints, settings, &progress, heeding);
    let Heeding { reading, ignoring, solved } = heeded.map_err(refusal)?;
    drop(progress);
    if output.json {
        return output.json(&Heeded { reader, reading, ignoring, solved }).map(|()| Answer::Yes);
    }
    let [card, other] = [reading, ignoring].map(|card| output.card(card));
    let (name, solved) = (seat_name(reader), counted(solved, "world"));
    output.line(if reading == ignoring {
        format!(
            "\n{name} plays {card}, whether or not the signals are read (double dummy, {solved})."
        )
    } else {
        format!("\n{name} plays {card}; if no signal were read, {other} (double dummy, {solved}).")
    })?;
    Ok(Answer::Yes)
}

fn show(told: &CardInference, output: &mut Output) -> Result<()> {
    let suit = output.suit(told.card.suit);
    output.line(format!(
        "{:>2}. {} {}: length in {suit} {:.1} → {:.1}",
        told.trick,
        seat_name(told.seat),
        output.card(told.card),
        told.before.length(),
        told.after.length()
    ))?;
    let honours: Vec<String> = told
        .moved(WORTH_TELLING)
        .filter(|(before, _)| before.card != told.card)
        .map(|(before, after)| {
            let card = output.card(before.card);
            format!("{card} {} → {}", percent(before.share), percent(after.share))
        })
        .collect();
    if !honours.is_empty() {
        output.line(format!("      {} holds {}", seat_name(told.seat), honours.join(", ")))?;
    }
    let sources = told.sources.iter();
    for source in sources.filter(|it| (it.with - it.without).abs() >= WORTH_TELLING) {
        let (by, trust) = (source.convention, percent(source.trust));
        let said = output.pips(&source_text(source));
        output.line(format!("      by {by}, trusted {trust}: {said}"))?;
    }
    Ok(())
}
