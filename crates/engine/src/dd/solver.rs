//! The public solver, with its memory.

use super::guess::guess_tricks;
use super::ranks::{Cards, highest, lane, lane_of, lowest, suit_of, top_of_runs};
use super::search::ZeroWindowSearch;
use super::state::{Start, is_ns, rename_suit};
use super::{CardValues, Table};
use crate::cards::{BySeat, FullDeal, Hand, Seat, Side, Strain, clockwise};
use crate::play::Position;

/// A double-dummy solver with its memory.
///
/// Use one solver for many questions: it keeps its memory between them. It starts with about 300
/// kB, takes a few MB for an ordinary deal, and never holds more than about 250 MB; when full it
/// clears its memory and goes on. Later positions of the same deal reuse earlier results, and so do
/// worlds of one view, in which two hands are the same; any other deal starts afresh. Answers do
/// not depend on earlier questions.
///
/// ```
/// use falsecard::cards::{BySeat, Seat, Strain};
/// use falsecard::dd::Solver;
/// use falsecard::play::Position;
///
/// // West is on lead in no trump and holds the ace-queen over nothing but small cards.
/// let hands = ["K2...", "J..2.", "T..3.", "AQ..."].map(|hand| hand.parse().unwrap());
/// let hands = BySeat::from_fn(|seat| hands[seat as usize]);
/// let position = Position::new(hands, Strain::Notrump, Seat::West).unwrap();
/// let mut solver = Solver::new();
/// let values = solver.cards(&position);
/// assert_eq!(values.best(), solver.tricks(&position));
/// let text: Vec<String> = values.iter().map(|(card, n)| format!("{card}={n}")).collect();
/// assert_eq!(text.join(" "), "♠A=1 ♠Q=1");
/// ```
#[derive(Debug)]
pub struct Solver {
    search: ZeroWindowSearch,
    /// The first position of the deal in memory.
    origin: Option<MemoryOrigin>,
}

/// With more cards left than this, memory is not shared between worlds of a view: looking through
/// so many proofs costs what they save.
const MOST_CARDS: usize = 48;

/// The hands of a position, with the cards of its trick, and the strain.
#[derive(Debug, Clone, Copy)]
struct MemoryOrigin {
    hands: BySeat<Hand>,
    strain: Strain,
}

impl MemoryOrigin {
    fn of(position: &Position) -> Self {
        let mut hands = *position.hands();
        for (seat, card) in position.trick().cards() {
            hands[seat].insert(card);
        }
        Self { hands, strain: position.strain() }
    }

    /// Whether play could lead from here to `later`: every hand there is part of the hand here.
    fn leads_to(&self, later: &Self) -> bool {
        self.strain == later.strain && self.hands_that_lead_to(later) == 4
    }

    /// Whether proofs from here are likely to hold there too: two hands are the same, as a player
    /// sees his own and dummy's in all his worlds, and few enough cards are left.
    fn is_like(&self, other: &Self) -> bool {
        let cards: usize = other.hands.iter().map(|(_, hand)| hand.len()).sum();
        let is_late = cards <= MOST_CARDS;
        self.strain == other.strain && is_late && self.hands_that_lead_to(other) >= 2
    }

    /// The number of hands there that are part of the hand here.
    fn hands_that_lead_to(&self, later: &Self) -> usize {
        let leads = |seat: &Seat| (later.hands[*seat] - self.hands[*seat]).is_empty();
        Seat::ALL.into_iter().filter(leads).count()
    }
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// A solver with an empty memory.
    pub fn new() -> Self {
        Self { search: ZeroWindowSearch::new(), origin: None }
    }

    /// The tricks that the side to play takes from here with best play by both, the trick in
    /// progress included; equal to [`naive::tricks`](super::naive::tricks).
    ///
    /// Time grows about threefold with each trick left: microseconds at four, ten milliseconds
    /// at thirteen. Freak deals with voids all round may take seconds.
    pub fn tricks(&mut self, position: &Position) -> u8 {
        self.value(position, guess_tricks)
    }

    /// The answer of [`Solver::tricks`], faster if `expected` is near it.
    pub fn tricks_about(&mut self, position: &Position, expected: u8) -> u8 {
        let expected = for_side(position, expected.min(position.tricks_left()));
        self.value(position, |_| expected)
    }

    fn value(&mut self, position: &Position, guess: impl FnOnce(&Start) -> u8) -> u8 {
        self.turn_to(position);
        let (start, trick, count) = Start::new(position);
        let ns = self.search.value(&start, &trick, count, guess(&start));
        for_side(position, ns)
    }

    /// The double-dummy value of every legal card, also in the middle of a trick.
    ///
    /// Costs about twice as much as [`Solver::tricks`].
    pub fn cards(&mut self, position: &Position) -> CardValues {
        self.turn_to(position);
        let (start, trick, count) = Start::new(position);
        let seat = position.to_play() as usize;
        let mut values = CardValues::new(position.legal());
        let mut guess = guess_tricks(&start);
        let mut untried = start.legal(&trick, seat);
        let (runs, _) = top_of_runs(untried, trick.gone());
        while untried != 0 {
            let card = lowest(untried & runs);
            let next = trick.with(seat, card, start.trumps);
            guess = self.search.value(&start, &next, count + 1, guess);
            let run = run_of(card, runs, untried);
            let cards = actual_cards(run, start.hands[seat], position);
            values.set(cards, for_side(position, guess));
            untried &= !run;
        }
        values
    }

    /// The tricks of each declarer in each strain: twenty results.
    pub fn table(&mut self, deal: &FullDeal) -> Table {
        self.forget();
        let hands = BySeat::from_fn(|seat| deal[seat]);
        let mut results = Table::default();
        for strain in Strain::DESC {
            self.search.forget();
            let mut guess = None;
            for declarer in [Seat::North, Seat::South, Seat::East, Seat::West] {
                let leader = clockwise(declarer, 1);
                let position = Position::new(hands, strain, leader)
                    .expect("the hands of a full deal are disjoint and have thirteen cards each");
                let (start, trick, count) = Start::new(&position);
                let first = guess.unwrap_or_else(|| guess_tricks(&start));
                let ns = self.search.value(&start, &trick, count, first);
                guess = Some(ns);
                let tricks = if Side::NorthSouth.has(declarer) { ns } else { 13 - ns };
                results.set(declarer, strain, tricks);
            }
        }
        results
    }

    /// Forgets the deal, so that the next question starts afresh. Answers do not change. Use it to
    /// measure single questions.
    pub const fn forget(&mut self) {
        self.origin = None;
    }

    /// Clears the memory unless the position may belong to the same deal, or to a world of the same
    /// view. Proofs hold for all deals, but those of other deals seldom apply and would slow
    /// look-ups down.
    fn turn_to(&mut self, position: &Position) {
        let here = MemoryOrigin::of(position);
        match self.origin {
            Some(origin) if origin.leads_to(&here) => return,
            Some(origin) if origin.is_like(&here) => {}
            _ => self.search.forget(),
        }
        self.origin = Some(here);
    }

    /// The starts of tricks searched since the solver was made: a measure of work that does not
    /// depend on the machine.
    pub const fn nodes(&self) -> u64 {
        self.search.nodes
    }
}

/// Converts tricks of North-South to tricks of the side to play, or back.
fn for_side(position: &Position, ns: u8) -> u8 {
    if is_ns(position.to_play() as usize) { ns } else { position.tricks_left() - ns }
}

/// The run that a card stands for: the cards from it down to the top of the next run.
fn run_of(card: Cards, runs: Cards, own: Cards) -> Cards {
    let lower = lane_of(card) & (card - 1);
    let next = runs & lower;
    let end = if next == 0 { 0 } else { highest(next) };
    card | (own & lower & !(end | end.wrapping_sub(u64::from(end != 0))))
}

/// The player's actual cards, from cards in relative ranks.
fn actual_cards(mut run: Cards, own: Cards, position: &Position) -> Cards {
    let actual = position.hands()[position.to_play()].to_bits();
    let mut cards = 0;
    while run != 0 {
        let card = lowest(run);
        run ^= card;
        let suit = suit_of(card);
        let lower = (own & lane_of(card) & (card - 1)).count_ones();
        let mut holding = actual & lane(rename_suit(suit, position.strain()));
        for _ in 0..lower {
            holding ^= lowest(holding);
        }
        cards |= lowest(holding);
    }
    cards
}
