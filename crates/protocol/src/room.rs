//! One room: a table with its manager, who deals, relays calls and cards, and enforces the laws.
//!
//! A program that keeps the table waiting too long, or is refused too often, is sent away. When a
//! program has gone, the room waits until its seat is taken again, and restarts the board, so that
//! nobody needs to be told what he missed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use thiserror::Error;

use super::dealing::{BoardInPlay, TableTurn};
use super::guest::Guest;
use super::words::PlayerMessage;
use falsecard_engine::bidding::AuctionSoFar;
use falsecard_engine::cards::{BySeat, Card, Seat, Side, seat_name};
use falsecard_engine::play::{Board, Play};
use falsecard_laboratory::table::{NumberedDeal, SeatedEntrant};

/// The occupant of a seat.
#[derive(Clone)]
pub enum Chair<'a> {
    /// An engine of this program, with the name of its team.
    Engine(Box<SeatedEntrant<'a>>, String),
    /// A program that connects.
    Program,
}

/// The time limits of a room.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// The time for a program to act or answer.
    pub to_act: Duration,
    /// The time for a program to come, or to come back.
    pub to_come: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self { to_act: Duration::from_secs(120), to_come: Duration::from_secs(300) }
    }
}

/// Why a room stopped playing.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RoomError {
    /// A seat stayed empty.
    #[error("nobody has come to sit {} for {} seconds", seat_name(*seat), waited.as_secs())]
    Empty {
        /// The seat.
        seat: Seat,
        /// How long the room has waited.
        waited: Duration,
    },
    /// `stop` was set.
    #[error("interrupted")]
    Stopped,
}

/// A finished board.
#[derive(Debug, Clone)]
pub struct FinishedBoard {
    /// The deal.
    pub deal: NumberedDeal,
    /// The auction, with all explanations.
    pub heard: AuctionSoFar,
    /// The play; `None` if the board was passed out.
    pub play: Option<Play>,
    /// The teams of the players.
    pub names: BySeat<String>,
}

impl FinishedBoard {
    /// The score of North and South.
    pub fn score(&self) -> i32 {
        self.play.as_ref().map_or(0, |play| play.score_with(Side::NorthSouth, 0))
    }
}

/// An input to a room from a connection.
pub(super) enum RoomInput {
    Arrived(Guest),
    Said { seat: Seat, id: u64, line: String },
    Gone { seat: Seat, id: u64 },
}

/// The number of refusals on a board after which a program is sent away.
const REFUSALS: usize = 3;

/// How often a waiting room checks `stop`.
const LOOK_UP: Duration = Duration::from_millis(50);

/// A table with its manager.
pub struct TableManager<'a> {
    /// The room's name in the log.
    pub(super) name: &'a str,
    pub(super) chairs: BySeat<Chair<'a>>,
    pub(super) guests: BySeat<Option<Guest>>,
    pub(super) inputs: Receiver<RoomInput>,
    pub(super) patience: Patience,
    pub(super) log: &'a (dyn Fn(&str) + Sync),
    pub(super) stop: &'a AtomicBool,
}

/// A sign that the board must be restarted.
struct BoardRestart;

impl TableManager<'_> {
    fn log(&self, text: &str) {
        (self.log)(&format!("{}: {text}", self.name));
    }

    /// Plays a board to its end, with as many restarts as necessary.
    pub(super) fn play(&mut self, deal: &NumberedDeal) -> Result<FinishedBoard, RoomError> {
        loop {
            self.gather()?;
            let mut dealing = BoardInPlay::new(deal);
            self.guests_mut().for_each(Guest::begin);
            match self.play_on(&mut dealing)? {
                Ok(()) => {
                    let BoardInPlay { heard, play, .. } = dealing;
                    let names = BySeat::from_fn(|seat| self.team(seat));
                    self.close();
                    return Ok(FinishedBoard { deal: deal.clone(), heard, play, names });
                }
                Err(BoardRestart) => self.log(&format!("board {} is begun anew", deal.number)),
            }
        }
    }

    fn guests_mut(&mut self) -> impl Iterator<Item = &mut Guest> {
        self.guests.iter_mut().flat_map(|(_, guest)| guest)
    }

    /// Waits until all seats are taken and everybody is ready to start.
    fn gather(&mut self) -> Result<(), RoomError> {
        let mut since = Instant::now();
        loop {
            let missing = Seat::ALL.into_iter().find(|&seat| self.is_missing(seat));
            if missing.is_none() {
                self.name_teams();
            }
            let late = self
                .guests
                .iter()
                .find(|(_, guest)| guest.as_ref().is_some_and(|guest| !guest.may_start));
            let late = late.map(|(seat, _)| seat);
            match (missing, late) {
                (None, None) => return Ok(()),
                (Some(seat), _) if since.elapsed() > self.patience.to_come => {
                    return Err(RoomError::Empty { seat, waited: self.patience.to_come });
                }
                (None, Some(seat)) if since.elapsed() > self.patience.to_act => {
                    self.send_away(seat, "it does not begin");
                    since = Instant::now();
                }
                _ => {}
            }
            // Whoever is sent off again does not prolong the wait.
            if let Some(input) = self.input()?
                && let Err(BoardRestart) = self.take(input, None)
            {
                since = Instant::now();
            }
        }
    }

    fn is_missing(&self, seat: Seat) -> bool {
        matches!(self.chairs[seat], Chair::Program) && self.guests[seat].is_none()
    }

    /// The team of the player in a seat.
    fn team(&self, seat: Seat) -> String {
        match (&self.chairs[seat], &self.guests[seat]) {
            (Chair::Engine(_, team), _) => team.clone(),
            (Chair::Program, guest) => {
                guest.as_ref().map_or_else(String::new, |guest| guest.team.clone())
            }
        }
    }

    /// Tells the teams to everybody who asks.
    fn name_teams(&mut self) {
        let [one, other] = [Seat::North, Seat::East].map(|seat| self.team(seat));
        let text = format!("Teams : N/S : \"{one}\" E/W : \"{other}\"");
        for guest in self.guests_mut().filter(|guest| guest.asks_for_teams()) {
            guest.knows_teams = guest.say(&text).is_ok();
        }
    }

    /// The next input, if it comes within [`LOOK_UP`].
    fn input(&self) -> Result<Option<RoomInput>, RoomError> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(RoomError::Stopped);
        }
        match self.inputs.recv_timeout(LOOK_UP) {
            Ok(input) => Ok(Some(input)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            // No program can come any more.
            Err(RecvTimeoutError::Disconnected) => Err(RoomError::Stopped),
        }
    }

    /// Bids and plays a board; [`BoardRestart`] if it must be restarted.
    fn play_on(
        &mut self,
        dealing: &mut BoardInPlay,
    ) -> Result<Result<(), BoardRestart>, RoomError> {
        let mut ears =
            Seat::ALL.map(|_| AuctionSoFar::new(dealing.deal.dealer, dealing.deal.vulnerability));
        let mut since = Instant::now();
        loop {
            if self.engines(dealing, &mut ears)? || self.tell(dealing) {
                since = Instant::now();
            }
            if Seat::ALL.into_iter().any(|seat| self.is_missing(seat)) {
                return Ok(Err(BoardRestart));
            }
            if dealing.turn() == TableTurn::Over && self.is_up_to_date(dealing) {
                return Ok(Ok(()));
            }
            if since.elapsed() > self.patience.to_act {
                self.send_idlers_away(dealing);
                continue;
            }
            let Some(input) = self.input()? else { continue };
            let before = dealing.events.len();
            if self.take(input, Some(dealing)).is_err() {
                return Ok(Err(BoardRestart));
            }
            if dealing.events.len() > before {
                since = Instant::now();
            }
        }
    }

    /// Whether all programs have been told all events.
    fn is_up_to_date(&self, dealing: &BoardInPlay) -> bool {
        let mut guests = self.guests.iter().filter_map(|(_, guest)| guest.as_ref());
        guests.all(|guest| guest.is_up_to_date(dealing))
    }

    /// Lets the engines act as long as it is their turn. Returns whether any did.
    fn engines(
        &self,
        dealing: &mut BoardInPlay,
        ears: &mut [AuctionSoFar; 4],
    ) -> Result<bool, RoomError> {
        let mut acted = false;
        loop {
            self.listen(dealing, ears);
            let is_legal = match dealing.turn() {
                TableTurn::Call(seat) => {
                    let Chair::Engine(player, _) = &self.chairs[seat] else { return Ok(acted) };
                    let heard = &ears[seat as usize];
                    let call = player.bidder().call(dealing.deal.hands[seat], heard);
                    let next = player.hearing(heard, call, None);
                    let meaning = next.map(|next| player.bidder().meaning(&next));
                    dealing.call(seat, call, meaning)
                }
                TableTurn::Card { decider, .. } => {
                    let Chair::Engine(player, _) = &self.chairs[decider] else { return Ok(acted) };
                    let card = self.card(player, decider, dealing, &ears[decider as usize]);
                    dealing.card(card.ok_or(RoomError::Stopped)?)
                }
                TableTurn::Over => return Ok(acted),
            };
            assert!(is_legal, "our own call and play by the laws");
            acted = true;
        }
    }

    /// An engine's card. Its view has the auction as the engine heard it.
    fn card(
        &self,
        player: &SeatedEntrant,
        seat: Seat,
        dealing: &BoardInPlay,
        heard: &AuctionSoFar,
    ) -> Option<Card> {
        let play = dealing.play.as_ref()?;
        let bidding = heard.bidding()?;
        let board = Board::new(dealing.deal.hands, bidding.into());
        let mut seen = Play::new(board);
        for played in play.history().played() {
            seen.play(played.card).ok()?;
        }
        player.card(&seen.view(seat), Some(play.position()), self.stop)
    }

    /// Tells the engines the calls that they have not heard yet.
    fn listen(&self, dealing: &BoardInPlay, ears: &mut [AuctionSoFar; 4]) {
        for seat in Seat::ALL {
            let (Chair::Engine(player, _), heard) = (&self.chairs[seat], &mut ears[seat as usize])
            else {
                continue;
            };
            let calls = dealing.heard.calls();
            let told = dealing.heard.explanations();
            for (at, &(caller, call)) in calls.iter().enumerate().skip(heard.auction().len()) {
                let is_theirs = caller != seat && caller != seat.partner();
                let told = told[at].as_deref().filter(|_| is_theirs);
                *heard = player.hearing(heard, call, told).expect("the calls are legal");
            }
        }
    }

    /// Tells the programs the events that they are ready for, and sends away those with a broken
    /// connection. Returns whether anybody was told anything.
    fn tell(&mut self, dealing: &BoardInPlay) -> bool {
        let mut told = false;
        for seat in Seat::ALL {
            let Some(guest) = &mut self.guests[seat] else { continue };
            match guest.tell(dealing) {
                Ok(more) => told |= more,
                Err(error) => self.send_away(seat, &error.to_string()),
            }
        }
        told
    }

    /// Handles an input; [`BoardRestart`] if somebody has come or gone.
    fn take(
        &mut self,
        input: RoomInput,
        dealing: Option<&mut BoardInPlay>,
    ) -> Result<(), BoardRestart> {
        match input {
            RoomInput::Arrived(guest) => self.seat(guest),
            RoomInput::Gone { seat, id } if self.is_seated(seat, id) => {
                self.send_away(seat, "the connection is lost");
                Err(BoardRestart)
            }
            RoomInput::Said { seat, id, line } if self.is_seated(seat, id) => {
                self.hear(seat, &line, dealing);
                Ok(())
            }
            RoomInput::Gone { .. } | RoomInput::Said { .. } => Ok(()),
        }
    }

    fn is_seated(&self, seat: Seat, id: u64) -> bool {
        self.guests[seat].as_ref().is_some_and(|guest| guest.id == id)
    }

    /// Seats a program if its seat is free. A program of the same team replaces the one in the
    /// seat.
    fn seat(&mut self, guest: Guest) -> Result<(), BoardRestart> {
        let seat = guest.seat;
        let is_ours = matches!(self.chairs[seat], Chair::Engine(..));
        let other = self.guests[seat].as_ref().map(|other| other.team != guest.team);
        if is_ours || other == Some(true) {
            self.log(&format!("{} asks for {}, which is taken", guest.team, seat_name(seat)));
            let _ = guest.say("Seat already has been taken");
            guest.leave();
            return Ok(());
        }
        if let Some(old) = self.guests[seat].take() {
            self.log(&format!("{} is there twice: the first is sent away", seat_name(seat)));
            old.leave();
        }
        self.log(&format!("{} sits {}", guest.team, seat_name(seat)));
        let _ = guest.say(&format!("{} (\"{}\") seated", seat_name(seat), guest.team));
        self.guests[seat] = Some(guest);
        Err(BoardRestart)
    }

    /// Handles a line from a program.
    fn hear(&mut self, seat: Seat, line: &str, dealing: Option<&mut BoardInPlay>) {
        let Some(guest) = &mut self.guests[seat] else { return };
        let said = PlayerMessage::read(line);
        if let PlayerMessage::Ready(ready) = said {
            guest.note(ready);
            return;
        }
        let Some(dealing) = dealing.filter(|_| guest.has_cards()) else {
            return self.log(&format!("{} says what is of no use now: {line}", seat_name(seat)));
        };
        let is_on_turn = guest.is_up_to_date(dealing);
        let refusal = match (said, dealing.turn()) {
            (PlayerMessage::Call { call, told }, TableTurn::Call(turn))
                if turn == seat && is_on_turn =>
            {
                (!dealing.call(seat, call, told)).then_some("Illegal bid")
            }
            (PlayerMessage::Plays { card }, TableTurn::Card { decider, .. })
                if decider == seat && is_on_turn =>
            {
                (!dealing.card(card)).then_some("Illegal card")
            }
            _ => Some("Unexpected"),
        };
        let Some(refusal) = refusal else { return };
        guest.refused += 1;
        let (refused, lost) = (guest.refused, guest.say(&format!("{refusal} : {line}")).is_err());
        self.log(&format!("{}: {refusal}: {line}", seat_name(seat)));
        if refused >= REFUSALS || lost {
            self.send_away(seat, "it was refused too often");
        }
    }

    /// Sends away the programs that keep the table waiting.
    fn send_idlers_away(&mut self, dealing: &BoardInPlay) {
        let on_turn = match dealing.turn() {
            TableTurn::Call(seat) | TableTurn::Card { decider: seat, .. } => Some(seat),
            TableTurn::Over => None,
        };
        for seat in Seat::ALL {
            let guest = self.guests[seat].as_ref();
            let behind = guest.is_some_and(|guest| !guest.is_up_to_date(dealing));
            if behind || (guest.is_some() && on_turn == Some(seat)) {
                self.send_away(seat, "it has kept the table waiting for too long");
            }
        }
    }

    fn send_away(&mut self, seat: Seat, why: &str) {
        if let Some(guest) = self.guests[seat].take() {
            self.log(&format!("{} leaves {}: {why}", guest.team, seat_name(seat)));
            let _ = guest.say("Disconnect");
            guest.leave();
        }
    }

    /// Tells everybody that the board is over. The next begins without a request, since some
    /// programs send one and some do not.
    fn close(&mut self) {
        const TIMING: &str = "Timing - N/S : this board  00:00,  total  0:00:00.  E/W : this \
                              board  00:00,  total  0:00:00";
        for guest in self.guests_mut() {
            // A failure means that the program has gone, which is noticed later.
            let _ = guest.say(TIMING);
        }
    }

    /// Tells everybody that the session is over.
    pub(super) fn end(&mut self) {
        for seat in Seat::ALL {
            if let Some(guest) = self.guests[seat].take() {
                let _ = guest.say("End of session");
                guest.leave();
            }
        }
    }
}
