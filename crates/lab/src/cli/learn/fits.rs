//! The fits of `falsecard-lab learn`, written to files.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use miette::{Result, miette};

use super::lesson_file::LessonFile;
use super::{Args, RecordWithSystem};
use crate::learn::{Examples, Study};
use falsecard_engine::carding::player::CardNetwork;
use falsecard_engine::cards::Side;
use falsecard_engine::constraint::{CallNetwork, NoProfile, System};
use falsecard_engine::network::Network;
use falsecard_engine::text::quoted;
use falsecard_laboratory::files;
use falsecard_laboratory::records::{Profile, boards_of};
use falsecard_laboratory::store::digest;
use falsecard_program::cli::settings::{is_interrupted, system};
use falsecard_program::cli::{Agreements, LeftOut, No, Progress, network};
use falsecard_program::wording::counted;

/// Writes a file whole or not at all.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    files::write(path, bytes).map_err(|error| miette!("{}: {error}", path.display()))
}

/// The pairs with most boards, for whoever asked for a pair without any.
fn known_pairs(reads: &[RecordWithSystem]) -> String {
    let sides = [Side::NorthSouth, Side::EastWest];
    let mut boards: BTreeMap<[&str; 2], usize> = BTreeMap::new();
    for pair in reads.iter().flat_map(|(record, _)| sides.map(|side| record.pair(side))).flatten() {
        *boards.entry(pair).or_default() += 1;
    }
    let mut pairs: Vec<_> = boards.into_iter().collect();
    pairs.sort_by_key(|(_, boards)| Reverse(*boards));
    let each = pairs.iter().take(PAIRS_NAMED).map(|([one, other], boards)| {
        format!("{} and {} ({})", quoted(one), quoted(other), counted(*boards, "board"))
    });
    match each.collect::<Vec<_>>().join(", ") {
        none if none.is_empty() => "no game says who played".to_owned(),
        pairs => format!("there are: {pairs}"),
    }
}

/// How many pairs that message names.
const PAIRS_NAMED: usize = 4;

/// Networks named on the command line, in place of the bundled ones.
pub(super) struct NamedNetworks {
    pub(super) caller: Option<Arc<CallNetwork>>,
    pub(super) player: Option<Arc<CardNetwork>>,
}

impl NamedNetworks {
    /// The system with these networks.
    pub(super) fn read(&self, mut system: System) -> System {
        if let Some(caller) = &self.caller {
            system = system.called_by(Arc::clone(caller));
        }
        if let Some(player) = &self.player {
            system = system.played_by(Some(Arc::clone(player)));
        }
        system
    }

    /// The fingerprint of the networks; `None` if none was named.
    pub(super) fn fingerprint(&self) -> Option<u64> {
        let caller = self.caller.as_ref().map(|it| it.bytes());
        let player = self.player.as_ref().map(|it| it.bytes());
        let bytes = [caller, player].into_iter().flatten().flatten();
        let is_named = self.caller.is_some() || self.player.is_some();
        is_named.then(|| digest(bytes))
    }
}

/// Reads the network of a named file; `by` is the option of learn that writes such files.
fn named<N: Network>(path: Option<&Path>, by: &str) -> Result<Option<Arc<N>>> {
    let read = |path| network(path, by).map(Arc::new).map_err(|why| miette!("{why}"));
    path.map(read).transpose()
}

impl Args {
    /// Fits a style to all records and writes it to a file. Returns the number of records.
    pub(super) fn fit(&self, path: &Path, left_out: &mut LeftOut) -> Result<usize> {
        let (reads, _) = self.all(&self.files, left_out)?;
        if reads.is_empty() || is_interrupted() {
            return Ok(reads.len());
        }
        let everybody: Vec<usize> = (0..reads.len()).collect();
        let style = Study::of(&reads, self.seed).style(&everybody, None);
        let name = path.file_stem().map_or("style".into(), |stem| stem.to_string_lossy());
        let source = format!("fitted to {}", counted(reads.len(), "game"));
        write(path, style.text(&name, &source).as_bytes())?;
        Ok(reads.len())
    }

    /// Fits a network to all records, and writes it.
    pub(super) fn fit_network<E: Examples>(
        &self,
        path: &Path,
        left_out: &mut LeftOut,
    ) -> Result<usize> {
        let mut agreements = Agreements::with_default("natural")?;
        let networks = self.named_networks()?.fingerprint();
        let mut kept = LessonFile::open(self.lessons.as_deref(), networks)?;
        let (mut games, mut examples, mut fault) = (0, E::default(), None);
        for file in &self.files {
            self.walk(file, &mut agreements, left_out, &mut |reads| {
                if fault.is_none() {
                    games += reads.len();
                    match kept.of(reads, self.seed) {
                        Ok(taught) => examples.add_all(taught),
                        Err(why) => fault = Some(why),
                    }
                }
            })?;
        }
        if let Some(fault) = fault {
            return Err(fault);
        }
        if games == 0 || is_interrupted() {
            return Ok(games);
        }
        if let Some(network) = self.network_of(&examples)? {
            write(path, &network.bytes())?;
        }
        Ok(games)
    }

    /// Trains the network of some examples; `None` after Ctrl-C.
    pub(super) fn network_of<E: Examples>(&self, examples: &E) -> Result<Option<E::Network>> {
        let progress = Progress::begin();
        let taught = examples.network(self.seed, &|done, figure| {
            let percent = (100.0 * done).floor();
            progress.say(format!("{percent} %: {}", E::progress(figure)));
            !is_interrupted()
        });
        if taught.is_none() && !is_interrupted() {
            let help = "a fit to calls needs games with their auctions";
            return Err(miette!(help = help, "there is nothing to learn from in these games"));
        }
        Ok(taught)
    }

    /// Reads the networks that the command line names.
    pub(super) fn named_networks(&self) -> Result<NamedNetworks> {
        Ok(NamedNetworks {
            caller: named(self.caller.as_deref(), "--calls")?,
            player: named(self.player.as_deref(), "--cards")?,
        })
    }

    /// Fits the profile of a pair and writes it to a file.
    pub(super) fn fit_pair(
        &self,
        mut names: [&str; 2],
        path: &Path,
        left_out: &mut LeftOut,
    ) -> Result<usize> {
        let (reads, _) = self.all(&self.files, left_out)?;
        names.sort_unstable();
        let sat = boards_of(names, reads.iter().map(|(record, _)| record));
        if sat.is_empty() {
            let names = names.map(quoted);
            let message = format!("no board of {} and {} together", names[0], names[1]);
            return Err(No::new(message, known_pairs(&reads)).into());
        }
        let agreed = system(self.system.as_deref().unwrap_or("natural"))?;
        let everybody = agreed.habits().ok_or(NoProfile::NoHabits).map_err(|why| {
            miette!(
                help = "natural says what people do as a rule",
                "{}: {why}",
                quoted(&agreed.name)
            )
        })?;
        let profile = Profile::of(&sat, everybody);
        write(path, profile.text(names).as_bytes())?;
        Ok(profile.boards())
    }
}
