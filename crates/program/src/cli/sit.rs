//! `falsecard sit`: a seat at any table that speaks the protocol of the computer championships.

use std::net::TcpStream;
use std::sync::atomic::Ordering;
use std::thread::sleep;
use std::time::{Duration, Instant};

use miette::{Result, miette};

use super::entrant::{OwnPlayers, entrant};
use super::settings::{duration, stop_on_ctrl_c};
use super::{Answer, Output, tell};
use falsecard_engine::cards::{Seat, seat_name};
use falsecard_laboratory::problem::RuleFileRef;
use falsecard_laboratory::table::{SeatedEntrant, Strategy};
use falsecard_protocol::{Client, SittingEnd};

/// The arguments of `falsecard sit`.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    /// The seat: North, East, South or West.
    #[arg(long, value_name = "SEAT", value_parser = seat)]
    seat: Seat,
    /// Where the table manager is.
    #[arg(long, value_name = "NAME", default_value = "localhost")]
    host: String,
    /// Its port.
    #[arg(long, value_name = "N", default_value_t = 2000)]
    port: u16,
    /// The name of the team, the same for both partners.
    #[arg(long, value_name = "NAME", default_value = "falsecard")]
    team: String,
    /// The engine that plays, with settings of its own behind a colon, as for match.
    #[arg(long, value_name = "ENGINE", default_value = "fused")]
    engine: String,
    /// For how long to try when the manager is not there, or has gone.
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    patience: Duration,
    /// Show what is said, on standard error.
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    ours: OwnPlayers,
}

const AFTER_HELP: &str = "\
Examples:
  falsecard sit --seat South --port 2000 --budget 2s
  falsecard sit --seat North --host table.example.org --port 2000 --team \"Ada and Bea\" --engine minimax

Calls are made by the rule file where it has lines for the turn, otherwise as our bidder has learned and practised: docs/bidding.md. \
Every call is explained. A connection that is lost is taken up again. The exit status is 0 when the manager has ended the session, 2 when it cannot be reached or will \
not have the player, 130 after Ctrl-C.";

pub(super) fn seat(text: &str) -> std::result::Result<Seat, String> {
    let named = Seat::ALL.into_iter().find(|seat| {
        let is_name = seat_name(*seat).eq_ignore_ascii_case(text.trim());
        is_name || text.trim().eq_ignore_ascii_case(&seat.letter().to_string())
    });
    named.ok_or_else(|| "expected North, East, South or West".to_owned())
}

/// The pause between two attempts to connect.
const PAUSE: Duration = Duration::from_millis(500);

impl Args {
    pub(super) fn run(self, _: &mut Output) -> Result<Answer> {
        let settings = self.ours.settings()?;
        let engine = entrant(&self.engine, &settings)?;
        if matches!(engine.engine, Strategy::Open) {
            return Err(miette!("--engine open: nobody at a table sees all four hands"));
        }
        if self.team.contains('"') || self.team.chars().any(char::is_control) {
            return Err(miette!("--team: the name of a team has no quotation marks"));
        }
        let rules = self.ours.rules()?;
        let stop = stop_on_ctrl_c();
        let log = |line: &str| {
            if self.verbose {
                tell(line);
            }
        };
        let known = RuleFileRef { system: &rules.system, text: &rules.text };
        let player = SeatedEntrant::alone(&engine, known);
        let (seat, team) = (self.seat, self.team.as_str());
        let client = Client { seat, team, player, log: &log, stop };
        let mut since = Instant::now();
        loop {
            let lost = match TcpStream::connect((self.host.as_str(), self.port)) {
                Ok(stream) => {
                    let ended = client.sit(&stream);
                    // From now on it is tried again, however long the session was.
                    since = Instant::now();
                    match ended {
                        SittingEnd::Session | SittingEnd::Stopped => return Ok(Answer::Yes),
                        SittingEnd::Refused(said) => {
                            return Err(miette!("the manager says: {said}"));
                        }
                        SittingEnd::Lost(error) => error,
                    }
                }
                Err(error) => error,
            };
            if stop.load(Ordering::Relaxed) {
                return Ok(Answer::Yes);
            }
            if since.elapsed() >= self.patience {
                let help = "\"falsecard table\" is a manager";
                return Err(miette!(help = help, "{}:{}: {lost}", self.host, self.port));
            }
            sleep(PAUSE);
        }
    }
}
