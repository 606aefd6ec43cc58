//! A linear model of one player's knowledge, solved by an integer solver.
//!
//! The model has 208 variables, `owner[seat][card]` in {0, 1}, with one owner for each card and
//! thirteen cards for each hand. The solver gets its *quotient*: known cards are constants, and
//! unknown cards that no condition distinguishes share one count. The same deals fit both, but the
//! quotient has only some thirty variables. With all 208, one mix of rules in a hundred takes
//! seconds.
//!
//! Points, lengths and holdings are sums over the counts. A condition becomes rows over these sums.
//! Each alternative of an "or" has a 0/1 variable that switches its rows on. Parities and shapes
//! use flags, one for each length that a suit may have.

mod conflict;
mod encoding;
mod ownership;
mod quotient;
mod repair;
mod rows;

pub use conflict::{Conflict, ConflictPart, Size};
pub use ownership::{Fact, Ownership, Variable};
pub use repair::Repairs;

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::time::Duration;

use good_lp::{Expression, ProblemVariables, Solution, SolverModel, microlp};
use itertools::Itertools;
use microlp::{SolveOptions, SolveOutcome, TerminationReason};
use thiserror::Error;

use self::encoding::Encoder;
use self::quotient::Quotient;
use self::rows::{LinearSum, ModelRows};
use crate::cards::{Builder, FullDeal, Seat};
use crate::constraint::calls::Rule;
use crate::constraint::language::{Facts, Quantity, Term};

/// The most branches for one question. The limit is on work and not on time, so that a question has
/// the same answer on every machine under any load.
const BRANCHES: u64 = 12_800;

/// How often the solver starts anew, each time with twice the branches: 100 of 12,800 at first.
/// Measured when the limit was still one of time, on 6,000 questions (random mixes of one to four
/// rules, two to four hidden hands): one start of two seconds left 6 undecided, seven starts of
/// doubling length 1.
const ATTEMPTS: u32 = 7;

/// The time limit in case the solver goes in circles within one branch, which the limit of branches
/// does not catch. This was never seen.
const LAST_RESORT: Duration = Duration::from_secs(60);

/// The factor of the objective. It outweighs the disturbances of [`LinearModel::disturbed`], which
/// are at most 3 for each of 52 cards.
const OBJECTIVE_WEIGHT: i32 = 200;

/// Why the solver gave no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Undecided {
    /// The limit of branches was reached.
    #[error("not decided within {0} branches")]
    OutOfBranches(u64),
    /// The solver failed, or its deal did not pass the check.
    #[error("the linear solver failed: {0}")]
    Solver(String),
}

/// A linear model of all deals that agree with the facts that a player knows and with some rules.
///
/// Every rule counts as certain, whatever its confidence.
///
/// ```
/// use std::sync::Arc;
/// use falsecard::cards::{Seat, Vulnerability};
/// use falsecard::constraint::{LinearModel, Ownership, Rule, Term, parse_condition};
/// use falsecard::play::{Bidding, Board, DeclaredContract, Play};
///
/// let contract = DeclaredContract { contract: "3NT".parse()?, declarer: Seat::South };
/// let calls = "2NT P 3NT P P P".parse()?;
/// let bidding = Bidding::new(Seat::South, Vulnerability::NS, calls, contract)?;
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
    rows: ModelRows,
    branches: u64,
}

#[derive(Clone, Copy)]
enum Extreme {
    Least,
    Greatest,
}

impl<'a> LinearModel<'a> {
    /// The model of the deals that agree with the facts and satisfy the condition of every rule.
    /// Cores and denied calls are not used.
    pub fn new(ownership: &Ownership, rules: impl IntoIterator<Item = &'a Rule>) -> Self {
        Self::measuring(ownership, rules.into_iter().collect(), (Seat::North, Term::POINTS)).0
    }

    /// The model, and a sum in it that measures a term of a seat's hand.
    fn measuring(
        ownership: &Ownership,
        rules: Vec<&'a Rule>,
        (seat, term): (Seat, Term),
    ) -> (Self, LinearSum) {
        let asked = rules.iter().flat_map(|rule| rule.condition.questions());
        let told_apart: Vec<_> = asked.chain(Quantity::of(term)).unique().collect();
        let mut variables = ProblemVariables::new();
        let mut rows = ModelRows::default();
        let quotient = Quotient::new(ownership, &told_apart, &mut variables, &mut rows);
        let mut encoder = Encoder::new(&quotient, &mut variables, &mut rows);
        for rule in &rules {
            encoder.require(rule.seat, &rule.condition, true, None);
        }
        let sum = encoder.term(seat, term);
        let ownership = ownership.clone();
        let model = Self { ownership, rules, quotient, variables, rows, branches: BRANCHES };
        (model, sum)
    }

    /// Sets the limit of branches for one question; the default is 12,800.
    #[must_use]
    pub fn with_branches(mut self, limit: u64) -> Self {
        self.branches = limit;
        self
    }

    /// A deal that fits; `None` if there is none. The deal is checked against the facts and the
    /// rules themselves.
    ///
    /// # Errors
    ///
    /// [`Undecided`], mostly because the branches did not suffice.
    pub fn example(&self) -> Result<Option<FullDeal>, Undecided> {
        self.solve(&Expression::from(0), Extreme::Least)
    }

    /// The least and the greatest value of a term in a seat's hand over all deals that fit; `None`
    /// if none fits.
    ///
    /// # Errors
    ///
    /// [`Undecided`], mostly because the branches did not suffice.
    pub fn bounds(&self, seat: Seat, term: Term) -> Result<Option<RangeInclusive<u16>>, Undecided> {
        let (model, sum) = Self::measuring(&self.ownership, self.rules.clone(), (seat, term));
        let model = model.with_branches(self.branches);
        let extreme = |aim| {
            let deal = model.solve(sum.expression(), aim)?;
            Ok(deal.map(|deal| deal[seat].term(term)))
        };
        let Some(least) = extreme(Extreme::Least)? else { return Ok(None) };
        match extreme(Extreme::Greatest)? {
            Some(greatest) => Ok(Some(least..=greatest)),
            None => Err(Undecided::Solver("it found a deal, and then none".to_owned())),
        }
    }

    /// A deal that fits, with the least or greatest objective.
    ///
    /// Branch and bound has a heavy tail: after unlucky first branches an easy question may take
    /// minutes. So the solver starts again with twice the branches and a slightly disturbed
    /// objective.
    fn solve(&self, objective: &Expression, aim: Extreme) -> Result<Option<FullDeal>, Undecided> {
        if self.rows.contradictory {
            return Ok(None);
        }
        let mut answer = Err(Undecided::OutOfBranches(self.branches));
        for attempt in 0..ATTEMPTS {
            let limit = self.branches >> (ATTEMPTS - attempt);
            answer = self.attempt(self.disturbed(objective, attempt), aim, limit);
            if answer.is_ok() {
                break;
            }
        }
        answer
    }

    /// The objective, with small terms that differ in each attempt but the first. They are too
    /// small to change the extreme value.
    fn disturbed(&self, objective: &Expression, attempt: u32) -> Expression {
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
        aim: Extreme,
        limit: u64,
    ) -> Result<Option<FullDeal>, Undecided> {
        let variables = self.variables.clone();
        let problem = match aim {
            Extreme::Least => variables.minimise(objective),
            Extreme::Greatest => variables.maximise(objective),
        };
        let mut model = problem.using(microlp);
        for row in &self.rows.posted {
            model.add_constraint(row.clone());
        }
        // good_lp can only limit time, so microlp is called directly.
        let mut options = SolveOptions::default();
        (options.node_limit, options.time_limit) = (Some(limit), Some(LAST_RESORT));
        match model.as_inner().solve_with(options) {
            Ok(SolveOutcome::Solution(solution))
                if solution.termination_reason() == TerminationReason::ProvenOptimal =>
            {
                self.checked(&self.values(&solution)).map(Some)
            }
            Err(microlp::Error::Infeasible) => Ok(None),
            Ok(_) => Err(Undecided::OutOfBranches(self.branches)),
            Err(error) => Err(Undecided::Solver(error.to_string())),
        }
    }

    /// The values of the variables. Both crates number variables in the order of creation.
    fn values(&self, solution: &microlp::Solution) -> HashMap<good_lp::Variable, f64> {
        let variables = self.variables.iter_variables_with_def().map(|(variable, _)| variable);
        variables.zip(solution.iter().map(|(_, value)| value)).collect()
    }

    /// The deal of a solution. The solver uses floating point, so the counts are rounded and the
    /// deal is checked.
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
