//! The kinds of questions of the page.

use super::address::Address;
use super::api::{Streamed, Whole};
use super::browser::Browser;
use super::spot::Spot;
use crate::web::markup::Markup;

/// A question with its handler, which determines how the request is read.
#[derive(Clone, Copy)]
pub(super) enum PageQuestion {
    /// A short question about an address.
    Address(fn(&Address) -> Result<Markup, String>),
    /// A short question about the game at a moment, as an address names it.
    Spot(fn(&Spot) -> Result<Markup, String>),
    /// A short question about several boards: the first line is the address of the page, the others
    /// are those of the boards.
    Several(fn(&str) -> Result<Markup, String>),
    /// A short question about one board or several, answered by a JSON object.
    Object(fn(&str) -> Result<String, String>),
    /// What the other players call and play until it is the person's turn.
    Others,
    /// A search, answered in server-sent events.
    Search(fn(&Spot, &Browser) -> Result<(), String>),
    /// A search about several boards, which are sent as for [`Several`](Self::Several).
    SearchSeveral(fn(&str, &Browser) -> Result<(), String>),
    /// The games of a pasted text or a dropped file.
    Games,
    /// A program's short question.
    Short(Whole),
    /// A program's search, which may be answered in events.
    Long(Whole, Option<Streamed>),
}
