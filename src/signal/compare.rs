//! What a carding agreement is worth: what partner makes of it less what it tells declarer.
//!
//! Every board is played by each of two agreements three times over: while nobody reads the signals,
//! while partners read each other's, and while declarer reads them too. All plays of a board meet
//! the same random numbers, and differ only where a signal makes somebody play otherwise.

use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

use super::Interval;
use crate::belief::{NoBelief, Reader};
use crate::constraint::System;
use crate::dd::Solver;
use crate::mind::Mind;
use crate::play::{Board, Play};
use crate::search::{Cast, on_all_threads};

/// How boards are played.
#[derive(Clone, Copy)]
pub struct Match<'a> {
    /// The agreements that are compared: how both sides bid, and how the defenders card.
    pub agreements: [&'a System; 2],
    /// The seed of all random numbers.
    pub seed: u64,
    /// The worlds that every player draws at each of his decisions, at least 1.
    pub mind_worlds: usize,
    /// Told how far the match has come, from 0 to 1.
    pub progress: &'a (dyn Fn(f64) + Sync),
    /// Set by whoever will not wait any longer: then the boards that are finished count.
    pub stop: &'a AtomicBool,
}

/// What the defenders get out of something, a board.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Gain {
    /// In tricks.
    pub tricks: Interval,
    /// In points of the score.
    pub score: Interval,
}

/// Where the defenders' gain comes from.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Account {
    /// From playing the agreed cards, though nobody reads them.
    pub sending: Gain,
    /// From partner's reading them.
    pub partner: Gain,
    /// From declarer's reading them too: negative where it costs.
    pub declarer: Gain,
    /// From all together.
    pub together: Gain,
}

/// One agreement against another.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// The number of boards that were played to the end in every way.
    pub boards: usize,
    /// Boards of which no card was played otherwise for a signal.
    pub alike: usize,
    /// What reading is worth by the first agreement: against the same agreement unread.
    pub first: Account,
    /// The same by the second.
    pub second: Account,
    /// What the first agreement gains over the second.
    pub gain: Account,
}

/// The readers of a board's three plays.
const READERS: [Reader; 3] = [Reader::IgnoringSignals, Reader::PartnerOnly, Reader::AtTheTable];

/// Boards are played in portions of this many, between which it is seen whether to stop.
const AT_ONCE: usize = 8;

/// What the defenders took in one play: tricks and score.
type Taken = [f64; 2];

/// What they took by each agreement, with each reader.
type Round = [[Taken; 3]; 2];

impl Match<'_> {
    /// Plays the boards.
    ///
    /// # Errors
    ///
    /// [`NoBelief::NotAView`], which a board does not meet.
    pub fn play(&self, boards: &[Board]) -> Result<Comparison, NoBelief> {
        let numbered: Vec<(usize, &Board)> = boards.iter().enumerate().collect();
        let mut rounds: Vec<Round> = Vec::new();
        for portion in numbered.chunks(AT_ONCE) {
            let played = on_all_threads(portion, |&(number, board), solver| {
                self.round(board, number, solver)
            });
            for round in played {
                rounds.extend(round?);
            }
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
            (self.progress)(rounds.len() as f64 / boards.len() as f64);
        }
        Ok(Comparison::of(&rounds))
    }

    /// Plays a board in every way; `None` if the time was up before.
    fn round(
        &self,
        board: &Board,
        number: usize,
        solver: &mut Solver,
    ) -> Result<Option<Round>, NoBelief> {
        let mut round = Round::default();
        for (system, taken) in self.agreements.into_iter().zip(&mut round) {
            for (reader, taken) in READERS.into_iter().zip(taken) {
                let mind = Mind { system, reader, hints: &[], worlds: self.mind_worlds };
                let cast = Cast::alike(mind, self.seed, self.stop);
                let Some(play) = cast.play_on(Play::new(board.clone()), number, solver)? else {
                    return Ok(None);
                };
                let defenders = play.bidding().contract().declaring_side().other();
                let tricks = play.history().tricks_won(defenders);
                *taken = [f64::from(tricks), f64::from(play.score_with(defenders, 0))];
            }
        }
        Ok(Some(round))
    }
}

impl Comparison {
    fn of(rounds: &[Round]) -> Self {
        let [unread, partner, everybody] = [0, 1, 2];
        let own = |agreement: usize| Account {
            sending: Gain::of(rounds, |_, _| 0.0),
            partner: Gain::of(rounds, |round, unit| {
                round[agreement][partner][unit] - round[agreement][unread][unit]
            }),
            declarer: Gain::of(rounds, |round, unit| {
                round[agreement][everybody][unit] - round[agreement][partner][unit]
            }),
            together: Gain::of(rounds, |round, unit| {
                round[agreement][everybody][unit] - round[agreement][unread][unit]
            }),
        };
        let over = |round: &Round, reader: usize, unit: usize| {
            round[0][reader][unit] - round[1][reader][unit]
        };
        let gain = Account {
            sending: Gain::of(rounds, |round, unit| over(round, unread, unit)),
            partner: Gain::of(rounds, |round, unit| {
                over(round, partner, unit) - over(round, unread, unit)
            }),
            declarer: Gain::of(rounds, |round, unit| {
                over(round, everybody, unit) - over(round, partner, unit)
            }),
            together: Gain::of(rounds, |round, unit| over(round, everybody, unit)),
        };
        let same = |round: &&Round| round.iter().flatten().all(|taken| *taken == round[0][0]);
        Self {
            boards: rounds.len(),
            alike: rounds.iter().filter(same).count(),
            first: own(0),
            second: own(1),
            gain,
        }
    }
}

impl Gain {
    /// The mean over the boards of a difference in tricks (unit 0) and in points (unit 1).
    fn of(rounds: &[Round], difference: impl Fn(&Round, usize) -> f64) -> Self {
        let of = |unit| {
            Interval::of(&rounds.iter().map(|round| difference(round, unit)).collect::<Vec<_>>())
        };
        Self { tricks: of(0), score: of(1) }
    }
}
