//! The random deals of a seed with their double-dummy results, which may be kept in a file.

use std::io;
use std::path::Path;

use super::board::SolvedDeal;
use falsecard_engine::dd::Table;
use falsecard_engine::work::on_all_threads;
use falsecard_laboratory::files::GrowingFile;

/// The solved random deals of a seed, from number 1 on.
#[derive(Debug)]
pub struct SolvedDeals {
    seed: u64,
    tables: Vec<Table>,
    file: Option<GrowingFile>,
}

/// The number of digits of a table, and the length of its line.
const DIGITS: usize = 20;
const LINE: usize = DIGITS + 1;

/// How many deals are solved between two writes to the file.
const TOGETHER: usize = 64;

impl SolvedDeals {
    /// Reads the deals of a file; there are none without a file, or if it does not exist yet. The
    /// first line names the seed; a line for each deal follows, with 20 digits as [`Table`] writes
    /// them.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::InvalidData`] if the file is of another kind or of another seed, and then
    /// it is left as it is; otherwise the error of the system.
    pub fn open(seed: u64, path: Option<&Path>) -> io::Result<Self> {
        let mut deals = Self { seed, tables: Vec::new(), file: None };
        let Some(path) = path else { return Ok(deals) };
        let head = format!("falsecard solved deals 1, seed {seed}\n");
        let (mut file, found) = GrowingFile::open(path, head.as_bytes())?;
        // A deal of which only a part was written is solved again.
        for line in found.chunks_exact(LINE) {
            let digits = line.strip_suffix(b"\n").and_then(|it| std::str::from_utf8(it).ok());
            let table = digits.and_then(Table::from_digits);
            deals.tables.push(table.ok_or(io::ErrorKind::InvalidData)?);
        }
        file.cut(deals.tables.len() * LINE)?;
        deals.file = Some(file);
        Ok(deals)
    }

    /// Solves deals until there are `count`. `report` gets the number so far and returns whether to
    /// continue.
    ///
    /// # Errors
    ///
    /// The error of the system, if the file cannot be written.
    pub fn solve(&mut self, count: usize, report: &dyn Fn(usize) -> bool) -> io::Result<()> {
        while self.tables.len() < count && report(self.tables.len()) {
            let first = self.tables.len() + 1;
            let numbers: Vec<usize> = (first..=count.min(first + TOGETHER - 1)).collect();
            let tables = on_all_threads(&numbers, |&number, solver| {
                SolvedDeal::solve(self.seed, number, solver)
            });
            if let Some(file) = &mut self.file {
                let lines: Vec<String> = tables.iter().map(Table::to_string).collect();
                file.append(format!("{}\n", lines.join("\n")).as_bytes())?;
            }
            self.tables.extend(tables);
        }
        Ok(())
    }

    /// All solved deals, in the order of their numbers.
    pub fn all(&self) -> Vec<SolvedDeal> {
        let numbered = (1..).zip(&self.tables);
        numbered.map(|(number, &table)| SolvedDeal::new(self.seed, number, table)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was kept is found again, whatever a kill left of the last line; a file of another seed
    /// is left alone.
    #[test]
    fn tables_are_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("solved");
        let mut deals = SolvedDeals::open(3, Some(&path)).unwrap();
        deals.solve(3, &|_| true).unwrap();
        let all = deals.all();
        let whole = std::fs::read(&path).unwrap();
        for lost in 0..LINE {
            std::fs::write(&path, &whole[..whole.len() - lost]).unwrap();
            let mut again = SolvedDeals::open(3, Some(&path)).unwrap();
            assert_eq!(again.all(), all[..if lost == 0 { 3 } else { 2 }]);
            if lost == 1 {
                again.solve(3, &|_| true).unwrap();
                assert_eq!(again.all(), all);
            }
        }
        let kept = std::fs::read(&path).unwrap();
        let other = SolvedDeals::open(4, Some(&path)).unwrap_err();
        assert_eq!(other.kind(), io::ErrorKind::InvalidData);
        assert_eq!(std::fs::read(&path).unwrap(), kept);
    }
}
