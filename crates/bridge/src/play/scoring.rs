//! Forms of scoring: points, IMPs and matchpoints.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use thiserror::Error;

/// A form of scoring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, JsonSchema)]
#[schemars(rename_all = "lowercase")]
pub enum Scoring {
    /// The duplicate score itself (total points).
    Points,
    /// International match points, as in team matches: the difference between two scores on the
    /// scale of law 78B. Most boards are played for them, so this is what is taken where nothing is
    /// known.
    #[default]
    Imps,
    /// Matchpoints, as in pairs tournaments: the share of other pairs beaten, by however little
    /// (law 78A).
    Matchpoints,
}

/// The least difference of scores, in points, that is worth 1, 2, … 24 IMPs (law 78B).
const LEAST: [i32; 24] = [
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750,
    2000, 2250, 2500, 3000, 3500, 4000,
];

impl Scoring {
    /// All forms of scoring.
    pub const ALL: [Self; 3] = [Self::Points, Self::Imps, Self::Matchpoints];

    /// Its name on the command line.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Imps => "imps",
            Self::Matchpoints => "matchpoints",
        }
    }

    /// Its unit, as written after a number.
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Imps => "IMPs",
            Self::Matchpoints => "of the matchpoints",
        }
    }

    /// A value in this scoring, as text: "-408", "1.3", "62 %". Matchpoints are shares, 0 to 1.
    pub fn amount(self, value: f64) -> String {
        let digits = self.digits(value);
        if self == Self::Matchpoints { digits + " %" } else { digits }
    }

    /// A value with its standard error, as text: "-408 ± 73", "62 ± 3 %". An error that is not
    /// finite is unknown: "-408 ± ?".
    pub fn with_error(self, value: f64, error: f64) -> String {
        let error = if error.is_finite() { self.digits(error) } else { "?".to_owned() };
        let unit = if self == Self::Matchpoints { " %" } else { "" };
        format!("{} ± {error}{unit}", self.digits(value))
    }

    fn digits(self, value: f64) -> String {
        // Adding 0 turns a rounded "-0" into "0".
        match self {
            Self::Points => format!("{:.0}", value.round() + 0.0),
            Self::Imps => format!("{:.1}", (10.0 * value).round() / 10.0 + 0.0),
            Self::Matchpoints => format!("{:.0}", (100.0 * value).round() + 0.0),
        }
    }

    /// The least loss that counts as a mistake: about what an overtrick is worth.
    pub const fn least_mistake(self) -> f64 {
        match self {
            Self::Points => 20.0,
            Self::Imps => 1.0,
            Self::Matchpoints => 0.05,
        }
    }

    /// The scoring of that name.
    pub fn named(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scoring| scoring.slug() == slug)
    }
}

impl fmt::Display for Scoring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.slug())
    }
}

/// No scoring has that name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("expected points, imps or matchpoints")]
pub struct UnknownScoring;

impl FromStr for Scoring {
    type Err = UnknownScoring;

    fn from_str(slug: &str) -> Result<Self, UnknownScoring> {
        Self::named(slug).ok_or(UnknownScoring)
    }
}

impl Serialize for Scoring {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.slug())
    }
}

/// The IMPs that a difference of scores is worth, -24 to 24 (law 78B).
///
/// ```
/// use falsecard::play::imps;
///
/// assert_eq!([imps(10), imps(20), imps(-430), imps(600)], [0, 1, -10, 12]);
/// ```
pub fn imps(difference: i32) -> i32 {
    let size = difference.unsigned_abs();
    let steps = LEAST.iter().take_while(|&&least| least.unsigned_abs() <= size).count();
    difference.signum() * steps as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Law 78B as it is printed: the first and the last difference of every line.
    #[test]
    fn the_scale_is_law_78b() {
        let lines = [
            (0, 10),
            (20, 40),
            (50, 80),
            (90, 120),
            (130, 160),
            (170, 210),
            (220, 260),
            (270, 310),
            (320, 360),
            (370, 420),
            (430, 490),
            (500, 590),
            (600, 740),
            (750, 890),
            (900, 1090),
            (1100, 1290),
            (1300, 1490),
            (1500, 1740),
            (1750, 1990),
            (2000, 2240),
            (2250, 2490),
            (2500, 2990),
            (3000, 3490),
            (3500, 3990),
            (4000, 15_200),
        ];
        for (worth, (first, last)) in (0..).zip(lines) {
            for difference in [first, last] {
                assert_eq!(imps(difference), worth, "{difference}");
                assert_eq!(imps(-difference), -worth, "{difference}");
            }
        }
    }

    #[test]
    fn more_is_never_worth_less() {
        let worth: Vec<i32> = (-5_000..5_000).map(imps).collect();
        assert!(worth.is_sorted());
        assert_eq!([imps(i32::MIN), imps(i32::MAX)], [-24, 24]);
    }

    #[test]
    fn amounts_are_written_as_people_read_them() {
        let [points, imps, matchpoints] = Scoring::ALL;
        assert_eq!([points.amount(-0.2), imps.amount(-0.04)], ["0", "0.0"]);
        assert_eq!(matchpoints.amount(0.625), "63 %");
        assert_eq!(imps.with_error(-1.26, 0.5), "-1.3 ± 0.5");
        assert_eq!(matchpoints.with_error(0.5, f64::INFINITY), "50 ± ? %");
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for scoring in Scoring::ALL {
            assert_eq!(Scoring::named(&scoring.to_string()), Some(scoring));
        }
        assert_eq!(Scoring::named("IMP"), None, "that is for files");
    }
}
