//! The play of a board of which not every hand need be known.

use std::sync::Arc;

use thiserror::Error;

use super::position::legal_from;
use super::{Bidding, Board, History, IllegalPlay, Play, View};
use crate::cards::{Builder, BySeat, Card, Hand, Seat, seat_name};

/// Why hands, bidding and cards are not what a player at the table can have before him.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum IllegalView {
    /// A hand of another number of cards than thirteen.
    #[error("law 6B: {} was dealt {found} cards instead of thirteen", seat_name(*seat))]
    HandSize {
        /// Whose hand.
        seat: Seat,
        /// How many cards it has.
        found: usize,
    },
    /// A card in two hands.
    #[error("law 1: there is one {card} in the pack, and it is dealt to {} and to {}",
        seat_name(seats[0]), seat_name(seats[1]))]
    DealtTwice {
        /// The card.
        card: Card,
        /// Who is said to hold it.
        seats: [Seat; 2],
    },
    /// The view is asked for of dummy.
    #[error("law 43A: {} is dummy and decides nothing: declarer plays the hand", seat_name(*seat))]
    Dummy {
        /// Who is dummy.
        seat: Seat,
    },
    /// The player's own hand is not known.
    #[error("{} sees a hand of his own, and it is not given", seat_name(*seat))]
    OwnHandMissing {
        /// Whose view it is.
        seat: Seat,
    },
    /// A card has been led, and dummy's hand is not known.
    #[error("law 41D: {} faces dummy's hand after the opening lead, and it is not given",
        seat_name(*dummy))]
    DummyMissing {
        /// Who is dummy.
        dummy: Seat,
    },
    /// Dummy's hand is given before a card has been led.
    #[error("law 41D: {} faces dummy's hand after the opening lead, and no card was led",
        seat_name(*dummy))]
    DummyTooEarly {
        /// Who is dummy.
        dummy: Seat,
    },
    /// A card that cannot have been played.
    #[error("card {number}, in trick {}: {why}", (number - 1) / 4 + 1)]
    Card {
        /// Its number in the order of play, from 1.
        number: usize,
        /// The law that it breaks.
        why: IllegalPlay,
    },
}

/// The bidding and the cards of a board, with those of its hands that are known: all four, as in the
/// record of a match, or two, as a player at the table sees them, or the one of who is to lead.
///
/// The laws are kept as far as they can be seen: a known hand plays as in a [`Play`]; a hidden one
/// plays no card that another holds or has played, nothing of a suit to which it did not follow,
/// and leaves room for all the cards that are not seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartialPlay {
    hands: BySeat<Option<Hand>>,
    bidding: Arc<Bidding>,
    history: History,
}

impl PartialPlay {
    /// Before the opening lead; `hands` are the cards as dealt.
    ///
    /// # Errors
    ///
    /// [`IllegalView::HandSize`] and [`IllegalView::DealtTwice`].
    pub fn new(hands: BySeat<Option<Hand>>, bidding: Arc<Bidding>) -> Result<Self, IllegalView> {
        let known = || hands.iter().filter_map(|(seat, hand)| Some((seat, (*hand)?)));
        for (seat, hand) in known() {
            if hand.len() != 13 {
                return Err(IllegalView::HandSize { seat, found: hand.len() });
            }
            for (other, theirs) in known().take_while(|(other, _)| *other != seat) {
                if let Some(card) = (hand & theirs).iter().next() {
                    return Err(IllegalView::DealtTwice { card, seats: [other, seat] });
                }
            }
        }
        let history = History::new(bidding.contract());
        Ok(Self { hands, bidding, history })
    }

    /// Plays a card.
    ///
    /// # Errors
    ///
    /// [`IllegalPlay`], and the play is as it was.
    pub fn play(&mut self, card: Card) -> Result<(), IllegalPlay> {
        let seat = self.history.to_play();
        if self.is_over() {
            return Err(IllegalPlay::PlayIsOver { card });
        }
        match self.left(seat) {
            Some(left) => self.check_held(seat, left, card)?,
            None => self.check_hidden(seat, card)?,
        }
        self.history.push(card);
        if !self.has_room() {
            self.history = self.history.first(self.history.played().len() - 1);
            return Err(IllegalPlay::NoRoom { seat, card });
        }
        Ok(())
    }

    fn check_held(&self, seat: Seat, left: Hand, card: Card) -> Result<(), IllegalPlay> {
        if !left.contains(card) {
            return Err(IllegalPlay::NotHeld { seat, card });
        }
        match self.history.trick().suit_led() {
            Some(led) if !legal_from(left, Some(led)).contains(card) => {
                Err(IllegalPlay::Revoke { seat, card, led })
            }
            _ => Ok(()),
        }
    }

    fn check_hidden(&self, seat: Seat, card: Card) -> Result<(), IllegalPlay> {
        let holder = self.known().find(|(_, hand)| hand.contains(card)).map(|(holder, _)| holder);
        if let Some(holder) = holder {
            return Err(IllegalPlay::HeldElsewhere { seat, card, holder });
        }
        if self.history.played().iter().any(|played| played.card == card) {
            return Err(IllegalPlay::NotHeld { seat, card });
        }
        if self.history.has_shown_out(seat, card.suit) {
            return Err(IllegalPlay::ShownOut { seat, card });
        }
        Ok(())
    }

    /// Whether the cards that are not seen fit into the hidden hands, of which some are void where
    /// they did not follow suit. By Hall's theorem they do if, of any of the hidden hands, those
    /// cards that no other may hold do not outnumber the cards that they have left.
    fn has_room(&self) -> bool {
        let hidden: Vec<Seat> =
            Seat::ALL.into_iter().filter(|&seat| self.hands[seat].is_none()).collect();
        let seen = self.known().fold(Hand::EMPTY, |seen, (_, hand)| seen | hand);
        let played: Hand = self.history.played().iter().map(|played| played.card).collect();
        let unseen = Hand::ALL - seen - played;
        (0u32..1 << hidden.len()).all(|some| {
            let is_of = |at: usize| some >> at & 1 == 1;
            let with = |wanted: bool| {
                let chosen = hidden.iter().enumerate().filter(move |(at, _)| is_of(*at) == wanted);
                chosen.map(|(_, &seat)| seat)
            };
            let room: usize =
                with(true).map(|seat| 13 - self.history.played_by(seat).count()).sum();
            let theirs =
                |card: &Card| with(false).all(|seat| self.history.has_shown_out(seat, card.suit));
            unseen.iter().filter(theirs).count() <= room
        })
    }

    fn known(&self) -> impl Iterator<Item = (Seat, Hand)> + '_ {
        self.hands.iter().filter_map(|(seat, hand)| Some((seat, (*hand)?)))
    }

    /// What everybody knows before the opening lead.
    pub const fn bidding(&self) -> &Arc<Bidding> {
        &self.bidding
    }

    /// The cards played so far and the tricks won.
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// The thirteen cards that a seat was dealt, if they are known.
    pub fn dealt(&self, seat: Seat) -> Option<Hand> {
        self.hands[seat]
    }

    /// The cards that a seat has left, if its hand is known.
    pub fn left(&self, seat: Seat) -> Option<Hand> {
        self.hands[seat].map(|hand| hand - self.history.cards_of(seat))
    }

    /// Whether all the cards have been played.
    pub fn is_over(&self) -> bool {
        self.history.played().len() == 52
    }

    /// The same when the first `n` cards had been played, at most all.
    #[must_use]
    pub fn first(&self, n: usize) -> Self {
        Self { history: self.history.first(n), ..self.clone() }
    }

    /// The play with all four hands, if all are known.
    pub fn complete(&self) -> Option<Play> {
        let mut builder = Builder::new();
        for seat in Seat::ALL {
            builder[seat] = self.hands[seat]?;
        }
        let deal = builder.build_full().expect("four hands of thirteen different cards");
        let mut play = Play::new(Board::new(deal, Arc::clone(&self.bidding)));
        for played in self.history.played() {
            play.play(played.card).expect("the cards have been played");
        }
        Some(play)
    }

    /// What a player may know now. For dummy's seat it is declarer's view, who chooses its cards.
    ///
    /// # Errors
    ///
    /// [`IllegalView::OwnHandMissing`] and [`IllegalView::DummyMissing`] when the hands that he sees
    /// are not known.
    pub fn view(&self, seat: Seat) -> Result<View, IllegalView> {
        let contract = self.bidding.contract();
        let (seat, dummy) = (contract.decider(seat), contract.dummy());
        let hand = self.hands[seat].ok_or(IllegalView::OwnHandMissing { seat })?;
        let faced = match self.history.dummy_is_faced() {
            true => Some(self.hands[dummy].ok_or(IllegalView::DummyMissing { dummy })?),
            false => None,
        };
        Ok(View::of_hands(seat, (hand, faced), &self.bidding, &self.history))
    }
}

impl From<&Play> for PartialPlay {
    fn from(play: &Play) -> Self {
        Self {
            hands: BySeat::from_fn(|seat| Some(play.deal()[seat])),
            bidding: Arc::clone(play.bidding()),
            history: play.history().clone(),
        }
    }
}

impl From<&View> for PartialPlay {
    fn from(view: &View) -> Self {
        Self {
            hands: BySeat::from_fn(|seat| view.dealt(seat)),
            bidding: Arc::clone(view.bidding()),
            history: view.history().clone(),
        }
    }
}
