//! The promise of a line of a rule file, with its suits still open.

use super::part::{LineFault, LinePart};
use super::promise::Promise;
use crate::constraint::language::{Condition, Vocabulary, parse_named};

/// A promise whose suits are still open.
#[derive(Debug, Clone)]
pub(super) struct Template {
    condition: String,
    confidence: f64,
    core: Option<String>,
}

/// A template with its suits filled in.
pub(super) struct FilledTemplate {
    pub(super) condition: Condition,
    /// The core that the line states after "within".
    core: Option<Condition>,
    confidence: f64,
    text: String,
}

impl Template {
    /// Reads `condition @ share` or `condition @ share within core`.
    pub(super) fn parse(text: &LinePart) -> Result<Self, LineFault> {
        let (condition, share) = text.split('@', "expected \"@\" and a share, as in \"@ 97%\"")?;
        let (share, core) = match share.text.split_once(" within ") {
            None => (share, None),
            Some((percent, core)) => {
                (LinePart { text: percent, at: share.at }.trim(), Some(core.trim().to_owned()))
            }
        };
        Ok(Self { condition: condition.text.to_owned(), confidence: share.percent()?, core })
    }

    /// Fills in the suits. `None` if the condition names a suit that is not given.
    pub(super) fn with(&self, names: &Vocabulary) -> Option<FilledTemplate> {
        let condition = parse_named(&self.condition, names).ok()?;
        let core = match &self.core {
            Some(core) => Some(parse_named(core, names).ok()?),
            None => None,
        };
        let shown = names.partner.filter(|_| self.condition.contains("combined"));
        let shown = shown.map_or(String::new(), |points| format!(" with {points} shown"));
        let share = 100.0 * self.confidence;
        let text = format!("{}{shown} @ {share}%", names.fill(&self.condition));
        Some(FilledTemplate { condition, core, confidence: self.confidence, text })
    }

    /// Fills in the suits. A fault has its place in the line.
    pub(super) fn fill(
        &self,
        names: &Vocabulary,
        line: &LinePart,
    ) -> Result<FilledTemplate, LineFault> {
        for text in [Some(&self.condition), self.core.as_ref()].into_iter().flatten() {
            let at = line.at + line.text.find(text.as_str()).unwrap_or_default();
            parse_named(text, names).map_err(|fault| LineFault {
                message: fault.message,
                span: at + fault.span.start..at + fault.span.end,
            })?;
        }
        self.with(names).ok_or_else(|| line.fault("some suit is not known here"))
    }
}

impl FilledTemplate {
    /// The promise, with the line and the file's source as its source. With `full`, a line that
    /// states no core gets a softened one.
    pub(super) fn promise(self, label: &str, source: &str, full: bool) -> Promise {
        let said = format!("{label}: {} ({source})", self.text);
        let soft = (full && self.confidence < 1.0).then(|| self.condition.softened());
        let promise = Promise::new(self.condition, self.confidence, said);
        match self.core.or(soft) {
            Some(core) => promise.within(core),
            None => promise,
        }
    }
}
