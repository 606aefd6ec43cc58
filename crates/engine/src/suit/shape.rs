//! The shape of a suit: who holds what, with cards as equals that no card of the other side
//! separates.

use super::access::Reach;
use crate::cards::Holding;

/// A run of declarer's cards in both hands, and the run of missing cards below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Level {
    /// Declarer's cards in the first hand and in the second.
    pub(super) own: [u8; 2],
    /// The missing cards below them.
    pub(super) missing: u8,
}

/// The cards of a suit from the top: runs of declarer's cards and of missing ones in turn.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct SuitShape {
    pub(super) levels: Vec<Level>,
    pub(super) reach: Reach,
}

/// The cards of a level.
#[derive(Debug, Clone, Copy)]
pub(super) struct LevelCards {
    pub(super) own: [Holding; 2],
    pub(super) missing: Holding,
}

/// How many of each level's missing cards West holds.
pub(super) type West = Vec<u8>;

/// The levels of two hands and the cards that are missing. With few entries, where it matters which
/// hand wins, a level has cards of one hand only.
pub(super) fn levels(hands: [Holding; 2], missing: Holding, reach: Reach) -> Vec<LevelCards> {
    const NONE: LevelCards = LevelCards { own: [Holding::EMPTY; 2], missing: Holding::EMPTY };
    let mut levels = vec![NONE];
    for rank in Holding::ALL {
        let last = levels.last_mut().expect("there is one");
        if missing.contains(rank) {
            last.missing.insert(rank);
        } else if let Some(hand) = [0, 1].into_iter().find(|&hand| hands[hand].contains(rank)) {
            let is_other = reach.is_limited() && !last.own[1 - hand].is_empty();
            if !last.missing.is_empty() || is_other {
                levels.push(NONE);
            }
            levels.last_mut().expect("there is one").own[hand].insert(rank);
        }
    }
    levels
}

impl SuitShape {
    pub(super) fn of(cards: &[LevelCards], reach: Reach) -> Self {
        let count = |holding: Holding| holding.len() as u8;
        let level = |it: &LevelCards| Level { own: it.own.map(count), missing: count(it.missing) };
        Self { levels: cards.iter().map(level).collect(), reach }
    }

    /// The number of cards in a hand.
    pub(super) fn len(&self, hand: usize) -> u8 {
        self.levels.iter().map(|it| it.own[hand]).sum()
    }

    /// The levels from which a hand can play, the lowest cards first.
    pub(super) fn playable(&self, hand: usize) -> impl Iterator<Item = usize> + use<'_> {
        (0..self.levels.len()).rev().filter(move |&level| self.levels[level].own[hand] > 0)
    }

    /// The levels of which a defender may play a card, and that he shows out.
    pub(super) fn defended(&self) -> impl Iterator<Item = Option<usize>> + use<'_> {
        let levels = (0..self.levels.len()).rev().filter(|&level| self.levels[level].missing > 0);
        levels.map(Some).chain([None])
    }

    /// All ways in which the missing cards may lie, in the order of [`SuitShape::index`].
    pub(super) fn layouts(&self) -> Vec<West> {
        let mut all = vec![West::new()];
        for level in &self.levels {
            let with = |west: West| {
                (0..=level.missing).map(move |more| [west.as_slice(), &[more]].concat())
            };
            all = all.into_iter().flat_map(with).collect();
        }
        all
    }

    /// The place of a layout among all.
    pub(super) fn index(&self, west: &[u8]) -> usize {
        let add = |at: usize, (level, held): (&Level, &u8)| {
            at * (usize::from(level.missing) + 1) + usize::from(*held)
        };
        self.levels.iter().zip(west).fold(0, add)
    }

    /// The shape after a trick, and the index there of each level of this shape.
    pub(super) fn after(&self, trick: &SuitTrick) -> (Self, Vec<usize>) {
        let mut left = self.levels.clone();
        for (hand, level) in trick.own() {
            left[level].own[hand] -= 1;
        }
        for level in trick.defenders.into_iter().flatten() {
            left[level].missing -= 1;
        }
        let reach = self.reach.after(trick.hand, trick.winner());
        let is_other = |last: &Level, level: &Level| {
            reach.is_limited() && (0..2).any(|hand| last.own[hand] > 0 && level.own[1 - hand] > 0)
        };
        let mut levels: Vec<Level> = Vec::new();
        let mut at = Vec::new();
        for level in left {
            match levels.last_mut() {
                Some(last) if level.own == [0; 2] => last.missing += level.missing,
                Some(last) if last.missing == 0 && !is_other(last, &level) => {
                    last.own = [0, 1].map(|hand| last.own[hand] + level.own[hand]);
                    last.missing = level.missing;
                }
                _ => levels.push(level),
            }
            at.push(levels.len() - 1);
        }
        (Self { levels, reach }, at)
    }
}

/// The levels of the cards of a trick.
#[derive(Debug, Clone, Copy)]
pub(super) struct SuitTrick {
    /// Which of declarer's hands leads: the first or the second.
    pub(super) hand: usize,
    pub(super) lead: usize,
    /// The other hand's card; `None` if it has none.
    pub(super) third: Option<usize>,
    /// The cards of West and of East; `None` for a defender who shows out.
    pub(super) defenders: [Option<usize>; 2],
}

impl SuitTrick {
    /// The defender who plays second, 0 West or 1 East: the first hand is North's.
    pub(super) const fn second(hand: usize) -> usize {
        1 - hand
    }

    fn own(self) -> impl Iterator<Item = (usize, usize)> {
        [Some((self.hand, self.lead)), self.third.map(|level| (1 - self.hand, level))]
            .into_iter()
            .flatten()
    }

    /// Which of declarer's hands wins; `None` if a defender does. With free entries either hand may
    /// be named for equals.
    fn winner(&self) -> Option<usize> {
        let is_other = self.third.is_some_and(|third| third < self.lead);
        self.is_won().then_some(if is_other { 1 - self.hand } else { self.hand })
    }

    /// Whether declarer wins: a level's own cards are above its missing ones.
    pub(super) fn is_won(&self) -> bool {
        let best = self.third.map_or(self.lead, |third| third.min(self.lead));
        self.defenders.iter().flatten().all(|&level| level >= best)
    }
}
