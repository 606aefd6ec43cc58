//! Played deals, decision by decision: what engines would have played, and what the card that was
//! played gave up.
//!
//! A card is judged by what its player could know. An engine is given his view and nothing else,
//! and the price of the card is by how much it falls short of the engine's choice over the worlds
//! that the player had to reckon with. Whether it happened to cost a trick as the cards lay is
//! another question, answered beside it.

use std::sync::atomic::AtomicBool;

use serde::Serialize;

use super::memory::{Asked, Known, Memory, NoAnswer};
use crate::cards::{Card, Seat, pbn_name, serialize_card, serialize_seat};
use crate::dd::Solver;
use crate::notation::{Fault, Game};
use crate::play::{Play, Scoring};
use crate::search::{FEWEST, Search, Settings};

/// A choice among two cards or more that a player made.
#[derive(Debug, Clone)]
pub struct Moment {
    /// The play up to the choice.
    play: Play,
    played: Card,
}

/// What an engine says of a choice.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Remark {
    /// The trick, from 1.
    pub trick: u8,
    /// The hand that the card came from.
    #[serde(serialize_with = "serialize_seat")]
    pub seat: Seat,
    /// Who chose it: declarer for dummy.
    #[serde(serialize_with = "serialize_seat")]
    pub decider: Seat,
    /// The card played.
    #[serde(serialize_with = "serialize_card")]
    pub played: Card,
    /// The engine.
    pub engine: &'static str,
    /// The card that the engine plays.
    #[serde(serialize_with = "serialize_card")]
    pub card: Card,
    /// What is played for, and so what `behind` counts.
    pub scoring: Scoring,
    /// What the card played gives up against the engine's, by what the player could know.
    pub behind: f64,
    /// The standard error of that; `None` where it cannot be estimated.
    pub behind_se: Option<f64>,
    /// The number of worlds that the comparison rests on.
    pub worlds: usize,
    /// Whether it is a mistake: when it gives up [what counts](Scoring::least_mistake) at least, and two
    /// standard errors at least, over [`FEWEST`] worlds at least.
    pub mistake: bool,
    /// The tricks that the card played costs against best play by all as the cards lay.
    pub double_dummy: u8,
}

/// The choices of a played deal, in the order of play. A hand with one card to play chooses nothing.
///
/// # Errors
///
/// A [`Fault`] when the game is not one that can be played, as [`Game::board`] says.
pub fn moments(game: &Game) -> Result<Vec<Moment>, Fault> {
    let mut play = Play::new(game.board()?);
    let mut moments = Vec::new();
    for &played in game.cards() {
        if play.legal().len() > 1 {
            moments.push(Moment { play: play.clone(), played });
        }
        // A game's cards are legal; were one not, the play would end before it.
        if play.play(played).is_err() {
            break;
        }
    }
    Ok(moments)
}

/// What an engine says of a choice.
///
/// # Errors
///
/// [`NoAnswer`].
pub fn remark(
    moment: &Moment,
    engine: &'static dyn Search,
    known: Known,
    settings: &Settings,
    memory: &mut Memory,
    stop: &AtomicBool,
    progress: &(dyn Fn(f64) + Sync),
) -> Result<Remark, NoAnswer> {
    let Moment { play, played } = moment;
    let answered = memory.ask(&Asked { play, engine, known, settings, stop }, progress)?;
    let rival = answered.rival(*played);
    let (behind, behind_se, worlds) =
        rival.map_or((0.0, None, 0), |rival| (rival.behind, rival.behind_se, rival.worlds));
    let is_clear = worlds >= FEWEST && behind_se.is_some_and(|se| behind >= 2.0 * se);
    let values = Solver::new().cards(play.position());
    let cost = values.best() - values.value(*played).unwrap_or_else(|| values.best());
    Ok(Remark {
        trick: play.history().tricks_played() + 1,
        seat: play.history().to_play(),
        decider: play.history().decider(),
        played: *played,
        engine: engine.slug(),
        card: answered.card,
        scoring: settings.scoring,
        behind,
        behind_se,
        worlds,
        mistake: behind >= settings.scoring.least_mistake() && is_clear,
        double_dummy: cost,
    })
}

impl Remark {
    /// What the card played gives up: `35 ± 6`, or nothing when it is the engine's card.
    pub fn price(&self) -> String {
        if self.played == self.card {
            return String::new();
        }
        self.scoring.with_error(self.behind, self.behind_se.unwrap_or(f64::INFINITY))
    }

    /// The card played and the engine's, as PBN writes them.
    pub fn cards(&self) -> [String; 2] {
        [pbn_name(self.played), pbn_name(self.card)]
    }
}
