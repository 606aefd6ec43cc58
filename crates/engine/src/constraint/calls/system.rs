//! A partnership's agreements, and the reading of an auction by them.

use std::collections::HashMap;
use std::sync::Arc;

use super::caller::{AuctionSeen, CallNetwork, HeardCall, number};
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
use crate::carding::player::CardNetwork;
use crate::cards::{Call, Seat, Side, Vulnerability, clockwise};
use crate::constraint::language::Condition;
use crate::play::Bidding;

/// A partnership's agreements, as a rule file states them.
///
/// The promises of calls cannot be changed after parsing. So whoever reads the same auction again can tell by the system
/// whether its calls mean the same as before.
///
/// ```compile_fail
/// use falsecard::constraint::System;
///
/// let mut edited = System::bundled("natural").unwrap();
/// edited.calls.clear();
/// ```
#[derive(Debug, Clone)]
pub struct System {
    /// Its name in rule files and on the command line.
    pub name: String,
    /// A description in one line.
    pub about: String,
    /// The carding agreed, for pairs without carding of their own.
    pub cards: Vec<Agreement>,
    /// How far players keep to calls, by kind, if the file says so.
    pub(super) reliance: Option<Arc<Reliance>>,
    /// How likely every hand is to make each call, if the file says so.
    pub(super) caller: Option<Arc<CallNetwork>>,
    /// How people choose their cards where nothing is agreed, if the file says so.
    pub(super) habits: Option<Arc<Habits>>,
    /// Which suits people choose, if the file says so.
    pub(super) inclinations: Option<Arc<Inclinations>>,
    /// How likely a player is to play each card, if the file says so.
    pub(super) player: Option<Arc<CardNetwork>>,
    /// The styles of carding that strangers may have; empty if all are taken to play alike.
    pub(super) styles: Arc<[CardingStyle]>,
    /// The known pairs: North-South first.
    pairs: [Pair; 2],
    /// The source of its rules, in words.
    pub(super) source: String,
    /// The lines on auctions, in the order of the file.
    pub(super) calls: Arc<Vec<CallMeaning>>,
    /// The general rules, which promise by kind of call.
    pub(super) general: Arc<Vec<General>>,
}

/// The promise of a call in an auction.
#[derive(Debug, Clone)]
pub struct CallMeaning {
    /// The calls before it, from the first bid.
    pub before: Vec<Call>,
    /// The call.
    pub call: Call,
    /// The promise; its source quotes the line of the file.
    pub promise: Arc<Promise>,
    /// The line of the file, from 1.
    pub line: usize,
    /// Whether the file is `reading full`: then the call denies the calls above it, and calls below
    /// deny it.
    pub full: bool,
    /// Whether it is agreed, and outranks what is known of callers in general.
    pub stated: bool,
}

/// A general rule: the promise of a kind of call.
#[derive(Debug, Clone)]
pub(super) struct General {
    pub(super) pattern: KindPattern,
    pub(super) template: Template,
    pub(super) label: String,
    /// The line of the file, from 1.
    pub(super) line: usize,
    pub(super) source: String,
    pub(super) full: bool,
    /// As for [`CallMeaning`].
    pub(super) stated: bool,
}

/// A carding convention that the pair plays; with shares of 0, one that it does not play.
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

impl System {
    /// The source of its rules, in words.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The lines on auctions, in the order of the file.
    pub fn calls(&self) -> &[CallMeaning] {
        &self.calls
    }

    /// How far players keep to calls, by kind, if it was measured from records.
    pub fn reliance(&self) -> Option<&Reliance> {
        self.reliance.as_deref()
    }

    /// How people choose their cards where nothing is agreed, if it was measured from records.
    pub const fn habits(&self) -> Option<&Arc<Habits>> {
        self.habits.as_ref()
    }

    /// Which suits people lead and discard from, if it was measured from records.
    pub const fn inclinations(&self) -> Option<&Arc<Inclinations>> {
        self.inclinations.as_ref()
    }

    /// Sets which suits players lead and discard from.
    #[must_use]
    pub fn inclined(mut self, inclinations: Inclinations) -> Self {
        self.inclinations = Some(Arc::new(inclinations));
        self
    }

    /// How likely a player is to play each card as he sees it, if that was learned from records. It weighs whole hands, where habits and
    /// inclinations weigh a suit at a time. Where strangers may have one of several styles, these say how they card.
    pub fn player(&self) -> Option<&Arc<CardNetwork>> {
        self.player.as_ref().filter(|_| self.styles.is_empty())
    }

    /// The same of the players of a side when this side declares. Defenders who have agreed how they card do as they have agreed; declarer
    /// agrees with nobody.
    pub fn player_of(&self, side: Side, declaring: Side) -> Option<&Arc<CardNetwork>> {
        let is_played = |it: &Agreement| it.kept.max(it.partner).max(it.declarer) > 0.0;
        let agrees = side != declaring && self.cards_of(side).iter().any(is_played);
        self.player().filter(|_| !agrees)
    }

    /// The same, unless the pair of the side is known by habits of its own: these say more of how it chooses.
    pub fn stranger_of(&self, side: Side, declaring: Side) -> Option<&Arc<CardNetwork>> {
        self.player_of(side, declaring).filter(|_| self.pair(side).habits.is_none())
    }

    /// Sets how likely a player is to play each card as he sees it, or that this is not known.
    #[must_use]
    pub fn played_by(mut self, player: Option<Arc<CardNetwork>>) -> Self {
        self.player = player;
        self
    }

    /// The system among strangers: nothing is known of the pairs at the table.
    #[must_use]
    pub fn of_strangers(mut self) -> Self {
        self.pairs = [Pair::default(), Pair::default()];
        self
    }

    /// Sets the pair of a side.
    #[must_use]
    pub fn with_pair(mut self, side: Side, pair: Pair) -> Self {
        self.pairs[usize::from(side == Side::EastWest)] = pair;
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

    /// The system by which a side bids.
    pub fn bids_of(&self, side: Side) -> &Self {
        self.pair(side).bids.as_deref().unwrap_or(self)
    }

    /// What the two sides play, for answers: "natural", or "acol (N-S), natural (E-W)".
    pub fn at_the_table(&self) -> String {
        let [ns, ew] = [Side::NorthSouth, Side::EastWest].map(|side| &self.bids_of(side).name);
        if ns == ew { ns.clone() } else { format!("{ns} (N-S), {ew} (E-W)") }
    }

    /// The carding that the players of a side have agreed on.
    pub fn cards_of(&self, side: Side) -> &[Agreement] {
        self.pair(side).cards.as_ref().unwrap_or(&self.cards)
    }

    /// Sets how players choose among the cards of a suit where nothing is agreed.
    #[must_use]
    pub fn playing(mut self, habits: Habits) -> Self {
        self.habits = Some(Arc::new(habits));
        self
    }

    /// How likely every hand is to make each call, if that was learned from records.
    pub const fn caller(&self) -> Option<&Arc<CallNetwork>> {
        self.caller.as_ref()
    }

    /// Sets how likely every hand is to make each call. Lines that the system's own file states outrank it.
    #[must_use]
    pub fn called_by(mut self, caller: Arc<CallNetwork>) -> Self {
        self.caller = Some(caller);
        self
    }

    /// The system as its lines have it, whatever is known of callers in general.
    #[must_use]
    pub fn by_the_book(mut self) -> Self {
        self.caller = None;
        self
    }

    /// Sets how far players keep to the promises of their calls. From then on calls are read by these promises.
    #[must_use]
    pub fn relying(mut self, reliance: Reliance) -> Self {
        self.caller = None;
        self.reliance = Some(Arc::new(reliance));
        self
    }

    /// A system without agreements.
    pub(super) fn empty(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            about: String::new(),
            source: name.to_owned(),
            calls: Arc::default(),
            cards: Vec::new(),
            general: Arc::default(),
            reliance: None,
            caller: None,
            habits: None,
            inclinations: None,
            player: None,
            styles: Arc::default(),
            pairs: [Pair::default(), Pair::default()],
        }
    }

    /// Adds the rules of another file after these. If two lines explain the same call in the same
    /// auction, the first counts.
    pub(super) fn inherit(&mut self, base: Self) {
        let known = |own: &CallMeaning, other: &CallMeaning| {
            own.call == other.call && own.before == other.before
        };
        let calls = Arc::make_mut(&mut self.calls);
        let own = calls.len();
        for meaning in base.calls.iter() {
            if !calls[..own].iter().any(|before| known(before, meaning)) {
                calls.push(meaning.clone());
            }
        }
        Arc::make_mut(&mut self.general).extend(base.general.iter().cloned());
        self.reliance = self.reliance.take().or(base.reliance);
        self.caller = self.caller.take().or(base.caller);
        self.habits = self.habits.take().or(base.habits);
        if self.styles.is_empty() {
            self.styles = base.styles;
        }
        self.inclinations = self.inclinations.take().or(base.inclinations);
        self.player = self.player.take().or(base.player);
        for card in base.cards {
            if !self.cards.iter().any(|known| known.convention == card.convention) {
                self.cards.push(card);
            }
        }
    }

    /// Lets what is known of callers outrank all lines so far.
    pub(super) fn outrank_lines(&mut self) {
        let calls = Arc::make_mut(&mut self.calls).iter_mut();
        calls.for_each(|meaning| meaning.stated = false);
        let general = Arc::make_mut(&mut self.general).iter_mut();
        general.for_each(|general| general.stated = false);
    }

    /// The promises of an auction. Calls that no rule explains are left out.
    pub fn read(&self, bidding: &Bidding) -> Vec<Rule> {
        self.explain(bidding).iter().filter_map(Explained::rule).collect()
    }

    /// The calls of an auction with their promises, from the dealer's on. The auction need not be
    /// over. `told` are the explanations given at the table, one for each call.
    pub fn explain_so_far(
        &self,
        calls: &[(Seat, Call)],
        told: &[Option<String>],
        vulnerability: Vulnerability,
    ) -> Vec<Explained> {
        AuctionReader::new(self, vulnerability).all(calls, told)
    }

    /// The calls that a player may make next by agreement, in order of priority, with their promises; none where nothing is agreed, or
    /// where the lines only say what is known of callers in general.
    pub fn stated_lines(&self, calls: &[(Seat, Call)]) -> Vec<(Call, Arc<Promise>)> {
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
    pub fn explain(&self, bidding: &Bidding) -> Vec<Explained> {
        let calls: Vec<_> = bidding.calls().collect();
        self.explain_so_far(&calls, bidding.explanations(), bidding.vulnerability())
    }

    /// Whether calls mean the same in both, told by what they share: two copies of a system do as long as what calls mean
    /// is changed in neither. Carding and habits may differ. `false` says nothing.
    pub(crate) fn reads_calls_like(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.calls, &other.calls)
            && Arc::ptr_eq(&self.general, &other.general)
            && is_same(self.reliance.as_ref(), other.reliance.as_ref(), Arc::ptr_eq)
            && is_same(self.caller.as_ref(), other.caller.as_ref(), Arc::ptr_eq)
            && self.source == other.source
            && self.pairs.iter().zip(&other.pairs).all(|(own, other)| {
                is_same(own.bids.as_ref(), other.bids.as_ref(), |own, other| {
                    own.reads_calls_like(other)
                })
            })
    }
}

/// Whether there is neither of the two, or both are the same.
fn is_same<T>(one: Option<T>, other: Option<T>, same: impl Fn(T, T) -> bool) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => same(one, other),
        _ => false,
    }
}

/// The calls of an auction without the passes before the first bid.
fn from_first_bid(calls: &[(Seat, Call)]) -> Vec<Call> {
    calls.iter().map(|(_, call)| *call).skip_while(|call| *call == Call::Pass).collect()
}

/// Reads an auction from its beginning.
struct AuctionReader<'a> {
    system: &'a System,
    /// The agreements of each side, North-South first; a single book if both are the same.
    books: Vec<Book<'a>>,
    outlines: [Outline; 4],
    vulnerability: Vulnerability,
}

/// A side's rules, by auction.
struct Book<'a> {
    system: &'a System,
    /// The rules by the auction before the call; of several for one call, the first.
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
    fn new(system: &'a System, vulnerability: Vulnerability) -> Self {
        let differ = system.pairs.iter().any(|pair| pair.bids.is_some());
        let sides: &[Side] =
            if differ { &[Side::NorthSouth, Side::EastWest] } else { &[Side::NorthSouth] };
        let books = sides.iter().map(|&side| Book::of(system.bids_of(side))).collect();
        let outlines = std::array::from_fn(|_| Outline::open());
        Self { system, books, outlines, vulnerability }
    }

    /// The agreements of a caller's side.
    fn book(&self, seat: Seat) -> &Book<'a> {
        let own = usize::from(Side::of(seat) == Side::EastWest);
        &self.books[own.min(self.books.len() - 1)]
    }

    /// Every call with its promise, from the player's own explanation if it can be read, otherwise
    /// from the system.
    fn all(mut self, calls: &[(Seat, Call)], told: &[Option<String>]) -> Vec<Explained> {
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
        let denies = own.is_none_or(|line| lines[line].full);
        let (stated, is_agreed) = match own {
            Some(line) => (Some(lines[line].promise.stated()), lines[line].stated),
            None => match self.by_kind(before, seat, call) {
                Some((promise, is_agreed)) => (Some(promise), is_agreed),
                None => (None, false),
            },
        };
        let heard = (!is_agreed).then(|| self.heard(before, seat, call)).flatten();
        let says_nothing = |what: &str| {
            let source = format!("{what} ({})", self.book(seat).system.source);
            Promise::new(Condition::All(Vec::new()), 1.0, source)
        };
        let is_pass = call == Call::Pass && !better.is_empty();
        let stated = match stated {
            None if is_pass => Some(says_nothing("pass: no call fitted")),
            None if heard.is_some() => Some(says_nothing("as hands are that make the call")),
            stated => stated,
        };
        let promise = stated.map(|it| if denies { it.denying(better) } else { it })?;
        let promise = match &self.system.reliance {
            Some(reliance) => {
                let shown = Shown { calls: before, outlines: &self.outlines };
                let (kinds, suits) = shown.kinds(seat, call);
                let together = shown.together(seat, call, &promise.condition);
                promise.relied(reliance.slack(kinds, suits, together))
            }
            None => promise,
        };
        Some(match heard {
            Some(heard) => promise.heard(heard),
            None => promise,
        })
    }

    /// How likely every hand was to make a call, where that is known.
    fn heard(&self, before: &[(Seat, Call)], seat: Seat, call: Call) -> Option<HeardCall> {
        let caller = self.book(seat).system.caller.as_ref()?;
        let seen = AuctionSeen::of(before, seat, self.vulnerability);
        HeardCall::new(Arc::clone(caller), seen, number(call))
    }

    /// The promise of a call by its kind, and whether that is agreed.
    fn by_kind(&self, before: &[(Seat, Call)], seat: Seat, call: Call) -> Option<(Promise, bool)> {
        let shown = Shown { calls: before, outlines: &self.outlines };
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

    /// Narrows what is known of a hand. A condition that contradicts it is ignored.
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
