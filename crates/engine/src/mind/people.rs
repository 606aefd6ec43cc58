//! The network of players, asked about the player who is to play.

use crate::carding::player::{CardChoice, CardEstimate, CardMoment, CardNetwork};
use crate::cards::{Card, Side};
use crate::constraint::System;
use crate::play::View;

/// The network of players that speaks for the side that is to play, if one does.
pub(super) fn network_of<'a>(view: &View, system: &'a System) -> Option<&'a CardNetwork> {
    let side = Side::of(view.history().to_play());
    system.stranger_of(side, view.contract().declaring_side()).map(|network| &**network)
}

/// The probability of each card by a network of players, if one speaks for the side. A known pair
/// goes by its own habits instead.
pub(super) fn as_people_play(view: &View, system: &System) -> Option<Vec<(Card, f64)>> {
    let (player, choice) = before_a_network(view, system)?;
    Some(player.odds(&choice))
}

/// The probability of each card by such a network, and its worth to the player.
pub(crate) fn estimates(view: &View, system: &System) -> Option<Vec<CardEstimate>> {
    let (player, choice) = before_a_network(view, system)?;
    Some(player.estimates(&choice))
}

/// The network of players that speaks for the side, with the features of the choice.
fn before_a_network<'a>(view: &View, system: &'a System) -> Option<(&'a CardNetwork, CardChoice)> {
    let history = view.history();
    let player = network_of(view, system)?;
    let dummy = view.dealt(view.contract().dummy()).unwrap_or_default();
    let moment = CardMoment::of(view.bidding(), history, dummy);
    let dealt = view.dealt(moment.decider())?;
    Some((player, moment.with(dealt)))
}
