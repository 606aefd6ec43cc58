//! The progress bar on standard error: there only when it is a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// The bar's steps: a share of 1 is so many.
const STEPS: u64 = 1000;

/// A bar that fills from a share of 0 to 1.
pub(super) struct Progress(ProgressBar);

impl Progress {
    pub(super) fn new() -> Self {
        let style = ProgressStyle::with_template("{msg:32!} {wide_bar} {percent:>3} % {elapsed}");
        let bar = ProgressBar::new(STEPS);
        bar.set_style(style.expect("the template is well formed"));
        Self(bar)
    }

    /// Says what is being worked on.
    pub(super) fn say(&self, what: impl Into<std::borrow::Cow<'static, str>>) {
        self.0.set_message(what);
    }

    /// Prints something on standard output, which may be the same terminal.
    pub(super) fn beside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }

    pub(super) fn set(&self, share: f64) {
        self.0.set_position((share * STEPS as f64) as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
