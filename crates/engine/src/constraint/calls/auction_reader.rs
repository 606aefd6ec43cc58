//! An auction, read call by call by the agreements of each side.

use std::collections::HashMap;
use std::sync::Arc;

use super::caller::{AuctionFeatures, CallLikelihood, number};
use super::explanation::{CallExplanation, ExplainedCall};
use super::outline::Outline;
use super::promise::{Promise, Rule};
use super::situation::ShownHands;
use super::system::{CallMeaning, System};
use crate::cards::{Bid, Call, Seat, Side, Strain, Suit, Vulnerability, clockwise};
use crate::constraint::language::Condition;
use crate::play::Bidding;

impl System {
    /// The promises of an auction. Calls that no rule explains are left out.
    pub fn read(&self, bidding: &Bidding) -> Vec<Rule> {
        self.explain(bidding).iter().filter_map(ExplainedCall::rule).collect()
    }

    /// The calls of an auction with their promises, from the dealer on. The auction need not be
    /// over. `explanations` are the explanations given at the table, one for each call.
    pub fn explain_so_far(
        &self,
        calls: &[(Seat, Call)],
        explanations: &[Option<String>],
        vulnerability: Vulnerability,
    ) -> Vec<ExplainedCall> {
        AuctionReader::new(self, vulnerability).all(calls, explanations)
    }

    /// The calls that a player may make next by agreement, in order of priority, with their
    /// promises. Empty if nothing is agreed, or if the lines only say what is known of callers in
    /// general.
    pub(crate) fn stated_lines(&self, calls: &[(Seat, Call)]) -> Vec<(Call, Arc<Promise>)> {
        let next = calls.last().map_or(Seat::North, |&(seat, _)| clockwise(seat, 1));
        let auction = from_first_bid(calls);
        let mut lines: Vec<(Call, Arc<Promise>)> = Vec::new();
        for meaning in self.bids_of(Side::of(next)).calls.iter() {
            let is_new = || lines.iter().all(|(call, _)| *call != meaning.call);
            if meaning.stated && meaning.before == auction && is_new() {
                lines.push((meaning.call, Arc::clone(&meaning.promise)));
            }
        }
        lines
    }

    /// The calls of an auction with their promises. An explanation given at the table outranks the
    /// system's promise.
    pub fn explain(&self, bidding: &Bidding) -> Vec<ExplainedCall> {
        let calls: Vec<_> = bidding.calls().collect();
        self.explain_so_far(&calls, bidding.explanations(), bidding.vulnerability())
    }
}

/// The calls of an auction without the passes before the first bid.
fn from_first_bid(calls: &[(Seat, Call)]) -> Vec<Call> {
    calls.iter().map(|(_, call)| *call).skip_while(|call| *call == Call::Pass).collect()
}

/// Reads an auction from its beginning.
pub(super) struct AuctionReader<'a> {
    system: &'a System,
    /// The agreements of each side, North-South first; a single book if both have the same.
    books: Vec<Book<'a>>,
    outlines: [Outline; 4],
    vulnerability: Vulnerability,
}

/// A side's rules, by auction.
struct Book<'a> {
    system: &'a System,
    /// The rules by the auction before the call; of several for one call, only the first.
    by_auction: HashMap<&'a [Call], Vec<&'a CallMeaning>>,
}

impl<'a> Book<'a> {
    fn of(system: &'a System) -> Self {
        let mut by_auction: HashMap<&[Call], Vec<&CallMeaning>> = HashMap::new();
        for meaning in system.calls.iter() {
            let lines = by_auction.entry(&meaning.before).or_default();
            if lines.iter().all(|before| before.call != meaning.call) {
                lines.push(meaning);
            }
        }
        Self { system, by_auction }
    }
}

impl<'a> AuctionReader<'a> {
    pub(super) fn new(system: &'a System, vulnerability: Vulnerability) -> Self {
        let sides: &[Side] = if system.is_of_two_pairs() {
            &[Side::NorthSouth, Side::EastWest]
        } else {
            &[Side::NorthSouth]
        };
        let books = sides.iter().map(|&side| Book::of(system.bids_of(side))).collect();
        let outlines = std::array::from_fn(|_| Outline::open());
        Self { system, books, outlines, vulnerability }
    }

    /// The agreements of a caller's side.
    fn book(&self, seat: Seat) -> &Book<'a> {
        let own = usize::from(Side::of(seat) == Side::EastWest);
        &self.books[own.min(self.books.len() - 1)]
    }

    /// Every call with its promise: the player's own explanation if it can be read, otherwise the
    /// system's.
    pub(super) fn all(
        mut self,
        calls: &[(Seat, Call)],
        explanations: &[Option<String>],
    ) -> Vec<ExplainedCall> {
        let mut explained = Vec::new();
        for (i, &(seat, call)) in calls.iter().enumerate() {
            let promise = self.promise(&calls[..i], seat, call).map(Arc::new);
            let mut says = ExplainedCall { seat, call, promise };
            if let Some(text) = explanations.get(i).and_then(Option::as_deref) {
                says = CallExplanation::parse(text).outranking(&says);
            }
            if let Some(promise) = &says.promise {
                self.note(seat, &promise.condition);
            }
            explained.push(says);
        }
        explained
    }

    /// The lines for the turn after these calls, in order of priority.
    fn lines(&self, before: &[(Seat, Call)], seat: Seat) -> &[&'a CallMeaning] {
        let lines = self.book(seat).by_auction.get(&from_first_bid(before)[..]);
        lines.map_or(&[][..], Vec::as_slice)
    }

    /// The promise of a call after the calls before it.
    fn promise(&self, before: &[(Seat, Call)], seat: Seat, call: Call) -> Option<Promise> {
        let lines = self.lines(before, seat);
        let own = lines.iter().position(|meaning| meaning.call == call);
        let better: Vec<_> = lines[..own.unwrap_or(lines.len())]
            .iter()
            .filter(|meaning| meaning.full)
            .map(|meaning| meaning.promise.condition.clone())
            .collect();
        let untaken = untaken(&lines[..own.unwrap_or(0)], call);
        let denies = own.is_none_or(|line| lines[line].full);
        let (stated, is_agreed) = match own {
            Some(line) => (Some(lines[line].promise.stated()), lines[line].stated),
            None => match self.by_kind(before, seat, call) {
                Some((promise, is_agreed)) => (Some(promise), is_agreed),
                None => (None, false),
            },
        };
        let likelihood = (!is_agreed).then(|| self.likelihood(before, seat, call)).flatten();
        let says_nothing = |what: &str| {
            let source = format!("{what} ({})", self.book(seat).system.source);
            Promise::new(Condition::All(Vec::new()), 1.0, source)
        };
        let is_pass = call == Call::Pass && !better.is_empty();
        let stated = match stated {
            None if is_pass => Some(says_nothing("pass: no call fitted")),
            None if likelihood.is_some() => Some(says_nothing("as hands are that make the call")),
            stated => stated,
        };
        let promise = stated.map(|it| if denies { it.denying(better) } else { it })?;
        let promise = match &self.system.reliance {
            Some(reliance) => {
                let shown = ShownHands { calls: before, outlines: &self.outlines };
                let (kinds, suits) = shown.kinds(seat, call);
                let together = shown.together(seat, call, &promise.condition);
                promise.relied(reliance.slack(kinds, suits, together)).leaving(untaken)
            }
            None => promise,
        };
        Some(match likelihood {
            Some(likelihood) => promise.with_likelihood(likelihood),
            None => promise,
        })
    }

    /// The likelihood of a call by every hand, where that was learned.
    fn likelihood(
        &self,
        before: &[(Seat, Call)],
        seat: Seat,
        call: Call,
    ) -> Option<CallLikelihood> {
        let caller = self.book(seat).system.caller.as_ref()?;
        let seen = AuctionFeatures::of(before, seat, self.vulnerability);
        CallLikelihood::new(Arc::clone(caller), seen, number(call))
    }

    /// The promise of a call by its kind, and whether that is agreed.
    fn by_kind(&self, before: &[(Seat, Call)], seat: Seat, call: Call) -> Option<(Promise, bool)> {
        let shown = ShownHands { calls: before, outlines: &self.outlines };
        let situation = shown.situation(seat, call);
        self.book(seat).system.general.iter().find_map(|general| {
            let filled = general.pattern.fits(&situation).then(|| {
                let promise = general.template.with(&situation.names)?;
                let promise = promise.promise(&general.label, &general.source, general.full);
                Some((promise, general.stated))
            });
            filled.flatten()
        })
    }

    /// Narrows what is known of a hand; a contradicting condition is ignored.
    fn note(&mut self, seat: Seat, condition: &Condition) {
        let narrower = self.outlines[seat as usize].and(&Outline::of(condition));
        if !narrower.is_empty() {
            self.outlines[seat as usize] = narrower;
        }
    }
}

/// The promise of one notrump, where it comes before the opening of a minor.
fn untaken(better: &[&CallMeaning], call: Call) -> Option<Condition> {
    let is_minor = |suit| matches!(suit, Some(Suit::Clubs | Suit::Diamonds));
    let Call::Bid(bid) = call else { return None };
    let notrump = Call::Bid(Bid::new(1, Strain::Notrump));
    let is_one =
        |it: &&&CallMeaning| it.before.is_empty() && it.full && it.stated && it.call == notrump;
    let opening = better.iter().find(is_one)?;
    let is_its = bid.level.get() == 1 && is_minor(bid.strain.suit());
    is_its.then(|| opening.promise.condition.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Opener bids his suit again after his partner's pass: that is not a raise.
    #[test]
    fn a_rebid_is_not_a_raise() {
        let auction: crate::cards::Auction = "1S 2H P P 2S P P P".parse().unwrap();
        let dealer = Seat::South;
        let contract = Bidding::contract_of(dealer, &auction).unwrap();
        let bidding = Bidding::new(dealer, Vulnerability::NONE, auction, contract).unwrap();
        let explained = System::bundled("natural").unwrap().explain(&bidding);
        let rebid = explained[4].promise.as_ref().unwrap();
        assert!(rebid.source.contains("rebid"), "{}", rebid.source);
    }
}
