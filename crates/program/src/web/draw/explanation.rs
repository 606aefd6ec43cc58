//! A table of where the others place the decider's honours, before and after each of two cards.

use super::figures::{Bar, bar};
use crate::web::draw::cards;
use crate::web::markup::{Markup, el};
use crate::wording::{NOTABLE_POINTS, WORTH_TELLING};
use falsecard_engine::cards::{Card, Seat, seat_name};
use falsecard_engine::search::{Explanation, Whereabouts};

/// The changes of at least [`WORTH_TELLING`], the greatest first, at most `most` of them. Those of
/// less than [`NOTABLE_POINTS`] are folded away.
pub fn readers(explanation: &Explanation, most: usize) -> Markup {
    let mut changes: Vec<(Card, Seat, &Whereabouts)> = explanation
        .accounts
        .iter()
        .flat_map(|account| account.readers.iter().map(move |reading| (account.card, reading)))
        .flat_map(|(card, it)| it.honours.iter().map(move |place| (card, it.seat, place)))
        .filter(|(.., place)| change(place) >= WORTH_TELLING)
        .collect();
    changes.sort_by(|(.., a), (.., b)| change(b).total_cmp(&change(a)));
    changes.truncate(most);
    let great = changes.iter().take_while(|(.., place)| change(place) >= NOTABLE_POINTS).count();
    let (great, small) = changes.split_at(great);
    let more = el("summary").say("More of what the others will think");
    let more = if small.is_empty() {
        Markup::default()
    } else {
        el("details").put(more.and(table(small)))
    };
    table(great).and(more)
}

fn table(changes: &[(Card, Seat, &Whereabouts)]) -> Markup {
    if changes.is_empty() {
        return Markup::default();
    }
    let rows = changes.iter().map(row).collect();
    el("table").at("class", "readers").put(el("tbody").put(rows))
}

fn row((card, reader, place): &(Card, Seat, &Whereabouts)) -> Markup {
    let text = [
        Markup::text("After "),
        cards([*card]),
        Markup::text(format_args!(" {} places ", seat_name(*reader))),
        cards([place.card]),
        Markup::text(format_args!(" with {}", seat_name(place.elsewhere))),
    ];
    let figure = bar(Bar { share: place.after, before: Some(place.before) });
    let head = el("th").at("scope", "row").put(text.into_iter().collect());
    el("tr").put(head.and(el("td").put(figure)))
}

fn change(place: &Whereabouts) -> f64 {
    (place.after - place.before).abs()
}
