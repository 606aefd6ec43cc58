//! Games as strict PBN: the export format, in its order of tags.

use std::fmt::Write;

use crate::cards::{BySeat, Call, Card, Contract, Hand, Penalty, Seat, Strain, pbn_name};
use crate::cards::{Vulnerability, clockwise};
use crate::notation::game::{Game, Tag, is_fact};
use crate::notation::words::column;
use crate::play::Position;

/// The tags that every game has, in the order of the standard.
const MANDATORY: [&str; 15] = [
    "Event",
    "Site",
    "Date",
    "Board",
    "West",
    "North",
    "East",
    "South",
    "Dealer",
    "Vulnerable",
    "Deal",
    "Scoring",
    "Declarer",
    "Contract",
    "Result",
];

/// A file of games in PBN's export format. What [`read`](super::read) makes of it is these games.
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
    let mut text = String::from("% PBN 2.1\r\n% EXPORT\r\n");
    text.extend(games.into_iter().map(Game::to_pbn));
    text
}

impl Game {
    /// The game in PBN's export format, with the blank line that ends it.
    ///
    /// The fifteen mandatory tags, the auction, the play with a `+` at the card to come, then all
    /// other tags by name. What [`read`](super::read) makes of it is this game again.
    pub fn to_pbn(&self) -> String {
        let mut text = String::new();
        for name in MANDATORY {
            line(&mut text, &format!("[{name} \"{}\"]", self.mandatory(name)));
        }
        self.write_auction(&mut text);
        self.write_play(&mut text);
        let mut others: Vec<&Tag> = self.tags.iter().filter(|tag| is_other(&tag.name)).collect();
        others.sort_by(|a, b| a.name.cmp(&b.name));
        for tag in others {
            line(&mut text, &format!("[{} \"{}\"]", tag.name, escaped(&tag.value)));
        }
        line(&mut text, "");
        text
    }

    fn mandatory(&self, name: &str) -> String {
        let seat = |seat: Option<Seat>| seat.map(|seat| seat.to_string());
        let fact = match name {
            "Dealer" => seat(self.facts.dealer),
            "Declarer" if self.facts.passed_out => Some(String::new()),
            "Declarer" => seat(self.facts.declarer),
            "Vulnerable" => self.facts.vulnerability.map(|v| vulnerability(v).to_owned()),
            "Deal" => Some(self.facts.hands.as_ref().map(deal).unwrap_or_default()),
            "Contract" if self.facts.passed_out => Some("Pass".into()),
            "Contract" => self.facts.contract.map(contract).or(self.facts.strain.map(strain)),
            _ => self.tag(name).map(escaped),
        };
        fact.unwrap_or_else(|| "?".into())
    }

    fn write_auction(&self, text: &mut String) {
        let (Some(dealer), false) = (self.facts.dealer, self.facts.auction.is_empty()) else {
            return;
        };
        line(text, &format!("[Auction \"{dealer}\"]"));
        for calls in self.facts.auction.chunks(4) {
            line(text, &calls.iter().map(|&c| call(c)).collect::<Vec<_>>().join(" "));
        }
        if !self.facts.auction.has_ended() {
            line(text, "+");
        }
    }

    fn write_play(&self, text: &mut String) {
        let (Some(first), Ok(now)) = (self.facts.leader, self.position()) else { return };
        line(text, &format!("[Play \"{first}\"]"));
        for row in self.rows(first) {
            line(text, &row.map(|card| card.map_or("-".into(), pbn_name)).join(" "));
        }
        if now.is_over() {
            return;
        }
        let mut row = ["-"; 4].map(String::from);
        for (seat, card) in now.trick().cards() {
            row[column(seat, first)] = pbn_name(card);
        }
        row[column(now.to_play(), first)] = "+".into();
        line(text, &row.join(" "));
    }

    /// The complete tricks, the columns clockwise from `first`.
    fn rows(&self, first: Seat) -> Vec<[Option<Card>; 4]> {
        let (Some(hands), Some(strain)) = (self.facts.hands, self.facts.strain) else {
            return Vec::new();
        };
        let mut position = Position::new(hands, strain, first).expect("a game's hands are checked");
        let complete = self.facts.cards.chunks_exact(4);
        complete
            .map(|trick| {
                let mut row = [None; 4];
                for &card in trick {
                    row[column(position.to_play(), first)] = Some(card);
                    position.play(card).expect("a game's cards are legal");
                }
                row
            })
            .collect()
    }
}

fn line(text: &mut String, content: &str) {
    write!(text, "{content}\r\n").expect("writing to a string does not fail");
}

fn is_other(name: &str) -> bool {
    !is_fact(name) && !MANDATORY.iter().any(|mandatory| mandatory.eq_ignore_ascii_case(name))
}

/// A value as it stands between quotes. It stays on one line.
fn escaped(value: &str) -> String {
    value.replace('\\', r"\\").replace('"', "\\\"").replace(['\r', '\n'], " ")
}

const fn vulnerability(vulnerability: Vulnerability) -> &'static str {
    match (vulnerability.contains(Vulnerability::NS), vulnerability.contains(Vulnerability::EW)) {
        (false, false) => "None",
        (true, false) => "NS",
        (false, true) => "EW",
        (true, true) => "All",
    }
}

fn deal(hands: &BySeat<Hand>) -> String {
    let hand = |i| {
        let hand = hands[clockwise(Seat::North, i)];
        // The crate writes an empty hand as `-`, which PBN reads as an unknown one.
        if hand.is_empty() { "...".into() } else { hand.to_string() }
    };
    format!("N:{}", [0, 1, 2, 3].map(hand).join(" "))
}

fn strain(strain: Strain) -> String {
    if strain.is_notrump() { "NT".into() } else { strain.letter().into() }
}

fn contract(contract: Contract) -> String {
    let penalty = match contract.penalty {
        Penalty::Undoubled => "",
        Penalty::Doubled => "X",
        Penalty::Redoubled => "XX",
    };
    format!("{}{}{penalty}", contract.bid.level, strain(contract.bid.strain))
}

fn call(call: Call) -> String {
    match call {
        Call::Pass => "Pass".into(),
        Call::Double => "X".into(),
        Call::Redouble => "XX".into(),
        Call::Bid(bid) => format!("{}{}", bid.level, strain(bid.strain)),
    }
}
