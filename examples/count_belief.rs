//! Who has the king? Counts every layout of the hidden hands that fits what East has seen and
//! heard, weighs each by how well it fits, and draws a few.

use falsecard::belief::{Belief, Evidence, Reader};
use falsecard::cards::{Card, Suit, seat_name};
use falsecard::constraint::System;
use falsecard::notation::problem;
use falsecard::work::stream;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = include_bytes!("../problems/paper/paper-ex1.pbn");
    let problem = problem::read("paper-ex1.pbn", text).all()?.remove(0);
    let view = problem.view();

    let evidence = Evidence::of(view, System::natural(), Reader::AtTheTable);
    let belief = Belief::new(&evidence)?;
    println!("{} layouts are possible", Belief::possible(&evidence)?);

    let king: Card = "SK".parse()?;
    for &seat in belief.seats() {
        let lengths = belief.lengths(seat, Suit::Hearts);
        let mean: f64 =
            lengths.iter().enumerate().map(|(length, share)| length as f64 * share).sum();
        println!(
            "{}: {king} {:.0} %, {mean:.1} hearts",
            seat_name(seat),
            100.0 * belief.owner(king)[seat]
        );
    }

    // The same seed draws the same worlds, each with the probability that the belief gives it.
    let mut rng = stream(1, &[]);
    for world in belief.spread(&mut rng).take(3) {
        println!("{world}");
    }
    Ok(())
}
