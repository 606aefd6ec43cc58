//! Carding: what a card says of the holding that it was played from.
//!
//! A [`Convention`] is written once and read both ways: in a [`Situation`] it asks for some of the
//! cards of a holding. A [`Policy`] chains conventions to a probability for each card. A player
//! draws his card from it; a reader inverts it.
//!
//! To add a convention: an entry in the table of `leads`, `signals`, `discards` or `natural`, and a
//! file of examples in `tests/carding/`.

mod by_holding;
mod card_traits;
mod convention;
mod discards;
pub mod habits;
pub mod inclination;
mod leads;
pub mod lines;
mod natural;
pub mod player;
mod policy;
mod record;
mod signals;
mod situation;
mod spared;
mod subject;
mod suit_choice;
mod suit_traits;
mod touching;
mod utterance;
mod wishes;

pub(crate) use by_holding::ByHolding;
pub use convention::{Asks, Claim, Convention, ConventionKind};
pub use policy::{Choice, Layer, Message, Policy};
pub(crate) use record::PlayRecord;
pub use situation::Situation;
pub use subject::{LIKED, Subject};
pub use touching::touching;
pub use utterance::{Tells, Utterance};
pub use wishes::Wishes;

use std::sync::LazyLock;

use self::discards::DISCARDS;
use self::leads::LEADS;
use self::natural::NATURAL;
use self::signals::SIGNALS;

/// All conventions, in order of precedence: where two speak of a card, the later one decides among
/// what the earlier leaves. A rule file names them by their slugs.
pub static CONVENTIONS: LazyLock<Vec<Convention>> =
    LazyLock::new(|| [LEADS, SIGNALS, DISCARDS, NATURAL].concat());

/// The convention of that name.
pub fn named(slug: &str) -> Option<&'static Convention> {
    CONVENTIONS.iter().find(|convention| convention.slug == slug)
}
