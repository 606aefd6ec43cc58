//! When to stop: a time limit, or somebody's wish.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Says when work must come to an end with what it has found.
#[derive(Debug, Clone, Copy)]
pub struct Clock<'a> {
    start: Instant,
    deadline: Option<Instant>,
    stop: &'a AtomicBool,
}

impl<'a> Clock<'a> {
    /// Starts now; `budget` is the time allowed, `stop` is set by whoever will not wait.
    pub fn start(budget: Option<Duration>, stop: &'a AtomicBool) -> Self {
        let start = Instant::now();
        Self { start, deadline: budget.and_then(|budget| start.checked_add(budget)), stop }
    }

    /// The clock of a first part of the work, which may take a share of the whole time.
    #[must_use]
    pub fn part(self, share: f64) -> Self {
        let whole = self.deadline.map(|deadline| deadline.duration_since(self.start));
        Self { deadline: whole.map(|whole| self.start + whole.mul_f64(share)), ..self }
    }

    /// Whether the time is up.
    pub fn is_up(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
