//! The boards with the largest swings: as a PBN file, so that `explain` can be asked why, and as
//! drawings.

use std::path::Path;

use miette::{Result, miette};

use crate::web::draw::{self, InRoom};
use crate::web::markup::Markup;
use crate::wording::counted;
use falsecard_engine::cards::{BySeat, Seat, seat_name};
use falsecard_engine::play::Play;
use falsecard_laboratory::files;
use falsecard_laboratory::table::{Duel, Fixture, PlayedBoard, RoomResult, Swing};
use falsecard_notation::{Diagram, DiagramCards, Game, pbn};

/// Writes them, room after room.
pub(super) fn write(
    path: &Path,
    duel: &Duel,
    fixtures: &[Fixture],
    largest: &[(&PlayedBoard, Swing)],
) -> Result<()> {
    let of_board = |(board, swing): &(&PlayedBoard, Swing)| -> Vec<Game> {
        let (fixture, swing) = (&fixtures[board.number - 1], *swing);
        board.tables.iter().filter_map(|table| game(duel, fixture, table, swing)).collect()
    };
    let games: Vec<Game> = largest.iter().flat_map(of_board).collect();
    files::write(path, pbn::write(&games).as_bytes())
        .map_err(|error| miette!("{}: {error}", path.display()))
}

/// A board as one room played it. Whoever sat there stands in the players' tags, and what the first
/// engine gained by the board in `[Swing]`.
fn game(duel: &Duel, fixture: &Fixture, table: &RoomResult, swing: Swing) -> Option<Game> {
    let play = table.play(&fixture.board)?;
    let [declarer, _] = duel.pair(table.room);
    let names = BySeat::from_fn(|seat| &duel.player(table.room, fixture, seat).name);
    let seed = declarer.settings.seed().to_string();
    let gained = format!("{:+} IMPs for {}", swing.imps, duel.a.name);
    let tags = fixture.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let players = Seat::ALL.map(|seat| (seat_name(seat), names[seat].as_str()));
    let system = fixture.agreements.system.name.as_str();
    let said =
        [("Room", table.room.name()), ("Swing", &gained), ("Seed", &seed), ("System", system)];
    let tags: Vec<(&str, &str)> = tags.chain(players).chain(said).collect();
    Some(Game::from_play(&play, &tags))
}

/// Draws them: each deal, and its play in every room.
pub(super) fn drawn(
    duel: &Duel,
    fixtures: &[Fixture],
    largest: &[(&PlayedBoard, Swing)],
) -> Markup {
    let board = |(board, swing): &(&PlayedBoard, Swing)| {
        let fixture = &fixtures[board.number - 1];
        let tag = board.tag.as_ref().map_or_else(String::new, |tag| format!(" ({tag})"));
        let title = format!(
            "Board {}{tag}, {}: {:+} IMPs for {}",
            board.number, board.contract, swing.imps, duel.a.name
        );
        let deal = Diagram::of_play(&Play::new(fixture.board.clone()), DiagramCards::Dealt);
        let rooms: Vec<InRoom> =
            board.tables.iter().filter_map(|table| in_room(duel, fixture, table)).collect();
        draw::rooms(&deal.titled(&title), &rooms)
    };
    largest.iter().map(board).collect()
}

fn in_room(duel: &Duel, fixture: &Fixture, table: &RoomResult) -> Option<InRoom> {
    let play = table.play(&fixture.board)?;
    let [declarer, defenders] = duel.pair(table.room).map(|entrant| &entrant.name);
    let said = format!(
        "{} room, {declarer} against {defenders}: {}",
        table.room.name(),
        counted(table.tricks.into(), "trick")
    );
    Some(InRoom { said, played: Diagram::of_play(&play, DiagramCards::Dealt) })
}
