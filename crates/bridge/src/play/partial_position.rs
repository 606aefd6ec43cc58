//! The cards left in the known hands, and what the play has shown about the other hands.

use super::position::legal_from;
use super::{IllegalPlay, Trick};
use crate::cards::{BySeat, BySuit, Card, Hand, Seat, Strain};

/// A position in which some hands are not known. Cards are checked against the laws as far as the
/// known hands allow.
///
/// A known hand plays as in a [`Position`](super::Position). A hidden hand may not play a card that
/// a known hand holds or that has been played, nor a suit to which it once did not follow. After
/// its card the hidden hands must still have room for all unseen cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartialPosition {
    /// What is left of the hands that are known.
    hands: BySeat<Option<Hand>>,
    /// The number of cards that each seat has left.
    lengths: BySeat<usize>,
    /// The cards that are in no known hand and have not been played. `None` if the position began
    /// with fewer than thirteen cards a hand: then nobody knows which cards were played earlier.
    unseen: Option<Hand>,
    played: Hand,
    /// The trick, from 1, in which a hidden hand did not follow to a suit.
    shown_out: BySeat<BySuit<Option<usize>>>,
    strain: Strain,
    trick: Trick,
}

impl PartialPosition {
    /// A position at the start of a trick. If no hand is known, each has thirteen cards.
    ///
    /// Returns `None` unless the known hands are disjoint and equally long.
    pub fn new(hands: BySeat<Option<Hand>>, strain: Strain, leader: Seat) -> Option<Self> {
        let mut seen = Hand::EMPTY;
        let known: Vec<Hand> = hands.iter().filter_map(|(_, hand)| *hand).collect();
        let length = known.first().map_or(13, |hand| hand.len());
        let is_new = |hand: Hand| {
            let is_new = hand.len() == length && hand & seen == Hand::EMPTY;
            seen |= hand;
            is_new
        };
        known.into_iter().all(is_new).then_some(())?;
        Some(Self {
            hands,
            lengths: BySeat::from_fn(|_| length),
            unseen: (length == 13).then_some(Hand::ALL - seen),
            played: Hand::EMPTY,
            shown_out: BySeat::from_fn(|_| BySuit::from_fn(|_| None)),
            strain,
            trick: Trick::new(leader),
        })
    }

    /// The cards that a seat has left, if its hand is known.
    pub fn left(&self, seat: Seat) -> Option<Hand> {
        self.hands[seat]
    }

    /// The trick in progress, 0 to 3 cards.
    pub const fn trick(&self) -> &Trick {
        &self.trick
    }

    /// Whose turn it is.
    pub const fn to_play(&self) -> Seat {
        self.trick.to_play()
    }

    /// Whether all the cards have been played.
    pub fn is_over(&self) -> bool {
        self.lengths[self.to_play()] == 0
    }

    /// Plays a card.
    ///
    /// # Errors
    ///
    /// [`IllegalPlay`]; the position is then unchanged.
    pub fn play(&mut self, card: Card) -> Result<(), IllegalPlay> {
        let seat = self.to_play();
        if self.is_over() {
            return Err(IllegalPlay::PlayIsOver { card });
        }
        match self.hands[seat] {
            Some(hand) => self.check_known(seat, hand, card)?,
            None => self.check_hidden(seat, card)?,
        }
        let next = self.with(seat, card);
        if !next.has_room() {
            return Err(IllegalPlay::NoRoom { seat, card });
        }
        *self = next;
        Ok(())
    }

    fn check_known(&self, seat: Seat, hand: Hand, card: Card) -> Result<(), IllegalPlay> {
        match self.trick.suit_led() {
            _ if !hand.contains(card) => Err(IllegalPlay::NotHeld { seat, card }),
            Some(led) if !legal_from(hand, Some(led)).contains(card) => {
                Err(IllegalPlay::Revoke { seat, card, led })
            }
            _ => Ok(()),
        }
    }

    fn check_hidden(&self, seat: Seat, card: Card) -> Result<(), IllegalPlay> {
        let holds = |hand: &Option<Hand>| hand.is_some_and(|hand| hand.contains(card));
        if let Some((holder, _)) = self.hands.iter().find(|(_, hand)| holds(hand)) {
            return Err(IllegalPlay::HeldElsewhere { seat, card, holder });
        }
        if self.played.contains(card) {
            return Err(IllegalPlay::NotHeld { seat, card });
        }
        match self.shown_out[seat][card.suit] {
            Some(trick) => Err(IllegalPlay::ShownOut { seat, card, trick }),
            None => Ok(()),
        }
    }

    /// The position after a card that has been checked.
    fn with(&self, seat: Seat, card: Card) -> Self {
        let mut next = self.clone();
        if let Some(hand) = &mut next.hands[seat] {
            hand.remove(card);
        } else if let Some(led) = self.trick.suit_led().filter(|led| *led != card.suit) {
            let trick = self.tricks_played() + 1;
            next.shown_out[seat][led].get_or_insert(trick);
        }
        if let Some(unseen) = &mut next.unseen {
            unseen.remove(card);
        }
        next.played.insert(card);
        next.lengths[seat] -= 1;
        next.trick.push(card);
        if next.trick.is_complete() {
            let winner = next.trick.winner(self.strain);
            next.trick = Trick::new(winner.expect("a complete trick has a winner").0);
        }
        next
    }

    fn tricks_played(&self) -> usize {
        self.played.len() / 4
    }

    /// Whether the unseen cards fit into the hidden hands, none of which may hold a suit to which
    /// it did not follow. By Hall's theorem they fit if every set of hidden hands has room for the
    /// cards that only those hands may hold.
    fn has_room(&self) -> bool {
        let Some(unseen) = self.unseen else { return true };
        let hidden = Seat::ALL.into_iter().filter(|&seat| self.hands[seat].is_none());
        let hidden: Vec<Seat> = hidden.collect();
        (0u32..1 << hidden.len()).all(|some| {
            let numbered = || hidden.iter().enumerate();
            let chosen = numbered().filter(|(at, _)| some >> at & 1 == 1);
            let room: usize = chosen.map(|(_, &seat)| self.lengths[seat]).sum();
            let is_theirs = |card: &Card| {
                let mut others = numbered().filter(|(at, _)| some >> at & 1 == 0);
                others.all(|(_, &seat)| self.shown_out[seat][card.suit].is_some())
            };
            unseen.iter().filter(is_theirs).count() <= room
        })
    }
}
