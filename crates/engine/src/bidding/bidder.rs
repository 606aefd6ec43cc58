//! A player who began as champions bid and then practised, and who goes by a rule file where it
//! states agreements.
//!
//! If the file states lines for his turn, he makes the first call whose promise his hand keeps. He
//! makes no call whose line his hand breaks, nor an artificial call for whose answer the file has
//! no line. Networks decide the rest ([`BidNetwork`]). One learned from records how champions call;
//! by it he understands the others. Another began so and then bid random deals against itself; by
//! it he chooses his own calls. If he looks [ahead](super::ahead), he makes the call that leads to
//! the best contracts. His explanation of a call does not depend on his hand.

use super::auction_so_far::AuctionSoFar;
use super::network::BidNetwork;
use super::openings::OpeningStyle;
use crate::cards::Suit;
use crate::constraint::caller::Typical;
use crate::constraint::{Outline, System};

/// How far a bidder looks ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Foresight {
    /// In how many deals each call is tried, from 1.
    pub deals: usize,
    /// The seed of all random numbers.
    pub seed: u64,
}

impl Foresight {
    /// A look ahead in so many deals; none in no deal.
    pub fn of(deals: usize, seed: u64) -> Option<Self> {
        (deals > 0).then_some(Self { deals, seed })
    }
}

impl Default for Foresight {
    /// As many deals as take about a second for a call.
    fn default() -> Self {
        Self { deals: 24, seed: 1 }
    }
}

/// A player's bidding: agreements, networks, and how far he looks ahead.
#[derive(Debug, Clone, Copy)]
pub struct Bidder<'a> {
    system: &'a System,
    theirs: &'a System,
    champions: &'a BidNetwork,
    pub(super) own: &'a BidNetwork,
    foresight: Option<Foresight>,
    /// The opening styles of his pair and of his opponents, as the two systems say.
    styles: [OpeningStyle; 2],
}

impl<'a> Bidder<'a> {
    /// A player who bids by these agreements and by the networks that come with the program,
    /// against opponents with the same agreements. He does not look ahead.
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

    /// This player against opponents who have other agreements.
    #[must_use]
    pub fn against(self, theirs: &'a System) -> Self {
        Self { theirs, styles: [self.styles[0], OpeningStyle::of(theirs)], ..self }
    }

    /// This player with another network, by which he understands others and chooses his own calls.
    #[must_use]
    pub const fn with_network(self, network: &'a BidNetwork) -> Self {
        Self { champions: network, own: network, ..self }
    }

    /// This player with another foresight; with `None` he makes the call that his network likes
    /// best.
    #[must_use]
    pub const fn with_foresight(self, foresight: Option<Foresight>) -> Self {
        Self { foresight, ..self }
    }

    /// An opponent of this player, with the same knowledge of both sides.
    pub(super) const fn opponent(self) -> Self {
        let [own, theirs] = self.styles;
        Self { system: self.theirs, theirs: self.system, styles: [theirs, own], ..self }
    }

    /// The agreements of his side.
    pub const fn system(&self) -> &'a System {
        self.system
    }

    /// The network of how champions call, by which he understands calls that no agreement speaks
    /// of.
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

    /// The meaning of the last call in the form that programs read:
    /// `HCP=15-17,C=2-5,D=2-5,H=2-5,S=2-5`. Where the call is by no agreement, nine in ten hands
    /// that make it, and the player's earlier calls, are within each range. "natural" if it limits
    /// nothing.
    pub fn meaning(&self, heard: &AuctionSoFar) -> String {
        let (calls, explanations) = (heard.calls(), heard.explanations());
        let explained = self.system.explain_so_far(&calls, explanations, heard.vulnerability());
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

/// The points and lengths that are limited.
fn said(points: Option<Limits>, length: impl Fn(Suit) -> Option<Limits>) -> String {
    let mut said = Vec::new();
    let is_limit = |range: &Limits, top: u8| {
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

type Limits = std::ops::RangeInclusive<u8>;
