//! Departures: decisions at which one engine leaves another's card, and what that gains against
//! players of a third kind.
//!
//! In a match most decisions of two engines are equal. Here both are asked at decisions that people
//! faced. Where they choose different cards, the true deal is played out after either card by the
//! same players with the same random numbers, so that the results differ by that card alone.

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

/// Two engines whose cards are compared, and the players who finish the play.
pub struct DepartureStudy {
    /// The engine whose gains are counted.
    pub a: Entrant,
    /// The engine with which it is compared.
    pub b: Entrant,
    /// The players of all later cards, who differ in their seeds: each finishes the play once, from
    /// all four seats.
    pub players: Vec<Entrant>,
    /// At which decisions of a record the engines are asked.
    pub decisions: Decisions,
    /// The seed by which decisions are drawn.
    pub seed: u64,
}

/// The decisions of a record at which the engines are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decisions {
    /// This many, drawn at random; all, if there are no more.
    Drawn(usize),
    /// The opening lead.
    Lead,
}

/// The decisions of one record, and the departures among them.
#[derive(Debug, Clone, Default)]
pub struct ComparedDecisions {
    /// The number of decisions for each role of [`DeciderRole::EACH`].
    pub decisions: [usize; 3],
    /// The decisions at which the cards differ.
    pub departures: Vec<Departure>,
}

/// A decision at which the engines choose different cards.
#[derive(Debug, Clone, Serialize)]
pub struct Departure {
    /// The cards played before the decision, as PBN names them.
    pub before: String,
    /// The hand from which the card is played.
    #[serde(serialize_with = "serialize_seat")]
    pub seat: Seat,
    /// The role of the player who decides.
    pub role: DeciderRole,
    /// The number of the trick, from 1.
    pub trick: u8,
    /// The kind of difference between the first engine's card and the second's.
    pub kind: DepartureKind,
    /// The card of the first engine.
    #[serde(serialize_with = "serialize_card")]
    pub card: Card,
    /// The card of the second engine.
    #[serde(serialize_with = "serialize_card")]
    pub instead_of: Card,
    /// By how much the first engine's card is ahead in its own figures, in units of its scoring,
    /// with the standard error; `None` if it is no search.
    pub expected: Option<[f64; 2]>,
    /// Whether the first engine holds both cards to be equally good, and its own to tell opponents
    /// less.
    pub conceals: bool,
    /// The gain of the first card for its player's side, in IMPs: the mean over the players who
    /// finished, whose random numbers are its noise.
    pub gained: Interval,
}

/// How a card differs from the one that another engine plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DepartureKind {
    /// Another suit is led.
    OtherSuit,
    /// Another card of the suit is led.
    OtherLead,
    /// A card equal to the other one is played, to deceive or to signal.
    Equal,
    /// The card does not win the trick so far; the other one does.
    Duck,
    /// The card wins the trick so far; the other one does not.
    Win,
    /// Another card of the suit, which makes no difference to who is winning the trick.
    OtherCard,
    /// A trump in place of a discard.
    Ruff,
    /// A discard in place of a ruff.
    NoRuff,
    /// A discard of another suit.
    OtherDiscard,
}

impl DepartureKind {
    /// All kinds.
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

    /// The name of the kind, in lower case.
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

    /// How `card` differs from `instead_of`. The player with this view is to play one of them.
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
    /// Compares the engines at the chosen decisions of a record; `None` if `stop` was set.
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

    /// For each chosen decision the number of cards played before; decisions with one legal card
    /// are left out.
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

    /// The gain of the first card over the second for its player's side, in IMPs, over all players
    /// who finish.
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

/// The play finished by one player in all four seats, who sees from each only what its player sees;
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

/// By how much a decision's card is ahead of another, with the standard error.
fn ahead_of(decision: &Decision, other: Card) -> Option<[f64; 2]> {
    let [card, other] = [decision.card, other].map(|card| decision.candidate(card));
    Some(decision.ahead(card?, other?).into())
}
