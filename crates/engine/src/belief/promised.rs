//! What the calls of an auction promise, remembered from one question to the next.
//!
//! All players of a board read the same auction, and read it again at each card; in playouts
//! thousands of imagined players do. So the latest auctions are remembered here, for all threads,
//! with what was worked out of their calls; the likelihood of a call by each hand is worked out
//! when it is first asked for. Remembering saves time and changes no result.

use std::collections::VecDeque;
use std::sync::{Arc, PoisonError, RwLock};
use std::thread;

use crate::constraint::{ExplainedCall, Rule, System};
use crate::play::Bidding;

static LATEST: RwLock<VecDeque<ReadAuction>> = RwLock::new(VecDeque::new());

/// The fewest auctions that are remembered; a large machine remembers more.
const REMEMBERED: usize = 16;

/// How many auctions are remembered: two for each thread, since each may play at a table of its
/// own, with two systems.
fn remembered() -> usize {
    thread::available_parallelism().map_or(REMEMBERED, |cores| REMEMBERED.max(2 * cores.get()))
}

/// An auction that was read.
struct ReadAuction {
    system: System,
    bidding: Bidding,
    explained: Arc<[ExplainedCall]>,
}

/// The calls of an auction with their promises, as [`System::explain`] has them. The latest are
/// remembered.
pub fn explained(bidding: &Bidding, system: &System) -> Arc<[ExplainedCall]> {
    let known =
        |read: &&ReadAuction| read.system.reads_calls_like(system) && read.bidding == *bidding;
    let latest = LATEST.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(read) = latest.iter().find(known) {
        return Arc::clone(&read.explained);
    }
    drop(latest);
    let explained: Arc<[ExplainedCall]> = system.explain(bidding).into();
    let (system, bidding) = (system.clone(), bidding.clone());
    let mut latest = LATEST.write().unwrap_or_else(PoisonError::into_inner);
    latest.truncate(remembered() - 1);
    latest.push_front(ReadAuction { system, bidding, explained: Arc::clone(&explained) });
    explained
}

/// The promises of an auction by a system. Calls that nothing explains are left out.
pub(super) fn promised(bidding: &Bidding, system: &System) -> Vec<Rule> {
    explained(bidding, system).iter().filter_map(ExplainedCall::rule).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Auction, Seat, Side, Vulnerability};
    use crate::constraint::Pair;

    /// A changed system is never answered from what was remembered of another.
    #[test]
    fn what_is_remembered_is_what_is_read() {
        let auction: Auction = "1S P 2S P P P".parse().unwrap();
        let contract = Bidding::contract_of(Seat::North, &auction).unwrap();
        let vulnerability = Vulnerability::NONE;
        let bidding = Bidding::new(Seat::North, vulnerability, auction, contract).unwrap();
        let [natural, acol] = ["natural", "acol"].map(|name| System::bundled(name).unwrap());
        let pair = Pair::default().bidding(acol.clone());
        let systems = [
            natural.clone(),
            natural.clone().by_the_book(),
            natural.clone().with_pair(Side::NorthSouth, pair.clone()),
            natural.clone().with_pair(Side::NorthSouth, pair),
            natural,
            acol,
        ];
        let read = systems.each_ref().map(|system| system.read(&bidding));
        assert!(read[0] != read[1] && read[0] != read[2]);
        for _ in 0..2 {
            for (system, read) in systems.iter().zip(&read) {
                assert_eq!(promised(&bidding, system), *read);
            }
        }
    }
}
