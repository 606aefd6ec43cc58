//! Checks the result and the score that a file names, by the cards, the contract and law 77.

use super::deviation::Deviation;
use super::findings::TextFindings;
use super::game::{GameFacts, Tag, find};
use super::{values, words};
use falsecard_bridge::cards::Side;
use falsecard_bridge::play::DeclaredContract;

/// The tricks of a game.
const TRICKS: u8 = 13;

/// Words in `[Scoring]` under which contracts do not score by today's law 77.
const OTHER_SCORES: [&str; 5] = ["rubber", "chicago", "oldmp", "imp_1948", "imp_1961"];

/// Notes deviations of `[Result]` and `[Score]` from the other facts.
pub(super) fn check(tags: &[Tag], facts: &GameFacts, findings: &mut TextFindings) {
    let said = find(tags, "Result").filter(|tag| !words::is_unknown(&tag.value));
    // If the auction was cut, the game may have no declarer.
    if let (Some(tag), true) = (said, findings.cuts.is_empty() || facts.declarer.is_some())
        && let Some(deviation) = wrong_result(&tag.value, facts)
    {
        findings.note(deviation, &tag.span);
    }
    let is_judged = find(tags, "Scoring").is_none_or(|tag| {
        let scoring = tag.value.to_ascii_lowercase();
        !OTHER_SCORES.into_iter().any(|other| scoring.contains(other))
    });
    let tricks = said.and_then(|tag| words::result(&tag.value, facts.declarer)).or(facts.taken());
    if let Some(tag) = find(tags, "Score").filter(|_| is_judged)
        && let Some(deviation) = wrong_score(&tag.value, tricks, facts)
    {
        findings.note(deviation, &tag.span);
    }
}

fn wrong_result(text: &str, facts: &GameFacts) -> Option<Deviation> {
    if facts.passed_out {
        return Some(Deviation::ResultOfNoPlay);
    }
    let said = words::result(text, facts.declarer)?;
    let names_side = text.contains("NS") || text.contains("EW");
    if facts.declarer.is_none() && !names_side {
        return Some(Deviation::ResultOfNobody);
    }
    let (won, lost) = facts.tricks()?;
    let is_agreed = text.trim_start().starts_with('^');
    if is_agreed {
        // `^` marks a result that the players agreed on by mistake.
        let is_over = won + lost == TRICKS;
        return (is_over && said == won).then_some(Deviation::RightResult { said });
    }
    if won + lost == TRICKS {
        return (said != won).then_some(Deviation::OtherResult { said, taken: won });
    }
    let possible = won..=TRICKS - lost;
    (!possible.contains(&said)).then_some(Deviation::ImpossibleResult { said, won, lost })
}

fn wrong_score(text: &str, tricks: Option<u8>, facts: &GameFacts) -> Option<Deviation> {
    let scores = values::by_side(text).into_iter().map(|(side, score)| {
        let points: Option<i32> = score.parse().ok();
        points.map(|points| (side, points))
    });
    let scores: Vec<(Option<Side>, i32)> = scores.collect::<Option<_>>()?;
    if facts.passed_out {
        let points = scores.iter().map(|(_, points)| *points).find(|points| *points != 0);
        return points.map(|said| Deviation::ScoreOfNoPlay { said });
    }
    let bid = DeclaredContract { contract: facts.contract?, declarer: facts.declarer? };
    let vulnerability = facts.vulnerability?;
    let side_of = |side: Option<Side>| side.unwrap_or_else(|| Side::of(bid.declarer));
    let fits = |tricks: u8| {
        scores.iter().all(|&(side, said)| bid.score(tricks, vulnerability, side_of(side)) == said)
    };
    let (side, said) = *scores.first()?;
    match tricks {
        Some(tricks) if fits(tricks) => None,
        Some(tricks) => {
            let right = bid.score(tricks, vulnerability, side_of(side));
            Some(Deviation::OtherScore { said, bid, tricks, right })
        }
        None => (!(0..=TRICKS).any(fits)).then_some(Deviation::ImpossibleScore { said, bid }),
    }
}

impl GameFacts {
    /// The tricks that declarer has won and lost in the cards played; `None` for end positions and
    /// without a declarer.
    fn tricks(&self) -> Option<(u8, u8)> {
        let (strain, leader, declarer) = (self.strain?, self.leader?, self.declarer?);
        if self.length().is_some_and(|length| length < usize::from(TRICKS)) {
            return None;
        }
        let winners = super::agree::winners(&self.cards, strain, leader);
        let side = Side::of(declarer);
        let won = winners.iter().filter(|&&winner| side.has(winner)).count() as u8;
        Some((won, winners.len() as u8 - won))
    }

    /// Declarer's tricks in a play of 52 cards.
    pub(super) fn taken(&self) -> Option<u8> {
        self.tricks().filter(|(won, lost)| won + lost == TRICKS).map(|(won, _)| won)
    }
}
