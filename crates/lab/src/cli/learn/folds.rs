//! `falsecard-lab learn --folds`: cross-validation, in which games are judged by fits to other
//! games.

use miette::Result;

use super::{Args, RecordWithSystem, game_by_game, report};
use crate::learn::{Folds, GameFindings, RecordSurvey, Study};
use falsecard_laboratory::records::{Acquaintance, GameRecord, other_systems};
use falsecard_program::cli::settings::is_interrupted;
use falsecard_program::cli::{LeftOut, Output};

impl Args {
    /// Reports for each file what beliefs are worth under fits to games of other persons.
    pub(super) fn judge_fits(
        &self,
        folds: usize,
        left_out: &mut LeftOut,
        output: &mut Output,
    ) -> Result<usize> {
        let (reads, counts) = self.all(&self.files, left_out)?;
        if reads.is_empty() || is_interrupted() {
            return Ok(0);
        }
        let records: Vec<&GameRecord> = reads.iter().map(|(record, _)| record).collect();
        let inquiry = self.inquiry()?;
        let acquaintance = self
            .acquainted
            .then(|| Acquaintance::new(&reads[0].1, records.iter().copied(), other_systems()));
        let study = Study::of(&reads, self.seed);
        let everybody: Vec<usize> = (0..reads.len()).collect();
        // From it others are found sooner.
        let near = study.style(&everybody, None);
        let mut looks: Vec<Option<GameFindings>> = reads.iter().map(|_| None).collect();
        for split in Folds::of(&records, folds).each() {
            let style = study.style(&split.others, Some(&near));
            let one = |&at: &usize| {
                let (record, agreed): &RecordWithSystem = &reads[at];
                let mut system = style.of_players(agreed.clone());
                if let Some(others) = &acquaintance {
                    let play = (&record.play).into();
                    system = others.at_table(&system, &record.players, &play).0;
                }
                (at, GameFindings::at(record, &system, &inquiry, self.price > 0))
            };
            for (at, look) in game_by_game(&split.judged, one) {
                looks[at] = Some(look);
            }
            if is_interrupted() {
                return Ok(0);
            }
        }
        let mut looks = looks.into_iter().flatten();
        for (file, games) in self.files.iter().zip(counts).filter(|(_, games)| *games > 0) {
            let mut shown = RecordSurvey::default();
            looks.by_ref().take(games).for_each(|look| shown.add(&look, self.price));
            report::tell(file, &shown, output)?;
        }
        Ok(reads.len())
    }
}
