//! The transposition table: what is known of whole classes of positions.
//!
//! A search that has proved a bound also knows which top cards it was proved with. Every position
//! of the same shape (who leads, and the length of each suit in each hand) whose top cards lie in
//! the same hands has that bound too, whatever becomes of the small cards. Such a class is a
//! *pattern* (M. Ginsberg, *Partition Search*, AAAI 1996). Ranks are relative, so a pattern holds
//! in any deal with the same kind of strain, and none ever becomes wrong.
//!
//! The patterns of a shape are a list, and when there are many a tree: it tells apart first who
//! owns the highest card of each suit, as far as that matters, then who owns the second highest,
//! and so on. A look-up goes only where the owners agree and where something is known that answers
//! the question.

use super::proof::{Proof, Winners};
use super::ranks::Cards;
use super::runs::{Full, Run, Runs};
use super::state::Start;

/// The most patterns kept, 32 bytes each: 128 MiB. When they are used up, all is forgotten.
const MOST_PATTERNS: usize = 1 << 22;

/// The most branches kept, 20 bytes each: 40 MiB.
const MOST_BRANCHES: usize = 1 << 21;

/// The shapes that the table has room for at first, 32 bytes each; it doubles as needed.
const FIRST_SHAPES: usize = 1 << 10;

/// After a hard deal the table is cut back to so many shapes, so that it stays in the cache.
const USUAL_SHAPES: usize = 1 << 15;

/// The most room for shapes: 64 MiB. A table half full is full.
const MOST_SHAPES: usize = 1 << 21;

/// A list of more patterns becomes a tree.
const LONG_LIST: usize = 16;

/// Who owns each card, as two planes of bits.
#[derive(Debug, Clone, Copy)]
struct Owners([Cards; 2]);

impl Owners {
    fn of(hands: &[Cards; 4]) -> Self {
        Self([hands[1] | hands[3], hands[2] | hands[3]])
    }

    /// Whether the owners of `ranks` are the same.
    const fn agree(self, other: Self, ranks: Cards) -> bool {
        ((self.0[0] ^ other.0[0]) | (self.0[1] ^ other.0[1])) & ranks == 0
    }

    /// The owners of one level's cards, a nibble for each plane.
    const fn level(self, level: u32) -> u8 {
        level_of(self.0[0], level) | level_of(self.0[1], level) << 4
    }
}

/// The cards of one level, the highest being 0: a bit for each suit, clubs lowest.
const fn level_of(cards: Cards, level: u32) -> u8 {
    let suits = (cards >> (14 - level)) & 0x0001_0001_0001_0001;
    (suits.wrapping_mul(0x0001_0002_0004_0008) >> 48) as u8 & 15
}

/// Bounds on the tricks of North-South.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    lower: u8,
    upper: u8,
}

impl Bounds {
    /// Nothing is known: no number of tricks is less, or more.
    const NONE: Self = Self { lower: 0, upper: 13 };

    /// A bound that tells whether there are `target` tricks, if there is one.
    const fn answer(self, target: u8) -> Option<u8> {
        if self.lower >= target {
            Some(self.lower)
        } else if self.upper < target {
            Some(self.upper)
        } else {
            None
        }
    }

    /// The tighter of both bounds.
    fn and(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// Whether this says all that the other does.
    const fn imply(self, other: Self) -> bool {
        self.lower >= other.lower && self.upper <= other.upper
    }
}

/// The tricks of North-South in every position where `ranks` have these owners, and which cards win
/// in the proof.
#[derive(Debug, Clone, Copy)]
struct Pattern {
    owners: Owners,
    ranks: Cards,
    winners: Winners,
    bounds: Bounds,
}

impl Pattern {
    /// Whether `other` says nothing that this pattern does not say more generally.
    const fn implies(&self, other: &Self) -> bool {
        other.ranks & self.ranks == self.ranks
            && self.bounds.imply(other.bounds)
            && self.owners.agree(other.owners, self.ranks)
    }

    /// Where a tree files it at a level.
    const fn mark(&self, level: u32) -> Mark {
        let suits = level_of(self.ranks, level);
        let care = suits | suits << 4;
        Mark { owners: self.owners.level(level) & care, care }
    }
}

/// Which cards of a level matter, and who owns them: see [`Owners::level`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Mark {
    owners: u8,
    care: u8,
}

/// A tree of patterns.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// A list of patterns, or of branches.
    run: Run,
    is_list: bool,
    /// The tightest of all the bounds in it.
    best: Bounds,
}

impl Node {
    const EMPTY: Self = Self { run: Run::EMPTY, is_list: true, best: Bounds::NONE };
}

/// The patterns of a tree with the same mark.
#[derive(Debug, Clone, Copy)]
struct Branch {
    mark: Mark,
    node: Node,
}

/// The patterns of one shape.
#[derive(Debug, Clone, Copy)]
struct Shape {
    lengths: u64,
    generation: u32,
    leader: u8,
    /// The bit of the lead that last settled the matter.
    lead: u8,
    root: Node,
}

impl Shape {
    const NONE: Self = Self { lengths: 0, generation: 0, leader: 0, lead: 0, root: Node::EMPTY };

    fn hash(lengths: u64, leader: u8) -> u64 {
        (lengths ^ (u64::from(leader) << 61) ^ (lengths >> 29)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

/// What is known of a position.
#[derive(Debug, Clone, Copy)]
pub(super) enum Known {
    /// A proof that answers the question.
    Proof(Proof),
    /// No more than a lead that has served before, or none.
    Lead(Cards),
}

/// All the patterns known, by shape.
#[derive(Debug)]
pub(super) struct Patterns {
    shapes: Vec<Shape>,
    shapes_used: usize,
    generation: u32,
    lists: Runs<Pattern>,
    branches: Runs<Branch>,
}

impl Patterns {
    pub(super) fn new() -> Self {
        Self {
            shapes: vec![Shape::NONE; FIRST_SHAPES],
            shapes_used: 0,
            generation: 1,
            lists: Runs::new(MOST_PATTERNS),
            branches: Runs::new(MOST_BRANCHES),
        }
    }

    /// Forgets all patterns, as a rule in constant time.
    pub(super) fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.shapes.len() > USUAL_SHAPES || self.generation == 0 {
            self.shapes = vec![Shape::NONE; self.shapes.len().min(USUAL_SHAPES)];
            self.generation = 1;
        }
        self.shapes_used = 0;
        self.lists.clear();
        self.branches.clear();
    }

    /// A proof that North-South take `target` tricks, or that they do not, if one is known.
    pub(super) fn find(&self, start: &Start, target: u8) -> Known {
        let shape = &self.shapes[self.place(start.shape, start.leader as u8)];
        if shape.generation != self.generation {
            return Known::Lead(0);
        }
        match self.find_in(&shape.root, Owners::of(&start.hands), 0, target) {
            Some(proof) => Known::Proof(proof),
            None => Known::Lead(1 << shape.lead & !1),
        }
    }

    fn find_in(&self, node: &Node, owners: Owners, level: u32, target: u8) -> Option<Proof> {
        if node.is_list {
            return self.lists.get(&node.run).iter().rev().find_map(|pattern| {
                if !pattern.owners.agree(owners, pattern.ranks) {
                    return None;
                }
                let tricks = pattern.bounds.answer(target)?;
                Some(Proof { tricks, winners: pattern.winners.cards() })
            });
        }
        let here = owners.level(level);
        self.branches.get(&node.run).iter().find_map(|Branch { mark, node }| {
            if (mark.owners ^ here) & mark.care != 0 || node.best.answer(target).is_none() {
                return None;
            }
            self.find_in(node, owners, level + 1, target)
        })
    }

    /// Remembers a proof for `target`, and forgets patterns beside it that say less.
    pub(super) fn add(&mut self, start: &Start, target: u8, proof: Proof, lead: Cards) {
        let bounds = if proof.tricks >= target {
            Bounds { lower: proof.tricks, ..Bounds::NONE }
        } else {
            Bounds { upper: proof.tricks, ..Bounds::NONE }
        };
        let pattern = Pattern {
            owners: Owners::of(&start.hands),
            ranks: proof.ranks(),
            winners: Winners::new(proof.winners),
            bounds,
        };
        let place = self.shape_for(start.shape, start.leader as u8);
        let mut root = self.shapes[place].root;
        match self.add_to(&mut root, 0, pattern) {
            Ok(()) => {
                self.shapes[place].root = root;
                if lead != 0 {
                    self.shapes[place].lead = lead.trailing_zeros() as u8;
                }
            }
            Err(Full) => self.clear(),
        }
    }

    fn add_to(&mut self, node: &mut Node, level: u32, pattern: Pattern) -> Result<(), Full> {
        node.best = node.best.and(pattern.bounds);
        if node.is_list {
            self.add_to_list(&mut node.run, pattern)?;
            if node.run.len() > LONG_LIST {
                self.make_tree(node, level)?;
            }
            return Ok(());
        }
        let mark = pattern.mark(level);
        let known = self.branches.get(&node.run).iter().position(|branch| branch.mark == mark);
        let place = known.unwrap_or(node.run.len());
        if known.is_none() {
            self.branches.push(&mut node.run, Branch { mark, node: Node::EMPTY })?;
        }
        let mut next = self.branches.get(&node.run)[place].node;
        self.add_to(&mut next, level + 1, pattern)?;
        self.branches.get_mut(&node.run)[place].node = next;
        Ok(())
    }

    fn add_to_list(&mut self, run: &mut Run, mut new: Pattern) -> Result<(), Full> {
        let mut i = 0;
        while i < run.len() {
            let old = self.lists.get(run)[i];
            if old.ranks == new.ranks && old.owners.agree(new.owners, new.ranks) {
                new.bounds = new.bounds.and(old.bounds);
                new.winners = new.winners.and(old.winners);
            }
            if new.implies(&old) {
                self.lists.swap_remove(run, i);
            } else {
                i += 1;
            }
        }
        self.lists.push(run, new)
    }

    /// Sorts a list by the marks of a level.
    fn make_tree(&mut self, node: &mut Node, level: u32) -> Result<(), Full> {
        let mut list = node.run;
        let mut tree = Node { run: Run::EMPTY, is_list: false, best: node.best };
        for i in 0..list.len() {
            let pattern = self.lists.get(&list)[i];
            self.add_to(&mut tree, level, pattern)?;
        }
        self.lists.release(&mut list);
        *node = tree;
        Ok(())
    }

    /// Where a shape is, or where it would be put.
    fn place(&self, lengths: u64, leader: u8) -> usize {
        let mask = self.shapes.len() - 1;
        let mut place = (Shape::hash(lengths, leader) >> 32) as usize & mask;
        loop {
            let shape = &self.shapes[place];
            let empty = shape.generation != self.generation;
            if empty || (shape.lengths == lengths && shape.leader == leader) {
                return place;
            }
            place = (place + 1) & mask;
        }
    }

    /// Where a shape is, after making room for it if it is new.
    fn shape_for(&mut self, lengths: u64, leader: u8) -> usize {
        let place = self.place(lengths, leader);
        if self.shapes[place].generation == self.generation {
            return place;
        }
        if 2 * self.shapes_used >= self.shapes.len() {
            if self.shapes.len() < MOST_SHAPES {
                self.grow();
            } else {
                self.clear();
            }
            return self.shape_for(lengths, leader);
        }
        self.shapes_used += 1;
        let generation = self.generation;
        self.shapes[place] = Shape { lengths, generation, leader, lead: 0, root: Node::EMPTY };
        place
    }

    /// Doubles the room for shapes.
    fn grow(&mut self) {
        let doubled = vec![Shape::NONE; 2 * self.shapes.len()];
        let old = std::mem::replace(&mut self.shapes, doubled);
        for shape in old {
            if shape.generation == self.generation {
                let place = self.place(shape.lengths, shape.leader);
                self.shapes[place] = shape;
            }
        }
    }
}
