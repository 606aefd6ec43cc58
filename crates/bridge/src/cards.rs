//! The shared vocabulary: suits, cards, hands, seats and deals.
//!
//! Most of it comes from the `contract-bridge` crate. This file adds containers
//! indexed by seat or suit, the two sides, an order of cards for display, and
//! the two-letter card names of PBN.

use std::fmt;
use std::ops::{Index, IndexMut};

pub use contract_bridge::auction::{Auction, Call};
pub use contract_bridge::{
    AbsoluteVulnerability as Vulnerability, Bid, Builder, Card, Contract, FullDeal, Hand, Holding,
    Level, PartialDeal, Penalty, Rank, Seat, Strain, Suit,
};
use serde::{Deserialize, Serialize, Serializer};

mod written;

pub use written::{CardText, RankLetter, SeatLetter, StrainName, SuitLetter};

/// Four values, one for each seat.
///
/// ```
/// use falsecard::cards::{BySeat, Seat};
///
/// let mut tricks = BySeat::from_fn(|_| 0);
/// tricks[Seat::East] += 1;
/// assert_eq!(tricks.iter().map(|(_, n)| n).sum::<i32>(), 1);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct BySeat<T>([T; 4]);

impl<T> BySeat<T> {
    /// Computes the value of each seat.
    pub fn from_fn(f: impl FnMut(Seat) -> T) -> Self {
        Self(Seat::ALL.map(f))
    }

    /// The values with their seats, clockwise from North.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::ALL.into_iter().zip(&self.0)
    }

    /// The values with their seats, clockwise from North, mutable.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Seat, &mut T)> {
        Seat::ALL.into_iter().zip(&mut self.0)
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat as usize]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat as usize]
    }
}

/// Four values, one for each suit.
///
/// ```
/// use falsecard::cards::{BySuit, Suit};
///
/// let order = BySuit::from_fn(|suit| suit as u8);
/// assert!(order[Suit::Spades] > order[Suit::Clubs]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct BySuit<T>([T; 4]);

impl<T> BySuit<T> {
    /// Computes the value of each suit.
    pub fn from_fn(f: impl FnMut(Suit) -> T) -> Self {
        Self(Suit::ASC.map(f))
    }

    /// The values with their suits, clubs first.
    pub fn iter(&self) -> impl Iterator<Item = (Suit, &T)> {
        Suit::ASC.into_iter().zip(&self.0)
    }
}

impl<T> Index<Suit> for BySuit<T> {
    type Output = T;

    fn index(&self, suit: Suit) -> &T {
        &self.0[suit as usize]
    }
}

impl<T> IndexMut<Suit> for BySuit<T> {
    fn index_mut(&mut self, suit: Suit) -> &mut T {
        &mut self.0[suit as usize]
    }
}

/// One of the two partnerships.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Side {
    /// North and South.
    #[serde(rename = "NS")]
    NorthSouth,
    /// East and West.
    #[serde(rename = "EW")]
    EastWest,
}

impl Side {
    /// The side that a seat belongs to.
    pub const fn of(seat: Seat) -> Self {
        match seat {
            Seat::North | Seat::South => Self::NorthSouth,
            Seat::East | Seat::West => Self::EastWest,
        }
    }

    /// The opponents.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::NorthSouth => Self::EastWest,
            Self::EastWest => Self::NorthSouth,
        }
    }

    /// Whether the seat belongs to this side.
    pub fn has(self, seat: Seat) -> bool {
        Self::of(seat) == self
    }

    /// Whether this side is vulnerable.
    pub const fn is_vulnerable(self, vulnerability: Vulnerability) -> bool {
        vulnerability.contains(match self {
            Self::NorthSouth => Vulnerability::NS,
            Self::EastWest => Vulnerability::EW,
        })
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::NorthSouth => "NS",
            Self::EastWest => "EW",
        })
    }
}

/// The seat `steps` places clockwise.
///
/// ```
/// use falsecard::cards::{Seat, clockwise};
///
/// assert_eq!(clockwise(Seat::South, 3), Seat::East);
/// ```
pub const fn clockwise(seat: Seat, steps: usize) -> Seat {
    Seat::ALL[(seat as usize + steps) % 4]
}

/// The seat's name as a word: "South".
pub const fn seat_name(seat: Seat) -> &'static str {
    match seat {
        Seat::North => "North",
        Seat::East => "East",
        Seat::South => "South",
        Seat::West => "West",
    }
}

/// The suit's name in the singular, as the Laws speak of it: "club".
pub const fn suit_name(suit: Suit) -> &'static str {
    match suit {
        Suit::Clubs => "club",
        Suit::Diamonds => "diamond",
        Suit::Hearts => "heart",
        Suit::Spades => "spade",
    }
}

/// The suit's name in the plural, as the rule language writes it too: "clubs".
pub const fn suit_plural(suit: Suit) -> &'static str {
    match suit {
        Suit::Clubs => "clubs",
        Suit::Diamonds => "diamonds",
        Suit::Hearts => "hearts",
        Suit::Spades => "spades",
    }
}

/// A sort key that puts cards in the order of a sorted hand: spades first, high cards first.
///
/// ```
/// use falsecard::cards::{Card, display_order};
///
/// let mut cards: Vec<Card> = ["C2", "SQ", "SA"].map(|c| c.parse().unwrap()).to_vec();
/// cards.sort_by_key(|&card| display_order(card));
/// assert_eq!(cards[1], "SQ".parse().unwrap());
/// ```
pub fn display_order(card: Card) -> u8 {
    (3 - card.suit as u8) * 16 + (14 - card.rank.get())
}

/// A card as PBN writes it, suit letter first: `SQ`.
///
/// ```
/// use falsecard::cards::{Card, pbn_name};
///
/// let card: Card = "♠10".parse().unwrap();
/// assert_eq!(pbn_name(card), "ST");
/// ```
pub fn pbn_name(card: Card) -> String {
    [card.suit.letter(), card.rank.letter()].iter().collect()
}

/// A text for people, who write a ten as 10, not as T: of each card and holding behind the symbol
/// of a suit.
///
/// ```
/// use falsecard::cards::with_tens;
///
/// assert_eq!(with_tens("♠T, then ♥KT4"), "♠10, then ♥K104");
/// assert_eq!(with_tens("♠ The queen"), "♠ The queen");
/// ```
pub fn with_tens(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['♠', '♥', '♦', '♣']) {
        let (before, from) = rest.split_at(at);
        let (symbol, behind) = from.split_at('♠'.len_utf8());
        let blank = behind.len() - behind.strip_prefix(' ').unwrap_or(behind).len();
        let is_rank = |c: char| "AKQJT98765432".contains(c);
        let end = behind[blank..].find(|c| !is_rank(c)).map_or(behind.len(), |end| blank + end);
        let (ranks, further) = behind.split_at(end);
        let is_word = further.starts_with(char::is_alphanumeric);
        written += before;
        written += symbol;
        written += &if is_word { ranks.to_owned() } else { ranks.replace('T', "10") };
        rest = further;
    }
    written + rest
}

/// The ranks of a holding as people write them: "K1042", and nothing for a void.
pub fn holding_name(holding: Holding) -> String {
    holding.to_string().replace('T', "10")
}

/// Reads a card, the suit first or last: `C2`, `2C`, `♣2`, `10c`.
///
/// ```
/// use falsecard::cards::{pbn_name, read_card};
///
/// assert_eq!(read_card("10s").map(pbn_name), Some("ST".to_owned()));
/// assert_eq!(read_card("♠T"), read_card("10s"));
/// assert_eq!(read_card("C1"), None);
/// ```
pub fn read_card(text: &str) -> Option<Card> {
    let turned = || {
        let suit = text.chars().next_back()?;
        format!("{suit}{}", text.strip_suffix(suit)?).parse().ok()
    };
    text.parse().ok().or_else(turned)
}

/// A strain as PBN writes it, in letters: `NT`, `S`.
pub const fn pbn_strain(strain: Strain) -> &'static str {
    match strain {
        Strain::Clubs => "C",
        Strain::Diamonds => "D",
        Strain::Hearts => "H",
        Strain::Spades => "S",
        Strain::Notrump => "NT",
    }
}

/// A contract in letters: `4S`, `3NTx`.
pub fn contract_in_letters(contract: Contract) -> String {
    let bid = contract.bid;
    format!("{}{}{}", bid.level.get(), pbn_strain(bid.strain), contract.penalty)
}

/// Which sides are vulnerable, as PBN says it.
pub const fn vulnerable_sides(vulnerability: Vulnerability) -> &'static str {
    match (vulnerability.contains(Vulnerability::NS), vulnerability.contains(Vulnerability::EW)) {
        (false, false) => "None",
        (true, false) => "NS",
        (false, true) => "EW",
        (true, true) => "All",
    }
}

/// For `serde(serialize_with)`: a card as PBN writes it.
///
/// # Errors
///
/// Whatever the serializer refuses.
pub fn serialize_card<S: Serializer>(card: &Card, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&pbn_name(*card))
}

/// For `serde(serialize_with)`: a card as PBN writes it, or nothing.
///
/// # Errors
///
/// Whatever the serializer refuses.
pub fn serialize_some_card<S: Serializer>(
    card: &Option<Card>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    card.map(pbn_name).serialize(serializer)
}

/// For `serde(serialize_with)`: a hand as PBN writes it.
///
/// # Errors
///
/// Whatever the serializer refuses.
pub fn serialize_hand<S: Serializer>(hand: &Hand, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(hand)
}

/// For `serde(serialize_with)`: a rank as one letter, T for ten.
///
/// # Errors
///
/// Whatever the serializer refuses.
pub fn serialize_rank<S: Serializer>(rank: &Rank, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_char(rank.letter())
}

/// For `serde(serialize_with)`: a rank as one letter, or nothing.
///
/// # Errors
///
/// Whatever the serializer refuses.
pub fn serialize_some_rank<S: Serializer>(
    rank: &Option<Rank>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    rank.map(Rank::letter).serialize(serializer)
}

/// For `serde(serialize_with)`: the ranks of a holding, the highest first: "KT4", and nothing for a
/// void.
///
/// # Errors
///
/// Whatever the serializer refuses.
pub fn serialize_holding<S: Serializer>(
    holding: &Holding,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(holding)
}

/// For `serde(serialize_with)`: a suit as one letter.
///
/// # Errors
///
/// Whatever the serializer refuses.
pub fn serialize_suit<S: Serializer>(suit: &Suit, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_char(suit.letter())
}

/// For `serde(serialize_with)`: a suit as one letter, or nothing.
///
/// # Errors
///
/// Whatever the serializer refuses.
pub fn serialize_some_suit<S: Serializer>(
    suit: &Option<Suit>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    suit.map(Suit::letter).serialize(serializer)
}

/// For `serde(serialize_with)`: a seat as one letter.
///
/// # Errors
///
/// Whatever the serializer refuses.
pub fn serialize_seat<S: Serializer>(seat: &Seat, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_char(seat.letter())
}

/// The honours that count Milton Work points: ace 4, king 3, queen 2, jack 1.
pub const HONOURS: [(Rank, u8); 4] = [(Rank::A, 4), (Rank::K, 3), (Rank::Q, 2), (Rank::J, 1)];

/// Whether a card is an honour as far as players choose among cards: a ten or higher. All others
/// are spots.
pub fn is_honour(card: Card) -> bool {
    card.rank >= Rank::T
}

/// High-card points of a holding, 0 to 10.
pub fn holding_points(holding: Holding) -> u8 {
    HONOURS.iter().filter(|(rank, _)| holding.contains(*rank)).map(|(_, points)| points).sum()
}

/// High-card points of a hand, 0 to 37 in a hand of thirteen.
pub fn hand_points(hand: Hand) -> u8 {
    Suit::ASC.iter().map(|&suit| holding_points(hand[suit])).sum()
}

/// A holding of these cards.
pub fn holding_of(ranks: impl IntoIterator<Item = Rank>) -> Holding {
    ranks.into_iter().fold(Holding::EMPTY, |holding, rank| holding | Holding::from_rank(rank))
}

/// The holding of all ranks from this one up.
///
/// ```
/// use falsecard::cards::{Rank, from_rank_up};
///
/// assert_eq!(from_rank_up(Rank::Q).to_string(), "AKQ");
/// ```
pub fn from_rank_up(rank: Rank) -> Holding {
    Holding::from_bits_truncate(u16::MAX << rank.get())
}

/// The lowest card of a holding; `None` for a void.
///
/// ```
/// use falsecard::cards::{Holding, Rank, lowest};
///
/// assert_eq!(lowest("AK2".parse().unwrap()), Some(Rank::new(2)));
/// assert_eq!(lowest(Holding::EMPTY), None);
/// ```
pub fn lowest(holding: Holding) -> Option<Rank> {
    let bits = holding.to_bits();
    (bits != 0).then(|| Rank::new(bits.trailing_zeros() as u8))
}

/// The highest card of a holding; `None` for a void.
///
/// ```
/// use falsecard::cards::{Holding, Rank, highest};
///
/// assert_eq!(highest("AK2".parse().unwrap()), Some(Rank::A));
/// assert_eq!(highest(Holding::EMPTY), None);
/// ```
pub fn highest(holding: Holding) -> Option<Rank> {
    holding.to_bits().checked_ilog2().map(|highest| Rank::new(highest as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits find the same cards as going through the holding one by one.
    #[test]
    fn bits_are_cards() {
        for held in (0..1_u16 << 13).map(|it| Holding::from_bits_truncate(it << 2)) {
            assert_eq!(highest(held), held.iter().max());
            assert_eq!(lowest(held), held.iter().min());
        }
        for rank in Holding::ALL {
            let up = Holding::ALL.iter().filter(|&other| other >= rank);
            assert_eq!(from_rank_up(rank), holding_of(up));
        }
    }
}
