//! Weights in two bytes.

use super::widest::StoredWeight;

/// A number in two bytes: the upper half of its bits ("bfloat16").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bfloat16(pub(super) u16);

impl Bfloat16 {
    /// The bfloat16 nearest to a number; of two that are as near, the one whose last bit is 0.
    pub(super) const fn nearest(number: f32) -> Self {
        if number.is_nan() {
            return Self(0x7fc0);
        }
        let bits = number.to_bits();
        Self(((bits + 0x7fff + ((bits >> 16) & 1)) >> 16) as u16)
    }
}

impl StoredWeight for Bfloat16 {
    #[allow(clippy::inline_always, reason = "it is compiled for the registers of its caller")]
    #[inline(always)]
    fn value(self) -> f32 {
        f32::from_bits(u32::from(self.0) << 16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every number of two bytes is the nearest to itself, and none lies nearer to what lies
    /// between it and the next.
    #[test]
    fn numbers_are_rounded_to_the_nearest() {
        for bits in 0..=u16::MAX {
            let number = Bfloat16(bits);
            let value = number.value();
            if value.is_nan() {
                assert!(Bfloat16::nearest(value).value().is_nan());
                continue;
            }
            assert_eq!(Bfloat16::nearest(value), number);
            let (below_half, above_half) =
                [0x7fff, 0x8001].map(|low| f32::from_bits(value.to_bits() | low)).into();
            if value.is_finite() {
                assert_eq!(Bfloat16::nearest(below_half), number);
                assert_eq!(Bfloat16::nearest(above_half), Bfloat16(bits + 1));
                let half = f32::from_bits(value.to_bits() | 0x8000);
                assert_eq!(Bfloat16::nearest(half), Bfloat16(bits + bits % 2));
            }
        }
    }
}
