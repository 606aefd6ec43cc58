//! `falsecard bid --review`: the calls of files that champions seldom make.

use miette::{Report, Result};
use serde::Serialize;

use super::{Args, ending, nothing};
use crate::bidding::{Bidder, CallChoice, Heard};
use crate::cards::{Seat, seat_name, serialize_seat};
use crate::cli::learn::tell_calls;
use crate::cli::settings::{is_interrupted, stop_on_ctrl_c};
use crate::cli::{Answer, Output};
use crate::learn::CallPrediction;
use crate::notation::Game;
use crate::play::Board;
use crate::wording::percent;

/// A call that champions seldom make, as one line of `--json`.
#[derive(Serialize)]
struct Seldom {
    game: usize,
    board: String,
    #[serde(serialize_with = "serialize_seat")]
    seat: Seat,
    hand: String,
    auction: Vec<String>,
    call: String,
    probability: f64,
    likeliest: String,
    likeliest_probability: f64,
}

/// How well all calls are foretold, as the last lines of `--json`.
#[derive(Serialize)]
struct Foretold {
    calls: &'static str,
    n: usize,
    nats: f64,
    error: Option<f64>,
    first: f64,
    among_three: f64,
}

/// Goes through the files.
pub(super) fn run(args: &Args, bidder: &Bidder, output: &mut Output) -> Result<Answer> {
    let mut troubles: Vec<Report> = Vec::new();
    let mut prediction = CallPrediction::default();
    stop_on_ctrl_c();
    args.each_game(&mut troubles, |game| {
        if let Ok(board) = game.board() {
            prediction.add(&CallPrediction::by(&board, |seen, hand| {
                bidder.network.probabilities(&CallChoice::new(seen.clone(), hand))
            }));
            for seldom in seldom(&game, &board, bidder, args.below) {
                seldom.tell(output)?;
            }
        }
        Ok(!is_interrupted())
    })?;
    if prediction.kinds().next().is_none() && troubles.is_empty() {
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
    Ok(ending(&troubles))
}

/// The calls of a board that are less likely than this.
fn seldom(game: &Game, board: &Board, bidder: &Bidder, below: f64) -> Vec<Seldom> {
    let bidding = board.bidding();
    let Some(dealer) = bidding.dealer() else { return Vec::new() };
    let mut heard = Heard::new(dealer, bidding.vulnerability());
    let mut found = Vec::new();
    for (at, (seat, call)) in bidding.calls().enumerate() {
        let hand = board.deal()[seat];
        let calls = bidder.calls(hand, &heard);
        let own = calls.iter().find(|it| it.call == call);
        if let Some(own) = own.filter(|own| own.probability < below) {
            found.push(Seldom {
                game: game.number(),
                board: game.tag("Board").unwrap_or_default().to_owned(),
                seat,
                hand: hand.to_string(),
                auction: heard.auction().iter().map(ToString::to_string).collect(),
                call: call.to_string(),
                probability: own.probability,
                likeliest: calls[0].call.to_string(),
                likeliest_probability: calls[0].probability,
            });
        }
        let told = bidding.explanations().get(at).cloned().flatten();
        if !heard.push(call, told) {
            break;
        }
    }
    found
}

impl Seldom {
    fn tell(&self, output: &mut Output) -> Result<()> {
        if output.json {
            return output.json(self);
        }
        let board = match self.board.as_str() {
            "" => format!("Game {}", self.game),
            board => format!("Board {board}"),
        };
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
