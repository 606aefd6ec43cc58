//! A program at the manager's table.

use std::collections::VecDeque;
use std::io;
use std::net::{Shutdown, TcpStream};

use super::dealing::{Dealing, Event};
use super::wire::write;
use super::words::Ready;
use crate::cards::Seat;

/// Who asks for more than this without being told anything is not listened to.
const ASKED: usize = 8;

/// A program that sits at the table.
pub(super) struct Guest {
    pub(super) seat: Seat,
    pub(super) team: String,
    /// Tells it from whoever had the seat before.
    pub(super) id: u64,
    stream: TcpStream,
    /// What it has said that it is ready for, and was not told yet.
    ready: VecDeque<Ready>,
    /// Whether it has been told who plays.
    pub(super) knows_teams: bool,
    /// Whether it has said that it is ready to start, since it came.
    pub(super) may_start: bool,
    /// How many events of the board are behind it.
    heard: usize,
    /// How many events there were when it was asked for a lead.
    asked_at: usize,
    /// How often it has done what it may not, on this board.
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

    /// Notes what it is ready for.
    pub(super) fn note(&mut self, ready: Ready) {
        match ready {
            Ready::Start => self.may_start = true,
            _ if self.ready.len() < ASKED => self.ready.push_back(ready),
            _ => {}
        }
    }

    /// Whether it has asked who plays.
    pub(super) fn asks_for_teams(&self) -> bool {
        !self.knows_teams && self.ready.contains(&Ready::Teams)
    }

    /// A board begins, or begins again.
    pub(super) fn begin(&mut self) {
        self.ready.clear();
        (self.heard, self.asked_at, self.refused) = (0, 0, 0);
    }

    /// Whether it has heard all that has happened.
    pub(super) fn is_up_to_date(&self, dealing: &Dealing) -> bool {
        self.heard == dealing.events.len()
    }

    /// Whether its cards have been given to it: before that all that it says is about what was before.
    pub(super) const fn has_cards(&self) -> bool {
        self.heard >= 3
    }

    /// Tells it what it is ready for, as far as that has happened. Whether it was told anything.
    pub(super) fn tell(&mut self, dealing: &Dealing) -> io::Result<bool> {
        let mut told = false;
        while let Some(event) = dealing.events.get(self.heard) {
            let Some((wanted, text)) = dealing.told(self.seat, event) else {
                self.heard += 1;
                continue;
            };
            if *event != Event::Start && !self.is_ready(wanted) {
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

    /// Whether it has asked for this. Who asks for a call, a card or dummy gets whichever comes next; whatever else
    /// does not fit was about what was before.
    fn is_ready(&mut self, wanted: Ready) -> bool {
        let is_play = |ready: Ready| matches!(ready, Ready::Call | Ready::Card | Ready::Dummy);
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
