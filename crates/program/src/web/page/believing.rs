//! The panel with a player's belief about the hidden hands, before and after a card.

use super::spot::Spot;
use crate::web::draw::{Inference, cards, inference};
use crate::web::markup::{Markup, el};
use crate::wording::{of_agreement, percent, promise, readings, thousands};
use falsecard_engine::belief::{Belief, Evidence, NoBelief, Reader, explained};
use falsecard_engine::carding::Layer;
use falsecard_engine::cards::{Call, Card, Seat, Side, seat_name};
use falsecard_engine::constraint::System;
use falsecard_engine::constraint::caller::Typical;
use falsecard_engine::play::{PartialPlay, View};
use falsecard_notation::read_cards;

/// The belief of the player named in the address (`of`), with the changes by a card (`after`).
///
/// # Errors
///
/// A sentence, if he is dummy, if a hand that he sees is missing, or if nothing fits his evidence.
pub(super) fn panel(spot: &Spot) -> Result<Markup, String> {
    let play = spot.now()?;
    let named = spot.address.get("of").and_then(|seat| seat.parse::<Seat>().ok());
    let seat = named.or_else(|| first_asked(&play)).unwrap_or_else(|| play.history().decider());
    if seat == play.bidding().contract().dummy() {
        return Err(format!("{} is dummy, who decides nothing", seat_name(seat)));
    }
    let system = spot.system()?;
    let pointed = spot.address.get("after").map(read_cards).transpose()?;
    let card = pointed.and_then(|cards| cards.first().copied());
    let view = play.view(seat).map_err(|why| why.to_string())?;
    let now = EvidenceAndBelief::of(&view, &system)?;
    let eyes = eyes(spot, &play, seat);
    let Some(card) = card else {
        let title = el("h2").say(format_args!("What {} thinks", seat_name(seat)));
        let hint = el("p").at("class", "legend").say(
            "Point at a card that can be played, or move to it with the Tab key: the bars show \
             what it \
             would change.",
        );
        let drawn = inference(&Inference { view: &view, belief: &now.belief, before: None });
        let parts = [title, eyes, hint, drawn, evidence(&view, &system, &now)];
        return Ok(parts.into_iter().collect());
    };
    let after = after(&play, card, seat)?;
    let then = EvidenceAndBelief::of(&after, &system)?;
    let is_comparable = after.hidden() == view.hidden();
    let before = is_comparable.then_some(&now.belief);
    let title = el("h2").put(
        Markup::text(format_args!("What {} thinks after ", seat_name(seat))).and(cards([card])),
    );
    let why = el("p").at("class", "legend").say(reason(&after, &then, card));
    let drawn = inference(&Inference { view: &after, belief: &then.belief, before });
    let parts = [title, eyes, why, drawn, evidence(&after, &system, &then)];
    Ok(parts.into_iter().collect())
}

/// The players who can be asked what they think: all but dummy, as far as the hands that they see
/// are known.
fn thinkers(play: &PartialPlay) -> impl Iterator<Item = Seat> {
    let dummy = play.bidding().contract().dummy();
    Seat::ALL.into_iter().filter(move |&seat| seat != dummy && play.view(seat).is_ok())
}

/// Whose thoughts are shown first: an opponent's of the player to move, or his partner's, or his
/// own; `None` if nobody can be asked.
pub(super) fn first_asked(play: &PartialPlay) -> Option<Seat> {
    let decider = play.history().decider();
    let apart = |seat: &Seat| (Side::of(*seat) == Side::of(decider), *seat == decider);
    thinkers(play).min_by_key(apart)
}

/// Links to the thoughts of each player. Who sits at the table is shown his own.
fn eyes(spot: &Spot, play: &PartialPlay, now: Seat) -> Markup {
    if spot.address.get("me").is_some() {
        return Markup::default();
    }
    let link = |seat: Seat| {
        let address = spot.address.clone().with("of", Some(seat.letter()));
        let address = address.with("after", None::<&str>);
        el("a")
            .at("class", if seat == now { "button on" } else { "button" })
            .at_some("aria-current", (seat == now).then_some("true"))
            .at("href", format_args!("#{address}"))
            .say(seat_name(seat))
    };
    let links = thinkers(play).map(link).collect();
    el("nav").at("class", "steps").at("aria-label", "Whose eyes").put(links)
}

/// A player's evidence, and his belief from it.
struct EvidenceAndBelief {
    evidence: Evidence,
    belief: Belief,
}

impl EvidenceAndBelief {
    fn of(view: &View, system: &System) -> Result<Self, String> {
        let evidence = Evidence::of(view, system, Reader::AtTheTable);
        let belief = Belief::new(&evidence).map_err(|error| match error {
            NoBelief::NothingFits => {
                "nothing fits what is known: falsecard believe says what contradicts".to_owned()
            }
            other => other.to_string(),
        })?;
        Ok(Self { evidence, belief })
    }
}

/// The player's view after one more card.
fn after(play: &PartialPlay, card: Card, seat: Seat) -> Result<View, String> {
    let mut later = play.clone();
    later.play(card).map_err(|why| why.to_string())?;
    later.view(seat).map_err(|why| why.to_string())
}

/// Why the card changes the belief: the conventions that apply to it, with the trust in them.
fn reason(view: &View, thought: &EvidenceAndBelief, card: Card) -> String {
    let Some(reading) = thought.evidence.readings.iter().find(|it| it.card == card) else {
        let own = view.seat() == view.history().played().last().map_or(view.seat(), |it| it.seat);
        let whole_hands = thought.evidence.whole_hands.as_ref();
        return if own {
            "It is his own card: he learns nothing by it.".to_owned()
        } else if whole_hands.is_some_and(|it| it.speaks_of(card)) {
            "By how declarers play from such hands.".to_owned()
        } else {
            "No rule speaks of this card: what changes is what it leaves to others.".to_owned()
        };
    };
    let rule = |layer: Layer| {
        let about = layer.convention.about;
        format!("{} ({about}), trusted in {}", layer.convention.slug, percent(layer.kept))
    };
    let rules: Vec<String> = reading.choice().layers().map(rule).collect();
    if rules.is_empty() {
        return "By how people choose among their cards; nothing is agreed about it.".to_owned();
    }
    format!("By {}.", rules.join("; then "))
}

/// The evidence as a list: the promises of calls, and the readings of cards.
fn evidence(view: &View, system: &System, thought: &EvidenceAndBelief) -> Markup {
    let auction = explained(view.bidding(), system);
    let calls = auction.iter().enumerate().filter_map(|(at, it)| {
        let promise = it.promise.as_ref()?;
        let call = match it.call {
            Call::Pass => "Pass".to_owned(),
            other => other.to_string(),
        };
        let said = match Typical::behind(&auction[..=at]) {
            Some(hands) => format!("{hands}; by the book {}", of_agreement(&promise.source)),
            None => of_agreement(&promise.source),
        };
        Some(format!("{} {call}: {said}", seat_name(it.seat)))
    });
    let is_call = |rule: &falsecard_engine::constraint::Rule| {
        auction.iter().any(|call| rule.is_said_by(call))
    };
    let others = thought.evidence.rules.iter().filter(|rule| !is_call(rule)).map(promise);
    let name = |card: Card| card.to_string();
    let told = readings(view, &thought.belief, &thought.evidence, name);
    let fit = Belief::fitting(&thought.evidence).map_or_else(
        |_| Markup::default(),
        |fit| {
            let fit = thousands(fit);
            el("p")
                .say(format_args!("{fit} layouts keep all of it; others count by their weights."))
        },
    );
    let estimated = thought.belief.effective_size().map_or_else(Markup::default, |layouts| {
        let layouts = thousands(layouts.round() as u64);
        el("p")
            .say(format_args!("Shares are estimated, as from {layouts} layouts drawn one by one."))
    });
    let list: Markup = calls.chain(others).chain(told).map(|line| el("li").say(line)).collect();
    let summary = el("summary").say("What it rests on, rule by rule");
    el("details").put(summary.and(el("ul").put(list)).and(fit).and(estimated))
}
