//! The plots of `falsecard-lab learn` for a report.

use crate::learn::{MomentFinding, RecordSurvey};
use falsecard_laboratory::records::{DeciderRole, RunningMean};
use falsecard_program::web::draw::{Plot, Point, Series};
use falsecard_program::web::markup::Markup;

/// The calibration of beliefs about honours: how often a hand holds one, against the probability
/// believed.
pub(super) fn calibration(survey: &RecordSurvey) -> Markup {
    let tenths = survey.findings.calibration.iter().filter(|tenth| !tenth.so.is_empty());
    let point =
        |(believed, so): (f64, &RunningMean)| -> Point { ([believed, so.mean()], so.error()) };
    let points = tenths.map(|tenth| point((tenth.believed.mean(), &tenth.so))).collect();
    let places = (0..=4).map(|at| (f64::from(at) / 4.0, format!("{:.2}", f64::from(at) / 4.0)));
    let plot = Plot {
        title: "Who holds an honour: how often it was so, by how likely it was believed to be",
        axes: ["believed", "true"],
        places: places.collect(),
        heights: [0.0, 1.0],
        diagonal: true,
    };
    plot.draw(&[Series { name: "honours, in tenths of what was believed".to_owned(), points }])
}

/// The log-likelihood ratio of the true deal, over the facts alone, against the number of cards
/// played: by the auction, and by all evidence.
pub(super) fn moments(survey: &RecordSurvey) -> Markup {
    let moments: Vec<(usize, &MomentFinding)> = survey
        .findings
        .moments()
        .filter(|(_, role, _)| *role == DeciderRole::All)
        .map(|(after, _, moment)| (after, moment))
        .collect();
    if moments.len() < 2 {
        return Markup::default();
    }
    let series = |name: &str, of: fn(&MomentFinding) -> (f64, Option<f64>)| {
        let point = |&(after, moment): &(usize, &MomentFinding)| {
            let (height, error) = of(moment);
            ([after as f64, height], error)
        };
        Series { name: name.to_owned(), points: moments.iter().map(point).collect() }
    };
    let by_auction = series("by the auction", |it| (it.auction.mean(), it.auction.error()));
    let by_all = series("by auction and cards", |it| (it.both.mean(), it.both.error()));
    let places = moments.iter().map(|(after, _)| (*after as f64, after.to_string())).collect();
    drawn(
        "How much likelier the true deal is",
        ["cards played", "nats"],
        places,
        &[by_auction, by_all],
    )
}

/// A plot from 0, or the lowest point if that is below, to the highest point.
fn drawn(title: &str, axes: [&str; 2], places: Vec<(f64, String)>, series: &[Series]) -> Markup {
    let heights = || series.iter().flat_map(|it| &it.points).map(|([_, height], _)| *height);
    let heights = [heights().fold(0.0, f64::min), heights().fold(0.0, f64::max) * 1.05];
    Plot { title, axes, places, heights, diagonal: false }.draw(series)
}
