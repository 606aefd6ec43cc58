//! Where problems come from: files, folders, and the sets that come with the program.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use miette::Diagnostic;
use thiserror::Error;

use super::set;
use crate::notation::{Fault, Problem, problem};

/// Why a problem could not be read.
#[derive(Debug, Error, Diagnostic)]
pub enum Trouble {
    /// The file or folder cannot be read.
    #[error("{}: {source}", path.display())]
    #[diagnostic(help(
        "give a PBN file, a folder of .pbn files, or the name of a set: \"falsecard run --sets\" lists them"
    ))]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file breaks a rule.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Fault(#[from] Box<Fault>),
    /// There is no problem in it.
    #[error("{}: no problem found", path.display())]
    #[diagnostic(help("a problem is a PBN game with the tags Problem, Category, Decider, Answer"))]
    Empty {
        /// The path.
        path: PathBuf,
    },
    /// Two different problems have one identifier, so results could not tell them apart.
    #[error(
        "the problem {id} (line {line} of its file) is another than the first one of that name"
    )]
    #[diagnostic(help("give each problem an identifier of its own in [Problem]"))]
    SameName {
        /// The identifier.
        id: String,
        /// Where the second one begins in its file, from 1.
        line: usize,
    },
}

/// The problems found, and the trouble with the others.
#[derive(Debug, Default)]
pub struct Collection {
    /// The good problems, in the order of the paths and of the files.
    pub problems: Vec<Problem>,
    /// What was wrong with the rest.
    pub troubles: Vec<Trouble>,
}

/// Reads problems: each name is a set that comes with the program, or else a file or a folder. No
/// name means the set `paper`. A file that has the name of a set is read as `./NAME`. A problem
/// that is named twice is taken once; of different problems with one identifier only the first.
pub fn collect(names: &[PathBuf]) -> Collection {
    let mut collection = Collection::default();
    let paper = [PathBuf::from("paper")];
    for name in if names.is_empty() { &paper } else { names } {
        match name.to_str().and_then(set) {
            Some(problems) => collection.problems.extend(problems),
            None => collection.read(name),
        }
    }
    collection.keep_one_of_each();
    collection
}

impl Collection {
    fn read(&mut self, path: &Path) {
        let files = match pbn_files(path) {
            Ok(files) => files,
            Err(source) => return self.unreadable(path, source),
        };
        let before = (self.problems.len(), self.troubles.len());
        for file in files {
            match fs::read(&file) {
                Ok(bytes) => self.add(&file.display().to_string(), &bytes),
                Err(source) => self.unreadable(&file, source),
            }
        }
        if before == (self.problems.len(), self.troubles.len()) {
            self.troubles.push(Trouble::Empty { path: path.to_owned() });
        }
    }

    fn keep_one_of_each(&mut self) {
        let mut seen: HashMap<String, String> = HashMap::new();
        for problem in std::mem::take(&mut self.problems) {
            let text = problem.game().to_pbn();
            match seen.get(problem.id()) {
                None => {
                    seen.insert(problem.id().to_owned(), text);
                    self.problems.push(problem);
                }
                Some(first) if *first == text => {}
                Some(_) => self.troubles.push(Trouble::SameName {
                    id: problem.id().to_owned(),
                    line: problem.game().line(),
                }),
            }
        }
    }

    fn unreadable(&mut self, path: &Path, source: std::io::Error) {
        self.troubles.push(Trouble::Unreadable { path: path.to_owned(), source });
    }

    fn add(&mut self, name: &str, bytes: &[u8]) {
        let contents = problem::read(name, bytes);
        self.problems.extend(contents.good);
        self.troubles.extend(contents.faults.into_iter().map(|fault| Box::new(fault).into()));
    }
}

/// The file itself, or all the `.pbn` files of a folder and its subfolders, in order of name.
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
