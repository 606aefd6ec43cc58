//! Assigns hands to players: by names beside or above the hands, by a compass between them, or by
//! their places.

use std::ops::Range;

use super::Unclear;
use super::cell::SuitCards;
use super::hands::{DiagramHands, HandBlock, HandGroup, Label};
use crate::Breach;
use crate::fault::Flaw;
use crate::pack::Pack;
use falsecard_bridge::cards::{BySeat, Card, Hand, Seat};

/// The greatest distance of columns that count as one.
const SLACK: usize = 2;

/// The hands with their players.
pub(super) fn of(hands: &DiagramHands) -> Result<Vec<(Seat, &HandBlock)>, Flaw> {
    let mut labels = hands.labels.clone();
    let compass = take_compass(&mut labels);
    let mut players: Vec<Vec<Option<Seat>>> = Vec::new();
    let mut above = 0;
    for group in &hands.groups {
        players.push(named(group, above, &labels));
        above = group.rows.last().copied().unwrap_or(above);
    }
    let placed = placed(&hands.groups, compass.as_ref());
    let is_any_named = players.iter().flatten().any(Option::is_some);
    let mut dealt = Vec::new();
    for ((group, named), placed) in hands.groups.iter().zip(&players).zip(placed) {
        for (n, block) in group.blocks.iter().enumerate() {
            // If some hands are named, an unsure place is not used for the others.
            let by_place = placed.as_ref().filter(|place| place.is_sure || !is_any_named);
            let seat = named[n].or_else(|| by_place?.seats.get(n).copied());
            let seat = seat.ok_or_else(|| Flaw::new(Unclear::WhoseHand, &block.place()))?;
            dealt.push((seat, block));
        }
    }
    Ok(dealt)
}

/// A compass between the hands: its first and last line, and the column of N.
struct Compass {
    first: usize,
    last: usize,
    column: usize,
}

/// Takes out N, W and E, and S on three successive lines, or on four, as a compass.
fn take_compass(labels: &mut Vec<Label>) -> Option<Compass> {
    let is_compass = |four: &[Label]| {
        let are_on = |below: [usize; 4]| {
            four.iter().zip(below).all(|(label, below)| label.line == four[0].line + below)
        };
        let seats = [Seat::North, Seat::West, Seat::East, Seat::South];
        four.iter().zip(seats).all(|(label, seat)| label.seat == seat)
            && (are_on([0, 1, 1, 2]) || are_on([0, 1, 2, 3]))
    };
    let at = labels.windows(4).position(is_compass)?;
    let (first, last) = (labels[at].line, labels[at + 3].line);
    let compass = Compass { first, last, column: labels[at].column };
    labels.drain(at..at + 4);
    Some(compass)
}

/// The players of single hands before and behind a compass, if two stand there: so a browser copies
/// them, from the left to the right and then down.
fn copied(groups: &[HandGroup], compass: &Compass) -> Vec<Option<Seat>> {
    let is_single = |group: &&HandGroup| group.blocks.len() == 1;
    let is_before =
        |group: &&HandGroup| group.rows.last().is_some_and(|last| *last < compass.first);
    let is_behind = |group: &&HandGroup| group.rows[0] > compass.last;
    let before = groups.iter().filter(is_single).take_while(is_before).count();
    let behind = groups.iter().filter(is_single).filter(is_behind).count();
    let side = |count, two: [Seat; 2]| {
        let pair = if count == 2 { two.map(Some) } else { [None; 2] };
        pair.into_iter().take(count)
    };
    if before + behind < groups.len() {
        return vec![None; groups.len()];
    }
    let north_west = side(before, [Seat::North, Seat::West]);
    north_west.chain(side(behind, [Seat::East, Seat::South])).collect()
}

/// The players named before the hands of a group, or else above it. `above` is the last row of the
/// group before.
fn named(group: &HandGroup, above: usize, labels: &[Label]) -> Vec<Option<Seat>> {
    let mut named: Vec<Option<Seat>> = group.blocks.iter().map(|block| block.named).collect();
    // A name beside the clubs belongs to the next hands.
    let beside = group.rows.iter().take(3);
    for label in beside.flat_map(|row| labels.iter().filter(move |label| label.line == *row)) {
        let behind = group.blocks.iter().position(|block| block.column > label.column);
        if let Some(seat) = behind.map(|n| &mut named[n]).filter(|seat| seat.is_none()) {
            *seat = Some(label.seat);
        }
    }
    if named.iter().any(Option::is_some) {
        return named;
    }
    let first = group.rows[0];
    let over: Vec<&Label> =
        labels.iter().filter(|label| (above..first).contains(&label.line)).collect();
    // A letter above the name of the same player says no more.
    if let ([_], [.., one, other]) = (&group.blocks[..], &over[..])
        && one.seat == other.seat
        && other.line + 1 == first
    {
        return vec![Some(other.seat)];
    }
    if over.len() == group.blocks.len() {
        return over.iter().map(|label| Some(label.seat)).collect();
    }
    for label in &over {
        let distance = |column: usize| column.abs_diff(label.column);
        let is_nearest = |block: &HandBlock| {
            over.iter().all(|other| {
                other.line == label.line && other.column == label.column
                    || distance(block.column) < other.column.abs_diff(block.column)
            })
        };
        if let Some(n) = group.blocks.iter().position(is_nearest) {
            named[n] = Some(label.seat);
        }
    }
    named
}

/// The players of a group by its place, and whether that is certain enough beside named hands.
struct GroupSeats {
    seats: Vec<Seat>,
    is_sure: bool,
}

fn placed(groups: &[HandGroup], compass: Option<&Compass>) -> Vec<Option<GroupSeats>> {
    let sure = |seats: &[Seat]| Some(GroupSeats { seats: seats.to_vec(), is_sure: true });
    let sides = groups.iter().position(|group| group.blocks.len() == 2 && group.rows.len() == 4);
    let alone = by_columns(groups);
    let copied = compass.map_or_else(Vec::new, |compass| copied(groups, compass));
    let place = |(n, group): (usize, &HandGroup)| {
        let (first, last) = (group.rows[0], *group.rows.last()?);
        let column = group.blocks[0].column;
        if let Some(seat) = copied.get(n).copied().flatten() {
            return sure(&[seat]);
        }
        match (group.blocks.len(), compass, sides) {
            // Hands on one line say nothing by their places, except for two below each other.
            _ if group.rows.len() < 4 && groups.len() != 2 => None,
            (2, ..) => sure(&[Seat::West, Seat::East]),
            (1, Some(compass), _) if last < compass.first => sure(&[Seat::North]),
            (1, Some(compass), _) if first > compass.last => sure(&[Seat::South]),
            (1, Some(compass), _) if column < compass.column => sure(&[Seat::West]),
            (1, Some(_), _) => sure(&[Seat::East]),
            (1, None, Some(sides)) if n < sides => sure(&[Seat::North]),
            (1, None, Some(_)) => sure(&[Seat::South]),
            (1, None, None) => {
                let seat = alone.as_ref()?.get(n)?;
                Some(GroupSeats { seats: vec![*seat], is_sure: false })
            }
            _ => None,
        }
    };
    groups.iter().enumerate().map(place).collect()
}

/// The players of hands below each other, by their columns.
fn by_columns(groups: &[HandGroup]) -> Option<Vec<Seat>> {
    use Seat::{East, North, South, West};
    let columns: Vec<usize> = groups.iter().map(|group| group.blocks[0].column).collect();
    let same = |a: usize, b: usize| columns[a].abs_diff(columns[b]) <= SLACK;
    let left = |a: usize, b: usize| columns[a] + SLACK < columns[b];
    Some(match columns.len() {
        2 if same(0, 1) => vec![North, South],
        3 if same(0, 2) && left(1, 0) => vec![North, West, South],
        3 if same(0, 2) && left(0, 1) => vec![North, East, South],
        3 if left(1, 0) && left(0, 2) => vec![North, West, East],
        3 if left(0, 2) && left(2, 1) => vec![West, East, South],
        4 if same(0, 3) && left(1, 0) && left(0, 2) => vec![North, West, East, South],
        _ => return None,
    })
}

impl DiagramHands {
    /// The hands by seat.
    pub(super) fn deal(&self) -> Result<BySeat<Option<Hand>>, Flaw> {
        if let Some(group) = self.groups.last()
            && let Some(suit) = group.awaits()
        {
            let place = group.blocks[0].place();
            return Err(Flaw::new(Unclear::MissingSuit { suit }, &place));
        }
        let mut pack = Pack::default();
        let blocks = self.groups.iter().flat_map(|group| &group.blocks);
        let seats = match self.nobodys() {
            Some(seat) => blocks.map(|block| (seat, block)).collect(),
            None if self.are_nobodys() => Seat::ALL.into_iter().zip(blocks).collect(),
            None => of(self)?,
        };
        let mut places: BySeat<Option<Range<usize>>> = BySeat::from_fn(|_| None);
        for (seat, block) in seats {
            if places[seat].is_some() {
                return Err(Flaw::new(Unclear::HandTwice { seat }, &block.place()));
            }
            for SuitCards { suit, ranks, .. } in &block.suits {
                for (rank, span) in ranks {
                    pack.add_card(seat, Card { suit: *suit, rank: *rank }, span)?;
                }
            }
            places[seat] = Some(block.place());
        }
        let nowhere = 0..0;
        let place = |seat: Seat| places[seat].as_ref().unwrap_or(&nowhere);
        pack.check_lengths(|seat| places[*seat].is_some(), place)?;
        if self.groups.iter().all(|group| group.rows.len() == 1) {
            check_alone(&pack, &places)?;
        }
        Ok(BySeat::from_fn(|seat| places[seat].is_some().then(|| pack.hands[seat])))
    }
}

/// A single hand on one line has thirteen cards: of an ending, more hands are shown.
fn check_alone(pack: &Pack, places: &BySeat<Option<Range<usize>>>) -> Result<(), Flaw> {
    let mut known = places.iter().filter_map(|(seat, place)| Some((seat, place.as_ref()?)));
    let (Some((seat, place)), None) = (known.next(), known.next()) else { return Ok(()) };
    let found = pack.hands[seat].len();
    if found >= 13 {
        return Ok(());
    }
    let missing = Hand::ALL - pack.hands[seat];
    Err(Flaw::new(Breach::MissingCard { seat, found, expected: 13, missing }, place))
}
