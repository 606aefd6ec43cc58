//! The price of cards: how many double-dummy tricks a card gives up that is chosen by a belief,
//! with the cards as they lay.

use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

use falsecard_engine::belief::{Belief, Evidence, Reader};
use falsecard_engine::cards::Card;
use falsecard_engine::constraint::System;
use falsecard_engine::dd::{CardValues, Solver};
use falsecard_engine::play::Play;
use falsecard_engine::work::stream;
use falsecard_laboratory::records::{DeciderRole, GameRecord, RunningMean};

/// The number of cards before which no decision is priced, since solving is slowest there and
/// decisions differ least.
const CARDS: usize = 12;

/// The number of worlds over which cards are compared.
const WORLDS: usize = 24;

/// A value for each kind of evidence by which a card may be chosen, and for the person's own
/// choice.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub struct BeliefSources<T> {
    /// The hard facts alone.
    pub facts: T,
    /// The facts and the auction.
    pub auction: T,
    /// The facts, the auction and the natural meaning of cards, without signals.
    pub natural: T,
    /// All evidence, signals included.
    pub cards: T,
    /// The person at the table.
    pub person: T,
}

impl<T> BeliefSources<T> {
    /// The five values, in the order of the fields.
    pub fn each(&self) -> [&T; 5] {
        [&self.facts, &self.auction, &self.natural, &self.cards, &self.person]
    }
}

/// The double-dummy tricks that the cards by each kind of evidence cost at one decision.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct DecisionCost {
    decider: DeciderRole,
    cost: BeliefSources<f64>,
}

/// The mean double-dummy tricks given up, by role and kind of evidence.
#[derive(Debug, Clone, Copy, Default)]
pub struct TrickCosts {
    by_role: [BeliefSources<RunningMean>; 3],
    /// By role: how many more tricks than the person's card the card by all evidence gives up.
    than_person: [RunningMean; 3],
}

impl TrickCosts {
    /// Adds the costs of a decision.
    pub fn add(&mut self, DecisionCost { decider, cost }: &DecisionCost) {
        let by_role = self.by_role.iter_mut().zip(&mut self.than_person);
        for ((sums, than_person), role) in by_role.zip(DeciderRole::EACH) {
            if role.covers(*decider) {
                sums.facts.add(cost.facts);
                sums.auction.add(cost.auction);
                sums.natural.add(cost.natural);
                sums.cards.add(cost.cards);
                sums.person.add(cost.person);
                than_person.add(cost.cards - cost.person);
            }
        }
    }

    /// The number of decisions.
    pub const fn len(&self) -> usize {
        self.by_role[0].person.len()
    }

    /// Whether there are no decisions.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The means of each role with decisions, and how many more tricks than the person's card the
    /// card by all evidence gives up.
    pub fn roles(
        &self,
    ) -> impl Iterator<Item = (DeciderRole, &BeliefSources<RunningMean>, &RunningMean)> {
        let sums = self.by_role.iter().zip(&self.than_person);
        let each = DeciderRole::EACH.into_iter().zip(sums);
        each.filter(|(_, (_, sum))| !sum.is_empty()).map(|(role, (sums, sum))| (role, sums, sum))
    }

    /// The costs of a random decision of a record, among those from the fourth trick on at which
    /// cards differ double dummy; `None` if there is none.
    pub fn of(record: &GameRecord, system: &System, seed: u64) -> Option<DecisionCost> {
        let decision = PricedDecision::of(record, seed)?;
        let view = decision.play.view(decision.play.history().decider());
        let cost = |evidence: Evidence| decision.cost(&evidence);
        let ignored = Evidence::of(&view, system, Reader::IgnoringSignals);
        let costs = BeliefSources {
            facts: cost(Evidence::facts(&view)),
            auction: cost(Evidence::of_auction(&view, system)),
            natural: cost(ignored),
            cards: cost(Evidence::of(&view, system, Reader::AtTheTable)),
            person: given_up(&decision.truth, decision.chosen),
        };
        Some(DecisionCost { decider: DeciderRole::of(&view), cost: costs })
    }
}

/// A decision of a record at which cards differ double dummy.
struct PricedDecision {
    play: Play,
    chosen: Card,
    truth: CardValues,
    /// The seed and the number of the board, which key the random stream.
    key: (u64, u64),
}

impl PricedDecision {
    /// A random decision of this kind; `None` if the record has none.
    fn of(record: &GameRecord, seed: u64) -> Option<Self> {
        let key = (seed, record.number as u64);
        let played = record.play.history().played();
        let mut moments: Vec<usize> = (CARDS..played.len()).collect();
        moments.shuffle(&mut stream(seed, &[key.1]));
        let mut solver = Solver::new();
        moments.into_iter().find_map(|at| {
            let play = record.after(at);
            if play.legal().len() < 2 {
                return None;
            }
            let truth = solver.cards(play.position());
            let chosen = played[at].card;
            (truth.optimal() != truth.legal()).then_some(Self { play, chosen, truth, key })
        })
    }

    /// The tricks that the card chosen by this evidence gives up.
    fn cost(&self, evidence: &Evidence) -> f64 {
        let belief = Belief::new(evidence).ok();
        belief.map_or(0.0, |belief| by_worlds(&belief, &self.play, &self.truth, self.key))
    }
}

/// The double-dummy tricks that a card gives up.
fn given_up(truth: &CardValues, card: Card) -> f64 {
    f64::from(truth.best() - truth.value(card).unwrap_or_else(|| truth.best()))
}

/// The double-dummy tricks that the best card over worlds of a belief gives up; the mean, if
/// several are equally good.
fn by_worlds(belief: &Belief, play: &Play, truth: &CardValues, (seed, key): (u64, u64)) -> f64 {
    let mut rng = stream(seed, &[key, 1]);
    let mut solver = Solver::new();
    let mut sums: Vec<(Card, u32)> = truth.iter().map(|(card, _)| (card, 0)).collect();
    for world in belief.spread(&mut rng).take(WORLDS) {
        let Some(position) = play.history().position(&world) else { continue };
        let values = solver.cards(&position);
        for (card, sum) in &mut sums {
            *sum += u32::from(values.value(*card).unwrap_or_default());
        }
    }
    let most = sums.iter().map(|(_, sum)| *sum).max();
    let best = sums.iter().filter(|(_, sum)| Some(*sum) == most);
    let mut mean = RunningMean::default();
    best.for_each(|(card, _)| mean.add(given_up(truth, *card)));
    mean.mean()
}
