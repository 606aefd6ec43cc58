//! A style: how players keep to their calls and choose their cards, fitted to records and written as a rule file.

use std::sync::Arc;

use rayon::prelude::*;

use super::calls::{self, Heard};
use super::cards;
use super::leaving_out::CardRule;
use super::suits;
use falsecard_engine::carding::habits::Habits;
use falsecard_engine::carding::inclination::Inclinations;
use falsecard_engine::carding::player::CardNetwork;
use falsecard_engine::constraint::reliance::{DEPARTURES, Reliance};
use falsecard_engine::constraint::{CallNetwork, System};
use falsecard_laboratory::records::logit::ObservedChoice;
use falsecard_laboratory::records::{Record, card_choices, line, textbook};

/// How players keep to their calls and choose their cards.
#[derive(Debug, Clone)]
pub struct Style {
    reliance: Reliance,
    habits: Habits,
    inclinations: Inclinations,
    /// By what calls are read in place of promises, if that was fitted too.
    caller: Option<Arc<CallNetwork>>,
    /// By what cards are read as whole hands, if that was fitted too.
    player: Option<Arc<CardNetwork>>,
}

impl Style {
    /// A system whose players have this style.
    pub fn of_players(&self, system: System) -> System {
        let system = system.relying(self.reliance.clone());
        let system = system.playing(self.habits.clone()).inclined(self.inclinations.clone());
        let system = system.played_by(self.player.clone());
        match &self.caller {
            Some(caller) => system.called_by(Arc::clone(caller)),
            None => system,
        }
    }

    /// Has calls read by a network.
    #[must_use]
    pub fn called_by(self, caller: Arc<CallNetwork>) -> Self {
        Self { caller: Some(caller), ..self }
    }

    /// Has cards read by a network too, or by none.
    #[must_use]
    pub fn played_by(self, player: Option<Arc<CardNetwork>>) -> Self {
        Self { player, ..self }
    }

    /// How cards of a suit are chosen.
    pub const fn habits(&self) -> &Habits {
        &self.habits
    }

    /// How suits are chosen.
    pub const fn inclinations(&self) -> &Inclinations {
        &self.inclinations
    }

    /// The style as a rule file, which other files may put behind their own rules.
    pub fn text(&self, name: &str, source: &str) -> String {
        let mut text = format!(
            "# How far calls are kept to, and how cards are chosen, in nats: fitted, and not to be edited by hand\n\
             # beyond what one knows better. docs/learning.md says what the words mean.\n\
             system {name}\n\
             about  players as records show them\n\
             source {source}\n\n"
        );
        for (kind, nats) in self.reliance.lines() {
            let nats = DEPARTURES.into_iter().zip(nats.iter().copied());
            line(&mut text, "reliance", kind, nats);
        }
        text.push('\n');
        for (occasion, nats) in self.habits.each() {
            line(&mut text, "habit", occasion, nats);
        }
        text.push('\n');
        for (occasion, nats) in self.inclinations.each() {
            line(&mut text, "inclination", occasion, nats);
        }
        text
    }
}

/// What there is to be learned from some records, looked at once for any number of fits.
#[derive(Debug)]
pub struct Study {
    heard: Vec<Vec<Heard>>,
    cards: Vec<Vec<ObservedChoice>>,
    suits: Vec<Vec<ObservedChoice>>,
}

/// How far calls are kept to is learned from the calls of at most this many records, spread evenly over all: with all 59,081 boards of championships
/// the auctions of youth2000 are worth 0.03 to 0.05 nats more, and the fit takes several times the memory.
const HEARD: usize = 6_000;

impl Study {
    /// Looks at records with the agreements by which their calls are read.
    pub fn of(records: &[(Record, System)], seed: u64) -> Self {
        let apart = records.len().div_ceil(HEARD);
        let heard = |(number, (record, system)): (usize, &(Record, System))| {
            if number % apart > 0 {
                return Vec::new();
            }
            Heard::of(record, &system.clone().relying(textbook()), seed)
        };
        Self {
            heard: records.par_iter().enumerate().map(heard).collect(),
            cards: records.par_iter().map(|(record, _)| card_choices(record)).collect(),
            suits: records.par_iter().map(|(record, _)| suits::chosen(record)).collect(),
        }
    }

    /// The style under which the records of these numbers are likeliest; found sooner from one that is near.
    pub fn style(&self, of: &[usize], near: Option<&Style>) -> Style {
        let heard: Vec<&Heard> = of.iter().flat_map(|&record| &self.heard[record]).collect();
        let cards: Vec<&ObservedChoice> =
            of.iter().flat_map(|&record| &self.cards[record]).collect();
        let suits: Vec<&ObservedChoice> =
            of.iter().flat_map(|&record| &self.suits[record]).collect();
        Style {
            reliance: calls::reliance(&heard, near.map(|style| &style.reliance)),
            habits: cards::habits(&cards),
            inclinations: suits::inclinations(&suits),
            caller: None,
            player: None,
        }
    }

    /// A style fitted to the same records, except for one rule, of which it knows nothing. How calls are kept to stays the same.
    pub fn style_without(&self, of: &[usize], style: &Style, rule: CardRule) -> Style {
        let without = |all: &[Vec<ObservedChoice>], feature: usize| -> Vec<ObservedChoice> {
            of.iter().flat_map(|&at| &all[at]).map(|chosen| chosen.without(feature)).collect()
        };
        let mut other = style.clone();
        match rule {
            CardRule::Habit(feature) => {
                let chosen = without(&self.cards, feature);
                other.habits = cards::habits(&chosen.iter().collect::<Vec<_>>());
            }
            CardRule::Inclination(feature) => {
                let chosen = without(&self.suits, feature);
                other.inclinations = suits::inclinations(&chosen.iter().collect::<Vec<_>>());
            }
        }
        other
    }

    /// How many records there are.
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }
}
