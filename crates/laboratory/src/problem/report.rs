//! The comparison of engines by category, as in Table 2 of the paper, and by problem.

use itertools::Itertools;

use super::{Difference, Sheet, Verdict};

/// How many trials of a group each engine solved.
#[derive(Debug, Clone, PartialEq)]
pub struct SolvedCounts {
    /// The group: a category, or all.
    pub name: String,
    /// The number of trials: problems times seeds.
    pub trials: usize,
    /// The number of trials solved, by engine.
    pub solved: Vec<usize>,
    /// The comparisons of every other engine with the first.
    pub duels: Vec<HeadToHead>,
}

/// The comparison of two engines on the same trials.
#[derive(Debug, Clone, PartialEq)]
pub struct HeadToHead {
    /// The numbers of trials solved by both, by the first only, by the second only, and by neither.
    pub split: [usize; 4],
    /// The difference of the shares of problems solved, second minus first.
    pub difference: Difference,
}

/// The verdicts on a problem set.
#[derive(Debug, Clone)]
pub struct Summary {
    engines: Vec<String>,
    verdicts: Vec<Verdict>,
}

impl Summary {
    /// Sums up verdicts. Every engine must have one for each problem and seed, in the same order.
    pub fn new(engines: Vec<String>, verdicts: Vec<Verdict>) -> Self {
        Self { engines, verdicts }
    }

    /// The counts by category, in order of name, and over all problems.
    pub fn tallies(&self) -> Vec<SolvedCounts> {
        let categories = self.verdicts.iter().map(|verdict| &verdict.category).unique().sorted();
        let mut tallies: Vec<SolvedCounts> = categories
            .map(|category| self.tally(category, |verdict| verdict.category == *category))
            .collect();
        tallies.push(self.tally("all", |_| true));
        tallies
    }

    fn tally(&self, name: &str, belongs: impl Fn(&Verdict) -> bool) -> SolvedCounts {
        let of = |engine: &String| -> Vec<&Verdict> {
            self.verdicts.iter().filter(|v| v.engine == *engine && belongs(v)).collect()
        };
        let by_engine: Vec<Vec<&Verdict>> = self.engines.iter().map(of).collect();
        let count = |verdicts: &Vec<&Verdict>| verdicts.iter().filter(|v| v.solved).count();
        SolvedCounts {
            name: name.to_owned(),
            trials: by_engine.first().map_or(0, Vec::len),
            solved: by_engine.iter().map(count).collect(),
            duels: by_engine
                .iter()
                .skip(1)
                .map(|other| HeadToHead::of(&by_engine[0], other))
                .collect(),
        }
    }

    /// All tables with their titles, for people: by problem, by category, and every engine against
    /// the first.
    pub fn parts(&self) -> Vec<(String, Sheet)> {
        let mut parts = vec![("By problem".to_owned(), self.by_problem())];
        parts.extend(self.by_category());
        parts
    }

    /// A row for every verdict.
    pub fn trials(&self) -> Sheet {
        let mut sheet = Sheet::new([
            "problem",
            "category",
            "engine",
            "seed",
            "card",
            "answer",
            "solved",
            "resolved",
            "ms",
            "recalled",
            "worlds",
            "played_out",
            "mind_worlds",
            "budget_ms",
            "version",
        ]);
        sheet.rows.extend(self.verdicts.iter().map(Verdict::row));
        sheet
    }

    /// A row for each problem, with columns for each engine: the cards chosen, how many seeds
    /// solved it, and the longest time, in brackets if all answers are recalled.
    fn by_problem(&self) -> Sheet {
        let head = ["problem", "engine", "answer", "played", "solved", "longest s"];
        let mut sheet = Sheet::new(head);
        for (_, group) in &self.verdicts.iter().chunk_by(|verdict| &verdict.problem) {
            let group: Vec<&Verdict> = group.collect();
            for engine in &self.engines {
                let mine: Vec<_> = group.iter().filter(|v| v.engine == *engine).copied().collect();
                sheet.rows.extend(problem_row(&mine));
            }
        }
        sheet
    }

    /// The tables of the counts by category, with their titles.
    fn by_category(&self) -> Vec<(String, Sheet)> {
        let tallies = self.tallies();
        let mut solved =
            Sheet::new(["category", "n"].map(str::to_owned).iter().chain(&self.engines));
        solved.rows.extend(tallies.iter().map(|tally| {
            let figures = [tally.trials].into_iter().chain(tally.solved.iter().copied());
            [tally.name.clone()].into_iter().chain(figures.map(|n| n.to_string())).collect()
        }));
        let mut parts = vec![("Solved by category".to_owned(), solved)];
        for (at, engine) in self.engines.iter().skip(1).enumerate() {
            let title = format!("{engine} against {}", self.engines[0]);
            parts.push((title, self.duel(&tallies, at)));
        }
        parts
    }

    fn duel(&self, tallies: &[SolvedCounts], at: usize) -> Sheet {
        let (first, second) = (&self.engines[0], &self.engines[at + 1]);
        let mut sheet = Sheet::new([
            "category".to_owned(),
            "n".to_owned(),
            "both".to_owned(),
            format!("{first} only"),
            format!("{second} only"),
            "neither".to_owned(),
            "difference, points of 100 [95 %]".to_owned(),
        ]);
        for tally in tallies {
            let HeadToHead { split, difference } = &tally.duels[at];
            let mut row = vec![tally.name.clone(), tally.trials.to_string()];
            row.extend(split.map(|n| n.to_string()));
            row.push(difference.to_string());
            sheet.rows.push(row);
        }
        sheet
    }
}

impl HeadToHead {
    /// Compares two engines on the same trials, given in the same order.
    fn of(first: &[&Verdict], second: &[&Verdict]) -> Self {
        let mut split = [0; 4];
        let mut each = Vec::new();
        let pairs = first.iter().zip(second);
        for (_, trials) in &pairs.chunk_by(|(first, _)| &first.problem) {
            let mut gains = Vec::new();
            for (first, second) in trials {
                let outcome = match (first.solved, second.solved) {
                    (true, true) => 0,
                    (true, false) => 1,
                    (false, true) => 2,
                    (false, false) => 3,
                };
                split[outcome] += 1;
                gains.push(f64::from(second.solved) - f64::from(first.solved));
            }
            each.push(gains.iter().sum::<f64>() / gains.len() as f64);
        }
        Self { split, difference: Difference::of(&each) }
    }
}

impl Verdict {
    fn row(&self) -> Vec<String> {
        vec![
            self.problem.clone(),
            self.category.clone(),
            self.engine.clone(),
            self.seed.to_string(),
            self.card.clone(),
            self.answer.join(" "),
            self.solved.to_string(),
            self.resolved.to_string(),
            self.ms.to_string(),
            self.recalled.to_string(),
            self.worlds.to_string(),
            self.played_out.to_string(),
            self.mind_worlds.to_string(),
            self.budget_ms.map_or(String::new(), |ms| ms.to_string()),
            self.version.clone(),
        ]
    }
}

/// The cells of one engine's trials of one problem; `None` if there are none.
fn problem_row(trials: &[&Verdict]) -> Option<Vec<String>> {
    let first = trials.first()?;
    let solved = trials.iter().filter(|verdict| verdict.solved).count();
    let cards = trials.iter().map(|verdict| verdict.card.clone()).counts();
    let cards = cards.into_iter().sorted_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    let cards = match trials.len() {
        1 => cards.map(|(card, _)| card).join(" "),
        _ => cards.map(|(card, times)| format!("{card} {times}×")).join(", "),
    };
    Some(vec![
        first.problem.clone(),
        first.engine.clone(),
        first.answer.join(" "),
        cards,
        format!("{solved}/{}", trials.len()),
        longest(trials),
    ])
}

/// The longest time of the answers computed now, in seconds; in brackets that of recalled answers,
/// if all are.
fn longest(trials: &[&Verdict]) -> String {
    let seconds = |recalled| {
        let times = trials.iter().filter(|verdict| verdict.recalled == recalled);
        times.map(|verdict| verdict.ms).max().map(|ms| format!("{:.1}", ms as f64 / 1000.0))
    };
    seconds(false).or_else(|| Some(format!("({})", seconds(true)?))).unwrap_or_default()
}
