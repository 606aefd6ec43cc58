//! Team matches of an evening: two tables a deal, at which the pairs of a team sit the other way.

use std::collections::HashMap;

use super::ranking::{TableResult, by_deal, seated};
use falsecard_engine::cards::Side;
use falsecard_engine::play::imps;

/// A match of two teams. The team that sat North and South at the table of the first deal that
/// comes first in the file is the first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamMatch {
    /// The players of each team, in the order in which they appear.
    pub players: [Vec<String>; 2],
    /// The IMPs that each team has won.
    pub imps: [u32; 2],
    /// The number of boards.
    pub boards: u32,
}

/// The matches of an evening, in the order of their first deals. A deal counts if it was played at
/// just two tables, whose players are known and whose pairs are those of two teams: who sits North
/// or South at one table is of a team with those who sit East and West at the other.
///
/// ```
/// use falsecard::cards::{BySeat, Seat};
/// use falsecard::table::{TableResult, team_matches};
///
/// let table = |deal, score, names: [&str; 4]| {
///     let names = BySeat::from_fn(|seat: Seat| Some(names[seat as usize].to_owned()));
///     TableResult { deal, score, names }
/// };
/// let matches = team_matches([
///     table(0, 420, ["A", "X", "B", "Y"]),
///     table(0, -50, ["Z", "C", "W", "D"]),
///     // At half-time the pairs have changed places.
///     table(1, 110, ["Z", "A", "W", "B"]),
///     table(1, 140, ["C", "X", "D", "Y"]),
/// ]);
/// assert_eq!(matches.len(), 1);
/// assert_eq!(matches[0].players, [["A", "B", "C", "D"], ["Z", "W", "X", "Y"]]);
/// // Ten IMPs for 470 points, and one for 30.
/// assert_eq!((matches[0].imps, matches[0].boards), ([11, 0], 2));
/// ```
pub fn team_matches(tables: impl IntoIterator<Item = TableResult>) -> Vec<TeamMatch> {
    let deals = by_deal(tables);
    let duels: Vec<Duel> = deals.values().filter_map(|tables| Duel::of(tables)).collect();
    let mut teams = Teams::default();
    for duel in &duels {
        for team in &duel.players {
            team.windows(2).for_each(|two| teams.join(two[0], two[1]));
        }
    }
    let mut matches: Vec<([usize; 2], TeamMatch)> = Vec::new();
    for duel in &duels {
        let pair = duel.players.each_ref().map(|team| teams.of(team[0]));
        // Nobody plays against himself.
        if pair[0] == pair[1] {
            continue;
        }
        let known =
            matches.iter().position(|(known, _)| *known == pair || [known[1], known[0]] == pair);
        let at = known.unwrap_or_else(|| {
            let begun = TeamMatch { players: Default::default(), imps: [0; 2], boards: 0 };
            matches.push((pair, begun));
            matches.len() - 1
        });
        let (first, it) = &mut matches[at];
        let is_turned = *first != pair;
        it.boards += 1;
        let winner = usize::from((duel.swing < 0) != is_turned);
        it.imps[winner] += duel.swing.unsigned_abs();
        for (number, team) in duel.players.iter().enumerate() {
            let own = &mut it.players[usize::from((number == 1) != is_turned)];
            let new = team.iter().filter(|name| !own.iter().any(|it| it == **name));
            let new: Vec<String> = new.map(|&name| name.to_owned()).collect();
            own.extend(new);
        }
    }
    matches.into_iter().map(|(_, it)| it).collect()
}

/// A deal at two tables.
struct Duel<'a> {
    /// The players of the team that sat North and South at the first table, and of the other.
    players: [[&'a str; 4]; 2],
    /// The IMPs of the first team.
    swing: i32,
}

impl<'a> Duel<'a> {
    fn of(tables: &'a [TableResult]) -> Option<Self> {
        let [first, second] = tables else { return None };
        let team = |one: &'a TableResult, other: &'a TableResult| {
            let [a, b] = seated(Side::NorthSouth, &one.names)?;
            let [c, d] = seated(Side::EastWest, &other.names)?;
            Some([a, b, c, d])
        };
        let players = [team(first, second)?, team(second, first)?];
        // The team that sits North and South at the second table sits East and West at the first.
        Some(Self { players, swing: imps(first.score - second.score) })
    }
}

/// Players by team: each name leads to another of the same team, the first of a team to itself.
#[derive(Default)]
struct Teams<'a> {
    numbers: HashMap<&'a str, usize>,
    leads_to: Vec<usize>,
}

impl<'a> Teams<'a> {
    /// The number of a player's team.
    fn of(&mut self, name: &'a str) -> usize {
        let next = self.leads_to.len();
        let mut at = *self.numbers.entry(name).or_insert(next);
        if at == next {
            self.leads_to.push(next);
        }
        while self.leads_to[at] != at {
            at = self.leads_to[at];
        }
        at
    }

    /// Notes that two players are of one team.
    fn join(&mut self, one: &'a str, other: &'a str) {
        let [one, other] = [self.of(one), self.of(other)];
        self.leads_to[one.max(other)] = one.min(other);
    }
}
