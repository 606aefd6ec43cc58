//! What a search learns of the deal as it goes: in which suits the plays lie that settle matters.
//!
//! General rules of card play know nothing of this deal. A running average per player and suit
//! does, and freak deals, where the rules mislead, need it most.

use super::ranks::{Cards, lowest, suit_of};

/// The experience of a search.
#[derive(Debug)]
pub(super) struct History {
    pub(super) leads: Experience,
    pub(super) discards: Experience,
}

/// How often each player's play in each suit has settled the matter, among those that were tried
/// where one did.
#[derive(Debug)]
pub(super) struct Experience([[i32; 4]; 4]);

/// The scale of a share: this is all of them.
const ALL: i32 = 1 << 12;

/// The newest counts for one part in `1 << RATE`.
const RATE: u32 = 5;

impl History {
    /// No experience.
    pub(super) const fn new() -> Self {
        Self { leads: Experience([[ALL / 2; 4]; 4]), discards: Experience([[ALL / 2; 4]; 4]) }
    }
}

impl Experience {
    /// Points for a suit, up to `most` for one that has always served and as many against one that
    /// never has.
    pub(super) fn points(&self, seat: usize, suit: u32, most: i32) -> i32 {
        (2 * self.0[seat][suit as usize] - ALL) * most / ALL
    }

    /// Takes note of a card that settled the matter after others had failed.
    pub(super) fn learn(&mut self, seat: usize, settled: Cards, mut failed: Cards) {
        let shares = &mut self.0[seat];
        let share = &mut shares[suit_of(settled) as usize];
        *share += (ALL - *share) >> RATE;
        while failed != 0 {
            let card = lowest(failed);
            failed ^= card;
            let share = &mut shares[suit_of(card) as usize];
            *share -= *share >> RATE;
        }
    }
}
