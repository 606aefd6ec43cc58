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
mod headings;
mod input;
mod learn;
mod left_out;
mod line;
mod lint;
mod manage;
mod matches;
mod merge;
mod networks;
mod output;
mod page;
mod par;
mod parts;
mod place;
mod played;
mod practise;
mod problem;
mod progress;
mod recollection;
mod report;
mod researcher;
mod results;
mod review;
mod run;
pub mod schemas;
mod serve;
mod settings;
mod signal;
mod sit;
mod suit;
mod table;
mod terms;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use clap::{Parser, Subcommand};
use miette::{IntoDiagnostic, Report};

use self::aside::{AS_JSON, complain, is_plain, tell, write_aside};
pub use self::diagnostic::Located;
use self::ending::Answer;
use self::output::{Output, Unwritable, is_broken_pipe};
use falsecard_engine::text;
use falsecard_notation::{DiagramStyle, Pips};

/// A contract bridge card-play engine that models what the other players believe.
///
/// Before it plays a card it works out what each other player will think on seeing that card, and
/// how he will then play. With no file, `falsecard run` solves the four examples of the paper that
/// it comes from (Otawa and Uehara, 2006).
#[derive(Parser)]
#[command(name = "falsecard", version, about, after_help = STATUS)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
    #[command(flatten)]
    common: Common,
}

const STATUS: &str = "\
With --ascii every command writes S H D C instead of ♠ ♥ ♦ ♣.

The exit status is 0 when the work is done, 1 when the answer is \"no\" (nothing fits, nothing is \
found, a file has faults), 2 when the input is bad, 130 when Ctrl-C ended the work; what had been \
found by then is printed.";

/// What every verb understands.
#[derive(clap::Args)]
struct Common {
    /// Print one JSON object a line instead of text, and faults as objects on standard error:
    /// docs/json.md says what is in them.
    #[arg(long, global = true, help_heading = headings::COMMON)]
    json: bool,
    /// Write S H D C instead of ♠ ♥ ♦ ♣: told once, for the program as a whole.
    #[arg(long, global = true, hide = true)]
    ascii: bool,
    /// The number of threads. Default: one for each core. Without a limit of time it never changes a result.
    #[arg(long, global = true, value_name = "N", help_heading = headings::COMMON)]
    threads: Option<usize>,
}

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
    /// Say what to call, how likely champions and our player are to call so, and where it leads; go through auctions.
    Bid(bid::Args),
    /// Say what a card tells partner and declarer, and whether to tell it.
    Signal(signal::Args),
    /// Go through played deals: what each card gave up, by what its player could know.
    Review(review::Args),
    /// Say where files of games depart from their format, and which rules can never fire.
    Lint(lint::Args),
    /// Convert games between PBN, LIN, handviewer addresses, JSON and the hand diagram.
    Convert(convert::Args),
    /// Look for new problems in random deals, or write the index pages of a collection.
    Problem(problem::Args),
    /// Double dummy: the tricks in every strain with par, or the value of each legal card.
    Dd(dd::Args),
    /// Solve one suit: the best plan for each number of tricks, and its chance.
    Suit(suit::Args),
    /// Say what beliefs are worth on boards that people really played.
    Learn(learn::Args),
    /// Have a bidder practise: he bids random deals against himself, and calls that won become likelier.
    #[command(visible_alias = "practice")]
    Practise(practise::Args),
    /// Play engines against each other over many boards, or put one in people's places.
    Match(matches::Args),
    /// Join the parts that match, run and learn have written with --shard.
    Merge(merge::Args),
    /// Play a seat at a table that speaks the protocol of the computer championships.
    Sit(sit::Args),
    /// Manage such a table: four seats, engines and programs, in one room or two.
    Table(manage::Args),
    /// Open the page: look at deals, ask of any moment, play the problems.
    Serve(serve::Args),
    /// Say what --set takes.
    #[command(long_about = terms::settings(), help_template = "{about-with-newline}")]
    Settings,
    /// Say what the words of the answers mean.
    #[command(long_about = terms::GLOSSARY, help_template = "{about-with-newline}")]
    Terms,
}

/// Runs the program on these arguments, of which the first is its own name, and returns its exit status. It takes Ctrl-C, standard
/// output and standard error for its own.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let cli: Cli = match ending::parse(arguments.iter().cloned().map(no_option)) {
        Ok(cli) => cli,
        Err(told) if told.use_stderr() => {
            complain_of_arguments(&arguments, &told);
            return ending::BAD;
        }
        Err(help) => {
            let mut stdout = io::stdout().lock();
            let written = help.print().and_then(|()| stdout.flush()).map_err(Unwritable);
            return status(written.map(|()| Answer::Yes).map_err(Report::from));
        }
    };
    AS_JSON.store(cli.common.json, Ordering::Relaxed);
    answer(cli, &mut io::stdout().lock(), io::stdout().is_terminal())
}

/// Runs the program on these arguments, of which the first is its own name, and writes its answer,
/// without colours, to `out`.
///
/// # Errors
///
/// What is wrong with the arguments.
pub fn run<T: Into<OsString> + Clone>(
    arguments: impl IntoIterator<Item = T>,
    out: &mut dyn Write,
) -> Result<ExitCode, clap::Error> {
    Ok(answer(ending::parse(arguments)?, out, false).into())
}

fn answer(cli: Cli, out: &mut dyn Write, is_terminal: bool) -> u8 {
    let pips = if cli.common.ascii { Pips::Letters } else { Pips::Symbols };
    let colour = is_terminal && std::env::var_os("NO_COLOR").is_none();
    let (style, page) = (DiagramStyle { pips, colour }, page::of_output());
    let mut output =
        Output { out, json: cli.common.json, style, is_terminal, page, recording: None };
    let answer = threads(cli.common.threads).and_then(|()| cli.verb.run(&mut output));
    let answer = answer.and_then(|answer| output.finish().map(|()| answer));
    if answer.as_ref().is_err_and(is_broken_pipe) {
        return ending::DONE;
    }
    let status = status(answer);
    if settings::is_interrupted() {
        complain(&ending::Interrupted.into());
        return ending::INTERRUPTED;
    }
    status
}

/// The exit status; what went wrong is told.
fn status(answer: miette::Result<Answer>) -> u8 {
    match answer {
        Ok(Answer::Yes) => 0,
        Ok(Answer::No) => ending::NO,
        Ok(Answer::SomeBad) => ending::BAD,
        Err(report) if is_broken_pipe(&report) => 0,
        Err(report) => {
            complain(&report);
            ending::status(report.as_ref())
        }
    }
}

impl Verb {
    fn run(self, output: &mut Output) -> miette::Result<Answer> {
        match self {
            Self::Run(args) => args.run(output),
            Self::Choose(args) => args.run(output),
            Self::Explain(args) => args.run(output),
            Self::Believe(args) => args.run(output),
            Self::Bid(args) => args.run(output),
            Self::Signal(args) => args.run(output),
            Self::Review(args) => args.run(output),
            Self::Lint(args) => args.run(output),
            Self::Convert(args) => args.run(output),
            Self::Problem(args) => args.run(output),
            Self::Dd(args) => args.run(output),
            Self::Suit(args) => args.run(output),
            Self::Learn(args) => args.run(output),
            Self::Practise(args) => args.run(output),
            Self::Match(args) => args.run(output),
            Self::Merge(args) => args.run(output),
            Self::Sit(args) => args.run(output),
            Self::Table(args) => args.run(output),
            Self::Serve(args) => args.run(output),
            Self::Settings => terms::tell(&terms::settings(), output),
            Self::Terms => terms::tell(terms::GLOSSARY, output),
        }
    }
}

fn threads(number: Option<usize>) -> miette::Result<()> {
    let Some(number) = number else { return Ok(()) };
    if !(1..=1024).contains(&number) {
        return Err(miette::miette!("--threads {number}: expected a number from 1 to 1024"));
    }
    rayon::ThreadPoolBuilder::new().num_threads(number).build_global().into_diagnostic()
}

/// An argument as it is to be read. A hand with no spades begins with a dash, as in "- AK52 QJ843 K976", and is no option.
fn no_option(argument: OsString) -> OsString {
    match argument.to_str() {
        Some(hand) if hand.starts_with("- ") => format!(" {hand}").into(),
        _ => argument,
    }
}

/// Says what is wrong with the arguments. Among them may be names of files, which whoever made the
/// files has chosen: so it is said of the arguments as they are shown.
fn complain_of_arguments(arguments: &[OsString], told: &clap::Error) {
    let shown_on_one_line =
        |argument: &OsString| text::on_one_line(&argument.to_string_lossy()).into_owned();
    let again = ending::parse::<Cli>(arguments.iter().map(shown_on_one_line));
    let told = again.err().unwrap_or_else(|| clap::Error::raw(told.kind(), told.kind()));
    if ending::is_json(arguments) {
        tell(&faults::of_arguments(&told).to_string());
    } else {
        let text = told.render();
        let text = if is_plain() { text.to_string() } else { text.ansi().to_string() };
        write_aside(&page::wrapped(text.trim_end(), page::of_errors()));
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    /// What is in a format of its own stays what it is for a program; a terminal obeys only colours
    /// of our own, and those not beside anything else that it would obey.
    #[test]
    fn a_terminal_is_shown_what_a_program_is_given() {
        let heart =
            |style: DiagramStyle| if style.colour { "\u{1b}[31m♥\u{1b}[0m" } else { "♥" };
        let cases = [("K ", "K \u{1b}[31m♥\u{1b}[0m"), ("K\u{1b}[2J", "K\\u{1b}[2J♥")];
        for (name, on_terminal) in cases {
            for (is_terminal, wanted) in
                [(true, on_terminal.to_owned()), (false, format!("{name}♥"))]
            {
                let mut out = Vec::new();
                let style = DiagramStyle { pips: Pips::Symbols, colour: is_terminal };
                let mut output = Output {
                    out: &mut out,
                    json: false,
                    style,
                    is_terminal,
                    page: 80,
                    recording: None,
                };
                output.data(|style| format!("{name}{}", heart(style))).unwrap();
                assert_eq!(String::from_utf8(out).unwrap(), wanted);
            }
        }
    }

    /// What clap says is missing when a verb is given these words; `None` if it takes them.
    fn missing(verb: &clap::Command, words: &[String]) -> Option<Vec<String>> {
        let words = std::iter::once(verb.get_name().to_owned()).chain(words.iter().cloned());
        let error = verb.clone().try_get_matches_from(words).err()?;
        match error.get(clap::error::ContextKind::InvalidArg) {
            Some(clap::error::ContextValue::Strings(missing)) => Some(missing.clone()),
            _ => Some(Vec::new()),
        }
    }

    /// An option as it may be typed, with a value that it takes.
    fn typed(verb: &clap::Command, option: &clap::Arg) -> Option<Vec<String>> {
        let name = format!("--{}", option.get_long()?);
        if !option.get_action().takes_values() {
            return Some(vec![name]);
        }
        let is_taken = |words: &Vec<String>| {
            let words = std::iter::once(verb.get_name()).chain(words.iter().map(String::as_str));
            let error = verb.clone().try_get_matches_from(words).err();
            error.is_none_or(|it| it.kind() == clap::error::ErrorKind::MissingRequiredArgument)
        };
        let named = option.get_possible_values();
        let named = named.iter().map(|value| value.get_name().to_owned());
        let values = "3|S|50%|1/2|fused|1S|CK|NS|1s|both|W: hcp 10-12|imps|uniform|NS=natural|127.0.0.1|1|pbn|A,B|mind-worlds=1|13-13";
        let n = option.get_num_args().map_or(1, |range| range.min_values());
        let mut each = named
            .chain(values.split('|').map(str::to_owned))
            .map(|value| std::iter::once(name.clone()).chain(vec![value; n]).collect::<Vec<_>>());
        each.find(is_taken)
    }

    /// An option that needs another is refused without it, whatever else is asked for. Clap lets it pass beside whatever rules the
    /// other out, unless that rules out both.
    #[test]
    fn an_option_is_refused_without_the_one_that_it_needs() {
        let (mut wanting, mut unasked, mut unknown) = (0, Vec::new(), Vec::new());
        let mut command = Cli::command();
        command.build();
        for verb in command.get_subcommands().filter(|verb| !verb.has_subcommands()) {
            // What learn is to do is always asked for; what its options need beside that is seen where it is not.
            let mut free = verb.clone();
            if verb.get_groups().any(|group| group.get_id() == "what") {
                free = free.mut_group("what", |group| group.required(false));
            }
            let each =
                verb.get_arguments().filter(|it| it.get_long().is_some() && !it.is_hide_set());
            let (typed, untyped): (Vec<_>, Vec<_>) =
                each.map(|it| (it, typed(&free, it))).partition(|(_, words)| words.is_some());
            unknown.extend(untyped.iter().map(|(option, _)| option.to_string()));
            let options: Vec<_> =
                typed.into_iter().filter_map(|(it, words)| Some((it, words?))).collect();
            // A file is given, and of what every command of the verb needs nothing is learned.
            let always = missing(&free, &[]).unwrap_or_default();
            for (option, words) in &options {
                let mut needs = missing(&free, words).unwrap_or_default();
                needs.retain(|it| it.contains("--") && !always.contains(it));
                wanting += usize::from(!needs.is_empty());
                let is_given = |need: &String, by: &clap::Arg| {
                    let name = format!("--{}", by.get_long().expect("options have long names"));
                    need.split([' ', '|', '<', '>', '[', '=']).any(|word| word == name)
                };
                for (other, more) in &options {
                    let is_enough = needs.iter().all(|need| is_given(need, other));
                    if is_enough || other.get_id() == option.get_id() {
                        continue;
                    }
                    let file = ["--".to_owned(), "file.pbn".to_owned()];
                    for file in [&file[..], &[]] {
                        let both = [more, words, file].concat();
                        if missing(verb, &both).is_none() {
                            unasked.push(format!("{} {}", verb.get_name(), both.join(" ")));
                        }
                    }
                }
            }
        }
        assert!(wanting > 15, "{wanting} options need another");
        assert_eq!(unasked, [""; 0]);
        assert_eq!(unknown, [""; 0], "options of which no value is known here");
    }

    /// Whatever clap asserts of a command when a verb is called that nobody calls in the tests.
    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }
}
