//! The features of a call: what a player has before him who is to call, as numbers that are 0 or 1.

use super::context::{CallContext, LAST_CALLS};
use super::key_cards::{KeyCardAnswer, KeyCardScale, KeyCardStage, KeyCards};
use super::openings::{OddOpening, OpeningStyle};
use crate::cards::{Call, Card, Hand, Holding, Rank, Suit, hand_points};
use crate::constraint::caller::{AUCTION_FEATURES, AuctionFeatures};

/// Features distinguish lengths of a suit below this, points and controls (an ace is two, a king
/// one) below the others.
const LONGEST: usize = 9;
const MOST_POINTS: usize = 26;
const MOST_CONTROLS: usize = 9;

/// The number of the first feature of each kind: a card, the length of each suit, points, how many
/// aces, how many kings, how the caller's pair opens and how their opponents do.
const CARDS: usize = AUCTION_FEATURES;
const LENGTHS: usize = CARDS + 52;
const POINTS: usize = LENGTHS + 4 * (LONGEST + 1);
const ACES: usize = POINTS + MOST_POINTS + 1;
const KINGS: usize = ACES + 5;
const STYLES: usize = KINGS + 5;
/// The last calls of all, the suit of both partners, and what the hand has in the last suits of
/// each.
const LAST: usize = STYLES + 2 * OddOpening::EACH.len();
const AGREED: usize = LAST + LAST_CALLS;
const IN_SUITS: usize = AGREED + 4;
const CONTROLS: usize = IN_SUITS + 3 * OF_SUIT;
/// Key cards: the trump suit or none; what is asked; how many the hand has and whether the queen;
/// the answer that the pair's scale has for it; partner's answer with one's own number, by the
/// scale or, where that is not known, by its step; how many both have.
const TRUMPS: usize = CONTROLS + MOST_CONTROLS + 1;
const STAGES: usize = TRUMPS + 5;
const KEYS: usize = STAGES + 3;
const QUEEN: usize = KEYS + 3 * COUNTS;
const ANSWER: usize = QUEEN + 1;
const SHOWN: usize = ANSWER + 4;
const STEP: usize = SHOWN + 4 * COUNTS;
const BOTH: usize = STEP + 4 * COUNTS;
pub(super) const FEATURES: usize = BOTH + COUNTS;

/// How many numbers of key cards there are, from 0 to 5.
const COUNTS: usize = 6;

/// Features of a suit: its length, how many of its three honours the hand has, and whether it is
/// stopped.
const OF_SUIT: usize = LONGEST + 1 + 4 + 1;

/// The features of a call: the hand, the auction so far, and what both pairs have agreed.
#[derive(Debug, Clone)]
pub struct CallChoice {
    auction: AuctionFeatures,
    answer: Option<Call>,
    /// The indices of the features that are 1.
    pub(super) active: Vec<u16>,
}

impl CallChoice {
    /// The features of this hand after this auction, with the opening styles of the player's own
    /// pair and of the opponents. `scale` is the one by which his pair answers 4NT, if that is
    /// known.
    pub fn new(
        context: &CallContext,
        hand: Hand,
        styles: [OpeningStyle; 2],
        scale: Option<KeyCardScale>,
    ) -> Self {
        let auction = context.auction_features().clone();
        let mut active = auction.active().to_vec();
        let mut add = |feature: usize| active.push(feature as u16);
        add_hand(hand, &mut add);
        for (first, style) in [STYLES, STYLES + OddOpening::EACH.len()].into_iter().zip(styles) {
            style.features().for_each(|feature| add(first + feature));
        }
        context.last_calls().for_each(|feature| add(LAST + feature));
        if let Some(suit) = context.agreed {
            add(AGREED + suit as usize);
        }
        for (at, suit) in context.suits.into_iter().enumerate() {
            if let Some(suit) = suit {
                add_suit(hand[suit], IN_SUITS + at * OF_SUIT, &mut add);
            }
        }
        add_key_cards(context, hand, scale, &mut add);
        let answer = context.asked_in.map(|trumps| answer_in(trumps, hand));
        Self { auction, answer, active }
    }

    /// The answer of our players, where partner has certainly asked for key cards, if they answer
    /// at all.
    pub const fn answer(&self) -> Option<Call> {
        self.answer
    }

    /// The auction so far.
    pub const fn auction(&self) -> &AuctionFeatures {
        &self.auction
    }
}

/// The answer of a hand by our scale to a question about key cards in this suit.
fn answer_in(trumps: Suit, hand: Hand) -> Call {
    KeyCardAnswer::of(KeyCards::of(hand, Some(trumps))).call(KeyCardScale::OURS)
}

/// Adds the features of the hand alone.
fn add_hand(hand: Hand, add: &mut impl FnMut(usize)) {
    hand.iter().for_each(|card| add(CARDS + place(card)));
    for suit in Suit::ASC {
        add(LENGTHS + suit as usize * (LONGEST + 1) + hand[suit].len().min(LONGEST));
    }
    add(POINTS + usize::from(hand_points(hand)).min(MOST_POINTS));
    let count = |rank| Suit::ASC.into_iter().filter(|&suit| hand[suit].contains(rank)).count();
    let [aces, kings] = [Rank::A, Rank::K].map(count);
    add(ACES + aces);
    add(KINGS + kings);
    add(CONTROLS + (2 * aces + kings).min(MOST_CONTROLS));
}

/// Adds the features of a suit that somebody bid.
fn add_suit(held: Holding, first: usize, add: &mut impl FnMut(usize)) {
    let honours = [Rank::A, Rank::K, Rank::Q].map(|rank| held.contains(rank));
    let is_stopped = (1..).zip(honours).any(|(cards, has)| has && held.len() >= cards);
    add(first + held.len().min(LONGEST));
    add(first + LONGEST + 1 + honours.into_iter().filter(|has| *has).count());
    if is_stopped {
        add(first + OF_SUIT - 1);
    }
}

/// Adds the features of a question about key cards.
fn add_key_cards(
    context: &CallContext,
    hand: Hand,
    scale: Option<KeyCardScale>,
    add: &mut impl FnMut(usize),
) {
    let Some(turn) = context.key_cards else { return };
    let held = KeyCards::of(hand, turn.trumps);
    let stage = match turn.stage {
        KeyCardStage::Asked => 0,
        KeyCardStage::Answered { .. } => 1,
        KeyCardStage::Told => 2,
    };
    add(TRUMPS + turn.trumps.map_or(4, |suit| suit as usize));
    add(STAGES + stage);
    add(KEYS + stage * COUNTS + held.count);
    if held.queen {
        add(QUEEN);
    }
    match (turn.stage, scale) {
        (KeyCardStage::Asked, Some(_)) => add(ANSWER + KeyCardAnswer::of(held) as usize),
        (KeyCardStage::Answered { call, partner_opened }, Some(scale)) => {
            if let Some(shown) = KeyCardAnswer::shown_by(call, scale) {
                add(SHOWN + shown as usize * COUNTS + held.count);
                let [fewer, more] = shown.counts();
                let can_be_more = shown == KeyCardAnswer::NoneOrThree && partner_opened;
                let has = if can_be_more && more + held.count < COUNTS { more } else { fewer };
                add(BOTH + (has + held.count).min(COUNTS - 1));
            }
        }
        (KeyCardStage::Answered { call, .. }, None) => {
            let step = KeyCardAnswer::shown_by(call, KeyCardScale::ThreeFirst);
            if let Some(step) = step {
                add(STEP + step as usize * COUNTS + held.count);
            }
        }
        _ => {}
    }
}

/// The number of a card, from 0.
fn place(card: Card) -> usize {
    13 * card.suit as usize + usize::from(card.rank.get()) - 2
}
