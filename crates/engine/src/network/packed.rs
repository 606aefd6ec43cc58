//! Networks as bytes: two for each number.
//!
//! A number keeps its sign, its exponent and seven bits ("bfloat16"): a quarter of a percent, which is finer than what is
//! learned from records.

use thiserror::Error;

use super::Numbers;
use super::widest::Weight;

/// A number in two bytes: the upper half of its bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Half(u16);

impl Half {
    /// The nearest to a number.
    pub const fn nearest(number: f32) -> Self {
        let bits = number.to_bits();
        Self((bits.saturating_add(0x7fff + ((bits >> 16) & 1)) >> 16) as u16)
    }

    /// The number that it stands for.
    #[allow(clippy::inline_always, reason = "it is compiled for the registers of its caller")]
    #[inline(always)]
    pub const fn value(self) -> f32 {
        f32::from_bits((self.0 as u32) << 16)
    }
}

impl Weight for Half {
    #[allow(clippy::inline_always, reason = "it is compiled for the registers of its caller")]
    #[inline(always)]
    fn value(self) -> f32 {
        self.value()
    }
}

/// Why bytes are not the network that was expected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadNetwork {
    /// They do not begin as such a file does.
    #[error("this is not a file of {expected}")]
    OfAnotherKind {
        /// The words that it should begin with.
        expected: &'static str,
    },
    /// The network has other layers.
    #[error("the file has {found} numbers; this version's network has {expected}: fit it anew")]
    OfAnotherSize {
        /// How many numbers there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A number is none, or is without bounds.
    #[error("number {at} is not finite")]
    NotFinite {
        /// Which, from 0.
        at: usize,
    },
}

/// The bytes of a network, which begin with its kind.
pub fn pack(kind: &'static str, numbers: &Numbers) -> Vec<u8> {
    let mut bytes = kind.as_bytes().to_vec();
    bytes.push(b'\n');
    bytes.extend(numbers.halves().iter().flat_map(|half| half.0.to_le_bytes()));
    bytes
}

/// The numbers of a network of a kind.
///
/// # Errors
///
/// [`BadNetwork`].
pub fn unpack(kind: &'static str, size: usize, bytes: &[u8]) -> Result<Numbers, BadNetwork> {
    let rest = bytes.strip_prefix(kind.as_bytes()).and_then(|rest| rest.strip_prefix(b"\n"));
    let rest = rest.ok_or(BadNetwork::OfAnotherKind { expected: kind })?;
    if rest.len() != 2 * size {
        return Err(BadNetwork::OfAnotherSize { expected: size, found: rest.len() / 2 });
    }
    let (halves, _) = rest.as_chunks();
    let halves: Vec<Half> = halves.iter().map(|half| Half(u16::from_le_bytes(*half))).collect();
    match halves.iter().position(|half| !half.value().is_finite()) {
        Some(at) => Err(BadNetwork::NotFinite { at }),
        None => Ok(Numbers::Packed(halves)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_is_as_unpacked() {
        let numbers = [0.0, 1.0, -2.5, 0.123_456, 3e-9, -7e8];
        let bytes = pack("numbers", &numbers.to_vec().into());
        let again = unpack("numbers", numbers.len(), &bytes).unwrap();
        for (number, again) in numbers.iter().zip(again.values()) {
            assert!((number - again).abs() <= number.abs() / 256.0, "{number} {again}");
        }
        assert_eq!(pack("numbers", &again), bytes);
    }

    #[test]
    fn other_bytes_are_refused() {
        let bytes = pack("numbers", &vec![1.0, f32::NAN].into());
        assert_eq!(unpack("numbers", 2, &bytes), Err(BadNetwork::NotFinite { at: 1 }));
        assert!(matches!(unpack("numbers", 3, &bytes), Err(BadNetwork::OfAnotherSize { .. })));
        assert!(matches!(unpack("weights", 2, &bytes), Err(BadNetwork::OfAnotherKind { .. })));
        assert!(matches!(unpack("weights", 2, b""), Err(BadNetwork::OfAnotherKind { .. })));
    }
}
