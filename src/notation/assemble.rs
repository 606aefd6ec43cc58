//! A game from what a LIN file or a JSON record tells of it: calls and cards in their order.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::agree::{self, Named, Replay};
use super::deviation::Findings;
use super::fault::{Flaw, Source};
use super::game::{Facts, Game, Marks, Origin, Raw, Tag, find};
use super::{Annotation, Breach, Comment, Deviation, words};
use crate::cards::{BySeat, Call, Card, Hand, Seat, Vulnerability, clockwise};

/// Something that is told, with its place and what is said of it.
#[derive(Debug, Clone)]
pub(super) struct Told<T> {
    pub(super) what: T,
    pub(super) span: Range<usize>,
    pub(super) said: Annotation,
}

impl<T> Told<T> {
    pub(super) fn new(what: T, span: Range<usize>) -> Self {
        Self { what, span, said: Annotation::default() }
    }
}

/// All that is told of a game, each part on its own.
#[derive(Debug)]
pub(super) struct Account {
    pub(super) hands: BySeat<Option<Hand>>,
    pub(super) dealer: Option<Seat>,
    pub(super) vulnerability: Option<Vulnerability>,
    pub(super) named: Named,
    pub(super) declarer: Option<Seat>,
    pub(super) swapped: bool,
    pub(super) leader: Option<Seat>,
    pub(super) calls: Vec<Told<Call>>,
    pub(super) cards: Vec<Told<Card>>,
    pub(super) claimed: bool,
    pub(super) tags: Vec<Tag>,
    /// Remarks behind the tags, by number.
    pub(super) tag_comments: BTreeMap<usize, Vec<Comment>>,
    pub(super) head: Vec<Comment>,
    pub(super) auction: Option<Raw>,
    pub(super) play: Option<Raw>,
}

impl Default for Account {
    fn default() -> Self {
        Self {
            hands: BySeat::default(),
            dealer: None,
            vulnerability: None,
            named: Named::Nothing,
            declarer: None,
            swapped: false,
            leader: None,
            calls: Vec::new(),
            cards: Vec::new(),
            claimed: false,
            tags: Vec::new(),
            tag_comments: BTreeMap::new(),
            head: Vec::new(),
            auction: None,
            play: None,
        }
    }
}

impl Account {
    /// Adds a tag with its table and the remarks behind it; of a tag that is there already, only
    /// the remarks.
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
            self.tag_comments.insert(number, comments);
        }
    }

    /// The game, if what is told goes together; the flaws go to the findings.
    pub(super) fn game(
        mut self,
        (source, number): (&Arc<Source>, usize),
        findings: &mut Findings,
    ) -> Option<Game> {
        let mut facts = Facts {
            dealer: self.dealer,
            vulnerability: self.vulnerability,
            declarer: self.declarer,
            swapped: self.swapped,
            ..Facts::default()
        };
        facts.set_hands(self.hands);
        let mut marks = Marks {
            head: std::mem::take(&mut self.head),
            tags: std::mem::take(&mut self.tag_comments),
            ..Marks::default()
        };
        self.bid(&mut facts, &mut marks, findings)?;
        if let Err(breach) = agree::contract(&mut facts, self.named) {
            findings.flaws.push(Flaw::new(breach, &(0..0)));
            return None;
        }
        if let Err(flaw) = self.play_out(&mut facts, &mut marks, source) {
            findings.flaws.push(flaw);
            return None;
        }
        facts.claimed = self.claimed && facts.cards.len() < 52;
        if let Some(text) = self.play.as_ref().and_then(irregularity) {
            facts.irregular = Some((text, 0..0));
        }
        (marks.auction, marks.play) = (self.auction, self.play);
        let tag = find(&self.tags, "Result");
        let said = tag.and_then(|tag| words::result(&tag.value, facts.declarer));
        if let (Some(said), Some(taken)) = (said, facts.taken())
            && said != taken
        {
            findings.note(Deviation::OtherResult { said, taken }, &(0..0));
        }
        let origin = Origin { source: Arc::clone(source), span: 0..0, number };
        Some(Game { origin, tags: self.tags, facts, marks })
    }

    fn bid(&mut self, facts: &mut Facts, marks: &mut Marks, findings: &mut Findings) -> Option<()> {
        let Some(first) = self.calls.first() else { return Some(()) };
        let Some(dealer) = facts.dealer else {
            let breach = Breach::MissingTag { tag: "Dealer", needed_by: "the auction" };
            findings.flaws.push(Flaw::new(breach, &first.span));
            return None;
        };
        for Told { what: call, span, said } in std::mem::take(&mut self.calls) {
            let number = facts.auction.len();
            let caller = clockwise(dealer, number);
            if let Err(law) = facts.auction.try_push(call) {
                let breach = Breach::IllegalCall { caller, call, law };
                findings.flaws.push(Flaw::new(breach, &span));
                return None;
            }
            keep(&mut marks.calls, number, said);
        }
        let has_bid = facts.auction.declarer().is_some();
        if let (false, true, Some(card)) = (facts.auction.has_ended(), has_bid, self.cards.first())
        {
            findings.note(Deviation::MissingPasses, &card.span);
            while !facts.auction.has_ended() {
                facts.auction.try_push(Call::Pass).ok()?;
            }
        }
        Some(())
    }

    fn play_out(
        &mut self,
        facts: &mut Facts,
        marks: &mut Marks,
        source: &Source,
    ) -> Result<(), Flaw> {
        let lead = facts.declarer.map(Seat::lho);
        let ending = facts.hands.is_some_and(|hands| hands[Seat::North].len() < 13);
        facts.leader = if ending { self.leader.or(lead) } else { lead.or(self.leader) };
        let Some(first) = self.cards.first() else { return Ok(()) };
        let missing = |tag| {
            let breach = Breach::MissingTag { tag, needed_by: "the play" };
            Flaw::new(breach, &first.span)
        };
        let strain = facts.strain.ok_or_else(|| missing("Contract"))?;
        let leader = facts.leader.ok_or_else(|| missing("Declarer"))?;
        let mut replay = Replay::new(facts.hands, strain, leader);
        for (number, told) in std::mem::take(&mut self.cards).into_iter().enumerate() {
            replay.play(told.what, &told.span, |at| source.line(at))?;
            keep(&mut marks.cards, number, told.said);
        }
        facts.cards = replay.cards();
        Ok(())
    }
}

/// The mark of an irregularity in a section that is kept as it stands.
fn irregularity(raw: &Raw) -> Option<String> {
    let mut words = raw.lines.iter().flat_map(|line| line.split_whitespace());
    words.find(|word| word.starts_with('^')).map(words::quoted)
}

fn keep(annotations: &mut BTreeMap<usize, Annotation>, number: usize, said: Annotation) {
    if !said.is_empty() {
        annotations.insert(number, said);
    }
}
