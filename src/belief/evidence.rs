//! What speaks for and against a layout: hard facts, promises of the auction, cards played.

use super::agreements::{Role, policy};
use crate::carding::{Choice, LIKED, Policy, Situation, Subject};
use crate::cards::{Card, Holding, Seat, Suit, pbn_name};
use crate::constraint::{
    Condition, DealCondition, Ownership, Promise, Rule, System, parse_condition,
};
use crate::play::View;

/// A card that a hidden hand has played, read by the conventions that speak of it.
#[derive(Clone)]
pub struct Reading {
    /// Who played it.
    pub seat: Seat,
    /// The card.
    pub card: Card,
    /// How he is believed to have chosen among his cards of the suit.
    pub choice: Choice,
}

impl Reading {
    /// How likely the card was from these cards, dealt to the player in the suit, up to a factor
    /// that is the same for all holdings; at most 1.
    ///
    /// A leader, and who discards, chooses the suit too. He is taken to choose it in proportion to
    /// its length, as if any card of his hand were as likely; but against a trump contract a
    /// defender leads a short suit as readily as a long one. (On the even half of the problems in
    /// `tests/reading.rs` that makes the true deal likelier by 0.06 nats a problem; any power of the
    /// length from none to the third does about as well elsewhere.)
    pub fn weight(&self, dealt: Holding) -> f64 {
        let left = dealt - self.choice.situation().before;
        let card = self.choice.probability(left, self.card.rank);
        let situation = self.choice.situation();
        let led_against_trumps =
            situation.is_lead() && situation.is_defender() && situation.has_trumps();
        if situation.follows() || led_against_trumps {
            card
        } else {
            card * left.len() as f64 / 13.0
        }
    }

    /// Whether the player kept to the agreed signals if he was dealt these cards in the suit.
    pub fn is_kept(&self, dealt: Holding) -> bool {
        self.choice.is_kept(dealt - self.choice.situation().before, self.card.rank)
    }

    /// What the card says of other suits than its own, as promises whose weight is that of the
    /// convention: a hand that would rather ask for the other suit has sent this message only when
    /// it did not keep to it.
    pub fn messages(&self) -> impl Iterator<Item = Rule> + '_ {
        self.choice.messages(self.card.rank).map(|message| {
            let (condition, said) = message_of(message.subject, message.high);
            let confidence = posterior(share_of(message.subject, message.high), message.layer.kept);
            let slug = message.layer.convention.slug();
            let source = format!("{slug}: {} {said}", pbn_name(self.card));
            Rule::new(self.seat, Promise::new(condition, confidence, source))
        })
    }

    /// The card's suit.
    pub const fn suit(&self) -> Suit {
        self.card.suit
    }
}

/// Who is reading, which decides how far he trusts a signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// Reads as partner or as an opponent, according to his seat.
    AtTheTable,
    /// Trusts no agreed signal: reads the auction, the voids and the natural cards.
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
    /// The cards that the hidden hands have played, where a convention speaks of them.
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
        let policies = [Role::Partner, Role::Opponent].map(|role| {
            let policy = policy(system, role);
            if reader == Reader::IgnoringSignals { policy.without_signals() } else { policy }
        });
        let readings = readings(view, &policies, &hidden);
        rules.extend(readings.iter().flat_map(Reading::messages));
        Self { rules, readings, ..Self::facts(view) }
    }
}

/// What a high card or a low one says of a hand, and the same in words.
fn message_of(subject: Subject, high: bool) -> (Condition, String) {
    let points = |suit: Suit| format!("hcp({})", WORDS[suit as usize]);
    let (text, said) = match subject {
        Subject::Rather(upper, lower) => {
            let (asked, other) = if high { (upper, lower) } else { (lower, upper) };
            let text = format!("{} >= {}", points(asked), points(other));
            (text, format!("asks for {asked} rather than {other}"))
        }
        Subject::Likes(suit) if high => {
            (format!("{} >= {LIKED}", points(suit)), format!("likes {suit}"))
        }
        Subject::Likes(suit) => {
            (format!("{} < {LIKED}", points(suit)), format!("does not like {suit}"))
        }
    };
    (parse_condition(&text).expect("points of suits can be compared"), said)
}

/// The share of random hands of which a message is true, counted over the places of the honours.
fn share_of(subject: Subject, high: bool) -> f64 {
    match (subject, high) {
        (Subject::Rather(..), _) => 0.578,
        (Subject::Likes(_), true) => 0.477,
        (Subject::Likes(_), false) => 1.0 - 0.477,
    }
}

/// How probable it is that a message is true, when it was before, and is sent in error as often as
/// the convention is not kept to.
fn posterior(before: f64, kept: f64) -> f64 {
    kept * before / (kept * before + (1.0 - kept) * (1.0 - before))
}

/// The suits in the rule language, clubs first.
const WORDS: [&str; 4] = ["clubs", "diamonds", "hearts", "spades"];

/// The readings of the cards that hidden hands have played: by their partners' policy, and by
/// their opponents'.
fn readings(view: &View, [partner, opponent]: &[Policy; 2], hidden: &[Seat]) -> Vec<Reading> {
    let history = view.history();
    let dummy = view.dealt(view.contract().dummy());
    let played = Situation::of_history(history, dummy).into_iter();
    let played = played.filter(|(played, _)| hidden.contains(&played.seat));
    let read = played.map(|(played, situation)| {
        let policy = if played.seat.partner() == view.seat() { partner } else { opponent };
        Reading { seat: played.seat, card: played.card, choice: policy.at(&situation) }
    });
    read.filter(|reading| reading.choice.layers().len() > 0).collect()
}
