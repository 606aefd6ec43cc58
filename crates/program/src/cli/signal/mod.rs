//! `falsecard signal`: what a card tells, to whom, and whether to tell it.

mod advise;
mod problems;
pub(super) mod read;

use std::path::PathBuf;
use std::str::FromStr;

use miette::{Result, miette};

use super::headings::KNOWN;
use super::place::{Moment, Place};
use super::settings::{self, Thinking};
use super::{Answer, Output, report};
use falsecard_engine::cards::{Card, Seat};
use falsecard_engine::constraint::Rule;
use falsecard_laboratory::problem::as_judged;

/// The arguments of `falsecard signal`.
///
/// With a file alone: the decision of a defender where its play stops. What would each of his cards
/// say under the agreement, what would partner and declarer then believe, and is it better to tell
/// the truth, the opposite, or nothing? His cards are played out in worlds that he considers
/// possible, against a declarer who reads the signals and against one who does not.
#[derive(clap::Args)]
pub(super) struct Args {
    /// A file of deals, - for standard input, or the deal itself, as for choose. The question is
    /// asked where its play stops, or at the moment named. With --problems: sets, files and
    /// folders.
    #[arg(value_name = "FILE|DEAL")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    moment: Moment,
    /// Compare only this card, written as C2, 2c, ♣2, ST or 10s, with the one that the agreement
    /// asks for. May be repeated.
    #[arg(long, value_name = "CARD", value_parser = settings::card)]
    card: Vec<Card>,
    /// The share of declarers who read the signals, in the mixture that is advised on.
    #[arg(long, value_name = "SHARE", default_value = "50%", value_parser = settings::percent)]
    readers: f64,
    /// Tell what the cards played so far have told a player, card by card and rule by rule: the one
    /// whose turn it is, or with =S that of South.
    #[arg(long, value_name = "SEAT", num_args = 0..=1, require_equals = true, default_missing_value = "turn", conflicts_with = "problems")]
    read: Option<WhoReads>,
    /// Judge the signal problems of sets, files and folders against their answers.
    #[arg(long)]
    problems: bool,
    /// What the player knows for certain of a hand, as in "W: hcp 10-12". May be repeated.
    #[arg(long, value_name = "RULE", value_parser = settings::hint, help_heading = KNOWN)]
    #[arg(conflicts_with = "problems")]
    hint: Vec<Rule>,
    #[command(flatten)]
    thinking: Thinking,
    #[command(flatten)]
    report: report::Args,
}

/// Who has read the cards: the player whose turn it is if no seat is named.
#[derive(Debug, Clone, Copy)]
struct WhoReads(Option<Seat>);

impl FromStr for WhoReads {
    type Err = &'static str;

    fn from_str(text: &str) -> std::result::Result<Self, Self::Err> {
        match text {
            "turn" => Ok(Self(None)),
            seat => seat
                .parse()
                .map(|seat| Self(Some(seat)))
                .map_err(|_| "expected a seat: N, E, S or W"),
        }
    }
}

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        output.record_into(&self.report, "What a card tells");
        let settings = self.thinking.settings()?;
        if self.problems {
            let (system, settings) = (self.moment.system.as_deref(), as_judged(&settings));
            return problems::run(&self.files, system, self.readers, &settings, output);
        }
        let place = Place::of(one(&self.files)?, self.moment);
        if let Some(WhoReads(seat)) = self.read {
            return read::run(&place, seat, (&settings, &self.hint), output);
        }
        let asked = (&self.card[..], self.readers);
        advise::run(&place, asked, (&settings, &self.hint), output)
    }
}

/// The one file that is asked about.
fn one(files: &[PathBuf]) -> Result<String> {
    match files {
        [file] => Ok(file.to_string_lossy().into_owned()),
        files => Err(miette!(
            help = "falsecard signal FILE, with --game N for another than the first in it",
            "expected one file, not {}",
            files.len()
        )),
    }
}
