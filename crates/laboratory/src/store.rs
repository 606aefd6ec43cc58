//! A file of text lines that lasts from one run to the next.
//!
//! Its first line identifies its kind, and a file of another kind is never written to. Lines are
//! appended whole, with one write each, so that several runs may share the file. (When one of them
//! drops old lines, a line that another writes at that moment may be lost.) A torn line, left by a
//! kill or a full disk, is skipped. The file does not outgrow its bound.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::files;

/// The kind of a file of lines.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StoreKind {
    /// What the lines hold, in words.
    pub(crate) what: &'static str,
    /// The first line, with its line end.
    pub(crate) head: &'static str,
}

/// Why a file of lines cannot be read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file is of another kind, and is left unchanged.
    #[error("this is no file of {wanted}, and is left as it is")]
    Foreign {
        /// What the file was to hold, in words.
        wanted: &'static str,
    },
    /// The system does not allow reading or writing.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A file of lines.
#[derive(Debug)]
pub(crate) struct Store {
    path: PathBuf,
    kind: StoreKind,
    /// The largest size of the file, in bytes.
    bound: u64,
}

impl Store {
    pub(crate) fn new(path: &Path, kind: StoreKind, bound: u64) -> Self {
        Self { path: path.to_owned(), kind, bound }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The lines, oldest first; none if there is no file yet. Of a file larger than its bound only
    /// the newest lines are read.
    pub(crate) fn lines(&self) -> Result<Vec<String>, StoreError> {
        match fs::metadata(&self.path) {
            Ok(found) if found.is_file() => {}
            Ok(_) => return Err(StoreError::Foreign { wanted: self.kind.what }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error.into()),
        }
        let mut file = File::open(&self.path)?;
        if StoreState::of(&mut file, self.kind)? == StoreState::Empty {
            return Ok(Vec::new());
        }
        let from =
            file.metadata()?.len().saturating_sub(self.bound).max(self.kind.head.len() as u64);
        // From the byte before, for what stands before the first end of a line is the rest of one.
        file.seek(SeekFrom::Start(from - 1))?;
        let mut bytes = Vec::new();
        file.take(self.bound + 1).read_to_end(&mut bytes)?;
        let text = String::from_utf8_lossy(&bytes);
        Ok(text.split_terminator('\n').skip(1).map(str::to_owned).collect())
    }

    /// Appends a line. If there is no room, old lines are dropped: first those that are not useful.
    pub(crate) fn append(
        &self,
        line: &str,
        is_useful: impl Fn(&str) -> bool,
    ) -> Result<(), StoreError> {
        if let Some(folder) = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder)?;
        }
        let room = self.bound.saturating_sub(line.len() as u64 + 2);
        if fs::metadata(&self.path).is_ok_and(|found| found.len() > room) {
            self.prune(is_useful)?;
        }
        // Opened anew for each line: the file may have been deleted, or pruned by another run.
        let mut file = File::options().read(true).append(true).create(true).open(&self.path)?;
        let before = match StoreState::of(&mut file, self.kind)? {
            StoreState::Empty => {
                file.set_len(0)?;
                self.kind.head
            }
            StoreState::Torn => "\n",
            StoreState::Whole => "",
        };
        Ok(file.write_all(format!("{before}{line}\n").as_bytes())?)
    }

    /// Rewrites the file with the lines that fit into half of its bound.
    fn prune(&self, is_useful: impl Fn(&str) -> bool) -> Result<(), StoreError> {
        let kept = remaining(self.lines()?, self.bound / 2, is_useful);
        let lines = kept.iter().flat_map(|line| [line, "\n"]);
        let text: String = std::iter::once(self.kind.head).chain(lines).collect();
        Ok(files::write(&self.path, text.as_bytes())?)
    }
}

/// The lines to keep when there is room for this many bytes: the newest useful ones, and of the
/// others the newest if all useful ones have room.
fn remaining(lines: Vec<String>, room: u64, is_useful: impl Fn(&str) -> bool) -> Vec<String> {
    let length = |line: &String| line.len() as u64 + 1;
    let useful: Vec<bool> = lines.iter().map(|line| is_useful(line)).collect();
    let mut excess = lines.iter().map(length).sum::<u64>().saturating_sub(room);
    let mut stays = vec![true; lines.len()];
    for in_turn in [false, true] {
        for (at, line) in lines.iter().enumerate() {
            if useful[at] == in_turn && excess > 0 {
                stays[at] = false;
                excess = excess.saturating_sub(length(line));
            }
        }
    }
    lines.into_iter().zip(stays).filter_map(|(line, stays)| stays.then_some(line)).collect()
}

/// The state of a file when it is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StoreState {
    /// Empty, or with a part of the first line.
    Empty,
    /// The last line has no line end.
    Torn,
    /// All lines are whole.
    Whole,
}

impl StoreState {
    fn of(file: &mut File, kind: StoreKind) -> Result<Self, StoreError> {
        file.rewind()?;
        let (wanted, mut head) = (kind.head.as_bytes(), Vec::new());
        Read::take(&mut *file, wanted.len() as u64).read_to_end(&mut head)?;
        if head.len() < wanted.len() && wanted.starts_with(&head) {
            return Ok(Self::Empty);
        }
        if head != wanted {
            return Err(StoreError::Foreign { wanted: kind.what });
        }
        let mut last = [0];
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
        Ok(if last == *b"\n" { Self::Whole } else { Self::Torn })
    }
}

/// A 64-bit hash of bytes (FNV-1a; Fowler, Noll and Vo), the same on every machine and in every
/// version.
pub fn digest(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |digest, byte| {
        (digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// A 64-bit hash of a text in hexadecimal, by which stored results are found again.
pub fn fingerprint(text: &str) -> String {
    format!("{:016x}", digest(text.bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: StoreKind = StoreKind { what: "lines", head: "lines of a test\n" };

    fn store(folder: &tempfile::TempDir, bound: u64) -> Store {
        Store::new(&folder.path().join("new/answers"), LINES, bound)
    }

    #[test]
    fn lines_come_back() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder, 10_000);
        assert!(store.lines().unwrap().is_empty(), "there is no file yet");
        let all = ["a", "b", "c"];
        for (count, line) in all.iter().enumerate() {
            store.append(line, |_| true).unwrap();
            assert_eq!(store.lines().unwrap(), all[..=count]);
        }
        assert!(fs::read_to_string(store.path()).unwrap().starts_with(LINES.head));
    }

    /// As a kill or a full disk leaves it, at whatever byte: the whole lines before stay, and the
    /// next is not glued to the torn one.
    #[test]
    fn torn_lines_are_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder, 10_000);
        store.append("first", |_| true).unwrap();
        store.append("second", |_| true).unwrap();
        let whole = fs::read(store.path()).unwrap();
        for end in 0..=whole.len() {
            fs::write(store.path(), &whole[..end]).unwrap();
            store.append("third", |_| true).unwrap();
            let lines = store.lines().unwrap();
            let complete = whole[..end].split(|&byte| byte == b'\n').count() - 1;
            let wanted = &["first", "second"][..complete.saturating_sub(1)];
            assert_eq!(lines[..wanted.len()], *wanted, "torn at {end}");
            assert_eq!(lines.last().unwrap(), "third", "torn at {end}");
        }
    }

    #[test]
    fn another_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder, 10);
        fs::create_dir(folder.path().join("new")).unwrap();
        for other in ["% PBN 2.1\n", "\n", "{\"falsecard\":1}\n", &"x".repeat(1000)] {
            fs::write(store.path(), other).unwrap();
            assert!(matches!(store.lines(), Err(StoreError::Foreign { .. })), "{other}");
            assert!(
                matches!(store.append("a", |_| true), Err(StoreError::Foreign { .. })),
                "{other}"
            );
            assert_eq!(fs::read_to_string(store.path()).unwrap(), other);
        }
        let folder = Store::new(folder.path(), LINES, 10);
        assert!(matches!(folder.lines(), Err(StoreError::Foreign { .. })), "a folder is no file");
    }

    /// The file stays within its bound; what is of no use goes first, and what is old.
    #[test]
    fn the_bound_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let bound = 2_000;
        let store = store(&folder, bound);
        let is_useful = |line: &str| line.starts_with("new");
        (0..100).for_each(|n| store.append(&format!("old {n:03}"), is_useful).unwrap());
        for n in 0..1_000 {
            store.append(&format!("new {n:03}"), is_useful).unwrap();
            let lines = store.lines().unwrap();
            assert!(fs::metadata(store.path()).unwrap().len() <= bound);
            assert_eq!(lines.last().unwrap(), &format!("new {n:03}"));
            let numbers: Vec<&str> = lines.iter().map(String::as_str).collect();
            let newest_first = numbers.split(|line| !is_useful(line)).next_back().unwrap();
            assert!(newest_first.is_sorted(), "{lines:?}");
            if !lines.contains(&"new 000".to_owned()) {
                assert!(lines.iter().all(|line| is_useful(line)), "{lines:?}");
            }
        }
        assert!(store.lines().unwrap().len() > 50, "no more is dropped than has to be");
    }
}
