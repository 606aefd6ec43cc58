//! Terms of conditions: lengths, points, controls, losers and other counts.

use std::fmt;
use std::ops::RangeInclusive;

use crate::cards::{Holding, Rank, Suit, from_rank_up, holding_points, suit_plural};

/// A count of strength. The count of a hand is the sum over its four suits.
///
/// Names and values are those of Hans van Staveren's `dealer`; total points are GIB's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Measure {
    /// High-card points: ace 4, king 3, queen 2, jack 1.
    Points,
    /// Controls: ace 2, king 1.
    Controls,
    /// Losers: of ace, king and queen, as many as the suit has cards from the ace down (3 at most),
    /// those that are missing.
    Losers,
    /// High-card points, plus 3, 2 or 1 for a void, singleton or doubleton, less 1 if the short
    /// suit has an ace, king, queen or jack.
    TotalPoints,
    /// Aces.
    Aces,
    /// Kings.
    Kings,
    /// Queens.
    Queens,
    /// Jacks.
    Jacks,
    /// Tens.
    Tens,
    /// Cards among ace and king.
    Top2,
    /// Cards among ace to queen.
    Top3,
    /// Cards among ace to jack.
    Top4,
    /// Cards among ace to ten.
    Top5,
    /// The count with ace 6, king 4, queen 2, jack 1: 13 in each suit.
    C13,
    /// Stoppers: 1 for a suit with the ace, the king and one more, the queen and two or the jack
    /// and three.
    Stoppers,
    /// Suit quality by E. Kaplan and J. Rubens (The Bridge World, October 1982), times a hundred.
    Quality,
}

/// A number measured in a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    /// The number of cards in a suit.
    Length(Suit),
    /// A count of the whole hand.
    Hand(Measure),
    /// A count of one suit alone.
    Suit(Measure, Suit),
}

impl Measure {
    /// Every measure with its name in the rule language.
    pub const NAMES: [(&'static str, Self); 16] = [
        ("hcp", Self::Points),
        ("controls", Self::Controls),
        ("losers", Self::Losers),
        ("total", Self::TotalPoints),
        ("aces", Self::Aces),
        ("kings", Self::Kings),
        ("queens", Self::Queens),
        ("jacks", Self::Jacks),
        ("tens", Self::Tens),
        ("top2", Self::Top2),
        ("top3", Self::Top3),
        ("top4", Self::Top4),
        ("top5", Self::Top5),
        ("c13", Self::C13),
        ("stoppers", Self::Stoppers),
        ("quality", Self::Quality),
    ];

    /// The count of a holding.
    ///
    /// ```
    /// use falsecard::constraint::Measure;
    ///
    /// let holding = "KQ5".parse().unwrap();
    /// assert_eq!(Measure::Losers.of(holding), 1);
    /// assert_eq!(Measure::Controls.of(holding), 1);
    /// assert_eq!(Measure::TotalPoints.of("K5".parse().unwrap()), 3);
    /// ```
    pub fn of(self, holding: Holding) -> u16 {
        match self {
            Self::Points => u16::from(holding_points(holding)),
            Self::Losers => losers(holding),
            Self::TotalPoints => total_points(holding),
            Self::Stoppers => u16::from(is_stopper(holding)),
            Self::Quality => quality(holding),
            by_card => holding.iter().map(|rank| by_card.of_card(rank).unwrap_or(0)).sum(),
        }
    }

    /// The count of each card of a rank, for measures that are sums over cards; `None` for measures
    /// that depend on the whole holding.
    pub fn of_card(self, rank: Rank) -> Option<u16> {
        let from_ace = usize::from(Rank::A.get() - rank.get());
        let scale: &[u16] = match self {
            Self::Points => &[4, 3, 2, 1],
            Self::Controls => &[2, 1],
            Self::Aces => &[1],
            Self::Kings => &[0, 1],
            Self::Queens => &[0, 0, 1],
            Self::Jacks => &[0, 0, 0, 1],
            Self::Tens => &[0, 0, 0, 0, 1],
            Self::Top2 => &[1; 2],
            Self::Top3 => &[1; 3],
            Self::Top4 => &[1; 4],
            Self::Top5 => &[1; 5],
            Self::C13 => &[6, 4, 2, 1],
            Self::Losers | Self::TotalPoints | Self::Stoppers | Self::Quality => return None,
        };
        Some(scale.get(from_ace).copied().unwrap_or(0))
    }

    /// The ranks that matter, or more. Of the other cards only the number can matter.
    pub fn ranks(self) -> Holding {
        let from = match self {
            Self::Losers => Rank::Q,
            Self::Stoppers => Rank::J,
            Self::Quality => Rank::new(8),
            _ => Rank::T,
        };
        from_rank_up(from)
    }

    /// The name in the rule language.
    fn name(self) -> &'static str {
        let known = Self::NAMES.iter().find(|(_, measure)| *measure == self);
        known.map_or("", |(name, _)| name)
    }

    /// An upper bound for a hand.
    const fn most(self) -> u16 {
        match self {
            Self::Points => 37,
            Self::Controls | Self::Losers | Self::Top3 => 12,
            Self::TotalPoints => 40,
            Self::Aces | Self::Kings | Self::Queens | Self::Jacks | Self::Tens | Self::Stoppers => {
                4
            }
            Self::Top2 => 8,
            Self::Top4 | Self::Top5 => 13,
            Self::C13 => 49,
            Self::Quality => 1400,
        }
    }

    /// An upper bound for a suit.
    const fn most_in_a_suit(self) -> u16 {
        match self {
            Self::Points | Self::TotalPoints => 10,
            Self::Controls | Self::Losers | Self::Top3 => 3,
            Self::Aces | Self::Kings | Self::Queens | Self::Jacks | Self::Tens | Self::Stoppers => {
                1
            }
            Self::Top2 => 2,
            Self::Top4 => 4,
            Self::Top5 => 5,
            Self::C13 => 13,
            Self::Quality => 1400,
        }
    }
}

impl Term {
    /// High-card points of the whole hand, 0 to 37.
    pub const POINTS: Self = Self::Hand(Measure::Points);

    /// The suit that it measures; `None` for the whole hand.
    pub const fn suit(self) -> Option<Suit> {
        match self {
            Self::Length(suit) | Self::Suit(_, suit) => Some(suit),
            Self::Hand(_) => None,
        }
    }

    /// The ranks that matter, or more; of the other cards only the number can matter.
    pub fn ranks(self) -> Holding {
        match self {
            Self::Length(_) => Holding::EMPTY,
            Self::Hand(measure) | Self::Suit(measure, _) => measure.ranks(),
        }
    }

    /// A lower and an upper bound of its value; the lower is 0.
    pub const fn bounds(self) -> RangeInclusive<u16> {
        0..=match self {
            Self::Length(_) => 13,
            Self::Hand(measure) => measure.most(),
            Self::Suit(measure, _) => measure.most_in_a_suit(),
        }
    }
}

/// As the rule language writes it: "hcp", "spades", "losers(hearts)".
impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(suit) => f.write_str(suit_plural(*suit)),
            Self::Hand(measure) => f.write_str(measure.name()),
            Self::Suit(measure, suit) => write!(f, "{}({})", measure.name(), suit_plural(*suit)),
        }
    }
}

fn is_stopper(holding: Holding) -> bool {
    let guarded = [(Rank::A, 1), (Rank::K, 2), (Rank::Q, 3), (Rank::J, 4)];
    guarded.iter().any(|&(rank, length)| holding.contains(rank) && holding.len() >= length)
}

fn losers(holding: Holding) -> u16 {
    let covers = [Rank::A, Rank::K, Rank::Q].into_iter().take(holding.len());
    covers.filter(|rank| !holding.contains(*rank)).count() as u16
}

fn total_points(holding: Holding) -> u16 {
    let points = u16::from(holding_points(holding));
    let shortness = 3u16.saturating_sub(holding.len() as u16);
    (points + shortness).saturating_sub(u16::from(shortness > 0 && points > 0))
}

/// The length times the sum of the honours' values, with something for tens and nines that other
/// honours support, and for honours that a suit of seven or more cards hardly misses.
fn quality(holding: Holding) -> u16 {
    let has = |rank| holding.contains(rank);
    let above = |limit: Rank| holding.iter().filter(|rank| *rank > limit).count();
    let length = holding.len() as u16;
    // Counted in halves, since a ten or nine may count half.
    let mut halves: u16 = [(Rank::A, 8), (Rank::K, 6), (Rank::Q, 4), (Rank::J, 2)]
        .iter()
        .filter(|(rank, _)| has(*rank))
        .map(|(_, value)| value)
        .sum();
    let missing = [(Rank::Q, 4), (Rank::J, 2)].iter().filter(|(rank, _)| !has(*rank));
    let missing: u16 = missing.map(|(_, value)| value).sum();
    halves += missing.min(2 * length.saturating_sub(6));
    if has(Rank::T) {
        let supported = length <= 6 && (above(Rank::J) >= 2 || has(Rank::J));
        halves += if supported { 2 } else { 1 };
    }
    let nine_supported = above(Rank::T) >= 2 || has(Rank::T) || has(Rank::new(8));
    if has(Rank::new(9)) && length <= 6 && nine_supported {
        halves += 1;
    }
    5 * length * halves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::holding_of;

    fn every_holding() -> impl Iterator<Item = Holding> {
        (0..1u16 << 13).map(|bits| Holding::from_bits_truncate(bits << 2))
    }

    #[test]
    fn no_holding_counts_more_than_its_bound() {
        for (name, measure) in Measure::NAMES {
            let most = every_holding().map(|holding| measure.of(holding)).max().unwrap();
            assert!(most <= measure.most_in_a_suit(), "{name}");
            assert!(measure.most_in_a_suit() <= measure.most(), "{name}");
        }
    }

    #[test]
    fn measures_look_at_no_other_rank() {
        for (name, measure) in Measure::NAMES {
            for holding in every_holding() {
                let others = (holding - measure.ranks()).len();
                let lowest = holding_of(Holding::ALL.into_iter().rev().take(others));
                let same = (holding & measure.ranks()) | lowest;
                if same.len() == holding.len() {
                    assert_eq!(measure.of(holding), measure.of(same), "{name} of {holding}");
                }
            }
        }
    }

    /// Values of the manual of `dealer` and of the article.
    #[test]
    fn well_known_counts() {
        let of = |measure: Measure, text: &str| measure.of(text.parse().unwrap());
        let losers = ["", "A", "K", "AK", "K2", "AKQ", "A32", "9876"];
        assert_eq!(losers.map(|text| of(Measure::Losers, text)), [0, 0, 1, 0, 1, 0, 2, 3]);
        let stoppers = ["A", "K", "K2", "Q2", "Q32", "J32", "J432", "T9876"];
        assert_eq!(stoppers.map(|text| of(Measure::Stoppers, text)), [1, 0, 1, 0, 1, 0, 1, 0]);
        assert_eq!(of(Measure::C13, "AKQJ"), 13);
        assert_eq!(of(Measure::TotalPoints, ""), 3);
        assert_eq!(of(Measure::Quality, "AKQJ2"), 500);
        assert_eq!(of(Measure::Quality, "AJT5"), 240);
    }
}
