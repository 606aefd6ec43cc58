//! Candidates are played out in worlds until it is clear which is best, or time or worlds run out.

use std::iter::once;

use super::Question;
use super::allocation::{Allocation, Pulls};
use super::decision::Trial;
use super::playout::Cast;
use super::posterior::{Likeness, believed, leader, regret};
use super::rows::Rows;
use super::sample::Sample;
use super::scoring::{Figures, Judge, Measure};
use super::tally::{Prior, Tally};
use crate::belief::NoBelief;
use crate::carding::{Tells, Utterance};
use crate::cards::{Card, Rank};
use crate::mind::own_choice;
use crate::play::Play;
use crate::work::{Clock, FEWEST, on_all_threads, purpose, stream};

/// A candidate and what became of it in the first worlds.
struct Arm {
    card: Card,
    /// Its column in the double-dummy assessment.
    column: usize,
    /// Whether it tells the truth, where minimax's card does and an agreed signal speaks of its suit.
    tells: Option<Tells>,
    /// The tricks that the decider's side still took, one number a world.
    tricks: Vec<u8>,
}

/// The candidates of a decision on their way through the playouts.
pub(super) struct Contest<'a> {
    question: &'a Question<'a>,
    judge: &'a Judge,
    /// The worlds that candidates may be played out in.
    worlds: Vec<Play>,
    cast: Cast<'a>,
    clock: Clock<'a>,
    arms: Vec<Arm>,
    /// Which of them are of one row.
    rows: Rows,
    /// The agreed signal by which minimax's card tells the truth.
    said: Option<Utterance>,
}

/// How long to go on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effort {
    /// The playouts of all candidates together, those of earlier runs included.
    pub(super) playouts: usize,
    /// Stop when less than so much is expected to be lost by stopping; 0 is never.
    pub(super) regret: f64,
}

/// Playouts are handed out in portions of this many, between which the standings are looked at.
pub(super) const AT_ONCE: usize = 8;

impl<'a> Contest<'a> {
    /// No playouts yet; `columns` are the candidates, minimax's card first.
    pub(super) fn new(
        question: &'a Question<'a>,
        sample: &'a Sample,
        columns: &[usize],
        worlds: usize,
        clock: Clock<'a>,
    ) -> Self {
        let cards = sample.assessment.cards();
        let cards: Vec<Card> = columns.iter().map(|&column| cards[column]).collect();
        let first = cards.first().copied();
        let said = first.and_then(|first| signal(question, sample, first));
        let tells = |card: Card| {
            let said = said.filter(|_| Some(card.suit) == first.map(|first| first.suit))?;
            Some(said.tells(card.rank))
        };
        let arm = |(&column, &card)| Arm { card, column, tells: tells(card), tricks: Vec::new() };
        let arms: Vec<Arm> = columns.iter().zip(&cards).map(arm).collect();
        Self {
            question,
            judge: &sample.judge,
            worlds: sample.plays(question.view, worlds),
            cast: Cast::of(question, clock),
            clock,
            said,
            rows: rows(&arms, &sample.judge),
            arms,
        }
    }

    /// Plays out what the allocation asks for.
    pub(super) fn run(
        &mut self,
        allocation: &dyn Allocation,
        effort: Effort,
    ) -> Result<(), NoBelief> {
        self.run_watched(allocation, effort, &|_| ())
    }

    /// Runs the contest, and shows `watch` the standings after every portion of playouts.
    pub(super) fn run_watched(
        &mut self,
        allocation: &dyn Allocation,
        effort: Effort,
        watch: &dyn Fn(&Self),
    ) -> Result<(), NoBelief> {
        let mut rng = stream(self.question.settings.seed, &[purpose::ALLOCATION]);
        let mut done: usize = self.arms.iter().map(|arm| arm.tricks.len()).sum();
        while self.arms.len() > 1 && done < effort.playouts && !self.clock.is_up() {
            let tally = self.tally();
            if done > 0 && self.is_enough(&tally, effort) {
                break;
            }
            let mut picks: Vec<usize> = Vec::new();
            let mut given: Vec<usize> = self.arms.iter().map(|arm| arm.tricks.len()).collect();
            while picks.len() < AT_ONCE.min(effort.playouts - done) {
                let most = self.worlds.len();
                let pulls = Pulls { tally: &tally, given: &given, most, total: effort.playouts };
                if pulls.open().next().is_none() {
                    break;
                }
                let arm = allocation.next(&pulls, &mut rng);
                given[arm] += 1;
                picks.push(arm);
            }
            if picks.is_empty() {
                break;
            }
            self.play(&picks)?;
            done += picks.len();
            (self.question.progress)(done as f64 / effort.playouts as f64);
            watch(self);
        }
        Ok(())
    }

    /// Whether little can be lost by stopping. As long as there are time and worlds, minimax's card is not overruled by a handful of
    /// playouts, however clear they look: so few do not show how much they may vary.
    fn is_enough(&self, tally: &Tally, effort: Effort) -> bool {
        let gains = believed(tally);
        let best = leader(&gains);
        let rests = best == 0 || self.arms[best].tricks.len() >= FEWEST.min(self.worlds.len());
        rests && regret(&gains, tally.rows()) < effort.regret
    }

    /// Plays each pick out in the next world of its candidate. Playouts that the clock broke off
    /// are dropped, and with them the later ones of the same candidate: worlds stay in order.
    fn play(&mut self, picks: &[usize]) -> Result<(), NoBelief> {
        let mut next: Vec<usize> = self.arms.iter().map(|arm| arm.tricks.len()).collect();
        let jobs: Vec<(usize, usize)> = picks
            .iter()
            .map(|&arm| {
                next[arm] += 1;
                (arm, next[arm] - 1)
            })
            .collect();
        let (arms, worlds, cast) = (&self.arms, &self.worlds, &self.cast);
        let results = on_all_threads(&jobs, |&(arm, world), solver| {
            cast.play_out(&worlds[world], arms[arm].card, world, solver)
        });
        let side = self.cast.side();
        let before = self.question.view.history().tricks_won(side);
        for (&(arm, world), result) in jobs.iter().zip(results) {
            if let Some(play) = result?
                && self.arms[arm].tricks.len() == world
            {
                self.arms[arm].tricks.push(play.history().tricks_won(side) - before);
            }
        }
        Ok(())
    }

    /// The standings.
    pub(super) fn tally(&self) -> Tally {
        let (share, stake) = (self.question.settings.best_defence, self.judge.scale().stake);
        let mut tally = Tally::new(self.priors(), self.rows.clone(), share, stake);
        let scores = controlled(&self.measured(Measure::By(self.judge.scoring())));
        for (index, scores) in scores.into_iter().enumerate() {
            tally.set(index, scores);
        }
        tally
    }

    fn priors(&self) -> Vec<Prior> {
        let Some((first, others)) = self.arms.split_first() else { return Vec::new() };
        let (best, scale) = (self.judge.mean(first.column), self.judge.scale());
        let prior = |(index, arm): (usize, &Arm)| {
            let price = (self.judge.mean(arm.column) - best).min(0.0);
            let prior = Prior::of(price, self.likeness(arm, first), scale);
            if self.rows.is_face(index) { prior } else { prior.behind_face(scale) }
        };
        once(Prior::REFERENCE).chain((1..).zip(others).map(prior)).collect()
    }

    fn likeness(&self, arm: &Arm, first: &Arm) -> Likeness {
        match arm.tells {
            _ if arm.card.suit != first.card.suit => Likeness::None,
            Some(Tells::Opposite | Tells::Neither) if self.said.is_some_and(|said| said.asks()) => {
                Likeness::Message
            }
            _ => Likeness::Suit,
        }
    }

    /// What the playouts of each candidate come to.
    fn measured(&self, measure: Measure) -> Vec<Measured> {
        let mut played_out: Vec<&[u8]> = vec![&[]; self.judge.cards().len()];
        for arm in &self.arms {
            played_out[arm.column] = &arm.tricks;
        }
        let tricks = |column: usize, world: usize| played_out[column].get(world).copied();
        let measured = |arm: &Arm| {
            let worth = |world| {
                self.judge.worth(measure, world, arm.column, &|column| tricks(column, world))
            };
            Measured {
                scores: (0..arm.tricks.len()).map(worth).collect(),
                solved: self.judge.double_dummy(measure, arm.column),
            }
        };
        self.arms.iter().map(measured).collect()
    }

    /// What the candidates have to show, in the order in which they were given.
    pub(super) fn trials(&self) -> Vec<Trial> {
        let by_scoring = self.measured(Measure::By(self.judge.scoring()));
        let scores = controlled(&by_scoring);
        let figures = Figures::MEASURES.map(|measure| controlled(&self.measured(measure)));
        let trial = |(at, arm): (usize, &Arm)| {
            Trial::solved(self.judge, arm.column).played_out(
                self.judge,
                &arm.tricks,
                &by_scoring[at].scores,
                scores[at].clone(),
                Figures::of(figures.each_ref().map(|of| of[at].as_slice())),
            )
        };
        self.arms.iter().enumerate().map(trial).collect()
    }
}

/// The scores of a candidate: in the worlds that it was played out in, and double dummy in all.
struct Measured {
    scores: Vec<f64>,
    solved: Vec<f64>,
}

impl Measured {
    /// The double-dummy luck of each world.
    fn luck(&self) -> impl Iterator<Item = f64> + '_ {
        let mean = self.solved.iter().sum::<f64>() / self.solved.len() as f64;
        self.solved.iter().map(move |score| score - mean)
    }
}

/// The scores with the double-dummy luck of their worlds taken out (a control variate): the mean over
/// all worlds that were solved is known far better than that over the few played out.
fn controlled(candidates: &[Measured]) -> Vec<Vec<f64>> {
    let share = control_share(candidates);
    let controlled = |one: &Measured| {
        one.scores.iter().zip(one.luck()).map(|(score, luck)| score - share * luck).collect()
    };
    candidates.iter().map(controlled).collect()
}

/// How much of the double-dummy luck of a world to take out of its playouts: the slope of score
/// on double-dummy score within candidates, between 0 and 1.
fn control_share(candidates: &[Measured]) -> f64 {
    let (mut both, mut square) = (0.0, 0.0);
    for Measured { scores, solved } in candidates {
        let luck = &solved[..scores.len()];
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
        let (a, b) = (mean(scores), mean(luck));
        for (score, dd) in scores.iter().zip(luck) {
            both += (score - a) * (dd - b);
            square += (dd - b) * (dd - b);
        }
    }
    if square > 0.0 { (both / square).clamp(0.0, 1.0) } else { 0.0 }
}

/// Which candidates are of one row: of one suit, level double dummy, all spots or all honours, and none or all of them true
/// where a signal is agreed. Minimax's card, with which the others are compared, is one for itself. Of a row the card is to be played
/// that says the opposite of the truth, if minimax's does say the truth, and else the lowest.
fn rows(arms: &[Arm], judge: &Judge) -> Rows {
    let is_honour = |card: Card| card.rank >= Rank::T;
    let kind = |arm: &Arm| (arm.card.suit, is_honour(arm.card), arm.tells == Some(Tells::Truth));
    let is_first = |arm: &Arm| arms.first().is_some_and(|first| first.card == arm.card);
    let same = |one: &Arm, other: &Arm| {
        let apart = judge.mean(one.column) - judge.mean(other.column);
        !is_first(one) && kind(one) == kind(other) && apart.abs() < judge.scale().equal
    };
    Rows::of(arms, same, |arm| (arm.tells != Some(Tells::Opposite), arm.card.rank))
}

/// The agreed signal that speaks of the first card's suit, if that card tells the truth by it.
fn signal(question: &Question, sample: &Sample, first: Card) -> Option<Utterance> {
    let view = question.view;
    let left = view.left(view.history().to_play()).unwrap_or_default()[first.suit];
    let choice = own_choice(view, question.system, first.suit, &sample.wishes[first.suit]);
    choice.utterance(left).filter(|said| said.tells(first.rank) == Tells::Truth)
}
