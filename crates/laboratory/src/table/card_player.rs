//! Engines of other people: a way to choose cards that a program brings itself.

use falsecard_engine::cards::Card;
use falsecard_engine::constraint::System;
use falsecard_engine::play::View;

/// An engine that is none of this crate's, for matches: as [`Strategy::Other`](super::Strategy).
/// `examples/own_engine.rs` plays a match with one of thirty lines.
///
/// ```
/// use falsecard::cards::Card;
/// use falsecard::constraint::System;
/// use falsecard::play::View;
/// use falsecard::search::Settings;
/// use falsecard::table::{CardPlayer, Entrant, Strategy};
///
/// struct First;
///
/// impl CardPlayer for First {
///     fn name(&self) -> &'static str {
///         "first"
///     }
///
///     fn card(&self, view: &View, _: &System, _: u64) -> Option<Card> {
///         view.legal().iter().next()
///     }
/// }
///
/// let entrant = Entrant::new(Strategy::Other(&First), Settings::default());
/// assert_eq!(entrant.name, "first");
/// ```
pub trait CardPlayer: Sync {
    /// Its name: in a match, engines of equal names and settings play the same cards.
    fn name(&self) -> &str;

    /// The card that it plays for the player whose view this is, or from dummy if he declares.
    /// `system` is what the table has agreed. The same view, system and seed must give the same
    /// card. A card that may not be played, or `None`, counts as any legal card.
    fn card(&self, view: &View, system: &System, seed: u64) -> Option<Card>;
}
