//! What `falsecard learn` is asked.

use std::path::PathBuf;

use miette::{Result, miette};

use crate::cli::left_out::Sifting;
use crate::cli::parts::Shard;
use crate::cli::report as html;
use crate::cli::settings::{engines, setting};
use falsecard_engine::search::{Settings, SettingsBuilder};
use falsecard_laboratory::learn::{Inquiry, Panel};

/// What options stand under in the help: those of which one is wanted.
const WANTED: &str = "What to do (one of these)";

/// Those that say what is read too.
const READ: &str = "What is read beside the games";

/// Those that add to what --test tells.
const ALSO: &str = "What --test tells beside that";

/// Those that have it tell something else.
const INSTEAD: &str = "What --test tells instead";

/// What these options stand under in the help.
const FITTED: &str = "Which games are judged by a fit to which";

/// What rules out --minds and --leads. Whatever needs an option must itself be ruled out by all
/// that rules the option out, or clap lets it pass.
const NOT_MINDS: [&str; 3] = ["fit", "curve", "without"];

/// The arguments of `falsecard learn`.
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true).multiple(false))]
#[command(group = clap::ArgGroup::new("fit").multiple(false))]
#[command(group = clap::ArgGroup::new("fitted").multiple(true))]
#[command(group = clap::ArgGroup::new("places").multiple(true))]
pub(in crate::cli) struct Args {
    /// PBN, LIN or JSON files of games with their auctions and plays; - for standard input.
    #[arg(required = true)]
    pub(super) files: Vec<String>,
    /// Measure beliefs: how likely they make the hands that were really dealt.
    #[arg(long, group = "what", help_heading = WANTED)]
    pub(super) test: bool,
    /// Fit a style to the records, as a rule file: how far calls are kept to and how cards are
    /// chosen.
    #[arg(short, long, groups = ["what", "fit"], value_name = "STYLE.rules", help_heading = WANTED)]
    pub(super) output: Option<PathBuf>,
    /// Train a network that says how likely every hand is to make each call. Rule files name it in
    /// a line "caller".
    #[arg(long, groups = ["what", "fit"], value_name = "NAME.calls", help_heading = WANTED)]
    pub(super) calls: Option<PathBuf>,
    /// Train the network that our players bid by: how likely a player with his hand is to make each
    /// call.
    #[arg(long, groups = ["what", "fit"], value_name = "NAME.bids", help_heading = WANTED)]
    pub(super) bids: Option<PathBuf>,
    /// Train a network that says how likely a player is to play each card, and what the card is
    /// worth. Rule files name it in a line "player".
    #[arg(long, groups = ["what", "fit"], value_name = "NAME.cards", help_heading = WANTED)]
    pub(super) cards: Option<PathBuf>,
    /// Train a network that says what each card is worth as its player sees it. It learns from
    /// double dummy.
    #[arg(long, groups = ["what", "fit"], value_name = "NAME.glance", help_heading = WANTED)]
    pub(super) glance: Option<PathBuf>,
    /// Keep double-dummy work for --cards or --glance in this file, and use what is there. A fit
    /// that was stopped goes on, and another fit to the same games begins at once. The file belongs
    /// to one version and one set of agreements.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["test", "output", "calls", "bids"], help_heading = READ)]
    pub(super) lessons: Option<PathBuf>,
    /// Read calls by this network instead of the one that comes with the program.
    #[arg(long, value_name = "NAME.calls", conflicts_with_all = ["output", "folds", "calls", "bids"], help_heading = READ)]
    pub(super) caller: Option<PathBuf>,
    /// Read cards by this network instead of the one that comes with the program.
    #[arg(long, value_name = "NAME.cards", requires = "test", conflicts_with_all = ["fit", "folds", "without"], help_heading = READ)]
    pub(super) player: Option<PathBuf>,
    /// Fit only the boards of one pair: how it departs from everybody else. The file of -o becomes
    /// a profile, for the option --profile of other commands.
    #[arg(long, num_args = 2, value_names = ["NAME", "NAME"], action = clap::ArgAction::Set, requires = "output", conflicts_with_all = ["test", "calls", "bids", "cards", "glance"], help_heading = READ)]
    pub(super) pair: Option<Vec<String>>,
    /// The agreements: a rule file, or one that comes with the program. By default what a game's
    /// [System] tag names, else the natural rules.
    #[arg(long, value_name = "NAME", help_heading = READ)]
    pub(super) system: Option<String>,
    #[command(flatten)]
    pub(super) fitted: Fitted,
    /// Also choose cards by each kind of evidence, at N decisions of each file (one a board), and
    /// say how many double-dummy tricks these cards give up.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "test", conflicts_with = "fit", help_heading = ALSO)]
    pub(super) price: usize,
    /// Judge each game as somebody who knows the pairs from their other boards: how they card, and
    /// which system they bid.
    #[arg(long, requires = "fitted", conflicts_with_all = ["fit", "curve", "without", "shard"], help_heading = ALSO)]
    pub(super) acquainted: bool,
    #[command(flatten)]
    pub(super) instead: Instead,
    /// Also say how well imagined players predict people's cards, and what their own cards give up,
    /// at N decisions of each board.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "test", conflicts_with = "fit", group = "places", help_heading = ALSO)]
    pub(super) minds: usize,
    /// The same at opening leads, one a board. Imagined players lead by habit.
    #[arg(long, requires = "test", conflicts_with_all = NOT_MINDS, group = "places", help_heading = ALSO)]
    pub(super) leads: bool,
    /// How imagined players judge their cards: mind-worlds=N and mind-by=NAME ("falsecard help
    /// settings"). May be repeated.
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting_of_minds, requires = "minds", conflicts_with_all = NOT_MINDS, help_heading = ALSO)]
    pub(super) set: Vec<(String, String)>,
    /// Also ask these engines at the same decisions: what their cards give up, how often the later
    /// ones leave the card of the first, and how long each thinks on one thread. Names as for
    /// `falsecard choose`. They know what the person knew, go by the agreements that the game is
    /// judged by, and have the usual settings and --seed.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "places", conflicts_with_all = NOT_MINDS, help_heading = ALSO)]
    pub(super) engines: Vec<String>,
    /// Look at one part of the games, such as 3/40 (the third of forty), and write it as JSON
    /// lines. `falsecard merge` joins the parts and prints what one run would. With --price each
    /// part looks at N decisions of its own.
    #[arg(long, value_name = "K/N", requires = "test", conflicts_with_all = ["fit", "fitted"])]
    pub(super) shard: Option<Shard>,
    /// The seed of all random numbers: which decisions are priced, and in which worlds.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    #[command(flatten)]
    pub(super) left_out: Sifting,
    #[command(flatten)]
    pub(super) html: html::Args,
}

/// What is told of records in place of what beliefs are worth.
#[derive(clap::Args)]
pub(super) struct Instead {
    /// Print a learning curve instead: what the cards of a pair's later boards tell declarers who
    /// have seen 0, 5, 10 … 500 of its earlier ones, in the order of the files. Only pairs with
    /// more than 20 boards.
    #[arg(long, requires = "fitted", conflicts_with_all = ["fit", "shard", "price", "minds"], help_heading = INSTEAD)]
    pub(super) curve: bool,
    /// Print instead what each rule of habits and inclinations is worth: each is left out in turn
    /// and the rest fitted anew. In nats and, with --price (any number), in tricks.
    #[arg(long, requires = "fitted", conflicts_with_all = ["fit", "shard", "curve", "minds"], help_heading = INSTEAD)]
    pub(super) without: bool,
}

/// Which games are judged by a fit to which.
#[derive(clap::Args)]
pub(super) struct Fitted {
    /// Judge each game by a fit to games that share no partnership and no deal with it; the
    /// partnerships are divided into K groups. Promises and habits are fitted, the networks of
    /// calls and cards are not.
    #[arg(long, value_name = "K", requires = "test", conflicts_with = "fit", group = "fitted", value_parser = clap::value_parser!(u64).range(3..=20), help_heading = FITTED)]
    pub(super) folds: Option<u64>,
    /// Judge the games of these files by a fit to FILES: habits and both networks. Deals that are
    /// judged are left out of the fit.
    #[arg(long, value_name = "FILES", num_args = 1.., requires = "test", group = "fitted", conflicts_with_all = ["fit", "folds"], help_heading = FITTED)]
    pub(super) judge: Vec<String>,
    /// Judge games of this year and later by a fit to earlier years: of FILES, or of the files of
    /// --judge. The year comes from the date or from the name of the event; games without one are
    /// left out.
    #[arg(long, value_name = "YEAR", requires = "test", group = "fitted", conflicts_with_all = ["fit", "folds"], help_heading = FITTED)]
    pub(super) since: Option<u16>,
}

/// A setting that imagined players have.
fn setting_of_minds(text: &str) -> std::result::Result<(String, String), String> {
    let (name, value) = setting(text)?;
    let is_of_minds = matches!(name.replace('_', "-").as_str(), "mind-worlds" | "mind-by");
    is_of_minds.then_some((name, value)).ok_or_else(|| "expected mind-worlds or mind-by".to_owned())
}

impl Args {
    /// What is asked of each game.
    pub(super) fn inquiry(&self) -> Result<Inquiry> {
        let Self { price, minds, leads, seed, .. } = *self;
        let panel = Panel::of(&engines(&self.engines)?);
        let set =
            |settings: SettingsBuilder, (name, value): &(String, String)| settings.set(name, value);
        let settings = self.set.iter().try_fold(Settings::builder(), set);
        let settings =
            settings.and_then(SettingsBuilder::build).map_err(|bad| miette!("--{bad}"))?;
        let (mind_worlds, mind_by) = (settings.mind_worlds(), settings.mind_by());
        Ok(Inquiry { price, minds, leads, mind_worlds, mind_by, panel, seed })
    }
}
