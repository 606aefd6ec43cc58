//! The play of a board, where some hands may be unknown.

use std::sync::Arc;

use thiserror::Error;

use super::{Bidding, Board, History, IllegalPlay, PartialPosition, Play, PlayedCard, View};
use crate::cards::{Builder, BySeat, Card, Hand, Seat, seat_name};

/// Why the hands, bidding and cards given cannot be a player's view of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IllegalView {
    /// A hand does not have thirteen cards.
    #[error("law 6B: {} was dealt {found} cards instead of thirteen", seat_name(*seat))]
    HandSize {
        /// Whose hand.
        seat: Seat,
        /// How many cards it has.
        found: usize,
    },
    /// Two hands hold the same card.
    #[error("law 1: there is one {card} in the pack, and it is dealt to {} and to {}",
        seat_name(seats[0]), seat_name(seats[1]))]
    DealtTwice {
        /// The card.
        card: Card,
        /// Who is said to hold it.
        seats: [Seat; 2],
    },
    /// The view asked for is dummy's.
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
    /// A card cannot have been played.
    #[error("card {number}, in trick {}: {why}", (number - 1) / 4 + 1)]
    Card {
        /// Its number in the order of play, from 1.
        number: usize,
        /// The law that it breaks.
        why: IllegalPlay,
    },
}

/// The bidding and play of a board, with the hands that are known: all four in the record of a
/// match, two for a player at the table, one before the opening lead. Cards are checked against the
/// laws as far as the known hands allow: see [`PartialPosition`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartialPlay {
    hands: BySeat<Option<Hand>>,
    bidding: Arc<Bidding>,
    position: PartialPosition,
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
        Ok(Self::start(hands, bidding))
    }

    /// The board before the opening lead, with hands that have been checked.
    fn start(hands: BySeat<Option<Hand>>, bidding: Arc<Bidding>) -> Self {
        let contract = bidding.contract();
        let position = PartialPosition::new(hands, contract.strain(), contract.opening_leader())
            .expect("the hands that are known are disjoint and of thirteen cards");
        Self { hands, position, history: History::new(contract), bidding }
    }

    /// Plays these cards.
    fn after(mut self, played: &[PlayedCard]) -> Self {
        for played in played {
            self.play(played.card).expect("the cards have been played");
        }
        self
    }

    /// Plays a card.
    ///
    /// # Errors
    ///
    /// [`IllegalPlay`]; the play is then unchanged.
    pub fn play(&mut self, card: Card) -> Result<(), IllegalPlay> {
        self.position.play(card)?;
        self.history.push(card);
        Ok(())
    }

    /// Dealer, vulnerability, auction and contract.
    pub const fn bidding(&self) -> &Arc<Bidding> {
        &self.bidding
    }

    /// The cards played so far and the tricks won.
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// The hands that are known, as dealt.
    pub fn seats_known(&self) -> impl Iterator<Item = (Seat, Hand)> + '_ {
        Seat::ALL.into_iter().filter_map(|seat| Some((seat, self.dealt(seat)?)))
    }

    /// The thirteen cards that a seat was dealt, if they are known.
    pub fn dealt(&self, seat: Seat) -> Option<Hand> {
        self.hands[seat]
    }

    /// The cards that a seat has left, if its hand is known.
    pub fn left(&self, seat: Seat) -> Option<Hand> {
        self.position.left(seat)
    }

    /// Whether all the cards have been played.
    pub fn is_over(&self) -> bool {
        self.position.is_over()
    }

    /// The play after its first `n` cards, or all of it if there are fewer.
    #[must_use]
    pub fn first(&self, n: usize) -> Self {
        let played = self.history.played();
        Self::start(self.hands, Arc::clone(&self.bidding)).after(&played[..n.min(played.len())])
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

    /// The view of a player now. For dummy's seat this is declarer's view, since declarer chooses
    /// dummy's cards.
    ///
    /// # Errors
    ///
    /// [`IllegalView::OwnHandMissing`] and [`IllegalView::DummyMissing`] if a hand that he sees is
    /// not known.
    pub fn view(&self, seat: Seat) -> Result<View, IllegalView> {
        let contract = self.bidding.contract();
        let (seat, dummy) = (contract.decider(seat), contract.dummy());
        let hand = self.hands[seat].ok_or(IllegalView::OwnHandMissing { seat })?;
        let faced = if self.history.dummy_is_faced() {
            Some(self.hands[dummy].ok_or(IllegalView::DummyMissing { dummy })?)
        } else {
            None
        };
        Ok(View::of_hands(seat, (hand, faced), &self.bidding, &self.history))
    }
}

impl View {
    /// A view from a player's thirteen cards as dealt, dummy's thirteen once a card has been led
    /// (also when the player is declarer), the bidding, and the cards in the order of play.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use falsecard::cards::{Auction, Seat, Vulnerability};
    /// use falsecard::play::{Bidding, DeclaredContract, View};
    ///
    /// let contract = DeclaredContract { contract: "3NT".parse()?, declarer: Seat::South };
    /// let auction = "2NT P 3NT P P P".parse()?;
    /// let bidding = Arc::new(Bidding::new(Seat::South, Vulnerability::NONE, auction, contract)?);
    /// let (east, dummy) = ("QJT.KJT9.QJT9.K2".parse()?, "432.32.32.AJT987".parse()?);
    /// let played = ["H6".parse()?, "H2".parse()?];
    /// let view = View::new(Seat::East, east, Some(dummy), bidding.clone(), &played)?;
    /// assert_eq!(view.legal(), ".KJT9..".parse()?);
    ///
    /// let faulty = View::new(Seat::East, east, Some(east), bidding, &played).unwrap_err();
    /// assert!(faulty.to_string().starts_with("law 1: there is one ♠"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`IllegalView`], with the law broken: a hand without exactly thirteen cards, a card in two
    /// hands, dummy's hand missing or given too early, dummy's own seat, or a card that cannot have
    /// been played.
    pub fn new(
        seat: Seat,
        hand: Hand,
        dummy: Option<Hand>,
        bidding: Arc<Bidding>,
        played: &[Card],
    ) -> Result<Self, IllegalView> {
        let faced = bidding.contract().dummy();
        if seat == faced {
            return Err(IllegalView::Dummy { seat });
        }
        if dummy.is_some() && played.is_empty() {
            return Err(IllegalView::DummyTooEarly { dummy: faced });
        }
        let mut hands = BySeat::default();
        (hands[seat], hands[faced]) = (Some(hand), dummy);
        let mut play = PartialPlay::new(hands, bidding)?;
        for (at, &card) in played.iter().enumerate() {
            play.play(card).map_err(|why| IllegalView::Card { number: at + 1, why })?;
        }
        play.view(seat)
    }
}

impl From<&Play> for PartialPlay {
    fn from(play: &Play) -> Self {
        let hands = BySeat::from_fn(|seat| Some(play.deal()[seat]));
        Self::start(hands, Arc::clone(play.bidding())).after(play.history().played())
    }
}

impl From<&View> for PartialPlay {
    fn from(view: &View) -> Self {
        let hands = BySeat::from_fn(|seat| view.dealt(seat));
        Self::start(hands, Arc::clone(view.bidding())).after(view.history().played())
    }
}
