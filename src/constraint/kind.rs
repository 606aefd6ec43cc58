//! What kind of call a call is: a raise, a new suit, a jump, a cue-bid. The general rules of a
//! file speak of kinds, where it has no rule for the very auction.

use super::language::Names;
use super::outline::Outline;
use super::part::{LineFault, Part};
use super::pattern::{is_notrump, suit_of};
use crate::cards::{Bid, Call, Level, Seat, Strain, Suit};

/// Which part a player has in the auction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// He made the first bid.
    Opener,
    /// His partner did.
    Responder,
    /// An opponent did, and of his side he was the first to bid or double, or may yet be.
    Overcaller,
    /// An opponent did, and his partner bid or doubled.
    Advancer,
}

/// What a call does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
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

/// A call as a general rule sees it.
#[derive(Debug, Clone)]
pub(super) struct Situation {
    role: Role,
    kind: Kind,
    /// The levels above the cheapest bid in the strain.
    jump: u8,
    bid: Option<Bid>,
    reverse: bool,
    /// Whether partner has passed, or not called yet.
    partner_silent: bool,
    /// Whether the opponents' last call, of which partner was silent, was doubled by partner.
    over_double: bool,
    /// The last call before it that was not a pass was an opponent's.
    competitive: bool,
    /// The side has promised seven cards of some suit, as after a preference.
    agreed: bool,
    /// The caller's side made the last bid, which is below game.
    partial: bool,
    pub(super) names: Names,
}

/// The words of a general rule: what must be true of the call.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct KindPattern {
    roles: Vec<Role>,
    kind: Option<Kind>,
    jump: Option<u8>,
    levels: Option<(u8, u8)>,
    flags: Vec<Flag>,
}

/// More that may be asked of the call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flag {
    Game,
    Reverse,
    Balancing,
    OverDouble,
    Competitive,
    Agreed,
    Partial,
    Major,
    Minor,
}

const ROLES: [(&str, Role); 4] = [
    ("opener", Role::Opener),
    ("responder", Role::Responder),
    ("overcaller", Role::Overcaller),
    ("advancer", Role::Advancer),
];

const KINDS: [(&str, Kind); 9] = [
    ("raise", Kind::Raise),
    ("rebid", Kind::Rebid),
    ("new", Kind::New),
    ("cue-bid", Kind::Cue),
    ("notrump", Kind::Notrump),
    ("answer", Kind::Answer),
    ("double", Kind::Double),
    ("redouble", Kind::Redouble),
    ("pass", Kind::Pass),
];

const FLAGS: [(&str, Flag); 9] = [
    ("game", Flag::Game),
    ("reverse", Flag::Reverse),
    ("balancing", Flag::Balancing),
    ("over-double", Flag::OverDouble),
    ("competitive", Flag::Competitive),
    ("agreed", Flag::Agreed),
    ("partial", Flag::Partial),
    ("major", Flag::Major),
    ("minor", Flag::Minor),
];

impl KindPattern {
    /// Reads the words: `responder jump raise at 3`.
    pub(super) fn parse(text: &Part) -> Result<Self, LineFault> {
        let mut pattern = Self::default();
        let mut rest = *text;
        while let Some((word, more)) = rest.first_word() {
            rest = more;
            let find = |text: &str| text.to_ascii_lowercase();
            let word_text = find(word.text);
            if let Some((_, role)) = ROLES.iter().find(|(name, _)| *name == word_text) {
                pattern.roles.push(*role);
            } else if let Some((_, kind)) = KINDS.iter().find(|(name, _)| *name == word_text) {
                pattern.kind = Some(*kind);
            } else if let Some((_, flag)) = FLAGS.iter().find(|(name, _)| *name == word_text) {
                pattern.flags.push(*flag);
            } else if let Some(jump) = ["cheapest", "jump", "double-jump"]
                .iter()
                .position(|name| *name == word_text)
            {
                pattern.jump = Some(jump as u8);
            } else if word_text == "at" {
                let (levels, more) = rest.first_word().ok_or_else(|| word.fault(LEVELS))?;
                pattern.levels = Some(levels_of(&levels)?);
                rest = more;
            } else {
                return Err(word.fault(expected()));
            }
        }
        if pattern.kind.is_none() {
            return Err(text.fault(expected()));
        }
        Ok(pattern)
    }

    /// Whether a call is of this kind.
    pub(super) fn fits(&self, call: &Situation) -> bool {
        let level = call.bid.map(|bid| bid.level.get());
        (self.roles.is_empty() || self.roles.contains(&call.role))
            && self.kind == Some(call.kind)
            && self.jump.is_none_or(|jump| jump == call.jump.min(2))
            && self.levels.is_none_or(|(low, high)| {
                level.is_some_and(|level| (low..=high).contains(&level))
            })
            && self.flags.iter().all(|flag| call.has(*flag))
    }
}

/// The suits that a general rule may speak of: the one bid, the caller's first, partner's last and
/// the opponents' last.
pub(super) const NAMES: [&str; 4] = ["suit", "own", "partners", "theirs"];

const LEVELS: &str = "expected a level or two: \"at 2\", \"at 2-3\"";

fn levels_of(text: &Part) -> Result<(u8, u8), LineFault> {
    let level = |text: &str| text.parse().ok().filter(|level| (1..=7).contains(level));
    let ends = match text.halves('-') {
        Some((low, high)) => level(low.text).zip(level(high.text)),
        None => level(text.text).map(|only| (only, only)),
    };
    ends.filter(|(low, high)| low <= high).ok_or_else(|| text.fault(LEVELS))
}

fn expected() -> String {
    let names = ROLES.iter().map(|(name, _)| *name);
    let names = names.chain(KINDS.iter().map(|(name, _)| *name));
    let names: Vec<_> = names.chain(FLAGS.iter().map(|(name, _)| *name)).collect();
    format!("expected a kind of call: {}, cheapest, jump, double-jump, at LEVEL", names.join(", "))
}

/// What each player has shown so far.
pub(super) struct Shown<'a> {
    /// The calls so far with their callers.
    pub(super) calls: &'a [(Seat, Call)],
    /// What the promises of each seat, by its index, leave of his hand.
    pub(super) outlines: &'a [Outline; 4],
}

impl Shown<'_> {
    /// The suits that a player has shown: those that he bid and holds three of at least, and those
    /// that his calls promise four cards of.
    fn suits(&self, seat: Seat) -> Vec<Suit> {
        let bid = |suit| {
            let own = self.calls.iter().filter(|(caller, _)| *caller == seat);
            own.filter_map(|(_, call)| suit_of(*call)).any(|other| other == suit)
        };
        let shown = |suit: &Suit| self.least(seat, *suit) >= if bid(*suit) { 3 } else { 4 };
        Suit::ASC.into_iter().filter(shown).collect()
    }

    /// Whether a player's side made the last bid, and no game.
    fn is_partial(&self, seat: Seat) -> bool {
        let bids = self.calls.iter().rev().find_map(|(caller, call)| match call {
            Call::Bid(bid) => Some((*caller, *bid)),
            _ => None,
        });
        bids.is_some_and(|(caller, bid)| [seat, seat.partner()].contains(&caller) && !reaches_game(bid))
    }

    /// The least length that a player has shown in a suit.
    fn least(&self, seat: Seat, suit: Suit) -> u8 {
        self.outlines[seat as usize].length(suit).map_or(0, |range| *range.start())
    }

    fn last_bid(&self) -> Option<Bid> {
        self.calls.iter().rev().find_map(|(_, call)| match call {
            Call::Bid(bid) => Some(*bid),
            _ => None,
        })
    }

    fn role(&self, seat: Seat) -> Role {
        let first = self.calls.iter().find(|(_, call)| matches!(call, Call::Bid(_)));
        let opener = first.map_or(seat, |(opener, _)| *opener);
        let partner = seat.partner();
        if opener == seat {
            Role::Opener
        } else if opener == partner {
            Role::Responder
        } else {
            let mut ours = self.calls.iter().filter(|(caller, call)| {
                [seat, partner].contains(caller) && *call != Call::Pass
            });
            let first = ours.next().map(|(caller, _)| *caller);
            if first == Some(partner) { Role::Advancer } else { Role::Overcaller }
        }
    }

    /// What kind of call it is.
    pub(super) fn situation(&self, seat: Seat, call: Call) -> Situation {
        let (partner, last) = (seat.partner(), self.last_bid());
        let own = self.suits(seat);
        let partners = self.suits(partner);
        let opponents = [seat.lho(), seat.rho()];
        let theirs: Vec<Suit> = opponents.into_iter().flat_map(|seat| self.suits(seat)).collect();
        let role = self.role(seat);
        let partners_last = self.last_call(partner);
        let kind = match call {
            Call::Pass => Kind::Pass,
            Call::Double => Kind::Double,
            Call::Redouble => Kind::Redouble,
            call if is_notrump(call) => Kind::Notrump,
            call => match suit_of(call) {
                _ if asks_for_aces(partners_last) => Kind::Answer,
                Some(suit) if partners.contains(&suit) => Kind::Raise,
                Some(suit) if own.contains(&suit) => Kind::Rebid,
                Some(suit) if theirs.contains(&suit) => Kind::Cue,
                _ => Kind::New,
            },
        };
        let bid = match call {
            Call::Bid(bid) => Some(bid),
            _ => None,
        };
        let jump = bid.map_or(0, |bid| bid.level.get() - cheapest(last, bid.strain));
        let reverse = kind == Kind::New
            && role == Role::Opener
            && jump == 0
            && bid.is_some_and(|bid| bid.level.get() == 2)
            && own.first().zip(suit_of(call)).is_some_and(|(first, suit)| suit > *first);
        let partner_calls = || self.calls.iter().filter(|(caller, _)| *caller == partner);
        let last_spoken = self.calls.iter().rev().find(|(_, call)| *call != Call::Pass);
        let named = [suit_of(call), own.first().copied(), partners.last().copied(), theirs.last().copied()];
        let suits = NAMES.iter().zip(named);
        let suits = suits.filter_map(|(name, suit)| Some(((*name).to_owned(), suit?))).collect();
        let least = self.outlines[partner as usize].points().map_or(0, |range| *range.start());
        Situation {
            role,
            kind,
            jump,
            bid,
            reverse,
            partner_silent: partner_calls().all(|(_, call)| *call == Call::Pass),
            over_double: partners_last == Some(Call::Double),
            competitive: last_spoken.is_some_and(|(caller, _)| opponents.contains(caller)),
            agreed: Suit::ASC.into_iter().any(|suit| self.least(seat, suit) + self.least(partner, suit) > 6),
            partial: self.is_partial(seat),
            names: Names { suits, partner: Some(least) },
        }
    }

    fn last_call(&self, seat: Seat) -> Option<Call> {
        self.calls.iter().rev().find(|(caller, _)| *caller == seat).map(|(_, call)| *call)
    }
}

impl Situation {
    fn has(&self, flag: Flag) -> bool {
        let suit = self.bid.and_then(|bid| bid.strain.suit());
        match flag {
            Flag::Game => self.bid.is_some_and(is_game),
            Flag::Reverse => self.reverse,
            Flag::Balancing => self.partner_silent,
            Flag::OverDouble => self.over_double,
            Flag::Competitive => self.competitive,
            Flag::Agreed => self.agreed,
            Flag::Partial => self.partial,
            Flag::Major => suit.is_some_and(|suit| suit >= Suit::Hearts),
            Flag::Minor => suit.is_some_and(|suit| suit < Suit::Hearts),
        }
    }
}

/// The level of the cheapest bid in a strain.
fn cheapest(last: Option<Bid>, strain: Strain) -> u8 {
    last.map_or(1, |last| last.level.get() + u8::from(strain <= last.strain))
}

/// Whether the bid is game and no more.
fn is_game(bid: Bid) -> bool {
    bid.level == game_level(bid.strain)
}

fn reaches_game(bid: Bid) -> bool {
    bid.level >= game_level(bid.strain)
}

fn game_level(strain: Strain) -> Level {
    let level = match strain {
        Strain::Notrump => 3,
        Strain::Hearts | Strain::Spades => 4,
        Strain::Clubs | Strain::Diamonds => 5,
    };
    Level::new(level)
}

fn asks_for_aces(call: Option<Call>) -> bool {
    call == Some(Call::Bid(Bid::new(4, Strain::Notrump)))
}
