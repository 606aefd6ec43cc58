//! The results of `falsecard-lab learn`, as text and as JSON.

use miette::Result;

use crate::learn::{
    CalibrationBin, CardsForetold, ChoiceKind, MindPrediction, Minds, MomentFinding, RecordSurvey,
    SOURCES,
};
use falsecard_laboratory::records::{DeciderRole, RunningMean};
use falsecard_program::cli::{Output, tell_calls};
use falsecard_program::wording::counted;

pub(super) fn tell(file: &str, survey: &RecordSurvey, output: &mut Output) -> Result<()> {
    if !output.json {
        return tell_people(file, survey, output);
    }
    survey.lines(file).iter().try_for_each(|line| output.json(line))
}

fn tell_people(file: &str, survey: &RecordSurvey, output: &mut Output) -> Result<()> {
    output.line(format!("{file}: {}", counted(survey.games, "game")))?;
    output.line(
        "How much likelier the true deal is, in nats, by the auction than by the facts, \
                 and by the cards than by the auction:",
    )?;
    let head =
        ["after", "role", "n", "auction", "cards", "worse", "loss: auction", "cards", "outside"];
    let row = |(after, role, moment): (usize, DeciderRole, &MomentFinding)| {
        let [by_auction, by_cards] = moment.honours.map(|sum| format!("{:.3}", sum.mean()));
        vec![
            after.to_string(),
            role.name().to_owned(),
            moment.auction.len().to_string(),
            with_error(&moment.auction),
            with_error(&moment.cards),
            percent(moment.worse.mean()),
            by_auction,
            by_cards,
            percent(moment.outside.mean()),
        ]
    };
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(survey.findings.moments().map(row));
    output.columns(&rows)?;
    output.line("\nWho holds an honour, as believed and as it was:")?;
    let tenths = || survey.findings.calibration.iter().filter(|tenth| !tenth.so.is_empty());
    let row = |name: &str, cell: &dyn Fn(&CalibrationBin) -> String| -> Vec<String> {
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
    let row = |(kind, foretold): (ChoiceKind, &CardsForetold)| {
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
    if !survey.minds.is_empty() {
        tell_minds(&survey.minds, output)?;
    }
    if !survey.bill.is_empty() {
        output.line("\nDouble-dummy tricks given up, by what the card is chosen by:")?;
        let head = ["role"].into_iter().chain(SOURCES).chain(["cards − person", "n"]);
        let head = head.map(str::to_owned);
        let mut rows = vec![head.collect::<Vec<_>>()];
        for (role, sums, than_person) in survey.bill.roles() {
            let cell = |sum: &RunningMean| format!("{:.3} ± {}", sum.mean(), error(sum));
            let cells = sums.each().map(cell).into_iter().chain([with_error(than_person)]);
            let n = sums.person.len().to_string();
            rows.push([role.name().to_owned()].into_iter().chain(cells).chain([n]).collect());
        }
        output.columns(&rows)?;
    }
    output.line("")
}

/// Prints how well imagined players predict people's cards. Role and choice share a column, since
/// on a narrow page the first column alone says what a row is about.
fn tell_minds(minds: &Minds, output: &mut Output) -> Result<()> {
    output.line(
        "\nImagined players in people's places: how likely they make the card chosen, \
                 beside chance among all legal cards, and its suit; how often it is the likeliest \
                 to them; and the tricks that cards give up:",
    )?;
    let head = ["choice", "n", "foretold", "chance", "suit", "likeliest", "imagined", "person"];
    let row = |(role, kind, place): (&str, &str, MindPrediction)| {
        vec![
            format!("{role} {kind}"),
            place.nats.len().to_string(),
            with_error(&place.nats),
            format!("{:+.2}", place.uniform.mean()),
            format!("{:+.2}", place.suit.mean()),
            percent(place.first.mean()),
            with_error(&place.mind),
            with_error(&place.person),
        ]
    };
    let rows =
        [head.map(str::to_owned).to_vec()].into_iter().chain(minds.rows().into_iter().map(row));
    output.columns(&rows.collect::<Vec<_>>())
}

fn with_error(sum: &RunningMean) -> String {
    format!("{:+.3} ± {}", sum.mean(), error(sum))
}

/// A standard error as text; "?" if it is not known.
fn error(sum: &RunningMean) -> String {
    sum.error().map_or("?".to_owned(), |error| format!("{error:.3}"))
}

fn percent(share: f64) -> String {
    format!("{:.0}%", 100.0 * share)
}
