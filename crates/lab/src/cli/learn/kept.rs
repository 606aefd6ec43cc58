//! Lessons of games, kept in a file so that they are worked out once: whatever is fitted to the
//! same games finds them there.

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

/// Lessons of a kind.
pub(super) struct LessonFile<L> {
    /// Where they are kept, if anywhere.
    file: Option<GrowingFile>,
    /// What stood there, and where in it the lessons of each game are.
    found: Vec<u8>,
    at: HashMap<u64, Range<usize>>,
    /// Stands for the networks that were named, by which positions are read; 0 if none was.
    networks: u64,
    kind: PhantomData<L>,
}

/// A game's lessons follow its key and how many bytes they have.
const KEY: usize = size_of::<u64>();
const LENGTH: usize = size_of::<u32>();

impl<L: Lessons> LessonFile<L> {
    /// Those of a file, if one was named; none where it is not there yet.
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

    /// Notes where each game's lessons are; how many bytes all have.
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

    /// Games with their lessons: of all, unless Ctrl-C ends the work.
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

/// What is worked out of a game depends on the seed too.
fn key(record: &GameRecord, seed: u64) -> u64 {
    record.key() ^ seed.rotate_left(32)
}
