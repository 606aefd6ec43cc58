//! How well imagined players foretell what people did, and what their cards cost.

use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

use super::corpus::Record;
use super::prediction::ChoiceKind;
use super::sums::Sum;
use crate::constraint::System;
use crate::dd::Solver;
use crate::mind::Mind;
use crate::work::stream;

/// The first trick is left out: there a solve costs most.
const CARDS: usize = 4;

/// What imagined players in people's places would have done at decisions of one kind.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub struct InTheirPlace {
    /// The logarithm of the odds that they give to the person's card.
    pub nats: Sum,
    /// The logarithm of the odds of the person's card if all legal cards were as likely.
    pub uniform: Sum,
    /// The double-dummy tricks that their cards give up.
    pub mind: Sum,
    /// The double-dummy tricks that the person's card gave up.
    pub person: Sum,
}

impl InTheirPlace {
    fn take(&mut self, other: &Self) {
        self.nats.take(&other.nats);
        self.uniform.take(&other.uniform);
        self.mind.take(&other.mind);
        self.person.take(&other.person);
    }
}

/// What they would have done, by role and kind of choice.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub struct Minds {
    /// Declarer first, who chooses dummy's cards too; then defenders.
    by_role: [[InTheirPlace; ChoiceKind::EACH.len()]; 2],
}

impl Minds {
    /// Puts imagined players into the places of the players of a record, at so many random decisions from the second trick
    /// on. They play as the system has it and look at so many worlds.
    pub fn of(record: &Record, system: &System, n: usize, worlds: usize, seed: u64) -> Self {
        let mut minds = Self::default();
        let key = record.number as u64;
        let played = record.play.history().played();
        let mut moments: Vec<usize> = (CARDS..played.len()).collect();
        moments.shuffle(&mut stream(seed, &[key, 2]));
        let mut solver = Solver::new();
        let open = moments.into_iter().map(|at| (at, record.after(at)));
        for (at, play) in open.filter(|(_, play)| play.legal().len() > 1).take(n) {
            let view = play.view(play.history().decider());
            let mind = Mind::new(system, worlds);
            let mut rng = stream(seed, &[key, 3, at as u64]);
            let Ok(odds) = mind.odds(&view, &mut solver, &mut rng) else { continue };
            let truth = solver.cards(play.position());
            let cost = |card| f64::from(truth.best() - truth.value(card).unwrap_or(truth.best()));
            let chosen = played[at].card;
            let own: f64 = odds.iter().filter(|(card, _)| *card == chosen).map(|(_, p)| p).sum();
            let role = usize::from(view.contract().declaring_side() != view.side());
            let place = &mut minds.by_role[role][ChoiceKind::of(&play) as usize];
            place.nats.add(own.max(f64::MIN_POSITIVE).ln());
            place.uniform.add(-(play.legal().len() as f64).ln());
            place.mind.add(odds.iter().map(|(card, p)| p * cost(*card)).sum());
            place.person.add(cost(chosen));
        }
        minds
    }

    /// Takes in what another record has shown.
    pub fn add(&mut self, other: &Self) {
        let both = self.by_role.iter_mut().flatten().zip(other.by_role.iter().flatten());
        both.for_each(|(own, more)| own.take(more));
    }

    /// What there is of each kind of choice, with the role's name.
    pub fn each(&self) -> impl Iterator<Item = (&'static str, ChoiceKind, &InTheirPlace)> {
        let roles = ["declarer", "defender"].into_iter().zip(&self.by_role);
        let each = roles.flat_map(|(role, kinds)| {
            ChoiceKind::EACH.into_iter().zip(kinds).map(move |(kind, place)| (role, kind, place))
        });
        each.filter(|(_, _, place)| !place.nats.is_empty())
    }

    /// All of a role's decisions together: declarer's, or the defenders'.
    pub fn role(&self, defends: bool) -> InTheirPlace {
        let mut all = InTheirPlace::default();
        self.by_role[usize::from(defends)].iter().for_each(|place| all.take(place));
        all
    }

    /// Each kind of choice of each role, and then all of a role together, with the names of both.
    pub fn rows(&self) -> Vec<(&'static str, &'static str, InTheirPlace)> {
        let kinds = self.each().map(|(role, kind, place)| (role, kind.name(), *place));
        let roles = [("declarer", false), ("defender", true)];
        let roles = roles.map(|(role, defends)| (role, "all", self.role(defends)));
        kinds.chain(roles.into_iter().filter(|(_, _, place)| !place.nats.is_empty())).collect()
    }

    /// Whether nothing was asked.
    pub fn is_empty(&self) -> bool {
        self.each().next().is_none()
    }
}
