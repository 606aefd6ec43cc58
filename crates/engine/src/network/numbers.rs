//! The numbers of a network: four bytes each while they are fitted, two each as they come from a file.
//!
//! For each card an imagined player goes through hundreds of thousands of them, and the processor's caches have to hold much else. So they stay
//! packed in memory and are unpacked one by one, in the registers. What a network says is the same either way, bit for bit.

use super::packed::Half;
use super::widest::{self, Row, Weight};

/// The numbers of a network, in one list.
#[derive(Debug, Clone)]
pub enum Numbers {
    /// As a file has them.
    Packed(Vec<Half>),
    /// As they are fitted.
    Fitted(Vec<f32>),
}

/// Does the same with either kind of list.
macro_rules! with_list {
    ($numbers:expr, $list:ident => $what:expr) => {
        match $numbers {
            Numbers::Packed($list) => $what,
            Numbers::Fitted($list) => $what,
        }
    };
}

impl Numbers {
    /// How many there are.
    pub fn len(&self) -> usize {
        with_list!(self, list => list.len())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Each of them.
    pub fn values(&self) -> Vec<f32> {
        with_list!(self, list => list.iter().map(|number| number.value()).collect())
    }

    /// The same as they are packed: rounded to the nearest.
    pub fn halves(&self) -> Vec<Half> {
        with_list!(self, list => list.iter().map(|number| Half::nearest(number.value())).collect())
    }

    /// The list, to be changed; what is packed is unpacked first.
    pub fn fitted(&mut self) -> &mut [f32] {
        if let Self::Packed(_) = self {
            *self = Self::Fitted(self.values());
        }
        match self {
            Self::Fitted(list) => list,
            Self::Packed(_) => unreachable!("they were unpacked"),
        }
    }

    pub(super) fn add_rows(&self, rows: &[Row], sums: &mut [f32]) {
        with_list!(self, list => widest::add_rows(list, rows, sums));
    }

    pub(super) fn add_rows_to_four(&self, from: usize, inputs: [&[f32]; 4], sums: [&mut [f32]; 4]) {
        let len = inputs[0].len() * sums[0].len();
        with_list!(self, list => widest::add_rows_to_four(&list[from..][..len], inputs, sums));
    }

    pub(super) fn add_products(&self, from: usize, values: &[f32], sums: &mut [f32]) {
        let len = values.len() * sums.len();
        with_list!(self, list => widest::add_products(&list[from..][..len], values, sums));
    }

    pub(super) fn add_products_of_rows(
        &self,
        from: usize,
        rows: &[Row],
        values: &[f32],
        sums: &mut [f32],
    ) {
        let len = values.len() * sums.len();
        with_list!(self, list => widest::add_products_of_rows(&list[from..][..len], rows, values, sums));
    }
}

/// Whether they are the same numbers, packed or not.
impl PartialEq for Numbers {
    fn eq(&self, other: &Self) -> bool {
        self.values() == other.values()
    }
}

impl From<Vec<f32>> for Numbers {
    fn from(list: Vec<f32>) -> Self {
        Self::Fitted(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Layout;

    /// What layers say, and the way back, is the same of packed numbers as of the same numbers unpacked.
    #[test]
    fn packed_or_not_layers_say_the_same() {
        let mut layout = Layout::new();
        let (skipped, layer) = (layout.biased(3, 5), layout.biased(7, 40));
        let list: Vec<f32> = (0..layout.len()).map(|i| (i as f32 * 0.37).sin()).collect();
        let packed = Numbers::Packed(Numbers::from(list).halves());
        let unpacked = Numbers::Fitted(packed.values());
        assert_eq!(packed, unpacked);
        assert_eq!(skipped.outputs(), 5);
        let inputs: [f32; 7] = std::array::from_fn(|at| (at as f32 * 1.7).cos().max(0.0));
        let outer: [f32; 40] = std::array::from_fn(|at| (at as f32 * 0.9).sin());
        let all_said = |numbers: &Numbers| {
            let (mut sums, mut of_four) = ([0.25; 40], [[0.25; 40]; 4]);
            layer.add(numbers, &inputs, &mut sums);
            layer.add_row(numbers, 2, &mut sums);
            layer.add_active(numbers, &[1, 4], &mut sums);
            layer.add_to_four(numbers, [&inputs; 4], &mut of_four);
            let mut inner = [[0.0; 7]; 2];
            layer.add_inner(numbers, &outer, &mut inner[0]);
            layer.add_inner_where_active(numbers, &inputs, &outer, &mut inner[1]);
            let all = sums.iter().chain(of_four.as_flattened()).chain(inner.as_flattened());
            all.map(|number| number.to_bits()).collect::<Vec<u32>>()
        };
        assert_eq!(all_said(&packed), all_said(&unpacked));
    }
}
