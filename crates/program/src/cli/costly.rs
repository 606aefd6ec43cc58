//! The call that cost a board, for `falsecard review` and `falsecard bid --review`.

use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;

use super::Output;
use crate::wording::call_name;
use crate::wording::objects::ContractLine;
use falsecard_engine::bidding::{AuctionSoFar, Bidder};
use falsecard_engine::cards::{BySeat, Call, FullDeal, Side, Vulnerability, seat_name};
use falsecard_engine::dd::Solver;
use falsecard_engine::play::DeclaredContract;
use falsecard_laboratory::table::{CostlyCall, costly_calls};
use falsecard_notation::Game;

/// A deal with its auction.
#[derive(Debug, Clone)]
pub(super) struct Auctioned {
    deal: FullDeal,
    heard: AuctionSoFar,
}

/// The call of a side that cost it most.
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "CostlyOfSide")]
pub(super) struct CostlyLine<'a> {
    /// The file as it was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) file: Option<&'a str>,
    /// The game in its file, from 1.
    pub(super) game: usize,
    /// A call that cost its side 2 IMPs or more, double dummy.
    pub(super) costly: &'a CostlyCall,
    /// The contract that our players then reach; `null` if they all pass.
    leads_to: Option<ContractLine>,
}

impl Auctioned {
    /// The deal and the auction of a game; `None` unless both are known as a whole.
    pub(super) fn of(game: &Game) -> Option<Self> {
        let mut heard =
            AuctionSoFar::new(game.dealer()?, game.vulnerability().unwrap_or(Vulnerability::NONE));
        for (number, &call) in game.auction().iter().enumerate() {
            let said = game.call_annotation(number).and_then(|it| it.explanation.clone());
            heard.push(call, said);
        }
        let is_whole = heard.turn().is_none();
        game.deal().filter(|_| is_whole).map(|deal| Self { deal, heard })
    }

    /// Of each side the call that cost it most.
    pub(super) fn costly_calls(&self, bidder: &Bidder, solver: &mut Solver) -> Vec<CostlyCall> {
        costly_calls(&self.deal, &self.heard, &BySeat::from_fn(|_| *bidder), solver)
    }

    /// "North's pass after 1♠ P 2♠ P cost 6 IMPs as the cards lie: falsecard bids 4♠, and 4♠ by
    /// North would score +420 for NS; 2♠ by North scores +170."
    pub(super) fn told(&self, costly: &CostlyCall, output: &Output) -> String {
        let CostlyCall { at, seat, made, right, leads_to, scores: [before, reached], par, cost } =
            costly;
        let calls = self.heard.auction().iter().take(*at).map(ToString::to_string).join(" ");
        let after = if calls.is_empty() { String::new() } else { format!(" after {calls}") };
        let side = Side::of(*seat);
        let counted = if before > par { format!(" (par is {par:+})") } else { String::new() };
        let would = ended(*leads_to);
        let is = ended(self.heard.contract());
        output.pips(&format!(
            "{}'s {}{after} cost {cost} IMPs as the cards lie: falsecard {}, and {would} would score {before:+} for \
             {side}{counted}; {is} scores {reached:+}.",
            seat_name(*seat),
            noun(*made),
            calls_so(*right),
        ))
    }
}

impl<'a> CostlyLine<'a> {
    pub(super) fn new(file: Option<&'a str>, game: usize, costly: &'a CostlyCall) -> Self {
        let leads_to = costly.leads_to.as_ref().map(ContractLine::from);
        Self { file, game, costly, leads_to }
    }
}

/// A call in the middle of a sentence: "pass", "2♠".
fn noun(call: Call) -> String {
    match call {
        Call::Bid(bid) => bid.to_string(),
        other => call_name(other).to_lowercase(),
    }
}

/// What somebody does who makes a call: "passes", "bids 2♠".
fn calls_so(call: Call) -> String {
    match call {
        Call::Pass => "passes".to_owned(),
        Call::Bid(bid) => format!("bids {bid}"),
        other => format!("{}s", call_name(other).to_lowercase()),
    }
}

/// How an auction ended.
fn ended(contract: Option<DeclaredContract>) -> String {
    contract.map_or_else(|| "passing the deal out".to_owned(), |it| it.to_string())
}
