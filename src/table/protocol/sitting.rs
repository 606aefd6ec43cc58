//! A sitting: the same deals in one room or two, each with its own door.

use std::collections::VecDeque;
use std::io::{self, ErrorKind};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, Scope};
use std::time::Duration;

use rayon::ThreadPoolBuilder;

use super::guest::Guest;
use super::room::{Broken, Chair, Done, Input, Patience, TableManager};
use super::wire::{Lines, prepare, write};
use super::words::Said;
use crate::cards::BySeat;
use crate::table::Deal;

/// A room with who sits there, and where programs knock.
pub struct RoomAt<'a> {
    /// What the log calls it.
    pub name: &'a str,
    /// Who sits where.
    pub chairs: BySeat<Chair<'a>>,
    /// Where programs connect; `None` where nobody is awaited.
    pub door: Option<TcpListener>,
}

/// The deals, and how they are played.
#[derive(Clone, Copy)]
pub struct Sitting<'a> {
    /// The deals, in order.
    pub deals: &'a [Deal],
    /// How long rooms wait.
    pub patience: Patience,
    /// Told who comes and goes, and what is refused.
    pub log: &'a (dyn Fn(&str) + Sync),
    /// Set by whoever will not wait for the end.
    pub stop: &'a AtomicBool,
}

/// Who knocks has to say who it is within this time.
const INTRODUCTION: Duration = Duration::from_secs(10);

/// So many connections are looked after at a time.
const CONNECTIONS: u64 = 64;

/// So often somebody looks up from waiting.
const LOOK_UP: Duration = Duration::from_millis(20);

/// Holds a sitting: hands on each board once all rooms have finished it, in order.
///
/// # Errors
///
/// [`Broken`] when a room plays no more; what was finished in all rooms has been handed on.
pub fn hold(
    sitting: &Sitting,
    rooms: Vec<RoomAt>,
    mut hand_on: impl FnMut(Vec<Done>),
) -> Result<(), Broken> {
    let halt = AtomicBool::new(false);
    let (sender, results) = mpsc::channel();
    let mut finished: Vec<VecDeque<Done>> = rooms.iter().map(|_| VecDeque::new()).collect();
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
                    // What the others say then is that they were stopped.
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

/// Plays all deals in one room. What our own think stays on this room's thread.
fn run(
    sitting: &Sitting,
    at: RoomAt,
    halt: &AtomicBool,
    tell: &(dyn Fn(Result<Option<Done>, Broken>) -> bool + Sync),
) -> Result<(), Broken> {
    let alone = ThreadPoolBuilder::new().num_threads(1).build().expect("a thread can be started");
    let (sender, inputs) = mpsc::channel();
    let RoomAt { name, chairs, door } = at;
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
            if tell(Ok(Some(done))) { Ok(()) } else { Err(Broken::Stopped) }
        });
        room.end();
        closing.store(true, Ordering::Relaxed);
        played
    })
}

/// Lets in whoever knocks.
fn receive<'scope>(
    scope: &'scope Scope<'scope, '_>,
    door: &TcpListener,
    sender: &Sender<Input>,
    closing: &'scope AtomicBool,
    ids: &'scope AtomicU64,
) {
    // A door that cannot be watched without waiting lets nobody in.
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
            // How a conversation ends is for the room to notice.
            let _ = listen(stream, id, &sender, closing);
            open.fetch_sub(1, Ordering::Relaxed);
        });
    }
}

/// Hands on what a program says, from its introduction to its end.
fn listen(
    stream: TcpStream,
    id: u64,
    sender: &Sender<Input>,
    closing: &AtomicBool,
) -> io::Result<()> {
    prepare(&stream)?;
    let mut lines = Lines::new(stream.try_clone()?, closing);
    let line = lines.next_within(INTRODUCTION)?;
    let Said::Connecting { team, seat } = Said::read(&line) else {
        return write(&stream, "Expected : Connecting \"team\" as seat using protocol version 18");
    };
    let closed = |_| io::Error::from(ErrorKind::BrokenPipe);
    let arrived = Input::Arrived(Guest::new(seat, team, id, stream));
    sender.send(arrived).map_err(closed)?;
    loop {
        match lines.next() {
            Ok(line) => sender.send(Input::Said { seat, id, line }).map_err(closed)?,
            Err(error) => {
                sender.send(Input::Gone { seat, id }).map_err(closed)?;
                return Err(error);
            }
        }
    }
}
