//! Inclinations: which suit people lead, or throw a card of, as records bear it out.
//!
//! A suit's appeal is a sum of nats, one for each thing that is true of it: that partner has led it, that the player holds its
//! ace, that dummy is short of it … A player takes each of his suits with a probability that is proportional to the exponential
//! of its appeal (a conditional logit, as for the cards of a suit in [`habits`](super::habits)):
//!
//! ```text
//! inclination lead defender: partners 0.8, new -0.4, underled-ace -0.9
//! inclination lead defender trumps trick 1: singleton 0.7
//! ```
//!
//! **Read suit by suit.** What a suit says of a hand depends on all that the hand might have chosen instead: its probability is
//! e^a / Z, where Z is the sum over the hand's suits. The exact count weighs one suit at a time. So a reader sets each suit against
//! what the table expects of the other three ([`Inclined::weight`]): a suit that was passed over is unlikely to be one that its player
//! would have chosen before most others, and the suit's own cards are enough to say so. (To first order around the
//! expected hand that is the logarithm of the probability itself.)

use super::Situation;
use super::lines::{KINDS, Lines, Occasions, expected_of, kind, words_of};
use super::record::Record;
use super::touching::touching;
use crate::cards::{BySuit, Hand, Holding, Rank, Seat, Suit, clockwise, highest, holding_of};
use crate::play::{Bidding, History, Played};

/// What may be true of a suit.
pub const TRAITS: [&str; 43] = [
    "singleton",
    "doubleton",
    "length",
    "ace",
    "king",
    "queen",
    "jack",
    "sequence",
    "master",
    "masters",
    "underled-ace",
    "bare-guard",
    "guard",
    "honours",
    "trumps",
    "singleton-trump",
    "trump-length",
    "new",
    "partners",
    "own",
    "declarers",
    "again",
    "new-honour",
    "partners-honour",
    "bid-by-partner",
    "bid-by-self",
    "bid-by-declarer",
    "bid-by-dummy",
    "dummy-void",
    "dummy-short",
    "dummy-length",
    "as-long-as-dummy",
    "through-honours",
    "up-to-honours",
    "up-to-nothing",
    "partner-void",
    "opponent-void",
    "gone",
    "side-master",
    "side-masters",
    "side-length",
    "side-finesse",
    "ruff-over-partner",
];

const PLACES: [&str; 2] = ["lead", "discard"];

const SIDES: [&str; 3] = ["defender", "declarer", "dummy"];

/// The occasion on which a suit is chosen.
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
        TRAITS[feature]
    }
}

/// The nats of each feature on each occasion.
pub type Inclinations = Lines<SuitOccasion>;

/// A player is about to choose a suit, to lead or because he cannot follow: what the whole table sees of each.
#[derive(Debug, Clone)]
pub struct SuitChoice {
    /// What the table sees of each suit, if the card is of that suit.
    suits: BySuit<Situation>,
    /// Who bid each suit first.
    bidders: BySuit<Option<Seat>>,
    /// The suit of the trick before.
    last_led: Option<Suit>,
    /// Who has failed to follow to each suit, by the index of the seat.
    voids: BySuit<[bool; 4]>,
    /// What dummy has left, where it is dummy that plays.
    from_dummy: Option<Hand>,
    /// How many cards the hand has left on which the choice depends.
    left: usize,
}

impl SuitChoice {
    /// The choices of the play so far, in order: nothing for a card that followed suit.
    pub fn of_history(
        bidding: &Bidding,
        history: &History,
        dummy: Option<Hand>,
    ) -> Vec<(Played, Option<Self>)> {
        let mut record = Record::new(history.contract(), dummy);
        let mut found = Vec::with_capacity(history.played().len());
        for &played in history.played() {
            let follows = record.situation(played.card.suit).follows();
            found.push((played, (!follows).then(|| Self::of(bidding, &record))));
            record.push(played.card);
        }
        found
    }

    /// The choice of the player who is to play, if he need not follow suit.
    pub fn now(bidding: &Bidding, history: &History, dummy: Option<Hand>) -> Self {
        let mut record = Record::new(history.contract(), dummy);
        history.played().iter().for_each(|played| record.push(played.card));
        Self::of(bidding, &record)
    }

    fn of(bidding: &Bidding, record: &Record) -> Self {
        let suits = BySuit::from_fn(|suit| record.situation(suit));
        let situation = &suits[Suit::Clubs];
        let (seat, contract) = (situation.seat, situation.contract);
        let from_dummy = situation.dummy.filter(|_| seat == contract.dummy());
        let in_trick = |seat| usize::from(situation.trick.card_of(seat).is_some());
        let left = 13 - usize::from(situation.trick_number) - in_trick(contract.decider(seat));
        Self {
            bidders: BySuit::from_fn(|suit| bidding.bidder(suit)),
            last_led: record.last_led(),
            voids: BySuit::from_fn(|suit| Seat::ALL.map(|seat| record.is_void(seat, suit))),
            from_dummy,
            left,
            suits,
        }
    }

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

    /// What does not depend on the suit, the same in all.
    fn any(&self) -> &Situation {
        &self.suits[Suit::Clubs]
    }

    /// The hand on which the choice depends: dummy's cards declarer chooses by his own.
    pub fn decider(&self) -> Seat {
        self.any().contract.decider(self.any().seat)
    }

    /// What the decider has left of a suit of which he was dealt these.
    pub fn left(&self, suit: Suit, dealt: Holding) -> Holding {
        let situation = &self.suits[suit];
        let decider = self.decider();
        let gone = if decider == situation.seat { situation.before } else { situation.gone };
        dealt - gone
    }

    /// Whether the suit can be chosen by who has these cards of it left.
    fn is_open(&self, suit: Suit, left: Holding) -> bool {
        !self.from_dummy.map_or(left, |dummy| dummy[suit]).is_empty()
    }

    /// What is true of a suit of which the decider has these cards left, as numbers, by feature; `None` where
    /// it cannot be chosen.
    pub fn features(&self, suit: Suit, left: Holding) -> Option<Vec<(usize, f64)>> {
        let each = || self.traits(suit, left).into_iter().enumerate();
        self.is_open(suit, left).then(|| each().filter(|(_, is)| *is != 0.0).collect())
    }

    /// Readies it for readers of players with these inclinations.
    pub fn of_people(self, inclinations: &Inclinations) -> Inclined {
        let mut nats = [0.0; TRAITS.len()];
        for &(feature, value) in inclinations.at(self.occasion()) {
            nats[feature] = value;
        }
        let mut inclined = Inclined { choice: self, nats, others: BySuit::from_fn(|_| 1.0) };
        inclined.others = inclined.expect();
        inclined
    }

    fn traits(&self, suit: Suit, left: Holding) -> [f64; TRAITS.len()] {
        let situation = &self.suits[suit];
        let (seat, contract) = (situation.seat, situation.contract);
        let (partner, gone) = (seat.partner(), situation.gone);
        let declares = !situation.is_defender();
        let out = Holding::ALL - gone - left;
        let top = highest(left);
        let masters = masters(left, out);
        let sequence = top.filter(|&top| top >= Rank::T && touching(left, top, gone).len() > 1);
        // How many of the cards that are out beat the best one held: as many small cards guard it.
        let above = top.map_or(0, |top| out.iter().filter(|&rank| rank > top).count());
        let is_guard = (1..4).contains(&above);
        let trumps = situation.is_trumps();
        let honours = left.iter().filter(|&rank| rank >= Rank::J).count();
        let has = |rank| left.contains(rank);
        let faced = situation.dummy.is_some();
        let dummys = situation.dummys();
        let dummy_honours = dummys.iter().filter(|&rank| rank >= Rank::Q).count();
        let defends = |yes: bool| yes && faced && !declares;
        let (through, up_to) = (clockwise(seat, 1), clockwise(seat, 3));
        let dummy = contract.dummy();
        let leader = situation.first_lead.map(|(leader, _)| leader);
        let bidder = self.bidders[suit];
        let opponents = [clockwise(seat, 1), clockwise(seat, 3)];
        let void = |seat: Seat| self.voids[suit][seat as usize];
        let both = if declares { left | dummys } else { Holding::EMPTY };
        let side_out = Holding::ALL - gone - both;
        let side_masters = self::masters(both, side_out);
        let next = highest(both).filter(|_| declares && side_masters == 0);
        let missing = next.map_or(0, |next| side_out.iter().filter(|&rank| rank > next).count());
        let is = |yes: bool| f64::from(u8::from(yes));
        let count = |number: usize, of: usize| number as f64 / of as f64;
        [
            is(left.len() == 1),
            is(left.len() == 2),
            (left.len().max(1) as f64).ln(),
            is(has(Rank::A)),
            is(has(Rank::K)),
            is(has(Rank::Q)),
            is(has(Rank::J)),
            is(sequence.is_some()),
            is(masters > 0),
            count(masters, 4),
            is(has(Rank::A) && !has(Rank::K) && !gone.contains(Rank::K)),
            is(is_guard && left.len() == above + 1),
            is(is_guard && left.len() > above),
            count(honours, 4),
            is(trumps),
            is(trumps && left.len() == 1),
            is(trumps) * count(left.len(), 4),
            is(leader.is_none()),
            is(leader == Some(partner)),
            is(leader == Some(seat)),
            is(leader.is_some_and(|leader| opponents.contains(&leader))),
            is(self.last_led == Some(suit)),
            is(leader.is_none()) * count(honours, 4),
            is(leader == Some(partner)) * count(honours, 4),
            is(bidder == Some(partner)),
            is(bidder == Some(seat)),
            is(bidder == Some(contract.declarer)),
            is(bidder == Some(dummy)),
            is(faced && !declares && dummys.is_empty()),
            is(defends((1..3).contains(&dummys.len()))),
            if defends(true) { count(dummys.len(), 4) } else { 0.0 },
            is(defends(left.len() <= dummys.len())),
            if defends(dummy == through) { count(dummy_honours, 3) } else { 0.0 },
            if defends(dummy == up_to) { count(dummy_honours, 3) } else { 0.0 },
            is(defends(dummy == up_to && highest(dummys).is_none_or(|top| top < Rank::J))),
            is(void(partner)),
            is(opponents.into_iter().any(void)),
            count(gone.len(), 8),
            is(side_masters > 0),
            count(side_masters, 4),
            if declares { count(both.len(), 8) } else { 0.0 },
            is(missing == 1),
            is(trumps && situation.partner_is_winning()),
        ]
    }
}

/// How many of the highest cards that are left somebody holds.
fn masters(left: Holding, out: Holding) -> usize {
    let top = highest(out);
    left.iter().filter(|&rank| top.is_none_or(|top| rank > top)).count()
}

/// A choice of suit by players whose inclinations are known.
#[derive(Debug, Clone)]
pub struct Inclined {
    choice: SuitChoice,
    nats: [f64; TRAITS.len()],
    /// What the table expects the sum of the appeals of the other suits to be, above nought.
    others: BySuit<f64>,
}

/// By so many hands the table judges what a player's suits are worth to him.
const HANDS: usize = 16;

impl Inclined {
    /// The choice.
    pub const fn choice(&self) -> &SuitChoice {
        &self.choice
    }

    /// The exponential of the appeal of a suit of which the decider has these cards left; nothing where it
    /// cannot be chosen.
    pub fn appeal(&self, suit: Suit, left: Holding) -> f64 {
        if !self.choice.is_open(suit, left) {
            return 0.0;
        }
        let traits = self.choice.traits(suit, left);
        let nats: f64 = traits.iter().zip(&self.nats).map(|(is, nats)| is * nats).sum();
        nats.exp()
    }

    /// How likely it is that a suit was chosen, or was not, by who was dealt these cards in it, against what the table expects of
    /// his other suits: a probability.
    pub fn weight(&self, suit: Suit, dealt: Holding, is_chosen: bool) -> f64 {
        let appeal = self.appeal(suit, self.choice.left(suit, dealt));
        let share = appeal / (appeal + self.others[suit]);
        if is_chosen { share } else { 1.0 - share }
    }

    /// The sums of the appeals of the decider's other suits that the table expects: the means over hands of as many
    /// cards as he has left, each as likely to hold any card that is out.
    fn expect(&self) -> BySuit<f64> {
        let choice = &self.choice;
        let dummy = choice.any().dummy.unwrap_or_default();
        let is_void = |suit: Suit| choice.voids[suit][choice.decider() as usize];
        let out = BySuit::from_fn(|suit| {
            let cards = Holding::ALL - choice.suits[suit].gone - dummy[suit];
            if is_void(suit) { Holding::EMPTY } else { cards }
        });
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

/// What the other suits are worth at least: of who has none the suit is certain.
const LEAST: f64 = 1e-6;

/// The share of some cards that one of the hands holds by which the table judges.
fn part(cards: Holding, number: usize, share: f64) -> Holding {
    let is_held = |&(at, _): &(usize, Rank)| {
        let place = (number as f64 + 0.5) / HANDS as f64 + at as f64 * GOLDEN_RATIO;
        place.fract() < share
    };
    holding_of(cards.iter().enumerate().filter(is_held).map(|(_, rank)| rank))
}

/// The fractional part of the golden ratio, whose multiples fill the unit interval most evenly.
const GOLDEN_RATIO: f64 = 0.618_033_988_749_894_9;
