//! Bars, curves, and means with their errors, as SVG that scales with the text.

use std::fmt::Write;
use std::ops::RangeInclusive;

use crate::web::markup::{Element, Markup, el};
use crate::wording::percent;

/// A share to be drawn as a bar, with its value before.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bar {
    /// The share, 0 to 1.
    pub(super) share: f64,
    /// The share before new evidence, 0 to 1, to be compared.
    pub(super) before: Option<f64>,
}

/// The share before, unless it is written like the share now.
fn changed(bar: Bar) -> Option<f64> {
    bar.before.filter(|&before| percent(before) != percent(bar.share))
}

/// A horizontal bar, with its share as text.
pub(super) fn bar(bar: Bar) -> Markup {
    let rect = |class: &'static str, share: f64| {
        let width = format!("{:.2}", 100.0 * share.clamp(0.0, 1.0));
        el("rect").at("class", class).at("width", width).at("height", 10).empty()
    };
    let before = changed(bar);
    let drawn = rect("ground", 1.0).and(rect("share", bar.share));
    let mark = before.map_or_else(Markup::default, |before| {
        let x = format!("{:.2}", 100.0 * before.clamp(0.0, 1.0));
        el("path").at("class", "before").at("d", format_args!("M{x} 0V10")).empty()
    });
    let figure = svg("bar", 100.0, 10.0).at("preserveAspectRatio", "none").put(drawn.and(mark));
    let text = match before {
        Some(before) => format!("{} → {}", percent(before), percent(bar.share)),
        None => percent(bar.share),
    };
    el("div").at("class", "bars").put(figure.and(el("span").at("class", "figure").say(text)))
}

/// The least share that a curve shows.
const SEEN: f64 = 0.005;

/// The probabilities of values as a curve over these values, with the probabilities before as a
/// line.
pub(super) fn curve(
    name: &str,
    shares: &[f64],
    before: Option<&[f64]>,
    values: &RangeInclusive<usize>,
) -> Markup {
    const HEIGHT: f64 = 20.0;
    let highest = shares.iter().chain(before.into_iter().flatten()).copied().fold(0.01, f64::max);
    let first = *values.start();
    let width = (values.end() + 1 - first) as f64;
    let through = |class: &'static str, shares: &[f64]| {
        let mut path = format!("M0 {HEIGHT}");
        for value in values.clone() {
            let share = shares.get(value).copied().unwrap_or_default();
            let (x, y) = ((value - first) as f64 + 0.5, HEIGHT * (1.0 - share / highest));
            let _ = write!(path, "L{x} {y:.2}");
        }
        let _ = write!(path, "L{width} {HEIGHT}");
        el("path").at("class", class).at("d", path).empty()
    };
    let outline = before.map_or_else(Markup::default, |before| through("outline", before));
    svg("curve", width, HEIGHT)
        .at("preserveAspectRatio", "none")
        .at("role", "img")
        .at("aria-label", in_words(name, shares))
        .put(through("share", shares).and(outline))
}

/// The values below curves; many are labelled at every fifth.
pub(super) fn values(values: &RangeInclusive<usize>) -> Markup {
    let is_long = values.end() - values.start() > 12;
    let label = |value: usize| {
        let label = el("span");
        if is_long && !value.is_multiple_of(5) { label.empty() } else { label.say(value) }
    };
    let labels = values.clone().map(label).collect();
    el("div").at("class", "values").at("aria-hidden", "true").put(labels)
}

/// The range of values that have a share in some of these distributions.
pub(super) fn range_of<'a>(all: impl IntoIterator<Item = &'a [f64]>) -> RangeInclusive<usize> {
    let seen = |shares: &'a [f64]| (0..shares.len()).filter(move |&value| shares[value] >= SEEN);
    let values: Vec<usize> = all.into_iter().flat_map(seen).collect();
    let first = values.iter().min().copied().unwrap_or_default();
    first..=values.into_iter().max().unwrap_or(first)
}

/// A distribution in words.
fn in_words(name: &str, shares: &[f64]) -> String {
    let mut text = format!("{name}:");
    for (value, share) in shares.iter().enumerate().filter(|(_, share)| **share >= SEEN) {
        let _ = write!(text, " {value} in {},", percent(*share));
    }
    text.trim_end_matches(',').to_owned()
}

/// A mean and its standard error by each judge; `None` where a judge has none.
pub(super) type Estimates = Vec<Option<(f64, f64)>>;

/// The width of a plot of means, in SVG units.
const PLOT: f64 = 200.0;

/// Means with their errors on one scale: a picture for each row, with a line in its own colour for
/// each judge, and the ends of the scale.
pub fn whiskers(rows: &[Estimates]) -> (Vec<Markup>, [f64; 2]) {
    let ends = |&(mean, error): &(f64, f64)| {
        let error = if error.is_finite() { error } else { 0.0 };
        [mean - error, mean + error]
    };
    let all = || rows.iter().flatten().flatten().flat_map(ends);
    let low = all().fold(f64::INFINITY, f64::min);
    let high = all().fold(f64::NEG_INFINITY, f64::max);
    let spread = (high - low).max(1e-9);
    let x = move |value: f64| 8.0 + (PLOT - 16.0) * ((value - low) / spread).clamp(0.0, 1.0);
    (rows.iter().map(|row| whisker(row, &x, &ends)).collect(), [low, high])
}

fn whisker(
    row: &Estimates,
    x: &dyn Fn(f64) -> f64,
    ends: &dyn Fn(&(f64, f64)) -> [f64; 2],
) -> Markup {
    const LINE: f64 = 12.0;
    let height = LINE * row.len() as f64;
    let mut drawn = Markup::default();
    for (judge, estimate) in row.iter().enumerate() {
        let Some(estimate) = estimate else { continue };
        let y = LINE * (judge as f64 + 0.5);
        let [low, high] = ends(estimate).map(x);
        let class = format!("judge{judge}");
        let line = format!("M{low:.2} {y}H{high:.2}");
        drawn.push(&el("path").at("class", &class).at("d", line).empty());
        let dot = el("circle").at("class", &class).at("cx", format_args!("{:.2}", x(estimate.0)));
        drawn.push(&dot.at("cy", y).at("r", 4).empty());
    }
    svg("whiskers", PLOT, height).put(drawn)
}

/// Differences with their intervals around zero, one below the other. Each row has a name, the
/// mean, the ends of the interval, and the text to show.
pub fn intervals(rows: &[(String, f64, [f64; 2], String)]) -> Markup {
    const HEIGHT: f64 = 12.0;
    let reach = rows.iter().flat_map(|(_, mean, [low, high], _)| [*mean, *low, *high]);
    let reach = reach.map(f64::abs).fold(1e-9, f64::max);
    let x = |value: f64| PLOT / 2.0 + (PLOT / 2.0 - 8.0) * value / reach;
    let row = |(name, mean, [low, high], written): &(String, f64, [f64; 2], String)| {
        let nought = format!("M{} 0V{HEIGHT}", PLOT / 2.0);
        let line = format!("M{:.2} 6H{:.2}", x(*low), x(*high));
        let dot = el("circle").at("class", "judge1").at("cx", format_args!("{:.2}", x(*mean)));
        let drawn = [
            el("path").at("class", "nought").at("d", nought).empty(),
            el("path").at("class", "judge1").at("d", line).empty(),
            dot.at("cy", 6).at("r", 4).empty(),
        ];
        let picture = svg("whiskers", PLOT, HEIGHT).put(drawn.into_iter().collect());
        let cells = [el("td").put(picture), el("td").say(written)];
        el("tr").put(el("th").at("scope", "row").say(name).and(cells.into_iter().collect()))
    };
    let body = el("tbody").put(rows.iter().map(row).collect());
    el("table").at("class", "intervals").put(body)
}

pub(super) fn svg(class: &'static str, width: f64, height: f64) -> Element {
    let drawing = el("svg").at("class", class);
    let drawing = drawing.at("viewBox", format_args!("0 0 {width} {height}"));
    match class {
        // The text beside them has the same content.
        "bar" | "whiskers" => drawing.at("aria-hidden", "true"),
        _ => drawing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_shares() {
        let text = bar(Bar { share: 0.25, before: Some(0.75) });
        assert!(text.as_str().contains("width=\"25.00\"") && text.as_str().contains("M75.00 0V10"));
        assert!(text.as_str().contains("75 % → 25 %"));
        let same = bar(Bar { share: 0.25, before: Some(0.2501) });
        assert!(!same.as_str().contains("→") && !same.as_str().contains("before"));
    }

    #[test]
    fn curves_run_through_what_has_a_share() {
        let mut shares = [0.0; 14];
        (shares[2], shares[5]) = (0.25, 0.5);
        assert_eq!(range_of([&shares[..]]), 2..=5);
        assert_eq!(range_of([&shares[..], &[1.0]]), 0..=5);
        assert_eq!(range_of([&[0.0][..]]), 0..=0);
        let text = curve("hearts", &shares, None, &(2..=5));
        let text = text.as_str();
        assert!(text.contains("hearts: 2 in 25 %, 5 in 50 %"));
        assert!(text.contains("M0 20L0.5 10.00L1.5 20.00L2.5 20.00L3.5 0.00L4 20"), "{text}");
    }

    #[test]
    fn means_stand_on_one_scale() {
        let rows = [vec![Some((0.0, 1.0))], vec![Some((9.0, f64::INFINITY))], vec![None]];
        let (drawn, ends) = whiskers(&rows);
        assert!((ends[0] + 1.0).abs() < 1e-9 && (ends[1] - 9.0).abs() < 1e-9);
        assert!(
            drawn[0].as_str().contains("M8.00 6H") && drawn[1].as_str().contains("cx=\"192.00\"")
        );
        assert!(!drawn[2].as_str().contains("circle"));
    }
}
