//! An auction as a player hears it.

use crate::cards::{Auction, Call, Seat, Vulnerability, clockwise};
use crate::play::{Bidding, DeclaredContract};

/// An auction as a player hears it: the calls and their explanations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuctionSoFar {
    dealer: Seat,
    vulnerability: Vulnerability,
    auction: Auction,
    explanations: Vec<Option<String>>,
}

impl AuctionSoFar {
    /// An auction before its first call.
    pub const fn new(dealer: Seat, vulnerability: Vulnerability) -> Self {
        Self { dealer, vulnerability, auction: Auction::new(), explanations: Vec::new() }
    }

    /// Who made, or is to make, the first call.
    pub const fn dealer(&self) -> Seat {
        self.dealer
    }

    /// Who is vulnerable.
    pub const fn vulnerability(&self) -> Vulnerability {
        self.vulnerability
    }

    /// The calls so far.
    pub const fn auction(&self) -> &Auction {
        &self.auction
    }

    /// The explanations of the calls, one entry for each call.
    pub fn explanations(&self) -> &[Option<String>] {
        &self.explanations
    }

    /// Whose turn it is; `None` if the auction is over.
    pub fn turn(&self) -> Option<Seat> {
        (!self.auction.has_ended()).then(|| clockwise(self.dealer, self.auction.len()))
    }

    /// Whether the player whose turn it is may make this call.
    pub fn allows(&self, call: Call) -> bool {
        !self.auction.has_ended() && self.auction.can_push(call).is_ok()
    }

    /// Adds a call of the player whose turn it is, with its explanation. Returns whether it was
    /// legal; an illegal call is not added.
    pub fn push(&mut self, call: Call, explanation: Option<String>) -> bool {
        let is_legal = self.allows(call) && self.auction.try_push(call).is_ok();
        if is_legal {
            self.explanations.push(explanation);
        }
        is_legal
    }

    /// This auction with one more call, which is not explained; `None` if it is illegal.
    pub fn with(&self, call: Call) -> Option<Self> {
        let mut next = self.clone();
        next.push(call, None).then_some(next)
    }

    /// The contract that has been reached so far; `None` while nobody has bid.
    pub fn contract(&self) -> Option<DeclaredContract> {
        Bidding::contract_of(self.dealer, &self.auction)
    }

    /// The calls with their callers.
    pub fn calls(&self) -> Vec<(Seat, Call)> {
        let seats = (0..).map(|at| clockwise(self.dealer, at));
        seats.zip(self.auction.iter().copied()).collect()
    }

    /// The bidding with its explanations; `None` until the auction has ended in a contract.
    pub fn bidding(&self) -> Option<Bidding> {
        let bidding =
            Bidding::new(self.dealer, self.vulnerability, self.auction.clone(), self.contract()?);
        let explanations = self.explanations.iter().enumerate();
        Some(bidding.ok()?.explained(
            explanations.filter_map(|(at, explanations)| Some((at, explanations.clone()?))),
        ))
    }
}
