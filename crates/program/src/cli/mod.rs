//! The command line: one file a verb.
//!
//! Results go to standard output, progress and faults to standard error. The exit status is 0 when
//! the work is done, 1 when the answer is "no" (nothing fits, nothing is found, a file has faults),
//! 2 when the input is bad, and 130 when Ctrl-C has ended the work: then what had been found by
//! then is printed.

mod acquaintance;
mod agreements;
mod aside;
mod auction;
mod believe;
mod bid;
mod choose;
mod convert;
mod costly;
mod dd;
mod diagnostic;
mod ending;
mod entrant;
mod explain;
mod faults;
mod filled;
mod foretold;
mod headings;
pub mod input;
mod left_out;
mod line;
mod lint;
mod manage;
mod matches;
mod merge;
#[cfg(test)]
mod needs;
mod networks;
mod output;
mod page;
mod par;
mod parts;
mod place;
mod played;
mod problem;
pub mod program;
mod progress;
mod recollection;
mod report;
mod researcher;
mod results;
mod review;
mod run;
pub mod schemas;
mod serve;
pub mod settings;
mod signal;
mod sit;
mod suit;
mod table;
mod terms;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use itertools::Itertools;

pub use self::agreements::Agreements;
use self::aside::{complain, tell};
pub use self::diagnostic::{Locate, Located};
pub use self::ending::{Answer, No};
pub use self::entrant::entrant;
pub use self::foretold::tell_calls;
pub use self::left_out::{LeftOut, Sifting};
pub use self::matches::{FoundByDeal, RecordFiles};
pub use self::networks::network;
pub use self::output::Output;
pub use self::program::Common;
use self::program::Program;
pub use self::progress::Progress;

/// A contract bridge card-play engine that models what the other players believe.
///
/// Begin with `falsecard serve --open`: a page in your browser. Before falsecard plays a card, it
/// works out what each other player will think on seeing that card, and how he will then play.
#[derive(Parser)]
#[command(name = "falsecard", version, after_help = STATUS, help_template = help())]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
    #[command(flatten)]
    common: Common,
}

/// The verbs under what they are about.
const GROUPS: [(&str, &[&str]); 4] = [
    (
        "Your deal",
        &["choose", "explain", "believe", "bid", "signal", "suit", "dd", "review", "serve"],
    ),
    ("Problems and matches", &["run", "problem", "match", "merge", "sit", "table"]),
    ("Files", &["lint", "convert"]),
    ("Words", &["settings", "terms", "help"]),
];

/// How the help of the program is laid out.
fn help() -> String {
    let verbs = Verb::augment_subcommands(clap::Command::new("falsecard"));
    let row = |name: &&str| {
        let about = verbs.find_subcommand(name).and_then(|verb| verb.get_about());
        let about =
            about.map_or_else(|| "Print the help of a command".to_owned(), ToString::to_string);
        let indent = " ".repeat(12);
        page::rows(&format!("  {name:10}{about}"), page::of_output(), &indent).join("\n")
    };
    let group = |(title, names): &(&str, &[&str])| {
        format!("{title}:\n{}\n\n", names.iter().map(row).join("\n"))
    };
    let groups = GROUPS.iter().map(group).collect::<String>();
    format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}Options:\n{{options}}{{after-help}}"
    )
}

const STATUS: &str = "\
With --ascii every command writes S H D C instead of ♠ ♥ ♦ ♣.

The exit status is 0 when the work is done, 1 when the answer is \"no\" (nothing fits, nothing is \
found, a file has faults), 2 when the input is bad, 130 when Ctrl-C ended the work; what had been \
found by then is printed.";

#[derive(Subcommand)]
enum Verb {
    /// Solve problem sets and compare engines.
    Run(run::Args),
    /// Choose a card: the candidates side by side, engine by engine.
    Choose(choose::Args),
    /// Say why: what the others will think of a card, and how they will then play.
    Explain(explain::Args),
    /// Show what a player can infer: how many layouts fit, who holds the missing honours.
    Believe(believe::Args),
    /// Say what to call, how likely champions and falsecard's bidder are to call so, and where it
    /// leads; go through auctions.
    Bid(bid::Args),
    /// Say what a card tells partner and declarer, and whether to tell it.
    Signal(signal::Args),
    /// Go through played deals: what each card gave up, by what its player could know.
    Review(review::Args),
    /// Say where files of games depart from their format, and which bidding rules can never apply.
    Lint(lint::Args),
    /// Convert games between PBN, LIN, handviewer addresses, JSON and the hand diagram.
    Convert(convert::Args),
    /// Look for new problems in random deals, or write the index pages of a collection.
    Problem(problem::Args),
    /// Double dummy: the tricks in every strain with par, or the value of each legal card.
    Dd(dd::Args),
    /// Solve a suit combination: the best plan for each number of tricks, and its chance.
    Suit(suit::Args),
    /// Play engines against each other over many boards, or put one in people's places.
    Match(matches::Args),
    /// Join the parts that match and run have written with --shard.
    Merge(merge::Args),
    /// Play a seat at a table that speaks the protocol of the computer championships.
    Sit(sit::Args),
    /// Run a table for that protocol: four seats, engines and programs, in one room or two.
    Table(manage::Args),
    /// Open the page: look at deals, ask of any moment, play the problems.
    Serve(serve::Args),
    #[command(hide = true, disable_help_flag = true)]
    Learn(Anything),
    #[command(hide = true, disable_help_flag = true)]
    Practise(Anything),
    /// Say what --set takes.
    #[command(long_about = terms::settings(), help_template = "{about-with-newline}")]
    Settings,
    /// Say what the words of the answers mean.
    #[command(long_about = terms::GLOSSARY, help_template = "{about-with-newline}")]
    Terms,
}

/// Whatever is said to a verb of the other program.
#[derive(clap::Args)]
struct Anything {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    _said: Vec<OsString>,
}

/// Runs the program on these arguments, of which the first is its own name, and returns its exit
/// status. It takes Ctrl-C, standard output and standard error for its own.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    program::main::<Cli>(arguments)
}

/// Runs the program on these arguments, of which the first is its own name, and writes its answer,
/// without colours, to `out`.
///
/// # Errors
///
/// A report on arguments that cannot be parsed.
pub fn run<T: Into<OsString> + Clone>(
    arguments: impl IntoIterator<Item = T>,
    out: &mut dyn Write,
) -> Result<ExitCode, clap::Error> {
    program::run::<Cli, T>(arguments, out)
}

impl Program for Cli {
    fn common(&self) -> &Common {
        &self.common
    }

    fn run(self, output: &mut Output) -> miette::Result<Answer> {
        match self.verb {
            Verb::Run(args) => args.run(output),
            Verb::Choose(args) => args.run(output),
            Verb::Explain(args) => args.run(output),
            Verb::Believe(args) => args.run(output),
            Verb::Bid(args) => args.run(output),
            Verb::Signal(args) => args.run(output),
            Verb::Review(args) => args.run(output),
            Verb::Lint(args) => args.run(output),
            Verb::Convert(args) => args.run(output),
            Verb::Problem(args) => args.run(output),
            Verb::Dd(args) => args.run(output),
            Verb::Suit(args) => args.run(output),
            Verb::Match(args) => args.run(output),
            Verb::Merge(args) => args.run(output),
            Verb::Sit(args) => args.run(output),
            Verb::Table(args) => args.run(output),
            Verb::Serve(args) => args.run(output),
            Verb::Learn(_) => Err(of_the_lab("learn")),
            Verb::Practise(_) => Err(of_the_lab("practise")),
            Verb::Settings => terms::tell(&terms::settings(), output),
            Verb::Terms => terms::tell(terms::GLOSSARY, output),
        }
    }
}

/// What is said of a verb of the other program.
fn of_the_lab(verb: &str) -> miette::Report {
    miette::miette!("{verb} is a verb of another program: falsecard-lab {verb}")
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn what_options_need_is_asked_for() {
        assert!(needs::are_asked_for(Cli::command()) >= 3);
    }

    #[test]
    fn every_verb_stands_in_one_group() {
        let command = Cli::command();
        let shown = command.get_subcommands().filter(|verb| !verb.is_hide_set());
        let mut verbs: Vec<&str> = shown.map(clap::Command::get_name).chain(["help"]).collect();
        let mut listed: Vec<&str> =
            GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        verbs.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, verbs);
    }

    /// Whatever clap asserts of a command when a verb is called that nobody calls in the tests.
    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }
}
