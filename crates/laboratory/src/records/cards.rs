//! Choices among the cards of a suit, in records.

use super::corpus::GameRecord;
use super::logit::{ObservedChoice, Precision, departures};
use falsecard_engine::carding::Situation;
use falsecard_engine::carding::habits::{Habits, Occasion, of_card};

/// The precision of the prior for a pair, which is expected to choose as everybody does, except for
/// agreements. (Of five settings tried, this is the one with which a pair's first boards say most
/// of its later ones: docs/learning.md.)
const OF_PAIR: Precision = Precision { common: 4.0, particular: 1e6, unagreed: 250.0 };

/// The choices among cards of a suit in a record. Dummy's are left out, as nobody infers from them.
pub fn card_choices(record: &GameRecord) -> Vec<ObservedChoice> {
    let play = &record.play;
    let dummy = play.bidding().contract().dummy();
    let played = Situation::of_history(play.history(), Some(play.deal()[dummy]));
    let choice = |(played, situation): (falsecard_engine::play::PlayedCard, Situation)| {
        let left = play.deal()[played.seat][played.card.suit] - situation.before;
        let others = left.iter().filter(|&rank| rank != played.card.rank);
        let cards = [played.card.rank].into_iter().chain(others);
        let options: Vec<_> = cards.map(|rank| of_card(&situation, left, rank)).collect();
        let occasion = Occasion::of(&situation).number();
        (played.seat != dummy && options.len() > 1)
            .then(|| ObservedChoice::new(played.seat, occasion, &options))
    };
    played.into_iter().filter_map(choice).collect()
}

/// How the habits of a pair depart from everybody's, fitted to its choices.
pub(super) fn departures_of_pair(chosen: &[&ObservedChoice], everybody: &Habits) -> Habits {
    departures(chosen, everybody, OF_PAIR)
}
