//! Par in words.

use itertools::Itertools;

use super::numbers::over;
use falsecard_engine::cards::{Side, seat_name};
use falsecard_engine::dd::{Par, Table};
use falsecard_engine::play::DeclaredContract;

/// The contracts of par, with the result of those that are not just made: "4♠ by North or South",
/// "5♣x−1 by East; 5♦x−1 by East", "passed out".
pub fn par_contracts(par: &Par, table: &Table) -> String {
    if par.contracts.is_empty() {
        return "passed out".to_owned();
    }
    let over_by = |it: &DeclaredContract| {
        i32::from(table.tricks(it.declarer, it.strain())) - i32::from(it.goal())
    };
    let named = par.contracts.iter().chunk_by(|it| (it.contract, over_by(it)));
    let told = named.into_iter().map(|((contract, over_by), group)| {
        let declarers: Vec<&str> = group.map(|it| seat_name(it.declarer)).collect();
        let result = if over_by == 0 { String::new() } else { over(over_by) };
        format!("{contract}{result} by {}", declarers.join(" or "))
    });
    told.collect::<Vec<_>>().join("; ")
}

/// A score for North and South as text, as that of the side with the positive score.
pub fn score_text(score: i32) -> String {
    match score {
        0 => "0".to_owned(),
        score if score > 0 => format!("{} +{score}", Side::NorthSouth),
        score => format!("{} +{}", Side::EastWest, -score),
    }
}
