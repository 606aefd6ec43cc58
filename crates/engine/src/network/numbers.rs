//! The numbers of a network: four bytes each while they are fitted, two each as they come from a file.
//!
//! For each card an imagined player goes through hundreds of thousands of them, and the processor's caches have to hold much else. So they stay
//! packed in memory and are unpacked one by one, in the registers. What a network says is the same either way, bit for bit.

use std::fmt;

use super::packed::Bfloat16;
use super::widest::{self, Row, Stored};

/// The numbers of a network, in one list.
#[derive(Clone)]
pub struct Numbers(List);

#[derive(Clone)]
enum List {
    /// As a file has them.
    Packed(Vec<Bfloat16>),
    /// As they are fitted.
    Unpacked(Vec<f32>),
}

/// Does the same with either kind of list.
macro_rules! with_list {
    ($numbers:expr, $list:ident => $what:expr) => {
        match &$numbers.0 {
            List::Packed($list) => $what,
            List::Unpacked($list) => $what,
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
    pub fn values(&self) -> impl Iterator<Item = f32> + '_ {
        (0..self.len()).map(|at| with_list!(self, list => list[at].value()))
    }

    /// The list, to be changed. What is packed is unpacked first, and stays so: it takes twice the memory from then on.
    pub fn unpacked_mut(&mut self) -> &mut [f32] {
        if let List::Packed(_) = self.0 {
            self.0 = List::Unpacked(self.values().collect());
        }
        match &mut self.0 {
            List::Unpacked(list) => list,
            List::Packed(_) => unreachable!("they were unpacked"),
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

impl fmt::Debug for Numbers {
    /// How many they are, and a digest: other numbers have another, all but surely. It is the same on every machine (Fowler, Noll and Vo,
    /// FNV-1a), packed or not, so that what was worked out with a network is found again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.values().flat_map(|number| number.to_bits().to_le_bytes());
        let digest = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |digest, byte| {
            (digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        write!(f, "{} numbers ({digest:016x})", self.len())
    }
}

/// Whether they are the same numbers, packed or not.
impl PartialEq for Numbers {
    fn eq(&self, other: &Self) -> bool {
        self.values().eq(other.values())
    }
}

impl From<Vec<f32>> for Numbers {
    fn from(list: Vec<f32>) -> Self {
        Self(List::Unpacked(list))
    }
}

impl From<Vec<Bfloat16>> for Numbers {
    fn from(list: Vec<Bfloat16>) -> Self {
        Self(List::Packed(list))
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
        let packed: Numbers = list.into_iter().map(Bfloat16::nearest).collect::<Vec<_>>().into();
        let mut unpacked = packed.clone();
        unpacked.unpacked_mut();
        assert!(matches!((&packed.0, &unpacked.0), (List::Packed(_), List::Unpacked(_))));
        assert_eq!(packed, unpacked);
        assert_eq!(format!("{packed:?}"), format!("{unpacked:?}"));
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
        unpacked.unpacked_mut()[3] += 1.0;
        assert_ne!(packed, unpacked);
        assert_ne!(format!("{packed:?}"), format!("{unpacked:?}"));
    }
}
