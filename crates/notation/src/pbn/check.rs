//! Reads the tags of a game one by one, and checks that they agree.

use std::ops::Range;

use super::auction::{self, AuctionSection};
use super::block::{Block, SectionItem, SectionNote, SectionWords};
use super::{deal, irregular, play};
use crate::agree::{self, Replay, StatedContract};
use crate::fault::{Cost, Flaw, SourceText};
use crate::findings::TextFindings;
use crate::game::{GameFacts, Marks, Raw, Tag, find};
use crate::{Breach, Comment, Deviation, outcome, values, words};
use falsecard_bridge::cards::{Seat, Vulnerability, pbn_strain};
use falsecard_bridge::play::{Bidding, BiddingError};

/// The reading of one game.
pub(super) struct Check<'a> {
    source: &'a SourceText,
    block: &'a Block,
    marks: Marks,
    /// Notes that no call or card refers to. They are kept as tags.
    pub(super) spare: Vec<Tag>,
    /// Its flaws and deviations.
    pub(super) findings: TextFindings,
}

impl<'a> Check<'a> {
    /// Starts the reading of a game.
    pub(super) fn new(source: &'a SourceText, block: &'a Block) -> Self {
        Self {
            source,
            block,
            marks: block.marks.clone(),
            spare: Vec::new(),
            findings: TextFindings::default(),
        }
    }

    /// The facts and the annotations of the game. Not to be used if there are flaws.
    pub(super) fn facts(&mut self) -> (GameFacts, Marks) {
        let hands = self.tag("Deal", |text, at, findings| deal::read(text, at.start, findings));
        let mut facts = GameFacts {
            dealer: self.seat("Dealer"),
            vulnerability: self.tag("Vulnerable", vulnerability),
            ..GameFacts::default()
        };
        if let Some(hands) = hands {
            facts.set_hands(hands);
        }
        (facts.declarer, facts.swapped) = self.declarer();
        let named = self.tag("Contract", named).unwrap_or(StatedContract::Nothing);
        let column = self.seat("Play");
        let calls = self.auction(&mut facts, named);
        self.check_values();
        // The rest depends on all of these.
        if self.findings.flaws.is_empty() {
            self.contract(&mut facts, named, column, calls);
            self.play(&mut facts, column);
            outcome::check(&self.block.tags, &facts, &mut self.findings);
        }
        self.marks.calls.retain(|_, said| !said.is_empty());
        self.marks.cards.retain(|_, said| !said.is_empty());
        (facts, std::mem::take(&mut self.marks))
    }

    /// Reads one tag; `None` if it is missing, unknown or faulty.
    fn tag<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&str, &Range<usize>, &mut TextFindings) -> Result<Option<T>, Flaw>,
    ) -> Option<T> {
        let tag = find(&self.block.tags, name)?;
        if tag.is_of_another() {
            // All its deviations were noted in the game that it comes from.
            return read(&tag.value, &tag.span, &mut TextFindings::default()).ok().flatten();
        }
        // The raw text is read and not the value, so that places within it are right.
        let text = &self.source.text()[tag.span.clone()];
        read(text, &tag.span, &mut self.findings).unwrap_or_else(|flaw| {
            self.findings.flaws.push(flaw);
            None
        })
    }

    fn seat(&mut self, tag: &str) -> Option<Seat> {
        self.tag(tag, |text, at, findings| {
            let seat = words::seat(text);
            if let Some(seat) = seat {
                findings.note_spelling(text, &seat.letter().to_string(), at);
            }
            let unknown = || Breach::UnknownSeat { tag: tag.into(), text: words::quoted(text) };
            or_unknown(seat, text, at, unknown)
        })
    }

    /// Declarer, and whether he and dummy have changed places (`^`).
    fn declarer(&mut self) -> (Option<Seat>, bool) {
        let swapped =
            find(&self.block.tags, "Declarer").and_then(|tag| tag.value.strip_prefix('^'));
        match swapped.map(words::seat) {
            Some(Some(seat)) => (Some(seat), true),
            _ => (self.seat("Declarer"), false),
        }
    }

    /// Determines the contract. An auction that contradicts the rest is cut.
    fn contract(
        &mut self,
        facts: &mut GameFacts,
        named: StatedContract,
        leader: Option<Seat>,
        calls: Option<AuctionSection>,
    ) {
        match (agree::contract(facts, named, leader), calls) {
            (Ok(left_out), Some(calls)) => {
                let named = self.place(&["Contract"]);
                left_out.note(&calls.first_span, &named, &mut self.findings);
                self.say(calls);
                self.marks.put_calls_behind(left_out.passes);
            }
            (Ok(_), None) => {}
            (Err(breach), _) => {
                let span = self.contract_span(&breach);
                self.cut_auction(Flaw { breach, span });
            }
        }
    }

    /// Keeps a faulty auction as text only.
    fn cut_auction(&mut self, flaw: Flaw) {
        self.findings.cuts.push((flaw, Cost::Auction));
        self.keep_auction();
    }

    /// Keeps the auction as text only.
    fn keep_auction(&mut self) {
        self.marks.auction = self.raw("Auction", &self.block.auction);
    }

    /// A section as text. Remarks before its first word and after its last are moved after its tag.
    fn raw(&mut self, tag: &str, words: &SectionWords) -> Option<Raw> {
        let value = find(&self.block.tags, tag)?.value.clone();
        let notes = words.notes.iter().map(SectionNote::value).collect();
        self.remark(tag, words.outer_remarks());
        Some(Raw { value, lines: words.lines(self.source.text()), notes })
    }

    /// Checks the values of the game itself, not those that it inherits.
    fn check_values(&mut self) {
        let stands_here = |tag: &&Tag| !tag.is_of_another();
        values::check(self.block.tags.iter().filter(stands_here), &mut self.findings);
    }

    /// Reads the auction. Returns the calls if they are legal; [`Check::contract`] may still cut
    /// them.
    fn auction(&mut self, facts: &mut GameFacts, named: StatedContract) -> Option<AuctionSection> {
        let tag = find(&self.block.tags, "Auction")?;
        match self.calls(tag, facts, named) {
            Ok(Some(calls)) => {
                facts.auction = calls.auction.clone();
                return Some(calls);
            }
            Ok(None) => self.keep_auction(),
            Err(flaw) => self.cut_auction(flaw),
        }
        None
    }

    /// The calls; `None` if the section is not faulty but holds no complete auction.
    fn calls(
        &mut self,
        tag: &Tag,
        facts: &mut GameFacts,
        named: StatedContract,
    ) -> Result<Option<AuctionSection>, Flaw> {
        let block = self.block;
        let Some(column) = self.seat("Auction").or(facts.dealer) else {
            let says_call = |item: &SectionItem| match item {
                SectionItem::Word(span) => !words::is_unknown(&self.source.text()[span.clone()]),
                SectionItem::Comment(_) => false,
            };
            let says_more = block.auction.items.iter().any(says_call);
            if says_more && self.findings.flaws.is_empty() {
                let breach = Breach::MissingTag { tag: "Dealer", needed_by: "the auction" };
                return Err(Flaw::new(breach, &tag.span));
            }
            return Ok(None);
        };
        let calls = auction::read(self.source.text(), &block.auction, column, &mut self.findings)?;
        if facts.swapped || calls.irregular.is_some() {
            if let Some((text, span)) = calls.irregular {
                self.findings.note(Deviation::IrregularAuction { text }, &span);
                irregular::check_calls(self.source.text(), &block.auction, &mut self.findings);
            } else {
                self.check_swapped(facts, &calls)?;
            }
            return Ok(None);
        }
        if calls.end.is_some() && agree::goes_on_to(&calls.auction, named) {
            self.findings.note(Deviation::UnfinishedAuction, &tag.span);
            return Ok(None);
        }
        if calls.auction.is_empty() {
            return Ok(None);
        }
        let begins = calls.first;
        let dealer = *facts.dealer.get_or_insert(begins);
        // The opener may be named in place of the dealer: the passes between them are left out.
        if dealer != begins && !calls.are_opened_for(facts.declarer) {
            let breach = Breach::NotTheDealer { dealer, begins };
            return Err(Flaw::new(breach, &calls.first_span));
        }
        Ok(Some(calls))
    }

    /// Takes over the annotations of the calls.
    fn say(&mut self, calls: AuctionSection) {
        self.spare_notes(&self.block.auction, &calls.notes);
        self.marks.calls = calls.annotations;
        self.remark("Auction", calls.head);
    }

    /// Checks that the declarer named with `^` is dummy by the auction.
    fn check_swapped(&self, facts: &GameFacts, calls: &AuctionSection) -> Result<(), Flaw> {
        let named = facts.declarer.expect("who has changed places is named");
        let bid =
            calls.auction.has_ended().then(|| Bidding::contract_of(calls.first, &calls.auction));
        if let Some(bid) = bid.flatten()
            && bid.declarer.partner() != named
        {
            return Err(Flaw::new(Breach::NotDummy { named, bid }, &self.place(&["Declarer"])));
        }
        Ok(())
    }

    /// Keeps the notes of a section that are not in `used`.
    fn spare_notes(&mut self, words: &SectionWords, used: &[u8]) {
        let spare = words.notes.iter().filter(|note| !used.contains(&note.number));
        self.spare.extend(spare.map(|note| Tag { value: note.value(), ..note.tag.clone() }));
    }

    /// Adds remarks after a tag.
    fn remark(&mut self, tag: &str, comments: Vec<Comment>) {
        let is = |known: &Tag| known.name.eq_ignore_ascii_case(tag);
        if let Some(number) = self.block.tags.iter().position(is).filter(|_| !comments.is_empty()) {
            self.marks.tags.entry(number).or_default().extend(comments);
        }
    }

    fn play(&mut self, facts: &mut GameFacts, column: Option<Seat>) {
        let block = self.block;
        facts.set_leader(column);
        if find(&block.tags, "Play").is_none() {
            return;
        }
        let (Some(strain), Some(leader)) = (facts.strain, facts.leader) else {
            self.marks.play = self.raw("Play", &block.play);
            return;
        };
        let start = Replay::new(facts.known(), strain, leader);
        let column = column.unwrap_or(leader);
        let line = |at| self.source.line(at);
        let text = self.source.text();
        let cards = play::read(text, &block.play, column, start, line, &mut self.findings);
        if let Some((text, span)) = cards.irregular {
            self.findings.note(Deviation::IrregularPlay { text: text.clone() }, &span);
            facts.irregular = Some((text, span));
            if let Some(hands) = facts.hands {
                let (seats, deal) = ((column, leader), (hands, strain));
                let text = self.source.text();
                irregular::check_cards(text, &block.play, seats, deal, &mut self.findings);
            }
            self.marks.play = self.raw("Play", &block.play);
            return;
        }
        facts.cards = cards.played;
        self.marks.cards = cards.annotations;
        if let Some(flaw) = cards.flaw {
            self.findings.cuts.push((flaw, Cost::of_play(&facts.cards)));
            self.marks.play = self.raw("Play", &block.play);
            return;
        }
        facts.claimed = cards.is_ended && facts.cards.len() < 52;
        self.spare_notes(&block.play, &cards.notes);
        self.remark("Play", cards.head);
    }

    /// The place for a breach about the contract: `[Declarer]` if only the declarer is wrong, else
    /// `[Contract]`, or the auction if there is no such tag.
    fn contract_span(&self, breach: &Breach) -> Range<usize> {
        let wrong_declarer = matches!(
            breach,
            Breach::Bidding(BiddingError::WrongContract { bid, named })
                if bid.contract == named.contract
        );
        self.place(&[if wrong_declarer { "Declarer" } else { "Contract" }, "Auction"])
    }

    /// The place of the first of these tags that exists.
    fn place(&self, tags: &[&str]) -> Range<usize> {
        let tag = tags.iter().find_map(|name| find(&self.block.tags, name));
        tag.map_or(0..0, |tag| tag.span.clone())
    }
}

/// The value read; `None` if the text stands for unknown; otherwise the breach.
fn or_unknown<T>(
    read: Option<T>,
    text: &str,
    at: &Range<usize>,
    unknown: impl FnOnce() -> Breach,
) -> Result<Option<T>, Flaw> {
    if read.is_none() && !words::is_unknown(text) {
        return Err(Flaw::new(unknown(), at));
    }
    Ok(read)
}

fn vulnerability(
    text: &str,
    at: &Range<usize>,
    findings: &mut TextFindings,
) -> Result<Option<Vulnerability>, Flaw> {
    let known = words::vulnerability(text);
    match known {
        // PBN 2.1 allows these words too.
        Some(_) if matches!(text, "Love" | "-" | "Both") => {}
        Some(known) => findings.note_spelling(text, words::vulnerable_sides(known), at),
        None => {}
    }
    let unknown = || Breach::UnknownVulnerability { text: words::quoted(text) };
    or_unknown(known, text, at, unknown)
}

fn named(
    text: &str,
    at: &Range<usize>,
    findings: &mut TextFindings,
) -> Result<Option<StatedContract>, Flaw> {
    let trimmed = text.trim();
    let read = match trimmed.to_ascii_uppercase().as_str() {
        "PASS" | "P" | "AP" => Some(StatedContract::Pass),
        _ => words::strain(trimmed)
            .map(StatedContract::Strain)
            .or_else(|| words::contract(trimmed).map(StatedContract::Contract)),
    };
    match read {
        Some(StatedContract::Pass) => findings.note_spelling(text, "Pass", at),
        Some(StatedContract::Strain(strain)) => {
            findings.note_spelling(text, pbn_strain(strain), at);
        }
        Some(StatedContract::Contract(contract)) => {
            findings.note_spelling(text, &words::contract_name(contract), at);
        }
        _ => {}
    }
    or_unknown(read, text, at, || Breach::UnknownContract { text: words::quoted(text) })
}
