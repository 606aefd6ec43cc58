//! Checks that the parts of a game agree: contract and auction, cards and hands.

use std::ops::Range;

use super::Breach;
use super::fault::Flaw;
use super::game::Facts;
use falsecard_bridge::cards::{Auction, BySeat, Call, Card, Contract, Hand, Seat, Strain};
use falsecard_bridge::play::{
    Bidding, BiddingError, DeclaredContract, IllegalPlay, PartialPosition, Trick,
};

/// What a file names as the contract.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) enum Named {
    #[default]
    Nothing,
    Pass,
    Strain(Strain),
    Contract(Contract),
}

/// Whether an unfinished auction can have led to the contract named.
pub(super) fn goes_on_to(auction: &Auction, named: Named) -> bool {
    let last = auction.iter().rev().find_map(|call| match call {
        Call::Bid(bid) => Some(*bid),
        _ => None,
    });
    !auction.has_ended()
        && match named {
            Named::Nothing | Named::Strain(_) => false,
            Named::Pass => last.is_none(),
            Named::Contract(contract) => last.is_none_or(|last| contract.bid >= last),
        }
}

/// Determines the contract from the auction and the contract named.
pub(super) fn contract(facts: &mut Facts, named: Named) -> Result<(), Breach> {
    if facts.auction.is_empty() {
        facts.passed_out = matches!(named, Named::Pass);
        match named {
            Named::Strain(strain) => facts.strain = Some(strain),
            Named::Contract(contract) => facts.contract = Some(contract),
            Named::Nothing | Named::Pass => {}
        }
    } else if facts.auction.has_ended() {
        let dealer = facts.dealer.expect("an auction has a dealer");
        let bid = Bidding::contract_of(dealer, &facts.auction);
        check_named(named, facts.declarer, bid)?;
        facts.passed_out = bid.is_none();
        facts.contract = bid.map(|bid| bid.contract);
        facts.declarer = bid.map(|bid| bid.declarer);
    } else if matches!(named, Named::Pass | Named::Contract(_)) {
        return Err(BiddingError::NotEnded.into());
    }
    facts.strain = facts.contract.map(|contract| contract.bid.strain).or(facts.strain);
    Ok(())
}

/// Compares the contract that was bid with the contract named.
fn check_named(
    named: Named,
    declarer: Option<Seat>,
    bid: Option<DeclaredContract>,
) -> Result<(), Breach> {
    match (named, bid) {
        (Named::Contract(named), None) => Err(Breach::PassedOut { named }),
        (_, None) => Ok(()),
        (Named::Pass, Some(bid)) => Err(Breach::NotPassedOut { bid }),
        (Named::Strain(named), Some(bid)) if named != bid.strain() => {
            Err(Breach::OtherStrain { bid, named })
        }
        (_, Some(bid)) => {
            let contract =
                if let Named::Contract(contract) = named { contract } else { bid.contract };
            let named = DeclaredContract { contract, declarer: declarer.unwrap_or(bid.declarer) };
            if named == bid {
                Ok(())
            } else {
                Err(BiddingError::WrongContract { bid, named }.into())
            }
        }
    }
}

/// The winners of the complete tricks.
pub(super) fn winners(cards: &[Card], strain: Strain, mut leader: Seat) -> Vec<Seat> {
    let mut winner = |cards: &[Card]| {
        let mut trick = Trick::new(leader);
        for &card in cards {
            trick.push(card);
        }
        leader = trick.winner(strain).expect("a complete trick has a winner").0;
        leader
    };
    cards.chunks_exact(4).map(&mut winner).collect()
}

/// The play so far, checked card by card as far as the hands are known.
pub(super) struct Replay {
    position: PartialPosition,
    played: Vec<(Card, Range<usize>)>,
}

impl Replay {
    /// The position before the first card. The known hands must be disjoint and equally long.
    pub(super) fn new(hands: BySeat<Option<Hand>>, strain: Strain, leader: Seat) -> Self {
        let position = PartialPosition::new(hands, strain, leader);
        let position = position.expect("the hands of a game are disjoint and as long");
        Self { position, played: Vec::new() }
    }

    /// Who leads to the trick in progress.
    pub(super) const fn leader(&self) -> Seat {
        self.position.trick().leader()
    }

    /// Whose turn it is.
    pub(super) const fn to_play(&self) -> Seat {
        self.position.to_play()
    }

    /// Plays a card that stands at `span`; `line` gives the line number of a byte.
    pub(super) fn play(
        &mut self,
        card: Card,
        span: &Range<usize>,
        line: impl Fn(usize) -> usize,
    ) -> Result<(), Flaw> {
        let seat = self.to_play();
        let Err(why) = self.position.play(card) else {
            self.played.push((card, span.clone()));
            return Ok(());
        };
        let before = self.played.iter().position(|(played, _)| *played == card);
        Err(match (why, before) {
            (IllegalPlay::NotHeld { .. }, Some(n)) => {
                let line = line(self.played[n].1.start);
                Flaw::new(Breach::PlayedTwice { seat, card, trick: n / 4 + 1, line }, span)
            }
            (why, _) => Flaw::new(why, span),
        })
    }

    /// The cards, in the order of play.
    pub(super) fn cards(self) -> Vec<Card> {
        self.played.into_iter().map(|(card, _)| card).collect()
    }
}
