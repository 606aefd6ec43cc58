//! Drawings of a belief: the cards that a hidden hand may hold, the places of the honours as a
//! table, and curves of lengths and points.

use std::ops::RangeInclusive;

use super::figures::{curve, range_of, svg, values};
use crate::web::draw::{card_name, rank, table};
use crate::web::markup::{Markup, el, pip};
use crate::wording::{for_people, honours, percent};
use falsecard_engine::belief::Belief;
use falsecard_engine::cards::{
    BySeat, Card, HONOURS, Hand, Rank, Seat, Suit, pbn_name, seat_name, suit_name,
};
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

/// The hidden hands side by side, with all that is believed of them.
pub fn inference(it: &Inference) -> Markup {
    let hand = |(seat, held): (Seat, Markup)| {
        let name = el("figcaption").say(seat_name(seat));
        el("figure").put(name.and(held))
    };
    let hands = held(it, None).into_iter().map(hand).collect();
    let hands = el("div").at("class", "rooms").put(hands);
    [hands, owners(it), shapes(it, &[])].into_iter().collect()
}

/// The width of an honour, in SVG units, as the other lengths.
const HONOUR: f64 = 25.0;

/// The width of a smaller card, and of a ten.
const SMALL: f64 = 17.0;
const TEN: f64 = 21.0;

/// The gap behind a card.
const GAP: f64 = 2.0;

/// The height of a suit.
const HEIGHT: f64 = 31.0;

/// The least width of a suit, so that the last cards of a deal are no larger than others.
const NARROWEST: f64 = 170.0;

/// The opacity of a card that is hardly possible: it can still be read.
const FAINTEST: f64 = 0.2;

/// The least probability with which a card is shown.
const POSSIBLE: f64 = 0.005;

/// An unseen card, and the probability that each seat holds it.
type Owned = (Card, BySeat<f64>);

/// The cards that each hidden hand may still hold, a row a suit, each as strong as the belief that
/// it lies there; honours have their probability in percent. A card has the same place in each of
/// the hidden hands. One card may be marked as the one that decides. No hand once all cards have
/// been played.
pub fn held(it: &Inference, decisive: Option<Card>) -> Vec<(Seat, Markup)> {
    let played: Hand = it.view.history().played().iter().map(|played| played.card).collect();
    let open = it.view.unseen() - played;
    let suit_of = |suit: Suit| open[suit].iter().map(move |rank| Card { suit, rank });
    let owned = |card: Card| (card, it.belief.owner(card));
    let suits = Suit::DESC.map(|suit| (suit, suit_of(suit).map(owned).collect::<Vec<_>>()));
    let hand = |&seat: &Seat| (seat, hand(seat, &suits, decisive));
    it.belief.seats().iter().filter(|_| !open.is_empty()).map(hand).collect()
}

fn hand(seat: Seat, suits: &[(Suit, Vec<Owned>)], decisive: Option<Card>) -> Markup {
    let long = |cards: &[Owned]| cards.iter().map(|(card, _)| width(*card) + GAP).sum::<f64>();
    let widest = suits.iter().map(|(_, cards)| long(cards)).fold(NARROWEST, f64::max);
    let row = |(suit, cards): &(Suit, Vec<Owned>)| {
        let mut x = 0.0;
        let card = |(card, owner): &Owned| {
            let drawn = possible(*card, seat, owner[seat], x, decisive == Some(*card));
            x += width(*card) + GAP;
            drawn
        };
        let cards = cards.iter().map(card).collect();
        pip(*suit).and(svg("suit-held", widest, HEIGHT).at("aria-hidden", "true").put(cards))
    };
    let said = |(card, owner): &Owned| {
        let is_told = has_points(*card) && owner[seat] >= POSSIBLE;
        is_told.then(|| format!("{} {}", card_name(*card), percent(owner[seat])))
    };
    let said: Vec<_> = suits.iter().flat_map(|(_, cards)| cards).filter_map(said).collect();
    let said = if said.is_empty() { "no honour".to_owned() } else { said.join(", ") };
    let held = el("div").at("class", "held").at("role", "img").at("aria-label", said);
    held.put(suits.iter().map(row).collect())
}

/// Whether the card counts as high: its share is written on it.
fn has_points(card: Card) -> bool {
    HONOURS.iter().any(|(rank, _)| *rank == card.rank)
}

fn width(card: Card) -> f64 {
    match card.rank {
        Rank::T => TEN,
        _ if has_points(card) => HONOUR,
        _ => SMALL,
    }
}

/// A card as strong as its share.
fn possible(card: Card, seat: Seat, share: f64, x: f64, is_decisive: bool) -> Markup {
    let opacity = if share < POSSIBLE { 0.0 } else { FAINTEST + (1.0 - FAINTEST) * share };
    let (width, middle) = (width(card), x + width(card) / 2.0);
    let said = for_people(&format!("{card}: {} {}", seat_name(seat), percent(share)));
    let face = el("rect").at("x", x).at("y", 1).at("width", width).at("height", HEIGHT - 2.0);
    let text = |y: f64| el("text").at("x", middle).at("y", y);
    let below = if has_points(card) {
        text(26.0).at("class", "figure").say(percent(share).trim_end_matches(" %"))
    } else {
        Markup::default()
    };
    let name = text(if has_points(card) { 15.0 } else { 20.0 }).say(rank(card));
    let suit = card.suit.letter().to_ascii_lowercase();
    let decisive = if is_decisive { " decisive" } else { "" };
    el("g")
        .at("class", format_args!("{suit}{decisive}"))
        .at("opacity", format_args!("{opacity:.2}"))
        .at("data-held", format_args!("{} {}", seat.letter(), pbn_name(card)))
        .put(
            el("title")
                .put(Markup::plain(&said))
                .and(face.at("rx", 3).empty())
                .and(name)
                .and(below),
        )
}

/// Who holds the missing honours, in figures.
pub fn owners(it: &Inference) -> Markup {
    let seats = it.belief.seats();
    let missing = honours(it.view);
    if missing.is_empty() {
        return el("p").say("No honour is missing.");
    }
    let cell = |card: Card, seat: Seat| {
        let now = percent(it.belief.owner(card)[seat]);
        let before = it.before.map(|before| percent(before.owner(card)[seat]));
        before.filter(|before| *before != now).map_or(now.clone(), |was| format!("{was} → {now}"))
    };
    let row = |card: Card| {
        let cells = seats.iter().map(|&seat| cell(card, seat));
        std::iter::once(card.to_string()).chain(cells).collect()
    };
    let names = seats.iter().map(|&seat| seat_name(seat).to_owned());
    let head = std::iter::once("holds".to_owned()).chain(names).collect();
    let rows: Vec<_> = std::iter::once(head).chain(missing.into_iter().map(row)).collect();
    table(&rows)
}

/// Curves of the lengths as dealt and of the points, a column for each hidden hand, and below them
/// what said so.
pub fn shapes(it: &Inference, sources: &[(Seat, Markup)]) -> Markup {
    let seats = it.belief.seats();
    let length = Suit::DESC
        .map(|suit| move |belief: &Belief, seat: Seat| belief.lengths(seat, suit).to_vec());
    let points = |belief: &Belief, seat: Seat| belief.points(seat).to_vec();
    let all: [Shares; 4] = length.each_ref().map(|of| of as Shares);
    let (long, strong) = (range(it, &all), range(it, &[&points]));
    let suit = |(suit, of): (Suit, Shares)| {
        let name = el("span").at("class", "aside").say(format_args!(" {}s", suit_name(suit)));
        curves(it, pip(suit).and(name), &format!("{}s", suit_name(suit)), of, &long)
    };
    let suits: Markup = Suit::DESC.into_iter().zip(all).map(suit).collect();
    let points = curves(it, Markup::text("points"), "high-card points", &points, &strong);
    let said = |&seat: &Seat| {
        let all = sources.iter().filter(|(of, _)| *of == seat).map(|(_, said)| said.clone());
        el("td").put(all.collect())
    };
    let by = el("th").at("scope", "row").say("told by");
    let said = el("tr").at("class", "sources").put(by.and(seats.iter().map(said).collect()));
    let said = if sources.is_empty() { Markup::default() } else { said };
    let column = |&seat: &Seat| el("th").at("scope", "col").say(seat_name(seat));
    let head = el("tr").put(el("td").empty().and(seats.iter().map(column).collect()));
    let rows = [suits, axis(it, &long), points, axis(it, &strong), said];
    let body = el("tbody").put(rows.into_iter().collect());
    let caption = el("caption").say("Lengths as dealt, and points");
    el("table").at("class", "shapes").put(caption.and(el("thead").put(head)).and(body))
}

/// The distribution of something of a hand, by a belief.
type Shares<'a> = &'a dyn Fn(&Belief, Seat) -> Vec<f64>;

/// The values that are likely enough to be seen in some of the hidden hands, now or before.
fn range(it: &Inference, all: &[Shares]) -> RangeInclusive<usize> {
    let mut found = Vec::new();
    for belief in [it.belief].into_iter().chain(it.before) {
        for &seat in it.belief.seats() {
            found.extend(all.iter().map(|shares| shares(belief, seat)));
        }
    }
    range_of(found.iter().map(Vec::as_slice))
}

/// A row of curves, each with its mean.
fn curves(
    it: &Inference,
    head: Markup,
    name: &str,
    of: Shares,
    range: &RangeInclusive<usize>,
) -> Markup {
    let mean = |shares: &[f64]| {
        let sum: f64 = shares.iter().enumerate().map(|(value, share)| value as f64 * share).sum();
        format!("{sum:.1}")
    };
    let cell = |&seat: &Seat| {
        let (now, before) = (of(it.belief, seat), it.before.map(|before| of(before, seat)));
        let told = mean(&now);
        let was = before.as_deref().map(mean).filter(|was| *was != told);
        let told = was.map_or(told.clone(), |was| format!("{was} → {told}"));
        let name = format!("{}'s {name}", seat_name(seat));
        let figure = curve(&name, &now, before.as_deref(), range);
        el("td").put(beside(figure, &told))
    };
    let cells = it.belief.seats().iter().map(cell).collect();
    el("tr").put(el("th").at("scope", "row").put(head).and(cells))
}

/// The values below the curves.
fn axis(it: &Inference, range: &RangeInclusive<usize>) -> Markup {
    let cell = |_: &Seat| el("td").put(beside(values(range), ""));
    let cells = it.belief.seats().iter().map(cell).collect();
    el("tr").at("class", "axis").put(el("td").empty().and(cells))
}

/// A figure with its text.
fn beside(figure: Markup, text: &str) -> Markup {
    el("div").at("class", "bars").put(figure.and(el("span").at("class", "figure").say(text)))
}
