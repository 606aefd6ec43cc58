//! The abc rule as published, in one pass (Otawa & Uehara 2006, section 3; after Carmel &
//! Markovitch 1996).
//!
//! Where `Probing` asks the solver what another player would do and follows only that, one pass
//! walks the trees of all three deals at once and carries three values up: what a node is worth to
//! me by the rule, and what it is worth double dummy in the deal that each of the others imagines.
//! No value can be cut off alone, since a choice depends on which cards are exactly equal; the
//! solver finishes only where a single deal is left, or mine is refuted. Both searches have the
//! same value: this one specifies the other, and shows what the other saves.

use std::collections::HashMap;

use falsecard::cards::{Card, Hand, Seat, Side};
use falsecard::dd::Solver;
use falsecard::play::{DeclaredContract, Play, Position};
use falsecard::search::ImaginedDeal;

/// The walk of one triple: my deal, and what each of the other two players imagines.
pub(crate) struct OnePass {
    me: Seat,
    contract: DeclaredContract,
    others: [Seat; 2],
    root: Node,
    /// The number of cards left in all hands at which the lookahead is used up.
    horizon: usize,
    /// One for each deal: a solver remembers one.
    solvers: [Solver; 3],
    known: HashMap<Node, Values>,
}

/// A place in the three trees. The same cards have been played in all, so the same player is to
/// move: my own deal first, then those that the others imagine; `None` where a card has been
/// played that is not there.
type Node = [Option<Position>; 3];

/// The tricks that my side still takes in each deal of a node.
type Values = [Option<u8>; 3];

impl OnePass {
    /// Begins a walk; the arguments are those of `Probing::new`.
    pub(crate) fn new(
        start: &Play,
        me: Seat,
        others: [ImaginedDeal; 2],
        lookahead: Option<usize>,
    ) -> Self {
        let real = *start.position();
        let [b, c] = others.map(|other| {
            start.view(other.seat).imagine(other.deal).ok().map(|play| *play.position())
        });
        Self {
            me,
            contract: start.bidding().contract(),
            others: others.map(|other| other.seat),
            root: [Some(real), b, c],
            horizon: lookahead.map_or(0, |cards| real.cards_left().saturating_sub(cards)),
            solvers: std::array::from_fn(|_| Solver::new()),
            known: HashMap::new(),
        }
    }

    /// The tricks that my side still takes.
    pub(crate) fn value(&mut self) -> u8 {
        let [mine, ..] = self.walk(self.root);
        mine.expect("my own deal is there")
    }

    /// The nodes visited so far, the solver's included.
    pub(crate) fn nodes(&self) -> u64 {
        self.known.len() as u64 + self.solvers.iter().map(Solver::nodes).sum::<u64>()
    }

    fn walk(&mut self, node: Node) -> Values {
        if let Some(&values) = self.known.get(&node) {
            return values;
        }
        let [mine, others @ ..] = &node;
        let is_ordinary = mine.is_none() || others.iter().all(Option::is_none);
        let left = node.iter().flatten().next().map_or(0, Position::cards_left);
        let values = if is_ordinary || left <= self.horizon {
            let me = Side::of(self.me);
            let value = |at: usize| {
                let tricks = |it: Position| it.tricks_of(me, self.solvers[at].tricks(&it));
                node[at].map(tricks)
            };
            [0, 1, 2].map(value)
        } else {
            self.expand(&node)
        };
        self.known.insert(node, values);
        values
    }

    fn expand(&mut self, node: &Node) -> Values {
        let legal = node.map(|deal| deal.map_or(Hand::EMPTY, |position| position.legal()));
        let any = legal.into_iter().fold(Hand::EMPTY, |all, cards| all | cards);
        let children: Vec<(Card, Values)> =
            any.iter().map(|card| (card, self.after(node, card))).collect();
        let [mine, others @ ..] = node;
        let position = mine.as_ref().or(others[0].as_ref()).or(others[1].as_ref());
        let position = position.expect("a node has a deal");
        let decider = self.contract.decider(position.to_play());
        let side = if Side::of(self.me).has(decider) { Take::Most } else { Take::Least };
        let double_dummy = |at: usize| side.of(children.iter().filter_map(|(_, it)| it[at]));
        [self.choice(decider, side, &children), double_dummy(1), double_dummy(2)]
    }

    /// What the node is worth to me: I take the best card for me; another player one of those that
    /// are best in the deal that he imagines, of these the worst for me; and a player of whom that
    /// deal is refuted the best card for his side.
    fn choice(&self, decider: Seat, side: Take, children: &[(Card, Values)]) -> Option<u8> {
        let mine = |(_, values): &(Card, Values)| values[0];
        if let Some(at) = self.others.iter().position(|&other| other == decider) {
            let possible = || children.iter().filter(|child| mine(child).is_some());
            let expects = |(_, values): &(Card, Values)| values[at + 1];
            if let Some(best) = side.of(possible().filter_map(expects)) {
                let followed = possible().filter(|child| expects(child) == Some(best));
                return Take::Least.of(followed.filter_map(mine));
            }
        }
        side.of(children.iter().filter_map(mine))
    }

    /// The values of a card in the deals that have it.
    fn after(&mut self, node: &Node, card: Card) -> Values {
        let mut next = *node;
        let mut won = 0;
        for deal in &mut next {
            *deal = deal.take().and_then(|mut position| {
                let winner = position.play(card).ok()?;
                won = u8::from(winner == Some(Side::of(self.me)));
                Some(position)
            });
        }
        self.walk(next).map(|value| value.map(|more| won + more))
    }
}

/// Which of my values a player wants.
#[derive(Clone, Copy)]
enum Take {
    Most,
    Least,
}

impl Take {
    fn of(self, values: impl Iterator<Item = u8>) -> Option<u8> {
        match self {
            Self::Most => values.max(),
            Self::Least => values.min(),
        }
    }
}
