//! A board: the deal, the auction and the contract.

use std::sync::Arc;

use thiserror::Error;

use super::{DeclaredContract, Scoring};
use crate::cards::{
    Auction, Call, Contract, FullDeal, Penalty, Seat, Strain, Suit, Vulnerability, clockwise,
    seat_name,
};

/// Why an auction and a contract do not go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BiddingError {
    /// The auction has not ended with three passes.
    #[error("law 22: the auction has not ended with three passes in rotation")]
    NotEnded,
    /// The contract named is not the one that was bid.
    #[error("law 22: the auction ends in {bid}, not in {named}")]
    WrongContract {
        /// The contract by the auction.
        bid: DeclaredContract,
        /// The contract named.
        named: DeclaredContract,
    },
    /// There was no bid, so there is no contract.
    #[error("law 22B: the board was passed out, so {} plays no contract", seat_name(*declarer))]
    PassedOut {
        /// The declarer named.
        declarer: Seat,
    },
}

/// Dealer, vulnerability, auction and contract, with explanations and scoring if known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bidding {
    /// The dealer, if the auction is known.
    dealer: Option<Seat>,
    vulnerability: Vulnerability,
    auction: Auction,
    contract: DeclaredContract,
    explanations: Vec<Option<String>>,
    scoring: Option<Scoring>,
}

impl Bidding {
    /// Joins an auction and its contract. Pass an empty auction if it was not recorded.
    ///
    /// # Errors
    ///
    /// [`BiddingError`] if the auction is not empty and does not end in that contract.
    pub fn new(
        dealer: Seat,
        vulnerability: Vulnerability,
        auction: Auction,
        contract: DeclaredContract,
    ) -> Result<Self, BiddingError> {
        if !auction.is_empty() {
            if !auction.has_ended() {
                return Err(BiddingError::NotEnded);
            }
            match Self::contract_of(dealer, &auction) {
                None => return Err(BiddingError::PassedOut { declarer: contract.declarer }),
                Some(bid) if bid != contract => {
                    return Err(BiddingError::WrongContract { bid, named: contract });
                }
                Some(_) => {}
            }
        }
        let bidding = Self::of_contract(vulnerability, contract);
        Ok(Self { dealer: Some(dealer), auction, ..bidding })
    }

    /// The bidding of which only the contract is known: no calls, and nobody is known to have
    /// dealt.
    pub const fn of_contract(vulnerability: Vulnerability, contract: DeclaredContract) -> Self {
        Self {
            dealer: None,
            vulnerability,
            auction: Auction::new(),
            contract,
            explanations: Vec::new(),
            scoring: None,
        }
    }

    /// Adds the players' explanations of calls, by the number of the call from 0. Numbers beyond
    /// the last call are ignored.
    ///
    /// ```
    /// use falsecard::cards::{Seat, Vulnerability};
    /// use falsecard::play::{Bidding, DeclaredContract};
    ///
    /// let contract = DeclaredContract { contract: "1NT".parse()?, declarer: Seat::South };
    /// let calls = "1NT P P P".parse()?;
    /// let bidding = Bidding::new(Seat::South, Vulnerability::NONE, calls, contract)?;
    /// let bidding = bidding.explained([(0, "12-14 HCP".to_owned())]);
    /// assert_eq!(bidding.explanations()[0].as_deref(), Some("12-14 HCP"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn explained(mut self, said: impl IntoIterator<Item = (usize, String)>) -> Self {
        for (call, text) in said {
            if call < self.auction.len() {
                if self.explanations.len() <= call {
                    self.explanations.resize(call + 1, None);
                }
                self.explanations[call] = Some(text);
            }
        }
        self
    }

    /// Sets the form of scoring, if it is known.
    #[must_use]
    pub const fn scored(mut self, scoring: Option<Scoring>) -> Self {
        self.scoring = scoring;
        self
    }

    /// The form of scoring, if it is known.
    pub const fn scoring(&self) -> Option<Scoring> {
        self.scoring
    }

    /// The explanations of the calls, in order, up to the last call that has one.
    pub fn explanations(&self) -> &[Option<String>] {
        &self.explanations
    }

    /// Who made the first call; `None` if only the contract is known.
    pub const fn dealer(&self) -> Option<Seat> {
        self.dealer
    }

    /// Who is vulnerable.
    pub const fn vulnerability(&self) -> Vulnerability {
        self.vulnerability
    }

    /// The final contract.
    pub const fn contract(&self) -> DeclaredContract {
        self.contract
    }

    /// The calls with their callers; none if the auction was not recorded.
    pub fn calls(&self) -> impl Iterator<Item = (Seat, Call)> + '_ {
        let callers = self.dealer.into_iter().flat_map(|it| (0..).map(move |n| clockwise(it, n)));
        callers.zip(self.auction.iter().copied())
    }

    /// Who bid a suit first, whatever he meant by it; `None` if nobody did.
    pub fn bidder(&self, suit: Suit) -> Option<Seat> {
        let strain = Strain::from(suit);
        let is_it = |call: &Call| matches!(call, Call::Bid(bid) if bid.strain == strain);
        self.calls().find(|(_, call)| is_it(call)).map(|(seat, _)| seat)
    }
}

impl Bidding {
    /// The contract that an auction has reached so far; `None` when nobody has bid.
    ///
    /// ```
    /// use falsecard::cards::{Auction, Seat};
    /// use falsecard::play::Bidding;
    ///
    /// let auction: Auction = "1H P 2H X P P P".parse()?;
    /// let contract = Bidding::contract_of(Seat::West, &auction).unwrap();
    /// assert_eq!(contract.to_string(), "2♥x by West");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn contract_of(dealer: Seat, auction: &Auction) -> Option<DeclaredContract> {
        let mut contract: Option<Contract> = None;
        for &call in auction {
            match (call, &mut contract) {
                (Call::Bid(bid), _) => contract = Some(bid.into()),
                (Call::Double, Some(contract)) => contract.penalty = Penalty::Doubled,
                (Call::Redouble, Some(contract)) => contract.penalty = Penalty::Redoubled,
                _ => {}
            }
        }
        let declarer = clockwise(dealer, auction.declarer()?);
        Some(DeclaredContract { contract: contract?, declarer })
    }
}

/// A deal with its bidding, before the opening lead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    pub(super) deal: FullDeal,
    pub(super) bidding: Arc<Bidding>,
}

impl Board {
    /// Joins a deal and its bidding.
    pub fn new(deal: FullDeal, bidding: Arc<Bidding>) -> Self {
        Self { deal, bidding }
    }

    /// The four hands as dealt.
    pub const fn deal(&self) -> &FullDeal {
        &self.deal
    }

    /// Dealer, vulnerability, auction and contract.
    pub const fn bidding(&self) -> &Arc<Bidding> {
        &self.bidding
    }
}
