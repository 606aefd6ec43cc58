//! Checks that the parts of a game agree: contract and auction, cards and hands.

use std::ops::Range;

use super::Breach;
use super::deviation::Deviation;
use super::fault::Flaw;
use super::findings::TextFindings;
use super::game::GameFacts;
use super::words::column;
use falsecard_bridge::cards::{
    Auction, BySeat, Call, Card, Contract, Hand, Penalty, Seat, Strain, clockwise,
};
use falsecard_bridge::play::{
    Bidding, BiddingError, DeclaredContract, IllegalPlay, PartialPosition, Trick,
};

/// A contract as a file states it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) enum StatedContract {
    #[default]
    Nothing,
    Pass,
    Strain(Strain),
    Contract(Contract),
}

/// Whether an unfinished auction can have led to the contract named.
pub(super) fn goes_on_to(auction: &Auction, named: StatedContract) -> bool {
    let last = auction.iter().rev().find_map(|call| match call {
        Call::Bid(bid) => Some(*bid),
        _ => None,
    });
    !auction.has_ended()
        && match named {
            StatedContract::Nothing | StatedContract::Strain(_) => false,
            StatedContract::Pass => last.is_none(),
            StatedContract::Contract(contract) => last.is_none_or(|last| contract.bid >= last),
        }
}

/// The omissions of an auction, or of the contract stated, as the other shows them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Omissions {
    /// The number of passes before the opening bid.
    pub(super) passes: usize,
    /// The contract bid, if it was doubled, and the contract named says nothing of that.
    pub(super) doubled: Option<DeclaredContract>,
}

impl Omissions {
    /// Notes the omissions: passes before the first call, the double in the contract stated.
    pub(super) fn note(
        self,
        call: &Range<usize>,
        named: &Range<usize>,
        findings: &mut TextFindings,
    ) {
        if let Self { passes: passes @ 1.., .. } = self {
            findings.note(Deviation::LeftOutPasses { passes }, call);
        }
        if let Some(bid) = self.doubled {
            findings.note(Deviation::LeftOutDouble { bid }, named);
        }
    }
}

/// Determines the contract from the auction and the contract named, and who leads by the file. Adds
/// the passes before the opening bid that are left out. An auction that contradicts the rest is
/// dropped, with the error; then the contract named counts alone.
pub(super) fn contract(
    facts: &mut GameFacts,
    named: StatedContract,
    leader: Option<Seat>,
) -> Result<Omissions, Breach> {
    let settled = by_auction(facts, named, leader);
    if settled.is_err() {
        facts.auction = Auction::new();
    }
    if facts.auction.is_empty() {
        facts.passed_out = matches!(named, StatedContract::Pass);
        match named {
            StatedContract::Strain(strain) => facts.strain = Some(strain),
            StatedContract::Contract(contract) => facts.contract = Some(contract),
            StatedContract::Nothing | StatedContract::Pass => {}
        }
    }
    facts.strain = facts.contract.map(|contract| contract.bid.strain).or(facts.strain);
    settled
}

fn by_auction(
    facts: &mut GameFacts,
    named: StatedContract,
    leader: Option<Seat>,
) -> Result<Omissions, Breach> {
    let nothing = Omissions::default();
    let Some(dealer) = facts.dealer.filter(|_| !facts.auction.is_empty()) else {
        return Ok(nothing);
    };
    if !facts.auction.has_ended() {
        let is_named = matches!(named, StatedContract::Pass | StatedContract::Contract(_));
        return if is_named { Err(BiddingError::NotEnded.into()) } else { Ok(nothing) };
    }
    let bid = Bidding::contract_of(dealer, &facts.auction);
    let is_told =
        |bid: &DeclaredContract| named != StatedContract::Contract(undoubled(bid.contract));
    let doubled = bid.filter(|bid| bid.contract.penalty != Penalty::Undoubled && !is_told(bid));
    let named = doubled.map_or(named, |bid| StatedContract::Contract(bid.contract));
    let passes = match check_named(named, facts.declarer, bid) {
        Ok(()) => 0,
        Err(why) => passes_left_out(facts, named, leader, bid).ok_or(why)?,
    };
    let bid = bid.map(|bid| DeclaredContract { declarer: clockwise(bid.declarer, passes), ..bid });
    facts.auction = behind_passes(&facts.auction, passes);
    facts.passed_out = bid.is_none();
    (facts.contract, facts.declarer) = (bid.map(|bid| bid.contract), bid.map(|bid| bid.declarer));
    Ok(Omissions { passes, doubled: bid.filter(|_| doubled.is_some()) })
}

fn undoubled(contract: Contract) -> Contract {
    Contract { penalty: Penalty::Undoubled, ..contract }
}

/// The number of passes before the opening bid that are left out, with which the declarer stated
/// declares. `None` if a pass is recorded, if another contract is stated, or if the leader agrees
/// with the auction as it is.
fn passes_left_out(
    facts: &GameFacts,
    named: StatedContract,
    leader: Option<Seat>,
    bid: Option<DeclaredContract>,
) -> Option<usize> {
    let (bid, declarer) = (bid?, facts.declarer?);
    let is_opened = matches!(facts.auction.first(), Some(Call::Bid(_)));
    let fits = check_named(named, None, Some(bid)).is_ok();
    let is_against = facts.swapped || leader == Some(bid.declarer.lho());
    (is_opened && fits && !is_against).then(|| column(declarer, bid.declarer))
}

/// The calls of an auction after this many passes.
fn behind_passes(auction: &Auction, passes: usize) -> Auction {
    let mut whole = Auction::new();
    let calls = std::iter::repeat_n(Call::Pass, passes).chain(auction.iter().copied());
    whole.try_extend(calls).expect("three passes or fewer leave what follows legal");
    whole
}

/// Compares the contract that was bid with the contract named.
fn check_named(
    named: StatedContract,
    declarer: Option<Seat>,
    bid: Option<DeclaredContract>,
) -> Result<(), Breach> {
    match (named, bid) {
        (StatedContract::Contract(named), None) => Err(Breach::PassedOut { named }),
        (_, None) => Ok(()),
        (StatedContract::Pass, Some(bid)) => Err(Breach::NotPassedOut { bid }),
        (StatedContract::Strain(named), Some(bid)) if named != bid.strain() => {
            Err(Breach::OtherStrain { bid, named })
        }
        (_, Some(bid)) => {
            let contract = if let StatedContract::Contract(contract) = named {
                contract
            } else {
                bid.contract
            };
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
    /// The known hands, as dealt.
    hands: BySeat<Option<Hand>>,
    played: Vec<(Card, Range<usize>)>,
}

impl Replay {
    /// The position before the first card. The known hands must be disjoint and equally long.
    pub(super) fn new(hands: BySeat<Option<Hand>>, strain: Strain, leader: Seat) -> Self {
        let position = PartialPosition::new(hands, strain, leader);
        let position = position.expect("the hands of a game are disjoint and as long");
        Self { position, hands, played: Vec::new() }
    }

    /// Whether a card may have been dealt to a player.
    pub(super) fn may_be_of(&self, card: Card, seat: Seat) -> bool {
        let is_in = |hand: Option<Hand>| hand.is_some_and(|hand| hand.contains(card));
        match self.hands[seat] {
            Some(hand) => hand.contains(card),
            None => !Seat::ALL.into_iter().any(|other| is_in(self.hands[other])),
        }
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
