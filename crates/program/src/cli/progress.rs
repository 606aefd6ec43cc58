//! The progress bar on standard error: there only when it is a terminal.

use std::sync::{Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressStyle};

use falsecard_engine::text::on_one_line;

/// The bar's steps: a share of 1 is this many.
const STEPS: u64 = 1000;

/// The bar on the screen.
static ON_SCREEN: Mutex<Option<ProgressBar>> = Mutex::new(None);

fn put_on_screen(bar: Option<ProgressBar>) {
    *ON_SCREEN.lock().unwrap_or_else(PoisonError::into_inner) = bar;
}

/// Takes the bar away while something else is written.
pub(super) fn aside<T>(write: impl FnOnce() -> T) -> T {
    match &*ON_SCREEN.lock().unwrap_or_else(PoisonError::into_inner) {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// A bar that fills from a share of 0 to 1.
pub struct Progress(ProgressBar);

impl Progress {
    /// An empty one.
    pub fn begin() -> Self {
        let style = ProgressStyle::with_template("{msg:32!} {wide_bar} {percent:>3} % {elapsed}");
        let bar = ProgressBar::new(STEPS);
        bar.set_style(style.expect("the template is well formed"));
        put_on_screen(Some(bar.clone()));
        Self(bar)
    }

    /// Says what is being worked on.
    pub fn say(&self, what: impl AsRef<str>) {
        self.0.set_message(on_one_line(what.as_ref()).into_owned());
    }

    /// Says how far the work is.
    pub fn set(&self, share: f64) {
        self.0.set_position((share * STEPS as f64) as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        put_on_screen(None);
        self.0.finish_and_clear();
    }
}
