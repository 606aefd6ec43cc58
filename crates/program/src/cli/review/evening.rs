//! What came of an evening, player by player.

use miette::Result;

use crate::cli::Output;
use crate::cli::output::print_sheet;
use crate::cli::table::Format;
use crate::web::draw;
use falsecard_laboratory::problem::{Evening, Mistake, PlayersEvening, Sheet};

/// Where a report has the game of that number.
pub(super) fn anchor(game: usize) -> String {
    format!("game-{game}")
}

/// Prints a row for each player, in a table for each kind of scoring; a report has a page of each,
/// too. `titles` are those of the games.
pub(super) fn show(
    evenings: &[Evening],
    titles: &[String],
    format: Format,
    output: &mut Output,
) -> Result<()> {
    for (at, evening) in evenings.iter().enumerate() {
        if at > 0 {
            output.row("")?;
        }
        let which = match evenings {
            [_] => format!("All {} boards", titles.len()),
            _ => format!("The boards played for {}", evening.scoring()),
        };
        output.line(format!("{which}, who gave up least first:\n"))?;
        of_one_scoring(evening, titles, format, output)?;
    }
    Ok(())
}

fn of_one_scoring(
    evening: &Evening,
    titles: &[String],
    format: Format,
    output: &mut Output,
) -> Result<()> {
    let scoring = evening.scoring();
    let head = ["player", "boards", "choices", "same card", "mistakes"].map(str::to_owned);
    let given_up = [format!("{scoring} given up"), "a board".to_owned()];
    let mut sheet = Sheet::new(head.into_iter().chain(given_up));
    let row = |player: &&PlayersEvening| {
        let all = player.all();
        vec![
            player.name.clone(),
            player.games.to_string(),
            all.choices.to_string(),
            all.same_card.to_string(),
            all.mistakes.to_string(),
            scoring.amount(all.given_up),
            scoring.amount(player.a_board()),
        ]
    };
    let players = evening.players();
    sheet.rows.extend(players.iter().map(row));
    print_sheet(&sheet, format, output)?;
    let link = |it: &Mistake| (format!("#{}", anchor(it.game)), titles[it.game - 1].clone());
    output.record(|| players.iter().map(|player| draw::evening(player, scoring, &link)).collect());
    Ok(())
}
