//! `falsecard believe`: what a player can infer.

use itertools::Itertools;
use miette::{Result, miette};
use schemars::JsonSchema;
use serde::Serialize;
use textwrap::core::display_width;

use super::headings::KNOWN;
use super::page::broken_at;
use super::place::{Place, view, viewer};
use super::settings::{Hint, any_hint, card, stop_on_ctrl_c};
use super::table::columns;
use super::{Answer, Output, auction, line, report};
use crate::web::draw::{self, Inference};
use crate::wording::objects::{Funnel, Inferred, LineShifts};
use crate::wording::{
    NOTABLE, honours, in_points, percent, promise, readings, relation_text, thousands,
};
use falsecard_engine::belief::{
    Belief, Contradiction, Evidence, Impossible, NoBelief, Reader, Scenario, explained,
};
use falsecard_engine::cards::{Card, Seat, Suit, seat_name};
use falsecard_engine::constraint::{ExplainedCall, LinearModel, Rule, System, Term};
use falsecard_engine::play::View;
use falsecard_notation::{Diagram, DiagramCards};

/// The arguments of `falsecard believe`.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    place: Place,
    /// Whose belief: N, E, S or W. By default that of the player who is to choose a card.
    #[arg(long, value_name = "SEAT")]
    seat: Option<Seat>,
    /// After this card has been played too, as C2, 2c, ♣2, ST or 10s. May be repeated.
    #[arg(long, value_name = "CARD", value_parser = card)]
    after: Vec<Card>,
    /// What is known of a hand, as in "W: hcp 10-12" or "W: hcp 10-12 @ 90%", or of several, as in
    /// "hcp(west) > hcp(east)". May be repeated.
    #[arg(long, value_name = "RULE", value_parser = any_hint, help_heading = KNOWN)]
    hint: Vec<Hint>,
    /// Show how likely each card is in each hand too: the 208 ownership variables of the paper.
    #[arg(long)]
    variables: bool,
    #[command(flatten)]
    report: report::Args,
}

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        output.record_into(&self.report, "What a player can infer");
        let (mut play, agreed) = self.place.open()?;
        for &card in &self.after {
            play.play(card).map_err(|error| miette!("--after: {error}"))?;
        }
        let seat = self.seat.unwrap_or_else(|| viewer(&play));
        if seat == play.bidding().contract().dummy() {
            return Err(miette!(
                "{} is dummy, who decides nothing: ask for declarer's belief",
                seat_name(seat)
            ));
        }
        let view = view(&play, seat)?;
        let auction = explained(view.bidding(), &agreed);
        let mut evidence = Evidence::of(&view, &agreed, Reader::AtTheTable);
        for hint in self.hint {
            match hint {
                Hint::Hand(rule) => evidence.rules.push(rule),
                Hint::Hands(relation) => evidence.relations.push(relation),
            }
        }
        if self.variables && !output.json {
            output.line(&evidence.ownership)?;
        }
        match Belief::new(&evidence) {
            Ok(belief) => {
                let funnel = Funnel::of(&view, &evidence).map_err(|error| miette!("{error}"))?;
                let stop = stop_on_ctrl_c();
                if output.json {
                    let told = Inferred::new(
                        (&view, &agreed),
                        &belief,
                        &evidence,
                        &funnel,
                        &auction,
                        stop,
                    );
                    output.json(&told)?;
                } else {
                    show((&view, &agreed), &belief, &evidence, (&auction, &funnel), output)?;
                    let shifts = LineShifts::of(&view, &belief, &honours(&view), stop);
                    line::said(&shifts, output)
                        .into_iter()
                        .try_for_each(|line| output.line(line))?;
                }
                Ok(Answer::Yes)
            }
            Err(NoBelief::NothingFits) => {
                refuse(&view, &evidence, output)?;
                Ok(Answer::No)
            }
            Err(error) => Err(miette!("{error}")),
        }
    }
}

/// What stands before the second and later parts of a contradiction.
const JOINT: &str = "  + ";

fn show(
    (view, system): (&View, &System),
    belief: &Belief,
    evidence: &Evidence,
    (auction, funnel): (&[ExplainedCall], &Funnel),
    output: &mut Output,
) -> Result<()> {
    output.diagram(&Diagram::of_view(view, DiagramCards::Left))?;
    auction::show(auction, output)?;
    let of_auction = |rule: &&Rule| auction.iter().any(|call| rule.is_said_by(call));
    let hints = evidence.rules.iter().filter(|rule| !of_auction(rule)).map(promise);
    let cards = readings(view, belief, evidence, |card| output.card(card));
    let relations = evidence.relations.iter().map(relation_text);
    let known: Vec<_> = hints.chain(relations).chain(cards).collect();
    if !known.is_empty() {
        output.line(format!("{} can infer:", seat_name(view.seat())))?;
    }
    known.iter().try_for_each(|said| output.line(in_points(&format!("  {said}"))))?;
    let steps = [
        (funnel.hands, "layouts of the hidden hands"),
        (funnel.rules, "keep what is said of them"),
        (funnel.cards, "could have played the cards played"),
        (funnel.signals, "keep the agreed signals too"),
    ];
    if !known.is_empty() {
        output.line("")?;
    }
    let rows: Vec<_> = steps.map(|(n, what)| format!("{:>12} {what}", thousands(n))).into();
    rows.into_iter().try_for_each(|row| output.line(row))?;
    output.line(format!(
        "Promises can be broken: the shares below count every layout at its weight. Agreements: {}.",
        system.at_the_table()
    ))?;
    if let Some(layouts) = belief.effective_size() {
        let layouts = thousands(layouts.round() as u64);
        output.line(format!("They are estimated, as from {layouts} layouts drawn one by one."))?;
    }
    output.line("")?;
    let tables = tables(view, belief, output);
    output.drawn(&tables, || draw::inference(&Inference { view, belief, before: None }))?;
    output.line("")?;
    let kept = bounds(view, evidence).into_iter().flatten();
    let mut lines = kept.chain(contradiction(view, evidence, output.page));
    lines.try_for_each(|line| output.line(in_points(&line)))
}

/// Who holds each missing honour, and how long and strong the hidden hands are.
fn tables(view: &View, belief: &Belief, output: &Output) -> Vec<String> {
    let seats = belief.seats();
    let mut rows = vec![vec!["holds".to_owned()]];
    rows[0].extend(seats.iter().map(|&seat| seat_name(seat).to_owned()));
    for card in honours(view) {
        let mut row = vec![output.card(card)];
        let owner = belief.owner(card);
        row.extend(seats.iter().map(|&seat| percent(owner[seat])));
        rows.push(row);
    }
    let mut lines = columns(&rows, output.page);
    for &seat in seats {
        lines.push(String::new());
        for suit in Suit::DESC {
            let shares = belief.lengths(seat, suit);
            let head = format!("{} {}  ", seat_name(seat), output.suit(suit));
            lines.extend(spread_out(&head, &shares, output.page));
        }
        let head = format!("{} points  ", seat_name(seat));
        lines.extend(spread_out(&head, &belief.points(seat), output.page));
    }
    lines
}

/// The values that have a share to speak of, with it, behind a head.
fn spread_out(head: &str, shares: &[f64], page: usize) -> Vec<String> {
    let found = shares.iter().enumerate().filter(|(_, share)| **share >= 0.005);
    let found = found.map(|(value, share)| format!("{value}: {}", percent(*share))).join("  ");
    let indent = display_width(head);
    let rows = broken_at("  ", &found, indent, page).into_iter().enumerate();
    let row = |(at, row)| match at {
        0 => format!("{head}{row}"),
        _ => format!("{:indent$}{row}", ""),
    };
    rows.map(row).collect()
}

/// The least and most that a hidden hand can have when every promise is kept; `None` if they cannot
/// all be kept.
fn bounds(view: &View, evidence: &Evidence) -> Option<Vec<String>> {
    let model = LinearModel::new(&evidence.ownership, &evidence.rules);
    let terms = Suit::DESC.map(Term::Length);
    let mut lines = vec!["If every promise is kept:".to_owned()];
    for seat in view.hidden() {
        let mut parts = Vec::new();
        for term in [Term::POINTS].into_iter().chain(terms) {
            match model.bounds(seat, term) {
                Ok(Some(range)) => parts.push(format!("{term} {}-{}", range.start(), range.end())),
                Ok(None) => return None,
                Err(_) => parts.push(format!("{term} ?")),
            }
        }
        lines.push(format!("  {}: {}", seat_name(seat), parts.join(", ")));
    }
    Some(lines)
}

/// What contradicts itself, and what may be behind it; nothing if all can be kept.
fn contradiction(view: &View, evidence: &Evidence, page: usize) -> Vec<String> {
    let found = match Contradiction::find(view, evidence) {
        Ok(Some(found)) => found,
        Ok(None) => return Vec::new(),
        Err(error) => return vec![format!("Whether all can be kept is not known: {error}")],
    };
    let conflict = format!("The promises contradict each other: {}", found.conflict);
    let mut lines = broken_at(" + ", &conflict, JOINT.len(), page);
    lines.iter_mut().skip(1).for_each(|line| line.insert_str(0, JOINT));
    let broken = |scenario: &Scenario| scenario.broken.iter().map(promise).join(" and ");
    let one: f64 = found.scenarios.iter().map(|scenario| scenario.share).sum();
    if one > 0.0 {
        lines.push("What was not kept, by all else that is known:".to_owned());
        let share = |it: &Scenario| format!("  {:>5}  {}", percent(it.share), broken(it));
        lines.extend(found.scenarios.iter().map(share));
        if 1.0 - one >= NOTABLE {
            lines.push(format!("  {:>5}  more than that", percent(1.0 - one)));
        }
    } else {
        lines.push("The rest fits if one gives up:".to_owned());
        lines.extend(found.scenarios.iter().map(|it| format!("  {}", broken(it))));
    }
    lines
}

/// Why nothing fits. The linear model knows nothing of relations between hands: where they take
/// part, the count is asked.
fn why_nothing_fits(view: &View, evidence: &Evidence, page: usize) -> Vec<String> {
    let related = Impossible::find(evidence).filter(|it| !it.relations.is_empty());
    let Some(Impossible { rules, relations }) = related else {
        return contradiction(view, evidence, page);
    };
    let seen = seat_name(view.seat());
    let head = format!("What is certain contradicts itself: no deal fits: what {seen} has seen");
    let parts = rules.iter().map(promise).chain(relations.iter().map(relation_text));
    [head].into_iter().chain(parts.map(|part| format!("{JOINT}{part}"))).collect()
}

/// What is said where nothing fits (exit status 1).
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "NothingFits")]
pub(super) struct Refusal {
    /// The player.
    #[schemars(with = "falsecard_engine::cards::SeatLetter")]
    seat: char,
    /// 0: no layout fits.
    fit: u64,
    /// What contradicts.
    conflict: Vec<String>,
}

fn refuse(view: &View, evidence: &Evidence, output: &mut Output) -> Result<()> {
    if output.json {
        let conflict = why_nothing_fits(view, evidence, usize::MAX);
        return output.json(&Refusal { seat: view.seat().letter(), fit: 0, conflict });
    }
    let lines = why_nothing_fits(view, evidence, output.page);
    lines.into_iter().try_for_each(|line| output.line(in_points(&line)))
}
