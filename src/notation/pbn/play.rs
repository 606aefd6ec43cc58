//! The `[Play]` section: rows of four columns, each a seat, one row a trick.

use std::ops::Range;

use super::super::{Breach, fault::Flaw, words};
use super::auction::bare;
use crate::cards::{Card, Seat, clockwise};
use crate::play::{IllegalPlay, Position};

/// What stands in one column of one row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entry {
    Card(Card),
    /// `-`: not played.
    None,
    /// `+`: the card that comes next.
    Next,
}

/// Reads the cards of a section in the order of play, checking each against the laws.
///
/// The columns are seats, clockwise from `column`, whoever leads. `line` names the line of a byte.
pub(super) fn read(
    text: &str,
    section: &[Range<usize>],
    column: Seat,
    start: Position,
    line: impl Fn(usize) -> usize,
) -> Result<Vec<Card>, Flaw> {
    let entries = entries(text, section)?;
    let mut replay = Replay { position: start, played: Vec::new(), waiting: None, line };
    for (trick, row) in entries.chunks(4).enumerate() {
        replay.row(trick + 1, row, column)?;
    }
    Ok(replay.played.into_iter().map(|(card, _)| card).collect())
}

fn entries(text: &str, section: &[Range<usize>]) -> Result<Vec<(Entry, Range<usize>)>, Flaw> {
    let mut entries = Vec::new();
    for span in section {
        let word = bare(&text[span.clone()]);
        let entry = match word {
            "" => continue,
            "*" => break,
            "-" | "--" => Entry::None,
            "+" => Entry::Next,
            _ if word.starts_with('^') => {
                let text = words::quoted(word);
                return Err(Flaw::new(Breach::Irregularity { text }, span));
            }
            _ => {
                let unknown = || Breach::UnknownCard { text: words::quoted(word) };
                let card = words::card(word).ok_or_else(unknown);
                Entry::Card(card.map_err(|breach| Flaw::new(breach, span))?)
            }
        };
        entries.push((entry, span.clone()));
    }
    Ok(entries)
}

/// The play so far, as the rows tell it.
struct Replay<L> {
    position: Position,
    played: Vec<(Card, Range<usize>)>,
    /// Whose card was the first that is not there, with its trick: nobody plays after him.
    waiting: Option<(Seat, usize)>,
    line: L,
}

impl<L: Fn(usize) -> usize> Replay<L> {
    /// Plays one row, from its leader on.
    fn row(
        &mut self,
        trick: usize,
        row: &[(Entry, Range<usize>)],
        column: Seat,
    ) -> Result<(), Flaw> {
        let leader = self.position.trick().leader();
        for i in 0..4 {
            let seat = clockwise(leader, i);
            match row.get(words::column(seat, column)) {
                Some((Entry::Card(card), span)) => match self.waiting {
                    None => self.play(seat, *card, span)?,
                    Some((waiting, trick)) => {
                        let leader = self.position.trick().leader();
                        let breach =
                            Breach::OutOfTurn { seat, card: *card, leader, waiting, trick };
                        return Err(Flaw::new(breach, span));
                    }
                },
                Some((Entry::Next, span)) => self.mark(seat, trick, span)?,
                Some((Entry::None, _)) | None => self.wait_for(seat, trick),
            }
        }
        Ok(())
    }

    fn wait_for(&mut self, seat: Seat, trick: usize) {
        self.waiting.get_or_insert((seat, trick));
    }

    fn mark(&mut self, marked: Seat, trick: usize, span: &Range<usize>) -> Result<(), Flaw> {
        match self.waiting {
            Some((waiting, trick)) if waiting != marked => {
                Err(Flaw::new(Breach::MisplacedMark { marked, waiting, trick }, span))
            }
            _ => {
                self.wait_for(marked, trick);
                Ok(())
            }
        }
    }

    fn play(&mut self, seat: Seat, card: Card, span: &Range<usize>) -> Result<(), Flaw> {
        let Err(why) = self.position.play(card) else {
            self.played.push((card, span.clone()));
            return Ok(());
        };
        let before = self.played.iter().position(|(played, _)| *played == card);
        Err(match (why, before) {
            (IllegalPlay::NotHeld { .. }, Some(n)) => {
                let line = (self.line)(self.played[n].1.start);
                Flaw::new(Breach::PlayedTwice { seat, card, trick: n / 4 + 1, line }, span)
            }
            _ => Flaw::new(why, span),
        })
    }
}
