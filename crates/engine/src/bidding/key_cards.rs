//! Key cards: 4NT asks for them, an answer at the five level shows them.
//!
//! Key cards are the four aces and the king of the trump suit. Where no suit is agreed, the suit
//! that was bid last counts as trumps. Where the pair has bid no suit, or 4NT follows partner's
//! notrump, only aces count (and 4NT may be an invitation, which whoever reads it must judge).

use crate::cards::{Bid, BySuit, Call, Hand, Level, Rank, Seat, Side, Strain, Suit};

/// By which scale a pair answers 4NT. In both 5♥ shows two key cards without the queen of trumps,
/// and 5♠ two with her.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyCardScale {
    /// 5♣ shows none or three, 5♦ one or four.
    ThreeFirst,
    /// 5♣ shows one or four, 5♦ none or three.
    FourFirst,
}

/// What an answer shows, whatever the scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyCardAnswer {
    /// No key card, or three.
    NoneOrThree,
    /// One key card, or four.
    OneOrFour,
    /// Two key cards without the queen of trumps (or five).
    Two,
    /// Two key cards and the queen of trumps (or five).
    TwoWithQueen,
}

impl KeyCardScale {
    /// The scale of our players where their rule file does not say how they answer. In the records
    /// both are about equally common.
    pub const OURS: Self = Self::ThreeFirst;
}

impl KeyCardAnswer {
    /// All answers.
    pub(super) const EACH: [Self; 4] =
        [Self::NoneOrThree, Self::OneOrFour, Self::Two, Self::TwoWithQueen];

    /// The answer of a hand with these key cards.
    pub fn of(held: KeyCards) -> Self {
        match (held.count % 5, held.queen) {
            (0 | 3, _) if held.count < 5 => Self::NoneOrThree,
            (1 | 4, _) => Self::OneOrFour,
            (_, false) => Self::Two,
            (_, true) => Self::TwoWithQueen,
        }
    }

    /// The call that gives this answer.
    ///
    /// ```
    /// use falsecard::bidding::{KeyCardAnswer, KeyCardScale};
    ///
    /// let call = KeyCardAnswer::NoneOrThree.call(KeyCardScale::ThreeFirst);
    /// assert_eq!(call.to_string(), "5♣");
    /// ```
    pub fn call(self, scale: KeyCardScale) -> Call {
        let step = match (self, scale) {
            (Self::NoneOrThree, KeyCardScale::ThreeFirst)
            | (Self::OneOrFour, KeyCardScale::FourFirst) => Strain::Clubs,
            (Self::NoneOrThree, KeyCardScale::FourFirst)
            | (Self::OneOrFour, KeyCardScale::ThreeFirst) => Strain::Diamonds,
            (Self::Two, _) => Strain::Hearts,
            (Self::TwoWithQueen, _) => Strain::Spades,
        };
        Call::Bid(Bid { level: Level::new(5), strain: step })
    }

    /// What a call at the five level shows as an answer; `None` for any other call.
    pub fn shown_by(call: Call, scale: KeyCardScale) -> Option<Self> {
        Self::EACH.into_iter().find(|answer| answer.call(scale) == call)
    }

    /// The numbers of key cards that the answer may show, the smaller one first.
    pub(super) const fn counts(self) -> [usize; 2] {
        match self {
            Self::NoneOrThree => [0, 3],
            Self::OneOrFour => [1, 4],
            Self::Two | Self::TwoWithQueen => [2, 5],
        }
    }
}

/// The key cards of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyCards {
    /// Aces and the king of trumps: 0 to 5.
    pub count: usize,
    /// Whether the hand has the queen of trumps.
    pub queen: bool,
}

impl KeyCards {
    /// Counts the key cards of a hand; without trumps its aces alone.
    pub fn of(hand: Hand, trumps: Option<Suit>) -> Self {
        let aces = Suit::ASC.into_iter().filter(|&suit| hand[suit].contains(Rank::A)).count();
        let has = |rank| trumps.is_some_and(|suit| hand[suit].contains(rank));
        Self { count: aces + usize::from(has(Rank::K)), queen: has(Rank::Q) }
    }
}

/// Where the player who is to call stands in a question about key cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyCardTurn {
    /// The trump suit of the question, if there is one.
    pub trumps: Option<Suit>,
    /// What the player is to do.
    pub stage: KeyCardStage,
}

/// A stage of a question about key cards, for the player who is to call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyCardStage {
    /// Partner has just bid 4NT: the player is to answer.
    Asked,
    /// The player bid 4NT, and partner has just made this call, a bid of a suit at the five level.
    Answered {
        /// Partner's call.
        call: Call,
        /// Whether partner opened the bidding, so that he has the greater of two possible numbers.
        partner_opened: bool,
    },
    /// The player has answered, and partner has just made another bid.
    Told,
}

const ASK: Bid = Bid { level: Level::new(4), strain: Strain::Notrump };

impl KeyCardTurn {
    /// The turn of the seat that is to call after these calls; `None` if nobody of its side has
    /// just asked.
    pub fn of(before: &[(Seat, Call)], seat: Seat) -> Option<Self> {
        let partner = seat.partner();
        let is_bid = |(_, call): &&(Seat, Call)| matches!(call, Call::Bid(_));
        let at = before.iter().rposition(|it| it.1 == Call::Bid(ASK))?;
        let since: Vec<_> = before[at..].iter().filter(is_bid).copied().collect();
        let is_five = |call| matches!(call, Call::Bid(bid) if bid.level == Level::new(5));
        let is_suit = |call| matches!(call, Call::Bid(bid) if bid.strain != Strain::Notrump);
        let stage = match since[..] {
            [(asker, _)] if asker == partner => KeyCardStage::Asked,
            [(asker, _), (other, call)]
                if asker == seat && other == partner && is_five(call) && is_suit(call) =>
            {
                KeyCardStage::Answered { call, partner_opened: opened(before) == Some(partner) }
            }
            [(asker, _), (own, call), (other, _)]
                if asker == partner && own == seat && other == partner && is_five(call) =>
            {
                KeyCardStage::Told
            }
            _ => return None,
        };
        let trumps = trumps(&before[..at], Side::of(seat)).ok()?;
        Some(Self { trumps, stage })
    }
}

/// The trumps of a question about key cards that nobody can misunderstand: partner has just bid
/// 4NT, both partners had bid the suit, and the opponents had not bid it first and have only passed
/// since. Where 4NT may mean something else (after a splinter, a notrump opening, a cue bid, a
/// double), there is no certain answer.
pub(super) fn asked_in(before: &[(Seat, Call)], seat: Seat) -> Option<Suit> {
    let [calls @ .., (_, Call::Pass)] = before else { return None };
    let (ask, calls) = calls.split_last()?;
    let turn = KeyCardTurn::of(before, seat)?;
    let agreed = agreed(calls, Side::of(seat))?;
    (*ask == (seat.partner(), Call::Bid(ASK)) && turn.trumps == Some(agreed)).then_some(agreed)
}

/// The first suit that a side has agreed on: both have bid it, and the opponents had not.
fn agreed(before: &[(Seat, Call)], side: Side) -> Option<Suit> {
    let mut bidders: BySuit<Vec<Seat>> = BySuit::default();
    for &(seat, call) in before {
        let Call::Bid(bid) = call else { continue };
        let Some(suit) = bid.strain.suit() else { continue };
        let known = &mut bidders[suit];
        known.push(seat);
        if Side::of(known[0]) == side && known.contains(&seat.partner()) && Side::of(seat) == side {
            return Some(suit);
        }
    }
    None
}

/// Who made the first bid.
fn opened(before: &[(Seat, Call)]) -> Option<Seat> {
    before.iter().find(|(_, call)| matches!(call, Call::Bid(_))).map(|(seat, _)| *seat)
}

/// The trumps of a side that asks after these calls: the suit that both have bid, or else the suit
/// of their last bid; none after notrump.
///
/// # Errors
///
/// [`NeverBid`] if the side has not bid.
fn trumps(before: &[(Seat, Call)], side: Side) -> Result<Option<Suit>, NeverBid> {
    let ours = before.iter().filter(|(seat, _)| Side::of(*seat) == side);
    let bids: Vec<(Seat, Strain)> = ours
        .filter_map(|&(seat, call)| match call {
            Call::Bid(bid) => Some((seat, bid.strain)),
            _ => None,
        })
        .collect();
    let (_, last) = bids.last().ok_or(NeverBid)?;
    let is_agreed = |&&(seat, strain): &&(Seat, Strain)| {
        strain != Strain::Notrump && bids.contains(&(seat.partner(), strain))
    };
    let agreed = bids.iter().rev().find(is_agreed).and_then(|(_, strain)| strain.suit());
    Ok(agreed.or_else(|| last.suit()))
}

/// The side has not bid, so it asks for no key cards.
struct NeverBid;
