//! Limits on input: beyond them a reader returns an error before it runs out of memory or time.

use std::io::{self, Read};

/// The longest text of one game, and so the longest line, in bytes. The longest game of 969 PBN
/// files seen has a hundredth of this.
pub const MAX_GAME: usize = 1 << 20;

/// The most tags of one game. The standard knows about a hundred, and 32 notes in each of two
/// sections.
pub const MAX_TAGS: usize = 1_000;

/// The largest file that is held in memory as a whole, in bytes: a problem set, or bytes from a
/// caller. The largest of 969 PBN files seen has a tenth of this. Files that are read game by game
/// may have any size.
pub const MAX_BYTES: usize = 64 << 20;

/// The most faults, and the most warnings, that are kept of a file held as a whole. A file with
/// more faults is hardly a file of games.
pub const MAX_FAULTS: usize = 1_000;

/// The most warnings that are kept of one game.
pub const MAX_WARNINGS: usize = 100;

/// The largest rule file, in bytes. The largest that comes with the program has a fortieth of this.
pub const MAX_RULES: usize = 1 << 20;

/// The largest file of remembered answers, in bytes: some 50,000 answers. When it would grow
/// beyond, half of it is freed.
pub const MAX_ANSWERS: usize = 32 << 20;

/// Reads a file of at most `limit` bytes. Of a longer one, only `limit + 1` bytes are read.
///
/// # Errors
///
/// An error of reading, or [`InvalidData`](io::ErrorKind::InvalidData) if there are more bytes.
///
/// ```
/// use falsecard::notation::limits::read_at_most;
///
/// assert_eq!(read_at_most(&b"abc"[..], 3)?, b"abc");
/// let refused = read_at_most(std::io::repeat(b' '), 3).unwrap_err();
/// assert_eq!(refused.to_string(), "it holds more than 3 bytes");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_at_most(input: impl Read, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > limit {
        let why = format!("it holds more than {limit} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, why));
    }
    Ok(bytes)
}
