//! A partnership's agreements, and what else is known of a table.

use std::sync::Arc;

use super::caller::CallNetwork;
use super::kind::KindPattern;
use super::promise::Promise;
use super::reliance::Reliance;
use super::template::Template;
use crate::carding::habits::Habits;
use crate::carding::inclination::Inclinations;
use crate::carding::player::CardNetwork;
use crate::cards::{Call, Side};

/// A partnership's agreements, as a rule file states them.
///
/// The promises of calls cannot be changed after parsing. So a cache of auctions that were read can
/// tell by the system whether its calls still mean the same.
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
    /// The network of calls by every hand, if the file names one.
    pub(super) caller: Option<Arc<CallNetwork>>,
    /// The habits of people, who choose their cards by them where nothing is agreed, if the file
    /// states them.
    pub(super) habits: Option<Arc<Habits>>,
    /// The inclinations of people towards suits, if the file states them.
    pub(super) inclinations: Option<Arc<Inclinations>>,
    /// The network of players' cards, if the file names one.
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
    /// Whether it is agreed, as for [`CallMeaning`].
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

/// The bidding, habits and carding of a pair, where they differ from the table's.
#[derive(Debug, Clone, Default)]
pub struct Pair {
    /// The system by which it bids; `None` for the table's.
    pub(super) bids: Option<Arc<System>>,
    /// Its players' habits where nothing is agreed; `None` for everybody's.
    pub(super) habits: Option<Arc<Habits>>,
    /// The carding that it has agreed on; `None` for the table's.
    pub(super) cards: Option<Vec<Agreement>>,
}

/// A style of carding that a share of all pairs have.
#[derive(Debug, Clone)]
pub struct CardingStyle {
    /// Its name in rule files.
    pub name: String,
    /// The share of all pairs that have it, above 0 and at most 1.
    pub share: f64,
    /// The agreements of such a pair, and its habits.
    pub pair: Pair,
}

impl Pair {
    /// Whether its habits or its carding are known.
    pub(super) const fn has_known_carding(&self) -> bool {
        self.habits.is_some() || self.cards.is_some()
    }
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

    /// The habits by which people choose their cards where nothing is agreed, if they were fitted
    /// to records.
    pub const fn habits(&self) -> Option<&Arc<Habits>> {
        self.habits.as_ref()
    }

    /// The inclinations by which people lead and discard suits, if they were fitted to records.
    pub const fn inclinations(&self) -> Option<&Arc<Inclinations>> {
        self.inclinations.as_ref()
    }

    /// Sets the inclinations by which players lead and discard suits.
    #[must_use]
    pub fn inclined(mut self, inclinations: Inclinations) -> Self {
        self.inclinations = Some(Arc::new(inclinations));
        self
    }

    /// The network that gives the probability of each card as its player sees the board, if one was
    /// learned from records. It weighs whole hands, where habits and inclinations weigh a suit at a
    /// time. Where strangers may have one of several styles, these say how they card.
    pub fn player(&self) -> Option<&Arc<CardNetwork>> {
        self.player.as_ref().filter(|_| self.styles.is_empty())
    }

    /// The network of players for a side when `declaring` declares; `None` for defenders with
    /// agreed carding, who play as agreed. Declarer agrees with nobody.
    pub fn player_of(&self, side: Side, declaring: Side) -> Option<&Arc<CardNetwork>> {
        let is_played = |it: &Agreement| it.kept.max(it.partner).max(it.declarer) > 0.0;
        let agrees = side != declaring && self.cards_of(side).iter().any(is_played);
        self.player().filter(|_| !agrees)
    }

    /// The network of players for a side when `declaring` declares; `None` also if its pair is
    /// known by habits of its own, which say more of how it chooses.
    pub(crate) fn stranger_of(&self, side: Side, declaring: Side) -> Option<&Arc<CardNetwork>> {
        self.player_of(side, declaring).filter(|_| self.pair(side).habits.is_none())
    }

    /// Sets the network of players' cards, or takes it away.
    #[must_use]
    pub fn played_by(mut self, player: Option<Arc<CardNetwork>>) -> Self {
        self.player = player;
        self
    }

    /// The system among strangers: nothing is known of the pairs at the table.
    #[must_use]
    pub(crate) fn of_strangers(mut self) -> Self {
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

    /// The habits of a side's players where nothing is agreed.
    pub fn habits_of(&self, side: Side) -> Option<&Arc<Habits>> {
        self.pair(side).habits.as_ref().or(self.habits.as_ref())
    }

    /// The styles of carding that the players of a side may have, with their shares; empty if the
    /// pair is known.
    pub fn styles_of(&self, side: Side) -> &[CardingStyle] {
        if self.pair(side).has_known_carding() { &[] } else { &self.styles }
    }

    /// The system by which a side bids.
    pub(crate) fn bids_of(&self, side: Side) -> &Self {
        self.pair(side).bids.as_deref().unwrap_or(self)
    }

    /// Whether the two sides bid by different systems.
    pub(super) fn is_of_two_pairs(&self) -> bool {
        self.pairs.iter().any(|pair| pair.bids.is_some())
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

    /// Sets the habits by which players choose among the cards of a suit where nothing is agreed.
    #[must_use]
    pub fn playing(mut self, habits: Habits) -> Self {
        self.habits = Some(Arc::new(habits));
        self
    }

    /// The network of calls by every hand, if one was learned from records.
    pub const fn caller(&self) -> Option<&Arc<CallNetwork>> {
        self.caller.as_ref()
    }

    /// Sets the network of calls by every hand. Lines that the system's own file states outrank it.
    #[must_use]
    pub fn called_by(mut self, caller: Arc<CallNetwork>) -> Self {
        self.caller = Some(caller);
        self
    }

    /// The system by its own lines, without what is known of callers in general.
    #[must_use]
    pub fn by_the_book(mut self) -> Self {
        self.caller = None;
        self
    }

    /// Sets how far players keep to the promises of their calls. From then on calls are read by
    /// these promises.
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

    /// Lets the network of callers outrank all lines so far.
    pub(super) fn outrank_lines(&mut self) {
        let calls = Arc::make_mut(&mut self.calls).iter_mut();
        calls.for_each(|meaning| meaning.stated = false);
        let general = Arc::make_mut(&mut self.general).iter_mut();
        general.for_each(|general| general.stated = false);
    }

    /// Whether calls surely mean the same in both. It compares the parts that copies of a system
    /// share, so `false` says nothing. Carding and habits may differ.
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

/// Whether both are missing, or both are present and the same.
fn is_same<T>(one: Option<T>, other: Option<T>, same: impl Fn(T, T) -> bool) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => same(one, other),
        _ => false,
    }
}
