//! The search: zero-window alpha-beta.
//!
//! A search answers one question: do North-South take at least `target` of the tricks left? The
//! answer is fail-soft: a bound on their tricks, with the cards that won tricks in the proof.
//! `patterns` finds the other positions in which the proof holds, `exchange` the other cards that
//! it rules out.

use super::bounds::{second_hand, sure_tricks};
use super::exchange::{exchangeable, no_better};
use super::hints::{HintKey, Hints};
use super::history::CutOffHistory;
use super::order::Order;
use super::patterns::{LookUp, Patterns};
use super::proof::Proof;
use super::ranks::{Cards, complete_runs, lane_of, top_of_runs};
use super::state::{OpenTrick, Start, is_ns};

/// With at most this many tricks left, sure tricks are counted before the table of patterns is
/// asked; with more, after.
const FEW_TRICKS: u8 = 3;

/// A search's memory.
#[derive(Debug)]
pub(super) struct ZeroWindowSearch {
    pub(super) patterns: Patterns,
    hints: Hints,
    /// The lead to try first on the way down; on the way up the lead that caused a cut-off. 0 if
    /// there is none.
    lead: Cards,
    history: CutOffHistory,
    /// Starts of tricks visited, for measurement.
    pub(super) nodes: u64,
}

impl ZeroWindowSearch {
    /// A memory with nothing in it.
    pub(super) fn new() -> Self {
        Self {
            patterns: Patterns::new(),
            hints: Hints::new(),
            lead: 0,
            history: CutOffHistory::new(),
            nodes: 0,
        }
    }

    /// Forgets everything learnt from earlier questions.
    pub(super) fn forget(&mut self) {
        self.patterns.clear();
        self.hints.clear();
        self.history = CutOffHistory::new();
    }

    /// The tricks that North-South take of those left, with `count` cards of a trick on the table.
    /// The better the guess, the faster.
    pub(super) fn value(
        &mut self,
        start: &Start,
        trick: &OpenTrick,
        count: usize,
        guess: u8,
    ) -> u8 {
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
    fn prove(&mut self, start: &Start, trick: &OpenTrick, count: usize, target: u8) -> Proof {
        match count {
            0 => self.trick(start, target),
            1 => self.ply::<1>(start, trick, target),
            2 => self.ply::<2>(start, trick, target),
            3 => self.ply::<3>(start, trick, target),
            _ => self.trick_over(start, trick, target),
        }
    }

    /// At the start of a trick: asks for sure tricks and known patterns, then searches.
    fn trick(&mut self, start: &Start, target: u8) -> Proof {
        self.nodes += 1;
        if start.left == 1 {
            let (tricks, winners) = start.last_trick();
            return Proof { tricks, winners };
        }
        if start.left <= FEW_TRICKS
            && let Some(proof) = sure_tricks(start, target)
        {
            return proof;
        }
        self.lead = match self.patterns.find(start, target) {
            LookUp::Proof(proof) => return proof,
            LookUp::Lead(lead) => lead,
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
    fn trick_over(&mut self, start: &Start, trick: &OpenTrick, target: u8) -> Proof {
        let won = u8::from(is_ns(trick.winner));
        let winner = trick.winner_by_rank();
        let left = start.left - 1;
        let target = target.saturating_sub(won);
        if target == 0 || target > left {
            return Proof { tricks: won + if target == 0 { 0 } else { left }, winners: winner };
        }
        let (next, gaps) = start.after(trick);
        let rest = self.trick(&next, target);
        Proof { tricks: won + rest.tricks, winners: winner | gaps.open(rest.winners) }
    }

    /// Tries the cards of the player whose turn it is after `N` cards, one of each run of touching
    /// cards.
    fn ply<const N: usize>(&mut self, start: &Start, trick: &OpenTrick, target: u8) -> Proof {
        if N == 1
            && let Some(proof) = second_hand(start, trick, target)
        {
            return proof;
        }
        let seat = (start.leader + N) & 3;
        let ns = is_ns(seat);
        let legal = start.legal(trick, seat);
        let (mut untried, runs) = top_of_runs(legal, trick.gone());
        if untried.is_power_of_two() {
            return self.forced::<N>(start, trick, untried, runs, target);
        }
        let key = self.hints.key::<N>(trick, legal);
        let mut order = Order::default();
        let mut card = match self.hint::<N>(key, untried) {
            0 => order.next::<N>(start, trick, untried, &self.history),
            hint => hint,
        };
        let mut failed = 0;
        let mut all = Proof { tricks: if ns { 0 } else { start.left }, winners: 0 };
        loop {
            let next = trick.with(seat, card, start.trumps);
            let proof = self.prove(start, &next, N + 1, target);
            if (proof.tricks >= target) == ns {
                self.learn::<N>(key, seat, card, failed, legal & trick.led == 0);
                return proof;
            }
            all.tricks =
                if ns { all.tricks.max(proof.tricks) } else { all.tricks.min(proof.tricks) };
            all.winners |= proof.winners;
            failed |= card;
            untried &= !card;
            if untried & lane_of(card) != 0 {
                let no_better = untried & no_better::<N>(start, trick, card, proof.winners);
                if proof.winners & card != 0 {
                    // Where this card won the trick by rank, so would the higher ones.
                    all.winners |= no_better;
                }
                untried &= !(exchangeable(card, proof.winners) | no_better);
            }
            if untried == 0 {
                self.lead = 0;
                all.winners = complete_runs(all.winners, runs);
                return all;
            }
            card = order.next::<N>(start, trick, untried, &self.history);
        }
    }

    /// Plays a card that stands for all legal cards.
    fn forced<const N: usize>(
        &mut self,
        start: &Start,
        trick: &OpenTrick,
        card: Cards,
        runs: Cards,
        target: u8,
    ) -> Proof {
        let seat = (start.leader + N) & 3;
        let next = trick.with(seat, card, start.trumps);
        let mut proof = self.prove(start, &next, N + 1, target);
        if (proof.tricks >= target) != is_ns(seat) {
            proof.winners = complete_runs(proof.winners, runs);
        }
        proof
    }

    /// The card to try first: one that caused a cut-off before, or 0.
    fn hint<const N: usize>(&self, key: HintKey, untried: Cards) -> Cards {
        match N {
            0 if self.lead & untried != 0 => self.lead,
            _ => self.hints.get(key) & untried,
        }
    }

    /// Records a card that caused a cut-off after others had failed.
    fn learn<const N: usize>(
        &mut self,
        key: HintKey,
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
