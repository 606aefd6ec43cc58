//! Styles: how closely players keep to their calls and how they choose cards, fitted to records and
//! written as rule files.

use rayon::prelude::*;

use super::calls::{self, AuctionContrast};
use super::cards;
use super::suits;
use falsecard_engine::carding::habits::Habits;
use falsecard_engine::carding::inclination::Inclinations;
use falsecard_engine::constraint::System;
use falsecard_engine::constraint::reliance::{DEPARTURES, Reliance};
use falsecard_laboratory::records::logit::ObservedChoice;
use falsecard_laboratory::records::{GameRecord, card_choices, line, textbook};

/// How closely players keep to their calls, and how they choose cards.
#[derive(Debug, Clone)]
pub struct Style {
    reliance: Reliance,
    habits: Habits,
    inclinations: Inclinations,
}

impl Style {
    /// The system with players of this style.
    pub fn of_players(&self, system: System) -> System {
        let system = system.relying(self.reliance.clone());
        let system = system.playing(self.habits.clone()).inclined(self.inclinations.clone());
        // A network of players would know more than what was fitted.
        system.played_by(None)
    }

    /// The style as a rule file, which other files may append to their own rules.
    pub fn text(&self, name: &str, source: &str) -> String {
        let mut text = format!(
            "# How far calls are kept to, and how cards are chosen, in nats: fitted, and not to \
             be edited by hand\n\
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

/// What records contribute to a fit of a style, computed once for any number of fits.
#[derive(Debug)]
pub struct Study {
    heard: Vec<Vec<AuctionContrast>>,
    cards: Vec<Vec<ObservedChoice>>,
    suits: Vec<Vec<ObservedChoice>>,
}

/// The most records to which reliance is fitted, spread evenly over all. With all 59,081 boards of
/// championships, the auctions of youth2000 are worth 0.03 to 0.05 nats more, and the fit takes
/// several times the memory.
const HEARD: usize = 6_000;

impl Study {
    /// Prepares records, with the agreements by which their calls are read.
    pub fn of(records: &[(GameRecord, System)], seed: u64) -> Self {
        let apart = records.len().div_ceil(HEARD);
        let heard = |(number, (record, system)): (usize, &(GameRecord, System))| {
            if number % apart > 0 {
                return Vec::new();
            }
            AuctionContrast::of(record, &system.clone().relying(textbook()), seed)
        };
        Self {
            heard: records.par_iter().enumerate().map(heard).collect(),
            cards: records.par_iter().map(|(record, _)| card_choices(record)).collect(),
            suits: records.par_iter().map(|(record, _)| suits::chosen(record)).collect(),
        }
    }

    /// The style that makes the records with these indices likeliest. A start from a similar style
    /// is faster.
    pub fn style(&self, of: &[usize], near: Option<&Style>) -> Style {
        let heard: Vec<&AuctionContrast> =
            of.iter().flat_map(|&record| &self.heard[record]).collect();
        let cards: Vec<&ObservedChoice> =
            of.iter().flat_map(|&record| &self.cards[record]).collect();
        let suits: Vec<&ObservedChoice> =
            of.iter().flat_map(|&record| &self.suits[record]).collect();
        Style {
            reliance: calls::reliance(&heard, near.map(|style| &style.reliance)),
            habits: cards::habits(&cards),
            inclinations: suits::inclinations(&suits),
        }
    }

    /// The number of records.
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }
}
