//! Mistakes as problems, for a quiz of one's own.

use super::make::double_dummy;
use super::review::{PlayedChoice, Remark};
use falsecard_engine::cards::pbn_name;
use falsecard_engine::text::on_one_line;
use falsecard_notation::{Game, pbn};

/// Where a mistake comes from.
#[derive(Debug, Clone, Copy)]
pub struct MistakeSource<'a> {
    /// The event of its game; empty if not known.
    pub event: &'a str,
    /// The board; empty if not known.
    pub board: &'a str,
    /// Who made it.
    pub who: &'a str,
    /// The name of the agreements by which it was judged.
    pub system: &'a str,
}

/// Mistakes as PBN problems, in the order in which they were found.
#[derive(Default)]
pub struct MistakeProblems {
    problems: Vec<Game>,
}

impl MistakeProblems {
    /// Adds a mistake.
    pub fn add(&mut self, moment: &PlayedChoice, remark: &Remark, source: &MistakeSource) {
        let number = self.problems.len() + 1;
        let good: Vec<String> = remark.good.iter().copied().map(pbn_name).collect();
        let [better, played] = [remark.card, remark.played].map(pbn_name);
        let (price, unit) = (remark.price(), remark.scoring.unit());
        let MistakeSource { event, board, who, system } = *source;
        let tags = [
            ("Event", event.to_owned()),
            ("Board", board.to_owned()),
            ("Problem", format!("mistake-{number}")),
            ("Category", "mistake".to_owned()),
            ("Decider", remark.decider.letter().to_string()),
            ("Answer", good.join(" ")),
            ("Tempting", played.clone()),
            ("System", system.to_owned()),
            ("Why", format!("{better} is better than {played} by {price} {unit}.")),
            ("Source", format!("board {board}, {who}")),
        ];
        let dealt = moment.play().complete().map(|play| ("DoubleDummy", double_dummy(&play)));
        let tags = tags.into_iter().chain(dealt);
        let tags: Vec<(&str, String)> =
            tags.map(|(name, value)| (name, on_one_line(&value).into_owned())).collect();
        let tags: Vec<(&str, &str)> =
            tags.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.problems.push(Game::from_partial(moment.play(), &tags));
    }

    /// The PBN file of the problems; `None` if there are none.
    pub fn file(&self) -> Option<String> {
        (!self.problems.is_empty()).then(|| pbn::write(&self.problems))
    }
}
