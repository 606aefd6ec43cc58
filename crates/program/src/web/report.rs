//! Reports: self-contained HTML files.

use super::STYLE;
use super::markup::{Markup, el};

/// A report that is being written, as one HTML file.
#[derive(Debug, Clone, Default)]
pub struct HtmlReport {
    body: Markup,
}

/// The content policy of reports: they load and run nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src 'none'";

impl HtmlReport {
    /// Appends a piece of markup.
    pub fn put(&mut self, piece: &Markup) {
        self.body.push(piece);
    }

    /// The HTML file with this title.
    pub fn page(&self, title: &str) -> String {
        let meta = |name: &'static str, content: &str| {
            el("meta").at("name", name).at("content", content).empty()
        };
        let head = [
            el("meta").at("charset", "utf-8").empty(),
            el("meta").at("http-equiv", "Content-Security-Policy").at("content", POLICY).empty(),
            meta("viewport", "width=device-width, initial-scale=1"),
            meta("generator", concat!("falsecard ", env!("CARGO_PKG_VERSION"))),
            el("title").put(Markup::plain(title)),
            el("style").put(Markup::trusted(STYLE)),
        ];
        let head = el("head").put(head.into_iter().collect());
        let heading = el("h1").say(title);
        let main = el("main").at("class", "report").put(heading.and(self.body.clone()));
        let html = el("html").at("lang", "en").put(head.and(el("body").put(main)));
        format!("<!DOCTYPE html>\n{}\n", html.as_str())
    }
}
