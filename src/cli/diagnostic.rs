//! The faults of the library as `miette` tells them: the lines around the place, a mark, and what would be
//! right.

use std::fmt::Display;
use std::iter::once;

use miette::{
    Diagnostic, LabeledSpan, MietteError, MietteSpanContents, Severity, SourceCode, SourceSpan,
    SpanContents,
};

use crate::constraint::SystemFault;
use crate::notation::Fault;
use crate::problem::{NoResults, Trouble};
use crate::text::Excerpt;

impl Diagnostic for Fault {
    fn severity(&self) -> Option<Severity> {
        Some(if self.is_warning() { Severity::Warning } else { Severity::Error })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Self::help(self).map(|help| Box::new(help) as _)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(self.excerpt())
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(here(self.excerpt()))
    }
}

impl Diagnostic for SystemFault {
    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.excerpt)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(here(&self.excerpt))
    }
}

/// The mark of a place.
fn here(excerpt: &Excerpt) -> Box<dyn Iterator<Item = LabeledSpan>> {
    Box::new(once(LabeledSpan::new_with_span(Some("here".to_owned()), excerpt.span())))
}

impl Diagnostic for Trouble {
    fn severity(&self) -> Option<Severity> {
        self.fault().and_then(Diagnostic::severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        let help = match self {
            Self::Fault(fault) => return Diagnostic::help(&**fault),
            Self::Unreadable { .. } => {
                "give a PBN file, a folder of .pbn files, or the name of a set: \"falsecard run --sets\" lists them"
            }
            Self::Empty { .. } => {
                "a problem is a PBN game with the tags Problem, Category, Decider, Answer"
            }
            Self::SameName { .. } => "give each problem an identifier of its own in [Problem]",
        };
        Some(Box::new(help))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.fault().and_then(Diagnostic::source_code)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.fault().and_then(Diagnostic::labels)
    }
}

impl Trouble {
    /// The rule that a file breaks, if that is the trouble.
    fn fault(&self) -> Option<&Fault> {
        if let Self::Fault(fault) = self { Some(fault) } else { None }
    }
}

impl Diagnostic for NoResults {
    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        let help = "results are the lines that \"falsecard run --json\" prints";
        matches!(self, Self::Malformed { .. }).then(|| Box::new(help) as _)
    }
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        context_lines_before: usize,
        context_lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let shown = self.text().read_span(span, context_lines_before, context_lines_after)?;
        // Lines before the place begin at their first column.
        let column = if context_lines_before == 0 { self.column() } else { shown.column() };
        Ok(Box::new(MietteSpanContents::new_named(
            self.file().to_owned(),
            shown.data(),
            *shown.span(),
            shown.line() + self.first_line() - 1,
            column,
            shown.line_count(),
        )))
    }
}
