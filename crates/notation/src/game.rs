//! A game of a file: everything that the file says, checked, and nothing else.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fault::{Fault, Flaw, SourceText};
use super::{Annotation, Breach, Comment, Custom, scoring, words};
use falsecard_bridge::cards::{
    Auction, BySeat, Call, Card, Contract, FullDeal, Hand, Seat, Strain, Vulnerability,
};
use falsecard_bridge::play::{
    Bidding, Board, DeclaredContract, PartialPlay, Play, Position, Scoring, View,
};

/// A tag of a game, as the file has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    /// The name in the case of the file.
    pub name: String,
    /// The value without quotes and escapes. A `#` is already replaced by the inherited value.
    pub value: String,
    /// The lines of the table that follows it; empty if there is none.
    pub table: Vec<String>,
    /// The line, from 1.
    pub line: usize,
    pub(super) span: Range<usize>,
}

impl Tag {
    /// A tag without a place in a file.
    pub(super) fn new(name: &str, value: &str) -> Self {
        Self { name: name.into(), value: value.into(), table: Vec::new(), line: 1, span: 0..0 }
    }

    /// Whether it does not stand in the text of its game, but is taken from another.
    pub(super) const fn is_of_another(&self) -> bool {
        self.span.end == 0
    }
}

/// The place that a game comes from.
#[derive(Debug, Clone)]
pub(super) struct GameOrigin {
    pub(super) source: Arc<SourceText>,
    pub(super) span: Range<usize>,
    pub(super) number: usize,
    /// Whether its file says that it is written in PBN's export format.
    pub(super) is_export: bool,
}

/// The facts of a game, all consistent.
#[derive(Debug, Clone, Default)]
pub(super) struct GameFacts {
    /// All four hands.
    pub(super) hands: Option<BySeat<Hand>>,
    /// The known hands, if not all are known.
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
    /// The mark of an irregularity in the play, and its place. The play then cannot be replayed.
    pub(super) irregular: Option<(String, Range<usize>)>,
    /// The seat that the only hand is taken to belong to, if nothing says it.
    pub(super) unnamed: Option<Seat>,
}

impl GameFacts {
    /// Sets the known hands. Three hands of thirteen cards give the fourth. Hands without any card
    /// are ignored.
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

    /// The known hands.
    pub(super) fn known(&self) -> BySeat<Option<Hand>> {
        self.hands.map_or(self.shown, |hands| BySeat::from_fn(|seat| Some(hands[seat])))
    }

    /// The number of cards of a hand, equal for all; `None` if no hand is known.
    pub(super) fn length(&self) -> Option<usize> {
        self.known().iter().find_map(|(_, hand)| hand.map(Hand::len))
    }

    /// Says who leads: declarer's left-hand opponent, unless tricks have been played before the
    /// first that is told.
    pub(super) fn set_leader(&mut self, named: Option<Seat>) {
        let lead = self.declarer.map(Seat::lho);
        let is_ending = self.length().is_some_and(|length| length < 13);
        self.leader = if is_ending { named.or(lead) } else { lead.or(named) };
    }

    /// The only known hand, before any card is played: so the opening leader's. `None` for an
    /// ending.
    pub(super) fn lone_hand(&self) -> Option<Seat> {
        let known = self.known();
        let mut seats = Seat::ALL.into_iter().filter(|&seat| known[seat].is_some());
        let is_whole = self.length() == Some(13) && self.cards.is_empty();
        seats.next().filter(|_| seats.next().is_none() && is_whole)
    }

    /// Gives a hand without a named player to the leader. Returns its seat.
    pub(super) fn seat_lone_hand(&mut self) -> Option<Seat> {
        let seat = self.lone_hand()?;
        let Some(leader) = self.declarer.map(Seat::lho).filter(|_| self.unnamed.is_some()) else {
            return Some(seat);
        };
        let hand = self.shown[seat].take();
        self.shown[leader] = hand;
        self.unnamed = Some(leader);
        Some(leader)
    }
}

/// Annotations, remarks, and sections kept as text.
#[derive(Debug, Clone, Default)]
pub(super) struct Marks {
    /// Annotations by the number of the call, from 0.
    pub(super) calls: BTreeMap<usize, Annotation>,
    /// Annotations by the number of the card in the order of play, from 0.
    pub(super) cards: BTreeMap<usize, Annotation>,
    /// Remarks before the first tag.
    pub(super) head: Vec<Comment>,
    /// Remarks after a tag, by the number of the tag.
    pub(super) tags: BTreeMap<usize, Vec<Comment>>,
    /// An auction kept as text.
    pub(super) auction: Option<Raw>,
    /// A play kept as text.
    pub(super) play: Option<Raw>,
}

impl Marks {
    /// Moves the annotations of calls by this many further calls before them.
    pub(super) fn put_calls_behind(&mut self, further: usize) {
        let calls = std::mem::take(&mut self.calls);
        self.calls = calls.into_iter().map(|(number, said)| (number + further, said)).collect();
    }
}

/// A section that is kept as it stands, because what it records is no legal auction or play.
#[derive(Debug, Clone, Default, JsonSchema, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Raw {
    /// The value of its tag.
    pub(super) value: String,
    /// Its lines.
    pub(super) lines: Vec<String>,
    /// The values of its notes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) notes: Vec<String>,
}

/// One game of a file. Its facts are consistent but need not be complete.
#[derive(Debug, Clone)]
pub struct Game {
    pub(super) origin: GameOrigin,
    pub(super) tags: Vec<Tag>,
    pub(super) facts: GameFacts,
    pub(super) marks: Marks,
    pub(super) faults: Vec<Fault>,
    pub(super) customs: Vec<Custom>,
}

impl Game {
    /// The game of a play, with further tags such as `("Event", "Final")`.
    ///
    /// Tags that the play itself determines (`Deal`, `Contract` and so on) are ignored.
    pub fn from_play(play: &Play, tags: &[(&str, &str)]) -> Self {
        Self::from_partial(&play.into(), tags)
    }

    /// The game as one player sees it: his own hand, dummy's if it is faced, the bidding and the
    /// cards.
    ///
    /// `Game::from_view(&view, &[]).partial_play()?.view(view.seat())? == view`.
    pub fn from_view(view: &View, tags: &[(&str, &str)]) -> Self {
        Self::from_partial(&view.into(), tags)
    }

    /// The game of a play of which some hands may not be known.
    pub fn from_partial(play: &PartialPlay, tags: &[(&str, &str)]) -> Self {
        let bidding = play.bidding();
        let contract = bidding.contract();
        let calls: Vec<Call> = bidding.calls().map(|(_, call)| call).collect();
        let mut auction = Auction::new();
        auction.try_extend(calls).expect("the calls of a bidding are legal");
        let mut facts = GameFacts {
            dealer: bidding.dealer(),
            vulnerability: Some(bidding.vulnerability()),
            auction,
            passed_out: false,
            strain: Some(contract.strain()),
            contract: Some(contract.contract),
            declarer: Some(contract.declarer),
            leader: Some(contract.opening_leader()),
            cards: play.history().played().iter().map(|played| played.card).collect(),
            ..GameFacts::default()
        };
        facts.set_hands(BySeat::from_fn(|seat| play.dealt(seat)));
        let calls = bidding.explanations().iter().enumerate().filter_map(|(i, text)| {
            let mut said = Annotation::default();
            said.explain(text.as_deref()?);
            Some((i, said))
        });
        let marks = Marks { calls: calls.collect(), ..Marks::default() };
        let source = SourceText::new(&"".into(), String::new(), 1);
        let origin =
            GameOrigin { source: Arc::new(source), span: 0..0, number: 1, is_export: false };
        let kept = tags.iter().filter(|(name, _)| !is_fact(name));
        let names_scoring = tags.iter().any(|(name, _)| name.eq_ignore_ascii_case("Scoring"));
        let scoring = bidding.scoring().filter(|_| !names_scoring).map(scoring::word);
        let said = scoring.iter().map(|word| ("Scoring", *word));
        let tags = kept.copied().chain(said).map(|(name, value)| Tag::new(name, value)).collect();
        Self { origin, tags, facts, marks, faults: Vec::new(), customs: Vec::new() }
    }

    /// The faults of its auction and its play. A faulty auction is not among the
    /// [calls](Self::auction), and the play from the faulty card on is not among the
    /// [cards](Self::cards): both are kept as text.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// What it does not say and is understood.
    pub fn customs(&self) -> &[Custom] {
        &self.customs
    }

    /// The form of scoring: the first known word of `[Scoring]`, or else the kind of match in the
    /// `vg` pair of a vugraph file. A [problem](Game::is_problem) is judged by points, whatever its
    /// deal was played for.
    pub fn scoring(&self) -> Option<Scoring> {
        if self.is_problem() {
            return Some(Scoring::Points);
        }
        let of_match = || self.tag("LIN_vg").and_then(scoring::of_vugraph);
        self.tag("Scoring").and_then(scoring::of_tag).or_else(of_match)
    }

    /// Its number in the file, from 1, counting faulty games too.
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

    /// The value of the first tag of this name, in any case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        find(&self.tags, name).map(|tag| tag.value.as_str())
    }

    /// The four hands, if all are known: disjoint and equally long, with fewer than thirteen cards
    /// in an end position.
    pub const fn hands(&self) -> Option<&BySeat<Hand>> {
        self.facts.hands.as_ref()
    }

    /// A hand, if it is known.
    pub fn hand(&self, seat: Seat) -> Option<Hand> {
        self.facts.known()[seat]
    }

    /// The deal, if all 52 cards are given.
    pub fn deal(&self) -> Option<FullDeal> {
        let hands = self.hands()?;
        let mut builder = falsecard_bridge::cards::Builder::new();
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

    /// The calls; empty if they were not recorded or are not legal.
    pub const fn auction(&self) -> &Auction {
        &self.facts.auction
    }

    /// Whether nobody bid.
    pub const fn is_passed_out(&self) -> bool {
        self.facts.passed_out
    }

    /// The strain. An end position may have a strain and no other part of a contract.
    pub const fn strain(&self) -> Option<Strain> {
        self.facts.strain
    }

    /// The contract with its declarer.
    pub fn contract(&self) -> Option<DeclaredContract> {
        let (contract, declarer) = (self.facts.contract?, self.facts.declarer?);
        Some(DeclaredContract { contract, declarer })
    }

    /// The cards played, in order, all legal as far as the hands are known. Empty without a strain
    /// and a leader.
    pub fn cards(&self) -> &[Card] {
        &self.facts.cards
    }

    /// The annotation of a call, numbered from 0.
    pub fn call_annotation(&self, call: usize) -> Option<&Annotation> {
        self.marks.calls.get(&call)
    }

    /// The annotation of a card, numbered from 0 in the order of play.
    pub fn card_annotation(&self, card: usize) -> Option<&Annotation> {
        self.marks.cards.get(&card)
    }

    /// Whether the play ended before the last card, by a claim or a concession.
    pub const fn is_claimed(&self) -> bool {
        self.facts.claimed
    }

    /// The tricks that declarer took, 0 to 13: from `[Result]`, or else from a play of 52 cards.
    pub fn result(&self) -> Option<u8> {
        self.said_result().or_else(|| self.facts.taken())
    }

    /// The value of `[Result]`.
    fn said_result(&self) -> Option<u8> {
        let declarer = self.facts.declarer;
        self.tag("Result").and_then(|text| words::result(text, declarer))
    }

    /// Dealer, vulnerability, auction, contract and explanations. If no vulnerability is given,
    /// nobody is vulnerable. The auction may be missing, and then the dealer too.
    ///
    /// # Errors
    ///
    /// A [`Fault`] if the contract or its declarer is missing, or if the board was passed out.
    pub fn bidding(&self) -> Result<Arc<Bidding>, Fault> {
        if self.facts.passed_out {
            return Err(self.fault("Contract", Breach::NoPlay));
        }
        self.facts.contract.ok_or_else(|| self.missing("Contract", "a board"))?;
        let contract = self.contract().ok_or_else(|| self.missing("Declarer", "a board"))?;
        let vulnerability = self.vulnerability().unwrap_or(Vulnerability::NONE);
        let Some(dealer) = self.dealer() else {
            let bidding = Bidding::of_contract(vulnerability, contract);
            return Ok(Arc::new(bidding.scored(self.scoring())));
        };
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
    /// A [`Fault`] if one of the 52 cards is missing, and those of [`bidding`](Self::bidding).
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
    /// A [`Fault`] as for [`board`](Self::board), or if the play has an irregularity.
    pub fn play(&self) -> Result<Play, Fault> {
        let mut play = Play::new(self.board()?);
        self.check_regular()?;
        for &card in self.cards() {
            play.play(card).map_err(|why| self.fault("Play", why.into()))?;
        }
        Ok(play)
    }

    /// The play so far, with the known hands. The player's own hand and dummy's are enough to ask
    /// for his card; before the opening lead his own is.
    ///
    /// # Errors
    ///
    /// A [`Fault`] as for [`bidding`](Self::bidding), or if no hand is given, if the deal is an end
    /// position, if the play has an irregularity, or if hands and cards contradict each other.
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

    /// The position now, for a double-dummy solver. In contrast to [`play`](Self::play), a strain
    /// and a leader are enough, and the deal may be an end position. The seat in `[Play]` leads to
    /// an end position, or else declarer's left-hand opponent.
    ///
    /// # Errors
    ///
    /// A [`Fault`] if the hands, the strain or the leader is missing, or if the play has an
    /// irregularity.
    pub fn position(&self) -> Result<Position, Fault> {
        let mut position = self.first_position()?;
        for &card in self.cards() {
            position.play(card).map_err(|why| self.fault("Play", why.into()))?;
        }
        Ok(position)
    }

    /// The position before the first card of the play that is recorded.
    ///
    /// # Errors
    ///
    /// A [`Fault`] as for [`position`](Self::position).
    pub fn first_position(&self) -> Result<Position, Fault> {
        let hands = *self.hands().ok_or_else(|| self.missing("Deal", "a position"))?;
        let strain = self.strain().ok_or_else(|| self.missing("Contract", "a position"))?;
        let leader = self.facts.leader.ok_or_else(|| self.missing("Declarer", "a position"))?;
        self.check_regular()?;
        let position = Position::new(hands, strain, leader);
        Ok(position.expect("a game's hands are disjoint and as long"))
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

    /// A fault at a tag, or at the beginning of the game if it has no such tag.
    pub(super) fn fault(&self, tag: &str, breach: Breach) -> Fault {
        let span = find(&self.tags, tag).map_or(&self.origin.span, |tag| &tag.span);
        Fault::new(&self.origin.source, Flaw::new(breach, span))
    }

    /// The cards that a tag lists, separated by blanks or commas; empty if there is no such tag.
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

/// Whether a tag states a fact that a [`Play`] contains.
pub(super) fn is_fact(name: &str) -> bool {
    const FACTS: [&str; 7] =
        ["Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play"];
    FACTS.iter().any(|fact| fact.eq_ignore_ascii_case(name))
}
