//! Random streams made from a seed and a key: results are the same for any number of threads.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::cards::{Builder, Card, FullDeal, Hand, Seat};

/// The first parts of the keys, one for each purpose, so that no two purposes share a stream.
/// (Streams for boards of records have the number of the board in its place.)
pub mod purpose {
    /// The worlds that the deciding player draws.
    pub const WORLD: u64 = 0;
    /// The random choices of the players in a playout.
    pub(crate) const MIND: u64 = 1;
    /// The worlds that the other players imagine in the engine `abc-2006`.
    pub(crate) const IMAGINED: u64 = 2;
    /// Which candidate gets the next playout.
    pub(crate) const ALLOCATION: u64 = 3;
    /// The worlds that a reader of a card imagines, for explanations. (Its key goes on with a world
    /// and a reader, the key of `ALLOCATION` has one part more at most: so they share no stream.)
    pub(crate) const GUESS: u64 = 3;
    /// The worlds of a first test whether the line taken matters.
    pub(crate) const PILOT: u64 = 4;
    /// Whether to keep a world that the line taken speaks against.
    pub(crate) const KEEP: u64 = 5;
    /// The worlds that are weighed by the line taken.
    pub(crate) const WEIGHED: u64 = 6;
    /// The deals that are searched for problems.
    pub const PROBLEM_DEAL: u64 = 10;
    /// How such a deal is played.
    pub const PROBLEM_PLAY: u64 = 11;
    /// Which of its positions are examined.
    pub const PROBLEM_CHOICE: u64 = 12;
    /// A card chosen at random among the legal ones.
    pub const ANY_CARD: u64 = 20;
    /// The deals of a match.
    pub const MATCH_DEAL: u64 = 21;
    /// At which decisions of a record engines are compared.
    pub const DEPARTURES: u64 = 22;
    /// The deals that a bidder imagines.
    pub const BIDDING: u64 = 23;
    /// What bidders practise on, and how they call there.
    pub const PRACTICE: u64 = 24;
    /// The deals that tell what calls show.
    pub(crate) const SHOWN: u64 = 25;
}

/// A stream of random numbers for a seed and a key. Equal arguments give equal streams, different
/// arguments unrelated ones.
///
/// ```
/// use falsecard::work::stream;
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

/// A deal from a shuffled pack.
pub fn shuffled(rng: &mut impl Rng) -> FullDeal {
    let mut pack: Vec<Card> = Hand::ALL.iter().collect();
    pack.shuffle(rng);
    let mut builder = Builder::new();
    for (seat, cards) in Seat::ALL.into_iter().zip(pack.chunks(13)) {
        builder[seat] = cards.iter().copied().collect();
    }
    builder.build_full().expect("the pack is dealt out")
}
