//! Boards for practice, made of solved deals.

use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use falsecard_engine::bidding::{OddOpening, OpeningStyle};
use falsecard_engine::cards::{
    BySeat, BySuit, FullDeal, Hand, Holding, Rank, Seat, Strain, Suit, Vulnerability,
};
use falsecard_engine::dd::{Solver, Table};
use falsecard_engine::play::duplicate_board;
use falsecard_engine::work::{purpose, shuffled, stream};

/// A deal with its twenty double-dummy results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolvedDeal {
    /// The four hands.
    pub hands: BySeat<Hand>,
    /// The double-dummy results.
    pub table: Table,
}

impl SolvedDeal {
    /// The random deal of a seed and a number from 1, as in a match of that seed, with its known
    /// results.
    pub fn new(seed: u64, number: usize, table: Table) -> Self {
        let deal = dealt(seed, number);
        Self { hands: BySeat::from_fn(|seat| deal[seat]), table }
    }

    /// Solves the random deal of a seed and a number from 1, which takes some 0.1 s.
    pub fn solve(seed: u64, number: usize, solver: &mut Solver) -> Table {
        solver.table(&dealt(seed, number))
    }
}

fn dealt(seed: u64, number: usize) -> FullDeal {
    shuffled(&mut stream(seed, &[purpose::MATCH_DEAL, number as u64]))
}

/// A board for practice, made of a solved deal. Suits are exchanged, so that the results are known;
/// low cards change hands, and the results are taken to stay the same; dealer, vulnerability and
/// each pair's style of opening are drawn.
#[derive(Debug, Clone)]
pub struct PracticeBoard {
    /// The hands and their results.
    pub deal: SolvedDeal,
    /// The dealer, who makes the first call.
    pub dealer: Seat,
    /// The vulnerability.
    pub vulnerability: Vulnerability,
    /// The styles of opening of North-South and of East-West.
    pub styles: [OpeningStyle; 2],
}

/// The highest rank whose cards change hands.
const LOW: u8 = 7;

/// The probability that a pair opens otherwise than most, and then of each single departure.
const ODD: f64 = 0.25;
const ODD_IN_ONE: f64 = 0.35;

impl PracticeBoard {
    /// The deal unchanged, with the dealer and the vulnerability of the duplicate board with this
    /// number; all pairs open as most do.
    pub fn plain(deal: &SolvedDeal, number: usize) -> Self {
        let (dealer, vulnerability) = duplicate_board(number);
        Self { deal: deal.clone(), dealer, vulnerability, styles: [OpeningStyle::default(); 2] }
    }

    /// A random board made of one of these deals.
    ///
    /// # Panics
    ///
    /// If there are no deals.
    pub fn drawn(deals: &[SolvedDeal], rng: &mut ChaCha8Rng) -> Self {
        let deal = &deals[rng.random_range(0..deals.len())];
        let mut suits = Suit::ASC;
        suits.shuffle(rng);
        let mut deal = exchanged(deal, BySuit::from_fn(|suit| suits[suit as usize]));
        pass_low_cards(&mut deal.hands, rng);
        // The first four boards have the four vulnerabilities.
        Self {
            deal,
            dealer: Seat::ALL[rng.random_range(0..4)],
            vulnerability: duplicate_board(1 + rng.random_range(0..4)).1,
            styles: [style(rng), style(rng)],
        }
    }
}

/// The deal with the suits exchanged, and its results.
fn exchanged(deal: &SolvedDeal, with: BySuit<Suit>) -> SolvedDeal {
    let hand = |seat| {
        let mut hand = Hand::EMPTY;
        for suit in Suit::ASC {
            hand[suit] = deal.hands[seat][with[suit]];
        }
        hand
    };
    let strain = |strain: Strain| strain.suit().map_or(strain, |suit| Strain::from(with[suit]));
    SolvedDeal {
        hands: BySeat::from_fn(hand),
        table: Table::from_fn(|seat, played| deal.table.tricks(seat, strain(played))),
    }
}

/// Redistributes the low cards of each suit at random; hands keep their lengths.
fn pass_low_cards(hands: &mut BySeat<Hand>, rng: &mut ChaCha8Rng) {
    for suit in Suit::ASC {
        let mut low: Vec<Rank> = (2..=LOW).map(Rank::new).collect();
        low.shuffle(rng);
        for seat in Seat::ALL {
            let mut holding = Holding::EMPTY;
            for rank in hands[seat][suit] {
                let is_low = rank.get() <= LOW;
                holding.insert(if is_low { low.pop().unwrap_or(rank) } else { rank });
            }
            hands[seat][suit] = holding;
        }
    }
}

fn style(rng: &mut ChaCha8Rng) -> OpeningStyle {
    if rng.random::<f64>() >= ODD {
        return OpeningStyle::default();
    }
    OddOpening::EACH.into_iter().filter(|_| rng.random::<f64>() < ODD_IN_ONE).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn full_deal(deal: &SolvedDeal) -> FullDeal {
        let mut builder = falsecard_engine::cards::Builder::new();
        for seat in Seat::ALL {
            builder[seat] = deal.hands[seat];
        }
        builder.build_full().unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(8))]

        /// Whatever suits are exchanged, the solver finds the results that follow from those known.
        #[test]
        fn results_follow_the_suits(
            number in 1_usize..1000,
            suits in Just(Suit::ASC).prop_shuffle(),
        ) {
            let mut solver = Solver::new();
            let deal = SolvedDeal::new(1, number, SolvedDeal::solve(1, number, &mut solver));
            let other = exchanged(&deal, BySuit::from_fn(|suit| suits[suit as usize]));
            prop_assert_eq!(solver.table(&full_deal(&other)), other.table);
        }
    }

    /// A board for practice has all cards, and everybody keeps the lengths and the high cards of
    /// some suit that he had.
    #[test]
    fn boards_are_deals() {
        let deal = SolvedDeal::new(1, 1, Table::default());
        let high = |hand: Hand| {
            let mut suits: Vec<(usize, Vec<u8>)> = Suit::ASC
                .map(|suit| {
                    let ranks = hand[suit].iter().map(Rank::get).filter(|&rank| rank > LOW);
                    (hand[suit].len(), ranks.collect())
                })
                .to_vec();
            suits.sort();
            suits
        };
        for key in 0..64 {
            let board = PracticeBoard::drawn(std::slice::from_ref(&deal), &mut stream(key, &[]));
            let hands = board.deal.hands;
            let all = Seat::ALL.into_iter().fold(Hand::EMPTY, |all, seat| all | hands[seat]);
            assert_eq!(all, Hand::ALL);
            for seat in Seat::ALL {
                assert_eq!(high(hands[seat]), high(deal.hands[seat]));
            }
        }
    }
}
