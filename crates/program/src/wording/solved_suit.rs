//! What one suit is worth, in words.

use std::collections::BTreeMap;

use itertools::Itertools;

use super::counted;
use super::suit::NamedSuit;
use falsecard_engine::cards::{Holding, Rank, Suit, holding_name, seat_name};
use falsecard_engine::constraint::System;
use falsecard_engine::play::View;
use falsecard_engine::search::{NoSuit, declarers_suit};
use falsecard_engine::suit::{
    Combination, SuitAccess, SuitAim, SuitAnswer, SuitPlan, SuitSolver, VacantPlaces,
};
use falsecard_notation::read_suit;

/// A chance below this is none, and one that falls as little short of 1 is certain.
const NOTHING: f64 = 1e-9;

/// The least gain of a plan that is called a safety play: half a percent.
const SAFETY: f64 = 0.005;

/// A suit with its plans and the names of all hands.
pub struct SolvedSuit {
    /// The names.
    pub named: NamedSuit,
    /// The plans.
    pub answer: SuitAnswer,
}

/// A number of tricks, or their average, with the best plan for it.
pub struct SuitRow {
    /// What is aimed at: `5`, or `average`.
    pub aim: String,
    /// The chance, as in `54.1 %`; the average number of tricks.
    pub value: String,
    /// How the plan begins; empty where nothing is left open.
    pub begin: String,
}

impl SolvedSuit {
    /// The suit of two holdings, to which declarer comes by `access`, with so many vacant places of
    /// the defenders.
    ///
    /// # Errors
    ///
    /// A sentence: the text is no suit, or the defenders have no room for the missing cards.
    pub fn of_holdings(
        text: &str,
        vacant: VacantPlaces,
        access: SuitAccess,
    ) -> Result<Self, String> {
        let [first, second] = read_suit(text)?;
        let suit = Combination::new(first, second).map_err(|fault| fault.to_string())?;
        let suit = suit.with_access(access);
        let answer = SuitSolver::default().solve(suit, |west, east| vacant.ways(west, east));
        let answer = answer.ok_or_else(|| {
            format!(
                "{} cards are missing, and there are fewer vacant places with West and East",
                suit.missing().len()
            )
        })?;
        let named = NamedSuit { suit, hands: ["North", "South"], defenders: ["West", "East"] };
        Ok(Self { named, answer })
    }

    /// A suit of a deal, as declarer sees it, who comes to his hands by `access`.
    ///
    /// # Errors
    ///
    /// [`NoSuit`], as for [`declarers_suit`].
    pub fn of_view(
        view: &View,
        system: &System,
        suit: Suit,
        access: SuitAccess,
    ) -> Result<Self, NoSuit> {
        let (suit, answer) = declarers_suit(view, system, suit, access)?;
        let declarer = view.contract().declarer;
        let defenders = [declarer.lho(), declarer.rho()].map(seat_name);
        let named = NamedSuit { suit, hands: ["dummy", "declarer"], defenders };
        Ok(Self { named, answer })
    }

    /// Who has what: "AK943 with North, Q10 with South; the defenders have J87652."
    pub fn held(&self) -> String {
        let suit = self.named.suit;
        let [first, second] = suit.hands().map(shown);
        let [one, other] = self.named.hands;
        let missing = shown(suit.missing());
        format!("{first} with {one}, {second} with {other}; the defenders have {missing}.")
    }

    /// The best plan for each number of tricks, the most first, and for their average.
    pub fn rows(&self) -> Vec<SuitRow> {
        let row = |(tricks, plan): (usize, &SuitPlan)| SuitRow {
            aim: (tricks + 1).to_string(),
            value: worth(plan.aim, plan.value),
            begin: if is_open(plan) { self.named.begins_with(plan) } else { String::new() },
        };
        let average = SuitRow {
            aim: "average".to_owned(),
            value: worth(SuitAim::Average, self.answer.average.value),
            begin: self.named.begins_with(&self.answer.average),
        };
        let rows = self.answer.at_least.iter().enumerate().rev().map(row);
        rows.chain([average]).collect()
    }

    /// The plan for a number of tricks, from 1; `None` if the suit is too short for it.
    pub fn plan(&self, tricks: u8) -> Option<&SuitPlan> {
        self.answer.at_least.get(usize::from(tricks.checked_sub(1)?))
    }

    /// The most tricks that are possible and not certain.
    pub fn most(&self) -> Option<u8> {
        self.answer.at_least.iter().rposition(is_open).map(|at| at as u8 + 1)
    }

    /// What a plan is worth: "For 5 tricks (54.1 %):", "For most tricks on average (4.48):".
    pub fn title(plan: &SuitPlan) -> String {
        let value = worth(plan.aim, plan.value);
        match plan.aim {
            SuitAim::AtLeast(tricks) => {
                format!("For {} ({value}):", counted(tricks.into(), "trick"))
            }
            SuitAim::Average => format!("For most tricks on average ({value}):"),
        }
    }

    /// What else could be played, a sentence each: the start that comes next, if any other has a
    /// chance, and what a safety play gains.
    pub fn beside(&self, plan: &SuitPlan) -> Vec<String> {
        let worse = plan.starts.iter().find(|it| it.value < plan.value - NOTHING);
        let next = worse.filter(|it| it.value > 0.0).map(|it| {
            format!("Next best: {}, {}.", self.named.begun(it), worth(plan.aim, it.value))
        });
        next.into_iter().chain(self.safety(plan)).collect()
    }

    /// The gain of a plan for a number of tricks over the plan for most on average: a safety play.
    fn safety(&self, plan: &SuitPlan) -> Option<String> {
        let SuitAim::AtLeast(tricks) = plan.aim else { return None };
        let average = &self.answer.average;
        let layouts = self.answer.layouts.iter().zip(&average.brings);
        let reached = layouts.filter(|(_, brings)| **brings >= tricks);
        let share: f64 = reached.map(|(layout, _)| layout.chance).sum();
        let gained = plan.value - share;
        (gained >= SAFETY).then(|| {
            let number = counted(tricks.into(), "trick");
            format!(
                "A safety play: the plan for most tricks on average makes {number} in {}.",
                chance(share)
            )
        })
    }

    /// The layouts in which a plan for a number of tricks makes them, or those in which it does
    /// not, whichever are fewer; the holding of the first defender stands for each.
    pub fn layouts(&self, plan: &SuitPlan) -> String {
        let all = self.answer.layouts.iter().zip(&plan.brings).filter(|(it, _)| it.chance > 0.0);
        let sums = |name: &dyn Fn(Holding) -> String| {
            let mut sums: [BTreeMap<String, f64>; 2] = Default::default();
            for (it, &brings) in all.clone() {
                *sums[usize::from(brings > 0)].entry(name(it.west)).or_default() += it.chance;
            }
            sums
        };
        let mut told = sums(&small);
        // Small cards that decide are named.
        if told[0].keys().any(|name| told[1].contains_key(name)) {
            told = sums(&shown);
        }
        let [fails, wins] = told;
        let (says, told) =
            if wins.len() <= fails.len() { ("wins", wins) } else { ("fails", fails) };
        if told.is_empty() {
            return format!("It never {says}.");
        }
        let held = told.into_iter().sorted_by(|one, other| other.1.total_cmp(&one.1));
        let held = held.map(|(west, share)| format!("{west} ({})", chance(share))).join(", ");
        format!("It {says} where {} has {held}.", self.named.defenders[0])
    }
}

fn is_open(plan: &SuitPlan) -> bool {
    (NOTHING..1.0 - NOTHING).contains(&plan.value)
}

/// A holding, its small cards as x.
fn small(holding: Holding) -> String {
    let ranks = holding.iter().map(|rank| match rank {
        Rank::T => "10".to_owned(),
        _ if rank < Rank::T => "x".to_owned(),
        _ => rank.letter().to_string(),
    });
    let ranks: String = ranks.collect();
    if ranks.is_empty() { "nothing".to_owned() } else { ranks }
}

fn shown(holding: Holding) -> String {
    if holding.is_empty() { "nothing".to_owned() } else { holding_name(holding) }
}

/// The chance of an aim, or the average number of tricks.
fn worth(aim: SuitAim, value: f64) -> String {
    match aim {
        SuitAim::AtLeast(_) => chance(value),
        SuitAim::Average => format!("{value:.2}"),
    }
}

/// A chance to a tenth of a percent, which is what plans for a suit differ by.
fn chance(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}
