//! Engines against each other: every board is played with the parts exchanged, so that luck in the
//! cards is the same for both. `cargo run --release --example run_match [BOARDS]`

use std::sync::Arc;

use falsecard::problem::random_board;
use falsecard::search::{Settings, UNTIL_DONE, named};
use falsecard::table::{
    Aspect, AspectStatistics, Duel, Entrant, Fixture, Roles, RuleFile, Strategy,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let boards = std::env::args().nth(1).map_or(Ok(1), |boards| boards.parse())?;
    let settings = Settings::builder().worlds(2).mind_worlds(1).build()?;
    let minimax = named("minimax").ok_or("no engine of that name")?;
    let duel = Duel {
        a: Entrant::new(Strategy::Search(minimax), settings.clone()),
        b: Entrant::new(Strategy::Random, settings),
        against: None,
        partner: None,
        roles: Roles::Both,
    };
    let agreements = Arc::new(RuleFile::bundled("natural").ok_or("no rule file of that name")?);
    let dealt = (0..).filter_map(|number| random_board(7, number)).take(boards);
    let outcomes = dealt.enumerate().filter_map(|(at, board)| {
        duel.play(&Fixture::new(at + 1, board, Arc::clone(&agreements)), &UNTIL_DONE)
    });
    let swings: Vec<_> =
        outcomes.filter_map(|outcome| Aspect::Match.swing(&outcome.tables)).collect();
    let AspectStatistics { imps, boards, .. } = AspectStatistics::of(Aspect::Match, &swings);
    println!("minimax gains {:.1} IMPs a board on random cards (boards: {boards})", imps.mean);
    Ok(())
}
