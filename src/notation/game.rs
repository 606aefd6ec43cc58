//! A game as a file tells it: everything that it says, checked, nothing that it does not say.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::fault::{Fault, Flaw, Source};
use super::{Annotation, Breach, Comment, scoring, words};
use crate::cards::{
    Auction, BySeat, Call, Card, Contract, FullDeal, Hand, Seat, Strain, Vulnerability,
};
use crate::play::{Bidding, Board, DeclaredContract, PartialPlay, Play, Position, View};

/// A tag that a file says about a game, as it stands there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    /// The name in the case of the file.
    pub name: String,
    /// The value without its quotes and escapes; inherited already where it said `#`.
    pub value: String,
    /// The lines of the table that follows it, none if it heads no table.
    pub table: Vec<String>,
    /// The line, from 1.
    pub line: usize,
    pub(super) span: Range<usize>,
}

impl Tag {
    /// A tag that stands nowhere.
    pub(super) fn new(name: &str, value: &str) -> Self {
        Self { name: name.into(), value: value.into(), table: Vec::new(), line: 1, span: 0..0 }
    }
}

/// Where a game comes from.
#[derive(Debug, Clone)]
pub(super) struct Origin {
    pub(super) source: Arc<Source>,
    pub(super) span: Range<usize>,
    pub(super) number: usize,
    /// Whether its file says that it is written in PBN's export format.
    pub(super) is_export: bool,
}

/// What is known of a game, all of it consistent.
#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    /// All four hands.
    pub(super) hands: Option<BySeat<Hand>>,
    /// Those of the hands that are known when not all are.
    pub(super) shown: BySeat<Option<Hand>>,
    pub(super) dealer: Option<Seat>,
    pub(super) vulnerability: Option<Vulnerability>,
    pub(super) auction: Auction,
    pub(super) passed_out: bool,
    pub(super) strain: Option<Strain>,
    pub(super) contract: Option<Contract>,
    pub(super) declarer: Option<Seat>,
    /// Whether declarer and dummy have changed places (`^S`).
    pub(super) swapped: bool,
    pub(super) leader: Option<Seat>,
    pub(super) cards: Vec<Card>,
    /// Whether the play has ended before the last card: a claim.
    pub(super) claimed: bool,
    /// Where the play has an irregularity, so that it cannot be replayed.
    pub(super) irregular: Option<(String, Range<usize>)>,
}

impl Facts {
    /// Takes the hands that are known. The hand of the fourth player is what three of thirteen
    /// leave. A deal without a card says nothing.
    pub(super) fn set_hands(&mut self, hands: BySeat<Option<Hand>>) {
        let known: Vec<Hand> = hands.iter().filter_map(|(_, hand)| *hand).collect();
        if known.iter().all(|hand| hand.is_empty()) {
            return;
        }
        let rest = known.iter().fold(Hand::ALL, |rest, &hand| rest - hand);
        match known.len() {
            4 => self.hands = Some(BySeat::from_fn(|seat| hands[seat].unwrap_or_default())),
            3 if rest.len() == 13 => {
                self.hands = Some(BySeat::from_fn(|seat| hands[seat].unwrap_or(rest)));
            }
            _ => self.shown = hands,
        }
    }

    /// What is known of the hands.
    pub(super) fn known(&self) -> BySeat<Option<Hand>> {
        self.hands.map_or(self.shown, |hands| BySeat::from_fn(|seat| Some(hands[seat])))
    }

    /// How many cards a hand has, which is the same for all; nothing if none is known.
    pub(super) fn length(&self) -> Option<usize> {
        self.known().iter().find_map(|(_, hand)| hand.map(Hand::len))
    }

    /// Says who leads: declarer's left-hand opponent, unless tricks have been played before the first that is told.
    pub(super) fn set_leader(&mut self, named: Option<Seat>) {
        let lead = self.declarer.map(Seat::lho);
        let is_ending = self.length().is_some_and(|length| length < 13);
        self.leader = if is_ending { named.or(lead) } else { lead.or(named) };
    }
}

/// What a file says beside the facts.
#[derive(Debug, Clone, Default)]
pub(super) struct Marks {
    /// By the number of the call, from 0.
    pub(super) calls: BTreeMap<usize, Annotation>,
    /// By the number of the card in the order of play, from 0.
    pub(super) cards: BTreeMap<usize, Annotation>,
    /// Remarks before the first tag.
    pub(super) head: Vec<Comment>,
    /// Remarks behind a tag, by its number.
    pub(super) tags: BTreeMap<usize, Vec<Comment>>,
    /// An auction that is kept as it stands.
    pub(super) auction: Option<Raw>,
    /// A play that is kept as it stands.
    pub(super) play: Option<Raw>,
}

/// A section that is kept as it stands, because what it records is no legal auction or play.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Raw {
    pub(super) value: String,
    pub(super) lines: Vec<String>,
    /// The values of its notes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) notes: Vec<String>,
}

/// One game of a file. Whatever it says is consistent; it need not say everything.
#[derive(Debug, Clone)]
pub struct Game {
    pub(super) origin: Origin,
    pub(super) tags: Vec<Tag>,
    pub(super) facts: Facts,
    pub(super) marks: Marks,
    pub(super) faults: Vec<Fault>,
}

impl Game {
    /// A game with a play, and tags that say more about it, such as `("Event", "Final")`.
    ///
    /// Tags that the play itself answers (the deal, the contract …) are left out.
    pub fn from_play(play: &Play, tags: &[(&str, &str)]) -> Self {
        Self::of(&play.into(), tags)
    }

    /// The game as one player has it before him: his own hand, dummy's when it is faced, the bidding and
    /// the cards.
    ///
    /// The law: `Game::from_view(&view, &[]).partial_play()?.view(view.seat())? == view`.
    pub fn from_view(view: &View, tags: &[(&str, &str)]) -> Self {
        Self::of(&view.into(), tags)
    }

    fn of(play: &PartialPlay, tags: &[(&str, &str)]) -> Self {
        let bidding = play.bidding();
        let contract = bidding.contract();
        let calls: Vec<Call> = bidding.calls().map(|(_, call)| call).collect();
        let mut auction = Auction::new();
        auction.try_extend(calls).expect("the calls of a bidding are legal");
        let mut facts = Facts {
            dealer: Some(bidding.dealer()),
            vulnerability: Some(bidding.vulnerability()),
            auction,
            passed_out: false,
            strain: Some(contract.strain()),
            contract: Some(contract.contract),
            declarer: Some(contract.declarer),
            leader: Some(contract.opening_leader()),
            cards: play.history().played().iter().map(|played| played.card).collect(),
            ..Facts::default()
        };
        facts.set_hands(BySeat::from_fn(|seat| play.dealt(seat)));
        let calls = bidding.explanations().iter().enumerate().filter_map(|(i, text)| {
            let mut said = Annotation::default();
            said.explain(text.as_deref()?);
            Some((i, said))
        });
        let marks = Marks { calls: calls.collect(), ..Marks::default() };
        let source = Source::new(&"".into(), String::new(), 1);
        let origin = Origin { source: Arc::new(source), span: 0..0, number: 1, is_export: false };
        let kept = tags.iter().filter(|(name, _)| !is_fact(name));
        let names_scoring = tags.iter().any(|(name, _)| name.eq_ignore_ascii_case("Scoring"));
        let scoring = bidding.scoring().filter(|_| !names_scoring).map(scoring::word);
        let said = scoring.iter().map(|word| ("Scoring", *word));
        let tags = kept.copied().chain(said).map(|(name, value)| Tag::new(name, value)).collect();
        Self { origin, tags, facts, marks, faults: Vec::new() }
    }

    /// What is wrong with its auction or its play. What is at fault is kept as text, and is not among
    /// the [calls](Self::auction) and [cards](Self::cards): the auction as a whole, the play from the
    /// card at fault on.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
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

    /// What is known of a hand; nothing if the file leaves it open.
    pub fn hand(&self, seat: Seat) -> Option<Hand> {
        self.facts.known()[seat]
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

    /// The calls; none if they were not recorded, or not as the laws have it.
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

    /// The cards played, in the order of play: legal ones, as far as the hands are known. Without a
    /// strain and a leader they cannot be read, and there are none.
    pub fn cards(&self) -> &[Card] {
        &self.facts.cards
    }

    /// What is said of a call beside the call; the first is 0.
    pub fn call_annotation(&self, call: usize) -> Option<&Annotation> {
        self.marks.calls.get(&call)
    }

    /// What is said of a card beside the card; the first in the order of play is 0.
    pub fn card_annotation(&self, card: usize) -> Option<&Annotation> {
        self.marks.cards.get(&card)
    }

    /// Whether the play ended before the last card, by a claim or a concession.
    pub const fn is_claimed(&self) -> bool {
        self.facts.claimed
    }

    /// The tricks that declarer took, 0 to 13: what the file says, else what a play of 52 cards
    /// says.
    pub fn result(&self) -> Option<u8> {
        self.said_result().or_else(|| self.facts.taken())
    }

    /// What `[Result]` says.
    fn said_result(&self) -> Option<u8> {
        let declarer = self.facts.declarer;
        self.tag("Result").and_then(|text| words::result(text, declarer))
    }

    /// What everybody knows before the opening lead: the auction, the contract and who is vulnerable. A
    /// vulnerability that is not given is none; an auction need not be given. What the players said of
    /// their calls goes with it.
    ///
    /// # Errors
    ///
    /// A [`Fault`] that names what is missing: the dealer, the contract or its declarer.
    pub fn bidding(&self) -> Result<Arc<Bidding>, Fault> {
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
        let told = |(&call, said): (&usize, &Annotation)| Some((call, said.explanation.clone()?));
        let bidding = bidding.explained(self.marks.calls.iter().filter_map(told));
        Ok(Arc::new(bidding.scored(self.scoring())))
    }

    /// The board: the deal with its [bidding](Self::bidding).
    ///
    /// # Errors
    ///
    /// A [`Fault`] that names what is missing: the deal (all 52 cards), or what the bidding lacks.
    pub fn board(&self) -> Result<Board, Fault> {
        let found = self.hands().map(|hands| hands[Seat::North].len());
        let found = found.ok_or_else(|| self.missing("Deal", "a board"))?;
        let deal = self.deal().ok_or_else(|| self.fault("Deal", Breach::EndPosition { found }))?;
        Ok(Board::new(deal, self.bidding()?))
    }

    /// The play so far, with all four hands.
    ///
    /// # Errors
    ///
    /// As [`board`](Self::board); and where the play has an irregularity.
    pub fn play(&self) -> Result<Play, Fault> {
        let mut play = Play::new(self.board()?);
        self.check_regular()?;
        for &card in self.cards() {
            play.play(card).map_err(|why| self.fault("Play", why.into()))?;
        }
        Ok(play)
    }

    /// The play so far, with those hands that the game shows: two are enough to ask what one player
    /// should play, and before the opening lead his own.
    ///
    /// # Errors
    ///
    /// As [`bidding`](Self::bidding); where the play has an irregularity; where no hand is given; and where
    /// hands and cards cannot be as they are told.
    pub fn partial_play(&self) -> Result<PartialPlay, Fault> {
        let hands = BySeat::from_fn(|seat| self.hand(seat));
        if hands.iter().all(|(_, hand)| hand.is_none()) {
            return Err(self.missing("Deal", "a decision"));
        }
        if let Some(hands) = self.hands()
            && let found = hands[Seat::North].len()
            && found < 13
        {
            return Err(self.fault("Deal", Breach::EndPosition { found }));
        }
        let bidding = self.bidding()?;
        self.check_regular()?;
        let play = PartialPlay::new(hands, bidding);
        let mut play = play.map_err(|why| self.fault("Deal", why.into()))?;
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
        self.check_regular()?;
        let mut position =
            Position::new(hands, strain, leader).expect("a game's hands are disjoint and as long");
        for &card in self.cards() {
            position.play(card).map_err(|why| self.fault("Play", why.into()))?;
        }
        Ok(position)
    }

    fn check_regular(&self) -> Result<(), Fault> {
        match &self.facts.irregular {
            None => Ok(()),
            Some((text, span)) => {
                let breach = Breach::Irregularity { text: text.clone() };
                Err(Fault::new(&self.origin.source, Flaw::new(breach, span)))
            }
        }
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
