//! The result of practice.

use rayon::prelude::*;
use serde::Serialize;

use super::board::{PracticeBoard, SolvedDeal};
use super::table::PracticeAuction;
use falsecard_engine::bidding::{BidNetwork, LikelyCall, commonest};
use falsecard_engine::cards::Call;
use falsecard_engine::dd::Par;
use falsecard_engine::play::imps;
use falsecard_engine::work::Interval;

/// What practice gained, in IMPs per deal, double dummy. Each player makes the call to which he is
/// most inclined.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct PracticeResult {
    /// The distance from par of four players after practice.
    pub from_par: Interval,
    /// The distance from par of four players before practice.
    pub from_par_before: Interval,
    /// By how much practice has reduced the distance from par.
    pub nearer: Interval,
    /// The gain of players after practice against players before it, in a team match: each deal is
    /// bid in two rooms.
    pub won: Interval,
}

impl PracticeResult {
    /// Compares two networks on deals that should not have been practised on.
    pub fn of(after: &BidNetwork, before: &BidNetwork, deals: &[SolvedDeal]) -> Self {
        let each: Vec<[f64; 4]> = deals
            .par_iter()
            .enumerate()
            .map(|(number, deal)| {
                let board = PracticeBoard::plain(deal, number + 1);
                let score = |players| PracticeAuction::of(&board, players, most_inclined).score;
                let par = Par::of(&deal.table, board.dealer, board.vulnerability).score;
                let [own, theirs] = [[after; 2], [before; 2]]
                    .map(|players| f64::from(imps(score(players) - par).abs()));
                let won = imps(score([after, before]) - score([before, after]));
                [own, theirs, theirs - own, f64::from(won)]
            })
            .collect();
        let of = |figure: usize| {
            Interval::of(&each.iter().map(|figures| figures[figure]).collect::<Vec<_>>())
        };
        Self { from_par: of(0), from_par_before: of(1), nearer: of(2), won: of(3) }
    }
}

fn most_inclined(open: &[LikelyCall]) -> Call {
    let mut calls = open.to_vec();
    calls.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    commonest(&calls).call
}
