//! Reads the lines of a typed game.

use std::ops::Range;

use super::Unclear;
use super::auction::AuctionTable;
use super::cell::CellKind;
use super::hands::DiagramHands;
use super::lines::{self, CellLine, TypedDeal};
use super::phrase::StatedFact;
use super::play::{self, TypedTrick};
use crate::agree;
use crate::assemble::{self, Account};
use crate::deviation::Deviation;
use crate::fault::Flaw;
use crate::findings::TextFindings;
use crate::game::{Game, Tag};
use crate::{Breach, Custom, Filling, pbn};
use falsecard_bridge::cards::{Card, Seat, pbn_name, seat_name};

/// A game while its lines are read.
pub(super) struct GameReader<'a> {
    text: &'a str,
    findings: &'a mut TextFindings,
    /// The number of lines so far.
    count: usize,
    hands: DiagramHands,
    /// The seat of the first hand of a deal in PBN's form, if that is said, and the place of its
    /// hands.
    deal: Option<(Option<Seat>, Range<usize>)>,
    facts: Vec<(StatedFact, Range<usize>)>,
    table: Option<AuctionTable>,
    tricks: Vec<TypedTrick>,
    /// Whether more cards of the play may follow.
    in_play: bool,
    /// The players' names.
    players: Vec<(Seat, String)>,
    /// The start of unread text, and its number of lines.
    unread: Option<(usize, usize)>,
}

/// All parts of a typed game.
pub(super) struct TypedGame {
    /// The parts of the game.
    pub(super) account: Account,
    /// The leaders named.
    pub(super) leaders: Leaders,
    /// The parts that are filled in afterwards.
    pub(super) rest: DeferredBidding,
}

/// A bidding in a sentence, with what depends on it, and its place.
#[derive(Default)]
pub(super) struct DeferredBidding {
    filling: Filling,
    at: Range<usize>,
}

impl DeferredBidding {
    /// The game with it filled in. What a diagram leaves open stays open: only a question is
    /// completed by custom.
    pub(super) fn filled(&self, game: Game) -> Result<Game, Flaw> {
        let is_question = !self.filling.auction.all.is_empty() || game.facts.unnamed.is_some();
        if !is_question {
            return Ok(game);
        }
        game.filled(&self.filling).map_err(|misfit| Flaw::new(misfit, &self.at))
    }
}

/// The leaders named, by the number of the trick from 1, with their places.
#[derive(Debug, Default)]
pub(super) struct Leaders(Vec<(usize, Seat, Range<usize>)>);

impl<'a> GameReader<'a> {
    pub(super) fn new(text: &'a str, findings: &'a mut TextFindings) -> Self {
        Self {
            text,
            findings,
            count: 0,
            hands: DiagramHands::default(),
            deal: None,
            facts: Vec::new(),
            table: None,
            tricks: Vec::new(),
            in_play: false,
            players: Vec::new(),
            unread: None,
        }
    }

    /// Reads the line that stands at `at`.
    pub(super) fn line(&mut self, line: &CellLine, at: usize) {
        self.count += 1;
        match self.read(line, at) {
            // Only the first fault of a game is reported: others may follow from it.
            Err(flaw) if self.findings.flaws.is_empty() => self.findings.flaws.push(flaw),
            Err(_) => {}
            Ok(true) => self.end_unread(),
            Ok(false) if line.is_blank() => {}
            Ok(false) => {
                let (_, lines) = self.unread.get_or_insert((at, 0));
                *lines += 1;
            }
        }
    }

    /// Reads a line. Returns whether anything in it was understood.
    fn read(&mut self, line: &CellLine, at: usize) -> Result<bool, Flaw> {
        let place = at..at + line.text.len();
        if self.in_play
            && let Some(trick) = play::goes_on(&line.text, at)
        {
            self.tricks.push(trick);
            return Ok(true);
        }
        self.in_play = play::is_list(&line.text);
        if self.hands.is_open() && line.is_row() {
            return self.row(line, at);
        }
        if let Some(table) = &mut self.table
            && table.row(&line.text, at)?
        {
            return Ok(true);
        }
        if line.is_row() {
            return self.row(line, at);
        }
        if let Some(deal) = line.deal() {
            return self.deal(line, &deal, at);
        }
        if let Some(trick) = play::trick(&line.text, at) {
            self.tricks.push(trick?);
            return Ok(true);
        }
        if line.is_head() {
            let names: Vec<_> = line.seats().collect();
            if let Some(table) = self.table.replace(AuctionTable::below(&names, &place)?) {
                return Err(Flaw::new(Unclear::AuctionTwice, table.span()));
            }
            self.beside(line, at);
            return Ok(true);
        }
        if line.text.starts_with("Tricks: ") {
            // The tricks themselves show this.
            return Ok(!self.tricks.is_empty());
        }
        let is_beside = self.beside(line, at);
        if !is_beside
            && self.table.is_none()
            && let Some(fact) = StatedFact::of_calls(line.text.trim())
        {
            self.facts.push((fact, place));
            return Ok(true);
        }
        if self.hands.is_open() && !is_beside && !line.is_blank() {
            return Err(Flaw::new(Unclear::TextInHand, &place));
        }
        self.hands.names(self.count, line.seats());
        Ok(is_beside)
    }

    fn row(&mut self, line: &CellLine, at: usize) -> Result<bool, Flaw> {
        self.beside(line, at);
        if lines::hands_of(line) == 4
            && let Some(names) = self.table.as_ref().and_then(AuctionTable::names)
        {
            self.table = None;
            self.hands.columns(self.count - 1, names);
        }
        self.hands.row(self.count, line, at)?;
        if self.deal.is_some() {
            return Err(Flaw::new(Unclear::DealTwice, &(at..at + line.text.len())));
        }
        if line.cells.iter().any(|cell| matches!(cell.kind, CellKind::Text)) {
            self.findings.note(Deviation::UnreadText { lines: 1 }, &(at..at));
        }
        Ok(true)
    }

    /// Takes the names and phrases of a line. Returns whether it has any.
    fn beside(&mut self, line: &CellLine, at: usize) -> bool {
        let before = self.facts.len();
        for (fact, span) in line.facts() {
            self.facts.push((fact.clone(), at + span.start..at + span.end));
        }
        for named in line.seats() {
            if named.deals {
                self.facts.push((StatedFact::Dealer(named.seat), at..at + line.text.len()));
            }
            self.players.extend(named.player.clone().map(|player| (named.seat, player)));
        }
        self.facts.len() > before || line.is_names()
    }

    fn deal(&mut self, line: &CellLine, deal: &TypedDeal, at: usize) -> Result<bool, Flaw> {
        let place = at..at + line.text.len();
        if self.deal.is_some() || !self.hands.groups.is_empty() {
            return Err(Flaw::new(Unclear::DealTwice, &place));
        }
        let start = at + (deal.hands.as_ptr() as usize - line.text.as_ptr() as usize);
        self.deal = Some((deal.first, start..start + deal.hands.len()));
        Ok(true)
    }

    fn end_unread(&mut self) {
        if let Some((at, lines)) = self.unread.take() {
            self.findings.note(Deviation::UnreadText { lines }, &(at..at));
        }
    }

    /// All parts that were read; `None` if there is only text.
    pub(super) fn told(mut self) -> Option<TypedGame> {
        self.end_unread();
        let is_text = self.hands.groups.is_empty() && self.deal.is_none() && self.facts.is_empty();
        if is_text && self.table.is_none() && self.tricks.is_empty() {
            return None;
        }
        let mut account = Account::default();
        let mut leaders = Leaders::default();
        if let Err(flaw) = self.tell(&mut account, &mut leaders) {
            // After a faulty line, further faults may only follow from it.
            if self.findings.flaws.is_empty() {
                self.findings.flaws.push(flaw);
            }
        }
        let rest = self.rest(&mut account);
        Some(TypedGame { account, leaders, rest })
    }

    /// The parts to be filled in afterwards: a bidding in a sentence, from which the contract
    /// follows, and then the cards, which need one.
    fn rest(&self, account: &mut Account) -> DeferredBidding {
        let mut rest = DeferredBidding::default();
        let bidding = self.facts.iter().find_map(|(fact, span)| match fact {
            StatedFact::Calls(calls) => Some((calls, span)),
            _ => None,
        });
        let Some((calls, span)) = bidding else { return rest };
        (rest.filling.auction, rest.at) = (calls.clone(), span.clone());
        if account.cards.iter().all(|told| told.what.is_some()) {
            let cards = std::mem::take(&mut account.cards);
            rest.filling.played = cards.into_iter().filter_map(|told| told.what).collect();
        }
        rest
    }

    fn tell(&mut self, account: &mut Account, leaders: &mut Leaders) -> Result<(), Flaw> {
        match &self.deal {
            Some((first, place)) => {
                let first = first.unwrap_or_else(|| {
                    account.customs.push(Custom::Clockwise);
                    Seat::North
                });
                // Spelling does not matter in typed deals.
                let text = &self.text[place.clone()];
                let hands =
                    pbn::read_hands(first, text, place.start, &mut TextFindings::default())?;
                account.hands = hands.unwrap_or_default();
            }
            None if self.hands.groups.is_empty() => {
                return Err(Flaw::new(Unclear::NoHand, &(0..0)));
            }
            None => {
                account.hands = self.hands.deal()?;
                account.unnamed = self.hands.nobodys();
                account.customs.extend(self.hands.are_nobodys().then_some(Custom::Clockwise));
            }
        }
        let lead = self.tell_facts(account, leaders)?;
        for (seat, player) in &self.players {
            account.tags.push(Tag::new(seat_name(*seat), player));
        }
        self.tell_auction(account)?;
        account.cards = play::in_order(&self.tricks)?;
        for TypedTrick { number, leader, span, .. } in &self.tricks {
            leaders.0.extend(number.zip(*leader).map(|(n, seat)| (n, seat, span.clone())));
        }
        match (lead, account.cards.first().and_then(|first| first.what)) {
            (Some((lead, span)), Some(first)) if lead != first => {
                Err(Flaw::new(Unclear::OtherLead { lead, first }, &span))
            }
            (Some((lead, span)), None) => {
                account.cards.push(assemble::SourceWord::new(&pbn_name(lead), Some(lead), span));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Takes the facts of the phrases. Returns the opening lead, if it is named.
    fn tell_facts(
        &mut self,
        account: &mut Account,
        leaders: &mut Leaders,
    ) -> Result<Option<(Card, Range<usize>)>, Flaw> {
        let mut lead = None;
        for (n, (fact, span)) in self.facts.iter().enumerate() {
            let same = |(other, _): &&(StatedFact, _)| other.tag() == fact.tag();
            if self.facts[..n].iter().find(same).is_some_and(|(other, _)| other != fact) {
                let breach = Breach::RepeatedTag { name: fact.tag().to_owned() };
                return Err(Flaw::new(breach, span));
            }
            match fact.clone() {
                StatedFact::Wrong(breach) => return Err(Flaw::new(breach, span)),
                StatedFact::Board(name) => account.tag("Board", &name, Vec::new(), Vec::new()),
                StatedFact::Scoring(text) => account.tag("Scoring", &text, Vec::new(), Vec::new()),
                StatedFact::Result(tricks) => {
                    account.tag("Result", &tricks.to_string(), Vec::new(), Vec::new());
                }
                StatedFact::Dealer(seat) => account.dealer = Some(seat),
                StatedFact::Vulnerable(who) => account.vulnerability = Some(who),
                StatedFact::Contract(named, declarer, tricks) => {
                    (account.named, account.named_at) = (named, span.clone());
                    account.declarer = account.declarer.or(declarer);
                    account.tags.extend(tricks.map(|it| Tag::new("Result", &it.to_string())));
                }
                // It is filled in afterwards.
                StatedFact::Calls(_) => {}
                StatedFact::Declarer(seat) => account.declarer = Some(seat),
                StatedFact::Leader(seat) => account.leader = Some(seat),
                StatedFact::Lead(card, seat) => {
                    leaders.0.extend(seat.map(|seat| (1, seat, span.clone())));
                    lead = Some((card, span.clone()));
                }
            }
        }
        Ok(lead)
    }

    fn tell_auction(&mut self, account: &mut Account) -> Result<(), Flaw> {
        let Some(table) = self.table.take() else { return Ok(()) };
        let (begins, calls) = table.calls(account.dealer)?;
        let Some(first) = calls.first() else { return Ok(()) };
        let dealer = *account.dealer.get_or_insert(begins);
        if dealer != begins {
            return Err(Flaw::new(Breach::NotTheDealer { dealer, begins }, &first.span));
        }
        account.calls = calls;
        Ok(())
    }
}

impl Leaders {
    /// A flaw at the first trick whose leader is not the one named.
    pub(super) fn check(&self, game: &Game) -> Option<Flaw> {
        let (first, strain) = game.facts.leader.zip(game.facts.strain)?;
        let winners = agree::winners(&game.facts.cards, strain, first);
        let leads = |trick: usize| match trick {
            1 => Some(first),
            later => winners.get(later.checked_sub(2)?).copied(),
        };
        self.0.iter().find_map(|(trick, named, span)| {
            let leader = leads(*trick).filter(|leader| leader != named)?;
            Some(Flaw::new(Unclear::OtherLeader { leader, named: *named }, span))
        })
    }
}
