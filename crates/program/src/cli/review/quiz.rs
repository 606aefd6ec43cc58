//! The mistakes of an evening as problems.

use std::path::Path;

use miette::{Result, miette};

use super::args::player;
use crate::cli::tell;
use falsecard_engine::cards::pbn_name;
use falsecard_engine::text::on_one_line;
use falsecard_laboratory::files;
use falsecard_laboratory::problem::{PlayedChoice, Remark, double_dummy};
use falsecard_notation::Game;

/// Mistakes as PBN problems, in the order in which they were found.
#[derive(Default)]
pub(super) struct Quiz {
    problems: Vec<String>,
}

impl Quiz {
    /// Adds a mistake of a game, with the name of the agreements by which it was judged.
    pub(super) fn add(
        &mut self,
        game: &Game,
        moment: &PlayedChoice,
        remark: &Remark,
        system: &str,
    ) {
        let number = (self.problems.len() + 1).to_string();
        let cards = |cards: &mut dyn Iterator<Item = _>| {
            cards.map(pbn_name).collect::<Vec<String>>().join(" ")
        };
        let board = game.tag("Board").unwrap_or_default();
        let who = player(game, remark.decider);
        let why = format!(
            "{} is better than {} by {} {} ({}).",
            pbn_name(remark.card),
            pbn_name(remark.played),
            remark.price(),
            remark.scoring.unit(),
            remark.engine
        );
        let tags = [
            ("Event", game.tag("Event").unwrap_or_default().to_owned()),
            ("Board", board.to_owned()),
            ("Problem", format!("mistake-{number}")),
            ("Category", "mistake".to_owned()),
            ("Decider", remark.decider.letter().to_string()),
            ("Answer", cards(&mut remark.good.iter().copied())),
            ("Tempting", pbn_name(remark.played)),
            ("System", system.to_owned()),
            ("Why", why),
            ("Source", format!("board {board}, {who}")),
        ];
        let dealt = moment.play().complete().map(|play| double_dummy(&play));
        let tags = tags.iter().map(|(name, value)| (*name, value.as_str()));
        let tags = tags.chain(dealt.as_deref().map(|values| ("DoubleDummy", values)));
        let tags: Vec<(&str, String)> =
            tags.map(|(name, value)| (name, on_one_line(value).into_owned())).collect();
        let tags: Vec<(&str, &str)> =
            tags.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.problems.push(Game::from_partial(moment.play(), &tags).to_pbn());
    }

    /// Writes them, if there are any.
    pub(super) fn write(&self, path: &Path) -> Result<()> {
        if self.problems.is_empty() {
            tell(&format!("{}: not written, for there was no mistake", path.display()));
            return Ok(());
        }
        let text = format!("% PBN 2.1\n% EXPORT\n{}", self.problems.join("\n"));
        files::write(path, text.as_bytes()).map_err(|error| miette!("{}: {error}", path.display()))
    }
}
