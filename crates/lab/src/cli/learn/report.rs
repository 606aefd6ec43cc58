//! What `falsecard-lab learn` has found, as text and as JSON.

use miette::Result;
use serde::Serialize;

use super::plots;
use crate::learn::{
    BOARDS, CardRule, ChoiceKind, Customs, Foretold, InTheirPlace, Kept, Learned, Loss, Minds,
    Panellist, Promises, SOURCES, Sight, Survey, Tenth,
};
use falsecard_engine::work::quantile;
use falsecard_laboratory::records::{Role, Sum};
use falsecard_program::cli::{Output, tell_calls};
use falsecard_program::wording::counted;

/// What was learned from this many boards of a pair.
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

pub(super) fn tell(file: &str, survey: &Survey, output: &mut Output) -> Result<()> {
    if !output.json {
        return tell_people(file, survey, output);
    }
    survey.lines(file).iter().try_for_each(|line| output.json(line))
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
    output.columns(&[head].into_iter().chain(rows.map(row)).collect::<Vec<_>>())?;
    output.record(|| plots::curve(curve));
    Ok(())
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
    let cell = |sum: &Sum| format!("{:+.4} ± {}", sum.mean(), error(sum, 4));
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

fn tell_people(file: &str, survey: &Survey, output: &mut Output) -> Result<()> {
    output.line(format!("{file}: {}", counted(survey.games, "game")))?;
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
    rows.extend(survey.findings.sights().map(row));
    output.columns(&rows)?;
    output.record(|| plots::sights(survey));
    output.line("\nWho holds an honour, as believed and as it was:")?;
    let tenths = || survey.findings.calibration.iter().filter(|tenth| !tenth.so.is_empty());
    let row = |name: &str, cell: &dyn Fn(&Tenth) -> String| -> Vec<String> {
        std::iter::once(name.to_owned()).chain(tenths().map(cell)).collect()
    };
    output.columns(&[
        row("believed", &|tenth| format!("{:.2}", tenth.believed.mean())),
        row("true", &|tenth| format!("{:.2}", tenth.so.mean())),
        row("n", &|tenth| tenth.so.len().to_string()),
    ])?;
    output.record(|| plots::calibration(survey));
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
    let rows: Vec<_> = [head].into_iter().chain(survey.prediction.kinds().map(row)).collect();
    output.columns(&rows)?;
    tell_calls(&survey.calls, output)?;
    output.line("\nKept, of the cards that a convention spoke of (by chance, cards):")?;
    output.columns(&customs(&survey.customs))?;
    if !survey.minds.is_empty() {
        tell_minds(&survey.minds, output)?;
    }
    if !survey.bill.is_empty() {
        output.line("\nDouble-dummy tricks given up, by what the card is chosen by:")?;
        let head = ["role"].into_iter().chain(SOURCES).chain(["cards − person", "n"]);
        let head = head.map(str::to_owned);
        let mut rows = vec![head.collect::<Vec<_>>()];
        for (role, sums, than_person) in survey.bill.roles() {
            let cell = |sum: &Sum| format!("{:.3} ± {}", sum.mean(), error(sum, 3));
            let cells = sums.each().map(cell).into_iter().chain([with_error(than_person)]);
            let n = sums.person.len().to_string();
            rows.push([role.name().to_owned()].into_iter().chain(cells).chain([n]).collect());
        }
        output.columns(&rows)?;
    }
    output.line("")
}

/// What imagined players and engines would have done in people's places. Role and choice are one column, for where the page is
/// narrow the first column alone says what a row is about.
fn tell_minds(minds: &Minds, output: &mut Output) -> Result<()> {
    output.line("\nImagined players in people's places: how likely they make the card chosen, beside chance among all legal cards, and its suit; how often it is the likeliest to them; and the tricks that cards give up:")?;
    let all = minds.all();
    let head = ["choice", "n", "foretold", "chance", "suit", "likeliest", "imagined", "person"];
    let head = head.map(str::to_owned).into_iter().chain(engine_names(&all.panel)).collect();
    let row = |(role, kind, place): (&str, &str, InTheirPlace)| {
        let cells = [
            format!("{role} {kind}"),
            place.nats.len().to_string(),
            with_error(&place.nats),
            format!("{:+.2}", place.uniform.mean()),
            format!("{:+.2}", place.suit.mean()),
            percent(place.first.mean()),
            with_error(&place.mind),
            with_error(&place.person),
        ];
        cells.into_iter().chain(engine_cells(&place.panel)).collect()
    };
    let rows = [head].into_iter().chain(minds.rows().into_iter().map(row));
    output.columns(&rows.collect::<Vec<_>>())?;
    all.panel.iter().try_for_each(|engine| output.line(time_of(engine)))?;
    (0..all.panel.len()).try_for_each(|at| tell_results(minds, at, output))
}

/// What people's results say of an engine of the panel: which share of its promises came true, and what they took where it leaves the
/// first engine's card.
fn tell_results(minds: &Minds, at: usize, output: &mut Output) -> Result<()> {
    let all = minds.all();
    let ([first, ..], Some(it)) = (&all.panel[..], all.panel.get(at)) else { return Ok(()) };
    let (first, engine) = (&first.engine, &it.engine);
    let places = || {
        minds.rows().into_iter().filter_map(|(role, kind, mut place)| {
            (at < place.panel.len())
                .then(|| (format!("{role} {kind}"), place.panel.swap_remove(at)))
        })
    };
    if places().any(|(_, it)| it.tricks_promised.kept().is_some()) {
        output.line(format!(
            "\nHow much of what {engine}'s playouts promise beyond double dummy came true at people's tables (1: all, 0: none):"
        ))?;
        let share = |of: &Promises| {
            let kept = of.kept();
            kept.map_or(String::new(), |it| format!("{:+.2} ± {:.2}", it.share, it.error))
        };
        let row = |(choice, it): (String, Panellist)| {
            let n = it.tricks_promised.len().to_string();
            vec![choice, n, share(&it.tricks_promised), share(&it.points_promised)]
        };
        let head = ["choice", "decisions", "of a trick", "of a point"].map(str::to_owned).to_vec();
        output.columns(&[head].into_iter().chain(places().map(row)).collect::<Vec<_>>())?;
    }
    if at > 0 && !(it.followed.is_empty() && it.followed_first.is_empty()) {
        output.line(format!(
            "\nTricks that people took beyond double dummy where {engine} leaves {first}'s card, by whose card they played:"
        ))?;
        let cells = |of: &Sum| {
            let mean = if of.is_empty() { String::new() } else { with_error(of) };
            [mean, of.len().to_string()]
        };
        let row = |(choice, it): (String, Panellist)| {
            [&it.followed, &it.followed_first].iter().fold(vec![choice], |mut row, of| {
                row.extend(cells(of));
                row
            })
        };
        let head = ["choice", engine, "people", first, "people"].map(str::to_owned).to_vec();
        output.columns(&[head].into_iter().chain(places().map(row)).collect::<Vec<_>>())?;
    }
    Ok(())
}

/// The heads of the engines' columns: what each gives up, how much more that is than the person and, from the second on, than the first
/// engine, and how often it leaves the card of the first.
fn engine_names(panel: &[Panellist]) -> Vec<String> {
    let first = panel.first().map_or("", |first| &first.engine);
    let columns = |(at, it): (usize, &Panellist)| {
        let own = [it.engine.clone(), "− person".to_owned()];
        let compared = [format!("− {first}"), format!("leaves {first}")];
        own.into_iter().chain(compared.into_iter().filter(move |_| at > 0))
    };
    panel.iter().enumerate().flat_map(columns).collect()
}

/// A row below [`engine_names`].
fn engine_cells(panel: &[Panellist]) -> Vec<String> {
    let columns = |(at, it): (usize, &Panellist)| {
        let leaves = format!("{:.1}%", 100.0 * it.leaves.mean());
        let own = [with_error(&it.tricks), with_error(&it.than_person)];
        own.into_iter()
            .chain([with_error(&it.than_first), leaves].into_iter().filter(move |_| at > 0))
    };
    panel.iter().enumerate().flat_map(columns).collect()
}

/// How long an engine thought.
fn time_of(Panellist { engine, seconds, .. }: &Panellist) -> String {
    let time = |share| quantile(seconds, share).map_or("?".to_owned(), |it| format!("{it:.3} s"));
    let (half, most, n) = (time(0.5), time(0.95), seconds.len());
    format!("Time of {engine} on one thread: median {half}, 95th percentile {most}, n {n}")
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
    format!("{:+.3} ± {}", sum.mean(), error(sum, 3))
}

/// A standard error with this many digits, if it is known.
fn error(sum: &Sum, digits: usize) -> String {
    sum.error().map_or("?".to_owned(), |error| format!("{error:.digits$}"))
}

fn percent(share: f64) -> String {
    format!("{:.0}%", 100.0 * share)
}
