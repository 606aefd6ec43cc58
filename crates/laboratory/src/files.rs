//! Files that are written completely or not at all, and files that grow.
//!
//! If writing fails (a full disk, bad input, Ctrl-C), the old file is left as it was.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

/// A file that is being written. Until [`NewFile::finish`] it has a temporary name in the same
/// folder; if it is dropped unfinished it is removed.
///
/// Symbolic links are followed and stay links; their target is replaced. Anything that is not a
/// file on a disk (`/dev/stdout`, `/dev/null`, a named pipe) is written directly.
///
/// ```
/// use std::io::Write;
/// use falsecard::files::NewFile;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("kept.pbn");
/// std::fs::write(&path, "old")?;
///
/// let mut given_up = NewFile::create(&path)?;
/// given_up.write_all(b"half of the n")?;
/// drop(given_up);
/// assert_eq!(std::fs::read_to_string(&path)?, "old");
///
/// let mut file = NewFile::create(&path)?;
/// file.write_all(b"new")?;
/// file.finish()?;
/// assert_eq!(std::fs::read_to_string(&path)?, "new");
/// assert_eq!(std::fs::read_dir(folder.path())?.count(), 1, "nothing is left over");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct NewFile(BufWriter<Destination>);

/// Where the bytes of a [`NewFile`] go.
enum Destination {
    /// Directly into something that is not a file on a disk.
    Special(File),
    /// Into a temporary file in the folder of the file that it will replace.
    Beside { file: NamedTempFile, target: PathBuf, _unfinished: UnfinishedName },
}

impl NewFile {
    /// Starts a new file for that path. If it replaces a file, it takes over that file's
    /// permissions.
    ///
    /// # Errors
    ///
    /// If the old file is not writable, or no file can be made in its folder.
    pub fn create(path: &Path) -> io::Result<Self> {
        let place = match destination(path) {
            Some(target) => Destination::beside(target)?,
            None => Destination::Special(File::options().append(true).open(path)?),
        };
        Ok(Self(BufWriter::new(place)))
    }

    /// Moves the file to its final name.
    ///
    /// # Errors
    ///
    /// If not all bytes can be written; the old file is then left as it was.
    pub fn finish(self) -> io::Result<()> {
        match self.0.into_inner().map_err(io::IntoInnerError::into_error)? {
            Destination::Special(_) => Ok(()),
            Destination::Beside { file, target, .. } => {
                file.as_file().sync_all()?;
                file.persist(target).map(|_| ()).map_err(|error| error.error)
            }
        }
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Writes a file whole, or leaves the old one as it was.
///
/// # Errors
///
/// The errors of [`NewFile::create`] and [`NewFile::finish`].
pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut file = NewFile::create(path)?;
    file.write_all(contents)?;
    file.finish()
}

/// A file that grows by pieces, so that long work can resume after a stop. Its first line
/// identifies its kind: a file with another first line is never written to.
#[derive(Debug)]
pub struct GrowingFile {
    file: File,
    /// The length of the first line, in bytes.
    head: usize,
}

impl GrowingFile {
    /// Opens or creates the file, and returns it with the bytes behind its first line, `head`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidData`] if the file has another first line; otherwise the error of the
    /// system.
    pub fn open(path: &Path, head: &[u8]) -> io::Result<(Self, Vec<u8>)> {
        let mut file =
            File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        let mut found = Vec::new();
        file.read_to_end(&mut found)?;
        if head.starts_with(&found) {
            file.write_all(&head[found.len()..])?;
            found = head.to_vec();
        }
        if !found.starts_with(head) {
            return Err(ErrorKind::InvalidData.into());
        }
        let kept = found.split_off(head.len());
        Ok((Self { file, head: head.len() }, kept))
    }

    /// Truncates the file to `kept` bytes behind the first line, to drop a piece that was not
    /// written whole.
    ///
    /// # Errors
    ///
    /// The error of the system.
    pub fn cut(&mut self, kept: usize) -> io::Result<()> {
        self.file.set_len((self.head + kept) as u64)?;
        self.file.seek(SeekFrom::End(0)).map(|_| ())
    }

    /// Appends a piece with one write.
    ///
    /// # Errors
    ///
    /// The error of the system; a part of the piece may then be in the file.
    pub fn append(&mut self, piece: &[u8]) -> io::Result<()> {
        self.file.write_all(piece)
    }
}

impl Destination {
    fn beside(target: PathBuf) -> io::Result<Self> {
        let old = match File::options().write(true).open(&target) {
            Ok(old) => Some(old),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let file = temporary(folder.unwrap_or(Path::new(".")))?;
        let unfinished = UnfinishedName::listed(file.path());
        if let Some(old) = old {
            take_rights(file.as_file(), &old)?;
        }
        Ok(Self::Beside { file, target, _unfinished: unfinished })
    }
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Special(file) => file.write(bytes),
            Self::Beside { file, .. } => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Special(file) => file.flush(),
            Self::Beside { file, .. } => file.flush(),
        }
    }
}

/// Prefixes of the paths of files that the process already has open. Whoever opened them expects
/// the bytes in them, not a replacement.
const OPEN_ALREADY: [&str; 4] = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"];

/// The longest chain of symbolic links that is followed, as in Linux.
const LINKS: usize = 40;

/// The path that a name leads to through all symbolic links, whether or not it exists; `None` if it
/// is not a file on a disk.
fn destination(path: &Path) -> Option<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let is_special = fs::metadata(&path).is_ok_and(|found| !found.is_file());
        if is_special || OPEN_ALREADY.iter().any(|name| path.starts_with(name)) {
            return None;
        }
        match fs::read_link(&path) {
            Ok(link) => path = path.parent().unwrap_or(Path::new("")).join(link),
            Err(_) => break,
        }
    }
    Some(path)
}

/// A new temporary file in a folder, with the default permissions of new files.
fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".falsecard-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Gives a file the permissions of another, and its owner where the user may do so.
fn take_rights(file: &File, other: &File) -> io::Result<()> {
    let rights = other.metadata()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        // Only root may change the owner; other users mostly own the old file anyway.
        let _ = fchown(file, Some(rights.uid()), Some(rights.gid()));
    }
    file.set_permissions(rights.permissions())
}

/// The temporary names of the files being written.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Keeps a temporary name in [`UNFINISHED`] until it is dropped.
struct UnfinishedName(PathBuf);

impl UnfinishedName {
    fn listed(path: &Path) -> Self {
        unfinished().push(path.to_owned());
        Self(path.to_owned())
    }
}

impl Drop for UnfinishedName {
    fn drop(&mut self) {
        unfinished().retain(|path| *path != self.0);
    }
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all unfinished files. Call it before the process exits without finishing them.
pub fn abandon() {
    for path in unfinished().drain(..) {
        // The file may be gone, or have its final name, by now.
        let _ = fs::remove_file(path);
    }
}
