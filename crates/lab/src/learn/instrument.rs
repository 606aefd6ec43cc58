//! What beliefs are worth: how likely they make the deal as it really was.

use serde::{Deserialize, Serialize};

use falsecard_engine::belief::{Belief, Evidence, Reader};
use falsecard_engine::cards::{Card, Rank, Seat, hand_points};
use falsecard_engine::constraint::System;
use falsecard_engine::play::{Play, View};
use falsecard_engine::real::Real;
use falsecard_laboratory::records::{DeciderRole, GameRecord, RunningMean, exact};

/// The moments looked at: the first decision when this many cards have been played.
pub const AFTER: [usize; 4] = [1, 8, 16, 28];

/// A belief is clearly worse than none where the facts alone make the truth likelier by this many
/// nats.
const CLEARLY: f64 = 3.0;

/// Points are outside a belief's central share where less than this lies to one side of them.
const TAIL: f64 = 0.005;

/// What was found at one decision.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct DecisionFinding {
    /// Who decides.
    pub decider: DeciderRole,
    /// Nats by which the auction makes the true deal likelier than the facts alone.
    #[serde(with = "exact")]
    pub auction: f64,
    /// Nats by which the cards make it likelier than the auction does.
    #[serde(with = "exact")]
    pub cards: f64,
    /// Honours that he does not see: the share that the auction alone gives the first hidden hand,
    /// and the share by all that is known, and whether it holds the card.
    honours: Vec<([f64; 2], bool)>,
    /// For each hidden hand, whether its points are outside what is believed.
    outside: Vec<bool>,
}

impl DecisionFinding {
    /// Looks at a decision with two hidden hands, by these agreements.
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

/// The logarithm of the probability that a belief gives to the true deal.
fn nats(play: &Play, evidence: &Evidence, belief: &Belief) -> f64 {
    Real::ln(belief.probability(evidence, play.deal()))
}

/// The aces, kings, queens and jacks that hidden hands hold and have not played.
fn honours_out(view: &View) -> impl Iterator<Item = Card> {
    let out = view
        .hidden()
        .into_iter()
        .fold(view.unseen(), |out, seat| out - view.history().cards_of(seat));
    out.into_iter().filter(|card| card.rank >= Rank::J)
}

/// Whether a number of points lies outside the central 99 % of what is believed.
fn is_outside(believed: &[f64; 38], points: u8) -> bool {
    let at = usize::from(points);
    let below: f64 = believed[..at].iter().sum();
    let above: f64 = believed[at + 1..].iter().sum();
    below + believed[at] < TAIL || above + believed[at] < TAIL
}

/// What was found at the decisions of one moment by players of one role.
#[derive(Debug, Clone, Copy, Default)]
pub struct MomentFinding {
    /// Nats of the true deal by the auction, over the facts.
    pub auction: RunningMean,
    /// Nats by the cards, over the auction.
    pub cards: RunningMean,
    /// Nats by both, over the facts.
    pub both: RunningMean,
    /// Of the beliefs, the share that are clearly worse than the facts.
    pub worse: RunningMean,
    /// The log loss for who holds an unseen honour, by the auction and by all that is known.
    pub honours: [RunningMean; 2],
    /// Of the hidden hands, the share whose points are outside what is believed.
    pub outside: RunningMean,
}

impl MomentFinding {
    fn add(&mut self, sighted: &DecisionFinding) {
        self.auction.add(sighted.auction);
        self.cards.add(sighted.cards);
        self.both.add(sighted.auction + sighted.cards);
        let is_worse = sighted.auction + sighted.cards < -CLEARLY;
        self.worse.add(f64::from(u8::from(is_worse)));
        for (shares, is_so) in &sighted.honours {
            for (sum, share) in self.honours.iter_mut().zip(shares) {
                sum.add(-Real::ln(if *is_so { *share } else { 1.0 - share }));
            }
        }
        for outside in &sighted.outside {
            self.outside.add(f64::from(u8::from(*outside)));
        }
    }
}

/// Honours that were believed to be in a place with about the same probability.
#[derive(Debug, Clone, Copy, Default)]
pub struct CalibrationBin {
    /// What was believed.
    pub believed: RunningMean,
    /// How often it was so.
    pub so: RunningMean,
}

/// What was found in the records of a file.
#[derive(Debug, Clone, Default)]
pub struct Findings {
    /// By the moment and the role.
    sights: [[MomentFinding; 3]; AFTER.len()],
    /// Who holds an honour, by all that is known: what was believed and what was so, in tenths.
    pub calibration: [CalibrationBin; 10],
}

impl Findings {
    /// What a record has to show, by these agreements.
    pub fn of(record: &GameRecord, system: &System) -> Vec<Option<DecisionFinding>> {
        let played = record.play.history().played().len();
        let at = |cards: usize| {
            let at = (cards < played).then(|| record.after(cards))?;
            DecisionFinding::at(&at, system)
        };
        AFTER.into_iter().map(at).collect()
    }

    /// Takes in what a record has shown.
    pub fn add(&mut self, shown: &[Option<DecisionFinding>]) {
        for (sights, sighted) in self.sights.iter_mut().zip(shown) {
            let Some(sighted) = sighted else { continue };
            for (sight, role) in sights.iter_mut().zip(DeciderRole::EACH) {
                if role.covers(sighted.decider) {
                    sight.add(sighted);
                }
            }
            for ([_, share], is_so) in &sighted.honours {
                let tenth = &mut self.calibration[((share * 10.0) as usize).min(9)];
                tenth.believed.add(*share);
                tenth.so.add(f64::from(u8::from(*is_so)));
            }
        }
    }

    /// What was found, moment by moment and role by role; nothing of a role without decisions.
    pub fn sights(&self) -> impl Iterator<Item = (usize, DeciderRole, &MomentFinding)> {
        AFTER.into_iter().zip(&self.sights).flat_map(|(after, sights)| {
            let each = DeciderRole::EACH.into_iter().zip(sights);
            let found = each.filter(|(_, sight)| !sight.auction.is_empty());
            found.map(move |(role, sight)| (after, role, sight))
        })
    }
}
