//! Double dummy, one deal or many.

use std::sync::atomic::{AtomicBool, Ordering};

use falsecard::cards::{Builder, Card, FullDeal, Hand, Rank, Seat, Strain, Suit};
use falsecard::dd::Solver;
use falsecard::play::Position;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rayon::prelude::*;

use crate::faults::wrong;
use crate::game::{Game, names, seat};
use crate::stop::interruptible;

/// The cards in the order of arrays: spades first, aces first.
fn deck() -> impl Iterator<Item = Card> {
    let ranks = || (2..=14).rev().map(Rank::new);
    Suit::DESC.into_iter().flat_map(move |suit| ranks().map(move |rank| Card { suit, rank }))
}

/// A deal as the seat of each card, 0 to 3 for N, E, S and W.
pub(crate) fn owners(deal: &FullDeal) -> [u8; 52] {
    let mut owners = [0; 52];
    for (owner, card) in owners.iter_mut().zip(deck()) {
        let held = Seat::ALL.into_iter().position(|seat| deal[seat].contains(card));
        *owner = held.unwrap_or_default() as u8;
    }
    owners
}

fn deal(number: usize, owners: &[u8]) -> PyResult<FullDeal> {
    let mut hands = [Hand::default(); 4];
    for (card, &owner) in deck().zip(owners) {
        let hand = hands.get_mut(usize::from(owner));
        let fault = || wrong(format!("deal {number}: {owner} is no seat, which are 0 to 3"));
        hand.ok_or_else(fault)?.insert(card);
    }
    let mut builder = Builder::new();
    Seat::ALL.into_iter().zip(hands).for_each(|(seat, hand)| builder[seat] = hand);
    let fault = |_| wrong(format!("deal {number}: every hand must have 13 cards"));
    builder.build_full().map_err(fault)
}

fn row(solver: &mut Solver, deal: &FullDeal) -> [u8; 20] {
    let table = solver.table(deal);
    let mut row = [0; 20];
    let results = Seat::ALL.into_iter().flat_map(|seat| Strain::DESC.map(|strain| (seat, strain)));
    row.iter_mut()
        .zip(results)
        .for_each(|(tricks, (seat, strain))| *tricks = table.tricks(seat, strain));
    row
}

/// The tables of many deals, on all cores: 52 bytes a deal in, 20 bytes a deal out.
#[pyfunction]
pub(crate) fn tables<'py>(py: Python<'py>, deals: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    let each = deals.chunks(52).enumerate();
    let deals = each.map(|(at, owners)| deal(at, owners)).collect::<PyResult<Vec<_>>>()?;
    let solve = |stop: &AtomicBool| -> Vec<[u8; 20]> {
        let solved = |solver: &mut Solver, deal: &FullDeal| {
            if stop.load(Ordering::Relaxed) { [0; 20] } else { row(solver, deal) }
        };
        deals.par_iter().map_init(Solver::new, solved).collect()
    };
    let rows = interruptible(py, solve)?;
    Ok(PyBytes::new(py, rows.as_flattened()))
}

/// The value of each legal card of a game's position, or of hands with a strain and a leader.
#[pyfunction]
#[pyo3(signature = (game, strain=None, leader=None))]
pub(crate) fn cards(
    py: Python<'_>,
    game: &Game,
    strain: Option<&str>,
    leader: Option<&str>,
) -> PyResult<Vec<(String, u8)>> {
    let position = match (strain, leader) {
        (Some(strain), Some(leader)) => {
            let hands = game.0.hands().ok_or_else(|| wrong("not all four hands are known"))?;
            let fault = |_| wrong(format!("{strain:?} is no strain: expected NT, S, H, D or C"));
            let strain = strain.parse::<Strain>().map_err(fault)?;
            let start = Position::new(*hands, strain, seat(leader)?);
            start.ok_or_else(|| {
                wrong("the four hands must have equally many cards, all different")
            })?
        }
        _ => game.0.position().map_err(|fault| crate::faults::of_file(&fault))?,
    };
    let values = interruptible(py, |_| Solver::new().cards(&position))?;
    Ok(values.iter().map(|(card, value)| (names([card]).remove(0), value)).collect())
}
