//! Double dummy: the tricks that each side takes when all four hands are seen and nobody errs.

pub mod naive;
