//! Networks as bytes: two for each number.
//!
//! A number keeps its sign, its exponent and seven bits: it is off by 0.4 % at most, which is finer than what is learned from records.

use thiserror::Error;

use super::Numbers;
use super::widest::Stored;

/// A number in two bytes: the upper half of its bits ("bfloat16").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bfloat16(u16);

impl Bfloat16 {
    /// The nearest to a number; of two that are as near, the one whose last bit is 0.
    pub(super) const fn nearest(number: f32) -> Self {
        if number.is_nan() {
            return Self(0x7fc0);
        }
        let bits = number.to_bits();
        Self(((bits + 0x7fff + ((bits >> 16) & 1)) >> 16) as u16)
    }
}

impl Stored for Bfloat16 {
    #[allow(clippy::inline_always, reason = "it is compiled for the registers of its caller")]
    #[inline(always)]
    fn value(self) -> f32 {
        f32::from_bits(u32::from(self.0) << 16)
    }
}

/// No number of a fitted network is larger than this; those that come with the program are below 10. Through a few layers of so large
/// numbers no sum grows beyond what can be added up.
const LARGEST: f32 = 1000.0;

/// Why bytes are not the network that was expected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadNetwork {
    /// They do not begin as such a file does.
    #[error("this is not a file of {expected}; if another version wrote it, fit it anew")]
    OfAnotherKind {
        /// The words that it should begin with.
        expected: &'static str,
    },
    /// The network has other layers.
    #[error(
        "the numbers of the file take {found} bytes, those of this version's network {expected}: fit it anew"
    )]
    OfAnotherSize {
        /// How many bytes there should be after the first line.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A number is none, or far larger than those that are ever fitted.
    #[error("number {at} is {number}; the numbers of a network lie between -1000 and 1000")]
    TooLarge {
        /// Which, from 0.
        at: usize,
        /// What it is, as text.
        number: String,
    },
}

/// The bytes of a network, which begin with its kind.
pub(super) fn pack(kind: &'static str, numbers: &Numbers) -> Vec<u8> {
    let mut bytes = kind.as_bytes().to_vec();
    bytes.push(b'\n');
    bytes.extend(numbers.values().flat_map(|number| Bfloat16::nearest(number).0.to_le_bytes()));
    bytes
}

/// The numbers of a network of a kind.
///
/// # Errors
///
/// [`BadNetwork`].
pub(super) fn unpack(kind: &'static str, size: usize, bytes: &[u8]) -> Result<Numbers, BadNetwork> {
    let rest = bytes.strip_prefix(kind.as_bytes()).and_then(|rest| rest.strip_prefix(b"\n"));
    let rest = rest.ok_or(BadNetwork::OfAnotherKind { expected: kind })?;
    if rest.len() != 2 * size {
        return Err(BadNetwork::OfAnotherSize { expected: 2 * size, found: rest.len() });
    }
    let (pairs, _) = rest.as_chunks();
    let numbers = pairs.iter().map(|pair| Bfloat16(u16::from_le_bytes(*pair)));
    let numbers: Vec<Bfloat16> = numbers.collect();
    // What is no number is not within the bounds either.
    match numbers.iter().position(|number| !(-LARGEST..=LARGEST).contains(&number.value())) {
        Some(at) => Err(BadNetwork::TooLarge { at, number: numbers[at].value().to_string() }),
        None => Ok(numbers.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_is_as_unpacked() {
        let numbers = [0.0, 1.0, -2.5, 0.123_456, 3e-9, -700.0];
        let bytes = pack("numbers", &numbers.to_vec().into());
        let again = unpack("numbers", numbers.len(), &bytes).unwrap();
        for (number, again) in numbers.iter().zip(again.values()) {
            assert!((number - again).abs() <= number.abs() / 256.0, "{number} {again}");
        }
        assert_eq!(pack("numbers", &again), bytes);
    }

    /// Every number of two bytes is the nearest to itself, and none lies nearer to what lies between it and the next.
    #[test]
    fn numbers_are_rounded_to_the_nearest() {
        for bits in 0..=u16::MAX {
            let number = Bfloat16(bits);
            let value = number.value();
            if value.is_nan() {
                assert!(Bfloat16::nearest(value).value().is_nan());
                continue;
            }
            assert_eq!(Bfloat16::nearest(value), number);
            let (below_half, above_half) =
                [0x7fff, 0x8001].map(|low| f32::from_bits(value.to_bits() | low)).into();
            if value.is_finite() {
                assert_eq!(Bfloat16::nearest(below_half), number);
                assert_eq!(Bfloat16::nearest(above_half), Bfloat16(bits + 1));
                let half = f32::from_bits(value.to_bits() | 0x8000);
                assert_eq!(Bfloat16::nearest(half), Bfloat16(bits + bits % 2));
            }
        }
    }

    #[test]
    fn other_bytes_are_refused() {
        let refused = |size, bytes: &[u8]| unpack("numbers", size, bytes).unwrap_err();
        for wild in [f32::NAN, f32::NEG_INFINITY, 1e38, -1010.0] {
            let bytes = pack("numbers", &vec![1.0, wild].into());
            assert!(matches!(refused(2, &bytes), BadNetwork::TooLarge { at: 1, .. }), "{wild}");
        }
        let bytes = pack("numbers", &vec![1.0, -1000.0].into());
        assert!(unpack("numbers", 2, &bytes).is_ok());
        let of_another_size = |expected, found| BadNetwork::OfAnotherSize { expected, found };
        assert_eq!(refused(3, &bytes), of_another_size(6, 4));
        assert_eq!(refused(2, &[&bytes[..], b"x"].concat()), of_another_size(4, 5));
        assert!(matches!(unpack("weights", 2, &bytes), Err(BadNetwork::OfAnotherKind { .. })));
        assert!(matches!(unpack("weights", 2, b""), Err(BadNetwork::OfAnotherKind { .. })));
    }
}
