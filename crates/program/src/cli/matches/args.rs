//! What `falsecard match` is asked.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::cli::left_out::Sifting;
use crate::cli::parts::Shard;
use crate::cli::report as html;
use crate::cli::settings::Thinking;

/// The arguments of `falsecard match`.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct Args {
    /// PBN, LIN or JSON files of boards with their auctions and contracts; - for standard input.
    /// Repeated deals are skipped. By default random deals, made from the seed and bid by four
    /// players of the same agreements.
    #[arg(value_name = "BOARDS")]
    pub(super) files: Vec<String>,
    /// The engine whose gains are counted: minimax, abc, fused, reflex, abc-2006, open (all four
    /// hands open, by double dummy), person (cards as people play them, drawn by chance) or random
    /// (any legal card). Settings of its own stand behind a colon: `fused:mind-worlds=8`.
    #[arg(short, long, value_name = "ENGINE", default_value = "fused")]
    pub(super) a: String,
    /// The engine that it is compared with. By default minimax.
    #[arg(short, long, value_name = "ENGINE", conflicts_with = "against_people")]
    pub(super) b: Option<String>,
    /// Who sits against both engines, with --role declare or defend (by default the second engine).
    #[arg(long, value_name = "ENGINE", conflicts_with = "against_people")]
    pub(super) against: Option<String>,
    /// Who sits opposite both engines, with --role defend; it leads on boards with an even number.
    /// By default each engine has itself as partner.
    #[arg(long, value_name = "ENGINE", conflicts_with_all = ["against_people", "bid"])]
    pub(super) partner: Option<String>,
    /// Bid the deals too, each side by its own agreements, and then play them. Auctions in the
    /// files are ignored. In the open room A sits North and South, in the closed room East and
    /// West.
    #[arg(long, conflicts_with_all = ["against", "against_people", "role", "shard", "swings"])]
    pub(super) bid: bool,
    /// Instead of a match, put engine A in the place of the people in the files, one decision at a
    /// time. Compare what its card gives up, double dummy, with what theirs gave up.
    #[arg(long, requires = "files")]
    pub(super) against_people: bool,
    /// In which role the engines are compared. With "both", every board is played three times: A
    /// declares and B defends, B declares and A defends, and B plays against itself; so the roles
    /// can be told apart. The same view is decided once.
    #[arg(long, value_enum, default_value = "both", conflicts_with = "against_people")]
    pub(super) role: Role,
    /// The number of boards. By default all of the files, or 24 random ones.
    #[arg(short = 'n', long, value_name = "N")]
    pub(super) boards: Option<usize>,
    /// Stop as soon as it is 95 % sure who gains, by an interval that holds however often one looks
    /// (a confidence sequence). It needs at least 200 boards, and more than twice as many as a
    /// number chosen before; -n says how many at most.
    #[arg(long, requires = "boards", conflicts_with_all = ["against_people", "bid", "shard"])]
    pub(super) until_sure: bool,
    #[command(flatten)]
    pub(super) thinking: Thinking,
    /// The agreements of engines that name none: a rule file, or one that comes with the program.
    /// By default what a board's [System] tag names, else natural.
    #[arg(long, value_name = "NAME")]
    pub(super) system: Option<String>,
    /// Keep every finished board in this file, and skip the boards that it has: an interrupted
    /// match continues.
    #[arg(short, long, value_name = "FILE", conflicts_with = "against_people")]
    pub(super) out: Option<PathBuf>,
    /// Play one part of the boards, such as 3/40 (the third of forty), and write it as JSON lines.
    /// `falsecard merge` joins the parts and prints what one run would.
    #[arg(long, value_name = "K/N", conflicts_with_all = ["against_people", "swings"])]
    pub(super) shard: Option<Shard>,
    /// Write the boards with the largest swings to this PBN file, with the play of every room.
    #[arg(long, value_name = "FILE", conflicts_with = "against_people")]
    pub(super) swings: Option<PathBuf>,
    #[command(flatten)]
    pub(super) left_out: Sifting,
    #[command(flatten)]
    pub(super) html: html::Args,
}

const AFTER_HELP: &str = "\
Examples:
  falsecard match --a fused --b minimax --boards 40 --budget 100ms
  falsecard match boards.pbn --a minimax --b minimax:seed=2 --worlds 10
  falsecard match boards.pbn --a fused:mind-worlds=8 --b fused --out match.jsonl
  falsecard match boards.pbn --role declare --against person --until-sure -n 3000
  falsecard match boards.pbn --a fused --shard 3/40 > part-3.jsonl
  falsecard match -a minimax -b minimax:without=count --role defend --system textbook
  falsecard match boards.pbn --swings swings.pbn --html match.html
  falsecard match --bid --a fused:system=acol --b fused:system=sayc --boards 100
  falsecard match records.pbn --against-people --a fused --boards 50

Behind the name of an engine stand settings of its own (falsecard help settings), and system, carding, glance, calls, cards, bids, ahead, \
without, each with = and its value; no-signals.

Where the work is counted in worlds, the same seed gives the same result for any number of threads. A \
decision is worked out on one thread; as many boards are played at a time as there are threads. Ctrl-C \
prints what the finished boards say. docs/match.md explains the figures.";

/// In which role the engines are compared.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum Role {
    /// As declarers, against the same defenders.
    Declare,
    /// As defenders, against the same declarer.
    Defend,
    /// In a match.
    Both,
}

/// No more boards with the largest swings are named, and written.
pub(super) const LARGEST: usize = 20;
