//! Laws of practice: a bidder bids random deals against himself, and calls that won become
//! likelier.

use std::process::{Command, Output};

use falsecard::bidding::BidNetwork;
use falsecard::network::Network;
use falsecard_lab::learn::{Practice, PracticeResult, SolvedDeal, SolvedDeals};

const SEED: u64 = 41;

fn solved(count: usize) -> Vec<SolvedDeal> {
    let mut deals = SolvedDeals::open(SEED, None).unwrap();
    deals.solve(count, &|_| true).unwrap();
    deals.all()
}

fn practised(deals: &[SolvedDeal], steps: usize, anchor: f64) -> BidNetwork {
    let practice = Practice { steps, anchor, seed: 1 };
    practice.network(BidNetwork::champions(), deals, &|_, _| true).unwrap()
}

/// The same seed gives the same network for any number of threads.
#[test]
fn threads_do_not_count() {
    let deals = solved(4);
    let by = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| practised(&deals, 2, 0.2).bytes())
    };
    assert_eq!(by(1), by(3));
}

/// Who practises on a few deals wins on them. Where it costs too much to depart, nothing changes:
/// calls stay as they were, only surer.
#[test]
fn practice_wins_where_it_may_depart() {
    let deals = solved(8);
    let champions = BidNetwork::champions();
    let free = PracticeResult::of(&practised(&deals, 40, 0.0), champions, &deals);
    assert!(free.won.mean > 0.5, "{free:?}");
    let bound = PracticeResult::of(&practised(&deals, 10, 1000.0), champions, &deals);
    assert!(bound.won.mean.abs() < 0.5, "{bound:?}");
}

/// Work that is stopped gives no network, and without deals there is nothing to practise on.
#[test]
fn practice_may_be_stopped() {
    let practice = Practice { steps: 1_000_000, anchor: 0.2, seed: 1 };
    let champions = BidNetwork::champions();
    assert!(practice.network(champions, &solved(1), &|_, _| false).is_none());
    assert!(practice.network(champions, &[], &|_, _| true).is_none());
}

fn lab(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_falsecard-lab")).args(args).output().unwrap()
}

/// The command solves deals once, writes a network by which our players bid, and leaves files alone
/// that it does not know.
#[test]
fn the_command_writes_a_network() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (network, kept) = (path("own.bids"), path("deals.solved"));
    let few = ["--deals", "3", "--judge", "2", "--steps", "1", "--solved", &kept];
    let practise =
        |more: &[&str]| lab(&[&["practise", network.as_str()], few.as_slice(), more].concat());
    let output = practise(&["--json"]);
    assert!(output.status.success(), "{output:?}");
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["won"]["values"], 2);
    let (first, tables) = (std::fs::read(&network).unwrap(), std::fs::read(&kept).unwrap());
    assert!(String::from_utf8(practise(&[]).stdout).unwrap().contains("2 deals"));
    assert_eq!(std::fs::read(&network).unwrap(), first, "the same bytes again");
    assert_eq!(std::fs::read(&kept).unwrap(), tables, "nothing is solved again");
    BidNetwork::read(&first).unwrap();
    for (more, why) in [
        (["--seed", "2"], "are not the solved deals of seed 2"),
        (["--anchor", "1001"], "expected a number"),
        (["--network", "Cargo.toml"], "Cargo.toml"),
    ] {
        let refused = practise(&more);
        assert_eq!(refused.status.code(), Some(2), "{more:?}");
        assert!(String::from_utf8(refused.stderr).unwrap().contains(why), "{more:?}");
    }
    assert_eq!(std::fs::read(&kept).unwrap(), tables);
    // Where the network cannot be written, that is said before the work.
    let nowhere = path("no folder/own.bids");
    let refused = lab(&["practise", &nowhere, "--deals", "10000000"]);
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
}
