//! How people choose among their cards of a suit, as records show it.

use super::corpus::GameRecord;
use super::logit::{ObservedChoice, Precision, departures};
use falsecard_engine::carding::Situation;
use falsecard_engine::carding::habits::{Habits, Occasion, of_card};

/// How strongly a pair is expected to choose as everybody does: it has agreements of its own,
/// hardly anything else. (Of five ways tried the one with which a pair's first boards say most of
/// its later ones: docs/learning.md.)
const OF_PAIR: Precision = Precision { common: 4.0, particular: 1e6, unagreed: 250.0 };

/// The choices of a record; dummy's cards are left out, as nobody infers from them.
pub fn card_choices(record: &GameRecord) -> Vec<ObservedChoice> {
    let play = &record.play;
    let dummy = play.bidding().contract().dummy();
    let played = Situation::of_history(play.history(), Some(play.deal()[dummy]));
    let choice = |(played, situation): (falsecard_engine::play::Played, Situation)| {
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

/// By how much the habits of a pair of whom these choices are known depart from everybody's.
pub(super) fn departures_of_pair(chosen: &[&ObservedChoice], everybody: &Habits) -> Habits {
    departures(chosen, everybody, OF_PAIR)
}
