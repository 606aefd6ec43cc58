//! What a carding agreement is worth: what partner makes of it less what it tells declarer.
//!
//! Every board is played by each of two agreements three times over: while nobody reads the signals,
//! while partners read each other's, and while declarer reads them too. All plays of a board meet
//! the same random numbers, and differ only where a signal makes somebody play otherwise.

use serde::Serialize;

use super::trust::{Readership, heard, is_of_leads};
use falsecard_engine::belief::NoBelief;
use falsecard_engine::carding::named;
use falsecard_engine::constraint::{Agreement, System};
use falsecard_engine::dd::Solver;
use falsecard_engine::mind::Mind;
use falsecard_engine::play::{Board, Play};
use falsecard_engine::search::Cast;
use falsecard_engine::work::{Clock, Interval, on_all_threads};

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
    /// When to end: then the boards that are finished count.
    pub clock: Clock<'a>,
}

/// What the defenders get out of something, a board.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct GainPerBoard {
    /// In tricks.
    pub tricks: Interval,
    /// In points of the score.
    pub score: Interval,
}

/// Where the defenders' gain comes from.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Breakdown {
    /// From playing the agreed cards, though nobody reads them; `None` where an agreement is held
    /// against itself unread.
    pub sending: Option<GainPerBoard>,
    /// From partner's reading them.
    pub partner: GainPerBoard,
    /// From declarer's reading them too: negative where it costs.
    pub declarer: GainPerBoard,
    /// From all together.
    pub together: GainPerBoard,
}

/// One agreement against another.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MatchResult {
    /// The number of boards that were to be played.
    pub of: usize,
    /// The number of boards that were played to the end in every way.
    pub boards: usize,
    /// Those of which the defenders took the same in every way.
    pub alike: usize,
    /// What came of them; `None` if no board was played to the end.
    #[serde(flatten)]
    pub accounts: Option<Breakdowns>,
}

/// What each of two agreements is worth, and the one over the other.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Breakdowns {
    /// What reading is worth by the first agreement: against the same agreement unread.
    pub first: Breakdown,
    /// What reading is worth by the second agreement.
    pub second: Breakdown,
    /// What the first agreement gains over the second.
    pub gain: Breakdown,
}

/// Boards are played in portions of this many, between which it is seen whether to stop.
const AT_ONCE: usize = 8;

/// What the defenders took in one play: tricks and score.
type Taken = [f64; 2];

/// What they took by each agreement, heard by nobody, by partner and by all.
type Round = [[Taken; 3]; 2];

/// An agreement as it is heard by nobody, by partner and by all.
type Versions = [System; 3];

impl Match<'_> {
    /// Plays the boards.
    ///
    /// # Errors
    ///
    /// [`NoBelief::NotAView`], which cannot happen in a legal play.
    pub fn play(&self, boards: &[Board]) -> Result<MatchResult, NoBelief> {
        let versions: [Versions; 2] =
            self.agreements.map(|system| Readership::ALL.map(|by| heard(system.clone(), by)));
        let numbered: Vec<(usize, &Board)> = boards.iter().enumerate().collect();
        let mut rounds: Vec<Round> = Vec::new();
        for portion in numbered.chunks(AT_ONCE) {
            let played = on_all_threads(portion, |&(number, board), solver| {
                self.round(&versions, board, number, solver)
            });
            for round in played {
                rounds.extend(round?);
            }
            if self.clock.is_up() {
                break;
            }
            (self.progress)(rounds.len() as f64 / boards.len() as f64);
        }
        Ok(MatchResult::of(&rounds, boards.len()))
    }

    /// Plays a board in every way; `None` if the time was up before.
    fn round(
        &self,
        versions: &[Versions; 2],
        board: &Board,
        number: usize,
        solver: &mut Solver,
    ) -> Result<Option<Round>, NoBelief> {
        let mut round = Round::default();
        let mut led: Option<(&System, Play)> = None;
        for (versions, row) in versions.iter().zip(&mut round) {
            let start = match led.take() {
                Some((system, start)) if leads_alike(system, &versions[0]) => start,
                _ => self.opening_lead(&versions[0], board, number, solver)?,
            };
            for version in 0..versions.len() {
                let same = (0..version).find(|&at| versions[at].cards == versions[version].cards);
                row[version] = match same {
                    Some(at) => row[at],
                    None => match self.cast(&versions[version]).play_on(
                        start.clone(),
                        number,
                        solver,
                    )? {
                        Some(play) => taken(&play),
                        None => return Ok(None),
                    },
                };
            }
            led = Some((&versions[0], start));
        }
        Ok(Some(round))
    }

    /// The opening lead, which is made before anybody has read anything.
    fn opening_lead(
        &self,
        system: &System,
        board: &Board,
        number: usize,
        solver: &mut Solver,
    ) -> Result<Play, NoBelief> {
        let mut play = Play::new(board.clone());
        let card = self.cast(system).next_card(&play, number, solver)?;
        play.play(card).expect("a mind chooses among its legal cards");
        Ok(play)
    }

    fn cast<'a>(&'a self, system: &'a System) -> Cast<'a> {
        Cast::alike(Mind::new(system, self.mind_worlds), self.seed, self.clock)
    }
}

/// Whether two systems agree on leads, and so make the same ones.
fn leads_alike(one: &System, other: &System) -> bool {
    let leads = |system: &System| -> Vec<Agreement> {
        let of_leads = |card: &&Agreement| named(&card.convention).is_some_and(is_of_leads);
        system.cards.iter().filter(of_leads).cloned().collect()
    };
    leads(one) == leads(other)
}

/// What the defenders took.
fn taken(play: &Play) -> Taken {
    let defenders = play.bidding().contract().declaring_side().other();
    let tricks = play.history().tricks_won(defenders);
    [f64::from(tricks), f64::from(play.score_with(defenders, 0))]
}

impl MatchResult {
    fn of(rounds: &[Round], of: usize) -> Self {
        let own = |agreement: usize| {
            Breakdown::of(rounds, None, move |round, heard, unit| round[agreement][heard][unit])
        };
        let over = |round: &Round, heard: usize, unit: usize| {
            round[0][heard][unit] - round[1][heard][unit]
        };
        let sending = GainPerBoard::of(rounds, |round, unit| over(round, 0, unit));
        let alike = |a: &Taken, b: &Taken| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 0.5);
        let same = |round: &&Round| round.iter().flatten().all(|it| alike(it, &round[0][0]));
        Self {
            of,
            boards: rounds.len(),
            alike: rounds.iter().filter(same).count(),
            accounts: (!rounds.is_empty()).then(|| Breakdowns {
                first: own(0),
                second: own(1),
                gain: Breakdown::of(rounds, Some(sending), over),
            }),
        }
    }
}

impl Breakdown {
    /// `value` is what is accounted for in a board heard by nobody (0), by partner (1) and by all
    /// (2), in tricks (0) or points (1).
    fn of(
        rounds: &[Round],
        sending: Option<GainPerBoard>,
        value: impl Fn(&Round, usize, usize) -> f64,
    ) -> Self {
        let from = if sending.is_some() { None } else { Some(0) };
        let step = |to: usize, from: Option<usize>| {
            GainPerBoard::of(rounds, |round, unit| {
                value(round, to, unit) - from.map_or(0.0, |from| value(round, from, unit))
            })
        };
        Self {
            sending,
            partner: step(1, Some(0)),
            declarer: step(2, Some(1)),
            together: step(2, from),
        }
    }
}

impl GainPerBoard {
    /// The mean over the boards of a difference in tricks (unit 0) and in points (unit 1).
    fn of(rounds: &[Round], difference: impl Fn(&Round, usize) -> f64) -> Self {
        let of = |unit| {
            Interval::of(&rounds.iter().map(|round| difference(round, unit)).collect::<Vec<_>>())
        };
        Self { tricks: of(0), score: of(1) }
    }
}
