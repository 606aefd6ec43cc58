//! The boards of a match: those of files, or random ones.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use miette::{Report, Result, miette};

use super::args::Args;
use crate::cli::diagnostic::Locate;
use crate::cli::ending::No;
use crate::cli::entrant::rule_file;
use crate::cli::input::{self, system_of};
use crate::cli::left_out::LeftOut;
use crate::cli::parts::Pieces;
use crate::cli::settings::{is_interrupted, stop_on_ctrl_c};
use falsecard_engine::bidding::Bidder;
use falsecard_engine::play::Board;
use falsecard_laboratory::table::{Duel, Fixture, NumberedDeal, RuleFile, bid_board};
use falsecard_notation::Game;

/// The number of random deals that are played if nothing else is said.
pub(super) const USUAL: usize = 24;

/// More deals than these, beside two for each board, are not looked at: so the work ends whatever a
/// rule file says.
const PASSED_OUT: usize = 50;

/// The boards, and which games were left out.
pub(super) struct Boards {
    /// Those to be played here: all, or those of a part.
    pub(super) fixtures: Vec<Fixture>,
    /// How many there were to be; more than there are if somebody would not wait for them.
    pub(super) of: usize,
    pub(super) left_out: LeftOut,
    /// All of them, counted where the work is divided into parts.
    pub(super) pieces: Pieces,
}

/// The rule files read so far, by name.
#[derive(Default)]
pub(super) struct RuleFiles(HashMap<String, Arc<RuleFile>>);

impl RuleFiles {
    pub(super) fn of(&mut self, name: &str) -> Result<Arc<RuleFile>> {
        if let Some(known) = self.0.get(name) {
            return Ok(Arc::clone(known));
        }
        let read = Arc::new(rule_file(name)?);
        self.0.insert(name.to_owned(), Arc::clone(&read));
        Ok(read)
    }
}

impl Args {
    pub(super) fn fixtures(&self, duel: &Duel, seed: u64) -> Result<Boards> {
        let (mut fixtures, mut pieces) = (Vec::new(), Pieces::default());
        let mut take = |fixture: Fixture| match self.shard {
            None => fixtures.push(fixture),
            Some(shard) if shard.takes(pieces.add(&duel.key(&fixture))) => fixtures.push(fixture),
            Some(_) => {}
        };
        let mut left_out = self.left_out.none_yet();
        let of = if self.files.is_empty() {
            self.random(seed, &mut take)?
        } else {
            self.of_files(&mut take, &mut left_out)?
        };
        Ok(Boards { fixtures, of, left_out, pieces })
    }

    /// Hands on the boards of the files, and returns how many there are.
    fn of_files(&self, take: &mut dyn FnMut(Fixture), left_out: &mut LeftOut) -> Result<usize> {
        let most = self.boards.unwrap_or(usize::MAX);
        let mut count = 0;
        let (mut rules, mut dealt) = (RuleFiles::default(), HashSet::new());
        for file in &self.files {
            for game in input::each(file)?.filter(is_played) {
                if count >= most {
                    return Ok(count);
                }
                let fixture = game.and_then(|game| self.fixture(&game, count + 1, &mut rules));
                let new =
                    left_out.sift(fixture)?.filter(|it| dealt.insert(it.board.deal().to_string()));
                if let Some(fixture) = new {
                    count += 1;
                    take(fixture);
                }
            }
        }
        Ok(count)
    }

    fn fixture(&self, game: &Game, number: usize, rules: &mut RuleFiles) -> Result<Fixture> {
        const KEPT: [&str; 4] = ["Event", "Site", "Date", "Board"];
        input::warn(game);
        let board = game.board().located()?;
        let agreements = rules.of(system_of(game, self.system.as_deref()))?;
        let tag = |name: &&str| Some(((*name).to_owned(), game.tag(name)?.to_owned()));
        let tags = KEPT.iter().filter_map(tag).collect();
        Ok(Fixture { number, board, agreements, tags })
    }

    /// Hands on random deals, bid by four players of the same agreements, and returns how many
    /// there were to be. Those that are passed out are not played.
    fn random(&self, seed: u64, take: &mut dyn FnMut(Fixture)) -> Result<usize> {
        let agreements =
            RuleFiles::default().of(self.system.as_deref().unwrap_or(input::STRANGERS))?;
        let bidder = Bidder::new(&agreements.system);
        let bid = |number| Some((number, bid_board(&bidder, &NumberedDeal::random(seed, number))?));
        let fixture = |(at, (number, board)): (usize, (usize, Board))| Fixture {
            number: at + 1,
            board,
            agreements: Arc::clone(&agreements),
            tags: vec![("Board".to_owned(), number.to_string())],
        };
        let (of, stop) = (self.boards.unwrap_or(USUAL), stop_on_ctrl_c());
        let waited_for = |_: &usize| !stop.load(Ordering::Relaxed);
        let deals = (1..=of.saturating_mul(2).saturating_add(PASSED_OUT)).take_while(waited_for);
        let boards = deals.filter_map(bid).take(of).enumerate().map(fixture);
        if boards.map(take).count() == 0 && !is_interrupted() {
            let system = &agreements.system.name;
            let help = "--system names agreements on calls, such as natural";
            return Err(miette!(
                help = help,
                "by {system} all of many random deals are passed out"
            ));
        }
        Ok(of)
    }
}

/// Whether a game was played, or might have been, for all that can be read of it.
pub(super) fn is_played(game: &Result<Game>) -> bool {
    !game.as_ref().is_ok_and(Game::is_passed_out)
}

pub(super) fn nothing_to_play() -> Report {
    let help = "a PBN or LIN file of deals with their auctions or contracts";
    No::new("there is no board that was bid to a contract", help).into()
}
