//! The faults of the library as `miette` tells them: the lines around the place, a mark, and what
//! would be right.

use std::error::Error;
use std::fmt::{self, Display};
use std::iter::once;

use falsecard_engine::constraint::SystemFault;
use falsecard_engine::text::Excerpt;
use falsecard_laboratory::problem::{NoResults, Trouble};
use falsecard_notation::Fault;
use miette::{
    Diagnostic, LabeledSpan, MietteError, MietteSpanContents, Report, Severity, SourceCode,
    SourceSpan, SpanContents,
};

/// A fault of the library, with what would be right and its place in a file.
#[derive(Debug)]
pub struct Located {
    fault: Box<dyn Error + Send + Sync>,
    severity: Option<Severity>,
    help: Option<String>,
    place: Option<Place>,
}

impl Located {
    fn new(fault: impl Error + Send + Sync + 'static) -> Self {
        Self { fault: Box::new(fault), severity: None, help: None, place: None }
    }

    /// Whether it is a fault of a file whose rest is not read.
    pub(super) fn ends_file(&self) -> bool {
        self.fault.downcast_ref::<Fault>().is_some_and(|fault| fault.breach().ends_file())
    }

    fn with_help(self, help: &str) -> Self {
        Self { help: Some(help.to_owned()), ..self }
    }
}

/// A fault of the library as a report.
pub(super) fn located(fault: impl Into<Located>) -> Report {
    fault.into().into()
}

/// Results whose fault is to be told with its place.
pub trait Locate<T> {
    /// The value, or the fault as a report.
    ///
    /// # Errors
    ///
    /// That fault.
    fn located(self) -> miette::Result<T>;
}

impl<T, E: Into<Located>> Locate<T> for Result<T, E> {
    fn located(self) -> miette::Result<T> {
        self.map_err(located)
    }
}

impl From<Fault> for Located {
    fn from(fault: Fault) -> Self {
        let severity = if fault.is_warning() { Severity::Warning } else { Severity::Error };
        Self {
            severity: Some(severity),
            help: fault.help(),
            place: Some(Place(fault.excerpt().clone())),
            ..Self::new(fault)
        }
    }
}

impl From<SystemFault> for Located {
    fn from(fault: SystemFault) -> Self {
        Self { place: Some(Place(fault.excerpt.clone())), ..Self::new(fault) }
    }
}

/// What the library keeps in a box, since it is large.
impl<T: Into<Located>> From<Box<T>> for Located {
    fn from(fault: Box<T>) -> Self {
        (*fault).into()
    }
}

impl From<Trouble> for Located {
    fn from(trouble: Trouble) -> Self {
        let help = match trouble {
            Trouble::Fault(fault) => return Self::from(*fault),
            Trouble::Unreadable { .. } => {
                "give a PBN file, a folder of .pbn files, or the name of a set: \"falsecard run --sets\" lists them"
            }
            Trouble::Empty { .. } => {
                "a problem is a PBN game with the tags Problem, Category, Decider, Answer"
            }
            Trouble::SameName { .. } => "give each problem an identifier of its own in [Problem]",
            _ => return Self::new(trouble),
        };
        Self::new(trouble).with_help(help)
    }
}

impl From<NoResults> for Located {
    fn from(missing: NoResults) -> Self {
        let is_malformed = matches!(missing, NoResults::Malformed { .. });
        let fault = Self::new(missing);
        if !is_malformed {
            return fault;
        }
        fault.with_help("results are the lines that \"falsecard run --json\" prints")
    }
}

impl Display for Located {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.fault.fmt(f)
    }
}

impl Error for Located {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.fault.source()
    }
}

impl Diagnostic for Located {
    fn severity(&self) -> Option<Severity> {
        self.severity
    }

    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as _)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.place.as_ref().map(|place| place as _)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let Place(excerpt) = self.place.as_ref()?;
        let here = LabeledSpan::new_with_span(Some("here".to_owned()), excerpt.span());
        Some(Box::new(once(here)))
    }
}

/// The lines around a fault.
#[derive(Debug)]
struct Place(Excerpt);

impl SourceCode for Place {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        context_lines_before: usize,
        context_lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let Self(excerpt) = self;
        let shown = excerpt.text().read_span(span, context_lines_before, context_lines_after)?;
        // Lines before the place begin at their first column.
        let column = if context_lines_before == 0 { excerpt.column() } else { shown.column() };
        Ok(Box::new(MietteSpanContents::new_named(
            excerpt.file().to_owned(),
            shown.data(),
            *shown.span(),
            shown.line() + excerpt.first_line() - 1,
            column,
            shown.line_count(),
        )))
    }
}
