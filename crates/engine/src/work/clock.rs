//! When to stop: a time limit, or a request to stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use web_time::Instant;

/// A time limit and a stop flag for work, which then returns what it has found.
#[derive(Debug, Clone, Copy)]
pub struct Clock<'a> {
    start: Instant,
    deadline: Option<Instant>,
    stop: &'a AtomicBool,
}

impl<'a> Clock<'a> {
    /// Starts now. Time is up after `budget`, or as soon as another thread sets `stop`.
    pub fn start(budget: Option<Duration>, stop: &'a AtomicBool) -> Self {
        let start = Instant::now();
        Self { start, deadline: budget.and_then(|budget| start.checked_add(budget)), stop }
    }

    /// The clock for a first part of the work, which may take this share (0 to 1) of the whole
    /// time.
    #[must_use]
    pub fn part(self, share: f64) -> Self {
        let whole = self.deadline.map(|deadline| deadline.duration_since(self.start));
        Self { deadline: whole.map(|whole| self.start + whole.mul_f64(share)), ..self }
    }

    /// How much time is left; `None` if it is not limited.
    pub fn left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Whether the time is up or a stop was requested.
    pub fn is_up(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
