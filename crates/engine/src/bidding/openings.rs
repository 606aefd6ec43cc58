//! The features of a bidding system that show at the first call.

use crate::cards::{Call, Seat, Suit};
use crate::constraint::{Outline, System};

/// A way to open that differs from what most pairs do, who play five-card majors, a natural club
/// and a strong notrump.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OddOpening {
    /// 1♣ shows a strong hand.
    StrongClub,
    /// 1♣ may be a singleton or less.
    ShortClub,
    /// 1♥ and 1♠ may show four cards.
    FourCardMajors,
    /// 1NT is 12 to 14, or near that.
    WeakNotrump,
}

impl OddOpening {
    /// All ways.
    pub const EACH: [Self; 4] =
        [Self::StrongClub, Self::ShortClub, Self::FourCardMajors, Self::WeakNotrump];
}

/// The set of odd ways in which a pair opens.
///
/// ```
/// use falsecard::bidding::{OddOpening, OpeningStyle};
/// use falsecard::constraint::System;
///
/// let acol = OpeningStyle::of(&System::bundled("acol").unwrap());
/// assert!(acol.has(OddOpening::WeakNotrump) && acol.has(OddOpening::FourCardMajors));
/// assert!(!acol.has(OddOpening::StrongClub));
/// assert_eq!(OpeningStyle::of(System::natural()), OpeningStyle::default());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct OpeningStyle(u8);

/// The fewest points that make an opening of 1♣ strong.
const STRONG: u8 = 15;

/// An opening of 1NT that may have fewer points than this is weak.
const NOTRUMP: u8 = 14;

/// The fewest points that make an opening of 2♣ strong, so that partner must not pass.
const STRONG_TWO: u8 = 17;

impl FromIterator<OddOpening> for OpeningStyle {
    fn from_iter<T: IntoIterator<Item = OddOpening>>(odd: T) -> Self {
        Self(odd.into_iter().fold(0, |all, odd| all | 1 << odd as u8))
    }
}

impl OpeningStyle {
    /// Whether the pair opens in this way.
    pub const fn has(self, odd: OddOpening) -> bool {
        self.0 >> odd as u8 & 1 == 1
    }

    /// The style of a system, by its lines for the first call.
    pub fn of(system: &System) -> Self {
        let shown = |name: &str| opening(system, name);
        let least = |name: &str, suit| {
            shown(name).and_then(|it| it.length(suit)).map(|range| *range.start())
        };
        let points =
            |name: &str| shown(name).and_then(|it| it.points()).map(|range| *range.start());
        let majors = [least("1H", Suit::Hearts), least("1S", Suit::Spades)];
        let is_so = |odd: &OddOpening| match odd {
            OddOpening::StrongClub => points("1C").is_some_and(|points| points >= STRONG),
            OddOpening::ShortClub => least("1C", Suit::Clubs).is_some_and(|clubs| clubs < 2),
            OddOpening::FourCardMajors => majors.contains(&Some(4)),
            OddOpening::WeakNotrump => points("1NT").is_some_and(|points| points < NOTRUMP),
        };
        OddOpening::EACH.into_iter().filter(is_so).collect()
    }

    /// The indices of the pair's odd ways, each below the length of [`OddOpening::EACH`].
    pub(super) fn features(self) -> impl Iterator<Item = usize> {
        let odd = OddOpening::EACH.into_iter().filter(move |&odd| self.has(odd));
        odd.map(|odd| odd as usize)
    }
}

/// Whether the player who is to call must not pass, because his partner has opened a strong 2♣ and
/// nobody else has bid or doubled. The system's line for 2♣ says whether it is strong; without a
/// line it is, unless strong hands open 1♣.
pub(super) fn must_answer_two_clubs(system: &System, before: &[(Seat, Call)]) -> bool {
    let [passes @ .., (_, opened), (_, Call::Pass)] = before else { return false };
    let is_two_clubs = *opened == call(TWO_CLUBS);
    is_two_clubs
        && passes.iter().all(|(_, call)| *call == Call::Pass)
        && match opening(system, TWO_CLUBS) {
            Some(shown) => shown.points().is_some_and(|points| *points.start() >= STRONG_TWO),
            None => !OpeningStyle::of(system).has(OddOpening::StrongClub),
        }
}

const TWO_CLUBS: &str = "2C";

/// What a system's line for an opening promises.
fn opening(system: &System, name: &str) -> Option<Outline> {
    let opened = call(name);
    let line = system.calls().iter().find(|it| it.before.is_empty() && it.call == opened);
    line.map(|line| Outline::of(&line.promise.condition))
}

fn call(name: &str) -> Call {
    name.parse().expect("calls are written so")
}
