//! The transposition table: patterns, by shape.
//!
//! The patterns of a shape are a list, or a tree when there are many. The tree branches first by
//! the owners of the highest card of each suit in the proofs, as far as they matter, then by the
//! owners of the second highest, and so on. A proof may hold for other owners too, so a look-up may
//! follow several branches. It skips a branch if no bound in it answers the question, or if no
//! pattern in it allows the owners of this level and the next. Entries that are found move forward
//! in their list.

use super::names::Renaming;
use super::pattern::{ProofPattern, Seats, TargetQuery, TrickBounds};
use super::proof::Proof;
use super::ranks::Cards;
use super::runs::{Full, ListRun, Runs};
use super::state::Start;

/// The most patterns kept, 24 bytes each: 96 MiB. When it is full, the whole table is cleared.
const MOST_PATTERNS: usize = 1 << 22;

/// The most branches kept, 20 bytes each: 40 MiB.
const MOST_BRANCHES: usize = 1 << 21;

/// The table's first number of places for shapes, 32 bytes each. It doubles as needed.
const FIRST_SHAPES: usize = 1 << 10;

/// The number of places that the table is cut back to after a hard deal, so that it stays in the
/// cache.
const USUAL_SHAPES: usize = 1 << 15;

/// The most places for shapes: 64 MiB. At most half of them are used.
const MOST_SHAPES: usize = 1 << 21;

/// A list longer than this becomes a tree.
const LONG_LIST: usize = 16;

/// A tree of patterns.
#[derive(Debug, Clone, Copy)]
struct PatternTree {
    /// A list of patterns, or of branches.
    run: ListRun,
    is_list: bool,
    /// The tightest of all the bounds in it.
    best: TrickBounds,
}

impl PatternTree {
    const EMPTY: Self = Self { run: ListRun::EMPTY, is_list: true, best: TrickBounds::NONE };
}

/// The patterns of a tree with the same mark.
#[derive(Debug, Clone, Copy)]
struct Branch {
    mark: Seats,
    /// The possible owners of the cards of this level and of the next, if all higher cards have the
    /// same owners as in the patterns.
    hosts: Seats,
    next_hosts: Seats,
    node: PatternTree,
}

/// The patterns of one shape.
#[derive(Debug, Clone, Copy)]
struct ShapePatterns {
    lengths: u64,
    generation: u32,
    leader: u8,
    /// The bit of the lead that last caused a cut-off.
    lead: u8,
    root: PatternTree,
}

impl ShapePatterns {
    const NONE: Self =
        Self { lengths: 0, generation: 0, leader: 0, lead: 0, root: PatternTree::EMPTY };

    fn hash(lengths: u64, leader: u8) -> u64 {
        (lengths ^ (u64::from(leader) << 61) ^ (lengths >> 29)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

/// The result of a look-up.
#[derive(Debug, Clone, Copy)]
pub(super) enum LookUp {
    /// A proof that answers the question.
    Proof(Proof),
    /// No proof, but a lead that caused a cut-off before; 0 if there is none.
    Lead(Cards),
}

/// All the patterns known, by shape.
#[derive(Debug)]
pub(super) struct Patterns {
    shapes: Vec<ShapePatterns>,
    shapes_used: usize,
    generation: u32,
    lists: Runs<ProofPattern>,
    branches: Runs<Branch>,
}

impl Patterns {
    pub(super) fn new() -> Self {
        Self {
            shapes: vec![ShapePatterns::NONE; FIRST_SHAPES],
            shapes_used: 0,
            generation: 1,
            lists: Runs::new(MOST_PATTERNS),
            branches: Runs::new(MOST_BRANCHES),
        }
    }

    /// Forgets all patterns, in constant time unless the table has grown large.
    pub(super) fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.shapes.len() > USUAL_SHAPES || self.generation == 0 {
            self.shapes = vec![ShapePatterns::NONE; self.shapes.len().min(USUAL_SHAPES)];
            self.generation = 1;
        }
        self.shapes_used = 0;
        self.lists.clear();
        self.branches.clear();
    }

    /// Looks for a proof that North-South take `target` tricks, or that they do not.
    pub(super) fn find(&mut self, start: &Start, target: u8) -> LookUp {
        let names = Renaming::of(start);
        let shape = self.shapes[self.place(names.lengths, names.leader as u8)];
        if shape.generation != self.generation {
            return LookUp::Lead(0);
        }
        let hands = names.hands(start);
        let asked = TargetQuery::new(&hands, names.target(target));
        // Often even the tightest bounds of the shape do not answer; then the search is skipped.
        let known = shape.root.best.answer(&asked).is_some();
        match known.then(|| self.find_in(&shape.root, &asked, 0, 0)).flatten() {
            Some(proof) => LookUp::Proof(names.proof_back(proof)),
            None => LookUp::Lead(names.back(1 << shape.lead & !1)),
        }
    }

    /// Looks through a tree. `moved` are the suits, a bit each, in which a card of a higher level
    /// has another owner than in the patterns.
    fn find_in(
        &mut self,
        node: &PatternTree,
        asked: &TargetQuery<'_>,
        level: u32,
        moved: u8,
    ) -> Option<Proof> {
        if node.is_list {
            // The list is searched from its end, where the newest are.
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

    /// Remembers a proof for `target`, and drops patterns of its list that it makes superfluous.
    pub(super) fn add(&mut self, start: &Start, target: u8, proof: Proof, lead: Cards) {
        let names = Renaming::of(start);
        let hands = names.hands(start);
        let asked = TargetQuery::new(&hands, names.target(target));
        let pattern = ProofPattern::new(&asked, names.proof_there(proof));
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

    fn add_to(
        &mut self,
        node: &mut PatternTree,
        level: u32,
        pattern: ProofPattern,
    ) -> Result<(), Full> {
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
            let branch = Branch {
                mark,
                hosts: Seats::NONE,
                next_hosts: Seats::NONE,
                node: PatternTree::EMPTY,
            };
            self.branches.push(&mut node.run, branch)?;
        }
        let mut branch = self.branches.get(node.run)[place];
        self.add_to(&mut branch.node, level + 1, pattern)?;
        branch.hosts = branch.hosts.or(pattern.hosts(level));
        branch.next_hosts = branch.next_hosts.or(pattern.hosts(level + 1));
        self.branches.get_mut(node.run)[place] = branch;
        Ok(())
    }

    fn add_to_list(&mut self, run: &mut ListRun, mut new: ProofPattern) -> Result<(), Full> {
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

    /// Turns a list into a tree that branches by the marks of a level.
    fn make_tree(&mut self, node: &mut PatternTree, level: u32) -> Result<(), Full> {
        let mut list = node.run;
        let mut tree = PatternTree { run: ListRun::EMPTY, is_list: false, best: node.best };
        for i in 0..list.len() {
            let pattern = self.lists.get(list)[i];
            self.add_to(&mut tree, level, pattern)?;
        }
        self.lists.release(&mut list);
        *node = tree;
        Ok(())
    }

    /// The place of a shape, or the free place for it.
    fn place(&self, lengths: u64, leader: u8) -> usize {
        let mask = self.shapes.len() - 1;
        let mut place = (ShapePatterns::hash(lengths, leader) >> 32) as usize & mask;
        loop {
            let shape = &self.shapes[place];
            let empty = shape.generation != self.generation;
            if empty || (shape.lengths == lengths && shape.leader == leader) {
                return place;
            }
            place = (place + 1) & mask;
        }
    }

    /// The place of a shape, entered if it is new.
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
        self.shapes[place] =
            ShapePatterns { lengths, generation, leader, lead: 0, root: PatternTree::EMPTY };
        place
    }

    /// Doubles the room for shapes.
    fn grow(&mut self) {
        let doubled = vec![ShapePatterns::NONE; 2 * self.shapes.len()];
        let old = std::mem::replace(&mut self.shapes, doubled);
        for shape in old {
            if shape.generation == self.generation {
                let place = self.place(shape.lengths, shape.leader);
                self.shapes[place] = shape;
            }
        }
    }
}
