//! Loops over many numbers, by the widest registers that the machine has.
//!
//! Sums are taken in the order in which they are written, and no product is fused with a sum. So
//! the results are the same on every machine, bit for bit, whether four or eight are added at a
//! time.

/// Compiles functions twice for x86-64, for any such machine and for those with AVX2, and calls the
/// right one.
macro_rules! widest {
    ($(
        $(#[$doc:meta])*
        $vis:vis fn $name:ident$(<$any:ident: $bound:ident>)?(
            $($argument:ident: $type:ty),* $(,)?
        ) $body:block
    )*) => { $(
        $(#[$doc])*
        $vis fn $name$(<$any: $bound>)?($($argument: $type),*) {
            #[inline(always)]
            fn plain$(<$any: $bound>)?($($argument: $type),*) $body

            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                fn wide$(<$any: $bound>)?($($argument: $type),*) {
                    plain($($argument),*);
                }
                if std::arch::is_x86_feature_detected!("avx2") {
                    // SAFETY: the check above has found that the machine has the features that
                    // `wide` needs.
                    #[allow(unsafe_code)]
                    return unsafe { wide($($argument),*) };
                }
            }
            plain($($argument),*);
        }
    )* };
}

/// A weight of a network, in any storage.
pub(crate) trait StoredWeight: Copy {
    /// Its value.
    fn value(self) -> f32;
}

impl StoredWeight for f32 {
    #[allow(clippy::inline_always, reason = "it is compiled for the registers of its caller")]
    #[inline(always)]
    fn value(self) -> f32 {
        self
    }
}

/// The number of sums that stand in registers while rows are added to them.
const BLOCK: usize = 32;

/// The number of values in the widest registers. Results do not depend on it.
pub(crate) const ABREAST: usize = 8;

/// A row of weights, one for each output of a layer.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct WeightRow {
    /// The place of its first weight, and its index in the network.
    pub(super) at: u32,
    pub(super) number: u32,
    /// The factor by which it counts.
    pub(super) factor: f32,
}

impl WeightRow {
    /// The row `rows` further on, in a layer with this number of outputs.
    pub(super) const fn further(self, rows: usize, outputs: usize) -> Self {
        let (at, number) = (self.at + (rows * outputs) as u32, self.number + rows as u32);
        Self { at, number, factor: self.factor }
    }
}

/// Adding this number rounds a value to a whole number, which then stands in the last bits.
const ROUNDING: f32 = 12_582_912.0;

/// The exponential of a value that is not above 0, to five digits: the same on every machine, and
/// several at a time.
///
/// e^x is 2 to the power of x / ln 2: the whole part of that becomes an exponent, and a polynomial
/// is near enough to the rest.
#[allow(clippy::inline_always, reason = "it is compiled for the registers of its caller")]
#[inline(always)]
fn exponential(value: f32) -> f32 {
    let power = (value * std::f32::consts::LOG2_E).max(-126.0);
    let rounded = power + ROUNDING;
    let rest = (power - (rounded - ROUNDING)) * std::f32::consts::LN_2;
    let terms = 1.0 + rest * (1.0 / 4.0) * (1.0 + rest * (1.0 / 5.0) * (1.0 + rest * (1.0 / 6.0)));
    let terms = 1.0 + rest * (1.0 / 2.0) * (1.0 + rest * (1.0 / 3.0) * terms);
    let exponent = rounded.to_bits().wrapping_sub(ROUNDING.to_bits()).wrapping_add(127);
    (1.0 + rest * terms) * f32::from_bits(exponent << 23)
}

/// The number of partial sums of a dot product: a fixed order of summation, the same on every
/// machine however wide its registers are.
const SUMS: usize = 8;

/// The dot product of two lists.
#[allow(clippy::inline_always, reason = "it is compiled for the registers of its caller")]
#[inline(always)]
fn product<W: StoredWeight>(left: &[W], right: &[f32]) -> f32 {
    let (lefts, rights) = (left.chunks_exact(SUMS), right.chunks_exact(SUMS));
    let rest = lefts.remainder().iter().zip(rights.remainder());
    let rest: f32 = rest.map(|(a, b)| a.value() * b).sum();
    let mut sums = [0.0f32; SUMS];
    for (left, right) in lefts.zip(rights) {
        let each = left.iter().zip(right);
        sums.iter_mut().zip(each).for_each(|(sum, (a, b))| *sum += a.value() * b);
    }
    sums.iter().sum::<f32>() + rest
}

/// The part of [`add_rows_to_four`] for `PLACES` sums, which stand in registers.
#[allow(clippy::inline_always, reason = "it is compiled for the registers of its caller")]
#[inline(always)]
fn add_block_to_four<W: StoredWeight, const PLACES: usize>(
    weights: &[W],
    [a, b, c, d]: [&[f32]; 4],
    sums: &mut [&mut [f32]; 4],
    from: usize,
) {
    let outputs = sums[0].len();
    let mut held = [[0.0; PLACES]; 4];
    for (held, sums) in held.iter_mut().zip(sums.iter()) {
        held.copy_from_slice(&sums[from..][..PLACES]);
    }
    let each = a.iter().zip(b).zip(c).zip(d);
    for (row, (((a, b), c), d)) in weights.chunks_exact(outputs).zip(each) {
        let row = &row[from..][..PLACES];
        for (held, factor) in held.iter_mut().zip([a, b, c, d]) {
            held.iter_mut().zip(row).for_each(|(sum, value)| *sum += factor * value.value());
        }
    }
    for (list, held) in held.iter().enumerate() {
        sums[list][from..][..PLACES].copy_from_slice(held);
    }
}

widest! {
    /// Adds rows to sums, in their order.
    pub(super) fn add_rows<W: StoredWeight>(weights: &[W], rows: &[WeightRow], sums: &mut [f32]) {
        let whole = sums.len() / BLOCK * BLOCK;
        let (blocks, rest) = sums.split_at_mut(whole);
        for (from, block) in (0..).step_by(BLOCK).zip(blocks.chunks_exact_mut(BLOCK)) {
            let mut held = [0.0; BLOCK];
            held.copy_from_slice(block);
            for &WeightRow { at, factor, .. } in rows {
                let row = &weights[at as usize + from..][..BLOCK];
                held.iter_mut().zip(row).for_each(|(sum, value)| *sum += factor * value.value());
            }
            block.copy_from_slice(&held);
        }
        for &WeightRow { at, factor, .. } in rows {
            let row = &weights[at as usize + whole..];
            rest.iter_mut().zip(row).for_each(|(sum, value)| *sum += factor * value.value());
        }
    }

    /// Adds the rows of a layer to each of four lists of sums, each times the input of that list:
    /// every row is read once for all four. Inputs of 0 cost as much as others. The length of the
    /// sums is a multiple of [`ABREAST`].
    pub(crate) fn add_rows_to_four<W: StoredWeight>(
        weights: &[W],
        inputs: [&[f32]; 4],
        sums: [&mut [f32]; 4],
    ) {
        debug_assert!(sums[0].len().is_multiple_of(ABREAST));
        let [a, b, c, d] = sums;
        let mut sums = [a, b, c, d];
        let twice = sums[0].len() / (2 * ABREAST) * 2 * ABREAST;
        for from in (0..twice).step_by(2 * ABREAST) {
            add_block_to_four::<W, { 2 * ABREAST }>(weights, inputs, &mut sums, from);
        }
        if twice < sums[0].len() {
            add_block_to_four::<W, ABREAST>(weights, inputs, &mut sums, twice);
        }
    }

    /// Replaces each value by the exponential of its difference to the greatest one, to five
    /// digits. The length is a multiple of [`ABREAST`].
    pub(crate) fn exponentials_below_most(values: &mut [f32]) {
        debug_assert!(values.len().is_multiple_of(ABREAST));
        // By comparisons, not by `f32::max`, which handles NaN and does not exist in wide
        // registers.
        let mut most = [f32::NEG_INFINITY; ABREAST];
        for block in values.chunks_exact(ABREAST) {
            for (most, value) in most.iter_mut().zip(block) {
                *most = if *value > *most { *value } else { *most };
            }
        }
        let most = most.into_iter().fold(f32::NEG_INFINITY, f32::max);
        for value in values {
            *value = exponential(*value - most);
        }
    }

    /// Rounds each of some values times a factor to the nearest whole number; none may exceed
    /// 32,767.
    pub(super) fn round(values: &[f32], factor: f32, whole: &mut [i16]) {
        for (whole, value) in whole.iter_mut().zip(values) {
            let bits = (value * factor + ROUNDING).to_bits();
            *whole = bits.wrapping_sub(ROUNDING.to_bits()) as i16;
        }
    }

    /// Adds the values, times each row's factor, to some rows.
    pub(super) fn add_to_rows(weights: &mut [f32], rows: &[WeightRow], values: &[f32]) {
        for &WeightRow { at, factor, .. } in rows {
            let row = &mut weights[at as usize..][..values.len()];
            row.iter_mut().zip(values).for_each(|(number, value)| *number += factor * value);
        }
    }

    /// Adds to each sum the dot product of the values with a row: consecutive rows from the first
    /// on.
    pub(super) fn add_products<W: StoredWeight>(weights: &[W], values: &[f32], sums: &mut [f32]) {
        for (sum, row) in sums.iter_mut().zip(weights.chunks_exact(values.len())) {
            *sum += product(row, values);
        }
    }

    /// Adds the dot products of some rows only. Each sum stands where it would among all rows; the
    /// first row begins the weights.
    pub(super) fn add_products_of_rows<W: StoredWeight>(
        weights: &[W],
        rows: &[WeightRow],
        values: &[f32],
        sums: &mut [f32],
    ) {
        for row in rows {
            let at = row.at as usize;
            sums[at / values.len()] += product(&weights[at..][..values.len()], values);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::real::Real;

    #[test]
    fn exponentials_are_near() {
        let mut values: Vec<f32> = (0..2000).map(|i| 3.0 - i as f32 * 0.043).collect();
        let exact: Vec<f32> = values.iter().map(|value| Real::exp(value - 3.0)).collect();
        exponentials_below_most(&mut values);
        for (near, exact) in values.iter().zip(&exact) {
            assert!((near - exact).abs() <= 1e-5 * exact + 2e-38, "{near} {exact}");
        }
    }
}
