//! The meaning of cards under the agreements.

use schemars::JsonSchema;
use serde::Serialize;

use falsecard_engine::belief::{Belief, Evidence, said_of_hand};
use falsecard_engine::carding::{Choice, Convention, Situation, Subject, Tells, Utterance, Wishes};
use falsecard_engine::cards::{Card, Holding, Seat, serialize_card};
use falsecard_engine::constraint::{Rule, System};
use falsecard_engine::mind::own_choice;
use falsecard_engine::play::View;

/// What one card of a decision says.
#[derive(Clone, JsonSchema, Serialize)]
pub struct SignalMeaning {
    /// The card.
    #[serde(serialize_with = "serialize_card")]
    #[schemars(with = "falsecard_engine::cards::CardText")]
    pub card: Card,
    /// What it says by agreement; `null` if no agreed convention that the program knows speaks of
    /// it.
    pub said: Option<SignalMessage>,
}

/// What an agreed signal makes of a card.
#[derive(Clone, JsonSchema, Serialize)]
pub struct SignalMessage {
    /// The convention's name in rule files.
    pub convention: &'static str,
    /// Whether the card tells the truth.
    pub tells: Tells,
    /// The statement that the signal affirms or denies; `None` if the signal does not have two
    /// meanings.
    #[serde(skip)]
    pub statement: Option<Assertion>,
    /// Whether what the convention affirms is true of the hand; `null` if it has not two meanings.
    pub truth: Option<bool>,
}

impl SignalMessage {
    /// The statement of the signal, and whether it is true.
    pub(super) fn asked(&self) -> Option<(&Assertion, bool)> {
        self.statement.as_ref().zip(self.truth)
    }

    /// The message in words; `None` if the card neither affirms nor denies.
    pub fn words(&self) -> Option<String> {
        let statement = self.statement.as_ref()?;
        match self.tells {
            Tells::Truth => Some(statement.words(self.truth?)),
            Tells::Opposite => Some(statement.words(!self.truth?)),
            Tells::Neither => None,
        }
    }
}

/// A statement about a hand, which a signal of two meanings affirms or denies.
#[derive(Clone)]
pub enum Assertion {
    /// A statement about the suit of the card.
    OfSuit {
        /// The convention.
        convention: &'static Convention,
        /// The situation in which the card was played.
        situation: Situation,
    },
    /// A statement about other suits.
    OfHand {
        /// The seat of the player who signals.
        seat: Seat,
        /// The subject of the statement.
        subject: Subject,
    },
}

impl Assertion {
    /// The statement of a choice's signal; `None` if the signal does not have two meanings.
    pub(super) fn of(choice: &Choice, utterance: &Utterance) -> Option<Self> {
        let situation = *choice.situation();
        let convention = utterance.layer.convention;
        match utterance.subject {
            Some(subject) => Some(Self::OfHand { seat: situation.seat, subject }),
            None => convention.claim().map(|_| Self::OfSuit { convention, situation }),
        }
    }

    /// The statement, affirmed or denied, in words.
    pub fn words(&self, affirmed: bool) -> String {
        match self {
            Self::OfSuit { convention, .. } => {
                let claim = convention.claim();
                let words = claim.map(|c| if affirmed { c.affirmed } else { c.denied });
                words.unwrap_or_default().to_owned()
            }
            Self::OfHand { subject, .. } => subject.words(affirmed),
        }
    }

    /// The exact probability that the statement is true (false, if not `affirmed`), by a belief and
    /// its evidence.
    pub fn probability(&self, affirmed: bool, evidence: &Evidence, belief: &Belief) -> f64 {
        match self {
            Self::OfSuit { convention, situation } => {
                let is_so = |dealt: Holding| {
                    let held = dealt - situation.before;
                    convention.is_true(situation, held) == Some(affirmed)
                };
                let holdings = belief.holdings(situation.seat, situation.suit);
                let so = holdings.into_iter().filter(|(dealt, _)| is_so(*dealt));
                so.map(|(_, share)| share).sum()
            }
            Self::OfHand { seat, subject } => {
                let condition = said_of_hand(*subject, affirmed);
                let mut certain = evidence.clone();
                certain.rules.push(Rule::certain(*seat, condition, "what is asked"));
                Belief::new(&certain).map_or(0.0, |belief_if| belief_if.weight() / belief.weight())
            }
        }
    }
}

/// The meanings of all legal cards, spades first and high cards first. They depend on the player's
/// holding, which a reader can count, and not on what he wants.
///
/// ```
/// use falsecard::carding::Tells;
/// use falsecard::constraint::System;
/// use falsecard::notation::problem;
/// use falsecard::signal::meanings;
///
/// // Example 4 of the paper: West follows to a club with ♣J852.
/// let text = include_bytes!("../../../../problems/paper/paper-ex4.pbn");
/// let problems = problem::read("paper-ex4.pbn", text).all()?;
/// let system = System::bundled("paper-weak-notrump").unwrap();
/// let said: Vec<String> = meanings(problems[0].view(), &system)
///     .into_iter()
///     .map(|meaning| {
///         let words = meaning.said.and_then(|said| said.words());
///         format!("{}: {}", meaning.card, words.as_deref().unwrap_or("nothing"))
///     })
///     .collect();
/// assert_eq!(said, [
///     "♣J: nothing",
///     "♣8: an even number of cards",
///     "♣5: nothing",
///     "♣2: an odd number of cards",
/// ]);
/// # Ok::<(), falsecard::notation::Fault>(())
/// ```
pub fn meanings(view: &View, system: &System) -> Vec<SignalMeaning> {
    let left = view.left(view.history().to_play()).unwrap_or_default();
    let meaning = |card: Card| {
        let choice = own_choice(view, system, card.suit, &Wishes::default());
        let said = choice.utterance(left[card.suit]).map(|utterance| SignalMessage {
            convention: utterance.layer.convention.slug,
            tells: utterance.tells(card.rank),
            statement: Assertion::of(&choice, &utterance),
            truth: utterance.truth,
        });
        SignalMeaning { card, said }
    };
    view.legal().iter().map(meaning).collect()
}
