//! `falsecard-lab learn --folds`, `--judge` and `--since`: games are judged by fits to other games.

use std::sync::Arc;

use miette::Result;

use super::{Args, Read, game_by_game, look, report};
use crate::learn::{
    CallRecords, CardRecords, CardRule, Examples, Folds, LeavingOut, Lessons, Look, Loss, Losses,
    Split, Study, Style, Survey, learning_curve,
};
use falsecard_engine::carding::player::CardNetwork;
use falsecard_engine::constraint::CallNetwork;
use falsecard_laboratory::records::{Acquaintance, Record, other_systems};
use falsecard_program::cli::settings::is_interrupted;
use falsecard_program::cli::{LeftOut, No, Output, Progress};

/// What these options stand under in the help.
const FITTED: &str = "Which games are judged by a fit to which";

/// Which games are judged by a fit to which.
#[derive(clap::Args)]
pub(super) struct Fitted {
    /// Judge each game by a fit to games that share no partnership and no deal with it; the partnerships are divided
    /// into K groups. Promises and habits are fitted, the networks of calls and cards are not.
    #[arg(long, value_name = "K", requires = "test", conflicts_with = "fit", group = "fitted", value_parser = clap::value_parser!(u64).range(3..=20), help_heading = FITTED)]
    folds: Option<u64>,
    /// Judge the games of these files by a fit to FILES: habits and both networks. Deals that are judged are left out
    /// of the fit.
    #[arg(long, value_name = "FILES", num_args = 1.., requires = "test", group = "fitted", conflicts_with_all = ["fit", "folds"], help_heading = FITTED)]
    judge: Vec<String>,
    /// Judge games of this year and later by a fit to earlier years: of FILES, or of the files of --judge. The year
    /// comes from the date or from the name of the event; games without one are left out.
    #[arg(long, value_name = "YEAR", requires = "test", group = "fitted", conflicts_with_all = ["fit", "folds"], help_heading = FITTED)]
    since: Option<u16>,
}

/// By what calls and cards are read.
struct Networks {
    caller: Arc<CallNetwork>,
    /// None where rules of cards are judged: it would make good for any that is left out.
    player: Option<Arc<CardNetwork>>,
}

/// Games, and which of them are judged by which.
struct Divided {
    reads: Vec<Read>,
    /// The files that are judged, each with the numbers of its games.
    files: Vec<(String, Vec<usize>)>,
    splits: Vec<Split>,
    study: Study,
    /// The networks by which calls and cards are read, if games are not judged by folds.
    networks: Option<Networks>,
    /// A style from which others are found sooner, if there are several splits.
    near: Option<Style>,
}

impl Divided {
    fn records(&self) -> Vec<&Record> {
        self.reads.iter().map(|(record, _)| record).collect()
    }

    fn style(&self, split: &Split) -> Style {
        let style = self.study.style(&split.others, self.near.as_ref());
        match &self.networks {
            Some(Networks { caller, player }) => {
                style.called_by(Arc::clone(caller)).played_by(player.clone())
            }
            None => style,
        }
    }
}

fn nothing_to_learn_from() -> No {
    No::new(
        "there is no game that the others could be judged by",
        "games of other deals in FILES and, with --since, of earlier years",
    )
}

impl Args {
    /// Whether games are judged by fits to others.
    pub(super) fn judges_fits(&self) -> bool {
        let Fitted { folds, judge, since } = &self.fitted;
        folds.is_some() || since.is_some() || !judge.is_empty()
    }

    /// Tells what is asked of games that are judged by fits to others.
    pub(super) fn judge_fits(&self, left_out: &mut LeftOut, output: &mut Output) -> Result<usize> {
        let Some(divided) = self.divided(left_out)? else { return Ok(0) };
        if is_interrupted() {
            return Ok(0);
        }
        if self.instead.curve {
            let splits = divided.splits.iter().map(|split| (split.clone(), divided.style(split)));
            report::tell_curve(&learning_curve(&divided.reads, splits.collect()), output)?;
        } else if self.instead.without {
            self.without(&divided, output)?;
        } else {
            self.survey(&divided, output)?;
        }
        Ok(divided.files.iter().map(|(_, games)| games.len()).sum())
    }

    /// All games, divided; `None` if there is none to judge, and after Ctrl-C.
    fn divided(&self, left_out: &mut LeftOut) -> Result<Option<Divided>> {
        let Fitted { folds, judge, since } = &self.fitted;
        let (mut reads, mut counts) = self.all(&self.files, left_out)?;
        let earlier = reads.len();
        let (more, more_counts) = self.all(judge, left_out)?;
        reads.extend(more);
        counts.extend(more_counts);
        let is_later = |(record, _): &Read, year: u16| record.year.map(|it| it >= year);
        let is_judged = |at: usize| match (folds, since) {
            (Some(_), _) => true,
            (_, Some(year)) if judge.is_empty() => is_later(&reads[at], *year) == Some(true),
            (_, Some(year)) => at >= earlier && is_later(&reads[at], *year) == Some(true),
            (None, None) => at >= earlier,
        };
        let mut from = 0;
        let mut files = Vec::new();
        for (file, games) in self.files.iter().chain(judge).zip(counts) {
            let judged: Vec<usize> = (from..from + games).filter(|&at| is_judged(at)).collect();
            files.push((file.clone(), judged));
            from += games;
        }
        files.retain(|(_, games)| !games.is_empty());
        let records: Vec<&Record> = reads.iter().map(|(record, _)| record).collect();
        let splits = if let Some(folds) = folds {
            Folds::of(&records, *folds as usize).each()
        } else {
            let mut split = Split::later(&records, is_judged);
            let may_teach = |at: &usize| {
                let is_of_files = judge.is_empty() || *at < earlier;
                is_of_files && since.is_none_or(|year| is_later(&reads[*at], year) == Some(false))
            };
            split.others.retain(may_teach);
            vec![split]
        };
        if files.is_empty() || is_interrupted() {
            return Ok(None);
        }
        if folds.is_none() && splits.iter().any(|split| split.others.is_empty()) {
            return Err(nothing_to_learn_from().into());
        }
        let networks = match folds {
            Some(_) => None,
            None => match self.networks_of(&reads, &splits)? {
                Some(networks) => Some(networks),
                None => return Ok(None),
            },
        };
        let study = Study::of(&reads, self.seed);
        let everybody: Vec<usize> = (0..reads.len()).collect();
        let near = (splits.len() > 1).then(|| study.style(&everybody, None));
        Ok(Some(Divided { reads, files, splits, study, networks, near }))
    }

    /// The networks by which calls and cards are read: those that were named, or fits to the games that the others are judged by; `None`
    /// after Ctrl-C.
    fn networks_of(&self, reads: &[Read], splits: &[Split]) -> Result<Option<Networks>> {
        let named = self.named_networks()?;
        let caller = match named.caller {
            Some(caller) => Some(caller),
            None => self.fit_to_others::<CallRecords>(reads, splits)?,
        };
        let Some(caller) = caller else { return Ok(None) };
        if self.instead.without {
            return Ok(Some(Networks { caller, player: None }));
        }
        let player = match named.player {
            Some(player) => Some(player),
            None => self.fit_to_others::<CardRecords>(reads, splits)?,
        };
        Ok(player.map(|player| Networks { caller, player: Some(player) }))
    }

    /// A fit to the games that the others are judged by; `None` after Ctrl-C.
    fn fit_to_others<E: Examples>(
        &self,
        reads: &[Read],
        splits: &[Split],
    ) -> Result<Option<Arc<E::Network>>> {
        let mut examples = E::default();
        let others = splits.iter().flat_map(|split| &split.others).map(|&at| &reads[at]);
        let others: Vec<&Read> = others.collect();
        let taught =
            game_by_game(&others, |(record, system)| E::Lessons::of(record, system, self.seed));
        examples.add_all(others.iter().map(|(record, _)| record).zip(taught).collect());
        Ok(self.network_of(&examples)?.map(Arc::new))
    }

    /// Tells of each file what beliefs are worth by fits to other games.
    fn survey(&self, divided: &Divided, output: &mut Output) -> Result<()> {
        let Divided { reads, files, .. } = divided;
        let inquiry = self.inquiry()?;
        let acquaintance = match (self.acquainted, reads.first()) {
            (true, Some((_, table))) => {
                Some(Acquaintance::new(table, divided.records(), other_systems()))
            }
            _ => None,
        };
        let mut ones: Vec<Option<Look>> = reads.iter().map(|_| None).collect();
        for split in &divided.splits {
            if is_interrupted() {
                return Ok(());
            }
            let style = divided.style(split);
            let one = |&at: &usize| {
                let (record, agreed) = &reads[at];
                let mut system = style.of_players(agreed.clone());
                if let Some(others) = &acquaintance {
                    let play = (&record.play).into();
                    system = others.at_table(&system, &record.players, &play).0;
                }
                (at, look(&reads[at], &system, &inquiry, self.price > 0))
            };
            for (at, one) in game_by_game(&split.judged, one) {
                ones[at] = Some(one);
            }
        }
        if is_interrupted() {
            return Ok(());
        }
        for (file, games) in files {
            let mut shown = Survey::default();
            games
                .iter()
                .filter_map(|&at| ones[at].take())
                .for_each(|one| shown.add(&one, self.price));
            report::tell(file, &shown, output)?;
        }
        Ok(())
    }

    /// Tells of each file what each rule is worth, by leaving it out.
    fn without(&self, divided: &Divided, output: &mut Output) -> Result<()> {
        let Divided { reads, files, splits, study, .. } = divided;
        let seed = (self.price > 0).then_some(self.seed);
        let leaving_out = LeavingOut { reads, study, seed };
        let progress = Progress::new();
        let mut losses: Losses = Vec::new();
        for (number, split) in splits.iter().enumerate() {
            let style = divided.style(split);
            let told = |rule: CardRule| {
                let (line, name) = (rule.line(), rule.name());
                progress.say(format!("{} of {}, without {line} {name}", number + 1, splits.len()));
                !is_interrupted()
            };
            for (rule, boards) in leaving_out.losses(split, &style, &told) {
                match losses.iter_mut().find(|(known, _)| *known == rule) {
                    Some((_, all)) => all.extend(boards),
                    None => losses.push((rule, boards)),
                }
            }
        }
        if is_interrupted() {
            return Ok(());
        }
        for (_, boards) in &mut losses {
            boards.sort_by_key(|(at, _)| *at);
        }
        for (file, games) in files {
            let summed = losses.iter().map(|(rule, boards)| {
                let mut loss = Loss::default();
                let of_file = boards.iter().filter(|(at, _)| games.binary_search(at).is_ok());
                of_file.for_each(|(_, board)| board.add_to(&mut loss));
                (*rule, loss)
            });
            report::tell_losses(file, &summed.collect::<Vec<_>>(), output)?;
        }
        Ok(())
    }
}
