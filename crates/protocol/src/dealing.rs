//! A board at the manager's table: its events, and the messages about them to each player.

use std::sync::Arc;

use super::words::{Ready, Shown, explains, plays, vulnerable};
use falsecard_engine::bidding::AuctionSoFar;
use falsecard_engine::cards::{Call, Card, Seat, seat_name};
use falsecard_engine::play::{Board, Play};
use falsecard_laboratory::table::Deal;

/// An event that players are told about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Event {
    Start,
    Deal,
    Cards,
    Call { seat: Seat, call: Call, told: Option<String> },
    Card { seat: Seat, card: Card },
    Dummy,
}

/// Who must act now, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    Call(Seat),
    /// The player who chooses the card, and the hand that it comes from.
    Card {
        decider: Seat,
        hand: Seat,
    },
    Over,
}

/// A board that is being bid and played.
pub(super) struct Dealing<'a> {
    pub(super) deal: &'a Deal,
    /// The auction with all explanations.
    pub(super) heard: AuctionSoFar,
    /// The play, once there is a contract.
    pub(super) play: Option<Play>,
    pub(super) events: Vec<Event>,
}

impl<'a> Dealing<'a> {
    pub(super) fn new(deal: &'a Deal) -> Self {
        let events = vec![Event::Start, Event::Deal, Event::Cards];
        Self { deal, heard: AuctionSoFar::new(deal.dealer, deal.vulnerability), play: None, events }
    }

    pub(super) fn turn(&self) -> Turn {
        if let Some(seat) = self.heard.turn() {
            return Turn::Call(seat);
        }
        match &self.play {
            Some(play) if !play.is_over() => {
                let history = play.history();
                Turn::Card { decider: history.decider(), hand: history.to_play() }
            }
            _ => Turn::Over,
        }
    }

    /// Adds a call of the player whose turn it is. Returns whether it was legal.
    pub(super) fn call(&mut self, seat: Seat, call: Call, told: Option<String>) -> bool {
        if !self.heard.push(call, told.clone()) {
            return false;
        }
        self.events.push(Event::Call { seat, call, told });
        let bidding = self.heard.bidding();
        if let Some(bidding) = bidding.filter(|_| self.heard.turn().is_none()) {
            self.play = Some(Play::new(Board::new(self.deal.hands, Arc::new(bidding))));
        }
        true
    }

    /// Plays a card from the hand whose turn it is. Returns whether it was legal.
    pub(super) fn card(&mut self, card: Card) -> bool {
        let Some(play) = &mut self.play else { return false };
        let (seat, is_lead) = (play.history().to_play(), play.history().played().is_empty());
        if play.play(card).is_err() {
            return false;
        }
        self.events.push(Event::Card { seat, card });
        if is_lead {
            self.events.push(Event::Dummy);
        }
        true
    }

    /// The message to a player about an event, and what he must be ready for to get it. `None` if
    /// the event is his own action, or his own hand as dummy.
    pub(super) fn told(&self, seat: Seat, event: &Event) -> Option<(Ready, String)> {
        let contract = self.play.as_ref().map(|play| play.bidding().contract());
        let is_ours = |other: Seat| other == seat || other == seat.partner();
        Some(match event {
            Event::Start => (Ready::Start, "Start of board".to_owned()),
            Event::Deal => (Ready::Deal, self.board_line()),
            Event::Cards => {
                let hand = Shown(self.deal.hands[seat]);
                (Ready::Cards, format!("{}'s cards : {hand}", seat_name(seat)))
            }
            Event::Call { seat: caller, .. } if *caller == seat => return None,
            Event::Call { seat: caller, call, told } => {
                // Only opponents hear the explanation of a call.
                let told = told.as_deref().filter(|_| !is_ours(*caller));
                (Ready::Call, explains(*caller, *call, told))
            }
            Event::Card { seat: hand, .. } if contract?.decider(*hand) == seat => return None,
            Event::Card { seat: hand, card } => (Ready::Card, plays(*hand, *card)),
            Event::Dummy if contract?.dummy() == seat => return None,
            Event::Dummy => {
                let hand = Shown(self.deal.hands[contract?.dummy()]);
                (Ready::Dummy, format!("Dummy's cards : {hand}"))
            }
        })
    }

    fn board_line(&self) -> String {
        let Deal { number, dealer, vulnerability, .. } = self.deal;
        let (dealer, vulnerable) = (seat_name(*dealer), vulnerable(*vulnerability));
        format!("Board number {number}. Dealer {dealer}. {vulnerable} vulnerable.")
    }

    /// The player to ask for a lead, with the request.
    pub(super) fn lead(&self) -> Option<(Seat, String)> {
        let Turn::Card { decider, hand } = self.turn() else { return None };
        let is_lead = self.play.as_ref()?.history().trick().is_empty();
        let who = if hand == decider { seat_name(hand) } else { "Dummy" };
        is_lead.then(|| (decider, format!("{who} to lead")))
    }
}
