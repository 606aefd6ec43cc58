//! What reading the cards played is worth, over 121 problems from columns and textbooks: how much
//! likelier it makes the true deal, in nats, in the belief of whoever is to decide.
//!
//! `cargo test --profile quick --test laws reading:: -- --nocapture` prints the figures. The shares
//! in the rule files were set by the likelihood on the problems of even number alone.

use crate::problems;

use falsecard::belief::{Belief, Evidence, Reader, Reading};
use falsecard::carding::Wishes;
use falsecard::cards::{Card, Holding, Suit};
use falsecard::constraint::System;
use falsecard::mind::Request;
use falsecard::play::View;
use falsecard::work::mean_and_error;
use problems::{Case, cases};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// What somebody decided, as far as he could know, and what he could not.
struct Decision {
    case: Case,
    view: View,
    system: System,
}

/// The decisions with two hidden hands: the opening lead is left out, where no card has been read.
fn decisions() -> Vec<Decision> {
    let all = cases().into_iter().map(|case| Decision {
        view: case.play.view(case.decider),
        system: case.system(),
        case,
    });
    all.filter(|decision| decision.view.hidden().len() == 2).collect()
}

impl Decision {
    /// How much likelier reading the cards by these agreements makes the true deal, in nats.
    fn gain(&self, system: &System) -> f64 {
        let read = Evidence::of(&self.view, system, Reader::AtTheTable);
        let ignored = Evidence::of(&self.view, system, Reader::IgnoringSignals);
        let unread = Evidence { readings: Vec::new(), ..ignored };
        log_likelihood(&self.case, &read) - log_likelihood(&self.case, &unread)
    }

    fn is_defence(&self) -> bool {
        let contract = self.case.play.bidding().contract();
        !contract.declaring_side().has(self.case.decider)
    }

    /// What a hidden hand was dealt in the suit of a card that it played.
    fn dealt(&self, reading: &Reading) -> Holding {
        self.case.hand(reading.seat)[reading.suit()]
    }

    fn readings(&self) -> Vec<Reading> {
        Evidence::of(&self.view, &self.system, Reader::AtTheTable).readings
    }
}

/// The logarithm of the probability of the true deal.
fn log_likelihood(case: &Case, evidence: &Evidence) -> f64 {
    let belief = Belief::new(evidence).unwrap_or_else(|error| panic!("{}: {error}", case.name));
    let rules = evidence.rules.iter().map(|rule| rule.weight(&case.hand(rule.seat)).ln());
    let cards = evidence
        .readings
        .iter()
        .map(|reading| reading.weight(case.hand(reading.seat)[reading.suit()]).ln());
    rules.sum::<f64>() + cards.sum::<f64>() - belief.weight().ln()
}

fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (mut sum, mut n) = (0.0, 0.0);
    for value in values {
        sum += value;
        n += 1.0;
    }
    if n > 0.0 { sum / n } else { 0.0 }
}

/// The problems of even number and those of odd number.
fn halves(decisions: &[Decision]) -> [Vec<&Decision>; 2] {
    [0, 1].map(|from| decisions.iter().skip(from).step_by(2).collect())
}

#[test]
fn reading_the_cards_tells_of_the_deal() {
    let decisions = decisions();
    let halves = halves(&decisions);
    println!("{:28}{:>8}{:>8}", "nats a problem", "even", "odd");
    let gains = |title: &str, counts: fn(&&&Decision) -> bool| {
        let gains = halves
            .each_ref()
            .map(|half| mean(half.iter().filter(counts).map(|it| it.gain(&it.system))));
        println!("{title:28}{:>8.3}{:>8.3}", gains[0], gains[1]);
        gains
    };
    let all = gains("all", |_| true);
    gains("a defender decides", |it| it.is_defence());
    gains("declarer decides", |it| !it.is_defence());
    assert!(all.iter().all(|&gain| gain > 0.0));
}

/// What partner may want makes no card likelier on the whole: in any world, and whatever is wanted
/// there, the cards that he may have played are together as likely as by his holding alone.
#[test]
fn a_request_takes_from_some_cards_what_it_gives_to_others() {
    let mut asked = 0;
    for decision in decisions() {
        let Decision { case, system, .. } = decision;
        let sender = case.play.history().to_play();
        let trick = case.play.history().trick();
        if trick.len() != 2 || trick.leader() != sender.partner() {
            continue;
        }
        let suit = trick.suit_led().unwrap();
        let holding = case.play.position().hands()[sender][suit];
        for wanted in Suit::ASC {
            let wishes = Wishes::among(|_| true, |one, other| one == wanted && other != wanted);
            let share = |rank| {
                let mut play = case.play.with(Card { suit, rank }).ok()?;
                let last = play.legal().iter().min_by_key(|card| card.rank)?;
                play.play(last).ok()?;
                let view = play.view(sender.partner());
                let readings = Evidence::of(&view, &system, Reader::AtTheTable).readings;
                let request = Request::of(&view, &readings)?;
                let choice = readings.iter().find(|it| it.card == Card { suit, rank })?.choice();
                let by_holding = choice
                    .clone()
                    .of_hand(&play.deal()[sender], &Wishes::default())
                    .probability(holding, rank);
                Some(by_holding * request.weight(play.deal(), &wishes))
            };
            let shares: Option<Vec<f64>> = holding.iter().map(share).collect();
            if let Some(shares) = shares.filter(|shares| !shares.is_empty()) {
                let sum: f64 = shares.iter().sum();
                assert!((sum - 1.0).abs() < 1e-9, "{}: {sum}", case.name);
                asked += 1;
            }
        }
    }
    assert!(asked >= 20, "{asked}");
}

/// Nothing that is read rules the truth out.
#[test]
fn the_true_deal_has_weight() {
    for decision in decisions() {
        for reading in decision.readings() {
            let weight = reading.weight(decision.dealt(&reading));
            assert!(weight > 0.0 && weight <= 1.0, "{}: {}", decision.case.name, reading.card);
        }
    }
}

/// A reading is about a hand that the reader does not see.
#[test]
fn only_hidden_hands_are_read() {
    for decision in decisions() {
        let hidden = decision.view.hidden();
        assert!(decision.readings().iter().all(|reading| hidden.contains(&reading.seat)));
    }
}

/// A card set apart loses nothing: what is left of the evidence, weighed by how likely the card is
/// in each world, is what the whole evidence says.
#[test]
fn what_is_set_apart_and_the_rest_make_the_whole() {
    const WORLDS: usize = 2_000;
    let mut apart = 0;
    for Decision { view, system, case } in decisions() {
        let reader = Reader::AtTheTable;
        let whole = Evidence::of(&view, &system, reader);
        let Some(last) = whole.readings.last().map(|reading| reading.card) else { continue };
        let (rest, said) = Evidence::setting_apart(&view, &system, reader, last);
        let said = said.expect("the card is read");
        assert_eq!(rest.readings.len() + 1, whole.readings.len());
        let [whole, rest] = [whole, rest].map(|evidence| Belief::new(&evidence).unwrap());
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let likelihoods: Vec<f64> =
            rest.spread(&mut rng).take(WORLDS).map(|world| said.likelihood(&world)).collect();
        let (mean, error) = mean_and_error(&likelihoods);
        let off = (mean - whole.weight() / rest.weight()).abs();
        assert!(off < 4.5 * error + 1e-9, "{}: {last}, {off} against {error}", case.name);
        apart += 1;
    }
    assert!(apart > 100, "{apart} decisions with a card that is read");
}
