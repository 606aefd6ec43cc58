//! Answers as pages that can be handed on.

use std::path::PathBuf;

use miette::{Result, miette};

use crate::web::HtmlReport;
use falsecard_laboratory::files;

/// The option of the verbs whose answers can be handed on.
#[derive(clap::Args)]
#[group(skip)]
pub(super) struct Args {
    /// Write the answer to this file too, as a page with diagrams and figures that needs nothing
    /// else.
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    html: Option<PathBuf>,
}

/// A report, and the file that it will be.
pub(super) struct Recording {
    path: PathBuf,
    title: &'static str,
    pub(super) report: HtmlReport,
}

impl Args {
    /// The report into which all that is printed goes too, if one is wanted.
    pub(super) fn recording(&self, title: &'static str) -> Option<Recording> {
        let recording = |path| Recording { path, title, report: HtmlReport::default() };
        self.html.clone().map(recording)
    }
}

impl Recording {
    /// Writes the file.
    pub(super) fn write(self) -> Result<()> {
        let page = self.report.page(self.title);
        files::write(&self.path, page.as_bytes())
            .map_err(|error| miette!("{}: {error}", self.path.display()))
    }
}
