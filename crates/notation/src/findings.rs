//! Flaws and deviations found in a text.

use std::ops::Range;
use std::sync::Arc;

use super::deviation::{Deviation, Warning};
use super::fault::{Contents, Cost, Fault, Flaw, SourceText};
use super::limits::MAX_WARNINGS;

/// What was found in a text.
#[derive(Debug, Default)]
pub(super) struct TextFindings {
    /// Flaws that cost the game.
    pub(super) flaws: Vec<Flaw>,
    /// Flaws that cost only the auction or the play.
    pub(super) cuts: Vec<(Flaw, Cost)>,
    deviations: Vec<(Deviation, usize)>,
}

impl TextFindings {
    /// Notes a deviation.
    pub(super) fn note(&mut self, deviation: Deviation, span: &Range<usize>) {
        if self.deviations.len() < MAX_WARNINGS {
            self.deviations.push((deviation, span.start));
        }
    }

    /// Notes a deviation if a word is not spelled as in the standard.
    pub(super) fn note_spelling(&mut self, text: &str, right: &str, span: &Range<usize>) {
        if text != right {
            let text = super::words::quoted(text);
            self.note(Deviation::Spelling { text, right: right.to_owned() }, span);
        }
    }

    /// Adds other findings.
    pub(super) fn add(&mut self, other: Self) {
        self.flaws.extend(other.flaws);
        self.cuts.extend(other.cuts);
        let room = MAX_WARNINGS.saturating_sub(self.deviations.len());
        self.deviations.extend(other.deviations.into_iter().take(room));
    }

    /// Takes out the flaws that cost only the auction or the play, as faults.
    pub(super) fn take_cuts(&mut self, source: &Arc<SourceText>) -> Vec<Fault> {
        let cuts = std::mem::take(&mut self.cuts);
        cuts.into_iter().map(|cut| Fault::of_section(source, cut)).collect()
    }

    /// The deviations with their places.
    pub(super) fn warnings(&self, source: &SourceText) -> impl Iterator<Item = Warning> {
        self.deviations.iter().map(|(deviation, at)| Warning {
            file: Arc::clone(source.name()),
            line: source.line(*at),
            column: source.column(*at),
            deviation: deviation.clone(),
        })
    }
}

impl<T> Contents<T> {
    /// Adds the findings about a text.
    pub(super) fn add_findings(&mut self, findings: TextFindings, source: &Arc<SourceText>) {
        self.warnings.extend(findings.warnings(source));
        let flaws =
            findings.flaws.into_iter().chain(findings.cuts.into_iter().map(|(flaw, _)| flaw));
        self.faults.extend(flaws.map(|flaw| Fault::new(source, flaw)));
    }
}
