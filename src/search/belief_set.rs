//! abc with belief sets: every world is played out by players who know only what they can know.
//!
//! Where the published rule gives each other player one imagined deal, here he draws a set of
//! worlds from his own belief, afresh at each of his decisions, and takes the best mean over it.
//! My own later cards follow my belief in the same way. So a card is worth what the others will
//! make of it: whom it misleads, whom it helps.

use super::allocation::halving;
use super::decision::{Decision, Trial};
use super::minimax::{assess, sort, worlds};
use super::playout::Cast;
use super::statistics::worst_tenth;
use super::{NoDecision, Question, Search, Settings, workers};
use crate::belief::{NoBelief, Reader};
use crate::cards::Card;
use crate::mind::{Assessment, Mind, agreed_or_lowest};
use crate::play::Play;

/// The engine that we believe in.
pub(super) struct BeliefSet;

impl Search for BeliefSet {
    fn slug(&self) -> &'static str {
        "abc"
    }

    fn about(&self) -> &'static str {
        "plays sampled worlds out with players who choose by their own beliefs"
    }

    fn decide(&self, question: &Question) -> Result<Decision, NoDecision> {
        let settings = question.settings;
        let worlds = worlds(question, settings.worlds * Settings::MINIMAX_FACTOR)?;
        let assessment = assess(question, &worlds);
        let mut plays = Vec::new();
        for deal in &worlds[..settings.worlds.clamp(1, worlds.len())] {
            plays.extend(question.view.imagine(*deal));
        }
        let mut contest = Contest::new(question, &assessment, plays);
        contest.run()?;
        Ok(contest.decision(self.slug()))
    }
}

/// A candidate and how it has done in the first worlds.
struct Entry {
    card: Card,
    /// Its column in the double-dummy assessment.
    column: usize,
    /// The score of each playout, in the order of the worlds.
    scores: Vec<f64>,
    goals: Vec<bool>,
}

/// The candidates on their way through sequential halving.
struct Contest<'a> {
    question: &'a Question<'a>,
    assessment: &'a Assessment,
    worlds: Vec<Play>,
    cast: Cast<'a>,
    /// The candidates still in, best first.
    running: Vec<Entry>,
    /// The others, those dropped last first.
    dropped: Vec<Entry>,
}

impl<'a> Contest<'a> {
    /// A candidate that falls short of the best by less than this many standard errors of the
    /// paired difference is equal to it: one standard error, below which the better mean is the
    /// better card no more often than in five cases of six.
    const NEAR_TIE: f64 = 1.0;

    fn new(question: &'a Question<'a>, assessment: &'a Assessment, worlds: Vec<Play>) -> Self {
        let settings = question.settings;
        let mind = Mind {
            system: question.system,
            reader: settings.reader,
            hints: &[],
            worlds: settings.mind_worlds,
        };
        let me = Mind { hints: question.hints, reader: Reader::AtTheTable, ..mind };
        let cast = Cast { me, seat: question.view.seat(), others: mind, seed: settings.seed };
        let entry = |(column, &card)| Entry { card, column, scores: Vec::new(), goals: Vec::new() };
        let running = assessment.cards().iter().enumerate().map(entry).collect();
        Self { question, assessment, worlds, cast, running, dropped: Vec::new() }
    }

    /// Runs the rounds until two candidates have met all worlds, or the time is up.
    fn run(&mut self) -> Result<(), NoBelief> {
        let deadline = self.question.deadline();
        let rounds = halving(self.running.len(), self.worlds.len());
        let total: usize = {
            let before = std::iter::once(0).chain(rounds.iter().map(|(_, upto)| *upto));
            rounds.iter().zip(before).map(|((size, upto), before)| size * (upto - before)).sum()
        };
        let mut done = 0;
        for (size, upto) in rounds {
            self.rank();
            let losers = self.running.split_off(size.min(self.running.len()));
            self.dropped.splice(0..0, losers);
            while self.running[0].scores.len() < upto {
                let late = deadline.is_some_and(|deadline| std::time::Instant::now() >= deadline);
                if late && !self.running[0].scores.is_empty() {
                    self.rank();
                    return Ok(());
                }
                done += self.play_some(upto)?;
                (self.question.progress)(done as f64 / total as f64);
            }
        }
        self.rank();
        Ok(())
    }

    /// Plays every running candidate out in the next few worlds; the number of playouts.
    fn play_some(&mut self, upto: usize) -> Result<usize, NoBelief> {
        let from = self.running[0].scores.len();
        let upto = upto.min(from + WORLDS_AT_ONCE);
        let jobs: Vec<(usize, usize)> =
            (from..upto).flat_map(|w| (0..self.running.len()).map(move |c| (w, c))).collect();
        let (running, worlds, cast) = (&self.running, &self.worlds, &self.cast);
        let results = workers::each(&jobs, |&(world, entry), solver| {
            cast.play_out(&worlds[world], running[entry].card, world, solver)
        });
        for (&(_, entry), result) in jobs.iter().zip(results) {
            let play = result?;
            let won = play.history().tricks_won(self.cast.side());
            let before = self.question.view.history().tricks_won(self.cast.side());
            self.running[entry].scores.push(f64::from(play.score_with(self.cast.side(), 0)));
            let goal = super::minimax::reaches_goal(self.question.view, won - before);
            self.running[entry].goals.push(goal);
        }
        Ok(jobs.len())
    }

    /// Puts the running candidates in order, best first; before the first playout by minimax.
    fn rank(&mut self) {
        let share = self.control_share();
        let value = |entry: &Entry| {
            let scores = controlled(entry, self.assessment, share);
            if scores.is_empty() {
                self.assessment.mean(entry.column)
            } else {
                scores.iter().sum::<f64>() / scores.len() as f64
            }
        };
        let mut keyed: Vec<(f64, Entry)> = std::mem::take(&mut self.running)
            .into_iter()
            .map(|entry| (value(&entry), entry))
            .collect();
        keyed.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.card.rank.cmp(&b.1.card.rank)));
        self.running = keyed.into_iter().map(|(_, entry)| entry).collect();
    }

    /// How much of the double-dummy deviation of a world to subtract from its playouts: the slope
    /// of score on double-dummy score within candidates, between 0 and 1.
    fn control_share(&self) -> f64 {
        let (mut both, mut square) = (0.0, 0.0);
        for entry in &self.running {
            let n = entry.scores.len();
            let double_dummy: Vec<f64> =
                self.assessment.scores(entry.column).take(n).map(f64::from).collect();
            let mean = |values: &[f64]| values.iter().sum::<f64>() / n.max(1) as f64;
            let (a, b) = (mean(&entry.scores), mean(&double_dummy));
            for (score, dd) in entry.scores.iter().zip(&double_dummy) {
                both += (score - a) * (dd - b);
                square += (dd - b) * (dd - b);
            }
        }
        if square > 0.0 { (both / square).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// Cards of one suit that are equal within the noise are one play and different messages: the
    /// one that our agreements ask for comes first, else the lowest. Between suits the better mean
    /// decides.
    fn settle_tie(&self, trials: &mut [Trial]) {
        let best = &trials[0];
        let tied = trials.iter().filter(|trial| {
            trial.card.suit == best.card.suit && trial.is_near(best, Self::NEAR_TIE)
        });
        let tied: Vec<Card> = tied.map(|trial| trial.card).collect();
        let chosen = agreed_or_lowest(self.question.view, self.question.system, &tied);
        if let Some(at) = trials.iter().position(|trial| trial.card == chosen) {
            trials[..=at].rotate_right(1);
        }
    }

    fn decision(self, engine: &'static str) -> Decision {
        let share = self.control_share();
        let trial = |entry: &Entry| Trial {
            card: entry.card,
            scores: controlled(entry, self.assessment, share),
            worst_tenth: worst_tenth(&entry.scores),
            goals: entry.goals.clone(),
            double_dummy: self.assessment.mean(entry.column),
        };
        let mut trials: Vec<Trial> = self.running.iter().map(trial).collect();
        sort(&mut trials);
        self.settle_tie(&mut trials);
        trials.extend(self.dropped.iter().map(trial));
        let seat = self.question.view.history().to_play();
        Decision::new(engine, seat, self.question.settings.seed, &trials)
    }
}

/// Playouts are handed out in portions of this many worlds, between which the time is looked at.
const WORLDS_AT_ONCE: usize = 4;

/// The scores with the double-dummy luck of the worlds taken out (a control variate): the mean
/// over all worlds of the assessment is known far better than that over the few played out.
fn controlled(entry: &Entry, assessment: &Assessment, share: f64) -> Vec<f64> {
    let mean = assessment.mean(entry.column);
    let deviations = assessment.scores(entry.column).map(|dd| f64::from(dd) - mean);
    entry
        .scores
        .iter()
        .zip(deviations)
        .map(|(score, deviation)| score - share * deviation)
        .collect()
}
