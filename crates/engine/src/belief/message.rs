//! What a signal says of other suits, as a promise about the hand.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use itertools::Itertools;

use super::subsets::subsets;
use crate::carding::{Choice, LIKED, Message, Subject, Tells};
use crate::cards::{Card, Holding, Suit, suit_plural};
use crate::constraint::{Condition, Ownership, Promise, parse_condition};

/// A message: its convention, its subject, whether it is high, and the bits of the trust.
type MessageKey = (&'static str, Subject, bool, u64);

/// The promises made so far. To weigh one over all hands takes longer than to count a belief, and
/// imagined players hear the same few again and again.
static PROMISES: LazyLock<Mutex<HashMap<MessageKey, Arc<Promise>>>> = LazyLock::new(Mutex::default);

/// The promise that a message makes, with the weight of its convention.
pub(super) fn promise(message: &Message) -> Arc<Promise> {
    let (slug, kept) = (message.layer.convention.slug, message.layer.kept);
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

/// What a card claims of the length of its own suit. `None` if no agreed signal of length speaks of
/// it, or the card says different things from the holdings that the player may have been dealt.
pub(super) fn claim(choice: &Choice, card: Card, known: &Ownership) -> Option<Promise> {
    let situation = choice.situation();
    let [must, may] = [known.must(situation.seat), known.may(situation.seat)]
        .map(|hand| hand[card.suit] - situation.before);
    let held: Vec<Holding> = subsets(may - must).map(|more| must | more).collect();
    let mut said = held.iter().filter_map(|&held| {
        let utterance = choice.utterance(held).filter(|it| it.subject.is_none())?;
        let affirms = match utterance.tells(card.rank) {
            Tells::Truth => utterance.truth?,
            Tells::Opposite => !utterance.truth?,
            Tells::Neither => return None,
        };
        Some((utterance.layer.convention.slug, affirms))
    });
    let (slug, affirms) = said.all_equal_value().ok()?;
    let layer = choice.layers().find(|layer| layer.convention.slug == slug)?;
    let is_so = |held: &Holding| layer.convention.is_true(situation, *held) == Some(affirms);
    let dealt = |held: &Holding| held.len() + situation.before.len();
    let (so, not_so): (Vec<&Holding>, Vec<&Holding>) = held.iter().partition(|held| is_so(held));
    let [so, not_so] = [so, not_so].map(|held| held.into_iter().map(dealt).unique().collect_vec());
    if so.iter().any(|length| not_so.contains(length)) {
        return None;
    }
    let condition = parse_condition(&numbers(suit_plural(card.suit), &so, &not_so))
        .expect("numbers of cards can be asked for");
    let claim = layer.convention.claim()?;
    let words = if affirms { claim.affirmed } else { claim.denied };
    Some(Promise::new(condition, layer.kept, format!("{slug} by {card}, {words}")))
}

/// "clubs odd", or else the lengths for which a claim is true. If it is true of none that the
/// player may have been dealt, as everybody can see of a false signal, the lengths for which it is
/// false are denied.
fn numbers(suit: &str, so: &[usize], not_so: &[usize]) -> String {
    let all = |lengths: &[usize], rest| lengths.iter().all(|length| length % 2 == rest);
    let any_of = |lengths: &[usize]| {
        lengths.iter().sorted().map(|length| format!("{suit} {length}")).join(" or ")
    };
    if all(so, 1) && all(not_so, 0) {
        format!("{suit} odd")
    } else if all(so, 0) && all(not_so, 1) {
        format!("{suit} even")
    } else if so.is_empty() {
        format!("not ({})", any_of(not_so))
    } else {
        any_of(so)
    }
}

/// The condition on a hand that a high card or a low one claims.
pub fn said_of_hand(subject: Subject, high: bool) -> Condition {
    let points = |suit: Suit| format!("hcp({})", suit_plural(suit));
    let text = match subject {
        Subject::Rather(upper, lower) => {
            let (asked, other) = if high { (upper, lower) } else { (lower, upper) };
            format!("{} >= {}", points(asked), points(other))
        }
        Subject::Likes(suit) => {
            format!("{} {} {LIKED}", points(suit), if high { ">=" } else { "<" })
        }
        Subject::Dislikes(suit) => return said_of_hand(Subject::Likes(suit), !high),
    };
    parse_condition(&text).expect("points of suits can be compared")
}

/// The share of random hands for which a message is true, counted over the places of the honours.
fn share_of(subject: Subject, high: bool) -> f64 {
    match (subject, high) {
        (Subject::Rather(..), _) => 0.578,
        (Subject::Likes(_), true) | (Subject::Dislikes(_), false) => 0.477,
        (Subject::Likes(_), false) | (Subject::Dislikes(_), true) => 1.0 - 0.477,
    }
}

/// The posterior probability that a message is true, from the prior and from how often the
/// convention is kept to.
fn posterior(before: f64, kept: f64) -> f64 {
    kept * before / (kept * before + (1.0 - kept) * (1.0 - before))
}
