//! The review of played deals, decision by decision: what engines would have played, and what the
//! card played gave up.
//!
//! A card is judged by what its player could know: the engine gets his view and nothing else. The
//! price of his card is how far it falls short of the engine's card over the worlds that he had to
//! reckon with. Whether it cost a trick as the cards lay is answered separately.

use std::sync::atomic::AtomicBool;

use schemars::JsonSchema;
use serde::Serialize;

use super::memory::{Consultation, Memory, NoAnswer, Rival, RuleFileRef};
use falsecard_engine::cards::{Card, Seat, pbn_name, serialize_card, serialize_seat};
use falsecard_engine::dd::Solver;
use falsecard_engine::play::{PartialPlay, PlayedCard, Scoring, View};
use falsecard_engine::search::{Search, Settings};
use falsecard_engine::work::FEWEST;
use falsecard_notation::{Fault, Game};

/// A card that a player chose among two or more, with his view.
#[derive(Debug, Clone)]
pub struct PlayedChoice {
    /// The play before the card.
    play: PartialPlay,
    /// The player's view.
    view: View,
    /// The card chosen.
    played: Card,
}

/// What an engine says of a choice.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct Remark {
    /// The trick, 1 to 13.
    pub trick: u8,
    /// The hand from which the card was played.
    #[serde(serialize_with = "serialize_seat")]
    #[schemars(with = "falsecard_engine::cards::SeatLetter")]
    pub seat: Seat,
    /// Who chose the card: declarer for dummy.
    #[serde(serialize_with = "serialize_seat")]
    #[schemars(with = "falsecard_engine::cards::SeatLetter")]
    pub decider: Seat,
    /// The card played.
    #[serde(serialize_with = "serialize_card")]
    #[schemars(with = "falsecard_engine::cards::CardText")]
    pub played: Card,
    /// The engine.
    pub engine: &'static str,
    /// What it plays.
    #[serde(serialize_with = "serialize_card")]
    #[schemars(with = "falsecard_engine::cards::CardText")]
    pub card: Card,
    /// The scoring, which is the unit of `behind`.
    pub scoring: Scoring,
    /// What the played card gives up against the engine's card, by what the player could know.
    pub behind: f64,
    /// The standard error of `behind`; `null` where it cannot be estimated.
    pub behind_se: Option<f64>,
    /// The number of worlds that the comparison rests on.
    pub worlds: usize,
    /// Whether it is one: `behind` is 20 points (1 IMP, 0.05 of the matchpoints) and two standard
    /// errors at least, over 8 worlds at least.
    pub mistake: bool,
    /// The tricks that the card played cost as the cards lay; `null` if not all four hands are
    /// known.
    pub double_dummy: Option<u8>,
    /// The cards that would have been no mistake, the best first.
    #[serde(skip)]
    pub good: Vec<Card>,
}

/// The choices of a played deal, in the order of play. A hand with one legal card has no choice; a
/// player whose hand is not known is left out.
///
/// # Errors
///
/// A [`Fault`] when the game is not one that can be played, as [`Game::partial_play`] says.
pub fn played_choices(game: &Game) -> Result<Vec<PlayedChoice>, Fault> {
    let play = game.partial_play()?;
    let moment = |(n, played): (usize, &PlayedCard)| {
        let before = play.first(n);
        let view = before.view(before.history().decider()).ok()?;
        (view.legal().len() > 1).then_some(PlayedChoice { play: before, view, played: played.card })
    };
    Ok(play.history().played().iter().enumerate().filter_map(moment).collect())
}

impl PlayedChoice {
    /// The view of the player who chose.
    pub const fn view(&self) -> &View {
        &self.view
    }

    /// The card chosen.
    pub const fn played(&self) -> Card {
        self.played
    }

    /// The play before the card, as far as the hands are known.
    pub const fn play(&self) -> &PartialPlay {
        &self.play
    }

    /// The tricks that the card cost double dummy; `None` if not all four hands are known.
    fn cost(&self) -> Option<u8> {
        let values = Solver::new().cards(self.play.complete()?.position());
        Some(values.best() - values.value(self.played).unwrap_or_else(|| values.best()))
    }
}

/// Asks an engine about a choice.
///
/// # Errors
///
/// [`NoAnswer`].
pub fn remark(
    moment: &PlayedChoice,
    engine: &'static dyn Search,
    known: RuleFileRef,
    settings: &Settings,
    memory: &mut Memory,
    stop: &AtomicBool,
    progress: &(dyn Fn(f64) + Sync),
) -> Result<Remark, NoAnswer> {
    let PlayedChoice { view, played, .. } = moment;
    let answered = memory.ask(&Consultation { view, engine, known, settings, stop }, progress)?;
    let rival = answered.rival(*played);
    let (behind, behind_se, worlds) =
        rival.map_or((0.0, None, 0), |rival| (rival.behind, rival.behind_se, rival.worlds));
    let scoring = settings.scoring_of(view);
    let good = answered.rivals.iter().filter(|rival| !is_mistake(rival, scoring));
    Ok(Remark {
        trick: view.history().tricks_played() + 1,
        seat: view.history().to_play(),
        decider: view.history().decider(),
        played: *played,
        engine: engine.slug(),
        card: answered.card,
        scoring,
        behind,
        behind_se,
        worlds,
        mistake: rival.is_some_and(|rival| is_mistake(rival, scoring)),
        double_dummy: moment.cost(),
        good: good.map(|rival| rival.card).collect(),
    })
}

/// Whether a card is a mistake, as [`Remark::mistake`] defines it.
fn is_mistake(rival: &Rival, scoring: Scoring) -> bool {
    let Rival { behind, behind_se, worlds, .. } = *rival;
    let is_clear = worlds >= FEWEST && behind_se.is_some_and(|se| behind >= 2.0 * se);
    behind >= scoring.least_mistake() && is_clear
}

impl Remark {
    /// What the played card gives up, as in `35 ± 6`; empty if it is the engine's card.
    pub fn price(&self) -> String {
        if self.played == self.card {
            return String::new();
        }
        self.scoring.with_error(self.behind, self.behind_se.unwrap_or(f64::INFINITY))
    }

    /// What the card cost as the cards lay, in words; `None` if nothing.
    pub fn cost(&self) -> Option<String> {
        match self.double_dummy? {
            0 => None,
            1 => Some("cost a trick as the cards lay".to_owned()),
            tricks => Some(format!("cost {tricks} tricks as the cards lay")),
        }
    }

    /// The played card and the engine's, as PBN writes them.
    pub fn cards(&self) -> [String; 2] {
        [pbn_name(self.played), pbn_name(self.card)]
    }
}
