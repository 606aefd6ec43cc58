//! The weights of a network: four bytes each while they are fitted, two or one each as they come
//! from a file.
//!
//! For each card an imagined player reads hundreds of thousands of weights, and the processor's
//! caches have to hold much else. So weights stay packed in memory, and those of two bytes are
//! unpacked one by one, in the registers. The outputs of a network are the same bit for bit whether
//! its weights of two bytes are packed or not. With weights of one byte, inputs of layers are
//! rounded as well, so outputs are nearly the same.

use std::fmt;

use super::bfloat16::Bfloat16;
use super::layout::Dense;
use super::quantised::QuantisedWeights;
use super::widest::{self, StoredWeight, WeightRow};

/// The weights of a network, in one list.
#[derive(Clone)]
pub struct Weights(List);

#[derive(Clone)]
enum List {
    /// Two bytes each, as in a file.
    Packed(Vec<Bfloat16>),
    /// One byte each, as in a file.
    Quantised(QuantisedWeights),
    /// Four bytes each, as they are fitted.
    Unpacked(Vec<f32>),
}

/// Runs one expression for either kind of plain list, and another for the quantised kind.
macro_rules! with_list {
    ($weights:expr, $list:ident => $what:expr, $quantised:ident => $else:expr) => {
        match &$weights.0 {
            List::Packed($list) => $what,
            List::Unpacked($list) => $what,
            List::Quantised($quantised) => $else,
        }
    };
}

impl Weights {
    /// The number of weights.
    pub fn len(&self) -> usize {
        with_list!(self, list => list.len(), quantised => quantised.len())
    }

    /// Whether there are no weights.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of each weight.
    pub fn values(&self) -> Box<dyn Iterator<Item = f32> + '_> {
        with_list!(
            self,
            list => Box::new(list.iter().map(|number| number.value())),
            quantised => Box::new(quantised.values())
        )
    }

    /// The weights as a list that can be changed. Packed weights are unpacked first and stay so:
    /// they take more memory from then on.
    pub fn unpacked_mut(&mut self) -> &mut [f32] {
        if !matches!(self.0, List::Unpacked(_)) {
            self.0 = List::Unpacked(self.values().collect());
        }
        match &mut self.0 {
            List::Unpacked(list) => list,
            List::Packed(_) | List::Quantised(_) => unreachable!("they were unpacked"),
        }
    }

    /// The list, if it has one byte a weight.
    pub(super) fn in_one_byte(&self) -> Option<&QuantisedWeights> {
        match &self.0 {
            List::Quantised(quantised) => Some(quantised),
            List::Packed(_) | List::Unpacked(_) => None,
        }
    }

    /// These weights in one byte each, if they are those of these layers.
    pub(super) fn quantised(&self, layers: &[Dense]) -> QuantisedWeights {
        match &self.0 {
            List::Quantised(quantised) => quantised.clone(),
            List::Packed(_) | List::Unpacked(_) => {
                QuantisedWeights::nearest(layers, &self.values().collect::<Vec<f32>>())
            }
        }
    }

    /// Adds rows, each times its factor, to sums. With weights of one byte, factors are rounded, as
    /// inputs are.
    pub(super) fn add_rows(&self, rows: &[WeightRow], sums: &mut [f32]) {
        with_list!(
            self,
            list => widest::add_rows(list, rows, sums),
            quantised => quantised.add_rows(rows, sums)
        );
    }

    /// Adds to each of four lists of sums the rows of a layer, from the first one on, each times
    /// the input of that list.
    pub(super) fn add_rows_to_four(
        &self,
        first: WeightRow,
        inputs: [&[f32]; 4],
        sums: [&mut [f32]; 4],
    ) {
        let (from, len) = (first.at as usize, inputs[0].len() * sums[0].len());
        with_list!(
            self,
            list => widest::add_rows_to_four(&list[from..][..len], inputs, sums),
            quantised => quantised.add_rows_to_four(first, inputs, sums)
        );
    }

    /// Adds to each sum the dot product of some values with a row, from the first row of a layer
    /// on.
    pub(super) fn add_products(&self, first: WeightRow, values: &[f32], sums: &mut [f32]) {
        let (from, len) = (first.at as usize, values.len() * sums.len());
        with_list!(
            self,
            list => widest::add_products(&list[from..][..len], values, sums),
            quantised => quantised.add_products(first, values, sums)
        );
    }

    /// Adds the dot products of some rows only; their places count from the first row of the layer
    /// on.
    pub(super) fn add_products_of_rows(
        &self,
        first: WeightRow,
        rows: &[WeightRow],
        values: &[f32],
        sums: &mut [f32],
    ) {
        let (from, len) = (first.at as usize, values.len() * sums.len());
        with_list!(
            self,
            list => widest::add_products_of_rows(&list[from..][..len], rows, values, sums),
            quantised => quantised.add_products_of_rows(first, rows, values, sums)
        );
    }
}

impl fmt::Debug for Weights {
    /// Writes the number of weights and a digest, which almost surely differs for other weights. It
    /// is the same on every machine (Fowler, Noll and Vo, FNV-1a), packed or not, so that what was
    /// computed with a network is found again. Weights of one byte have a digest of their own,
    /// since their outputs differ.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.values().flat_map(|number| number.to_bits().to_le_bytes());
        let start = 0xcbf2_9ce4_8422_2325_u64 ^ u64::from(self.in_one_byte().is_some());
        let digest = bytes.fold(start, |digest, byte| {
            (digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        write!(f, "{} numbers ({digest:016x})", self.len())
    }
}

/// Whether the weights and the outputs of layers are the same: packed or not, but both in one byte
/// or neither.
impl PartialEq for Weights {
    fn eq(&self, other: &Self) -> bool {
        self.in_one_byte().is_some() == other.in_one_byte().is_some()
            && self.values().eq(other.values())
    }
}

impl From<Vec<f32>> for Weights {
    fn from(list: Vec<f32>) -> Self {
        Self(List::Unpacked(list))
    }
}

impl From<QuantisedWeights> for Weights {
    fn from(list: QuantisedWeights) -> Self {
        Self(List::Quantised(list))
    }
}

impl From<Vec<Bfloat16>> for Weights {
    fn from(list: Vec<Bfloat16>) -> Self {
        Self(List::Packed(list))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Layout;
    use crate::real::Real;

    /// Two layers, and a weight for each place in them.
    fn layers() -> ([Dense; 2], Vec<f32>) {
        let mut layout = Layout::new();
        let layers = [layout.biased(3, 5), layout.biased(7, 40)];
        (layers, (0..layout.len()).map(|i| Real::cos(i as f32 * 0.37)).collect())
    }

    /// The outputs of a layer in every way, and its gradient by the inputs.
    fn all_outputs(layer: Dense, weights: &Weights) -> Vec<f32> {
        let inputs: [f32; 7] = std::array::from_fn(|at| Real::cos(at as f32 * 1.7).max(0.0));
        let outer: [f32; 40] = std::array::from_fn(|at| Real::cos(at as f32 * 0.9));
        let (mut sums, mut of_four) = ([0.25; 40], [[0.25; 40]; 4]);
        layer.add(weights, &inputs, &mut sums);
        layer.add_row(weights, 2, &mut sums);
        layer.add_active(weights, &[1, 4], &mut sums);
        layer.add_to_four(weights, [&inputs; 4], &mut of_four);
        let mut inner = [[0.0; 7]; 2];
        layer.add_inner(weights, &outer, &mut inner[0]);
        layer.add_inner_where_active(weights, &inputs, &outer, &mut inner[1]);
        let all = sums.iter().chain(of_four.as_flattened()).chain(inner.as_flattened());
        all.copied().collect()
    }

    /// Outputs of layers, and gradients, are the same for packed weights as for the same weights
    /// unpacked.
    #[test]
    fn packed_or_not_outputs_are_the_same() {
        let ([_, layer], list) = layers();
        let packed: Weights = list.into_iter().map(Bfloat16::nearest).collect::<Vec<_>>().into();
        let mut unpacked = packed.clone();
        unpacked.unpacked_mut();
        assert!(matches!((&packed.0, &unpacked.0), (List::Packed(_), List::Unpacked(_))));
        assert_eq!(packed, unpacked);
        assert_eq!(format!("{packed:?}"), format!("{unpacked:?}"));
        let bits = |weights| all_outputs(layer, weights).into_iter().map(f32::to_bits);
        assert!(bits(&packed).eq(bits(&unpacked)));
        unpacked.unpacked_mut()[3] += 1.0;
        assert_ne!(packed, unpacked);
        assert_ne!(format!("{packed:?}"), format!("{unpacked:?}"));
    }

    /// With weights of one byte outputs are nearly the same as with the same weights unpacked, and
    /// each weight is off by half a unit at most.
    #[test]
    fn in_one_byte_outputs_are_nearly_the_same() {
        let (layers, list) = layers();
        let quantised = Weights::from(list.clone()).quantised(&layers);
        let weights = Weights::from(quantised);
        for (number, value) in list.iter().zip(weights.values()) {
            assert!((number - value).abs() < 0.501 / 127.0, "{number} {value}");
        }
        let mut unpacked = weights.clone();
        unpacked.unpacked_mut();
        assert!(weights.values().eq(unpacked.values()));
        assert_ne!(weights, unpacked);
        let here = all_outputs(layers[1], &weights).into_iter();
        for (here, there) in here.zip(all_outputs(layers[1], &unpacked)) {
            assert!((here - there).abs() < 3e-4, "{here} {there}");
        }
    }
}
