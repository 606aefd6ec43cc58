//! What is said of a game as a whole, and games that are held back until the dearest mistakes can
//! come first.

use crate::cli::costly::Auctioned;
use crate::cli::table::counted;
use falsecard_engine::cards::{Card, seat_name};
use falsecard_engine::play::Scoring;
use falsecard_laboratory::problem::{JudgedClaim, PlayedChoice, Remark};
use falsecard_laboratory::table::CostlyCall;
use falsecard_notation::Game;

/// What is said of a game beside its choices.
#[derive(Clone)]
pub(super) struct Verdict {
    pub(super) claim: Option<JudgedClaim>,
    pub(super) auction: Option<Auctioned>,
    pub(super) costly: Vec<CostlyCall>,
}

/// A game that is printed later.
pub(super) struct Held {
    /// Its number among those that have begun, from 1.
    pub(super) number: usize,
    pub(super) file: String,
    pub(super) game: Game,
    pub(super) choices: usize,
    pub(super) remarks: Vec<(PlayedChoice, Remark)>,
    pub(super) all: usize,
    pub(super) verdict: Verdict,
}

impl Held {
    /// Whether there is something to tell where mistakes alone are wanted.
    pub(super) fn is_told(&self) -> bool {
        let is_wrong = |claim: &JudgedClaim| claim.given != claim.double_dummy;
        !self.mistakes().is_empty()
            || !self.verdict.costly.is_empty()
            || self.verdict.claim.as_ref().is_some_and(is_wrong)
            || self.remarks.len() < self.all
    }

    /// What its dearest mistake gives up; calls count where cards are judged in IMPs too.
    pub(super) fn dearest(&self) -> f64 {
        let is_by_imps = |(_, remark): &(PlayedChoice, Remark)| remark.scoring == Scoring::Imps;
        let calls = self.verdict.costly.iter().map(|call| f64::from(call.cost));
        let calls = calls.filter(|_| self.remarks.first().is_none_or(is_by_imps));
        self.mistakes().iter().map(|remark| remark.behind).chain(calls).fold(0.0, f64::max)
    }

    /// The mistakes, the dearest first; what another engine says of one stands beside it.
    pub(super) fn mistakes(&self) -> Vec<&Remark> {
        let mistakes: Vec<&Remark> =
            self.remarks.iter().map(|(_, remark)| remark).filter(|it| it.mistake).collect();
        let behind = |card: Card| {
            let of_card = mistakes.iter().filter(|it| it.played == card);
            of_card.map(|it| it.behind).fold(0.0, f64::max)
        };
        let mut sorted = mistakes.clone();
        sorted.sort_by(|one, other| behind(other.played).total_cmp(&behind(one.played)));
        sorted
    }
}

/// "Claim with 5 tricks left: South is given 10 tricks in all, and takes 10 when nobody errs. It is
/// right."
pub(super) fn claimed(claim: JudgedClaim) -> String {
    let JudgedClaim { declarer, left, given, double_dummy } = claim;
    let verdict = match i32::from(given) - i32::from(double_dummy) {
        0 => "It is right".to_owned(),
        over if over > 0 => {
            format!("That is {} too many", counted(over.unsigned_abs() as usize, "trick"))
        }
        under => format!("That is {} too few", counted(under.unsigned_abs() as usize, "trick")),
    };
    let (left, given) = (counted(left.into(), "trick"), counted(given.into(), "trick"));
    format!(
        "Claim with {left} left: {} is given {given} in all, and takes {double_dummy} when nobody errs. {verdict}.",
        seat_name(declarer)
    )
}
