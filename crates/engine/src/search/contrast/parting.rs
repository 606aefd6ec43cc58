//! The layouts in which one of two cards does better, by a criterion.

use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;

use crate::play::{Play, View};

/// What tells two plays of a layout apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// The contract: one play makes or sets it, the other does not.
    Contract,
    /// The number of tricks.
    Tricks,
}

/// The contract is the criterion if the plays differ by it in at least this many layouts; else the
/// tricks are.
const TELLING: usize = 3;

/// The courses are played by best play if that accounts for at least this share of the difference.
const MOST: f64 = 0.5;

/// The layouts in which two plays differ.
pub(super) struct Parting<'a> {
    pub(super) by: By,
    /// The plays of the layouts in which the first card does better.
    pub(super) more: Vec<[&'a Play; 2]>,
    pub(super) fewer: usize,
    pub(super) layouts: usize,
}

impl<'a> Parting<'a> {
    /// The layouts that differ by a criterion; `None` unless the first card does better in more
    /// layouts than worse.
    fn of(pairs: &[[&'a Play; 2]], layouts: usize, view: &View, by: By) -> Option<Self> {
        let side = view.side();
        let worth = |play: &Play| {
            let tricks = play.history().tricks_won(side);
            match by {
                By::Contract => {
                    u8::from(view.reaches_goal(tricks - view.history().tricks_won(side)))
                }
                By::Tricks => tricks,
            }
        };
        let compared = |[a, b]: &[&Play; 2]| worth(a).cmp(&worth(b));
        let more = pairs.iter().filter(|pair| compared(pair).is_gt()).copied().collect_vec();
        let fewer = pairs.iter().filter(|pair| compared(pair).is_lt()).count();
        (more.len() > fewer).then_some(Self { by, more, fewer, layouts })
    }

    /// The layouts that differ by the contract, or by tricks if the contract differs in few.
    pub(super) fn most_telling(
        pairs: &[[&'a Play; 2]],
        layouts: usize,
        view: &View,
    ) -> Option<Self> {
        match Self::of(pairs, layouts, view, By::Contract) {
            Some(by_contract) if by_contract.more.len() >= TELLING => Some(by_contract),
            few => Self::of(pairs, layouts, view, By::Tricks).or(few),
        }
    }

    /// Whether most layouts of another difference are among these.
    pub(super) fn explains(&self, other: &Self) -> bool {
        let share = |it: &Self| (it.more.len() - it.fewer) as f64 / it.layouts as f64;
        self.by == other.by && self.more.len() >= TELLING && share(self) >= MOST * share(other)
    }
}
