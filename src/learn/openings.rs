//! How pairs open, as all their boards show.

use std::collections::HashMap;

use super::corpus::Record;
use crate::bidding::{OddOpening, OpeningStyle};
use crate::cards::{Bid, Call, Level, Side, Strain, Suit, hand_points};

/// The openings of pairs.
#[derive(Debug, Default)]
pub(super) struct Openings {
    pairs: HashMap<[String; 2], usize>,
    seen: Vec<Seen>,
}

/// What a pair has opened: how often, and sums over that.
#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    clubs: Of,
    short_clubs: f64,
    majors: f64,
    four_card_majors: f64,
    notrumps: Of,
}

/// How often, and the points in all.
#[derive(Debug, Clone, Copy, Default)]
struct Of {
    n: f64,
    points: f64,
}

/// Every pair is taken to have opened so often before as most do: with these points 1♣ and 1NT.
const BEFORE: f64 = 3.0;
const CLUB: f64 = 13.0;
const NOTRUMP: f64 = 15.5;

/// From these means and shares on a pair opens otherwise. (Set by looking at how the pairs of championships divide.)
const STRONG_CLUB: f64 = 15.0;
const WEAK_NOTRUMP: f64 = 14.2;
const SHORT: f64 = 0.08;
const FOUR_CARDS: f64 = 0.2;

impl Openings {
    /// Takes in a record, and says which pairs played it, North and South first; `None` where a name is missing.
    pub(super) fn add(&mut self, record: &Record) -> [Option<usize>; 2] {
        let pairs = [Side::NorthSouth, Side::EastWest].map(|side| {
            let names = record.pair(side)?.map(str::to_owned);
            let next = self.pairs.len();
            let pair = *self.pairs.entry(names).or_insert(next);
            self.seen.resize(self.pairs.len(), Seen::default());
            Some(pair)
        });
        let mut calls = record.play.bidding().calls();
        if let Some((seat, Call::Bid(bid))) = calls.find(|(_, call)| *call != Call::Pass)
            && let Some(pair) = pairs[usize::from(Side::of(seat) == Side::EastWest)]
        {
            let hand = record.play.deal()[seat];
            let length = |suit: Suit| hand[suit].len();
            self.seen[pair].add(bid, hand_points(hand).into(), length);
        }
        pairs
    }

    /// How a pair opens.
    pub(super) fn style(&self, pair: usize) -> OpeningStyle {
        let seen = &self.seen[pair];
        let mean = |it: &Of, before: f64| (it.points + BEFORE * before) / (it.n + BEFORE);
        let odd = [
            (OddOpening::StrongClub, mean(&seen.clubs, CLUB) > STRONG_CLUB),
            (OddOpening::ShortClub, seen.short_clubs / (seen.clubs.n + BEFORE) > SHORT),
            (
                OddOpening::FourCardMajors,
                seen.four_card_majors / (seen.majors + BEFORE) > FOUR_CARDS,
            ),
            (OddOpening::WeakNotrump, mean(&seen.notrumps, NOTRUMP) < WEAK_NOTRUMP),
        ];
        odd.into_iter().filter(|(_, is_so)| *is_so).map(|(odd, _)| odd).collect()
    }
}

impl Seen {
    fn add(&mut self, bid: Bid, points: f64, length: impl Fn(Suit) -> usize) {
        if bid.level != Level::new(1) {
            return;
        }
        match bid.strain {
            Strain::Clubs => {
                self.clubs.add(points);
                self.short_clubs += f64::from(u8::from(length(Suit::Clubs) < 2));
            }
            Strain::Diamonds => {}
            Strain::Hearts | Strain::Spades => {
                let suit = bid.strain.suit().expect("a major suit");
                self.majors += 1.0;
                self.four_card_majors += f64::from(u8::from(length(suit) == 4));
            }
            Strain::Notrump => self.notrumps.add(points),
        }
    }
}

impl Of {
    fn add(&mut self, points: f64) {
        self.n += 1.0;
        self.points += points;
    }
}
