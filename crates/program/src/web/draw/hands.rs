//! Drawings of hands around the table, the auction and the tricks.

use crate::web::markup::{Markup, el, pip};
use falsecard_engine::cards::{
    Call, Card, Hand, Rank, Seat, Suit, clockwise, seat_name, suit_name,
};
use falsecard_notation::Diagram;

/// The seats of an auction's columns, from left to right.
const COLUMNS: [Seat; 4] = [Seat::West, Seat::North, Seat::East, Seat::South];

/// A card's name as it is spoken: "king of clubs".
pub fn card_name(card: Card) -> String {
    let rank = match card.rank {
        Rank::A => "ace".to_owned(),
        Rank::K => "king".to_owned(),
        Rank::Q => "queen".to_owned(),
        Rank::J => "jack".to_owned(),
        other => other.get().to_string(),
    };
    format!("{rank} of {}s", suit_name(card.suit))
}

/// A card's rank as people write it.
pub fn rank(card: Card) -> String {
    card.rank.letter().to_string().replace('T', "10")
}

/// The four hands around the table. `name` draws the name of a seat, `card` a card; `middle` goes
/// between the hands. A hand that is `None` is hidden.
pub fn hands(
    hand: impl Fn(Seat) -> Option<Hand>,
    name: impl Fn(Seat) -> Markup,
    card: impl Fn(Seat, Card) -> Markup,
    middle: Markup,
) -> Markup {
    let unseen = |_| el("p").at("class", "unseen").say("not seen");
    hands_or(None, hand, unseen, name, card, middle)
}

/// The four hands around the table, as [`hands`] draws them, where `unseen` draws what replaces a
/// hidden hand. The cards of `fan` are drawn as cards.
pub fn hands_or(
    fan: Option<Seat>,
    hand: impl Fn(Seat) -> Option<Hand>,
    unseen: impl Fn(Seat) -> Markup,
    name: impl Fn(Seat) -> Markup,
    card: impl Fn(Seat, Card) -> Markup,
    middle: Markup,
) -> Markup {
    let draw = |seat: Seat| {
        let holding = |(hand, suit): (Hand, Suit)| {
            let cards: Markup =
                hand[suit].iter().map(|rank| card(seat, Card { suit, rank })).collect();
            let void = el("span").at("class", "void").say("—");
            let cards = if cards.is_empty() { void } else { cards };
            el("div").at("class", "suit").put(pip(suit).and(cards))
        };
        let inner = match hand(seat) {
            Some(hand) => Suit::DESC.map(|suit| holding((hand, suit))).into_iter().collect(),
            None => unseen(seat),
        };
        let letter = seat.letter().to_ascii_lowercase();
        let fanned = if fan == Some(seat) { " fan" } else { "" };
        el("div")
            .at("class", format_args!("hand {letter}{fanned}"))
            .at("role", "group")
            .at("aria-label", seat_name(seat))
            .put(name(seat).and(inner))
    };
    let all: Markup = Seat::ALL.into_iter().map(draw).collect();
    el("div").at("class", "hands").put(all.and(middle))
}

/// A card by its rank only, for a row that names the suit.
pub(super) fn plain(card: Card) -> Markup {
    let (name, shown) = (card_name(card), rank(card));
    el("span").at("class", "card").at("role", "img").at("aria-label", name).say(shown)
}

/// Visible markup, with other text for screen readers.
pub fn seen_and_said(seen: Markup, said: &str) -> Markup {
    let seen = el("span").at("aria-hidden", "true").put(seen);
    seen.and(el("span").at("class", "spoken").say(said))
}

/// Cards one after the other, each with its suit.
pub fn cards(cards: impl IntoIterator<Item = Card>) -> Markup {
    let card = |card: Card| {
        let inner = pip(card.suit).and(Markup::text(rank(card)));
        el("span")
            .at("class", "card")
            .at("role", "img")
            .at("aria-label", card_name(card))
            .put(inner)
    };
    cards.into_iter().map(card).collect()
}

/// The auction as a table. `mark` gives the mark behind a call, like `!` behind an alert; `said`
/// gives its tooltip.
pub fn auction(
    calls: impl Iterator<Item = (Seat, Call)>,
    mark: impl Fn(usize) -> &'static str,
    said: impl Fn(usize) -> Option<String>,
) -> Markup {
    let calls: Vec<(Seat, Call)> = calls.collect();
    let Some(&(dealer, _)) = calls.first() else { return Markup::default() };
    let skipped = COLUMNS.iter().take_while(|&&seat| seat != dealer).count();
    let call = |(at, (_, call)): (usize, &(Seat, Call))| {
        let shown = match call {
            Call::Pass => "Pass".to_owned(),
            other => other.to_string(),
        };
        let shown = shown + mark(at);
        let cell = el("td");
        match said(at) {
            Some(said) => cell.put(el("abbr").at("title", said).at("tabindex", 0).say(shown)),
            None => cell.say(shown),
        }
    };
    let mut row_by_row: Vec<Markup> = vec![el("td").empty(); skipped];
    row_by_row.extend(calls.iter().enumerate().map(call));
    let row = |row: &[Markup]| el("tr").put(row.iter().cloned().collect());
    let head = COLUMNS.map(|seat| el("th").at("scope", "col").say(seat_name(seat)));
    let body: Markup = row_by_row.chunks(4).map(row).collect();
    let inner = el("caption").say("Auction").and(el("thead").put(row(&head)));
    el("table").at("class", "auction").put(inner.and(el("tbody").put(body)))
}

/// The line of play: a column a trick, a row a hand, the first leader's on top. A card stands out
/// if it won its trick and its player led to the next. `card` draws the n-th card played, from 0.
pub fn tricks(tricks: &[Vec<(Seat, Card)>], card: impl Fn(usize, Seat, Card) -> Markup) -> Markup {
    let Some(&(leader, _)) = tricks.first().and_then(|trick| trick.first()) else {
        return Markup::default();
    };
    let cell = |n: usize, seat: Seat| {
        let Some(at) = tricks[n].iter().position(|(by, _)| *by == seat) else {
            return el("td").empty();
        };
        let next = tricks.get(n + 1).and_then(|trick| trick.first());
        let has_won = next.is_some_and(|(by, _)| *by == seat);
        el("td").at_some("class", has_won.then_some("won")).put(card(
            4 * n + at,
            seat,
            tricks[n][at].1,
        ))
    };
    let row = |seat: Seat| {
        let name = seen_and_said(Markup::text(seat.letter()), seat_name(seat));
        let cells: Markup = (0..tricks.len()).map(|n| cell(n, seat)).collect();
        el("tr").put(el("th").at("scope", "row").put(name).and(cells))
    };
    let heads = (1..=tricks.len()).map(|n| el("th").at("scope", "col").say(n));
    let head = el("tr").put(el("td").empty().and(heads.collect()));
    let body = (0..4).map(|n| row(clockwise(leader, n))).collect();
    let inner = el("caption").say("Play").and(el("thead").put(head));
    let table = el("table").put(inner.and(el("tbody").put(body)));
    el("div").at("class", "tricks").put(table)
}

/// A diagram for a report.
pub fn diagram(diagram: &Diagram) -> Markup {
    let title = diagram.title().map_or_else(Markup::default, |title| el("h2").say(title));
    let told: Markup = diagram.facts().iter().map(|told| el("div").say(told)).collect();
    let middle = el("div").at("class", "middle").put(told);
    let name = |seat: Seat| el("span").at("class", "seat").say(seat_name(seat));
    let board = hands(|seat| diagram.hand_of(seat), name, |_, card| plain(card), middle);
    let bidding = auction(
        diagram.calls(),
        |call| diagram.mark(call),
        |call| diagram.explanation(call).map(str::to_owned),
    );
    let play = tricks(&diagram.by_trick(), |_, _, card| cards([card]));
    title.and(board).and(el("div").at("class", "record").put(bidding.and(play)))
}

/// The play of a diagram, with the mistakes marked.
pub fn reviewed(diagram: &Diagram, mistakes: &[Card]) -> Markup {
    let card = |_, _, card: Card| {
        let drawn = cards([card]);
        if !mistakes.contains(&card) {
            return drawn;
        }
        let spoken = el("span").at("class", "spoken").say(", a mistake");
        el("span").at("class", "mistake").put(drawn.and(spoken))
    };
    tricks(&diagram.by_trick(), card)
}
