//! The contract that our bidders reach on a deal, compared with the one that people reached.

use schemars::JsonSchema;
use serde::Serialize;

use falsecard_engine::bidding::{AuctionSoFar, Bidder, bid_out};
use falsecard_engine::cards::{Auction, BySeat, Hand, Seat, Side, hand_points};
use falsecard_engine::dd::{Par, Solver};
use falsecard_engine::play::{Board, DeclaredContract, imps};

/// Two contracts on one deal, compared double dummy.
#[derive(Debug, Clone)]
pub struct ContractComparison {
    /// The auction of our bidders.
    pub auction: Auction,
    /// The contract of our bidders; `None` if all passed.
    pub own: Option<DeclaredContract>,
    /// The contract that people reached.
    pub theirs: DeclaredContract,
    /// What `own` is worth more than `theirs` to the side with more points, in IMPs.
    pub gain: i32,
    /// How far the scores of both contracts are from par.
    pub off_par: OffPar,
}

/// How far contracts are from par, in IMPs.
#[derive(Debug, Clone, Copy, JsonSchema, Serialize)]
pub struct OffPar {
    /// Our contract.
    pub own: i32,
    /// The contract of the file.
    pub theirs: i32,
}

impl ContractComparison {
    /// Has four players bid the deal of a board; `None` if the dealer is not known.
    pub fn of(board: &Board, players: &BySeat<Bidder>, solver: &mut Solver) -> Option<Self> {
        let (bidding, deal) = (board.bidding(), board.deal());
        let (dealer, vulnerability) = (bidding.dealer()?, bidding.vulnerability());
        let hands: BySeat<Hand> = BySeat::from_fn(|seat| deal[seat]);
        let heard = bid_out(players, &hands, AuctionSoFar::new(dealer, vulnerability));
        let table = solver.table(deal);
        let points = |side: Side| -> u8 {
            let seats = Seat::ALL.into_iter().filter(|&seat| side.has(seat));
            seats.map(|seat| hand_points(hands[seat])).sum()
        };
        let (ns, ew) = (Side::NorthSouth, Side::EastWest);
        let side = if points(ns) >= points(ew) { ns } else { ew };
        let score = |contract: DeclaredContract| {
            let tricks = table.tricks(contract.declarer, contract.strain());
            contract.score(tricks, vulnerability, side)
        };
        let (own, theirs) = (heard.contract(), bidding.contract());
        let par = Par::of(&table, dealer, vulnerability).score;
        let par = if side == ns { par } else { -par };
        let scores = [own.map_or(0, score), score(theirs)];
        let [off_own, off_theirs] = scores.map(|score| imps(score - par).abs());
        Some(Self {
            auction: heard.auction().clone(),
            own,
            theirs,
            gain: imps(scores[0] - scores[1]),
            off_par: OffPar { own: off_own, theirs: off_theirs },
        })
    }
}
