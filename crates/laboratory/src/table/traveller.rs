//! A traveller: the results of one deal at several tables, compared as a club scores an evening.

use falsecard_engine::play::imps;

/// From this number of scores on, the highest and the lowest are left out of the datum.
const MANY: usize = 5;

/// The scores of a deal for North and South, one per table. For East and West, scores and IMPs have
/// the other sign, and the matchpoints are the rest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Traveller {
    scores: Vec<i32>,
}

impl Traveller {
    /// The traveller of these scores.
    pub const fn new(scores: Vec<i32>) -> Self {
        Self { scores }
    }

    /// The datum: the mean of the scores, rounded to ten; of five or more, without the highest and
    /// the lowest. `None` without scores.
    ///
    /// ```
    /// use falsecard::table::Traveller;
    ///
    /// assert_eq!(Traveller::new(vec![620, 650, 620, -100]).datum(), Some(450));
    /// assert_eq!(Traveller::new(vec![620, 650, 620, -100, 1430]).datum(), Some(630));
    /// ```
    pub fn datum(&self) -> Option<i32> {
        let mut sorted = self.scores.clone();
        sorted.sort_unstable();
        let counted = match sorted.as_slice() {
            [_, between @ .., _] if sorted.len() >= MANY => between,
            all => all,
        };
        let sum: i64 = counted.iter().copied().map(i64::from).sum();
        let mean = sum as f64 / counted.len() as f64;
        (!counted.is_empty()).then(|| ((mean / 10.0).round() * 10.0) as i32)
    }

    /// Whether there are exactly two tables, as in a team match, which are compared with each
    /// other.
    pub const fn is_match(&self) -> bool {
        self.scores.len() == 2
    }

    /// The IMPs of one of the scores against the datum, or with two tables against the other.
    /// `None` if there is no other table.
    ///
    /// ```
    /// use falsecard::table::Traveller;
    ///
    /// assert_eq!(Traveller::new(vec![620, -100]).imps(620), Some(12));
    /// assert_eq!(Traveller::new(vec![620, 650, 620, -100]).imps(620), Some(5));
    /// ```
    pub fn imps(&self, score: i32) -> Option<i32> {
        match *self.scores.as_slice() {
            [] | [_] => None,
            [first, second] => Some(imps(score - if score == first { second } else { first })),
            _ => self.datum().map(|datum| imps(score - datum)),
        }
    }

    /// The matchpoint share of one of the scores, 0 to 1: one for each table with less, a half for
    /// each with as much, over the number of other tables. `None` if there is no other table.
    ///
    /// ```
    /// use falsecard::table::Traveller;
    ///
    /// let tables = Traveller::new(vec![420, 420, 450]);
    /// assert_eq!(tables.matchpoints(450), Some(1.0));
    /// assert_eq!(tables.matchpoints(420), Some(0.25));
    /// ```
    pub fn matchpoints(&self, score: i32) -> Option<f64> {
        let others = self.scores.len().checked_sub(1).filter(|others| *others > 0)?;
        let beaten = self.scores.iter().filter(|other| **other < score).count();
        let tied = self.scores.iter().filter(|other| **other == score).count().saturating_sub(1);
        Some((beaten as f64 + tied as f64 / 2.0) / others as f64)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Every pair of tables shares one matchpoint, and what one side loses the other wins.
        #[test]
        fn matchpoints_are_shared_out(scores in prop::collection::vec(-20..20_i32, 2..9)) {
            let tables = Traveller::new(scores.clone());
            let turned = Traveller::new(scores.iter().map(|score| -score).collect());
            let shares = scores.iter().map(|&score| tables.matchpoints(score).unwrap());
            prop_assert!((shares.sum::<f64>() - scores.len() as f64 / 2.0).abs() < 1e-9);
            for &score in &scores {
                let both = tables.matchpoints(score).unwrap() + turned.matchpoints(-score).unwrap();
                prop_assert!((both - 1.0).abs() < 1e-9);
            }
        }

        /// In a match of teams one side wins what the other loses.
        #[test]
        fn two_tables_are_a_match(first in -90..90_i32, second in -90..90_i32) {
            let tables = Traveller::new(vec![10 * first, 10 * second]);
            prop_assert!(tables.is_match());
            let both = tables.imps(10 * first).unwrap() + tables.imps(10 * second).unwrap();
            prop_assert_eq!(both, 0);
        }

        /// The datum lies among the scores, to the ten.
        #[test]
        fn the_datum_lies_between(scores in prop::collection::vec(-400..400_i32, 1..9)) {
            let datum = Traveller::new(scores.clone()).datum().unwrap();
            let [low, high] = [scores.iter().min(), scores.iter().max()].map(|it| *it.unwrap());
            prop_assert!(low - 5 <= datum && datum <= high + 5 && datum % 10 == 0);
        }
    }

    #[test]
    fn of_no_table_nothing_is_said() {
        assert_eq!(Traveller::new(Vec::new()).datum(), None);
        assert_eq!(Traveller::new(vec![50]).matchpoints(50), None);
    }
}
