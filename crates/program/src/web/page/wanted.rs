//! Conditions on random deals in plain words: "South 1NT opener, North 8-9 points, hearts 5+".
//!
//! A seat, with or without a colon, begins the conditions on its hand; commas separate them.
//! Numbers alone are points, a bid is what the hand opens, and all else is written as in rule
//! files: lengths of suits, shapes, controls.

use falsecard_engine::bidding::{AuctionSoFar, Bidder};
use falsecard_engine::cards::{Bid, Call, Seat};
use falsecard_engine::constraint::{DealCondition, parse_deal_condition};
use falsecard_engine::text::quoted;
use falsecard_laboratory::table::NumberedDeal;

/// The most conditions that are accepted.
const MOST: usize = 40;

/// The conditions on a random deal.
#[derive(Debug, Default)]
pub(super) struct WantedDeal {
    conditions: Vec<DealCondition>,
    /// The opener and his opening call, if one is wanted.
    opening: Option<(Seat, Call)>,
}

impl WantedDeal {
    /// Reads conditions in plain words.
    ///
    /// # Errors
    ///
    /// A sentence with the words that are not understood.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut wanted = Self::default();
        let mut seat = None;
        for part in text.split([',', ';', '\n']).map(str::trim).filter(|part| !part.is_empty()) {
            let said = match part.split_once(':') {
                None => match named(part) {
                    None => part,
                    Some((of, said)) => {
                        seat = Some(of);
                        said
                    }
                },
                Some((name, said)) => {
                    let named = name.trim().parse::<Seat>();
                    seat = Some(named.map_err(|_| format!("{} is no seat", quoted(name)))?);
                    said.trim()
                }
            };
            let of = seat
                .ok_or_else(|| format!("whose hand is {}? As in \"South 15-17\"", quoted(part)))?;
            wanted.add(of, &plain(said))?;
        }
        Ok(wanted)
    }

    fn add(&mut self, seat: Seat, said: &str) -> Result<(), String> {
        if let Ok(bid) = said.to_uppercase().parse::<Bid>() {
            if self.opening.is_some() {
                return Err("only one hand can open".to_owned());
            }
            self.opening = Some((seat, Call::Bid(bid)));
            return Ok(());
        }
        if self.conditions.len() == MOST {
            return Err(format!("that is more than {MOST} conditions"));
        }
        let is_points = said.chars().all(|c| c.is_ascii_digit() || ['-', '+', '–'].contains(&c));
        let rule = if is_points { format!("hcp {said}") } else { said.to_owned() };
        let condition = parse_deal_condition(&rule, Some(seat));
        self.conditions.push(condition.map_err(|fault| format!("{}: {fault}", quoted(said)))?);
        Ok(())
    }

    /// Whether there are no conditions.
    pub(super) const fn is_empty(&self) -> bool {
        self.conditions.is_empty() && self.opening.is_none()
    }

    /// The seat that must deal, so that a hand can open.
    pub(super) fn dealer(&self) -> Option<Seat> {
        self.opening.map(|(seat, _)| seat)
    }

    /// Whether a deal meets the conditions when players like `bidder` bid it.
    pub(super) fn is_met(&self, deal: &NumberedDeal, bidder: &Bidder) -> bool {
        let opens = |(seat, call): (Seat, Call)| {
            bidder.call(deal.hands[seat], &AuctionSoFar::new(seat, deal.vulnerability)) == call
        };
        self.conditions.iter().all(|it| it.is_true_of_deal(&deal.hands))
            && self.opening.is_none_or(opens)
    }
}

/// The seat at the beginning of a text, and the rest.
fn named(text: &str) -> Option<(Seat, &str)> {
    let (name, said) = text.split_once(' ')?;
    Some((name.parse().ok()?, said.trim()))
}

/// Filler words: "1NT opener", "has 8-9 points".
const FILLERS: [&str; 9] =
    ["points", "point", "hcp", "opener", "opens", "opening", "has", "with", "a"];

/// The names of suits that may follow a length.
const SUITS: [&str; 4] = ["spade", "heart", "diamond", "club"];

/// A condition in the language of rule files: "8-9" for "has 8-9 points", "hearts 5+" for "5+
/// hearts". What is not understood stays as it is.
fn plain(said: &str) -> String {
    let is_filler = |word: &str| FILLERS.iter().any(|filler| word.eq_ignore_ascii_case(filler));
    let words: Vec<&str> = said.split_whitespace().filter(|word| !is_filler(word)).collect();
    match *words.as_slice() {
        [only] => only.to_owned(),
        [length, suit] if length.starts_with(|c: char| c.is_ascii_digit()) => {
            let name = suit.to_ascii_lowercase();
            match SUITS.iter().find(|known| name.trim_end_matches('s') == **known) {
                Some(known) => format!("{known}s {length}"),
                None => said.to_owned(),
            }
        }
        _ => said.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_words_are_the_same_as_short_ones() {
        let of = |text: &str| {
            let wanted = WantedDeal::read(text).unwrap();
            (format!("{:?}", wanted.conditions), wanted.opening)
        };
        let short = of("S: 1NT, N: 8-9, hearts 5+");
        for text in [
            "South 1NT opener, North 8-9 points, 5+ hearts",
            "south opens 1NT; north has 8-9 hcp, hearts 5+",
            "S 1nt, N 8-9, hearts 5+",
        ] {
            assert_eq!(of(text), short, "{text}");
        }
        assert!(
            WantedDeal::read("8-9 points").is_err() && WantedDeal::read("South nonsense").is_err()
        );
    }
}
