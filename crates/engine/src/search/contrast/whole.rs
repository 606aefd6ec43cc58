//! Techniques that show in the whole of a play, whichever cards decide.

use super::Idea;
use super::course::CourseTrick;
use super::parting::By;
use crate::cards::{Seat, Side, Suit};
use crate::play::Play;

/// The fewest tricks that a side must need for a race.
const SHORTEST_RACE: u8 = 2;

impl Idea {
    /// Whether it shows in the play as a whole, not in a card that decides.
    pub const fn is_of_whole_play(self) -> bool {
        matches!(self, Self::Race | Self::CashOut | Self::Avoidance { .. })
    }

    /// The technique of a whole play, by two plays of a layout, the better card's first.
    pub(super) fn of_whole_play(
        plays: [&Play; 2],
        tricks: &[Vec<CourseTrick>; 2],
        (side, by): (Side, By),
        from: usize,
    ) -> Option<Self> {
        let runs = |at: usize, side: Side| {
            let history = plays[at].history();
            let before = history.first(from - from % 4).tricks_won(side);
            let needed = history.contract().tricks_needed(side).saturating_sub(before);
            let run = tricks[at].iter().take_while(|it| Side::of(it.winner) == side).count();
            by == By::Contract && needed >= SHORTEST_RACE && run >= usize::from(needed)
        };
        if runs(1, side.other()) {
            return Some(Self::Race);
        }
        avoidance(plays, tricks, side).or_else(|| runs(0, side).then_some(Self::CashOut))
    }
}

/// Avoidance: an opponent of declarer leads a suit after the other card alone, in which his side
/// then takes more; after the better card he never leads, though his partner does.
fn avoidance(plays: [&Play; 2], tricks: &[Vec<CourseTrick>; 2], side: Side) -> Option<Idea> {
    if side != plays[0].history().contract().declaring_side() {
        return None;
    }
    let later = tricks.each_ref().map(|tricks| &tricks[1..]);
    let leads =
        |at: usize, hand: Seat| later[at].iter().filter(move |it| it.trick.leader() == hand);
    let taken = |at: usize, suit: Suit| {
        let of_suit = tricks[at].iter().filter(|it| it.trick.suit_led() == Some(suit));
        of_suit.filter(|it| Side::of(it.winner) != side).count()
    };
    let danger =
        |&hand: &Seat| leads(0, hand).next().is_none() && leads(0, hand.partner()).next().is_some();
    let opponents = Seat::ALL.into_iter().filter(|&hand| Side::of(hand) != side);
    opponents.filter(danger).find_map(|hand| {
        let suits = leads(1, hand).filter_map(|it| it.trick.suit_led());
        let suit = suits.into_iter().find(|&suit| taken(1, suit) > taken(0, suit))?;
        Some(Idea::Avoidance { hand, suit })
    })
}
