//! Auctions as rule files write them: `1M-2M`, `1NT-2C-2D`, `(1x)-1y`, `1m-(1S)-X`.
//!
//! Dashes separate calls; the opponents' calls are in parentheses, and a turn left out is a pass.
//! Suits may be open: `M` is a major and `OM` the other, `m` and `om` are the minors, `x`, `y` and
//! `z` are three different suits. The last call is the one that the line explains.

use super::part::{LineFault, LinePart};
use crate::cards::{Auction, Bid, Call, Level, Strain, Suit};
use crate::constraint::language::Vocabulary;

/// A call, with a given or an open suit.
#[derive(Debug, Clone, PartialEq, Eq)]
enum CallPattern {
    Call(Call),
    /// A level and the name of an open suit.
    Open(Level, &'static str),
}

/// The calls from the first bid up to the one explained.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AuctionPattern {
    calls: Vec<CallPattern>,
    /// Whether the side of the call explained made the first bid.
    pub(super) opens: bool,
}

/// One auction that fits a pattern, with the suits that the open names stand for.
#[derive(Debug, Clone)]
pub(super) struct Instance {
    /// The calls before the one explained, from the first bid.
    pub(super) before: Vec<Call>,
    pub(super) call: Call,
    pub(super) names: Vocabulary,
}

/// The names of open suits, with the suits that each may stand for.
const OPEN: [(&str, &[Suit]); 7] = [
    ("M", &[Suit::Hearts, Suit::Spades]),
    ("OM", &[Suit::Hearts, Suit::Spades]),
    ("m", &[Suit::Clubs, Suit::Diamonds]),
    ("om", &[Suit::Clubs, Suit::Diamonds]),
    ("x", &Suit::ASC),
    ("y", &Suit::ASC),
    ("z", &Suit::ASC),
];

impl AuctionPattern {
    /// Reads a pattern.
    pub(super) fn parse(text: &LinePart) -> Result<Self, LineFault> {
        let mut calls: Vec<CallPattern> = Vec::new();
        let mut sides = Vec::new();
        for item in text.items('-') {
            let theirs = item.text.starts_with('(') && item.text.ends_with(')');
            let bare = if theirs { item.inner() } else { item.trim() };
            if sides.last() == Some(&theirs) {
                calls.push(CallPattern::Call(Call::Pass));
            }
            sides.push(theirs);
            calls.push(call(&bare)?);
        }
        if sides.last() == Some(&true) {
            return Err(text.fault("the last call is the one explained, and not in parentheses"));
        }
        let pattern = Self { calls, opens: sides.first() == Some(&false) };
        if pattern.instances().is_empty() {
            return Err(text.fault("no legal auction has these calls"));
        }
        Ok(pattern)
    }

    /// Every legal auction of the pattern.
    pub(super) fn instances(&self) -> Vec<Instance> {
        let open: Vec<_> = OPEN.into_iter().filter(|(name, _)| self.mentions(name)).collect();
        let mut choices = vec![Vec::new()];
        for (name, suits) in open {
            choices = choices
                .into_iter()
                .flat_map(|chosen: Vec<(String, Suit)>| {
                    let taken = chosen.clone();
                    let free = suits.iter().filter(move |s| taken.iter().all(|(_, t)| t != *s));
                    free.map(move |suit| [&chosen[..], &[(name.to_owned(), *suit)]].concat())
                })
                .collect();
        }
        choices.into_iter().filter_map(|suits| self.instance(suits)).collect()
    }

    /// Whether the pattern has an open suit of this name.
    fn mentions(&self, name: &str) -> bool {
        self.calls.iter().any(|call| matches!(call, CallPattern::Open(_, open) if *open == name))
    }

    fn instance(&self, mut suits: Vec<(String, Suit)>) -> Option<Instance> {
        for (one, other) in [("M", "OM"), ("OM", "M"), ("m", "om"), ("om", "m")] {
            let named = |name| suits.iter().find(|(known, _)| known == name);
            if let (Some((_, suit)), None) = (named(one), named(other)) {
                let suit = other_of_rank(*suit);
                suits.push((other.to_owned(), suit));
            }
        }
        let names = Vocabulary { suits, partner: None };
        let mut auction = Auction::new();
        for call in &self.calls {
            let call = match call {
                CallPattern::Call(call) => *call,
                CallPattern::Open(level, name) => {
                    let suit = names.suits.iter().find(|(known, _)| known == name)?.1;
                    Call::Bid(Bid { level: *level, strain: suit.into() })
                }
            };
            auction.try_push(call).ok()?;
        }
        let mut before: Vec<Call> = auction.into();
        let call = before.pop()?;
        Some(Instance { before, call, names })
    }
}

/// The other major, or the other minor.
const fn other_of_rank(suit: Suit) -> Suit {
    match suit {
        Suit::Clubs => Suit::Diamonds,
        Suit::Diamonds => Suit::Clubs,
        Suit::Hearts => Suit::Spades,
        Suit::Spades => Suit::Hearts,
    }
}

fn call(text: &LinePart) -> Result<CallPattern, LineFault> {
    let digit = text.text.chars().next().and_then(|c| c.to_digit(10));
    let level = digit.and_then(|digit| Level::try_new(digit as u8).ok());
    let open = text.text.get(1..).and_then(|name| OPEN.iter().find(|(known, _)| *known == name));
    if let (Some(level), Some((name, _))) = (level, open) {
        return Ok(CallPattern::Open(level, name));
    }
    let known = text.text.is_ascii().then(|| text.text.parse().ok()).flatten();
    known.map(CallPattern::Call).ok_or_else(|| {
        text.fault(
            "expected a call: \"1H\", \"2NT\", \"P\", \"X\", or one with an open suit: \"1M\"",
        )
    })
}

/// The suit that a call bids, if any.
pub(super) fn suit_of(call: Call) -> Option<Suit> {
    match call {
        Call::Bid(bid) => bid.strain.suit(),
        _ => None,
    }
}

/// Whether the call names notrump.
pub(super) fn is_notrump(call: Call) -> bool {
    matches!(call, Call::Bid(Bid { strain: Strain::Notrump, .. }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instances(text: &str) -> Vec<String> {
        let pattern = AuctionPattern::parse(&LinePart::of(text)).map_err(|fault| fault.message);
        let shown = |i: Instance| i.before.iter().chain([&i.call]).map(Call::to_string).collect();
        let lists: Vec<Vec<String>> = pattern.unwrap().instances().into_iter().map(shown).collect();
        lists.iter().map(|calls| calls.join(" ")).collect()
    }

    #[test]
    fn open_suits_stand_for_all_that_are_legal() {
        assert_eq!(instances("1M-2M"), ["1♥ P 2♥", "1♠ P 2♠"]);
        assert_eq!(
            instances("1M-(2OM)-X"),
            ["1♥ P 2♠ X", "1♠ P 2♥ X"].map(|s| s.replace(" P", ""))
        );
        assert_eq!(instances("(1x)-1y").len(), 6, "a suit above the first, on the one level");
        assert_eq!(instances("(1H)-P-(P)-X"), ["1♥ P P X"]);
    }

    #[test]
    fn faults_point_at_the_call() {
        let fault = |text| AuctionPattern::parse(&LinePart::of(text)).unwrap_err();
        assert_eq!(fault("1M-3Q").span, 3..5);
        assert_eq!(fault("1H-(2H)").span, 0..7);
        assert!(fault("2H-1H").message.contains("no legal auction"));
    }
}
