//! The transposition table: what is known of whole classes of positions, shape by shape.
//!
//! The patterns of a shape are a list, and when there are many a tree: it tells apart first who
//! owned the highest card of each suit where the proof was found, as far as that matters, then who
//! owned the second highest, and so on. Since a proof holds for other owners too, a look-up may go
//! down several branches, but only where something is known that answers the question and where
//! the owners of two levels are among those that some pattern there allows. What has served moves
//! forward in its list.

use super::names::Names;
use super::pattern::{Asked, Bounds, Pattern, Seats};
use super::proof::Proof;
use super::ranks::Cards;
use super::runs::{Full, Run, Runs};
use super::state::Start;

/// The most patterns kept, 24 bytes each: 96 MiB. When they are used up, all is forgotten.
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
    mark: Seats,
    /// Who may own the cards of the level, and of the next, where all higher cards have the same
    /// owners as in the patterns.
    hosts: Seats,
    next_hosts: Seats,
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
    pub(super) fn find(&mut self, start: &Start, target: u8) -> Known {
        let names = Names::of(start);
        let shape = self.shapes[self.place(names.lengths, names.leader as u8)];
        if shape.generation != self.generation {
            return Known::Lead(0);
        }
        let hands = names.hands(start);
        let asked = Asked::new(&hands, names.target(target));
        // Often the bounds of all patterns together do not answer: then none is looked at.
        let known = shape.root.best.answer(&asked).is_some();
        match known.then(|| self.find_in(&shape.root, &asked, 0, 0)).flatten() {
            Some(proof) => Known::Proof(names.proof_back(proof)),
            None => Known::Lead(names.back(1 << shape.lead & !1)),
        }
    }

    /// Looks through a tree. In the suits `moved`, a bit each, a card of a higher level has another
    /// owner than in the patterns.
    fn find_in(&mut self, node: &Node, asked: &Asked<'_>, level: u32, moved: u8) -> Option<Proof> {
        if node.is_list {
            // The newest are last: there the front is.
            let list = self.lists.get_mut(node.run);
            let mut places = list.iter().enumerate().rev();
            let (at, proof) =
                places.find_map(|(at, pattern)| Some((at, pattern.answer(asked)?)))?;
            list.swap(at, usize::midpoint(at, list.len()));
            return Some(proof);
        }
        let owners = asked.owners_at(level);
        let next = asked.owners_at(level + 1);
        for at in 0..node.run.len() {
            let branch = &self.branches.get(node.run)[at];
            if owners.missing_in(branch.hosts) & !moved != 0
                || branch.node.best.answer(asked).is_none()
            {
                continue;
            }
            let moved = moved | branch.mark.missing_in(owners);
            if next.missing_in(branch.next_hosts) & !moved != 0 {
                continue;
            }
            let child = branch.node;
            if let Some(proof) = self.find_in(&child, asked, level + 1, moved) {
                self.branches.get_mut(node.run).swap(at, at / 2);
                return Some(proof);
            }
        }
        None
    }

    /// Remembers a proof for `target`, and forgets patterns beside it that say less.
    pub(super) fn add(&mut self, start: &Start, target: u8, proof: Proof, lead: Cards) {
        let names = Names::of(start);
        let hands = names.hands(start);
        let asked = Asked::new(&hands, names.target(target));
        let pattern = Pattern::new(&asked, names.proof_there(proof));
        let place = self.shape_for(names.lengths, names.leader as u8);
        let mut root = self.shapes[place].root;
        match self.add_to(&mut root, 0, pattern) {
            Ok(()) => {
                self.shapes[place].root = root;
                if lead != 0 {
                    self.shapes[place].lead = names.there(lead).trailing_zeros() as u8;
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
        let known = self.branches.get(node.run).iter().position(|branch| branch.mark == mark);
        let place = known.unwrap_or(node.run.len());
        if known.is_none() {
            let branch =
                Branch { mark, hosts: Seats::NONE, next_hosts: Seats::NONE, node: Node::EMPTY };
            self.branches.push(&mut node.run, branch)?;
        }
        let mut branch = self.branches.get(node.run)[place];
        self.add_to(&mut branch.node, level + 1, pattern)?;
        branch.hosts = branch.hosts.or(pattern.hosts(level));
        branch.next_hosts = branch.next_hosts.or(pattern.hosts(level + 1));
        self.branches.get_mut(node.run)[place] = branch;
        Ok(())
    }

    fn add_to_list(&mut self, run: &mut Run, mut new: Pattern) -> Result<(), Full> {
        let mut i = 0;
        while i < run.len() {
            let old = self.lists.get(*run)[i];
            new.join(&old);
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
            let pattern = self.lists.get(list)[i];
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
