//! What the rule files make of 121 auctions from columns and textbooks: whether every call has a
//! meaning, whether the hands keep to it, and how much it tells.
//!
//! `cargo test --release --test bidding -- --nocapture` prints the figures. Thresholds were set on
//! the problems of even number; the odd ones were only looked at in sum.

use std::sync::Arc;
use std::time::{Duration, Instant};

use falsecard::belief::{Belief, Evidence, Reader};
use falsecard::cards::{Auction, Call, FullDeal, Hand, Seat, Vulnerability};
use falsecard::constraint::{Explained, Outline, Portrait, System};
use falsecard::play::{Bidding, Board, DeclaredContract, Play};

/// A problem as far as bidding is concerned.
struct Case {
    name: String,
    decider: Seat,
    system: String,
    play: Play,
}

impl Case {
    fn read(line: &str) -> Self {
        let fields: Vec<&str> = line.split('|').collect();
        let [name, dealer, vulnerability, declarer, contract, decider, system, deal, calls, cards] =
            fields[..].try_into().unwrap();
        let vulnerability = match vulnerability {
            "All" => Vulnerability::ALL,
            "NS" => Vulnerability::NS,
            "EW" => Vulnerability::EW,
            _ => Vulnerability::NONE,
        };
        let declarer: Seat = declarer.parse().unwrap();
        let contract = DeclaredContract { contract: contract.parse().unwrap(), declarer };
        let auction: Auction = calls.parse().unwrap();
        let dealer = dealer.parse().unwrap();
        let bidding = Bidding::new(dealer, vulnerability, auction, contract).unwrap();
        let mut play = Play::new(Board::new(deal.parse().unwrap(), Arc::new(bidding)));
        for card in cards.split_whitespace() {
            play.play(card.parse().unwrap()).unwrap();
        }
        let system = if system == "-" { "natural" } else { system };
        Self {
            name: name.to_owned(),
            decider: decider.parse().unwrap(),
            system: system.to_owned(),
            play,
        }
    }

    fn explained(&self) -> Arc<[Explained]> {
        system(&self.system).explain(self.play.bidding())
    }
}

fn system(name: &str) -> System {
    System::bundled(name).unwrap()
}

/// The problems, in the order of their file.
fn cases() -> Vec<Case> {
    let text = include_str!("data/bidding/problems.txt");
    text.lines().filter(|line| !line.starts_with('#')).map(Case::read).collect()
}

/// What was found in some of the problems.
#[derive(Default)]
struct Figures {
    problems: usize,
    calls: usize,
    without_meaning: usize,
    outside_core: usize,
    kept: usize,
    outside_range: usize,
    outside_points: usize,
    widths: Vec<f64>,
    gains: Vec<f64>,
    shares: [(usize, usize, f64); 4],
    slowest: Duration,
}

impl Figures {
    fn add(&mut self, case: &Case) {
        self.problems += 1;
        let deal = case.play.deal();
        let explained = case.explained();
        for call in explained.iter().filter(|call| call.call != Call::Pass) {
            self.calls += 1;
            match &call.promise {
                None => {
                    println!("{}: {} {} has no meaning", case.name, call.seat, call.call);
                    self.without_meaning += 1;
                }
                Some(promise) => {
                    let hand = deal[call.seat];
                    self.kept += usize::from(promise.condition.is_true_of(&hand));
                    let core = promise.core.as_ref().unwrap_or(&promise.condition);
                    if !core.is_true_of(&hand) && !promise.condition.is_true_of(&hand) {
                        println!("{}: {} {hand} is outside {}", case.name, call.seat, promise.source);
                        self.outside_core += 1;
                    }
                }
            }
        }
        let view = case.play.view(case.decider);
        let range = |seat| auction_range(&explained, seat);
        let outside: Vec<_> =
            view.hidden().into_iter().filter(|&s| !within(&range(s), deal[s])).collect();
        for &seat in &outside {
            println!("{}: {seat} {} is outside its auction range", case.name, deal[seat]);
        }
        self.outside_range += usize::from(!outside.is_empty());
        let points = |seat: Seat| {
            let range = range(seat).points();
            range.is_none_or(|r| r.contains(&falsecard::cards::hand_points(deal[seat])))
        };
        self.outside_points += usize::from(view.hidden().into_iter().any(|seat| !points(seat)));
        let declarer = case.play.bidding().contract().declarer;
        let p97 = Portrait::of(explained.iter().filter(|c| c.seat == declarer).filter_map(|c| c.promise.as_deref())).points(0.97);
        println!("W {} core {:?} p97 {:?} is {} : {}", case.name, range(declarer).points(), p97, falsecard::cards::hand_points(deal[declarer]), explained.iter().filter(|c| c.seat == declarer && c.call != Call::Pass).map(|c| c.promise.as_ref().map_or("-", |p| p.source.as_str())).collect::<Vec<_>>().join(" | "));
        let width = range(declarer).points().map_or(37, |range| range.end() - range.start());
        self.widths.push(f64::from(width));
        if let Ok(belief) = Belief::new(&Evidence::of(&view, &system(&case.system), Reader::IgnoringSignals)) {
            for (i, share) in [0.95, 0.97, 0.98, 0.99].into_iter().enumerate() {
                let range = |seat: Seat| shortest(&belief.points(seat), share);
                let bad = view.hidden().into_iter().any(|seat| !range(seat).contains(&falsecard::cards::hand_points(deal[seat])));
                self.shares[i].0 += usize::from(bad);
                if view.hidden().contains(&declarer) {
                    self.shares[i].1 += 1;
                    self.shares[i].2 += f64::from(range(declarer).end() - range(declarer).start());
                }
            }
        }
        if let Some((gain, time)) = gain(case) {
            self.gains.push(gain);
            self.slowest = self.slowest.max(time);
        }
    }

    fn print(&self, title: &str) {
        let share = |n: usize, of: usize| 100.0 * n as f64 / of as f64;
        println!("{title}: {} problems, {} non-pass calls", self.problems, self.calls);
        println!("  without meaning {}", self.without_meaning);
        println!("  in the usual range {:.1} %", share(self.kept, self.calls));
        let outside = self.outside_core;
        println!("  outside the core {outside} ({:.1} %)", share(outside, self.calls));
        let outside = self.outside_range;
        println!("  a hidden hand outside its range {outside} ({:.1} %)", share(outside, self.problems));
        println!("  … in points {}", self.outside_points);
        println!("  declarer's range of points {:.2} wide", mean(&self.widths));
        println!("  log-likelihood {:+.2} nats", mean(&self.gains));
        println!("  {:?} ", self.shares.map(|(a, b, c)| (a, b, c / b as f64)));
        println!("  slowest belief {:.1} ms", 1000.0 * self.slowest.as_secs_f64());
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The lengths and points that the cores of a player's calls leave.
fn auction_range(explained: &[Explained], seat: Seat) -> Outline {
    let own = explained.iter().filter(|call| call.seat == seat);
    own.filter_map(|call| call.promise.as_ref()).fold(Outline::open(), |range, promise| {
        let usual = promise.condition.clone();
        let core = promise.core.clone().into_iter().chain([usual]).collect();
        range.and(&Outline::of(&falsecard::constraint::Formula::Any(core)))
    })
}

fn within(range: &Outline, hand: Hand) -> bool {
    use falsecard::cards::Suit;
    let points = falsecard::cards::hand_points(hand);
    range.points().is_some_and(|range| range.contains(&points))
        && Suit::ASC.into_iter().all(|suit| {
            range.length(suit).is_some_and(|range| range.contains(&(hand[suit].len() as u8)))
        })
}

/// How much likelier the true deal is by the auction than by the cards alone, in nats, and how
/// long the belief took from the reading of the auction on.
fn gain(case: &Case) -> Option<(f64, Duration)> {
    let system = system(&case.system);
    let view = case.play.view(case.decider);
    let start = Instant::now();
    let evidence = Evidence::of(&view, &system, Reader::IgnoringSignals);
    let belief = Belief::new(&evidence);
    let time = start.elapsed();
    let Ok(belief) = belief else { return None };
    let deal: &FullDeal = case.play.deal();
    let weight: f64 = evidence.rules.iter().map(|rule| rule.weight(&deal[rule.seat])).product();
    let layouts = Belief::possible(&evidence).unwrap() as f64;
    let gain = (weight / belief.weight() * layouts).ln();
    if std::env::var("DETAIL").is_ok() {
        for rule in &evidence.rules {
            println!("    {} {} [{}] w {:.4}", rule.seat, deal[rule.seat], rule.source, rule.weight(&deal[rule.seat]));
        }
        println!("{} {:+.2} decider {} {:.1} ms {}", case.name, gain, case.decider, 1000.0 * time.as_secs_f64(), belief.weight());
    }
    Some((gain, time))
}

#[test]
fn auctions_are_read_well() {
    let cases = cases();
    let (mut even, mut odd) = (Figures::default(), Figures::default());
    println!("-- even");
    cases.iter().step_by(2).for_each(|case| even.add(case));
    println!("-- odd");
    cases.iter().skip(1).step_by(2).for_each(|case| odd.add(case));
    even.print("even");
    odd.print("odd");
}

fn shortest(weights: &[f64], share: f64) -> std::ops::RangeInclusive<u8> {
    let wanted = share * weights.iter().sum::<f64>();
    let last = weights.len() - 1;
    for width in 0..last {
        let within = |start: &usize| weights[*start..=start + width].iter().sum::<f64>();
        let heaviest = (0..=last - width).max_by(|a, b| within(a).total_cmp(&within(b))).unwrap_or_default();
        if within(&heaviest) >= wanted {
            return heaviest as u8..=(heaviest + width) as u8;
        }
    }
    0..=last as u8
}
