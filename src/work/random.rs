//! Random streams that are keyed, not shared: the same for any number of threads.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// A stream of random numbers for a seed and a key. Equal arguments give equal streams, different
/// ones independent streams.
///
/// ```
/// use falsecard::search::stream;
/// use rand::Rng;
///
/// assert_eq!(stream(1, &[7, 3]).next_u64(), stream(1, &[7, 3]).next_u64());
/// assert_ne!(stream(1, &[7, 3]).next_u64(), stream(1, &[3, 7]).next_u64());
/// ```
pub fn stream(seed: u64, key: &[u64]) -> ChaCha8Rng {
    let state = key.iter().fold(mix(seed), |state, &part| mix(state ^ mix(part)));
    ChaCha8Rng::seed_from_u64(state)
}

/// The finaliser of `SplitMix64` (Steele, Lea and Flood, OOPSLA 2014).
const fn mix(value: u64) -> u64 {
    let z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
