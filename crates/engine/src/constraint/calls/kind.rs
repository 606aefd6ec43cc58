//! Kinds of calls: raises, new suits, jumps, cue-bids. General rules promise by kind, for auctions
//! without a line of their own.

use super::part::{LineFault, LinePart};
use crate::cards::Bid;
use crate::constraint::language::Vocabulary;

/// A player's part in the auction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuctionRole {
    /// He made the first bid.
    Opener,
    /// His partner made the first bid.
    Responder,
    /// An opponent made the first bid, and his partner has not bid or doubled before him.
    Overcaller,
    /// An opponent made the first bid, and his partner then bid or doubled first.
    Advancer,
}

/// The kind of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallKind {
    /// Bids a suit that partner has shown.
    Raise,
    /// Bids his own suit again.
    Rebid,
    /// Bids a suit that nobody has shown.
    New,
    /// Bids a suit that an opponent has shown.
    Cue,
    /// Bids notrump.
    Notrump,
    /// Bids a suit over partner's 4NT, which asked for aces.
    Answer,
    /// Doubles.
    Double,
    /// Redoubles.
    Redouble,
    /// Passes.
    Pass,
}

/// The head of a general rule: what must be true of the call.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct KindPattern {
    roles: Vec<AuctionRole>,
    kind: Option<CallKind>,
    jump: Option<u8>,
    levels: Option<(u8, u8)>,
    flags: Vec<Flag>,
}

/// Further conditions on the call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flag {
    /// It bids game and no more.
    Game,
    /// It is opener's second suit on the two level, above his first.
    Reverse,
    /// Partner has passed, or not called yet.
    Balancing,
    /// Partner's last call was a double.
    OverDouble,
    /// The last call before it that was not a pass was an opponent's.
    Competitive,
    /// An opponent has shown a suit, over which the caller's side has not bid notrump yet.
    OverSuit,
    /// The side has promised seven cards of some suit, as after a preference.
    Agreed,
    /// Partner has shown six cards of a suit and no more than a weak hand.
    Preempted,
    /// The caller's side made the last bid, which is below game.
    Partial,
    /// The last bid is a slam.
    Slam,
}

/// The properties of a call that general rules ask for.
#[derive(Debug, Clone)]
pub(super) struct CallSituation {
    pub(super) role: AuctionRole,
    pub(super) kind: CallKind,
    /// The levels above the cheapest bid in the strain.
    pub(super) jump: u8,
    pub(super) bid: Option<Bid>,
    pub(super) flags: Vec<Flag>,
    pub(super) names: Vocabulary,
}

const ROLES: [(&str, AuctionRole); 4] = [
    ("opener", AuctionRole::Opener),
    ("responder", AuctionRole::Responder),
    ("overcaller", AuctionRole::Overcaller),
    ("advancer", AuctionRole::Advancer),
];

const KINDS: [(&str, CallKind); 9] = [
    ("raise", CallKind::Raise),
    ("rebid", CallKind::Rebid),
    ("new", CallKind::New),
    ("cue-bid", CallKind::Cue),
    ("notrump", CallKind::Notrump),
    ("answer", CallKind::Answer),
    ("double", CallKind::Double),
    ("redouble", CallKind::Redouble),
    ("pass", CallKind::Pass),
];

impl AuctionRole {
    /// Its word in rule files.
    pub(super) fn name(self) -> &'static str {
        ROLES.iter().find(|(_, role)| *role == self).expect("every role has a word").0
    }
}

impl CallKind {
    /// Its word in rule files.
    pub(super) fn name(self) -> &'static str {
        KINDS.iter().find(|(_, kind)| *kind == self).expect("every kind has a word").0
    }
}

const FLAGS: [(&str, Flag); 10] = [
    ("game", Flag::Game),
    ("reverse", Flag::Reverse),
    ("balancing", Flag::Balancing),
    ("over-double", Flag::OverDouble),
    ("competitive", Flag::Competitive),
    ("over-suit", Flag::OverSuit),
    ("agreed", Flag::Agreed),
    ("preempted", Flag::Preempted),
    ("partial", Flag::Partial),
    ("slam", Flag::Slam),
];

impl KindPattern {
    /// Reads the words: `responder jump raise at 3`.
    pub(super) fn parse(text: &LinePart) -> Result<Self, LineFault> {
        let mut pattern = Self::default();
        let mut rest = *text;
        while let Some((word, more)) = rest.first_word() {
            rest = pattern.word(&word, more)?;
        }
        if pattern.kind.is_none() {
            return Err(text.fault(expected()));
        }
        Ok(pattern)
    }

    /// Reads a word, with the levels after "at". Returns the rest of the text.
    fn word<'a>(&mut self, word: &LinePart, rest: LinePart<'a>) -> Result<LinePart<'a>, LineFault> {
        if let Some(role) = named(&ROLES, word.text) {
            self.roles.push(role);
        } else if let Some(kind) = named(&KINDS, word.text) {
            self.kind = Some(kind);
        } else if let Some(flag) = named(&FLAGS, word.text) {
            self.flags.push(flag);
        } else if let Some(jump) = named(&JUMPS, word.text) {
            self.jump = Some(jump);
        } else if word.text == "at" {
            let (levels, rest) = rest.first_word().ok_or_else(|| word.fault(LEVELS))?;
            self.levels = Some(levels_of(&levels)?);
            return Ok(rest);
        } else {
            return Err(word.fault(expected()));
        }
        Ok(rest)
    }

    /// Whether every call that fits `other` fits this pattern too.
    pub(super) fn covers(&self, other: &Self) -> bool {
        let any_role = self.roles.is_empty();
        let roles = !other.roles.is_empty() && other.roles.iter().all(|r| self.roles.contains(r));
        (any_role || roles)
            && self.kind == other.kind
            && self.jump.is_none_or(|jump| other.jump == Some(jump))
            && self.levels.is_none_or(|(low, high)| {
                other.levels.is_some_and(|(from, to)| low <= from && to <= high)
            })
            && self.flags.iter().all(|flag| other.flags.contains(flag))
    }

    /// Whether a call fits the pattern.
    pub(super) fn fits(&self, call: &CallSituation) -> bool {
        let level = call.bid.map(|bid| bid.level.get());
        (self.roles.is_empty() || self.roles.contains(&call.role))
            && self.kind == Some(call.kind)
            && self.jump.is_none_or(|jump| jump == call.jump.min(2))
            && self
                .levels
                .is_none_or(|(low, high)| level.is_some_and(|level| (low..=high).contains(&level)))
            && self.flags.iter().all(|flag| call.flags.contains(flag))
    }
}

const JUMPS: [(&str, u8); 3] = [("cheapest", 0), ("jump", 1), ("double-jump", 2)];

/// The entry of a table with this name.
fn named<T: Copy>(table: &[(&str, T)], name: &str) -> Option<T> {
    table.iter().find(|(known, _)| *known == name).map(|(_, it)| *it)
}

/// The suits that a general rule may name: the suit bid; the lowest that the caller has shown; the
/// highest that his partner has shown; the opponents' (right-hand opponent's, if he has shown one).
pub(super) const NAMES: [&str; 4] = ["suit", "own", "partners", "theirs"];

const LEVELS: &str = "expected a level or two: \"at 2\", \"at 2-3\"";

fn levels_of(text: &LinePart) -> Result<(u8, u8), LineFault> {
    let level = |text: &str| text.parse().ok().filter(|level| (1..=7).contains(level));
    let ends = match text.halves('-') {
        Some((low, high)) => level(low.text).zip(level(high.text)),
        None => level(text.text).map(|only| (only, only)),
    };
    ends.filter(|(low, high)| low <= high).ok_or_else(|| text.fault(LEVELS))
}

fn expected() -> String {
    let names = ROLES.iter().map(|(name, _)| *name).chain(KINDS.iter().map(|(name, _)| *name));
    let names = names.chain(FLAGS.iter().map(|(name, _)| *name));
    let names = names.chain(JUMPS.iter().map(|(name, _)| *name));
    format!("expected a kind of call: {}, at LEVEL", names.collect::<Vec<_>>().join(", "))
}
