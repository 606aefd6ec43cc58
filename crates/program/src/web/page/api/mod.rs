//! The questions of the page for programs: `POST /api/choose` and others, JSON in and out.
//!
//! A [`question`] is an object whose deal and facts stand for a [`Spot`](super::spot::Spot), as an
//! address does; the [`answers`] are the objects of `--json`. `openapi.json` describes both: its
//! paths are written by hand, its schemas made from the types, and `tests/program/api.rs` holds all
//! to it.

mod answers;
mod question;

use super::question::PageQuestion;
#[cfg(feature = "cli")]
pub(super) use answers::Converted;
pub(super) use question::{Answered, LONGEST_QUESTION, Question, Streamed, Whole};

/// The questions, and where they are asked.
pub(super) const QUESTIONS: [(&str, PageQuestion); 9] = [
    ("/api/bid", PageQuestion::Short(answers::bid)),
    ("/api/convert", PageQuestion::Short(answers::convert)),
    ("/api/dd", PageQuestion::Short(answers::dd)),
    ("/api/suit", PageQuestion::Short(answers::suit)),
    ("/api/believe", PageQuestion::Short(answers::believe)),
    ("/api/choose", PageQuestion::Long(answers::choose, Some(answers::choosing))),
    ("/api/explain", PageQuestion::Long(answers::explain, None)),
    ("/api/signal", PageQuestion::Long(answers::signal, None)),
    ("/api/review", PageQuestion::Long(answers::review, Some(answers::reviewing))),
];
