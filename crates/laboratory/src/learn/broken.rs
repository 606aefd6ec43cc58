//! How often calls are believed broken, and how often they are, auction by auction, from the seats of both defenders.
//!
//! A belief that is right on the average of all boards may still be wrong where somebody sees most of the missing points.
//! So a second figure counts those boards alone on which the reader holds an opening bid himself.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::Serialize;

use super::corpus::Record;
use super::sums::Sum;
use falsecard_engine::belief::{Belief, Evidence, explained};
use falsecard_engine::cards::{Call, FullDeal, hand_points};
use falsecard_engine::constraint::reliance::Gap;
use falsecard_engine::constraint::{Rule, System};
use falsecard_engine::play::View;
use falsecard_engine::work::stream;

/// How a promise may be broken: points below the range and above it, by one or more and by three or more; lengths off by one
/// card or more, and by two or more.
pub const WAYS: [&str; 6] = ["below", "below-3", "above", "above-3", "card", "cards-2"];

fn ways(gap: Gap) -> [f64; WAYS.len()] {
    let Gap { below, above, cards, .. } = gap;
    [below >= 1, below >= 3, above >= 1, above >= 3, cards >= 1, cards >= 2]
        .map(|is_so| f64::from(u8::from(is_so)))
}

/// With this many points a reader holds an opening bid himself.
const STRONG: u8 = 12;

/// How many deals are drawn from each belief.
const DEALS: usize = 64;

/// What one board shows of one call.
#[derive(Debug, Clone)]
struct Seen {
    /// The number of the call in the auction, from the first bid on.
    call: usize,
    is_strong: bool,
    believed: [f64; WAYS.len()],
    so: [f64; WAYS.len()],
}

/// The calls of an auction from the first bid on, without the passes that end it.
pub type AuctionWords = Vec<String>;

/// How often each auction was bid.
#[derive(Debug, Default)]
pub struct Auctions(BTreeMap<AuctionWords, usize>);

impl Auctions {
    /// Takes in the auction of a board.
    pub fn add(&mut self, record: &Record) {
        *self.0.entry(words(record)).or_default() += 1;
    }

    /// The commonest of them, the most frequent first.
    pub fn commonest(self, n: usize) -> Vec<AuctionWords> {
        let mut all: Vec<_> = self.0.into_iter().collect();
        all.sort_by_key(|(_, boards)| Reverse(*boards));
        all.into_iter().take(n).map(|(auction, _)| auction).collect()
    }
}

/// The auction of a board as [`Auctions`] counts it.
pub(super) fn words(record: &Record) -> AuctionWords {
    let calls = record.play.bidding().calls().map(|(_, call)| call);
    let calls: Vec<Call> = calls.skip_while(|call| *call == Call::Pass).collect();
    let last = calls.len().saturating_sub(3);
    calls[..last].iter().map(ToString::to_string).collect()
}

/// What one board shows of the calls of its auction.
#[derive(Debug, Clone)]
pub struct Heeded {
    auction: AuctionWords,
    seen: Vec<Seen>,
}

impl Heeded {
    /// What both defenders believe of a board before the opening lead, and when dummy has been faced.
    pub fn of(record: &Record, system: &System, seed: u64) -> Self {
        let declarer = record.play.bidding().contract().declarer;
        let (leader, partner) = (declarer.lho(), declarer.rho());
        let lookouts = [(0, leader), (1, leader), (1, partner)];
        let is_faced = !record.play.history().played().is_empty();
        let lookouts = lookouts.into_iter().filter(|(cards, _)| *cards == 0 || is_faced);
        let found = lookouts.flat_map(|(cards, seat)| {
            let view = record.after(cards).view(seat);
            let stream = [record.number as u64, cards as u64, seat as u64];
            Self::from(record, &view, system, seed, &stream)
        });
        Self { seen: found.collect(), auction: words(record) }
    }

    fn from(
        record: &Record,
        view: &View,
        system: &System,
        seed: u64,
        numbers: &[u64],
    ) -> Vec<Seen> {
        let evidence = Evidence::of_auction(view, system);
        let Ok(belief) = Belief::new(&evidence) else { return Vec::new() };
        let mut rng = stream(seed, numbers);
        let deals: Vec<FullDeal> = belief.spread(&mut rng).take(DEALS).collect();
        let is_strong = hand_points(record.play.deal()[view.seat()]) >= STRONG;
        let calls = numbered(view, system);
        let hidden = calls.into_iter().filter(|(_, rule)| evidence.hidden.contains(&rule.seat));
        let found = hidden.map(|(call, rule)| {
            let of = |deal: &FullDeal| ways(rule.gap(&deal[rule.seat]));
            let mut believed = [0.0; WAYS.len()];
            for ways in deals.iter().map(of) {
                let sums = believed.iter_mut().zip(ways);
                sums.for_each(|(sum, way)| *sum += way / deals.len() as f64);
            }
            Seen { call, is_strong, believed, so: of(record.play.deal()) }
        });
        found.collect()
    }
}

/// The promises of an auction, each with the number of its call from the first bid on. Passes before that, and the three that
/// end the auction, are left out.
fn numbered(view: &View, system: &System) -> Vec<(usize, Rule)> {
    let explained = explained(view.bidding(), system);
    let opened = explained.iter().position(|it| it.call != Call::Pass);
    let last = explained.len().saturating_sub(3);
    let calls = explained[..last].iter().enumerate().skip(opened.unwrap_or(last));
    let promised = calls.filter_map(|(number, it)| {
        let rule = Rule::new(it.seat, it.promise.clone()?);
        rule.slack.is_some().then(|| (number - opened.unwrap_or_default(), rule))
    });
    promised.collect()
}

/// How often a promise is believed broken in one of the ways, and how often it is.
#[derive(Debug, Clone, Copy, Default)]
pub struct Rates {
    /// The share that is believed: the mean over boards.
    pub believed: Sum,
    /// The share that was so.
    pub so: Sum,
    /// What is believed too much.
    pub excess: Sum,
}

/// A call of a common auction, with what is believed and what is so in each of [`WAYS`].
#[derive(Debug, Clone, Default)]
pub struct HeededCall {
    /// On all boards.
    pub all: [Rates; WAYS.len()],
    /// On those where the reader holds an opening bid himself.
    pub strong: [Rates; WAYS.len()],
}

/// What boards show of some auctions.
#[derive(Debug)]
pub struct CommonAuctions {
    /// In the order in which they were asked for.
    auctions: Vec<AuctionWords>,
    calls: Vec<BTreeMap<usize, HeededCall>>,
}

/// A line of JSON: one call in one way.
#[derive(Debug, Serialize)]
pub struct BrokenLine<'a> {
    auction: String,
    /// The call, from the first bid on, from 1.
    call: usize,
    way: &'a str,
    strong: bool,
    boards: usize,
    believed: f64,
    so: f64,
    excess: f64,
    excess_se: Option<f64>,
}

impl CommonAuctions {
    /// Nothing yet of these auctions.
    pub fn of(auctions: Vec<AuctionWords>) -> Self {
        Self { calls: vec![BTreeMap::new(); auctions.len()], auctions }
    }

    /// Whether a board has one of the auctions.
    pub fn concern(&self, record: &Record) -> bool {
        self.auctions.contains(&words(record))
    }

    /// Takes in what a board shows: of each call the mean over those who looked at it.
    pub fn add(&mut self, board: &Heeded) {
        let Some(at) = self.auctions.iter().position(|known| *known == board.auction) else {
            return;
        };
        for only_strong in [false, true] {
            let mut by_call: BTreeMap<usize, Vec<&Seen>> = BTreeMap::new();
            for seen in board.seen.iter().filter(|seen| seen.is_strong || !only_strong) {
                by_call.entry(seen.call).or_default().push(seen);
            }
            for (call, seen) in by_call {
                let call = self.calls[at].entry(call).or_default();
                let sums = if only_strong { &mut call.strong } else { &mut call.all };
                for (way, sum) in sums.iter_mut().enumerate() {
                    let believed = seen.iter().map(|seen| seen.believed[way]).sum::<f64>();
                    sum.add(believed / seen.len() as f64, seen[0].so[way]);
                }
            }
        }
    }

    /// Each auction with the calls of it that promise something, by their numbers from 0.
    pub fn each(&self) -> impl Iterator<Item = (&AuctionWords, &BTreeMap<usize, HeededCall>)> {
        self.auctions.iter().zip(&self.calls)
    }

    /// The same as programs read it.
    pub fn lines(&self) -> Vec<BrokenLine<'static>> {
        let mut lines = Vec::new();
        for (auction, calls) in self.each() {
            for (number, call) in calls {
                for (strong, sums) in [(false, &call.all), (true, &call.strong)] {
                    let of = |(way, sum): (&'static str, &Rates)| BrokenLine {
                        auction: auction.join("-"),
                        call: number + 1,
                        way,
                        strong,
                        boards: sum.so.len(),
                        believed: sum.believed.mean(),
                        so: sum.so.mean(),
                        excess: sum.excess.mean(),
                        excess_se: sum.excess.error(),
                    };
                    let known = WAYS.into_iter().zip(sums).filter(|(_, it)| !it.so.is_empty());
                    lines.extend(known.map(of));
                }
            }
        }
        lines
    }
}

impl Rates {
    fn add(&mut self, believed: f64, so: f64) {
        self.believed.add(believed);
        self.so.add(so);
        self.excess.add(believed - so);
    }
}
