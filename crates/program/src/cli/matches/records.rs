//! Boards that people played, looked at one by one.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use miette::Result;

use super::boards::{RuleFiles, is_played};
use crate::cli::diagnostic::Locate;
use crate::cli::ending::Answer;
use crate::cli::ending::No;
use crate::cli::input::{self, system_of};
use crate::cli::left_out::LeftOut;
use crate::cli::progress::Progress;
use crate::cli::settings::{is_interrupted, stop_on_ctrl_c};
use falsecard_engine::work::in_order;
use falsecard_laboratory::problem::RuleFileRef;
use falsecard_laboratory::records::GameRecord;
use falsecard_laboratory::table::RuleFile;

/// A board that people played, with its agreements.
type Read = (GameRecord, Arc<RuleFile>);

/// What was found on boards, deal by deal: several tables of one deal are not independent.
pub struct FoundByDeal<T> {
    /// How many boards there were.
    pub boards: usize,
    /// What was found at the tables of each deal.
    pub deals: Vec<Vec<T>>,
    /// How the work ends.
    pub answer: Answer,
}

/// Files of boards that people played.
pub struct RecordFiles<'a> {
    /// Their names.
    pub files: &'a [String],
    /// How many boards are looked at, at most.
    pub most: Option<usize>,
    /// The agreements, where not those of each board hold.
    pub system: Option<&'a str>,
    /// The games that cannot be used.
    pub left_out: LeftOut,
}

impl RecordFiles<'_> {
    /// The boards that people played, as many as are wanted.
    fn reads(&mut self) -> Result<Vec<Read>> {
        let (mut reads, mut rules) = (Vec::new(), RuleFiles::default());
        for file in self.files {
            for game in input::each(file)?.filter(is_played) {
                if self.most.is_some_and(|most| reads.len() >= most) {
                    return Ok(reads);
                }
                let read = game.and_then(|game| {
                    input::warn(&game);
                    let name = system_of(&game, self.system);
                    Ok((GameRecord::of(&game).located()?, rules.of(name)?))
                });
                reads.extend(self.left_out.sift(read)?);
            }
        }
        Ok(reads)
    }

    /// Looks at every board, and hands on what is found with the number of the game, in order.
    ///
    /// # Errors
    ///
    /// What is wrong with the files, or standard output.
    pub fn deal_by_deal<T: Send>(
        mut self,
        saying: String,
        look: impl Fn(&GameRecord, RuleFileRef, &AtomicBool) -> Option<T> + Sync,
        mut hand_on: impl FnMut(usize, &T) -> Result<()>,
    ) -> Result<FoundByDeal<T>> {
        let reads = self.reads()?;
        let (stop, progress) = (stop_on_ctrl_c(), Progress::begin());
        progress.say(saying);
        let mut deals: BTreeMap<String, Vec<T>> = BTreeMap::new();
        let mut boards = 0;
        let work = |(record, rules): &Read| {
            let RuleFile { system, text } = &**rules;
            let found = look(record, RuleFileRef { system, text }, stop)?;
            Some((record.number, record.play.deal().to_string(), found))
        };
        let in_turn = |(number, deal, found): (usize, String, T)| -> Result<()> {
            boards += 1;
            hand_on(number, &found)?;
            deals.entry(deal).or_default().push(found);
            progress.set(boards as f64 / reads.len() as f64);
            Ok(())
        };
        in_order(&reads, work, |_| Ok(()), in_turn)?;
        drop(progress);
        if deals.is_empty() && self.left_out.is_none() && !is_interrupted() {
            let help = "a PBN or LIN file of deals with their auctions and plays";
            return Err(No::new("there is no board that was played", help).into());
        }
        Ok(FoundByDeal {
            boards,
            deals: deals.into_values().collect(),
            answer: self.left_out.tell(),
        })
    }
}
