//! Features of cards and shapes: `hearts has KQ`, `spades KQx`, `2 of AKQ in hearts`, `shape 4432`.

use super::condition::{Feature, Holds, Range};
use super::deal::{DealCondition, Statement};
use super::formula::Formula;
use super::parser::{ParseResult, Parser, suit_named};
use super::shape::{ShapePattern, Shapes, lengths, pattern};
use super::term::{Measure, Term};
use crate::cards::{Holding, Rank, Suit, from_rank_up, read_card};

/// Numbers as words, from "no".
const NUMBERS: [&str; 6] = ["no", "one", "two", "three", "four", "five"];

impl Parser<'_> {
    /// Whether the next words are a suit and a statement about its cards.
    pub(super) fn begins_holding(&self) -> bool {
        let suit = self.words.peek().and_then(|word| suit_named(word, self.names));
        let next = self.words.ahead(1).unwrap_or_default();
        let words = ["odd", "even", "has"];
        suit.is_some()
            && (words.iter().any(|word| next.eq_ignore_ascii_case(word)) || holding(next).is_some())
    }

    /// `clubs odd`, `hearts has KQ`, `spades KQx`.
    pub(super) fn about_suit(&mut self) -> ParseResult<DealCondition> {
        let suit = self.expect_suit()?;
        if self.words.accept("odd") {
            self.says(Feature::Parity { suit, odd: true })
        } else if self.words.accept("even") {
            self.says(Feature::Parity { suit, odd: false })
        } else if self.words.accept("has") {
            let of = self.ranks()?;
            self.says(Feature::Holds(Holds { suit, of, at_least: of.len() as u8 }))
        } else {
            self.holding(suit)
        }
    }

    /// `KQx`: exactly the honours named (of the five from the ten up), and as many small cards as
    /// there are x; with a `+`, that many or more.
    fn holding(&mut self, suit: Suit) -> ParseResult<DealCondition> {
        let Some((named, length)) = self.words.take(holding) else {
            return Err(self.words.fault("expected a holding, as in \"KQx\""));
        };
        let or_longer = self.words.touches() && self.words.accept("+");
        let missing = from_rank_up(Rank::T) - named;
        let mut parts = Vec::new();
        if !named.is_empty() {
            let at_least = named.len() as u8;
            parts.push(self.says(Feature::Holds(Holds { suit, of: named, at_least }))?);
        }
        if !missing.is_empty() {
            let other = Feature::Holds(Holds { suit, of: missing, at_least: 1 });
            parts.push(Formula::Not(Box::new(self.says(other)?)));
        }
        let most = if or_longer { 13 } else { length };
        if let Some(range) = Range::new(Term::Length(suit), length..=most) {
            parts.push(self.says(Feature::Range(range))?);
        }
        Ok(Formula::All(parts))
    }

    /// "2 of AKQ in hearts"
    pub(super) fn some_of(&mut self) -> ParseResult<DealCondition> {
        let number = |word: &str| {
            let spoken = NUMBERS.iter().position(|name| word.eq_ignore_ascii_case(name));
            spoken.map(|number| number as u8).or_else(|| word.parse().ok())
        };
        let Some(at_least) = self.words.take(number) else {
            return Err(self.words.fault("expected a number, as in \"2 of AKQ in hearts\""));
        };
        self.words.expect("of")?;
        let of = if self.words.accept("none") { Holding::EMPTY } else { self.ranks()? };
        self.words.expect("in")?;
        let suit = self.expect_suit()?;
        self.says(Feature::Holds(Holds { suit, of, at_least }))
    }

    /// "stopper in hearts": the ace, the king with one more card, the queen with two, or the jack
    /// with three.
    pub(super) fn stopper(&mut self) -> ParseResult<DealCondition> {
        self.words.skip();
        self.words.expect("in")?;
        let suit = self.expect_suit()?;
        let one = Range::new(Term::Suit(Measure::Stoppers, suit), 1..=1);
        self.says(Feature::Range(one.expect("a suit may be stopped")))
    }

    fn ranks(&mut self) -> ParseResult<Holding> {
        let ranks = |word: &str| word.parse::<Holding>().ok().filter(|cards| !cards.is_empty());
        let found = self.words.take(|word| ranks(word).filter(|_| !word.contains(['x', 'X'])));
        found.ok_or_else(|| self.words.fault("expected ranks from the highest down, as in \"AKQ\""))
    }

    /// `hascard(north, SA)`
    pub(super) fn hascard(&mut self) -> ParseResult<DealCondition> {
        self.words.skip();
        self.words.expect("(")?;
        let named = self.seat_argument()?;
        let seat = self.whose(named)?;
        let card = self.words.take(read_card);
        let card = card.ok_or_else(|| self.words.fault("expected a card, as in \"SA\""))?;
        self.words.expect(")")?;
        let of = Holding::from_rank(card.rank);
        let holds = Holds { suit: card.suit, of, at_least: 1 };
        Ok(Formula::Is(Statement::Hand(seat, Feature::Holds(holds))))
    }

    /// Reads what follows the word "shape".
    pub(super) fn shape(&mut self) -> ParseResult<DealCondition> {
        if self.words.accept("(") {
            return self.dealers_shape();
        }
        if self.words.accept("none") {
            return self.says(Feature::Shape(Shapes::default()));
        }
        let mut shapes = Vec::new();
        while let Some(shape) = self.own_pattern() {
            shapes.push(shape);
            if self.words.ahead(1).and_then(pattern).is_some() {
                self.words.accept("or");
            }
        }
        if shapes.is_empty() {
            return Err(self
                .words
                .fault("expected a shape of thirteen cards: \"4432\", \"5=4=3=1\", \"54xx\""));
        }
        self.says(Feature::Shape(shapes.into_iter().collect()))
    }

    /// `4432`, `10-2-1-0` or `5=4=3=1`
    fn own_pattern(&mut self) -> Option<ShapePattern> {
        for (sign, in_order) in [("=", true), ("-", false)] {
            if self.words.ahead(1) == Some(sign) {
                let words = [0, 2, 4, 6].map(|place| self.words.ahead(place).unwrap_or_default());
                let signs = [1, 3, 5].map(|place| self.words.ahead(place));
                let lengths = lengths_apart(words)?;
                let make =
                    if in_order { ShapePattern::in_order } else { ShapePattern::in_any_order };
                let shape = make(lengths).filter(|_| signs == [Some(sign); 3])?;
                (0..7).for_each(|_| self.words.skip());
                return Some(shape);
            }
        }
        self.words.take(pattern)
    }

    /// `shape(north, any 4333 + 54xx - 5431)`: without "any" lengths are from spades to clubs.
    fn dealers_shape(&mut self) -> ParseResult<DealCondition> {
        let seat = self.seat_argument()?;
        let seat = self.whose(seat)?;
        let says = |shapes| Formula::Is(Statement::Hand(seat, Feature::Shape(shapes)));
        let mut condition = says([self.dealers_pattern()?].into_iter().collect());
        while !self.words.accept(")") {
            let adds = self.words.accept("+");
            if !adds {
                self.words.expect("-")?;
            }
            let other: Shapes = [self.dealers_pattern()?].into_iter().collect();
            condition = match condition {
                Formula::Is(Statement::Hand(seat, Feature::Shape(shapes))) if adds => {
                    let both = shapes.with(other);
                    Formula::Is(Statement::Hand(seat, Feature::Shape(both)))
                }
                before if adds => Formula::Any(vec![before, says(other)]),
                before => Formula::All(vec![before, Formula::Not(Box::new(says(other)))]),
            };
        }
        Ok(condition)
    }

    fn dealers_pattern(&mut self) -> ParseResult<ShapePattern> {
        let any = self.words.accept("any");
        let make = if any { ShapePattern::in_any_order } else { ShapePattern::in_order };
        let found = self.words.take(|word| make(lengths(word)?));
        found.ok_or_else(|| {
            self.words.fault("expected a shape of thirteen cards, as in \"any 4432\"")
        })
    }
}

/// Four lengths, each a number, or x for any length.
fn lengths_apart(words: [&str; 4]) -> Option<[Option<u8>; 4]> {
    let mut lengths = [None; 4];
    for (length, word) in lengths.iter_mut().zip(words) {
        if !word.eq_ignore_ascii_case("x") {
            *length = Some(word.parse().ok()?);
        }
    }
    Some(lengths)
}

/// Ranks from the highest down and an x for each small card; its length.
fn holding(word: &str) -> Option<(Holding, u16)> {
    let named = word.trim_end_matches(['x', 'X']);
    let ranks = named.parse::<Holding>().ok()?;
    let begins_high = word.starts_with(|c: char| "AKQJTXakqjtx".contains(c));
    let length = ranks.len() + word.len() - named.len();
    (begins_high && length <= 13).then_some((ranks, length as u16))
}
