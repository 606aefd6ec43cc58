//! The panel that says who did best over the evening: the pairs of a file, by their results at all deals.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;

use super::address::Address;
use super::spot::{LONGEST_NAME, Spot};
use super::tables::{MOST_TABLES, choice, ordered, scoring, sortable};
use crate::web::markup::{Markup, el};
use crate::wording::{counted, minus};
use falsecard_engine::cards::{Seat, Side};
use falsecard_engine::play::Scoring;
use falsecard_laboratory::table::Traveller;

/// The most results of an evening.
const MOST_RESULTS: usize = 40_000;

/// A result as the page sends it: the number of its deal, the score for North and South, and who sat there, from North on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Played {
    deal: u32,
    score: i32,
    names: [Option<String>; 4],
}

/// A pair and what it has won.
#[derive(Debug, Default, Clone, PartialEq)]
struct Pair {
    name: String,
    boards: u32,
    /// In sum.
    imps: f64,
    /// In sum, a share of 1 a board.
    matchpoints: f64,
}

impl Pair {
    fn mean(&self, by_imps: bool) -> f64 {
        (if by_imps { self.imps } else { self.matchpoints }) / f64::from(self.boards)
    }
}

/// The pairs of a text whose first line is the address of the page, and whose other lines are results.
///
/// # Errors
///
/// A sentence, if there are too many results, or none that can be compared.
pub(super) fn panel(text: &str) -> Result<Markup, String> {
    let mut lines = text.lines();
    let page = Spot::read(Address::read(lines.next().unwrap_or_default())?)?;
    let mut results = Vec::new();
    for line in lines {
        if results.len() == MOST_RESULTS {
            return Err(format!("a ranking has {MOST_RESULTS} results at most"));
        }
        results.push(serde_json::from_str(line).map_err(|_| "that is no result of a table")?);
    }
    let by_imps = scoring(&page) != Scoring::Matchpoints;
    let mut pairs = ranked(results)?;
    if pairs.is_empty() {
        return Err("there are no results of named pairs that can be compared".to_owned());
    }
    pairs.sort_by(|a, b| b.mean(by_imps).total_cmp(&a.mean(by_imps)).then(a.name.cmp(&b.name)));
    let title = el("h2").say("Who did best");
    let legend = el("p").at("class", "legend").say(format_args!(
        "{}, over all boards that were played at more than one table. IMPs are a board, against the datum.",
        counted(pairs.len(), "pair")
    ));
    Ok(title.and(legend).and(choice(&page, by_imps)).and(drawn(&pairs, by_imps)))
}

/// What each pair has won, deal by deal. A pair is the same in whichever seats it sits.
fn ranked(results: Vec<Played>) -> Result<Vec<Pair>, String> {
    let mut deals: BTreeMap<u32, Vec<Played>> = BTreeMap::new();
    for played in results {
        let tables = deals.entry(played.deal).or_default();
        if tables.len() == MOST_TABLES {
            return Err(format!("a deal may have {MOST_TABLES} tables"));
        }
        tables.push(played);
    }
    let mut pairs: HashMap<[String; 2], Pair> = HashMap::new();
    for tables in deals.into_values() {
        let traveller = Traveller::new(tables.iter().map(|table| table.score).collect());
        // Many tables have the same score.
        let mut worth = HashMap::new();
        for Played { score, names, .. } in &tables {
            let found = *worth
                .entry(*score)
                .or_insert_with(|| traveller.imps(*score).zip(traveller.matchpoints(*score)));
            let Some((imps, share)) = found else { continue };
            let imps = f64::from(imps);
            for (side, imps, share) in
                [(Side::NorthSouth, imps, share), (Side::EastWest, -imps, 1.0 - share)]
            {
                if let Some(seated) = seated(side, names) {
                    add(&mut pairs, seated, imps, share);
                }
            }
        }
    }
    Ok(pairs.into_values().collect())
}

/// The names of a pair in the order of their seats, if both are known.
fn seated(side: Side, names: &[Option<String>; 4]) -> Option<[String; 2]> {
    let of = |seat: Seat| {
        let name = names[seat as usize].as_deref().map(str::trim).filter(|name| !name.is_empty());
        name.map(|name| name.chars().take(LONGEST_NAME).collect::<String>())
    };
    let mut seats = Seat::ALL.into_iter().filter(|seat| side.has(*seat));
    let [first, second] = [seats.next()?, seats.next()?];
    Some([of(first)?, of(second)?])
}

fn add(pairs: &mut HashMap<[String; 2], Pair>, seated: [String; 2], imps: f64, share: f64) {
    let name = seated.join(" – ");
    let mut key = seated;
    key.sort();
    let pair = pairs.entry(key).or_insert_with(|| Pair { name, ..Pair::default() });
    pair.boards += 1;
    pair.imps += imps;
    pair.matchpoints += share;
}

fn drawn(pairs: &[Pair], by_imps: bool) -> Markup {
    let heads = ["rank", "pair", "boards", "IMPs", "%"].map(|name| sortable(name, None));
    let head = el("thead").put(el("tr").put(heads.into_iter().collect()));
    let row = |pair: &Pair| {
        // Who has as much has the same rank.
        let better = |other: &&Pair| other.mean(by_imps) > pair.mean(by_imps) + 1e-9;
        let rank = 1 + pairs.iter().take_while(better).count();
        let (imps, share) = (pair.mean(true), 100.0 * pair.mean(false));
        let written = minus(format_args!("{:+.2}", imps + 0.0));
        let cells = [
            ordered(rank, Some(rank as f64)),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn played(deal: u32, score: i32, names: [&str; 4]) -> Played {
        let names = names.map(|name| Some(name.to_owned()).filter(|name| !name.is_empty()));
        Played { deal, score, names }
    }

    #[test]
    fn pairs_are_the_same_in_any_seats() {
        let results = vec![
            played(0, 420, ["A", "C", "B", "D"]),
            played(0, -50, ["E", "G", "F", "H"]),
            played(1, 110, ["C", "B", "D", "A"]),
            played(1, 620, ["G", "E", "H", "F"]),
            // Nobody to compare with, and nobody who is known.
            played(2, 620, ["A", "C", "B", "D"]),
            played(3, 0, ["", "", "", ""]),
        ];
        let pairs = ranked(results).unwrap();
        let of = |name: &str| pairs.iter().find(|pair| pair.name == name).cloned().unwrap();
        assert_eq!(pairs.len(), 4);
        let first = of("A – B");
        // Ten IMPs for 470 points, and eleven for 510.
        assert_eq!((first.boards, first.imps, first.matchpoints), (2, 10.0 + 11.0, 2.0));
        assert!((of("C – D").imps + first.imps).abs() < 1e-9);
    }
}
