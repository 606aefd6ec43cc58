//! Games as strict PBN: the export format, in its order of tags.

use super::MANDATORY;
use crate::game::{Game, Raw, Tag, is_fact};
use crate::words::{self, column};
use crate::{Annotation, Comment, Manner, agree};
use falsecard_bridge::cards::{Card, Hand, Seat, clockwise, pbn_name, pbn_strain};

/// The first lines of a file in export format.
pub const HEADER: &str = "% PBN 2.1\r\n% EXPORT\r\n";

/// The most notes of a section: PBN numbers them from 1 to 32.
const MOST_NOTES: usize = 32;

/// A file of games in PBN's export format. [`read`](super::read) gives the same games back.
///
/// ```
/// use falsecard::notation::pbn;
///
/// let text = b"[Deal \"E:.a.. ..a. ...a a...\"]\n[Contract \"nt\"]\n[Declarer \"s\"]";
/// let written = pbn::write(&pbn::read("ending.pbn", text).good);
/// assert!(written.contains("[Deal \"N:A... .A.. ..A. ...A\"]\r\n"));
/// assert_eq!(pbn::write(&pbn::read("again.pbn", written.as_bytes()).good), written);
/// ```
pub fn write<'a>(games: impl IntoIterator<Item = &'a Game>) -> String {
    let mut text = String::from(HEADER);
    text.extend(games.into_iter().map(Game::to_pbn));
    text
}

impl Game {
    /// The game in PBN's export format, with the blank line that ends it.
    ///
    /// The order is: the fifteen mandatory tags, notes to which nothing refers, the auction, the
    /// play, then all other tags by name, with their tables. A `+` marks the next card of the play,
    /// a `*` an early end. Remarks stay after the same things. [`read`](super::read) gives the same
    /// game back.
    pub fn to_pbn(&self) -> String {
        let mut page = PbnText::default();
        self.marks.head.iter().for_each(|comment| page.comment(comment));
        for name in MANDATORY {
            page.line(&format!("[{name} \"{}\"]", self.mandatory(name)));
            page.remarks(self, name);
        }
        let others = self.tags.iter().enumerate().filter(|(_, tag)| is_other(&tag.name));
        // After a section they would become its notes.
        let (notes, mut others): (Vec<_>, Vec<_>) =
            others.partition(|(_, tag)| tag.name.eq_ignore_ascii_case("Note"));
        self.write_other_tags(&notes, &mut page);
        self.write_auction(&mut page);
        self.write_play(&mut page);
        others.sort_by(|(_, a), (_, b)| a.name.cmp(&b.name));
        self.write_other_tags(&others, &mut page);
        page.line("");
        page.text
    }

    /// Writes tags, given with their numbers, with their tables and the remarks after them.
    fn write_other_tags(&self, tags: &[(usize, &Tag)], page: &mut PbnText) {
        for (number, tag) in tags {
            page.line(&format!("[{} \"{}\"]", tag.name, escaped(&tag.value)));
            tag.table.iter().for_each(|row| page.line(row));
            self.comments(*number).iter().for_each(|comment| page.comment(comment));
        }
    }

    /// The remarks after a tag.
    fn comments(&self, tag: usize) -> &[Comment] {
        self.marks.tags.get(&tag).map_or(&[], Vec::as_slice)
    }

    fn mandatory(&self, name: &str) -> String {
        let seat = |seat: Option<Seat>| seat.map(|seat| seat.to_string());
        let facts = &self.facts;
        let fact = match name {
            "Dealer" => seat(facts.dealer),
            "Declarer" if facts.passed_out => Some(String::new()),
            "Declarer" if facts.swapped => seat(facts.declarer).map(|seat| format!("^{seat}")),
            "Declarer" => seat(facts.declarer),
            "Vulnerable" => facts.vulnerability.map(|v| words::vulnerable_sides(v).to_owned()),
            "Deal" => Some(self.deal_text()),
            "Contract" if facts.passed_out => Some("Pass".into()),
            "Contract" => facts
                .contract
                .map(words::contract_name)
                .or(facts.strain.map(|strain| pbn_strain(strain).to_owned())),
            _ => self.tag(name).map(escaped),
        };
        let result = || match name {
            "Result" => facts.taken().map(|tricks| tricks.to_string()),
            _ => None,
        };
        fact.or_else(result).unwrap_or_else(|| "?".into())
    }

    fn deal_text(&self) -> String {
        let hand = |i| {
            let Some(hand): Option<Hand> = self.hand(clockwise(Seat::North, i)) else {
                return "-".to_owned();
            };
            // `Hand` writes an empty hand as `-`, which in PBN is an unknown hand.
            if hand.is_empty() { "...".into() } else { hand.to_string() }
        };
        let hands = [0, 1, 2, 3].map(hand);
        if hands.iter().all(|hand| hand == "-") {
            return String::new();
        }
        format!("N:{}", hands.join(" "))
    }

    fn write_auction(&self, page: &mut PbnText) {
        if let Some(raw) = &self.marks.auction {
            return page.raw("Auction", raw, self);
        }
        let (Some(dealer), false) = (self.facts.dealer, self.facts.auction.is_empty()) else {
            return;
        };
        page.line(&format!("[Auction \"{dealer}\"]"));
        page.remarks(self, "Auction");
        let mut notes = Notes::default();
        for (number, &call) in self.facts.auction.iter().enumerate() {
            let said = self.marks.calls.get(&number);
            page.item(&words::call_name(call), number, said, &mut notes);
        }
        page.end_row();
        if !self.facts.auction.has_ended() {
            page.line("+");
        }
        page.notes(notes);
    }

    fn write_play(&self, page: &mut PbnText) {
        if let Some(raw) = &self.marks.play {
            return page.raw("Play", raw, self);
        }
        let (Some(first), Some(strain)) = (self.facts.leader, self.facts.strain) else { return };
        if self.facts.passed_out || (self.facts.cards.is_empty() && self.facts.length().is_none()) {
            return;
        }
        page.line(&format!("[Play \"{first}\"]"));
        page.remarks(self, "Play");
        let cards = &self.facts.cards;
        let winners = agree::winners(cards, strain, first);
        let leaders = [first].into_iter().chain(winners);
        let mut notes = Notes::default();
        for (trick, leader) in leaders.take(cards.len() / 4 + 1).enumerate() {
            let played = &cards[4 * trick..cards.len().min(4 * trick + 4)];
            if played.len() < 4 && self.is_over() {
                break;
            }
            self.write_trick((first, leader), (4 * trick, played), page, &mut notes);
        }
        if self.facts.claimed {
            page.line("*");
        }
        page.notes(notes);
    }

    /// Writes a row. Its columns are seats, clockwise from the first leader.
    fn write_trick(
        &self,
        (first, leader): (Seat, Seat),
        (number, played): (usize, &[Card]),
        page: &mut PbnText,
        notes: &mut Notes,
    ) {
        if played.is_empty() && self.facts.claimed {
            return;
        }
        for place in 0..4 {
            let seat = clockwise(first, place);
            let turn = column(seat, leader);
            let card = played.get(turn).map(|&card| pbn_name(card));
            let open = if turn == played.len() && !self.facts.claimed { "+" } else { "-" };
            let said = card.is_some().then(|| self.marks.cards.get(&(number + turn))).flatten();
            page.item(card.as_deref().unwrap_or(open), place, said, notes);
        }
        page.end_row();
    }

    /// Whether no card is left to play.
    fn is_over(&self) -> bool {
        self.facts.cards.len() == 4 * self.facts.length().unwrap_or(13)
    }
}

/// The texts of the notes of a section, in the order of their numbers.
#[derive(Default)]
struct Notes(Vec<String>);

impl Notes {
    /// The number of a note, new or known; `None` if there are too many.
    fn number(&mut self, text: String) -> Option<usize> {
        let known = self.0.iter().position(|known| *known == text);
        if known.is_none() && self.0.len() == MOST_NOTES {
            return None;
        }
        Some(
            known.unwrap_or_else(|| {
                self.0.push(text);
                self.0.len() - 1
            }) + 1,
        )
    }
}

/// The text of a game while it is written.
#[derive(Default)]
struct PbnText {
    text: String,
    /// Whether a row has been begun.
    in_row: bool,
}

impl PbnText {
    fn line(&mut self, content: &str) {
        self.end_row();
        self.text.push_str(content);
        self.text.push_str("\r\n");
    }

    fn end_row(&mut self) {
        if std::mem::take(&mut self.in_row) {
            self.text.push_str("\r\n");
        }
    }

    /// Writes a call or a card in its column, with its annotation.
    fn item(&mut self, word: &str, place: usize, said: Option<&Annotation>, notes: &mut Notes) {
        if place.is_multiple_of(4) {
            self.end_row();
        }
        self.word(word);
        let Some(said) = said else { return };
        if let Some(text) = said.note() {
            match notes.number(text.clone()) {
                Some(number) => self.word(&format!("={number}=")),
                None => self.comment(&Comment { manner: Manner::Braces, text }),
            }
        }
        said.marks.iter().for_each(|mark| self.word(&format!("${mark}")));
        said.comments.iter().for_each(|comment| self.comment(comment));
    }

    fn word(&mut self, word: &str) {
        if std::mem::replace(&mut self.in_row, true) {
            self.text.push(' ');
        }
        self.text.push_str(word);
    }

    /// Writes a remark. An escape gets a line of its own, and a remark after `;` ends its line.
    fn comment(&mut self, comment: &Comment) {
        let text = comment.text.replace("\r\n", "\n").replace(['\r', '\u{1a}'], " ");
        let one_line = || text.replace('\n', " ");
        match comment.manner {
            // A game that begins behind an escape is read.
            Manner::Escape => {
                self.line(&format!("%{}", one_line().replace("[Event \"", "[Event  \"")));
            }
            Manner::Braces | Manner::Chat if !text.contains('}') => {
                let starts_row = !self.in_row;
                self.word(&format!(
                    "{{{}}}",
                    text.replace("\n[Event \"", "\n [Event \"").replace('\n', "\r\n")
                ));
                if starts_row {
                    self.end_row();
                }
            }
            _ => {
                self.word(&format!(";{}", one_line()));
                self.end_row();
            }
        }
    }

    /// Writes the remarks after a tag.
    fn remarks(&mut self, game: &Game, name: &str) {
        for (number, tag) in game.tags.iter().enumerate() {
            if tag.name.eq_ignore_ascii_case(name) {
                game.comments(number).iter().for_each(|comment| self.comment(comment));
            }
        }
    }

    fn raw(&mut self, tag: &str, raw: &Raw, game: &Game) {
        self.line(&format!("[{tag} \"{}\"]", escaped(&raw.value)));
        self.remarks(game, tag);
        raw.lines.iter().for_each(|line| self.line(line));
        raw.notes.iter().for_each(|note| self.line(&format!("[Note \"{}\"]", escaped(note))));
    }

    fn notes(&mut self, notes: Notes) {
        for (number, text) in notes.0.into_iter().enumerate() {
            self.line(&format!("[Note \"{}:{}\"]", number + 1, escaped(&text)));
        }
    }
}

fn is_other(name: &str) -> bool {
    !is_fact(name) && !MANDATORY.iter().any(|mandatory| mandatory.eq_ignore_ascii_case(name))
}

/// A value as written between quotes. Line breaks become blanks, and a leading `#` is escaped.
fn escaped(value: &str) -> String {
    let text = value.replace('\\', r"\\").replace('"', "\\\"").replace(['\r', '\n'], " ");
    if text.starts_with('#') { format!(r"\{text}") } else { text }
}
