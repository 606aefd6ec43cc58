//! `falsecard table`: the manager of a table, in one room or in two.

use std::io;
use std::net::TcpListener;
use std::path::PathBuf;
use std::time::Duration;

use miette::{Result, miette};
use schemars::JsonSchema;
use serde::Serialize;

use super::entrant::{OwnPlayers, entrant};
use super::left_out::{LeftOut, Sifting};
use super::settings::{duration, stop_on_ctrl_c};
use super::sit::seat;
use super::table::counted;
use super::{Answer, Output, input, tell};
use crate::wording::with_half;
use falsecard_engine::cards::{BySeat, Seat, Vulnerability, clockwise, pbn_name};
use falsecard_engine::play::{Play, imps};
use falsecard_engine::search::Settings;
use falsecard_engine::work::Interval;
use falsecard_laboratory::problem::RuleFileRef;
use falsecard_laboratory::store::StoreError;
use falsecard_laboratory::table::{BoardLog, Entrant, NumberedDeal, RuleFile, SeatedEntrant};
use falsecard_notation::{Game, Pips};
use falsecard_protocol::{Chair, FinishedBoard, Patience, RoomError, Sitting, SittingRoom, hold};

/// The arguments of `falsecard table`.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    /// Files of deals, with dealer and vulnerability; auctions in them are not used. - for standard
    /// input. By default random deals, made from the seed.
    #[arg(value_name = "DEALS")]
    files: Vec<String>,
    /// Who sits where in the open room: an engine, with settings of its own behind a colon, as for
    /// match, or "program" for one that connects. NS=... and EW=... are for both partners. By
    /// default programs.
    #[arg(long, value_name = "SEAT=WHO", value_parser = sitter)]
    seat: Vec<(Vec<Seat>, String)>,
    /// The names of our own teams, that of North-South in the open room first.
    #[arg(long, value_name = "ONE,OTHER", value_parser = teams)]
    teams: Option<[String; 2]>,
    /// Where programs connect for the open room; 0 is any port that is free.
    #[arg(long, value_name = "N", default_value_t = 2000)]
    port: u16,
    /// Where they connect for the closed room. By default the port behind that of the open room.
    #[arg(long, value_name = "N")]
    closed_port: Option<u16>,
    /// The address at which programs are let in; 0.0.0.0 is all of this machine.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: String,
    /// Play in one room only, without a comparison.
    #[arg(long)]
    one_room: bool,
    /// The number of boards. By default all of the files, or 16 random ones.
    #[arg(short = 'n', long, value_name = "N")]
    boards: Option<usize>,
    /// The time limit for each action of a program.
    #[arg(long, value_name = "TIME", default_value = "120s", value_parser = duration)]
    to_act: Duration,
    /// How long a seat may stay empty.
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = duration)]
    to_come: Duration,
    /// Add every finished board to this PBN file.
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    left_out: Sifting,
    #[command(flatten)]
    ours: OwnPlayers,
}

const AFTER_HELP: &str = "\
Examples:
  falsecard table --seat NS=fused --seat EW=minimax --worlds 20
  falsecard table --seat NS=fused --port 2000 --closed-port 2001 --budget 2s --out match.pbn
  falsecard table deals.pbn --one-room

In the closed room everybody sits one place clockwise: who is North in the open room is East there. A program that \
goes may come back: the board is begun anew in that room. What is illegal is refused and told on standard error.";

/// The number of random boards if none is given.
const USUAL: usize = 16;

/// `N=fused`, `NS=program`.
fn sitter(text: &str) -> std::result::Result<(Vec<Seat>, String), String> {
    let (seats, who) = text.split_once('=').ok_or("expected a seat and who has it: N=fused")?;
    let seats = match seats.trim().to_ascii_uppercase().as_str() {
        "NS" => vec![Seat::North, Seat::South],
        "EW" => vec![Seat::East, Seat::West],
        one => vec![seat(one)?],
    };
    Ok((seats, who.trim().to_owned()))
}

/// `Bears,Lions`
fn teams(text: &str) -> std::result::Result<[String; 2], String> {
    let names: Vec<String> = text.split(',').map(|name| name.trim().to_owned()).collect();
    let is_named = names.iter().all(|name| !name.is_empty());
    let pair = <[String; 2]>::try_from(names).ok().filter(|_| is_named);
    pair.ok_or_else(|| "expected two names with a comma between".to_owned())
}

/// A board that every room has finished.
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "TableBoard")]
pub(super) struct BoardLine {
    /// Its number.
    board: usize,
    /// What happened in the open room, and in the closed one if there is one.
    rooms: Vec<RoomLine>,
    /// What North and South of the open room gain; `null` with one room.
    imps: Option<i32>,
}

/// What happened in a room.
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "TableRoom")]
struct RoomLine {
    /// The contract: `4S`, `3NTx`; `null` if the board was passed out.
    contract: Option<String>,
    /// Who declared.
    #[schemars(with = "Option<falsecard_engine::cards::SeatLetter>")]
    declarer: Option<char>,
    /// The tricks that declarer took.
    tricks: Option<u8>,
    /// The score of North and South.
    score: i32,
    /// The calls.
    calls: Vec<String>,
    /// The cards in the order of play.
    #[schemars(with = "Vec<falsecard_engine::cards::CardText>")]
    cards: Vec<String>,
}

/// The sitting.
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "TableTotal")]
pub(super) struct Total {
    /// The number of boards that are finished.
    boards: usize,
    /// What North and South of the open room gain a board, in IMPs; `null` with one room.
    gain: Option<Interval>,
}

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        let settings = self.ours.settings()?;
        let rules = self.ours.rules()?;
        let entrants = self.entrants(&settings)?;
        let mut left_out = self.left_out.none_yet();
        let deals = self.deals(settings.seed(), &mut left_out)?;
        let answer = left_out.tell();
        let record = self.out.as_deref().map(BoardLog::open).transpose();
        let record = record.map_err(|why| self.not_kept(&why))?;
        let rooms = self.rooms(&entrants, &rules)?;
        let log = |text: &str| tell(text);
        let patience = Patience { to_act: self.to_act, to_come: self.to_come };
        let stop = stop_on_ctrl_c();
        let sitting = Sitting { deals: &deals, patience, log: &log, stop };
        let (mut gains, mut trouble) = (Vec::new(), None);
        let mut boards = 0;
        let ending = hold(&sitting, rooms, |done| {
            boards += 1;
            gains.extend(gain(&done).map(f64::from));
            let kept = self.keep(record.as_ref(), &done);
            let told = kept.and_then(|()| board(&done, output));
            trouble = trouble.take().or(told.err());
        });
        if let Some(trouble) = trouble {
            return Err(trouble);
        }
        total(boards, &gains, output)?;
        match ending {
            Ok(()) => Ok(answer),
            Err(RoomError::Stopped) => Ok(Answer::Yes),
            Err(broken) => Err(miette!("{broken}")),
        }
    }

    /// Who sits where in the open room; `None` for a program.
    fn entrants(&self, settings: &Settings) -> Result<BySeat<Option<Entrant>>> {
        let mut entrants = BySeat::from_fn(|_| None);
        for (seats, who) in &self.seat {
            for &seat in seats {
                entrants[seat] = match who.as_str() {
                    "program" => None,
                    name => Some(entrant(name, settings)?),
                };
            }
        }
        Ok(entrants)
    }

    fn rooms<'a>(
        &self,
        entrants: &'a BySeat<Option<Entrant>>,
        rules: &RuleFile,
    ) -> Result<Vec<SittingRoom<'a>>> {
        let known = RuleFileRef { system: &rules.system, text: &rules.text };
        let chair = |at: Seat| match &entrants[at] {
            None => Chair::Program,
            Some(entrant) => {
                let side = usize::from([Seat::East, Seat::West].contains(&at));
                let team = self.teams.as_ref().map_or(&entrant.name, |teams| &teams[side]);
                Chair::Engine(Box::new(SeatedEntrant::alone(entrant, known)), team.clone())
            }
        };
        let has_programs = entrants.iter().any(|(_, entrant)| entrant.is_none());
        let door = |name: &'static str, port: u16| -> Result<Option<TcpListener>> {
            if !has_programs {
                return Ok(None);
            }
            let fault = |error: io::Error| miette!("{}:{port}: {error}", self.host);
            let door = TcpListener::bind((self.host.as_str(), port)).map_err(fault)?;
            let address = door.local_addr().map_err(fault)?;
            tell(&format!("{name}: programs connect at {address}"));
            Ok(Some(door))
        };
        let open = door("Open", self.port)?;
        let behind = || if self.port == 0 { 0 } else { self.port.saturating_add(1) };
        let mut rooms =
            vec![SittingRoom { name: "Open", chairs: BySeat::from_fn(chair), door: open }];
        if !self.one_room {
            let chairs = BySeat::from_fn(|seat| chair(clockwise(seat, 3)));
            let door = door("Closed", self.closed_port.unwrap_or_else(behind))?;
            rooms.push(SittingRoom { name: "Closed", chairs, door });
        }
        Ok(rooms)
    }

    /// The deals of the files, or random ones.
    fn deals(&self, seed: u64, left_out: &mut LeftOut) -> Result<Vec<NumberedDeal>> {
        let most = self.boards.unwrap_or(if self.files.is_empty() { USUAL } else { usize::MAX });
        if self.files.is_empty() {
            return Ok((1..=most).map(|number| NumberedDeal::random(seed, number)).collect());
        }
        let mut deals = Vec::new();
        for file in &self.files {
            for game in input::each(file)? {
                if deals.len() >= most {
                    return Ok(deals);
                }
                let deal = game.and_then(|game| deal(file, &game, deals.len() + 1));
                deals.extend(left_out.sift(deal)?);
            }
        }
        Ok(deals)
    }

    fn keep(&self, record: Option<&BoardLog>, done: &[FinishedBoard]) -> Result<()> {
        let Some(record) = record else { return Ok(()) };
        for (done, room) in done.iter().zip(["Open", "Closed"]) {
            let game = done.to_pbn(&[("Event", "falsecard table"), ("Room", room)]);
            record.keep(&game).map_err(|why| self.not_kept(&why))?;
        }
        Ok(())
    }

    fn not_kept(&self, why: &StoreError) -> miette::Report {
        let path = self.out.clone().unwrap_or_default();
        miette!(help = "--out names another file", "{}: {why}", path.display())
    }
}

fn deal(file: &str, game: &Game, place: usize) -> Result<NumberedDeal> {
    let fault = |what: &str| input::lacks(file, game, what);
    let number = game.tag("Board").and_then(|tag| tag.trim().parse().ok());
    Ok(NumberedDeal {
        number: number.unwrap_or(place),
        hands: game.deal().ok_or_else(|| fault("four hands"))?,
        dealer: game.dealer().ok_or_else(|| fault("dealer"))?,
        vulnerability: game.vulnerability().unwrap_or(Vulnerability::NONE),
    })
}

/// The IMPs that North-South of the open room gain; `None` where there is nothing to compare with.
fn gain(done: &[FinishedBoard]) -> Option<i32> {
    let [open, closed] = done else { return None };
    Some(imps(open.score() - closed.score()))
}

fn board(done: &[FinishedBoard], output: &mut Output) -> Result<()> {
    let (number, gain) = (done.first().map_or(0, |done| done.deal.number), gain(done));
    if output.json {
        let rooms = done.iter().map(RoomLine::of).collect();
        return output.json(&BoardLine { board: number, rooms, imps: gain });
    }
    let rooms = done.iter().map(|done| match &done.play {
        None => "passed out".to_owned(),
        Some(play) => {
            let contract = play.bidding().contract();
            let tricks = play.history().tricks_won(contract.declaring_side());
            format!(
                "{}, {} ({:+})",
                output.pips(&contract.to_string()),
                counted(tricks.into(), "trick"),
                done.score()
            )
        }
    });
    let gain = gain.map_or(String::new(), |gain| format!(": {gain:+} IMPs"));
    let text = format!("Board {number}: {}{gain}", rooms.collect::<Vec<_>>().join("; "));
    output.line(text)
}

impl RoomLine {
    fn of(done: &FinishedBoard) -> Self {
        let contract = done.play.as_ref().map(|play| play.bidding().contract());
        let taken =
            |play: &Play| play.history().tricks_won(play.bidding().contract().declaring_side());
        let cards = done.play.iter().flat_map(|play| play.history().played());
        Self {
            contract: contract.map(|it| Pips::Letters.text(&it.contract.to_string())),
            declarer: contract.map(|it| it.declarer.letter()),
            tricks: done.play.as_ref().map(taken),
            score: done.score(),
            calls: done
                .heard
                .auction()
                .iter()
                .map(|call| Pips::Letters.text(&call.to_string()))
                .collect(),
            cards: cards.map(|played| pbn_name(played.card)).collect(),
        }
    }
}

fn total(boards: usize, gains: &[f64], output: &mut Output) -> Result<()> {
    let gain = (!gains.is_empty()).then(|| Interval::of(gains));
    if output.json {
        return output.json(&Total { boards, gain });
    }
    let said = gain.map_or(String::new(), |gain| {
        let sum: f64 = gains.iter().sum();
        format!(
            ": {sum:+} IMPs for North-South of the open room, {} a board (95 % interval)",
            with_half(&gain, 2)
        )
    });
    output.line(format!("{}{said}", counted(boards, "board")))
}
