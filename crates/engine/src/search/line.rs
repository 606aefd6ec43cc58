//! What the line taken says of layouts: a player who could have kept a trick has not given it away.
//!
//! A declarer with a sure trick in the suit does not lay down his ace, and nobody discards a card
//! that would have won a trick. No convention can say so, for it takes the four hands to know what
//! a card costs. So layouts are weighed after they are drawn: a layout in which the last cards of
//! the hidden hands cost tricks, double dummy, is the less likely for each of them.
//!
//! Double dummy is no more than a hint at what a player who did not see the other hands could have
//! known. So the weight is tempered ([`KEPT`]), and of the last decisions only.
//!
//! ```
//! use falsecard::search::Line;
//! use falsecard::dd::Solver;
//! # use std::sync::Arc;
//! # use falsecard::cards::{Seat, Vulnerability};
//! # use falsecard::play::{Bidding, Board, DeclaredContract, Play};
//! # let contract = DeclaredContract { contract: "1NT".parse()?, declarer: Seat::South };
//! # let bidding = Bidding::new(Seat::South, Vulnerability::NONE, "1NT P P P".parse()?, contract)?;
//! # let deal = "N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543".parse()?;
//! # let mut play = Play::new(Board::new(deal, Arc::new(bidding)));
//! for card in ["H6", "H2", "HK", "HA", "CQ", "C3", "C7"] {
//!     play.play(card.parse()?)?;
//! }
//! let east = play.view(Seat::East);
//! let line = Line::of(&east);
//! // West's and declarer's cards, dummy's among them; not East's own, nor the opening lead.
//! let cards: Vec<String> = line.cards().map(|(_, card)| card.to_string()).collect();
//! assert_eq!(cards, ["♥2", "♥A", "♣Q", "♣3", "♣7"]);
//! let costs = line.costs(play.deal(), &mut Solver::new(), || false);
//! assert_eq!(costs.unwrap().len(), 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::cards::{Card, FullDeal, Seat, Side};
use crate::dd::Solver;
use crate::play::{History, View};

/// The factor of a layout's weight for each trick that a card cost in it.
///
/// Set on the even half of the problems in `tests/laws/line.rs`: the true deal becomes likelier by
/// 0.03 nats a problem there and by 0.01 on the odd half, and by as much with 0.5, but then more is
/// lost where a player erred. To ask what a card costs its player by his own belief, ten times the
/// work, does no better.
const KEPT: f64 = 0.6;

/// The most tricks that a card is taken to have cost.
const MOST: u8 = 2;

/// The most decisions that matter and are used, the last ones.
const DECISIONS: usize = 3;

/// The most cards back from the present that are used: earlier ones cost most to solve, and add
/// nothing that can be measured.
const CARDS_BACK: usize = 6;

/// The last decisions of the hidden hands, in the order of play.
#[derive(Debug, Clone, Default)]
pub struct Line {
    decisions: Vec<LinePlay>,
}

/// A card that a hidden player chose, from his hand or as declarer from dummy.
#[derive(Debug, Clone)]
struct LinePlay {
    seat: Seat,
    card: Card,
    before: History,
    after: History,
    /// The fewest tricks that it cost in any layout: they make no layout less likely.
    least: u8,
}

impl Line {
    /// The decisions among the last six cards. The opening lead is left to the conventions.
    pub fn of(view: &View) -> Self {
        let played = view.history().played();
        let contract = view.contract();
        let from = played.len().saturating_sub(CARDS_BACK).max(1);
        let is_theirs = |at: &usize| contract.decider(played[*at].seat) != view.seat();
        let theirs = (from..played.len()).filter(is_theirs);
        let decision = |at: usize| LinePlay {
            seat: played[at].seat,
            card: played[at].card,
            before: view.history().first(at),
            after: view.history().first(at + 1),
            least: 0,
        };
        Self { decisions: theirs.map(decision).collect() }
    }

    /// The last three of the decisions that matter: those that cost more in some layouts than in
    /// others.
    #[must_use]
    pub fn that_matter(&self, costs: &[Vec<u8>]) -> Self {
        let matters = |(at, decision): (usize, &LinePlay)| {
            let range = || costs.iter().map(|costs| costs[at]);
            let least = range().min()?;
            (range().max()? > least).then(|| LinePlay { least, ..decision.clone() })
        };
        let mut decisions: Vec<LinePlay> =
            self.decisions.iter().enumerate().filter_map(matters).collect();
        decisions.drain(..decisions.len().saturating_sub(DECISIONS));
        Self { decisions }
    }

    /// Whether there are no decisions.
    pub fn is_empty(&self) -> bool {
        self.decisions.is_empty()
    }

    /// The cards and their hands.
    pub fn cards(&self) -> impl Iterator<Item = (Seat, Card)> + '_ {
        self.decisions.iter().map(|decision| (decision.seat, decision.card))
    }

    /// The tricks that each card cost in a layout: two double-dummy solves each, the earliest
    /// first, so that the later ones are hardly more than a look into the solver's memory. `None`
    /// if `stop` says so between two of them.
    pub fn costs(
        &self,
        world: &FullDeal,
        solver: &mut Solver,
        stop: impl Fn() -> bool,
    ) -> Option<Vec<u8>> {
        let cost = |decision: &LinePlay| (!stop()).then(|| decision.cost(world, solver));
        self.decisions.iter().map(cost).collect()
    }

    /// The likelihood of the line in a layout, relative to one in which it cost nothing: above 0
    /// and at most 1.
    pub fn weight(&self, world: &FullDeal, solver: &mut Solver) -> f64 {
        let lost = |decision: &LinePlay| {
            decision.cost(world, solver).saturating_sub(decision.least).min(MOST)
        };
        let lost: u8 = self.decisions.iter().map(lost).sum();
        KEPT.powi(i32::from(lost))
    }
}

impl LinePlay {
    fn cost(&self, world: &FullDeal, solver: &mut Solver) -> u8 {
        let side = Side::of(self.seat);
        let value = |history: &History, expected, solver: &mut Solver| {
            tricks(history, world, side, expected, solver)
        };
        let before = value(&self.before, None, solver);
        before.saturating_sub(value(&self.after, Some(before), solver))
    }
}

/// The total tricks of a side, with best play from here on; 0 in a layout from which the cards
/// could not have been played.
fn tricks(
    history: &History,
    world: &FullDeal,
    side: Side,
    expected: Option<u8>,
    solver: &mut Solver,
) -> u8 {
    let Some(position) = history.position(world) else { return 0 };
    let (won, left) = (history.tricks_won(side), position.tricks_left());
    let of_player = |tricks: u8| position.tricks_of(side, tricks);
    let more = match expected {
        None => solver.tricks(&position),
        Some(all) => solver.tricks_about(&position, of_player(all.saturating_sub(won).min(left))),
    };
    won + of_player(more)
}
