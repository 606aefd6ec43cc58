//! Pairs known from their other boards.

use std::sync::OnceLock;

use rayon::prelude::*;

use super::corpus::{GameRecord, names_of};
use super::profile::Profile;
use super::systems::SystemJudge;
use falsecard_engine::cards::{BySeat, Side};
use falsecard_engine::constraint::System;
use falsecard_engine::play::PartialPlay;

/// What the boards of other deals show of a pair.
#[derive(Debug, Clone, Default)]
pub struct KnownPair {
    /// The number of those boards.
    pub boards: usize,
    /// The system by which the pair bids, if it is another than the table's, with its probability.
    pub bids: Option<(String, f64)>,
}

/// Records of games, from which the pairs at a table are known.
pub struct Acquaintance<'a> {
    records: Vec<&'a GameRecord>,
    judge: SystemJudge,
    /// The log-likelihoods of [`SystemJudge::nats`] for each record and side, computed when first
    /// needed.
    nats: Vec<[OnceLock<Vec<f64>>; 2]>,
}

impl<'a> Acquaintance<'a> {
    /// Knows pairs from these records, of tables that play `table`, where a pair may bid by one of
    /// the other systems.
    pub fn new(
        system: &System,
        records: impl IntoIterator<Item = &'a GameRecord>,
        others: Vec<System>,
    ) -> Self {
        let records: Vec<&GameRecord> = records.into_iter().collect();
        let nats = records.iter().map(|_| Default::default()).collect();
        Self { records, judge: SystemJudge::new(system, others), nats }
    }

    /// The system with what the other boards of the pairs at a table show: how their habits depart
    /// from everybody's, and which of the other systems they bid, if that is nearly certain. Boards
    /// of the same deal are left out. Also returns what is known of each side, North-South first. A
    /// system without habits of people stays as it is.
    pub fn at_table(
        &self,
        system: &System,
        players: &BySeat<Option<String>>,
        play: &PartialPlay,
    ) -> (System, [KnownPair; 2]) {
        let Some(everybody) = system.habits() else {
            return (system.clone(), Default::default());
        };
        let is_other = |at: &usize| {
            let dealt = self.records[*at].play.deal();
            play.seats_known().any(|(seat, hand)| dealt[seat] != hand)
        };
        let others: Vec<usize> = (0..self.records.len()).filter(is_other).collect();
        let mut known = system.clone();
        let found = SIDES.map(|side| {
            let Some(pair) = names_of(players, side) else { return KnownPair::default() };
            let sat = others.iter().flat_map(|&at| {
                let is_theirs = move |side: &Side| self.records[at].pair(*side) == Some(pair);
                SIDES.into_iter().filter(is_theirs).map(move |side| (at, side))
            });
            let sat: Vec<(usize, Side)> = sat.collect();
            if sat.is_empty() {
                return KnownPair::default();
            }
            let boards: Vec<(&GameRecord, Side)> =
                sat.iter().map(|&(at, side)| (self.records[at], side)).collect();
            let own = Profile::of(&boards, everybody).among(everybody);
            let bids = self.judge.other(&self.nats(&sat));
            known = known.clone().with_pair(
                side,
                match bids {
                    Some((other, _)) => own.bidding(other.clone()),
                    None => own,
                },
            );
            let bids = bids.map(|(other, share)| (other.name.clone(), share));
            KnownPair { boards: sat.len(), bids }
        });
        (known, found)
    }

    /// The log-likelihood of each system, summed over the boards at which a pair sat.
    fn nats(&self, sat: &[(usize, Side)]) -> Vec<f64> {
        let of_board = |&(at, side): &(usize, Side)| {
            let own = &self.nats[at][usize::from(side == Side::EastWest)];
            own.get_or_init(|| self.judge.nats(self.records[at], side)).clone()
        };
        let boards: Vec<Vec<f64>> = sat.par_iter().map(of_board).collect();
        let add =
            |sum: Vec<f64>, more: Vec<f64>| sum.iter().zip(more).map(|(a, b)| a + b).collect();
        boards.into_iter().reduce(add).unwrap_or_default()
    }
}

const SIDES: [Side; 2] = [Side::NorthSouth, Side::EastWest];

/// The boards of a pair, with the side on which it sat. Its names are in alphabetical order.
pub fn boards_of<'a>(
    pair: [&str; 2],
    records: impl IntoIterator<Item = &'a GameRecord>,
) -> Vec<(&'a GameRecord, Side)> {
    let sat = records.into_iter().flat_map(|record| {
        let is_theirs = move |side: &Side| record.pair(*side) == Some(pair);
        SIDES.into_iter().filter(is_theirs).map(move |side| (record, side))
    });
    sat.collect()
}
