//! The linear model of what one player knows, and what an integer solver says of it.
//!
//! The documented model has 208 variables, `owner[seat][card]` in {0, 1}, one owner to a card and
//! thirteen cards to a hand. What is solved is its *quotient*: certain cards are numbers, and open
//! cards that no condition tells apart share one count. The same deals fit both, but the solver
//! sees some thirty variables. On the 208 it takes seconds for one mix of rules in a hundred.
//!
//! Points, lengths and holdings are sums over the counts. A condition becomes rows over the sums:
//! an alternative is a 0/1 variable that switches its rows on; parities and shapes are read from
//! flags, one for each length that a suit may have.

mod encoding;
mod quotient;
mod rows;

use std::ops::RangeInclusive;
use std::time::Duration;

use good_lp::solvers::SolutionStatus;
use good_lp::{
    Expression, ProblemVariables, ResolutionError, Solution, SolverModel, WithTimeLimit, microlp,
};
use itertools::Itertools;
use thiserror::Error;

use self::encoding::Encoder;
use self::quotient::Quotient;
use self::rows::{Rows, Sum};
use super::{Facts, Ownership, Question, Rule, Term};
use crate::cards::{Builder, FullDeal, Seat};

/// How long one question may take.
const TIME_LIMIT: Duration = Duration::from_secs(2);

/// How often the solver starts, each time with twice the time: 16 ms of two seconds at first.
/// Measured with 6,000 questions on random mixes of one to four rules, two to four hands hidden:
/// one start of two seconds left 6 of them undecided, and seven that double left 1.
const ATTEMPTS: i32 = 7;

/// What the objective weighs beside the disturbances of [`LinearModel::disturbed`], which weigh up
/// to 3 on each of 52 cards.
const OBJECTIVE_WEIGHT: i32 = 200;

/// Why the solver gave no answer. It is never taken for a yes or a no.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Undecided {
    /// The time was up first.
    #[error("not decided within {} ms", .0.as_millis())]
    OutOfTime(Duration),
    /// The solver failed, or its answer did not stand up to the check.
    #[error("the linear solver failed: {0}")]
    Solver(String),
}

/// All the deals that agree with what a player has seen and with some rules, as a linear model.
///
/// Every rule counts as certain here, whatever its confidence.
///
/// ```
/// use std::sync::Arc;
/// use falsecard::cards::{Seat, Vulnerability};
/// use falsecard::constraint::{LinearModel, Ownership, Rule, Term, parse_condition};
/// use falsecard::play::{Bidding, Board, DeclaredContract, Play};
///
/// let contract = DeclaredContract { contract: "3NT".parse()?, declarer: Seat::South };
/// let bidding = Bidding::new(Seat::South, Vulnerability::NS, "2NT P 3NT P P P".parse()?, contract)?;
/// let deal = "N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543".parse()?;
/// let mut play = Play::new(Board::new(deal, Arc::new(bidding)));
/// play.play("H6".parse()?)?;
///
/// // East sees 18 points in dummy and his own hand, so 2NT leaves none for West.
/// let promise = parse_condition("hcp 21-22, balanced")?;
/// let rules = [Rule::certain(Seat::South, promise, "2NT")];
/// let model = LinearModel::new(&Ownership::of(&play.view(Seat::East)), &rules);
/// assert_eq!(model.bounds(Seat::West, Term::POINTS)?, Some(0..=0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct LinearModel<'a> {
    ownership: Ownership,
    rules: Vec<&'a Rule>,
    quotient: Quotient,
    variables: ProblemVariables,
    rows: Rows,
    time_limit: Duration,
}

#[derive(Clone, Copy)]
enum Aim {
    Least,
    Greatest,
}

impl<'a> LinearModel<'a> {
    /// The deals that agree with the facts and keep every rule: what the rules say of usual ranges,
    /// not what they deny.
    pub fn new(ownership: &Ownership, rules: impl IntoIterator<Item = &'a Rule>) -> Self {
        Self::measuring(ownership, rules.into_iter().collect(), (Seat::North, Term::POINTS)).0
    }

    /// The model, and a sum in it that measures a term of a seat's hand.
    fn measuring(
        ownership: &Ownership,
        rules: Vec<&'a Rule>,
        (seat, term): (Seat, Term),
    ) -> (Self, Sum) {
        let asked = rules.iter().flat_map(|rule| rule.condition.questions());
        let told_apart: Vec<_> = asked.chain(Question::of(term)).unique().collect();
        let mut variables = ProblemVariables::new();
        let mut rows = Rows::default();
        let quotient = Quotient::new(ownership, &told_apart, &mut variables, &mut rows);
        let mut encoder = Encoder::new(&quotient, &mut variables, &mut rows);
        for rule in &rules {
            encoder.require(rule.seat, &rule.condition, true, None);
        }
        let sum = encoder.term(seat, term);
        let ownership = ownership.clone();
        let model = Self { ownership, rules, quotient, variables, rows, time_limit: TIME_LIMIT };
        (model, sum)
    }

    /// The same model, with another limit on the time that one question may take; two seconds
    /// unless set.
    #[must_use]
    pub fn with_time_limit(mut self, limit: Duration) -> Self {
        self.time_limit = limit;
        self
    }

    /// A deal that fits; `None` when there is none. The deal has been checked against the facts
    /// and the rules themselves, not only against the model.
    ///
    /// # Errors
    ///
    /// [`Undecided`], mostly for want of time.
    pub fn example(&self) -> Result<Option<FullDeal>, Undecided> {
        self.solve(&Expression::from(0), Aim::Least)
    }

    /// The least and the greatest value of a term in a seat's hand, over all deals that fit;
    /// `None` when none does.
    ///
    /// # Errors
    ///
    /// [`Undecided`], mostly for want of time.
    pub fn bounds(&self, seat: Seat, term: Term) -> Result<Option<RangeInclusive<u16>>, Undecided> {
        let (model, sum) = Self::measuring(&self.ownership, self.rules.clone(), (seat, term));
        let model = model.with_time_limit(self.time_limit);
        let extreme = |aim| {
            let deal = model.solve(sum.expression(), aim)?;
            Ok(deal.map(|deal| deal[seat].term(term)))
        };
        let Some(least) = extreme(Aim::Least)? else { return Ok(None) };
        match extreme(Aim::Greatest)? {
            Some(greatest) => Ok(Some(least..=greatest)),
            None => Err(Undecided::Solver("it found a deal, and then none".to_owned())),
        }
    }

    /// A deal that fits and in which the objective is extreme.
    ///
    /// Branch and bound has a heavy tail: after wrong first branches an easy question may take
    /// minutes. So it starts again with twice the time, and with an objective that differs in what
    /// does not matter.
    fn solve(&self, objective: &Expression, aim: Aim) -> Result<Option<FullDeal>, Undecided> {
        if self.rows.contradictory {
            return Ok(None);
        }
        let mut answer = Err(Undecided::OutOfTime(self.time_limit));
        for attempt in 0..ATTEMPTS {
            let limit = self.time_limit.mul_f64(0.5f64.powi(ATTEMPTS - attempt));
            answer = self.attempt(self.disturbed(objective, attempt), aim, limit);
            if answer.is_ok() {
                break;
            }
        }
        answer
    }

    /// The objective, with other small terms in each attempt but the first. They cannot change
    /// which values of the objective are extreme.
    fn disturbed(&self, objective: &Expression, attempt: i32) -> Expression {
        let mut disturbed = objective.clone() * OBJECTIVE_WEIGHT;
        let weights = [0, 1, 3, 2, 0, 3, 1].into_iter().cycle().step_by(attempt.max(1) as usize);
        if attempt > 0 {
            for (count, weight) in self.quotient.independent().zip(weights) {
                disturbed.add_mul(weight, count.clone());
            }
        }
        disturbed
    }

    /// One run of the solver.
    fn attempt(
        &self,
        objective: Expression,
        aim: Aim,
        limit: Duration,
    ) -> Result<Option<FullDeal>, Undecided> {
        let variables = self.variables.clone();
        let problem = match aim {
            Aim::Least => variables.minimise(objective),
            Aim::Greatest => variables.maximise(objective),
        };
        let mut model = problem.using(microlp).with_time_limit(limit.as_secs_f64());
        for row in &self.rows.posted {
            model.add_constraint(row.clone());
        }
        match model.solve() {
            Ok(solution) if matches!(solution.status(), SolutionStatus::Optimal) => {
                self.checked(&solution).map(Some)
            }
            Err(ResolutionError::Infeasible) => Ok(None),
            // A solution that is not proven best, or what good_lp says of microlp when it was
            // interrupted before it had any.
            Ok(_) | Err(ResolutionError::Other(_)) => Err(Undecided::OutOfTime(self.time_limit)),
            Err(error) => Err(Undecided::Solver(error.to_string())),
        }
    }

    /// The deal of a solution. The solver works in floating point, so the deal is made of rounded
    /// counts and has to stand on its own.
    fn checked(&self, solution: &impl Solution) -> Result<FullDeal, Undecided> {
        let hands = self.quotient.hands(|count| count.eval_with(solution));
        let mut deal = Builder::new();
        for (seat, &hand) in hands.iter() {
            deal[seat] = hand;
        }
        let fits = |deal: &FullDeal| {
            let kept = |rule: &&Rule| rule.condition.is_true_of(&deal[rule.seat]);
            self.ownership.admits(deal) && self.rules.iter().all(kept)
        };
        match deal.build_full() {
            Ok(deal) if fits(&deal) => Ok(deal),
            _ => Err(Undecided::Solver("its solution is not a deal that fits".to_owned())),
        }
    }
}
