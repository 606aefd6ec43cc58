//! The twenty results of a deal.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Serialize, Serializer};

use crate::cards::{Seat, Strain, pbn_strain};

/// Declarers in the order that results are printed in.
const DECLARERS: [Seat; 4] = [Seat::North, Seat::South, Seat::East, Seat::West];

/// The double-dummy tricks of each declarer in each strain.
///
/// `Display` writes 20 hexadecimal digits: declarers in the order N S E W, for each the strains in
/// the order NT S H D C.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Table {
    tricks: [[u8; 5]; 4],
}

impl Table {
    /// The table with these tricks, each 0 to 13.
    pub fn from_fn(tricks: impl Fn(Seat, Strain) -> u8) -> Self {
        let mut table = Self::default();
        for declarer in Seat::ALL {
            for strain in Strain::ASC {
                table.set(declarer, strain, tricks(declarer, strain));
            }
        }
        table
    }

    /// Reads a table of 20 hexadecimal digits, as `Display` writes them; `None` if the text is
    /// something else.
    ///
    /// ```
    /// use falsecard::dd::Table;
    ///
    /// let digits = "87676876766566656656";
    /// assert_eq!(Table::from_digits(digits).unwrap().to_string(), digits);
    /// assert_eq!(Table::from_digits("e7676876766566656656"), None, "fourteen tricks");
    /// ```
    pub fn from_digits(digits: &str) -> Option<Self> {
        let places = DECLARERS.iter().flat_map(|&seat| Strain::DESC.map(|strain| (seat, strain)));
        let mut table = Self::default();
        for ((seat, strain), digit) in places.zip(digits.chars()) {
            table.set(seat, strain, digit.to_digit(14)? as u8);
        }
        (digits.len() == 4 * Strain::DESC.len()).then_some(table)
    }

    /// Declarer's tricks, 0 to 13.
    pub const fn tricks(&self, declarer: Seat, strain: Strain) -> u8 {
        self.tricks[declarer as usize][strain as usize]
    }

    pub(super) const fn set(&mut self, declarer: Seat, strain: Strain, tricks: u8) {
        self.tricks[declarer as usize][strain as usize] = tricks;
    }
}

/// A map from declarers to maps from strains to tricks: `{"E":{"C":7,"D":6,"H":6,"NT":6,"S":6},…}`.
impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let of_seat = |seat| -> BTreeMap<&str, u8> {
            let strains = Strain::DESC.into_iter();
            strains.map(|strain| (pbn_strain(strain), self.tricks(seat, strain))).collect()
        };
        let of_all: BTreeMap<char, _> =
            Seat::ALL.into_iter().map(|seat| (seat.letter(), of_seat(seat))).collect();
        of_all.serialize(serializer)
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
