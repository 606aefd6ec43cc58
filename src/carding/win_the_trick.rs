//! Natural cards: the last hand wins the trick that it can win.

use super::{Convention, Situation};
use crate::cards::{Card, Holding, Rank};

/// A defender who plays last to a trick that declarer's side is winning, and can win it by
/// following suit, does so.
///
/// It is no agreement but what everybody expects, which is why the king is looked for elsewhere
/// when it has not taken a trick that it could.
pub(super) struct WinTheTrick;

impl WinTheTrick {
    fn wins(situation: &Situation, rank: Rank) -> bool {
        situation.wins_the_trick(Card { suit: situation.suit, rank })
    }

    fn winners(situation: &Situation, holding: Holding) -> Holding {
        let wins = |rank: &Rank| Self::wins(situation, *rank);
        holding.iter().filter(wins).map(Holding::from_rank).fold(Holding::EMPTY, |a, b| a | b)
    }
}

impl Convention for WinTheTrick {
    fn slug(&self) -> &'static str {
        "win-the-trick"
    }

    fn about(&self) -> &'static str {
        "a defender who plays last wins the trick if he can"
    }

    fn speaks(&self, situation: &Situation, _: Rank) -> bool {
        let declaring = situation.contract.declaring_side();
        let winner = situation.trick.winner(situation.contract.strain());
        situation.is_defender()
            && situation.trick.len() == 3
            && situation.trick.suit_led() == Some(situation.suit)
            && winner.is_some_and(|(seat, _)| declaring.has(seat))
    }

    fn honest(&self, situation: &Situation, holding: Holding) -> Option<Holding> {
        let winners = Self::winners(situation, holding);
        (!winners.is_empty()).then_some(winners)
    }

    fn message(&self, situation: &Situation, card: Rank) -> u8 {
        u8::from(Self::wins(situation, card))
    }
}
