//! Rule files: what a partnership's calls promise and which carding it has agreed.
//!
//! ```text
//! system weak-notrump
//! about  12-14 balanced opens 1NT
//! source any book on Acol
//! use    natural                                    # rules of another file, behind these
//!
//! opening 1NT: hcp 12-14, balanced @ 97%            # what the call promises, and how reliably
//!   yes A72.K963.K53.A76                            # hands that must fit, or must not
//!   no  AK2.K963.K53.A76
//! opening 1H-3H: hearts 3+, hcp 10-12 @ 90%         # opener's side: 1H, then 3H by partner
//! overcall 1S: spades 5+ @ 97%
//!
//! card count: kept 85%, partner 85%, declarer 55%   # who keeps to it, and who believes it
//! ```

use std::ops::Range;
use std::sync::Arc;

use miette::{Diagnostic, NamedSource, SourceSpan};
use thiserror::Error;

use super::{Promise, Rule, parse_condition};
use crate::cards::{Call, Hand};
use crate::play::Bidding;

/// What is wrong with a rule file, and where.
#[derive(Debug, Clone, Error, Diagnostic)]
#[error("{file}:{line}: {message}")]
pub struct SystemFault {
    /// The file's name.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What was expected.
    pub message: String,
    #[source_code]
    text: NamedSource<String>,
    #[label("here")]
    span: SourceSpan,
}

/// A partnership's agreements, as a rule file states them.
#[derive(Debug, Clone)]
pub struct System {
    /// The name that files and the command line know it by.
    pub name: String,
    /// What it is, in a line.
    pub about: String,
    /// Where its rules come from.
    pub source: String,
    /// What the calls promise; the first that matches speaks.
    pub calls: Vec<Meaning>,
    /// The carding agreed.
    pub cards: Vec<Agreement>,
}

/// Which side bid first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The caller's side made the first bid of the auction.
    Opening,
    /// The opponents did.
    Overcall,
}

/// What a call promises.
#[derive(Debug, Clone)]
pub struct Meaning {
    /// Which side opened.
    pub role: Role,
    /// The side's calls so far without its passes; the last is the one explained.
    pub sequence: Vec<Call>,
    /// What it says of the caller's hand; its source is the line of the file.
    pub promise: Arc<Promise>,
    /// Hands that must fit.
    pub yes: Vec<Hand>,
    /// Hands that must not.
    pub no: Vec<Hand>,
}

/// A carding convention that is in force.
#[derive(Debug, Clone, PartialEq)]
pub struct Agreement {
    /// The convention's name in the registry of `carding`.
    pub convention: String,
    /// How often a player keeps to it, 0 to 1.
    pub kept: f64,
    /// How often his partner believes that he does, 0 to 1.
    pub partner: f64,
    /// How often declarer believes that he does, 0 to 1.
    pub declarer: f64,
}

/// The rule files that come with the program: name and text.
const BUNDLED: [(&str, &str); 3] = [
    ("natural", include_str!("../../constraints/natural.rules")),
    ("paper", include_str!("../../constraints/paper.rules")),
    ("paper-weak-notrump", include_str!("../../constraints/paper-weak-notrump.rules")),
];

impl System {
    /// The names of the rule files that come with the program.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUNDLED.iter().map(|(name, _)| *name)
    }

    /// A rule file that comes with the program.
    pub fn bundled(name: &str) -> Option<Self> {
        let (name, text) = BUNDLED.iter().find(|(known, _)| *known == name)?;
        Some(Self::parse(name, text).expect("the bundled rule files are tested"))
    }

    /// Reads a rule file.
    ///
    /// # Errors
    ///
    /// [`SystemFault`]: the first line that does not fit, or an example hand that its own rule
    /// decides otherwise.
    pub fn parse(file: &str, text: &str) -> Result<Self, Box<SystemFault>> {
        let mut system = Self {
            name: file.to_owned(),
            about: String::new(),
            source: file.to_owned(),
            calls: Vec::new(),
            cards: Vec::new(),
        };
        let mut inherited = Vec::new();
        let mut start = 0;
        for (number, line) in text.split('\n').enumerate() {
            let content = line.split('#').next().unwrap_or_default();
            system.read_line(content, &mut inherited).map_err(|fault| {
                Box::new(SystemFault {
                    file: file.to_owned(),
                    line: number + 1,
                    message: fault.message,
                    text: NamedSource::new(file, text.to_owned()),
                    span: (start + fault.span.start..start + fault.span.end).into(),
                })
            })?;
            start += line.len() + 1;
        }
        for base in inherited {
            system.inherit(base);
        }
        Ok(system)
    }

    fn read_line(&mut self, line: &str, inherited: &mut Vec<Self>) -> Result<(), LineFault> {
        let Some((word, at)) = first_word(line) else { return Ok(()) };
        let rest = Part { text: &line[at + word.len()..], at: at + word.len() }.trim();
        match word {
            "system" => rest.text.clone_into(&mut self.name),
            "about" => rest.text.clone_into(&mut self.about),
            "source" => rest.text.clone_into(&mut self.source),
            "use" => inherited.push(
                Self::bundled(rest.text).ok_or_else(|| rest.fault("no rule file of that name"))?,
            ),
            "opening" => self.read_meaning(Role::Opening, line.trim(), &rest)?,
            "overcall" => self.read_meaning(Role::Overcall, line.trim(), &rest)?,
            "card" => self.cards.push(agreement(&rest)?),
            "yes" | "no" => self.read_example(word == "yes", &rest)?,
            _ => {
                let fault = Part { text: word, at };
                return Err(fault.fault(
                    "expected one of: system, about, source, use, opening, overcall, card, yes, no",
                ));
            }
        }
        Ok(())
    }

    fn read_meaning(&mut self, role: Role, line: &str, rest: &Part) -> Result<(), LineFault> {
        let (calls, promise) = rest.split(':', "expected \":\" after the calls")?;
        let (condition, share) =
            promise.split('@', "expected \"@\" and a share, as in \"@ 97%\"")?;
        let sequence = calls.text.split('-').map(call).collect::<Option<Vec<_>>>();
        let parsed = parse_condition(condition.text).map_err(|fault| LineFault {
            message: fault.message,
            span: condition.at + fault.span.start..condition.at + fault.span.end,
        })?;
        self.calls.push(Meaning {
            role,
            sequence: sequence.ok_or_else(|| calls.fault("expected calls, as in \"1H-3H\""))?,
            promise: Arc::new(Promise::new(
                parsed,
                share.percent()?,
                format!("{line} ({})", self.source),
            )),
            yes: Vec::new(),
            no: Vec::new(),
        });
        Ok(())
    }

    fn read_example(&mut self, fits: bool, rest: &Part) -> Result<(), LineFault> {
        let hand: Hand = match rest.text.parse::<Hand>() {
            Ok(hand) if hand.len() == 13 => hand,
            _ => return Err(rest.fault("expected a hand of 13 cards, as in \"AK9.AQ87.AK87.Q6\"")),
        };
        let Some(meaning) = self.calls.last_mut() else {
            return Err(rest.fault("an example hand belongs under a call"));
        };
        if meaning.promise.condition.is_true_of(&hand) != fits {
            let verdict = if fits { "does not fit" } else { "fits" };
            return Err(rest.fault(format!("this hand {verdict} the rule above it")));
        }
        let examples = if fits { &mut meaning.yes } else { &mut meaning.no };
        examples.push(hand);
        Ok(())
    }

    /// Puts the rules of another file behind these.
    fn inherit(&mut self, base: Self) {
        self.calls.extend(base.calls);
        let named = |card: &Agreement, cards: &[Agreement]| {
            cards.iter().any(|known| known.convention == card.convention)
        };
        for card in base.cards {
            if !named(&card, &self.cards) {
                self.cards.push(card);
            }
        }
    }

    /// What an auction promises, call by call. Calls that no rule explains say nothing.
    pub fn read(&self, bidding: &Bidding) -> Vec<Rule> {
        let calls: Vec<_> = bidding.calls().collect();
        let opener = calls.iter().find(|(_, call)| *call != Call::Pass).map(|(seat, _)| *seat);
        let mut rules = Vec::new();
        for (i, &(seat, call)) in calls.iter().enumerate() {
            if call == Call::Pass {
                continue;
            }
            let ours = |other| other == seat || other == seat.partner();
            let role = if opener.is_some_and(ours) { Role::Opening } else { Role::Overcall };
            let spoken = calls[..=i].iter().filter(|(caller, _)| ours(*caller));
            let spoken: Vec<_> = spoken.filter(|(_, call)| *call != Call::Pass).collect();
            // The sequences of the file are partners bidding in turn: a second bid by the same
            // player, his partner having passed, is another matter.
            if spoken.windows(2).any(|pair| pair[0].0 == pair[1].0) {
                continue;
            }
            let sequence: Vec<Call> = spoken.iter().map(|(_, call)| *call).collect();
            let meaning = self.calls.iter().find(|m| m.role == role && m.sequence == sequence);
            rules.extend(meaning.map(|m| Rule::new(seat, Arc::clone(&m.promise))));
        }
        rules
    }
}

/// What is wrong with a line, and where in it.
struct LineFault {
    message: String,
    span: Range<usize>,
}

/// A part of a line that knows its place.
struct Part<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Part<'a> {
    fn trim(&self) -> Self {
        let left = self.text.len() - self.text.trim_start().len();
        Self { text: self.text.trim(), at: self.at + left }
    }

    fn fault(&self, message: impl Into<String>) -> LineFault {
        LineFault { message: message.into(), span: self.at..self.at + self.text.len() }
    }

    fn split(&self, sign: char, expected: &str) -> Result<(Part<'a>, Part<'a>), LineFault> {
        let (left, right) = self.text.split_once(sign).ok_or_else(|| self.fault(expected))?;
        let at = self.at + left.len() + sign.len_utf8();
        Ok((Part { text: left, at: self.at }.trim(), Part { text: right, at }.trim()))
    }

    /// A share above 0 and up to 100 %.
    fn percent(&self) -> Result<f64, LineFault> {
        let number = self.text.strip_suffix('%').and_then(|n| n.trim().parse::<f64>().ok());
        match number {
            Some(percent) if percent > 0.0 && percent <= 100.0 => Ok(percent / 100.0),
            _ => Err(self.fault("expected a share above 0% and up to 100%, as in \"97%\"")),
        }
    }
}

fn first_word(line: &str) -> Option<(&str, usize)> {
    let word = line.split_whitespace().next()?;
    line.find(word).map(|at| (word, at))
}

fn call(text: &str) -> Option<Call> {
    let text = text.trim();
    text.is_ascii().then(|| text.parse().ok()).flatten()
}

/// `count: kept 85%, partner 85%, declarer 55%`
fn agreement(rest: &Part) -> Result<Agreement, LineFault> {
    let (name, shares) = rest.split(':', "expected \":\" after the convention's name")?;
    let mut values = [None; 3];
    let mut at = shares.at;
    for item in shares.text.split(',') {
        let part = Part { text: item, at }.trim();
        at += item.len() + 1;
        let (key, value) = part.split(' ', "expected a word and a share, as in \"kept 85%\"")?;
        let slot = ["kept", "partner", "declarer"].iter().position(|known| *known == key.text);
        let slot = slot.ok_or_else(|| key.fault("expected kept, partner or declarer"))?;
        values[slot] = Some(value.percent()?);
    }
    match values {
        [Some(kept), Some(partner), Some(declarer)] => {
            Ok(Agreement { convention: name.text.to_owned(), kept, partner, declarer })
        }
        _ => Err(shares.fault("expected three shares: kept, partner and declarer")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Seat, Vulnerability};

    /// Opener bids again over his partner's pass: that is no raise.
    #[test]
    fn a_rebid_is_not_a_raise() {
        let auction: crate::cards::Auction = "1S 2H P P 2S P P P".parse().unwrap();
        let dealer = Seat::South;
        let contract = Bidding::contract_of(dealer, &auction).unwrap();
        let bidding = Bidding::new(dealer, Vulnerability::NONE, auction, contract).unwrap();
        let rules = System::bundled("natural").unwrap().read(&bidding);
        assert_eq!(rules.iter().filter(|rule| rule.seat == dealer).count(), 1);
    }

    #[test]
    fn bundled_files_are_sound() {
        for (name, text) in BUNDLED {
            match System::parse(name, text) {
                Ok(system) => assert_eq!(system.name, name),
                Err(fault) => panic!("{fault}"),
            }
        }
    }
}
