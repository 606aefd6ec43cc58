//! The table of a person who plays: his view, his calls or cards, and his other actions.

use super::address::Address;
use super::hands::{nobody, table, unplayed};
use super::heading::{claimed, heading};
use super::row::BoardEnd;
use super::sitting::{SeatedPerson, TableStage};
use super::spot::Spot;
use crate::web::draw::{auction, cards, tricks};
use crate::web::markup::{Markup, el};
use crate::wording::{self, call_name, score_text};
use falsecard_engine::bidding::{AuctionSoFar, Bidder};
use falsecard_engine::cards::{Bid, Call, Level, Seat, Strain, seat_name};
use falsecard_engine::play::PartialPlay;
use falsecard_notation::{Diagram, DiagramCards};

/// The table while the board goes on.
pub(super) fn playing(spot: &Spot, sitting: &SeatedPerson) -> Markup {
    let parts = match &sitting.stage {
        TableStage::Auction(heard) => vec![
            heading(spot),
            unplayed(spot, &|seat| seat == sitting.me, &nobody),
            el("div").at("class", "bidding").put(
                called(spot, heard)
                    .and(turn(sitting, heard.turn(), "call"))
                    .and(calls(sitting, heard))
                    .and(actions(spot, sitting)),
            ),
        ],
        TableStage::Play(play) => {
            let link = |card| sitting.is_mine().then(|| sitting.after_card(play, card));
            vec![
                heading(spot),
                table(spot, play, &link, &nobody, None),
                turn(sitting, Some(play.history().to_play()), "play"),
                actions(spot, sitting),
                played(spot, play),
            ]
        }
        TableStage::Over => Vec::new(),
    };
    parts.into_iter().collect()
}

/// A line that says whose turn it is. While it is another player's, the page asks for his action.
fn turn(sitting: &SeatedPerson, turn: Option<Seat>, what: &str) -> Markup {
    let Some(turn) = turn else { return Markup::default() };
    let said = match (sitting.is_mine(), what) {
        (true, "call") => "Your call.".to_owned(),
        (true, _) if turn == sitting.me => "Your card.".to_owned(),
        (true, _) => format!("Your card from {}.", seat_name(turn)),
        (false, what) => format!("{} is to {what}.", seat_name(turn)),
    };
    let waits = (!sitting.is_mine()).then_some("others");
    el("p").at("class", "answer").at("role", "status").at_some("data-waits", waits).say(said)
}

/// A bidding box. All calls keep their places; legal ones are links.
fn calls(sitting: &SeatedPerson, heard: &AuctionSoFar) -> Markup {
    let link = |call: Call| {
        let is_his = sitting.is_mine() && heard.allows(call);
        button(&call_name(call), is_his.then(|| sitting.after_call(heard, call)), None)
    };
    let row = |calls: &[Call]| {
        el("div").at("class", "row").put(calls.iter().map(|call| link(*call)).collect())
    };
    let bids = (1..=7).map(|level| {
        let level = Level::new(level);
        let bids = Strain::ASC.map(|strain| Call::Bid(Bid { level, strain }));
        row(&bids)
    });
    let words = row(&[Call::Pass, Call::Double, Call::Redouble]);
    let inner = words.and(bids.collect());
    el("nav").at("class", "box").at("aria-label", "Calls").put(inner)
}

/// A link to an address; without an address it is a placeholder.
fn button(name: &str, address: Option<Address>, key: Option<&'static str>) -> Markup {
    let link = el("a").at("class", "button").at_some("data-key", key);
    match address {
        Some(address) => link.at("href", format_args!("#{address}")).say(name),
        None => link.at("role", "link").at("aria-disabled", "true").say(name),
    }
}

/// The person's other actions. Those that are not possible now keep their places.
fn actions(spot: &Spot, sitting: &SeatedPerson) -> Markup {
    let is_play = matches!(sitting.stage, TableStage::Play(_));
    let panel = |value: &'static str| {
        let is_on = spot.address.get("panel") == Some(value);
        spot.address.clone().with("panel", (!is_on).then_some(value))
    };
    let hint = panel(if is_play { "choose" } else { "calls" });
    let mut all = vec![button("Hint", sitting.is_mine().then_some(hint), Some("c"))];
    if is_play {
        let eyes = sitting.eyes();
        let address = spot.address.clone().with("of", Some(eyes.letter()));
        let is_on = spot.address.get("panel") == Some("beliefs");
        let address = address.with("panel", (!is_on).then_some("beliefs"));
        all.push(button("What you can know", Some(address), Some("k")));
        all.push(button("Claim", Some(panel("claim")), Some("m")));
    }
    all.push(button("Take back", sitting.taken_back(), Some("z")));
    all.push(button("Show all hands", Some(left(spot)), Some("h")));
    el("nav")
        .at("class", "questions")
        .at("aria-label", "At the table")
        .put(all.into_iter().collect())
}

/// The address of the board without a person at the table.
fn left(spot: &Spot) -> Address {
    let aside = ["me", "others", "pace", "panel", "of", "tricks"];
    aside.into_iter().fold(spot.address.clone(), |it, name| it.with(name, None::<&str>))
}

/// The auction so far, with what each call shows.
fn called(spot: &Spot, heard: &AuctionSoFar) -> Markup {
    let shown = call_meanings(spot, heard);
    let calls = heard.calls();
    let said = |call: usize| shown.get(call).cloned().filter(|shown| !shown.is_empty());
    let drawn = if calls.is_empty() {
        el("p").at("class", "legend").say("Nobody has called yet.")
    } else {
        auction(calls.into_iter(), |_| "", said)
    };
    el("div").at("class", "called").put(drawn)
}

/// What each call shows, by the agreements or by the hands that usually make it.
fn call_meanings(spot: &Spot, heard: &AuctionSoFar) -> Vec<String> {
    let Ok(system) = spot.system() else { return Vec::new() };
    let bidder = Bidder::new(&system);
    let mut before = AuctionSoFar::new(heard.dealer(), heard.vulnerability());
    let each = heard.auction().iter().map(|&call| {
        let shown = wording::call_meaning(&bidder, &before, call);
        before.push(call, None);
        shown
    });
    each.collect()
}

/// The auction and the tricks.
fn played(spot: &Spot, play: &PartialPlay) -> Markup {
    let picture = Diagram::of_partial(play, DiagramCards::Dealt);
    let shown = spot.heard().map(|heard| call_meanings(spot, &heard)).unwrap_or_default();
    let mark = |call| picture.mark(call);
    let bidding = auction(picture.calls(), mark, |call| {
        let told = play.bidding().explanations().get(call).cloned().flatten();
        told.or_else(|| shown.get(call).cloned()).filter(|said| !said.is_empty())
    });
    let play = tricks(&picture.by_trick(), |_, _, card| cards([card]));
    el("div").at("class", "record").put(bidding.and(play))
}

/// The text at the end of a board, with links to go on.
pub(super) fn over(spot: &Spot, sitting: &SeatedPerson) -> Markup {
    let said = match (spot.ended(), spot.score()) {
        (Some(BoardEnd::PassedOut), _) => "Passed out.".to_owned(),
        (Some(end @ BoardEnd::Played { contract, .. }), Some(score)) => {
            let claimed = claimed(spot).map_or("", |_| "Your claim is accepted. ");
            format!("{claimed}{contract} {}: {}.", end.over_text(), score_text(score))
        }
        _ => "The board is over.".to_owned(),
    };
    let button = |name: &str, address: Address| button(name, Some(address), None);
    let ask = |panel: &str| spot.address.clone().with("panel", Some(panel));
    let again = ["play", "result", "panel", "at"]
        .into_iter()
        .fold(spot.address.clone(), |it, name| it.with(name, None::<&str>));
    let bid = spot.address.get("by").is_none();
    let again = if bid { again.with("calls", None::<&str>) } else { again };
    let mut all = Vec::new();
    if spot.game.deal().is_some() {
        all.push(button("Compare with other tables", ask("field")));
    }
    if spot.whole.as_ref().is_ok_and(|play| !play.history().played().is_empty()) {
        let own = ask("review").with("of", Some(sitting.me.letter()));
        all.push(button("Review your cards and calls", own));
    }
    if spot.game.deal().is_some() {
        all.push(button("What can be made", ask("deal")));
    }
    all.push(button("Play it again", again));
    if spot.address.get("random").is_some() {
        let next = el("button").at("type", "button").at("data-next", "deal").at("data-key", "n");
        all.push(next.say("Next deal"));
    }
    let links = el("nav").at("class", "questions").at("aria-label", "After the board");
    let said = el("p").at("class", "answer").at("role", "status").say(said);
    said.and(links.put(all.into_iter().collect()))
}
