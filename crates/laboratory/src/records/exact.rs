//! Serde functions that write and read `f64` without loss. Infinities and NaN, which JSON lacks,
//! are written as text.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum NumberOrText {
    Finite(f64),
    Other(String),
}

/// Writes a number; serde prescribes the signature.
///
/// # Errors
///
/// The error of the serializer.
#[allow(clippy::trivially_copy_pass_by_ref)]
pub fn serialize<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    let is_finite = number.is_finite();
    let written = if is_finite {
        NumberOrText::Finite(*number)
    } else {
        NumberOrText::Other(number.to_string())
    };
    written.serialize(serializer)
}

/// Reads a number written by [`serialize`].
///
/// # Errors
///
/// The error of the deserializer, or that a text is no number.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    match NumberOrText::deserialize(deserializer)? {
        NumberOrText::Finite(number) => Ok(number),
        NumberOrText::Other(text) => text.parse().map_err(serde::de::Error::custom),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    #[derive(serde::Serialize, serde::Deserialize)]
    struct ExactNumber(#[serde(with = "super")] f64);

    proptest! {
        #[test]
        fn no_bit_is_lost(number in proptest::num::f64::ANY) {
            let text = serde_json::to_string(&ExactNumber(number)).unwrap();
            let ExactNumber(read) = serde_json::from_str(&text).unwrap();
            prop_assert!(read.to_bits() == number.to_bits() || read.is_nan() && number.is_nan());
        }
    }
}
