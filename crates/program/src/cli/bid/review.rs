//! `falsecard bid --review`: the calls of files that champions seldom make.

use miette::Result;
use schemars::JsonSchema;
use serde::Serialize;

use super::args::{Args, nothing};
use crate::cli::costly::{Auctioned, CostlyLine};
use crate::cli::foretold::tell_calls;
use crate::cli::progress::Progress;
use crate::cli::settings::{is_interrupted, stop_on_ctrl_c};
use crate::cli::{Answer, Output};
use crate::wording::percent;
use falsecard_engine::bidding::Bidder;
use falsecard_engine::cards::{Seat, seat_name, serialize_seat};
use falsecard_engine::constraint::caller::{CALLS, call, number};
use falsecard_engine::dd::Solver;
use falsecard_engine::text::on_one_line;
use falsecard_engine::work::in_order;
use falsecard_laboratory::records::{BidLesson, BidRecords, CallPrediction, GameRecord};
use falsecard_laboratory::table::CostlyCall;
use falsecard_notation::Game;

/// A call that is less likely than `--below`.
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "SeldomCall")]
pub(in crate::cli) struct Seldom {
    /// The game in its file, from 1.
    game: usize,
    /// Its `[Board]` tag.
    board: String,
    /// Who called.
    #[serde(serialize_with = "serialize_seat")]
    #[schemars(with = "falsecard_engine::cards::SeatLetter")]
    seat: Seat,
    /// His hand.
    hand: String,
    /// The calls before.
    auction: Vec<String>,
    /// His call.
    call: String,
    /// How many champions call so with such a hand, from 0 to 1.
    probability: f64,
    /// What most of them call.
    likeliest: String,
    /// How many of them do, from 0 to 1.
    likeliest_probability: f64,
}

/// How well calls are foretold.
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "CallsForetold")]
pub(in crate::cli) struct Foretold {
    /// Which calls are summed up: `all calls` or `but passes`.
    calls: &'static str,
    /// The number of calls.
    n: usize,
    /// The mean logarithm of their probability, in nats.
    nats: f64,
    /// The standard error of that.
    error: Option<f64>,
    /// How often the call is the likeliest, from 0 to 1.
    first: f64,
    /// How often it is among the three likeliest, from 0 to 1.
    among_three: f64,
}

/// A game of the files: its number, its board, and the bidding.
struct ReadGame {
    number: usize,
    board: String,
    record: GameRecord,
}

/// Goes through the files. How a pair opens is known from all its boards there.
pub(super) fn run(args: &Args, bidder: &Bidder, output: &mut Output) -> Result<Answer> {
    let (mut games, mut calls) = (Vec::new(), BidRecords::default());
    stop_on_ctrl_c();
    let mut auctions: Vec<Named> = Vec::new();
    let left_out = args.each_game(|game| {
        let named = |it| Named { game: game.number(), board: said_board(&game), auction: it };
        auctions.extend(Auctioned::of(&game).map(named));
        if game.is_passed_out() {
            return Ok(!is_interrupted());
        }
        let record = GameRecord::of(&game)?;
        calls.add(&record);
        games.push(ReadGame { number: game.number(), board: said_board(&game), record });
        Ok(!is_interrupted())
    })?;
    let mut prediction = CallPrediction::default();
    let (mut of, mut at) = (usize::MAX, 0);
    for BidLesson { record, choice, call } in calls.lessons() {
        if is_interrupted() {
            break;
        }
        (of, at) = if record == of { (of, at + 1) } else { (record, 0) };
        let shares = bidder.champions().probabilities(&choice);
        prediction.add_call(&shares, call);
        if shares[number(call)] < args.below {
            Seldom::new(&games[record], at, &shares).tell(output)?;
        }
    }
    show_costly(&auctions, bidder, output)?;
    if prediction.kinds().next().is_none() && left_out.is_none() && !is_interrupted() {
        return Err(nothing());
    }
    if output.json {
        for (calls, it) in prediction.kinds() {
            let (n, nats, error) = (it.nats.len(), it.nats.mean(), it.nats.error());
            let (first, among_three) = (it.first.mean(), it.among_three.mean());
            output.json(&Foretold { calls, n, nats, error, first, among_three })?;
        }
    } else {
        tell_calls(&prediction, output)?;
    }
    Ok(left_out.tell())
}

/// The board of a game as its file says it; empty if it does not.
fn said_board(game: &Game) -> String {
    on_one_line(game.tag("Board").unwrap_or_default()).into_owned()
}

/// An auction with the place of its game.
struct Named {
    game: usize,
    board: String,
    auction: Auctioned,
}

/// How many costly calls are shown.
const DEAREST: usize = 40;

/// Tells which call of each side cost it most on each board, the dearest first.
fn show_costly(auctions: &[Named], bidder: &Bidder, output: &mut Output) -> Result<()> {
    let progress = Progress::begin();
    progress.say("the calls that cost most");
    let work = |it: &Named| {
        (!is_interrupted()).then(|| it.auction.costly_calls(bidder, &mut Solver::new()))
    };
    let (mut found, mut done) = (Vec::new(), 0);
    let hand_on = |costly: Vec<CostlyCall>| -> Result<()> {
        let named = &auctions[done];
        done += 1;
        progress.set(done as f64 / auctions.len() as f64);
        for call in costly {
            if output.json {
                output.json(&CostlyLine::new(None, named.game, &call))?;
            } else {
                found.push((named, call));
            }
        }
        Ok(())
    };
    in_order(auctions, work, |_| Ok(()), hand_on)?;
    drop(progress);
    if found.is_empty() {
        return Ok(());
    }
    found.sort_by_key(|(named, call)| (std::cmp::Reverse(call.cost), named.game, call.at));
    output.line("\nThe calls that cost most, as the cards lie, the dearest first:\n")?;
    for (named, call) in found.iter().take(DEAREST) {
        let place = place(&named.board, named.game);
        output.line(format!("{place}: {}", named.auction.told(call, output)))?;
    }
    if found.len() > DEAREST {
        output.line(format!("and {} more, which --json lists", found.len() - DEAREST))?;
    }
    output.line("")
}

/// A board by the name that its file gives it, or by its number.
fn place(board: &str, game: usize) -> String {
    if board.is_empty() { format!("Game {game}") } else { format!("Board {board}") }
}

impl Seldom {
    /// The call of this number in an auction.
    fn new(game: &ReadGame, at: usize, shares: &[f64; CALLS]) -> Self {
        let calls: Vec<_> = game.record.play.bidding().calls().collect();
        let (seat, made) = calls[at];
        let most = (0..CALLS).max_by(|&a, &b| shares[a].total_cmp(&shares[b])).unwrap_or_default();
        Self {
            game: game.number,
            board: game.board.clone(),
            seat,
            hand: game.record.play.deal()[seat].to_string(),
            auction: calls[..at].iter().map(|(_, call)| call.to_string()).collect(),
            call: made.to_string(),
            probability: shares[number(made)],
            likeliest: call(most).to_string(),
            likeliest_probability: shares[most],
        }
    }
}

impl Seldom {
    fn tell(&self, output: &mut Output) -> Result<()> {
        if output.json {
            return output.json(self);
        }
        let board = place(&self.board, self.game);
        let auction = match self.auction.join(" ") {
            none if none.is_empty() => "as the first call".to_owned(),
            calls => format!("after {calls}"),
        };
        let Self { hand, call, likeliest, .. } = self;
        let [own, most] = [self.probability, self.likeliest_probability].map(percent);
        let text = format!(
            "{board}: {} calls {call} {auction} with {hand}: {own}, most {likeliest} ({most})",
            seat_name(self.seat)
        );
        output.line(output.pips(&text))
    }
}
