//! Networks as bytes: two for each weight, or one.
//!
//! In two bytes a weight keeps its sign, its exponent and seven bits: its error is 0.4 % at most,
//! which is finer than what is learned from records. In one byte it is a whole number of units of
//! its row's scale ([`super::quantised`]).

use thiserror::Error;

use super::bfloat16::Bfloat16;
use super::quantised::QuantisedWeights;
use super::whole::Octet;
use super::widest::StoredWeight;
use super::{Dense, Weights};

/// The largest size of a weight that is accepted; those that come with the program are below ten.
/// Through a few layers of such weights no sum overflows.
const LARGEST: f32 = 100.0;

/// Why bytes are not the network that was expected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadNetwork {
    /// The first line is not that of such a file.
    #[error("this is not a file of {expected}; if another version wrote it, fit it anew")]
    OfAnotherKind {
        /// The first line that it should have.
        expected: &'static str,
    },
    /// The network has other layers.
    #[error(
        "the numbers of the file take {found} bytes, those of this version's network {expected}: \
         fit it anew"
    )]
    OfAnotherSize {
        /// The number of bytes that there should be after the first line.
        expected: usize,
        /// The number of bytes found.
        found: usize,
    },
    /// A weight is no number, or far larger than those that are ever fitted.
    #[error("number {at} is {number}; the numbers of a network lie between -100 and 100")]
    TooLarge {
        /// The index of the weight, from 0.
        at: usize,
        /// The weight, as text.
        number: String,
    },
}

/// The bytes of a network, which begin with its kind: two for each weight, or, for layers whose
/// weights are stored in one, the scales of all rows, four bytes each, and then the weights.
pub(super) fn pack(kind: &'static str, quantised: &[Dense], weights: &Weights) -> Vec<u8> {
    let mut bytes = kind.as_bytes().to_vec();
    bytes.push(b'\n');
    if quantised.is_empty() {
        bytes.extend(weights.values().flat_map(|number| Bfloat16::nearest(number).0.to_le_bytes()));
    } else {
        let quantised = weights.quantised(quantised);
        bytes.extend(quantised.scales().iter().flat_map(|scale| scale.to_le_bytes()));
        bytes.extend(quantised.octets().iter().map(|octet| octet.0 as u8));
    }
    bytes
}

/// The weights of a network of a kind.
///
/// # Errors
///
/// [`BadNetwork`].
pub(super) fn unpack(
    kind: &'static str,
    size: usize,
    quantised: &[Dense],
    bytes: &[u8],
) -> Result<Weights, BadNetwork> {
    let rest = bytes.strip_prefix(kind.as_bytes()).and_then(|rest| rest.strip_prefix(b"\n"));
    let rest = rest.ok_or(BadNetwork::OfAnotherKind { expected: kind })?;
    if quantised.is_empty() { in_two_bytes(size, rest) } else { in_one_byte(quantised, size, rest) }
}

fn in_two_bytes(size: usize, bytes: &[u8]) -> Result<Weights, BadNetwork> {
    if bytes.len() != 2 * size {
        return Err(BadNetwork::OfAnotherSize { expected: 2 * size, found: bytes.len() });
    }
    let (pairs, _) = bytes.as_chunks();
    let weights = pairs.iter().map(|pair| Bfloat16(u16::from_le_bytes(*pair)));
    let weights: Vec<Bfloat16> = weights.collect();
    within_bounds(weights.iter().map(|number| number.value()).enumerate())?;
    Ok(weights.into())
}

fn in_one_byte(layers: &[Dense], size: usize, bytes: &[u8]) -> Result<Weights, BadNetwork> {
    let scales = 4 * layers.iter().map(Dense::rows).sum::<usize>();
    let of_another_size = BadNetwork::OfAnotherSize { expected: scales + size, found: bytes.len() };
    let (scales, octets) = bytes.split_at_checked(scales).ok_or_else(|| of_another_size.clone())?;
    let (scales, _) = scales.as_chunks();
    let scales: Vec<f32> = scales.iter().map(|four| f32::from_le_bytes(*four)).collect();
    let octets = octets.iter().map(|byte| Octet(*byte as i8)).collect();
    let quantised = QuantisedWeights::of(layers, scales, octets).ok_or(of_another_size)?;
    within_bounds(quantised.bounds())?;
    Ok(quantised.into())
}

/// Refuses weights that are too large or no numbers.
fn within_bounds(mut weights: impl Iterator<Item = (usize, f32)>) -> Result<(), BadNetwork> {
    match weights.find(|(_, number)| !(-LARGEST..=LARGEST).contains(number)) {
        Some((at, number)) => Err(BadNetwork::TooLarge { at, number: number.to_string() }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Layout;
    use crate::real::Real;

    #[test]
    fn packed_is_as_unpacked() {
        let weights = [0.0, 1.0, -2.5, 0.123_456, 3e-9, -70.0];
        let bytes = pack("numbers", &[], &weights.to_vec().into());
        let again = unpack("numbers", weights.len(), &[], &bytes).unwrap();
        for (number, again) in weights.iter().zip(again.values()) {
            assert!((number - again).abs() <= number.abs() / 256.0, "{number} {again}");
        }
        assert_eq!(pack("numbers", &[], &again), bytes);
    }

    /// A file of one byte a weight is written again as it was read; files of another size, or with
    /// a wild scale, are refused.
    #[test]
    fn one_byte_a_number() {
        let mut layout = Layout::new();
        let layers = [layout.biased(2, 3), layout.plain(1, 4)];
        let weights: Vec<f32> = (0..layout.len()).map(|at| Real::cos(at as f32) * 20.0).collect();
        let bytes = pack("numbers", &layers, &weights.into());
        assert_eq!(bytes.len(), "numbers\n".len() + 4 * 4 + 13);
        let read = |bytes: &[u8]| unpack("numbers", 13, &layers, bytes);
        assert_eq!(pack("numbers", &layers, &read(&bytes).unwrap()), bytes);
        for refused in [&bytes[..bytes.len() - 1], &bytes[..12], &[&bytes[..], b"x"].concat()] {
            let refused = read(refused).unwrap_err();
            assert!(matches!(refused, BadNetwork::OfAnotherSize { expected: 29, .. }), "{refused}");
        }
        let of_a_failed_fit = pack("numbers", &layers, &vec![f32::NAN; 13].into());
        assert!(matches!(read(&of_a_failed_fit), Err(BadNetwork::TooLarge { at: 0, .. })));
        let mut wild = bytes;
        wild[12..16].copy_from_slice(&f32::INFINITY.to_le_bytes());
        assert!(matches!(read(&wild), Err(BadNetwork::TooLarge { at: 3, .. })));
    }

    #[test]
    fn other_bytes_are_refused() {
        let refused = |size, bytes: &[u8]| unpack("numbers", size, &[], bytes).unwrap_err();
        for wild in [f32::NAN, f32::NEG_INFINITY, 1e38, -101.0] {
            let bytes = pack("numbers", &[], &vec![1.0, wild].into());
            assert!(matches!(refused(2, &bytes), BadNetwork::TooLarge { at: 1, .. }), "{wild}");
        }
        let bytes = pack("numbers", &[], &vec![1.0, -100.0].into());
        assert!(unpack("numbers", 2, &[], &bytes).is_ok());
        let of_another_size = |expected, found| BadNetwork::OfAnotherSize { expected, found };
        assert_eq!(refused(3, &bytes), of_another_size(6, 4));
        assert_eq!(refused(2, &[&bytes[..], b"x"].concat()), of_another_size(4, 5));
        assert!(matches!(unpack("weights", 2, &[], &bytes), Err(BadNetwork::OfAnotherKind { .. })));
        assert!(matches!(unpack("weights", 2, &[], b""), Err(BadNetwork::OfAnotherKind { .. })));
    }
}
