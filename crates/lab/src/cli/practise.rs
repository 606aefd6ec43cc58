//! `falsecard-lab practise`: has a bidder bid random deals against himself.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use miette::{Result, miette};

use crate::learn::{Practice, PracticeResult, SolvedDeals};
use falsecard_engine::bidding::BidNetwork;
use falsecard_engine::network::Network;
use falsecard_laboratory::files::NewFile;
use falsecard_program::cli::settings::{is_interrupted, stop_on_ctrl_c};
use falsecard_program::cli::{Answer, Output, Progress, network};
use falsecard_program::wording::{counted, with_half};

/// The arguments of `falsecard-lab practise`.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    /// Where the network is written that has practised.
    #[arg(value_name = "NAME.bids")]
    output: PathBuf,
    /// Begin with this network, which learn --bids has written, in place of the champions' that
    /// comes with the program. What it costs to depart counts from there, and he begins surer than
    /// it: practice is not meant to be practised on.
    #[arg(long, value_name = "NAME.bids")]
    network: Option<PathBuf>,
    /// How many random deals are practised on, again and again, each time in another form.
    #[arg(
        long, value_name = "N", default_value_t = 24_000,
        value_parser = clap::value_parser!(u32).range(1..=10_000_000)
    )]
    deals: u32,
    /// On how many further deals the result is judged.
    #[arg(
        long, value_name = "N", default_value_t = 1_200,
        value_parser = clap::value_parser!(u32).range(2..=10_000_000)
    )]
    judge: u32,
    /// How many steps are made; before each, 128 deals are bid at eight tables.
    #[arg(
        long, value_name = "N", default_value_t = 8_000,
        value_parser = clap::value_parser!(u32).range(1..=10_000_000)
    )]
    steps: u32,
    /// What it costs to call otherwise than at first, in IMPs for each nat. The less, the more is
    /// won, and the less people understand.
    #[arg(long, value_name = "IMPS", default_value_t = 0.2, value_parser = imps)]
    anchor: f64,
    /// Keep the double-dummy results of the deals in this file, and use what is there. Without it
    /// they are solved at each run.
    #[arg(long, value_name = "FILE")]
    solved: Option<PathBuf>,
    /// The seed of the deals, which are those of a match of random deals with this seed, and of all
    /// other random numbers.
    #[arg(long, value_name = "N", default_value_t = 20_261_127)]
    seed: u64,
}

const AFTER_HELP: &str = "\
Examples:
  falsecard-lab practise better.bids --solved deals.solved
  falsecard-lab practise practised.bids --network mine.bids --solved deals.solved
  falsecard bid --contracts match.pbn --network better.bids

Solving 25,200 deals takes some half an hour on two cores; then 8,000 steps take some ten minutes.
docs/bidding.md says what practice is worth.";

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        let champions: Option<BidNetwork> = self
            .network
            .as_deref()
            .map(|path| network(path, "--bids"))
            .transpose()
            .map_err(|why| miette!("{why}"))?;
        let champions = champions.as_ref().unwrap_or_else(|| BidNetwork::champions());
        let unwritable = |error: std::io::Error| miette!("{}: {error}", self.output.display());
        // Begun at once: where it cannot be written, that is known before the work.
        let mut file = NewFile::create(&self.output).map_err(unwritable)?;
        let _ = stop_on_ctrl_c();
        let progress = Progress::begin();
        let (practised_on, all) = (self.deals as usize, (self.deals + self.judge) as usize);
        let mut solved = self.open()?;
        solved
            .solve(all, &|count| {
                progress.say(format!("{} solved", counted(count, "deal")));
                progress.set(count as f64 / all as f64);
                !is_interrupted()
            })
            .map_err(|error| miette!("{}: {error}", shown(self.solved.as_deref())))?;
        if is_interrupted() {
            return Ok(Answer::Yes);
        }
        let mut deals = solved.all();
        deals.truncate(all);
        let (own, judging) = deals.split_at(practised_on);
        let practice =
            Practice { steps: self.steps as usize, anchor: self.anchor, seed: self.seed };
        let network = practice.network(champions, own, &|done, nats| {
            progress.say(format!("practice: {nats:.2} nats from before"));
            progress.set(done);
            !is_interrupted()
        });
        drop(progress);
        let Some(network) = network else { return Ok(Answer::Yes) };
        file.write_all(&network.bytes()).and_then(|()| file.finish()).map_err(unwritable)?;
        tell(&PracticeResult::of(&network, champions, judging), output)?;
        Ok(Answer::Yes)
    }

    fn open(&self) -> Result<SolvedDeals> {
        let path = self.solved.as_deref();
        SolvedDeals::open(self.seed, path).map_err(|error| {
            let name = shown(path);
            if error.kind() == ErrorKind::InvalidData {
                let help = "name a new file, or one that practise has written with the same --seed";
                return miette!(
                    help = help,
                    "{name}: these are not the solved deals of seed {}, and the file is left as \
                     it is",
                    self.seed
                );
            }
            miette!("{name}: {error}")
        })
    }
}

fn shown(path: Option<&Path>) -> String {
    path.map_or_else(String::new, |path| path.display().to_string())
}

fn tell(result: &PracticeResult, output: &mut Output) -> Result<()> {
    if output.json {
        return output.json(result);
    }
    output.line(format!(
        "{} that were not practised on. IMPs a deal, double dummy, with 95 % intervals:\n",
        counted(result.won.values, "deal"),
    ))?;
    let plain = |it| with_half(it, 2).replace('+', "");
    let rows = [
        ("how far from par four players are", plain(&result.from_par)),
        ("how far they were before", plain(&result.from_par_before)),
        ("how much nearer they are", with_half(&result.nearer, 2)),
        ("what they win of players as before, in a team match", with_half(&result.won, 2)),
    ];
    output.columns(&rows.map(|(name, value)| vec![name.to_owned(), value]))
}

/// Parses IMPs from 0 to 1,000.
fn imps(text: &str) -> Result<f64, String> {
    let wanted = "expected a number from 0 to 1000";
    let number: f64 = text.parse().map_err(|_| wanted.to_owned())?;
    if (0.0..=1000.0).contains(&number) { Ok(number) } else { Err(wanted.to_owned()) }
}
