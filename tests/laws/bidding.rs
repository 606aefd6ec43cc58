//! What the rule files make of 121 auctions from columns and textbooks: whether every call has a
//! meaning, whether the hands keep to it, and how much it tells.
//!
//! `cargo test --profile quick --test laws bidding:: -- --nocapture` prints the figures. The rules
//! were written from textbooks, and their widths set while looking at the problems of even number;
//! of the others only the sums were looked at.

use crate::problems;

use std::ops::RangeInclusive;

use falsecard::belief::{Belief, Evidence, Reader, Reading};
use falsecard::cards::{Auction, Call, Hand, Seat, Suit, Vulnerability, hand_points};
use falsecard::constraint::{ExplainedCall, Formula, Outline, Promise, System};
use falsecard::notation::pbn;
use falsecard::play::Bidding;
use itertools::Itertools;
use problems::{Case, cases};

/// The share of the belief that a range of points holds.
const SHARE: f64 = 0.99;

/// What was found in some of the problems.
#[derive(Default)]
struct Figures {
    problems: usize,
    calls: usize,
    without_meaning: usize,
    in_usual_range: usize,
    outside_core: usize,
    /// Problems in which a hidden hand is outside the cores of its calls, in a length or in points.
    outside_cores: usize,
    /// Problems in which a hidden hand is outside the points that the belief gives it.
    outside_points: usize,
    /// How wide those of a hidden declarer are.
    widths: Vec<f64>,
    /// How much likelier the auction makes the true deal, in nats.
    gains: Vec<f64>,
    /// The same where declarer is hidden; of passing opponents an auction tells little.
    gains_of_defenders: Vec<f64>,
    /// How much likelier all that is known does: the auction and the cards played.
    gains_of_all: Vec<f64>,
}

impl Figures {
    fn of<'a>(cases: impl Iterator<Item = &'a Case>) -> Self {
        let mut figures = Self::default();
        for case in cases {
            let explained = case.system().explain(case.play.bidding());
            explained.iter().filter(|call| call.call != Call::Pass).for_each(|call| {
                figures.add_call(case.hand(call.seat), call.promise.as_deref());
            });
            figures.add_hands(case, &explained);
            figures.add_belief(case);
        }
        figures
    }

    fn add_call(&mut self, hand: Hand, promise: Option<&Promise>) {
        self.calls += 1;
        match promise {
            None => self.without_meaning += 1,
            Some(promise) => {
                self.in_usual_range += usize::from(promise.condition.is_true_of(&hand));
                self.outside_core += usize::from(!core(promise).is_true_of(&hand));
            }
        }
    }

    fn add_hands(&mut self, case: &Case, explained: &[ExplainedCall]) {
        self.problems += 1;
        let hidden = case.play.view(case.decider).hidden();
        let outside = |seat: &Seat| !within(&cores(explained, *seat), case.hand(*seat));
        self.outside_cores += usize::from(hidden.iter().any(outside));
    }

    /// The opening lead, with three hidden hands, is left out.
    fn add_belief(&mut self, case: &Case) {
        let (view, system) = (case.play.view(case.decider), case.system());
        if view.hidden().len() > 2 {
            return;
        }
        let read = Evidence::of(&view, &system, Reader::IgnoringSignals);
        let evidence = Evidence { readings: Vec::new(), ..read };
        let Ok(belief) = Belief::new(&evidence) else { return };
        let weight: f64 = evidence.rules.iter().map(|r| r.weight(&case.hand(r.seat))).product();
        let layouts = Belief::possible(&evidence).unwrap() as f64;
        let gain = (weight / belief.weight() * layouts).ln();
        self.gains.push(gain);
        let all = Evidence::of(&view, &system, Reader::AtTheTable);
        self.gains_of_all.push((weight_of_truth(case, &all) * layouts).ln());

        let range = |seat| shortest(&belief.points(seat));
        let outside = |seat: &Seat| !range(*seat).contains(&hand_points(case.hand(*seat)));
        self.outside_points += usize::from(view.hidden().iter().any(outside));
        let declarer = case.play.bidding().contract().declarer;
        if view.hidden().contains(&declarer) {
            self.gains_of_defenders.push(gain);
            self.widths.push(f64::from(range(declarer).end() - range(declarer).start()));
        }
    }

    fn print(&self, title: &str) {
        let share = |n: usize, of: usize| format!("{n} ({:.1} %)", 100.0 * n as f64 / of as f64);
        println!("{title}: {} problems, {} calls that are no pass", self.problems, self.calls);
        println!("  without a meaning             {}", share(self.without_meaning, self.calls));
        println!("  in the usual range            {}", share(self.in_usual_range, self.calls));
        println!("  outside the core              {}", share(self.outside_core, self.calls));
        println!("  a hidden hand outside cores   {}", share(self.outside_cores, self.problems));
        println!("  … outside its points at 99 %  {}", share(self.outside_points, self.problems));
        println!("  width of declarer's points    {:.2}", mean(&self.widths));
        println!("  gain in log-likelihood        {:.2} nats", mean(&self.gains));
        println!("  … of defenders                {:.2} nats", mean(&self.gains_of_defenders));
        println!("  … of auction and cards        {:.2} nats", mean(&self.gains_of_all));
    }
}

/// The probability of the true deal.
fn weight_of_truth(case: &Case, evidence: &Evidence) -> f64 {
    let rules = evidence.rules.iter().map(|rule| rule.weight(&case.hand(rule.seat)));
    let dealt = |reading: &Reading| case.hand(reading.seat)[reading.suit()];
    let cards = evidence.readings.iter().map(|reading| reading.weight(dealt(reading)));
    rules.chain(cards).product::<f64>() / Belief::new(evidence).unwrap().weight()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// What hardly any hand behind a promise leaves.
fn core(promise: &Promise) -> falsecard::constraint::Condition {
    let usual = promise.condition.clone();
    Formula::Any(promise.core.clone().into_iter().chain([usual]).collect())
}

/// The lengths and points that the cores of a player's calls leave.
fn cores(explained: &[ExplainedCall], seat: Seat) -> Outline {
    let own = explained.iter().filter(|call| call.seat == seat);
    let promises = own.filter_map(|call| call.promise.as_deref());
    promises.fold(Outline::open(), |range, promise| range.and(&Outline::of(&core(promise))))
}

fn within(range: &Outline, hand: Hand) -> bool {
    let length = |suit: &Suit| {
        range.length(*suit).is_some_and(|range| range.contains(&(hand[*suit].len() as u8)))
    };
    range.points().is_some_and(|range| range.contains(&hand_points(hand)))
        && Suit::ASC.iter().all(length)
}

/// The shortest range that holds a share of the whole.
fn shortest(shares: &[f64]) -> RangeInclusive<u8> {
    let last = shares.len() - 1;
    let ranges = (0..=last).flat_map(|width| (0..=last - width).map(move |low| low..=low + width));
    let found = ranges.into_iter().find(|range| shares[range.clone()].iter().sum::<f64>() >= SHARE);
    let range = found.unwrap_or(0..=last);
    *range.start() as u8..=*range.end() as u8
}

/// Every call has a meaning that its hand keeps to, and the auction tells much of the deal.
#[test]
fn auctions_are_read_well() {
    let cases = cases();
    let even = Figures::of(cases.iter().step_by(2));
    let odd = Figures::of(cases.iter().skip(1).step_by(2));
    let all = Figures::of(cases.iter());
    for (figures, title) in [(&even, "even"), (&odd, "odd"), (&all, "all")] {
        figures.print(title);
    }
    for figures in [&even, &odd] {
        assert_eq!(figures.without_meaning, 0);
        assert!(mean(&figures.gains) > 1.5);
        assert!(mean(&figures.gains_of_all) >= 2.0);
    }
    assert!(all.outside_core * 100 <= all.calls * 3);
    assert!(all.outside_cores * 100 <= all.problems * 3);
    assert!(all.outside_points * 100 <= all.problems * 3);
    assert!(mean(&all.widths) <= 6.0);
}

/// Whoever pre-empts, and whatever the opponents do then: his partner's raise shows trumps, not
/// strength. Seven points with four trumps are behind it, twenty-one with two small ones are not.
#[test]
fn a_preempt_is_raised_on_trumps() {
    let (weak, strong) = (["T876", "A54", "K87", "952"], ["73", "AKQ8", "AQ4", "KQJ5"]);
    let system = System::bundled("natural").unwrap();
    // Two clubs are strong, and four of a major is game.
    for (opened, raised, suits) in
        [("2", "3", "SHD"), ("3", "4", "SHDC"), ("4", "5", "DC"), ("1NT 3", "4", "SHDC")]
    {
        for (suit, between) in suits.chars().cartesian_product(["P", "X"]) {
            let calls = format!("{opened}{suit} {between} {raised}{suit}");
            let auction: Auction = format!("{calls} P P P").parse().unwrap();
            let contract = Bidding::contract_of(Seat::South, &auction).unwrap();
            let bidding = Bidding::new(Seat::South, Vulnerability::NONE, auction, contract);
            let explained = system.explain(&bidding.unwrap());
            let raise = explained.iter().rfind(|it| it.call != Call::Pass).unwrap();
            let said = &raise.promise.as_ref().unwrap().condition;
            let fits = |mut trumps_first: [&str; 4]| {
                trumps_first.swap(0, "SHDC".find(suit).unwrap());
                said.is_true_of(&trumps_first.join(".").parse::<Hand>().unwrap())
            };
            assert!(fits(weak) && !fits(strong), "{calls}: {said}");
        }
    }
}

/// West opened a minor and has shown fourteen points in a balanced hand: with the missing queen he
/// would have opened a stated notrump of 15 to 17, and without it one of 12 to 14.
#[test]
fn a_notrump_that_was_not_opened_is_missed() {
    let text = "[Dealer \"W\"]\n[Vulnerable \"None\"]\n\
        [Deal \"N:KT4.JT652.AQ.T62 - AJ3.KQ983.63.QJ3 -\"]\n[Auction \"W\"]\n\
        1C Pass Pass 1H Pass 3H Pass 4H Pass Pass Pass\n[Play \"W\"]\n\
        CK C2 C5 C3\nCA C6 C7 CJ\nC4 CT C9 CQ\nHA H2 D4 HK\nD2 DQ D5 D3\nH4 HJ D7 H3\n*\n";
    let game = pbn::read("queen", text.as_bytes()).all().unwrap().remove(0);
    let view = game.partial_play().unwrap().view(Seat::South).unwrap();
    let east = |name: &str| {
        let system = System::bundled(name).unwrap();
        let evidence = Evidence::of(&view, &system, Reader::AtTheTable);
        Belief::new(&evidence).unwrap().owner("SQ".parse().unwrap())[Seat::East]
    };
    for name in ["sayc", "two-over-one"] {
        assert!(east(name) > 0.85, "{name}: {}", east(name));
    }
    for name in ["acol", "weak-notrump"] {
        assert!(east(name) < 0.4, "{name}: {}", east(name));
    }
}
