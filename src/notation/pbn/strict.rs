//! Where a game departs from the export format, which says how each line is to be written.

use std::sync::Arc;

use crate::notation::game::Game;
use crate::notation::{Deviation, Warning};

/// The longest line of the export format, in characters.
const MOST_CHARACTERS: usize = 255;

impl Game {
    /// Where the game is not written as PBN's export format has it: lines that are too long, and
    /// the first line that would stand otherwise.
    ///
    /// It is asked of games that were read from PBN. What the import format forbids too has been
    /// told as a warning when the game was read.
    pub fn export_warnings(&self) -> Vec<Warning> {
        let source = &self.origin.source;
        let Some(first) = self.tags.first() else { return Vec::new() };
        let row = source.row(first.span.start);
        let warning = |line: usize, deviation| Warning {
            file: Arc::clone(source.name()),
            line,
            column: 1,
            deviation,
        };
        let found: Vec<(usize, &str)> = source
            .text()
            .lines()
            .enumerate()
            .skip(row)
            .map(|(row, text)| (source.line_of_row(row), text))
            .collect();
        let exported = self.to_pbn();
        let mut exported = exported.lines().skip_while(|line| !line.starts_with("[Event "));
        let mut warnings = Vec::new();
        let mut differs = false;
        for (line, text) in found {
            let Some(right) = exported.next().filter(|right| !right.is_empty()) else { break };
            if text.chars().count() > MOST_CHARACTERS {
                warnings.push(warning(line, Deviation::LongLine));
            }
            if !differs && text != right {
                differs = true;
                let right = right.to_owned();
                warnings.push(warning(line, Deviation::NotExport { right }));
            }
        }
        warnings
    }
}
