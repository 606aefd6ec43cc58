//! One sentence that says what to play and why.

use itertools::Itertools;

use super::numbers::{WORTH_TELLING, counted, share_of};
use super::plays::PlayRow;
use crate::cards::{Card, Seat, seat_name};
use crate::notation::Pips;
use crate::play::{Scoring, View};
use crate::search::{
    Candidate, Consequence, Decision, Explanation, Question, Whereabouts, misplaced,
};
use crate::work::FEWEST;

/// The verb for a player's goal: "makes" for the declaring side, "sets" for defenders.
pub fn goal(view: &View) -> &'static str {
    if view.contract().declaring_side() == view.side() { "makes" } else { "sets" }
}

/// A decision in one sentence: the card, its result, and the result of the next best. `told` is the
/// false belief that explains the choice, from [`told`], if there is one.
pub fn answer(
    view: &View,
    decision: &Decision,
    plays: &[PlayRow],
    told: Option<String>,
    pips: Pips,
) -> String {
    let history = view.history();
    let verb = if history.trick().is_empty() { "Lead" } else { "Play" };
    let from = if history.to_play() == view.contract().dummy() { " from dummy" } else { "" };
    let (best, card) = (&plays[0], pips.card(decision.card));
    if decision.candidates.len() == 1 {
        return format!("{verb} the {card}{from}: it is the only card that may be played.");
    }
    let (equal, others): (Vec<&PlayRow>, Vec<&PlayRow>) =
        plays.iter().partition(|play| play.is_equal_to(best));
    let is_spoken_for = |card: Card| {
        let of = |it: &&Candidate| it.card == card;
        decision.candidates.iter().find(of).is_some_and(|it| it.played_out_as.is_some())
    };
    let cards = equal.iter().flat_map(|play| play.cards.iter().copied());
    let cards: Vec<Card> = cards.filter(|&card| !is_spoken_for(card)).collect();
    let rival = rival(best, &others);
    let told = told.map_or(String::new(), |told| format!("; {told}"));
    if let [_] = cards[..] {
        let why = comparison(view, decision, best, rival, "it", pips);
        return format!("{verb} the {card}{from}: {why}{told}.");
    }
    let cards = if others.is_empty() { format!("{verb} any card") } else { either(&cards, pips) };
    let layouts = counted(decision.worlds_behind(best.candidate), "layout");
    let why = comparison(view, decision, best, rival, "each", pips);
    format!("{cards}{from}: nothing to choose between them in {layouts}; {why}{told}.")
}

/// What another engine would play, and why. `card` is the answer that was given.
pub fn dissent(
    view: &View,
    decision: &Decision,
    plays: &[PlayRow],
    card: Card,
    pips: Pips,
) -> String {
    let engine = decision.engine;
    let best = &plays[0];
    let given = plays.iter().find(|play| play.cards.contains(&card));
    if given.is_some_and(|given| given.is_equal_to(best)) {
        let why = comparison(view, decision, best, None, "it", pips);
        return format!("{engine} would play it too: {why}.");
    }
    let why = comparison(view, decision, best, given, "it", pips);
    format!("{engine} would play {}: {why}.", pips.card(decision.card))
}

/// The play to compare the chosen one with: minimax's choice, or else the next best. Its figures
/// must come from the same source as those of the chosen play, playouts or double dummy.
fn rival<'a>(best: &PlayRow, others: &[&'a PlayRow<'a>]) -> Option<&'a PlayRow<'a>> {
    let is_minimax = |play: &PlayRow| play.candidate.gain.is_some_and(|gain| gain.is_minimax);
    let alike = |play: &PlayRow| (play.candidate.worlds > 0) == (best.candidate.worlds > 0);
    let known = || others.iter().copied().filter(|play| alike(play));
    known().find(|play| is_minimax(play)).or_else(|| known().next())
}

/// The result of the chosen play, compared with that of a rival.
fn comparison(
    view: &View,
    decision: &Decision,
    best: &PlayRow,
    rival: Option<&PlayRow>,
    it: &str,
    pips: Pips,
) -> String {
    let mine = figures(view, decision, best.candidate, pips);
    let alone = if best.candidate.worlds == 0 { ", by double dummy alone" } else { "" };
    let Some(rival) = rival else { return format!("{it} {}{alone}", mine[0].said) };
    let theirs = figures(view, decision, rival.candidate, pips);
    let is_reason = |(mine, theirs): &(&Figure, &Figure)| {
        mine.value > theirs.value + mine.least && mine.number != theirs.number
    };
    let mut pairs = mine.iter().zip(&theirs);
    let (mine, theirs) = pairs.clone().find(is_reason).or_else(|| pairs.next()).expect("figures");
    let (behind, error) = rival.behind;
    let is_clear = behind > 0.0 && behind >= 2.0 * error;
    let doubt = if is_clear { "" } else { ", which is no clear difference" };
    format!("{it} {}, {} {}{doubt}{alone}", mine.said, pips.card(rival.cards[0]), theirs.number)
}

/// One figure of a card: a clause for the card chosen, a number for its rival.
struct Figure {
    value: f64,
    /// The least difference that counts as a reason.
    least: f64,
    said: String,
    number: String,
}

/// The figures that may be the reason for a card, the most telling first; at matchpoints the score
/// comes first.
fn figures(view: &View, decision: &Decision, candidate: &Candidate, pips: Pips) -> [Figure; 3] {
    let worlds = decision.worlds_behind(candidate);
    let share = share_of(candidate.success, worlds);
    let contract = pips.text(&view.contract().contract.to_string());
    let of = if worlds < FEWEST { "layouts" } else { "of layouts" };
    let success = Figure {
        value: candidate.success,
        least: WORTH_TELLING,
        said: format!("{} {contract} in {share} {of}", goal(view)),
        number: format!("in {share}"),
    };
    let tricks = format!("{:.1}", candidate.figures.tricks);
    let tricks = Figure {
        value: candidate.figures.tricks,
        least: 0.0,
        said: format!("takes {tricks} tricks on average"),
        number: tricks,
    };
    let scoring = decision.scoring;
    let amount = scoring.amount(candidate.mean);
    let score = Figure {
        value: candidate.mean,
        least: 0.0,
        said: match scoring {
            Scoring::Points | Scoring::Imps => {
                format!("scores {amount} {} on average", scoring.unit())
            }
            Scoring::Matchpoints => format!("scores {amount} of the matchpoints"),
        },
        number: amount,
    };
    match scoring {
        Scoring::Matchpoints => [score, success, tricks],
        Scoring::Points | Scoring::Imps => [success, tricks, score],
    }
}

/// An explanation in one sentence: the results of its two cards.
pub fn point(view: &View, explanation: &Explanation, pips: Pips) -> String {
    let [card, other] = [0, 1].map(|at| pips.card(explanation.accounts[at].card));
    let [first, second] = [0, 1].map(|at| success(&explanation.accounts[at], explanation.worlds));
    let (Some(first), Some(second)) = (first, second) else {
        return format!("{card} or {other}: the time was up before either was played out.");
    };
    let of = if explanation.worlds < FEWEST { "layouts" } else { "of layouts" };
    let contract = pips.text(&view.contract().contract.to_string());
    let (gain, error) = explanation.gain;
    let by = explanation.scoring.with_error(gain.abs(), error);
    let what = if first == second {
        let more = if gain < 0.0 { "loses" } else { "gains" };
        let unit = explanation.scoring.unit();
        format!(
            "{card} {more} {by} {unit} against {other}, in {first} {of} it {} {contract}",
            goal(view)
        )
    } else {
        format!("{card} {} {contract} in {first} {of}, {other} in {second}", goal(view))
    };
    let is_clear = gain.abs() > 0.0 && gain.abs() >= 2.0 * error;
    let doubt = if is_clear { "" } else { ", which is no clear difference" };
    let told = explanation.misplaced().filter(|_| gain > 0.0);
    let told = told.map_or(String::new(), |(reader, place)| {
        format!("; {}", placing(view, reader, place, pips))
    });
    format!("{what}{doubt}{told}.")
}

fn success(account: &Consequence, worlds: usize) -> Option<String> {
    account.success.map(|share| share_of(share, worlds))
}

/// "♣2 or ♣5", "♠2, ♠3 or ♠5".
fn either(cards: &[Card], pips: Pips) -> String {
    let mut names: Vec<String> = cards.iter().map(|card| pips.card(*card)).collect();
    let last = names.pop().unwrap_or_default();
    format!("{} or {last}", names.iter().join(", "))
}

/// Where a player will place a card: "declarer will place the ♣K with West".
pub fn placing(view: &View, reader: Seat, place: &Whereabouts, pips: Pips) -> String {
    let is_declarer = reader == view.contract().declarer;
    let reader = if is_declarer { "declarer" } else { seat_name(reader) };
    format!("{reader} will place the {} with {}", pips.card(place.card), seat_name(place.elsewhere))
}

/// The most probable false belief that the chosen card gives the others, where the choice is clear
/// and differs from that of double dummy. It is looked for again in a few worlds. `None` under a
/// time limit.
pub fn told(question: &Question, decision: &Decision, pips: Pips) -> Option<String> {
    let best = &decision.candidates[0];
    let by_double_dummy =
        |a: &&Candidate, b: &&Candidate| a.double_dummy.total_cmp(&b.double_dummy);
    let is_minimax = |it: &&Candidate| it.gain.is_some_and(|gain| gain.is_minimax);
    let minimax = decision.candidates.iter().find(is_minimax);
    let minimax = minimax.or_else(|| decision.candidates.iter().max_by(by_double_dummy))?;
    let is_clear = decision.resolved && best.success > minimax.success;
    if minimax.card == best.card || !is_clear || question.settings.budget().is_some() {
        return None;
    }
    let (reader, place) = misplaced(question, [best.card, minimax.card]).ok()??;
    Some(placing(question.view, reader, &place, pips))
}
