//! Parts of one job, for machines that share it: `--shard 3/40` does every fortieth piece of the
//! work, and `falsecard merge` joins the parts.
//!
//! A part is a file of JSON lines: what the job is, a line for each piece of work with its number,
//! and a last line that says that the part is finished and what the whole was made of. So a part of
//! another job, one that was broken off and one that is missing are told apart before anything is
//! printed.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Lines, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use itertools::Itertools;
use miette::{Result, miette};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Output;
use falsecard_laboratory::problem::source;
use falsecard_laboratory::store::fingerprint;

/// No job is divided into more parts.
const MOST: usize = 100_000;

/// A part of a job: by its number, and how many parts there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shard {
    number: usize,
    of: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let numbers = text.split_once('/').map(|(number, of)| (number.parse(), of.parse()));
        match numbers {
            Some((Ok(number), Ok(of)))
                if (1..=MOST).contains(&of) && (1..=of).contains(&number) =>
            {
                Ok(Self { number, of })
            }
            _ => Err(format!(
                "expected the number of a part and of all parts, from 1/1 to {MOST}/{MOST}, such as 3/40"
            )),
        }
    }
}

impl Shard {
    /// Whether a piece of work, counted from 1, belongs to it. Neighbours belong to different
    /// parts, so that parts take about the same time.
    pub(super) const fn takes(self, item: usize) -> bool {
        item % self.of == self.number % self.of
    }

    fn name(self) -> String {
        format!("{}/{}", self.number, self.of)
    }

    /// Begins a part of a job, of which `what` says all that is to be known before its pieces are.
    pub(super) fn begin(
        self,
        verb: &str,
        what: &impl Serialize,
        output: &mut Output,
    ) -> Result<()> {
        output.json(&Head { part: self.name(), verb: verb.into(), program: source(), what })
    }

    /// Writes what came of a piece of work.
    pub(super) fn item(item: usize, result: &impl Serialize, output: &mut Output) -> Result<()> {
        output.json(&Item { item, result })
    }

    /// Says that the part is finished.
    pub(super) fn end(self, pieces: &Pieces, output: &mut Output) -> Result<()> {
        let Pieces { count: of, digest } = pieces.clone();
        output.json(&End { finished: self.name(), of, digest })
    }
}

/// All pieces of a job, whoever does them.
#[derive(Debug, Clone, Default)]
pub(super) struct Pieces {
    count: usize,
    digest: String,
}

impl Pieces {
    /// One more, with all that its result depends on; returns its number from 1.
    pub(super) fn add(&mut self, key: &str) -> usize {
        self.count += 1;
        self.depend_on(key);
        self.count
    }

    /// Something else that results depend on.
    pub(super) fn depend_on(&mut self, what: &str) {
        self.digest = fingerprint(&format!("{} {what}", self.digest));
    }
}

/// The job.
#[derive(Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[schemars(rename = "PartHead")]
pub(super) struct Head<T> {
    /// Which part of how many: `3/40`.
    part: String,
    /// The verb: `match` or `run`.
    verb: String,
    /// The version of the program, with a digest of its source.
    program: String,
    /// What is known of the job beforehand. Of a match it is this; of a run, what is asked.
    what: T,
}

/// A piece of work.
#[derive(JsonSchema, Serialize, Deserialize)]
#[schemars(rename = "PartItem")]
pub(super) struct Item<T> {
    /// The number of the piece of work: of a board in a match, of a problem in a run.
    item: usize,
    /// What came of it: in a match a board, in a run the trials of a problem or `null` if it cannot
    /// be solved.
    result: T,
}

/// The end of a part.
#[derive(Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[schemars(rename = "PartEnd")]
pub(super) struct End {
    /// The part that is finished.
    finished: String,
    /// How many pieces all parts have together.
    of: usize,
    /// A digest of all that results depend on. Every part of a job has it.
    digest: String,
}

/// All parts of a job.
pub(super) struct Parts {
    pub(super) verb: String,
    what: Value,
    in_order: Vec<Part>,
    /// The number of pieces.
    pub(super) of: usize,
}

struct Part {
    path: PathBuf,
    shard: Shard,
    head: Head<Value>,
    lines: Lines<BufReader<File>>,
    end: End,
}

impl Part {
    fn open(path: &Path) -> Result<Self> {
        let name = path.display();
        let trouble = |error: io::Error| miette!("{name}: {error}");
        let mut file = File::open(path).map_err(trouble)?;
        let last = last_line(&mut file).map_err(trouble)?;
        let mut lines = BufReader::new(file).lines();
        let first = lines.next().transpose().map_err(trouble)?.unwrap_or_default();
        let head = serde_json::from_str::<Head<Value>>(&first).ok();
        let known = head.and_then(|head| Some((head.part.parse::<Shard>().ok()?, head)));
        let Some((shard, head)) = known else {
            let help =
                "match and run write one with --shard: falsecard match --shard 1/40 > part-1.jsonl";
            return Err(miette!(help = help, "{name}: this is no part of a job"));
        };
        let end = serde_json::from_str::<End>(&last).ok().filter(|end| end.finished == head.part);
        let Some(end) = end else {
            let help =
                "run it again; with --out a match goes on where it was, and run with its --cache";
            return Err(miette!(help = help, "{name}: part {} was not finished", head.part));
        };
        Ok(Self { path: path.to_owned(), shard, head, lines, end })
    }

    /// The result of the next piece.
    fn next<T: DeserializeOwned>(&mut self, item: usize) -> Result<T> {
        let line = self.lines.next().transpose();
        let line = line.map_err(|error| miette!("{}: {error}", self.path.display()))?;
        let read = serde_json::from_str::<Item<T>>(&line.unwrap_or_default());
        let found = read.ok().filter(|read| read.item == item);
        let fault = || miette!("{}: there is no result of piece {item}", self.path.display());
        found.map(|found| found.result).ok_or_else(fault)
    }
}

/// No last line of a part is longer.
const LONGEST_END: u64 = 1 << 12;

/// The last line of a file; the file is left at its beginning.
fn last_line(file: &mut File) -> io::Result<String> {
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(LONGEST_END)))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    file.rewind()?;
    Ok(String::from_utf8_lossy(&bytes).lines().next_back().unwrap_or_default().to_owned())
}

impl Parts {
    /// All parts of one job, in any order.
    pub(super) fn open(paths: &[PathBuf]) -> Result<Self> {
        let mut parts = paths.iter().map(|path| Part::open(path)).collect::<Result<Vec<_>>>()?;
        parts.sort_by_key(|part| part.shard.number);
        let Some(first) = parts.first() else { return Err(miette!("there are no parts")) };
        for other in &parts[1..] {
            first.is_of_one_job_with(other)?;
        }
        let of = first.shard.of;
        let twice = parts.iter().tuple_windows().find(|(one, next)| one.shard == next.shard);
        if let Some((one, next)) = twice {
            let [one, next] = [one, next].map(|part| part.path.display().to_string());
            return Err(miette!("{one} and {next} are the same part"));
        }
        let missing = |number: &usize| parts.iter().all(|part| part.shard.number != *number);
        let missing: Vec<usize> = (1..=of).filter(missing).collect();
        if !missing.is_empty() {
            let few = missing.iter().take(10).map(|number| format!("{number}/{of}")).join(", ");
            let more = if missing.len() > 10 { ", …" } else { "" };
            return Err(miette!("{} of {of} parts are missing: {few}{more}", missing.len()));
        }
        let (verb, what, of) = (first.head.verb.clone(), first.head.what.clone(), first.end.of);
        Ok(Self { verb, what, in_order: parts, of })
    }

    /// What the job is.
    pub(super) fn what<T: DeserializeOwned>(&self) -> Result<T> {
        let fault = |error| miette!("{}: {error}", self.in_order[0].path.display());
        T::deserialize(&self.what).map_err(fault)
    }

    /// Hands on the results of all pieces in their order.
    pub(super) fn each<T: DeserializeOwned>(
        &mut self,
        mut hand_on: impl FnMut(T) -> Result<()>,
    ) -> Result<()> {
        let among = self.in_order.len();
        (1..=self.of).try_for_each(|item| hand_on(self.in_order[(item - 1) % among].next(item)?))
    }
}

impl Part {
    fn is_of_one_job_with(&self, other: &Self) -> Result<()> {
        let [one, two] = [self, other].map(|part| part.path.display().to_string());
        let job = |part: &Self| (part.head.verb.clone(), part.shard.of, part.head.what.clone());
        if self.head.program != other.head.program {
            return Err(miette!(
                "{one} and {two} were written by different versions of the program"
            ));
        }
        if job(self) != job(other) {
            return Err(miette!("{one} and {two} are not parts of one job"));
        }
        if (self.end.of, &self.end.digest) != (other.end.of, &other.end.digest) {
            let help = "every part has to be given the same files, settings and agreements";
            return Err(miette!(help = help, "{one} and {two} are not parts of one job"));
        }
        Ok(())
    }
}
