//! Small networks: dense layers in plain arithmetic, whose results are the same for any number of
//! threads, and how weights are packed.
//!
//! All weights of a network stand in one list; a [`Dense`] layer is a range of it. So a network is
//! trained, written and read as one list, and its layers are defined in one place, beside what it
//! judges.

mod bfloat16;
mod dense;
mod fitted;
mod layout;
mod packed;
mod quantised;
mod weights;
mod whole;
mod widest;

pub use bfloat16::Bfloat16;
pub(crate) use dense::{only_where_positive, rectify};
pub use fitted::Network;
pub(crate) use fitted::of_field_weights;
pub use layout::{Dense, Layout};
pub use packed::BadNetwork;
pub use weights::Weights;
pub(crate) use widest::{ABREAST, add_rows_to_four, exponentials_below_most};
