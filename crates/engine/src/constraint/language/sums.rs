//! Terms, ranges and comparisons: "hcp 15-17", "spades > hearts", "hcp(north) + hcp(south) >= 25".

use super::LanguageFault;
use super::comparison::{Comparison, LinearForm, Relation};
use super::condition::{Feature, Range};
use super::deal::{DealCondition, SeatTerm, Statement};
use super::formula::Formula;
use super::parser::{DEPTH, ParseResult, Parser};
use super::term::{Measure, Term};
use crate::cards::{Seat, Suit};

/// The message where a term has no range.
const RANGE: &str = "expected a number or a range: \"5\", \"5+\", \"15-17\", \">= 5\"";

impl Parser<'_> {
    /// Reads a term with its range, or a comparison of two sums. `expected` is the message if
    /// neither begins here.
    pub(super) fn comparison(&mut self, expected: &str) -> ParseResult<DealCondition> {
        if self.names.partner.is_some() && self.words.accept("combined") {
            return self.combined();
        }
        let left = self.sum(expected, 0)?;
        match (left.single(), self.relation()) {
            (Some(term), None) => self.range(*term),
            (Some(term), Some(relation)) => {
                let right = self.sum(RANGE, 0)?;
                match right.number() {
                    Some(number) => self.related(*term, relation, number),
                    None => self.compared(left, relation, right),
                }
            }
            (None, Some(relation)) => {
                let right = self.sum(expected, 0)?;
                match (left.number(), right.single()) {
                    (Some(number), Some(term)) => self.related(*term, relation.turned(), number),
                    _ => self.compared(left, relation, right),
                }
            }
            (None, None) => Err(self.words.fault("expected a comparison: <, <=, ==, !=, >= or >")),
        }
    }

    fn relation(&mut self) -> Option<Relation> {
        self.words.take(|word| {
            let sign = if word == "<>" { "!=" } else { word };
            Relation::SIGNS.iter().find(|(known, _)| *known == sign).map(|(_, relation)| *relation)
        })
    }

    fn sum(&mut self, expected: &str, depth: usize) -> ParseResult<LinearForm<SeatTerm>> {
        if depth > DEPTH {
            return Err(self.words.fault(format!("sums may nest {DEPTH} deep, no deeper")));
        }
        let mut sum = LinearForm { terms: Vec::new(), constant: 0 };
        let mut negative = self.words.accept("-");
        loop {
            self.summand(negative, &mut sum, expected, depth)?;
            negative = match self.words.peek() {
                Some("+") => false,
                Some("-") => true,
                _ => return Ok(sum),
            };
            self.words.skip();
        }
    }

    /// `3*hcp`, `hcp`, `12` or a sum in parentheses.
    fn summand(
        &mut self,
        negative: bool,
        into: &mut LinearForm<SeatTerm>,
        expected: &str,
        depth: usize,
    ) -> ParseResult<()> {
        let sign = if negative { -1 } else { 1 };
        if self.words.accept("(") {
            let inner = self.sum(expected, depth + 1)?;
            self.words.expect(")")?;
            into.terms.extend(inner.terms.iter().map(|(factor, term)| (sign * factor, *term)));
            into.constant =
                self.small(i64::from(into.constant) + i64::from(sign * inner.constant))?;
            return Ok(());
        }
        let Some(number) = self.words.take(|word| word.parse::<i32>().ok()) else {
            into.terms.push((sign, self.term(expected)?));
            return Ok(());
        };
        if self.words.accept("*") {
            let factor = self.small(i64::from(sign) * i64::from(number))?;
            into.terms.push((factor, self.term(expected)?));
        } else {
            into.constant =
                self.small(i64::from(into.constant) + i64::from(sign) * i64::from(number))?;
        }
        Ok(())
    }

    fn small(&self, number: i64) -> ParseResult<i16> {
        let limit = -i64::from(i16::MAX)..=i64::from(i16::MAX);
        let small = Some(number).filter(|number| limit.contains(number));
        small
            .map(|number| number as i16)
            .ok_or_else(|| self.words.fault("this number is too large"))
    }

    fn term(&mut self, expected: &str) -> ParseResult<SeatTerm> {
        let mut named = None;
        if self.words.ahead(1) == Some(".") {
            named = self.named_seat()?;
            self.words.skip();
        }
        let start = self.words.fault(expected);
        let (term, inside) = if let Some(suit) = self.suit() {
            (Term::Length(suit), self.arguments(false)?)
        } else {
            let measure = self.words.take(measure).ok_or(start)?;
            if measure == Measure::TotalPoints {
                self.words.accept("points");
            }
            let inside = self.arguments(true)?;
            (inside.1.map_or(Term::Hand(measure), |suit| Term::Suit(measure, suit)), inside)
        };
        let seat = self.whose(named.or(inside.0))?;
        Ok(SeatTerm { seat, term })
    }

    /// `(north)`, `(hearts)`, `(north, hearts)` or nothing.
    fn arguments(&mut self, with_suit: bool) -> ParseResult<(Option<Seat>, Option<Suit>)> {
        if !self.words.accept("(") {
            return Ok((None, None));
        }
        let seat = self.named_seat()?;
        let suit = if with_suit && (seat.is_none() || self.words.accept(",")) {
            Some(self.expect_suit()?)
        } else {
            None
        };
        self.words.expect(")")?;
        Ok((seat, suit))
    }

    /// "15-17", "5+" or "5" after a term.
    fn range(&mut self, term: SeatTerm) -> ParseResult<DealCondition> {
        let top = *term.term.bounds().end();
        let min = self.number(top)?;
        let max = if self.words.accept("+") {
            top
        } else if self.words.accept("-") {
            self.number(top)?
        } else {
            min
        };
        Range::new(term.term, min..=max).map(|range| ranged(term, range)).ok_or_else(|| {
            self.words.back();
            self.words.fault(format!("the range {min}-{max} runs backwards"))
        })
    }

    fn number(&mut self, top: u16) -> ParseResult<u16> {
        match self.words.peek().map(str::parse::<u16>) {
            Some(Ok(number)) if number <= top => {
                self.words.skip();
                Ok(number)
            }
            Some(Ok(_)) => Err(self.words.fault(format!("expected a number up to {top}"))),
            _ => Err(self.words.fault(RANGE)),
        }
    }

    /// A term compared with a number, as a range.
    fn related(
        &mut self,
        term: SeatTerm,
        relation: Relation,
        number: i16,
    ) -> ParseResult<DealCondition> {
        let top = i32::from(*term.term.bounds().end());
        let number = i32::from(number);
        let (min, max) = match relation {
            Relation::Less => (0, number - 1),
            Relation::AtMost => (0, number),
            Relation::Equal | Relation::Unequal => (number, number),
            Relation::AtLeast => (number, top),
            Relation::More => (number + 1, top),
        };
        let values = u16::try_from(min.max(0)).ok().zip(u16::try_from(max).ok());
        let range = values.and_then(|(min, max)| Range::new(term.term, min..=max));
        let range = range.ok_or_else(|| {
            self.words.back();
            self.words.fault(format!("a hand has from 0 to {top} of these"))
        })?;
        let within = ranged(term, range);
        Ok(match relation {
            Relation::Unequal => Formula::Not(Box::new(within)),
            _ => within,
        })
    }

    fn compared(
        &self,
        left: LinearForm<SeatTerm>,
        relation: Relation,
        right: LinearForm<SeatTerm>,
    ) -> ParseResult<DealCondition> {
        let Some(comparison) = Comparison::new(left, relation, right) else {
            return Err(self.words.fault("this compares two numbers"));
        };
        let seats: Vec<_> = comparison.terms().map(|term| term.seat).collect();
        let first = seats.first().copied();
        Ok(Formula::Is(match first.filter(|first| seats.iter().all(|seat| seat == first)) {
            Some(seat) => Statement::Hand(seat, Feature::Compare(comparison.map(&|t| t.term))),
            None => Statement::Between(comparison),
        }))
    }

    /// "combined 24-31": points that add up to this range with the least that partner has shown.
    fn combined(&mut self) -> ParseResult<DealCondition> {
        let whole = 40;
        let shown = u16::from(self.names.partner.unwrap_or_default());
        let min = self.number(whole)?;
        let max = if self.words.accept("+") {
            whole
        } else {
            self.words.expect("-")?;
            self.number(whole)?
        };
        let most = *Term::POINTS.bounds().end();
        let least = min.saturating_sub(shown).min(most);
        let values = least..=max.saturating_sub(shown).max(least);
        let backwards = |parser: &Self| -> LanguageFault {
            parser.words.fault(format!("the range {min}-{max} runs backwards"))
        };
        let range = Range::new(Term::POINTS, values).filter(|_| min <= max);
        let range = range.ok_or_else(|| backwards(self))?;
        self.says(Feature::Range(range))
    }
}

fn ranged(term: SeatTerm, range: Range) -> DealCondition {
    Formula::Is(Statement::Hand(term.seat, Feature::Range(range)))
}

/// A measure by its name. The singular is accepted too: `loser(north)` for `losers(north)`.
fn measure(word: &str) -> Option<Measure> {
    let word = word.to_ascii_lowercase();
    let is_named =
        |name: &str| word == name || name.strip_suffix('s').is_some_and(|one| one == word);
    Measure::NAMES.iter().find(|(name, _)| is_named(name)).map(|(_, measure)| *measure)
}
