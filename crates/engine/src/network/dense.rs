//! A dense layer: each input times a row of weights, one for each output.
//!
//! Slices of inputs have length [`Dense::inputs`], sums and outputs [`Dense::outputs`]; layers
//! panic at other lengths. Inputs that are 0 or 1 may be given by the indices of those that are 1,
//! below [`Dense::inputs`]. In backpropagation `outer` is the gradient of a figure by the outputs
//! of a layer, `inner` by its inputs, and `gradient` by the weights of the whole network.

use super::Weights;
use super::layout::Dense;
use super::widest::{ABREAST, add_to_rows};

impl Dense {
    /// Adds the weights of one input to the sums.
    pub fn add_row(&self, weights: &Weights, input: usize, sums: &mut [f32]) {
        assert!(input < self.inputs && sums.len() == self.outputs);
        weights.add_rows(&[self.place(input, 1.0)], sums);
    }

    /// Adds the layer's outputs for some inputs to `sums`. Inputs of 0 cost nothing.
    ///
    /// # Panics
    ///
    /// If the number of inputs or sums is not that of the layer, here and below.
    pub fn add(&self, weights: &Weights, inputs: &[f32], sums: &mut [f32]) {
        self.add_bias(weights, sums);
        self.add_unbiased(weights, inputs, sums);
    }

    /// Adds the outputs without the bias, as [`Dense::add`] does with it.
    pub(crate) fn add_unbiased(&self, weights: &Weights, inputs: &[f32], sums: &mut [f32]) {
        assert!(inputs.len() == self.inputs && sums.len() == self.outputs);
        match weights.in_one_byte() {
            Some(quantised) => quantised.add_inputs(self.first(), inputs, sums),
            None => self.each_active(inputs, |rows| weights.add_rows(rows, sums)),
        }
    }

    /// Adds the outputs for each of four lists of inputs to the sums of that list. The results are
    /// those of [`Dense::add`]; it is faster where few inputs are 0.
    pub fn add_to_four<const N: usize>(
        &self,
        weights: &Weights,
        inputs: [&[f32]; 4],
        sums: &mut [[f32; N]; 4],
    ) {
        const { assert!(N.is_multiple_of(ABREAST)) };
        assert!(N == self.outputs && inputs.iter().all(|each| each.len() == self.inputs));
        for sums in sums.iter_mut() {
            self.add_bias(weights, sums);
        }
        weights.add_rows_to_four(self.first(), inputs, sums.each_mut().map(|sums| &mut sums[..]));
    }

    /// Adds the outputs, as [`Dense::add`] does, for inputs that are 1 at some indices and else 0.
    pub(crate) fn add_active(&self, weights: &Weights, active: &[u16], sums: &mut [f32]) {
        assert!(sums.len() == self.outputs);
        self.add_bias(weights, sums);
        self.each_row(active, |rows| weights.add_rows(rows, sums));
    }

    /// Adds the bias.
    pub(crate) fn add_bias(&self, weights: &Weights, sums: &mut [f32]) {
        assert!(sums.len() == self.outputs);
        if self.is_biased {
            weights.add_rows(&[self.bias()], sums);
        }
    }

    /// Adds the gradient by this layer's weights to `gradient`, which has a place for each weight
    /// of the network; `outer` is the gradient by the layer's outputs.
    pub fn add_gradient(&self, inputs: &[f32], outer: &[f32], gradient: &mut [f32]) {
        assert!(inputs.len() == self.inputs && outer.len() == self.outputs);
        self.each_active(inputs, |rows| add_to_rows(gradient, rows, outer));
        self.add_bias_gradient(outer, gradient);
    }

    /// Adds the gradient, as [`Dense::add_gradient`] does, for inputs that were 1 at some indices
    /// and else 0.
    pub fn add_active_gradient(&self, active: &[u16], outer: &[f32], gradient: &mut [f32]) {
        assert!(outer.len() == self.outputs);
        self.each_row(active, |rows| add_to_rows(gradient, rows, outer));
        self.add_bias_gradient(outer, gradient);
    }

    fn add_bias_gradient(&self, outer: &[f32], gradient: &mut [f32]) {
        if self.is_biased {
            add_to_rows(gradient, &[self.bias()], outer);
        }
    }

    /// Adds the gradient by the layer's inputs to `inner`.
    pub(crate) fn add_inner(&self, weights: &Weights, outer: &[f32], inner: &mut [f32]) {
        assert!(inner.len() == self.inputs && outer.len() == self.outputs);
        weights.add_products(self.first(), outer, inner);
    }

    /// Adds the gradient by the layer's inputs to `inner`, except for inputs that are 0: rectified
    /// inputs have no gradient there.
    pub(super) fn add_inner_where_active(
        &self,
        weights: &Weights,
        inputs: &[f32],
        outer: &[f32],
        inner: &mut [f32],
    ) {
        assert!(inputs.len() == self.inputs && outer.len() == self.outputs);
        let mut from_here = *self;
        from_here.at = 0;
        from_here.each_active(inputs, |rows| {
            weights.add_products_of_rows(self.first(), rows, outer, inner);
        });
    }

    /// Backpropagation through a layer with rectified inputs: adds the gradient by its weights to
    /// `gradient`, and the gradient by its inputs to `inner`.
    pub(crate) fn go_back(
        &self,
        weights: &Weights,
        (inputs, outer): (&[f32], &[f32]),
        inner: &mut [f32],
        gradient: &mut [f32],
    ) {
        self.add_gradient(inputs, outer, gradient);
        self.add_inner_where_active(weights, inputs, outer, inner);
    }
}

/// Rectifies: sets values below 0 to 0.
pub(crate) fn rectify(values: &mut [f32]) {
    for value in values {
        *value = value.max(0.0);
    }
}

/// Sets the gradient to 0 where a unit was rectified to 0.
pub(crate) fn only_where_positive(gradient: &mut [f32], units: &[f32]) {
    for (gradient, unit) in gradient.iter_mut().zip(units) {
        if *unit <= 0.0 {
            *gradient = 0.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Layout;
    use crate::real::Real;

    fn numbers_of(layout: Layout) -> Weights {
        let each = (0..layout.len()).map(|i| Real::cos(i as f32 * 0.37));
        each.collect::<Vec<f32>>().into()
    }

    /// Four lists at once give the same sums as each by itself, however the outer are stored.
    #[test]
    fn four_are_as_each() {
        let mut layout = Layout::new();
        let (skipped, layer) = (layout.biased(3, 5), layout.biased(200, 40));
        let plain = numbers_of(layout);
        let in_one_byte = plain.quantised(&[skipped, layer]).into();
        let inputs: [[f32; 200]; 4] = std::array::from_fn(|list| {
            std::array::from_fn(|at| Real::cos((list * 200 + at) as f32 * 1.7).max(0.0))
        });
        for weights in [&plain, &in_one_byte] {
            let mut together = [[0.25; 40]; 4];
            layer.add_to_four(weights, inputs.each_ref().map(|each| &each[..]), &mut together);
            for (inputs, together) in inputs.iter().zip(together) {
                let mut alone = [0.25; 40];
                layer.add(weights, inputs, &mut alone);
                assert_eq!(alone.map(f32::to_bits), together.map(f32::to_bits));
            }
        }
    }

    /// With outer of one byte, more inputs than are summed at a time give nearly the same sums as
    /// unpacked.
    #[test]
    fn many_inputs_in_one_byte() {
        let mut layout = Layout::new();
        let layer = layout.biased(301, 24);
        let in_one_byte: Weights = numbers_of(layout).quantised(&[layer]).into();
        let mut unpacked = in_one_byte.clone();
        unpacked.unpacked_mut();
        let inputs: [f32; 301] = std::array::from_fn(|at| Real::cos(at as f32 * 1.7));
        let said = |weights| {
            let (mut sums, mut of_four) = ([0.0; 24], [[0.0; 24]; 4]);
            layer.add(weights, &inputs, &mut sums);
            layer.add_to_four(weights, [&inputs, &[0.0; 301], &inputs, &inputs], &mut of_four);
            [sums, of_four[0], of_four[1], of_four[3]]
        };
        let (here, there) = (said(&in_one_byte), said(&unpacked));
        for (here, there) in here.as_flattened().iter().zip(there.as_flattened()) {
            assert!((here - there).abs() < 0.01, "{here} {there}");
        }
    }

    /// Gradients are those of finite differences.
    #[test]
    fn gradients_are_differences() {
        let mut layout = Layout::new();
        let layer = layout.biased(3, 9);
        let weights = numbers_of(layout);
        let inputs = [0.5, 0.0, -1.25];
        let outer: Vec<f32> = (0..9).map(|i| Real::cos(i as f32)).collect();
        let figure = |weights: &Weights, inputs: &[f32]| {
            let mut sums = [0.0; 9];
            layer.add(weights, inputs, &mut sums);
            sums.iter().zip(&outer).map(|(sum, weight)| sum * weight).sum::<f32>()
        };
        let (mut gradient, mut inner) = (vec![0.0; layout.len()], [0.0; 3]);
        layer.add_gradient(&inputs, &outer, &mut gradient);
        layer.add_inner(&weights, &outer, &mut inner);
        let mut where_active = [0.0; 3];
        layer.add_inner_where_active(&weights, &inputs, &outer, &mut where_active);
        let expected = [inner[0], 0.0, inner[2]];
        assert_eq!(where_active.map(f32::to_bits), expected.map(f32::to_bits));
        let here = figure(&weights, &inputs);
        for (at, gradient) in gradient.iter().enumerate() {
            let mut moved = weights.clone();
            moved.unpacked_mut()[at] += 1.0;
            assert!((figure(&moved, &inputs) - here - gradient).abs() < 1e-4, "{at}");
        }
        for (at, gradient) in inner.iter().enumerate() {
            let mut moved = inputs;
            moved[at] += 1.0;
            assert!((figure(&weights, &moved) - here - gradient).abs() < 1e-4, "{at}");
        }
    }
}
