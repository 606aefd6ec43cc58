//! Who gets the next playout: sequential halving.
//!
//! Every candidate is played out in a few worlds, the worse half is dropped, the rest is played
//! out in twice as many, until two are left with the full number (Karnin, Koren and Somekh, ICML
//! 2013). All candidates meet the same worlds, so that differences are paired.

/// The rounds for a number of candidates: how many stay in, and in how many worlds each of these
/// has been played out when the round ends. The last round has two candidates (one if there is
/// one) and all the worlds.
pub(super) fn halving(candidates: usize, worlds: usize) -> Vec<(usize, usize)> {
    let mut sizes = vec![candidates];
    while sizes.last().is_some_and(|&size| size > 2) {
        sizes.push(sizes.last().map_or(0, |size| size.div_ceil(2)));
    }
    let rounds = sizes.len();
    let upto = |round: usize| (worlds >> (rounds - 1 - round)).max(1);
    sizes.into_iter().enumerate().map(|(round, size)| (size, upto(round))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds() {
        assert_eq!(halving(2, 64), [(2, 64)]);
        assert_eq!(halving(11, 64), [(11, 8), (6, 16), (3, 32), (2, 64)]);
        assert_eq!(halving(1, 64), [(1, 64)]);
    }
}
