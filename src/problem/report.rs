//! The comparison of engines: by category as in the paper's Table 2, and by problem.

use std::fmt;

use itertools::Itertools;

use super::Verdict;

/// How many of a group of trials each engine solved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// The group: a category, or all.
    pub name: String,
    /// The number of trials: problems times seeds.
    pub trials: usize,
    /// Those solved, by engine.
    pub solved: Vec<usize>,
    /// Of two engines: solved by both, by the first only, by the second only, by neither.
    pub split: Option<[usize; 4]>,
}

/// The verdicts on a problem set.
#[derive(Debug, Clone)]
pub struct Report {
    engines: Vec<&'static str>,
    verdicts: Vec<Verdict>,
}

impl Report {
    /// Sums up verdicts. Every engine has one on each problem with each seed.
    pub fn new(engines: Vec<&'static str>, verdicts: Vec<Verdict>) -> Self {
        Self { engines, verdicts }
    }

    /// The tallies by category, in the order of the problems, and over all.
    pub fn tallies(&self) -> Vec<Tally> {
        let categories = self.verdicts.iter().map(|verdict| &verdict.category).unique();
        let mut tallies: Vec<Tally> = categories
            .map(|category| self.tally(category, |verdict| verdict.category == *category))
            .collect();
        tallies.push(self.tally("all", |_| true));
        tallies
    }

    fn tally(&self, name: &str, belongs: impl Fn(&Verdict) -> bool) -> Tally {
        let group: Vec<&Verdict> = self.verdicts.iter().filter(|v| belongs(v)).collect();
        let by_engine: Vec<Vec<bool>> = self
            .engines
            .iter()
            .map(|engine| group.iter().filter(|v| v.engine == *engine).map(|v| v.solved).collect())
            .collect();
        let count = |solved: &Vec<bool>| solved.iter().filter(|s| **s).count();
        let split = match &by_engine[..] {
            [first, second] => Some(first.iter().zip(second).fold([0; 4], |mut split, pair| {
                split[match pair {
                    (true, true) => 0,
                    (true, false) => 1,
                    (false, true) => 2,
                    (false, false) => 3,
                }] += 1;
                split
            })),
            _ => None,
        };
        Tally {
            name: name.to_owned(),
            trials: by_engine.first().map_or(0, Vec::len),
            solved: by_engine.iter().map(count).collect(),
            split,
        }
    }

    /// For every problem and engine: how many seeds solved it, which cards were chosen how often,
    /// and the longest time in seconds.
    fn lines(&self) -> Vec<Vec<String>> {
        let mut lines = Vec::new();
        for problem in self.verdicts.iter().map(|verdict| &verdict.problem).unique() {
            for engine in &self.engines {
                let mine = |v: &&Verdict| v.problem == *problem && v.engine == *engine;
                let mine: Vec<&Verdict> = self.verdicts.iter().filter(mine).collect();
                let Some(first) = mine.first() else { continue };
                let solved = mine.iter().filter(|verdict| verdict.solved).count();
                let cards = mine.iter().map(|verdict| verdict.card.clone()).counts();
                let cards = cards.into_iter().sorted_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
                let cards = match mine.len() {
                    1 => cards.map(|(card, _)| card).join(" "),
                    _ => cards.map(|(card, times)| format!("{card} {times}×")).join(", "),
                };
                let longest = mine.iter().map(|verdict| verdict.ms).max().unwrap_or_default();
                lines.push(vec![
                    problem.clone(),
                    (*engine).to_owned(),
                    first.answer.join(" "),
                    cards,
                    format!("{solved}/{}", mine.len()),
                    format!("{:.1}", longest as f64 / 1000.0),
                ]);
            }
        }
        lines
    }
}

/// The report as text: two tables.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = ["problem", "engine", "answer", "played", "solved", "longest s"];
        table(f, &head.map(str::to_owned), &self.lines())?;
        writeln!(f)?;
        let mut head = vec!["category".to_owned(), "n".to_owned()];
        head.extend(self.engines.iter().map(|engine| (*engine).to_owned()));
        if let [first, second] = &self.engines[..] {
            head.extend(["both".to_owned(), format!("{first} only")]);
            head.extend([format!("{second} only"), "neither".to_owned()]);
        }
        let rows: Vec<Vec<String>> = self.tallies().iter().map(Tally::row).collect();
        table(f, &head, &rows)
    }
}

impl Tally {
    fn row(&self) -> Vec<String> {
        let mut row = vec![self.name.clone(), self.trials.to_string()];
        row.extend(self.solved.iter().map(ToString::to_string));
        row.extend(self.split.iter().flatten().map(ToString::to_string));
        row
    }
}

/// Columns as wide as their widest cell, two blanks between.
fn table(f: &mut fmt::Formatter<'_>, head: &[String], rows: &[Vec<String>]) -> fmt::Result {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).chain(head.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
    };
    for row in std::iter::once(head).chain(rows.iter().map(Vec::as_slice)) {
        let cells = row.iter().enumerate().map(|(i, cell)| format!("{cell:<w$}", w = width(i)));
        writeln!(f, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}
