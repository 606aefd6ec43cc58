//! Files that are written whole or not at all.
//!
//! Whatever goes wrong while a file is written, a full disk, bad input or Ctrl-C, what stood there
//! before stands there still.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

/// A file on its way to being written. Until it is finished it stands under another name in the
/// same folder, and is removed if it never is.
///
/// Links are followed: what they lead to is written anew, and they stay. What is no file on a disk
/// (`/dev/stdout`, `/dev/null`, a named pipe) takes what is written as it comes.
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
pub struct NewFile(BufWriter<Place>);

/// Where the bytes go.
enum Place {
    /// Into what is no file on a disk.
    Special(File),
    /// Into a file beside the one that it will replace.
    Beside { file: NamedTempFile, target: PathBuf, _unfinished: Unfinished },
}

impl NewFile {
    /// A new file of that name, for the time being beside what has the name now. It will have the
    /// permissions of what it replaces.
    ///
    /// # Errors
    ///
    /// When the file may not be written, or none may be written beside it.
    pub fn create(path: &Path) -> io::Result<Self> {
        let place = match destination(path) {
            Some(target) => Place::beside(target)?,
            None => Place::Special(File::options().append(true).open(path)?),
        };
        Ok(Self(BufWriter::new(place)))
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    ///
    /// When not all of it can be written; then what stood there before stands there still.
    pub fn finish(self) -> io::Result<()> {
        match self.0.into_inner().map_err(io::IntoInnerError::into_error)? {
            Place::Special(_) => Ok(()),
            Place::Beside { file, target, .. } => {
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

/// Writes a file in one go.
///
/// # Errors
///
/// As those of [`NewFile`].
pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut file = NewFile::create(path)?;
    file.write_all(contents)?;
    file.finish()
}

impl Place {
    fn beside(target: PathBuf) -> io::Result<Self> {
        let old = match File::options().write(true).open(&target) {
            Ok(old) => Some(old),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let file = temporary(folder.unwrap_or(Path::new(".")))?;
        let unfinished = Unfinished::listed(file.path());
        if let Some(old) = old {
            take_rights(file.as_file(), &old)?;
        }
        Ok(Self::Beside { file, target, _unfinished: unfinished })
    }
}

impl Write for Place {
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

/// What stands for files that the program has open already: their names lead to files on a disk too,
/// but whoever opened those wants to see the bytes there.
const OPEN_ALREADY: [&str; 4] = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"];

/// As many links one after another as Linux follows.
const LINKS: usize = 40;

/// The file that a name leads to over all links, whether or not it exists; `None` if that is no file
/// on a disk.
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

/// A new file in a folder, with the rights that new files have.
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

/// Gives a file the permissions of another, and its owner if the user may.
fn take_rights(file: &File, other: &File) -> io::Result<()> {
    let rights = other.metadata()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        // Only the administrator gives files away; for everybody else it is his own already.
        let _ = fchown(file, Some(rights.uid()), Some(rights.gid()));
    }
    file.set_permissions(rights.permissions())
}

/// The files on their way to being written, by the names that they have until then.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Holds a file's name in the list as long as it is unfinished.
struct Unfinished(PathBuf);

impl Unfinished {
    fn listed(path: &Path) -> Self {
        unfinished().push(path.to_owned());
        Self(path.to_owned())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        unfinished().retain(|path| *path != self.0);
    }
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes what is unfinished, for a program that is about to end without finishing it.
pub fn abandon() {
    for path in unfinished().drain(..) {
        // It may be gone, or in its place, by now.
        let _ = fs::remove_file(path);
    }
}
