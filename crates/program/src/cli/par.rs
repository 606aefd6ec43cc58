//! Par below the table of `falsecard dd`: for the dealer and the vulnerability of the deal, or else
//! for all that there may be.

use miette::Result;

use super::Output;
use crate::wording::objects::{ContractResult, ParCase};
use crate::wording::{counted, over, par_contracts, score_text};
use falsecard_engine::cards::{Seat, seat_name, vulnerable_sides};
use falsecard_engine::dd::Table;
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
            score_text(par.score),
            contracts,
        ]);
    }
    output.sheet(&sheet)
}

/// What a contract takes double dummy, and what that scores: "4♠ by South takes 9 tricks: 4♠−1, EW
/// +50".
pub(super) fn result(result: &ContractResult, output: &Output) -> String {
    let ContractResult { contract, tricks, scores } = result;
    let over = over(i32::from(*tricks) - i32::from(contract.goal()));
    let scored = match &scores[..] {
        [(_, only)] => score_text(*only),
        each => {
            let told = |(vulnerability, scored): &(_, i32)| {
                format!("{} ({} vulnerable)", score_text(*scored), vulnerable_sides(*vulnerability))
            };
            each.iter().map(told).collect::<Vec<_>>().join(", ")
        }
    };
    let takes = counted((*tricks).into(), "trick");
    output.pips(&format!("{contract} takes {takes}: {}{over}, {scored}.", contract.contract))
}

/// Who deals: nobody in particular where it does not matter.
fn dealt(dealers: &[Seat], game: &Game) -> String {
    if dealers.len() == Seat::ALL.len() && game.dealer().is_none() {
        return "any".to_owned();
    }
    dealers.iter().map(|&seat| seat_name(seat)).collect::<Vec<_>>().join(", ")
}
