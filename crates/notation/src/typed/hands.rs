//! The hands of a diagram: rows of suits, gathered hand by hand.

use std::ops::Range;

use super::Unclear;
use super::cell::{CellKind, NamedSeat, SuitCards};
use super::lines::CellLine;
use crate::fault::Flaw;
use crate::words;
use falsecard_bridge::cards::{Seat, Suit};

/// A hand while its rows are read.
#[derive(Debug)]
pub(super) struct HandBlock {
    pub(super) suits: Vec<SuitCards>,
    /// The column in which it begins.
    pub(super) column: usize,
    /// The player named in front of it.
    pub(super) named: Option<Seat>,
}

/// Hands side by side.
#[derive(Debug)]
pub(super) struct HandGroup {
    pub(super) blocks: Vec<HandBlock>,
    /// The lines of its rows, counted from the beginning of the game.
    pub(super) rows: Vec<usize>,
}

impl HandGroup {
    /// The next suit; `None` if the hands are complete.
    pub(super) fn awaits(&self) -> Option<Suit> {
        Suit::DESC.get(self.blocks[0].suits.len()).copied()
    }
}

/// A player's name in a line.
#[derive(Debug, Clone)]
pub(super) struct Label {
    pub(super) line: usize,
    pub(super) seat: Seat,
    pub(super) column: usize,
}

/// The hands while they are read.
#[derive(Debug, Default)]
pub(super) struct DiagramHands {
    pub(super) groups: Vec<HandGroup>,
    pub(super) labels: Vec<Label>,
}

impl DiagramHands {
    /// Whether the last hands still lack suits.
    pub(super) fn is_open(&self) -> bool {
        self.groups.last().is_some_and(|group| group.awaits().is_some())
    }

    pub(super) fn names<'a>(&mut self, line: usize, names: impl Iterator<Item = &'a NamedSeat>) {
        let label = |named: &NamedSeat| Label { line, seat: named.seat, column: named.column };
        self.labels.extend(names.map(label));
    }

    /// Takes the names in a line, given with their columns, for those of the hands below.
    pub(super) fn columns(&mut self, line: usize, names: Vec<(Seat, usize)>) {
        let label = |(seat, column)| Label { line, seat, column };
        self.labels.extend(names.into_iter().map(label));
    }

    /// Reads a row of suits that stands at `at`.
    pub(super) fn row(&mut self, number: usize, line: &CellLine, at: usize) -> Result<(), Flaw> {
        check_beside(line, at)?;
        self.names(number, line.seats());
        let place = |cell: usize| at + cell..at + line.text.len();
        let mut suits = Vec::new();
        for (cell, named, found) in line.suits() {
            for (n, suit) in found.iter().enumerate() {
                let column = cell.column + line.text[cell.span.start..suit.at].chars().count();
                suits.push((suit.moved(at), column, named.filter(|_| n == 0)));
            }
        }
        let first = suits[0].0.suit;
        if suits.iter().all(|(it, ..)| it.suit == first)
            && !(first == Suit::Spades && self.is_open())
        {
            return self.suit(number, first, suits, &place(line.cells[0].span.start));
        }
        if let Some(suit) = self.groups.last().and_then(HandGroup::awaits) {
            return Err(Flaw::new(Unclear::MissingSuit { suit }, &place(line.cells[0].span.start)));
        }
        let in_order = suits.iter().zip(Suit::DESC.iter().cycle());
        if let Some(((wrong, ..), _)) = in_order.clone().find(|((it, ..), suit)| it.suit != **suit)
        {
            let suit = wrong.suit;
            return Err(Flaw::new(Unclear::NotBegun { suit }, &(wrong.at..wrong.at + 1)));
        }
        if let Some(&suit) = Suit::DESC.get(suits.len() % 4).filter(|_| suits.len() % 4 > 0) {
            return Err(Flaw::new(Unclear::MissingSuit { suit }, &place(0)));
        }
        let block = |hand: &[(SuitCards, usize, Option<Seat>)]| HandBlock {
            suits: hand.iter().map(|(suit, ..)| suit.clone()).collect(),
            column: hand[0].1,
            named: hand[0].2,
        };
        let blocks = suits.chunks(4).map(block).collect();
        self.groups.push(HandGroup { blocks, rows: vec![number] });
        Ok(())
    }

    /// Reads a row of one suit, for hands side by side.
    fn suit(
        &mut self,
        number: usize,
        suit: Suit,
        row: Vec<(SuitCards, usize, Option<Seat>)>,
        place: &Range<usize>,
    ) -> Result<(), Flaw> {
        if suit == Suit::Spades {
            let block = |(cards, column, named)| HandBlock { suits: vec![cards], column, named };
            let blocks = row.into_iter().map(block).collect();
            self.groups.push(HandGroup { blocks, rows: vec![number] });
            return Ok(());
        }
        let waiting = self.groups.last_mut().filter(|group| group.awaits().is_some());
        let Some(group) = waiting else {
            return Err(Flaw::new(Unclear::NotBegun { suit }, place));
        };
        if let Some(missing) = group.awaits().filter(|awaited| *awaited != suit) {
            return Err(Flaw::new(Unclear::MissingSuit { suit: missing }, place));
        }
        let (found, expected) = (row.len(), group.blocks.len());
        if found != expected {
            return Err(Flaw::new(Unclear::Hands { found, expected }, place));
        }
        for (block, (cards, _, named)) in group.blocks.iter_mut().zip(row) {
            block.suits.push(cards);
            block.named = block.named.or(named);
        }
        group.rows.push(number);
        Ok(())
    }

    /// The seat that the only hand is taken to belong to, if nothing says it: South for the time
    /// being.
    pub(super) fn nobodys(&self) -> Option<Seat> {
        let [group] = &self.groups[..] else { return None };
        let [block] = &group.blocks[..] else { return None };
        (block.named.is_none() && self.labels.is_empty()).then_some(Seat::South)
    }

    /// Whether the players of four hands are not named and the hands do not stand as players sit:
    /// they are taken clockwise from North's.
    pub(super) fn are_nobodys(&self) -> bool {
        let is_listed = |group: &HandGroup| group.rows.len() == 1 || group.blocks.len() == 4;
        let mut blocks = self.groups.iter().flat_map(|group| &group.blocks);
        self.labels.is_empty()
            && self.groups.iter().all(is_listed)
            && blocks.clone().count() == 4
            && blocks.all(|block| block.named.is_none())
    }
}

impl HandBlock {
    /// Where it begins.
    pub(super) fn place(&self) -> Range<usize> {
        let first = &self.suits[0];
        first.at..first.ranks.last().map_or(first.at + 1, |(_, span)| span.end)
    }
}

/// Refuses text in a row of hands that looks like cards but cannot be read.
fn check_beside(line: &CellLine, at: usize) -> Result<(), Flaw> {
    let mut behind_suits = false;
    for cell in &line.cells {
        let text = &line.text[cell.span.clone()];
        let wrong = match &cell.kind {
            CellKind::Broken(span) => Some(span.clone()),
            CellKind::Stray(span) => {
                let text = words::quoted(&line.text[span.clone()]);
                return Err(Flaw::new(Unclear::Stray { text }, &(at + span.start..at + span.end)));
            }
            CellKind::Ranks(_) => Some(cell.span.clone()),
            CellKind::Text if behind_suits => {
                let word = text.split(' ').next().unwrap_or_default();
                let is_card = |c: char| c.is_ascii_digit() || words::rank(c).is_some();
                let is_like = word.chars().any(|c| c.is_ascii_digit()) || word.chars().all(is_card);
                is_like.then(|| cell.span.start..cell.span.start + word.len())
            }
            _ => None,
        };
        if let Some(span) = wrong {
            let text = words::quoted(&line.text[span.clone()]);
            return Err(Flaw::new(Unclear::NoRank { text }, &(at + span.start..at + span.end)));
        }
        behind_suits |= matches!(cell.kind, CellKind::Suits(..));
    }
    Ok(())
}
