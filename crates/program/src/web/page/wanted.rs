//! What a random deal is to have, in plain words: "S: 1NT, N: 8-9, hearts 5+".
//!
//! A seat and a colon begin what is said of a hand; commas part it. Numbers alone are points, a bid is what the hand
//! opens, and all else is as in rule files: lengths of suits, shapes, controls.

use falsecard_engine::bidding::{Bidder, Heard};
use falsecard_engine::cards::{Bid, Call, Seat};
use falsecard_engine::constraint::{DealCondition, parse_deal_condition};
use falsecard_engine::text::quoted;
use falsecard_laboratory::table::Deal;

/// The most conditions.
const MOST: usize = 40;

/// What a deal is to have.
#[derive(Debug, Default)]
pub(super) struct Wanted {
    conditions: Vec<DealCondition>,
    /// Who opens, and with what.
    opening: Option<(Seat, Call)>,
}

impl Wanted {
    /// Reads what is wanted.
    ///
    /// # Errors
    ///
    /// A sentence that names the words that are not understood.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut wanted = Self::default();
        let mut seat = None;
        for part in text.split([',', ';', '\n']).map(str::trim).filter(|part| !part.is_empty()) {
            let said = match part.split_once(':') {
                None => part,
                Some((name, said)) => {
                    let named = name.trim().parse::<Seat>();
                    seat = Some(named.map_err(|_| format!("{} is no seat", quoted(name)))?);
                    said.trim()
                }
            };
            let of =
                seat.ok_or_else(|| format!("whose hand is {}? As in \"S: 15-17\"", quoted(part)))?;
            wanted.add(of, said)?;
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

    /// Whether nothing is wanted.
    pub(super) const fn is_empty(&self) -> bool {
        self.conditions.is_empty() && self.opening.is_none()
    }

    /// Who has to deal, so that a hand can open.
    pub(super) fn dealer(&self) -> Option<Seat> {
        self.opening.map(|(seat, _)| seat)
    }

    /// Whether a deal has it, if the players bid so.
    pub(super) fn is_met(&self, deal: &Deal, bidder: &Bidder) -> bool {
        let opens = |(seat, call): (Seat, Call)| {
            bidder.call(deal.hands[seat], &Heard::new(seat, deal.vulnerability)) == call
        };
        self.conditions.iter().all(|it| it.is_true_of_deal(&deal.hands))
            && self.opening.is_none_or(opens)
    }
}
