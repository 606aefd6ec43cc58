//! What the calls of an auction promise, remembered from one look to the next.
//!
//! All players of a board read the same auction, and read it again at each card; in playouts thousands of imagined players do.
//! So the latest auctions are remembered here, for all threads, with what was worked out of their calls: how likely each
//! hand was to make a call is found out as it is asked for. What is remembered is what would be worked out again, so nothing
//! depends on it but time.

use std::collections::VecDeque;
use std::sync::{PoisonError, RwLock};

use crate::constraint::{Rule, System};
use crate::play::Bidding;

static LATEST: RwLock<VecDeque<Read>> = RwLock::new(VecDeque::new());

/// This many auctions are remembered: more than there are tables at which a machine plays at once.
const REMEMBERED: usize = 32;

/// An auction that was read.
struct Read {
    system: System,
    bidding: Bidding,
    rules: Vec<Rule>,
}

/// The promises of an auction by a system. Calls that nothing explains are left out.
pub(super) fn promised(bidding: &Bidding, system: &System) -> Vec<Rule> {
    let known = |read: &&Read| read.system.reads_calls_like(system) && read.bidding == *bidding;
    let latest = LATEST.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(read) = latest.iter().find(known) {
        return read.rules.clone();
    }
    drop(latest);
    let read =
        Read { system: system.clone(), bidding: bidding.clone(), rules: system.read(bidding) };
    let rules = read.rules.clone();
    let mut latest = LATEST.write().unwrap_or_else(PoisonError::into_inner);
    latest.truncate(REMEMBERED - 1);
    latest.push_front(read);
    rules
}
