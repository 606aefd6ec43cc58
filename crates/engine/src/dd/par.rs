//! Par: what a deal is worth when both sides bid as well as can be, with all hands open.
//!
//! The auction is solved as a game. Seats call in turn from the dealer; each passes or makes any
//! higher bid, whose declarer he is; the bid that three passes follow is played. It takes the
//! tricks of the table, and is doubled if that is too few. So a sacrifice costs what it costs, and
//! where both sides can make the same contract, it belongs to the side that is first to bid it. Who
//! named a strain first does not matter: with open hands nobody has a reason to name it in the
//! wrong hand.

use super::Table;
use crate::cards::{
    Bid, BySeat, Contract, Level, Penalty, Seat, Side, Strain, Vulnerability, clockwise,
};
use crate::play::DeclaredContract;

/// The number of bids, 1♣ to 7NT.
const BIDS: usize = 35;

/// The passes that end an auction with a bid.
const PASSES: usize = 3;

/// A contract of so many points below the line is a game (Law 77).
const GAME: i32 = 100;

/// The par of a deal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Par {
    /// The score of North and South.
    pub score: i32,
    /// The contracts in which an auction may end if nobody errs: one of each declarer in each
    /// strain, as players name them (3NT with an overtrick, not 4NT; 2♠, not 1♠ with an overtrick),
    /// and no sacrifice that the opponents need not double yet. Empty if the deal is passed out.
    pub contracts: Vec<DeclaredContract>,
}

impl Par {
    /// The par of a deal whose declarers take these tricks.
    ///
    /// ```
    /// use falsecard::cards::{Seat, Vulnerability};
    /// use falsecard::dd::{Par, Solver};
    ///
    /// // North and South have all the high cards: seven no trump.
    /// let deal = "N:AKQ.432.AKQ.5432 765.T98.765.T987 432.AKQJ.432.AKQ JT98.765.JT98.J6".parse()?;
    /// let par = Par::of(&Solver::new().table(&deal), Seat::North, Vulnerability::NONE);
    /// assert_eq!(par.score, 1520);
    /// assert_eq!(par.contracts[0].to_string(), "7NT by North");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(table: &Table, dealer: Seat, vulnerability: Vulnerability) -> Self {
        let auctions = Auctions::new(table, vulnerability);
        let score = auctions.opening(dealer)[0];
        Self { score, contracts: auctions.contracts(dealer, score) }
    }
}

/// The value of every moment of every auction, as a score of North and South.
struct Auctions {
    /// The score of each contract, by the number of its bid and its declarer.
    scores: [BySeat<i32>; BIDS],
    /// The contracts, doubled where they fail.
    contracts: [BySeat<DeclaredContract>; BIDS],
    /// The score if the last bid was this one, by this seat, followed by this many passes.
    values: [BySeat<[i32; PASSES]>; BIDS],
}

impl Auctions {
    fn new(table: &Table, vulnerability: Vulnerability) -> Self {
        let contracts =
            std::array::from_fn(|bid| BySeat::from_fn(|seat| contract(table, bid, seat)));
        let score = |bid: usize, seat: Seat| {
            let contract: DeclaredContract = contracts[bid][seat];
            let tricks = table.tricks(seat, contract.strain());
            contract.score(tricks, vulnerability, Side::NorthSouth)
        };
        let scores = std::array::from_fn(|bid| BySeat::from_fn(|seat| score(bid, seat)));
        let mut all = Self { scores, contracts, values: [BySeat::default(); BIDS] };
        // The best score that each seat can get by a higher bid.
        let mut higher: BySeat<Option<i32>> = BySeat::default();
        for bid in (0..BIDS).rev() {
            let value = |seat| all.after(bid, seat, &higher);
            all.values[bid] = BySeat::from_fn(value);
            for (seat, best) in higher.iter_mut() {
                *best = Some(better(seat, all.values[bid][seat][0], *best));
            }
        }
        all
    }

    /// The values of a bid by a seat, followed by no pass, one and two.
    fn after(&self, bid: usize, seat: Seat, higher: &BySeat<Option<i32>>) -> [i32; PASSES] {
        let mut values = [0; PASSES];
        let mut passed = self.scores[bid][seat];
        for passes in (0..PASSES).rev() {
            let turn = clockwise(seat, passes + 1);
            passed = better(turn, passed, higher[turn]);
            values[passes] = passed;
        }
        values
    }

    /// The value of the deal when nobody has bid, after this many passes.
    fn opening(&self, dealer: Seat) -> [i32; PASSES + 1] {
        let mut values = [0; PASSES + 1];
        let mut passed = 0;
        for passes in (0..=PASSES).rev() {
            let turn = clockwise(dealer, passes);
            let bids = self.values.iter().map(|of_bid| of_bid[turn][0]);
            let best = bids.reduce(|a, b| better(turn, a, Some(b)));
            passed = better(turn, passed, best);
            values[passes] = passed;
        }
        values
    }

    /// The contracts in which an auction can end when each call keeps the value of the deal.
    fn contracts(&self, dealer: Seat, par: i32) -> Vec<DeclaredContract> {
        let opening = self.opening(dealer);
        let is_kept = |bid: usize, seat: Seat| self.values[bid][seat][0] == par;
        // Which bids can come up, and by whom.
        let mut comes_up = [BySeat::from_fn(|_| false); BIDS];
        for passes in (0..=PASSES).take_while(|&passes| opening[passes] == par) {
            let turn = clockwise(dealer, passes);
            (0..BIDS).for_each(|bid| comes_up[bid][turn] = is_kept(bid, turn));
        }
        let mut ends: Vec<(usize, Seat)> = Vec::new();
        for bid in 0..BIDS {
            for seat in Seat::ALL {
                if !comes_up[bid][seat] {
                    continue;
                }
                let kept = self.values[bid][seat].iter().take_while(|&&value| value == par).count();
                for turn in (0..kept).map(|passes| clockwise(seat, passes + 1)) {
                    (bid + 1..BIDS)
                        .filter(|&over| is_kept(over, turn))
                        .for_each(|over| comes_up[over][turn] = true);
                }
                if kept == PASSES && self.scores[bid][seat] == par && self.is_last(bid, seat, par) {
                    ends.push((bid, seat));
                }
            }
        }
        // Players name the lowest game, and of part scores the level that is made.
        let is_named = |&&(bid, seat): &&(usize, Seat)| {
            let is_game = self.contracts[bid][seat].contract.contract_points() >= GAME;
            !ends.iter().any(|&(other, by)| {
                let is_nearer = if is_game { other < bid } else { other > bid };
                by == seat && is_nearer && other % STRAINS == bid % STRAINS
            })
        };
        ends.iter().filter(is_named).map(|&(bid, seat)| self.contracts[bid][seat]).collect()
    }

    /// Whether the opponents let a contract be played. Over one that fails they may be able to bid
    /// on and get the same in the end, from a sacrifice over their own contract: then that is the
    /// sacrifice.
    fn is_last(&self, bid: usize, seat: Seat, par: i32) -> bool {
        let fails = self.contracts[bid][seat].contract.penalty == Penalty::Doubled;
        let is_as_good = |over: usize| {
            [seat.lho(), seat.rho()].iter().any(|&other| self.values[over][other][0] == par)
        };
        !(fails && (bid + 1..BIDS).any(is_as_good))
    }
}

/// The number of strains, and so of bids of a level.
const STRAINS: usize = Strain::ASC.len();

/// The contract of a bid, counted from 1♣ on: doubled if it fails.
fn contract(table: &Table, bid: usize, declarer: Seat) -> DeclaredContract {
    let level = Level::try_new((bid / STRAINS + 1) as u8).expect("there are seven levels");
    let bid = Bid { level, strain: Strain::ASC[bid % STRAINS] };
    let undoubled = DeclaredContract { contract: bid.into(), declarer };
    let penalty = if table.tricks(declarer, bid.strain) < undoubled.goal() {
        Penalty::Doubled
    } else {
        Penalty::Undoubled
    };
    DeclaredContract { contract: Contract { bid, penalty }, declarer }
}

/// The score that is better for a seat.
fn better(seat: Seat, score: i32, other: Option<i32>) -> i32 {
    let Some(other) = other else { return score };
    match Side::of(seat) {
        Side::NorthSouth => score.max(other),
        Side::EastWest => score.min(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tricks of North-South and of East-West in NT, ♠, ♥, ♦ and ♣; the same from both hands.
    fn table([ours, theirs]: [[u8; 5]; 2]) -> Table {
        let mut table = Table::default();
        for seat in Seat::ALL {
            let tricks = if Side::NorthSouth.has(seat) { ours } else { theirs };
            for (strain, tricks) in Strain::DESC.into_iter().zip(tricks) {
                table.set(seat, strain, tricks);
            }
        }
        table
    }

    fn par(tricks: [[u8; 5]; 2], dealer: Seat, vulnerability: Vulnerability) -> (i32, String) {
        let par = Par::of(&table(tricks), dealer, vulnerability);
        let names: Vec<String> = par.contracts.iter().map(ToString::to_string).collect();
        (par.score, names.join(", "))
    }

    fn declarers() -> impl Iterator<Item = (Seat, Strain)> {
        Seat::ALL.into_iter().flat_map(|seat| Strain::ASC.map(|strain| (seat, strain)))
    }

    const NONE: Vulnerability = Vulnerability::NONE;

    /// Worked out by hand with the table of scores: who makes game, who saves, and at what price.
    #[test]
    fn pars_are_those_of_the_score_card() {
        let spade_game = [[8, 10, 6, 5, 5], [5, 3, 7, 8, 8]];
        let saved = (300, "5♣x by East, 5♦x by East, 5♣x by West, 5♦x by West");
        let made = (620, "4♠ by North, 4♠ by South");
        let sorted = |(score, names): (i32, String)| {
            let mut names: Vec<&str> = names.split(", ").collect();
            names.sort_unstable();
            (score, names.join(", "))
        };
        let is = |tricks, dealer, vulnerability, (score, names): (i32, &str)| {
            let wanted = sorted((score, names.to_owned()));
            assert_eq!(sorted(par(tricks, dealer, vulnerability)), wanted);
        };
        // Five of a minor goes three down: 500 is more than 420, and less than 620.
        is(spade_game, Seat::North, NONE, (420, "4♠ by North, 4♠ by South"));
        is(spade_game, Seat::North, Vulnerability::NS, (500, saved.1));
        is(spade_game, Seat::North, Vulnerability::ALL, made);
        // Two down is 300 against 420.
        let cheap = [[8, 10, 6, 5, 5], [5, 3, 7, 9, 9]];
        is(cheap, Seat::West, NONE, saved);
        // Nobody makes anything: passed out.
        is([[6; 5], [6; 5]], Seat::East, NONE, (0, ""));
        // Both sides make one no trump: it is the first bidder's, who must not leave it to his
        // partner.
        let level = [[7, 7, 6, 6, 6], [7, 6, 7, 6, 6]];
        is(level, Seat::South, NONE, (90, "1NT by South"));
        is(level, Seat::West, NONE, (-90, "1NT by West"));
    }

    /// Nothing but the vulnerability and the turn tells the sides apart.
    #[test]
    fn turning_the_table_turns_par() {
        let mut seed = 1_u64;
        let mut tricks = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as u8 % 14
        };
        for _ in 0..200 {
            let mut table = Table::default();
            for (seat, strain) in declarers() {
                table.set(seat, strain, tricks());
            }
            let turned = |steps: usize| {
                let mut other = Table::default();
                for (seat, strain) in declarers() {
                    other.set(clockwise(seat, steps), strain, table.tricks(seat, strain));
                }
                other
            };
            for (dealer, (vulnerability, other)) in Seat::ALL.into_iter().flat_map(|dealer| {
                let all = [(NONE, NONE), (Vulnerability::NS, Vulnerability::EW)];
                all.map(|pair| (dealer, pair))
            }) {
                let par = Par::of(&table, dealer, vulnerability);
                for steps in 1..4 {
                    let sides = if steps == 2 { vulnerability } else { other };
                    let again = Par::of(&turned(steps), clockwise(dealer, steps), sides);
                    let sign = if steps == 2 { 1 } else { -1 };
                    assert_eq!(again.score, sign * par.score);
                    assert_eq!(again.contracts.len(), par.contracts.len());
                }
            }
        }
    }

    /// A par contract has the score of par, and no bid over it does its side any good: for its
    /// opponents, at his turn, none is better.
    #[test]
    fn nobody_can_do_better_over_a_par_contract() {
        let table = table([[8, 10, 6, 5, 5], [5, 3, 7, 9, 9]]);
        for vulnerability in [NONE, Vulnerability::NS, Vulnerability::EW, Vulnerability::ALL] {
            let auctions = Auctions::new(&table, vulnerability);
            for dealer in Seat::ALL {
                let par = Par::of(&table, dealer, vulnerability);
                for found in &par.contracts {
                    let tricks = table.tricks(found.declarer, found.strain());
                    let score = found.score(tricks, vulnerability, Side::NorthSouth);
                    assert_eq!(score, par.score, "{found}");
                    let number = (0..BIDS)
                        .find(|&bid| auctions.contracts[bid][found.declarer] == *found)
                        .unwrap();
                    for (bid, seat) in
                        (number + 1..BIDS).flat_map(|bid| Seat::ALL.map(|seat| (bid, seat)))
                    {
                        let over = auctions.values[bid][seat][0];
                        assert_eq!(better(seat, par.score, Some(over)), par.score, "{found}");
                    }
                }
            }
        }
    }
}
