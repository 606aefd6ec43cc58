//! What speaks for and against a layout: hard facts, promises of the auction, cards that signal.

use crate::carding::{self, Convention, Situation};
use crate::cards::{Holding, Rank, Seat, Side, Suit};
use crate::constraint::{DealCondition, Ownership, Rule, System};
use crate::play::View;

/// A card that a hidden hand has played, read by a convention.
#[derive(Clone)]
pub struct Reading {
    /// Who played it.
    pub seat: Seat,
    /// The card's suit.
    pub suit: Suit,
    /// Its rank.
    pub card: Rank,
    /// What it is read by.
    pub convention: &'static dyn Convention,
    /// How often the reader believes that players keep to the convention, 0 to 1.
    pub trust: f64,
    situation: Situation,
}

impl Reading {
    /// How likely the message was from these cards, dealt to the player in the suit.
    pub fn weight(&self, dealt: Holding) -> f64 {
        let left = dealt - self.situation.before;
        carding::likelihood(self.convention, &self.situation, left, self.card, self.trust)
    }

    /// Whether the player kept to the convention if he was dealt these cards in the suit.
    pub fn is_kept(&self, dealt: Holding) -> bool {
        let left = dealt - self.situation.before;
        carding::is_kept(self.convention, &self.situation, left, self.card)
    }
}

/// Who is reading, which decides how far he trusts a signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// Reads as partner or as declarer, according to his seat.
    AtTheTable,
    /// Trusts no signal: knows only the cards, the voids and the auction.
    IgnoringSignals,
}

/// All that a player has to go by.
#[derive(Clone)]
pub struct Evidence {
    /// The seats whose hands are hidden from the player.
    pub hidden: Vec<Seat>,
    /// Who was certainly dealt what.
    pub ownership: Ownership,
    /// What is said of the hidden hands, by the auction or by the user.
    pub rules: Vec<Rule>,
    /// What is certain of several hands together, from the user. It is counted exactly; the linear
    /// model, which is asked for conflicts and bounds, knows nothing of it.
    pub relations: Vec<DealCondition>,
    /// The cards that the hidden hands have signalled with.
    pub readings: Vec<Reading>,
}

impl Evidence {
    /// The hard facts alone: the hands seen, the cards played, the voids shown.
    pub fn facts(view: &View) -> Self {
        Self {
            hidden: view.hidden(),
            ownership: Ownership::of(view),
            rules: Vec::new(),
            relations: Vec::new(),
            readings: Vec::new(),
        }
    }

    /// What a player infers who knows the table's agreements.
    pub fn of(view: &View, system: &System, reader: Reader) -> Self {
        let hidden = view.hidden();
        let mut rules = system.read(view.bidding());
        rules.retain(|rule| hidden.contains(&rule.seat));
        let readings = match reader {
            Reader::AtTheTable => readings(view, system, &hidden),
            Reader::IgnoringSignals => Vec::new(),
        };
        Self { rules, readings, ..Self::facts(view) }
    }
}

/// The conventional readings of the cards that hidden hands have led or followed suit with.
fn readings(view: &View, system: &System, hidden: &[Seat]) -> Vec<Reading> {
    let history = view.history();
    let declaring = view.contract().declaring_side();
    let dummy = view.dealt(view.contract().dummy());
    let mut readings = Vec::new();
    for (played, situation) in Situation::of_history(history, dummy) {
        if !hidden.contains(&played.seat) {
            continue;
        }
        for agreement in &system.cards {
            let convention = carding::named(&agreement.convention);
            let speaks = |c: &&dyn Convention| c.speaks(&situation, played.card.rank);
            let Some(convention) = convention.filter(speaks) else { continue };
            let declares = Side::of(view.seat()) == declaring;
            readings.push(Reading {
                seat: played.seat,
                suit: played.card.suit,
                card: played.card.rank,
                convention,
                trust: if declares { agreement.declarer } else { agreement.partner },
                situation,
            });
        }
    }
    readings
}
