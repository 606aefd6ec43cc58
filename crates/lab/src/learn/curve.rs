//! How much sooner a pair is known with more of its boards.

use std::collections::{BTreeMap, HashSet};

use rayon::prelude::*;

use super::instrument::Sighted;
use super::split::Split;
use super::style::Style;
use falsecard_engine::cards::Side;
use falsecard_engine::constraint::System;
use falsecard_laboratory::records::{Profile, Record, Sum};

/// The numbers of a pair's first boards that are learned from.
pub const BOARDS: [usize; 8] = [0, 5, 10, 20, 40, 100, 250, 500];

/// A pair's later boards are those after this many, and after those that are learned from.
const EARLIER: usize = 20;

/// The moments looked at.
const AFTER: [usize; 3] = [8, 16, 28];

const SIDES: [Side; 2] = [Side::NorthSouth, Side::EastWest];

/// What the cards of a pair's later boards say, in nats, to a declarer who has learned from this many of its first boards.
#[derive(Debug, Clone, Copy, Default)]
pub struct Learned {
    /// Nats by which the cards make the true deal likelier.
    pub cards: Sum,
    /// How much more that is than without any board of the pair.
    pub gained: Sum,
}

/// The learning curve: what is learned from each number of [`BOARDS`].
///
/// Of each pair with more than 20 boards, the later ones that it defends and that are judged; strangers are the fit that they are judged
/// by. Takes a fit for each pair, split and number of boards.
pub fn learning_curve(
    reads: &[(Record, System)],
    splits: Vec<(Split, Style)>,
) -> [Learned; BOARDS.len()] {
    let records: Vec<&Record> = reads.iter().map(|(record, _)| record).collect();
    let of_split = |(split, style): (Split, Style)| (split.judged.into_iter().collect(), style);
    let strangers: Vec<(HashSet<usize>, Style)> = splits.into_iter().map(of_split).collect();
    let mut pairs: BTreeMap<[&str; 2], Vec<(usize, Side)>> = BTreeMap::new();
    for (at, record) in records.iter().enumerate() {
        for side in SIDES {
            if let Some(pair) = record.pair(side) {
                pairs.entry(pair).or_default().push((at, side));
            }
        }
    }
    let pairs: Vec<Vec<(usize, Side)>> =
        pairs.into_values().filter(|boards| boards.len() > EARLIER).collect();
    let found: Vec<Vec<Nats>> =
        pairs.par_iter().map(|boards| later(boards, reads, &strangers)).collect();
    let mut curve = [Learned::default(); BOARDS.len()];
    for nats in found.into_iter().flatten() {
        for (learned, own) in curve.iter_mut().zip(nats) {
            if let (Some(own), Some(without)) = (own, nats[0]) {
                learned.cards.add(own);
                learned.gained.add(own - without);
            }
        }
    }
    curve
}

/// The nats of the cards at a decision, by the number of boards learned from; none by boards that had not been played yet.
type Nats = [Option<f64>; BOARDS.len()];

/// What is found at the decisions against a pair's later boards.
fn later(
    boards: &[(usize, Side)],
    reads: &[(Record, System)],
    strangers: &[(HashSet<usize>, Style)],
) -> Vec<Nats> {
    let sat: Vec<(&Record, Side)> = boards.iter().map(|&(at, side)| (&reads[at].0, side)).collect();
    let mut found = Vec::new();
    for (judged, style) in strangers {
        let defends = |(_, (at, side)): &(usize, &(usize, Side))| {
            let contract = reads[*at].0.play.bidding().contract();
            judged.contains(at) && contract.declaring_side() != *side
        };
        let own: Vec<_> = boards.iter().enumerate().skip(EARLIER).filter(defends).collect();
        if own.is_empty() {
            continue;
        }
        let known = BOARDS
            .map(|n| Profile::of(&sat[..n.min(sat.len())], style.habits()).among(style.habits()));
        for (number, &(at, side)) in own {
            let (record, agreed) = &reads[at];
            let played = record.play.history().played().len();
            for after in AFTER.into_iter().filter(|after| *after < played) {
                let play = record.after(after);
                if side.has(play.history().decider()) {
                    continue;
                }
                found.push(std::array::from_fn(|at| {
                    let pair = known.get(at).filter(|_| BOARDS[at] <= number)?;
                    let system = style.of_players(agreed.clone()).with_pair(side, pair.clone());
                    Some(Sighted::at(&play, &system)?.cards)
                }));
            }
        }
    }
    found
}
