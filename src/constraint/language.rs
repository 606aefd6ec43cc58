//! The rule language: "hcp 15-17 and balanced", "spades 5+ or 2 of AKQ in hearts".
//!
//! ```text
//! any       := all ("or" all)*
//! all       := one (("and" | ",") one)*
//! one       := "not" one | "(" any ")" | "balanced" | "shape" digits+
//!            | ("hcp" | suit) range | suit ("odd" | "even") | suit "has" ranks
//!            | number "of" ranks "in" suit
//! range     := n | n "-" n | n "+" | ("<" | "<=" | "==" | ">=" | ">") n
//! suit      := "clubs" | "diamonds" | "hearts" | "spades"
//! ```

use std::ops::Range;

use thiserror::Error;

use super::condition::{BALANCED, Condition, Holds, Shape, Term, ceiling};
use crate::cards::{Holding, Suit};

/// What is wrong with a text in the rule language, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct LanguageFault {
    /// What was expected.
    pub message: String,
    /// The bytes of the text that are at fault.
    pub span: Range<usize>,
}

/// How deep parentheses and "not" may nest; deeper text is refused, so that no input can exhaust
/// the stack.
const DEPTH: usize = 64;

/// Reads a condition.
///
/// # Errors
///
/// [`LanguageFault`], which points at the word that does not fit.
///
/// ```
/// use falsecard::constraint::parse_condition;
///
/// let rule = parse_condition("hcp 13+ and (hearts 5+ or clubs odd)").unwrap();
/// assert_eq!(rule.to_string(), "(hcp 13+ and (hearts 5+ or clubs odd))");
/// let fault = parse_condition("hcp 15 to 17").unwrap_err();
/// assert_eq!(&"hcp 15 to 17"[fault.span], "to");
/// ```
pub fn parse_condition(text: &str) -> Result<Condition, LanguageFault> {
    let mut parser = Parser { words: split(text), next: 0, end: text.len() };
    let condition = parser.any(0)?;
    match parser.peek() {
        None => Ok(condition),
        Some(word) => Err(parser.fault(format!("expected \"and\" or \"or\" before \"{word}\""))),
    }
}

/// The words of a text with their places. Signs are words of their own.
fn split(text: &str) -> Vec<(&str, usize)> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let len = if first.is_alphanumeric() {
            rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len())
        } else if rest.starts_with("<=") || rest.starts_with(">=") || rest.starts_with("==") {
            2
        } else {
            first.len_utf8()
        };
        let (word, tail) = rest.split_at(len);
        if !first.is_whitespace() {
            words.push((word, text.len() - rest.len()));
        }
        rest = tail;
    }
    words
}

struct Parser<'a> {
    words: Vec<(&'a str, usize)>,
    next: usize,
    end: usize,
}

type Parsed<T> = Result<T, LanguageFault>;

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.words.get(self.next).map(|(word, _)| *word)
    }

    fn take(&mut self) -> Option<&'a str> {
        let word = self.peek();
        self.next += usize::from(word.is_some());
        word
    }

    fn accept(&mut self, word: &str) -> bool {
        let found = self.peek().is_some_and(|next| next.eq_ignore_ascii_case(word));
        self.next += usize::from(found);
        found
    }

    /// A fault at the next word.
    fn fault(&self, message: impl Into<String>) -> LanguageFault {
        let span = match self.words.get(self.next) {
            Some((word, at)) => *at..at + word.len(),
            None => self.end..self.end,
        };
        LanguageFault { message: message.into(), span }
    }

    fn any(&mut self, depth: usize) -> Parsed<Condition> {
        let mut parts = vec![self.all(depth)?];
        while self.accept("or") {
            parts.push(self.all(depth)?);
        }
        Ok(single_or(parts, Condition::Any))
    }

    fn all(&mut self, depth: usize) -> Parsed<Condition> {
        let mut parts = vec![self.one(depth)?];
        while self.accept("and") || self.accept(",") {
            parts.push(self.one(depth)?);
        }
        Ok(single_or(parts, Condition::All))
    }

    fn one(&mut self, depth: usize) -> Parsed<Condition> {
        if depth > DEPTH {
            return Err(self.fault(format!("conditions may nest {DEPTH} deep, no deeper")));
        }
        if self.accept("not") {
            return Ok(Condition::Not(Box::new(self.one(depth + 1)?)));
        }
        if self.accept("(") {
            let inner = self.any(depth + 1)?;
            return if self.accept(")") { Ok(inner) } else { Err(self.fault("expected \")\"")) };
        }
        if self.accept("balanced") {
            return Ok(Condition::Shape(BALANCED.to_vec()));
        }
        if self.accept("shape") {
            return self.shapes();
        }
        if self.accept("hcp") {
            return self.range(Term::Points);
        }
        if let Some(suit) = self.suit() {
            return self.about_suit(suit);
        }
        if let Some(at_least) = self.peek().and_then(|word| word.parse().ok()) {
            self.next += 1;
            return self.some_of(at_least);
        }
        Err(self.fault(
            "expected a condition: \"hcp 15-17\", \"spades 5+\", \"balanced\", \"shape 4432\", \
             \"clubs odd\", \"hearts has KQ\" or \"2 of AKQ in hearts\"",
        ))
    }

    fn suit(&mut self) -> Option<Suit> {
        let names = ["clubs", "diamonds", "hearts", "spades"];
        let word = self.peek()?.to_ascii_lowercase();
        let suit = Suit::ASC[names.iter().position(|name| *name == word)?];
        self.next += 1;
        Some(suit)
    }

    fn about_suit(&mut self, suit: Suit) -> Parsed<Condition> {
        if self.accept("odd") {
            Ok(Condition::Parity { suit, odd: true })
        } else if self.accept("even") {
            Ok(Condition::Parity { suit, odd: false })
        } else if self.accept("has") {
            let of = self.ranks()?;
            Ok(Condition::Holds(Holds { suit, of, at_least: of.len() as u8 }))
        } else {
            self.range(Term::Length(suit))
        }
    }

    fn some_of(&mut self, at_least: u8) -> Parsed<Condition> {
        if !self.accept("of") {
            return Err(self.fault("expected \"of\", as in \"2 of AKQ in hearts\""));
        }
        let of = self.ranks()?;
        if !self.accept("in") {
            return Err(self.fault("expected \"in\" and a suit"));
        }
        let suit = self.suit().ok_or_else(|| self.fault("expected a suit, as in \"hearts\""))?;
        Ok(Condition::Holds(Holds { suit, of, at_least }))
    }

    fn ranks(&mut self) -> Parsed<Holding> {
        let word = self.peek().unwrap_or_default();
        match word.parse::<Holding>() {
            Ok(holding) if !holding.is_empty() && !word.contains(['x', 'X']) => {
                self.next += 1;
                Ok(holding)
            }
            _ => Err(self.fault("expected ranks from the highest down, as in \"AKQ\"")),
        }
    }

    fn shapes(&mut self) -> Parsed<Condition> {
        let mut shapes = Vec::new();
        while let Some(shape) = self.peek().and_then(shape) {
            shapes.push(shape);
            self.next += 1;
        }
        if shapes.is_empty() {
            return Err(self.fault("expected four digits that add up to 13, as in \"4432\""));
        }
        Ok(Condition::Shape(shapes))
    }

    fn range(&mut self, term: Term) -> Parsed<Condition> {
        let top = ceiling(term);
        let range = |min, max| Condition::Range { term, min, max };
        match self.peek() {
            Some("<=") => Ok(range(0, self.after_sign(top)?)),
            Some(">=") => Ok(range(self.after_sign(top)?, top)),
            Some("<") => match self.after_sign(top)? {
                0 => Err(self.fault("nothing is less than 0")),
                limit => Ok(range(0, limit - 1)),
            },
            Some(">") => Ok(range(self.after_sign(top)? + 1, top)),
            Some("==") => self.after_sign(top).map(|value| range(value, value)),
            _ => {
                let min = self.number(top)?;
                if self.accept("+") {
                    Ok(range(min, top))
                } else if self.accept("-") {
                    let max = self.number(top)?;
                    if max < min {
                        self.next -= 1;
                        return Err(self.fault(format!("the range {min}-{max} runs backwards")));
                    }
                    Ok(range(min, max))
                } else {
                    Ok(range(min, min))
                }
            }
        }
    }

    fn after_sign(&mut self, top: u8) -> Parsed<u8> {
        self.take();
        self.number(top)
    }

    fn number(&mut self, top: u8) -> Parsed<u8> {
        match self.peek().map(str::parse::<u8>) {
            Some(Ok(number)) if number <= top => {
                self.next += 1;
                Ok(number)
            }
            Some(Ok(_)) => Err(self.fault(format!("expected a number up to {top}"))),
            _ => {
                Err(self.fault("expected a number or a range: \"5\", \"5+\", \"15-17\", \">= 5\""))
            }
        }
    }
}

fn single_or(mut parts: Vec<Condition>, many: fn(Vec<Condition>) -> Condition) -> Condition {
    if parts.len() == 1 { parts.remove(0) } else { many(parts) }
}

/// Four digits that add up to 13, sorted longest first.
fn shape(word: &str) -> Option<Shape> {
    let mut digits: Shape = word
        .chars()
        .map(|c| c.to_digit(10).map(|digit| digit as u8))
        .collect::<Option<Vec<_>>>()?
        .try_into()
        .ok()?;
    digits.sort_unstable_by(|a, b| b.cmp(a));
    (digits.iter().sum::<u8>() == 13).then_some(digits)
}
