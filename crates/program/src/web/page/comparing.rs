//! The comparison of two cards: why one is played and not the other.

use web_time::Instant;

use super::address::Address;
use super::asking;
use super::browser::Browser;
use super::spot::Spot;
use crate::web::draw::{cards, readers};
use crate::web::markup::{Markup, el};
use crate::wording::{contrasted, effort, explanation_sentence, plays, share_of};
use falsecard_engine::cards::{Card, Seat, Suit, pbn_name, seat_name};
use falsecard_engine::play::View;
use falsecard_engine::search::{
    Decision, Explanation, Fused, Impression, Question, Reply, Search, Settings, explain,
};
use falsecard_notation::{Pips, read_cards};

/// The most changes of the others' beliefs that are shown.
const CHANGES: usize = 8;

/// The most replies that are shown of a player.
const REPLIES: usize = 3;

/// Links that compare the engine's card with each other play, for the panel of the answer.
pub(super) fn offered(spot: &Spot, decision: &Decision) -> Markup {
    let plays = plays(decision);
    let others = plays.iter().filter(|play| !play.cards.contains(&decision.card));
    let link = |card: Card| {
        let name = format!("Why not {}?", Pips::Symbols.card(card));
        let address = address(spot, decision.card, card);
        let link = el("a").at("class", "button").at("href", format_args!("#{address}"));
        link.put(el("span").say(name))
    };
    let links: Markup = others.map(|play| link(play.cards[0])).collect();
    if links.is_empty() {
        return links;
    }
    el("nav").at("class", "steps").at("aria-label", "Compare").put(links)
}

fn address(spot: &Spot, card: Card, against: Card) -> Address {
    let panel = spot.address.get("panel").filter(|panel| *panel == "compare").unwrap_or("choose");
    let address = spot.address.clone().with("panel", Some(panel));
    let address = address.with("card", Some(pbn_name(card)));
    address.with("against", Some(pbn_name(against)))
}

/// Compares two cards of the address, `card` with `against`, in an event `compared`. The default of
/// `card` is fused's choice.
///
/// # Errors
///
/// A sentence, if a card is not legal, or if there is no decision.
pub(super) fn compare(spot: &Spot, browser: &Browser) -> Result<(), String> {
    let (view, system) = (spot.decision()?, spot.system()?);
    let against = named(spot, &view, "against")?.ok_or("there is no card to compare with")?;
    let begun = Instant::now();
    let whole = asking::time(&spot.address)
        .map_or_else(Settings::default, |time| Settings::default().with_budget(time));
    let deciding = whole.leaving_time_to_explain();
    let question = Question::new(&view).with_system(&system).with_stop(browser.gone());
    let decision = Fused.decide(&question.with_settings(&deciding));
    let decision = decision.map_err(|error| error.to_string())?;
    let card = named(spot, &view, "card")?.unwrap_or(decision.card);
    if card == against {
        return Err("these are the same card".to_owned());
    }
    let left = whole.after(begun.elapsed());
    let explained = explain(&question.with_settings(&left), &decision, [card, against]);
    let explained = explained.map_err(|error| error.to_string())?;
    browser.event("compared", &drawn(spot, &view, &decision, &explained));
    Ok(())
}

/// A legal card that the address names.
fn named(spot: &Spot, view: &View, name: &str) -> Result<Option<Card>, String> {
    let Some(text) = spot.address.get(name) else { return Ok(None) };
    let card = read_cards(text)?.first().copied().filter(|card| view.legal().contains(*card));
    card.map(Some).ok_or_else(|| "that card cannot be played now".to_owned())
}

fn drawn(spot: &Spot, view: &View, decision: &Decision, explained: &Explanation) -> Markup {
    let [card, against] = [0, 1].map(|at| explained.accounts[at].card);
    let title = Markup::text("Why ").and(cards([card])).and(Markup::text(" and not "));
    let title = el("h3").put(title.and(cards([against])).and(Markup::text("?")));
    let figures = explanation_sentence(view, decision, explained, Pips::Symbols);
    let figures = el("p").at("class", "answer").say(figures);
    let contrasted = contrasted(view, explained, Pips::Symbols);
    let contrasted: Markup = contrasted.into_iter().map(|said| el("p").say(said)).collect();
    let believed = readers(explained, CHANGES);
    let replies: Markup = explained
        .accounts
        .iter()
        .flat_map(|account| account.readers.iter().map(move |reader| (account.card, reader)))
        .filter(|(card, reader)| reader.seat == next(view, *card))
        .filter_map(|(card, reader)| reply(card, reader, explained.worlds))
        .map(|line| el("li").put(line))
        .collect();
    let replies = if replies.is_empty() { replies } else { el("ul").put(replies) };
    let heading = if believed.is_empty() && replies.is_empty() {
        Markup::default()
    } else {
        el("h4").say("What the others then think")
    };
    let rests = el("p").say(format_args!(
        "From {}; beliefs are exact in {} of them.",
        effort(decision),
        explained.believed
    ));
    let rests = el("details").put(el("summary").say("What this rests on").and(rests));
    let parts = [
        title,
        figures,
        contrasted,
        heading,
        believed,
        replies,
        choices(spot, view, [card, against]),
        rests,
    ];
    parts.into_iter().collect()
}

/// The player who decides after this card: declarer for dummy.
fn next(view: &View, card: Card) -> Seat {
    let mut trick = *view.history().trick();
    trick.push(card);
    let contract = view.contract();
    let winner = trick.winner(contract.strain()).filter(|_| trick.is_complete());
    contract.decider(winner.map_or_else(|| trick.to_play(), |(seat, _)| seat))
}

/// A player's replies to a card, if it was played out.
fn reply(card: Card, reader: &Impression, worlds: usize) -> Option<Markup> {
    let replies: &Vec<Reply> = reader.replies.iter().find(|replies| !replies.is_empty())?;
    let shares = replies.iter().take(REPLIES).map(|reply| {
        cards([reply.card]).and(Markup::text(format_args!(" {}", share_of(reply.share, worlds))))
    });
    let shares = shares.reduce(|all, next| all.and(Markup::text(", ")).and(next))?;
    let head = Markup::text("After ").and(cards([card]));
    let head = head.and(Markup::text(format_args!(" {} plays next ", seat_name(reader.seat))));
    Some(head.and(shares))
}

/// Links by which either card is changed.
fn choices(spot: &Spot, view: &View, [card, against]: [Card; 2]) -> Markup {
    if view.legal().len() < 3 {
        return Markup::default();
    }
    let legal = || {
        let of = move |suit: Suit| view.legal().iter().filter(move |card| card.suit == suit);
        Suit::DESC.into_iter().flat_map(of)
    };
    let row = |title: &str, now: Card, other: Card, with: &dyn Fn(Card) -> Address| {
        let links = legal().filter(|choice| *choice != other).map(|choice| {
            let class = if choice == now { "button on" } else { "button" };
            let link = el("a").at("class", class).at("href", format_args!("#{}", with(choice)));
            link.at_some("aria-current", (choice == now).then_some("true")).put(cards([choice]))
        });
        let inner = el("span").say(title).and(links.collect());
        el("nav").at("class", "steps").at("aria-label", title).put(inner)
    };
    let first = row("The card", card, against, &|choice| address(spot, choice, against));
    let second = row("against", against, card, &|choice| address(spot, card, choice));
    let summary = el("summary").say("Compare others");
    el("details").put(summary.and(first).and(second))
}
