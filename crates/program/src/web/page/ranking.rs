//! The panel with the ranking of an evening: the pairs of a file, by their results on all deals.

use std::collections::HashMap;

use serde::Deserialize;

use super::address::Address;
use super::spot::{LONGEST_NAME, Spot};
use super::tables::{MOST_TABLES, choice, ordered, scoring, sortable};
use crate::web::markup::{Markup, el};
use crate::wording::counted;
use falsecard_engine::cards::BySeat;
use falsecard_engine::play::Scoring;
use falsecard_laboratory::table::{
    PairsResult, TableResult, TeamMatch, pairs_results, team_matches,
};

/// The most results of an evening that are accepted.
const MOST_RESULTS: usize = 40_000;

/// A result as the page sends it: the number of its deal, the score for North and South, and the
/// players, from North on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SentResult {
    deal: u32,
    score: i32,
    names: [Option<String>; 4],
}

impl SentResult {
    fn result(self) -> TableResult {
        let known = |name: &String| name.trim().chars().take(LONGEST_NAME).collect::<String>();
        let names = BySeat::from_fn(|seat| self.names[seat as usize].as_ref().map(known));
        TableResult { deal: self.deal, score: self.score, names }
    }
}

fn mean(pair: &PairsResult, by_imps: bool) -> f64 {
    if by_imps { pair.imps() } else { pair.matchpoints() }
}

/// The ranking of the pairs. The first line of the text is the address of the page, the others are
/// results.
///
/// # Errors
///
/// A sentence, if there are too many results, or none that can be compared.
pub(super) fn panel(text: &str) -> Result<Markup, String> {
    let mut lines = text.lines();
    let page = Spot::read(Address::read(lines.next().unwrap_or_default())?)?;
    let by_imps = scoring(&page) != Scoring::Matchpoints;
    let results = results(lines)?;
    let matches: Markup = team_matches(results.iter().cloned()).iter().map(met).collect();
    let mut pairs = pairs_results(results);
    if pairs.is_empty() {
        return Err("there are no results of named pairs that can be compared".to_owned());
    }
    let worth = |pair: &PairsResult| mean(pair, by_imps);
    let least = least(&pairs);
    let is_ranked = |pair: &PairsResult| pair.boards >= least;
    pairs.sort_by(|a, b| {
        let ranked = is_ranked(b).cmp(&is_ranked(a));
        ranked.then(worth(b).total_cmp(&worth(a))).then_with(|| a.name.cmp(&b.name))
    });
    let title = el("h2").say("Who did best");
    let apart = if pairs.iter().all(is_ranked) {
        String::new()
    } else {
        format!(" Pairs with fewer than {least} boards stand below the others, without a rank.")
    };
    let legend = el("p").at("class", "legend").say(format_args!(
        "{}, over all boards that were played at more than one table. IMPs are a board, against \
         the datum.{apart}",
        counted(pairs.len(), "pair")
    ));
    Ok(matches.and(title).and(legend).and(choice(&page, by_imps)).and(drawn(&pairs, by_imps)))
}

/// The result of a team match: "32 – 14", and below it who played.
fn met(it: &TeamMatch) -> Markup {
    let [first, second] = it.players.each_ref().map(|names| names.join(", "));
    let [mine, theirs] = it.imps;
    let won = format!("{mine} – {theirs}");
    let teams = format!("{first} against {second}, {}.", counted(it.boards as usize, "board"));
    el("p").at("class", "answer").say(won).and(el("p").at("class", "legend").say(teams))
}

/// The fewest boards with which a pair is ranked: half of those of the pair that has most.
fn least(pairs: &[PairsResult]) -> u32 {
    pairs.iter().map(|pair| pair.boards).max().unwrap_or_default().div_ceil(2)
}

/// The results of tables, a line each.
fn results<'a>(lines: impl Iterator<Item = &'a str>) -> Result<Vec<TableResult>, String> {
    let mut results = Vec::new();
    let mut tables: HashMap<u32, usize> = HashMap::new();
    for line in lines {
        if results.len() == MOST_RESULTS {
            return Err(format!("a ranking has {MOST_RESULTS} results at most"));
        }
        let played: SentResult =
            serde_json::from_str(line).map_err(|_| "that is no result of a table")?;
        let of_deal = tables.entry(played.deal).or_default();
        if *of_deal == MOST_TABLES {
            return Err(format!("a deal may have {MOST_TABLES} tables"));
        }
        *of_deal += 1;
        results.push(played.result());
    }
    Ok(results)
}

fn drawn(pairs: &[PairsResult], by_imps: bool) -> Markup {
    let heads = ["rank", "pair", "boards", "IMPs", "%"].map(|name| sortable(name, None));
    let head = el("thead").put(el("tr").put(heads.into_iter().collect()));
    let least = least(pairs);
    let row = |pair: &PairsResult| {
        // Who has as much has the same rank.
        let better = |other: &&PairsResult| mean(other, by_imps) > mean(pair, by_imps) + 1e-9;
        let rank = (pair.boards >= least).then(|| 1 + pairs.iter().take_while(better).count());
        let (imps, share) = (pair.imps(), 100.0 * pair.matchpoints());
        let written = format!("{:+.2}", imps + 0.0);
        let cells = [
            ordered(
                rank.map_or_else(String::new, |rank| rank.to_string()),
                rank.map(|it| it as f64),
            ),
            el("th").at("scope", "row").say(&pair.name),
            ordered(pair.boards, Some(pair.boards.into())),
            ordered(written, Some(imps)),
            ordered(format_args!("{share:.1}"), Some(share)),
        ];
        el("tr").put(cells.into_iter().collect())
    };
    let body = el("tbody").put(pairs.iter().map(row).collect());
    let table = el("table").at("data-sorts", "ranking").put(head.and(body));
    let region = el("div").at("class", "sideways").at("tabindex", 0).at("role", "group");
    region.at("aria-label", "pairs").put(table)
}
