//! Of cards that cost nothing, the one that conceals most.
//!
//! Double dummy cannot tell the jack from the four of ♦JT4 under dummy's ♦AQ95, and playouts hardly
//! can: the players whom they imagine solve a handful of worlds. Yet an opponent who sees the four
//! knows where the jack and the ten are. So where a card costs nothing in any world, and is not
//! behind another by more than noise in the playouts, its readers are modelled: what probability do
//! they give, after each such card, to what the player truly holds in the suit? The lower, the
//! better.
//!
//! A card that partner goes by is left alone: one that an agreed signal speaks of, and whatever a
//! defender plays to a trick that his side has led. So are leads, since whoever leads another card
//! of a suit plays it in another way. A defender gives up a lone honour for a lower card that is
//! ahead only where its cost is known well: double dummy thinks honours worthless that take tricks
//! when people err.

use super::Question;
use super::decision::{Trial, equals};
use super::sample::{Sample, imagine};
use crate::belief::NoBelief;
use crate::cards::{Card, Seat, Side, Suit, is_honour};
use crate::mind::own_choice;
use crate::play::View;
use crate::real::Real;
use crate::work::{Clock, on_all_threads};

/// The number of worlds in which readers are modelled.
const WORLDS: usize = 8;

/// A card shows more than another if the truth is likelier after it by at least this many nats: by
/// a fifth.
const LEAST: f64 = 0.2;

/// The largest standard error, in stakes, of the cost of a defender's lone honour with which it
/// counts as nothing. Without this rule 98 such honours lost 0.38 ± 0.34 IMPs each, at 6,297
/// decisions of people, by which it was set (research/playouts-history.md).
const SURE: f64 = 0.01;

/// The least probability that a reader gives to the truth: one who cannot explain the play would
/// outweigh all others.
const LEAST_SHARE: f64 = 1e-3;

/// A choice among equal cards by what they show of the player's holding.
pub(super) struct Concealment {
    /// The index of the trial whose card conceals most.
    pub at: usize,
    /// The other equal cards, which show more, the best first.
    pub shown: Vec<Card>,
}

/// The card that conceals most among those that cost nothing beside the first, which is the best;
/// minimax's card if none conceals clearly more. `None` if there is only one, or no time to find
/// out.
pub(super) fn least_shown(
    question: &Question,
    sample: &Sample,
    trials: &[Trial],
    clock: &Clock,
) -> Result<Option<Concealment>, NoBelief> {
    let Some(best) = trials.first() else { return Ok(None) };
    let suit = best.card.suit;
    let is_lead = question.view.history().trick().is_empty();
    if is_lead
        || !is_hidden(question, suit)
        || is_for_partner(question)
        || is_message(question, sample, suit)
    {
        return Ok(None);
    }
    let sure = SURE * sample.judge.scale().stake;
    let is_cheap = |trial: &Trial| {
        !spends_honour(question.view, trial.card, best.card) || trial.behind(best).1 <= sure
    };
    let is_as_good =
        |trial: &Trial| trial.card.suit == suit && costs_nothing(trial, best) && is_cheap(trial);
    let mut as_good: Vec<usize> = (0..trials.len()).filter(|&at| is_as_good(&trials[at])).collect();
    // Which of them is ahead is noise; so the one that people play counts as the first.
    as_good.sort_by_key(|&at| trials[at].posterior.is_none_or(|it| !it.gain.is_minimax));
    if as_good.len() < 2 {
        return Ok(None);
    }
    let mut nats = Vec::new();
    for &at in &as_good {
        let Some(shows) = shows(question, sample, trials[at].card, clock)? else { return Ok(None) };
        nats.push(shows);
    }
    let least = nats.iter().copied().fold(f64::INFINITY, f64::min);
    let (little, more): (Vec<_>, Vec<_>) =
        as_good.iter().zip(&nats).partition(|(_, nats)| **nats < least + LEAST);
    let shown: Vec<Card> = more.into_iter().map(|(&at, _)| trials[at].card).collect();
    // The first card stays unless another shows clearly less.
    Ok(little.first().map(|&(&at, _)| Concealment { at, shown }))
}

/// Whether the card comes from a hand that is not faced.
fn is_hidden(question: &Question, suit: Suit) -> bool {
    let view = question.view;
    let seat = view.history().to_play();
    seat != view.contract().dummy() && view.left(seat).is_some_and(|left| left[suit].len() > 1)
}

/// Whether a defender plays to a trick that his side has led: partner reads such a card by habit,
/// agreed or not.
fn is_for_partner(question: &Question) -> bool {
    let view = question.view;
    let leader = view.history().trick().leader();
    view.side() != view.contract().declaring_side() && Side::of(leader) == view.side()
}

/// Whether an agreed signal speaks of the suit's cards.
fn is_message(question: &Question, sample: &Sample, suit: Suit) -> bool {
    let view = question.view;
    let left = view.left(view.history().to_play()).unwrap_or_default()[suit];
    let choice = own_choice(view, question.system, suit, &sample.wishes[suit]);
    choice.utterance(left).is_some()
}

/// Whether a card is as good as the best in every world, double dummy, and not behind it by more
/// than noise when played out.
fn costs_nothing(trial: &Trial, best: &Trial) -> bool {
    trial.is_level_with(best) && trial.is_near(best, 1.0)
}

/// Whether a defender would give up an honour for a lower card, with none left in his hand that
/// touches it.
fn spends_honour(view: &View, card: Card, lower: Card) -> bool {
    view.side() != view.contract().declaring_side()
        && is_honour(card)
        && card.rank > lower.rank
        && equals(view, card).len() == 1
}

/// The mean log-probability that opponents who see the card give to what the player was dealt in
/// the suit, in nats. `None` if there is no time.
fn shows(
    question: &Question,
    sample: &Sample,
    card: Card,
    clock: &Clock,
) -> Result<Option<f64>, NoBelief> {
    let view = question.view;
    let seat = view.history().to_play();
    let is_opponent = |reader: &Seat| *reader != seat && *reader != seat.partner();
    let readers: Vec<Seat> = question.others().into_iter().filter(is_opponent).collect();
    let worlds = &sample.worlds[..sample.worlds.len().min(WORLDS)];
    let nats = on_all_threads(worlds, |&world, _| {
        if clock.is_up() {
            return Ok(None);
        }
        let start = imagine(view, world);
        let truth = start.deal()[seat][card.suit];
        let after = start.with(card).expect("the card is legal");
        let mut sum = 0.0;
        for &reader in &readers {
            let belief = question.mind().belief(&after.view(reader))?;
            let holdings = belief.holdings(seat, card.suit).into_iter();
            let share: f64 =
                holdings.filter(|(held, _)| *held == truth).map(|(_, share)| share).sum();
            sum += Real::ln(share.max(LEAST_SHARE));
        }
        Ok(Some(sum / (readers.len() * worlds.len()) as f64))
    });
    nats.into_iter()
        .collect::<Result<Option<Vec<f64>>, NoBelief>>()
        .map(|nats| nats.map(|nats| nats.iter().sum()))
}

#[cfg(test)]
mod tests {
    use super::super::example::play;
    use super::*;

    /// The view of the decider in 3NT by South after these cards.
    fn view_after(cards: &[&str]) -> View {
        let play = play("3NT", cards);
        play.view(play.history().decider())
    }

    /// The pairs of cards of which the first is a lone honour that a defender would give up for the
    /// second.
    fn spent(view: &View) -> Vec<String> {
        let legal: Vec<Card> = view.legal().iter().collect();
        let pairs = legal.iter().flat_map(|&one| legal.iter().map(move |&other| (one, other)));
        let spent = pairs.filter(|&(one, other)| spends_honour(view, one, other));
        spent.map(|(one, other)| format!("{one}{other}")).collect()
    }

    #[test]
    fn an_honour_is_lone_if_no_other_of_the_hand_touches_it() {
        assert_eq!(spent(&view_after(&["D8", "D4"])), ["♦K♦3", "♦K♦2"]);
        assert_eq!(spent(&view_after(&["C7", "C2"])), ["♣K♣J", "♣K♣T", "♣K♣9"]);
        assert_eq!(spent(&view_after(&["H9", "H5"])), [""; 0], "ace and king touch");
        assert_eq!(spent(&view_after(&["S3", "S2"])), [""; 0], "so do ten, nine and eight");
    }

    #[test]
    fn declarer_may_give_up_any_honour() {
        assert_eq!(spent(&view_after(&["C7", "C2", "C9"])), [""; 0]);
    }
}
