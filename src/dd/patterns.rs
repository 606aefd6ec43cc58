//! The transposition table: what is known of whole classes of positions.
//!
//! A search that has proved a bound also knows which top cards it was proved with. Every position
//! of the same shape (who leads, and the length of each suit in each hand) whose top cards lie in
//! the same hands has that bound too, whatever becomes of the small cards. Such a class is a
//! *pattern* (M. Ginsberg, *Partition Search*, AAAI 1996). Ranks are relative, so a pattern holds
//! in any deal with the same kind of strain, and none ever becomes wrong.

use super::ranks::Cards;
use super::state::Start;

/// The most patterns kept, 32 bytes each: 128 MiB. When they are used up, all are forgotten.
const MOST_PATTERNS: usize = 1 << 22;

/// The shapes that the table has room for at first (24 bytes each); it doubles as needed.
const FIRST_SHAPES: usize = 1 << 10;

/// Tricks proved for North-South, and the top cards of each suit that the proof looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Proof {
    /// The tricks: at least so many if the search asked for no more, else at most.
    pub(super) tricks: u8,
    /// The top cards of each suit whose owners mattered.
    pub(super) ranks: Cards,
}

impl Proof {
    /// One side takes so many of the tricks left, by these top cards.
    pub(super) const fn of(ns: bool, tricks: u8, ranks: Cards, left: u8) -> Self {
        Self { tricks: if ns { tricks } else { left - tricks }, ranks }
    }
}

/// Who owns each card, as two planes of bits.
#[derive(Debug, Clone, Copy)]
struct Owners([Cards; 2]);

impl Owners {
    fn of(hands: &[Cards; 4]) -> Self {
        Self([hands[1] | hands[3], hands[2] | hands[3]])
    }

    /// Whether the owners of `ranks` are the same.
    fn agree(self, other: Self, ranks: Cards) -> bool {
        ((self.0[0] ^ other.0[0]) | (self.0[1] ^ other.0[1])) & ranks == 0
    }
}

/// The tricks of North-South in every position where `ranks` have these owners.
#[derive(Debug, Clone, Copy)]
struct Pattern {
    owners: Owners,
    ranks: Cards,
    lower: u8,
    upper: u8,
}

impl Pattern {
    const NONE: Self = Self { owners: Owners([0; 2]), ranks: 0, lower: 0, upper: 0 };

    /// Whether `other` says nothing that this pattern does not say more generally.
    fn covers(&self, other: &Self) -> bool {
        other.ranks & self.ranks == self.ranks
            && self.lower >= other.lower
            && self.upper <= other.upper
            && self.owners.agree(other.owners, self.ranks)
    }
}

/// The patterns of one shape: a run of `1 << class` places, `len` of them used.
#[derive(Debug, Clone, Copy)]
struct Shape {
    lengths: u64,
    generation: u32,
    first: u32,
    len: u32,
    leader: u8,
    class: u8,
}

impl Shape {
    const NONE: Self = Self { lengths: 0, generation: 0, first: 0, len: 0, leader: 0, class: 0 };

    fn hash(lengths: u64, leader: u8) -> u64 {
        (lengths ^ (u64::from(leader) << 61) ^ (lengths >> 29)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

/// All the patterns known, by shape.
#[derive(Debug)]
pub(super) struct Patterns {
    shapes: Vec<Shape>,
    shapes_used: usize,
    generation: u32,
    pool: Vec<Pattern>,
    /// Runs given up for longer ones, by class.
    free: [Vec<u32>; 32],
}

impl Patterns {
    pub(super) fn new() -> Self {
        Self {
            shapes: vec![Shape::NONE; FIRST_SHAPES],
            shapes_used: 0,
            generation: 1,
            pool: Vec::new(),
            free: [const { Vec::new() }; 32],
        }
    }

    /// Forgets all patterns, in constant time.
    pub(super) fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.shapes.fill(Shape::NONE);
            self.generation = 1;
        }
        self.shapes_used = 0;
        self.pool.clear();
        self.free.iter_mut().for_each(Vec::clear);
    }

    /// A proof that North-South take `target` tricks, or that they do not, if one is known.
    pub(super) fn find(&self, start: &Start, target: u8) -> Option<Proof> {
        let shape = self.shapes[self.place(start.shape, start.leader as u8)];
        if shape.generation != self.generation {
            return None;
        }
        let owners = Owners::of(&start.hands);
        let first = shape.first as usize;
        let patterns = &self.pool[first..first + shape.len as usize];
        let pattern = patterns.iter().rev().find(|pattern| {
            (pattern.lower >= target || pattern.upper < target)
                && pattern.owners.agree(owners, pattern.ranks)
        })?;
        let tricks = if pattern.lower >= target { pattern.lower } else { pattern.upper };
        Some(Proof { tricks, ranks: pattern.ranks })
    }

    /// Remembers a proof for `target`, and forgets the patterns that say less.
    pub(super) fn add(&mut self, start: &Start, target: u8, proof: Proof) {
        let reached = proof.tricks >= target;
        let mut new = Pattern {
            owners: Owners::of(&start.hands),
            ranks: proof.ranks,
            lower: if reached { proof.tricks } else { 0 },
            upper: if reached { start.left } else { proof.tricks },
        };
        let place = self.shape_for(start.shape, start.leader as u8);
        let shape = &mut self.shapes[place];
        let first = shape.first as usize;
        let mut i = 0;
        while i < shape.len as usize {
            let old = self.pool[first + i];
            if old.ranks == new.ranks && old.owners.agree(new.owners, new.ranks) {
                new.lower = new.lower.max(old.lower);
                new.upper = new.upper.min(old.upper);
            }
            if new.covers(&old) {
                shape.len -= 1;
                self.pool[first + i] = self.pool[first + shape.len as usize];
            } else {
                i += 1;
            }
        }
        self.push(place, new);
    }

    fn push(&mut self, place: usize, pattern: Pattern) {
        let shape = self.shapes[place];
        if shape.len == 1 << shape.class {
            let Some(first) = self.take_run(shape.class + 1) else {
                self.clear();
                return;
            };
            let old = shape.first as usize;
            self.pool.copy_within(old..old + shape.len as usize, first as usize);
            self.free[shape.class as usize].push(shape.first);
            self.shapes[place].first = first;
            self.shapes[place].class += 1;
        }
        let shape = &mut self.shapes[place];
        self.pool[(shape.first + shape.len) as usize] = pattern;
        shape.len += 1;
    }

    /// A run of `1 << class` places, or `None` when the memory is used up.
    fn take_run(&mut self, class: u8) -> Option<u32> {
        if let Some(first) = self.free[class as usize].pop() {
            return Some(first);
        }
        let first = self.pool.len();
        let end = first + (1 << class);
        if end > MOST_PATTERNS {
            return None;
        }
        self.pool.resize(end, Pattern::NONE);
        Some(first as u32)
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
            self.grow();
            return self.shape_for(lengths, leader);
        }
        let Some(first) = self.take_run(1) else {
            self.clear();
            return self.shape_for(lengths, leader);
        };
        self.shapes_used += 1;
        let generation = self.generation;
        self.shapes[place] = Shape { lengths, generation, first, len: 0, leader, class: 1 };
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
