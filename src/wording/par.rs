//! Par in words.

use itertools::Itertools;

use crate::cards::seat_name;
use crate::dd::Par;

/// The contracts of par: "4♠ by North or South", "5♣x by East; 5♦x by East", "passed out".
pub fn par_contracts(par: &Par) -> String {
    if par.contracts.is_empty() {
        return "passed out".to_owned();
    }
    let named = par.contracts.iter().chunk_by(|it| it.contract);
    let told = named.into_iter().map(|(contract, group)| {
        let declarers: Vec<&str> = group.map(|it| seat_name(it.declarer)).collect();
        format!("{contract} by {}", declarers.join(" or "))
    });
    told.collect::<Vec<_>>().join("; ")
}
