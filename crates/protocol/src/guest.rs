//! A program connected to the manager's table.

use std::collections::VecDeque;
use std::io;
use std::net::{Shutdown, TcpStream};

use super::dealing::{BoardEvent, BoardInPlay};
use super::wire::write;
use super::words::AwaitedMessage;
use falsecard_engine::cards::Seat;

/// The most requests kept of a program; further ones are ignored.
const ASKED: usize = 8;

/// A program that sits at the table.
pub(super) struct Guest {
    pub(super) seat: Seat,
    pub(super) team: String,
    /// Distinguishes the program from earlier ones in the seat.
    pub(super) id: u64,
    stream: TcpStream,
    /// The requests not yet answered.
    ready: VecDeque<AwaitedMessage>,
    /// Whether the program has been told the teams.
    pub(super) knows_teams: bool,
    /// Whether the program has said since it came that it is ready to start.
    pub(super) may_start: bool,
    /// The number of events of the board that the program has been told.
    heard: usize,
    /// The number of events when the program was last asked for a lead.
    asked_at: usize,
    /// The number of the program's lines refused on this board.
    pub(super) refused: usize,
}

impl Guest {
    pub(super) fn new(seat: Seat, team: String, id: u64, stream: TcpStream) -> Self {
        Self {
            seat,
            team,
            id,
            stream,
            ready: VecDeque::new(),
            knows_teams: false,
            may_start: false,
            heard: 0,
            asked_at: 0,
            refused: 0,
        }
    }

    pub(super) fn say(&self, text: &str) -> io::Result<()> {
        write(&self.stream, text)
    }

    /// Notes a request.
    pub(super) fn note(&mut self, ready: AwaitedMessage) {
        match ready {
            AwaitedMessage::Start => self.may_start = true,
            _ if self.ready.len() < ASKED => self.ready.push_back(ready),
            _ => {}
        }
    }

    /// Whether the program has asked for the teams and not been told.
    pub(super) fn asks_for_teams(&self) -> bool {
        !self.knows_teams && self.ready.contains(&AwaitedMessage::Teams)
    }

    /// Starts a board, for the first time or again.
    pub(super) fn begin(&mut self) {
        self.ready.clear();
        (self.heard, self.asked_at, self.refused) = (0, 0, 0);
    }

    /// Whether the program has been told all events.
    pub(super) fn is_up_to_date(&self, dealing: &BoardInPlay) -> bool {
        self.heard == dealing.events.len()
    }

    /// Whether the program has been told its cards. Anything that it says before is about an
    /// earlier board.
    pub(super) const fn has_cards(&self) -> bool {
        self.heard >= 3
    }

    /// Tells the program the events that it is ready for. Returns whether there were any.
    pub(super) fn tell(&mut self, dealing: &BoardInPlay) -> io::Result<bool> {
        let mut told = false;
        while let Some(event) = dealing.events.get(self.heard) {
            let Some((wanted, text)) = dealing.told(self.seat, event) else {
                self.heard += 1;
                continue;
            };
            if *event != BoardEvent::Start && !self.is_ready(wanted) {
                return Ok(told);
            }
            self.say(&text)?;
            self.heard += 1;
            told = true;
        }
        match dealing.lead() {
            Some((seat, text)) if seat == self.seat && self.asked_at != self.heard => {
                self.asked_at = self.heard;
                self.say(&text)?;
                Ok(true)
            }
            _ => Ok(told),
        }
    }

    /// Whether the program has asked for this message. A request for a call, a card or dummy fits
    /// any of these three. Other requests that do not fit are out of date and dropped.
    fn is_ready(&mut self, wanted: AwaitedMessage) -> bool {
        let is_play = |ready: AwaitedMessage| {
            matches!(ready, AwaitedMessage::Call | AwaitedMessage::Card | AwaitedMessage::Dummy)
        };
        while let Some(ready) = self.ready.pop_front() {
            if ready == wanted || (is_play(ready) && is_play(wanted)) {
                return true;
            }
        }
        false
    }

    /// Ends the connection.
    pub(super) fn leave(self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}
