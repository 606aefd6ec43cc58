//! Which card? `cargo run --release --example choose_card [FILE.pbn]` reads deals and chooses the
//! next card of each.
//!
//! A deal may leave hands open that the player to move does not see.

use falsecard::constraint::System;
use falsecard::notation::pbn;
use falsecard::search::Engine;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).unwrap_or_else(|| "problems/paper/paper-ex1.pbn".to_owned());
    // The agreements that the paper states for its players. Among strangers, `Engine::fused()` is
    // all.
    let agreements = System::bundled("paper").ok_or("no rule file of that name")?;
    let engine = Engine::fused().with_system(agreements);
    for game in pbn::read(&file, &std::fs::read(&file)?).all()? {
        let play = game.partial_play()?;
        let view = play.view(play.history().decider())?;
        println!("{}: {}", view.seat(), engine.choose(&view)?);
    }
    Ok(())
}
