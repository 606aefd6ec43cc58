//! A layer that adds up its inputs, each times a number for every output.
//!
//! Lists of inputs have [`Dense::inputs`] places, sums and outputs [`Dense::outputs`]; layers panic where they have others. Which inputs are 1 is told by their
//! numbers, below [`Dense::inputs`]. The way back
//! goes by slopes: of a figure that the network tells, `outer` is the derivative by each output of a layer, `inner` by each input, and
//! `slopes` by each number of the network.

use super::Numbers;
use super::widest::{ABREAST, Row, add_to_rows};

/// Lays out the layers of a network in one list of numbers.
#[derive(Debug, Clone, Copy, Default)]
pub struct Layout {
    next: usize,
    rows: usize,
}

impl Layout {
    /// An empty list.
    pub const fn new() -> Self {
        Self { next: 0, rows: 0 }
    }

    /// The next layer, with a number of its own for each output beside those for the inputs.
    pub const fn biased(&mut self, inputs: usize, outputs: usize) -> Dense {
        self.layer(inputs, outputs, true)
    }

    /// The next layer, without such numbers: it adds to what a biased one says.
    pub const fn plain(&mut self, inputs: usize, outputs: usize) -> Dense {
        self.layer(inputs, outputs, false)
    }

    const fn layer(&mut self, inputs: usize, outputs: usize, is_biased: bool) -> Dense {
        let layer = Dense { at: self.next, row: self.rows, inputs, outputs, is_biased };
        self.next += layer.len();
        self.rows += inputs + if is_biased { 1 } else { 0 };
        layer
    }

    /// How many numbers all layers have.
    pub const fn len(&self) -> usize {
        self.next
    }

    /// Whether there is no layer yet.
    pub const fn is_empty(&self) -> bool {
        self.next == 0
    }
}

/// A layer: where its numbers are in the list of its network. The numbers of an input stand together, one for each output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dense {
    at: usize,
    /// How many rows are before its own.
    row: usize,
    inputs: usize,
    outputs: usize,
    is_biased: bool,
}

impl Dense {
    const fn len(&self) -> usize {
        self.inputs * self.outputs + if self.is_biased { self.outputs } else { 0 }
    }

    /// How many inputs it has.
    pub const fn inputs(&self) -> usize {
        self.inputs
    }

    /// How many outputs it has.
    pub const fn outputs(&self) -> usize {
        self.outputs
    }

    /// How many rows it has: one for each input, and one that is there for any.
    pub(super) fn rows(&self) -> usize {
        self.inputs + usize::from(self.is_biased)
    }

    /// Where its numbers are in the list of the network.
    pub const fn range(&self) -> std::ops::Range<usize> {
        self.at..self.at + self.len()
    }

    /// Adds the numbers of an input, one for each output.
    pub fn add_row(&self, numbers: &Numbers, input: usize, sums: &mut [f32]) {
        assert!(input < self.inputs && sums.len() == self.outputs);
        numbers.add_rows(&[self.place(input, 1.0)], sums);
    }

    /// Adds what the layer says of some inputs to `sums`. Inputs of 0 cost nothing.
    ///
    /// # Panics
    ///
    /// When there are not as many inputs or sums as the layer has: here and below.
    pub fn add(&self, numbers: &Numbers, inputs: &[f32], sums: &mut [f32]) {
        self.add_bias(numbers, sums);
        self.add_unbiased(numbers, inputs, sums);
    }

    /// As [`Dense::add`], without the numbers that are there for any input.
    pub fn add_unbiased(&self, numbers: &Numbers, inputs: &[f32], sums: &mut [f32]) {
        assert!(inputs.len() == self.inputs && sums.len() == self.outputs);
        match numbers.in_one_byte() {
            Some(quantised) => quantised.add_inputs(self.first(), inputs, sums),
            None => self.each_active(inputs, |rows| numbers.add_rows(rows, sums)),
        }
    }

    /// Adds what the layer says of each of four lists of inputs to the sums of that list: the same numbers as by [`Dense::add`] for each,
    /// and faster where few inputs are 0.
    pub fn add_to_four<const N: usize>(
        &self,
        numbers: &Numbers,
        inputs: [&[f32]; 4],
        sums: &mut [[f32; N]; 4],
    ) {
        const { assert!(N.is_multiple_of(ABREAST)) };
        assert!(N == self.outputs && inputs.iter().all(|each| each.len() == self.inputs));
        for sums in sums.iter_mut() {
            self.add_bias(numbers, sums);
        }
        numbers.add_rows_to_four(self.first(), inputs, sums.each_mut().map(|sums| &mut sums[..]));
    }

    /// As [`Dense::add`], where the inputs are 1 at some places and else 0.
    pub fn add_active(&self, numbers: &Numbers, active: &[u16], sums: &mut [f32]) {
        assert!(sums.len() == self.outputs);
        self.add_bias(numbers, sums);
        self.each_row(active, |rows| numbers.add_rows(rows, sums));
    }

    /// Adds the numbers that are there for any input.
    pub fn add_bias(&self, numbers: &Numbers, sums: &mut [f32]) {
        assert!(sums.len() == self.outputs);
        if self.is_biased {
            numbers.add_rows(&[self.bias()], sums);
        }
    }

    /// Adds to `slopes`, which stand as the network's numbers do, how what is told changes with this layer's: `outer` is how it changes
    /// with the layer's outputs.
    pub fn add_slopes(&self, inputs: &[f32], outer: &[f32], slopes: &mut [f32]) {
        assert!(inputs.len() == self.inputs && outer.len() == self.outputs);
        self.each_active(inputs, |rows| add_to_rows(slopes, rows, outer));
        self.add_bias_slopes(outer, slopes);
    }

    /// The same where the inputs were 1 at some places and else 0.
    pub fn add_active_slopes(&self, active: &[u16], outer: &[f32], slopes: &mut [f32]) {
        assert!(outer.len() == self.outputs);
        self.each_row(active, |rows| add_to_rows(slopes, rows, outer));
        self.add_bias_slopes(outer, slopes);
    }

    fn add_bias_slopes(&self, outer: &[f32], slopes: &mut [f32]) {
        if self.is_biased {
            add_to_rows(slopes, &[self.bias()], outer);
        }
    }

    /// Adds to `inner` how what is told changes with the layer's inputs.
    pub fn add_inner(&self, numbers: &Numbers, outer: &[f32], inner: &mut [f32]) {
        assert!(inner.len() == self.inputs && outer.len() == self.outputs);
        numbers.add_products(self.first(), outer, inner);
    }

    /// The same, but nothing is added for inputs that are 0: where these were rectified, nothing changes with what they were told.
    pub(super) fn add_inner_where_active(
        &self,
        numbers: &Numbers,
        inputs: &[f32],
        outer: &[f32],
        inner: &mut [f32],
    ) {
        assert!(inputs.len() == self.inputs && outer.len() == self.outputs);
        let from_here = Self { at: 0, ..*self };
        from_here.each_active(inputs, |rows| {
            numbers.add_products_of_rows(self.first(), rows, outer, inner);
        });
    }

    /// Goes back through the layer, whose inputs were rectified: adds to `slopes` as
    /// [`Dense::add_slopes`] does, and to `inner` as [`Dense::add_inner`], but for inputs that are 0.
    pub fn go_back(
        &self,
        numbers: &Numbers,
        (inputs, outer): (&[f32], &[f32]),
        inner: &mut [f32],
        slopes: &mut [f32],
    ) {
        self.add_slopes(inputs, outer, slopes);
        self.add_inner_where_active(numbers, inputs, outer, inner);
    }

    /// The row of an input that counts by a factor.
    const fn place(&self, input: usize, factor: f32) -> Row {
        let at = self.at + input * self.outputs;
        Row { at: at as u32, number: (self.row + input) as u32, factor }
    }

    /// Its first row.
    pub(super) const fn first(&self) -> Row {
        self.place(0, 1.0)
    }

    const fn bias(&self) -> Row {
        self.place(self.inputs, 1.0)
    }

    /// Goes through the rows of inputs that are not 0, some at a time.
    fn each_active(&self, inputs: &[f32], mut with: impl FnMut(&[Row])) {
        for (from, inputs) in (0..).step_by(SOME).zip(inputs.chunks(SOME)) {
            // Without a branch for each input: half of them are 0, and no processor guesses which.
            let (mut rows, mut found) = ([Row::default(); SOME], 0);
            for (input, &value) in inputs.iter().enumerate() {
                rows[found] = self.place(from + input, value);
                found += usize::from(value != 0.0);
            }
            with(&rows[..found]);
        }
    }

    /// Goes through the rows of inputs that are 1.
    fn each_row(&self, active: &[u16], mut with: impl FnMut(&[Row])) {
        for active in active.chunks(SOME) {
            let mut rows = [Row::default(); SOME];
            for (row, &input) in rows.iter_mut().zip(active) {
                *row = self.place(usize::from(input), 1.0);
            }
            with(&rows[..active.len()]);
        }
    }
}

/// The most rows that are gone through at a time.
const SOME: usize = 128;

/// Makes what is below 0 to 0.
pub fn rectify(values: &mut [f32]) {
    for value in values {
        *value = value.max(0.0);
    }
}

/// Where a unit was made 0, nothing changes with what it was told.
pub fn only_where_positive(slopes: &mut [f32], units: &[f32]) {
    for (slope, unit) in slopes.iter_mut().zip(units) {
        if *unit <= 0.0 {
            *slope = 0.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::real::Real;

    fn numbers_of(layout: Layout) -> Numbers {
        let each = (0..layout.len()).map(|i| Real::cos(i as f32 * 0.37));
        each.collect::<Vec<f32>>().into()
    }

    /// Four lists at once are told what each is told by itself, however the numbers are kept.
    #[test]
    fn four_are_as_each() {
        let mut layout = Layout::new();
        let (skipped, layer) = (layout.biased(3, 5), layout.biased(200, 40));
        let plain = numbers_of(layout);
        let in_one_byte = plain.quantised(&[skipped, layer]).into();
        let inputs: [[f32; 200]; 4] = std::array::from_fn(|list| {
            std::array::from_fn(|at| Real::cos((list * 200 + at) as f32 * 1.7).max(0.0))
        });
        for numbers in [&plain, &in_one_byte] {
            let mut together = [[0.25; 40]; 4];
            layer.add_to_four(numbers, inputs.each_ref().map(|each| &each[..]), &mut together);
            for (inputs, together) in inputs.iter().zip(together) {
                let mut alone = [0.25; 40];
                layer.add(numbers, inputs, &mut alone);
                assert_eq!(alone.map(f32::to_bits), together.map(f32::to_bits));
            }
        }
    }

    /// With numbers of one byte, more inputs than are added up at a time are told nearly the same as unpacked.
    #[test]
    fn many_inputs_in_one_byte() {
        let mut layout = Layout::new();
        let layer = layout.biased(301, 24);
        let in_one_byte: Numbers = numbers_of(layout).quantised(&[layer]).into();
        let mut unpacked = in_one_byte.clone();
        unpacked.unpacked_mut();
        let inputs: [f32; 301] = std::array::from_fn(|at| Real::cos(at as f32 * 1.7));
        let said = |numbers| {
            let (mut sums, mut of_four) = ([0.0; 24], [[0.0; 24]; 4]);
            layer.add(numbers, &inputs, &mut sums);
            layer.add_to_four(numbers, [&inputs, &[0.0; 301], &inputs, &inputs], &mut of_four);
            [sums, of_four[0], of_four[1], of_four[3]]
        };
        let (here, there) = (said(&in_one_byte), said(&unpacked));
        for (here, there) in here.as_flattened().iter().zip(there.as_flattened()) {
            assert!((here - there).abs() < 0.01, "{here} {there}");
        }
    }

    /// Slopes are what differences of the outputs say.
    #[test]
    fn slopes_are_differences() {
        let mut layout = Layout::new();
        let layer = layout.biased(3, 9);
        let numbers = numbers_of(layout);
        let inputs = [0.5, 0.0, -1.25];
        let weights: Vec<f32> = (0..9).map(|i| Real::cos(i as f32)).collect();
        let told = |numbers: &Numbers, inputs: &[f32]| {
            let mut sums = [0.0; 9];
            layer.add(numbers, inputs, &mut sums);
            sums.iter().zip(&weights).map(|(sum, weight)| sum * weight).sum::<f32>()
        };
        let (mut slopes, mut inner) = (vec![0.0; layout.len()], [0.0; 3]);
        layer.add_slopes(&inputs, &weights, &mut slopes);
        layer.add_inner(&numbers, &weights, &mut inner);
        let mut where_active = [0.0; 3];
        layer.add_inner_where_active(&numbers, &inputs, &weights, &mut where_active);
        let expected = [inner[0], 0.0, inner[2]];
        assert_eq!(where_active.map(f32::to_bits), expected.map(f32::to_bits));
        let here = told(&numbers, &inputs);
        for (at, slope) in slopes.iter().enumerate() {
            let mut moved = numbers.clone();
            moved.unpacked_mut()[at] += 1.0;
            assert!((told(&moved, &inputs) - here - slope).abs() < 1e-4, "{at}");
        }
        for (at, slope) in inner.iter().enumerate() {
            let mut moved = inputs;
            moved[at] += 1.0;
            assert!((told(&numbers, &moved) - here - slope).abs() < 1e-4, "{at}");
        }
    }
}
