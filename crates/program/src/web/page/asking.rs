//! The settings of answers that an address names: agreements, carding, scoring, engine and time.

use std::time::Duration;

use super::address::Address;
use super::spot::{STRANGERS, system};
use crate::web::markup::{Markup, el};
use falsecard_engine::play::Scoring;
use falsecard_engine::search::{BeliefSet, Fused, Search};
use falsecard_engine::text::quoted;

/// An option in an address: its name there, and in words.
type NamedOption = (&'static str, &'static str);

/// The agreements offered. An address may name any other bundled system.
pub(super) const SYSTEMS: [NamedOption; 8] = [
    ("natural", "strangers, who bid and card naturally"),
    ("sayc", "Standard American (SAYC)"),
    ("two-over-one", "two over one"),
    ("acol", "Acol"),
    ("weak-notrump", "weak notrump"),
    ("strong-club", "strong club"),
    ("polish-club", "Polish club"),
    ("population", "champions of many systems"),
];

/// The carding offered.
const CARDINGS: [NamedOption; 6] = [
    ("", "as the agreements say"),
    ("standard-carding", "standard"),
    ("upside-down-carding", "upside down"),
    ("odd-even-carding", "odd and even discards"),
    ("unknown-carding", "not known"),
    ("no-signals", "no signals"),
];

const SCORINGS: [NamedOption; 3] =
    [("imps", "IMPs"), ("matchpoints", "matchpoints"), ("points", "points")];

/// The engines offered beside minimax, which is the default.
const ENGINES: [NamedOption; 3] = [
    ("fused", "the usual way, and with what the others will think (fused)"),
    ("abc", "the usual way, and with all that the others may think (abc)"),
    ("minimax", "the usual way alone (minimax), which is fast"),
];

/// The seconds that a card may take.
const TIMES: [NamedOption; 5] = [
    ("", "as long as it needs"),
    ("1", "a second"),
    ("3", "three seconds"),
    ("10", "ten seconds"),
    ("30", "half a minute"),
];

/// The engine beside minimax; `None` if minimax is asked alone.
///
/// # Errors
///
/// A sentence, if there is no such engine.
pub(super) fn engine(address: &Address) -> Result<Option<&'static dyn Search>, String> {
    match address.get("engine").unwrap_or("fused") {
        "fused" => Ok(Some(&Fused)),
        "abc" => Ok(Some(&BeliefSet)),
        "minimax" => Ok(None),
        other => {
            let known = ENGINES.map(|(name, _)| name).join(", ");
            Err(format!("no engine {}: there are {known}", quoted(other)))
        }
    }
}

/// The time that a card may take, if the address limits it.
pub(super) fn time(address: &Address) -> Option<Duration> {
    let seconds: u64 = address.get("time")?.parse().ok()?;
    Some(Duration::from_secs(seconds.clamp(1, 600)))
}

/// The leads that may be agreed, with their names in rule files.
const LEADS: [NamedOption; 3] = [
    ("fourth-best", "fourth-best leads"),
    ("third-and-fifth", "third and fifth leads"),
    ("attitude-leads", "attitude leads"),
];

/// A line that says which carding is assumed, with a link to change it.
pub(super) fn carding_line(address: &Address) -> Markup {
    let Ok(system) = system(address) else { return Markup::default() };
    let agreed = |slug: &str| system.cards.iter().any(|card| card.convention == slug);
    let leads = LEADS.iter().find(|(slug, _)| agreed(slug)).map(|(_, leads)| *leads);
    let leads = leads.unwrap_or("no agreed leads");
    let named = address.get("carding").unwrap_or_default();
    let own = CARDINGS.iter().find(|(name, _)| *name == named && !name.is_empty());
    let signals = match own {
        Some((_, said)) => said,
        None if system.cards.is_empty() => "natural",
        None => "as the agreements say",
    };
    let change = el("button").at("type", "button").at("data-dialog", "asking");
    let change = change.at("data-field", "carding").say("change");
    let said = Markup::text(format_args!("Carding: {signals}, {leads} "));
    el("p").at("class", "legend").put(said.and(change))
}

/// The options as fields of a form, with the address's choices.
pub(super) fn fields(address: &Address) -> Markup {
    let scoring = address.get("scoring").and_then(Scoring::named).unwrap_or_default();
    [
        field("Agreements", "system", &SYSTEMS, address.get("system").unwrap_or(STRANGERS)),
        convention_card(address),
        field("Carding", "carding", &CARDINGS, address.get("carding").unwrap_or_default()),
        field("Scoring", "scoring", &SCORINGS, scoring.slug()),
        field(
            "The best card is found",
            "engine",
            &ENGINES,
            address.get("engine").unwrap_or("fused"),
        ),
        field("Time for a card", "time", &TIMES, address.get("time").unwrap_or_default()),
    ]
    .into_iter()
    .collect()
}

/// A link to what the calls show by the address's agreements.
fn convention_card(address: &Address) -> Markup {
    let card = Address::default().with("convention", Some("card"));
    let card = card.with("system", address.get("system")).with("carding", address.get("carding"));
    let link = el("a").at("href", format_args!("#{card}")).say("Convention card");
    el("p").at("class", "legend").put(link)
}

/// A field of a form; the chosen value is offered even if it is not listed.
pub(super) fn field(
    title: &str,
    name: &'static str,
    choices: &[(&str, &str)],
    chosen: &str,
) -> Markup {
    let option = |(value, said): (&str, &str)| {
        el("option").at("value", value).is("selected", value == chosen).say(said)
    };
    let is_offered = choices.iter().any(|(value, _)| *value == chosen);
    let own = (!is_offered).then(|| option((chosen, chosen)));
    let options: Markup = own.into_iter().chain(choices.iter().copied().map(option)).collect();
    let label =
        Markup::text(format_args!("{title} ")).and(el("select").at("name", name).put(options));
    el("p").put(el("label").put(label))
}
