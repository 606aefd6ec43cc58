//! Players who are known from their earlier games.

use miette::{Result, miette};

use super::diagnostic::Locate;
use super::headings::KNOWN;
use super::left_out::LeftOut;
use super::settings::{parsed, rule_text};
use super::table::counted;
use super::{input, tell};
use falsecard_engine::cards::Side;
use falsecard_engine::constraint::{Pair, System};
use falsecard_engine::play::PartialPlay;
use falsecard_engine::text::quoted;
use falsecard_laboratory::records::{Acquaintance, GameRecord, other_systems, players};
use falsecard_laboratory::store::fingerprint;
use falsecard_notation::Game;

/// Which files say how the players at the table play.
#[derive(clap::Args)]
pub(super) struct Players {
    /// Games that these players played before, by their names. What they show of how the players
    /// choose their cards is used, except games of this deal. May be repeated.
    #[arg(long, value_name = "FILE", help_heading = KNOWN)]
    records: Vec<String>,
    /// What is known of a pair, as falsecard-lab learn --pair writes it, or its carding:
    /// EW=rivals.rules, NS=upside-down-carding. Once for each side.
    #[arg(long, value_name = "SIDE=FILE", value_parser = side_and_file, help_heading = KNOWN)]
    profile: Vec<(Side, String)>,
}

/// `EW=rivals.rules`.
fn side_and_file(text: &str) -> std::result::Result<(Side, String), &'static str> {
    const WANTED: &str =
        "expected a side and the file that describes its pair, as in EW=rivals.rules";
    let (side, file) = text.split_once('=').ok_or(WANTED)?;
    let side = match side.trim().to_ascii_uppercase().as_str() {
        "NS" => Side::NorthSouth,
        "EW" => Side::EastWest,
        _ => return Err(WANTED),
    };
    Ok((side, file.trim().to_owned()))
}

impl Players {
    /// Reads the files.
    pub(super) fn read(&self) -> Result<Dossier<'_>> {
        let (mut dossier, mut left_out) = (Dossier::default(), LeftOut::default());
        for (side, file) in &self.profile {
            let text = rule_text(file)?;
            dossier.profiles.push((*side, file, parsed(file, &text)?));
            dossier.read(&format!("{side} {text}"));
        }
        for file in &self.records {
            let records = dossier.records.get_or_insert_default();
            let mut texts = String::new();
            for game in input::each(file)? {
                let record = game.and_then(|game| {
                    texts += &game.to_pbn();
                    if game.is_passed_out() {
                        Ok(None)
                    } else {
                        GameRecord::of(&game).located().map(Some)
                    }
                });
                records.extend(left_out.sift(record)?.flatten());
            }
            dossier.read(&texts);
        }
        left_out.tell();
        Ok(dossier)
    }

    /// The arguments that say the same to another verb.
    pub(super) fn arguments(&self) -> impl Iterator<Item = String> {
        let records = self.records.iter().flat_map(|file| ["--records".to_owned(), file.clone()]);
        let profiles = self.profile.iter();
        let profiles =
            profiles.flat_map(|(side, file)| ["--profile".to_owned(), format!("{side}={file}")]);
        records.chain(profiles)
    }
}

/// What files say of players.
#[derive(Default)]
pub(super) struct Dossier<'a> {
    profiles: Vec<(Side, &'a str, System)>,
    /// Their games, where some are given.
    records: Option<Vec<GameRecord>>,
    /// Stands for all that was read; empty if nothing was.
    digest: String,
}

impl Dossier<'_> {
    fn read(&mut self, text: &str) {
        self.digest = fingerprint(&format!("{} {text}", self.digest));
    }

    /// Adds to the agreements of the table what is known of the players of a game. Where nobody has
    /// named those agreements, a pair may be found to bid by others.
    pub(super) fn at_table(
        &self,
        game: &Game,
        play: &PartialPlay,
        system: &System,
        is_named: bool,
    ) -> Result<System> {
        let mut system = match &self.records {
            None => system.clone(),
            Some(records) => acquainted(game, play, system, records, is_named)?,
        };
        for (side, file, profile) in &self.profiles {
            let pair = Pair::of_profile(profile, &system)
                .map_err(|why| miette!("--profile {}: {why}", quoted(file)))?;
            system = system.with_pair(*side, pair);
        }
        Ok(system)
    }

    /// Stands for all that is added to the agreements at the table of a game; `is_named` as in
    /// [`Dossier::at_table`].
    pub(super) fn key(&self, game: &Game, is_named: bool) -> String {
        if self.digest.is_empty() {
            return String::new();
        }
        let systems = if is_named { "one system" } else { "any system" };
        format!("{}{systems}{}", self.digest, game.to_pbn())
    }
}

/// Adds the habits of the players of a game, as far as their games show them. Says on standard
/// error how many boards of whom were found.
fn acquainted(
    game: &Game,
    play: &PartialPlay,
    system: &System,
    records: &[GameRecord],
    is_named: bool,
) -> Result<System> {
    if system.habits().is_none() {
        let help = "natural says what people do as a rule; a rule file takes it over by \"use population\"";
        return Err(miette!(
            help = help,
            "--records: {} says nothing of people's habits, which a pair's could depart from",
            system.name
        ));
    }
    let others = if is_named { Vec::new() } else { other_systems() };
    let acquaintance = Acquaintance::new(system, records, others);
    let (known, found) = acquaintance.at_table(system, &players(game), play);
    for (side, pair) in [Side::NorthSouth, Side::EastWest].into_iter().zip(found) {
        let side = if side == Side::NorthSouth { "North-South" } else { "East-West" };
        let boards = counted(pair.boards, "board");
        let bids = pair.bids.map_or(String::new(), |(name, share)| {
            format!("; they bid as {name} does ({:.0} %)", 100.0 * share)
        });
        tell(&format!("{side}: {boards} of other deals in the records{bids}"));
    }
    Ok(known)
}
