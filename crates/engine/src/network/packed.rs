//! Networks as bytes: two for each number.
//!
//! A number keeps its sign, its exponent and seven bits ("bfloat16"): a quarter of a percent, which is finer than what is
//! learned from records.

use thiserror::Error;

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
pub fn pack(kind: &'static str, numbers: &[f32]) -> Vec<u8> {
    let mut bytes = kind.as_bytes().to_vec();
    bytes.push(b'\n');
    bytes.extend(numbers.iter().flat_map(|&number| rounded(number).to_le_bytes()));
    bytes
}

/// The upper half of a number's bits, rounded to the nearest.
const fn rounded(number: f32) -> u16 {
    let bits = number.to_bits();
    (bits.saturating_add(0x7fff + ((bits >> 16) & 1)) >> 16) as u16
}

/// The numbers of a network of a kind.
///
/// # Errors
///
/// [`BadNetwork`].
pub fn unpack(kind: &'static str, size: usize, bytes: &[u8]) -> Result<Vec<f32>, BadNetwork> {
    let rest = bytes.strip_prefix(kind.as_bytes()).and_then(|rest| rest.strip_prefix(b"\n"));
    let rest = rest.ok_or(BadNetwork::OfAnotherKind { expected: kind })?;
    if rest.len() != 2 * size {
        return Err(BadNetwork::OfAnotherSize { expected: size, found: rest.len() / 2 });
    }
    let halves = rest.chunks_exact(2).map(|half| u16::from_le_bytes([half[0], half[1]]));
    let numbers: Vec<f32> = halves.map(|half| f32::from_bits(u32::from(half) << 16)).collect();
    match numbers.iter().position(|number| !number.is_finite()) {
        Some(at) => Err(BadNetwork::NotFinite { at }),
        None => Ok(numbers),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_is_as_unpacked() {
        let numbers = [0.0, 1.0, -2.5, 0.123_456, 3e-9, -7e8];
        let bytes = pack("numbers", &numbers);
        let again = unpack("numbers", numbers.len(), &bytes).unwrap();
        for (number, again) in numbers.iter().zip(&again) {
            assert!((number - again).abs() <= number.abs() / 256.0, "{number} {again}");
        }
        assert_eq!(pack("numbers", &again), bytes);
    }

    #[test]
    fn other_bytes_are_refused() {
        let bytes = pack("numbers", &[1.0, f32::NAN]);
        assert_eq!(unpack("numbers", 2, &bytes), Err(BadNetwork::NotFinite { at: 1 }));
        assert!(matches!(unpack("numbers", 3, &bytes), Err(BadNetwork::OfAnotherSize { .. })));
        assert!(matches!(unpack("weights", 2, &bytes), Err(BadNetwork::OfAnotherKind { .. })));
        assert!(matches!(unpack("weights", 2, b""), Err(BadNetwork::OfAnotherKind { .. })));
    }
}
