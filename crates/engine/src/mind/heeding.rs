//! What partner's card asks of the player who is on lead.
//!
//! A convention weighs a world by the sender's holding. But he signals what he wants, and in a
//! solved world everybody can see what that would be: the suit that is best led. A sender does not
//! see all hands, so this counts only in part ([`SEEN`]).

use std::cmp::Ordering;

use serde::{Serialize, Serializer};

use super::Assessment;
use crate::belief::Reading;
use crate::carding::{Subject, Tells, Wishes};
use crate::cards::{Card, FullDeal, Suit};
use crate::dd::Solver;
use crate::play::View;

/// The share of senders who know which suit is best led; the others go by their holding. (Assumed,
/// not measured: the problems say too little of it.)
const SEEN: f64 = 0.7;

/// The greatest relative weight of a world for the decider, who accepts or rejects worlds.
const MOST: f64 = 2.0;

/// A card that partner has played to the trick before and that asks for something.
#[derive(Clone)]
pub struct Request(Reading);

impl Request {
    /// The request of partner's card in the trick before, for a player on lead, among the readings
    /// of the cards of hidden hands.
    pub fn of<'a>(view: &View, readings: impl IntoIterator<Item = &'a Reading>) -> Option<Self> {
        let history = view.history();
        if !history.trick().is_empty() || history.to_play() != view.seat() {
            return None;
        }
        let last_trick = history.tricks_played().checked_sub(1)?;
        let partner = view.seat().partner();
        let is_his = |reading: &&Reading| {
            let situation = reading.choice().situation();
            reading.seat == partner && situation.trick_number == last_trick
        };
        let his = readings.into_iter().find(is_his)?;
        // A player with no card left of the suit cannot do what a card asks of its own suit.
        let speaks_of_others = his.choice().messages(his.card.rank).next().is_some();
        let is_possible = speaks_of_others || !view.legal()[his.suit()].is_empty();
        (his.choice().asks() && is_possible).then(|| Self(his.clone()))
    }

    /// The likelihood ratio of partner's card in a world, by what he would want there over his
    /// holding alone: above 0.
    pub fn weight(&self, world: &FullDeal, wishes: &Wishes) -> f64 {
        let Reading { seat, card, .. } = &self.0;
        let choice = self.0.choice();
        let hand = &world[*seat];
        let left = hand[card.suit] - choice.situation().before;
        let probability =
            |wishes: &Wishes| choice.clone().of_hand(hand, wishes).probability(left, card.rank);
        let by_holding = probability(&Wishes::default());
        if by_holding > 0.0 { 1.0 + SEEN * (probability(wishes) / by_holding - 1.0) } else { 1.0 }
    }

    /// The probability of accepting a world, so that accepted worlds are in proportion to
    /// [`Request::weight`], up to a factor of two.
    pub(crate) fn share_kept(&self, view: &View, world: &FullDeal, solver: &mut Solver) -> f64 {
        let assessment = Assessment::of(view, std::slice::from_ref(world), solver);
        if assessment.worlds() == 0 {
            return 0.0;
        }
        (self.weight(world, &assessment.wishes(0)) / MOST).min(1.0)
    }

    /// What partner asks for, by most of the worlds that the reader imagines; `None` if that is not
    /// clear.
    pub fn asked<'a>(&self, worlds: impl IntoIterator<Item = &'a FullDeal>) -> Option<LeadRequest> {
        let (card, choice) = (self.0.card, self.0.choice());
        if let Some(message) = choice.messages(card.rank).next() {
            return Some(match (message.subject, message.high) {
                (Subject::Rather(high, low), true) => LeadRequest::Rather(high, low),
                (Subject::Rather(high, low), false) => LeadRequest::Rather(low, high),
                (Subject::Likes(suit), true) | (Subject::Dislikes(suit), false) => {
                    LeadRequest::For(suit)
                }
                (Subject::Likes(suit) | Subject::Dislikes(suit), _) => LeadRequest::Against(suit),
            });
        }
        let vote = |affirms| if affirms { 1 } else { -1 };
        let votes: i32 = worlds.into_iter().filter_map(|world| self.affirms(world)).map(vote).sum();
        match votes.cmp(&0) {
            Ordering::Greater => Some(LeadRequest::For(card.suit)),
            Ordering::Less => Some(LeadRequest::Against(card.suit)),
            Ordering::Equal => None,
        }
    }

    /// Whether the card says in a world that its suit is liked; `None` if it says nothing.
    fn affirms(&self, world: &FullDeal) -> Option<bool> {
        let Reading { seat, card, .. } = &self.0;
        let choice = self.0.choice();
        let left = world[*seat][card.suit] - choice.situation().before;
        let said = choice.utterance(left).filter(|said| said.asks() && said.subject.is_none())?;
        let truth = said.truth?;
        match said.tells(card.rank) {
            Tells::Truth => Some(truth),
            Tells::Opposite => Some(!truth),
            Tells::Neither => None,
        }
    }
}

/// What a card asks partner to lead, as its reader takes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeadRequest {
    /// This suit.
    For(Suit),
    /// Any suit but this.
    Against(Suit),
    /// The first suit rather than the second.
    Rather(Suit, Suit),
}

/// In letters: `for C`, `against D`, `S rather than D`.
impl Serialize for LeadRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = match self {
            Self::For(suit) => format!("for {}", suit.letter()),
            Self::Against(suit) => format!("against {}", suit.letter()),
            Self::Rather(suit, other) => {
                format!("{} rather than {}", suit.letter(), other.letter())
            }
        };
        serializer.serialize_str(&text)
    }
}

impl LeadRequest {
    /// The cards that come nearest to what is asked.
    ///
    /// ```
    /// use falsecard::cards::{Card, Suit};
    /// use falsecard::mind::LeadRequest;
    ///
    /// let cards: Vec<Card> = ["S2", "H5", "D9"].map(|card| card.parse().unwrap()).to_vec();
    /// assert_eq!(LeadRequest::For(Suit::Hearts).obeyed(&cards), [cards[1]]);
    /// assert_eq!(LeadRequest::Against(Suit::Hearts).obeyed(&cards), [cards[0], cards[2]]);
    /// assert_eq!(LeadRequest::Rather(Suit::Clubs, Suit::Spades).obeyed(&cards), cards[1..]);
    /// ```
    pub fn obeyed(self, cards: &[Card]) -> Vec<Card> {
        let nearest = cards.iter().map(|card| self.falls_short(card.suit)).min();
        let is_nearest = |card: &&Card| Some(self.falls_short(card.suit)) == nearest;
        cards.iter().filter(is_nearest).copied().collect()
    }

    /// How far a lead of this suit is from the request, 0 to 2.
    fn falls_short(self, led: Suit) -> u8 {
        match self {
            Self::For(suit) => u8::from(led != suit),
            Self::Against(suit) => u8::from(led == suit),
            Self::Rather(suit, _) if led == suit => 0,
            Self::Rather(_, other) => 1 + u8::from(led == other),
        }
    }
}

impl Assessment {
    /// Multiplies the weight of the last world by how well it fits partner's request.
    pub(super) fn heed_in_last(&mut self, request: &Request, world: &FullDeal) {
        if let Some(last) = self.worlds().checked_sub(1) {
            let wishes = self.wishes(last);
            self.reweigh_last(request.weight(world, &wishes));
        }
    }

    /// The suits that are best led in a world, as wishes.
    pub fn wishes(&self, row: usize) -> Wishes {
        let best = |suit: Suit| {
            let of_suit =
                self.cards().iter().zip(self.row(row)).filter(|(card, _)| card.suit == suit);
            of_suit.map(|(_, &tricks)| self.score(tricks)).max()
        };
        Wishes::among(|suit| best(suit).is_some(), |suit, other| best(suit) > best(other))
    }
}
