//! The peer of `falsecard.tables`: the same deals, solved by the library without Python. Prints the
//! seconds that it took.
//!
//! `cargo run --release -p falsecard-python --example tables DEALS TABLES`, where DEALS has 52
//! bytes a deal, the seat of each card, and TABLES gets 20 bytes a deal
//! (`python/benchmarks/tables.py` writes the one and compares the other).

use std::time::Instant;
use std::{env, fs, io};

use falsecard::cards::{Builder, Card, FullDeal, Hand, Rank, Seat, Strain, Suit};
use falsecard::dd::Solver;
use rayon::prelude::*;

fn deal(owners: &[u8]) -> FullDeal {
    let ranks = || (2..=14).rev().map(Rank::new);
    let deck = Suit::DESC.into_iter().flat_map(|suit| ranks().map(move |rank| Card { suit, rank }));
    let mut hands = [Hand::default(); 4];
    for (card, &owner) in deck.zip(owners) {
        hands[usize::from(owner)].insert(card);
    }
    let mut builder = Builder::new();
    Seat::ALL.into_iter().zip(hands).for_each(|(seat, hand)| builder[seat] = hand);
    builder.build_full().expect("four hands of thirteen cards")
}

fn main() -> io::Result<()> {
    let mut names = env::args().skip(1);
    let mut name = || names.next().expect("two names of files: DEALS TABLES");
    let (from, into) = (name(), name());
    let deals: Vec<FullDeal> = fs::read(from)?.chunks(52).map(deal).collect();
    let start = Instant::now();
    let tables = deals.par_iter().map_init(Solver::new, Solver::table);
    let tables: Vec<_> = tables.collect();
    println!("{:.3}", start.elapsed().as_secs_f64());
    let row = |table: &falsecard::dd::Table| {
        let results = Seat::ALL.into_iter().flat_map(|seat| Strain::DESC.map(|it| (seat, it)));
        results.map(|(seat, strain)| table.tricks(seat, strain)).collect::<Vec<_>>()
    };
    fs::write(into, tables.iter().flat_map(row).collect::<Vec<_>>())
}
