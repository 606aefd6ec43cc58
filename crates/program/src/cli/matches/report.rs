//! What came of a match, for people and for programs.

use miette::Result;

use super::args::LARGEST;
use crate::cli::Output;
use crate::cli::table::counted;
use crate::web::draw;
use crate::web::markup::Markup;
use crate::wording::with_half;
use falsecard_engine::cards::{Strain, pbn_strain};
use falsecard_engine::work::FEWEST;
use falsecard_laboratory::table::{
    Aspect, AspectStatistics, Meeting, PRECISE, PlayedBoard, Room, Strategy, Swing,
    match_summaries, standing,
};

/// What came of the boards that were played.
pub(super) struct Report<'a> {
    pub(super) meeting: &'a Meeting,
    pub(super) played: &'a [PlayedBoard],
    /// The number of boards that were to be played.
    pub(super) of: usize,
    /// Whether it was to end as soon as it was sure who gains.
    pub(super) until_sure: bool,
}

impl Report<'_> {
    pub(super) fn show(&self, output: &mut Output) -> Result<()> {
        if output.json {
            return match_summaries(self.meeting, self.played)
                .iter()
                .try_for_each(|it| output.json(it));
        }
        let Meeting { a, b, against, partner, .. } = self.meeting;
        let against = against.as_ref().map(|it| format!(", against {it}"));
        let partner = partner.as_ref().map(|it| format!(", opposite {it}"));
        let broken_off = match self.until_sure {
            true if self.is_sure() => ", enough to be sure".to_owned(),
            _ if self.played.len() < self.of => {
                format!(", broken off: {} were to be played", self.of)
            }
            true => ", not enough to be sure".to_owned(),
            false => String::new(),
        };
        output.line(format!(
            "{a} and {b}{}{}: {}{broken_off}.",
            against.unwrap_or_default(),
            partner.unwrap_or_default(),
            counted(self.played.len(), "board"),
        ))?;
        if self.played.is_empty() {
            return Ok(());
        }
        output.line(format!("What {a} gains a board, with 95 % intervals:\n"))?;
        output.columns(&self.by_role())?;
        output.record(|| self.intervals());
        let first =
            Aspect::ALL.into_iter().find(|&aspect| standing(self.played, aspect, None).is_some());
        if let Some(aspect) = first {
            output.line(format!("\nBy strain ({}):\n", aspect.name()))?;
            output.columns(&self.by_strain(aspect))?;
        }
        for aspect in [Aspect::Declaring, Aspect::Defending] {
            if standing(self.played, aspect, None).is_some() {
                let name = aspect.name();
                output
                    .line(format!("\nBy the trick in which the play first differs ({name}):\n"))?;
                output.columns(&self.by_parting(aspect))?;
            }
        }
        self.outlook(output)?;
        self.name_largest(output)
    }

    /// The IMPs of each role on one scale.
    fn intervals(&self) -> Markup {
        let rows = Aspect::ALL.into_iter().filter_map(|aspect| {
            let standing = standing(self.played, aspect, None)?;
            let imps = standing.surest_imps();
            let less = if standing.without_luck.is_some() { " without luck" } else { "" };
            let said = format!("{} IMPs{less}", with_half(imps, 2));
            Some((aspect.name().to_owned(), imps.mean, imps.ends()?, said))
        });
        draw::intervals(&rows.collect::<Vec<_>>())
    }

    fn by_role(&self) -> Vec<Vec<String>> {
        let rows = Aspect::ALL.into_iter().filter_map(|aspect| {
            Some((aspect.name().to_owned(), standing(self.played, aspect, None)?))
        });
        table(rows, self.is_drawn())
    }

    /// Whether any card was drawn by chance, so that there is luck to be taken off.
    fn is_drawn(&self) -> bool {
        self.in_all().without_luck.is_some()
    }

    /// Whether the engines that are compared draw cards by chance, and not their opponents alone.
    /// Then where they part is itself luck.
    fn parts_by_luck(&self) -> bool {
        let Meeting { a, b, .. } = self.meeting;
        let draws = |name: &str| name.split(':').next() == Some(Strategy::Person.slug());
        draws(a) || draws(b)
    }

    fn by_strain(&self, aspect: Aspect) -> Vec<Vec<String>> {
        let rows = Strain::DESC.into_iter().filter_map(|strain| {
            Some((pbn_strain(strain).to_owned(), standing(self.played, aspect, Some(strain))?))
        });
        table(rows, self.is_drawn())
    }

    fn by_parting(&self, aspect: Aspect) -> Vec<Vec<String>> {
        let rows = Stage::ALL.into_iter().filter_map(|stage| {
            let is_there =
                |board: &&PlayedBoard| board.parts_after(aspect).map(Stage::of) == Some(stage);
            let swings = self.played.iter().filter(is_there).filter_map(|it| it.swing(aspect));
            let swings: Vec<Swing> = swings.collect();
            let name = stage.name().to_owned();
            (!swings.is_empty()).then(|| (name, AspectStatistics::of(aspect, &swings)))
        });
        table(rows, self.is_drawn() && !self.parts_by_luck())
    }

    /// The gains of all boards in the main aspect: the match, if there was one.
    fn in_all(&self) -> AspectStatistics {
        gains(self.played)
    }

    /// Whether it is sure who gains, for a match that was to end then.
    fn is_sure(&self) -> bool {
        self.until_sure && self.in_all().is_sure()
    }

    /// How far the figures may be trusted.
    fn outlook(&self, output: &mut Output) -> Result<()> {
        let standing = self.in_all();
        if let Some([low, high]) = standing.at_any_time {
            output.line(format!(
                "\nHowever often one looks, and whenever one stops: {low:+.2} to {high:+.2} IMPs."
            ))?;
        }
        if self.is_sure() {
            return output.line(
                "The intervals above are those of a number of boards chosen before: after an early end they are too narrow.",
            );
        }
        say_needed(standing.still_needed(), output)
    }

    /// The boards with the largest swings, largest first, those of the same size in their order.
    pub(super) fn largest(&self) -> Vec<(&PlayedBoard, Swing)> {
        let swings = self.played.iter().filter_map(|board| Some((board, board.swing_of_all()?)));
        let mut swings: Vec<_> = swings.collect();
        swings.retain(|(_, swing)| swing.points != 0);
        swings.sort_by_key(|(_, swing)| std::cmp::Reverse((swing.imps.abs(), swing.points.abs())));
        swings.truncate(LARGEST);
        swings
    }

    fn name_largest(&self, output: &mut Output) -> Result<()> {
        let largest = self.largest();
        if largest.is_empty() {
            return Ok(());
        }
        let rooms = self.meeting.roles.rooms();
        let title = |room: &Room| {
            let [declarer, defenders] = self.meeting.pair(*room);
            format!("{}: {declarer} declares, {defenders} defends", room.name())
        };
        output.line("\nThe largest swings, with declarer's tricks in each room:\n")?;
        let head = ["board", "contract"].map(str::to_owned).into_iter();
        let head = head.chain(rooms.iter().map(|room| room.name().to_lowercase()));
        let mut rows = vec![head.chain(["IMPs".to_owned()]).collect::<Vec<_>>()];
        for (board, swing) in &largest {
            let contract = board.contract.to_string();
            let name = board.tag.as_ref().map_or(String::new(), |tag| format!(" ({tag})"));
            let tricks = rooms.iter().filter_map(|&room| board.table(room));
            rows.push(
                [format!("{}{name}", board.number), output.pips(&contract)]
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

/// Says how many more boards a narrow interval needs; `None` if no interval is known.
pub(super) fn say_needed(still_needed: Option<usize>, output: &mut Output) -> Result<()> {
    match still_needed {
        None => output.line(format!("\nOf fewer than {FEWEST} boards no interval is known.")),
        Some(0) => Ok(()),
        Some(needed) => output.line(format!(
            "\n{} more would leave an interval of ± {PRECISE} IMPs.",
            counted(needed, "board")
        )),
    }
}

/// When the play of two rooms first differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Lead,
    FirstTrick,
    Early,
    Middle,
    Late,
}

impl Stage {
    const ALL: [Self; 5] = [Self::Lead, Self::FirstTrick, Self::Early, Self::Middle, Self::Late];

    /// The stage in which a card is played, by the number of cards before it.
    const fn of(before: usize) -> Self {
        match before {
            0 => Self::Lead,
            1..4 => Self::FirstTrick,
            4..16 => Self::Early,
            16..32 => Self::Middle,
            _ => Self::Late,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Lead => "the lead",
            Self::FirstTrick => "rest of 1",
            Self::Early => "2 to 4",
            Self::Middle => "5 to 8",
            Self::Late => "9 to 13",
        }
    }
}

/// The rows below their heads; without luck in place of points where cards were drawn by chance.
fn table(
    rows: impl Iterator<Item = (String, AspectStatistics)>,
    is_drawn: bool,
) -> Vec<Vec<String>> {
    let rows = rows.map(|(name, standing)| row(name, &standing, is_drawn));
    std::iter::once(head(is_drawn)).chain(rows).collect()
}

fn head(is_drawn: bool) -> Vec<String> {
    let points = if is_drawn { "without luck" } else { "points" };
    ["", "boards", "differ", "IMPs", points, "tricks", "goals"].map(str::to_owned).to_vec()
}

/// A line of a table. Where cards were drawn by chance, points give way to IMPs without luck.
fn row(name: String, standing: &AspectStatistics, is_drawn: bool) -> Vec<String> {
    let AspectStatistics {
        boards,
        differ,
        imps,
        without_luck,
        points,
        tricks,
        goals: [own, other],
        ..
    } = standing;
    let points = if is_drawn {
        with_half(without_luck.as_ref().unwrap_or(imps), 2)
    } else {
        with_half(points, 0)
    };
    vec![
        name,
        boards.to_string(),
        differ.to_string(),
        with_half(imps, 2),
        points,
        with_half(tricks, 2),
        format!("{own}:{other}"),
    ]
}

/// What the boards say together, in the main aspect.
pub(super) fn gains(played: &[PlayedBoard]) -> AspectStatistics {
    let swings: Vec<_> = played.iter().filter_map(PlayedBoard::swing_of_all).collect();
    AspectStatistics::of(Aspect::Match, &swings)
}
