//! Fits inclinations to records: which suit people lead, or discard from.

use falsecard_engine::carding::inclination::{Inclinations, SuitChoice};
use falsecard_engine::carding::lines::Lines;
use falsecard_engine::cards::Suit;
use falsecard_laboratory::records::GameRecord;
use falsecard_laboratory::records::logit::{ObservedChoice, Precision, departures};

/// The prior precisions around zero: of weights in common, and of those particular to strain and
/// phase.
const PRECISION: Precision = Precision { common: 8.0, particular: 48.0, unagreed: 1.0 };

/// The choices of suits in a record, dummy's included, since declarer makes them.
pub(super) fn chosen(record: &GameRecord) -> Vec<ObservedChoice> {
    let play = &record.play;
    let dummy = play.deal()[play.bidding().contract().dummy()];
    let choices = SuitChoice::of_history(play.bidding(), play.history(), Some(dummy));
    let each = choices.into_iter().filter_map(|(played, choice)| Some((played.card.suit, choice?)));
    let choice = |(led, choice): (Suit, SuitChoice)| {
        let hand = &play.deal()[choice.decider()];
        let features = |suit| choice.features(suit, choice.left(suit, hand[suit]));
        let others = Suit::ASC.into_iter().filter(|&suit| suit != led);
        let options: Vec<_> = [led].into_iter().chain(others).filter_map(features).collect();
        let by = choice.decider();
        (options.len() > 1).then(|| ObservedChoice::new(by, choice.occasion(), &options))
    };
    each.filter_map(choice).collect()
}

/// The inclinations that make the suits chosen likeliest.
pub(super) fn inclinations(chosen: &[&ObservedChoice]) -> Inclinations {
    departures(chosen, &Lines::default(), PRECISION)
}
