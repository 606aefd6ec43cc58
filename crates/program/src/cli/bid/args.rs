//! What `falsecard bid` is asked, and the games that it goes through.

use std::path::PathBuf;

use clap::value_parser;
use miette::{Report, Result};

use crate::cli::diagnostic::Locate;
use crate::cli::ending::No;
use crate::cli::input;
use crate::cli::left_out::{LeftOut, Sifting};
use crate::cli::settings::percent;
use falsecard_engine::bidding::Foresight;
use falsecard_engine::cards::{Seat, Vulnerability};
use falsecard_notation::{Fault, Game, WrittenCalls, read_calls, read_vulnerability};

/// The most deals in which calls are tried.
const MOST_DEALS: i64 = Foresight::MOST_DEALS as i64;

/// What rules out --review, and so all that needs it.
const NOT_REVIEW: [&str; 8] =
    ["auction", "contracts", "boards", "deals", "dealer", "vul", "system", "opponents"];

/// The arguments of `falsecard bid`.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct Args {
    /// The hand of the player who is to call, as in "AQ3 KJ52 7 QJ943" or "AQ3.KJ52.7.QJ943":
    /// spades, hearts, diamonds, clubs, a dash for a void. With --review or --contracts: files of
    /// games, - for standard input.
    #[arg(value_name = "HAND|FILE", required = true)]
    pub(super) given: Vec<String>,
    /// The calls so far, from the dealer's on, as in "1S P 2S P". The hand is that of the player
    /// who is to call next. Calls of the opponents may stand in parentheses, as in "1S (P) 2S (P)".
    #[arg(long, value_name = "CALLS", value_parser = read_calls)]
    pub(super) auction: Option<WrittenCalls>,
    /// Who made, or is to make, the first call.
    #[arg(long, value_name = "SEAT", default_value_t = Seat::North)]
    pub(super) dealer: Seat,
    /// Who is vulnerable: none, NS, EW or all.
    #[arg(long, value_name = "SIDE", value_parser = read_vulnerability)]
    pub(super) vul: Option<Vulnerability>,
    /// What is agreed: a rule file, or one that comes with the program. Where it states nothing,
    /// falsecard's bidder calls as it has learned and practised.
    #[arg(long, value_name = "NAME", default_value = "natural")]
    pub(super) system: String,
    /// What the opponents have agreed. By default the same.
    #[arg(long, value_name = "NAME")]
    pub(super) opponents: Option<String>,
    /// In how many deals that fit the auction calls are tried (the one that he would make at once,
    /// and up to four that champions make most): how the auction ends, and what that is worth
    /// double dummy. 0: none is tried. By default 24, and with --contracts 0.
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(..=MOST_DEALS), conflicts_with = "review")]
    pub(super) deals: Option<u16>,
    /// The seed of these deals.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Go through the auctions of files instead, and show the calls that champions seldom make,
    /// with what they call most; and of each board the call of each side that cost most, double
    /// dummy, with what falsecard's bidder calls there.
    #[arg(long, conflicts_with_all = NOT_REVIEW)]
    pub(super) review: bool,
    /// With --review: show the calls with a probability below this.
    #[arg(long, value_name = "SHARE", default_value = "2%", value_parser = percent, requires = "review", conflicts_with_all = NOT_REVIEW)]
    pub(super) below: f64,
    /// Have four players bid the deals of files anew, and compare their contracts with those of the
    /// files, double dummy.
    #[arg(long, conflicts_with_all = ["auction", "dealer", "vul"])]
    pub(super) contracts: bool,
    /// With --contracts: the number of deals. By default all of the files.
    #[arg(short = 'n', long, value_name = "N", requires = "contracts", conflicts_with_all = ["auction", "dealer", "vul", "review"])]
    pub(super) boards: Option<usize>,
    /// Bid by this network, which falsecard-lab has written, in place of those that come with the
    /// program: all shares are its own then.
    #[arg(long, value_name = "NAME.bids")]
    pub(super) network: Option<PathBuf>,
    #[command(flatten)]
    pub(super) left_out: Sifting,
}

const AFTER_HELP: &str = "\
Examples:
  falsecard bid \"AQ3 KJ52 7 QJ943\"
  falsecard bid \"KJ9742 83 Q65 97\" --auction \"1D 1NT\" --vul EW
  falsecard bid \"AQ9763 4 KJ82 A5\" --auction \"1S P 2S P\"
  falsecard bid \"Q5 AJ84 KT3 Q972\" --auction \"1NT P\" --system acol
  falsecard bid --review match.pbn --below 1%
  falsecard bid --contracts match.pbn --boards 200

docs/bidding.md says how the figures were found, and how good they are.";

impl Args {
    /// Hands on the games of the files, as long as more are taken; returns which were left out.
    pub(super) fn each_game(
        &self,
        mut take: impl FnMut(Game) -> Result<bool, Fault>,
    ) -> Result<LeftOut> {
        let mut left_out = self.left_out.none_yet();
        for file in &self.given {
            for game in input::each(file)? {
                let taken = game.and_then(|game| {
                    input::warn(&game);
                    take(game).located()
                });
                if left_out.sift(taken)? == Some(false) {
                    return Ok(left_out);
                }
            }
        }
        Ok(left_out)
    }
}

/// What is said where the files hold nothing to go through.
pub(super) fn nothing() -> Report {
    No::new("there is no game with an auction", "a PBN or LIN file of deals with their auctions")
        .into()
}
