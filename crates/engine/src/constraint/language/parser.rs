//! The parser: and, or, not, and features that begin with a keyword.

use super::condition::Feature;
use super::deal::{DealCondition, Statement};
use super::formula::Formula;
use super::names::Vocabulary;
use super::shape::{Shapes, pattern};
use super::words::{LanguageFault, WordCursor};
use crate::cards::{Seat, Suit, seat_name, suit_plural};
use crate::text::quoted;

/// The deepest nesting of parentheses and "not". Deeper text is refused, so that no input exhausts
/// the stack.
pub(super) const DEPTH: usize = 64;

/// The message where no feature begins.
const EXPECTED: &str = "expected a condition: \"hcp 15-17\", \"spades 5+\", \"balanced\", \
     \"shape 4432\", \"clubs odd\", \"hearts has KQ\", \"spades KQx\", \"2 of AKQ in hearts\", \
     \"losers 5-7\" or \"spades > hearts\"";

/// Words of `dealer` that are not sums over the four suits.
const REFUSED: [&str; 4] = ["cccc", "tricks", "score", "imps"];

pub(super) type ParseResult<T> = Result<T, LanguageFault>;

/// The parser of one text.
pub(super) struct Parser<'a> {
    pub(super) words: WordCursor<'a>,
    pub(super) names: &'a Vocabulary,
    /// The player meant where the text names none.
    seat: Option<Seat>,
    /// Whether players may be named.
    several: bool,
}

impl<'a> Parser<'a> {
    /// The seat that stands for the hand of a text about one hand.
    pub(super) const ONE_HAND: Seat = Seat::North;

    pub(super) fn of_one_hand(text: &'a str, names: &'a Vocabulary) -> Self {
        Self { words: WordCursor::of(text), names, seat: Some(Self::ONE_HAND), several: false }
    }

    pub(super) fn of_deal(text: &'a str, seat: Option<Seat>, names: &'a Vocabulary) -> Self {
        Self { words: WordCursor::of(text), names, seat, several: true }
    }

    /// Reads the whole text as one condition.
    pub(super) fn complete(&mut self) -> ParseResult<DealCondition> {
        let condition = self.any(0)?;
        match self.words.peek() {
            None => Ok(condition),
            Some(word) => {
                let word = quoted(word);
                Err(self.words.fault(format!("expected \"and\" or \"or\" before \"{word}\"")))
            }
        }
    }

    fn any(&mut self, depth: usize) -> ParseResult<DealCondition> {
        let mut parts = vec![self.all(depth)?];
        while self.words.accept("or") || self.words.accept("||") {
            parts.push(self.all(depth)?);
        }
        Ok(single_or(parts, Formula::Any))
    }

    fn all(&mut self, depth: usize) -> ParseResult<DealCondition> {
        let mut parts = vec![self.one(depth)?];
        while ["and", "&&", ","].iter().any(|and| self.words.accept(and)) {
            parts.push(self.one(depth)?);
        }
        Ok(single_or(parts, Formula::All))
    }

    fn one(&mut self, depth: usize) -> ParseResult<DealCondition> {
        if depth > DEPTH {
            return Err(self.words.fault(format!("conditions may nest {DEPTH} deep, no deeper")));
        }
        if self.words.accept("not") || self.words.accept("!") {
            return Ok(Formula::Not(Box::new(self.one(depth + 1)?)));
        }
        if self.words.peek() == Some("(") && !self.is_sum() {
            self.words.skip();
            let inner = self.any(depth + 1)?;
            self.words.expect(")")?;
            return Ok(inner);
        }
        if let Some(of) = self.degenerate() {
            return self.few(of, depth);
        }
        if self.words.ahead(1) == Some(".") && self.words.ahead(2) == Some("(") {
            return self.of_another(depth);
        }
        self.feature()
    }

    /// Whether the next parenthesis belongs to a sum, as in `(hcp + controls) >= 20`.
    fn is_sum(&self) -> bool {
        let signs = ["+", "-", "*", "<", "<=", "==", "!=", "<>", ">=", ">"];
        self.words.behind_parenthesis().is_some_and(|behind| signs.contains(&behind))
    }

    /// "all(" or "any(", an "and" or "or" of fewer than two parts.
    fn degenerate(&mut self) -> Option<fn(Vec<DealCondition>) -> DealCondition> {
        let many: fn(Vec<DealCondition>) -> DealCondition = match self.words.peek()? {
            "all" => Formula::All,
            "any" => Formula::Any,
            _ => return None,
        };
        (self.words.ahead(1) == Some("(")).then_some(many)
    }

    fn few(
        &mut self,
        many: fn(Vec<DealCondition>) -> DealCondition,
        depth: usize,
    ) -> ParseResult<DealCondition> {
        self.words.skip();
        self.words.skip();
        if self.words.accept(")") {
            return Ok(many(Vec::new()));
        }
        let inner = self.any(depth + 1)?;
        self.words.expect(")")?;
        Ok(many(vec![inner]))
    }

    /// `north.(spades 5+ and balanced)`
    fn of_another(&mut self, depth: usize) -> ParseResult<DealCondition> {
        let seat = self.named_seat()?.ok_or_else(|| self.words.fault(EXPECTED))?;
        self.words.skip();
        self.words.skip();
        let before = self.seat.replace(seat);
        let inner = self.any(depth + 1);
        self.seat = before;
        self.words.expect(")")?;
        inner
    }

    fn feature(&mut self) -> ParseResult<DealCondition> {
        let word = self.words.peek().unwrap_or_default().to_ascii_lowercase();
        match word.as_str() {
            "balanced" => self.shapes_of(Shapes::balanced()),
            "semibalanced" => self.shapes_of(Shapes::semibalanced()),
            "shape" => {
                self.words.skip();
                self.shape()
            }
            "hascard" => self.hascard(),
            "stopper" => self.stopper(),
            word if REFUSED.contains(&word) => Err(self.words.fault(format!(
                "\"{word}\" cannot be counted suit by suit, and so is not in the language"
            ))),
            word if pattern(word).is_some() => self.shape(),
            _ if self.words.ahead(1) == Some("of") => self.some_of(),
            _ if self.begins_holding() => self.about_suit(),
            _ => self.comparison(EXPECTED),
        }
    }

    fn shapes_of(&mut self, shapes: Shapes) -> ParseResult<DealCondition> {
        self.words.skip();
        self.says(Feature::Shape(shapes))
    }

    /// The feature as a statement about the player meant.
    pub(super) fn says(&self, feature: Feature) -> ParseResult<DealCondition> {
        Ok(Formula::Is(Statement::Hand(self.whose(None)?, feature)))
    }

    /// The player named, or else the player meant.
    pub(super) fn whose(&self, named: Option<Seat>) -> ParseResult<Seat> {
        let missing = "whose hand? Name a seat, as in \"hcp(north)\" or \"north.hcp\"";
        named.or(self.seat).ok_or_else(|| self.words.fault(missing))
    }

    /// A player's name if it is next.
    pub(super) fn named_seat(&mut self) -> ParseResult<Option<Seat>> {
        let is_named = |seat: &Seat| {
            self.words.peek().is_some_and(|word| word.eq_ignore_ascii_case(seat_name(*seat)))
        };
        let Some(seat) = Seat::ALL.into_iter().find(is_named) else { return Ok(None) };
        if !self.several {
            let message = "this is about one hand, and names no other player";
            return Err(self.words.fault(message));
        }
        self.words.skip();
        Ok(Some(seat))
    }

    /// `north,` at the head of the arguments of a function.
    pub(super) fn seat_argument(&mut self) -> ParseResult<Option<Seat>> {
        let seat = self.named_seat()?;
        if seat.is_some() {
            self.words.expect(",")?;
        }
        Ok(seat)
    }

    /// A suit if it is next.
    pub(super) fn suit(&mut self) -> Option<Suit> {
        let names = self.names;
        self.words.take(|word| suit_named(word, names))
    }

    pub(super) fn expect_suit(&mut self) -> ParseResult<Suit> {
        self.suit().ok_or_else(|| self.words.fault("expected a suit, as in \"hearts\""))
    }
}

/// "spades" or "spade", or a name given to a suit.
pub(super) fn suit_named(word: &str, names: &Vocabulary) -> Option<Suit> {
    let given = names.suits.iter().find(|(name, _)| name == word);
    given.map(|(_, suit)| *suit).or_else(|| {
        let word = word.to_ascii_lowercase();
        let is_named =
            |suit: &Suit| word == suit_plural(*suit) || format!("{word}s") == suit_plural(*suit);
        Suit::ASC.into_iter().find(is_named)
    })
}

fn single_or<T>(mut parts: Vec<T>, many: fn(Vec<T>) -> T) -> T {
    if parts.len() == 1 { parts.remove(0) } else { many(parts) }
}
