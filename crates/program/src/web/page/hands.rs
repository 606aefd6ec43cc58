//! The four hands around the trick, with links at legal cards.

use super::address::Address;
use super::sitting::SeatedPerson;
use super::spot::Spot;
use crate::web::draw::{card_name, cards, hands_or, rank, seen_and_said};
use crate::web::markup::{Markup, el, pip};
use crate::wording::counted;
use falsecard_engine::cards::{Card, Hand, Seat, Side, Suit, hand_points, pbn_name, seat_name};
use falsecard_engine::dd::CardValues;
use falsecard_engine::play::{PartialPlay, Trick};

/// The address at which a hidden hand is shown; `None` if it may not be shown.
pub(super) type Reveal<'a> = &'a dyn Fn(Seat) -> Option<Address>;

/// A [`Reveal`] that shows no hand.
pub(super) const fn nobody(_: Seat) -> Option<Address> {
    None
}

/// What replaces a hidden hand: a link that shows it, if it may be shown.
fn unseen(seat: Seat, reveal: Reveal) -> Markup {
    let said = el("p").at("class", "unseen");
    let Some(address) = reveal(seat) else { return said.say("not seen") };
    let spoken = format!("not seen: show {}", seat_name(seat));
    let link = el("a").at("href", format_args!("#{address}"));
    said.put(link.put(seen_and_said(Markup::text("not seen"), &spoken)))
}

/// The hands as dealt, of a game that cannot be played; `seen` says which are shown.
pub(super) fn unplayed(spot: &Spot, seen: &dyn Fn(Seat) -> bool, reveal: Reveal) -> Markup {
    let known = |seat: Seat| spot.game.hand(seat).filter(|_| seen(seat));
    let name = |seat: Seat| {
        let worth = known(seat).map_or_else(Markup::default, worth);
        el("div").put(name(spot, seat, false).and(worth))
    };
    let middle = el("div").at("class", "middle").empty();
    hands_or(None, known, |seat| unseen(seat, reveal), name, |_, card| still(card, false), middle)
}

/// The hands with the trick between them. Legal cards link to the addresses of `link`.
pub(super) fn table(
    spot: &Spot,
    play: &PartialPlay,
    link: &dyn Fn(Card) -> Option<Address>,
    reveal: Reveal,
    values: Option<&CardValues>,
) -> Markup {
    let turn = play.history().to_play();
    let legal = legal(play);
    // When the play is over, the hands are shown as dealt.
    let is_dealt = play.is_over() || spot.address.get("played").is_some();
    let held = |seat: Seat| if is_dealt { play.dealt(seat) } else { play.left(seat) };
    let seen = |seat: Seat| held(seat).filter(|_| sees(spot, play, seat));
    let fan = Some(fanned(spot, turn)).filter(|&seat| !is_dealt && seen(seat).is_some());
    let card = |seat: Seat, card: Card| {
        let value = values.filter(|_| seat == turn).and_then(|values| values.value(card));
        let address = (seat == turn && legal.contains(card)).then(|| link(card)).flatten();
        match address {
            Some(address) => playable(card, &address, value),
            None if play.is_over() || play.left(seat).is_none_or(|left| left.contains(card)) => {
                still(card, fan == Some(seat))
            }
            None => gone(card),
        }
    };
    let name = |seat: Seat| {
        let dealt = play.dealt(seat).filter(|_| sees(spot, play, seat));
        let is_turn = seat == turn && !play.is_over();
        // The name itself is marked, so that no card moves when the turn does.
        let heading = name(spot, seat, is_turn).and(dealt.map_or_else(Markup::default, worth));
        el("div").put(heading)
    };
    let best = values.map_or_else(Markup::default, |values| {
        let most = counted(values.best().into(), "trick");
        let side = Side::of(turn);
        el("p").at("class", "legend").say(format_args!(
            "Double dummy: {side} takes {most} more; each card shows what it takes."
        ))
    });
    let middle = middle(&trick(spot, play));
    hands_or(fan, seen, |seat| unseen(seat, reveal), name, card, middle).and(best)
}

/// The hand whose cards are drawn as cards: that of the player to play. While others play, a person
/// at the table has his own hand before him.
fn fanned(spot: &Spot, turn: Seat) -> Seat {
    let sitting = SeatedPerson::of(spot).filter(|sitting| !sitting.is_over() && !sitting.is_mine());
    sitting.map_or(turn, |sitting| sitting.eyes())
}

/// The legal cards of the player to play; none if his hand is not known.
fn legal(play: &PartialPlay) -> Hand {
    let hand = play.left(play.history().to_play()).unwrap_or_default();
    hand.iter().filter(|&card| play.clone().play(card).is_ok()).collect()
}

/// Whether a hand is shown: always, unless the address limits the board to one player's view
/// (`see`), or a person plays.
pub(super) fn sees(spot: &Spot, play: &PartialPlay, seat: Seat) -> bool {
    let Some(eyes) = eyes(spot) else { return is_shown(spot, seat) };
    let contract = play.bidding().contract();
    let faced = play.history().dummy_is_faced() && seat == contract.dummy();
    contract.decider(eyes) == seat || faced
}

/// Whether the address lists a hand among those to show (`shown`, a dash for none), or has no such
/// list.
pub(super) fn is_shown(spot: &Spot, seat: Seat) -> bool {
    spot.address.get("shown").is_none_or(|shown| shown.contains(seat.letter()))
}

/// The seat from which the hands are seen; `None` if all are seen.
fn eyes(spot: &Spot) -> Option<Seat> {
    let named = spot.address.get("see").and_then(|seat| seat.parse::<Seat>().ok());
    named
        .or_else(|| SeatedPerson::of(spot).filter(|sitting| !sitting.is_over()).map(|it| it.eyes()))
}

/// The trick on the table. A person who plays sees the last trick until the next is led.
fn trick(spot: &Spot, play: &PartialPlay) -> Trick {
    let history = play.history();
    let is_between = history.trick().is_empty();
    let last = history.played().last().filter(|_| is_between);
    let last = last.filter(|_| SeatedPerson::of(spot).is_some_and(|sitting| !sitting.is_over()));
    last.map_or(*history.trick(), |last| {
        let mut trick = *play.first(history.played().len() - 1).history().trick();
        trick.push(last.card);
        trick
    })
}

/// A card that can be played.
pub(super) fn playable(card: Card, address: &Address, value: Option<u8>) -> Markup {
    let spoken = match value {
        Some(value) => {
            format!("play the {}: {}", card_name(card), counted(value.into(), "trick"))
        }
        None => format!("play the {}", card_name(card)),
    };
    let mark = value.map_or_else(Markup::default, |value| el("sub").say(value));
    let shown = face(card).and(mark);
    el("a")
        .at("class", "card")
        .at("href", format_args!("#{address}"))
        .at("data-card", pbn_name(card))
        .put(seen_and_said(shown, &spoken))
}

/// A card's rank and suit. Style sheets show the suit where the card is drawn as a card.
fn face(card: Card) -> Markup {
    Markup::text(rank(card)).and(pip(card.suit))
}

/// A card that cannot be played now.
fn still(card: Card, is_face: bool) -> Markup {
    let shown = el("span").at("class", "card").at("role", "img").at("aria-label", card_name(card));
    if is_face {
        return shown.at("data-card", pbn_name(card)).put(face(card));
    }
    shown.say(rank(card))
}

/// A card that has been played, among the cards as they were dealt.
fn gone(card: Card) -> Markup {
    let spoken = format!("{}, played", card_name(card));
    el("span").at("class", "card gone").at("role", "img").at("aria-label", spoken).say(rank(card))
}

fn name(spot: &Spot, seat: Seat, is_turn: bool) -> Markup {
    let dummy = spot.whole.as_ref().is_ok_and(|play| play.bidding().contract().dummy() == seat);
    let role = if dummy && spot.upto().is_none() { " (dummy)" } else { "" };
    let player = spot.player(seat).map_or_else(Markup::default, |player| {
        el("span").at("class", "player").say(format_args!(" {player}"))
    });
    let title = if is_turn {
        let spoken = el("span").at("class", "spoken").say(", to play");
        let named = Markup::text(seat_name(seat)).and(spoken);
        el("span").at("class", "turn").at("title", "to play").put(named)
    } else {
        Markup::text(seat_name(seat))
    };
    el("span").at("class", "seat").put(title.and(Markup::text(role)).and(player))
}

/// The points and suit lengths of a whole hand, spades first.
fn worth(hand: Hand) -> Markup {
    if hand.len() != 13 {
        return Markup::default();
    }
    let points = counted(hand_points(hand).into(), "point");
    let shape = Suit::DESC.map(|suit| hand[suit].len().to_string()).join("-");
    el("span").at("class", "worth").say(format_args!("{points}, {shape}"))
}

fn middle(trick: &Trick) -> Markup {
    let place = |seat: Seat| {
        let letter = seat.letter().to_ascii_lowercase();
        let card = trick.card_of(seat);
        let played = card.map_or_else(
            || el("span").at("class", "place").say(seat.letter()),
            |card| cards([card]),
        );
        let place = el("div").at("class", format_args!("at {letter}"));
        place.at_some("data-card", card.map(pbn_name)).put(played)
    };
    let on_table: Vec<String> = trick
        .cards()
        .map(|(seat, card)| format!("{} {}", seat_name(seat), card_name(card)))
        .collect();
    let said = match on_table.join(", ") {
        none if none.is_empty() => "no card on the table".to_owned(),
        cards => format!("on the table: {cards}"),
    };
    el("div")
        .at("class", "middle trick")
        .at("role", "group")
        .at("aria-label", said)
        .put(Seat::ALL.into_iter().map(place).collect())
}
