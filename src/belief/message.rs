//! What a signal says of other suits, as a promise about the hand.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use crate::carding::{LIKED, Message, Subject};
use crate::cards::Suit;
use crate::constraint::{Condition, Promise, parse_condition};

/// A message by its convention, what it speaks of, whether it is high, and the bits of the trust.
type Key = (&'static str, Subject, bool, u64);

/// The promises made so far: weighing one over all hands takes longer than counting a belief, and
/// imagined players hear the same few again and again.
static PROMISES: LazyLock<Mutex<HashMap<Key, Arc<Promise>>>> = LazyLock::new(Mutex::default);

/// What a message says, with the weight of its convention.
pub(super) fn promise(message: &Message) -> Arc<Promise> {
    let (slug, kept) = (message.layer.convention.slug(), message.layer.kept);
    let key = (slug, message.subject, message.high, kept.to_bits());
    let mut promises = PROMISES.lock().unwrap_or_else(PoisonError::into_inner);
    let new = || {
        let condition = said_of_hand(message.subject, message.high);
        let confidence = posterior(share_of(message.subject, message.high), kept);
        let said = message.subject.words(message.high);
        Arc::new(Promise::new(condition, confidence, format!("{slug} {said}")))
    };
    Arc::clone(promises.entry(key).or_insert_with(new))
}

/// What a high card or a low one says of a hand, as a condition on it.
pub fn said_of_hand(subject: Subject, high: bool) -> Condition {
    let points = |suit: Suit| format!("hcp({})", WORDS[suit as usize]);
    let text = match subject {
        Subject::Rather(upper, lower) => {
            let (asked, other) = if high { (upper, lower) } else { (lower, upper) };
            format!("{} >= {}", points(asked), points(other))
        }
        Subject::Likes(suit) => {
            format!("{} {} {LIKED}", points(suit), if high { ">=" } else { "<" })
        }
    };
    parse_condition(&text).expect("points of suits can be compared")
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
