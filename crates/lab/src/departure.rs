//! Where one engine leaves another's card, and what that gains against players of a third kind.
//!
//! A match says what all decisions of a board gain together, most of which are the same. Here both
//! engines are asked at decisions that people met; where they choose different cards, the true deal
//! is played out after either card, by the same players on the same random numbers. So what differs
//! is that card alone.

use std::sync::atomic::{AtomicBool, Ordering};

use rand::seq::SliceRandom;
use serde::Serialize;

use falsecard_engine::cards::{Card, Seat, Side, serialize_card, serialize_seat};
use falsecard_engine::constraint::System;
use falsecard_engine::mind::situation;
use falsecard_engine::play::{Play, View, imps};
use falsecard_engine::search::Decision;
use falsecard_engine::work::{Interval, purpose, stream};
use falsecard_laboratory::problem::RuleFileRef;
use falsecard_laboratory::records::{DeciderRole, GameRecord};
use falsecard_laboratory::table::{Entrant, SeatedEntrant, card_names};

/// Two engines whose cards are compared, and who plays on.
pub struct DepartureStudy {
    /// The engine whose gains are counted.
    pub a: Entrant,
    /// The engine that it is compared with.
    pub b: Entrant,
    /// Who plays all later cards, once for each of them: they differ in their seeds.
    pub players: Vec<Entrant>,
    /// At which decisions of a record the engines are asked.
    pub decisions: Decisions,
    /// The seed by which they are drawn.
    pub seed: u64,
}

/// Decisions of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decisions {
    /// As many, drawn by chance; all, if there are no more.
    Drawn(usize),
    /// The opening lead.
    Lead,
}

/// What was found at the decisions of one record.
#[derive(Debug, Clone, Default)]
pub struct ComparedDecisions {
    /// The number of decisions, for each role of [`DeciderRole::EACH`].
    pub decisions: [usize; 3],
    /// Those at which the cards differ.
    pub departures: Vec<Departure>,
}

/// A decision at which the engines choose different cards.
#[derive(Debug, Clone, Serialize)]
pub struct Departure {
    /// The cards played before, as PBN names them.
    pub before: String,
    /// The hand that the card is played from.
    #[serde(serialize_with = "serialize_seat")]
    pub seat: Seat,
    /// Whether declarer decides or a defender.
    pub role: DeciderRole,
    /// The number of the trick, from 1.
    pub trick: u8,
    /// How the one card differs from the other.
    pub kind: DepartureKind,
    /// The card of the first engine.
    #[serde(serialize_with = "serialize_card")]
    pub card: Card,
    /// The card of the second.
    #[serde(serialize_with = "serialize_card")]
    pub instead_of: Card,
    /// By how much the first engine takes its card to be ahead, in what it plays for, and the
    /// standard error; `None` if it is no search.
    pub expected: Option<[f64; 2]>,
    /// Whether the first engine holds that both cards are as good, and that its own tells opponents
    /// less.
    pub conceals: bool,
    /// What the card gained for its player's side, in IMPs: the mean over those who played on, with
    /// the noise of their random numbers.
    pub gained: Interval,
}

/// How a card differs from the one that is left for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DepartureKind {
    /// Another suit is led.
    OtherSuit,
    /// Another card of the suit is led.
    OtherLead,
    /// An equal of the card is played, to deceive or to tell.
    Equal,
    /// The trick is not taken, for the moment, that could be.
    Duck,
    /// The trick is taken, for the moment, that the other card leaves.
    Win,
    /// Another card of the suit that neither takes the trick nor loses it by this.
    OtherCard,
    /// A trump in place of a discard.
    Ruff,
    /// A discard in place of a ruff.
    NoRuff,
    /// A discard of another suit.
    OtherDiscard,
}

impl DepartureKind {
    /// All of them.
    pub const EACH: [Self; 9] = [
        Self::OtherSuit,
        Self::OtherLead,
        Self::Equal,
        Self::Duck,
        Self::Win,
        Self::OtherCard,
        Self::Ruff,
        Self::NoRuff,
        Self::OtherDiscard,
    ];

    /// What is done, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::OtherSuit => "another suit led",
            Self::OtherLead => "another card led",
            Self::Equal => "an equal card",
            Self::Duck => "ducks",
            Self::Win => "wins",
            Self::OtherCard => "another card of the suit",
            Self::Ruff => "ruffs",
            Self::NoRuff => "does not ruff",
            Self::OtherDiscard => "another discard",
        }
    }

    /// How `card` differs from `instead_of`; the player of the view is to play one of them.
    fn of(view: &View, system: &System, card: Card, instead_of: Card) -> Self {
        let history = view.history();
        let trumps = view.contract().trumps();
        let is_same_suit = card.suit == instead_of.suit;
        let left = view.left(history.to_play()).unwrap_or_default();
        let is_equal = || {
            let situation = situation(view, system, card.suit);
            situation.equals(left[card.suit], card.rank).contains(instead_of.rank)
        };
        let wins = |card| {
            let mut trick = *history.trick();
            trick.push(card);
            trick.winner(view.contract().strain()).is_some_and(|(_, winner)| winner == card)
        };
        match (history.trick().suit_led(), is_same_suit) {
            (_, true) if is_equal() => Self::Equal,
            (None, true) => Self::OtherLead,
            (None, false) => Self::OtherSuit,
            (Some(_), true) => match [wins(card), wins(instead_of)] {
                [true, false] => Self::Win,
                [false, true] => Self::Duck,
                _ => Self::OtherCard,
            },
            (Some(_), false) if trumps == Some(card.suit) => Self::Ruff,
            (Some(_), false) if trumps == Some(instead_of.suit) => Self::NoRuff,
            (Some(_), false) => Self::OtherDiscard,
        }
    }
}

impl DepartureStudy {
    /// Compares the engines at decisions of a record, the opening lead among them; `None` if `stop`
    /// was set.
    pub fn of(
        &self,
        record: &GameRecord,
        board: RuleFileRef,
        stop: &AtomicBool,
    ) -> Option<ComparedDecisions> {
        let [a, b] = [&self.a, &self.b].map(|entrant| SeatedEntrant::alone(entrant, board));
        let mut compared = ComparedDecisions::default();
        for before in self.moments(record) {
            let play = record.after(before);
            let view = play.view(play.history().decider());
            for (count, role) in compared.decisions.iter_mut().zip(DeciderRole::EACH) {
                *count += usize::from(role.is_of(&view));
            }
            let instead_of = b.card(&view, Some(play.position()), stop)?;
            let chosen = a.choose(&view, Some(play.position()), stop)?;
            if chosen.card != instead_of {
                let gained = self.gained([chosen.card, instead_of], &play, board, stop)?;
                compared.departures.push(Departure {
                    before: card_names(&play),
                    seat: play.history().to_play(),
                    role: DeciderRole::of(&view),
                    trick: play.history().tricks_played() + 1,
                    kind: DepartureKind::of(&view, board.system, chosen.card, instead_of),
                    card: chosen.card,
                    instead_of,
                    expected: chosen.decision.as_ref().and_then(|it| ahead_of(it, instead_of)),
                    conceals: chosen.decision.is_some_and(|it| it.shows_more(instead_of)),
                    gained,
                });
            }
        }
        (!stop.load(Ordering::Relaxed)).then_some(compared)
    }

    /// The numbers of cards before the decisions that are looked at, where there is something to
    /// choose.
    fn moments(&self, record: &GameRecord) -> Vec<usize> {
        let played = record.play.history().played().len();
        let mut moments: Vec<usize> =
            (0..played).filter(|&at| record.after(at).legal().len() > 1).collect();
        let key = [purpose::DEPARTURES, record.number as u64];
        match self.decisions {
            Decisions::Drawn(count) => {
                moments.shuffle(&mut stream(self.seed, &key));
                moments.truncate(count);
                moments.sort_unstable();
            }
            Decisions::Lead => moments.retain(|before| *before == 0),
        }
        moments
    }

    /// What the first card gains on the second for its player's side when all play on.
    fn gained(
        &self,
        cards: [Card; 2],
        play: &Play,
        board: RuleFileRef,
        stop: &AtomicBool,
    ) -> Option<Interval> {
        let side = Side::of(play.history().to_play());
        let mut gains = Vec::with_capacity(self.players.len());
        for player in &self.players {
            let player = SeatedEntrant::alone(player, board);
            let mut scores = [0; 2];
            for (score, card) in scores.iter_mut().zip(cards) {
                let play = play.with(card).expect("engines choose among their legal cards");
                *score = play_on(play, &player, stop)?.score_with(side, 0);
            }
            gains.push(f64::from(imps(scores[0] - scores[1])));
        }
        Some(Interval::of(&gains))
    }
}

/// A play that one player finishes from all four seats, seeing from each what its player sees;
/// `None` if `stop` was set.
fn play_on(mut play: Play, player: &SeatedEntrant, stop: &AtomicBool) -> Option<Play> {
    while !play.is_over() {
        let legal = play.legal();
        let card = if legal.len() == 1 {
            legal.iter().next()?
        } else {
            player.card(&play.view(play.history().decider()), Some(play.position()), stop)?
        };
        play.play(card).expect("players choose among their legal cards");
    }
    Some(play)
}

/// By how much a decision has its card ahead of another, with the standard error.
fn ahead_of(decision: &Decision, other: Card) -> Option<[f64; 2]> {
    let [card, other] = [decision.card, other].map(|card| decision.candidate(card));
    Some(decision.ahead(card?, other?).into())
}
