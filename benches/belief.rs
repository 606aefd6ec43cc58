//! The count of hidden hands beside plain rejection, as the classic `dealer` program samples: deal
//! the unseen cards at random and keep what fits. On the paper's example 1, one thread.
//!
//! `cargo bench --bench belief` prints for each kind of evidence how long a belief takes to build
//! and how many worlds a second either way draws. Both are checked against the exact shares.

#[path = "../tests/common/mod.rs"]
mod common;

use std::hint::black_box;
use std::time::{Duration, Instant};

use common::{EXAMPLE_1, at_random, card, example_1, play};
use falsecard::belief::{Belief, Evidence, Reader};
use falsecard::cards::{Card, FullDeal, Hand, Seat};
use falsecard::constraint::{Ownership, Rule, System, parse_condition};
use falsecard::play::Play;
use falsecard::problem::set;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// How long each way may sample.
const TIME: Duration = Duration::from_secs(2);

/// Samples between two looks at the clock.
const ROUND: u32 = 1_000;

/// The card whose place both ways must agree on.
const KEY: &str = "D8";

fn main() {
    let view = example_1().view(Seat::East);
    let strong = parse_condition("hcp 21-22, balanced").expect("the paper's rule is well formed");
    let strong = Rule::certain(Seat::South, strong, "auction");
    let rules = || vec![strong.clone()];
    let hands = Ownership::of_hands_seen(&view);
    let auction = Evidence { rules: rules(), ownership: hands.clone(), ..Evidence::facts(&view) };
    let played = Evidence { rules: rules(), ..Evidence::facts(&view) };
    let paper = System::bundled("paper").expect("the rules come with the program");
    let signals = Evidence::of(&view, &paper, Reader::AtTheTable);
    let natural = System::bundled("natural").expect("the rules come with the program");
    let read = Evidence::of(&view, &natural, Reader::AtTheTable);
    let late = at_random(example_1(), 17, 1).view(Seat::East);
    let read_late = Evidence::of(&late, &natural, Reader::AtTheTable);
    let nothing = Evidence { ownership: hands, ..Evidence::facts(&view) };

    println!("hidden  evidence                       build ms   worlds/s   {KEY} with South");
    let rejected = reject(&auction);
    for (name, evidence) in [
        ("two     nothing said", &nothing),
        ("two     auction", &auction),
        ("two     auction, cards", &played),
        ("two     auction, cards, signals", &signals),
        ("two     all as natural reads it", &read),
        ("two     … six tricks on", &read_late),
    ] {
        row(name, &Timed::of(evidence));
    }
    let lead = play(EXAMPLE_1, "2NT P 3NT P P P", "3NT", "").view(Seat::West);
    for (name, evidence) in [
        ("three   nothing said", &Evidence::facts(&lead)),
        ("three   auction", &Evidence { rules: rules(), ..Evidence::facts(&lead) }),
        (
            "three   auction, as natural reads it",
            &Evidence::of(&lead, &natural, Reader::AtTheTable),
        ),
    ] {
        row(name, &Timed::of(evidence));
    }
    row("two     auction, by rejection", &rejected);
    let ratio = Timed::of(&auction).rate() / rejected.rate();
    println!("drawing from the count is {ratio:.0} times as fast as rejection");
    slowest(&natural);
}

/// How long beliefs of the collection take: of all decisions, and of the leads to their contracts,
/// which have three hidden hands. The shares of cards, and worlds, are by whole hands where the
/// network of players speaks.
fn slowest(system: &System) {
    let problems = set("all").expect("the collection comes with the program");
    let decisions = problems.iter().map(|problem| (problem.id(), problem.play().unwrap()));
    let leads = problems.iter().map(|problem| {
        let board = problem.play().unwrap().board().clone();
        (problem.id(), Play::new(board))
    });
    let of = |(id, play): (&str, Play)| {
        let view = play.view(play.history().decider());
        let evidence = Evidence::of(&view, system, Reader::AtTheTable);
        black_box(Belief::new(&evidence)).expect("the auction and the cards are consistent");
        let (belief, built) = timed(|| Belief::new(&evidence).expect("it was so before"));
        let unseen = play.deal()[belief.seats()[0]].iter().next().expect("hands have cards");
        let (_, shares) = timed(|| belief.owner(unseen));
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let (_, worlds) = timed(|| belief.spread(&mut rng).take(WORLDS).collect::<Vec<_>>());
        ([built, shares, worlds], id.to_owned())
    };
    show("decisions", &decisions.map(of).collect::<Vec<_>>());
    show("opening leads", &leads.map(of).collect::<Vec<_>>());
}

/// As many worlds as tell an imagined player his shares.
const WORLDS: usize = 64;

/// What some work makes, and how long it takes.
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let made = black_box(work());
    (made, start.elapsed())
}

/// The median and the longest time of each kind.
fn show(what: &str, times: &[([Duration; 3], String)]) {
    let worlds = format!("{WORLDS} worlds");
    for (kind, name) in ["a belief", "its shares", &worlds].into_iter().enumerate() {
        let mut each: Vec<_> = times.iter().map(|(took, id)| (took[kind], id)).collect();
        each.sort();
        let milliseconds = |(time, _): (Duration, _)| time.as_secs_f64() * 1e3;
        let (median, longest) = (each[each.len() / 2], each[each.len() - 1]);
        println!(
            "{} {what}: {name} in {:.1} ms in the median, {:.1} ms for {}",
            times.len(),
            milliseconds(median),
            milliseconds(longest),
            longest.1
        );
    }
}

/// What some samples took, and in how many of them South had the key card.
struct Timed {
    build: Duration,
    exact: f64,
    /// The standard error of that share, where it is estimated from layouts.
    estimated: f64,
    drawn: u32,
    with_key: u32,
    took: Duration,
}

impl Timed {
    /// Draws from the count.
    fn of(evidence: &Evidence) -> Self {
        let belief = Belief::new(evidence).expect("the evidence is consistent");
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let exact = belief.owner(card(KEY))[Seat::South];
        let variance = exact * (1.0 - exact);
        let mut timed = Self {
            build: build_time(evidence),
            exact,
            estimated: belief.effective_size().map_or(0.0, |size| (variance / size).sqrt()),
            drawn: 0,
            with_key: 0,
            took: Duration::ZERO,
        };
        let mut worlds = belief.spread(&mut rng);
        timed.sample(|| worlds.next());
        timed
    }

    /// Samples until the time is up; `None` is a try that failed.
    fn sample(&mut self, mut draw: impl FnMut() -> Option<FullDeal>) {
        let key: Card = card(KEY);
        let start = Instant::now();
        while self.took < TIME {
            for deal in (0..ROUND).filter_map(|_| draw()) {
                self.drawn += 1;
                self.with_key += u32::from(deal[Seat::South].contains(key));
            }
            self.took = start.elapsed();
        }
        let share = f64::from(self.with_key) / f64::from(self.drawn);
        let error = (self.exact * (1.0 - self.exact) / f64::from(self.drawn)).sqrt();
        let error = error.hypot(self.estimated);
        assert!((share - self.exact).abs() <= 4.0 * error, "{share} is not {}", self.exact);
    }

    fn rate(&self) -> f64 {
        f64::from(self.drawn) / self.took.as_secs_f64()
    }
}

/// The shortest of some builds; what the rules alone determine is tabulated before.
fn build_time(evidence: &Evidence) -> Duration {
    let build = || {
        let start = Instant::now();
        black_box(Belief::new(black_box(evidence))).expect("the evidence is consistent");
        start.elapsed()
    };
    let start = Instant::now();
    (0..20).map_while(|_| (start.elapsed() < TIME).then(build)).min().unwrap_or_default()
}

/// Deals the unseen cards at random until both hands keep all that is said.
fn reject(evidence: &Evidence) -> Timed {
    let belief = Belief::new(evidence).expect("the evidence is consistent");
    let exact = belief.owner(card(KEY))[Seat::South];
    let mut timed = Timed {
        build: Duration::ZERO,
        exact,
        estimated: 0.0,
        drawn: 0,
        with_key: 0,
        took: TIME / 1000,
    };
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let some = belief.sample(&mut rng);
    let &[first, second] = belief.seats() else { unreachable!("East does not see two hands") };
    let mut cards: Vec<Card> = (some[first] | some[second]).iter().collect();
    timed.sample(|| {
        for at in 0..13 {
            cards.swap(at, rng.random_range(at..26));
        }
        let mut hands = falsecard::cards::Builder::new();
        for seat in Seat::ALL {
            hands[seat] = some[seat];
        }
        hands[first] = cards[..13].iter().copied().collect::<Hand>();
        hands[second] = cards[13..].iter().copied().collect::<Hand>();
        let keeps = |rule: &Rule| rule.condition.is_true_of(&hands[rule.seat]);
        evidence.rules.iter().all(keeps).then(|| hands.build_full().expect("every card is dealt"))
    });
    timed
}

fn row(name: &str, timed: &Timed) {
    let build = timed.build.as_secs_f64() * 1e3;
    let share = 100.0 * f64::from(timed.with_key) / f64::from(timed.drawn);
    let (rate, exact) = (timed.rate(), 100.0 * timed.exact);
    let known = if timed.estimated > 0.0 { "about" } else { "exactly" };
    println!("{name:38}{build:>9.3}{rate:>11.0}   {share:.2} % ({known} {exact:.2} %)");
}
