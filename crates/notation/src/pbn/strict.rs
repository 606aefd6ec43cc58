//! Strict checks: rules of PBN that hardly any file keeps, and the export format, which prescribes
//! each line.

use std::sync::Arc;

use super::{known_tag, tables};
use crate::game::{Game, Tag, find};
use crate::{Deviation, Warning, values, words};
use falsecard_bridge::cards::{Seat, Side, Vulnerability};

/// The longest line in characters, with its line end: one character at least, two in export format.
const MOST_CHARACTERS: usize = 255;

impl Game {
    /// Departures from rules of PBN that hardly any file keeps: names and forms of tags, their
    /// order before a section, notes, tables, the length of lines. If the file says `% EXPORT`,
    /// also those from [the export format](Self::export_warnings).
    ///
    /// Only for games read from PBN. Reading them has already given the other warnings. Games that
    /// follow each other without a blank line all get the warnings about long lines of any of them.
    pub fn strict_warnings(&self) -> Vec<Warning> {
        let source = &self.origin.source;
        let stands_here = |tag: &&Tag| tag.span.start > 0;
        let mut warnings: Vec<Warning> = self
            .tags
            .iter()
            .filter(stands_here)
            .flat_map(|tag| {
                self.of_tag(tag).map(|deviation| (source.line(tag.span.start), deviation))
            })
            .chain(self.out_of_order())
            .chain(self.long_lines())
            .map(|(line, deviation)| self.warning(line, deviation))
            .collect();
        if self.origin.is_export {
            warnings.extend(self.export_warnings());
        }
        warnings.sort_by_key(|warning| warning.line);
        warnings
    }

    fn warning(&self, line: usize, deviation: Deviation) -> Warning {
        Warning { file: Arc::clone(self.origin.source.name()), line, column: 1, deviation }
    }

    /// The deviations of a tag.
    fn of_tag<'a>(&self, tag: &'a Tag) -> impl Iterator<Item = Deviation> + use<'a> {
        let unknown = known_tag(&tag.name).is_none();
        let unknown = unknown.then(|| Deviation::UnknownTag { name: tag.name.clone() });
        let table = tables::fault(tag).map(|why| Deviation::Table { tag: tag.name.clone(), why });
        let found = [unknown, values::strict(tag), spare_note(tag), table, self.vulnerable_by(tag)];
        found.into_iter().flatten()
    }

    /// A rubber score that contradicts the vulnerability of the game.
    fn vulnerable_by(&self, tag: &Tag) -> Option<Deviation> {
        if !tag.name.eq_ignore_ascii_case("ScoreRubberHistory") {
            return None;
        }
        let (games, said) = (values::rubber_games(&tag.value)?, self.vulnerability()?);
        let of_side =
            |side: Side, flag| if games[side as usize] > 0 { flag } else { Vulnerability::NONE };
        let right = of_side(Side::NorthSouth, Vulnerability::NS)
            | of_side(Side::EastWest, Vulnerability::EW);
        (right != said).then(|| Deviation::OtherVulnerability {
            said: words::vulnerable_sides(said),
            right: words::vulnerable_sides(right),
        })
    }

    /// The missing or late tags that a section needs before it.
    fn out_of_order(&self) -> Vec<(usize, Deviation)> {
        let is_ending = self.hands().is_some_and(|hands| hands[Seat::North].len() < 13);
        let of_play: &[&'static str] =
            if is_ending { &["Deal", "Contract"] } else { &["Deal", "Declarer", "Contract"] };
        let mut found = Vec::new();
        for (section, needed) in [("Auction", &["Dealer"][..]), ("Play", of_play)] {
            let Some(at) = find(&self.tags, section).map(|tag| tag.span.start) else { continue };
            let stands_before =
                |tag: &str| find(&self.tags, tag).is_some_and(|tag| tag.span.start < at);
            let missing = needed.iter().filter(|tag| !stands_before(tag));
            let line = self.origin.source.line(at);
            found.extend(missing.map(|tag| (line, Deviation::MissingBefore { section, tag })));
        }
        found
    }

    fn long_lines(&self) -> impl Iterator<Item = (usize, Deviation)> {
        let source = &self.origin.source;
        let most = MOST_CHARACTERS - if self.origin.is_export { "\r\n" } else { "\n" }.len();
        let lines = source.text().lines().enumerate();
        let long = lines.filter(move |(_, text)| text.chars().count() > most);
        long.map(|(row, _)| (source.line_of_row(row), Deviation::LongLine))
    }

    /// The first line that differs from PBN's export format, if there is one.
    ///
    /// Only for games read from PBN. Reading them has already given the warnings about departures
    /// from the import format.
    pub fn export_warnings(&self) -> Vec<Warning> {
        let source = &self.origin.source;
        let Some(first) = self.tags.first() else { return Vec::new() };
        let row = source.row(first.span.start);
        let found = source.text().lines().enumerate().skip(row);
        let exported = self.to_pbn();
        let exported = exported.lines().skip_while(|line| !line.starts_with("[Event "));
        let mut pairs = found.zip(exported.take_while(|right| !right.is_empty()));
        let other = pairs.find(|((_, text), right)| text != right);
        let warning = other.map(|((row, _), right)| {
            let right = right.to_owned();
            self.warning(source.line_of_row(row), Deviation::NotExport { right })
        });
        warning.into_iter().collect()
    }
}

/// The deviation for a note that no call or card refers to.
fn spare_note(tag: &Tag) -> Option<Deviation> {
    if !tag.name.eq_ignore_ascii_case("Note") {
        return None;
    }
    let number = tag.value.split_once(':').and_then(|(number, _)| number.trim().parse().ok());
    Some(match number.filter(|number| (1..=32).contains(number)) {
        Some(number) => Deviation::SpareNote { number },
        None => Deviation::Value {
            tag: tag.name.clone(),
            text: words::quoted(&tag.value),
            right: "a note reads 1:text, with a number from 1 to 32".to_owned(),
        },
    })
}
