//! Inclinations: which suit people lead or discard, fitted to records.
//!
//! A suit's appeal is a sum of nats, one term for each thing that is true of it: that partner has
//! led it, that the player holds its ace, that dummy is short of it … The probability of a suit is
//! proportional to the exponential of its appeal (a conditional logit, as for the cards of a suit
//! in [`habits`](super::habits)):
//!
//! ```text
//! inclination lead defender: partners 0.8, new -0.4, underled-ace -0.9
//! inclination lead defender trumps trick 1: singleton 0.7
//! ```
//!
//! **Read suit by suit.** The likelihood of a chosen suit is e^a / Z, where Z is the sum over the
//! hand's suits, so it depends on all of them. The exact count weighs one suit at a time. So a
//! reader compares each suit with what the table expects of the other three
//! ([`SuitChoiceModel::weight`]): a suit that was passed over is unlikely to be one that its player
//! would have chosen before most others, and the suit's own cards are enough to say so. (To first
//! order around the expected hand that is the logarithm of the probability itself.)

use super::ByHolding;
use super::lines::{KINDS, Lines, Occasions, expected_of, kind, words_of};
use super::suit_traits::{SuitContext, SuitTrait, TRAITS};
use crate::cards::{BySuit, Holding, Rank, Suit, holding_of};
use crate::real::Real;

pub use super::suit_choice::SuitChoice;

const PLACES: [&str; 2] = ["lead", "discard"];

const SIDES: [&str; 3] = ["defender", "declarer", "dummy"];

/// The occasions on which a suit is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SuitOccasion;

impl Occasions for SuitOccasion {
    const COUNT: usize = PLACES.len() * SIDES.len() * Self::KINDS;
    const KINDS: usize = KINDS;

    fn words(number: usize) -> [String; 2] {
        words_of(number, &PLACES, &SIDES)
    }

    fn expected() -> String {
        expected_of(&PLACES, &SIDES)
    }

    fn features() -> usize {
        TRAITS.len()
    }

    fn is_agreed(_: usize) -> bool {
        false
    }

    fn feature_name(feature: usize) -> &'static str {
        TRAITS[feature].name
    }
}

/// The nats of each feature on each occasion.
pub type Inclinations = Lines<SuitOccasion>;

impl SuitChoice {
    /// The number of the occasion.
    pub fn occasion(&self) -> usize {
        let situation = self.any();
        let side = match self.from_dummy {
            Some(_) => 2,
            None => usize::from(!situation.is_defender()),
        };
        let group = usize::from(!situation.is_lead()) * SIDES.len() + side;
        group * KINDS + kind(situation)
    }

    /// The cards of a suit that the decider may have left, as far as the table knows.
    fn out(&self, suit: Suit) -> Holding {
        Holding::ALL - self.suits[suit].gone - self.suits[suit].dummys()
    }

    /// Whether a player can choose the suit who has these cards of it left.
    fn is_open(&self, suit: Suit, left: Holding) -> bool {
        !self.from_dummy.map_or(left, |dummy| dummy[suit]).is_empty()
    }

    /// The features of a suit of which the decider has these cards left, with their values; `None`
    /// if it cannot be chosen.
    pub fn features(&self, suit: Suit, left: Holding) -> Option<Vec<(usize, f64)>> {
        let each = || {
            let seen = SuitContext::new(self, suit, left);
            let each = TRAITS.iter().map(|it| (it.of)(&seen)).enumerate();
            each.filter(|(_, is)| *is != 0.0).collect()
        };
        self.is_open(suit, left).then(each)
    }

    /// Prepares the choice for readers of players with these inclinations.
    pub fn of_people(self, inclinations: &Inclinations) -> SuitChoiceModel {
        let of_people = inclinations.at(self.occasion()).iter();
        let each = of_people.map(|&(feature, nats)| (&TRAITS[feature], nats));
        let (public, nats): (Vec<_>, Vec<_>) = each.partition(|(it, _)| it.is_public);
        let of_table =
            BySuit::from_fn(|suit| sum(&public, &SuitContext::new(&self, suit, Holding::EMPTY)));
        let others = BySuit::from_fn(|_| 1.0);
        let shares = BySuit::from_fn(|suit| ByHolding::new(self.out(suit)));
        let mut inclined = SuitChoiceModel { choice: self, of_table, nats, others, shares };
        inclined.others = inclined.expect();
        inclined
    }
}

/// The model of a choice of suit by players with known inclinations.
#[derive(Debug)]
pub struct SuitChoiceModel {
    choice: SuitChoice,
    /// The public part of the appeal of each suit, in nats.
    of_table: BySuit<f64>,
    /// The nats of the traits that depend on the decider's cards.
    nats: Vec<(&'static SuitTrait, f64)>,
    /// The sum of the exponential appeals of the other suits that the table expects, above 0.
    others: BySuit<f64>,
    /// The probability of each suit by the holding that the decider has left in it.
    shares: BySuit<ByHolding>,
}

/// The sum of the nats of a suit's traits, each times its value.
fn sum(nats: &[(&SuitTrait, f64)], seen: &SuitContext) -> f64 {
    nats.iter().map(|(it, nats)| (it.of)(seen) * nats).sum()
}

/// The number of hands over which the table's expectations are averaged.
const HANDS: usize = 16;

impl SuitChoiceModel {
    /// The choice that is modelled.
    pub const fn choice(&self) -> &SuitChoice {
        &self.choice
    }

    /// The exponential of the appeal of a suit of which the decider has these cards left; 0 if it
    /// cannot be chosen.
    pub fn appeal(&self, suit: Suit, left: Holding) -> f64 {
        if !self.choice.is_open(suit, left) {
            return 0.0;
        }
        let seen = SuitContext::new(&self.choice, suit, left);
        Real::exp(self.of_table[suit] + sum(&self.nats, &seen))
    }

    /// The probability that a suit was chosen, or was not, by a player who was dealt these cards in
    /// it, with what the table expects of his other suits.
    pub fn weight(&self, suit: Suit, dealt: Holding, is_chosen: bool) -> f64 {
        let left = self.choice.left(suit, dealt);
        let share = self.shares[suit].get(left, || {
            let appeal = self.appeal(suit, left);
            appeal / (appeal + self.others[suit])
        });
        if is_chosen { share } else { 1.0 - share }
    }

    /// For each suit the expected sum of the appeals of the other suits: the mean over hands of as
    /// many cards as the decider has left, each as likely to hold any card that is out.
    fn expect(&self) -> BySuit<f64> {
        let choice = &self.choice;
        let is_void = |suit: Suit| choice.voids[choice.decider()][suit];
        let out =
            BySuit::from_fn(|suit| if is_void(suit) { Holding::EMPTY } else { choice.out(suit) });
        let all: usize = out.iter().map(|(_, cards)| cards.len()).sum();
        let share = choice.left as f64 / all.max(1) as f64;
        let mean = BySuit::from_fn(|suit| {
            let hands = (0..HANDS).map(|number| self.appeal(suit, part(out[suit], number, share)));
            hands.sum::<f64>() / HANDS as f64
        });
        let sum: f64 = mean.iter().map(|(_, mean)| mean).sum();
        BySuit::from_fn(|suit| (sum - mean[suit]).max(LEAST))
    }
}

/// The least sum of the appeals of other suits: a player with no other suit is certain to choose
/// this one.
const LEAST: f64 = 1e-6;

/// The share of some cards that goes to the hand of this number, of those over which expectations
/// are averaged.
fn part(cards: Holding, number: usize, share: f64) -> Holding {
    let is_held = |&(at, _): &(usize, Rank)| {
        let place = (number as f64 + 0.5) / HANDS as f64 + at as f64 * GOLDEN_RATIO;
        place.fract() < share
    };
    holding_of(cards.iter().enumerate().filter(is_held).map(|(_, rank)| rank))
}

/// The fractional part of the golden ratio, whose multiples fill the unit interval most evenly.
const GOLDEN_RATIO: f64 = 0.618_033_988_749_894_9;
