//! The most costly call of each side: where it departed from the auction of our players.

use schemars::JsonSchema;
use serde::Serialize;

use falsecard_engine::bidding::{AuctionSoFar, Bidder, bid_out};
use falsecard_engine::cards::{BySeat, Call, FullDeal, Hand, Seat, Side, serialize_seat};
use falsecard_engine::dd::{Par, Solver, Table};
use falsecard_engine::play::{DeclaredContract, imps};

/// A call that cost its side IMPs, double dummy.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
pub struct CostlyCall {
    /// The number of the call in the auction, from 0.
    pub at: usize,
    /// The caller.
    #[serde(serialize_with = "serialize_seat")]
    #[schemars(with = "falsecard_engine::cards::SeatLetter")]
    pub seat: Seat,
    /// The call made.
    #[serde(serialize_with = "serialize_call")]
    #[schemars(with = "String")]
    pub made: Call,
    /// The call of our player in its place.
    #[serde(serialize_with = "serialize_call")]
    #[schemars(with = "String")]
    pub right: Call,
    /// The contract that our players reach when they bid on from there; `None` if all pass.
    #[serde(skip)]
    pub leads_to: Option<DeclaredContract>,
    /// What the contract scores for the side that our players then reach, and what the contract
    /// scores that was reached.
    pub scores: [i32; 2],
    /// What par scores for the side. What is beyond par would be a gift of the opponents.
    pub par: i32,
    /// The IMPs that it cost: how much worse the contract reached is than the other or, where that
    /// is more than par, than par.
    pub cost: i32,
}

/// The least cost that is reported, in IMPs: as much as an overtrick or two.
const LEAST: i32 = 2;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn serialize_call<S: serde::Serializer>(call: &Call, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(call)
}

/// The most costly call of each side in a finished auction, if it cost 2 IMPs or more. From before
/// each call, our four players bid on with the hands that were dealt. A call costs what their
/// contract is worth more to the side than the contract that was reached, up to par; the most
/// costly call is the one at which most of that is lost.
pub fn costly_calls(
    deal: &FullDeal,
    auction: &AuctionSoFar,
    players: &BySeat<Bidder>,
    solver: &mut Solver,
) -> Vec<CostlyCall> {
    let departures = departures(deal, auction, players);
    if departures.is_empty() {
        return Vec::new();
    }
    let table = solver.table(deal);
    let par = Par::of(&table, auction.dealer(), auction.vulnerability()).score;
    let scores = ContractScores { table, par, auction };
    let sides = [Side::NorthSouth, Side::EastWest].into_iter();
    let costliest = |side: Side| {
        let own = departures.iter().filter(|it| side.has(it.seat));
        let each = own.filter_map(|departure| scores.costly(departure, side));
        each.max_by_key(|(lost, call)| (*lost, std::cmp::Reverse(call.at)))
    };
    sides.filter_map(costliest).map(|(_, call)| call).collect()
}

/// A call that our player would not have made.
struct CallDeparture {
    at: usize,
    seat: Seat,
    made: Call,
    right: Call,
    /// The contracts that our players reach from before the call, and from after it.
    ends: [Option<DeclaredContract>; 2],
}

fn departures(
    deal: &FullDeal,
    auction: &AuctionSoFar,
    players: &BySeat<Bidder>,
) -> Vec<CallDeparture> {
    let hands: BySeat<Hand> = BySeat::from_fn(|seat| deal[seat]);
    let mut heard = AuctionSoFar::new(auction.dealer(), auction.vulnerability());
    let mut departures = Vec::new();
    for (at, (seat, made)) in auction.calls().into_iter().enumerate() {
        let right = players[seat].call(hands[seat], &heard);
        let before = heard.clone();
        heard.push(made, auction.explanations().get(at).cloned().flatten());
        if right != made {
            let end = |from: &AuctionSoFar| bid_out(players, &hands, from.clone()).contract();
            let ends = [end(&before), end(&heard)];
            departures.push(CallDeparture { at, seat, made, right, ends });
        }
    }
    departures
}

/// The double-dummy scores of contracts on a deal.
struct ContractScores<'a> {
    table: Table,
    par: i32,
    auction: &'a AuctionSoFar,
}

impl ContractScores<'_> {
    fn of(&self, contract: Option<DeclaredContract>, side: Side) -> i32 {
        contract.map_or(0, |it| {
            let tricks = self.table.tricks(it.declarer, it.strain());
            it.score(tricks, self.auction.vulnerability(), side)
        })
    }

    /// A departure as a costly call, with what was lost by it alone; `None` if it cost less than
    /// [`LEAST`].
    fn costly(&self, departure: &CallDeparture, side: Side) -> Option<(i32, CostlyCall)> {
        let CallDeparture { at, seat, made, right, ends } = *departure;
        let [before, behind, reached] =
            [ends[0], ends[1], self.auction.contract()].map(|it| self.of(it, side));
        let par = if side == Side::NorthSouth { self.par } else { -self.par };
        let due = before.min(par);
        let (cost, lost) = (imps(due - reached), imps(due - behind));
        let (leads_to, scores) = (ends[0], [before, reached]);
        let call = CostlyCall { at, seat, made, right, leads_to, scores, par, cost };
        let lost = cost.min(lost);
        (lost >= LEAST).then_some((lost, call))
    }
}
