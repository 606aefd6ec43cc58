//! Players who are known from games of theirs.

use miette::{Result, miette};

use super::table::counted;
use super::{input, tell};
use crate::cards::Side;
use crate::constraint::System;
use crate::learn::{Record, players, with_pairs_known};
use crate::notation::Game;
use crate::play::PartialPlay;

/// The same agreements with the habits of the players of a game, as far as files of their games show them. Says on standard error how
/// many boards of whom were found.
pub(super) fn acquainted(
    game: &Game,
    play: &PartialPlay,
    system: &System,
    files: &[String],
) -> Result<System> {
    if system.habits().is_none() {
        let help = "natural says what people do as a rule; a rule file takes it over by \"use population\"";
        return Err(miette!(
            help = help,
            "--records: {} says nothing of people's habits, which a pair's could depart from",
            system.name
        ));
    }
    let mut records = Vec::new();
    for file in files {
        for piece in input::games(file, None)? {
            records.extend(piece.good.iter().filter_map(|game| Record::of(game).ok()));
        }
    }
    let (known, boards) = with_pairs_known(system, &players(game), play, &records);
    for (side, boards) in [Side::NorthSouth, Side::EastWest].into_iter().zip(boards) {
        let side = if side == Side::NorthSouth { "North-South" } else { "East-West" };
        tell(&format!("{side}: {} of other deals in the records", counted(boards, "board")));
    }
    Ok(known)
}
