//! The ranking of an evening: the pairs by their results on all deals that were played at more than
//! one table.

use std::collections::{BTreeMap, HashMap};

use super::Traveller;
use falsecard_engine::cards::{BySeat, Seat, Side};

/// The result of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableResult {
    /// The number of its deal: tables of the same deal are compared.
    pub deal: u32,
    /// The score for North and South.
    pub score: i32,
    /// The names of the players, as far as they are known.
    pub names: BySeat<Option<String>>,
}

/// A pair with its results over an evening.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct PairsResult {
    /// Both names, in the order of the seats in which the pair sat first.
    pub name: String,
    /// The number of boards that could be compared.
    pub boards: u32,
    imps: f64,
    matchpoints: f64,
}

impl PairsResult {
    /// The mean IMPs per board: against the datum, or of two tables against each other.
    pub fn imps(&self) -> f64 {
        self.imps / f64::from(self.boards)
    }

    /// The mean share of the matchpoints, 0 to 1.
    pub fn matchpoints(&self) -> f64 {
        self.matchpoints / f64::from(self.boards)
    }
}

/// The results of each pair, in no order. A pair is the same in whichever seats it sits; players
/// without a known name are left out.
///
/// ```
/// use falsecard::cards::{BySeat, Seat};
/// use falsecard::table::{TableResult, pairs_results};
///
/// let table = |deal, score, names: [&str; 4]| {
///     let names = BySeat::from_fn(|seat: Seat| Some(names[seat as usize].to_owned()));
///     TableResult { deal, score, names }
/// };
/// let pairs = pairs_results([
///     table(0, 420, ["A", "C", "B", "D"]),
///     table(0, -50, ["E", "G", "F", "H"]),
///     table(1, 110, ["C", "B", "D", "A"]),
///     table(1, 620, ["G", "E", "H", "F"]),
///     // There is nobody to compare with.
///     table(2, 620, ["A", "C", "B", "D"]),
///     // Of these nobody knows who they are.
///     TableResult { deal: 3, score: 620, names: BySeat::default() },
///     TableResult { deal: 3, score: -50, names: BySeat::default() },
/// ]);
/// let first = pairs.iter().find(|pair| pair.name == "A – B").unwrap();
/// // Ten IMPs for 470 points, and eleven for 510.
/// assert_eq!((first.boards, first.imps(), first.matchpoints()), (2, 10.5, 1.0));
/// assert_eq!(pairs.len(), 4);
/// ```
pub fn pairs_results(tables: impl IntoIterator<Item = TableResult>) -> Vec<PairsResult> {
    let deals = by_deal(tables);
    let mut pairs: HashMap<[&str; 2], PairsResult> = HashMap::new();
    for tables in deals.values() {
        let traveller = Traveller::new(tables.iter().map(|table| table.score).collect());
        // Many tables have the same score.
        let mut worth = HashMap::new();
        for TableResult { score, names, .. } in tables {
            let found = worth
                .entry(*score)
                .or_insert_with(|| traveller.imps(*score).zip(traveller.matchpoints(*score)));
            let Some((imps, share)) = *found else { continue };
            let imps = f64::from(imps);
            for (side, imps, share) in
                [(Side::NorthSouth, imps, share), (Side::EastWest, -imps, 1.0 - share)]
            {
                if let Some(seated) = seated(side, names) {
                    let mut key = seated;
                    key.sort_unstable();
                    let pair = pairs.entry(key).or_insert_with(|| named(seated));
                    pair.boards += 1;
                    pair.imps += imps;
                    pair.matchpoints += share;
                }
            }
        }
    }
    pairs.into_values().collect()
}

/// The tables of each deal, in the order in which they come.
pub(super) fn by_deal(
    tables: impl IntoIterator<Item = TableResult>,
) -> BTreeMap<u32, Vec<TableResult>> {
    let mut deals: BTreeMap<u32, Vec<TableResult>> = BTreeMap::new();
    for table in tables {
        deals.entry(table.deal).or_default().push(table);
    }
    deals
}

fn named(seated: [&str; 2]) -> PairsResult {
    PairsResult { name: seated.join(" – "), ..PairsResult::default() }
}

/// The names of a pair in the order of their seats, if both are known.
pub(super) fn seated(side: Side, names: &BySeat<Option<String>>) -> Option<[&str; 2]> {
    let mut seats = Seat::ALL.into_iter().filter(|seat| side.has(*seat));
    let mut next = || names[seats.next()?].as_deref().filter(|name| !name.is_empty());
    Some([next()?, next()?])
}
