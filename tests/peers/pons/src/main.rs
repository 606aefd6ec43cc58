//! A second opinion: what `two-over-one.rules` and the crate `pons` make of the 121 auctions of
//! `tests/data/bidding/problems.txt`, both as if they were two-over-one.
//!
//! For each hidden hand, by all calls together: is the hand in the range of points and of each
//! length that the reader gives it, and how wide are those ranges? Then the hands of which the two
//! exclude each other.

#[path = "../../../common/problems.rs"]
mod problems;

use std::ops::RangeInclusive;

use contract_bridge::auction::RelativeVulnerability;
use falsecard::cards::{Call, Seat, Suit, Vulnerability, hand_points};
use falsecard::constraint::{Outline, Promise, System};
use pons::bidding::book::Partnership;
use pons::bidding::inference::Relative;
use problems::{Case, cases};

/// What a reader says of a hand: points, and the length of each suit, clubs first.
struct Said {
    points: RangeInclusive<u8>,
    lengths: [RangeInclusive<u8>; 4],
}

impl Said {
    fn fits(&self, case: &Case, seat: Seat) -> bool {
        let hand = case.hand(seat);
        self.points.contains(&hand_points(hand))
            && Suit::ASC
                .iter()
                .zip(&self.lengths)
                .all(|(suit, range)| range.contains(&(hand[*suit].len() as u8)))
    }

    fn excludes(&self, other: &Self) -> bool {
        let apart = |a: &RangeInclusive<u8>, b: &RangeInclusive<u8>| {
            a.start() > b.end() || b.start() > a.end()
        };
        apart(&self.points, &other.points)
            || self.lengths.iter().zip(&other.lengths).any(|(a, b)| apart(a, b))
    }

    fn width(&self) -> f64 {
        f64::from(self.points.end().saturating_sub(*self.points.start()))
    }
}

/// What the rule file says: the usual ranges of all the player's calls.
fn ours(case: &Case, seat: Seat, system: &System) -> Option<Said> {
    let explained = system.explain(case.play.bidding());
    let promises = explained.iter().filter(|call| call.seat == seat);
    let promises = promises.filter_map(|call| call.promise.as_deref());
    let outline = promises
        .fold(Outline::open(), |all, promise: &Promise| all.and(&Outline::of(&promise.condition)));
    let lengths: Vec<_> = Suit::ASC.into_iter().filter_map(|suit| outline.length(suit)).collect();
    Some(Said { points: outline.points()?, lengths: lengths.try_into().ok()? })
}

/// What the peer says.
fn theirs(case: &Case, seat: Seat, book: &Partnership) -> Said {
    let bidding = case.play.bidding();
    let calls: Vec<Call> = bidding.calls().map(|(_, call)| call).collect();
    let dealer = bidding.dealer().expect("an auction has a dealer");
    // The player who would call next is "me".
    let away = (seat as usize + 8 - dealer as usize - calls.len() % 4) % 4;
    let who = [Relative::Me, Relative::Lho, Relative::Partner, Relative::Rho][away];
    let me_is_ns = (dealer as usize + calls.len()) % 2 == 0;
    let relative = relative(bidding.vulnerability(), me_is_ns);
    let inferences = book.infer(relative, &calls);
    let hull = *inferences.get(who);
    let range = |range: pons::bidding::inference::Range| range.min..=range.max;
    Said { points: range(hull.strength.hcp), lengths: hull.lengths.map(range) }
}

fn relative(vulnerability: Vulnerability, me_is_ns: bool) -> RelativeVulnerability {
    let (we, they) = match me_is_ns {
        true => (Vulnerability::NS, Vulnerability::EW),
        false => (Vulnerability::EW, Vulnerability::NS),
    };
    let mut relative = RelativeVulnerability::NONE;
    relative.set(RelativeVulnerability::WE, vulnerability.contains(we));
    relative.set(RelativeVulnerability::THEY, vulnerability.contains(they));
    relative
}

fn main() {
    let system = System::bundled("two-over-one").expect("it comes with the program");
    let book = pons::bidding::american::american_book_default().bind();
    let (mut hands, mut fits, mut widths, mut apart) = (0, [0; 2], [0.0; 2], Vec::new());
    for case in cases() {
        let calls: Vec<(Seat, Call)> = case.play.bidding().calls().collect();
        for seat in case.play.view(case.decider).hidden() {
            let bid = calls.iter().any(|(caller, call)| *caller == seat && *call != Call::Pass);
            let Some(ours) = ours(&case, seat, &system).filter(|_| bid) else { continue };
            let theirs = theirs(&case, seat, &book);
            hands += 1;
            for (at, said) in [&ours, &theirs].into_iter().enumerate() {
                fits[at] += usize::from(said.fits(&case, seat));
                widths[at] += said.width();
            }
            if ours.excludes(&theirs) {
                apart.push(format!("{} {seat:?}", case.name));
            }
        }
    }
    println!("{hands} hidden hands that bid");
    for (at, name) in ["falsecard", "pons"].into_iter().enumerate() {
        println!(
            "{name:>10}: in range {}, points {:.1} wide",
            fits[at],
            widths[at] / f64::from(hands)
        );
    }
    println!("they exclude each other on {}: {}", apart.len(), apart.join(", "));
}
