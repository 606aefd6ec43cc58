//! Drawings of a decision's candidates by several engines, and of worlds.

use crate::web::draw::figures::Estimates;
use crate::web::draw::hands::{hands, plain};
use crate::web::draw::{cards, whiskers};
use crate::web::markup::{Markup, el};
use crate::wording::{ENOUGH_FOR_SHARES, effort, for_people, goal, plays, success};
use falsecard_engine::cards::{Card, Hand, Seat, pbn_name, seat_name};
use falsecard_engine::play::View;
use falsecard_engine::search::{Decision, Triple};
use itertools::Itertools;

/// A table with a row for each play, in the order of the last engine: every engine's mean and
/// error, and the results.
pub fn candidates(view: &View, decisions: &[&Decision]) -> Markup {
    let Some(foremost) = decisions.last() else { return Markup::default() };
    let plays = plays(foremost);
    let estimate = |decision: &&Decision, card: Card| {
        let found = decision.candidates.iter().find(|candidate| candidate.card == card)?;
        Some((found.mean, found.se))
    };
    let rows: Vec<Estimates> = plays
        .iter()
        .map(|play| decisions.iter().map(|it| estimate(it, play.cards[0])).collect())
        .collect();
    let (pictures, ends) = whiskers(&rows);
    let is_enough = !is_hint(decisions);
    let row = |((play, picture), estimates): ((&_, Markup), &Estimates)| {
        let play: &crate::wording::PlayRow = play;
        let said = decisions.iter().zip(estimates).filter_map(|(decision, estimate)| {
            let (mean, error) = (*estimate)?;
            let amount = decision.scoring.with_error(mean, error);
            Some(format!("{}: {amount} {}", decision.engine, decision.scoring.unit()))
        });
        let said: Vec<String> = said.collect();
        let heading = el("th").at("scope", "row").put(cards(play.cards.iter().copied()));
        let chosen = decisions.iter().enumerate().filter(|(_, it)| play.cards.contains(&it.card));
        let chosen: Markup = chosen.map(|(judge, it)| choice(judge, it)).collect();
        let aside = el("span").at("class", "spoken").say(said.join(", "));
        let picture = el("td").put(picture.and(aside));
        let goal = el("td").say(success(foremost, play.candidate));
        let behind = if play.cards.contains(&foremost.card) {
            "–".to_owned()
        } else {
            foremost.scoring.with_error(play.candidate.behind, play.candidate.behind_se)
        };
        let tricks = el("td").at("class", "wide").say(&play.cells[1]);
        let behind = el("td").at("class", "wide").say(behind);
        let cells = [heading, el("td").put(chosen), picture, goal, tricks, behind];
        // What the page writes on the cards; of few layouts nothing.
        let names = play.cards.iter().map(|&card| pbn_name(card)).join(" ");
        el("tr")
            .at_some("data-cards", is_enough.then_some(names))
            .at("data-chance", success(foremost, play.candidate))
            .at("data-tricks", &play.cells[1])
            .at("data-imps", for_people(&play.cells[2]))
            .put(cells.into_iter().collect())
    };
    let body = plays.iter().zip(pictures).zip(&rows).map(row).collect();
    let unit = foremost.scoring.unit();
    let wide = |name: &str| el("th").at("scope", "col").at("class", "wide").say(name);
    let column = |name: &str| el("th").at("scope", "col").say(name);
    let head = [
        column("card"),
        column("chosen by"),
        column(unit),
        column(goal(view)),
        wide("tricks"),
        wide(&format!("behind, {unit}")),
    ];
    let head = el("thead").put(el("tr").put(head.into_iter().collect()));
    let [low, high] = ends.map(|end| el("span").say(foremost.scoring.amount(end)));
    let scale = el("div").at("class", "scale").put(low.and(high));
    let blank = || el("td").empty();
    let foot = [blank(), blank(), el("td").put(scale), blank()];
    let foot = el("tfoot").put(el("tr").put(foot.into_iter().collect()));
    let inner = head.and(el("tbody").put(body)).and(foot);
    let table = el("table").at("class", "candidates").put(inner);
    table.and(legend(decisions))
}

fn choice(judge: usize, decision: &Decision) -> Markup {
    let class = format!("chip judge{judge}");
    let name = engine(decision.engine);
    let said = match in_words(decision.engine) {
        Some(words) => Markup::text(format_args!("{words} (")).and(name).and(Markup::text(")")),
        None => name,
    };
    el("span").at("class", class).put(said)
}

/// How each engine plays, in few words.
const WORDS: [(&str, &str); 3] =
    [("minimax", "all cards seen"), ("fused", "as people play"), ("abc", "as people may play")];

fn in_words(engine: &str) -> Option<&'static str> {
    WORDS.into_iter().find(|(name, _)| *name == engine).map(|(_, words)| words)
}

/// What each engine does, in a bridge player's words.
const MEANINGS: [(&str, &str); 3] = [
    ("minimax", "the usual way: each sampled deal with all cards seen"),
    ("fused", "the usual way, moved by what the others will think of the card"),
    ("abc", "sampled deals played out by players who do not see all cards"),
];

fn meaning(engine: &str) -> Option<&'static str> {
    MEANINGS.into_iter().find(|(name, _)| *name == engine).map(|(_, meaning)| meaning)
}

/// An engine's name, with what the engine does as its tooltip.
pub fn engine(name: &str) -> Markup {
    match meaning(name) {
        Some(meaning) => el("abbr").at("title", meaning).say(name),
        None => Markup::text(name),
    }
}

/// Whether few layouts have been looked at.
fn is_hint(decisions: &[&Decision]) -> bool {
    let few = |it: &&Decision| it.worlds_behind(&it.candidates[0]) < ENOUGH_FOR_SHARES;
    decisions.last().is_some_and(few)
}

/// A legend: how many layouts are behind each engine's figures, and what the engine does.
fn legend(decisions: &[&Decision]) -> Markup {
    let effort = |(judge, decision): (usize, &&Decision)| {
        choice(judge, decision).and(Markup::text(format_args!(" {}  ", effort(decision))))
    };
    let is_hint = is_hint(decisions);
    let efforts: Markup = decisions.iter().enumerate().map(effort).collect();
    let meant = decisions.iter().filter_map(|it| Some((it.engine, meaning(it.engine)?)));
    let meant: Vec<String> = meant.map(|(name, meaning)| format!("{name}: {meaning}.")).collect();
    let line = |line: Markup| el("p").at("class", "legend").put(line);
    let hint = Markup::text("So far no more than a hint: few layouts have been looked at.");
    let hint = if is_hint { line(hint) } else { Markup::default() };
    let summary = el("summary").say("How this was found");
    let folded = summary.and(line(efforts)).and(line(Markup::text(meant.join(" "))));
    hint.and(el("details").at("class", "found").put(folded))
}

/// Worlds as diagrams: the hands that the decider sees, with imagined ones for the others.
pub fn worlds(view: &View, triples: &[Triple]) -> Markup {
    let world = |(number, triple): (usize, &Triple)| {
        let guess = &triple.worlds[0];
        let known = |seat: Seat| {
            let held = guess.hands.iter().find(|held| held.seat == seat).map(|held| held.hand);
            held.or_else(|| view.left(seat))
        };
        // Before the lead dummy's hand is hidden too: it has the remaining cards.
        let played: Hand = view.history().played().iter().map(|played| played.card).collect();
        let rest = Seat::ALL.into_iter().filter_map(known).fold(Hand::ALL - played, |a, b| a - b);
        let hand = |seat: Seat| known(seat).or(Some(rest));
        let name = |seat: Seat| el("span").at("class", "seat").say(seat_name(seat));
        let middle = el("div").at("class", "middle").say(format_args!("{}", number + 1));
        hands(hand, name, |_, card| plain(card), middle)
    };
    let all = triples.iter().enumerate().map(world).collect();
    el("div").at("class", "worlds").put(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use falsecard_engine::play::PartialPlay;
    use falsecard_engine::search::{Guess, ImaginedHand};
    use falsecard_laboratory::problem::set;

    /// A world shows all cards left, also before the lead, when dummy has the remaining cards.
    #[test]
    fn worlds_show_every_card_that_is_left() {
        let play = set("paper").unwrap()[0].play().unwrap();
        for (cards, left) in [(0, 52), (1, 51), (7, 45)] {
            let now = PartialPlay::from(&play).first(cards);
            let dummy = now.bidding().contract().dummy();
            let view = now.view(now.history().decider()).unwrap();
            let hidden = view.hidden().into_iter().filter(|seat| *seat != dummy);
            let hands =
                hidden.map(|seat| ImaginedHand { seat, hand: now.left(seat).unwrap() }).collect();
            let guess = Guess { seat: view.seat(), hands };
            let triple = Triple { worlds: std::array::from_fn(|_| guess.clone()) };
            let drawn = worlds(&view, &[triple]);
            assert_eq!(drawn.as_str().matches("role=\"img\"").count(), left, "after {cards} cards");
        }
    }
}
