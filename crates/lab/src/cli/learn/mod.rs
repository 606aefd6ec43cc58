//! `falsecard-lab learn`: measures beliefs on boards that people played, and fits styles and
//! networks to them.

mod fits;
mod folds;
mod lesson_file;
mod report;

use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use miette::{Result, miette};

use crate::learn::{CallRecords, CardRecords, GameFindings, GlanceRecords, Inquiry, RecordSurvey};
use falsecard_engine::constraint::System;
use falsecard_engine::search::{Settings, SettingsBuilder};
use falsecard_engine::work::in_order;
use falsecard_laboratory::records::{BidRecords, GameRecord};
use falsecard_notation::Game;
use falsecard_program::cli::settings::{is_interrupted, setting, stop_on_ctrl_c};
use falsecard_program::cli::{
    Agreements, Answer, LeftOut, Locate, No, Output, Progress, Sifting, input,
};
use falsecard_program::wording::counted;

/// The help's heading of the options of which exactly one is needed.
const WANTED: &str = "What to do (one of these)";

/// The help's heading of the options that name further input.
const READ: &str = "What is read beside the games";

/// The help's heading of the options that extend --test.
const ALSO: &str = "What --test tells beside that";

/// The arguments of `falsecard-lab learn`.
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true).multiple(false))]
#[command(group = clap::ArgGroup::new("fit").multiple(false))]
pub(super) struct Args {
    /// PBN, LIN or JSON files of games with their auctions and plays; - for standard input.
    #[arg(required = true)]
    files: Vec<String>,
    /// Measure beliefs: how likely they make the hands that were really dealt.
    #[arg(long, group = "what", help_heading = WANTED)]
    test: bool,
    /// Fit a style to the records, as a rule file: how far calls are kept to and how cards are
    /// chosen.
    #[arg(short, long, groups = ["what", "fit"], value_name = "STYLE.rules", help_heading = WANTED)]
    output: Option<PathBuf>,
    /// Train a network that says how likely every hand is to make each call. Rule files name it in
    /// a line "caller".
    #[arg(long, groups = ["what", "fit"], value_name = "NAME.calls", help_heading = WANTED)]
    calls: Option<PathBuf>,
    /// Train the network that our players bid by: how likely a player with his hand is to make each
    /// call.
    #[arg(long, groups = ["what", "fit"], value_name = "NAME.bids", help_heading = WANTED)]
    bids: Option<PathBuf>,
    /// Train a network that says how likely a player is to play each card, and what the card is
    /// worth. Rule files name it in a line "player".
    #[arg(long, groups = ["what", "fit"], value_name = "NAME.cards", help_heading = WANTED)]
    cards: Option<PathBuf>,
    /// Train a network that says what each card is worth as its player sees it. It learns from
    /// double dummy.
    #[arg(long, groups = ["what", "fit"], value_name = "NAME.glance", help_heading = WANTED)]
    glance: Option<PathBuf>,
    /// Keep double-dummy work for --cards or --glance in this file, and use what is there. A fit
    /// that was stopped goes on, and another fit to the same games begins at once. The file belongs
    /// to one version and one set of agreements.
    #[arg(
        long, value_name = "FILE", conflicts_with_all = ["test", "output", "calls", "bids"],
        help_heading = READ
    )]
    lessons: Option<PathBuf>,
    /// Read calls by this network instead of the one that comes with the program.
    #[arg(
        long, value_name = "NAME.calls", conflicts_with_all = ["output", "folds", "calls", "bids"],
        help_heading = READ
    )]
    caller: Option<PathBuf>,
    /// Read cards by this network instead of the one that comes with the program.
    #[arg(
        long, value_name = "NAME.cards", requires = "test", conflicts_with_all = ["fit", "folds"],
        help_heading = READ
    )]
    player: Option<PathBuf>,
    /// Fit only the boards of one pair: how it departs from everybody else. The file of -o becomes
    /// a profile, for the option --profile of other commands.
    #[arg(
        long, num_args = 2, value_names = ["NAME", "NAME"], action = clap::ArgAction::Set,
        requires = "output", conflicts_with_all = ["test", "calls", "bids", "cards", "glance"],
        help_heading = READ
    )]
    pair: Option<Vec<String>>,
    /// The agreements: a rule file, or one that comes with the program. By default what a game's
    /// [System] tag names, else the natural rules.
    #[arg(long, value_name = "NAME", help_heading = READ)]
    system: Option<String>,
    /// Judge each game by a fit to games that share no partnership and no deal with it; the
    /// partnerships are divided into K groups. Promises and habits are fitted, the networks of
    /// calls and cards are not.
    #[arg(
        long, value_name = "K", requires = "test", conflicts_with = "fit",
        value_parser = clap::value_parser!(u64).range(3..=20), help_heading = ALSO
    )]
    folds: Option<u64>,
    /// Also choose cards by each kind of evidence, at N decisions of each file (one a board), and
    /// say how many double-dummy tricks these cards give up.
    #[arg(
        long, value_name = "N", default_value_t = 0, requires = "test", conflicts_with = "fit",
        help_heading = ALSO
    )]
    price: usize,
    /// Judge each game as somebody who knows the pairs from their other boards: how they card, and
    /// which system they bid.
    #[arg(long, requires = "folds", conflicts_with = "fit", help_heading = ALSO)]
    acquainted: bool,
    /// Also say how well imagined players predict people's cards, and what their own cards give up,
    /// at N decisions of each board.
    #[arg(
        long, value_name = "N", default_value_t = 0, requires = "test", conflicts_with = "fit",
        help_heading = ALSO
    )]
    minds: usize,
    /// How imagined players judge their cards: mind-worlds=N and mind-by=NAME ("falsecard help
    /// settings"). May be repeated.
    #[arg(
        long, value_name = "NAME=VALUE", value_parser = setting_of_minds, requires = "minds",
        conflicts_with = "fit", help_heading = ALSO
    )]
    set: Vec<(String, String)>,
    /// The seed of all random numbers: which decisions are priced, and in which worlds.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    left_out: Sifting,
}

/// Parses a setting of imagined players, `NAME=VALUE`.
fn setting_of_minds(text: &str) -> std::result::Result<(String, String), String> {
    let (name, value) = setting(text)?;
    let is_of_minds = matches!(name.replace('_', "-").as_str(), "mind-worlds" | "mind-by");
    is_of_minds.then_some((name, value)).ok_or_else(|| "expected mind-worlds or mind-by".to_owned())
}

/// The number of games that are worked on together.
const TOGETHER: usize = 64;

/// A record with the agreements by which its calls and cards are read.
type RecordWithSystem = (GameRecord, System);

fn no_games() -> No {
    No::new("there is no game that was played", "a file of games with their auctions and plays")
}

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        let mut left_out = self.left_out.none_yet();
        let games = if let Some(folds) = self.folds {
            self.judge_fits(folds as usize, &mut left_out, output)?
        } else if let Some(path) = &self.output {
            match self.pair.as_deref() {
                Some([one, other]) => self.fit_pair([one, other], path, &mut left_out)?,
                _ => self.fit(path, &mut left_out)?,
            }
        } else if let Some(path) = &self.calls {
            self.fit_network::<CallRecords>(path, &mut left_out)?
        } else if let Some(path) = &self.bids {
            self.fit_network::<BidRecords>(path, &mut left_out)?
        } else if let Some(path) = &self.cards {
            self.fit_network::<CardRecords>(path, &mut left_out)?
        } else if let Some(path) = &self.glance {
            self.fit_network::<GlanceRecords>(path, &mut left_out)?
        } else {
            self.test(&mut left_out, output)?
        };
        if games == 0 && left_out.is_none() && !is_interrupted() {
            return Err(no_games().into());
        }
        Ok(left_out.tell())
    }

    /// Tests the agreements on each file, a few games at a time.
    fn test(&self, left_out: &mut LeftOut, output: &mut Output) -> Result<usize> {
        let inquiry = self.inquiry()?;
        let mut agreements = Agreements::with_default("natural")?;
        let mut games = 0;
        for file in &self.files {
            let mut shown = RecordSurvey::default();
            self.walk(file, &mut agreements, left_out, &mut |reads| {
                let open = shown.bill.len() < self.price;
                let one = |(record, system): &RecordWithSystem| {
                    GameFindings::at(record, system, &inquiry, open)
                };
                for one in &game_by_game(reads, one) {
                    shown.add(one, self.price);
                }
            })?;
            games += shown.games;
            if shown.games > 0 {
                report::tell(file, &shown, output)?;
            }
        }
        Ok(games)
    }

    /// All games of some files, and the number of games of each file.
    fn all(
        &self,
        files: &[String],
        left_out: &mut LeftOut,
    ) -> Result<(Vec<RecordWithSystem>, Vec<usize>)> {
        let mut agreements = Agreements::with_default("natural")?;
        let (mut reads, mut games) = (Vec::new(), Vec::new());
        for file in files {
            let before = reads.len();
            self.walk(file, &mut agreements, left_out, &mut |more| reads.append(more))?;
            games.push(reads.len() - before);
        }
        Ok((reads, games))
    }

    /// Hands on the games of a file in portions of [`TOGETHER`].
    fn walk(
        &self,
        file: &str,
        agreements: &mut Agreements,
        left_out: &mut LeftOut,
        hand_on: &mut dyn FnMut(&mut Vec<RecordWithSystem>),
    ) -> Result<()> {
        let (stop, progress) = (stop_on_ctrl_c(), Progress::begin());
        let named = self.named_networks()?;
        let mut waiting: Vec<RecordWithSystem> = Vec::new();
        let mut games = 0;
        for game in input::each(file)? {
            let read = game.and_then(|game| {
                input::warn(&game);
                self.open(&game, agreements)
            });
            if let Some((record, system)) = left_out.sift(read)?.flatten() {
                waiting.push((record, named.read(system)));
            }
            if waiting.len() >= TOGETHER {
                games += waiting.len();
                hand_on(&mut waiting);
                waiting.clear();
                progress.say(format!("{file}, {}", counted(games, "game")));
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(());
            }
        }
        hand_on(&mut waiting);
        Ok(())
    }

    /// A game as a record with its agreements; `None` if it was passed out.
    fn open(&self, game: &Game, agreements: &mut Agreements) -> Result<Option<RecordWithSystem>> {
        if game.is_passed_out() {
            return Ok(None);
        }
        let record = GameRecord::of(game).located()?;
        let named = self.system.as_deref().or_else(|| game.agreements());
        Ok(Some((record, agreements.of(named)?.system.clone())))
    }

    fn inquiry(&self) -> Result<Inquiry> {
        let Self { price, minds, seed, .. } = *self;
        let set =
            |settings: SettingsBuilder, (name, value): &(String, String)| settings.set(name, value);
        let settings = self.set.iter().try_fold(Settings::builder(), set);
        let settings =
            settings.and_then(SettingsBuilder::build).map_err(|bad| miette!("--{bad}"))?;
        let (mind_worlds, mind_by) = (settings.mind_worlds(), settings.mind_by());
        Ok(Inquiry { price, minds, mind_worlds, mind_by, seed })
    }
}

/// Works on games on all cores, each game on one thread. (A thread that waited for a part of an
/// engine's decision would begin another game meanwhile, which would count as time of the
/// decision.) After Ctrl-C no further game is begun.
fn game_by_game<T: Sync, R: Send>(games: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let mut found = Vec::new();
    let work = |game: &T| (!is_interrupted()).then(|| work(game));
    let hand_on = |one| {
        found.push(one);
        Ok(())
    };
    let Ok(()) = in_order::<_, _, Infallible>(games, work, |_| Ok(()), hand_on);
    found
}
