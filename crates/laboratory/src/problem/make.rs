//! The search for new problems: decisions of random deals where minimax, which assumes that all
//! four hands are seen, errs, and an engine that models the players plays another card.
//!
//! The search finds candidates. Whether the answer is right, and why, a bridge player must judge.

use std::sync::atomic::{AtomicBool, Ordering};

use rand::Rng;
use rand::seq::SliceRandom;
use schemars::JsonSchema;
use serde::Serialize;

use super::boards::deal_for;
use falsecard_engine::cards::{Card, pbn_name, serialize_card};
use falsecard_engine::constraint::System;
use falsecard_engine::dd::Solver;
use falsecard_engine::mind::Mind;
use falsecard_engine::play::{Board, Play};
use falsecard_engine::search::{
    Candidate, Decision, NoDecision, Question, Search, Settings, named,
};
use falsecard_engine::work::{FEWEST, purpose, stream};
use falsecard_notation::Game;

/// A position in which the modelled answer gains and minimax does not see it.
#[derive(Debug, Clone, JsonSchema, Serialize)]
pub struct ProblemCandidate {
    /// The play up to the decision.
    #[serde(skip)]
    pub play: Play,
    /// The number of the deal. With the seed it names it.
    pub deal: u64,
    /// The card of the engine.
    #[serde(serialize_with = "serialize_card")]
    #[schemars(with = "falsecard_engine::cards::CardText")]
    pub answer: Card,
    /// The card of minimax.
    #[serde(serialize_with = "serialize_card")]
    #[schemars(with = "falsecard_engine::cards::CardText")]
    pub tempting: Card,
    /// The points that the answer gains over minimax's card, by the playouts of a second seed.
    pub gain: f64,
    /// The standard error of `gain`.
    pub gain_se: f64,
    /// The points that minimax thinks the answer costs.
    pub price: f64,
}

/// The settings of a search for problems.
pub struct Maker<'a> {
    /// The engine that models the players, whose answers are compared with those of minimax.
    pub engine: &'static dyn Search,
    /// The agreements of all players.
    pub system: &'a System,
    /// The settings of the engines; [`Settings::seed`] also chooses the deals.
    pub settings: Settings,
    /// Set from another thread to stop the search, which then returns the positions found before.
    pub stop: &'a AtomicBool,
}

/// The most positions tested per deal, since positions of one deal are alike.
const POSITIONS: usize = 6;

/// The first test of a position takes this fraction of the worlds: most positions fail it.
const GLANCE: usize = 6;

/// The last trick from which positions are taken: later, most decisions can be counted out.
const LAST_TRICK: u8 = 7;

/// A card is tested further if minimax puts it within this many points of its own: nine in ten
/// answers of the collection are within 120.
const WITHIN: f64 = 120.0;

/// The least gain, in points: less than this is a matter of overtricks.
const GAIN: f64 = 30.0;

impl Maker<'_> {
    /// Searches the deal with this number and returns the positions found, the greatest gain first.
    ///
    /// # Errors
    ///
    /// [`NoDecision`], which does not occur in a legal play.
    pub fn look(&self, deal: u64) -> Result<Vec<ProblemCandidate>, NoDecision> {
        let Some((scenario, hands)) = deal_for(self.settings.seed(), deal) else {
            return Ok(Vec::new());
        };
        let mut positions = self.positions(Board::new(hands, scenario.bidding()), deal)?;
        positions.shuffle(&mut stream(self.settings.seed(), &[purpose::PROBLEM_CHOICE, deal]));
        let mut found = Vec::new();
        for play in positions.into_iter().take(POSITIONS) {
            let candidate = self.test(play, deal)?;
            // A decision that was broken off says nothing.
            if self.is_stopped() {
                break;
            }
            found.extend(candidate);
        }
        found.sort_by(|a, b| b.gain.total_cmp(&a.gain));
        Ok(found)
    }

    /// The positions with a choice in a play by the players of the model.
    fn positions(&self, board: Board, deal: u64) -> Result<Vec<Play>, NoDecision> {
        let mind = Mind::new(self.system, self.settings.mind_worlds());
        let mut solver = Solver::new();
        let mut play = Play::new(board);
        let mut positions = Vec::new();
        while play.history().tricks_played() < LAST_TRICK && !self.is_stopped() {
            if play.history().dummy_is_faced() && play.legal().len() > 1 {
                positions.push(play.clone());
            }
            let cards = play.history().played().len() as u64;
            let mut rng = stream(self.settings.seed(), &[purpose::PROBLEM_PLAY, deal, cards]);
            let view = play.view(play.history().decider());
            let card = mind.choose(&view, &mut solver, &mut rng)?;
            play.play(card).expect("a mind chooses among its legal cards");
        }
        Ok(positions)
    }

    /// The candidate of a position, if the model's answer gains with two seeds.
    fn test(&self, play: Play, deal: u64) -> Result<Option<ProblemCandidate>, NoDecision> {
        let minimax = named("minimax").expect("minimax is registered");
        let seen = self.ask(minimax, &play, self.settings.seed())?;
        if !seen.candidates[1..].iter().any(|rival| rival.behind <= WITHIN) {
            return Ok(None);
        }
        let tempting = seen.card;
        let worlds = self.settings.worlds().div_ceil(GLANCE);
        let glance = self.settings.to_builder().worlds(worlds).build().expect("there are some");
        let glimpse = self.ask_with(self.engine, &play, &glance)?;
        if lead(&glimpse, glimpse.card, tempting).is_none_or(|(lead, _)| lead < GAIN) {
            return Ok(None);
        }
        let first = self.ask(self.engine, &play, self.settings.seed())?;
        if first.card == tempting || gain(&first, first.card, tempting).is_none() {
            return Ok(None);
        }
        // The best of many looks better than it is: only a second seed says by how much.
        let fresh = stream(self.settings.seed(), &[purpose::PROBLEM_CHOICE, deal, 1]).next_u64();
        let second = self.ask(self.engine, &play, fresh)?;
        let price = seen.candidates.iter().find(|rival| rival.card == first.card);
        Ok(gain(&second, first.card, tempting).map(|(gain, gain_se)| ProblemCandidate {
            play,
            deal,
            answer: first.card,
            tempting,
            gain,
            gain_se,
            price: price.map_or(0.0, |rival| rival.behind),
        }))
    }

    fn ask(
        &self,
        engine: &'static dyn Search,
        play: &Play,
        seed: u64,
    ) -> Result<Decision, NoDecision> {
        self.ask_with(engine, play, &self.settings.with_seed(seed))
    }

    fn ask_with(
        &self,
        engine: &'static dyn Search,
        play: &Play,
        settings: &Settings,
    ) -> Result<Decision, NoDecision> {
        let view = play.view(play.history().decider());
        let question = Question::new(&view).with_system(self.system).with_settings(settings);
        engine.decide(&question.with_stop(self.stop))
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// The points by which `answer` is ahead of `tempting` in a decision, with their standard error.
fn lead(decision: &Decision, answer: Card, tempting: Card) -> Option<(f64, f64)> {
    let played_out = || decision.candidates.iter().filter(|rival| rival.worlds > 0);
    let of = |card| played_out().find(|rival| rival.card == card);
    let (answer, tempting) = (of(answer)?, of(tempting)?);
    Some((tempting.behind - answer.behind, tempting.behind_se.max(answer.behind_se)))
}

/// The result of [`lead`], if the gain is large and clear enough, over enough worlds, for a
/// problem.
fn gain(decision: &Decision, answer: Card, tempting: Card) -> Option<(f64, f64)> {
    let compared = |it: &&Candidate| [answer, tempting].contains(&it.card);
    let worlds = decision.candidates.iter().filter(compared).map(|it| it.worlds).min();
    let lead = lead(decision, answer, tempting).filter(|_| worlds >= Some(FEWEST));
    lead.filter(|&(gain, se)| gain >= GAIN && gain >= 2.0 * se)
}

impl ProblemCandidate {
    /// The problem as a game with this identifier. The reason is left open.
    pub fn game(&self, id: &str) -> Game {
        let decider = self.play.history().decider();
        let declares = decider == self.play.bidding().contract().declarer;
        let category = if declares { "falsecard-declarer" } else { "falsecard-defender" };
        let note = format!(
            "candidate: gains {:.0} ± {:.0} points by playouts, costs {:.0} by minimax",
            self.gain, self.gain_se, self.price
        );
        let tags = [
            ("Event", category.to_owned()),
            ("Board", id.to_owned()),
            ("Problem", id.to_owned()),
            ("Category", category.to_owned()),
            ("Decider", decider.letter().to_string()),
            ("Answer", pbn_name(self.answer)),
            ("Tempting", pbn_name(self.tempting)),
            ("DoubleDummy", double_dummy(&self.play)),
            ("Note", note),
            ("Why", "to be written".to_owned()),
            ("Source", "falsecard problem make".to_owned()),
        ];
        Game::from_play(&self.play, &tags.each_ref().map(|(name, value)| (*name, value.as_str())))
    }
}

/// The double-dummy tricks of every legal card, as the `[DoubleDummy]` tag of a problem records
/// them: `S9=3 S2=3 HA=2`, spades first and high cards first.
pub fn double_dummy(play: &Play) -> String {
    let values = Solver::new().cards(play.position());
    let cards = values.iter().map(|(card, tricks)| format!("{}={tricks}", pbn_name(card)));
    cards.collect::<Vec<_>>().join(" ")
}
