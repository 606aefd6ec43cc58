//! The client: a player at a table that another program manages.

use std::io::{self, ErrorKind};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::wire::{LineReader, prepare, write};
use super::words::{HandOwner, ManagerMessage, explains, plays};
use falsecard_engine::bidding::AuctionSoFar;
use falsecard_engine::cards::{BySeat, Card, Hand, Seat, Vulnerability, seat_name};
use falsecard_engine::play::PartialPlay;
use falsecard_laboratory::table::SeatedEntrant;

/// A player at a table that another program manages.
pub struct Client<'a> {
    /// His seat.
    pub seat: Seat,
    /// The name of his team.
    pub team: &'a str,
    /// The entrant that bids and plays for him.
    pub player: SeatedEntrant<'a>,
    /// Called with each line that is received (`<`), sent (`>`) or not understood (`?`).
    pub log: &'a dyn Fn(&str),
    /// Set by another thread to make him leave.
    pub stop: &'a AtomicBool,
}

/// How a sitting ended.
#[derive(Debug)]
pub enum SittingEnd {
    /// The manager ended the session.
    Session,
    /// The connection was lost.
    Lost(io::Error),
    /// The manager refused him, with this line.
    Refused(String),
    /// `stop` was set.
    Stopped,
}

/// The next line that a player sends.
enum NextLine {
    /// A call or a card; more lines may follow.
    Deed(String),
    /// An announcement that he is ready for a message, for which he then waits.
    Ready(String),
}

/// A board as far as the player knows it.
struct KnownBoard {
    heard: AuctionSoFar,
    hand: Option<Hand>,
    dummy: Option<Hand>,
    played: Vec<Card>,
    /// Whether the manager has asked for the next lead.
    may_lead: bool,
}

impl Client<'_> {
    /// Plays at a table until the session ends or the connection is lost.
    pub fn sit(&self, stream: &TcpStream) -> SittingEnd {
        match self.converse(stream) {
            Ok(ended) => ended,
            Err(error) if error.kind() == ErrorKind::Interrupted => SittingEnd::Stopped,
            Err(error) => SittingEnd::Lost(error),
        }
    }

    fn converse(&self, stream: &TcpStream) -> io::Result<SittingEnd> {
        prepare(stream)?;
        let mut lines = LineReader::new(stream.try_clone()?, self.stop);
        let say = |text: &str| {
            (self.log)(&format!("> {text}"));
            write(stream, text)
        };
        say(&format!("Connecting \"{}\" as {} using protocol version 18", self.team, self.name()))?;
        let (mut board, mut is_seated): (Option<KnownBoard>, bool) = (None, false);
        loop {
            let line = lines.next()?;
            (self.log)(&format!("< {line}"));
            let ready = |what: &str| say(&format!("{} ready {what}", self.name()));
            match ManagerMessage::read(&line) {
                ManagerMessage::Seated => {
                    is_seated = true;
                    ready("for teams")?;
                }
                ManagerMessage::Teams | ManagerMessage::Timing => ready("to start")?,
                ManagerMessage::End => return Ok(SittingEnd::Session),
                ManagerMessage::Start => {
                    board = None;
                    ready("for deal")?;
                }
                ManagerMessage::Board { dealer, vulnerability, .. } => {
                    board = Some(KnownBoard::new(dealer, vulnerability));
                    ready("for cards")?;
                }
                ManagerMessage::Other if !is_seated => return Ok(SittingEnd::Refused(line)),
                told => {
                    let taken = board.as_mut().is_some_and(|board| self.take(board, told));
                    if !taken {
                        (self.log)(&format!("? {line}"));
                        continue;
                    }
                    let board = board.as_mut().expect("something was taken by it");
                    loop {
                        match self.next(board) {
                            Some(NextLine::Deed(text)) => say(&text)?,
                            Some(NextLine::Ready(what)) => break ready(&what)?,
                            None => break,
                        }
                    }
                }
            }
        }
    }

    const fn name(&self) -> &'static str {
        seat_name(self.seat)
    }

    /// Applies a message about the board. Returns whether it was possible.
    fn take(&self, board: &mut KnownBoard, told: ManagerMessage) -> bool {
        match told {
            ManagerMessage::Cards { who, hand }
                if who == HandOwner::Seat(self.seat) && board.hand.is_none() =>
            {
                board.hand = Some(hand);
                true
            }
            ManagerMessage::Cards { hand, .. } if board.hand.is_some() && board.dummy.is_none() => {
                board.dummy = Some(hand);
                let is_possible = board.play(self.seat).is_some();
                if !is_possible {
                    board.dummy = None;
                }
                is_possible
            }
            ManagerMessage::Call { seat, call, told } if board.heard.turn() == Some(seat) => {
                let told = told.filter(|_| seat != self.seat && seat != self.seat.partner());
                let next = self.player.hearing(&board.heard, call, told.as_deref());
                next.map(|next| board.heard = next).is_some()
            }
            ManagerMessage::Plays { card } => {
                board.played.push(card);
                let is_possible = board.play(self.seat).is_some();
                if !is_possible {
                    board.played.pop();
                }
                is_possible
            }
            ManagerMessage::Lead => {
                let play = board.play(self.seat);
                board.may_lead = play.is_some_and(|play| {
                    play.history().decider() == self.seat && play.history().trick().is_empty()
                });
                board.may_lead
            }
            _ => false,
        }
    }

    /// The next line to send; `None` if the manager must send first.
    fn next(&self, board: &mut KnownBoard) -> Option<NextLine> {
        let hand = board.hand?;
        let ready = |what: String| Some(NextLine::Ready(format!("for {what}")));
        if let Some(turn) = board.heard.turn() {
            if turn != self.seat {
                return ready(format!("{}'s bid", seat_name(turn)));
            }
            let call = self.player.bidder().call(hand, &board.heard);
            let mut next = board.heard.clone();
            next.push(call, None);
            let meaning = self.player.bidder().meaning(&next);
            board.heard = next;
            return Some(NextLine::Deed(explains(self.seat, call, Some(&meaning))));
        }
        let play = board.play(self.seat)?;
        let (history, contract) = (play.history(), play.bidding().contract());
        if history.dummy_is_faced() && board.dummy.is_none() && self.seat != contract.dummy() {
            return ready("dummy".to_owned());
        }
        if history.tricks_played() == 13 {
            return None;
        }
        let hand = history.to_play();
        if history.decider() != self.seat {
            let whose = if hand == contract.dummy() { "dummy" } else { seat_name(hand) };
            return ready(format!("{whose}'s card to trick {}", history.tricks_played() + 1));
        }
        if history.trick().is_empty() && !std::mem::take(&mut board.may_lead) {
            return None;
        }
        let view = play.view(self.seat).ok()?;
        let card = self.player.card(&view, None, self.stop)?;
        board.played.push(card);
        Some(NextLine::Deed(plays(hand, card)))
    }
}

impl KnownBoard {
    const fn new(dealer: Seat, vulnerability: Vulnerability) -> Self {
        Self {
            heard: AuctionSoFar::new(dealer, vulnerability),
            hand: None,
            dummy: None,
            played: Vec::new(),
            may_lead: false,
        }
    }

    /// The play as far as it is known; `None` before there is a contract, or if the cards are
    /// impossible.
    fn play(&self, seat: Seat) -> Option<PartialPlay> {
        let bidding = Arc::new(self.heard.bidding()?);
        let mut hands = BySeat::default();
        hands[bidding.contract().dummy()] = self.dummy;
        hands[seat] = self.hand;
        let mut play = PartialPlay::new(hands, bidding).ok()?;
        self.played.iter().try_for_each(|&card| play.play(card)).ok()?;
        Some(play)
    }
}
