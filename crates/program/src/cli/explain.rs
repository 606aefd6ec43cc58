//! `falsecard explain`: what the others will think of a card, and how they will then play.

use std::time::Instant;

use itertools::Itertools;
use miette::{Result, miette};
use textwrap::core::display_width;

use super::headings::KNOWN;
use super::input::legal;
use super::page::GLUE;
use super::place::Place;
use super::progress::Progress;
use super::settings::{PlayedFor, Thinking, ask, card, hint, refusal};
use super::table::of_sheet;
use super::{Answer, Output, report};
use crate::web::draw;
use crate::web::markup::Markup;
use crate::wording::{
    ENOUGH_FOR_SHARES, WORTH_TELLING, contrasted, effort, explanation_sentence, goal, percent,
    requests, share_of, success,
};
use falsecard_engine::cards::{Card, Suit, holding_name, pbn_name, seat_name};
use falsecard_engine::constraint::Rule;
use falsecard_engine::play::{Scoring, View};
use falsecard_engine::search::{
    Consequence, Decision, Explanation, Fused, Guess, Impression, Question, Reply, Search, Triple,
    explain,
};
use falsecard_laboratory::problem::Sheet;
use falsecard_notation::{Diagram, DiagramCards};

/// The arguments of `falsecard explain`.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    place: Place,
    /// The card to explain, as C2, 2c, ♣2, ST or 10s. By default the one that fused plays.
    #[arg(long, value_name = "CARD", value_parser = card)]
    card: Option<Card>,
    /// The card to compare it with. By default minimax's card, or the next best if that is the
    /// same.
    #[arg(long, value_name = "CARD", value_parser = card)]
    against: Option<Card>,
    #[command(flatten)]
    played_for: PlayedFor,
    #[command(flatten)]
    thinking: Thinking,
    /// What the player knows for certain of a hand, as in "W: hcp 10-12". May be repeated.
    #[arg(long, value_name = "RULE", value_parser = hint, help_heading = KNOWN)]
    hint: Vec<Rule>,
    #[command(flatten)]
    report: report::Args,
}

/// The commonest replies that are shown.
const REPLIES: usize = 4;

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        output.record_into(&self.report, "Why this card?");
        let settings = self.played_for.on(&self.thinking.settings()?);
        let (view, agreed) = self.place.open_decision()?;
        let progress = Progress::begin();
        let (decision, explanation) =
            ask(&view, &agreed, &self.hint, &settings, &progress, |question| {
                self.explained(question, &progress)
            })?;
        drop(progress);
        if output.json {
            output.json(&explanation)?;
        } else {
            show(&view, &decision, &explanation, output)?;
        }
        Ok(Answer::Yes)
    }

    /// The decision, and why the card to explain is played rather than another.
    fn explained(
        &self,
        question: &Question,
        progress: &Progress,
    ) -> Result<(Decision, Explanation)> {
        legal(question.view, self.card.into_iter().chain(self.against))?;
        let begun = Instant::now();
        progress.say("fused");
        let whole = question.settings;
        let deciding = whole.leaving_time_to_explain();
        let decision = Fused.decide(&question.with_settings(&deciding)).map_err(refusal)?;
        let cards = self.cards(&decision, question.view)?;
        progress.say("explain");
        let left = whole.after(begun.elapsed());
        let explanation = explain(&question.with_settings(&left), &decision, cards);
        Ok((decision, explanation.map_err(refusal)?))
    }

    /// The card to explain and the one to compare it with: of another play, unless the user names
    /// it.
    fn cards(&self, decision: &Decision, view: &View) -> Result<[Card; 2]> {
        let card = self.card.unwrap_or(decision.card);
        match self.against.or_else(|| decision.comparable(card, view)) {
            Some(against) => Ok([card, against]),
            None => Err(miette!("{} is the only legal card", pbn_name(card))),
        }
    }
}

fn show(
    view: &View,
    decision: &Decision,
    explanation: &Explanation,
    output: &mut Output,
) -> Result<()> {
    output.line(explanation_sentence(view, decision, explanation, output.style.pips) + "\n")?;
    let contrasted = contrasted(view, explanation, output.style.pips);
    contrasted.iter().try_for_each(|said| output.line(said))?;
    if !contrasted.is_empty() {
        output.line("")?;
    }
    output.diagram(&Diagram::of_view(view, DiagramCards::Left))?;
    output.record(|| draw::readers(explanation, usize::MAX));
    for account in &explanation.accounts {
        show_account(view, decision, account, explanation, output)?;
    }
    let [card, other] = [0, 1].map(|at| output.card(explanation.accounts[at].card));
    output.record(|| draw::worlds(view, &explanation.triples));
    for (number, triple) in explanation.triples.iter().enumerate() {
        show_triple(number + 1, triple, output)?;
    }
    output.line(gain(decision, explanation, [&card, &other]))?;
    let Explanation { seat, asked, wants, .. } = *explanation;
    let requests = requests(seat, asked, wants, output.style.pips);
    requests.into_iter().try_for_each(|said| output.line(format!("\n{said}")))
}

/// What the first card gains over the other against those who can be misled, and against those who
/// cannot.
fn gain(decision: &Decision, explanation: &Explanation, [card, other]: [&str; 2]) -> String {
    let (scoring, unit) = (explanation.scoring, explanation.scoring.unit());
    let (gain, error) = explanation.gain;
    let seen = explanation.double_dummy_gain;
    let amount = scoring.amount(seen.abs());
    let open = if amount == scoring.amount(0.0) {
        format!("{card} and {other} are worth the same")
    } else {
        format!("{card} {} {amount} {unit}", if seen < 0.0 { "costs" } else { "gains" })
    };
    let played_out = match explanation.worlds {
        0 => "The time was up before both cards had been played out.".to_owned(),
        worlds => format!("How the others play next is from {worlds}."),
    };
    format!(
        "{card} gains {} {unit} over {other} against players who choose by what they believe ({}; agreements {}).\n\
         With all four hands open (double dummy) {open}.\n\
         Shares of beliefs are exact in each layout and averaged over {} of them. {played_out}",
        scoring.with_error(gain, error),
        effort(decision),
        decision.system,
        explanation.believed,
    )
}

/// A score with its sign.
fn signed(scoring: Scoring, score: f64) -> String {
    let plus = if score > 0.0 && scoring != Scoring::Matchpoints { "+" } else { "" };
    format!("{plus}{}", scoring.amount(score))
}

/// A triple as a table: the hands that each of the three players has in mind, suit by suit, below
/// his name.
fn show_triple(number: usize, triple: &Triple, output: &mut Output) -> Result<()> {
    let mut labels = vec![format!("World {number}"), String::new()];
    labels.extend(Suit::DESC.map(|suit| output.suit(suit).to_string()));
    let thoughts: Vec<Vec<String>> =
        triple.worlds.iter().enumerate().map(|(at, guess)| thoughts(at, guess)).collect();
    let lines = beside(&labels, &thoughts, output.page);
    output.drawn(&lines, || Markup::lines(&lines.join("\n")))?;
    output.line("")
}

/// What one player has in mind, line by line: who he is, whose hands, and their suits.
fn thoughts(at: usize, guess: &Guess) -> Vec<String> {
    let thinks = if at == 0 { "supposes" } else { "may think" };
    let suit = |suit: Suit| -> Vec<String> {
        let ranks = guess.hands.iter().map(|held| holding_name(held.hand[suit]));
        ranks.map(|ranks| if ranks.is_empty() { "-".to_owned() } else { ranks }).collect()
    };
    let mut sheet = Sheet::new(guess.hands.iter().map(|held| seat_name(held.seat)));
    sheet.rows.extend(Suit::DESC.map(suit));
    let mut lines = vec![format!("{} {thinks}", seat_name(guess.seat))];
    lines.extend(of_sheet(&sheet, usize::MAX));
    lines
}

/// Blocks of lines side by side behind their labels, as many as the page takes; the others stand
/// below, behind the same labels.
fn beside(labels: &[String], blocks: &[Vec<String>], page: usize) -> Vec<String> {
    const GAP: &str = "   ";
    let width = |block: &[String]| block.iter().map(|line| display_width(line)).max().unwrap_or(0);
    let mut bands: Vec<Vec<String>> = Vec::new();
    for block in blocks {
        let fits = |band: &Vec<String>| width(band) + GAP.len() + width(block) <= page;
        let mut band = match bands.pop() {
            Some(band) if fits(&band) => band,
            full => {
                bands.extend(full);
                labels.to_vec()
            }
        };
        let column = width(&band) + GAP.len();
        for (line, text) in band.iter_mut().zip(block) {
            *line += &" ".repeat(column - display_width(line));
            *line += text;
        }
        bands.push(band);
    }
    bands.join(&String::new()).iter().map(|line| line.trim_end().to_owned()).collect()
}

fn show_account(
    view: &View,
    decision: &Decision,
    account: &Consequence,
    explanation: &Explanation,
    output: &mut Output,
) -> Result<()> {
    let scoring = explanation.scoring;
    let (goal, card) = (goal(view), output.card(account.card));
    let is_told = decision.solved >= ENOUGH_FOR_SHARES;
    let reached = decision.candidate(account.card).filter(|_| is_told);
    let reached = reached.map_or_else(String::new, |candidate| {
        format!(", {goal} the contract in {}", success(decision, candidate))
    });
    output.line(format!(
        "After {card}: {} {} on average{reached}",
        signed(scoring, account.score),
        scoring.unit(),
    ))?;
    for reader in &account.readers {
        show_reader(view, (account.card.suit, explanation.worlds), reader, output)?;
    }
    output.line("")
}

/// What a reader makes of a card of this suit, and how he then plays in this many worlds.
fn show_reader(
    view: &View,
    (suit, worlds): (Suit, usize),
    reader: &Impression,
    output: &mut Output,
) -> Result<()> {
    let name = seat_name(reader.seat);
    for place in &reader.honours {
        if (place.after - place.before).abs() >= WORTH_TELLING {
            let said = format!(
                "  {name} places {} with {} in {} (before: {}); {} holds it",
                output.card(place.card),
                seat_name(place.elsewhere),
                percent(place.after),
                percent(place.before),
                seat_name(view.seat()),
            );
            // A report has bars.
            output.drawn(&[said], Markup::default)?;
        }
    }
    let shares = |replies: &Vec<Reply>| {
        let shares = replies.iter().take(REPLIES);
        shares
            .map(|r| format!("{}{GLUE}{}", output.card(r.card), share_of(r.share, worlds)))
            .join(", ")
    };
    let steps = |steps: &[Vec<Reply>]| {
        steps.iter().filter(|replies| !replies.is_empty()).map(shares).join("; then ")
    };
    let (next, in_suit) = (steps(&reader.replies), steps(&reader.in_suit));
    if !next.is_empty() {
        output.line(format!("  {name} plays next {next}"))?;
    }
    if in_suit != next && !in_suit.is_empty() {
        output.line(format!("  {name} plays in {} next {in_suit}", output.suit(suit)))?;
    }
    Ok(())
}
