//! What beliefs are worth: how likely they make the true deal.

use serde::{Deserialize, Serialize};

use falsecard_engine::belief::{Belief, Evidence, Reader};
use falsecard_engine::cards::{Card, Rank, Seat, hand_points};
use falsecard_engine::constraint::System;
use falsecard_engine::play::{Play, View};
use falsecard_engine::real::Real;
use falsecard_laboratory::records::{DeciderRole, GameRecord, RunningMean, exact};

/// The moments at which beliefs are measured: the first decision after this many cards.
pub const AFTER: [usize; 4] = [1, 8, 16, 28];

/// A belief is clearly worse than none if the facts alone make the true deal likelier by this many
/// nats.
const CLEARLY: f64 = 3.0;

/// A hand's points are outside a belief's central share if less probability than this lies on one
/// side of them.
const TAIL: f64 = 0.005;

/// What a belief was worth at one decision.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct DecisionFinding {
    /// The role of the player who decides.
    pub decider: DeciderRole,
    /// The nats by which the auction makes the true deal likelier than the facts alone.
    #[serde(with = "exact")]
    pub auction: f64,
    /// The nats by which the cards make the true deal likelier than the auction does.
    #[serde(with = "exact")]
    pub cards: f64,
    /// For each unseen honour, the probability that the first hidden hand holds it, by the auction
    /// alone and by all evidence, and whether it does.
    honours: Vec<([f64; 2], bool)>,
    /// For each hidden hand, whether its points are outside the belief's central share.
    outside: Vec<bool>,
}

impl DecisionFinding {
    /// Measures the belief at a decision with two hidden hands, under these agreements; `None` if
    /// there is no such belief.
    pub fn at(play: &Play, system: &System) -> Option<Self> {
        let view = play.view(play.history().decider());
        let hidden = view.hidden();
        let [first, _] = hidden[..] else { return None };
        let facts = Evidence::facts(&view);
        let auction = Evidence::of_auction(&view, system);
        let cards = Evidence::of(&view, system, Reader::AtTheTable);
        let beliefs = [&facts, &auction, &cards].map(|evidence| Belief::new(evidence).ok());
        let [Some(by_facts), Some(by_auction), Some(by_cards)] = beliefs else { return None };
        let nats = |belief: &Belief, evidence: &Evidence| nats(play, evidence, belief);
        let facts = nats(&by_facts, &facts);
        let auction = nats(&by_auction, &auction);
        let cards = nats(&by_cards, &cards);
        let unseen: Vec<Card> = honours_out(&view).collect();
        let share = |belief: &Belief, card: Card| {
            // Of shares that are estimated none is sure.
            let least = belief.effective_size().map_or(0.0, |layouts| 0.5 / layouts);
            belief.owner(card)[first].clamp(least, 1.0 - least)
        };
        let honours = unseen.into_iter().map(|card| {
            let shares = [share(&by_auction, card), share(&by_cards, card)];
            (shares, play.deal()[first].contains(card))
        });
        let outside =
            |&seat: &Seat| is_outside(&by_cards.points(seat), hand_points(play.deal()[seat]));
        Some(Self {
            auction: auction - facts,
            cards: cards - auction,
            honours: honours.collect(),
            outside: hidden.iter().map(outside).collect(),
            decider: DeciderRole::of(&view),
        })
    }
}

/// The log-probability of the true deal under a belief.
fn nats(play: &Play, evidence: &Evidence, belief: &Belief) -> f64 {
    Real::ln(belief.probability(evidence, play.deal()))
}

/// The aces, kings, queens and jacks that hidden hands still hold.
fn honours_out(view: &View) -> impl Iterator<Item = Card> {
    let out = view
        .hidden()
        .into_iter()
        .fold(view.unseen(), |out, seat| out - view.history().cards_of(seat));
    out.into_iter().filter(|card| card.rank >= Rank::J)
}

/// Whether a hand's points lie outside the central 99 % of a belief, given as probabilities of 0 to
/// 37 points.
fn is_outside(believed: &[f64; 38], points: u8) -> bool {
    let at = usize::from(points);
    let below: f64 = believed[..at].iter().sum();
    let above: f64 = believed[at + 1..].iter().sum();
    below + believed[at] < TAIL || above + believed[at] < TAIL
}

/// What beliefs were worth at one moment to players of one role.
#[derive(Debug, Clone, Copy, Default)]
pub struct MomentFinding {
    /// The nats of the true deal by the auction, over the facts.
    pub auction: RunningMean,
    /// The nats of the true deal by the cards, over the auction.
    pub cards: RunningMean,
    /// The nats of the true deal by auction and cards, over the facts.
    pub both: RunningMean,
    /// The share of beliefs that are clearly worse than the facts.
    pub worse: RunningMean,
    /// The log loss for the holder of an unseen honour, by the auction and by all evidence.
    pub honours: [RunningMean; 2],
    /// The share of hidden hands with points outside the belief's central share.
    pub outside: RunningMean,
}

impl MomentFinding {
    fn add(&mut self, finding: &DecisionFinding) {
        self.auction.add(finding.auction);
        self.cards.add(finding.cards);
        self.both.add(finding.auction + finding.cards);
        let is_worse = finding.auction + finding.cards < -CLEARLY;
        self.worse.add(f64::from(u8::from(is_worse)));
        for (shares, is_so) in &finding.honours {
            for (sum, share) in self.honours.iter_mut().zip(shares) {
                sum.add(-Real::ln(if *is_so { *share } else { 1.0 - share }));
            }
        }
        for outside in &finding.outside {
            self.outside.add(f64::from(u8::from(*outside)));
        }
    }
}

/// A bin of the calibration: unseen honours with similar believed probabilities.
#[derive(Debug, Clone, Copy, Default)]
pub struct CalibrationBin {
    /// The believed probability.
    pub believed: RunningMean,
    /// How often the honour was there.
    pub so: RunningMean,
}

/// What beliefs were worth in the records of a file.
#[derive(Debug, Clone, Default)]
pub struct BeliefFindings {
    /// The findings by moment and role.
    moments: [[MomentFinding; 3]; AFTER.len()],
    /// The calibration of the holders of honours by all evidence, in ten bins of believed
    /// probability.
    pub calibration: [CalibrationBin; 10],
}

impl BeliefFindings {
    /// The findings of a record at each of [`AFTER`], under these agreements.
    pub fn of(record: &GameRecord, system: &System) -> Vec<Option<DecisionFinding>> {
        let played = record.play.history().played().len();
        let at = |cards: usize| {
            let at = (cards < played).then(|| record.after(cards))?;
            DecisionFinding::at(&at, system)
        };
        AFTER.into_iter().map(at).collect()
    }

    /// Adds the findings of a record.
    pub fn add(&mut self, shown: &[Option<DecisionFinding>]) {
        for (moments, finding) in self.moments.iter_mut().zip(shown) {
            let Some(finding) = finding else { continue };
            for (moment, role) in moments.iter_mut().zip(DeciderRole::EACH) {
                if role.covers(finding.decider) {
                    moment.add(finding);
                }
            }
            for ([_, share], is_so) in &finding.honours {
                let tenth = &mut self.calibration[((share * 10.0) as usize).min(9)];
                tenth.believed.add(*share);
                tenth.so.add(f64::from(u8::from(*is_so)));
            }
        }
    }

    /// The findings by moment and role, with the number of cards played; roles without decisions
    /// are left out.
    pub fn moments(&self) -> impl Iterator<Item = (usize, DeciderRole, &MomentFinding)> {
        AFTER.into_iter().zip(&self.moments).flat_map(|(after, moments)| {
            let each = DeciderRole::EACH.into_iter().zip(moments);
            let found = each.filter(|(_, moment)| !moment.auction.is_empty());
            found.map(move |(role, moment)| (after, role, moment))
        })
    }
}
