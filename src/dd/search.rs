//! The search: zero-window alpha-beta, one page.
//!
//! A search answers one question: do North-South take at least `target` of the tricks left? The
//! answer is fail-soft: how many they take at least (or at most), with the top cards that prove it.

use super::bounds::{second_hand, sure_tricks};
use super::hints::{Hints, Key};
use super::history::History;
use super::order::Order;
use super::patterns::{Known, Patterns, Proof};
use super::ranks::{Cards, complete_runs, lane_of, top_of_runs};
use super::state::{Start, Trick, is_ns};

/// Up to so many tricks are looked at before the table of patterns is.
const FEW_TRICKS: u8 = 3;

/// A search's memory.
#[derive(Debug)]
pub(super) struct Search {
    pub(super) patterns: Patterns,
    hints: Hints,
    /// On the way down the lead to try first, on the way up the lead that settled the matter.
    lead: Cards,
    history: History,
    /// Starts of tricks visited, for measurement.
    pub(super) nodes: u64,
}

impl Search {
    /// A memory with nothing in it.
    pub(super) fn new() -> Self {
        Self {
            patterns: Patterns::new(),
            hints: Hints::new(),
            lead: 0,
            history: History::new(),
            nodes: 0,
        }
    }

    /// Forgets what was proved for earlier questions, in constant time. The proofs would still hold,
    /// but they seldom apply and would be looked through each time.
    pub(super) fn forget(&mut self) {
        self.patterns.clear();
        self.hints.clear();
        self.history = History::new();
    }

    /// The tricks of North-South when `count` cards of a trick are on the table, starting from a
    /// guess at them.
    pub(super) fn value(&mut self, start: &Start, trick: &Trick, count: usize, guess: u8) -> u8 {
        let (mut low, mut high) = (0, start.left);
        let mut target = guess;
        while low < high {
            target = target.clamp(low + 1, high);
            let proof = self.prove(start, trick, count, target);
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
    fn prove(&mut self, start: &Start, trick: &Trick, count: usize, target: u8) -> Proof {
        match count {
            0 => self.trick(start, target),
            1 => self.ply::<1>(start, trick, target),
            2 => self.ply::<2>(start, trick, target),
            3 => self.ply::<3>(start, trick, target),
            _ => self.trick_over(start, trick, target),
        }
    }

    /// At the start of a trick: what is sure, what is known, and else what search finds.
    fn trick(&mut self, start: &Start, target: u8) -> Proof {
        self.nodes += 1;
        if start.left == 1 {
            let (tricks, ranks) = start.last_trick();
            return Proof { tricks, ranks };
        }
        if start.left <= FEW_TRICKS
            && let Some(proof) = sure_tricks(start, target)
        {
            return proof;
        }
        self.lead = match self.patterns.find(start, target) {
            Known::Proof(proof) => return proof,
            Known::Lead(lead) => lead,
        };
        if start.left > FEW_TRICKS
            && let Some(proof) = sure_tricks(start, target)
        {
            return proof;
        }
        let proof = self.ply::<0>(start, &start.trick(), target);
        self.patterns.add(start, target, proof, self.lead);
        proof
    }

    /// After the fourth card.
    fn trick_over(&mut self, start: &Start, trick: &Trick, target: u8) -> Proof {
        let won = u8::from(is_ns(trick.winner));
        let ranks = trick.ranks_that_won();
        let left = start.left - 1;
        let target = target.saturating_sub(won);
        if target == 0 || target > left {
            return Proof { tricks: won + if target == 0 { 0 } else { left }, ranks };
        }
        let (next, gaps) = start.after(trick);
        let rest = self.trick(&next, target);
        Proof { tricks: won + rest.tricks, ranks: ranks | gaps.open(rest.ranks) }
    }

    /// Tries the cards of the player whose turn it is after `N` cards, one of each run of equals.
    fn ply<const N: usize>(&mut self, start: &Start, trick: &Trick, target: u8) -> Proof {
        if N == 1
            && let Some(proof) = second_hand(start, trick, target)
        {
            return proof;
        }
        let seat = (start.leader + N) & 3;
        let ns = is_ns(seat);
        let legal = start.legal(trick, seat);
        let (mut untried, runs) = top_of_runs(legal, trick.gone());
        let choice = !untried.is_power_of_two();
        let key = self.hints.key::<N>(start, trick, legal);
        let mut order = Order::default();
        let mut card = match self.hint::<N>(key, untried) {
            0 => order.next::<N>(start, trick, untried, &self.history),
            hint => hint,
        };
        let mut failed = 0;
        let mut all = Proof { tricks: if ns { 0 } else { start.left }, ranks: 0 };
        loop {
            let next = trick.with(seat, card, start.trumps);
            let proof = self.prove(start, &next, N + 1, target);
            if (proof.tricks >= target) == ns {
                if choice {
                    self.learn::<N>(key, seat, card, failed, legal & trick.led == 0);
                }
                return proof;
            }
            all.tricks =
                if ns { all.tricks.max(proof.tricks) } else { all.tricks.min(proof.tricks) };
            all.ranks |= proof.ranks;
            failed |= card;
            untried &= !(card | equal_failures(card, proof.ranks));
            if untried == 0 {
                self.lead = 0;
                all.ranks = complete_runs(all.ranks, runs);
                return all;
            }
            card = order.next::<N>(start, trick, untried, &self.history);
        }
    }

    /// A card to try first, if there is a choice and one has served before; none otherwise.
    fn hint<const N: usize>(&self, key: Key, untried: Cards) -> Cards {
        match N {
            _ if untried.is_power_of_two() => untried,
            0 if self.lead & untried != 0 => self.lead,
            _ => self.hints.get(key) & untried,
        }
    }

    /// Takes note of a card that settled the matter after others had failed.
    fn learn<const N: usize>(
        &mut self,
        key: Key,
        seat: usize,
        card: Cards,
        failed: Cards,
        discards: bool,
    ) {
        self.hints.put(key, card);
        if N == 0 {
            self.lead = card;
            self.history.leads.learn(seat, card, failed);
        } else if discards {
            self.history.discards.learn(seat, card, failed);
        }
    }
}

/// The cards that fail because `card` did: if its rank did not matter, neither does theirs.
fn equal_failures(card: Cards, ranks: Cards) -> Cards {
    if card & ranks == 0 { lane_of(card) & !ranks } else { 0 }
}
