//! The features of a scene: what a player sees, as numbers for the network.
//!
//! Ranks count from the top of the cards of a suit that are still in play, and seats clockwise from
//! the player, so positions that play alike have the same features. Hidden cards are described by
//! shares: for each card the probability of each hand.

use crate::cards::{Card, FullDeal, Hand, Holding, Rank, Seat, Suit, clockwise};
use crate::play::View;

/// The number of cards of a suit.
pub(super) const RANKS: usize = 13;

/// The number of features of a suit: who holds each card, how many cards that are as high each
/// holds, who has none, who has played which card to the trick, how often each has led it and
/// discarded from it, whether it is trumps, and whether it was led.
pub(super) const OF_SUIT: usize = 2 * 4 * RANKS + 3 + 3 * RANKS + 2 * 4 + 2;

/// The number of features of the table: the strain, dummy's seat, place in the trick, who is
/// winning it, tricks left, tricks needed.
pub(super) const OF_TABLE: usize = 1 + 4 + 4 + 3 + 13 + 15;

/// The number of results, from no trick to all thirteen.
const RESULTS: usize = 14;

/// The number that stands for a share of 1.
const WHOLE: f32 = 255.0;

/// The number of leads, or of discards, of a suit that has the feature 1.
const OFTEN: f32 = 3.0;

/// A suit in the eyes of a player.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct SuitScene {
    /// The cards in play: in the hands and in the trick.
    live: Holding,
    /// For each of these cards, the highest first, the probability of each seat, in parts of
    /// [`WHOLE`].
    shares: [[u8; 4]; RANKS],
    /// The probability that each of the others has no card of it, in parts of [`WHOLE`].
    voids: [u8; 3],
    /// How often each player, the decider first, has led it, and has discarded or ruffed with a
    /// card of it.
    led: [u8; 4],
    thrown: [u8; 4],
}

impl SuitScene {
    /// The length of its serialised form, in bytes.
    const BYTES: usize = 2 + 4 * RANKS + 3 + 2 * 4;
}

/// A position in the eyes of the player who is to choose a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scene {
    pub(super) suits: [SuitScene; 4],
    pub(super) trumps: Option<Suit>,
    /// The cards of the trick, by the number of seats from the player clockwise.
    trick: [Option<Card>; 3],
    led: Option<Suit>,
    /// Who is winning the trick, by the number of seats from the player clockwise.
    winning: Option<usize>,
    /// Where dummy sits, by the number of seats from the player clockwise.
    dummy: usize,
    tricks_left: u8,
    /// How many of the tricks left his side needs for its goal, to make or to defeat the contract;
    /// one more than there are if that is out of reach.
    needed: u8,
    /// The score of his side by the number of tricks that it takes of those left.
    scores: [i16; RESULTS],
    pub(super) legal: Hand,
}

impl Scene {
    /// The scene of a player to whom the hidden hands are one of these worlds, each in proportion
    /// to its weight. Each must fit the view, and dummy must be faced: there is no scene before the
    /// opening lead.
    pub fn of<'a>(view: &View, worlds: impl IntoIterator<Item = (&'a FullDeal, f64)>) -> Self {
        let history = view.history();
        let turn = history.to_play();
        let seats: [Seat; 4] = std::array::from_fn(|steps| clockwise(turn, steps));
        let played = seats.map(|seat| history.cards_of(seat));
        let trick = history.trick();
        let in_trick: Hand = trick.cards().map(|(_, card)| card).collect();
        let gone = played.into_iter().fold(Hand::EMPTY, |all, hand| all | hand) - in_trick;
        let live = Hand::ALL - gone;
        let shares = Shares::of(seats, played, worlds);
        let steps = |seat: Seat| seats.iter().position(|it| *it == seat).unwrap_or_default();
        let contract = view.contract();
        let tricks_left = 13 - history.tricks_played();
        let mut suits = Suit::ASC.map(|suit| shares.of_suit(suit, live[suit]));
        for trick in history.played().chunks(4) {
            for (place, played) in trick.iter().enumerate() {
                let steps = steps(played.seat);
                let suit = &mut suits[played.card.suit as usize];
                if place == 0 {
                    suit.led[steps] += 1;
                } else if played.card.suit != trick[0].card.suit {
                    suit.thrown[steps] += 1;
                }
            }
        }
        Self {
            suits,
            trumps: contract.trumps(),
            trick: std::array::from_fn(|at| trick.card_of(seats[at + 1])),
            led: trick.suit_led(),
            winning: trick.winner(contract.strain()).map(|(seat, _)| steps(seat) - 1),
            dummy: steps(contract.dummy()),
            tricks_left,
            needed: (0..=tricks_left)
                .find(|&more| view.reaches_goal(more))
                .unwrap_or(tricks_left + 1),
            scores: std::array::from_fn(|more| {
                view.score_with((more as u8).min(tricks_left)) as i16
            }),
            legal: view.legal(),
        }
    }

    /// The index of a card among those of its suit that are in play, from the top.
    pub(super) fn place(&self, card: Card) -> usize {
        place(self.suits[card.suit as usize].live, card)
    }

    /// The number of tricks left, the one in progress included.
    pub const fn tricks_left(&self) -> u8 {
        self.tricks_left
    }

    /// The cards that may be played.
    pub const fn legal(&self) -> Hand {
        self.legal
    }

    /// Whether a card of the suit of this index may be played.
    pub(super) fn can_play(&self, suit: usize) -> bool {
        !self.legal[Suit::ASC[suit]].is_empty()
    }

    /// The suit led to the trick.
    pub(super) const fn led(&self) -> Option<Suit> {
        self.led
    }

    /// The score of the player's side by the number of tricks that it takes of those left, in units
    /// of the score that one of them may be worth ([`View::stake`]).
    pub(super) fn scores(&self) -> [f64; RESULTS] {
        let steps = self.scores.windows(2).map(|pair| pair[0].abs_diff(pair[1]));
        let stake = f64::from(steps.max().unwrap_or_default().max(1));
        self.scores.map(|score| f64::from(score) / stake)
    }

    /// The features of a suit.
    pub(super) fn suit_features(&self, suit: Suit) -> [f32; OF_SUIT] {
        let mut features = [0.0; OF_SUIT];
        let seen = &self.suits[suit as usize];
        let (cards, rest) = features.split_at_mut(4 * RANKS);
        let (as_high, rest) = rest.split_at_mut(4 * RANKS);
        // The network could add these up itself; with a feature of its own it learns faster what
        // they mean.
        let mut held = [0.0; 4];
        let each = cards.chunks_exact_mut(4).zip(as_high.chunks_exact_mut(4));
        for ((cards, as_high), shares) in each.zip(&seen.shares) {
            for (at, share) in shares.iter().enumerate() {
                cards[at] = f32::from(*share) / WHOLE;
                held[at] += cards[at];
                as_high[at] = held[at];
            }
        }
        let (voids, rest) = rest.split_at_mut(3);
        for (features, share) in voids.iter_mut().zip(seen.voids) {
            *features = f32::from(share) / WHOLE;
        }
        for (steps, card) in self.trick.iter().enumerate() {
            if let Some(card) = card.filter(|card| card.suit == suit) {
                rest[steps * RANKS + self.place(card)] = 1.0;
            }
        }
        let times = &mut rest[3 * RANKS..];
        for (features, times) in times.iter_mut().zip(seen.led.into_iter().chain(seen.thrown)) {
            *features = f32::from(times) / OFTEN;
        }
        features[OF_SUIT - 2] = f32::from(u8::from(self.trumps == Some(suit)));
        features[OF_SUIT - 1] = f32::from(u8::from(self.led == Some(suit)));
        features
    }

    /// The features of the table: the indices of those that are 1.
    pub(super) fn table_features(&self) -> Vec<u16> {
        let in_trick = self.trick.iter().flatten().count();
        let mut features =
            vec![1 + self.dummy, 5 + in_trick, 12 + usize::from(self.tricks_left) - 1];
        features.push(25 + usize::from(self.needed));
        features.extend(self.trumps.is_none().then_some(0));
        features.extend(self.winning.map(|steps| 9 + steps));
        features.into_iter().map(|at| at as u16).collect()
    }
}

/// The byte for no card, no suit or no seat.
const NONE: u8 = 255;

impl Scene {
    /// The length of the serialised form, in bytes.
    pub const BYTES: usize = 4 * SuitScene::BYTES + 3 + 6 + 2 * RESULTS + 8;

    /// Serialises the scene.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Self::BYTES);
        for suit in &self.suits {
            bytes.extend(suit.live.to_bits().to_le_bytes());
            bytes.extend(suit.shares.as_flattened());
            bytes.extend(suit.voids);
            bytes.extend(suit.led);
            bytes.extend(suit.thrown);
        }
        let suit = |suit: Option<Suit>| suit.map_or(NONE, |suit| suit as u8);
        let card = |card: &Option<Card>| card.map_or(NONE, |it| it.suit as u8 * 16 + it.rank.get());
        bytes.extend(self.trick.iter().map(card));
        bytes.extend([suit(self.trumps), suit(self.led)]);
        bytes.push(self.winning.map_or(NONE, |steps| steps as u8));
        bytes.extend([self.dummy as u8, self.tricks_left, self.needed]);
        bytes.extend(self.scores.iter().flat_map(|score| score.to_le_bytes()));
        bytes.extend(self.legal.to_bits().to_le_bytes());
        bytes
    }

    /// Reads a scene from its bytes; `None` if they hold none.
    pub fn read(bytes: &[u8; Self::BYTES]) -> Option<Self> {
        let (suits, rest) = bytes.split_at(4 * SuitScene::BYTES);
        let mut found = [SuitScene::default(); 4];
        for (found, bytes) in found.iter_mut().zip(suits.chunks_exact(SuitScene::BYTES)) {
            found.live = Holding::from_bits(u16::from_le_bytes([bytes[0], bytes[1]]))?;
            let (shares, rest) = bytes[2..].split_at(4 * RANKS);
            found.shares.as_flattened_mut().copy_from_slice(shares);
            found.voids.copy_from_slice(&rest[..3]);
            found.led.copy_from_slice(&rest[3..7]);
            found.thrown.copy_from_slice(&rest[7..]);
        }
        let suit = |byte: u8| Suit::ASC.get(usize::from(byte)).copied();
        let card = |byte: u8| {
            let (suit, rank) = (suit(byte / 16)?, Rank::try_new(byte % 16).ok()?);
            Some(Card { suit, rank })
        };
        let (scores, legal) = rest[9..].split_at(2 * RESULTS);
        let legal = u64::from_le_bytes(legal.try_into().ok()?);
        let scene = Self {
            suits: found,
            trick: [card(rest[0]), card(rest[1]), card(rest[2])],
            trumps: suit(rest[3]),
            led: suit(rest[4]),
            winning: (rest[5] < 3).then_some(rest[5].into()),
            dummy: rest[6].into(),
            tricks_left: rest[7],
            needed: rest[8],
            scores: std::array::from_fn(|at| {
                i16::from_le_bytes([scores[2 * at], scores[2 * at + 1]])
            }),
            legal: Hand::from_bits(legal)?,
        };
        let is_live = |card: Card| found[card.suit as usize].live.contains(card.rank);
        let is_possible = scene.dummy < 4
            && (1..=13).contains(&scene.tricks_left)
            && scene.needed <= scene.tricks_left + 1;
        (is_possible && scene.legal.iter().chain(scene.trick.into_iter().flatten()).all(is_live))
            .then_some(scene)
    }
}

/// The index of a card among these, from the top.
fn place(live: Holding, card: Card) -> usize {
    live.iter().filter(|rank| *rank > card.rank).count()
}

/// The probability of each card with each seat.
struct Shares {
    /// By seat, suit and rank.
    cards: [[[f64; 15]; 4]; 4],
    voids: [[f64; 4]; 4],
    all: f64,
}

impl Shares {
    fn of<'a>(
        seats: [Seat; 4],
        played: [Hand; 4],
        worlds: impl IntoIterator<Item = (&'a FullDeal, f64)>,
    ) -> Self {
        let mut shares = Self { cards: [[[0.0; 15]; 4]; 4], voids: [[0.0; 4]; 4], all: 0.0 };
        let mut worlds = worlds.into_iter();
        let Some((first, weight)) = worlds.next() else { return shares };
        // The hands that the player sees are the same in all worlds.
        let mut as_first = [weight; 4];
        shares.all = weight;
        for (world, weight) in worlds {
            shares.all += weight;
            for (steps, (seat, played)) in seats.into_iter().zip(played).enumerate() {
                if world[seat] == first[seat] {
                    as_first[steps] += weight;
                } else {
                    shares.add(steps, world[seat] - played, weight);
                }
            }
        }
        for (steps, (seat, played)) in seats.into_iter().zip(played).enumerate() {
            shares.add(steps, first[seat] - played, as_first[steps]);
        }
        shares
    }

    fn add(&mut self, steps: usize, left: Hand, weight: f64) {
        for suit in Suit::ASC {
            for rank in left[suit] {
                self.cards[steps][suit as usize][usize::from(rank.get())] += weight;
            }
            if left[suit].is_empty() {
                self.voids[suit as usize][steps] += weight;
            }
        }
    }

    fn of_suit(&self, suit: Suit, live: Holding) -> SuitScene {
        let part =
            |sum: f64| (sum / self.all.max(f64::MIN_POSITIVE) * f64::from(WHOLE)).round() as u8;
        let mut shares = [[0; 4]; RANKS];
        for (shares, rank) in shares.iter_mut().zip(live.iter()) {
            let of_seat = |steps: usize| self.cards[steps][suit as usize][usize::from(rank.get())];
            *shares = std::array::from_fn(|steps| part(of_seat(steps)));
        }
        let voids = self.voids[suit as usize];
        let voids = std::array::from_fn(|at| part(voids[at + 1]));
        SuitScene { live, shares, voids, ..SuitScene::default() }
    }
}
