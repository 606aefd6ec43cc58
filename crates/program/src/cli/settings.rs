//! The options of the verbs that think, and the settings they stand for.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use itertools::Itertools;
use miette::{Report, Result, miette};

use super::ending::{INTERRUPTED, No};
use super::headings::THINKING;
use super::input::rule_bytes;
use super::progress::Progress;
use crate::cli::diagnostic::Locate;
use falsecard_engine::belief::NoBelief;
use falsecard_engine::carding;
use falsecard_engine::cards::Card;
use falsecard_engine::constraint::{DealCondition, Promise, Rule, System, parse_deal_condition};
use falsecard_engine::play::{Scoring, View};
use falsecard_engine::search::{
    self, NoDecision, Question, Search, Settings, SettingsBuilder, read_time,
};
use falsecard_engine::text::quoted;
use falsecard_laboratory::files;
use falsecard_notation::read_cards;

/// Set when the user will not wait any longer.
static STOP: AtomicBool = AtomicBool::new(false);

/// The wish to stop, which Ctrl-C expresses from now on; a second Ctrl-C ends the program.
pub fn stop_on_ctrl_c() -> &'static AtomicBool {
    let handler = || {
        if STOP.swap(true, Ordering::Relaxed) {
            leave();
        }
    };
    // Without a handler Ctrl-C ends the program at once, as it does everywhere.
    let _ = ctrlc::set_handler(handler);
    &STOP
}

/// Lets Ctrl-C end the program at once, as it does everywhere, but without leaving half a file
/// behind.
pub(super) fn exit_on_ctrl_c() {
    let _ = ctrlc::set_handler(|| leave());
}

fn leave() -> ! {
    files::abandon();
    std::process::exit(INTERRUPTED.into())
}

/// Whether Ctrl-C has been pressed since somebody began to listen to it.
pub fn is_interrupted() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Puts a question to `work`: Ctrl-C ends it with what has been found, the bar shows how far it is.
pub(super) fn ask<T>(
    view: &View,
    system: &System,
    hints: &[Rule],
    settings: &Settings,
    progress: &Progress,
    work: impl FnOnce(&Question) -> T,
) -> T {
    let (progress, stop) = (&|share| progress.set(share), stop_on_ctrl_c());
    let question = Question::new(view).with_system(system).with_hints(hints);
    work(&question.with_settings(settings).with_progress(progress).with_stop(stop))
}

/// Why there is no decision: a "no" where nothing fits what is known, else a fault.
pub(super) fn refusal(error: NoDecision) -> Report {
    match error {
        NoDecision::Belief(NoBelief::NothingFits) => {
            No::new(error.to_string(), "\"falsecard believe\" says what contradicts").into()
        }
        error => miette!("{error}"),
    }
}

/// How hard to think, and with which knowledge.
#[derive(Args)]
pub struct Thinking {
    /// The time for a decision, as in 5s, 500ms or 2m; choose shares it among its engines. When it
    /// is up, the best so far counts.
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = THINKING)]
    budget: Option<Duration>,
    /// The seed of all random numbers.
    #[arg(long, value_name = "N", default_value_t = Settings::default().seed(), help_heading = THINKING)]
    pub seed: u64,
    /// The most layouts in which a card is played out. Default: 80 (problem make: 48), with
    /// --budget sixteen times as many, so that time decides.
    #[arg(long, value_name = "N", help_heading = THINKING, hide = true)]
    worlds: Option<usize>,
    /// Another setting, as in worlds=200 or mind-worlds=8: "falsecard help settings" lists them. May
    /// be repeated.
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting, help_heading = THINKING)]
    set: Vec<(String, String)>,
}

/// `mind-worlds=8`, if there is such a setting and it takes the value.
///
/// # Errors
///
/// There is none, or it does not.
pub fn setting(text: &str) -> std::result::Result<(String, String), String> {
    let (name, value) =
        text.split_once('=').ok_or("expected a name and a value, as in mind-worlds=8")?;
    match Settings::builder().set(name, value) {
        Ok(_) => Ok((name.to_owned(), value.to_owned())),
        Err(wrong) => Err(wrong.to_string()),
    }
}

impl Thinking {
    /// The settings that they stand for.
    ///
    /// # Errors
    ///
    /// There are none such.
    pub fn settings(&self) -> Result<Settings> {
        self.settings_with(None)
    }

    /// The settings, with this number of worlds, where the user names none and time does not
    /// matter.
    pub(super) fn settings_with(&self, unhurried: Option<usize>) -> Result<Settings> {
        let mut settings = Settings::builder().seed(self.seed);
        if let Some(worlds) = unhurried {
            settings = settings.unhurried_worlds(worlds);
        }
        if let Some(worlds) = self.worlds {
            settings = settings.worlds(worlds);
        }
        if let Some(time) = self.budget {
            settings = settings.budget(time);
        }
        let set =
            |settings: SettingsBuilder, (name, value): &(String, String)| settings.set(name, value);
        let settings = self.set.iter().try_fold(settings, set).and_then(SettingsBuilder::build);
        settings.map_err(|bad| miette!("--{bad}"))
    }
}

/// What is played for.
#[derive(Args)]
pub(super) struct PlayedFor {
    /// What is played for, and so what cards are judged by: points, imps or matchpoints. Default:
    /// what the file's [Scoring] tag says, else imps, and points for a problem.
    #[arg(long, value_name = "NAME", help_heading = THINKING)]
    scoring: Option<Scoring>,
}

impl PlayedFor {
    /// The settings with the scoring that the user names, if any.
    pub(super) fn on(&self, settings: &Settings) -> Settings {
        self.scoring.map_or_else(|| settings.clone(), |scoring| settings.with_scoring(scoring))
    }
}

/// Which engines, by name.
#[derive(Args)]
pub(super) struct Engines {
    /// The engines to ask, separated by commas: minimax, abc (playouts with players who act on
    /// their beliefs), fused (minimax, unless the playouts are clear that another card is better),
    /// reflex (at a glance, in milliseconds), abc-2006 (the rule as published), or "all". Default:
    /// minimax and fused. The answer is that of the first engine named, or of fused.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help_heading = THINKING)]
    engine: Vec<String>,
}

/// Who is asked where the user names nobody.
const USUAL: [&str; 2] = ["minimax", "fused"];

/// How the time for an answer is divided among the engines that are asked: the one whose answer is
/// given first has this many times as much as each of the others.
const FOREMOST: f64 = 3.0;

impl Engines {
    /// Whose answer is given first.
    pub(super) fn foremost(&self) -> &str {
        let named = self.engine.first().map(|name| name.trim());
        named.filter(|name| *name != "all").unwrap_or("fused")
    }

    /// The settings for an engine, of whom these are still to be asked, itself first: with its part
    /// of the time that is left of the whole answer.
    pub(super) fn settings_of(
        &self,
        to_ask: &[&dyn Search],
        settings: &Settings,
        begun: Instant,
    ) -> Settings {
        let Some(whole) = settings.budget() else { return settings.clone() };
        let part = |it: &&dyn Search| if it.slug() == self.foremost() { FOREMOST } else { 1.0 };
        let own = to_ask.first().map_or(1.0, part) / to_ask.iter().map(part).sum::<f64>().max(1.0);
        settings.with_budget(whole.saturating_sub(begun.elapsed()).mul_f64(own))
    }

    /// Whether the user names somebody.
    pub(super) const fn are_named(&self) -> bool {
        !self.engine.is_empty()
    }

    pub(super) fn named(&self) -> Result<Vec<&'static dyn Search>> {
        if self.engine.is_empty() {
            return Ok(USUAL.iter().filter_map(|name| search::named(name)).collect());
        }
        engines(&self.engine)
    }
}

/// The engine of this name.
///
/// # Errors
///
/// It is not known.
pub(super) fn engine(name: &str) -> Result<&'static dyn Search> {
    search::named(name).ok_or_else(|| {
        let known: Vec<_> = search::SEARCHES.iter().map(|search| search.slug()).collect();
        miette!(help = format!("the engines are {}", known.join(", ")), "no engine {name}")
    })
}

/// The engines of these names, each once; "all" is every engine.
///
/// # Errors
///
/// One is not known.
pub fn engines(names: &[String]) -> Result<Vec<&'static dyn Search>> {
    if names.iter().any(|name| name.trim() == "all") {
        return Ok(search::SEARCHES.to_vec());
    }
    names.iter().map(|name| name.trim()).unique().map(engine).collect()
}

/// A rule file that comes with the program, or a path to one.
///
/// # Errors
///
/// It is not there, or has a fault.
pub fn system(name: &str) -> Result<System> {
    parsed(name, &rule_text(name)?)
}

/// The text of a rule file that comes with the program, or of a path to one.
pub(super) fn rule_text(name: &str) -> Result<Cow<'static, str>> {
    if let Some(text) = System::text(name) {
        return Ok(text.into());
    }
    let bytes = rule_bytes(name).map_err(|error| {
        let known: Vec<_> = System::names().collect();
        let help = format!("give a file, or one of {}", known.join(", "));
        miette!(help = help, "no rule file {name}: {error}")
    })?;
    let text = String::from_utf8(bytes).map_err(|error| miette!("{name}: {error}"))?;
    Ok(text.into())
}

/// The system that a rule file states, if every convention in it is known.
pub(super) fn parsed(name: &str, text: &str) -> Result<System> {
    let system = System::parse(name, text).located()?;
    match system.cards.iter().find(|card| carding::named(&card.convention).is_none()) {
        None => Ok(system),
        Some(card) => {
            let known = carding::CONVENTIONS.iter().map(|c| format!("{}: {}", c.slug, c.about));
            let help = format!("the conventions are\n{}", known.format("\n"));
            Err(miette!(help = help, "{name}: no convention {}", quoted(&card.convention)))
        }
    }
}

/// What the user knows of one hand or of several.
#[derive(Clone)]
pub(super) enum Hint {
    /// Of one hand.
    Hand(Rule),
    /// Of several together.
    Hands(DealCondition),
}

/// `W: hcp 10-12`, `W: hcp 10-12 @ 90%`, `hcp(west) >= 10` or `hcp(west) > hcp(east)`
pub(super) fn any_hint(text: &str) -> std::result::Result<Hint, String> {
    let (seat, said) = match text.split_once(':') {
        None => (None, text),
        Some((seat, said)) => {
            let seat = seat.trim().parse().map_err(|_| "expected a seat: N, E, S or W")?;
            (Some(seat), said)
        }
    };
    let (condition, share) = match said.split_once('@') {
        None => (said.trim(), 1.0),
        Some((condition, share)) => (condition.trim(), percent(share)?),
    };
    let parsed = parse_deal_condition(condition, seat)
        .map_err(|fault| format!("at \"{}\": {fault}", &condition[fault.span.clone()]))?;
    let source = format!("{} (given on the command line)", said.trim());
    match parsed.of_one_hand() {
        Ok((seat, condition)) => {
            Ok(Hint::Hand(Rule::new(seat, Promise::new(condition, share, source))))
        }
        Err(relation) if share >= 1.0 => Ok(Hint::Hands(relation)),
        Err(_) => Err("what is said of several hands together must be certain".to_owned()),
    }
}

/// A hint about one hand.
pub(super) fn hint(text: &str) -> std::result::Result<Rule, String> {
    match any_hint(text)? {
        Hint::Hand(rule) => Ok(rule),
        Hint::Hands(_) => Err("this speaks of several hands, which only believe counts".to_owned()),
    }
}

/// A share above 0 and up to 100 %.
pub(super) fn percent(text: &str) -> std::result::Result<f64, &'static str> {
    let number = text.trim().strip_suffix('%').and_then(|number| number.trim().parse::<f64>().ok());
    let percent = number.filter(|percent| *percent > 0.0 && *percent <= 100.0);
    percent.map(|percent| percent / 100.0).ok_or("expected a share, as in \"90%\"")
}

/// A card as people write it: `C2` or `2C`, `CT` or `10c`, `♣2` or `2♣`.
pub(super) fn card(text: &str) -> std::result::Result<Card, String> {
    match read_cards(text).as_deref() {
        Ok(&[card]) => Ok(card),
        _ => Err("expected a card, as in C2, 2C, ♣2, ST or 10s".to_owned()),
    }
}

/// A time of up to a day.
pub(super) fn duration(text: &str) -> std::result::Result<Duration, &'static str> {
    read_time(text).ok_or("expected a time of up to a day, as in 5s, 500ms or 2m")
}

#[cfg(test)]
mod tests {
    use super::*;
    use falsecard_engine::cards::pbn_name;

    #[test]
    fn cards_are_read_as_people_write_them() {
        for text in ["C2", "2C", "c2", "2c", "♣2", "2♣", "♧2", "♣\u{fe0f}2", "2♣\u{fe0f}", " 2c "]
        {
            assert_eq!(card(text).map(pbn_name), Ok("C2".to_owned()), "{text}");
        }
        for text in ["ST", "S10", "10S", "ts", "10s", "♠10", "10♠", "T♠"] {
            assert_eq!(card(text).map(pbn_name), Ok("ST".to_owned()), "{text}");
        }
        for text in ["", "C", "2", "C1", "CC", "22", "C2C", "100S", "♣", "王2"] {
            assert!(card(text).is_err(), "{text}");
        }
    }
}
