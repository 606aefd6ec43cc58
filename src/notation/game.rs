//! A game as a file tells it: everything that it says, checked, nothing that it does not say.

use std::ops::Range;
use std::sync::Arc;

use super::fault::{Fault, Flaw, Source};
use super::{Breach, words};
use crate::cards::{
    Auction, BySeat, Call, Card, Contract, FullDeal, Hand, Seat, Strain, Vulnerability,
};
use crate::play::{Bidding, Board, DeclaredContract, Play, Position};

/// A tag that a file says about a game, as it stands there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    /// The name in the case of the file.
    pub name: String,
    /// The value without its quotes and escapes.
    pub value: String,
    /// The line, from 1.
    pub line: usize,
    pub(super) span: Range<usize>,
}

/// Where a game comes from.
#[derive(Debug, Clone)]
pub(super) struct Origin {
    pub(super) source: Arc<Source>,
    pub(super) span: Range<usize>,
    pub(super) number: usize,
}

/// What is known of a game, all of it consistent.
#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    pub(super) hands: Option<BySeat<Hand>>,
    pub(super) dealer: Option<Seat>,
    pub(super) vulnerability: Option<Vulnerability>,
    pub(super) auction: Auction,
    pub(super) passed_out: bool,
    pub(super) strain: Option<Strain>,
    pub(super) contract: Option<Contract>,
    pub(super) declarer: Option<Seat>,
    pub(super) leader: Option<Seat>,
    pub(super) cards: Vec<Card>,
}

/// One game of a file. Whatever it says is consistent; it need not say everything.
#[derive(Debug, Clone)]
pub struct Game {
    pub(super) origin: Origin,
    pub(super) tags: Vec<Tag>,
    pub(super) facts: Facts,
}

impl Game {
    /// A game with a play, and tags that say more about it, such as `("Event", "Final")`.
    ///
    /// Tags that the play itself answers (the deal, the contract …) are left out.
    pub fn from_play(play: &Play, tags: &[(&str, &str)]) -> Self {
        let bidding = play.bidding();
        let contract = bidding.contract();
        let calls: Vec<Call> = bidding.calls().map(|(_, call)| call).collect();
        let mut auction = Auction::new();
        auction.try_extend(calls).expect("the calls of a bidding are legal");
        let facts = Facts {
            hands: Some(BySeat::from_fn(|seat| play.deal()[seat])),
            dealer: Some(bidding.dealer()),
            vulnerability: Some(bidding.vulnerability()),
            auction,
            passed_out: false,
            strain: Some(contract.strain()),
            contract: Some(contract.contract),
            declarer: Some(contract.declarer),
            leader: Some(contract.opening_leader()),
            cards: play.history().played().iter().map(|played| played.card).collect(),
        };
        let source = Source::new("", b"").expect("an empty file is not too large");
        let origin = Origin { source: Arc::new(source), span: 0..0, number: 1 };
        let tag = |&(name, value): &(&str, &str)| Tag {
            name: name.into(),
            value: value.into(),
            line: 1,
            span: 0..0,
        };
        let kept = tags.iter().filter(|(name, _)| !is_fact(name));
        Self { origin, tags: kept.map(tag).collect(), facts }
    }

    /// Its place in the file, from 1, bad games counted too.
    pub const fn number(&self) -> usize {
        self.origin.number
    }

    /// The line at which it begins, from 1.
    pub fn line(&self) -> usize {
        self.origin.source.line(self.origin.span.start)
    }

    /// All its tags, in the order of the file.
    pub fn tags(&self) -> &[Tag] {
        &self.tags
    }

    /// The value of the first tag of this name, in capitals or not.
    pub fn tag(&self, name: &str) -> Option<&str> {
        find(&self.tags, name).map(|tag| tag.value.as_str())
    }

    /// The four hands: disjoint, and of one length, which is less than thirteen in an end position.
    pub const fn hands(&self) -> Option<&BySeat<Hand>> {
        self.facts.hands.as_ref()
    }

    /// The deal, if all 52 cards are given.
    pub fn deal(&self) -> Option<FullDeal> {
        let hands = self.hands()?;
        let mut builder = crate::cards::Builder::new();
        for (seat, &hand) in hands.iter() {
            builder[seat] = hand;
        }
        builder.build_full().ok()
    }

    /// Who made, or is to make, the first call.
    pub const fn dealer(&self) -> Option<Seat> {
        self.facts.dealer
    }

    /// Who is vulnerable.
    pub const fn vulnerability(&self) -> Option<Vulnerability> {
        self.facts.vulnerability
    }

    /// The calls; none if they were not recorded.
    pub const fn auction(&self) -> &Auction {
        &self.facts.auction
    }

    /// Whether nobody bid.
    pub const fn is_passed_out(&self) -> bool {
        self.facts.passed_out
    }

    /// The strain in which it is played. An end position may have no more of a contract.
    pub const fn strain(&self) -> Option<Strain> {
        self.facts.strain
    }

    /// The contract with its declarer.
    pub fn contract(&self) -> Option<DeclaredContract> {
        let (contract, declarer) = (self.facts.contract?, self.facts.declarer?);
        Some(DeclaredContract { contract, declarer })
    }

    /// The cards played, in the order of play: legal ones. Without a deal, a strain and a leader
    /// they cannot be read, and there are none.
    pub fn cards(&self) -> &[Card] {
        &self.facts.cards
    }

    /// The board: the deal with its auction and contract. A vulnerability that is not given is
    /// none; an auction need not be given.
    ///
    /// # Errors
    ///
    /// A [`Fault`] that names what is missing: the deal (all 52 cards), the dealer, the contract
    /// or its declarer.
    pub fn board(&self) -> Result<Board, Fault> {
        let found = self.hands().map(|hands| hands[Seat::North].len());
        let found = found.ok_or_else(|| self.missing("Deal", "a board"))?;
        let deal = self.deal().ok_or_else(|| self.fault("Deal", Breach::EndPosition { found }))?;
        let dealer = self.dealer().ok_or_else(|| self.missing("Dealer", "a board"))?;
        if self.facts.passed_out {
            return Err(self.fault("Contract", Breach::NoPlay));
        }
        self.facts.contract.ok_or_else(|| self.missing("Contract", "a board"))?;
        let contract = self.contract().ok_or_else(|| self.missing("Declarer", "a board"))?;
        let vulnerability = self.vulnerability().unwrap_or(Vulnerability::NONE);
        let auction = self.auction().clone();
        let bidding = Bidding::new(dealer, vulnerability, auction, contract);
        let bidding = bidding.map_err(|breach| self.fault("Contract", breach.into()))?;
        Ok(Board::new(deal, Arc::new(bidding)))
    }

    /// The play so far.
    ///
    /// # Errors
    ///
    /// As [`board`](Self::board).
    pub fn play(&self) -> Result<Play, Fault> {
        let mut play = Play::new(self.board()?);
        for &card in self.cards() {
            play.play(card).map_err(|why| self.fault("Play", why.into()))?;
        }
        Ok(play)
    }

    /// The position now, for a double-dummy solver. It needs less than [`play`](Self::play): a
    /// strain and a leader will do, and the deal may be an end position, to which the seat in
    /// `[Play]` leads, or else declarer's left-hand opponent.
    ///
    /// # Errors
    ///
    /// A [`Fault`] that names what is missing.
    pub fn position(&self) -> Result<Position, Fault> {
        let hands = *self.hands().ok_or_else(|| self.missing("Deal", "a position"))?;
        let strain = self.strain().ok_or_else(|| self.missing("Contract", "a position"))?;
        let leader = self.facts.leader.ok_or_else(|| self.missing("Declarer", "a position"))?;
        let mut position =
            Position::new(hands, strain, leader).expect("a game's hands are disjoint and as long");
        for &card in self.cards() {
            position.play(card).map_err(|why| self.fault("Play", why.into()))?;
        }
        Ok(position)
    }

    fn missing(&self, tag: &'static str, needed_by: &'static str) -> Fault {
        self.fault(tag, Breach::MissingTag { tag, needed_by })
    }

    /// A fault at a tag, or at the head of the game if it has no such tag.
    pub(super) fn fault(&self, tag: &str, breach: Breach) -> Fault {
        let span = find(&self.tags, tag).map_or(&self.origin.span, |tag| &tag.span);
        Fault::new(&self.origin.source, Flaw::new(breach, span))
    }

    /// The cards that a tag lists, separated by blanks or commas; none if there is no such tag.
    pub(super) fn card_list(&self, tag: &str) -> Result<Vec<Card>, Fault> {
        let value = self.tag(tag).unwrap_or_default();
        let words = value.split([' ', ',', '\t']).filter(|word| !words::is_unknown(word));
        words
            .map(|word| {
                let unknown = || Breach::UnknownCard { text: words::quoted(word) };
                words::card(word).ok_or_else(|| self.fault(tag, unknown()))
            })
            .collect()
    }
}

/// The first tag of a name.
pub(super) fn find<'a>(tags: &'a [Tag], name: &str) -> Option<&'a Tag> {
    tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))
}

/// Whether a tag states what a [`Play`] knows.
pub(super) fn is_fact(name: &str) -> bool {
    const FACTS: [&str; 7] =
        ["Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play"];
    FACTS.iter().any(|fact| fact.eq_ignore_ascii_case(name))
}
