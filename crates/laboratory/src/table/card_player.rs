//! Engines from outside: a trait for programs that bring their own card play.

use falsecard_engine::cards::Card;
use falsecard_engine::constraint::System;
use falsecard_engine::play::View;

/// An engine from outside this crate, for matches, used as [`Strategy::Other`](super::Strategy).
/// `examples/own_engine.rs` plays a match with an engine of thirty lines.
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
    /// The name of the engine. In a match, engines with equal names and settings play the same
    /// cards.
    fn name(&self) -> &str;

    /// The card for the player with this view, or from dummy if he declares. `system` is what the
    /// table has agreed. The same view, system and seed must give the same card. A card that is not
    /// legal, or `None`, counts as any legal card.
    fn card(&self, view: &View, system: &System, seed: u64) -> Option<Card>;
}
