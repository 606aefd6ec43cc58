//! The panel with what a deal allows: double-dummy tricks, par, and the result at the table.

use super::grid::grid;
use super::row::BoardEnd;
use super::sampled;
use super::spot::Spot;
use crate::web::draw::seen_and_said;
use crate::web::markup::{Markup, el};
use crate::wording::{counted, par_contracts, score_text};
use falsecard_engine::cards::{Seat, Strain, Vulnerability};
use falsecard_engine::dd::{Par, Solver, Table};

/// Book: a contract of one needs one trick more.
const BOOK: u8 = 6;

/// The double-dummy tricks of each declarer in each strain, par, and the result; if some hands are
/// not known, over deals that fit.
///
/// # Errors
///
/// A sentence, if no hand is known, or nothing fits what is said of them.
pub(super) fn panel(spot: &Spot) -> Result<Markup, String> {
    let Some(deal) = spot.game.deal() else { return sampled::panel(spot) };
    let table = Solver::new().table(&deal);
    let title = el("h2").say("What can be made");
    let par = par(spot, &table);
    let result = result(spot, &table).map_or_else(Markup::default, |said| el("p").say(said));
    let legend = el("p").at("class", "legend").say(
        "Tricks that each declarer takes with all hands open. In bold: a contract of that strain \
         can be made.",
    );
    Ok([title, par, result, drawn(&table), legend].into_iter().collect())
}

/// Par for the dealer and the vulnerability. If they are not known, the text says what is assumed.
fn par(spot: &Spot, table: &Table) -> Markup {
    let (dealer, sides) = (spot.game.dealer(), spot.game.vulnerability());
    let par = Par::of(table, dealer.unwrap_or(Seat::North), sides.unwrap_or(Vulnerability::NONE));
    let worth = score_text(par.score);
    let assumed = match (dealer, sides) {
        (Some(_), Some(_)) => "",
        (None, Some(_)) => ", if North deals",
        (Some(_), None) => ", if nobody is vulnerable",
        (None, None) => ", if North deals and nobody is vulnerable",
    };
    let said = format!("Par is {worth}{assumed}: {}.", par_contracts(&par, table));
    el("p").at("class", "answer").say(said)
}

/// The result at the table, with the double-dummy tricks of its declarer.
fn result(spot: &Spot, table: &Table) -> Option<String> {
    let BoardEnd::Played { contract, tricks } = spot.ended()? else {
        return Some("At the table it was passed out.".to_owned());
    };
    let can = table.tricks(contract.declarer, contract.strain());
    let beside = match i32::from(tricks) - i32::from(can) {
        0 => "as many as double dummy".to_owned(),
        more if more > 0 => format!("{more} more than double dummy"),
        fewer => format!("{} fewer than double dummy", -fewer),
    };
    let tricks = counted(tricks.into(), "trick");
    let score = spot.score().map_or_else(String::new, |score| format!(" ({})", score_text(score)));
    Some(format!("At the table {contract} took {tricks}{score}, {beside}."))
}

fn drawn(table: &Table) -> Markup {
    let cell = |seat: Seat, strain: Strain| {
        let tricks = table.tricks(seat, strain);
        match tricks.checked_sub(BOOK).filter(|level| *level > 0) {
            None => el("td").say(tricks),
            Some(level) => {
                let spoken = format!("{tricks}, makes {level}");
                let seen = el("strong").say(tricks);
                el("td").at("class", "makes").put(seen_and_said(seen, &spoken))
            }
        }
    };
    grid("Tricks by declarer", cell)
}
