//! The typical points and lengths of hands that make some calls.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use super::table::{CallLikelihood, PartnersPoints};
use crate::cards::{BySuit, Hand, Suit, hand_points, suit_name};
use crate::constraint::calls::ExplainedCall;
use crate::constraint::language::lengths::{self, ByPoints, WAYS};

/// Partner's points where they are not known: as many as anybody has on average.
const PARTNERS: PartnersPoints = PartnersPoints::Known(10);

/// The share of the hands that is left out at either end of a range.
const BEYOND: f64 = 0.05;

/// A range is mentioned if its two ends differ from those of any hand by this much together.
const MOVED: u8 = 2;

/// The points and lengths of hands that make some calls: ranges that a twentieth of these hands are
/// below, and a twentieth above.
///
/// ```
/// use falsecard::cards::{Auction, Seat, Vulnerability};
/// use falsecard::constraint::System;
/// use falsecard::constraint::caller::Typical;
/// use falsecard::play::Bidding;
///
/// let auction: Auction = "1S P P P".parse()?;
/// let contract = Bidding::contract_of(Seat::North, &auction).unwrap();
/// let bidding = Bidding::new(Seat::North, Vulnerability::ALL, auction, contract)?;
/// let explained = System::natural().explain(&bidding);
/// let promise = explained[0].promise.as_ref().unwrap();
/// let likelihood = promise.likelihood.as_deref();
/// let opener = Typical::of(likelihood).unwrap();
/// assert!(*opener.points.start() >= 9 && *opener.points.end() >= 17);
/// assert!(opener.to_string().contains("spades 5-"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Typical {
    /// High-card points.
    pub points: RangeInclusive<u8>,
    /// Cards of each suit.
    pub lengths: BySuit<RangeInclusive<u8>>,
}

impl Typical {
    /// The ranges of hands that make all of these calls of one player; `None` without a call.
    pub fn of<'a>(calls: impl IntoIterator<Item = &'a CallLikelihood>) -> Option<Self> {
        let mut calls = calls.into_iter().peekable();
        calls.peek()?;
        let mut hands = lengths::hands().to_vec();
        for call in calls {
            for (hands, lengths) in hands.iter_mut().zip(lengths::every()) {
                let share = call.row(lengths, PARTNERS);
                hands.iter_mut().zip(share).for_each(|(hands, share)| *hands *= share);
            }
        }
        Some(Self::of_hands(&hands))
    }

    /// The ranges of hands that make the last of these calls and their player's earlier ones;
    /// `None` if the likelihood of that call is not known.
    pub fn behind(calls: &[ExplainedCall]) -> Option<Self> {
        let (last, _) = calls.split_last()?;
        last.promise.as_ref()?.likelihood.as_ref()?;
        let own = calls.iter().filter(|call| call.seat == last.seat);
        Self::of(own.filter_map(|call| call.promise.as_ref()?.likelihood.as_deref()))
    }

    /// The ranges of these hands, of which there is at least one.
    pub(crate) fn of_these(hands: &[Hand]) -> Self {
        let mut points = [0.0; 38];
        let mut of_lengths = BySuit::from_fn(|_| [0.0; 14]);
        for &hand in hands {
            points[usize::from(hand_points(hand))] += 1.0;
            for suit in Suit::ASC {
                of_lengths[suit][hand[suit].len()] += 1.0;
            }
        }
        Self { points: range(&points), lengths: BySuit::from_fn(|suit| range(&of_lengths[suit])) }
    }

    /// The ranges of random hands.
    fn of_all() -> &'static Self {
        static ALL: LazyLock<Typical> = LazyLock::new(|| Typical::of_hands(lengths::hands()));
        &ALL
    }

    /// Whether the range of points differs from that of random hands.
    pub fn tells_points(&self) -> bool {
        is_moved(&self.points, &Self::of_all().points)
    }

    /// Whether the range of the suit's length differs from that of random hands.
    pub fn tells_length(&self, suit: Suit) -> bool {
        is_moved(&self.lengths[suit], &Self::of_all().lengths[suit])
    }

    fn of_hands(hands: &[ByPoints]) -> Self {
        assert_eq!(hands.len(), WAYS, "there is a row for each shape");
        let mut points = [0.0; 38];
        let mut of_lengths = BySuit::from_fn(|_| [0.0; 14]);
        for (lengths, hands) in lengths::every().zip(hands) {
            points.iter_mut().zip(hands).for_each(|(sum, hands)| *sum += hands);
            let all: f64 = hands.iter().sum();
            for (suit, length) in Suit::ASC.into_iter().zip(lengths) {
                of_lengths[suit][usize::from(length)] += all;
            }
        }
        Self { points: range(&points), lengths: BySuit::from_fn(|suit| range(&of_lengths[suit])) }
    }
}

/// Whether a range differs enough from that of random hands.
fn is_moved(range: &RangeInclusive<u8>, of_any: &RangeInclusive<u8>) -> bool {
    range.start().abs_diff(*of_any.start()) + range.end().abs_diff(*of_any.end()) >= MOVED
}

/// The range between the shares that are left out.
fn range(weights: &[f64]) -> RangeInclusive<u8> {
    let all: f64 = weights.iter().sum();
    let mut upto = 0.0;
    let sums: Vec<f64> = weights
        .iter()
        .map(|weight| {
            upto += weight / all;
            upto
        })
        .collect();
    let place = |share: f64| sums.iter().position(|upto| *upto > share);
    let [least, most] = [BEYOND, 1.0 - BEYOND].map(|share| place(share).unwrap_or_default() as u8);
    least..=most
}

/// Writes it as rule files do, without ranges that are those of random hands: "hcp 11-16, spades
/// 5-7".
impl std::fmt::Display for Typical {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let say = |what: &str, range: &RangeInclusive<u8>| {
            format!("{what} {}-{}", range.start(), range.end())
        };
        let points = self.tells_points().then(|| say("hcp", &self.points));
        let suits = Suit::DESC.into_iter().filter(|suit| self.tells_length(*suit));
        let lengths = suits.map(|suit| say(&format!("{}s", suit_name(suit)), &self.lengths[suit]));
        let said: Vec<String> = points.into_iter().chain(lengths).collect();
        f.write_str(if said.is_empty() { "any hand" } else { "" })?;
        f.write_str(&said.join(", "))
    }
}
