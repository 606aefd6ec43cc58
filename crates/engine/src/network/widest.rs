//! Loops over many numbers, by the widest registers that the machine has.
//!
//! Sums are taken in the order in which they are written, and no product is fused with a sum. So the same numbers come out on every
//! machine, bit for bit, whether four or eight are added at a time.

/// Functions that are compiled twice for x86-64, for any such machine and for those with AVX2, of which the right one is called.
macro_rules! widest {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $type:ty),* $(,)?) $body:block)*) => { $(
        $(#[$doc])*
        pub(super) fn $name($($argument: $type),*) {
            #[inline(always)]
            fn plain($($argument: $type),*) $body

            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                fn wide($($argument: $type),*) {
                    plain($($argument),*);
                }
                if std::arch::is_x86_feature_detected!("avx2") {
                    // SAFETY: what `wide` needs of the machine is there: that was just asked.
                    #[allow(unsafe_code)]
                    return unsafe { wide($($argument),*) };
                }
            }
            plain($($argument),*);
        }
    )* };
}

/// How many sums stand in registers while rows are added to them.
const BLOCK: usize = 32;

/// How many of each list stand in registers where four lists of sums are added up side by side.
pub(super) const NARROW: usize = 16;

/// A row of numbers: where it begins, and the factor by which it counts.
pub(super) type Row = (usize, f32);

widest! {
    /// Adds rows to sums, in their order.
    fn add_rows(numbers: &[f32], rows: &[Row], sums: &mut [f32]) {
        let whole = sums.len() / BLOCK * BLOCK;
        let (blocks, rest) = sums.split_at_mut(whole);
        for (from, block) in (0..).step_by(BLOCK).zip(blocks.chunks_exact_mut(BLOCK)) {
            let mut held: [f32; BLOCK] = std::array::from_fn(|at| block[at]);
            for &(row, factor) in rows {
                let row = &numbers[row + from..][..BLOCK];
                held.iter_mut().zip(row).for_each(|(sum, value)| *sum += factor * value);
            }
            block.copy_from_slice(&held);
        }
        for &(row, factor) in rows {
            let row = &numbers[row + whole..];
            rest.iter_mut().zip(row).for_each(|(sum, value)| *sum += factor * value);
        }
    }

    /// Adds to each of four lists of sums the rows of a layer, each times the input that it has there: every row is read once for all
    /// four. Inputs of 0 cost as much as others. The sums have a whole number of [`NARROW`] places.
    fn add_rows_to_four(numbers: &[f32], inputs: [&[f32]; 4], sums: [&mut [f32]; 4]) {
        let outputs = sums[0].len();
        for from in (0..outputs).step_by(NARROW) {
            let mut held: [[f32; NARROW]; 4] =
                std::array::from_fn(|list| std::array::from_fn(|at| sums[list][from + at]));
            let [a, b, c, d] = inputs;
            let each = a.iter().zip(b).zip(c).zip(d);
            for (row, (((a, b), c), d)) in numbers.chunks_exact(outputs).zip(each) {
                let row = &row[from..][..NARROW];
                for (held, factor) in held.iter_mut().zip([a, b, c, d]) {
                    held.iter_mut().zip(row).for_each(|(sum, value)| *sum += factor * value);
                }
            }
            for (list, held) in held.iter().enumerate() {
                sums[list][from..][..NARROW].copy_from_slice(held);
            }
        }
    }

    /// Adds values to each of some rows.
    fn add_to_rows(numbers: &mut [f32], rows: &[Row], values: &[f32]) {
        for &(row, factor) in rows {
            let row = &mut numbers[row..][..values.len()];
            row.iter_mut().zip(values).for_each(|(number, value)| *number += factor * value);
        }
    }

    /// Adds to each sum that of the products of some values with a row's numbers: the first rows one behind the other. Of each product
    /// eight sums are taken at a time: an order of its own, which is always the same.
    fn add_products(numbers: &[f32], values: &[f32], sums: &mut [f32]) {
        for (sum, row) in sums.iter_mut().zip(numbers.chunks_exact(values.len())) {
            let (lefts, rights) = (row.chunks_exact(8), values.chunks_exact(8));
            let (left, right) = (lefts.remainder(), rights.remainder());
            let rest: f32 = left.iter().zip(right).map(|(a, b)| a * b).sum();
            let mut eight = [0.0f32; 8];
            for (left, right) in lefts.zip(rights) {
                let each = left.iter().zip(right);
                eight.iter_mut().zip(each).for_each(|(sum, (a, b))| *sum += a * b);
            }
            *sum += eight.iter().sum::<f32>() + rest;
        }
    }
}
