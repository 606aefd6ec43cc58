//! A page on one player's evening.

use super::{cards, table};
use crate::web::markup::{Markup, el};
use crate::wording::counted;
use falsecard_engine::play::Scoring;
use falsecard_laboratory::problem::{ChoiceOccasion, ChoiceTally, Mistake, PlayersEvening};

/// A player's choices by their occasion, and his mistakes, the most costly first. `link` gives the
/// address and the name of a mistake's game.
pub fn evening(
    player: &PlayersEvening,
    scoring: Scoring,
    link: &dyn Fn(&Mistake) -> (String, String),
) -> Markup {
    let all = player.all();
    let said = match all.mistakes {
        0 => "no mistake".to_owned(),
        _ => format!(
            "{}, which gave up {} {}, {} a board",
            counted(all.mistakes, "mistake"),
            scoring.amount(all.given_up),
            scoring.unit(),
            scoring.amount(player.a_board()),
        ),
    };
    let [boards, choices] = [counted(player.games, "board"), counted(all.choices, "choice")];
    let heading = el("h2").say(&player.name);
    let said = el("p")
        .at("class", "answer")
        .say(format_args!("{boards} played for {}, {choices}: {said}.", name(scoring)));
    let kinds = table(&by_occasion(player, scoring));
    let mistakes = player.mistakes.iter().map(|it| mistake(it, link)).collect();
    let mistakes = el("ol").at("class", "mistakes").put(mistakes);
    el("section").at("class", "evening").put(heading.and(said).and(kinds).and(mistakes))
}

/// What is played for, as players write it.
fn name(scoring: Scoring) -> String {
    if scoring == Scoring::Imps { "IMPs".to_owned() } else { scoring.to_string() }
}

/// A row for each occasion on which he had a choice.
fn by_occasion(player: &PlayersEvening, scoring: Scoring) -> Vec<Vec<String>> {
    let head = ["", "choices", "same card", "mistakes"].map(str::to_owned).into_iter();
    let head = head.chain([format!("{} given up", name(scoring))]).collect();
    let row = |(occasion, tally): (ChoiceOccasion, &ChoiceTally)| {
        vec![
            occasion.name().to_owned(),
            tally.choices.to_string(),
            tally.same_card.to_string(),
            tally.mistakes.to_string(),
            scoring.amount(tally.given_up),
        ]
    };
    let kinds = ChoiceOccasion::EACH.into_iter().zip(&player.by_occasion);
    let rows = kinds.filter(|(_, tally)| tally.choices > 0).map(row);
    std::iter::once(head).chain(rows).collect()
}

/// A mistake in a sentence or two.
fn mistake(mistake: &Mistake, link: &dyn Fn(&Mistake) -> (String, String)) -> Markup {
    let Mistake { occasion, remark, again, .. } = mistake;
    let (address, title) = link(mistake);
    let cost = remark.cost().map_or_else(String::new, |cost| format!(" It {cost}."));
    let second = match again {
        None => Markup::default(),
        Some(again) if again.card == remark.card => {
            Markup::text(format_args!(" {} agrees.", again.engine))
        }
        Some(again) => {
            let other = if again.card == remark.played { "plays it too:" } else { "plays" };
            let said = Markup::text(format_args!(" {} {other} ", again.engine));
            said.and(cards([again.card])).and(Markup::text("."))
        }
    };
    let said = [
        el("a").at("href", address).say(title),
        Markup::text(format_args!(", trick {}, {}: ", remark.trick, occasion.name())),
        cards([remark.played]),
        Markup::text("; "),
        cards([remark.card]),
        Markup::text(format_args!(" is better by {} {}.", remark.price(), remark.scoring.unit())),
        Markup::text(cost),
        second,
    ];
    el("li").put(said.into_iter().collect())
}
