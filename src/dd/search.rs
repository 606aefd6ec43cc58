//! The search: zero-window alpha-beta, one page.
//!
//! A search answers one question: do North-South take at least `target` of the tricks left? The
//! answer is fail-soft: how many they take at least (or at most), with the top cards that prove it.

use super::bounds::sure_tricks;
use super::hints::Hints;
use super::order::most_promising;
use super::patterns::{Patterns, Proof};
use super::ranks::{Cards, complete_runs, lane_of, top_of_runs};
use super::state::{Table, is_ns};

/// A search's memory.
#[derive(Debug)]
pub(super) struct Search {
    pub(super) patterns: Patterns,
    hints: Hints,
    /// Starts of tricks visited, for measurement.
    pub(super) nodes: u64,
}

impl Search {
    /// A memory with nothing in it.
    pub(super) fn new() -> Self {
        Self { patterns: Patterns::new(), hints: Hints::new(), nodes: 0 }
    }

    /// Forgets what was proved for earlier questions, in constant time. The proofs would still hold,
    /// but they seldom apply and would be looked through each time.
    pub(super) fn forget(&mut self) {
        self.patterns.clear();
        self.hints.clear();
    }

    /// The tricks of North-South, known to be from `low` to `high`, with a guess at them.
    pub(super) fn value(&mut self, table: &Table, mut low: u8, mut high: u8, guess: u8) -> u8 {
        let mut target = guess;
        while low < high {
            target = target.clamp(low + 1, high);
            let proof = self.prove(table, target);
            if proof.tricks >= target {
                low = proof.tricks;
                target = low + 1;
            } else {
                high = proof.tricks;
                target = high;
            }
        }
        low
    }

    /// Proves whether North-South take `target` of the tricks left, the one in progress included.
    pub(super) fn prove(&mut self, table: &Table, target: u8) -> Proof {
        debug_assert!(target <= table.left);
        match table.count {
            0 => self.trick(table, target),
            4 => self.trick_over(table, target),
            _ => self.plays(table, target),
        }
    }

    /// At the start of a trick: what is sure, what is known, and else what search finds.
    fn trick(&mut self, table: &Table, target: u8) -> Proof {
        self.nodes += 1;
        if table.left == 1 {
            let (tricks, ranks) = table.last_trick();
            return Proof { tricks, ranks };
        }
        if let Some(proof) = sure_tricks(table, target) {
            return proof;
        }
        if let Some(proof) = self.patterns.find(table, target) {
            return proof;
        }
        let proof = self.plays(table, target);
        self.patterns.add(table, target, proof);
        proof
    }

    /// After the fourth card.
    fn trick_over(&mut self, table: &Table, target: u8) -> Proof {
        let won = u8::from(is_ns(table.winner));
        let ranks = table.ranks_that_won();
        let left = table.left - 1;
        let target = target.saturating_sub(won);
        if target == 0 || target > left {
            return Proof { tricks: won + if target == 0 { 0 } else { left }, ranks };
        }
        let (next, gaps) = table.next_trick();
        let rest = self.trick(&next, target);
        Proof { tricks: won + rest.tricks, ranks: ranks | gaps.open(rest.ranks) }
    }

    /// Tries the cards of the player whose turn it is, one of each run of equals.
    fn plays(&mut self, table: &Table, target: u8) -> Proof {
        let ns = is_ns(table.seat);
        let legal = table.legal();
        let (mut untried, runs) = top_of_runs(legal, table.gone());
        let key = self.hints.key(table, legal);
        let hint = self.hints.get(key) & untried;
        let mut card = if hint == 0 { most_promising(table, untried) } else { hint };
        let mut all = Proof { tricks: if ns { 0 } else { table.left }, ranks: 0 };
        loop {
            let proof = self.prove(&table.with(card), target);
            if (proof.tricks >= target) == ns {
                if card != hint {
                    self.hints.put(key, card);
                }
                return proof;
            }
            all.tricks =
                if ns { all.tricks.max(proof.tricks) } else { all.tricks.min(proof.tricks) };
            all.ranks |= proof.ranks;
            untried &= !(card | equal_failures(card, proof.ranks));
            if untried == 0 {
                all.ranks = complete_runs(all.ranks, runs);
                return all;
            }
            card = most_promising(table, untried);
        }
    }
}

/// The cards that fail because `card` did: if its rank did not matter, neither does theirs.
fn equal_failures(card: Cards, ranks: Cards) -> Cards {
    if card & ranks == 0 { lane_of(card) & !ranks } else { 0 }
}
