//! How many tricks? Solves a deal double dummy in all strains for all declarers, and an end
//! position card by card.

use falsecard::cards::{FullDeal, Seat, Strain};
use falsecard::dd::Solver;
use falsecard::play::Position;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let deal: FullDeal =
        "N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543".parse()?;
    let mut solver = Solver::new();
    let table = solver.table(&deal);
    println!("{table}");
    println!("South takes {} tricks in notrump", table.tricks(Seat::South, Strain::Notrump));

    // Dummy's ♠2 is led, East follows: the finesse.
    let end: Position = "N:53... K8... AJ4... T97... NT N S2 S6".parse()?;
    for (card, tricks) in solver.cards(&end).iter() {
        println!("{card}: {tricks} of {} tricks", end.tricks_left());
    }
    Ok(())
}
