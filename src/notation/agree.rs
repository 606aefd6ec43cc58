//! Whether what a file says of a game goes together: contract and auction, cards and hands.

use std::ops::Range;

use super::Breach;
use super::fault::Flaw;
use super::game::Facts;
use crate::cards::{Auction, BySeat, Call, Card, Contract, Hand, Seat, Strain, Suit};
use crate::play::{Bidding, BiddingError, DeclaredContract, IllegalPlay, Trick};

/// What a file names as the contract.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Named {
    Nothing,
    Pass,
    Strain(Strain),
    Contract(Contract),
}

/// Whether an auction that breaks off can have led to the contract named.
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

/// Settles the contract between the auction and what is named.
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

/// Compares what an auction has reached with what is named.
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
pub(super) fn winners(cards: &[Card], strain: Strain, leader: Seat) -> Vec<Seat> {
    let mut replay = Replay::new(BySeat::default(), strain, leader);
    let tricks = cards.chunks_exact(4);
    tricks
        .map(|trick| {
            for &card in trick {
                replay.advance(card);
            }
            replay.leader()
        })
        .collect()
}

/// The play so far, card by card. Of hands that are not known, only what can be seen is checked: that
/// nobody plays a card twice, or one that another holds, or of a suit to which he has not followed.
pub(super) struct Replay {
    /// What is left of the hands that are known.
    left: BySeat<Option<Hand>>,
    /// The cards of all four hands.
    total: usize,
    trick: Trick,
    strain: Strain,
    played: Vec<(Card, Range<usize>)>,
    /// To which suits a player whose hand is not known has not followed, and in which trick.
    shown_out: Vec<(Seat, Suit, usize)>,
}

impl Replay {
    /// Before the first card. The hands that are known are as long and disjoint.
    pub(super) fn new(hands: BySeat<Option<Hand>>, strain: Strain, leader: Seat) -> Self {
        let known = hands.iter().find_map(|(_, hand)| *hand);
        Self {
            left: hands,
            total: 4 * known.map_or(13, Hand::len),
            trick: Trick::new(leader),
            strain,
            played: Vec::new(),
            shown_out: Vec::new(),
        }
    }

    /// Who leads to the trick in progress.
    pub(super) const fn leader(&self) -> Seat {
        self.trick.leader()
    }

    /// Whose turn it is.
    pub(super) const fn to_play(&self) -> Seat {
        self.trick.to_play()
    }

    /// Plays a card that stands at `span`; `line` names the line of a byte.
    pub(super) fn play(
        &mut self,
        card: Card,
        span: &Range<usize>,
        line: impl Fn(usize) -> usize,
    ) -> Result<(), Flaw> {
        let seat = self.to_play();
        let before = self.played.iter().position(|(played, _)| *played == card);
        match (self.check(seat, card), before) {
            (Ok(()), None) => {
                self.note_showing_out(seat, card);
                if let Some(hand) = &mut self.left[seat] {
                    hand.remove(card);
                }
                self.advance(card);
                self.played.push((card, span.clone()));
                Ok(())
            }
            (Err(Breach::IllegalPlay(IllegalPlay::PlayIsOver { card })), _) => {
                Err(Flaw::new(IllegalPlay::PlayIsOver { card }, span))
            }
            (_, Some(n)) => {
                let line = line(self.played[n].1.start);
                let breach = Breach::PlayedTwice { seat, card, trick: n / 4 + 1, line };
                Err(Flaw::new(breach, span))
            }
            (Err(breach), None) => Err(Flaw::new(breach, span)),
        }
    }

    /// Whether a player may play a card, as far as can be seen.
    fn check(&self, seat: Seat, card: Card) -> Result<(), Breach> {
        if self.played.len() >= self.total {
            return Err(IllegalPlay::PlayIsOver { card }.into());
        }
        let holds = |hand: &Option<Hand>| hand.is_some_and(|hand| hand.contains(card));
        let Some(hand) = self.left[seat] else {
            if self.left.iter().any(|(_, hand)| holds(hand)) {
                return Err(IllegalPlay::NotHeld { seat, card }.into());
            }
            let out = |&&(player, suit, _): &&_| (player, suit) == (seat, card.suit);
            return match self.shown_out.iter().find(out) {
                None => Ok(()),
                Some(&(.., trick)) => Err(Breach::ShownOut { seat, card, trick }),
            };
        };
        match self.trick.suit_led() {
            _ if !hand.contains(card) => Err(IllegalPlay::NotHeld { seat, card }.into()),
            Some(led) if led != card.suit && !hand[led].is_empty() => {
                Err(IllegalPlay::Revoke { seat, card, led }.into())
            }
            _ => Ok(()),
        }
    }

    fn note_showing_out(&mut self, seat: Seat, card: Card) {
        if let (None, Some(led)) = (self.left[seat], self.trick.suit_led())
            && led != card.suit
        {
            self.shown_out.push((seat, led, self.played.len() / 4 + 1));
        }
    }

    fn advance(&mut self, card: Card) {
        self.trick.push(card);
        if self.trick.is_complete()
            && let Some((winner, _)) = self.trick.winner(self.strain)
        {
            self.trick = Trick::new(winner);
        }
    }

    /// The cards, in the order of play.
    pub(super) fn cards(self) -> Vec<Card> {
        self.played.into_iter().map(|(card, _)| card).collect()
    }
}
