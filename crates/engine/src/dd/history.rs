//! Experience of a search with its deal: in which suits the cards that cause cut-offs lie.
//!
//! General rules of card play do not know the deal. A running average for each player and suit
//! adapts to it, which helps most in freak deals, where the rules mislead.

use super::ranks::{Cards, lowest, suit_of};

/// The experience of a search: with leads, and with discards and ruffs.
#[derive(Debug)]
pub(super) struct CutOffHistory {
    pub(super) leads: Experience,
    pub(super) discards: Experience,
}

/// For each player and suit, a running share of cards that caused a cut-off, among those tried
/// where one of them did.
#[derive(Debug)]
pub(super) struct Experience([[i32; 4]; 4]);

/// The number that stands for a share of 1.
const ALL: i32 = 1 << 12;

/// The newest trial has a weight of one in `1 << RATE`.
const RATE: u32 = 5;

impl CutOffHistory {
    /// No experience.
    pub(super) const fn new() -> Self {
        Self { leads: Experience([[ALL / 2; 4]; 4]), discards: Experience([[ALL / 2; 4]; 4]) }
    }
}

impl Experience {
    /// Points for a suit, from `-most` if its cards never caused a cut-off to `most` if they always
    /// did.
    pub(super) fn points(&self, seat: usize, suit: u32, most: i32) -> i32 {
        (2 * self.0[seat][suit as usize] - ALL) * most / ALL
    }

    /// Records a card that caused a cut-off after others had failed.
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
