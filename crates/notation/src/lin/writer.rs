//! Games as LIN, a board a line.

use std::fmt::Write;

use super::hands::SEATS;
use crate::game::{Game, Raw, Tag, is_fact};
use crate::{Annotation, words};
use falsecard_bridge::cards::{
    Call, Hand, Rank, Seat, Strain, Suit, Vulnerability, pbn_name, pbn_strain, seat_name,
};

/// Games as LIN, a board a line, in the form of Bridge Base Online.
///
/// PBN tags without a LIN key go into `pb`, a key of this program. Numeric marks and the manner of
/// remarks are lost. A section with an irregularity becomes a remark.
///
/// ```
/// use falsecard::notation::{lin, pbn};
///
/// let text = "[Board \"1\"]\n[Dealer \"N\"]\n[Vulnerable \"All\"]\n\
///     [Deal \"N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543\"]\n";
/// let board = lin::write(&pbn::read("deal.pbn", text.as_bytes()).good);
/// assert_eq!(
///     board,
///     "pn|,,,|st||md|3S9KAH78QAD78KAC6Q,S5678H456D456C345,S234H23D23C789TJA,|rh||\
///      ah|Board 1|sv|b|\n"
/// );
/// ```
pub fn write<'a>(games: impl IntoIterator<Item = &'a Game>) -> String {
    games.into_iter().map(Game::to_lin).collect()
}

impl Game {
    /// The game as a line of LIN, with the line end.
    pub fn to_lin(&self) -> String {
        let mut line = Pairs::default();
        if let Some(title) = self.tag("LIN_vg") {
            line.pair("vg", title);
        }
        self.write_players(&mut line);
        line.pair("st", "");
        line.pair("md", &self.lin_deal());
        line.pair("rh", "");
        if let Some(board) = self.tag("Board") {
            line.pair("ah", &format!("Board {board}"));
        }
        if let Some(vulnerability) = self.vulnerability() {
            line.pair("sv", vulnerable(vulnerability));
        }
        self.write_tags(&mut line);
        self.marks.head.iter().for_each(|comment| line.chat(&comment.text));
        self.marks.tags.values().flatten().for_each(|comment| line.chat(&comment.text));
        self.write_calls(&mut line);
        self.write_cards(&mut line);
        for tag in &self.tags {
            if let Some(key) = kept_key(tag) {
                line.pair(key, &tag.value);
            }
        }
        line.0.push('\n');
        line.0
    }

    fn write_players(&self, line: &mut Pairs) {
        let names = SEATS.map(|seat| self.tag(seat_name(seat)).filter(|name| fits_list(name)));
        line.pair("pn", &names.map(Option::unwrap_or_default).join(","));
    }

    /// Writes the tags without a LIN key, and without an auction also contract, declarer and
    /// leader; the leader of an ending in any case.
    fn write_tags(&self, line: &mut Pairs) {
        let facts = &self.facts;
        if facts.auction.is_empty() {
            let contract = facts.contract.map(words::contract_name);
            let strain = facts.strain.map(|strain: Strain| pbn_strain(strain).to_owned());
            let passed = facts.passed_out.then(|| "Pass".to_owned());
            if let Some(contract) = passed.or(contract).or(strain) {
                line.pair("pb", &format!("Contract {contract}"));
            }
            if let Some(declarer) = facts.declarer {
                let mark = if facts.swapped { "^" } else { "" };
                line.pair("pb", &format!("Declarer {mark}{declarer}"));
            }
        }
        let is_told = !facts.auction.is_empty() && facts.leader == facts.declarer.map(Seat::lho);
        if let Some(leader) = facts.leader.filter(|_| !is_told) {
            line.pair("pb", &format!("Play {leader}"));
        }
        for tag in self.tags.iter().filter(|tag| self.is_for_pb(tag)) {
            let mut text = format!("{} {}", tag.name, tag.value);
            for row in &tag.table {
                text.push('\n');
                text.push_str(row);
            }
            line.protected("pb", &text);
        }
        for (name, raw) in [("Auction", &self.marks.auction), ("Play", &self.marks.play)] {
            if let Some(Raw { value, lines, notes }) = raw {
                line.chat(&format!("[{name} {value}] {} {}", lines.join(" "), notes.join("; ")));
            }
        }
    }

    /// Whether a tag has no LIN key.
    fn is_for_pb(&self, tag: &Tag) -> bool {
        let is = |name: &str| tag.name.eq_ignore_ascii_case(name);
        let is_player = Seat::ALL.into_iter().any(|seat| is(seat_name(seat)));
        let is_told = is_fact(&tag.name)
            || tag.name == "LIN_vg"
            || kept_key(tag).is_some()
            || is("Board")
            || is_player && fits_list(&tag.value)
            || is("Result")
                && self.told_result().is_some_and(|tricks| tag.value == tricks.to_string());
        !is_told
    }

    /// The value of `md`: the dealer and the hands. With a full deal the last hand is left out.
    fn lin_deal(&self) -> String {
        let dealer = self.dealer().and_then(|dealer| SEATS.iter().position(|&seat| seat == dealer));
        let mut text = dealer.map_or(0, |place| place + 1).to_string();
        let is_full = self.deal().is_some();
        for (place, &seat) in SEATS.iter().enumerate() {
            if place > 0 {
                text.push(',');
            }
            match self.hand(seat) {
                Some(_) if is_full && place == 3 => {}
                Some(hand) => text.push_str(&lin_hand(hand)),
                None => {}
            }
        }
        text
    }

    fn write_calls(&self, line: &mut Pairs) {
        for (number, &call) in self.facts.auction.iter().enumerate() {
            let said = self.marks.calls.get(&number);
            let alert = if said.is_some_and(|said| said.alerted) { "!" } else { "" };
            line.pair("mb", &format!("{}{alert}", lin_call(call)));
            if let Some(Annotation { explanation, comments, .. }) = said {
                if let Some(text) = explanation {
                    line.pair("an", text);
                }
                for comment in comments {
                    line.chat(&comment.text);
                }
            }
        }
    }

    fn write_cards(&self, line: &mut Pairs) {
        for (number, &card) in self.facts.cards.iter().enumerate() {
            if number.is_multiple_of(4) {
                line.pair("pg", "");
            }
            line.pair("pc", &pbn_name(card));
            if let Some(said) = self.marks.cards.get(&number) {
                if let Some(text) = said.note() {
                    line.chat(&text);
                }
                said.comments.iter().for_each(|comment| line.chat(&comment.text));
            }
        }
        if !self.facts.cards.is_empty() {
            line.pair("pg", "");
        }
        if let Some(tricks) = self.told_result() {
            line.pair("mc", &tricks.to_string());
        }
    }

    /// The result for `mc`. It is also written after a complete play, since not all programs count
    /// the tricks.
    fn told_result(&self) -> Option<u8> {
        self.result().filter(|_| self.is_claimed() || self.facts.cards.len() == 52)
    }
}

/// A line of pairs.
#[derive(Default)]
struct Pairs(String);

impl Pairs {
    /// Adds a pair. A value cannot hold a bar or a line break.
    fn pair(&mut self, key: &str, value: &str) {
        let value = value.replace('|', "/").replace(['\r', '\n'], " ");
        write!(self.0, "{key}|{value}|").expect("writing to a string does not fail");
    }

    /// Adds a pair of this program, whose value may hold any text.
    fn protected(&mut self, key: &str, value: &str) {
        let value = value.replace('\\', "\\\\").replace('|', "\\p").replace('\r', "");
        self.pair(key, &value.replace('\n', "\\n"));
    }

    /// Adds a remark, trimmed; an empty one is left out.
    fn chat(&mut self, text: &str) {
        let text = text.trim();
        if !text.is_empty() {
            self.pair("nt", text);
        }
    }
}

/// Undoes the escapes of [`Pairs::protected`].
pub(super) fn unprotected(value: &str) -> String {
    let mut plain = String::with_capacity(value.len());
    let mut rest = value.chars();
    while let Some(character) = rest.next() {
        match character {
            '\\' => plain.extend(match rest.next() {
                Some('n') => Some('\n'),
                Some('p') => Some('|'),
                other => other,
            }),
            '\r' | '\n' => plain.push(' '),
            other => plain.push(other),
        }
    }
    plain
}

/// The LIN key that a tag `LIN_…` was made of, if this program does not use the key.
fn kept_key(tag: &Tag) -> Option<&str> {
    let key = tag.name.strip_prefix("LIN_")?;
    let fits = (1..=4).contains(&key.len())
        && key.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        && !super::KEYS.contains(&key)
        && !tag.value.contains(['|', '\n', '\r']);
    fits.then_some(key)
}

/// Whether a name fits into a list separated by commas.
fn fits_list(name: &str) -> bool {
    !name.contains([',', '|', '\n']) && name.trim() == name
}

/// A hand as Bridge Base writes it: the lowest card of each suit first.
fn lin_hand(hand: Hand) -> String {
    let mut text = String::new();
    for suit in Suit::DESC {
        text.push(suit.letter());
        let ranks: Vec<char> = hand[suit].iter().map(Rank::letter).collect();
        text.extend(ranks.into_iter().rev());
    }
    text
}

fn lin_call(call: Call) -> String {
    match call {
        Call::Pass => "p".into(),
        Call::Double => "d".into(),
        Call::Redouble => "r".into(),
        Call::Bid(bid) => format!("{}{}", bid.level, bid.strain.letter()),
    }
}

const fn vulnerable(vulnerability: Vulnerability) -> &'static str {
    match (vulnerability.contains(Vulnerability::NS), vulnerability.contains(Vulnerability::EW)) {
        (false, false) => "o",
        (true, false) => "n",
        (false, true) => "e",
        (true, true) => "b",
    }
}
