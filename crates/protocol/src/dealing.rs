//! A board at the manager's table: its events, and the messages about them to each player.

use std::sync::Arc;

use super::words::{AwaitedMessage, HandText, explains, plays, vulnerable};
use falsecard_engine::bidding::AuctionSoFar;
use falsecard_engine::cards::{Call, Card, Seat, seat_name};
use falsecard_engine::play::{Board, Play};
use falsecard_laboratory::table::NumberedDeal;

/// An event of a board that players are told about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum BoardEvent {
    Start,
    Deal,
    Cards,
    Call { seat: Seat, call: Call, told: Option<String> },
    Card { seat: Seat, card: Card },
    Dummy,
}

/// The turn at a table: who must act, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TableTurn {
    Call(Seat),
    /// The player who chooses the card, and the hand that it comes from.
    Card {
        decider: Seat,
        hand: Seat,
    },
    Over,
}

/// A board that is being bid and played.
pub(super) struct BoardInPlay<'a> {
    pub(super) deal: &'a NumberedDeal,
    /// The auction with all explanations.
    pub(super) heard: AuctionSoFar,
    /// The play, once there is a contract.
    pub(super) play: Option<Play>,
    pub(super) events: Vec<BoardEvent>,
}

impl<'a> BoardInPlay<'a> {
    pub(super) fn new(deal: &'a NumberedDeal) -> Self {
        let events = vec![BoardEvent::Start, BoardEvent::Deal, BoardEvent::Cards];
        Self { deal, heard: AuctionSoFar::new(deal.dealer, deal.vulnerability), play: None, events }
    }

    pub(super) fn turn(&self) -> TableTurn {
        if let Some(seat) = self.heard.turn() {
            return TableTurn::Call(seat);
        }
        match &self.play {
            Some(play) if !play.is_over() => {
                let history = play.history();
                TableTurn::Card { decider: history.decider(), hand: history.to_play() }
            }
            _ => TableTurn::Over,
        }
    }

    /// Adds a call by the player to call. Returns whether it was legal.
    pub(super) fn call(&mut self, seat: Seat, call: Call, told: Option<String>) -> bool {
        if !self.heard.push(call, told.clone()) {
            return false;
        }
        self.events.push(BoardEvent::Call { seat, call, told });
        let bidding = self.heard.bidding();
        if let Some(bidding) = bidding.filter(|_| self.heard.turn().is_none()) {
            self.play = Some(Play::new(Board::new(self.deal.hands, Arc::new(bidding))));
        }
        true
    }

    /// Plays a card from the hand to play. Returns whether it was legal.
    pub(super) fn card(&mut self, card: Card) -> bool {
        let Some(play) = &mut self.play else { return false };
        let (seat, is_lead) = (play.history().to_play(), play.history().played().is_empty());
        if play.play(card).is_err() {
            return false;
        }
        self.events.push(BoardEvent::Card { seat, card });
        if is_lead {
            self.events.push(BoardEvent::Dummy);
        }
        true
    }

    /// The message to a player about an event, and the request that he must have made to get it.
    /// `None` if the event is his own call or card, or his own hand as dummy.
    pub(super) fn told(&self, seat: Seat, event: &BoardEvent) -> Option<(AwaitedMessage, String)> {
        let contract = self.play.as_ref().map(|play| play.bidding().contract());
        let is_ours = |other: Seat| other == seat || other == seat.partner();
        Some(match event {
            BoardEvent::Start => (AwaitedMessage::Start, "Start of board".to_owned()),
            BoardEvent::Deal => (AwaitedMessage::Deal, self.board_line()),
            BoardEvent::Cards => {
                let hand = HandText(self.deal.hands[seat]);
                (AwaitedMessage::Cards, format!("{}'s cards : {hand}", seat_name(seat)))
            }
            BoardEvent::Call { seat: caller, .. } if *caller == seat => return None,
            BoardEvent::Call { seat: caller, call, told } => {
                // Only opponents hear the explanation of a call.
                let told = told.as_deref().filter(|_| !is_ours(*caller));
                (AwaitedMessage::Call, explains(*caller, *call, told))
            }
            BoardEvent::Card { seat: hand, .. } if contract?.decider(*hand) == seat => return None,
            BoardEvent::Card { seat: hand, card } => (AwaitedMessage::Card, plays(*hand, *card)),
            BoardEvent::Dummy if contract?.dummy() == seat => return None,
            BoardEvent::Dummy => {
                let hand = HandText(self.deal.hands[contract?.dummy()]);
                (AwaitedMessage::Dummy, format!("Dummy's cards : {hand}"))
            }
        })
    }

    fn board_line(&self) -> String {
        let NumberedDeal { number, dealer, vulnerability, .. } = self.deal;
        let (dealer, vulnerable) = (seat_name(*dealer), vulnerable(*vulnerability));
        format!("Board number {number}. Dealer {dealer}. {vulnerable} vulnerable.")
    }

    /// The player to ask for a lead, with the request.
    pub(super) fn lead(&self) -> Option<(Seat, String)> {
        let TableTurn::Card { decider, hand } = self.turn() else { return None };
        let is_lead = self.play.as_ref()?.history().trick().is_empty();
        let who = if hand == decider { seat_name(hand) } else { "Dummy" };
        is_lead.then(|| (decider, format!("{who} to lead")))
    }
}
