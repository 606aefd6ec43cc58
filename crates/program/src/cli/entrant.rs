//! Engines as the user names them, with settings of their own: `fused:mind-worlds=8,no-signals`.

use std::path::Path;
use std::sync::Arc;

use miette::{Result, miette};

use super::networks::network;
use super::settings::{Thinking, parsed, rule_text};
use falsecard_engine::bidding::Foresight;
use falsecard_engine::carding;
use falsecard_engine::search::{self, SEARCHES, Settings};
use falsecard_engine::text::quoted;
use falsecard_laboratory::table::{Entrant, EntrantAgreements, EntrantNetwork, RuleFile, Strategy};

/// How our own players bid and play at a table.
#[derive(clap::Args)]
pub(super) struct OwnPlayers {
    /// What our own players bid and card by: a rule file, or one that comes with the program.
    #[arg(long, value_name = "NAME", default_value = "natural")]
    system: String,
    #[command(flatten)]
    thinking: Thinking,
}

impl OwnPlayers {
    /// The usual settings of our players.
    pub(super) fn settings(&self) -> Result<Settings> {
        self.thinking.settings()
    }

    /// The rule file by which they bid and card.
    pub(super) fn rules(&self) -> Result<RuleFile> {
        rule_file(&self.system)
    }
}

/// What may stand behind the name of an engine.
const OWN: &str = "\
what is an engine's own stands behind its name, with commas between, as in \"fused:mind-worlds=8,seed=2\": \
any setting (falsecard help settings), and
system=NAME, carding=NAME: its own rule file, or its own carding
glance=FILE: what people see at a glance, as falsecard-lab learn --glance writes it
calls=FILE, cards=FILE: how people call and play, as falsecard-lab learn --calls and --cards write it
bids=FILE: bids by this network, as falsecard-lab learn --bids or practise writes it
ahead=N: looks ahead in the bidding, in N deals
without=CONVENTION: knows nothing of it; several of them may be given
no-signals: sends none and reads none";

/// An engine as the user names it; what he does not say is as it is for all.
///
/// # Errors
///
/// What is not understood.
pub fn entrant(name: &str, usual: &Settings) -> Result<Entrant> {
    let (engine, said) = name.split_once(':').unwrap_or((name, ""));
    let engine = self::engine(engine.trim())?;
    let (mut agreed, mut ahead, mut glance) = (EntrantAgreements::default(), None, None);
    let mut settings: Vec<(&str, &str)> = Vec::new();
    for part in said.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        // What is said without a value is so.
        let (key, value) = part.split_once('=').unwrap_or((part, "yes"));
        let (key, value) = (key.trim(), value.trim());
        let fault = |why: String| miette!(help = OWN, "{}: {part}: {why}", quoted(name));
        match key {
            "system" => agreed.system = Some(rule_file(value)?),
            "carding" => agreed.carding = Some(rule_file(rule_file_of(value))?),
            "without" => forget(&mut agreed, value).map_err(fault)?,
            "calls" => {
                agreed.caller =
                    Some(Arc::new(network(Path::new(value), "--calls").map_err(fault)?));
            }
            "cards" => {
                agreed.player =
                    Some(Arc::new(network(Path::new(value), "--cards").map_err(fault)?));
            }
            "bids" => {
                let network = network(Path::new(value), "--bids").map_err(fault)?;
                agreed.bids = Some(EntrantNetwork::new(network));
            }
            "glance" => {
                glance = Some(Arc::new(network(Path::new(value), "--glance").map_err(fault)?));
            }
            "ahead" => ahead = Some(deals(value).map_err(fault)?),
            "no-signals" | "no_signals" => agreed.silent = true,
            _ => settings.push((key, value)),
        }
    }
    let settings = usual.with_own(settings);
    let mut settings = settings.map_err(|bad| miette!(help = OWN, "{}: {bad}", quoted(name)))?;
    if let Some(glance) = glance {
        settings = settings.with_glance(glance);
    }
    agreed.ahead = ahead.map(|deals| Foresight { deals, seed: settings.seed() });
    Ok(Entrant { name: name.trim().to_owned(), engine, settings, agreed })
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

/// In how many deals a bidder looks ahead.
fn deals(text: &str) -> std::result::Result<usize, String> {
    let deals = text.parse().ok().filter(|deals| (1..=Foresight::MOST_DEALS).contains(deals));
    deals.ok_or_else(|| format!("expected 1 to {}", Foresight::MOST_DEALS))
}

/// The short names of the carding agreements that come with the program.
const SHORT: [(&str, &str); 5] = [
    ("standard", "standard-carding"),
    ("upside-down", "upside-down-carding"),
    ("odd-even", "odd-even-carding"),
    ("count", "count-carding"),
    ("none", "no-signals"),
];

/// The rule file of a carding agreement: one of those that come with the program by its short name,
/// or as it is named.
fn rule_file_of(name: &str) -> &str {
    SHORT.iter().find(|(short, _)| *short == name).map_or(name, |(_, long)| long)
}

/// A rule file that comes with the program, or a path to one.
pub(super) fn rule_file(name: &str) -> Result<RuleFile> {
    let text = rule_text(name)?.into_owned();
    Ok(RuleFile { system: parsed(name, &text)?, text })
}

/// Takes a convention out of an entrant's agreements.
fn forget(agreed: &mut EntrantAgreements, convention: &str) -> std::result::Result<(), String> {
    if carding::named(convention).is_none() {
        let known: Vec<_> = carding::CONVENTIONS.iter().map(|known| known.slug).collect();
        return Err(format!("no such convention; there are {}", known.join(", ")));
    }
    agreed.without.push(convention.to_owned());
    Ok(())
}
