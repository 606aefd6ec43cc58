//! `falsecard signal --agreement A --against B`: what a carding agreement is worth.

use std::path::PathBuf;

use miette::{Result, miette};
use serde::Serialize;

use crate::cli::diagnostic::Locate;
use crate::cli::ending::No;
use crate::cli::left_out::{LeftOut, Sifting};
use crate::cli::progress::Progress;
use crate::cli::settings::{self, stop_on_ctrl_c};
use crate::cli::table::counted;
use crate::cli::{Answer, Output, input};
use falsecard_engine::constraint::System;
use falsecard_engine::play::Board;
use falsecard_engine::search::Settings;
use falsecard_engine::work::{Clock, FEWEST, Interval};
use falsecard_laboratory::problem::random_board;
use falsecard_laboratory::signal::{Breakdown, GainPerBoard, Match, MatchResult, Sender, carding};

/// Which agreements, over which boards.
#[derive(clap::Args)]
pub(super) struct Options {
    /// Compare this carding agreement with another over many boards, played by players who see no
    /// hidden card: standard, upside-down, odd-even, count, none, or a rule file. With ":random"
    /// behind it the defenders signal at random, but readers still believe them.
    #[arg(long, value_name = "NAME", requires = "against")]
    agreement: Option<String>,
    /// The agreement to compare it with.
    #[arg(long, value_name = "NAME", requires = "agreement", conflicts_with_all = ["read", "problems", "hint"])]
    against: Option<String>,
    /// Play this many random boards, made from the seed and bid to common contracts, instead of files.
    #[arg(long, value_name = "N", requires = "agreement", conflicts_with_all = ["files", "read", "problems", "hint"])]
    deals: Option<u64>,
    #[command(flatten)]
    left_out: Sifting,
}

/// The short names of the carding agreements that come with the program.
const SHORT: [(&str, &str); 5] = [
    ("standard", "standard-carding"),
    ("upside-down", "upside-down-carding"),
    ("odd-even", "odd-even-carding"),
    ("count", "count-carding"),
    ("none", "no-signals"),
];

/// One line of `--json`.
#[derive(Serialize)]
struct Line<'a> {
    agreement: &'a str,
    against: &'a str,
    seed: u64,
    mind_worlds: usize,
    #[serde(flatten)]
    comparison: &'a MatchResult,
}

impl Options {
    /// Whether agreements are to be compared.
    pub(super) fn is_asked_for(&self) -> bool {
        self.agreement.is_some()
    }

    /// Plays the boards and shows what comes of them.
    pub(super) fn run(
        &self,
        files: &[PathBuf],
        system: Option<&str>,
        change: impl Fn(System) -> System,
        settings: &Settings,
        output: &mut Output,
    ) -> Result<Answer> {
        let names = [&self.agreement, &self.against].map(|it| it.as_deref().unwrap_or_default());
        let base = settings::system(system.unwrap_or("textbook"))?;
        let mut systems = Vec::new();
        for name in names {
            systems.push(change(with_carding(&base, name)?));
        }
        let stop = stop_on_ctrl_c();
        let mut left_out = self.left_out.none_yet();
        let boards: Vec<Board> = match self.deals {
            Some(deals) => (0..deals).filter_map(|n| random_board(settings.seed(), n)).collect(),
            None => boards(files, &mut left_out)?,
        };
        let progress = Progress::new();
        progress.say("boards");
        let comparison = Match {
            agreements: [&systems[0], &systems[1]],
            seed: settings.seed(),
            mind_worlds: settings.mind_worlds(),
            progress: &|share| progress.set(share),
            clock: Clock::start(settings.budget(), stop),
        }
        .play(&boards)
        .map_err(|error| miette!("{error}"))?;
        drop(progress);
        if output.json {
            let (seed, mind_worlds) = (settings.seed(), settings.mind_worlds());
            let [agreement, against] = names;
            output.json(&Line {
                agreement,
                against,
                seed,
                mind_worlds,
                comparison: &comparison,
            })?;
        } else {
            show(names, &comparison, output)?;
        }
        if boards.is_empty() && left_out.is_none() {
            let help = "the agreements are compared over boards that are bid to a contract";
            return Err(No::new("there was no board to play", help).into());
        }
        Ok(left_out.tell())
    }
}

/// The rule file of a carding agreement: one of those that come with the program by its short name, or as it
/// is named.
pub(in crate::cli) fn rule_file_of(name: &str) -> &str {
    SHORT.iter().find(|(short, _)| *short == name).map_or(name, |(_, long)| long)
}

/// The bidding of one system with the carding that a name stands for.
fn with_carding(base: &System, name: &str) -> Result<System> {
    let (file, sender) = match name.split_once(':') {
        None => (name, Sender::Honest),
        Some((file, "honest")) => (file, Sender::Honest),
        Some((file, "random")) => (file, Sender::Random),
        Some((_, other)) => {
            return Err(miette!("{name}: expected honest or random, not \"{other}\""));
        }
    };
    let agreed = settings::system(rule_file_of(file))?;
    Ok(carding(base, &agreed, sender))
}

/// The boards of files.
fn boards(files: &[PathBuf], left_out: &mut LeftOut) -> Result<Vec<Board>> {
    if files.is_empty() {
        let help = "name files of boards, or ask for random ones with --deals";
        return Err(miette!(help = help, "there are no boards to play"));
    }
    let mut boards = Vec::new();
    for path in files {
        for game in input::each(&path.to_string_lossy())? {
            let play = game.and_then(|game| {
                input::warn(&game);
                game.play().located()
            });
            boards.extend(left_out.sift(play)?.map(|play| play.board().clone()));
        }
    }
    Ok(boards)
}

fn show(names: [&str; 2], comparison: &MatchResult, output: &mut Output) -> Result<()> {
    let [first, second] = names;
    let MatchResult { of, boards, alike, .. } = *comparison;
    let Some(accounts) = &comparison.accounts else {
        return output.line(format!(
            "None of {of} boards was played to its end: nothing is known of what {first} gains over \
             {second}."
        ));
    };
    if boards < of {
        output.line(format!("The time was up after {boards} of {of} boards."))?;
    }
    output.line(format!(
        "{}, each played by {first} and by {second}, while nobody reads the signals, while partners \
         do, and while declarer does too; {alike} played alike every time.",
        counted(boards, "board")
    ))?;
    output.line("The defenders' gain a board, with 95 % confidence intervals:\n")?;
    let mut rows = vec![["", "tricks", "", "points", ""].map(str::to_owned).to_vec()];
    for (title, Breakdown { sending, partner, declarer, together }) in [
        (first.to_owned(), &accounts.first),
        (second.to_owned(), &accounts.second),
        (format!("{first} over {second}"), &accounts.gain),
    ] {
        rows.push(vec![title]);
        rows.extend(sending.as_ref().map(|gain| row("sent, unread", gain)));
        rows.push(row("partner's reading", partner));
        rows.push(row("declarer's reading", declarer));
        rows.push(row("all together", together));
    }
    output.columns(&rows)?;
    if boards < FEWEST {
        output.line("\n(?): of so few boards no interval is known.")?;
    }
    Ok(())
}

fn row(name: &str, gain: &GainPerBoard) -> Vec<String> {
    let cells = |interval: &Interval, digits: usize| {
        let ends = interval.ends();
        let ends = ends.map(|[low, high]| format!("({low:+.digits$} to {high:+.digits$})"));
        [format!("{:+.digits$}", interval.mean), ends.unwrap_or_else(|| "(?)".to_owned())]
    };
    let mut row = vec![format!("  {name}")];
    row.extend(cells(&gain.tricks, 3));
    row.extend(cells(&gain.score, 1));
    row
}
