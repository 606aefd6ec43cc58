//! What `falsecard learn` has found, as text and as JSON.

use std::collections::BTreeMap;

use miette::Result;
use serde::Serialize;

use super::Shown;
use crate::cli::Output;
use crate::cli::table::counted;
use crate::learn::{
    BOARDS, CardRule, ChoiceKind, Customs, Foretold, InTheirPlace, Kept, Learned, Loss, Minds,
    Role, Sight, Sum, Tenth,
};

/// One line of `--json`: a moment and a role.
#[derive(Serialize)]
struct SightLine<'a> {
    file: &'a str,
    after: usize,
    role: &'static str,
    decisions: usize,
    auction: f64,
    auction_se: Option<f64>,
    cards: f64,
    cards_se: Option<f64>,
    worse: f64,
    honours: Honours,
    outside: f64,
}

#[derive(Serialize)]
struct Honours {
    auction: f64,
    cards: f64,
}

/// Who holds an honour: what is believed, and what is so.
#[derive(Serialize)]
struct CalibrationLine<'a> {
    file: &'a str,
    calibration: Vec<TenthOf>,
}

#[derive(Serialize)]
struct TenthOf {
    believed: f64,
    #[serde(rename = "true")]
    so: f64,
    n: usize,
}

/// What a convention was kept.
#[derive(Serialize)]
struct CustomLine<'a> {
    file: &'a str,
    convention: &'static str,
    situation: &'static str,
    n: usize,
    kept: f64,
    chance: f64,
}

/// How well the cards that people chose among several are foretold.
#[derive(Serialize)]
struct PredictionLine<'a> {
    file: &'a str,
    kind: &'static str,
    n: usize,
    nats: f64,
    se: Option<f64>,
    uniform: f64,
}

/// What imagined players would have done in people's places.
#[derive(Serialize)]
struct MindsLine<'a> {
    file: &'a str,
    role: &'static str,
    kind: &'static str,
    n: usize,
    nats: f64,
    se: Option<f64>,
    uniform: f64,
    mind: f64,
    mind_se: Option<f64>,
    person: f64,
}

impl<'a> MindsLine<'a> {
    fn of(file: &'a str, role: &'static str, kind: &'static str, place: &InTheirPlace) -> Self {
        Self {
            file,
            role,
            kind,
            n: place.nats.len(),
            nats: place.nats.mean(),
            se: place.nats.error(),
            uniform: place.uniform.mean(),
            mind: place.mind.mean(),
            mind_se: place.mind.error(),
            person: place.person.mean(),
        }
    }
}

/// What was learned from so many boards of a pair.
#[derive(Serialize)]
struct CurveLine {
    boards: usize,
    n: usize,
    cards: f64,
    cards_se: Option<f64>,
    gained: f64,
    gained_se: Option<f64>,
}

impl CurveLine {
    fn of(boards: usize, learned: &Learned) -> Self {
        Self {
            boards,
            n: learned.cards.len(),
            cards: learned.cards.mean(),
            cards_se: learned.cards.error(),
            gained: learned.gained.mean(),
            gained_se: learned.gained.error(),
        }
    }
}

/// What is lost without a rule.
#[derive(Serialize)]
struct WithoutLine<'a> {
    file: &'a str,
    without: String,
    boards: usize,
    nats: f64,
    nats_se: Option<f64>,
    foretold: f64,
    foretold_se: Option<f64>,
    tricks: Option<f64>,
    tricks_se: Option<f64>,
}

impl<'a> WithoutLine<'a> {
    fn of(file: &'a str, (rule, loss): &(CardRule, Loss)) -> Self {
        Self {
            file,
            without: format!("{} {}", rule.line(), rule.name()),
            boards: loss.foretold.len(),
            nats: loss.nats.mean(),
            nats_se: loss.nats.error(),
            foretold: loss.foretold.mean(),
            foretold_se: loss.foretold.error(),
            tricks: (!loss.tricks.is_empty()).then(|| loss.tricks.mean()),
            tricks_se: loss.tricks.error(),
        }
    }
}

/// What cards cost.
#[derive(Serialize)]
struct PriceLine<'a> {
    file: &'a str,
    role: &'static str,
    price: BTreeMap<&'static str, f64>,
    se: BTreeMap<&'static str, Option<f64>>,
    n: usize,
}

/// What the kinds of evidence are called, in the order of [`Sources::each`].
const SOURCES: [&str; 5] = ["facts", "auction", "natural", "cards", "person"];

pub(super) fn tell(file: &str, shown: &Shown, output: &mut Output) -> Result<()> {
    if output.json { tell_programs(file, shown, output) } else { tell_people(file, shown, output) }
}

pub(super) fn tell_curve(curve: &[Learned; BOARDS.len()], output: &mut Output) -> Result<()> {
    let rows = BOARDS.into_iter().zip(curve);
    if output.json {
        return rows
            .map(|(boards, learned)| CurveLine::of(boards, learned))
            .try_for_each(|line| output.json(&line));
    }
    output.line(
        "What the cards of a pair's later boards say, in nats, by how many of its first ones are known:",
    )?;
    let head = ["boards", "n", "cards", "gained"].map(str::to_owned).to_vec();
    let row = |(boards, learned): (usize, &Learned)| {
        let n = learned.cards.len().to_string();
        vec![boards.to_string(), n, with_error(&learned.cards), with_error(&learned.gained)]
    };
    output.columns(&[head].into_iter().chain(rows.map(row)).collect::<Vec<_>>())
}

/// What each rule is worth, the dearest first.
pub(super) fn tell_losses(
    file: &str,
    losses: &[(CardRule, Loss)],
    output: &mut Output,
) -> Result<()> {
    let mut losses = losses.to_vec();
    losses.sort_by(|(_, one), (_, other)| other.nats.mean().total_cmp(&one.nats.mean()));
    if output.json {
        return losses.iter().try_for_each(|it| output.json(&WithoutLine::of(file, it)));
    }
    output
        .line(format!("{file}: what a board loses without each rule, the others fitted anew:"))?;
    let head = ["rule", "boards", "nats of the deal", "of the card chosen", "tricks"];
    let cell = |sum: &Sum| format!("{:+.4} ± {:.4}", sum.mean(), sum.error().unwrap_or(f64::NAN));
    let row = |(rule, loss): &(CardRule, Loss)| {
        let tricks = if loss.tricks.is_empty() { String::new() } else { cell(&loss.tricks) };
        vec![
            format!("{} {}", rule.line(), rule.name()),
            loss.foretold.len().to_string(),
            cell(&loss.nats),
            cell(&loss.foretold),
            tricks,
        ]
    };
    let rows = [head.map(str::to_owned).to_vec()].into_iter().chain(losses.iter().map(row));
    output.columns(&rows.collect::<Vec<_>>())?;
    output.line("")
}

fn tell_programs(file: &str, shown: &Shown, output: &mut Output) -> Result<()> {
    for (after, role, sight) in shown.findings.sights() {
        let [by_auction, by_cards] = sight.honours.map(|sum| sum.mean());
        output.json(&SightLine {
            file,
            after,
            role: role.name(),
            decisions: sight.auction.len(),
            auction: sight.auction.mean(),
            auction_se: sight.auction.error(),
            cards: sight.cards.mean(),
            cards_se: sight.cards.error(),
            worse: sight.worse.mean(),
            honours: Honours { auction: by_auction, cards: by_cards },
            outside: sight.outside.mean(),
        })?;
    }
    let tenths = shown.findings.calibration.iter().filter(|tenth| !tenth.so.is_empty());
    let calibration = tenths.map(|tenth| TenthOf {
        believed: tenth.believed.mean(),
        so: tenth.so.mean(),
        n: tenth.so.len(),
    });
    output.json(&CalibrationLine { file, calibration: calibration.collect() })?;
    for (convention, circumstance, Kept { kept, chance }) in shown.customs.each() {
        let situation = circumstance.name();
        let (n, kept, chance) = (kept.len(), kept.mean(), chance.mean());
        output.json(&CustomLine { file, convention, situation, n, kept, chance })?;
    }
    for (kind, foretold) in shown.prediction.kinds() {
        output.json(&PredictionLine {
            file,
            kind: kind.name(),
            n: foretold.policy.len(),
            nats: foretold.policy.mean(),
            se: foretold.policy.error(),
            uniform: foretold.uniform.mean(),
        })?;
    }
    for (role, kind, place) in rows_of(&shown.minds) {
        output.json(&MindsLine::of(file, role, kind, &place))?;
    }
    for (role, sums) in shown.bill.roles() {
        let each = || SOURCES.into_iter().zip(sums.each());
        output.json(&PriceLine {
            file,
            role: role.name(),
            price: each().map(|(name, sum)| (name, sum.mean())).collect(),
            se: each().map(|(name, sum)| (name, sum.error())).collect(),
            n: sums.person.len(),
        })?;
    }
    Ok(())
}

fn tell_people(file: &str, shown: &Shown, output: &mut Output) -> Result<()> {
    output.line(format!("{file}: {}", counted(shown.games, "game")))?;
    output.line("How much likelier the true deal is, in nats, by the auction than by the facts, and by the cards than by the auction:")?;
    let head =
        ["after", "role", "n", "auction", "cards", "worse", "loss: auction", "cards", "outside"];
    let row = |(after, role, sight): (usize, Role, &Sight)| {
        let [by_auction, by_cards] = sight.honours.map(|sum| format!("{:.3}", sum.mean()));
        vec![
            after.to_string(),
            role.name().to_owned(),
            sight.auction.len().to_string(),
            with_error(&sight.auction),
            with_error(&sight.cards),
            percent(sight.worse.mean()),
            by_auction,
            by_cards,
            percent(sight.outside.mean()),
        ]
    };
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(shown.findings.sights().map(row));
    output.columns(&rows)?;
    output.line("\nWho holds an honour, as believed and as it was:")?;
    let tenths = || shown.findings.calibration.iter().filter(|tenth| !tenth.so.is_empty());
    let row = |name: &str, cell: &dyn Fn(&Tenth) -> String| -> Vec<String> {
        std::iter::once(name.to_owned()).chain(tenths().map(cell)).collect()
    };
    output.columns(&[
        row("believed", &|tenth| format!("{:.2}", tenth.believed.mean())),
        row("true", &|tenth| format!("{:.2}", tenth.so.mean())),
        row("n", &|tenth| tenth.so.len().to_string()),
    ])?;
    output
        .line("\nThe cards that were chosen among several, mean logarithm of their probability:")?;
    let head = ["choice", "n", "foretold", "if all were as likely"].map(str::to_owned).to_vec();
    let row = |(kind, foretold): (ChoiceKind, &Foretold)| {
        vec![
            kind.name().to_owned(),
            foretold.policy.len().to_string(),
            with_error(&foretold.policy),
            format!("{:+.2}", foretold.uniform.mean()),
        ]
    };
    let rows: Vec<_> = [head].into_iter().chain(shown.prediction.kinds().map(row)).collect();
    output.columns(&rows)?;
    output.line("\nKept, of the cards that a convention spoke of (by chance, cards):")?;
    output.columns(&customs(&shown.customs))?;
    if !shown.minds.is_empty() {
        output.line("\nImagined players in people's places: how likely they make the card chosen, and the tricks that cards give up:")?;
        let head = ["role", "choice", "n", "foretold", "if all as likely", "imagined", "person"];
        let row = |(role, kind, place): (&str, &str, InTheirPlace)| {
            vec![
                role.to_owned(),
                kind.to_owned(),
                place.nats.len().to_string(),
                with_error(&place.nats),
                format!("{:+.2}", place.uniform.mean()),
                with_error(&place.mind),
                with_error(&place.person),
            ]
        };
        let head = head.map(str::to_owned).to_vec();
        let rows = [head].into_iter().chain(rows_of(&shown.minds).into_iter().map(row));
        output.columns(&rows.collect::<Vec<_>>())?;
    }
    if !shown.bill.is_empty() {
        output.line("\nDouble-dummy tricks given up, by what the card is chosen by:")?;
        let head = ["role"].into_iter().chain(SOURCES).chain(["n"]).map(str::to_owned);
        let mut rows = vec![head.collect::<Vec<_>>()];
        for (role, sums) in shown.bill.roles() {
            let cell =
                |sum: &Sum| format!("{:.3} ± {:.3}", sum.mean(), sum.error().unwrap_or(f64::NAN));
            let cells = sums.each().map(cell);
            let n = sums.person.len().to_string();
            rows.push([role.name().to_owned()].into_iter().chain(cells).chain([n]).collect());
        }
        output.columns(&rows)?;
    }
    output.line("")
}

/// Each kind of choice of each role, and all of a role together.
fn rows_of(minds: &Minds) -> Vec<(&'static str, &'static str, InTheirPlace)> {
    let kinds = minds.each().map(|(role, kind, place)| (role, kind.name(), *place));
    let roles = [("declarer", false), ("defender", true)];
    let roles = roles.map(|(role, defends)| (role, "all", minds.role(defends)));
    kinds.chain(roles.into_iter().filter(|(_, _, place)| !place.nats.is_empty())).collect()
}

/// A row for each convention: what it was kept in no trump and with trumps.
fn customs(customs: &Customs) -> Vec<Vec<String>> {
    let head = ["convention", "notrump", "by chance", "cards", "trumps", "by chance", "cards"];
    let mut rows: Vec<Vec<String>> = vec![head.map(str::to_owned).to_vec()];
    let mut sums: Vec<(&str, [Kept; 2])> = Vec::new();
    for (convention, circumstance, kept) in customs.each() {
        if sums.last().is_none_or(|(last, _)| *last != convention) {
            sums.push((convention, [Kept::default(); 2]));
        }
        let (_, of_strains) = sums.last_mut().expect("one has been pushed");
        of_strains[usize::from(circumstance.trumps)].take(kept);
    }
    for (convention, of_strains) in sums {
        let cells = of_strains.iter().flat_map(|Kept { kept, chance }| {
            let share =
                |sum: &Sum| if sum.is_empty() { String::new() } else { percent(sum.mean()) };
            [share(kept), share(chance), kept.len().to_string()]
        });
        rows.push([convention.to_owned()].into_iter().chain(cells).collect());
    }
    rows
}

fn with_error(sum: &Sum) -> String {
    let error = sum.error().map_or("?".to_owned(), |error| format!("{error:.3}"));
    format!("{:+.3} ± {error}", sum.mean())
}

fn percent(share: f64) -> String {
    format!("{:.0}%", 100.0 * share)
}
