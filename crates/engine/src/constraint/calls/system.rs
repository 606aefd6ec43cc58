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
/// The promises of calls cannot be changed after parsing. So whoever reads the same auction again
/// can tell by the system whether its calls mean the same as before.
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

/// The bidding, habits and carding of a pair, where they differ from the table's.
#[derive(Debug, Clone, Default)]
pub struct Pair {
    /// The system by which it bids; `None` for the table's.
    pub(super) bids: Option<Arc<System>>,
    /// How its players choose their cards where nothing is agreed; `None` for everybody's habits.
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

    /// How likely a player is to play each card as he sees it, if that was learned from records. It
    /// weighs whole hands, where habits and inclinations weigh a suit at a time. Where strangers
    /// may have one of several styles, these say how they card.
    pub fn player(&self) -> Option<&Arc<CardNetwork>> {
        self.player.as_ref().filter(|_| self.styles.is_empty())
    }

    /// The same of the players of a side when this side declares. Defenders who have agreed how
    /// they card do as they have agreed; declarer agrees with nobody.
    pub fn player_of(&self, side: Side, declaring: Side) -> Option<&Arc<CardNetwork>> {
        let is_played = |it: &Agreement| it.kept.max(it.partner).max(it.declarer) > 0.0;
        let agrees = side != declaring && self.cards_of(side).iter().any(is_played);
        self.player().filter(|_| !agrees)
    }

    /// The same, unless the pair of the side is known by habits of its own: these say more of how
    /// it chooses.
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

    /// The styles of carding that the players of a side may have, with their shares; none if the
    /// pair is known.
    pub fn styles_of(&self, side: Side) -> &[CardingStyle] {
        if self.pair(side).has_known_carding() { &[] } else { &self.styles }
    }

    /// The system by which a side bids.
    pub fn bids_of(&self, side: Side) -> &Self {
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

    /// Sets how likely every hand is to make each call. Lines that the system's own file states
    /// outrank it.
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

    /// Lets what is known of callers outrank all lines so far.
    pub(super) fn outrank_lines(&mut self) {
        let calls = Arc::make_mut(&mut self.calls).iter_mut();
        calls.for_each(|meaning| meaning.stated = false);
        let general = Arc::make_mut(&mut self.general).iter_mut();
        general.for_each(|general| general.stated = false);
    }

    /// Whether calls mean the same in both, told by what they share: two copies of a system do as
    /// long as what calls mean is changed in neither. Carding and habits may differ. `false` says
    /// nothing.
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
