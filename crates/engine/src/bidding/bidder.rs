//! A player who began as champions bid and then practised, and who goes by a rule file where it states agreements.
//!
//! If the file states lines for his turn, he makes the first call whose promise his hand keeps; a call whose line it breaks he does
//! not make, nor an artificial call for whose answer the file has no line. All else networks say ([`BidNetwork`]). One learned from records how
//! champions call; by it he understands the others. Another began so and then bid random deals against itself; by it he chooses his own
//! calls. If he looks [ahead](super::ahead), he makes the call that leads to the best contracts. His explanation of a call does not
//! depend on his hand.

use super::ahead::Foresight;
use super::heard::Heard;
use super::network::BidNetwork;
use super::openings::OpeningStyle;
use super::turn::Turn;
use crate::cards::{BySeat, Call, Hand, Strain, Suit};
use crate::constraint::caller::Typical;
use crate::constraint::{Outline, System};

/// A player's bidding.
#[derive(Debug, Clone, Copy)]
pub struct Bidder<'a> {
    system: &'a System,
    theirs: &'a System,
    champions: &'a BidNetwork,
    own: &'a BidNetwork,
    foresight: Option<Foresight>,
    /// How his pair opens, and how his opponents do: as the two systems say.
    styles: [OpeningStyle; 2],
}

/// A call that a player may make.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LikelyCall {
    /// The call.
    pub call: Call,
    /// How likely a player with this hand is to make it, from 0 to 1.
    pub probability: f64,
}

impl<'a> Bidder<'a> {
    /// A player who bids by these agreements, as his opponents do, and by the networks that come with the program, and does not look
    /// ahead.
    pub fn new(system: &'a System) -> Self {
        Self {
            system,
            theirs: system,
            champions: BidNetwork::champions(),
            own: BidNetwork::practised(),
            foresight: None,
            styles: [OpeningStyle::of(system); 2],
        }
    }

    /// The same player against opponents who have other agreements.
    #[must_use]
    pub fn against(self, theirs: &'a System) -> Self {
        Self { theirs, styles: [self.styles[0], OpeningStyle::of(theirs)], ..self }
    }

    /// The same player by another network: he understands others by it, and chooses his own calls.
    #[must_use]
    pub const fn by(self, network: &'a BidNetwork) -> Self {
        Self { champions: network, own: network, ..self }
    }

    /// The same player, who looks so far ahead; with `None` he makes the call that he is most inclined to.
    #[must_use]
    pub const fn looking(self, foresight: Option<Foresight>) -> Self {
        Self { foresight, ..self }
    }

    /// An opponent of his, who knows as much of both sides.
    pub(super) const fn opponent(self) -> Self {
        let [own, theirs] = self.styles;
        Self { system: self.theirs, theirs: self.system, styles: [theirs, own], ..self }
    }

    /// The agreements of his side.
    pub const fn system(&self) -> &'a System {
        self.system
    }

    /// How likely he takes others to be to make each call that no agreement speaks of.
    pub const fn champions(&self) -> &'a BidNetwork {
        self.champions
    }

    /// How far he looks ahead.
    pub const fn foresight(&self) -> Option<Foresight> {
        self.foresight
    }

    pub(super) const fn styles(&self) -> [OpeningStyle; 2] {
        self.styles
    }

    /// A legal call for the player whose turn it is, with this hand: well within a millisecond, or in a second where he looks ahead.
    ///
    /// # Panics
    ///
    /// When the auction is over, or the hand has not thirteen cards and he looks ahead.
    pub fn call(&self, hand: Hand, heard: &Heard) -> Call {
        let tried = self.foresight.map_or_else(Vec::new, |it| it.tries(self, hand, heard));
        let at_once = || commonest(&self.inclinations(hand, heard));
        Foresight::choice(&tried).unwrap_or_else(at_once).call
    }

    /// Every legal call with the probability that champions make it, the likeliest first. A call by an agreement that the hand keeps has
    /// probability 1.
    ///
    /// # Panics
    ///
    /// When the auction is over.
    pub fn calls(&self, hand: Hand, heard: &Heard) -> Vec<LikelyCall> {
        likeliest_first(Turn::new(self, heard).calls(self.champions, hand))
    }

    /// The same for himself: how much he is inclined to make each call.
    ///
    /// # Panics
    ///
    /// When the auction is over.
    pub fn inclinations(&self, hand: Hand, heard: &Heard) -> Vec<LikelyCall> {
        likeliest_first(Turn::new(self, heard).calls(self.own, hand))
    }

    /// The meaning of the last call in the form that programs read: `HCP=15-17,C=2-5,D=2-5,H=2-5,S=2-5`. Where the call is by no
    /// agreement, nine in ten hands that make it, and the player's calls before, are within each range. "natural" if it limits nothing.
    pub fn meaning(&self, heard: &Heard) -> String {
        let (calls, told) = (heard.calls(), heard.told());
        let explained = self.system.explain_so_far(&calls, told, heard.vulnerability());
        let said = if let Some(Typical { points, lengths }) = Typical::behind(&explained) {
            said(Some(points), |suit| Some(lengths[suit].clone()))
        } else {
            let promise = explained.last().and_then(|call| call.promise.as_ref());
            let outline = promise.map(|promise| Outline::of(&promise.condition));
            outline.map_or_else(String::new, |it| said(it.points(), |suit| it.length(suit)))
        };
        if said.is_empty() { "natural".to_owned() } else { said }
    }
}

fn likeliest_first(mut calls: Vec<LikelyCall>) -> Vec<LikelyCall> {
    calls.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    calls
}

/// What a call aims at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// To pass.
    Pass,
    /// To double or redouble.
    Double,
    /// A contract of game or slam, to be played.
    Contract,
    /// To hear or to tell more, or a contract that is no game.
    More,
}

impl Aim {
    const EACH: [Self; 4] = [Self::Pass, Self::Double, Self::Contract, Self::More];

    /// What a call aims at.
    pub fn of(call: Call) -> Self {
        match call {
            Call::Pass => Self::Pass,
            Call::Double | Call::Redouble => Self::Double,
            Call::Bid(bid) => {
                let game = match bid.strain {
                    Strain::Notrump => 3,
                    Strain::Hearts | Strain::Spades => 4,
                    Strain::Clubs | Strain::Diamonds => 5,
                };
                let level = bid.level.get();
                if level == game || level >= 6 { Self::Contract } else { Self::More }
            }
        }
    }
}

/// The call that is made: first the likeliest aim, and then the likeliest call with it. Where there are five ways to go on and one to sign off, each
/// may be less likely than the one, and yet most go on.
///
/// # Panics
///
/// Of no calls.
pub fn commonest(calls: &[LikelyCall]) -> LikelyCall {
    let share = |aim: &Aim| -> f64 {
        calls.iter().filter(|it| Aim::of(it.call) == *aim).map(|it| it.probability).sum()
    };
    let aim = Aim::EACH.into_iter().max_by(|a, b| share(a).total_cmp(&share(b)));
    let call = calls.iter().find(|it| Some(Aim::of(it.call)) == aim);
    *call.unwrap_or(&calls[0])
}

/// The points and lengths that are limited.
fn said(points: Option<Range>, length: impl Fn(Suit) -> Option<Range>) -> String {
    let mut said = Vec::new();
    let is_limit = |range: &Range, top: u8| {
        (*range.start() > 0 || *range.end() < top) && range.start() <= range.end()
    };
    if let Some(points) = points.filter(|it| is_limit(it, 37)) {
        said.push(format!("HCP={}-{}", points.start(), points.end()));
    }
    for suit in Suit::ASC {
        if let Some(length) = length(suit).filter(|it| is_limit(it, 13)) {
            said.push(format!("{}={}-{}", suit.letter(), length.start(), length.end()));
        }
    }
    said.join(",")
}

type Range = std::ops::RangeInclusive<u8>;

/// The auction of four players from where it stands to the end.
pub fn bid_out(players: &BySeat<Bidder>, hands: &BySeat<Hand>, from: Heard) -> Heard {
    let mut heard = from;
    while let Some(seat) = heard.turn() {
        let call = players[seat].call(hands[seat], &heard);
        assert!(heard.push(call, None), "a bidder makes legal calls");
    }
    heard
}
