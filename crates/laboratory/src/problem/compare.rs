//! The changes between two runs over problems.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use itertools::Itertools;
use thiserror::Error;

use super::{Difference, Sheet, Verdict};
use falsecard_notation::limits::{MAX_BYTES, read_at_most};

/// Why a results file cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NoResults {
    /// The file cannot be read.
    #[error("{}: {source}", path.display())]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// A line is no verdict.
    #[error("{}:{line}: {source}", path.display())]
    Malformed {
        /// The path.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The JSON error.
        source: serde_json::Error,
    },
}

/// Reads the verdicts that `falsecard run --json` has printed, from a file of at most
/// [`MAX_BYTES`].
///
/// # Errors
///
/// [`NoResults`], which names the line at fault.
pub fn read_results(path: &Path) -> Result<Vec<Verdict>, NoResults> {
    let bytes = File::open(path).and_then(|file| read_at_most(file, MAX_BYTES));
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other));
    let text = text.map_err(|source| NoResults::Unreadable { path: path.to_owned(), source })?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(at, line)| {
            serde_json::from_str(line).map_err(|source| NoResults::Malformed {
                path: path.to_owned(),
                line: at + 1,
                source,
            })
        })
        .collect()
}

/// The trials that two runs share, with both verdicts of each.
#[derive(Debug, Clone)]
pub struct Changes<'a> {
    shared: Vec<(&'a Verdict, &'a Verdict)>,
}

impl<'a> Changes<'a> {
    /// Pairs the verdicts of an earlier and a later run, in the order of the later run.
    pub fn between(before: &'a [Verdict], after: &'a [Verdict]) -> Self {
        let key = |v: &Verdict| (v.problem.clone(), v.engine.clone(), v.seed);
        let earlier: HashMap<_, _> = before.iter().map(|verdict| (key(verdict), verdict)).collect();
        let pair = |now: &'a Verdict| Some((*earlier.get(&key(now))?, now));
        Self { shared: after.iter().filter_map(pair).collect() }
    }

    /// A row for each trial whose card or verdict has changed.
    pub fn trials(&self) -> Sheet {
        let mut sheet = Sheet::new(["problem", "engine", "seed", "answer", "was", "is", "change"]);
        for (was, is) in &self.shared {
            let change = match (was.solved, is.solved) {
                (false, true) => "gained",
                (true, false) => "lost",
                _ if was.card != is.card => "other card",
                _ => continue,
            };
            sheet.rows.push(vec![
                is.problem.clone(),
                is.engine.clone(),
                is.seed.to_string(),
                is.answer.join(" "),
                was.card.clone(),
                is.card.clone(),
                change.to_owned(),
            ]);
        }
        sheet
    }

    /// A row for each engine: how many of the shared trials it solved before and now, how many it
    /// gained and lost, and the paired difference.
    pub fn engines(&self) -> Sheet {
        let mut sheet = Sheet::new([
            "engine",
            "n",
            "was",
            "is",
            "gained",
            "lost",
            "difference, points of 100 [95 %]",
        ]);
        for engine in self.shared.iter().map(|(_, is)| &is.engine).unique() {
            let mine: Vec<_> = self.shared.iter().filter(|(_, is)| is.engine == *engine).collect();
            let count = |holds: fn(&Verdict, &Verdict) -> bool| {
                mine.iter().filter(|(was, is)| holds(was, is)).count().to_string()
            };
            let mut gains: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
            for (was, is) in &mine {
                let gain = f64::from(is.solved) - f64::from(was.solved);
                gains.entry(&is.problem).or_default().push(gain);
            }
            let each = gains.values().map(|gains| gains.iter().sum::<f64>() / gains.len() as f64);
            sheet.rows.push(vec![
                engine.clone(),
                mine.len().to_string(),
                count(|was, _| was.solved),
                count(|_, is| is.solved),
                count(|was, is| is.solved && !was.solved),
                count(|was, is| was.solved && !is.solved),
                Difference::of(&each.collect::<Vec<_>>()).to_string(),
            ]);
        }
        sheet
    }
}
