//! What every network has in common: weights that are fitted, written and read.

use std::ops::Range;

use super::{BadNetwork, Dense, Weights, packed};

/// The methods of a [`Network`] whose only field is `weights`.
macro_rules! of_field_weights {
    () => {
        fn with_weights(weights: Weights) -> Self {
            Self { weights }
        }

        fn weights(&self) -> &Weights {
            &self.weights
        }

        fn weights_mut(&mut self) -> &mut Weights {
            &mut self.weights
        }
    };
}
pub(crate) use of_field_weights;

/// A network whose weights can be fitted.
pub trait Network: Sync + Sized {
    /// The number of weights.
    const SIZE: usize;

    /// The first line of its files.
    const KIND: &'static str;

    /// The network with these weights, [`Network::SIZE`] of them.
    fn with_weights(weights: Weights) -> Self;

    /// Its weights.
    fn weights(&self) -> &Weights;

    /// Its weights, to be changed.
    fn weights_mut(&mut self) -> &mut Weights;

    /// The layers with the initial size of their weights: for each the range of its weights, and
    /// the bound of their size.
    fn initial_sizes() -> Vec<(Range<usize>, f32)>;

    /// Its layers in order, if a file stores each weight in one byte, with a scale for each row;
    /// empty if it stores two bytes of each.
    fn layers_in_one_byte() -> Vec<Dense> {
        Vec::new()
    }

    /// The network with these weights.
    ///
    /// # Panics
    ///
    /// If there are not [`Network::SIZE`] weights.
    fn of(weights: impl Into<Weights>) -> Self {
        let weights = weights.into();
        assert_eq!(weights.len(), Self::SIZE, "a network has a weight for each place");
        Self::with_weights(weights)
    }

    /// Its weights as numbers to be fitted; see [`Weights::unpacked_mut`].
    fn unpacked_mut(&mut self) -> &mut [f32] {
        self.weights_mut().unpacked_mut()
    }

    /// Reads a network from the bytes of a file.
    ///
    /// # Errors
    ///
    /// [`BadNetwork`].
    fn read(bytes: &[u8]) -> Result<Self, BadNetwork> {
        packed::unpack(Self::KIND, Self::SIZE, &Self::layers_in_one_byte(), bytes).map(Self::of)
    }

    /// The bytes of a file of it. Weights are rounded, so the network that is read from it gives
    /// nearly the same outputs.
    fn bytes(&self) -> Vec<u8> {
        packed::pack(Self::KIND, &Self::layers_in_one_byte(), self.weights())
    }
}
