//! Conditions on several hands of a deal: "hcp(north) + hcp(south) >= 25".

use std::fmt;

use super::comparison::Comparison;
use super::condition::{Condition, Facts, Feature, Quantity};
use super::formula::Formula;
use super::term::Term;
use crate::cards::{FullDeal, Seat, seat_name};

/// A condition on the hands of a deal.
pub type DealCondition = Formula<Statement>;

/// A quantity of one player's hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SeatTerm {
    /// The player.
    pub seat: Seat,
    /// The term measured.
    pub term: Term,
}

/// A statement about the hands of a deal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Statement {
    /// One hand has a feature.
    Hand(Seat, Feature),
    /// Sums over several hands are in a relation.
    Between(Comparison<SeatTerm>),
}

impl Statement {
    /// Whether it is true; `hand` gives the facts about each hand.
    fn is_true<F: Facts>(&self, hand: &impl Fn(Seat) -> F) -> bool {
        match self {
            Self::Hand(seat, feature) => feature.is_true_of(&hand(*seat)),
            Self::Between(comparison) => comparison.holds(|term| hand(term.seat).term(term.term)),
        }
    }
}

impl DealCondition {
    /// Whether a deal fulfils the condition.
    ///
    /// ```
    /// use falsecard::constraint::parse_deal_condition;
    ///
    /// let text = "hcp(north) + hcp(south) >= 25 && hearts(south) > 4";
    /// let game = parse_deal_condition(text, None)?;
    /// let deal = "N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543";
    /// assert!(!game.is_true_of_deal(&deal.parse().unwrap()));
    /// # Ok::<(), falsecard::constraint::LanguageFault>(())
    /// ```
    pub fn is_true_of_deal(&self, deal: &FullDeal) -> bool {
        self.is_true(&|seat| deal[seat])
    }

    /// Whether the condition is true; `hand` gives the facts about each hand.
    pub fn is_true<F: Facts>(&self, hand: &impl Fn(Seat) -> F) -> bool {
        self.evaluate(&|statement: &Statement| statement.is_true(hand))
    }

    /// The player and the condition on his hand, if the condition concerns one player only.
    ///
    /// # Errors
    ///
    /// The condition itself, if it concerns several players or none.
    pub fn of_one_hand(self) -> Result<(Seat, Condition), Self> {
        let mut first = None;
        self.each(&mut |statement| {
            if let Statement::Hand(seat, _) = statement {
                first.get_or_insert(*seat);
            }
        });
        let single = first.and_then(|seat| Some((seat, self.about(seat)?)));
        single.ok_or(self)
    }

    /// The condition on a player's hand, if it concerns no other player.
    pub(super) fn about(&self, seat: Seat) -> Option<Condition> {
        self.translate(&|statement: &Statement| match statement {
            Statement::Hand(of, feature) if *of == seat => Some(feature.clone()),
            _ => None,
        })
    }

    /// The questions that it asks of each hand, besides lengths and points.
    pub fn questions(&self) -> Vec<(Seat, Quantity)> {
        let mut questions = Vec::new();
        self.each(&mut |statement| match statement {
            Statement::Hand(seat, feature) => {
                questions.extend(feature.questions().into_iter().map(|asked| (*seat, asked)));
            }
            Statement::Between(sums) => {
                let asked = |of: &SeatTerm| Some((of.seat, Quantity::of(of.term)?));
                questions.extend(sums.terms().filter_map(asked));
            }
        });
        questions
    }
}

/// As the rule language writes it: "north.hcp".
impl fmt::Display for SeatTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", seat_name(self.seat).to_lowercase(), self.term)
    }
}

/// Writes the statement in the rule language: "north.hcp 15-17", "north.hcp > south.hcp".
impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hand(seat, feature) => {
                write!(f, "{}.({feature})", seat_name(*seat).to_lowercase())
            }
            Self::Between(comparison) => comparison.fmt(f),
        }
    }
}
