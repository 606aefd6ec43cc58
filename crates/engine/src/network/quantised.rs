//! Weights of one byte: those of a row share a scale, and layers multiply whole numbers.
//!
//! A row has the weights of one input, one for each output. Inputs are rounded too: of some 256 at
//! a time, each times the scale of its row, to the 32,767th part of the largest. Sums of whole
//! numbers do not depend on their order, so results are the same on every machine (as in Jacob et
//! al., "Quantization and Training of Neural Networks for Efficient Integer-Arithmetic-Only
//! Inference", CVPR 2018).

use std::ops::Range;

use super::layout::Dense;
use super::whole::{self, MOST_FACTOR, Octet, PairOfFour, TERMS, Terms};
use super::widest::{ABREAST, StoredWeight, WeightRow, add_products, add_products_of_rows, round};

/// The largest size of a weight in one byte, in units.
const MOST: f32 = 127.0;

/// The weights of a network, one byte each.
#[derive(Clone)]
pub(super) struct QuantisedWeights {
    octets: Vec<Octet>,
    /// The scale of each row, and the range of its weights.
    scales: Vec<f32>,
    rows: Vec<Range<u32>>,
}

impl QuantisedWeights {
    /// Rounds the weights of all layers, in order, to the nearest.
    ///
    /// # Panics
    ///
    /// If they are not the weights of these layers.
    pub(super) fn nearest(layers: &[Dense], weights: &[f32]) -> Self {
        let rows = rows(layers);
        let len = rows.last().map_or(0, |row| row.end as usize);
        assert_eq!(weights.len(), len, "the layers have a place for each number");
        let mut octets = Vec::with_capacity(weights.len());
        let mut scales = Vec::with_capacity(rows.len());
        for row in &rows {
            let row = &weights[row.start as usize..row.end as usize];
            let scale = scale_of(row);
            let per = if scale > 0.0 { 1.0 / scale } else { 0.0 };
            octets.extend(row.iter().map(|number| Octet((number * per).round_ties_even() as i8)));
            scales.push(scale);
        }
        Self { octets, scales, rows }
    }

    /// Assembles layers from the scale of each row and all weights; `None` if there are too few or
    /// too many of either.
    pub(super) fn of(layers: &[Dense], scales: Vec<f32>, octets: Vec<Octet>) -> Option<Self> {
        let rows = rows(layers);
        let len = rows.last().map_or(0, |row| row.end as usize);
        (rows.len() == scales.len() && len == octets.len()).then_some(Self { octets, scales, rows })
    }

    pub(super) fn len(&self) -> usize {
        self.octets.len()
    }

    pub(super) fn octets(&self) -> &[Octet] {
        &self.octets
    }

    pub(super) fn scales(&self) -> &[f32] {
        &self.scales
    }

    /// The value of each weight.
    pub(super) fn values(&self) -> impl Iterator<Item = f32> + '_ {
        let of_row = |(row, scale): (&Range<u32>, &f32)| {
            let (octets, scale) = (&self.octets[row.start as usize..row.end as usize], *scale);
            octets.iter().map(move |octet| scale * octet.value())
        };
        self.rows.iter().zip(&self.scales).flat_map(of_row)
    }

    /// The place of each row's first weight, and the largest weight that it may have.
    pub(super) fn bounds(&self) -> impl Iterator<Item = (usize, f32)> + '_ {
        let most = |scale: &f32| scale * f32::from(i8::MIN).abs();
        self.rows
            .iter()
            .zip(&self.scales)
            .map(move |(row, scale)| (row.start as usize, most(scale)))
    }

    /// Adds rows to sums, as [`super::Weights::add_rows`].
    pub(super) fn add_rows(&self, rows: &[WeightRow], sums: &mut [f32]) {
        for rows in rows.chunks(TERMS) {
            let mut factors = [0.0; TERMS];
            for (factor, row) in factors.iter_mut().zip(rows) {
                *factor = row.factor * self.scales[row.number as usize];
            }
            let mut whole = [0; TERMS];
            let Some(unit) = round_all(&factors[..rows.len()], &mut whole) else { continue };
            let each = rows.iter().zip(whole).map(|(row, factor)| (row.at, factor));
            whole::add_rows(&self.octets, &Terms::of(each), unit, sums);
        }
    }

    /// Adds the rows of a layer, from the first one on, each times its input.
    pub(super) fn add_inputs(&self, first: WeightRow, inputs: &[f32], sums: &mut [f32]) {
        let outputs = sums.len();
        for (from, inputs) in (0..).step_by(TERMS).zip(inputs.chunks(TERMS)) {
            let first = first.further(from, outputs);
            let mut whole = [0; TERMS];
            if let Some(unit) = self.round_inputs(first, inputs, &mut whole) {
                let places = (first.at..).step_by(outputs);
                let rows = places.zip(whole[..inputs.len()].iter().copied());
                whole::add_rows(&self.octets, &Terms::of(rows), unit, sums);
            }
        }
    }

    /// Adds rows to four lists of sums, as [`super::Weights::add_rows_to_four`].
    pub(super) fn add_rows_to_four(
        &self,
        first: WeightRow,
        inputs: [&[f32]; 4],
        mut sums: [&mut [f32]; 4],
    ) {
        let outputs = sums[0].len();
        for from in (0..inputs[0].len()).step_by(TERMS) {
            let to = inputs[0].len().min(from + TERMS);
            let first = first.further(from, outputs);
            let octets = &self.octets[first.at as usize..][..(to - from) * outputs];
            let (mut pairs, mut units) = ([PairOfFour::default(); TERMS / 2], [0.0; 4]);
            for (list, inputs) in inputs.into_iter().enumerate() {
                let mut whole = [0; TERMS];
                if let Some(unit) = self.round_inputs(first, &inputs[from..to], &mut whole) {
                    let each = pairs.iter_mut().zip(whole.as_chunks().0);
                    each.for_each(|(pair, factors)| pair[list] = *factors);
                    units[list] = unit;
                }
            }
            let pairs = &pairs[..(to - from).div_ceil(2)];
            whole::add_rows_to_four(octets, pairs, units, sums.each_mut().map(|sums| &mut **sums));
        }
    }

    /// Inputs, each times the scale of its row, as whole numbers of the unit that is returned;
    /// `None` if they are negligible.
    fn round_inputs(
        &self,
        first: WeightRow,
        inputs: &[f32],
        whole: &mut [i16; TERMS],
    ) -> Option<f32> {
        let scales = &self.scales[first.number as usize..][..inputs.len()];
        let mut factors = [0.0; TERMS];
        let factors = &mut factors[..inputs.len()];
        let each = factors.iter_mut().zip(inputs).zip(scales);
        each.for_each(|((factor, input), scale)| *factor = input * scale);
        round_all(factors, whole)
    }

    /// Adds dot products, as [`super::Weights::add_products`].
    pub(super) fn add_products(&self, first: WeightRow, values: &[f32], sums: &mut [f32]) {
        let octets = &self.octets[first.at as usize..][..values.len() * sums.len()];
        let mut products = vec![0.0; sums.len()];
        add_products(octets, values, &mut products);
        self.add_scaled(first, &products, sums);
    }

    /// Adds dot products of some rows, as [`super::Weights::add_products_of_rows`].
    pub(super) fn add_products_of_rows(
        &self,
        first: WeightRow,
        rows: &[WeightRow],
        values: &[f32],
        sums: &mut [f32],
    ) {
        let octets = &self.octets[first.at as usize..][..values.len() * sums.len()];
        let mut products = vec![0.0; sums.len()];
        add_products_of_rows(octets, rows, values, &mut products);
        self.add_scaled(first, &products, sums);
    }

    /// Adds to each sum the product of its row, in units of the row's scale.
    fn add_scaled(&self, first: WeightRow, products: &[f32], sums: &mut [f32]) {
        let scales = &self.scales[first.number as usize..];
        let each = sums.iter_mut().zip(products).zip(scales);
        each.for_each(|((sum, product), scale)| *sum += product * scale);
    }
}

/// The scale of a row's weights: 0 if they are negligible, NaN if one of them is.
fn scale_of(row: &[f32]) -> f32 {
    if row.iter().any(|number| number.is_nan()) {
        return f32::NAN;
    }
    let scale = row.iter().fold(0.0f32, |most, number| most.max(number.abs())) / MOST;
    if scale < LEAST { 0.0 } else { scale }
}

/// Smaller values are negligible, and their inverse could be infinite.
const LEAST: f32 = 1e-30;

/// The range of each row's weights, layer by layer.
fn rows(layers: &[Dense]) -> Vec<Range<u32>> {
    let mut rows: Vec<Range<u32>> = Vec::new();
    for layer in layers {
        let (first, end) = (layer.first(), rows.last().map_or(0, |row| row.end));
        let place = (first.at, first.number as usize);
        assert_eq!(place, (end, rows.len()), "layers stand one behind the other");
        let outputs = layer.outputs() as u32;
        rows.extend(
            (0..layer.rows() as u32).map(|row| end + row * outputs..end + (row + 1) * outputs),
        );
    }
    rows
}

/// Factors as whole numbers of the unit that is returned; `None` if they are negligible.
fn round_all(factors: &[f32], whole: &mut [i16; TERMS]) -> Option<f32> {
    let most = largest(factors);
    if most < LEAST {
        return None;
    }
    round(factors, MOST_FACTOR / most, whole);
    Some(most / MOST_FACTOR)
}

/// The largest absolute value.
fn largest(factors: &[f32]) -> f32 {
    // Several side by side, and by comparisons: `f32::max` handles NaN, which takes longer.
    let larger = |one: f32, other: f32| if other > one { other } else { one };
    let (chunks, rest) = factors.as_chunks::<ABREAST>();
    let mut most = [0.0f32; ABREAST];
    for chunk in chunks {
        most.iter_mut().zip(chunk).for_each(|(most, factor)| *most = larger(*most, factor.abs()));
    }
    let rest = rest.iter().map(|factor| factor.abs());
    most.into_iter().chain(rest).fold(0.0, larger)
}
