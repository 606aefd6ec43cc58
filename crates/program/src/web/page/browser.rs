//! The browser to which an answer is sent in pieces.

use std::sync::atomic::AtomicBool;

use serde::Serialize;

use crate::web::markup::Markup;
use falsecard_engine::text;

/// The message after a panic of the program.
pub(super) const WENT_WRONG: &str = "that went wrong, and the program is to blame";

/// The page that receives an answer, however the pieces reach it.
pub struct Browser<'a> {
    take: &'a dyn Fn(String) -> bool,
    gone: &'a AtomicBool,
}

/// The data of a server-sent event: HTML for a place of the page.
#[derive(Serialize)]
struct HtmlEvent<'a> {
    html: &'a str,
}

impl<'a> Browser<'a> {
    /// A page that takes pieces by `take`, which returns whether it is still open; `gone` is set
    /// when it is closed.
    pub(super) const fn new(take: &'a dyn Fn(String) -> bool, gone: &'a AtomicBool) -> Self {
        Self { take, gone }
    }

    /// Sends a piece, waiting while the page is slow. Returns whether the page is still open.
    pub fn send(&self, piece: impl Into<String>) -> bool {
        (self.take)(piece.into())
    }

    /// Sends a server-sent event: the name of a place of the page, and its new content. Returns
    /// whether the page is still open.
    pub fn event(&self, name: &'static str, markup: &Markup) -> bool {
        self.data(name, &HtmlEvent { html: markup.as_str() })
    }

    /// Sends a server-sent event with data for a program. Returns whether the program still
    /// listens.
    pub fn data(&self, name: &'static str, object: &impl Serialize) -> bool {
        let data = text::json(object).expect("what is sent can be written");
        self.send(format!("event: {name}\ndata: {data}\n\n"))
    }

    /// The flag that is set when the page is closed, so that work for it stops.
    pub const fn gone(&self) -> &AtomicBool {
        self.gone
    }
}
