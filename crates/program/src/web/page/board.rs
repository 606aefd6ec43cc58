//! The board at a moment: hands, auction, play, and links to other moments.
//!
//! Every action is a link to an address, so the mouse, the keyboard and the browser's history all
//! work in the same way, and addresses can be shared.

use super::address::Address;
use super::believing;
use super::calling::askable;
use super::hands::{is_shown, playable, sees, table, unplayed};
use super::heading::heading;
use super::one_suit;
use super::playing::{over, playing};
use super::sitting::SeatedPerson;
use super::spot::Spot;
use crate::web::draw::{auction, card_name, rank, seen_and_said, tricks};
use crate::web::markup::{Markup, el, pip};
use falsecard_engine::cards::{Card, Hand, Seat, Suit, pbn_name, seat_name};
use falsecard_engine::dd::CardValues;
use falsecard_engine::play::PartialPlay;
use falsecard_notation::{Diagram, DiagramCards};

/// The board at the moment, with links to the questions about it.
pub(super) fn board(spot: &Spot) -> Markup {
    match SeatedPerson::of(spot) {
        Some(sitting) if sitting.is_over() => over(spot, &sitting).and(marked(spot, None)),
        Some(sitting) => playing(spot, &sitting),
        None => marked(spot, None),
    }
}

/// The board, with the double-dummy value at each card of the hand to play.
pub(super) fn marked(spot: &Spot, values: Option<&CardValues>) -> Markup {
    let heading = heading(spot);
    let play = match spot.now() {
        Ok(play) => play,
        Err(why) => {
            let told = el("p").at("class", "refusal").at("role", "alert").say(why);
            return heading.and(told).and(unplayable(spot));
        }
    };
    let link = |card: Card| Some(spot.after(card));
    let seen = |seat: Seat| spot.game.hand(seat).is_some() && sees(spot, &play, seat);
    let reveal = |seat: Seat| turned(spot, &seen, seat);
    let is_bidding = spot.upto().is_some();
    let hands = if is_bidding {
        unplayed(spot, &seen, &reveal)
    } else {
        table(spot, &play, &link, &reveal, values).and(unknown(spot, &play))
    };
    let doors = doors(spot, Some(&play), hands_shown(spot, &seen));
    let parts = [heading, hands, steps(spot), doors, sideline(spot, Some(&play))];
    parts.into_iter().collect()
}

/// The hands of a deal that cannot be played, and what can be asked all the same.
pub(super) fn unplayable(spot: &Spot) -> Markup {
    let seen = |seat: Seat| spot.game.hand(seat).is_some() && is_shown(spot, seat);
    let reveal = |seat: Seat| turned(spot, &seen, seat);
    let hands = unplayed(spot, &seen, &reveal);
    hands.and(doors(spot, None, hands_shown(spot, &seen))).and(sideline(spot, None))
}

/// The cards that the player to play may have played, if his hand is not known.
fn unknown(spot: &Spot, play: &PartialPlay) -> Markup {
    let turn = play.history().to_play();
    if play.is_over() || play.left(turn).is_some() {
        return Markup::default();
    }
    let row = |suit: Suit| {
        let ranks = Hand::ALL[suit].iter().map(|rank| Card { suit, rank });
        let may = ranks.filter(|&card| play.clone().play(card).is_ok());
        let cards: Markup = may.map(|card| playable(card, &spot.after(card), None)).collect();
        let row = el("div").at("class", "suit");
        if cards.is_empty() { Markup::default() } else { row.put(pip(suit).and(cards)) }
    };
    let rows: Markup = Suit::DESC.map(row).into_iter().collect();
    let summary = el("summary").say(format_args!("What did {} play?", seat_name(turn)));
    el("details").at("class", "picker").put(summary.and(rows))
}

/// Links back and forward through the play.
fn steps(spot: &Spot) -> Markup {
    let length = spot.whole.as_ref().map_or(0, |play| play.history().played().len());
    let step = |to: Option<Address>, sign: &str, name: &str, key: &'static str| {
        let link = el("a").at("class", "button").at("data-key", key).at("aria-label", name);
        match to {
            Some(to) => link.at("href", format_args!("#{to}")).say(sign),
            None => link.at("role", "link").at("aria-disabled", "true").say(sign),
        }
    };
    let (trick, upto) = (4, spot.upto());
    let calls = spot.calls().map_or(0, |calls| calls.len());
    // Before the first card stands the auction, call by call.
    let now = upto.unwrap_or(calls);
    let (is_first, is_bidding) = (spot.at == 0, upto.is_some());
    let bid = |to: usize| (now > 0).then(|| spot.bid_to(to));
    let on_by_call = || if now + 1 < calls { spot.bid_to(now + 1) } else { spot.moved_to(0) };
    let back = |to: usize| if is_first { None } else { Some(spot.moved_to(to)) };
    let on = |to: usize| (spot.at < length).then(|| spot.moved_to(to));
    let first = if is_first { bid(0) } else { back(0) };
    let before = if is_first { bid(now.saturating_sub(1)) } else { back(spot.at - 1) };
    let next = if is_bidding { Some(on_by_call()) } else { on(spot.at + 1) };
    let after = if is_bidding { Some(spot.moved_to(0)) } else { on((spot.at + trick).min(length)) };
    let [back_by, on_by] = [
        if is_first { "back by a call" } else { "back by a card" },
        if is_bidding { "on by a call" } else { "on by a card" },
    ];
    let all = [
        step(first, "|◀", "to the beginning", "Home"),
        step(back(spot.at.saturating_sub(trick)), "◀◀", "back by a trick", "PageUp"),
        step(before, "◀", back_by, "ArrowLeft"),
        step(next, "▶", on_by, "ArrowRight"),
        step(after, "▶▶", if is_bidding { "to the lead" } else { "on by a trick" }, "PageDown"),
        step(on(length), "▶|", "to the end", "End"),
    ];
    let place = if is_bidding {
        format!("call {now} of {calls}")
    } else {
        format!("card {} of {length}", spot.at)
    };
    let place = el("span").at("class", "legend").say(place);
    let back = spot.without_branch().map_or_else(Markup::default, |address| {
        el("a")
            .at("class", "button")
            .at("data-key", "b")
            .at("href", format_args!("#{address}"))
            .say("back to the play")
    });
    let inner = all.into_iter().collect::<Markup>().and(place).and(back);
    el("nav").at("class", "steps").at("aria-label", "Steps").put(inner)
}

/// A link to a question; where it is open, the link closes it.
fn toggle(name: &str, key: &'static str, is_on: bool, address: &Address) -> Markup {
    el("a")
        .at("class", if is_on { "button on" } else { "button" })
        .at_some("aria-current", is_on.then_some("true"))
        .at("data-key", key)
        .at("href", format_args!("#{address}"))
        .say(name)
}

/// A link that switches something on the board on or off.
fn switch(spot: &Spot, name: &str, key: &'static str, value: &'static str) -> Markup {
    let is_on = spot.address.get(value).is_some();
    let address = spot.address.clone().with(value, (!is_on).then_some(1));
    toggle(name, key, is_on, &address)
}

/// The address at which this hand is hidden if it is seen, and shown if it is not; `None` if it is
/// not known.
fn turned(spot: &Spot, seen: &dyn Fn(Seat) -> bool, seat: Seat) -> Option<Address> {
    let known = |seat: &Seat| spot.game.hand(*seat).is_some();
    let of = |other: &Seat| seen(*other) != (*other == seat);
    let hands: String = Seat::ALL.into_iter().filter(of).map(Seat::letter).collect();
    let value = match hands.len() {
        all if all == Seat::ALL.iter().filter(|seat| known(seat)).count() => None,
        0 => Some("-".to_owned()),
        _ => Some(hands),
    };
    let address = spot.address.clone().with("see", None::<&str>).with("shown", value);
    known(&seat).then_some(address)
}

/// Links that show or hide single hands, for teachers.
fn hands_shown(spot: &Spot, seen: &dyn Fn(Seat) -> bool) -> Markup {
    let key = |seat: Seat| match seat {
        Seat::North => "N",
        Seat::East => "E",
        Seat::South => "S",
        Seat::West => "W",
    };
    let link = |seat: Seat| {
        let Some(address) = turned(spot, seen, seat) else {
            let link = el("a").at("class", "button").at("role", "link");
            return link.at("aria-disabled", "true").at("title", "not known").say(seat_name(seat));
        };
        toggle(seat_name(seat), key(seat), seen(seat), &address)
    };
    let title = el("span").at("class", "legend").say("Hands shown");
    let links: Markup = Seat::ALL.into_iter().map(link).collect();
    el("div")
        .at("class", "steps")
        .at("role", "group")
        .at("aria-label", "Hands")
        .put(title.and(links))
}

/// A link that opens or closes a panel.
fn asked(spot: &Spot, name: &str, key: &'static str, value: &'static str) -> Markup {
    let is_on = spot.address.get("panel") == Some(value);
    let address = spot.address.clone().with("panel", (!is_on).then_some(value));
    let apart = ["of", "after", "card", "against", "call", "suit"].into_iter();
    let address = apart.fold(address, |address, name| address.with(name, None::<&str>));
    // At a moment of the auction the next call is asked about.
    let next = spot.upto().filter(|_| value == "calls" && !is_on);
    let address = address.with("call", next);
    toggle(name, key, is_on, &address)
}

/// The link to the question which card, where it is known who decides and what he sees.
fn card_asked(spot: &Spot) -> Option<Markup> {
    spot.decision().is_ok().then(|| asked(spot, "Which card", "c", "choose"))
}

/// The link to the question what a player would call, if the dealer and some caller's hand are
/// known.
fn calls_asked(spot: &Spot) -> Option<Markup> {
    askable(spot).next().map(|_| asked(spot, "Which call", "w", "calls"))
}

/// The link to the question what can be made, unless a known hand is hidden.
fn deal_asked(spot: &Spot) -> Option<Markup> {
    let is_known = Seat::ALL.iter().any(|&seat| spot.game.hand(seat).is_some());
    let is_open = spot.address.get("see").is_none() && is_known;
    is_open.then(|| asked(spot, "What was makeable", "t", "deal"))
}

/// The link to the review, where something was played or all have passed.
fn review_asked(spot: &Spot) -> Option<Markup> {
    let is_played = spot.whole.as_ref().is_ok_and(|whole| !whole.history().played().is_empty());
    let is_any = is_played || spot.game.is_passed_out();
    is_any.then(|| asked(spot, "Review", "r", "review"))
}

/// Five doors to what is asked most, and a menu of all else. A door that leads nowhere keeps its
/// place; one that is open closes.
fn doors(spot: &Spot, play: Option<&PartialPlay>, hands: Markup) -> Markup {
    let shut = |name: &str| {
        el("a").at("class", "button").at("role", "link").at("aria-disabled", "true").say(name)
    };
    let (call, card) = (calls_asked(spot), card_asked(spot));
    // In an auction the call comes first.
    let is_bidding = spot.upto().is_some() || card.is_none();
    let (first, second) = if is_bidding && call.is_some() { (call, card) } else { (card, call) };
    let thinks = play.and_then(believing::first_asked);
    let thinks = thinks.map(|_| asked(spot, "What do they think", "k", "beliefs"));
    let sit = el("button").at("type", "button").at("data-dialog", "sitting").say("Play");
    let all = [
        first.unwrap_or_else(|| shut("Which card")),
        thinks.unwrap_or_else(|| shut("What do they think")),
        deal_asked(spot).unwrap_or_else(|| shut("What was makeable")),
        review_asked(spot).unwrap_or_else(|| shut("Review")),
        sit,
        more(spot, play, second, hands),
    ];
    let doors = el("nav").at("class", "doors").at("aria-label", "Questions");
    let next = another(spot).map(|next| el("p").at("class", "steps").put(next));
    doors.put(all.into_iter().collect()).and(next.unwrap_or_default())
}

/// What is asked less often, and how the board is shown.
fn more(spot: &Spot, play: Option<&PartialPlay>, asked: Option<Markup>, hands: Markup) -> Markup {
    let mut all: Vec<Markup> = asked.into_iter().collect();
    if let Some(play) = play {
        all.extend(shown_otherwise(spot, play));
    }
    let summary = el("summary").at("class", "button").say("More");
    let links = el("div").at("class", "questions").put(all.into_iter().collect());
    el("details").put(summary.and(links).and(hands))
}

/// Other ways to show the board, to change it, and to ask about it.
fn shown_otherwise(spot: &Spot, play: &PartialPlay) -> Vec<Markup> {
    let mut all = Vec::new();
    if !play.is_over() && play.complete().is_some() {
        all.push(switch(spot, "Double dummy", "d", "dd"));
    }
    if !play.is_over() && !play.history().played().is_empty() {
        all.push(switch(spot, "Cards as dealt", "a", "played"));
    }
    if one_suit::is_askable(spot) {
        all.push(asked(spot, "One suit", "u", "suit"));
    }
    let eyes = spot.address.get("see");
    let form = |dialog: &'static str| el("button").at("type", "button").at("data-dialog", dialog);
    // A class that does not see all hands would see them there.
    if eyes.is_none() && spot.address.get("shown").is_none() {
        all.push(form("setup").at("data-field", "by").say("Change the contract"));
    }
    all.push(form("asking").at("data-key", "e").say("System and scoring"));
    all.push(form("lesson").say("Add to a lesson"));
    let own = eyes.is_none().then(|| viewer(play).letter());
    let address = spot.address.clone().with("see", own);
    let hidden = if eyes.is_some() { "Show all hands" } else { "Hide the other hands" };
    all.push(toggle(hidden, "h", eyes.is_some(), &address));
    all
}

/// The link to the next random deal, on a board that is a random deal.
pub(super) fn another(spot: &Spot) -> Option<Markup> {
    let is_random = spot.address.get("random").is_some() && spot.address.get("me").is_none();
    let next = el("button").at("type", "button").at("data-next", "deal").at("data-key", "n");
    is_random.then(|| next.say("Another random deal"))
}

/// The seat whose hand stays when the others are hidden: the player who decides or, if his hand is
/// not known, declarer or another.
fn viewer(play: &PartialPlay) -> Seat {
    let decider = play.history().decider();
    let declarer = play.bidding().contract().declarer;
    let is_known = |seat: &Seat| play.dealt(*seat).is_some();
    [decider, declarer].into_iter().chain(Seat::ALL).find(is_known).unwrap_or(decider)
}

/// The auction and the play, in which each card links to the moment before it.
fn sideline(spot: &Spot, now: Option<&PartialPlay>) -> Markup {
    let picture = match &spot.whole {
        // Who does not see all hands does not see what comes.
        Ok(play) if spot.address.get("shown").is_some() => {
            Diagram::of_partial(&play.first(spot.at), DiagramCards::Dealt)
        }
        Ok(play) => Diagram::of_partial(play, DiagramCards::Dealt),
        Err(_) => Diagram::of_game(&spot.game),
    };
    let said = |call: usize| {
        let play = spot.whole.as_ref().ok()?;
        play.bidding().explanations().get(call)?.clone()
    };
    let so_far = spot.upto().unwrap_or(usize::MAX);
    let bidding = auction(picture.calls().take(so_far), |call| picture.mark(call), said);
    // Beside what a player thinks, a card of the play leads to what it has told.
    let tells = spot.address.get("panel") == Some("beliefs") && spot.address.get("me").is_none();
    let named = spot.address.get("of").and_then(|seat| seat.parse::<Seat>().ok());
    let card = |n: usize, seat: Seat, card: Card| {
        let told = spot.whole.as_ref().ok().filter(|_| tells).and_then(|whole| {
            let reader = named.filter(|reader| whole.bidding().contract().decider(seat) != *reader);
            reader.or_else(|| believing::first_told(whole, seat))
        });
        let address = match told {
            Some(reader) => {
                let address = spot.moved_to(n).with("of", Some(reader.letter()));
                address.with("after", Some(pbn_name(card)))
            }
            None => spot.moved_to(n),
        };
        let class = match spot.fork {
            Some(fork) if n >= fork => "card branch",
            _ => "card",
        };
        let before = if told.is_some() { "what is told by" } else { "before" };
        let spoken = format!("{before} {}'s {}", seat_name(seat), card_name(card));
        el("a")
            .at("class", class)
            .at_some("aria-current", (n == spot.at).then_some("step"))
            .at("data-number", n)
            .at("href", format_args!("#{address}"))
            .put(seen_and_said(pip(card.suit).and(Markup::text(rank(card))), &spoken))
    };
    let is_played = now.is_some() && spot.upto().is_none();
    let play = if is_played { tricks(&picture.by_trick(), card) } else { Markup::default() };
    el("div").at("class", "record").put(bidding.and(play))
}
