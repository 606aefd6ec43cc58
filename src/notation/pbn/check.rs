//! What the tags of a game say, each on its own, and whether they agree.

use std::ops::Range;

use super::{auction, deal, play};
use crate::cards::{Contract, Seat, Strain};
use crate::notation::fault::{Flaw, Source};
use crate::notation::game::{Facts, Tag, find};
use crate::notation::{Breach, words};
use crate::play::{Bidding, BiddingError, DeclaredContract, Position};

/// What `[Contract]` says.
#[derive(Debug, Clone, Copy)]
enum Named {
    Nothing,
    Pass,
    Strain(Strain),
    Contract(Contract),
}

/// The reading of one game: each tag on its own, then what they say together.
pub(super) struct Check<'a> {
    source: &'a Source,
    tags: &'a [Tag],
    calls: &'a [Range<usize>],
    cards: &'a [Range<usize>],
    /// What is wrong with it.
    pub(super) flaws: Vec<Flaw>,
}

impl<'a> Check<'a> {
    /// Takes the tags of a game and the words of its auction and play.
    pub(super) const fn new(
        source: &'a Source,
        tags: &'a [Tag],
        calls: &'a [Range<usize>],
        cards: &'a [Range<usize>],
    ) -> Self {
        Self { source, tags, calls, cards, flaws: Vec::new() }
    }

    /// What the game says; not to be used if there are flaws.
    pub(super) fn facts(&mut self) -> Facts {
        let mut facts = Facts {
            hands: self.tag("Deal", |text, at| deal::read(text, at.start)),
            dealer: self.seat("Dealer"),
            vulnerability: self.tag("Vulnerable", |text, at| {
                let known = words::vulnerability(text);
                let unknown = || Breach::UnknownVulnerability { text: words::quoted(text) };
                or_unknown(known, text, at, unknown)
            }),
            declarer: self.seat("Declarer"),
            ..Facts::default()
        };
        let named = self.tag("Contract", named).unwrap_or(Named::Nothing);
        let column = self.seat("Play");
        self.auction(&mut facts);
        // What follows depends on all of these.
        if self.flaws.is_empty() {
            match agree(&mut facts, named) {
                Ok(()) => self.play(&mut facts, column),
                Err(breach) => {
                    let span = self.contract_span(&breach);
                    self.flaws.push(Flaw { breach, span });
                }
            }
        }
        facts
    }

    /// Reads one tag; `None` if it is missing, says nothing, or is at fault.
    fn tag<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&str, &Range<usize>) -> Result<Option<T>, Flaw>,
    ) -> Option<T> {
        let span = &find(self.tags, name)?.span;
        // The raw text, and not the value, so that places within it are right.
        read(&self.source.text()[span.clone()], span).unwrap_or_else(|flaw| {
            self.flaws.push(flaw);
            None
        })
    }

    fn seat(&mut self, tag: &str) -> Option<Seat> {
        self.tag(tag, |text, at| {
            if text.starts_with('^') {
                return Err(Flaw::new(Breach::Irregularity { text: words::quoted(text) }, at));
            }
            let unknown = || Breach::UnknownSeat { tag: tag.into(), text: words::quoted(text) };
            or_unknown(words::seat(text), text, at, unknown)
        })
    }

    fn auction(&mut self, facts: &mut Facts) {
        let Some(tag) = find(self.tags, "Auction") else { return };
        let Some(column) = self.seat("Auction").or(facts.dealer) else {
            let says_call =
                |span: &Range<usize>| !words::is_unknown(&self.source.text()[span.clone()]);
            let says_more = self.calls.iter().any(says_call);
            if says_more && self.flaws.is_empty() {
                let breach = Breach::MissingTag { tag: "Dealer", needed_by: "the auction" };
                self.flaws.push(Flaw::new(breach, &tag.span));
            }
            return;
        };
        match auction::read(self.source.text(), self.calls, column) {
            Err(flaw) => self.flaws.push(flaw),
            Ok(calls) if calls.auction.is_empty() => {}
            Ok(calls) => {
                let begins = calls.first;
                let dealer = *facts.dealer.get_or_insert(begins);
                if dealer != begins {
                    let breach = Breach::NotTheDealer { dealer, begins };
                    self.flaws.push(Flaw::new(breach, &calls.first_span));
                }
                facts.auction = calls.auction;
            }
        }
    }

    fn play(&mut self, facts: &mut Facts, column: Option<Seat>) {
        let lead = facts.declarer.map(Seat::lho);
        let is_full = facts.hands.is_some_and(|hands| hands[Seat::North].len() == 13);
        facts.leader = if is_full { lead.or(column) } else { column.or(lead) };
        let (Some(hands), Some(strain), Some(leader)) = (facts.hands, facts.strain, facts.leader)
        else {
            return;
        };
        let start = Position::new(hands, strain, leader).expect("the deal has been checked");
        let column = column.unwrap_or(leader);
        let line = |at| self.source.line(at);
        match play::read(self.source.text(), self.cards, column, start, line) {
            Ok(cards) => facts.cards = cards,
            Err(flaw) => self.flaws.push(flaw),
        }
    }

    /// Where the contract is named, or its declarer if he is what is wrong; else the auction.
    fn contract_span(&self, breach: &Breach) -> Range<usize> {
        let wrong_declarer = matches!(
            breach,
            Breach::Bidding(BiddingError::WrongContract { bid, named })
                if bid.contract == named.contract
        );
        let first = if wrong_declarer { "Declarer" } else { "Contract" };
        let tag = find(self.tags, first).or_else(|| find(self.tags, "Auction"));
        tag.map_or(0..0, |tag| tag.span.clone())
    }
}

/// The value that was read; nothing if the text says so; else the breach.
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

fn named(text: &str, at: &Range<usize>) -> Result<Option<Named>, Flaw> {
    let trimmed = text.trim();
    let read = match trimmed.to_ascii_uppercase().as_str() {
        "PASS" | "P" | "AP" => Some(Named::Pass),
        _ => words::strain(trimmed)
            .map(Named::Strain)
            .or_else(|| words::contract(trimmed).map(Named::Contract)),
    };
    or_unknown(read, text, at, || Breach::UnknownContract { text: words::quoted(text) })
}

/// Settles the contract between the auction and the tags.
fn agree(facts: &mut Facts, named: Named) -> Result<(), Breach> {
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

/// Compares what an auction has reached with what the tags name.
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
