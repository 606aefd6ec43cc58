//! What every network has in common: a list of numbers that is fitted, written and read.

use std::ops::Range;

use super::{BadNetwork, Dense, Numbers, packed};

/// A network whose numbers can be fitted.
pub trait Network: Sync + Sized {
    /// How many numbers it has.
    const SIZE: usize;

    /// What its files begin with.
    const KIND: &'static str;

    /// The network with these numbers.
    ///
    /// # Panics
    ///
    /// When they are not [`Network::SIZE`] numbers.
    fn of(numbers: impl Into<Numbers>) -> Self;

    /// Its numbers.
    fn numbers(&self) -> &Numbers;

    /// Its numbers, to be fitted: as [`Numbers::unpacked_mut`].
    fn unpacked_mut(&mut self) -> &mut [f32];

    /// The layers with how large their numbers are at the beginning of a fit: for each the range of
    /// its numbers, and the bound of their size.
    fn beginnings() -> Vec<(Range<usize>, f32)>;

    /// Its layers, in their order, if a file keeps one byte of each number, and one scale of each
    /// row; none if it keeps two bytes of each.
    fn layers_in_one_byte() -> Vec<Dense> {
        Vec::new()
    }

    /// A network from a file's bytes.
    ///
    /// # Errors
    ///
    /// [`BadNetwork`].
    fn read(bytes: &[u8]) -> Result<Self, BadNetwork> {
        packed::unpack(Self::KIND, Self::SIZE, &Self::layers_in_one_byte(), bytes).map(Self::of)
    }

    /// The bytes of a file of it. Numbers are rounded to what fits, so the network that is read
    /// from it says nearly the same.
    fn bytes(&self) -> Vec<u8> {
        packed::pack(Self::KIND, &Self::layers_in_one_byte(), self.numbers())
    }
}
