//! The laws of the table manager's protocol, through real sockets: the same cards as without it,
//! whoever sits there and however lines are cut; nobody who dies, dawdles or cheats costs a board.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use falsecard::bidding::Bidder;
use falsecard::cards::{BySeat, Card, Seat, seat_name};
use falsecard::constraint::System;
use falsecard::play::Play;
use falsecard::problem::RuleFileRef;
use falsecard::protocol::{
    Chair, Client, FinishedBoard, Patience, RoomError, Sitting, SittingEnd, SittingRoom, hold,
};
use falsecard::search::{Settings, named};
use falsecard::table::{Entrant, NumberedDeal, SeatedEntrant, Strategy, bid_board};

static GO_ON: AtomicBool = AtomicBool::new(false);

fn entrant(engine: &str) -> Entrant {
    let engine = named(engine).map_or(Strategy::Random, Strategy::Search);
    let settings = Settings::builder().worlds(1).build().unwrap();
    Entrant::new(engine, settings)
}

fn system() -> System {
    System::bundled("natural-calls").unwrap()
}

fn seated<'a>(entrant: &'a Entrant, system: &System) -> SeatedEntrant<'a> {
    SeatedEntrant::alone(entrant, RuleFileRef { system, text: "natural-calls" })
}

fn deals(boards: usize) -> Vec<NumberedDeal> {
    (1..=boards).map(|number| NumberedDeal::random(31, number)).collect()
}

/// The cards of a board as they are played without any table.
fn at_home(deal: &NumberedDeal, player: &SeatedEntrant, system: &System) -> Option<Vec<Card>> {
    let mut play = Play::new(bid_board(&Bidder::new(system), deal)?);
    while !play.is_over() {
        let view = play.view(play.history().decider());
        play.play(player.card(&view, None, &GO_ON).unwrap()).unwrap();
    }
    Some(cards(&play))
}

fn cards(play: &Play) -> Vec<Card> {
    play.history().played().iter().map(|played| played.card).collect()
}

fn at_the_table(done: &FinishedBoard) -> Option<Vec<Card>> {
    done.play.as_ref().map(cards)
}

/// Quick to lose patience with who does nothing, not with who is slow to come.
const PATIENCE: Patience =
    Patience { to_act: Duration::from_secs(20), to_come: Duration::from_secs(60) };

/// One room, where programs have the seats that are not ours; `visit` is what goes on outside
/// meanwhile.
fn one_room(
    deals: &[NumberedDeal],
    engine: &Entrant,
    ours: &[Seat],
    patience: Patience,
    visit: impl FnOnce(SocketAddr) + Send,
) -> (Vec<FinishedBoard>, Result<(), RoomError>, Vec<String>) {
    let system = system();
    let door = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = door.local_addr().unwrap();
    let chairs = BySeat::from_fn(|seat| {
        if ours.contains(&seat) {
            Chair::Engine(Box::new(seated(engine, &system)), "Ours".to_owned())
        } else {
            Chair::Program
        }
    });
    let log = Mutex::new(Vec::new());
    let note = |text: &str| log.lock().unwrap().push(text.to_owned());
    let mut all = Vec::new();
    let ending = thread::scope(|scope| {
        scope.spawn(|| visit(address));
        let sitting = Sitting { deals, patience, log: &note, stop: &GO_ON };
        let room = SittingRoom { name: "Open", chairs, door: Some(door) };
        hold(&sitting, vec![room], |mut done| all.append(&mut done))
    });
    (all, ending, log.into_inner().unwrap())
}

/// Sits at a table, and comes back as often as the connection is lost.
fn sit(address: SocketAddr, seat: Seat, engine: &Entrant, now: &Mutex<Option<TcpStream>>) {
    let system = system();
    let client = Client {
        seat,
        team: if [Seat::North, Seat::South].contains(&seat) { "One" } else { "Other" },
        player: seated(engine, &system),
        log: &|_| (),
        stop: &GO_ON,
    };
    let since = Instant::now();
    while since.elapsed() < Duration::from_secs(200) {
        let Ok(stream) = TcpStream::connect(address) else { return };
        *now.lock().unwrap() = Some(stream.try_clone().unwrap());
        match client.sit(&stream) {
            SittingEnd::Session => return,
            SittingEnd::Lost(_) => sleep(Duration::from_millis(10)),
            SittingEnd::Refused(why) => panic!("{} is refused: {why}", seat_name(seat)),
            SittingEnd::Stopped => unreachable!("nobody stops"),
        }
    }
    panic!("{} waits for ever", seat_name(seat));
}

/// All that is not ours is played by clients.
fn sit_all(address: SocketAddr, seats: &[Seat], engine: &Entrant) {
    thread::scope(|scope| {
        for &seat in seats {
            scope.spawn(move || sit(address, seat, engine, &Mutex::new(None)));
        }
    });
}

/// Through the protocol the same cards as without it, whichever seats are ours.
#[test]
fn the_same_cards_as_without_it() {
    let system = system();
    for (engine, boards, ours) in [
        ("random", 12, &[][..]),
        ("random", 6, &[Seat::North, Seat::East]),
        ("random", 6, &[Seat::North, Seat::East, Seat::West]),
        ("minimax", 2, &[Seat::West]),
    ] {
        let (entrant, deals) = (entrant(engine), deals(boards));
        let theirs: Vec<Seat> = Seat::ALL.into_iter().filter(|seat| !ours.contains(seat)).collect();
        let (done, ending, log) =
            one_room(&deals, &entrant, ours, PATIENCE, |at| sit_all(at, &theirs, &entrant));
        assert_eq!(ending, Ok(()), "{log:?}");
        assert_eq!(done.len(), boards);
        let player = seated(&entrant, &system);
        for (deal, done) in deals.iter().zip(&done) {
            assert_eq!(done.deal, *deal);
            assert_eq!(at_the_table(done), at_home(deal, &player, &system), "{engine} {ours:?}");
            assert!(
                done.heard.explanations().iter().all(Option::is_some),
                "every call is explained"
            );
        }
        let refused = log.iter().find(|line| line.contains(": Illegal") || line.contains("Unex"));
        assert_eq!(refused, None, "nobody is refused anything");
    }
}

/// Two rooms play the same deals; teams change places, and what is finished comes in order, room
/// beside room.
fn two_rooms(boards: usize, times: usize) {
    let (engine, system, deals) = (entrant("random"), system(), deals(boards));
    let doors = [0, 1].map(|_| TcpListener::bind("127.0.0.1:0").unwrap());
    let addresses = doors.each_ref().map(|door| door.local_addr().unwrap());
    let (south, cut, over) =
        (Mutex::new(None::<TcpStream>), AtomicUsize::new(0), AtomicBool::new(false));
    let mut all = Vec::new();
    let ending = thread::scope(|scope| {
        for address in addresses {
            for seat in [Seat::North, Seat::East, Seat::West] {
                let engine = &engine;
                scope.spawn(move || sit(address, seat, engine, &Mutex::new(None)));
            }
        }
        scope.spawn(|| sit(addresses[1], Seat::South, &engine, &Mutex::new(None)));
        scope.spawn(|| sit(addresses[0], Seat::South, &engine, &south));
        scope.spawn(|| {
            while cut.load(Ordering::Relaxed) < times && !over.load(Ordering::Relaxed) {
                sleep(Duration::from_millis(300));
                if let Some(stream) = south.lock().unwrap().take() {
                    let _ = stream.shutdown(Shutdown::Both);
                    cut.fetch_add(1, Ordering::Relaxed);
                }
            }
        });
        let log = |_: &str| ();
        let sitting = Sitting { deals: &deals, patience: PATIENCE, log: &log, stop: &GO_ON };
        let rooms = doors.into_iter().zip(["Open", "Closed"]);
        let room = |(door, name)| SittingRoom {
            name,
            chairs: BySeat::from_fn(|_| Chair::Program),
            door: Some(door),
        };
        let ending = hold(&sitting, rooms.map(room).collect(), |done| all.push(done));
        over.store(true, Ordering::Relaxed);
        ending
    });
    assert_eq!((ending, all.len(), cut.into_inner()), (Ok(()), boards, times));
    let player = seated(&engine, &system);
    for (deal, done) in deals.iter().zip(&all) {
        let [open, closed] = [&done[0], &done[1]];
        assert_eq!((&open.deal, &closed.deal), (deal, deal));
        let cards = at_home(deal, &player, &system);
        assert_eq!([at_the_table(open), at_the_table(closed)], [cards.clone(), cards]);
        assert_eq!(open.score(), closed.score());
    }
}

#[test]
fn two_rooms_play_the_same_deals() {
    two_rooms(6, 1);
}

fn falsecard(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_falsecard"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A program that is killed when the test is over, however it ends.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn player(seat: &str, port: &str) -> Running {
    let args = ["sit", "--seat", seat, "--port", port, "--host", "127.0.0.1", "--engine", "random"];
    Running(falsecard(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
}

/// A sitting in which all seats are programs of their own, of which one is killed so many times and
/// started again: what is printed is what is printed where all of them are the manager's own.
fn with_programs(boards: usize, kills: usize, rooms: usize) {
    let boards = boards.to_string();
    let mut args = vec!["table", "-n", &boards, "--json"];
    if rooms == 1 {
        args.push("--one-room");
    }
    let alone = ["--seat", "NS=random", "--seat", "EW=random"];
    let wanted = falsecard(&[&args[..], &alone].concat()).output().unwrap();
    assert!(wanted.status.success());

    let mut manager = Running(falsecard(&[&args[..], &["--port", "0"]].concat()).spawn().unwrap());
    let mut told = BufReader::new(manager.0.stderr.take().unwrap()).lines().map_while(Result::ok);
    let port = |line: String| line.rsplit(':').next().unwrap().to_owned();
    let ports: Vec<String> = told.by_ref().take(rooms).map(port).collect();
    let sits = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&sits);
    let heard = thread::spawn(move || {
        for _ in told.filter(|line| line.contains("sits South")) {
            seen.fetch_add(1, Ordering::Relaxed);
        }
    });
    let mut out = manager.0.stdout.take().unwrap();
    let printed = thread::spawn(move || {
        let mut text = String::new();
        out.read_to_string(&mut text).map(|_| text)
    });
    let sit = |port: &String| ["North", "East", "West"].map(|seat| player(seat, port));
    let others: Vec<_> = ports.iter().flat_map(sit).collect();
    let _closed: Vec<Running> = ports[1..].iter().map(|port| player("South", port)).collect();
    let mut south = player("South", &ports[0]);
    for killed in 0..kills {
        // He is killed while he plays, however long it took him to sit down.
        while sits.load(Ordering::Relaxed) < rooms + killed
            && manager.0.try_wait().unwrap().is_none()
        {
            sleep(Duration::from_millis(5));
        }
        sleep(Duration::from_millis(100));
        south.0.kill().unwrap();
        south.0.wait().unwrap();
        south = player("South", &ports[0]);
    }
    let since = Instant::now();
    while manager.0.try_wait().unwrap().is_none() {
        assert!(since.elapsed() < Duration::from_secs(900), "the sitting hangs");
        sleep(Duration::from_millis(20));
    }
    drop((others, south));
    assert_eq!(printed.join().unwrap().unwrap(), String::from_utf8(wanted.stdout).unwrap());
    heard.join().unwrap();
    assert!(sits.load(Ordering::Relaxed) > rooms, "South was never killed while he sat");
}

#[test]
fn programs_are_killed_and_come_back() {
    with_programs(12, 3, 1);
}

/// A long sitting: `cargo test --profile quick --test program table:: -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn two_hundred_boards_of_two_rooms() {
    with_programs(200, 10, 2);
}

/// A player whose connection is cut again and again comes back, and nothing is lost.
fn with_a_player_cut_off(boards: usize, times: usize) {
    let (entrant, deals) = (entrant("random"), deals(boards));
    let (south, cut) = (Mutex::new(None::<TcpStream>), AtomicUsize::new(0));
    let (undisturbed, ..) =
        one_room(&deals, &entrant, &[], PATIENCE, |at| sit_all(at, &Seat::ALL, &entrant));
    let over = AtomicBool::new(false);
    let (done, ending, log) = one_room(&deals, &entrant, &[], PATIENCE, |at| {
        thread::scope(|scope| {
            let cutter = scope.spawn(|| {
                while cut.load(Ordering::Relaxed) < times && !over.load(Ordering::Relaxed) {
                    sleep(Duration::from_millis(120));
                    if let Some(stream) = south.lock().unwrap().take() {
                        let _ = stream.shutdown(Shutdown::Both);
                        cut.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
            scope.spawn(|| {
                sit(at, Seat::South, &entrant, &south);
                over.store(true, Ordering::Relaxed);
            });
            sit_all(at, &[Seat::North, Seat::East, Seat::West], &entrant);
            cutter.join().unwrap();
        });
    });
    assert_eq!(ending, Ok(()), "{log:?}");
    let back = log.iter().filter(|line| line.contains("sits South")).count();
    assert!(cut.load(Ordering::Relaxed) >= 1 && back > 1, "South was never cut off");
    let all = |done: &[FinishedBoard]| done.iter().map(at_the_table).collect::<Vec<_>>();
    assert_eq!(all(&done), all(&undisturbed));
}

#[test]
fn who_is_cut_off_comes_back() {
    with_a_player_cut_off(8, 4);
}

/// Passes on what one side sends to the other, cut into pieces of so many bytes, or held back for a
/// while so that lines are joined.
fn pass_on(mut from: TcpStream, mut to: TcpStream, bytes: Option<usize>) {
    let mut buffer = [0; 2048];
    while let Ok(read @ 1..) = from.read(&mut buffer) {
        let pieces = buffer[..read].chunks(bytes.unwrap_or(read));
        for piece in pieces {
            if to.write_all(piece).is_err() {
                return;
            }
        }
        if bytes.is_none() {
            sleep(Duration::from_millis(3));
        }
    }
    let _ = to.shutdown(Shutdown::Both);
}

/// Lines arrive however they are cut.
#[test]
fn lines_may_be_split_or_joined() {
    let (entrant, deals, system) = (entrant("random"), deals(2), system());
    let player = seated(&entrant, &system);
    let ours = [Seat::North, Seat::East, Seat::West];
    for bytes in [Some(1), Some(7), None] {
        let (done, ending, log) = one_room(&deals, &entrant, &ours, PATIENCE, |at| {
            let proxy = TcpListener::bind("127.0.0.1:0").unwrap();
            let middle = proxy.local_addr().unwrap();
            thread::scope(|scope| {
                scope.spawn(|| sit(middle, Seat::South, &entrant, &Mutex::new(None)));
                let (near, _) = proxy.accept().unwrap();
                let far = TcpStream::connect(at).unwrap();
                for stream in [&near, &far] {
                    stream.set_nodelay(true).unwrap();
                }
                let (there, back) = (near.try_clone().unwrap(), far.try_clone().unwrap());
                scope.spawn(move || pass_on(near, far, bytes));
                pass_on(back, there, bytes);
            });
        });
        assert_eq!((ending, done.len()), (Ok(()), 2), "{log:?}");
        for (deal, done) in deals.iter().zip(&done) {
            assert_eq!(at_the_table(done), at_home(deal, &player, &system));
        }
    }
}

/// A line of the protocol by hand.
struct ByHand(BufReader<TcpStream>);

impl ByHand {
    fn connect(address: SocketAddr) -> Self {
        Self(BufReader::new(TcpStream::connect(address).unwrap()))
    }

    fn say(&mut self, line: &str) {
        self.0.get_mut().write_all(format!("{line}\r\n").as_bytes()).unwrap();
    }

    /// The next line; nothing when the connection is closed.
    fn hear(&mut self) -> String {
        let mut line = String::new();
        let _ = self.0.read_line(&mut line);
        line.trim().to_owned()
    }

    /// Says something and hears what comes of it.
    fn ask(&mut self, line: &str) -> String {
        self.say(line);
        self.hear()
    }

    /// Up to its own hand.
    fn begin(address: SocketAddr, seat: &str) -> Self {
        let mut it = Self::connect(address);
        let connecting = format!("Connecting \"One\" as {seat} using protocol version 18");
        assert_eq!(it.ask(&connecting), format!("{seat} (\"One\") seated"));
        assert!(it.ask(&format!("{seat} ready for teams")).starts_with("Teams : N/S : \""));
        assert_eq!(it.ask(&format!("{seat} ready to start")), "Start of board");
        assert!(it.ask(&format!("{seat} ready for deal")).starts_with("Board number 1. Dealer "));
        assert!(
            it.ask(&format!("{seat} ready for cards")).starts_with(&format!("{seat}'s cards : S"))
        );
        it
    }
}

/// What is against the laws is refused, and said to be; who does it again and again is sent away,
/// and another may have the seat.
#[test]
fn what_is_illegal_is_refused() {
    let (entrant, deals) = (entrant("random"), deals(1));
    let ours = [Seat::South, Seat::East, Seat::West];
    let (done, ending, log) = one_room(&deals, &entrant, &ours, PATIENCE, |at| {
        // Board 1: North is the dealer.
        let mut north = ByHand::begin(at, "North");
        assert_eq!(north.ask("North doubles"), "Illegal bid : North doubles");
        assert_eq!(north.ask("North plays AS"), "Unexpected : North plays AS");
        assert_eq!(north.ask("North thinks"), "Unexpected : North thinks");
        assert_eq!(north.hear(), "Disconnect");
        assert_eq!(north.hear(), "");
        // The same again, with calls until the others have bid, and cards that are not held.
        let mut north = ByHand::begin(at, "North");
        north.say("North bids 7NT");
        // Who holds an ace may double.
        let (mut turn, mut passes) = (Seat::East, 0);
        while passes < 3 {
            let seat = seat_name(turn);
            let is_pass = if turn == Seat::North {
                north.say("North passes");
                true
            } else {
                let heard = north.ask(&format!("North ready for {seat}'s bid"));
                assert!(heard.starts_with(seat), "{heard}");
                heard.contains("passes")
            };
            passes = if is_pass { passes + 1 } else { 0 };
            turn = turn.lho();
        }
        let led = north.ask("North ready for East's card to trick 1");
        assert!(led.starts_with("East plays "), "{led}");
        let dummy = north.ask("North ready for dummy");
        assert!(dummy.starts_with("Dummy's cards : "), "{dummy}");
        assert!(north.ask("South plays 9Z").starts_with("Unexpected"));
        let led = led.split(' ').nth(2).unwrap().to_owned();
        assert_eq!(
            north.ask(&format!("South plays {led}")),
            format!("Illegal card : South plays {led}")
        );
        drop(north);
        sit(at, Seat::North, &entrant, &Mutex::new(None));
    });
    assert_eq!((ending, done.len()), (Ok(()), 1), "{log:?}");
    for said in ["Illegal bid: North doubles", "Illegal card: South plays", "refused too often"] {
        assert!(log.iter().any(|line| line.contains(said)), "{said} is not in {log:?}");
    }
}

/// Nobody waits for ever: who dawdles is sent away, and where nobody comes the room is closed.
#[test]
fn nobody_is_waited_for_for_ever() {
    let (entrant, deals) = (entrant("random"), deals(1));
    let ours = [Seat::South, Seat::East, Seat::West];
    let second = Duration::from_secs(1);
    let patience = Patience { to_act: second, to_come: Duration::from_secs(60) };
    let (done, ending, log) = one_room(&deals, &entrant, &ours, patience, |at| {
        let mut silent = ByHand::begin(at, "North");
        assert_eq!(silent.hear(), "Disconnect");
        sit(at, Seat::North, &entrant, &Mutex::new(None));
    });
    assert_eq!((ending, done.len()), (Ok(()), 1), "{log:?}");
    assert!(log.iter().any(|line| line.contains("kept the table waiting")), "{log:?}");

    let patience = Patience { to_act: second, to_come: second };
    let (done, ending, _) = one_room(&deals, &entrant, &ours, patience, |_| ());
    assert_eq!(
        (done.len(), ending),
        (0, Err(RoomError::Empty { seat: Seat::North, waited: second }))
    );
}

/// Who is no player, or asks for a seat that is taken, is told so, and disturbs nobody.
#[test]
fn strangers_disturb_nobody() {
    let (entrant, deals) = (entrant("random"), deals(3));
    let ours = [Seat::South, Seat::East, Seat::West];
    let (done, ending, log) = one_room(&deals, &entrant, &ours, PATIENCE, |at| {
        for line in ["GET / HTTP/1.1", "North ready for deal", "Connecting \"x\" as Nobody"] {
            let answer = ByHand::connect(at).ask(line);
            assert!(answer.starts_with("Expected : Connecting"), "{line}: {answer}");
        }
        let taken = "Connecting \"x\" as East using protocol version 18";
        assert_eq!(ByHand::connect(at).ask(taken), "Seat already has been taken");
        let mut endless = TcpStream::connect(at).unwrap();
        let _ = endless.write_all("x".repeat(20_000).as_bytes());
        drop(TcpStream::connect(at).unwrap());
        sit(at, Seat::North, &entrant, &Mutex::new(None));
    });
    assert_eq!((ending, done.len()), (Ok(()), 3), "{log:?}");
}

/// The manager's refusals and whatever else it may say do not stop a client.
#[test]
fn a_client_bears_with_its_manager() {
    let (entrant, system) = (entrant("random"), system());
    let door = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = door.local_addr().unwrap();
    thread::scope(|scope| {
        let manager = scope.spawn(|| {
            let mut south = ByHand(BufReader::new(door.accept().unwrap().0));
            assert!(
                south.hear().starts_with("Connecting \"T\" as South using protocol version 18")
            );
            assert_eq!(south.ask("SOUTH T  SEATED"), "South ready for teams");
            assert_eq!(south.ask("Teams: N/S \"T\" E/W \"U\""), "South ready to start");
            assert_eq!(south.ask("start of board"), "South ready for deal");
            let begin = |south: &mut ByHand| {
                let line = "Board number 9. Dealer West. Both vulnerable.";
                assert_eq!(south.ask(line), "South ready for cards");
                let cards = "South's cards : C A K Q J T. D A K Q J. H A K. S A K.";
                assert_eq!(south.ask(cards), "South ready for West's bid");
            };
            begin(&mut south);
            for noise in
                ["Illegal bid", "East bids 1C", "West plays AS", "", "\u{7}\u{1b}[2J", "X to lead"]
            {
                south.say(noise);
            }
            assert_eq!(south.ask("West passes"), "South ready for North's bid");
            // The board is begun anew in the middle of the auction.
            assert_eq!(south.ask("Start of Board"), "South ready for deal");
            begin(&mut south);
            assert_eq!(south.ask("West  PASSES."), "South ready for North's bid");
            assert_eq!(south.ask("North passes"), "South ready for East's bid");
            assert!(south.ask("East bids 1s Alert. HCP=11-21").starts_with("South "));
            south.say("End of session");
        });
        let client = Client {
            seat: Seat::South,
            team: "T",
            player: seated(&entrant, &system),
            log: &|_| (),
            stop: &GO_ON,
        };
        let ended = client.sit(&TcpStream::connect(address).unwrap());
        assert!(matches!(ended, SittingEnd::Session), "{ended:?}");
        manager.join().unwrap();
    });
}
