//! Luck at a table where persons draw their cards at random.
//!
//! A person draws each card with known probabilities. Luck is what the drawn card is worth beyond
//! the mean of all his cards under these probabilities; its expectation is zero, whoever sits
//! elsewhere. A result less the luck therefore has the same expectation as the result, and a
//! smaller error as far as double dummy predicts what cards bring. Poker ("DIVAT", Billings and Kan
//! 2006; "AIVAT", Burch and others 2018) and backgammon judge players by fewer games in this way.
//! The draws of an entrant that plays at random are not counted: double dummy does not predict what
//! they bring.

use falsecard_engine::cards::{Card, Side};
use falsecard_engine::dd::Solver;
use falsecard_engine::play::{Board, Play, imps};

/// Measures the luck of the draws on one board.
pub(super) struct LuckMeter {
    solver: Solver,
    declaring: Side,
    /// The score of declarer's side if nobody errs from the first card on, with which scores are
    /// compared in IMPs.
    unerring: i32,
}

impl LuckMeter {
    /// A meter for this board.
    pub(super) fn on(board: &Board) -> Self {
        let (mut solver, play) = (Solver::new(), Play::new(board.clone()));
        let declaring = board.bidding().contract().declaring_side();
        let unerring = score(&play, solver.tricks(play.position()), declaring);
        Self { solver, declaring, unerring }
    }

    /// What declarer's side gains, in IMPs, by this card beyond the mean of the cards that could be
    /// drawn, under their probabilities `odds`.
    pub(super) fn of_draw(&mut self, play: &Play, card: Card, odds: &[(Card, f64)]) -> f64 {
        let values = self.solver.cards(play.position());
        let worth = |card| {
            let tricks = values.value(card).expect("a player draws from his legal cards");
            f64::from(imps(score(play, tricks, self.declaring) - self.unerring))
        };
        let own = worth(card);
        // By differences, so that among cards of equal worth there is no luck, not even that of
        // rounding.
        odds.iter().map(|&(other, odds)| odds * (own - worth(other))).sum()
    }
}

/// The score of declarer's side if the side to play takes this many of the tricks left.
fn score(play: &Play, tricks: u8, declaring: Side) -> i32 {
    let to_play = Side::of(play.history().to_play());
    let score = play.score_with(to_play, tricks);
    if to_play == declaring { score } else { -score }
}
