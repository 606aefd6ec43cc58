//! Functions of real numbers whose results are the same bytes on every machine.
//!
//! The standard library asks the C library of the machine for them, and those differ in the last
//! digit: enough for another figure, and now and then for another card. So everything that affects
//! results takes them from here, which `crates/clippy.toml` enforces. Roots, and integer powers,
//! are exact everywhere, or products.

/// A real number, with the functions that a machine's C library would round as it likes.
pub trait Real: Copy {
    /// The exponential: *e* to the power of this.
    #[must_use]
    fn exp(self) -> Self;

    /// The natural logarithm.
    #[must_use]
    fn ln(self) -> Self;

    /// The natural logarithm of 1 plus this, accurate where this is small.
    #[must_use]
    fn ln_1p(self) -> Self;

    /// The logarithm to base 2.
    #[must_use]
    fn log2(self) -> Self;

    /// This raised to a power.
    #[must_use]
    fn powf(self, power: Self) -> Self;

    /// The cosine of an angle in radians.
    #[must_use]
    fn cos(self) -> Self;

    /// The hyperbolic tangent.
    #[must_use]
    fn tanh(self) -> Self;

    /// The square root of the sum of both squares.
    #[must_use]
    fn hypot(self, other: Self) -> Self;
}

macro_rules! by_libm {
    (
        $number:ty: $exp:ident $ln:ident $ln_1p:ident $log2:ident $powf:ident $cos:ident
        $tanh:ident $hypot:ident
    ) => {
        impl Real for $number {
            fn exp(self) -> Self {
                libm::$exp(self)
            }

            fn ln(self) -> Self {
                libm::$ln(self)
            }

            fn ln_1p(self) -> Self {
                libm::$ln_1p(self)
            }

            fn log2(self) -> Self {
                libm::$log2(self)
            }

            fn powf(self, power: Self) -> Self {
                libm::$powf(self, power)
            }

            fn cos(self) -> Self {
                libm::$cos(self)
            }

            fn tanh(self) -> Self {
                libm::$tanh(self)
            }

            fn hypot(self, other: Self) -> Self {
                libm::$hypot(self, other)
            }
        }
    };
}

by_libm!(f64: exp log log1p log2 pow cos tanh hypot);
by_libm!(f32: expf logf log1pf log2f powf cosf tanhf hypotf);
