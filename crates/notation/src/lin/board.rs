//! Reads the pairs of a board.

use std::ops::Range;

use super::hands::{self, SEATS};
use super::pairs::KeyValue;
use super::writer::unprotected;
use crate::agree::StatedContract;
use crate::assemble::{Account, SourceWord};
use crate::fault::Flaw;
use crate::findings::TextFindings;
use crate::game::{Tag, find};
use crate::scoring::{of_vugraph, word as scoring_word};
use crate::{Annotation, Breach, Comment, Deviation, Manner, declared, pbn, words};
use falsecard_bridge::cards::{Call, Vulnerability, pbn_name};
use falsecard_bridge::play::Scoring;

/// The head of a vugraph file, which concerns all its boards.
#[derive(Debug, Default)]
pub(super) struct Header {
    title: Option<String>,
    /// The scoring of its boards, by the kind of match.
    scoring: Option<Scoring>,
    first_board: Option<usize>,
    /// The players of the open and of the closed room, S, W, N, E each.
    names: Vec<String>,
    /// Contract and result of each board, open and closed room in turn.
    results: Vec<String>,
}

/// The number of calls of the longest legal auction. Further calls are illegal and need not be
/// kept.
const LONGEST_AUCTION: usize = 319;

/// The most results of a vugraph file: more than a match has.
const MOST_RESULTS: usize = 1_000;

/// The most players: those of two tables.
const MOST_NAMES: usize = 8;

/// A board while its pairs are read.
pub(super) struct BoardReader<'a> {
    text: &'a str,
    header: &'a mut Header,
    findings: &'a mut TextFindings,
    account: Account,
    /// The room: 0 open, 1 closed.
    room: usize,
    /// The number of the `qx` pair.
    label: Option<usize>,
    has_deal: bool,
}

impl<'a> BoardReader<'a> {
    pub(super) fn new(
        text: &'a str,
        header: &'a mut Header,
        findings: &'a mut TextFindings,
    ) -> Self {
        let account = Account::default();
        Self { text, header, findings, account, room: 0, label: None, has_deal: false }
    }

    /// Reads a pair.
    pub(super) fn pair(&mut self, pair: &KeyValue) {
        let text = self.text;
        let (key, value) = (&text[pair.key.clone()], &text[pair.value.clone()]);
        let at = &pair.value;
        match key.to_ascii_lowercase().as_str() {
            key if super::LAYOUT.contains(&key) => {}
            "md" => self.deal(value, at),
            "pn" => self.names(value),
            "sv" => self.vulnerable(value, at),
            "ah" => self.heading(value),
            "qx" => self.room(value),
            "mb" => self.call(value, at),
            "an" => self.explanation(value),
            "pc" => self.card(value, at),
            "mc" => self.claim(value, at),
            "nt" => self.chat(value),
            "pb" => self.tag(value),
            "vg" => self.title(value),
            "rs" => self.header.results = list(value, MOST_RESULTS),
            key if (1..=4).contains(&key.len())
                && key.bytes().all(|b| b.is_ascii_alphanumeric()) =>
            {
                let name = format!("LIN_{key}");
                self.account.tags.push(Tag::new(&name, &one_line(value)));
            }
            _ => self.findings.flaws.push(Flaw::new(Breach::StrayText, &pair.key)),
        }
    }

    /// The parts of the board; `None` if the pairs hold no board.
    pub(super) fn account(mut self) -> Option<Account> {
        if !self.has_deal && self.account.calls.is_empty() && self.account.tags.is_empty() {
            return None;
        }
        if !self.has_deal && self.account.calls.is_empty() && self.label.is_none() {
            let ours = self.account.tags.iter().any(|tag| !tag.name.starts_with("LIN_"));
            if !ours {
                return None;
            }
        }
        self.add_names();
        self.add_result();
        if let (Some(label), None) = (self.label, find(&self.account.tags, "Board")) {
            self.account.tags.push(Tag::new("Board", &label.to_string()));
        }
        if let (Some(title), None) = (&self.header.title, find(&self.account.tags, "Event")) {
            self.account.tags.push(Tag::new("Event", title));
        }
        let says = |name| find(&self.account.tags, name).is_some();
        if let Some(scoring) = self.header.scoring.filter(|_| !says("Scoring") && !says("LIN_vg")) {
            self.account.tags.push(Tag::new("Scoring", scoring_word(scoring)));
        }
        Some(self.account)
    }

    fn deal(&mut self, value: &str, at: &Range<usize>) {
        self.has_deal = true;
        match hands::read(value, at) {
            Ok((dealer, hands)) => (self.account.dealer, self.account.hands) = (dealer, hands),
            Err(flaw) => self.findings.flaws.push(flaw),
        }
    }

    fn names(&mut self, value: &str) {
        self.header.names = list(value, MOST_NAMES);
    }

    fn add_names(&mut self) {
        let table = if self.header.names.len() > 4 { 4 * self.room } else { 0 };
        for (i, seat) in SEATS.iter().enumerate() {
            let name = self.header.names.get(table + i).filter(|name| !name.is_empty());
            if let Some(name) = name {
                let seat = falsecard_bridge::cards::seat_name(*seat);
                self.account.tags.push(Tag::new(seat, name));
            }
        }
    }

    fn vulnerable(&mut self, value: &str, at: &Range<usize>) {
        self.account.vulnerability = match value.trim() {
            "o" | "O" | "0" => Some(Vulnerability::NONE),
            "n" | "N" => Some(Vulnerability::NS),
            "e" | "E" => Some(Vulnerability::EW),
            "b" | "B" => Some(Vulnerability::ALL),
            "" | "-" | "?" => None,
            other => {
                let text = words::quoted(other);
                self.findings.flaws.push(Flaw::new(Breach::UnknownVulnerability { text }, at));
                None
            }
        };
    }

    fn heading(&mut self, value: &str) {
        let value = value.trim();
        let is_apart = |rest: &&str| rest.is_empty() || rest.starts_with(char::is_whitespace);
        let board = value.strip_prefix("Board").filter(is_apart).unwrap_or(value).trim();
        if !board.is_empty() && find(&self.account.tags, "Board").is_none() {
            self.account.tags.push(Tag::new("Board", &one_line(board)));
        }
    }

    /// `o7` is board 7 in the open room.
    fn room(&mut self, value: &str) {
        let mut parts = value.trim().split(',').next().unwrap_or_default().chars();
        let room = match parts.next() {
            Some('o' | 'O') => "Open",
            Some('c' | 'C') => "Closed",
            _ => return,
        };
        self.room = usize::from(room == "Closed");
        self.label = parts.as_str().trim().parse().ok();
        self.account.tags.push(Tag::new("Room", room));
    }

    /// Adds a call. Several calls in one value are split.
    fn call(&mut self, value: &str, at: &Range<usize>) {
        let mut rest = value.trim();
        let mut calls = 0;
        // A question mark asks for the next call.
        while !matches!(rest, "" | "?") && self.account.calls.len() <= LONGEST_AUCTION {
            let Some((call, length)) = first_call(rest) else {
                return self.account.calls.push(SourceWord::new(rest, None, at.clone()));
            };
            let word = &rest[..length];
            calls += 1;
            let alerts = rest[length..].len() - rest[length..].trim_start_matches('!').len();
            rest = rest[length + alerts..].trim_start();
            let said = Annotation { alerted: alerts > 0, ..Annotation::default() };
            self.account
                .calls
                .push(SourceWord { said, ..SourceWord::new(word, Some(call), at.clone()) });
            if calls == 2 {
                self.findings.note(Deviation::GluedCalls, at);
            }
        }
    }

    fn explanation(&mut self, value: &str) {
        match self.account.calls.last_mut() {
            Some(call) => call.said.explain(&one_line(value)),
            None => self.chat(value),
        }
    }

    fn card(&mut self, value: &str, at: &Range<usize>) {
        let word = value.trim();
        let card = words::card(word);
        if let Some(card) = card {
            self.findings.note_spelling(word, &pbn_name(card), at);
        }
        self.account.cards.push(SourceWord::new(word, card, at.clone()));
    }

    fn claim(&mut self, value: &str, at: &Range<usize>) {
        match value.trim().parse::<u8>() {
            Ok(tricks) if tricks <= 13 => {
                if find(&self.account.tags, "Result").is_none() {
                    self.account.tags.push(Tag::new("Result", &tricks.to_string()));
                }
                self.account.claimed = true;
            }
            _ => {
                let text = words::quoted(value);
                self.findings.note(Deviation::UnknownClaim { text }, at);
            }
        }
    }

    fn chat(&mut self, value: &str) {
        let text = value.trim();
        if text.is_empty() {
            return;
        }
        let comment = Comment { manner: Manner::Chat, text: one_line(text) };
        let account = &mut self.account;
        match (account.cards.last_mut(), account.calls.last_mut()) {
            (Some(card), _) => card.said.comments.push(comment),
            (None, Some(call)) => call.said.comments.push(comment),
            (None, None) => account.head.push(comment),
        }
    }

    /// Reads a PBN tag: its name, a blank, its value, and the lines of its table. Lines that cannot
    /// be the table of that tag become a remark.
    fn tag(&mut self, value: &str) {
        let value = unprotected(value);
        let mut lines = value.split('\n');
        let (name, value) = lines.next().and_then(|line| line.split_once(' ')).unwrap_or_default();
        match name {
            "" => {}
            "Contract" if value == "Pass" => self.account.named = StatedContract::Pass,
            "Contract" => {
                self.account.named = match (words::contract(value), words::strain(value)) {
                    (Some(contract), _) => StatedContract::Contract(contract),
                    (None, Some(strain)) => StatedContract::Strain(strain),
                    (None, None) => StatedContract::Nothing,
                }
            }
            "Declarer" => {
                self.account.swapped = value.starts_with('^');
                self.account.declarer = words::seat(value.trim_start_matches('^'));
            }
            "Play" => self.account.leader = words::seat(value),
            _ if name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') => {
                let lines = lines.filter(|line| !pbn::is_blank(line));
                let table: Vec<String> = lines.map(str::to_owned).collect();
                if table.is_empty() || pbn::is_table(name, &table) {
                    self.account.tags.push(Tag { table, ..Tag::new(name, value) });
                } else {
                    self.chat(&format!("{name} {value} {}", table.join(" ")));
                }
            }
            _ => {}
        }
    }

    /// `title,segment,type,first board,last board,team,carried over,team,carried over`
    fn title(&mut self, value: &str) {
        let parts: Vec<&str> = value.split(',').map(str::trim).collect();
        self.header.title = parts.first().filter(|title| !title.is_empty()).map(|t| one_line(t));
        self.header.scoring = of_vugraph(value);
        self.header.first_board = parts.get(3).and_then(|text| text.parse().ok());
        self.account.tags.push(Tag::new("LIN_vg", &one_line(value)));
    }

    /// Adds the contract and the result from the head of a vugraph file.
    fn add_result(&mut self) {
        let Some(board) = self.label else { return };
        let first = self.header.first_board.unwrap_or(1);
        let number =
            board.checked_sub(first).and_then(|n| n.checked_mul(2)?.checked_add(self.room));
        let text = number.and_then(|number| self.header.results.get(number));
        let read = text.and_then(|text| declared::read(text)).filter(|(_, rest)| rest.is_empty());
        let Some((named, declarer, tricks)) = read.map(|(named, _)| named.into()) else { return };
        let account = &mut self.account;
        if account.calls.is_empty() && matches!(account.named, StatedContract::Nothing) {
            (account.named, account.declarer) = (named, declarer);
        }
        if let (Some(tricks), None) = (tricks, find(&account.tags, "Result")) {
            account.tags.push(Tag::new("Result", &tricks.to_string()));
        }
    }
}

/// The values of a list, at most `most`.
fn list(value: &str, most: usize) -> Vec<String> {
    value.split(',').take(most).map(|item| one_line(item.trim())).collect()
}

fn one_line(text: &str) -> String {
    text.replace(['\r', '\n'], " ")
}

/// The call at the beginning of a text, and its length.
fn first_call(text: &str) -> Option<(Call, usize)> {
    // Calls that are written out, as some programs do.
    let word = text.trim_end_matches(['!', ' ']);
    if let Some(call) = words::call(word) {
        return Some((call, word.len()));
    }
    let upper: Vec<u8> = text.bytes().take(3).map(|byte| byte.to_ascii_uppercase()).collect();
    Some(match upper.as_slice() {
        [b'P', ..] => (Call::Pass, 1),
        [b'R', ..] => (Call::Redouble, 1),
        [b'X', b'X', ..] => (Call::Redouble, 2),
        [b'D' | b'X', ..] => (Call::Double, 1),
        [b'1'..=b'7', b'N', b'T'] => (words::call(text.get(..3)?)?, 3),
        [b'1'..=b'7', ..] => (words::call(text.get(..2)?)?, 2),
        _ => return None,
    })
}
