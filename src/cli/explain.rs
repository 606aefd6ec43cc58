//! `falsecard explain`: what the others will think of a card, and how they will then play.

use itertools::Itertools;
use miette::{Result, miette};
use textwrap::core::display_width;

use super::input::legal;
use super::page::GLUE;
use super::place::Place;
use super::progress::Progress;
use super::settings::{PlayedFor, Thinking, ask, card, hint, refusal};
use super::table::of_sheet;
use super::{Answer, Output, report};
use crate::cards::{Card, Suit, pbn_name, seat_name};
use crate::constraint::Rule;
use crate::notation::{Cards, Diagram};
use crate::play::{Scoring, View};
use crate::problem::Sheet;
use crate::search::{
    self, Consequence, Explanation, Guess, Impression, Question, Reply, Triple, explain,
};
use crate::web::draw;
use crate::web::markup::Markup;
use crate::wording::{WORTH_TELLING, counted, goal, percent, point, requests, share_of};

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
    #[arg(long, value_name = "RULE", value_parser = hint)]
    hint: Vec<Rule>,
    #[command(flatten)]
    report: report::Args,
}

/// The commonest replies that are shown.
const REPLIES: usize = 4;

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        self.report.begin("Why this card?", output);
        let settings = self.thinking.settings()?;
        let (view, agreed) = self.place.open_decision()?;
        let settings = settings.with_scoring(self.played_for.or(view.bidding().scoring()));
        let progress = Progress::new();
        let explanation = ask(&view, &agreed, &self.hint, &settings, &progress, |question| {
            let cards = self.cards(question)?;
            progress.say("explain");
            explain(question, cards).map_err(refusal)
        })?;
        drop(progress);
        if output.json {
            output.json(&explanation)?;
        } else {
            show(&view, &explanation, output)?;
        }
        Ok(Answer::Yes)
    }

    /// The card to explain and the one to compare it with.
    fn cards(&self, question: &Question) -> Result<[Card; 2]> {
        legal(question.view, self.card.into_iter().chain(self.against))?;
        if let [Some(card), Some(against)] = [self.card, self.against] {
            return Ok([card, against]);
        }
        let engine = |name| search::named(name).expect("the search is known").decide(question);
        let fused = engine("fused").map_err(refusal)?;
        let card = self.card.unwrap_or(fused.card);
        let minimax = fused.candidates.iter().find(|candidate| {
            candidate.gain.is_some_and(|gain| gain.is_minimax) && candidate.card != card
        });
        let other = minimax.or_else(|| fused.candidates.iter().find(|other| other.card != card));
        match self.against.or(other.map(|other| other.card)) {
            Some(against) => Ok([card, against]),
            None => Err(miette!("{} is the only legal card", pbn_name(card))),
        }
    }
}

fn show(view: &View, explanation: &Explanation, output: &mut Output) -> Result<()> {
    output.line(point(view, explanation, output.style.pips) + "\n")?;
    output.diagram(&Diagram::of_view(view, Cards::Left))?;
    output.record(|| draw::readers(explanation, usize::MAX));
    for account in &explanation.accounts {
        show_account(view, account, explanation, output)?;
    }
    let [card, other] = [0, 1].map(|at| output.card(explanation.accounts[at].card));
    output.record(|| draw::worlds(view, &explanation.triples));
    for (number, triple) in explanation.triples.iter().enumerate() {
        show_triple(number + 1, triple, output)?;
    }
    output.line(gain(explanation, [&card, &other]))?;
    let Explanation { seat, asked, wants, .. } = *explanation;
    let requests = requests(seat, asked, wants, output.style.pips);
    requests.into_iter().try_for_each(|said| output.line(format!("\n{said}")))
}

/// What the first card gains over the other against those who can be misled, and against those who
/// cannot.
fn gain(explanation: &Explanation, [card, other]: [&str; 2]) -> String {
    let (seen, error) = explanation.double_dummy_gain;
    let (solved, scoring) = (counted(explanation.solved, "world"), explanation.scoring);
    let amount =
        |value: f64, error: f64| format!("{} {}", scoring.with_error(value, error), scoring.unit());
    let nothing = scoring.amount(0.0);
    let is_nothing = |value: f64| scoring.amount(value.abs()) == nothing;
    let open = if is_nothing(seen) && (explanation.solved == 1 || is_nothing(error)) {
        format!("{card} and {other} are worth the same")
    } else if seen < 0.0 {
        format!("{card} costs {}", amount(-seen, error))
    } else {
        format!("{card} gains {}", amount(seen, error))
    };
    let open = format!("With all four hands open (double dummy, {solved}) {open}.");
    let beliefs = format!(
        "Shares of beliefs are exact in each world and averaged over {}.",
        counted(explanation.believed, "world")
    );
    let (gain, error) = explanation.gain;
    let played_out = match explanation.worlds {
        0 => format!(
            "The time was up before {card} and {other} had been played out in a single world: only \
             the beliefs are known."
        ),
        1 => format!(
            "{card} gains {} {} over {other} in the only world that was played out: that shows \
             nothing.",
            scoring.amount(gain),
            scoring.unit()
        ),
        worlds => format!(
            "{card} gains {} over {other} against players who choose by what they believe ({worlds} \
             worlds).",
            amount(gain, error),
        ),
    };
    format!("{played_out}\n{beliefs}\n{open}")
}

/// A score with its sign.
fn signed(scoring: Scoring, score: f64) -> String {
    let plus = if score > 0.0 && scoring != Scoring::Matchpoints { "+" } else { "" };
    format!("{plus}{}", scoring.amount(score))
}

/// A triple as a table: the hands that each of the three players has in mind, suit by suit, below his
/// name.
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
        let ranks = guess.hands.iter().map(|held| held.hand[suit].to_string());
        ranks.map(|ranks| if ranks.is_empty() { "-".to_owned() } else { ranks }).collect()
    };
    let mut sheet = Sheet::new(guess.hands.iter().map(|held| seat_name(held.seat)));
    sheet.rows.extend(Suit::DESC.map(suit));
    let mut lines = vec![format!("{} {thinks}", seat_name(guess.seat))];
    lines.extend(of_sheet(&sheet, usize::MAX));
    lines
}

/// Blocks of lines side by side behind their labels, as many as the page takes; the others stand below,
/// behind the same labels.
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
    account: &Consequence,
    explanation: &Explanation,
    output: &mut Output,
) -> Result<()> {
    let (worlds, scoring) = (explanation.worlds, explanation.scoring);
    let (goal, card) = (goal(view), output.card(account.card));
    output.line(match (account.score, account.success) {
        (Some(score), Some(success)) => format!(
            "After {card}: {} {} on average, {goal} the contract in {}",
            signed(scoring, score),
            scoring.unit(),
            share_of(success, worlds)
        ),
        _ => format!("After {card}: not played out"),
    })?;
    for reader in &account.readers {
        show_reader(view, account.card.suit, reader, output)?;
    }
    output.line("")
}

fn show_reader(view: &View, suit: Suit, reader: &Impression, output: &mut Output) -> Result<()> {
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
        shares.map(|r| format!("{}{GLUE}{}", output.card(r.card), percent(r.share))).join(", ")
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
