//! Where problems come from: files, folders, and the examples that come with the program.

use std::fs;
use std::path::{Path, PathBuf};

use miette::Diagnostic;
use thiserror::Error;

use crate::notation::{Fault, Problem, problem};

/// The examples that come with the program: file name and text.
const BUNDLED: [(&str, &str); 4] = [
    ("paper-ex1.pbn", include_str!("../../problems/paper/paper-ex1.pbn")),
    ("paper-ex2.pbn", include_str!("../../problems/paper/paper-ex2.pbn")),
    ("paper-ex3.pbn", include_str!("../../problems/paper/paper-ex3.pbn")),
    ("paper-ex4.pbn", include_str!("../../problems/paper/paper-ex4.pbn")),
];

/// Why a problem could not be read.
#[derive(Debug, Error, Diagnostic)]
pub enum Trouble {
    /// The file or folder cannot be read.
    #[error("{}: {source}", path.display())]
    #[diagnostic(help("give a PBN file, or a folder of .pbn files"))]
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
}

/// The problems found, and the trouble with the others.
#[derive(Debug, Default)]
pub struct Collection {
    /// The good problems, in the order of the paths and of the files.
    pub problems: Vec<Problem>,
    /// What was wrong with the rest.
    pub troubles: Vec<Trouble>,
}

/// Reads the problems of files and folders; of no path, the examples that come with the program.
pub fn collect(paths: &[PathBuf]) -> Collection {
    let mut collection = Collection::default();
    if paths.is_empty() {
        for (name, text) in BUNDLED {
            collection.add(name, text.as_bytes());
        }
    }
    for path in paths {
        collection.read(path);
    }
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
