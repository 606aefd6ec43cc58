//! Engines as the user names them, with settings of their own: `fused:mind_worlds=8,no-signals`.

use std::path::Path;
use std::sync::Arc;

use miette::{Result, miette};

use super::networks::network;
use super::settings::{
    Lookahead, PlayedFor, Thinking, allocation, duration, lookahead, parsed, rule_text, share,
};
use super::signal::rule_file_of;
use falsecard_engine::belief::Reader;
use falsecard_engine::bidding::Foresight;
use falsecard_engine::carding;
use falsecard_engine::mind::UnknownJudge;
use falsecard_engine::play::UnknownScoring;
use falsecard_engine::search::{self, BadSetting, SEARCHES, Settings, SettingsBuilder};
use falsecard_engine::text::quoted;
use falsecard_laboratory::table::{Agreed, BidsBy, Entrant, RuleFile, Strategy};

/// How our own players bid and play at a table.
#[derive(clap::Args)]
pub(super) struct OwnPlayers {
    /// What our own players bid and card by: a rule file, or one that comes with the program.
    #[arg(long, value_name = "NAME", default_value = "natural")]
    system: String,
    #[command(flatten)]
    thinking: Thinking,
    #[command(flatten)]
    played_for: PlayedFor,
}

impl OwnPlayers {
    /// The usual settings of our players.
    pub(super) fn settings(&self) -> Result<Settings> {
        Ok(self.played_for.on(&self.thinking.settings()?))
    }

    /// The rule file by which they bid and card.
    pub(super) fn rules(&self) -> Result<RuleFile> {
        rule_file(&self.system)
    }
}

/// What may stand behind the name of an engine.
const SETTINGS: &str = "\
the settings of an engine stand behind its name, with commas between, as in \
\"fused:mind_worlds=8,seed=2\":
seed=N, worlds=N, mind_worlds=N, mind_by=glance, lookahead=N, best_defence=30%, budget=300ms, scoring=points, \
allocation=NAME: as the options of these names
system=NAME, carding=NAME: its own rule file, or its own carding
glance=FILE: what people see at a glance, as learn --glance writes it
calls=FILE, cards=FILE: how people call and play, as learn --calls and --cards write it
bids=FILE: bids by this network, as learn --bids or practise writes it
ahead=N: looks ahead in the bidding, in N deals
without=CONVENTION: knows nothing of it; several of them may be given
no-signals: sends none and reads none; ignore-signals, ignore-line: as the options";

/// An engine as the user names it; what he does not say is as it is for all.
pub(super) fn entrant(name: &str, usual: &Settings) -> Result<Entrant> {
    let (engine, said) = name.split_once(':').unwrap_or((name, ""));
    let engine = self::engine(engine.trim())?;
    let (mut settings, mut agreed) = (usual.to_builder(), Agreed::default());
    let (mut worlds, mut ahead, mut has_clock) = (None, None, false);
    for part in said.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (key, value) = match part.split_once('=') {
            Some((key, value)) => (key.trim().replace('_', "-"), Some(value.trim())),
            None => (part.replace('_', "-"), None),
        };
        let fault = |why: String| miette!(help = SETTINGS, "{}: {part}: {why}", quoted(name));
        match (key.as_str(), value) {
            ("worlds", Some(value)) => worlds = Some(count(value).map_err(fault)?),
            ("system", Some(value)) => agreed.system = Some(rule_file(value)?),
            ("carding", Some(value)) => agreed.carding = Some(rule_file(rule_file_of(value))?),
            ("without", Some(value)) => forget(&mut agreed, value).map_err(fault)?,
            ("calls", Some(value)) => {
                agreed.caller =
                    Some(Arc::new(network(Path::new(value), "--calls").map_err(fault)?));
            }
            ("cards", Some(value)) => {
                agreed.player =
                    Some(Arc::new(network(Path::new(value), "--cards").map_err(fault)?));
            }
            ("bids", Some(value)) => {
                let network = network(Path::new(value), "--bids").map_err(fault)?;
                agreed.bids = Some(BidsBy::new(network));
            }
            ("ahead", Some(value)) => {
                let deals = count(value).map_err(fault)?;
                if deals > Foresight::MOST_DEALS {
                    return Err(fault(format!("expected 1 to {}", Foresight::MOST_DEALS)));
                }
                ahead = Some(deals);
            }
            ("no-signals", None) => agreed.silent = true,
            (key, Some(value)) => {
                has_clock |= key == "budget";
                settings = set(settings, key, value).map_err(fault)?;
            }
            (key, None) => settings = switch(settings, key).map_err(fault)?,
        }
    }
    let fault = |bad: BadSetting| miette!("{}: {bad}", quoted(name));
    settings = match worlds {
        Some(worlds) => settings.worlds(worlds),
        // Only this engine's time is limited: then the time decides, whatever number of worlds is usual.
        None if has_clock && usual.budget().is_none() => settings.unhurried_worlds(usual.worlds()),
        None => settings,
    };
    let settings = settings.build().map_err(fault)?;
    agreed.ahead = ahead.map(|deals| Foresight { deals, seed: settings.seed() });
    Ok(Entrant { name: name.trim().to_owned(), engine, settings, agreed })
}

/// The engine without its knowledge of a convention.
pub(super) fn without(entrant: &Entrant, convention: &str) -> Result<Entrant> {
    let mut other = entrant.clone();
    let fault = |why: String| miette!("--without {}: {why}", quoted(convention));
    forget(&mut other.agreed, convention.trim()).map_err(fault)?;
    let sign = if other.name.contains(':') { ',' } else { ':' };
    other.name = format!("{}{sign}without={}", other.name, convention.trim());
    Ok(other)
}

fn engine(name: &str) -> Result<Strategy> {
    match name {
        "open" => Ok(Strategy::Open),
        "person" => Ok(Strategy::Person),
        "random" => Ok(Strategy::Random),
        name => search::named(name).map(Strategy::Search).ok_or_else(|| {
            let searches: Vec<_> = SEARCHES.iter().map(|search| search.slug()).collect();
            let help = format!(
                "the engines are {}, person (cards as people play them, drawn by chance), open (all four \
                 hands open, by double dummy) and random (any legal card)",
                searches.join(", ")
            );
            miette!(help = help, "no engine {}", quoted(name))
        }),
    }
}

fn count(text: &str) -> std::result::Result<usize, String> {
    let most = Settings::MOST_WORLDS;
    let count = text.parse().ok().filter(|count| (1..=most).contains(count));
    count.ok_or_else(|| format!("expected a number from 1 to {most}"))
}

/// A rule file that comes with the program, or a path to one.
pub(super) fn rule_file(name: &str) -> Result<RuleFile> {
    let text = rule_text(name)?.into_owned();
    Ok(RuleFile { system: parsed(name, &text)?, text })
}

/// Takes a convention out of an entrant's agreements.
fn forget(agreed: &mut Agreed, convention: &str) -> std::result::Result<(), String> {
    if carding::named(convention).is_none() {
        let known: Vec<_> = carding::CONVENTIONS.iter().map(|known| known.slug).collect();
        return Err(format!("no such convention; there are {}", known.join(", ")));
    }
    agreed.without.push(convention.to_owned());
    Ok(())
}

/// The settings with another value for one of them.
fn set(
    settings: SettingsBuilder,
    key: &str,
    value: &str,
) -> std::result::Result<SettingsBuilder, String> {
    Ok(match key {
        "seed" => settings.seed(value.parse().map_err(|_| "expected a number".to_owned())?),
        "mind-worlds" => settings.mind_worlds(count(value)?),
        "mind-by" => settings.mind_by(value.parse().map_err(|bad: UnknownJudge| bad.to_string())?),
        "glance" => settings.glance(Arc::new(network(Path::new(value), "--glance")?)),
        "lookahead" => {
            let Lookahead(cards) = lookahead(value)?;
            settings.lookahead(cards)
        }
        "best-defence" => settings.best_defence(share(value)?),
        "budget" => settings.budget(duration(value)?),
        "scoring" => {
            settings.scoring(value.parse().map_err(|bad: UnknownScoring| bad.to_string())?)
        }
        "allocation" => settings.allocation(allocation(value)?),
        _ => return Err("no such setting".to_owned()),
    })
}

/// The settings without something.
fn switch(settings: SettingsBuilder, key: &str) -> std::result::Result<SettingsBuilder, String> {
    match key {
        "ignore-signals" => Ok(settings.reader(Reader::IgnoringSignals)),
        "ignore-line" => Ok(settings.read_line(false)),
        _ => Err("no such setting".to_owned()),
    }
}
