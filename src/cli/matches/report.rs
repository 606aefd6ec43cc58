//! What came of a match, for people and for programs.

use miette::Result;
use serde::Serialize;

use super::Played;
use crate::cards::{Seat, Strain, serialize_seat};
use crate::cli::table::counted;
use crate::cli::{Output, in_letters};
use crate::table::{Aspect, Duel, Fixture, Outcome, PRECISE, Room, Standing, Swing};
use crate::work::{FEWEST, Interval};

/// What came of the boards that were played.
pub(super) struct Report<'a> {
    pub(super) duel: &'a Duel,
    pub(super) played: &'a [Played<'a>],
    /// The number of boards that were to be played.
    pub(super) of: usize,
}

/// A board, as one line of `--json`.
#[derive(Serialize)]
struct BoardLine<'a> {
    board: usize,
    tag: Option<&'a str>,
    contract: String,
    #[serde(serialize_with = "serialize_seat")]
    declarer: Seat,
    strain: &'static str,
    imps: Option<i32>,
    points: Option<i32>,
    tricks: Option<i32>,
    rooms: &'a [crate::table::RoomResult],
}

/// What many boards say, as one line of `--json`.
#[derive(Serialize)]
struct StandingLine<'a> {
    a: &'a str,
    b: &'a str,
    strain: Option<&'static str>,
    #[serde(flatten)]
    standing: Standing,
    still_needed: Option<usize>,
}

/// The strains as notrump players sort them.
const STRAINS: [Strain; 5] =
    [Strain::Notrump, Strain::Spades, Strain::Hearts, Strain::Diamonds, Strain::Clubs];

const fn letters(strain: Strain) -> &'static str {
    match strain {
        Strain::Notrump => "NT",
        Strain::Spades => "S",
        Strain::Hearts => "H",
        Strain::Diamonds => "D",
        Strain::Clubs => "C",
    }
}

/// Prints a board for programs.
pub(super) fn board(fixture: &Fixture, outcome: &Outcome, output: &mut Output) -> Result<()> {
    let contract = fixture.board.bidding().contract();
    let swing = outcome.swing_of_all();
    output.json(&BoardLine {
        board: outcome.number,
        tag: tag(fixture),
        contract: in_letters(&contract.contract.to_string()),
        declarer: contract.declarer,
        strain: letters(contract.strain()),
        imps: swing.map(|swing| swing.imps),
        points: swing.map(|swing| swing.points),
        tricks: swing.map(|swing| swing.tricks),
        rooms: &outcome.tables,
    })
}

fn tag(fixture: &Fixture) -> Option<&str> {
    fixture.tags.iter().find(|(name, _)| name == "Board").map(|(_, value)| value.as_str())
}

/// A mean with how far it may be off at 95 %; "?" where that is not known.
pub(in crate::cli) fn with_half(interval: &Interval, digits: usize) -> String {
    let half = interval.ends().map(|[low, high]| format!("{:.digits$}", (high - low) / 2.0));
    // Adding nought turns a rounded "-0" into "0".
    let scale = 10_f64.powi(digits as i32);
    let mean = (interval.mean * scale).round() / scale + 0.0;
    format!("{mean:+.digits$} ± {}", half.unwrap_or_else(|| "?".to_owned()))
}

impl Report<'_> {
    pub(super) fn show(&self, largest: usize, output: &mut Output) -> Result<()> {
        if output.json {
            return self.for_programs(output);
        }
        let Duel { a, b, against, .. } = self.duel;
        let against = against.as_ref().map(|it| format!(", against {}", it.name));
        let broken_off = if self.played.len() < self.of {
            format!(", broken off: {} were to be played", self.of)
        } else {
            String::new()
        };
        output.line(format!(
            "{} and {}{}: {}{broken_off}.",
            a.name,
            b.name,
            against.unwrap_or_default(),
            counted(self.played.len(), "board"),
        ))?;
        if self.played.is_empty() {
            return Ok(());
        }
        output.line(format!("What {} gains a board, with 95 % intervals:\n", a.name))?;
        output.columns(&self.by_role())?;
        let first = Aspect::ALL.into_iter().find(|&aspect| self.standing(aspect, None).is_some());
        if let Some(aspect) = first {
            output.line(format!("\nBy strain ({}):\n", aspect.name()))?;
            output.columns(&self.by_strain(aspect))?;
        }
        self.outlook(output)?;
        self.name_largest(largest, output)
    }

    fn for_programs(&self, output: &mut Output) -> Result<()> {
        let strains = || std::iter::once(None).chain(STRAINS.map(Some));
        for aspect in Aspect::ALL {
            for strain in strains() {
                let Some(standing) = self.standing(aspect, strain) else { continue };
                output.json(&StandingLine {
                    a: &self.duel.a.name,
                    b: &self.duel.b.name,
                    strain: strain.map(letters),
                    still_needed: standing.still_needed(),
                    standing,
                })?;
            }
        }
        Ok(())
    }

    /// What the boards of a strain say, or all; `None` where nothing was compared.
    fn standing(&self, aspect: Aspect, strain: Option<Strain>) -> Option<Standing> {
        let is_of = |fixture: &Fixture| {
            strain.is_none_or(|strain| fixture.board.bidding().contract().strain() == strain)
        };
        let swings = self.played.iter().filter(|(fixture, _)| is_of(fixture));
        let swings: Vec<Swing> = swings.filter_map(|(_, outcome)| outcome.swing(aspect)).collect();
        (!swings.is_empty()).then(|| Standing::of(aspect, &swings))
    }

    fn by_role(&self) -> Vec<Vec<String>> {
        let rows = Aspect::ALL.into_iter().filter_map(|aspect| {
            Some(row(aspect.name().to_owned(), &self.standing(aspect, None)?))
        });
        std::iter::once(head()).chain(rows).collect()
    }

    fn by_strain(&self, aspect: Aspect) -> Vec<Vec<String>> {
        let rows = STRAINS.into_iter().filter_map(|strain| {
            Some(row(letters(strain).to_owned(), &self.standing(aspect, Some(strain))?))
        });
        std::iter::once(head()).chain(rows).collect()
    }

    /// How far the figures may be trusted.
    fn outlook(&self, output: &mut Output) -> Result<()> {
        let swings: Vec<Swing> =
            self.played.iter().filter_map(|(_, outcome)| outcome.swing_of_all()).collect();
        match Standing::of(Aspect::Match, &swings).still_needed() {
            None => output.line(format!("\nOf fewer than {FEWEST} boards no interval is known.")),
            Some(0) => Ok(()),
            Some(needed) => output.line(format!(
                "\n{} more would leave an interval of ± {PRECISE} IMPs.",
                counted(needed, "board")
            )),
        }
    }

    /// The boards with the largest swings, largest first, those of the same size in their order.
    pub(super) fn largest(&self, most: usize) -> Vec<(&Played<'_>, Swing)> {
        let swing = |played| -> Option<(&Played<'_>, Swing)> {
            let (_, outcome): &Played = played;
            Some((played, outcome.swing_of_all()?))
        };
        let mut swings: Vec<_> = self.played.iter().filter_map(swing).collect();
        swings.retain(|(_, swing)| swing.points != 0);
        swings.sort_by_key(|(_, swing)| std::cmp::Reverse((swing.imps.abs(), swing.points.abs())));
        swings.truncate(most);
        swings
    }

    fn name_largest(&self, most: usize, output: &mut Output) -> Result<()> {
        let largest = self.largest(most);
        if largest.is_empty() {
            return Ok(());
        }
        let rooms = self.duel.rooms();
        let title = |room: &Room| {
            let [declarer, defenders] = self.duel.pair(*room);
            format!("{}: {} declares, {} defends", room.name(), declarer.name, defenders.name)
        };
        output.line("\nThe largest swings, with declarer's tricks in each room:\n")?;
        let head = ["board", "contract"].map(str::to_owned).into_iter();
        let head = head.chain(rooms.iter().map(|room| room.name().to_lowercase()));
        let mut rows = vec![head.chain(["IMPs".to_owned()]).collect::<Vec<_>>()];
        for ((fixture, outcome), swing) in &largest {
            let contract = fixture.board.bidding().contract().to_string();
            let name = tag(fixture).map_or(String::new(), |tag| format!(" ({tag})"));
            let tricks = rooms.iter().filter_map(|&room| outcome.table(room));
            rows.push(
                [format!("{}{name}", outcome.number), output.pips(&contract)]
                    .into_iter()
                    .chain(tricks.map(|table| table.tricks.to_string()))
                    .chain([format!("{:+}", swing.imps)])
                    .collect(),
            );
        }
        output.columns(&rows)?;
        output.line(format!("\n{}.", rooms.iter().map(title).collect::<Vec<_>>().join("; ")))
    }
}

fn head() -> Vec<String> {
    ["", "boards", "differ", "IMPs", "points", "tricks", "goals"].map(str::to_owned).to_vec()
}

fn row(name: String, standing: &Standing) -> Vec<String> {
    let Standing { boards, differ, imps, points, tricks, goals: [own, other], .. } = standing;
    vec![
        name,
        boards.to_string(),
        differ.to_string(),
        with_half(imps, 2),
        with_half(points, 0),
        with_half(tricks, 2),
        format!("{own}:{other}"),
    ]
}
