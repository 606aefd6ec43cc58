//! Candidates are played out in worlds until it is clear which is best, or until time or worlds run
//! out.

use web_time::Instant;

use super::Question;
use super::allocation::{Allocation, Pulls};
use super::control_variates::{ScoresWithControls, controlled};
use super::decision::Trial;
use super::luck::Luck;
use super::playout::Cast;
use super::posterior::{FEWEST_EDGES, Likeness, gain_posteriors, leader, worth_of_more};
use super::sample::Sample;
use super::scoring::{Figures, Judge, PlayedOut, ResultMeasure};
use super::tally::{GainPrior, Tally};
use crate::belief::NoBelief;
use crate::carding::{Tells, Utterance, Wishes};
use crate::cards::{BySuit, Card, is_honour};
use crate::mind::{agreed_or_lowest, own_choice};
use crate::play::Play;
use crate::work::{Clock, FEWEST, mean_and_error, on_all_threads, purpose, stream};

/// A candidate with the results of its playouts.
struct Arm {
    card: Card,
    /// Its column in the double-dummy assessment.
    column: usize,
    /// Whether it tells the truth, if minimax's card does and an agreed signal speaks of its suit.
    tells: Option<Tells>,
    /// The tricks that the decider's side took after it, one number a world.
    tricks: Vec<u8>,
    /// The luck of each playout.
    luck: Vec<Luck>,
    /// The columns of the level cards that it stands for too.
    speaks_for: Vec<usize>,
}

/// The candidates of a decision on their way through the playouts.
pub(super) struct Contest<'a> {
    question: &'a Question<'a>,
    judge: &'a Judge,
    /// The expected double-dummy score of each card, by its column.
    guesses: Vec<f64>,
    /// The worlds in which candidates are played out, in order, and then again from the first with
    /// other random numbers.
    worlds: Vec<Play>,
    /// The most playouts of a candidate.
    most: usize,
    cast: Cast<'a>,
    clock: Clock<'a>,
    arms: Vec<Arm>,
    /// The agreed signal by which minimax's card tells the truth.
    said: Option<Utterance>,
}

/// The limits of a run of playouts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effort {
    /// The playouts of all candidates together, those of earlier runs included.
    pub(super) playouts: usize,
    /// Stop when the expected gain of the playouts left is less than this; 0 means never.
    pub(super) gain: f64,
    /// But first play every candidate out this many times: a single unlucky playout would end the
    /// chances of a card that double dummy puts behind.
    pub(super) each: usize,
}

/// Playouts are given out in portions of this many; the standings are checked in between.
pub(super) const AT_ONCE: usize = 8;

/// The size of a portion after so many playouts where time is limited. At first it is the number of
/// threads: a full portion may be all that there is time for, and what one playout says tells where
/// the next is needed.
fn limited_portion(threads: usize, done: usize) -> usize {
    AT_ONCE.min(threads.max(done / AT_ONCE))
}

impl<'a> Contest<'a> {
    /// A contest without playouts; `columns` are the candidates, minimax's card first.
    pub(super) fn new(
        question: &'a Question<'a>,
        sample: &'a Sample,
        columns: &[usize],
        worlds: usize,
        clock: Clock<'a>,
    ) -> Self {
        let cards_of = sample.assessment.cards();
        let cards: Vec<Card> = columns.iter().map(|&column| cards_of[column]).collect();
        let first = cards.first().copied();
        let said = first.and_then(|first| signal(question, sample, first));
        let tells = |card: Card| {
            let said = said.filter(|_| Some(card.suit) == first.map(|first| first.suit))?;
            Some(said.tells(card.rank))
        };
        let arm = |(&column, &card)| Arm {
            card,
            column,
            tells: tells(card),
            tricks: Vec::new(),
            luck: Vec::new(),
            speaks_for: Vec::new(),
        };
        let plays = sample.plays(question.view, worlds);
        Self {
            question,
            judge: &sample.judge,
            guesses: (0..cards_of.len()).map(|column| sample.judge.mean(column)).collect(),
            most: worlds,
            cast: Cast::of(question, clock),
            worlds: plays,
            clock,
            said,
            arms: columns.iter().zip(&cards).map(arm).collect(),
        }
    }

    /// This contest with the expected double-dummy score of each card, by column.
    pub(super) fn expecting(self, guesses: Vec<f64>) -> Self {
        Self { guesses, ..self }
    }

    /// This contest with one of several level cards standing for all of them: they hardly differ
    /// but by noise, in composed problems and at tables of people (`research/playouts-history.md`).
    /// `wishes` are what the player would have led, by the suit that he plays.
    pub(super) fn one_of_level_cards(mut self, wishes: &BySuit<Wishes>) -> Self {
        let speakers: Vec<usize> =
            (0..self.arms.len()).map(|at| self.speaker(at, wishes)).collect();
        for (at, &speaker) in speakers.iter().enumerate().filter(|&(at, &speaker)| at != speaker) {
            let column = self.arms[at].column;
            self.arms[speaker].speaks_for.push(column);
        }
        let arms = self.arms.into_iter().zip(speakers).enumerate();
        let speaking = arms.filter(|&(at, (_, speaker))| at == speaker);
        Self { arms: speaking.map(|(_, (arm, _))| arm).collect(), ..self }
    }

    /// This contest with the bias of its players' glances measured in what the candidates lead to.
    pub(super) fn surveying(self) -> Result<Self, NoBelief> {
        let cards: Vec<Card> = self.arms.iter().map(|arm| arm.card).collect();
        Ok(Self { cast: self.cast.surveying(&self.worlds, &cards)?, ..self })
    }

    /// Runs the playouts that the allocation asks for.
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
        let mut done: usize = self.arms.iter().map(|arm| arm.tricks.len()).sum();
        // A contest that goes on does not repeat earlier random numbers.
        let key = [purpose::ALLOCATION, done as u64];
        let mut rng = stream(self.question.settings.seed, &key[..if done > 0 { 2 } else { 1 }]);
        let (before, begun) = (done, Instant::now());
        while self.arms.len() > 1 && done < effort.playouts && !self.clock.is_up() {
            let tally = self.tally();
            let left = self.in_time(done - before, begun).min(effort.playouts - done);
            if done > 0 && self.is_enough(&tally, effort, left) {
                break;
            }
            let mut picks: Vec<usize> = Vec::new();
            let mut given: Vec<usize> = self.arms.iter().map(|arm| arm.tricks.len()).collect();
            let at_once = self.portion(done).min(effort.playouts - done);
            while picks.len() < at_once {
                let (most, total) = (self.most, effort.playouts);
                let pulls = Pulls { tally: &tally, given: &given, most, total };
                if pulls.open().next().is_none() {
                    break;
                }
                let fewest = (0..given.len()).min_by_key(|&arm| given[arm]);
                let neediest = fewest.filter(|&arm| given[arm] < self.floor(effort));
                let arm = neediest.unwrap_or_else(|| allocation.next(&pulls, &mut rng));
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

    /// The size of the next portion, after so many playouts.
    fn portion(&self, done: usize) -> usize {
        if self.clock.left().is_some() {
            limited_portion(rayon::current_num_threads(), done)
        } else {
            AT_ONCE
        }
    }

    /// The number of playouts of every candidate before others are preferred: as many as are asked
    /// for, but all together a third of the playouts at most.
    fn floor(&self, effort: Effort) -> usize {
        effort.each.min(effort.playouts / (3 * self.arms.len())).min(self.most)
    }

    /// The number of playouts for which there is time, if they take as long as those since `since`.
    /// Fewer than a full portion are no measure.
    fn in_time(&self, played: usize, since: Instant) -> usize {
        let Some(left) = self.clock.left().filter(|_| played >= AT_ONCE) else { return usize::MAX };
        (played as f64 * left.as_secs_f64() / since.elapsed().as_secs_f64()) as usize
    }

    /// Whether the playouts left can gain little. As long as there are time and worlds, minimax's
    /// card is not overruled by fewer than [`FEWEST`] playouts, however clear they look: so few do
    /// not show how much they may vary.
    fn is_enough(&self, tally: &Tally, effort: Effort, left: usize) -> bool {
        let best = leader(&gain_posteriors(tally));
        let rests = best == 0 || self.arms[best].tricks.len() >= FEWEST.min(self.most);
        let floor = self.floor(effort);
        let are_heard = self.arms.iter().all(|arm| arm.tricks.len() >= floor);
        rests
            && are_heard
            && worth_of_more(tally, |arm| self.further_edges(arm, left)) < effort.gain
    }

    /// The number of edges that a candidate would gain if all playouts left were its own and those
    /// of minimax's card, with which it is compared world by world.
    fn further_edges(&self, arm: usize, left: usize) -> usize {
        let [mine, of_first] = [arm, 0].map(|arm| self.arms[arm].tricks.len());
        let (few, many) = (mine.min(of_first), mine.max(of_first));
        let unpaired = (many - few).min(left);
        (unpaired + (left - unpaired) / 2).min(self.most - few)
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
            cast.try_out(&worlds[world % worlds.len()], arms[arm].card, world, solver)
        });
        for (&(arm, world), result) in jobs.iter().zip(results) {
            let arm = &mut self.arms[arm];
            if let Some((tricks, luck)) = result?
                && arm.tricks.len() == world
            {
                arm.tricks.push(tricks);
                arm.luck.push(luck);
            }
        }
        Ok(())
    }

    /// The standings.
    pub(super) fn tally(&self) -> Tally {
        let (share, stake) = (self.question.settings.best_defence, self.judge.scale().stake);
        let mut tally = Tally::new(self.priors(), share, stake);
        let scores = self.controlled_by(ResultMeasure::By(self.judge.scoring()));
        for (index, scores) in scores.into_iter().enumerate() {
            tally.set(index, scores);
        }
        tally
    }

    fn priors(&self) -> Vec<GainPrior> {
        let Some((first, others)) = self.arms.split_first() else { return Vec::new() };
        let (best, scale) = (self.guesses[first.column], self.judge.scale());
        let prior = |arm: &Arm| {
            let price = (self.guesses[arm.column] - best).min(0.0);
            GainPrior::of(price, self.likeness(arm, first), scale)
        };
        let mut priors = vec![GainPrior::REFERENCE];
        priors.extend(others.iter().map(prior));
        let tells = |what| -> Vec<usize> {
            let is_such =
                |&index: &usize| self.arms[index].tells == Some(what) && priors[index].is_equal;
            (0..self.arms.len()).filter(is_such).collect()
        };
        if let Some(&opposite) = tells(Tells::Opposite).first() {
            for index in tells(Tells::Neither) {
                priors[index] = priors[index].between(opposite);
            }
        }
        priors
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

    /// The values of each candidate's playouts, with their controls.
    fn measured(&self, measure: ResultMeasure) -> Vec<ScoresWithControls<'_>> {
        let mut played_out: Vec<&[u8]> = vec![&[]; self.judge.cards().len()];
        for arm in &self.arms {
            played_out[arm.column] = &arm.tricks;
            arm.speaks_for.iter().for_each(|&level| played_out[level] = &arm.tricks);
        }
        let tricks = |column: usize, world: usize| played_out[column].get(world).copied();
        let measured = |arm: &Arm| {
            let worth = |world: usize, tricks: PlayedOut| {
                self.judge.worth(measure, world % self.worlds.len(), arm.column, tricks)
            };
            let score = |world| worth(world, &|column| tricks(column, world));
            // The other cards of the field keep their double-dummy value, so that every draw is
            // measured against the same field.
            let luck = |(world, luck): (usize, &Luck)| {
                luck.worth(|tricks| {
                    worth(world, &|column| (column == arm.column).then_some(tricks))
                })
            };
            ScoresWithControls {
                scores: (0..arm.tricks.len()).map(score).collect(),
                luck: arm.luck.iter().enumerate().map(luck).collect(),
                solved: self.judge.double_dummy(measure, arm.column),
            }
        };
        self.arms.iter().map(measured).collect()
    }

    /// Whether two candidates are level: of one suit, equal in every world double dummy, both
    /// honours or both spots, and both or neither true by an agreed signal. Minimax's card, the
    /// first, is level with no other: the others are compared with it.
    fn are_level(&self, one: usize, other: usize) -> bool {
        let kind = |arm: &Arm| (is_honour(arm.card), arm.tells == Some(Tells::Truth));
        let (a, b) = (&self.arms[one], &self.arms[other]);
        one.min(other) > 0 && kind(a) == kind(b) && self.judge.are_level(a.column, b.column)
    }

    /// The candidate that stands for those that are level with this one: if minimax's card tells
    /// the truth, the one that tells the opposite, and else the one that agreements and habit ask
    /// for. Itself, if there is none.
    fn speaker(&self, of: usize, wishes: &BySuit<Wishes>) -> usize {
        let level: Vec<usize> =
            (0..self.arms.len()).filter(|&at| at == of || self.are_level(at, of)).collect();
        if level.len() == 1 {
            return of;
        }
        let opposite = level.iter().find(|&&at| self.arms[at].tells == Some(Tells::Opposite));
        opposite.copied().unwrap_or_else(|| {
            let cards: Vec<Card> = level.iter().map(|&at| self.arms[at].card).collect();
            let agreed = agreed_or_lowest(self.question.view, self.question.system, &cards, wishes);
            level.into_iter().find(|&at| self.arms[at].card == agreed).unwrap_or(of)
        })
    }

    /// The other cards that a candidate stands for.
    pub(super) fn spoken_for_by(&self, arm: usize) -> impl Iterator<Item = Card> + '_ {
        self.arms[arm].speaks_for.iter().map(|&column| self.judge.cards()[column])
    }

    /// The results of the candidates that are played out, in the order in which they were given.
    pub(super) fn trials(&self) -> Vec<Trial> {
        let by_scoring = self.measured(ResultMeasure::By(self.judge.scoring()));
        let scores = controlled(&by_scoring);
        let figures = Figures::MEASURES.map(|measure| match measure {
            // A count of playouts is used as it is, without controls.
            ResultMeasure::Goal => self.measured(measure).into_iter().map(|it| it.scores).collect(),
            measure => self.controlled_by(measure),
        });
        let trial = |(at, arm): (usize, &Arm)| {
            let figures = figures.each_ref().map(|of| mean_and_error(&of[at]).0);
            let solved = Trial::solved(self.judge, arm.column);
            solved.played_out(&by_scoring[at].scores, scores[at].clone(), Figures::of(figures))
        };
        self.arms.iter().enumerate().map(trial).collect()
    }

    /// The values of each candidate's playouts by a measure, world by world, with luck subtracted.
    pub(super) fn controlled_by(&self, measure: ResultMeasure) -> Vec<Vec<f64>> {
        controlled(&self.measured(measure))
    }

    /// The number of edges that a card needs to be preferred to minimax's. With no limit of time,
    /// and unless a stop was requested, 0: then the contest goes on until a card that is ahead has
    /// [`FEWEST`].
    pub(super) fn fewest_edges(&self) -> usize {
        let may_break_off = self.clock.left().is_some() || self.clock.is_up();
        if may_break_off { FEWEST_EDGES.min(self.most) } else { 0 }
    }

    /// The expected double-dummy score of a card, by its column.
    pub(super) fn guess(&self, column: usize) -> f64 {
        self.guesses[column]
    }

    /// The column of a candidate in the double-dummy assessment.
    pub(super) fn column(&self, arm: usize) -> usize {
        self.arms[arm].column
    }
}

/// The agreed signal that speaks of the first card's suit, if that card tells the truth by it.
fn signal(question: &Question, sample: &Sample, first: Card) -> Option<Utterance> {
    let view = question.view;
    let left = view.left(view.history().to_play()).unwrap_or_default()[first.suit];
    let choice = own_choice(view, question.system, first.suit, &sample.wishes[first.suit]);
    choice.utterance(left).filter(|said| said.tells(first.rank) == Tells::Truth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn portions_begin_with_one_playout_a_thread_and_grow() {
        for threads in [1, 2, 4, 8, 64] {
            let portions: Vec<usize> =
                (0..200).map(|done| limited_portion(threads, done)).collect();
            assert_eq!((portions[0], portions[199]), (threads.min(AT_ONCE), AT_ONCE));
            assert!(portions.is_sorted(), "{portions:?}");
        }
    }
}
