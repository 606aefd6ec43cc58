//! The panel with the calls that a player may make at a moment of the auction.

use super::sitting::SeatedPerson;
use super::spot::Spot;
use crate::web::draw::{auction, sheet};
use crate::web::markup::{Markup, el};
use crate::wording::{CALLED_BY, GAINED_BY, advised_call, call_meaning, call_name, call_table};
use falsecard_engine::bidding::{BidAdvice, Bidder, Foresight};
use falsecard_engine::cards::{Seat, seat_name};

/// The calls that the player to call may make, with their probabilities. The address names the
/// number of the call (`call`, from 0); by default it is the next call of an open auction, or the
/// first of a finished one.
///
/// # Errors
///
/// A sentence, if it is not known who dealt or what the player holds, or if the auction is over.
pub(super) fn panel(spot: &Spot) -> Result<Markup, String> {
    let calls = spot.calls()?;
    let has_ended = spot.heard()?.turn().is_none();
    let named = spot.address.get("call").and_then(|call| call.parse::<usize>().ok());
    let usual = if has_ended { askable(spot).next() } else { Some(calls.len()) };
    let at = named.or(usual).unwrap_or_default().min(calls.len());
    let heard = spot.heard_first(at)?;
    let seat = heard.turn().ok_or("the auction is over: step back to a call")?;
    let hand = spot.game.hand(seat).filter(|hand| hand.len() == 13);
    let hand = hand.ok_or_else(|| format!("the hand of {} is not known", seat_name(seat)))?;
    let system = spot.system()?;
    let bidder = Bidder::new(&system).with_foresight(Some(Foresight::default()));
    let advice = BidAdvice::of(&bidder, hand, &heard).ok_or("the auction is over")?;
    let title = el("h2").say(format_args!("What would {} call?", seat_name(seat)));
    let before = auction(heard.calls().into_iter(), |_| "", |_| None);
    let made = calls.get(at).map_or_else(Markup::default, |&made| {
        let said = format!("{} called {}.", seat_name(seat), call_name(made));
        el("p").at("class", "legend").say(said)
    });
    // Who plays himself sees no other hand, and asks of no other call.
    let plays = SeatedPerson::of(spot).filter(|sitting| !sitting.is_over());
    if plays.as_ref().is_some_and(|sitting| sitting.me != seat) {
        return Err(format!("it is for {} to call", seat_name(seat)));
    }
    let steps = match plays {
        Some(_) => Markup::default(),
        None => steps(spot, at),
    };
    let choice = el("p").at("class", "answer").at("aria-live", "polite").say(advised_call(&advice));
    let is_agreed = advice.calls.iter().any(|it| it.probability >= 1.0);
    let agreed = if is_agreed { ", or 100 % for what is agreed" } else { "" };
    let gained = if advice.is_tried() { format!(" {GAINED_BY}.") } else { String::new() };
    let legend = el("p").at("class", "legend").say(format_args!(
        "{CALLED_BY}{agreed}. What a call shows are ranges of nine in ten hands of champions who \
         make it.{gained}"
    ));
    let table = sheet(&call_table(&advice, |it| call_meaning(&bidder, &heard, it.call)));
    let parts = [title, before, steps, choice, table, made, legend];
    Ok(parts.into_iter().collect())
}

/// The numbers, from 0, of the calls by players with known hands, and of the next call of an open
/// auction.
pub(super) fn askable(spot: &Spot) -> impl Iterator<Item = usize> + '_ {
    let heard = spot.heard().ok();
    let callers = heard.into_iter().flat_map(|heard| {
        let next = heard.turn();
        heard.calls().into_iter().map(|(seat, _)| seat).chain(next).enumerate()
    });
    let is_known = |seat: Seat| spot.game.hand(seat).is_some_and(|hand| hand.len() == 13);
    callers.filter(move |(_, seat)| is_known(*seat)).map(|(at, _)| at)
}

/// Links to the calls before and after this one.
fn steps(spot: &Spot, at: usize) -> Markup {
    let step = |to: Option<usize>, sign: &str| {
        let link = el("a").at("class", "button");
        match to {
            Some(to) => {
                let address = spot.address.clone().with("call", Some(to));
                link.at("href", format_args!("#{address}")).say(sign)
            }
            None => link.at("role", "link").at("aria-disabled", "true").say(sign),
        }
    };
    let back = step(askable(spot).take_while(|&call| call < at).last(), "the call before");
    let on = step(askable(spot).find(|&call| call > at), "the next call");
    el("nav").at("class", "steps").at("aria-label", "Calls").put(back.and(on))
}
