//! A bidding in one line, as people write it: every player's calls (`1NT P 3NT`), one side's joined
//! by dashes (`1NT–3NT`), or the opponents' in parentheses (`(1♠) X (P) 2♥`).

use std::ops::Range;

use super::entry::{AuctionWord, entry, footnote};
use falsecard_bridge::cards::Call;

/// The calls of an auction as they were written in a line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WrittenCalls {
    /// Every player's calls, in turn.
    pub all: Vec<Call>,
    /// Whether there are unwritten passes among them: those of silent opponents.
    pub adds_passes: bool,
}

/// Why a line is no bidding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NoBidding {
    /// The place of a word that is not a call.
    Word(Range<usize>),
    /// It may be everybody's calls, or one side's.
    TwoWays,
}

/// The signs that join the calls of one side.
pub(super) const DASHES: [char; 6] = ['-', '–', '—', '−', '‐', '‑'];

/// A call, and how it is written.
struct WrittenCall {
    call: Call,
    /// Whether it is in parentheses, as the opponents' calls are.
    is_theirs: bool,
    /// Whether a dash joins it to the call before.
    is_joined: bool,
}

/// The calls of a text that holds nothing else.
pub(crate) fn read(text: &str) -> Result<WrittenCalls, NoBidding> {
    let (written, is_passed_out) = read_written(text).map_err(NoBidding::Word)?;
    let is_between = |before: &WrittenCall, next: &WrittenCall| before.is_theirs == next.is_theirs;
    let adds = if written.iter().any(|it| it.is_theirs) {
        true
    } else {
        is_one_sided(&written).ok_or(NoBidding::TwoWays)?
    };
    let mut calls = WrittenCalls::default();
    for (n, it) in written.iter().enumerate() {
        if adds && n > 0 && is_between(&written[n - 1], it) {
            calls.all.push(Call::Pass);
            calls.adds_passes = true;
        }
        calls.all.push(it.call);
    }
    if is_passed_out {
        let passes = calls.all.iter().rev().take_while(|call| **call == Call::Pass).count();
        let needed = if passes < calls.all.len() { 3 } else { 4 };
        calls.all.extend(std::iter::repeat_n(Call::Pass, needed - passes.min(needed)));
    }
    Ok(calls)
}

/// Whether a text is a bidding of two calls or more whose writing shows that it is one: they are
/// joined by dashes.
pub(super) fn is_joined(text: &str) -> bool {
    read_written(text)
        .is_ok_and(|(calls, _)| calls.len() > 1 && calls[1..].iter().all(|it| it.is_joined))
}

/// Whether dashes join the bids of one side, whose opponents pass; `None` if that cannot be told.
///
/// A writer who gives a double, or a pass between two bids, gives everybody's calls. One who joins
/// nothing but bids leaves the passes between them out. A pass before the first bid or after the
/// last fits both.
fn is_one_sided(written: &[WrittenCall]) -> Option<bool> {
    let is_bid = |it: &WrittenCall| matches!(it.call, Call::Bid(_));
    let is_pass = |it: &WrittenCall| it.call == Call::Pass;
    let bids: Vec<usize> = (0..written.len()).filter(|&n| is_bid(&written[n])).collect();
    let (Some(&first), Some(&last)) = (bids.first(), bids.last()) else { return Some(false) };
    let is_joined = written[1..].iter().all(|it| it.is_joined);
    let is_double = |it: &WrittenCall| !is_bid(it) && !is_pass(it);
    if !is_joined
        || first == last
        || written.iter().any(is_double)
        || written[first..last].iter().any(is_pass)
    {
        return Some(false);
    }
    (bids.len() == written.len()).then_some(true)
}

/// The calls as they are written, and whether all pass behind them; otherwise the place of the
/// first word that is no call.
fn read_written(text: &str) -> Result<(Vec<WrittenCall>, bool), Range<usize>> {
    let mut calls: Vec<WrittenCall> = Vec::new();
    let mut is_passed_out = false;
    let mut rest = text;
    loop {
        let next = rest.trim_start_matches([' ', ',', ';', '.']).trim_start_matches(DASHES);
        let next = next.trim_start_matches([' ', ',', ';', '.']);
        let is_joined = rest[..rest.len() - next.len()].contains(DASHES);
        rest = next;
        if rest.is_empty() {
            return Ok((calls, is_passed_out));
        }
        let is_theirs = rest.starts_with('(');
        let Some((what, behind)) = entry(rest).filter(|_| !is_passed_out) else {
            if let Some(behind) = remark(rest).filter(|_| !calls.is_empty()) {
                rest = behind;
                continue;
            }
            let start = text.len() - rest.len();
            let length = rest.find([' ', ',', ';']).unwrap_or(rest.len()).max(1);
            return Err(start..start + length);
        };
        match what {
            AuctionWord::Call(call, _) => calls.push(WrittenCall { call, is_theirs, is_joined }),
            AuctionWord::AllPass => is_passed_out = true,
            AuctionWord::Nothing | AuctionWord::Question => {}
        }
        rest = footnote(behind).1;
    }
}

/// The text behind a remark on a call, such as `(15-17)`.
fn remark(text: &str) -> Option<&str> {
    let (remark, behind) = text.strip_prefix('(')?.split_once(')')?;
    // What is as short as a call may be one that is misspelt.
    (remark.chars().count() > 4).then_some(behind)
}
