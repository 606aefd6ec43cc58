//! Sentences that say what to play and why.

use itertools::Itertools;

use super::numbers::{ENOUGH_FOR_SHARES, WORTH_TELLING, counted};
use super::plays::{PlayRow, rival, success};
use falsecard_engine::cards::{Card, Seat, display_order, seat_name};
use falsecard_engine::play::{Scoring, View};
use falsecard_engine::search::{
    Candidate, Decision, Explanation, Minimax, Question, Search, Whereabouts, misplaced,
};
use falsecard_notation::Pips;

/// The verb for a player's goal: "makes" for the declaring side, "sets" for defenders.
pub fn goal(view: &View) -> &'static str {
    if view.contract().declaring_side() == view.side() { "makes" } else { "sets" }
}

/// A decision in one sentence: the card, its result, and the result of the next best play. `told`
/// is the [`false_belief`] that explains the choice, if there is one.
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
    let told = told.map_or(String::new(), |told| format!("; {told}"));
    if plays.len() == 1 {
        let why = comparison(view, decision, best.candidate, None, "each", pips).in_full();
        let other = match &best.cards[..] {
            [one, other] if *one == decision.card => format!("the {}", pips.card(*other)),
            [other, _] => format!("the {}", pips.card(*other)),
            _ => "any other card".to_owned(),
        };
        return format!("{verb} the {card}, or {other}{from}: {why}{told}.");
    }
    let others = best.cards.iter().filter(|other| **other != decision.card);
    let others = others.sorted_by_key(|other| display_order(**other));
    let others = others.map(|other| pips.card(*other)).join(", ");
    let others = if others.is_empty() { others } else { format!(" (or {others})") };
    let rival = rival(decision, plays);
    let why = comparison(view, decision, best.candidate, rival, "it", pips).in_full();
    let next = next_best(view, decision, plays, rival, pips);
    let concealed = concealed(view, decision, "it", pips);
    format!("{verb} the {card}{others}{from}: {why}{next}{concealed}{told}.")
}

/// The result of the next best card, in a clause.
fn next_best(
    view: &View,
    decision: &Decision,
    plays: &[PlayRow],
    rival: Option<&Candidate>,
    pips: Pips,
) -> String {
    let mut others = plays[1..].iter().filter(|row| !decision.shows_more(row.candidate.card));
    let (Some(next), Some(rival)) = (others.next().map(|row| row.candidate), rival) else {
        return String::new();
    };
    let seen = decision.worlds_behind(next);
    if next.card == rival.card || seen < ENOUGH_FOR_SHARES {
        return String::new();
    }
    let [first, ..] = figures(view, decision, next, pips);
    format!("; {}, the next best, {}", pips.card(next.card), first.said)
}

/// The clause on a card that was chosen because it shows less than another; empty otherwise.
fn concealed(view: &View, decision: &Decision, it: &str, pips: Pips) -> String {
    let Some(shown) = decision.conceals_over else { return String::new() };
    let declares = view.side() == view.contract().declaring_side();
    let whom = if declares { "the defenders" } else { "declarer" };
    format!("; {it} shows {whom} less than the {}, which is as good double dummy", pips.card(shown))
}

/// What another engine would play in place of `card`, the answer that was given, and why.
pub fn dissent(view: &View, decision: &Decision, card: Card, pips: Pips) -> String {
    let engine = decision.engine;
    match instead(view, decision, card, pips) {
        Some(said) => format!("{engine} would play {said}"),
        None => format!("{engine} would play it too."),
    }
}

/// What another engine would play in place of a card, and why, without the engine's name: "♣K: with
/// all hands open …"; `None` if it would play that card too.
pub fn instead(view: &View, decision: &Decision, card: Card, pips: Pips) -> Option<String> {
    if decision.is_chosen(card) {
        return None;
    }
    let best = &decision.candidates[0];
    let why = comparison(view, decision, best, decision.candidate(card), "it", pips).in_full();
    let is_open = decision.engine == Minimax.slug();
    let how = if is_open { "with all hands open " } else { "" };
    let is_level = decision.candidate(card).is_some_and(|it| it.behind.abs() < f64::EPSILON);
    if is_level {
        let (card, chosen) = (pips.card(card), pips.card(decision.card));
        return Some(format!("{chosen}: {how}{card} is worth the same."));
    }
    Some(format!("{}: {how}{why}.", pips.card(decision.card)))
}

/// The results of two cards: "♥9 sets 3NT in 40 % of layouts, ♥6 in 31 %"; `None` unless both are
/// legal.
pub fn compared(view: &View, decision: &Decision, cards: [Card; 2], pips: Pips) -> Option<String> {
    let [one, other] = cards.map(|card| decision.candidate(card));
    let name = pips.card(cards[0]);
    Some(comparison(view, decision, one?, Some(other?), &name, pips).in_full())
}

/// The comparison of two cards' results, in words.
struct ResultComparison {
    said: String,
    /// Whether it is clear which of the two is better.
    is_clear: bool,
    /// Whether both figures are written alike, which shows by itself that nothing is clear.
    is_level: bool,
    /// A clause that names the chance of the contract, where it speaks for the worse card.
    although: String,
}

impl ResultComparison {
    /// The comparison in one clause, with the doubt at its end.
    fn in_full(&self) -> String {
        let doubt =
            if self.is_clear || self.is_level { "" } else { ", which is no clear difference" };
        format!("{}{doubt}{}", self.said, self.although)
    }
}

/// Compares a card, named `it`, with a rival, if there is one.
fn comparison(
    view: &View,
    decision: &Decision,
    card: &Candidate,
    rival: Option<&Candidate>,
    it: &str,
    pips: Pips,
) -> ResultComparison {
    let alone = |said: String| ResultComparison {
        said,
        is_clear: true,
        is_level: false,
        although: String::new(),
    };
    let seen = [Some(card), rival].into_iter().flatten().map(|it| decision.worlds_behind(it));
    let seen = seen.min().unwrap_or_default();
    if seen < ENOUGH_FOR_SHARES {
        let layouts = counted(seen, "layout");
        let were = if seen == 1 { "was" } else { "were" };
        let stands = match rival.map(|rival| decision.ahead(card, rival).0) {
            Some(ahead) if ahead < 0.0 => "behind",
            Some(ahead) if ahead > 0.0 => "ahead",
            _ => "as good as any",
        };
        return alone(format!(
            "{it} is {stands} so far, but no more than {layouts} {were} looked at"
        ));
    }
    let is_open = card.gain.is_none() && card.worlds == 0;
    let by = if is_open { ", by double dummy alone" } else { "" };
    let mine = figures(view, decision, card, pips);
    let Some(rival) = rival else { return alone(format!("{it} {}{by}", mine[0].said)) };
    let theirs = figures(view, decision, rival, pips);
    let (ahead, error) = decision.ahead(card, rival);
    // The card chosen is the better one, even where it was chosen for what it conceals and is
    // behind by noise.
    let better = if card.card == decision.card { 1.0 } else { ahead.signum() };
    // By how much a figure speaks for the better of the two.
    let speaks = |(mine, theirs): &(&Figure, &Figure)| (mine.value - theirs.value) * better;
    let pairs: Vec<(&Figure, &Figure)> = mine.iter().zip(&theirs).collect();
    let is_reason =
        |pair: &&(&Figure, &Figure)| speaks(pair) > pair.0.least && pair.0.number != pair.1.number;
    let reason = pairs.iter().find(is_reason).unwrap_or(&pairs[0]);
    let name = pips.card(rival.card);
    let success = pairs.iter().find(|(mine, _)| mine.is_success);
    let speaks_against =
        |pair: &&(&Figure, &Figure)| !reason.0.is_success && -speaks(pair) > pair.0.least;
    // Of two figures that are written alike nothing is said twice.
    let is_clear = ahead.abs() > 0.0 && ahead.abs() >= CLEAR * error;
    if reason.0.number == reason.1.number {
        let said = format!("{it} {}, as does {name}{by}", reason.0.said);
        return ResultComparison { said, is_clear, is_level: true, although: String::new() };
    }
    let although = success.filter(speaks_against).map(|(mine, theirs)| {
        let (who, [more, less]) =
            if better < 0.0 { (it, [mine, theirs]) } else { (&name[..], [theirs, mine]) };
        format!(
            ", although {who} {} the contract more often ({} against {}): the other tricks count \
             for more",
            goal(view),
            more.number,
            less.number
        )
    });
    ResultComparison {
        said: format!("{it} {}, {name} {}{by}", reason.0.said, reason.1.number),
        is_clear,
        is_level: false,
        although: although.unwrap_or_default(),
    }
}

/// The least clear difference, in standard errors.
const CLEAR: f64 = 2.0;

/// One figure of a card: a clause for the card chosen, a number for its rival.
struct Figure {
    value: f64,
    /// The least difference of the figure that counts as a reason.
    least: f64,
    said: String,
    number: String,
    /// Whether the figure is the chance of the contract.
    is_success: bool,
}

/// The figures that may be the reason for a card, the most telling first; at matchpoints the score
/// is first.
fn figures(view: &View, decision: &Decision, candidate: &Candidate, pips: Pips) -> [Figure; 3] {
    let share = success(decision, candidate);
    let contract = pips.text(&view.contract().contract.to_string());
    let success = Figure {
        value: candidate.figures.success,
        least: WORTH_TELLING,
        said: format!("{} {contract} in {share} of layouts", goal(view)),
        number: format!("in {share}"),
        is_success: true,
    };
    let tricks = format!("{:.1}", candidate.figures.tricks);
    let tricks = Figure {
        value: candidate.figures.tricks,
        least: 0.0,
        said: format!("takes {tricks} tricks on average"),
        number: tricks,
        is_success: false,
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
        is_success: false,
    };
    match scoring {
        Scoring::Matchpoints => [score, success, tricks],
        Scoring::Points | Scoring::Imps => [success, tricks, score],
    }
}

/// An explanation in one sentence: the results of its two cards in the decision that it explains.
/// If it is not clear which is better, that comes first.
///
/// # Panics
///
/// If the cards are not among the candidates of the decision.
pub fn explanation_sentence(
    view: &View,
    decision: &Decision,
    explanation: &Explanation,
    pips: Pips,
) -> String {
    let [one, other] = [0, 1].map(|at| explanation.accounts[at].card);
    let [card, rival] = [one, other].map(|card| pips.card(card));
    let mine = decision.candidate(one).expect("the decision explained has the card");
    let found = comparison(view, decision, mine, decision.candidate(other), &card, pips);
    let ResultComparison { said, is_clear, although, .. } = found;
    let doubt = if is_clear {
        String::new()
    } else {
        format!("It is not clear which of {card} and {rival} is better: ")
    };
    let is_concealed = decision.card == one && decision.shows_more(other);
    let concealed =
        if is_concealed { concealed(view, decision, &card, pips) } else { String::new() };
    let told = explanation.misplaced().filter(|_| explanation.gain.0 > 0.0);
    let told = told.map_or(String::new(), |(reader, place)| {
        format!("; {}", placing(view, reader, place, pips))
    });
    format!("{doubt}{said}{although}{concealed}{told}.")
}

/// A clause on where a player will place a card: "declarer will place the ♣K with West".
pub fn placing(view: &View, reader: Seat, place: &Whereabouts, pips: Pips) -> String {
    let is_declarer = reader == view.contract().declarer;
    let reader = if is_declarer { "declarer" } else { seat_name(reader) };
    format!("{reader} will place the {} with {}", pips.card(place.card), seat_name(place.elsewhere))
}

/// The most probable false belief that the chosen card gives others, in words; `None` unless the
/// choice is clear and differs from double dummy's, or under a time limit. It is searched again in
/// a few worlds.
pub fn false_belief(question: &Question, decision: &Decision, pips: Pips) -> Option<String> {
    let best = &decision.candidates[0];
    let by_double_dummy =
        |a: &&Candidate, b: &&Candidate| a.double_dummy.total_cmp(&b.double_dummy);
    let is_minimax = |it: &&Candidate| it.gain.is_some_and(|gain| gain.is_minimax);
    let minimax = decision.candidates.iter().find(is_minimax);
    let minimax = minimax.or_else(|| decision.candidates.iter().max_by(by_double_dummy))?;
    let is_clear = decision.resolved && best.figures.success > minimax.figures.success;
    if minimax.card == best.card || !is_clear || question.settings.budget().is_some() {
        return None;
    }
    let (reader, place) = misplaced(question, decision, [best.card, minimax.card]).ok()??;
    Some(placing(question.view, reader, &place, pips))
}
