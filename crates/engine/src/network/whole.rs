//! Sums of products of whole numbers, by the widest registers that the machine has.
//!
//! No sum overflows 32 bits: a product lies below 2^22, and at most [`TERMS`] are added. So their
//! order does not matter, and wrapping addition only saves the check.

use super::widest::StoredWeight;

/// A weight in one byte, in units of its row's scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(super) struct Octet(pub(super) i8);

impl StoredWeight for Octet {
    #[allow(clippy::inline_always, reason = "it is compiled for the registers of its caller")]
    #[inline(always)]
    fn value(self) -> f32 {
        f32::from(self.0)
    }
}

/// The largest size of a row's factor as a whole number.
pub(super) const MOST_FACTOR: f32 = 32_767.0;

/// The most rows that are summed at a time.
pub(super) const TERMS: usize = 256;

/// Rows to be summed: where each begins, and its factor.
pub(super) struct Terms {
    places: [u32; TERMS],
    factors: [i16; TERMS],
    rows: usize,
}

impl Terms {
    /// Keeps the rows whose factor is not 0. There are [`TERMS`] at most.
    pub(super) fn of(rows: impl Iterator<Item = (u32, i16)>) -> Self {
        let (mut places, mut factors, mut found) = ([0; TERMS], [0; TERMS], 0);
        // Without a branch for each: half of them are 0, and no processor predicts which. The next
        // row takes the place of one with factor 0; if there is none, that one stays and adds
        // nothing.
        for (place, factor) in rows {
            (places[found], factors[found]) = (place, factor);
            found += usize::from(factor != 0);
        }
        Self { places, factors, rows: found }
    }

    /// The rows two by two; an odd last one is paired with one of factor 0.
    #[cfg(target_arch = "x86_64")]
    fn pairs(&self) -> impl Iterator<Item = ([usize; 2], [i16; 2])> {
        let places = self.places.as_chunks().0.iter().map(|&[a, b]| [a as usize, b as usize]);
        places.zip(self.factors.as_chunks().0.iter().copied()).take(self.rows.div_ceil(2))
    }
}

/// The factors of two rows in each of four lists.
pub(super) type PairOfFour = [[i16; 2]; 4];

/// Adds rows to sums; `unit` is the value of one unit.
pub(super) fn add_rows(octets: &[Octet], rows: &Terms, unit: f32, sums: &mut [f32]) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the check above has found that the machine has the features that it needs.
        #[allow(unsafe_code)]
        return unsafe { wide::add_rows(octets, rows, unit, sums) };
    }
    plain_add_rows(octets, rows, unit, sums, 0);
}

/// Adds consecutive rows to each of four lists of sums, each times its factor there, in the units
/// of that list. If the last pair has one row only, its second factors have no part.
pub(super) fn add_rows_to_four(
    octets: &[Octet],
    pairs: &[PairOfFour],
    units: [f32; 4],
    sums: [&mut [f32]; 4],
) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the check above has found that the machine has the features that it needs.
        #[allow(unsafe_code)]
        return unsafe { wide::add_rows_to_four(octets, pairs, units, sums) };
    }
    plain_add_rows_to_four(octets, pairs, units, sums, 0);
}

/// The number of sums that stand in registers while rows are added to them.
const BLOCK: usize = 16;

/// Adds rows as [`add_rows`], from a column on, in registers of any width.
#[allow(clippy::inline_always, reason = "it is compiled for the registers of its caller")]
#[inline(always)]
fn plain_add_rows(octets: &[Octet], rows: &Terms, unit: f32, sums: &mut [f32], from: usize) {
    for from in (from..sums.len()).step_by(BLOCK) {
        let to = sums.len().min(from + BLOCK);
        let sums = &mut sums[from..to];
        let mut held = [0; BLOCK];
        for (place, &factor) in rows.places.iter().zip(&rows.factors).take(rows.rows) {
            add_row(&mut held, &octets[*place as usize + from..][..sums.len()], factor);
        }
        add_held(held, unit, sums);
    }
}

/// Adds rows as [`add_rows_to_four`], from a column on, in registers of any width.
#[allow(clippy::inline_always, reason = "it is compiled for the registers of its caller")]
#[inline(always)]
fn plain_add_rows_to_four(
    octets: &[Octet],
    pairs: &[PairOfFour],
    units: [f32; 4],
    sums: [&mut [f32]; 4],
    from: usize,
) {
    let outputs = sums[0].len();
    for (list, (unit, sums)) in units.into_iter().zip(sums).enumerate() {
        for from in (from..outputs).step_by(BLOCK) {
            let to = outputs.min(from + BLOCK);
            let mut held = [0; BLOCK];
            for (rows, pair) in octets.chunks(2 * outputs).zip(pairs) {
                for (row, factor) in rows.chunks_exact(outputs).zip(pair[list]) {
                    add_row(&mut held, &row[from..to], factor);
                }
            }
            add_held(held, unit, &mut sums[from..to]);
        }
    }
}

#[allow(clippy::inline_always, reason = "it is compiled for the registers of its caller")]
#[inline(always)]
fn add_row(held: &mut [i32; BLOCK], row: &[Octet], factor: i16) {
    for (sum, octet) in held.iter_mut().zip(row) {
        *sum = sum.wrapping_add(i32::from(factor) * i32::from(octet.0));
    }
}

/// Adds whole numbers of a unit to sums.
#[allow(clippy::inline_always, reason = "it is compiled for the registers of its caller")]
#[inline(always)]
fn add_held(held: [i32; BLOCK], unit: f32, sums: &mut [f32]) {
    sums.iter_mut().zip(held).for_each(|(sum, held)| *sum += held as f32 * unit);
}

/// By registers of 256 bits, which multiply sixteen pairs of 16 bits at a time and add up two and
/// two. No closure here handles registers: functions that are compiled for any machine, such as
/// `map`, would not inline it.
#[cfg(target_arch = "x86_64")]
mod wide {
    use std::arch::x86_64::{
        __m256i, _mm_loadu_si128, _mm_unpackhi_epi8, _mm_unpacklo_epi8, _mm256_add_epi32,
        _mm256_add_ps, _mm256_cvtepi8_epi16, _mm256_cvtepi32_ps, _mm256_loadu_ps,
        _mm256_madd_epi16, _mm256_mul_ps, _mm256_set1_epi32, _mm256_set1_ps, _mm256_setzero_si256,
        _mm256_storeu_ps,
    };

    use super::{BLOCK, Octet, PairOfFour, Terms, plain_add_rows, plain_add_rows_to_four};

    /// Adds rows as [`super::add_rows`].
    #[target_feature(enable = "avx2")]
    pub(super) fn add_rows(octets: &[Octet], rows: &Terms, unit: f32, sums: &mut [f32]) {
        let whole = sums.len() / BLOCK * BLOCK;
        let mut from = 0;
        while from + 2 * BLOCK <= whole {
            add_blocks::<2>(octets, rows, unit, sums, from);
            from += 2 * BLOCK;
        }
        if from < whole {
            add_blocks::<1>(octets, rows, unit, sums, from);
        }
        plain_add_rows(octets, rows, unit, sums, whole);
    }

    /// The part of [`add_rows`] for some blocks of columns.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn add_blocks<const BLOCKS: usize>(
        octets: &[Octet],
        rows: &Terms,
        unit: f32,
        sums: &mut [f32],
        from: usize,
    ) {
        let mut held = [[_mm256_setzero_si256(); 2]; BLOCKS];
        for ([one, other], factors) in rows.pairs() {
            let one = &octets[one + from..][..BLOCKS * BLOCK];
            let other = &octets[other + from..][..BLOCKS * BLOCK];
            let factors = again_and_again(factors);
            for block in 0..BLOCKS {
                let rows = [&one[block * BLOCK..], &other[block * BLOCK..]];
                add_products(&mut held[block], interleaved(rows), factors);
            }
        }
        for block in 0..BLOCKS {
            add_to(&mut sums[from + block * BLOCK..], held[block], unit);
        }
    }

    /// Adds rows as [`super::add_rows_to_four`].
    #[target_feature(enable = "avx2")]
    pub(super) fn add_rows_to_four(
        octets: &[Octet],
        pairs: &[PairOfFour],
        units: [f32; 4],
        sums: [&mut [f32]; 4],
    ) {
        let outputs = sums[0].len();
        let whole = outputs / BLOCK * BLOCK;
        let nothing = [Octet(0); BLOCK];
        let mut from = 0;
        while from < whole {
            let mut held = [[_mm256_setzero_si256(); 2]; 4];
            for (rows, factors) in octets.chunks(2 * outputs).zip(pairs) {
                let (one, other) = rows.split_at(outputs);
                let other = if other.is_empty() { &nothing } else { &other[from..] };
                let rows = interleaved([&one[from..], other]);
                for list in 0..4 {
                    add_products(&mut held[list], rows, again_and_again(factors[list]));
                }
            }
            for list in 0..4 {
                add_to(&mut sums[list][from..], held[list], units[list]);
            }
            from += BLOCK;
        }
        plain_add_rows_to_four(octets, pairs, units, sums, whole);
    }

    /// Two factors, alternating.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn again_and_again(factors: [i16; 2]) -> __m256i {
        let [one, other] = [factors[0] as u16, factors[1] as u16];
        _mm256_set1_epi32((u32::from(one) | (u32::from(other) << 16)) as i32)
    }

    /// The first sixteen weights of two rows, interleaved, sixteen bits each.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn interleaved(rows: [&[Octet]; 2]) -> [__m256i; 2] {
        let (one, other) = (&rows[0][..BLOCK], &rows[1][..BLOCK]);
        // SAFETY: each row has sixteen bytes, as many as are read.
        #[allow(unsafe_code)]
        let (one, other) = unsafe {
            (_mm_loadu_si128(one.as_ptr().cast()), _mm_loadu_si128(other.as_ptr().cast()))
        };
        let (low, high) = (_mm_unpacklo_epi8(one, other), _mm_unpackhi_epi8(one, other));
        [_mm256_cvtepi8_epi16(low), _mm256_cvtepi8_epi16(high)]
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn add_products(held: &mut [__m256i; 2], rows: [__m256i; 2], factors: __m256i) {
        held[0] = _mm256_add_epi32(held[0], _mm256_madd_epi16(rows[0], factors));
        held[1] = _mm256_add_epi32(held[1], _mm256_madd_epi16(rows[1], factors));
    }

    /// Adds the contents of two registers, in units, to the first sixteen sums.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn add_to(sums: &mut [f32], held: [__m256i; 2], unit: f32) {
        let unit = _mm256_set1_ps(unit);
        for half in 0..2 {
            let sums = &mut sums[half * (BLOCK / 2)..][..BLOCK / 2];
            let added = _mm256_mul_ps(_mm256_cvtepi32_ps(held[half]), unit);
            // SAFETY: there are eight sums, as many as are read and written.
            #[allow(unsafe_code)]
            unsafe {
                let sum = _mm256_add_ps(_mm256_loadu_ps(sums.as_ptr()), added);
                _mm256_storeu_ps(sums.as_mut_ptr(), sum);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wide registers give the same sums as plain ones, for any number of rows and columns.
    #[test]
    fn wide_is_as_plain() {
        let octets: Vec<Octet> = (0..40_000).map(|i| Octet((i * 37 % 256 - 128) as i8)).collect();
        let factor = |i: usize| match i * 7_919 % 65_535 {
            some if some % 5 == 3 => 0,
            some => (some as i32 - 32_767) as i16,
        };
        let sizes = [
            (1, 5),
            (2, 16),
            (4, 33),
            (7, 13),
            (9, 48),
            (128, 160),
            (129, 64),
            (156, 224),
            (255, 16),
            (256, 40),
        ];
        for (inputs, outputs) in sizes {
            let places = (0u32..).step_by(outputs);
            let rows = Terms::of(places.zip((0..inputs).map(factor)));
            let (mut here, mut there) = (vec![0.25; outputs], vec![0.25; outputs]);
            add_rows(&octets, &rows, 0.5, &mut here);
            plain_add_rows(&octets, &rows, 0.5, &mut there, 0);
            assert_eq!(here, there, "{inputs} {outputs}");
            let pair =
                |pair| [0, 1, 2, 3].map(|list| [0, 1].map(|row| factor(2 * pair + row + list)));
            let pairs: Vec<PairOfFour> = (0..inputs.div_ceil(2)).map(pair).collect();
            let units = [1.0, 0.5, 0.25, 3.0];
            let octets = &octets[..inputs * outputs];
            let [mut here, mut there] = [0, 1].map(|_| [0, 1, 2, 3].map(|_| vec![1.0; outputs]));
            let [a, b, c, d] = &mut here;
            add_rows_to_four(octets, &pairs, units, [a, b, c, d]);
            let [a, b, c, d] = &mut there;
            plain_add_rows_to_four(octets, &pairs, units, [a, b, c, d], 0);
            assert_eq!(here, there, "{inputs} {outputs}");
        }
    }

    /// No sum overflows: 256 rows of the largest weights.
    #[test]
    fn the_largest_sums() {
        for (octet, factor) in [(127, 32_767), (-128, 32_767), (-128, -32_767)] {
            let octets = [Octet(octet); 256 * 16];
            let expected = f32::from(octet) * f32::from(factor) * 256.0;
            let mut sums = [0.0; 16];
            let rows = (0..256).map(|row| (row * 16, factor));
            add_rows(&octets, &Terms::of(rows), 1.0, &mut sums);
            let mut of_four = [[0.0; 16]; 4];
            let [a, b, c, d] = &mut of_four;
            add_rows_to_four(&octets, &[[[factor; 2]; 4]; 128], [1.0; 4], [a, b, c, d]);
            for sum in sums.iter().chain(of_four.as_flattened()) {
                assert!((sum - expected).abs() <= 1e-6 * expected.abs(), "{sum} {expected}");
            }
        }
    }
}
