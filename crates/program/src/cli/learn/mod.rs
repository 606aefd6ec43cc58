//! `falsecard learn`: what beliefs are worth on boards that people really played.

mod args;
mod fits;
mod games;
mod judged;
mod kept;
mod plots;
mod report;

use std::path::Path;

use miette::{Result, miette};
use serde::{Deserialize, Serialize};

pub(super) use self::args::Args;
use self::games::{Read, game_by_game, look};
pub(super) use self::report::tell_calls;
use super::agreements::Agreements;
use super::ending::No;
use super::left_out::LeftOut;
use super::parts::{Parts, Pieces, Shard};
use super::settings::is_interrupted;
use super::{Answer, Output};
use falsecard_laboratory::learn::{
    BidRecords, CallRecords, CardRecords, GlanceRecords, Inquiry, Look, Survey,
};

/// A network that records teach.
#[derive(Clone, Copy)]
enum NetworkKind {
    /// How likely every hand is to make each call, for those who count hands.
    Calls,
    /// How likely a player is to make each call.
    Bids,
    /// How likely a player is to play each card.
    Cards,
    /// What cards are worth, and how people choose among them.
    Glance,
}

/// What parts of this work are parts of.
pub(super) const VERB: &str = "learn";

/// What is asked, and of which files.
#[derive(Serialize, Deserialize)]
struct Job {
    files: Vec<String>,
    inquiry: Inquiry,
}

/// What one game shows, and the number of its file, from 0.
#[derive(Serialize, Deserialize)]
struct OfFile {
    file: usize,
    look: Look,
}

/// Prints what the games of all parts show, as one run of all of them would.
pub(super) fn join(mut parts: Parts, output: &mut Output) -> Result<Answer> {
    let job: Job = parts.what()?;
    let mut surveys: Vec<Survey> = job.files.iter().map(|_| Survey::default()).collect();
    parts.each(|OfFile { file, look }| {
        let survey = surveys.get_mut(file).ok_or_else(|| miette!("there is no file {file}"))?;
        survey.add(&look, job.inquiry.price);
        Ok(())
    })?;
    for (file, survey) in job.files.iter().zip(&surveys).filter(|(_, survey)| survey.games > 0) {
        report::tell(file, survey, output)?;
    }
    if parts.of == 0 { Err(no_games().into()) } else { Ok(Answer::Yes) }
}

fn no_games() -> No {
    No::new("there is no game that was played", "a file of games with their auctions and plays")
}

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        output.recording = self.html.recording("What beliefs are worth");
        let mut left_out = self.left_out.none_yet();
        let games = match (self.judges_fits(), &self.output) {
            (true, _) => self.judge_fits(&mut left_out, output)?,
            (false, Some(path)) => match self.pair.as_deref() {
                Some([one, other]) => self.fit_pair([one, other], path, &mut left_out)?,
                _ => self.fit(path, &mut left_out)?,
            },
            (false, None) => match (self.network(), self.shard) {
                (Some((NetworkKind::Calls, path)), _) => {
                    self.fit_network::<CallRecords>(path, &mut left_out)?
                }
                (Some((NetworkKind::Bids, path)), _) => {
                    self.fit_network::<BidRecords>(path, &mut left_out)?
                }
                (Some((NetworkKind::Cards, path)), _) => {
                    self.fit_network::<CardRecords>(path, &mut left_out)?
                }
                (Some((NetworkKind::Glance, path)), _) => {
                    self.fit_network::<GlanceRecords>(path, &mut left_out)?
                }
                (_, Some(shard)) => self.write_part(shard, &mut left_out, output)?,
                _ => self.test(&mut left_out, output)?,
            },
        };
        if games == 0 && left_out.is_none() && !is_interrupted() {
            return Err(no_games().into());
        }
        Ok(left_out.tell())
    }

    /// The network that is to be taught, if any, and its file.
    fn network(&self) -> Option<(NetworkKind, &Path)> {
        let each = [
            (NetworkKind::Calls, &self.calls),
            (NetworkKind::Bids, &self.bids),
            (NetworkKind::Cards, &self.cards),
            (NetworkKind::Glance, &self.glance),
        ];
        each.into_iter().find_map(|(kind, path)| Some((kind, path.as_deref()?)))
    }

    /// Tests the agreements on each file, a few games at a time.
    fn test(&self, left_out: &mut LeftOut, output: &mut Output) -> Result<usize> {
        let inquiry = self.inquiry()?;
        let mut agreements = Agreements::with_default("natural")?;
        let mut games = 0;
        for file in &self.files {
            let mut shown = Survey::default();
            self.walk(file, &mut agreements, left_out, &mut |reads| {
                let open = shown.bill.len() < self.price;
                let one = |read: &Read| look(read, &read.1, &inquiry, open);
                for one in &game_by_game(reads, one) {
                    shown.add(one, self.price);
                }
            })?;
            games += shown.games;
            if shown.games > 0 {
                report::tell(file, &shown, output)?;
            }
        }
        Ok(games)
    }

    /// Looks at the games of a part and writes what each shows.
    fn write_part(
        &self,
        shard: Shard,
        left_out: &mut LeftOut,
        output: &mut Output,
    ) -> Result<usize> {
        let job = Job { files: self.files.clone(), inquiry: self.inquiry()? };
        shard.begin(VERB, &job, output)?;
        let mut agreements = Agreements::with_default("natural")?;
        let (mut pieces, mut fault) = (Pieces::default(), None);
        pieces.depend_on(&format!("{:?}", self.named_networks()?.fingerprint()));
        for (file, path) in self.files.iter().enumerate() {
            let mut prices = 0;
            self.walk(path, &mut agreements, left_out, &mut |reads| {
                let mut number = |read: Read| (pieces.add(&key(file, &read)), read);
                let mut own: Vec<(usize, Read)> = reads.drain(..).map(&mut number).collect();
                own.retain(|(item, _)| shard.takes(*item));
                let open = prices < self.price;
                let one =
                    |(item, read): &(usize, Read)| (*item, look(read, &read.1, &job.inquiry, open));
                for (item, look) in game_by_game(&own, one) {
                    prices += usize::from(look.is_priced());
                    let written = Shard::item(item, &OfFile { file, look }, output);
                    fault = fault.take().or(written.err());
                }
            })?;
        }
        agreements.texts().for_each(|text| pieces.depend_on(text));
        match fault {
            Some(fault) => Err(fault),
            None if is_interrupted() => Ok(pieces.count()),
            None => shard.end(&pieces, output).map(|()| pieces.count()),
        }
    }
}

/// By what a game is known again, beside what is asked, the texts of the rule files and the networks.
fn key(file: usize, (record, system): &Read) -> String {
    format!("{file} {} {:016x} {:?} {}", record.number, record.key(), record.players, system.name)
}
