//! The questions of the page for programs: `POST /api/choose` and others, JSON in and out.
//!
//! A [`question`] is an object whose deal and facts stand for a [`Spot`](super::spot::Spot), as an address does; the
//! [`answers`] are the objects of `--json`. `openapi.json` describes both, and `tests/api.rs` holds them to it.

mod answers;
mod question;

#[cfg(feature = "cli")]
use schemars::generate::SchemaSettings;
#[cfg(feature = "cli")]
use serde_json::{Map, Value};

#[cfg(feature = "cli")]
use self::answers::Converted;
use super::asked::Asked;
#[cfg(feature = "cli")]
use super::desk::Refusal;
pub(super) use question::{LONGEST_QUESTION, Question, Streamed, Told, Whole};

/// The schemas of what is asked, of what has no command, and of faults.
#[cfg(feature = "cli")]
pub(crate) fn schemas() -> Map<String, Value> {
    let mut asked = SchemaSettings::openapi3().into_generator();
    asked.subschema_for::<Question>();
    let mut told = SchemaSettings::openapi3().for_serialize().into_generator();
    told.subschema_for::<Converted>();
    told.subschema_for::<Refusal>();
    asked.take_definitions(true).into_iter().chain(told.take_definitions(true)).collect()
}

/// The questions, and where they are asked.
pub(super) const QUESTIONS: [(&str, Asked); 8] = [
    ("/api/bid", Asked::Short(answers::bid)),
    ("/api/convert", Asked::Short(answers::convert)),
    ("/api/dd", Asked::Short(answers::dd)),
    ("/api/believe", Asked::Short(answers::believe)),
    ("/api/choose", Asked::Long(answers::choose, Some(answers::choosing))),
    ("/api/explain", Asked::Long(answers::explain, None)),
    ("/api/signal", Asked::Long(answers::signal, None)),
    ("/api/review", Asked::Long(answers::review, Some(answers::reviewing))),
];
