//! A partnership's agreements, and the reading of an auction by them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::carding_style::CardingStyle;
use super::explanation::{CallExplanation, Explained};
use super::kind::KindPattern;
use super::outline::Outline;
use super::pair::Pair;
use super::promise::{Promise, Rule};
use super::reliance::Reliance;
use super::situation::Shown;
use super::template::Template;
use crate::carding::habits::Habits;
use crate::carding::inclination::Inclinations;
use crate::cards::{BySeat, Call, Seat, Side, clockwise};
use crate::constraint::language::Condition;
use crate::play::Bidding;

/// A partnership's agreements, as a rule file states them.
///
/// The file alone says what calls promise, and nothing can change that later. So the players of one board share
/// the auction that was read last, and so do copies of a system that differ in carding.
///
/// ```compile_fail
/// use falsecard::constraint::System;
///
/// let mut edited = System::bundled("natural").unwrap();
/// edited.calls.clear();
/// ```
#[derive(Debug, Clone)]
pub struct System {
    /// The name that files and the command line know it by.
    pub name: String,
    /// What it is, in a line.
    pub about: String,
    /// The carding agreed, where nothing else is known of a pair.
    pub cards: Vec<Agreement>,
    /// How far calls are kept to, by their kind, where the file says so.
    pub(super) reliance: Option<Arc<Reliance>>,
    /// How people choose their cards where nothing is agreed, where the file says so.
    pub(super) habits: Option<Arc<Habits>>,
    /// Which suits people choose, where the file says so.
    pub(super) inclinations: Option<Arc<Inclinations>>,
    /// The styles of carding that strangers may have; none where everybody is held to play alike.
    pub(super) styles: Arc<[CardingStyle]>,
    /// The pairs that are known, by side: North-South first.
    pairs: [Pair; 2],
    /// Where its rules come from.
    pub(super) source: String,
    /// What the calls promise in the auctions that it has a line for, in the order of the file.
    pub(super) calls: Vec<CallMeaning>,
    /// What calls promise by their kind.
    pub(super) general: Vec<General>,
    /// The auction read last: players of one board all ask for the same.
    latest: Arc<Mutex<Option<Latest>>>,
}

type Latest = (Bidding, Arc<[Explained]>);

/// What a call promises in an auction.
#[derive(Debug, Clone)]
pub struct CallMeaning {
    /// The calls before it, from the first bid.
    pub before: Vec<Call>,
    /// The call.
    pub call: Call,
    /// What it says of the caller's hand; its source is the line of the file.
    pub promise: Arc<Promise>,
    /// The line of the file, from 1.
    pub line: usize,
    /// Whether the call denies what stands above it, and is denied by what stands below.
    pub full: bool,
}

/// What calls of a kind promise.
#[derive(Debug, Clone)]
pub(super) struct General {
    pub(super) pattern: KindPattern,
    pub(super) template: Template,
    pub(super) label: String,
    /// The line of the file, from 1.
    pub(super) line: usize,
    pub(super) source: String,
    pub(super) full: bool,
}

/// A carding convention that is in force, or, with shares of 0, is not.
#[derive(Debug, Clone, PartialEq)]
pub struct Agreement {
    /// The convention's name in the registry of `carding`.
    pub convention: String,
    /// How often a player keeps to it, 0 to 1.
    pub kept: f64,
    /// How often his partner believes that he does, 0 to 1.
    pub partner: f64,
    /// How often declarer believes that he does, 0 to 1.
    pub declarer: f64,
}

/// What a player has before him whose turn it is to call.
#[derive(Debug, Clone)]
pub struct Turn {
    /// The calls that the files have a line for, in the order of priority, with what they promise.
    pub lines: Vec<(Call, Arc<Promise>)>,
    /// What each player has shown so far.
    pub shown: BySeat<Outline>,
}

impl System {
    /// Where its rules come from.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// What the calls promise in the auctions that it has a line for, in the order of the file.
    pub fn calls(&self) -> &[CallMeaning] {
        &self.calls
    }

    /// How far calls are kept to, by their kind, where that is known from records.
    pub fn reliance(&self) -> Option<&Reliance> {
        self.reliance.as_deref()
    }

    /// How people choose their cards where nothing is agreed, where that is known from records.
    pub const fn habits(&self) -> Option<&Arc<Habits>> {
        self.habits.as_ref()
    }

    /// Which suits people lead and throw from, where that is known from records.
    pub fn inclinations(&self) -> Option<&Inclinations> {
        self.inclinations.as_deref()
    }

    /// Says how often players lead and throw from which suits.
    #[must_use]
    pub fn inclined(mut self, inclinations: Inclinations) -> Self {
        self.inclinations = Some(Arc::new(inclinations));
        self
    }

    /// A copy for the players of another board. A system remembers the auction that it read last; the copy
    /// remembers its own.
    #[must_use]
    pub fn apart(&self) -> Self {
        Self { latest: Arc::default(), ..self.clone() }
    }

    /// Says what is known of the pair of a side.
    #[must_use]
    pub fn with_pair(mut self, side: Side, pair: Pair) -> Self {
        self.pairs[usize::from(side == Side::EastWest)] = pair;
        self.latest = Arc::default();
        self
    }

    const fn pair(&self, side: Side) -> &Pair {
        let [north_south, east_west] = &self.pairs;
        match side {
            Side::NorthSouth => north_south,
            Side::EastWest => east_west,
        }
    }

    /// How the players of a side choose their cards where nothing is agreed.
    pub fn habits_of(&self, side: Side) -> Option<&Arc<Habits>> {
        self.pair(side).habits.as_ref().or(self.habits.as_ref())
    }

    /// The styles of carding that the players of a side may have, with their shares; none if the pair is known.
    pub fn styles_of(&self, side: Side) -> &[CardingStyle] {
        if self.pair(side).has_known_carding() { &[] } else { &self.styles }
    }

    /// What the players of a side have agreed that their calls promise.
    pub fn bids_of(&self, side: Side) -> &Self {
        self.pair(side).bids.as_deref().unwrap_or(self)
    }

    /// The carding that the players of a side have agreed on.
    pub fn cards_of(&self, side: Side) -> &[Agreement] {
        self.pair(side).cards.as_ref().unwrap_or(&self.cards)
    }

    /// Says how players choose among the cards of a suit where nothing is agreed.
    #[must_use]
    pub fn playing(mut self, habits: Habits) -> Self {
        self.habits = Some(Arc::new(habits));
        self
    }

    /// Says how far players keep to what their calls promise.
    #[must_use]
    pub fn relying(mut self, reliance: Reliance) -> Self {
        self.reliance = Some(Arc::new(reliance));
        self.latest = Arc::default();
        self
    }

    /// A system without agreements.
    pub(super) fn empty(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            about: String::new(),
            source: name.to_owned(),
            calls: Vec::new(),
            cards: Vec::new(),
            general: Vec::new(),
            reliance: None,
            habits: None,
            inclinations: None,
            styles: Arc::default(),
            pairs: [Pair::default(), Pair::default()],
            latest: Arc::default(),
        }
    }

    /// Puts the rules of another file behind these. Of two that explain the same call in the same
    /// auction, the first counts.
    pub(super) fn inherit(&mut self, base: Self) {
        let known = |own: &CallMeaning, other: &CallMeaning| {
            own.call == other.call && own.before == other.before
        };
        let own = self.calls.len();
        for meaning in base.calls {
            if !self.calls[..own].iter().any(|before| known(before, &meaning)) {
                self.calls.push(meaning);
            }
        }
        self.general.extend(base.general);
        self.reliance = self.reliance.take().or(base.reliance);
        self.habits = self.habits.take().or(base.habits);
        if self.styles.is_empty() {
            self.styles = base.styles;
        }
        self.inclinations = self.inclinations.take().or(base.inclinations);
        for card in base.cards {
            if !self.cards.iter().any(|known| known.convention == card.convention) {
                self.cards.push(card);
            }
        }
    }

    /// What an auction promises. Calls that no rule explains say nothing.
    pub fn read(&self, bidding: &Bidding) -> Vec<Rule> {
        let explained = self.explain(bidding);
        let rule = |it: &Explained| Some(Rule::new(it.seat, Arc::clone(it.promise.as_ref()?)));
        explained.iter().filter_map(rule).collect()
    }

    /// What the calls of an auction that may not be over say, call by call, from the dealer's on. `told` is what was
    /// said of each at the table.
    pub fn explain_so_far(
        &self,
        calls: &[(Seat, Call)],
        told: &[Option<String>],
    ) -> Vec<Explained> {
        AuctionReader::new(self).all(calls, told).0
    }

    /// What the player whose turn it is to call can go by.
    pub fn turn(&self, calls: &[(Seat, Call)], told: &[Option<String>]) -> Turn {
        let reader = AuctionReader::new(self);
        let next = calls.last().map_or(Seat::North, |&(seat, _)| clockwise(seat, 1));
        let lines = reader.lines(calls, next).iter();
        let lines = lines.map(|meaning| (meaning.call, Arc::clone(&meaning.promise))).collect();
        Turn { lines, shown: reader.all(calls, told).1 }
    }

    /// What an auction says, call by call. What a player said of his call at the table outranks
    /// what the system says of it.
    pub fn explain(&self, bidding: &Bidding) -> Arc<[Explained]> {
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, explained)) = latest.as_ref().filter(|(known, _)| known == bidding) {
            return Arc::clone(explained);
        }
        let calls: Vec<_> = bidding.calls().collect();
        let reader = AuctionReader::new(self);
        let explained: Arc<[Explained]> = reader.all(&calls, bidding.explanations()).0.into();
        *latest = Some((bidding.clone(), Arc::clone(&explained)));
        explained
    }
}

/// Reads an auction from its beginning.
struct AuctionReader<'a> {
    system: &'a System,
    /// What each side has agreed on, North-South first; if both have agreed on the same, once.
    books: Vec<Book<'a>>,
    outlines: [Outline; 4],
}

/// What a side's calls promise.
struct Book<'a> {
    system: &'a System,
    /// The rules by the auction before the call, the first for each call.
    by_auction: HashMap<&'a [Call], Vec<&'a CallMeaning>>,
}

impl<'a> Book<'a> {
    fn of(system: &'a System) -> Self {
        let mut by_auction: HashMap<&[Call], Vec<&CallMeaning>> = HashMap::new();
        for meaning in &system.calls {
            let lines = by_auction.entry(&meaning.before).or_default();
            if lines.iter().all(|before| before.call != meaning.call) {
                lines.push(meaning);
            }
        }
        Self { system, by_auction }
    }
}

impl<'a> AuctionReader<'a> {
    fn new(system: &'a System) -> Self {
        let differ = system.pairs.iter().any(|pair| pair.bids.is_some());
        let sides: &[Side] =
            if differ { &[Side::NorthSouth, Side::EastWest] } else { &[Side::NorthSouth] };
        let books = sides.iter().map(|&side| Book::of(system.bids_of(side))).collect();
        Self { system, books, outlines: std::array::from_fn(|_| Outline::open()) }
    }

    /// What the side of a caller has agreed on.
    fn book(&self, seat: Seat) -> &Book<'a> {
        let own = usize::from(Side::of(seat) == Side::EastWest);
        &self.books[own.min(self.books.len() - 1)]
    }

    /// What every call says: what the player himself said of it, as far as that can be read, else
    /// what the system says.
    fn all(
        mut self,
        calls: &[(Seat, Call)],
        told: &[Option<String>],
    ) -> (Vec<Explained>, BySeat<Outline>) {
        let mut explained = Vec::new();
        for (i, &(seat, call)) in calls.iter().enumerate() {
            let promise = self.promise(&calls[..i], seat, call).map(Arc::new);
            let mut says = Explained { seat, call, promise };
            if let Some(text) = told.get(i).and_then(Option::as_deref) {
                says = CallExplanation::parse(text).outranking(&says);
            }
            if let Some(promise) = &says.promise {
                self.note(seat, &promise.condition);
            }
            explained.push(says);
        }
        let mut outlines = self.outlines.into_iter();
        (explained, BySeat::from_fn(|_| outlines.next().expect("there are four seats")))
    }

    /// The lines for the turn behind these calls, in the order of priority.
    fn lines(&self, before: &[(Seat, Call)], seat: Seat) -> &[&'a CallMeaning] {
        let from = before.iter().position(|(_, call)| *call != Call::Pass);
        let auction: Vec<Call> =
            before[from.unwrap_or(before.len())..].iter().map(|(_, call)| *call).collect();
        self.book(seat).by_auction.get(&auction[..]).map_or(&[][..], Vec::as_slice)
    }

    /// What a call says after those before it.
    fn promise(&self, before: &[(Seat, Call)], seat: Seat, call: Call) -> Option<Promise> {
        let lines = self.lines(before, seat);
        let own = lines.iter().position(|meaning| meaning.call == call);
        let better: Vec<_> = lines[..own.unwrap_or(lines.len())]
            .iter()
            .filter(|meaning| meaning.full)
            .map(|meaning| meaning.promise.condition.clone())
            .collect();
        let denies = own.is_none_or(|line| lines[line].full);
        let stated = match own {
            Some(line) => Some(lines[line].promise.stated()),
            None => self.by_kind(before, seat, call),
        };
        let nothing_fitted = || {
            let source = format!("pass: no call fitted ({})", self.book(seat).system.source);
            Promise::new(Condition::All(Vec::new()), 1.0, source)
        };
        let is_pass = call == Call::Pass && !better.is_empty();
        let stated = stated.or_else(|| is_pass.then(nothing_fitted));
        let promise = stated.map(|it| if denies { it.denying(better) } else { it })?;
        Some(match &self.system.reliance {
            Some(reliance) => {
                let shown = Shown { calls: before, outlines: &self.outlines };
                let (kinds, suits) = shown.kinds(seat, call);
                promise.relied(reliance.slack(kinds, suits))
            }
            None => promise,
        })
    }

    /// What a call says by its kind.
    fn by_kind(&self, before: &[(Seat, Call)], seat: Seat, call: Call) -> Option<Promise> {
        let shown = Shown { calls: before, outlines: &self.outlines };
        let situation = shown.situation(seat, call);
        self.book(seat).system.general.iter().find_map(|general| {
            let filled = general.pattern.fits(&situation).then(|| {
                let promise = general.template.with(&situation.names)?;
                Some(promise.promise(&general.label, &general.source, general.full))
            });
            filled.flatten()
        })
    }

    /// Notes what is known of a hand. What contradicts it is not believed.
    fn note(&mut self, seat: Seat, condition: &Condition) {
        let narrower = self.outlines[seat as usize].and(&Outline::of(condition));
        if !narrower.is_empty() {
            self.outlines[seat as usize] = narrower;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Vulnerability;

    /// Opener bids again over his partner's pass: that is no raise.
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
