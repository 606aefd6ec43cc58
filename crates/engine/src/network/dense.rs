//! A layer that adds up its inputs, each times a number for every output.
//!
//! Lists of inputs have [`Dense::inputs`] places, sums and outputs [`Dense::outputs`]; layers panic
//! where they have others. Which inputs are 1 is told by their numbers, below [`Dense::inputs`].
//! The way back goes by slopes: of a figure that the network tells, `outer` is the derivative by
//! each output of a layer, `inner` by each input, and `slopes` by each number of the network.

use super::Numbers;
use super::layout::Dense;
use super::widest::{ABREAST, add_to_rows};

impl Dense {
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

    /// Adds what the layer says of each of four lists of inputs to the sums of that list: the same
    /// numbers as by [`Dense::add`] for each, and faster where few inputs are 0.
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

    /// Adds to `slopes`, which stand as the network's numbers do, how what is told changes with
    /// this layer's: `outer` is how it changes with the layer's outputs.
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

    /// The same, but nothing is added for inputs that are 0: where these were rectified, nothing
    /// changes with what they were told.
    pub fn add_inner_where_active(
        &self,
        numbers: &Numbers,
        inputs: &[f32],
        outer: &[f32],
        inner: &mut [f32],
    ) {
        assert!(inputs.len() == self.inputs && outer.len() == self.outputs);
        let mut from_here = *self;
        from_here.at = 0;
        from_here.each_active(inputs, |rows| {
            numbers.add_products_of_rows(self.first(), rows, outer, inner);
        });
    }
}

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
    use crate::network::Layout;
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

    /// With numbers of one byte, more inputs than are added up at a time are told nearly the same
    /// as unpacked.
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
