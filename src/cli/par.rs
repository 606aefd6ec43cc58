//! Par below the table of `falsecard dd`: for the dealer and the vulnerability of the deal, or else for
//! all that there may be.

use miette::Result;
use serde::Serialize;

use super::Output;
use crate::cards::{
    Seat, Side, Vulnerability, contract_in_letters, seat_name, serialize_seat, vulnerable_sides,
};
use crate::dd::{Par, Table};
use crate::notation::Game;
use crate::play::DeclaredContract;
use crate::problem::Sheet;
use crate::wording::par_contracts;

/// Par, and for which vulnerability and dealers.
struct Case {
    vulnerability: Vulnerability,
    dealers: Vec<Seat>,
    par: Par,
}

/// A case for programs.
#[derive(Serialize)]
pub(super) struct Line {
    vulnerable: &'static str,
    dealers: Vec<char>,
    score: i32,
    contracts: Vec<ContractLine>,
}

/// A contract for programs.
#[derive(Serialize)]
pub(super) struct ContractLine {
    contract: String,
    #[serde(serialize_with = "serialize_seat")]
    declarer: Seat,
}

impl From<&DeclaredContract> for ContractLine {
    fn from(it: &DeclaredContract) -> Self {
        Self { contract: contract_in_letters(it.contract), declarer: it.declarer }
    }
}

/// The cases of a game. Dealers with the same par are one.
fn cases(table: &Table, game: &Game) -> Vec<Case> {
    const ALL: [Vulnerability; 4] =
        [Vulnerability::NONE, Vulnerability::NS, Vulnerability::EW, Vulnerability::ALL];
    let sides = game.vulnerability().map_or(ALL.to_vec(), |it| vec![it]);
    let seats = game.dealer().map_or(Seat::ALL.to_vec(), |it| vec![it]);
    let mut cases: Vec<Case> = Vec::new();
    for (vulnerability, &dealer) in
        sides.into_iter().flat_map(|side| seats.iter().map(move |seat| (side, seat)))
    {
        let par = Par::of(table, dealer, vulnerability);
        let is_same = |case: &&mut Case| case.vulnerability == vulnerability && case.par == par;
        match cases.iter_mut().find(is_same) {
            Some(case) => case.dealers.push(dealer),
            None => cases.push(Case { vulnerability, dealers: vec![dealer], par }),
        }
    }
    cases
}

/// The cases for programs.
pub(super) fn lines(table: &Table, game: &Game) -> Vec<Line> {
    let line = |Case { vulnerability, dealers, par }: Case| Line {
        vulnerable: vulnerable_sides(vulnerability),
        dealers: dealers.into_iter().map(Seat::letter).collect(),
        score: par.score,
        contracts: par.contracts.iter().map(ContractLine::from).collect(),
    };
    cases(table, game).into_iter().map(line).collect()
}

/// Prints par for people, by the side that has it.
pub(super) fn show(table: &Table, game: &Game, output: &mut Output) -> Result<()> {
    let mut sheet = Sheet::new(["vulnerable", "dealer", "par", "contract"]);
    for Case { vulnerability, dealers, par } in cases(table, game) {
        let contracts = output.pips(&par_contracts(&par));
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
