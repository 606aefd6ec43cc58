//! The places of a network's layers in its list of weights.

use super::widest::WeightRow;

/// Lays out the layers of a network in one list of weights.
#[derive(Debug, Clone, Copy, Default)]
pub struct Layout {
    next: usize,
    rows: usize,
}

impl Layout {
    /// A layout without layers.
    pub const fn new() -> Self {
        Self { next: 0, rows: 0 }
    }

    /// The next layer, with a bias.
    pub const fn biased(&mut self, inputs: usize, outputs: usize) -> Dense {
        self.layer(inputs, outputs, true)
    }

    /// The next layer, without a bias: it adds to the outputs of a biased one.
    pub const fn plain(&mut self, inputs: usize, outputs: usize) -> Dense {
        self.layer(inputs, outputs, false)
    }

    const fn layer(&mut self, inputs: usize, outputs: usize, is_biased: bool) -> Dense {
        let layer = Dense { at: self.next, row: self.rows, inputs, outputs, is_biased };
        self.next += layer.len();
        self.rows += inputs + if is_biased { 1 } else { 0 };
        layer
    }

    /// The number of weights of all layers.
    pub const fn len(&self) -> usize {
        self.next
    }

    /// Whether there is no layer yet.
    pub const fn is_empty(&self) -> bool {
        self.next == 0
    }
}

/// A dense layer: the place of its weights in the list of its network. The weights of an input
/// stand together, one for each output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dense {
    pub(super) at: usize,
    /// The number of rows before its own.
    row: usize,
    pub(super) inputs: usize,
    pub(super) outputs: usize,
    pub(super) is_biased: bool,
}

impl Dense {
    const fn len(&self) -> usize {
        self.inputs * self.outputs + if self.is_biased { self.outputs } else { 0 }
    }

    /// The number of inputs.
    pub const fn inputs(&self) -> usize {
        self.inputs
    }

    /// The number of outputs.
    pub const fn outputs(&self) -> usize {
        self.outputs
    }

    /// The number of rows: one for each input, and one for the bias.
    pub(super) fn rows(&self) -> usize {
        self.inputs + usize::from(self.is_biased)
    }

    /// The range of its weights in the list of the network.
    pub const fn range(&self) -> std::ops::Range<usize> {
        self.at..self.at + self.len()
    }

    /// The row of an input, with its value as the factor.
    pub(super) const fn place(&self, input: usize, factor: f32) -> WeightRow {
        let at = self.at + input * self.outputs;
        WeightRow { at: at as u32, number: (self.row + input) as u32, factor }
    }

    /// Its first row.
    pub(super) const fn first(&self) -> WeightRow {
        self.place(0, 1.0)
    }

    pub(super) const fn bias(&self) -> WeightRow {
        self.place(self.inputs, 1.0)
    }

    /// Calls `with` on the rows of inputs that are not 0, some at a time.
    pub(super) fn each_active(&self, inputs: &[f32], mut with: impl FnMut(&[WeightRow])) {
        for (from, inputs) in (0..).step_by(SOME).zip(inputs.chunks(SOME)) {
            // Without a branch for each input: half of them are 0, and no processor predicts which.
            let (mut rows, mut found) = ([WeightRow::default(); SOME], 0);
            for (input, &value) in inputs.iter().enumerate() {
                rows[found] = self.place(from + input, value);
                found += usize::from(value != 0.0);
            }
            with(&rows[..found]);
        }
    }

    /// Calls `with` on the rows of inputs that are 1.
    pub(super) fn each_row(&self, active: &[u16], mut with: impl FnMut(&[WeightRow])) {
        for active in active.chunks(SOME) {
            let mut rows = [WeightRow::default(); SOME];
            for (row, &input) in rows.iter_mut().zip(active) {
                *row = self.place(usize::from(input), 1.0);
            }
            with(&rows[..active.len()]);
        }
    }
}

/// The most rows that are given at a time.
const SOME: usize = 128;
