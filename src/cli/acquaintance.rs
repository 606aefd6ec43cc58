//! Players who are known from their earlier games.

use miette::{Result, miette};

use super::table::counted;
use super::{input, settings, tell};
use crate::cards::Side;
use crate::constraint::{Pair, System};
use crate::learn::{Acquaintance, OTHER_SYSTEMS, Record, players};
use crate::notation::Game;
use crate::play::PartialPlay;
use crate::text::quoted;

/// `EW=rivals.rules`.
pub(super) fn side_and_file(text: &str) -> std::result::Result<(Side, String), &'static str> {
    const WANTED: &str =
        "expected a side and the file that describes its pair, as in EW=rivals.rules";
    let (side, file) = text.split_once('=').ok_or(WANTED)?;
    let side = match side.trim().to_ascii_uppercase().as_str() {
        "NS" => Side::NorthSouth,
        "EW" => Side::EastWest,
        _ => return Err(WANTED),
    };
    Ok((side, file.trim().to_owned()))
}

/// Adds what files say of the pairs at the table.
pub(super) fn profiled(mut system: System, profiles: &[(Side, String)]) -> Result<System> {
    for (side, file) in profiles {
        let pair = Pair::of_profile(&settings::system(file)?, &system)
            .map_err(|why| miette!("--profile {}: {why}", quoted(file)))?;
        system = system.with_pair(*side, pair);
    }
    Ok(system)
}

/// Adds the habits of the players of a game, as far as files of their games show them. Says on standard error
/// how many boards of whom were found.
pub(super) fn acquainted(
    game: &Game,
    play: &PartialPlay,
    system: &System,
    files: &[String],
    others: Vec<System>,
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
    let acquaintance = Acquaintance::new(system, &records, others);
    let (known, found) = acquaintance.at_table(system, &players(game), play);
    for (side, pair) in [Side::NorthSouth, Side::EastWest].into_iter().zip(found) {
        let side = if side == Side::NorthSouth { "North-South" } else { "East-West" };
        let boards = counted(pair.boards, "board");
        let bids = pair.bids.map_or(String::new(), |(name, share)| {
            format!("; they bid as {name} does ({:.0} %)", 100.0 * share)
        });
        tell(&format!("{side}: {boards} of other deals in the records{bids}"));
    }
    Ok(known)
}

/// The systems that come with the program and may be another pair's, where nobody has said by which they bid.
pub(super) fn other_systems() -> Vec<System> {
    OTHER_SYSTEMS.into_iter().filter_map(System::bundled).collect()
}
