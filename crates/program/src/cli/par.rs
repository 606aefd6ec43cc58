//! Par below the table of `falsecard dd`: for the dealer and the vulnerability of the deal, or else for
//! all that there may be.

use miette::Result;

use super::Output;
use crate::wording::objects::ParCase;
use crate::wording::par_contracts;
use falsecard_engine::cards::{Seat, Side, seat_name, vulnerable_sides};
use falsecard_engine::dd::{Par, Table};
use falsecard_laboratory::problem::Sheet;
use falsecard_notation::Game;

/// Prints par for people, by the side that has it.
pub(super) fn show(table: &Table, game: &Game, output: &mut Output) -> Result<()> {
    let mut sheet = Sheet::new(["vulnerable", "dealer", "par", "contract"]);
    for ParCase { vulnerability, dealers, par } in ParCase::all(table, game) {
        let contracts = output.pips(&par_contracts(&par, table));
        sheet.rows.push(vec![
            vulnerable_sides(vulnerability).to_owned(),
            dealt(&dealers, game),
            score(&par),
            contracts,
        ]);
    }
    output.sheet(&sheet)
}

/// Who deals: nobody in particular where it does not matter.
fn dealt(dealers: &[Seat], game: &Game) -> String {
    if dealers.len() == Seat::ALL.len() && game.dealer().is_none() {
        return "any".to_owned();
    }
    dealers.iter().map(|&seat| seat_name(seat)).collect::<Vec<_>>().join(", ")
}

/// The score of the side to whose good it is.
fn score(par: &Par) -> String {
    match par.score {
        0 => "0".to_owned(),
        score if score > 0 => format!("{} +{score}", Side::NorthSouth),
        score => format!("{} +{}", Side::EastWest, -score),
    }
}
