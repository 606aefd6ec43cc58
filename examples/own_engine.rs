//! An engine of one's own against one of ours: any rule from a player's view to a card plays
//! matches. `cargo run --release --example own_engine [BOARDS]`

use std::sync::Arc;

use falsecard::cards::Card;
use falsecard::constraint::System;
use falsecard::play::View;
use falsecard::problem::random_board;
use falsecard::search::{Settings, UNTIL_DONE};
use falsecard::table::{
    Aspect, AspectStatistics, CardPlayer, Duel, Entrant, Fixture, Roles, RuleFile, Strategy,
};

/// Wins the trick as cheaply as it can, and plays its lowest card where it cannot win.
struct Cheap;

impl CardPlayer for Cheap {
    fn name(&self) -> &'static str {
        "cheap"
    }

    fn card(&self, view: &View, _: &System, _: u64) -> Option<Card> {
        let (trick, strain) = (view.history().trick(), view.contract().contract.bid.strain);
        let wins = |card: &Card| {
            let mut trick = *trick;
            trick.push(*card);
            trick.winner(strain).is_some_and(|(_, winner)| winner == *card)
        };
        let legal: Vec<Card> = view.legal().iter().collect();
        let winners = legal.iter().copied().filter(wins);
        winners
            .min_by_key(|card| card.rank)
            .or_else(|| legal.iter().copied().min_by_key(|card| card.rank))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let boards = std::env::args().nth(1).map_or(Ok(4), |boards| boards.parse())?;
    let [a, b] = [Strategy::Other(&Cheap), Strategy::Random];
    let [a, b] = [a, b].map(|strategy| Entrant::new(strategy, Settings::default()));
    let duel = Duel { a, b, against: None, partner: None, roles: Roles::Both };
    let agreements = Arc::new(RuleFile::bundled("natural").ok_or("no rule file of that name")?);
    let dealt = (0..).filter_map(|number| random_board(7, number)).take(boards);
    let outcomes = dealt.enumerate().filter_map(|(at, board)| {
        duel.play(&Fixture::new(at + 1, board, Arc::clone(&agreements)), &UNTIL_DONE)
    });
    let swings: Vec<_> =
        outcomes.filter_map(|outcome| Aspect::Match.swing(&outcome.tables)).collect();
    let AspectStatistics { imps, boards, .. } = AspectStatistics::of(Aspect::Match, &swings);
    println!("cheap gains {:.1} IMPs a board on random cards (boards: {boards})", imps.mean);
    Ok(())
}
