//! Sends the games of files and pasted texts to the page, one by one.

use std::io::BufRead;

use serde::Serialize;

use super::browser::{Browser, WENT_WRONG};
use super::quiz::address_of_problem;
use super::row::{BoardEnd, BoardRow};
use super::spot::{LONGEST_NAME, address_of};
use falsecard_engine::cards::{Seat, seat_name};
use falsecard_engine::text::{self, on_one_line};
use falsecard_notation::{Game, Games};

/// A line for the page: a game, with its entries in the list of boards, or a fault.
#[derive(Default, Serialize)]
struct GameLine {
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    /// The address of the quiz question, if the game is a problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    quiz: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<String>,
    /// The players in the order of the seats, if any is named.
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<[Option<String>; 4]>,
    #[serde(flatten)]
    played: Option<BoardRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
}

/// The most faults that are sent of one file.
const FAULTS: usize = 20;

/// Sends the games of a text in any format.
pub(super) fn tell_bytes(bytes: &[u8], browser: &Browser) {
    match Games::open("the text", bytes, None) {
        Ok(games) => tell(games, browser),
        Err(error) => drop(fault(browser, &error.to_string())),
    }
}

/// Sends games as they are read, while the page is open.
pub fn tell<R: BufRead>(games: Games<R>, browser: &Browser) {
    let (mut found, mut faults) = (0, 0);
    for piece in games {
        for trouble in piece.faults.iter().map(ToString::to_string) {
            faults += 1;
            if faults <= FAULTS && !fault(browser, &trouble) {
                return;
            }
        }
        for game in &piece.good {
            found += 1;
            if !send(browser, &line(game)) {
                return;
            }
        }
    }
    if found == 0 && faults == 0 {
        fault(
            browser,
            "there is no deal in this: PBN, LIN, a handviewer address or a typed diagram is \
             expected",
        );
    }
}

fn line(game: &Game) -> GameLine {
    let told = |name: &str| {
        let text = game.tag(name).map(str::trim).filter(|it| !["", "?", "-", "#"].contains(it))?;
        Some(on_one_line(text).chars().take(LONGEST_NAME).collect::<String>())
    };
    let names = Seat::ALL.map(|seat| told(seat_name(seat)));
    GameLine {
        address: Some(address_of(game).to_string()),
        quiz: address_of_problem(game).map(|address| address.to_string()),
        board: told("Board"),
        event: told("Event"),
        names: names.iter().any(Option::is_some).then_some(names),
        played: BoardRow::of(game, BoardEnd::of(game, game.result())),
        fault: game.faults().first().map(ToString::to_string),
    }
}

/// Sends the message that the program is at fault.
pub(super) fn excuse(browser: &Browser) {
    fault(browser, WENT_WRONG);
}

/// Sends a fault. Returns whether the page is still open.
pub fn fault(browser: &Browser, why: &str) -> bool {
    let why = on_one_line(why).into_owned();
    send(browser, &GameLine { fault: Some(why), ..GameLine::default() })
}

fn send(browser: &Browser, line: &GameLine) -> bool {
    let line = text::json(line).expect("text can be written");
    browser.send(line + "\n")
}
