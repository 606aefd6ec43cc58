//! The sources of problems: files, folders, and the sets that come with the program.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::set;
use falsecard_notation::limits::{MAX_BYTES, read_at_most};
use falsecard_notation::{Fault, Problem, problem};

/// Why a problem could not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Trouble {
    /// The file or folder cannot be read.
    #[error("{}: {source}", path.display())]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The file breaks a rule.
    #[error(transparent)]
    Fault(#[from] Box<Fault>),
    /// The file or folder contains no problem.
    #[error("{}: no problem found", path.display())]
    Empty {
        /// The path.
        path: PathBuf,
    },
    /// Two different problems have one identifier, so results could not tell them apart.
    #[error(
        "the problem {id} (line {line} of its file) is another than the first one of that name"
    )]
    SameName {
        /// The identifier.
        id: String,
        /// The file of the second problem.
        file: String,
        /// The line at which the second problem begins, from 1.
        line: usize,
    },
}

/// Problems that could be read, and why others could not.
#[derive(Debug, Default)]
pub struct Collection {
    /// The problems that could be read, in the order of the paths and of each file.
    pub problems: Vec<Problem>,
    /// Why the other problems could not be read.
    pub troubles: Vec<Trouble>,
    /// The PBN text of each problem, by its identifier.
    seen: HashMap<String, String>,
    /// How many problems were read, repeated ones included.
    taken: usize,
}

/// Reads problems. Each name is a set that comes with the program, a file or a folder; without
/// names the set `paper` is read. A file with the name of a set is written `./NAME`. A problem that
/// occurs twice is taken once; of different problems with one identifier, the first is taken.
pub fn collect(names: &[PathBuf]) -> Collection {
    let mut collection = Collection::default();
    let paper = [PathBuf::from("paper")];
    for name in if names.is_empty() { &paper } else { names } {
        match name.to_str().and_then(set) {
            Some(problems) => {
                let file = format!("set {}", name.display());
                for problem in problems {
                    collection.take(&file, problem);
                }
            }
            None => collection.read(name),
        }
    }
    collection
}

impl Collection {
    fn read(&mut self, path: &Path) {
        let files = match pbn_files(path) {
            Ok(files) => files,
            Err(source) => return self.unreadable(path, source),
        };
        let before = (self.taken, self.troubles.len());
        for file in files {
            let bytes = fs::File::open(&file).and_then(|file| read_at_most(file, MAX_BYTES));
            match bytes {
                Ok(bytes) => self.add(&file.display().to_string(), &bytes),
                Err(source) => self.unreadable(&file, source),
            }
        }
        if before == (self.taken, self.troubles.len()) {
            self.troubles.push(Trouble::Empty { path: path.to_owned() });
        }
    }

    fn unreadable(&mut self, path: &Path, source: std::io::Error) {
        self.troubles.push(Trouble::Unreadable { path: path.to_owned(), source });
    }

    /// Adds a problem unless it is there already.
    fn take(&mut self, file: &str, problem: Problem) {
        self.taken += 1;
        let text = problem.game().to_pbn();
        match self.seen.get(problem.id()) {
            Some(first) if *first == text => {}
            Some(_) => self.troubles.push(Trouble::SameName {
                id: problem.id().to_owned(),
                file: file.to_owned(),
                line: problem.game().line(),
            }),
            None => {
                self.seen.insert(problem.id().to_owned(), text);
                self.problems.push(problem);
            }
        }
    }

    fn add(&mut self, name: &str, bytes: &[u8]) {
        let contents = problem::read(name, bytes);
        for problem in contents.good {
            self.take(name, problem);
        }
        self.troubles.extend(contents.faults.into_iter().map(|fault| Box::new(fault).into()));
    }
}

/// The folders of a collection by name, each with its problems, as the index pages list them.
///
/// # Errors
///
/// The first [`Trouble`] with a folder or a file.
pub fn folders(path: &Path) -> Result<Vec<(String, Vec<Problem>)>, Trouble> {
    let unreadable = |source| Trouble::Unreadable { path: path.to_owned(), source };
    let entries = fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut paths: Vec<PathBuf> =
        entries.map_err(unreadable)?.iter().map(fs::DirEntry::path).collect();
    paths.retain(|path| path.is_dir());
    paths.sort();
    let read = |path: &PathBuf| {
        let mut collection = Collection::default();
        collection.read(path);
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let trouble = collection.troubles.into_iter().next();
        trouble.map_or(Ok((name, collection.problems)), Err)
    };
    paths.iter().map(read).collect()
}

/// The paths of a file, or of all `.pbn` files of a folder and its subfolders, in order of name.
fn pbn_files(path: &Path) -> std::io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut entries =
        fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
    entries.sort();
    let mut files = Vec::new();
    for entry in entries {
        if entry.is_dir() && !entry.is_symlink() {
            files.extend(pbn_files(&entry)?);
        } else if entry.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pbn")) {
            files.push(entry);
        }
    }
    Ok(files)
}
