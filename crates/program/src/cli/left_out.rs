//! Games of files that cannot be used: they are left out of the work, counted, and named at its
//! end.

use std::sync::atomic::Ordering;

use itertools::Itertools;
use miette::{Report, Result};

use super::aside::{AS_JSON, complain};
use super::diagnostic::Located;
use super::ending::{Answer, Note, SomeLeftOut};
use super::output::is_unwritable;
use super::table::counted;

/// How many of the games that are left out are named.
const NAMED: usize = 3;

/// What is done with games that cannot be used.
#[derive(clap::Args)]
pub struct Sifting {
    /// End at the first game that cannot be used. By default such games are left out, counted and
    /// named.
    #[arg(long)]
    strict: bool,
}

impl Sifting {
    /// Where none has been left out yet.
    pub fn none_yet(&self) -> LeftOut {
        LeftOut { is_strict: self.strict, ..LeftOut::default() }
    }
}

/// The games that are left out, beside those that are used.
#[derive(Default)]
pub struct LeftOut {
    is_strict: bool,
    used: usize,
    count: usize,
    named: Vec<Report>,
    /// Whether the rest of some file was not read.
    is_cut_short: bool,
}

impl LeftOut {
    /// What is made of a game that can be used; `None` of another, which is left out.
    ///
    /// # Errors
    ///
    /// Why it cannot be used, if nothing may be left out; and that standard output takes no more.
    pub fn sift<T>(&mut self, game: Result<T>) -> Result<Option<T>> {
        match game {
            Ok(game) => {
                self.used += 1;
                Ok(Some(game))
            }
            Err(fault) if self.is_strict || is_unwritable(&fault) => Err(fault),
            Err(fault) => {
                self.add(fault);
                Ok(None)
            }
        }
    }

    fn add(&mut self, fault: Report) {
        self.count += 1;
        self.is_cut_short |= fault.downcast_ref::<Located>().is_some_and(Located::ends_file);
        if self.named.len() < NAMED {
            self.named.push(fault);
        }
    }

    /// Whether all games so far can be used.
    pub const fn is_none(&self) -> bool {
        self.count == 0
    }

    /// Tells which games were left out. It is an answer that some were, but not that all were.
    pub fn tell(&self) -> Answer {
        if self.is_none() {
            return Answer::Yes;
        }
        if self.used == 0 {
            self.named.iter().for_each(complain);
            if self.more() > 0 {
                complain(&Note::new(format!("{} more cannot be used", self.more())).into());
            }
            return Answer::SomeBad;
        }
        let is_json = AS_JSON.load(Ordering::Relaxed);
        if is_json {
            self.named.iter().for_each(complain);
        }
        complain(&SomeLeftOut { said: self.said(is_json) }.into());
        if self.is_cut_short { Answer::SomeBad } else { Answer::Yes }
    }

    fn more(&self) -> usize {
        self.count - self.named.len()
    }

    /// How many are left out, and why, unless that has been said.
    fn said(&self, is_told: bool) -> String {
        let is = if self.count == 1 { "is" } else { "are" };
        let used = if self.used == 1 { "is" } else { "are" };
        let count = counted(self.count, "game");
        let head = format!("{count} {is} left out, {} {used} used", self.used);
        if is_told {
            return head;
        }
        let more = (self.more() > 0).then(|| format!("and {} more", self.more()));
        let named = self.named.iter().map(ToString::to_string);
        std::iter::once(head + ":").chain(named).chain(more).join("\n")
    }
}
