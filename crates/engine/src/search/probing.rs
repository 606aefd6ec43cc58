//! The abc rule as published, by probing (Otawa & Uehara 2006, section 3).
//!
//! The tree is that of the decider's imagined deal `d`. At his nodes the maximum counts. At another
//! player's node the solver is asked (a *probe*) which cards are best for that player in the deal
//! that *he* is imagined to believe in, and only these are followed; among them the one that is
//! worst for the decider. A player whose imagined deal is refuted, because a card appears that it
//! does not have there, is `*`: from then on he plays double dummy in `d`. When both are, or the
//! lookahead is used up, the value is the double-dummy value of `d`.
//!
//! What is left is an ordinary tree of one value, so it is searched with alpha-beta. The state of a
//! player's imagined deal follows from the position in `d` and from whether he is `*`, so these are
//! the key of the table. Cards are merged only if they are equal in every deal that counts: cards
//! that are equal in `d` alone may refute what another player imagines.

use std::collections::HashMap;

use crate::cards::{Card, FullDeal, Hand, Seat, Side, display_order};
use crate::dd::{CardValues, Solver};
use crate::play::{DeclaredContract, Play, Position};

/// The deal that another player is imagined to believe in.
#[derive(Debug, Clone, Copy)]
pub struct ImaginedDeal {
    /// The player; declarer also chooses dummy's cards.
    pub seat: Seat,
    /// The deal. It must fit what he has seen.
    pub deal: FullDeal,
}

/// The search of one triple: the decider's deal, and what each of the other two players imagines.
pub struct Probing<'a> {
    me: Seat,
    contract: DeclaredContract,
    root: ProbeNode,
    /// The number of cards left in all hands at which the lookahead is used up.
    horizon: usize,
    /// The solver of the decider's deal.
    solver: &'a mut Solver,
    /// The nodes that it had visited before.
    before: u64,
    /// The solvers of the others' imagined deals, since a solver remembers one deal.
    solvers: [Solver; 2],
    /// Asked at every node whether to give up.
    stop: &'a dyn Fn() -> bool,
    /// Whether the search was given up, so that later results are worthless.
    is_given_up: bool,
    bounds: HashMap<(Position, [bool; 2]), (u8, u8)>,
    choices: HashMap<(Position, [bool; 2]), Hand>,
    /// The nodes of the tree visited so far, without the solvers'.
    visited: u64,
}

/// A place in the tree.
#[derive(Debug, Clone, Copy)]
struct ProbeNode {
    /// The position in the decider's deal.
    real: Position,
    /// The positions that the other two players imagine; `None` for `*`.
    others: [(Seat, Option<Position>); 2],
}

impl<'a> Probing<'a> {
    /// Begins a search for `me` at `start`, a position of his own deal, with what the other two
    /// thinking players imagine. A player in whose deal the cards played in `start` are impossible
    /// is `*` from the beginning.
    pub fn new(
        start: &Play,
        me: Seat,
        others: [ImaginedDeal; 2],
        lookahead: Option<usize>,
        solver: &'a mut Solver,
    ) -> Self {
        let real = *start.position();
        let others = others.map(|other| {
            let view = start.view(other.seat);
            (other.seat, view.imagine(other.deal).ok().map(|play| *play.position()))
        });
        let contract = start.bidding().contract();
        let horizon = lookahead.map_or(0, |cards| real.cards_left().saturating_sub(cards));
        let root = ProbeNode { real, others };
        let (bounds, choices) = (HashMap::new(), HashMap::new());
        let (stop, is_given_up): (&dyn Fn() -> bool, _) = (&|| false, false);
        let solvers = [Solver::new(), Solver::new()];
        let before = solver.nodes();
        Self {
            me,
            contract,
            root,
            horizon,
            solver,
            before,
            solvers,
            stop,
            is_given_up,
            bounds,
            choices,
            visited: 0,
        }
    }

    /// This search, which gives up as soon as `stop` says so.
    #[must_use]
    pub fn until(self, stop: &'a dyn Fn() -> bool) -> Self {
        Self { stop, ..self }
    }

    /// The tricks that the side of `me` still takes; `None` if the search was given up.
    pub fn value(&mut self) -> Option<u8> {
        let root = self.root;
        let mut value = self.double_dummy(&root.real);
        let (mut low, mut high) = (0, root.real.tricks_left());
        while low < high {
            let target = value.max(low + 1);
            value = self.search(&root, target - 1, target);
            if self.is_given_up {
                return None;
            }
            if value >= target {
                low = value;
            } else {
                high = value;
            }
        }
        Some(value)
    }

    /// The nodes visited so far, including the solvers'.
    pub fn nodes(&self) -> u64 {
        let probes = self.solvers.iter().map(Solver::nodes).sum::<u64>();
        self.visited + self.solver.nodes() - self.before + probes
    }

    /// The double-dummy values of a player's cards in the deal that he imagines.
    fn probe(&mut self, seat: Seat, position: &Position) -> CardValues {
        let other = self.root.others.iter().position(|(other, _)| *other == seat);
        self.solvers[other.expect("another player is asked")].cards(position)
    }

    /// Fail-soft alpha-beta: at least `beta`, at most `alpha`, or exact between.
    fn search(&mut self, node: &ProbeNode, alpha: u8, beta: u8) -> u8 {
        if node.real.is_over() {
            return 0;
        }
        self.visited += 1;
        self.is_given_up = self.is_given_up || (self.stop)();
        if self.is_given_up {
            return 0;
        }
        if node.nobody_is_wrong() || node.real.cards_left() <= self.horizon {
            return self.double_dummy(&node.real);
        }
        let key = node.key();
        let (low, high) = self.bounds.get(&key).copied().unwrap_or((0, node.real.tricks_left()));
        if low >= beta || low == high {
            return low;
        }
        if high <= alpha {
            return high;
        }
        let value = self.expand(node, alpha.max(low), beta.min(high));
        if self.is_given_up {
            return value;
        }
        let bounds = self.bounds.entry(key).or_insert((low, high));
        if value > alpha.max(low) {
            bounds.0 = bounds.0.max(value);
        }
        if value < beta.min(high) {
            bounds.1 = bounds.1.min(value);
        }
        value
    }

    fn expand(&mut self, node: &ProbeNode, alpha: u8, beta: u8) -> u8 {
        let (cards, maximise) = self.followed(node);
        let cards = node.distinct(cards);
        let (mut alpha, mut beta) = (alpha, beta);
        let mut best: Option<u8> = None;
        for card in self.in_order(node, cards, maximise) {
            let (won, next) = node.after(card, Side::of(self.me));
            let value =
                won + self.search(&next, alpha.saturating_sub(won), beta.saturating_sub(won));
            let better = |best: u8| if maximise { value > best } else { value < best };
            if best.is_none_or(better) {
                best = Some(value);
            }
            if maximise {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        best.expect("a player whose turn it is has a card")
    }

    /// The cards that are followed, and whether the best or the worst of them for `me` counts.
    fn followed(&mut self, node: &ProbeNode) -> (Hand, bool) {
        let decider = self.contract.decider(node.real.to_play());
        let legal = node.real.legal();
        if decider == self.me {
            return (legal, true);
        }
        let Some(imagined) = node.imagined_by(decider).copied() else {
            return (legal, decider == self.me.partner());
        };
        if let Some(&cards) = self.choices.get(&node.key()) {
            return (cards, false);
        }
        let possible = legal & imagined.legal();
        let values = self.probe(decider, &imagined);
        let value = |card: Card| values.value(card).unwrap_or_default();
        let best = possible.iter().map(value).max();
        let cards: Hand = possible.iter().filter(|&card| Some(value(card)) == best).collect();
        if cards.is_empty() {
            return (legal, decider == self.me.partner());
        }
        self.choices.insert(node.key(), cards);
        (cards, false)
    }

    /// The cards in the order of their double-dummy values in `d`, the likely choice first.
    fn in_order(&mut self, node: &ProbeNode, cards: Hand, maximise: bool) -> Vec<Card> {
        let mut order: Vec<Card> = cards.iter().collect();
        if order.len() > 1 {
            let values = self.solver.cards(&node.real);
            let mine = Side::of(self.me).has(node.real.to_play());
            let value = |card: Card| i16::from(values.value(card).unwrap_or_default());
            let sign = if mine == maximise { -1 } else { 1 };
            order.sort_by_key(|&card| (sign * value(card), display_order(card)));
        }
        order
    }

    fn double_dummy(&mut self, position: &Position) -> u8 {
        position.tricks_of(Side::of(self.me), self.solver.tricks(position))
    }
}

impl ProbeNode {
    /// Whether both other players are `*`: everybody then plays double dummy in `d`.
    fn nobody_is_wrong(&self) -> bool {
        self.others.iter().all(|(_, imagined)| imagined.is_none())
    }

    fn imagined_by(&self, seat: Seat) -> Option<&Position> {
        self.others.iter().find(|(other, _)| *other == seat)?.1.as_ref()
    }

    /// The cards without those that are equal in every deal that still counts: touching cards, both
    /// in the hand to play in the decider's deal and in each that is not refuted. The lowest stands
    /// for the others.
    fn distinct(&self, cards: Hand) -> Hand {
        let seat = self.real.to_play();
        let imagined = self.others.iter().filter_map(|(_, position)| position.as_ref());
        let common = imagined
            .fold(self.real.hands()[seat], |common, position| common & position.hands()[seat]);
        let on_table = self.real.trick().cards().map(|(_, card)| card);
        let hands = self.real.hands().iter().map(|(_, hand)| *hand);
        let open = hands.fold(on_table.collect(), |open: Hand, hand| open | hand);
        let stands = |card: &Card| {
            let below = open[card.suit].iter().find(|&rank| rank < card.rank);
            let below = below.map(|rank| Card { rank, ..*card });
            !below.is_some_and(|below| {
                cards.contains(below) && common.contains(below) && common.contains(*card)
            })
        };
        cards.iter().filter(stands).collect()
    }

    fn key(&self) -> (Position, [bool; 2]) {
        (self.real, self.others.map(|(_, imagined)| imagined.is_some()))
    }

    /// The tricks that the decider's side wins at once with a card, and the resulting node.
    fn after(&self, card: Card, mine: Side) -> (u8, Self) {
        let mut next = *self;
        let won = next.real.play(card).expect("only legal cards are followed");
        for (_, imagined) in &mut next.others {
            *imagined = imagined
                .take()
                .and_then(|mut position| position.play(card).is_ok().then_some(position));
        }
        (u8::from(won == Some(mine)), next)
    }
}
