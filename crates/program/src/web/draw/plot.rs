//! Plots of points with their errors, joined where they form a curve.

use std::fmt::Write;

use super::figures::svg;
use crate::web::markup::{Markup, el};

/// A point: its coordinates, and the standard error of the second.
pub type Point = ([f64; 2], Option<f64>);

/// The points of one curve.
#[derive(Debug, Clone)]
pub struct Series {
    /// The name of the curve.
    pub name: String,
    /// The points from left to right.
    pub points: Vec<Point>,
}

/// The frame of a plot.
#[derive(Debug, Clone)]
pub struct Plot<'a> {
    /// A title for screen readers.
    pub title: &'a str,
    /// The names of the horizontal and the vertical axis.
    pub axes: [&'a str; 2],
    /// The labels of the horizontal axis with their coordinates, from left to right; at least two.
    pub places: Vec<(f64, String)>,
    /// The ends of the vertical axis.
    pub heights: [f64; 2],
    /// Whether to draw the diagonal, on which a belief is calibrated.
    pub diagonal: bool,
}

const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 180.0;
const LEFT: f64 = 36.0;
const BELOW: f64 = 30.0;

/// The number of steps between labels of the vertical axis.
const STEPS: usize = 4;

impl Plot<'_> {
    /// Draws the plot of these series, which differ in colour; the line of the first is solid.
    pub fn draw(&self, series: &[Series]) -> Markup {
        let mut drawn = self.frame();
        for (number, series) in series.iter().enumerate() {
            drawn.push(&self.points(number, series));
        }
        let figure = svg("plot", WIDTH, HEIGHT + BELOW);
        let figure = figure.at("role", "img").at("aria-label", self.in_words(series)).put(drawn);
        let key = |(number, series): (usize, &Series)| {
            el("span").at("class", format_args!("key judge{number}")).say(&series.name)
        };
        let keys = series.iter().enumerate().map(key).collect();
        el("figure").put(figure.and(el("figcaption").put(keys)))
    }

    fn x(&self, place: f64) -> f64 {
        let (Some(first), Some(last)) = (self.places.first(), self.places.last()) else {
            return LEFT;
        };
        let share = (place - first.0) / (last.0 - first.0).max(f64::MIN_POSITIVE);
        LEFT + (WIDTH - LEFT - 8.0) * share
    }

    fn y(&self, height: f64) -> f64 {
        let [low, high] = self.heights;
        let share = (height - low) / (high - low).max(f64::MIN_POSITIVE);
        8.0 + (HEIGHT - 16.0) * (1.0 - share.clamp(0.0, 1.0))
    }

    /// The axes with their names.
    fn frame(&self) -> Markup {
        let [low, high] = self.heights;
        let line =
            |class: &'static str, d: String| el("path").at("class", class).at("d", d).empty();
        let text = |x: f64, y: f64, side: &'static str, said: &str| {
            let text = el("text").at("class", "value").at("x", format_args!("{x:.1}"));
            text.at("y", format_args!("{y:.1}")).at("text-anchor", side).say(said)
        };
        let mut drawn = Markup::default();
        for step in 0..=STEPS {
            let height = low + (high - low) * step as f64 / STEPS as f64;
            let y = self.y(height);
            drawn.push(&line("grid", format!("M{LEFT} {y:.1}H{:.1}", WIDTH - 8.0)));
            drawn.push(&text(LEFT - 4.0, y + 3.0, "end", &format!("{height:.2}")));
        }
        for (place, name) in &self.places {
            drawn.push(&text(self.x(*place), HEIGHT + 8.0, "middle", name));
        }
        drawn.push(&text(WIDTH - 8.0, HEIGHT + 22.0, "end", self.axes[0]));
        drawn.push(&text(LEFT + 4.0, 7.0, "start", self.axes[1]));
        if self.diagonal {
            let [x, y] = [self.x(low), self.y(low)];
            let d = format!("M{x:.1} {y:.1}L{:.1} {:.1}", self.x(high), self.y(high));
            drawn.push(&line("nought", d));
        }
        drawn
    }

    fn points(&self, number: usize, series: &Series) -> Markup {
        let class = format!("judge{number}");
        let mut path = String::new();
        let mut drawn = Markup::default();
        for (at, ([place, height], error)) in series.points.iter().enumerate() {
            let (x, y) = (self.x(*place), self.y(*height));
            let _ = write!(path, "{}{x:.1} {y:.1}", if at == 0 { 'M' } else { 'L' });
            if let Some(error) = error.filter(|error| error.is_finite()) {
                let ends = [self.y(height - error), self.y(height + error)];
                let d = format!("M{x:.1} {:.1}V{:.1}", ends[0], ends[1]);
                drawn.push(&el("path").at("class", &class).at("d", d).empty());
            }
            let dot = el("circle").at("class", &class).at("cx", format_args!("{x:.1}"));
            drawn.push(&dot.at("cy", format_args!("{y:.1}")).at("r", 3).empty());
        }
        if !self.diagonal {
            let class = format!("curve {class}");
            drawn.push(&el("path").at("class", class).at("d", path).empty());
        }
        drawn
    }

    /// The plot in words.
    fn in_words(&self, series: &[Series]) -> String {
        let mut text = self.title.to_owned();
        for Series { name, points } in series {
            let points =
                points.iter().map(|([place, height], _)| format!("{height:.2} at {place}"));
            let _ = write!(text, "; {name}: {}", points.collect::<Vec<_>>().join(", "));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_stand_where_they_belong() {
        let places = vec![(0.0, "0".to_owned()), (1.0, "1".to_owned())];
        let plot =
            Plot { title: "t", axes: ["x", "y"], places, heights: [0.0, 1.0], diagonal: false };
        let points = vec![([0.0, 0.0], Some(f64::NAN)), ([1.0, 1.0], Some(0.25))];
        let drawn = plot.draw(&[Series { name: "s".to_owned(), points }]);
        let drawn = drawn.as_str();
        assert!(drawn.contains("M36.0 172.0L292.0 8.0"), "{drawn}");
        // An error that is not known is not drawn; what is above the plot ends at its edge.
        assert!(!drawn.contains("NaN") && drawn.contains("M292.0 49.0V8.0"), "{drawn}");
        assert!(drawn.contains("t; s: 0.00 at 0, 1.00 at 1"));
    }
}
