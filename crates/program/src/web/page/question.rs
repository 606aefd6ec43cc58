//! What can be asked of the page.

use super::address::Address;
use super::api::{Streamed, Whole};
use super::browser::Browser;
use super::spot::Spot;
use crate::web::markup::Markup;

/// What is asked, and with it how what was sent is read.
#[derive(Clone, Copy)]
pub(super) enum PageQuestion {
    /// A short question about an address.
    Place(fn(&Address) -> Result<Markup, String>),
    /// A short question about the game and the moment that an address stands for.
    Spot(fn(&Spot) -> Result<Markup, String>),
    /// A short question about several boards: a line with the address of the page, and one for each
    /// board.
    Several(fn(&str) -> Result<Markup, String>),
    /// The table at which a person plays.
    Table,
    /// What the others call and play until it is the person's turn.
    Others,
    /// A search, which is answered in events.
    Search(fn(&Spot, &Browser) -> Result<(), String>),
    /// The games of a pasted text or a dropped file.
    Games,
    /// A program's short question.
    Short(Whole),
    /// A program's search, which may be answered in events.
    Long(Whole, Option<Streamed>),
}
