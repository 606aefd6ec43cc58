//! The paper's triple: a world as it may be, and the two worlds that the other players may take it
//! for. abc looks at many, and three of them, likely and different, show a reader what it looks at.

use schemars::JsonSchema;
use serde::Serialize;

use super::Question;
use super::sample::imagine;
use crate::belief::{Evidence, NoBelief, Reader};
use crate::cards::{Card, FullDeal, Hand, Seat, serialize_hand, serialize_seat};
use crate::play::{Play, View};
use crate::work::{on_all_threads, purpose, stream};

/// A world that the decider thinks possible, and what each of the other two thinks possible there
/// once a card has been played.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct Triple {
    /// The decider's world first, then those of the other two in the order of the seats.
    pub worlds: [Guess; 3],
}

/// What a player takes the hands to be that he does not see.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct Guess {
    /// The player.
    #[serde(serialize_with = "serialize_seat")]
    #[schemars(with = "crate::cards::SeatLetter")]
    pub seat: Seat,
    /// The hands hidden from him, with the cards that they would have left.
    pub hands: Vec<ImaginedHand>,
}

/// A hand in somebody's mind.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct ImaginedHand {
    /// Whose it is.
    #[serde(serialize_with = "serialize_seat")]
    #[schemars(with = "crate::cards::SeatLetter")]
    pub seat: Seat,
    /// The cards left, spades first, suits apart by points: `AK2..T9.Q`.
    #[serde(serialize_with = "serialize_hand")]
    #[schemars(with = "String")]
    pub hand: Hand,
}

/// The number of triples shown.
const SHOWN: usize = 3;

/// The number of draws from a player's belief of which the likeliest is his guess.
const DRAWS: usize = 8;

impl Triple {
    /// Triples of three of the layouts after a card: the likeliest, and of the likelier half those
    /// that are least like the ones already chosen.
    pub(super) fn shown(
        question: &Question,
        layouts: &[FullDeal],
        card: Card,
    ) -> Result<Vec<Self>, NoBelief> {
        let evidence = Evidence::of(question.view, question.system, Reader::AtTheTable);
        let shown = likely_and_different(question.view, layouts, &evidence);
        let triples = on_all_threads(&shown, |&at, _| {
            let start = imagine(question.view, layouts[at]);
            let after = start.with(card).expect("the card is legal");
            let mut guesses = [layouts[at]; 2];
            for (reader, guess) in question.others().into_iter().zip(&mut guesses) {
                let (evidence, belief) = question.mind().inference(&after.view(reader))?;
                let numbers = [purpose::GUESS, at as u64, reader as u64];
                let mut rng = stream(question.settings.seed, &numbers);
                let draws = std::iter::repeat_with(|| belief.sample(&mut rng)).take(DRAWS);
                let weighed = draws.map(|deal| (evidence.weight(&deal), deal));
                let likeliest = weighed.max_by(|one, other| one.0.total_cmp(&other.0));
                *guess = likeliest.expect("there are some").1;
            }
            Ok(Self::of(question, &start, card, guesses))
        });
        triples.into_iter().collect()
    }

    /// The triple of a world, given what the other two imagine in it after a card.
    fn of(question: &Question, start: &Play, card: Card, imagined: [FullDeal; 2]) -> Self {
        let after = start.with(card).expect("the card is legal");
        let world = |seat: Seat, deal: &FullDeal| {
            let left = |of: Seat| deal[of] - after.history().cards_of(of);
            let hidden = after.view(seat).hidden().into_iter();
            Guess {
                seat,
                hands: hidden.map(|of| ImaginedHand { seat: of, hand: left(of) }).collect(),
            }
        };
        let [one, other] = question.others();
        let own = world(question.view.seat(), start.deal());
        Self { worlds: [own, world(one, &imagined[0]), world(other, &imagined[1])] }
    }
}

/// The indices of the layouts to show, the likeliest first.
fn likely_and_different(view: &View, layouts: &[FullDeal], evidence: &Evidence) -> Vec<usize> {
    let weights: Vec<f64> = layouts.iter().map(|deal| evidence.weight(deal)).collect();
    let mut likely: Vec<usize> = (0..layouts.len()).collect();
    likely.sort_by(|&one, &other| weights[other].total_cmp(&weights[one]));
    likely.truncate(layouts.len().div_ceil(2).max(SHOWN));
    let hidden = view.hidden();
    let alike = |one: usize, other: usize| -> usize {
        hidden.iter().map(|&seat| (layouts[one][seat] & layouts[other][seat]).len()).sum()
    };
    let mut shown: Vec<usize> = Vec::new();
    while shown.len() < SHOWN && !likely.is_empty() {
        let likest = |at: &usize| shown.iter().map(|&other| alike(*at, other)).max();
        let next = (0..likely.len()).min_by_key(|&place| likest(&likely[place]));
        shown.push(likely.remove(next.expect("there are some")));
    }
    shown
}
