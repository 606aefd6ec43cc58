//! How well imagined players predict people's cards, and what their own cards cost.

use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

use super::inquiry::Inquiry;
use super::prediction::ChoiceKind;

use falsecard_engine::cards::Card;
use falsecard_engine::constraint::System;
use falsecard_engine::dd::{CardValues, Solver};
use falsecard_engine::mind::Mind;
use falsecard_engine::real::Real;
use falsecard_engine::work::stream;
use falsecard_laboratory::records::{GameRecord, RunningMean};

/// The number of cards left out at the beginning, where solving is slowest.
const CARDS: usize = 4;

/// The prediction of imagined players in people's places, over decisions of one kind.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct MindPrediction {
    /// The log-probability that they give to the person's card.
    pub nats: RunningMean,
    /// The log-probability that they give to the suit of the person's card.
    pub suit: RunningMean,
    /// The share of decisions at which the person's card is the likeliest to them.
    pub first: RunningMean,
    /// The log-probability of the person's card if all legal cards were equally likely.
    pub uniform: RunningMean,
    /// The double-dummy tricks that their cards give up, per decision.
    pub mind: RunningMean,
    /// The double-dummy tricks that the person's card gave up.
    pub person: RunningMean,
}

impl MindPrediction {
    /// Adds a decision, given the probability of each card and its double-dummy value.
    fn add(&mut self, odds: &[(Card, f64)], chosen: Card, open: &CardValues) {
        let share = |is_it: &dyn Fn(Card) -> bool| -> f64 {
            odds.iter().filter(|(card, _)| is_it(*card)).map(|(_, odds)| odds).sum()
        };
        let cost = |card: Card| f64::from(open.best() - open.value(card).unwrap_or(open.best()));
        let own = share(&|card| card == chosen);
        let most = odds.iter().map(|(_, odds)| *odds).fold(0.0, f64::max);
        self.nats.add(Real::ln(own.max(f64::MIN_POSITIVE)));
        self.suit.add(Real::ln(share(&|card| card.suit == chosen.suit).max(f64::MIN_POSITIVE)));
        self.first.add(f64::from(own >= most));
        self.uniform.add(-Real::ln(open.legal().len() as f64));
        self.mind.add(odds.iter().map(|(card, odds)| odds * cost(*card)).sum());
        self.person.add(cost(chosen));
    }

    fn take(&mut self, other: &Self) {
        self.nats.take(&other.nats);
        self.suit.take(&other.suit);
        self.first.take(&other.first);
        self.uniform.take(&other.uniform);
        self.mind.take(&other.mind);
        self.person.take(&other.person);
    }
}

/// The predictions of imagined players, by role and kind of choice.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Minds {
    /// Declarer's, who chooses dummy's cards too, and the defenders'; each by kind of choice.
    by_role: [[MindPrediction; ChoiceKind::EACH.len()]; 2],
}

impl Minds {
    /// Asks imagined players in people's places at random decisions of a record, from the second
    /// trick on.
    pub fn of(record: &GameRecord, system: &System, inquiry: &Inquiry) -> Self {
        let Inquiry { minds: n, mind_worlds, mind_by: by, seed, .. } = *inquiry;
        let mut minds = Self::default();
        let key = record.number as u64;
        let played = record.play.history().played();
        let mut moments: Vec<usize> = (CARDS..played.len()).collect();
        moments.shuffle(&mut stream(seed, &[key, 2]));
        let mut solver = Solver::new();
        let open = moments.into_iter().map(|at| (at, record.after(at)));
        for (at, play) in open.filter(|(_, play)| play.legal().len() > 1).take(n) {
            let view = play.view(play.history().decider());
            let mind = Mind { by, ..Mind::new(system, mind_worlds) };
            let mut rng = stream(seed, &[key, 3, at as u64]);
            let Ok(odds) = mind.odds(&view, &mut solver, &mut rng) else { continue };
            let role = usize::from(view.contract().declaring_side() != view.side());
            let place = &mut minds.by_role[role][ChoiceKind::of(&play) as usize];
            place.add(&odds, played[at].card, &solver.cards(play.position()));
        }
        minds
    }

    /// Adds the predictions of another record.
    pub fn add(&mut self, other: &Self) {
        let both = self.by_role.iter_mut().flatten().zip(other.by_role.iter().flatten());
        both.for_each(|(own, more)| own.take(more));
    }

    /// The predictions by kind of choice, with the role's name; kinds without decisions are left
    /// out.
    pub fn each(&self) -> impl Iterator<Item = (&'static str, ChoiceKind, &MindPrediction)> {
        let roles = ["declarer", "defender"].into_iter().zip(&self.by_role);
        let each = roles.flat_map(|(role, kinds)| {
            ChoiceKind::EACH.into_iter().zip(kinds).map(move |(kind, place)| (role, kind, place))
        });
        each.filter(|(_, _, place)| !place.nats.is_empty())
    }

    /// The prediction over all decisions of declarer, or of the defenders.
    pub fn role(&self, defends: bool) -> MindPrediction {
        let mut all = MindPrediction::default();
        self.by_role[usize::from(defends)].iter().for_each(|place| all.take(place));
        all
    }

    /// The predictions by role and kind of choice, and of each role together, with the names of
    /// both.
    pub fn rows(&self) -> Vec<(&'static str, &'static str, MindPrediction)> {
        let kinds = self.each().map(|(role, kind, place)| (role, kind.name(), place.clone()));
        let roles = [("declarer", false), ("defender", true)];
        let roles = roles.map(|(role, defends)| (role, "all", self.role(defends)));
        kinds.chain(roles).filter(|(_, _, place)| !place.nats.is_empty()).collect()
    }

    /// Whether there is no decision.
    pub fn is_empty(&self) -> bool {
        self.each().next().is_none()
    }
}
