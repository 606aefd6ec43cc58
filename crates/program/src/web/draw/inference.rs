//! Drawings of a belief: the places of the unseen honours, and the lengths and points of the hidden
//! hands.

use crate::web::draw::{Bar, bar, cards, histogram};
use crate::web::markup::{Markup, el, pip};
use crate::wording::honours;
use falsecard_engine::belief::Belief;
use falsecard_engine::cards::{Card, Seat, Suit, seat_name, suit_name};
use falsecard_engine::play::View;

/// A belief to be drawn, with the belief before a card.
pub struct Inference<'a> {
    /// The player's view.
    pub view: &'a View,
    /// His belief now.
    pub belief: &'a Belief,
    /// His belief before.
    pub before: Option<&'a Belief>,
}

/// Bars for honours and histograms for lengths and points, with the hidden hands side by side.
pub fn inference(it: &Inference) -> Markup {
    owners(it).and(shapes(it))
}

fn owners(it: &Inference) -> Markup {
    let seats = it.belief.seats();
    // The share of the belief before, for the same card and seat.
    let before = |card: Card, seat: Seat| it.before.map(|before| before.owner(card)[seat]);
    let row = |card: Card| {
        let owner = it.belief.owner(card);
        let cell = |&seat: &Seat| {
            let figure = bar(Bar { share: owner[seat], before: before(card, seat) });
            el("td").put(figure)
        };
        let head = el("th").at("scope", "row").put(cards([card]));
        el("tr").put(head.and(seats.iter().map(cell).collect()))
    };
    let missing = honours(it.view);
    if missing.is_empty() {
        return el("p").say("No honour is missing.");
    }
    let column = |&seat: &Seat| el("th").at("scope", "col").say(seat_name(seat));
    let head = el("td").empty().and(seats.iter().map(column).collect());
    let body = missing.into_iter().map(row).collect();
    let caption = el("caption").say("Who holds the missing honours");
    let inner = caption.and(el("thead").put(el("tr").put(head))).and(el("tbody").put(body));
    el("table").at("class", "owners").put(inner)
}

fn shapes(it: &Inference) -> Markup {
    let seats = it.belief.seats();
    let suit = |suit: Suit| {
        let cell = |&seat: &Seat| {
            let before = it.before.map(|before| before.lengths(seat, suit));
            let name = format!("{}'s {}s", seat_name(seat), suit_name(suit));
            let shares = it.belief.lengths(seat, suit);
            let before = before.as_ref().map(<[f64; 14]>::as_slice);
            el("td").put(histogram(&name, &shares, before))
        };
        let name = el("span").at("class", "aside").say(format_args!(" {}s", suit_name(suit)));
        let head = el("th").at("scope", "row").put(pip(suit).and(name));
        el("tr").put(head.and(seats.iter().map(cell).collect()))
    };
    let points = |&seat: &Seat| {
        let before = it.before.map(|before| before.points(seat));
        let name = format!("{}'s high-card points", seat_name(seat));
        let shares = it.belief.points(seat);
        let before = before.as_ref().map(<[f64; 38]>::as_slice);
        el("td").put(histogram(&name, &shares, before))
    };
    let column = |&seat: &Seat| el("th").at("scope", "col").say(seat_name(seat));
    let head = el("tr").put(el("td").empty().and(seats.iter().map(column).collect()));
    let suits: Markup = Suit::DESC.map(suit).into_iter().collect();
    let points_head = el("th").at("scope", "row").say("points");
    let points = el("tr").put(points_head.and(seats.iter().map(points).collect()));
    let caption = el("caption").say("Lengths as dealt, and high-card points");
    let inner = caption.and(el("thead").put(head)).and(el("tbody").put(suits.and(points)));
    el("table").at("class", "shapes").put(inner)
}
