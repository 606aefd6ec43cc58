//! Builds a game from the parts that a LIN file, a JSON record or typed text gives: calls and cards
//! in order.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::agree::{self, Replay, StatedContract};
use super::fault::{Cost, Flaw, SourceText};
use super::findings::TextFindings;
use super::game::{Game, GameFacts, GameOrigin, Marks, Raw, Tag};
use super::{Annotation, Breach, Comment, Custom, Deviation, Manner, outcome, values, words};
use falsecard_bridge::cards::{Auction, BySeat, Call, Card, Hand, Seat, Vulnerability, clockwise};

/// A call or a card as a word of a file, with its place and its annotation.
#[derive(Debug, Clone)]
pub(super) struct SourceWord<T> {
    /// The word as written.
    pub(super) word: String,
    /// The call or card, if the word can be read.
    pub(super) what: Option<T>,
    pub(super) span: Range<usize>,
    pub(super) said: Annotation,
}

impl<T> SourceWord<T> {
    pub(super) fn new(word: &str, what: Option<T>, span: Range<usize>) -> Self {
        Self { word: word.to_owned(), what, span, said: Annotation::default() }
    }
}

/// The parts of a game as a file gives them, each on its own.
#[derive(Debug, Default)]
pub(super) struct Account {
    pub(super) hands: BySeat<Option<Hand>>,
    /// The seat that the only hand is taken to belong to, if nothing says it.
    pub(super) unnamed: Option<Seat>,
    /// What is understood without being said.
    pub(super) customs: Vec<Custom>,
    pub(super) dealer: Option<Seat>,
    pub(super) vulnerability: Option<Vulnerability>,
    pub(super) named: StatedContract,
    /// The place of the contract named.
    pub(super) named_at: Range<usize>,
    pub(super) declarer: Option<Seat>,
    pub(super) swapped: bool,
    pub(super) leader: Option<Seat>,
    pub(super) calls: Vec<SourceWord<Call>>,
    pub(super) cards: Vec<SourceWord<Card>>,
    pub(super) claimed: bool,
    pub(super) tags: Vec<Tag>,
    /// Remarks after tags, by the number of the tag.
    pub(super) tag_comments: BTreeMap<usize, Vec<Comment>>,
    pub(super) head: Vec<Comment>,
    pub(super) auction: Option<Raw>,
    pub(super) play: Option<Raw>,
}

impl Account {
    /// Adds a tag with its table and the remarks after it. If an equal tag exists, only its remarks
    /// are set.
    pub(super) fn tag(
        &mut self,
        name: &str,
        value: &str,
        table: Vec<String>,
        comments: Vec<Comment>,
    ) {
        let same = |tag: &Tag| tag.name.eq_ignore_ascii_case(name) && tag.value == value;
        let known = self.tags.iter().position(|tag| same(tag) && !comments.is_empty());
        let number = known.unwrap_or(self.tags.len());
        if number == self.tags.len() {
            self.tags.push(Tag { table, ..Tag::new(name, value) });
        }
        if !comments.is_empty() {
            self.tag_comments.entry(number).or_default().extend(comments);
        }
    }

    /// Builds the game. Flaws go to the findings: they cost the auction or the play.
    pub(super) fn game(
        mut self,
        (source, number): (&Arc<SourceText>, usize),
        findings: &mut TextFindings,
    ) -> Game {
        let mut facts = GameFacts {
            dealer: self.dealer,
            vulnerability: self.vulnerability,
            declarer: self.declarer,
            swapped: self.swapped,
            unnamed: self.unnamed,
            ..GameFacts::default()
        };
        facts.set_hands(self.hands);
        let mut marks = Marks {
            head: std::mem::take(&mut self.head),
            tags: std::mem::take(&mut self.tag_comments),
            ..Marks::default()
        };
        if let Err(flaw) = self.bid(&mut facts, &mut marks, findings) {
            self.cut_auction(flaw, &mut facts, &mut marks, findings);
        }
        self.settle(&mut facts, &mut marks, findings);
        if let Err(flaw) = self.play_out(&mut facts, &mut marks, source) {
            self.cut_play(flaw, &facts, &mut marks, findings);
        }
        facts.claimed =
            self.claimed && facts.cards.len() < 52 && self.cards.len() == facts.cards.len();
        if let Some(text) = self.play.as_ref().and_then(irregularity) {
            facts.irregular = Some((text, 0..0));
        }
        (marks.auction, marks.play) = (self.auction, self.play);
        values::check(&self.tags, findings);
        outcome::check(&self.tags, &facts, findings);
        let faults = findings.take_cuts(source);
        let source = Arc::clone(source);
        let origin = GameOrigin { source, span: 0..0, number, is_export: false };
        Game { origin, tags: self.tags, facts, marks, faults, customs: self.customs }
    }

    /// Determines the contract. An auction that contradicts the rest is cut.
    fn settle(&self, facts: &mut GameFacts, marks: &mut Marks, findings: &mut TextFindings) {
        match agree::contract(facts, self.named, self.leader) {
            Ok(left_out) => {
                let first = self.calls.first().map_or(0..0, |call| call.span.clone());
                left_out.note(&first, &self.named_at, findings);
                marks.put_calls_behind(left_out.passes);
            }
            Err(breach) => {
                self.cut_auction(Flaw::new(breach, &self.named_at), facts, marks, findings);
            }
        }
    }

    /// Drops an auction with a flaw, and keeps it as a remark.
    fn cut_auction(
        &self,
        flaw: Flaw,
        facts: &mut GameFacts,
        marks: &mut Marks,
        findings: &mut TextFindings,
    ) {
        findings.cuts.push((flaw, Cost::Auction));
        facts.auction = Auction::new();
        marks.calls.clear();
        marks.head.extend(as_remarks("the auction as recorded", &self.calls));
    }

    /// Keeps the remaining cards as a remark. If there is no contract because the auction was cut,
    /// that is not noted as a second flaw.
    fn cut_play(
        &self,
        flaw: Flaw,
        facts: &GameFacts,
        marks: &mut Marks,
        findings: &mut TextFindings,
    ) {
        let follows = matches!(flaw.breach, Breach::MissingTag { .. }) && !findings.cuts.is_empty();
        if !follows {
            findings.cuts.push((flaw, Cost::of_play(&facts.cards)));
        }
        let rest = &self.cards[facts.cards.len()..];
        let remarks = as_remarks("the play goes on, as recorded", rest);
        match facts.cards.len().checked_sub(1) {
            Some(last) => marks.cards.entry(last).or_default().comments.extend(remarks),
            None => marks.head.extend(remarks),
        }
    }

    fn bid(
        &self,
        facts: &mut GameFacts,
        marks: &mut Marks,
        findings: &mut TextFindings,
    ) -> Result<(), Flaw> {
        let Some(first) = self.calls.first() else { return Ok(()) };
        let dealer = facts.dealer.ok_or_else(|| {
            let breach = Breach::MissingTag { tag: "Dealer", needed_by: "the auction" };
            Flaw::new(breach, &first.span)
        })?;
        for (number, SourceWord { word, what, span, said }) in self.calls.iter().enumerate() {
            let unknown = || Flaw::new(Breach::UnknownCall { text: words::quoted(word) }, span);
            let call = what.ok_or_else(unknown)?;
            let caller = clockwise(dealer, number);
            let illegal = |law| Flaw::new(Breach::IllegalCall { caller, call, law }, span);
            facts.auction.try_push(call).map_err(illegal)?;
            keep(&mut marks.calls, number, said.clone());
        }
        let has_bid = facts.auction.declarer().is_some();
        if let (false, true, Some(card)) = (facts.auction.has_ended(), has_bid, self.cards.first())
        {
            findings.note(Deviation::MissingPasses, &card.span);
            while !facts.auction.has_ended() && facts.auction.try_push(Call::Pass).is_ok() {}
        }
        Ok(())
    }

    fn play_out(
        &self,
        facts: &mut GameFacts,
        marks: &mut Marks,
        source: &SourceText,
    ) -> Result<(), Flaw> {
        facts.set_leader(self.leader);
        let Some(first) = self.cards.first() else { return Ok(()) };
        let missing = |tag| {
            let breach = Breach::MissingTag { tag, needed_by: "the play" };
            Flaw::new(breach, &first.span)
        };
        let strain = facts.strain.ok_or_else(|| missing("Contract"))?;
        let leader = facts.leader.ok_or_else(|| missing("Declarer"))?;
        let mut replay = Replay::new(facts.known(), strain, leader);
        let mut played = self.cards.iter().enumerate();
        let done = played.try_for_each(|(number, SourceWord { word, what, span, said })| {
            let unknown = || Flaw::new(Breach::UnknownCard { text: words::quoted(word) }, span);
            replay.play(what.ok_or_else(unknown)?, span, |at| source.line(at))?;
            keep(&mut marks.cards, number, said.clone());
            Ok(())
        });
        facts.cards = replay.cards();
        done
    }
}

/// Words of calls or cards as a remark, with their annotations.
fn as_remarks<T>(what: &str, told: &[SourceWord<T>]) -> Vec<Comment> {
    if told.is_empty() {
        return Vec::new();
    }
    let words = told.iter().map(|told| match told.said.note() {
        Some(note) => format!("{} ({note})", told.word),
        None => told.word.clone(),
    });
    let text = format!("{what}: {}", words.collect::<Vec<_>>().join(" "));
    let first = Comment { manner: Manner::Braces, text };
    let rest = told.iter().flat_map(|told| told.said.comments.iter().cloned());
    std::iter::once(first).chain(rest).collect()
}

/// The first mark of an irregularity (`^`) in a section kept as text.
fn irregularity(raw: &Raw) -> Option<String> {
    let mut words = raw.lines.iter().flat_map(|line| line.split_whitespace());
    words.find(|word| word.starts_with('^')).map(words::quoted)
}

fn keep(annotations: &mut BTreeMap<usize, Annotation>, number: usize, said: Annotation) {
    if !said.is_empty() {
        annotations.insert(number, said);
    }
}
