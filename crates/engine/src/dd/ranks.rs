//! Sets of cards as bits, and ranks counted among the cards that are left.
//!
//! A set of cards is a `u64` with one lane of sixteen bits a suit, as [`Hand::to_bits`] lays it
//! out: clubs lowest, the ace in bit 14 of its lane, the two in bit 2. In the search a rank is
//! *relative*: before each trick the cards left move up to close the gaps, so that the highest card
//! left of a suit is always in bit 14, the next in bit 13, and so on. Touching cards are then
//! neighbours, and positions that differ only in cards already played become equal.
//!
//! [`Hand::to_bits`]: crate::cards::Hand::to_bits

/// A set of cards.
pub(super) type Cards = u64;

/// One suit's thirteen cards in the lowest lane.
const LANE: Cards = 0x7FFC;

/// The whole pack.
pub(super) const PACK: Cards = LANE * 0x0001_0001_0001_0001;

/// The highest card left of each suit.
pub(super) const TOPS: Cards = 0x4000_4000_4000_4000;

/// The lane of trumps: the search always renames the trump suit to the highest one.
pub(super) const TRUMP_LANE: Cards = LANE << 48;

/// All thirteen cards of a suit, 0 to 3.
pub(super) const fn lane(suit: u32) -> Cards {
    LANE << (16 * suit)
}

/// The suit of a single card.
pub(super) const fn suit_of(card: Cards) -> u32 {
    card.trailing_zeros() / 16
}

/// All the cards of a single card's suit.
pub(super) const fn lane_of(card: Cards) -> Cards {
    lane(suit_of(card))
}

/// The highest card of the highest suit of a set; the set must not be empty.
pub(super) const fn highest(cards: Cards) -> Cards {
    (1 << 63) >> cards.leading_zeros()
}

/// The lowest card of the lowest suit of a set; 0 for the empty set.
pub(super) const fn lowest(cards: Cards) -> Cards {
    cards & cards.wrapping_neg()
}

/// The cards above a single card in its own suit.
pub(super) const fn above(card: Cards) -> Cards {
    lane_of(card) & !(card | (card - 1))
}

/// The cards below a single card in its own suit.
pub(super) const fn below(card: Cards) -> Cards {
    lane_of(card) & (card - 1)
}

/// A set of cards, and all the cards below them in their suits.
pub(super) const fn and_below(mut cards: Cards) -> Cards {
    // The masks keep the bits shifted down within their lane.
    cards |= (cards >> 1) & PACK;
    cards |= (cards >> 2) & PACK;
    cards |= (cards >> 4) & 0x07FC_07FC_07FC_07FC;
    cards | ((cards >> 8) & 0x007C_007C_007C_007C)
}

/// The unbroken run from the top of each suit; empty if the top is missing.
pub(super) const fn top_runs(cards: Cards) -> Cards {
    PACK & !and_below(PACK & !cards)
}

/// The gaps that the four cards of a trick leave, which can be closed and opened again.
///
/// For each card, lowest first, the cards below it.
pub(super) struct Gaps([Cards; 4]);

impl Gaps {
    /// The gaps left by a set of four cards.
    pub(super) fn of(mut played: Cards) -> Self {
        Self([(); 4].map(|()| {
            let card = lowest(played);
            played ^= card;
            below(card)
        }))
    }

    /// Moves the cards of the hands up into the gaps.
    pub(super) fn close(&self, mut hands: [Cards; 4]) -> [Cards; 4] {
        for lower in self.0 {
            for hand in &mut hands {
                *hand += *hand & lower;
            }
        }
        hands
    }

    /// Undoes [`Gaps::close`] for a set of cards that are left.
    pub(super) fn open(&self, mut cards: Cards) -> Cards {
        for lower in self.0.into_iter().rev() {
            cards = (cards & !(lower << 1)) | ((cards >> 1) & lower);
        }
        cards
    }
}

/// Closes all the gaps in a set of four hands.
pub(super) fn close_all(hands: [Cards; 4]) -> [Cards; 4] {
    let mut left = hands[0] | hands[1] | hands[2] | hands[3];
    if left == PACK {
        return hands;
    }
    let mut closed = [0; 4];
    let mut place = TOPS;
    while left != 0 {
        let card = highest(left);
        left ^= card;
        let top = lane_of(card) & place;
        place = (place & !top) | (top >> 1);
        for (closed, hand) in closed.iter_mut().zip(hands) {
            if hand & card != 0 {
                *closed |= top;
            }
        }
    }
    closed
}

/// The highest card of each run of touching cards of `own`: it stands for the run.
///
/// Cards of `gone` do not separate the cards beside them. The second value is `own` with the gaps
/// inside its runs filled.
pub(super) fn top_of_runs(own: Cards, gone: Cards) -> (Cards, Cards) {
    let mut filled = own | (gone & (own >> 1));
    filled |= gone & (filled >> 1);
    (own & !(filled >> 1), filled)
}

/// Completes each run (see [`top_of_runs`]) of which a set has a card.
pub(super) fn complete_runs(mut cards: Cards, filled: Cards) -> Cards {
    loop {
        let ends = cards & filled;
        let more = ((ends >> 1) | (ends << 1)) & filled & !cards;
        if more == 0 {
            return cards;
        }
        cards |= more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_close_and_open() {
        // Spades A K Q J are left; the king and the jack are played.
        let [ace, king, queen, jack] = [14, 13, 12, 11].map(|rank| 1u64 << (48 + rank));
        let gaps = Gaps::of(king | jack | (1 << 14) | (1 << 20));
        assert_eq!(gaps.close([ace, queen, 0, 0]), [ace, king, 0, 0]);
        assert_eq!(gaps.open(ace | king), ace | queen);
        assert_eq!(gaps.open(ace), ace);
    }

    #[test]
    fn suits_do_not_run_into_each_other() {
        for suit in 0..4 {
            let all = lane(suit);
            let lowest = lowest(all);
            assert_eq!(and_below(lowest), lowest);
            assert_eq!(and_below(all & TOPS), all);
            assert_eq!(above(lowest), all & !lowest);
            assert_eq!(above(all & TOPS), 0);
        }
    }

    #[test]
    fn runs_start_at_the_top() {
        let spades = 0b111_0100_0000_0000u64 << 48;
        let clubs = 0b011_1111_1111_1100u64;
        let hearts = LANE << 32;
        let runs = top_runs(spades | hearts | clubs);
        assert_eq!(runs, (0b111_0000_0000_0000u64 << 48) | hearts);
    }

    #[test]
    fn runs_bridge_what_is_gone() {
        let [ace, king, queen, jack] = [14, 13, 12, 11].map(|rank| 1u64 << rank);
        let (reps, filled) = top_of_runs(ace | queen, king);
        assert_eq!(reps, ace);
        assert_eq!(complete_runs(ace, filled), ace | king | queen);
        assert_eq!(top_of_runs(ace | queen | jack, 0).0, ace | queen);
    }
}
