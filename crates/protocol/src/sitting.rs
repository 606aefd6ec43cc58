//! A sitting: the same deals in one or two rooms, each with its own port.

use std::collections::VecDeque;
use std::io::{self, ErrorKind};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::thread::{self, Scope};
use std::time::Duration;

use rayon::ThreadPoolBuilder;

use super::guest::Guest;
use super::room::{Chair, FinishedBoard, Patience, RoomError, RoomInput, TableManager};
use super::wire::{LineReader, prepare, write};
use super::words::PlayerMessage;
use falsecard_engine::cards::BySeat;
use falsecard_laboratory::table::NumberedDeal;

/// A room with its players and its port.
pub struct SittingRoom<'a> {
    /// The room's name in the log.
    pub name: &'a str,
    /// The occupants of the seats.
    pub chairs: BySeat<Chair<'a>>,
    /// Where programs connect; `None` if there are only engines.
    pub door: Option<TcpListener>,
}

/// The deals of a sitting and its settings.
#[derive(Clone, Copy)]
pub struct Sitting<'a> {
    /// The deals, in order.
    pub deals: &'a [NumberedDeal],
    /// How long rooms wait.
    pub patience: Patience,
    /// Gets messages about arrivals, departures and refusals.
    pub log: &'a (dyn Fn(&str) + Sync),
    /// Set by another thread to stop the sitting.
    pub stop: &'a AtomicBool,
}

/// The time for a new connection to introduce itself.
const INTRODUCTION: Duration = Duration::from_secs(10);

/// The most connections of a room at a time.
const CONNECTIONS: u64 = 64;

/// The most unread lines of all programs in a room, as while its engine thinks; after that their
/// connections wait.
const UNREAD: usize = 256;

/// How often waiting threads check for a stop.
const LOOK_UP: Duration = Duration::from_millis(20);

/// Holds a sitting. Each board goes to `hand_on` once all rooms have finished it, in order.
///
/// # Errors
///
/// [`RoomError`] if a room stopped. Boards finished in all rooms have been handed on.
pub fn hold(
    sitting: &Sitting,
    rooms: Vec<SittingRoom>,
    mut hand_on: impl FnMut(Vec<FinishedBoard>),
) -> Result<(), RoomError> {
    let halt = AtomicBool::new(false);
    let (sender, results) = mpsc::channel();
    let mut finished: Vec<VecDeque<FinishedBoard>> =
        rooms.iter().map(|_| VecDeque::new()).collect();
    let mut still_open = rooms.len();
    thread::scope(|scope| {
        for (number, room) in rooms.into_iter().enumerate() {
            let (sender, halt) = (sender.clone(), &halt);
            scope.spawn(move || {
                let tell = |done| sender.send((number, done)).is_ok();
                let _ = sender.send((number, run(sitting, room, halt, &tell).map(|()| None)));
            });
        }
        drop(sender);
        let mut ending = Ok(());
        while still_open > 0 {
            if sitting.stop.load(Ordering::Relaxed) {
                halt.store(true, Ordering::Relaxed);
            }
            match results.recv_timeout(LOOK_UP) {
                Ok((room, Ok(Some(done)))) => finished[room].push_back(done),
                Ok((_, Ok(None))) => still_open -= 1,
                Ok((_, Err(broken))) => {
                    still_open -= 1;
                    // Later rooms only report that they were stopped.
                    if ending.is_ok() {
                        ending = Err(broken);
                    }
                    halt.store(true, Ordering::Relaxed);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while finished.iter().all(|done| !done.is_empty()) {
                hand_on(finished.iter_mut().filter_map(VecDeque::pop_front).collect());
            }
        }
        ending
    })
}

/// Plays all deals in one room. Its engines compute on this thread only.
fn run(
    sitting: &Sitting,
    at: SittingRoom,
    halt: &AtomicBool,
    tell: &(dyn Fn(Result<Option<FinishedBoard>, RoomError>) -> bool + Sync),
) -> Result<(), RoomError> {
    let alone = ThreadPoolBuilder::new().num_threads(1).build().expect("a thread can be started");
    let (sender, inputs) = mpsc::sync_channel(UNREAD);
    let SittingRoom { name, chairs, door } = at;
    let closing = AtomicBool::new(false);
    let ids = AtomicU64::new(0);
    thread::scope(|scope| {
        if let Some(door) = door {
            let (closing, ids, sender) = (&closing, &ids, sender.clone());
            scope.spawn(move || receive(scope, &door, &sender, closing, ids));
        }
        let guests = BySeat::from_fn(|_| None);
        let Sitting { patience, log, .. } = *sitting;
        let mut room = TableManager { name, chairs, guests, inputs, patience, log, stop: halt };
        let played = sitting.deals.iter().try_for_each(|deal| {
            let done = alone.install(|| room.play(deal))?;
            if tell(Ok(Some(done))) { Ok(()) } else { Err(RoomError::Stopped) }
        });
        room.end();
        closing.store(true, Ordering::Relaxed);
        played
    })
}

/// Accepts connections.
fn receive<'scope>(
    scope: &'scope Scope<'scope, '_>,
    door: &TcpListener,
    sender: &SyncSender<RoomInput>,
    closing: &'scope AtomicBool,
    ids: &'scope AtomicU64,
) {
    // A listener that cannot be polled would never notice `closing`.
    if door.set_nonblocking(true).is_err() {
        return;
    }
    let open = Arc::new(AtomicU64::new(0));
    while !closing.load(Ordering::Relaxed) {
        let Ok((stream, _)) = door.accept() else {
            thread::sleep(LOOK_UP);
            continue;
        };
        if open.load(Ordering::Relaxed) >= CONNECTIONS {
            continue;
        }
        let (sender, open, id) =
            (sender.clone(), Arc::clone(&open), ids.fetch_add(1, Ordering::Relaxed));
        open.fetch_add(1, Ordering::Relaxed);
        scope.spawn(move || {
            // The room notices how a conversation ends.
            let _ = listen(stream, id, &sender, closing);
            open.fetch_sub(1, Ordering::Relaxed);
        });
    }
}

/// Passes a program's lines on to the room, from its introduction to the end of the connection.
fn listen(
    stream: TcpStream,
    id: u64,
    sender: &SyncSender<RoomInput>,
    closing: &AtomicBool,
) -> io::Result<()> {
    prepare(&stream)?;
    let mut lines = LineReader::new(stream.try_clone()?, closing);
    let line = lines.next_within(INTRODUCTION)?;
    let PlayerMessage::Connecting { team, seat } = PlayerMessage::read(&line) else {
        return write(&stream, "Expected : Connecting \"team\" as seat using protocol version 18");
    };
    let closed = |_| io::Error::from(ErrorKind::BrokenPipe);
    let arrived = RoomInput::Arrived(Guest::new(seat, team, id, stream));
    sender.send(arrived).map_err(closed)?;
    loop {
        match lines.next() {
            Ok(line) => sender.send(RoomInput::Said { seat, id, line }).map_err(closed)?,
            Err(error) => {
                sender.send(RoomInput::Gone { seat, id }).map_err(closed)?;
                return Err(error);
            }
        }
    }
}
