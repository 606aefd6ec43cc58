//! The layouts in which one of two cards does better, and by what it does.

use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;

use crate::play::{Play, View};

/// What tells two plays of a layout apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// One makes or sets the contract, the other does not.
    Contract,
    /// One takes more tricks.
    Tricks,
}

/// The chance of the contract tells two cards apart if this many layouts do; else their tricks.
const TELLING: usize = 3;

/// The courses are played by best play if it has this part of the difference.
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
    /// `None` unless the first card does better in more layouts than worse.
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

    /// By the contract, or by tricks where that tells the two apart in few layouts.
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

    /// Whether most of another difference is in this one.
    pub(super) fn explains(&self, other: &Self) -> bool {
        let share = |it: &Self| (it.more.len() - it.fewer) as f64 / it.layouts as f64;
        self.by == other.by && self.more.len() >= TELLING && share(self) >= MOST * share(other)
    }
}
