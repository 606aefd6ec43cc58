//! How well people's choices of cards are predicted.

use serde::{Deserialize, Serialize};

use falsecard_engine::belief::{Standpoint, policy};
use falsecard_engine::carding::Situation;
use falsecard_engine::carding::inclination::SuitChoice;
use falsecard_engine::carding::player::CardMoment;
use falsecard_engine::cards::{Card, Hand, Side, Suit};
use falsecard_engine::constraint::System;
use falsecard_engine::play::{Play, PlayedCard};
use falsecard_engine::real::Real;
use falsecard_laboratory::records::{GameRecord, RunningMean};

/// The kind of a choice of cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChoiceKind {
    /// A card of the suit led.
    Follow,
    /// A card to lead.
    Lead,
    /// A card of another suit than was led.
    Discard,
}

impl ChoiceKind {
    /// All kinds.
    pub const EACH: [Self; 3] = [Self::Follow, Self::Lead, Self::Discard];

    /// The kind of the choice to be made now.
    pub(super) fn of(play: &Play) -> Self {
        let led = play.history().trick().suit_led();
        match led {
            None => Self::Lead,
            Some(led) if play.legal()[led].is_empty() => Self::Discard,
            Some(_) => Self::Follow,
        }
    }

    /// The kind in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Follow => "follow",
            Self::Lead => "lead",
            Self::Discard => "discard",
        }
    }
}

/// How well cards of one kind of choice are predicted, as log-probabilities in nats.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub struct CardsForetold {
    /// The log-probability of the card chosen, by a network of players, by habits and inclinations
    /// of people, or by agreements.
    pub policy: RunningMean,
    /// The log-probability if all legal cards were equally likely.
    pub uniform: RunningMean,
}

/// How well people's choices of cards are predicted, by kind.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub struct Prediction {
    by_kind: [CardsForetold; ChoiceKind::EACH.len()],
}

impl Prediction {
    /// The prediction of a record's choices among several cards, without dummy's.
    pub fn of(record: &GameRecord, system: &System) -> Self {
        let mut prediction = Self::default();
        let play = &record.play;
        let contract = play.bidding().contract();
        let dummy = play.deal()[contract.dummy()];
        let choices = SuitChoice::of_history(play.bidding(), play.history(), Some(dummy));
        let mut now = Play::new(play.board().clone());
        for (played, choice) in choices {
            let legal = now.legal();
            if played.seat != contract.dummy() && legal.len() > 1 {
                let kind = ChoiceKind::of(&now);
                let of_kind = &mut prediction.by_kind[kind as usize];
                of_kind.policy.add(nats(&now, played, choice, legal, dummy, system));
                of_kind.uniform.add(-Real::ln(legal.len() as f64));
            }
            now.play(played.card).expect("it was played");
        }
        prediction
    }

    /// Adds the prediction of another record.
    pub fn add(&mut self, other: &Self) {
        for (own, more) in self.by_kind.iter_mut().zip(&other.by_kind) {
            own.policy.take(&more.policy);
            own.uniform.take(&more.uniform);
        }
    }

    /// The prediction over all kinds.
    pub fn all(&self) -> CardsForetold {
        let mut all = CardsForetold::default();
        for foretold in &self.by_kind {
            all.policy.take(&foretold.policy);
            all.uniform.take(&foretold.uniform);
        }
        all
    }

    /// The predictions by kind; kinds without choices are left out.
    pub fn kinds(&self) -> impl Iterator<Item = (ChoiceKind, &CardsForetold)> {
        let each = ChoiceKind::EACH.into_iter().zip(&self.by_kind);
        each.filter(|(_, foretold)| !foretold.policy.is_empty())
    }
}

/// The log-probability of a card: by a network of players or, without one, as that of its suit plus
/// that of the card in the suit.
fn nats(
    play: &Play,
    PlayedCard { card, .. }: PlayedCard,
    choice: Option<SuitChoice>,
    legal: Hand,
    dummy: Hand,
    system: &System,
) -> f64 {
    let side = Side::of(play.history().to_play());
    if let Some(player) = system.player_of(side, play.bidding().contract().declaring_side()) {
        let moment = CardMoment::of(play.bidding(), play.history(), dummy);
        let odds = player.odds(&moment.with(play.deal()[moment.decider()]));
        let own = odds.into_iter().find(|(it, _)| *it == card);
        return Real::ln(own.map_or(0.0, |(_, odds)| odds).max(f64::MIN_POSITIVE));
    }
    let policy = policy(system, Standpoint::Player);
    let at = |suit| policy.at(&Situation::now(play.history(), Some(dummy), suit));
    let Card { suit, rank } = card;
    let in_suit = Real::ln(at(suit).probability(legal[suit], rank));
    let share = |appeal: &dyn Fn(Suit) -> f64| {
        appeal(suit) / Suit::ASC.into_iter().map(appeal).sum::<f64>()
    };
    let of_suit = match (choice, system.inclinations()) {
        (None, _) => 1.0,
        (Some(choice), Some(inclinations)) => {
            let inclined = choice.of_people(inclinations);
            share(&|suit| inclined.appeal(suit, legal[suit]))
        }
        (Some(_), None) => share(&|suit| at(suit).readiness(legal[suit])),
    };
    in_suit + Real::ln(of_suit)
}
