//! The convention card of falsecard's players, as a page to print: what their calls show, by the
//! agreements and, where these are silent, by the hands that make them.

use super::address::Address;
use super::asking::{SYSTEMS, carding_line, field};
use super::spot::{STRANGERS, system};
use crate::web::draw::sheet;
use crate::web::markup::{Markup, el};
use crate::wording::{call_name, percent, shown_call};
use falsecard_engine::bidding::{AuctionSoFar, Bidder, ShownCall};
use falsecard_engine::cards::{Seat, Vulnerability};
use falsecard_laboratory::problem::Sheet;

/// The parts of the card: a title, and the calls before.
const PARTS: [(&str, &str); 16] = [
    ("Opening", ""),
    ("After 1♣", "1C P"),
    ("After 1♦", "1D P"),
    ("After 1♥", "1H P"),
    ("After 1♠", "1S P"),
    ("After 1NT", "1NT P"),
    ("After 2♣", "2C P"),
    ("After 2♥", "2H P"),
    ("After 2NT", "2NT P"),
    ("Opener after 1♣–1♥", "1C P 1H P"),
    ("Opener after 1♠–2♣", "1S P 2C P"),
    ("After 1♠–3♠–4NT", "1S P 3S P 4NT P"),
    ("Over their 1♥", "1H"),
    ("Over their 1NT", "1NT"),
    ("After 1♥, doubled", "1H X"),
    ("After 1♣ and their 1♠", "1C 1S"),
];

/// The deals for each part, and their seed.
const DEALS: (usize, u64) = (500, 1);

/// The convention card by the address's agreements.
///
/// # Errors
///
/// A sentence, if there are no such agreements.
pub(super) fn page(address: &Address) -> Result<Markup, String> {
    let agreed = system(address)?;
    let bidder = Bidder::new(&agreed);
    let print = el("button").at("type", "button").at("data-print", "page").say("Print");
    let named = address.get("system").unwrap_or(STRANGERS);
    let choice = field("Agreements", "system", &SYSTEMS, named).and(el("button").say("Show"));
    let choice = el("form").at("class", "steps").at("data-fills", "address").put(choice.and(print));
    let legend = el("p").at("class", "legend").say(
        "Made from what falsecard's players call in random deals in which everybody has called as \
         shown, nobody vulnerable. A share is of the hands that the player may have there. Ranges \
         leave out a twentieth at either end, and calls of hardly any hand are left out.",
    );
    let parts = PARTS.into_iter().map(|(title, before)| part(&bidder, title, before));
    let parts = el("div").at("class", "sheet convention").put(parts.collect());
    let title = el("h2").say("Convention card");
    Ok([title, choice, carding_line(address), parts, legend].into_iter().collect())
}

/// What a player's calls show after the calls before.
fn part(bidder: &Bidder, title: &str, before: &str) -> Markup {
    let mut heard = AuctionSoFar::new(Seat::North, Vulnerability::NONE);
    for call in before.split_whitespace() {
        heard.push(call.parse().expect("the parts have calls"), None);
    }
    let (deals, seed) = DEALS;
    let row = |shown: ShownCall| {
        let meaning = shown_call(bidder, &heard, &shown);
        vec![call_name(shown.call), percent(shown.share), meaning]
    };
    let mut table = Sheet::new(["call", "hands", "shows"]);
    table.rows = bidder.shown(&heard, deals, seed).into_iter().map(row).collect();
    el("article").put(el("h3").say(title).and(sheet(&table)))
}
