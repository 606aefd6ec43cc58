//! The twenty results of a deal.

use std::fmt;

use crate::cards::{Seat, Strain};

/// Declarers in the order that results are printed in.
const DECLARERS: [Seat; 4] = [Seat::North, Seat::South, Seat::East, Seat::West];

/// The tricks that each declarer takes in each strain, both sides playing double dummy.
///
/// It is shown as 20 hexadecimal digits: declarers in the order N S E W, and for each the strains
/// in the order NT S H D C.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Table {
    tricks: [[u8; 5]; 4],
}

impl Table {
    /// Declarer's tricks, 0 to 13.
    pub const fn tricks(&self, declarer: Seat, strain: Strain) -> u8 {
        self.tricks[declarer as usize][strain as usize]
    }

    pub(super) const fn set(&mut self, declarer: Seat, strain: Strain, tricks: u8) {
        self.tricks[declarer as usize][strain as usize] = tricks;
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for declarer in DECLARERS {
            for strain in Strain::DESC {
                write!(f, "{:x}", self.tricks(declarer, strain))?;
            }
        }
        Ok(())
    }
}
