//! The file of lessons: what was worked out of games for training, so that later fits to the same
//! games find it.

use std::collections::HashMap;
use std::io::{Error, ErrorKind};
use std::marker::PhantomData;
use std::ops::Range;
use std::path::Path;

use miette::{Result, miette};

use super::{RecordWithSystem, game_by_game};
use crate::learn::Lessons;
use falsecard_laboratory::files::GrowingFile;
use falsecard_laboratory::records::GameRecord;

/// A file of lessons of one kind, by game.
pub(super) struct LessonFile<L> {
    /// The file; `None` if lessons are not kept.
    file: Option<GrowingFile>,
    /// The bytes found in the file.
    found: Vec<u8>,
    at: HashMap<u64, Range<usize>>,
    /// The fingerprint of the named networks, by which positions are read; 0 if none was named.
    networks: u64,
    kind: PhantomData<L>,
}

/// The bytes of a game's key and of its lessons' length, both of which precede the lessons.
const KEY: usize = size_of::<u64>();
const LENGTH: usize = size_of::<u32>();

impl<L: Lessons> LessonFile<L> {
    /// Opens a named file, which may not exist yet; without a name lessons are not kept.
    pub(super) fn open(path: Option<&Path>, networks: Option<u64>) -> Result<Self> {
        let mut kept = Self {
            file: None,
            found: Vec::new(),
            at: HashMap::new(),
            networks: networks.unwrap_or(0),
            kind: PhantomData,
        };
        let Some(path) = path else { return Ok(kept) };
        let fault = |error: Error| {
            let name = path.display();
            if error.kind() == ErrorKind::InvalidData {
                let help = "name a new file, or one of such lessons by this version";
                return miette!(
                    help = help,
                    "{name}: these are not lessons for such a network, and the file is left as it \
                     is"
                );
            }
            miette!("{name}: {error}")
        };
        let head = format!("{}\n", L::KIND);
        let (mut file, found) = GrowingFile::open(path, head.as_bytes()).map_err(fault)?;
        kept.found = found;
        // A game of which only a part was written is done again.
        let whole = kept.list();
        file.cut(whole).map_err(fault)?;
        kept.file = Some(file);
        Ok(kept)
    }

    /// Finds the lessons of each game, and returns how many bytes all have.
    fn list(&mut self) -> usize {
        let mut from = 0;
        while let Some((key, rest)) = self.found[from..].split_first_chunk::<KEY>() {
            let Some((length, rest)) = rest.split_first_chunk::<LENGTH>() else { break };
            let length = u32::from_le_bytes(*length) as usize;
            if rest.len() < length {
                break;
            }
            let begin = from + KEY + LENGTH;
            self.at.insert(u64::from_le_bytes(*key), begin..begin + length);
            from = begin + length;
        }
        from
    }

    /// Games with their lessons, read or worked out now; not of all games if Ctrl-C ends the work.
    pub(super) fn of<'a>(
        &mut self,
        games: &'a [RecordWithSystem],
        seed: u64,
    ) -> Result<Vec<(&'a GameRecord, L)>> {
        let key = |record: &GameRecord| key(record, seed) ^ self.networks;
        let found = |(record, _): &RecordWithSystem| {
            let at = self.at.get(&key(record))?;
            L::read(record, &self.found[at.clone()])
        };
        let found: Vec<Option<L>> = games.iter().map(found).collect();
        let missing: Vec<&RecordWithSystem> =
            games.iter().zip(&found).filter(|(_, it)| it.is_none()).map(|(game, _)| game).collect();
        let new = game_by_game(&missing, |(record, system)| L::of(record, system, seed));
        let keys: Vec<u64> = missing.iter().map(|(record, _)| key(record)).collect();
        for (key, lessons) in keys.into_iter().zip(&new) {
            self.keep(key, &lessons.bytes())
                .map_err(|fault| miette!("the lessons cannot be kept: {fault}"))?;
        }
        let mut new = new.into_iter();
        let each = games.iter().zip(found);
        let with = |((record, _), known): (&'a RecordWithSystem, Option<L>)| {
            Some((record, known.or_else(|| new.next())?))
        };
        Ok(each.map_while(with).collect())
    }

    fn keep(&mut self, key: u64, lessons: &[u8]) -> std::io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let length = u32::try_from(lessons.len()).map_err(|_| ErrorKind::InvalidData)?;
        let mut bytes = key.to_le_bytes().to_vec();
        bytes.extend(length.to_le_bytes());
        bytes.extend(lessons);
        file.append(&bytes)
    }
}

/// The key of a game's lessons, which depend on the seed too.
fn key(record: &GameRecord, seed: u64) -> u64 {
    record.key() ^ seed.rotate_left(32)
}
