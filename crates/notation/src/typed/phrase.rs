//! Phrases beside a diagram: dealer, vulnerability, contract, lead.

use std::ops::Range;

use super::Unclear;
use super::bidding::{self, NoBidding, WrittenCalls};
use crate::agree::StatedContract;
use crate::{Breach, declared, words};
use falsecard_bridge::cards::{Card, Seat, Vulnerability};

/// The fact that a phrase states.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum StatedFact {
    Board(String),
    Dealer(Seat),
    Vulnerable(Vulnerability),
    /// The contract, who declares, and his tricks.
    Contract(StatedContract, Option<Seat>, Option<u8>),
    Declarer(Seat),
    /// The opening lead, and the leader if named.
    Lead(Card, Option<Seat>),
    /// Who leads to the first trick given.
    Leader(Seat),
    /// Declarer's tricks.
    Result(u8),
    Scoring(String),
    /// The auction.
    Calls(WrittenCalls),
    /// A phrase with an impossible value.
    Wrong(Breach),
}

impl StatedFact {
    /// A bidding that may be everybody's calls or one side's.
    pub(super) fn two_ways(text: &str) -> Self {
        Self::Wrong(Unclear::TwoWays { text: words::quoted(text) }.into())
    }

    /// Two calls or more, and nothing else.
    pub(super) fn of_calls(text: &str) -> Option<Self> {
        match bidding::read(text) {
            Ok(calls) => (calls.all.len() > 1).then_some(Self::Calls(calls)),
            Err(NoBidding::TwoWays) => Some(Self::two_ways(text)),
            Err(NoBidding::Word(_)) => None,
        }
    }

    /// The PBN tag for the fact.
    pub(super) const fn tag(&self) -> &'static str {
        match self {
            Self::Board(_) => "Board",
            Self::Dealer(_) => "Dealer",
            Self::Vulnerable(_) => "Vulnerable",
            Self::Contract(..) => "Contract",
            Self::Declarer(_) => "Declarer",
            Self::Lead(..) => "Lead",
            Self::Leader(_) => "Play",
            Self::Result(_) => "Result",
            Self::Scoring(_) => "Scoring",
            Self::Calls(_) => "Auction",
            Self::Wrong(_) => "",
        }
    }
}

/// The phrases of a text at `start` that consists of phrases only, with stops or blanks between
/// them.
pub(super) fn facts(text: &str, start: usize) -> Option<Vec<(StatedFact, Range<usize>)>> {
    phrases(text, start, true)
}

/// The phrases of a text at `start`. `begins` says whether nothing stands before the text, since
/// some phrases can only begin one.
fn phrases(text: &str, start: usize, begins: bool) -> Option<Vec<(StatedFact, Range<usize>)>> {
    let mut facts = Vec::new();
    let mut rest = PhraseText(text);
    loop {
        rest.skip(&[' ', ',', ';', '.']);
        if rest.0.is_empty() {
            return Some(facts).filter(|facts| !facts.is_empty());
        }
        let at = start + text.len() - rest.0.len();
        let fact = phrase(&mut rest, begins && facts.is_empty())?;
        let end = start + text.len() - rest.0.len();
        facts.push((fact, at..end));
    }
}

/// The rest of a text.
#[derive(Clone, Copy)]
struct PhraseText<'a>(&'a str);

impl<'a> PhraseText<'a> {
    fn skip(&mut self, characters: &[char]) {
        self.0 = self.0.trim_start_matches(characters);
    }

    /// Takes the next word, in lower case.
    fn word(&mut self) -> String {
        self.skip(&[' ']);
        let is_end =
            |c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '.' | '=' | '(' | ')');
        let end = self.0.find(is_end).unwrap_or(self.0.len());
        let (word, rest) = self.0.split_at(end);
        self.0 = rest;
        word.to_lowercase().replace(['–', '‑'], "-")
    }

    /// Takes these words if they come next.
    fn takes(&mut self, words: &[&str]) -> bool {
        let mut ahead = *self;
        let matches = words.iter().all(|word| ahead.word() == *word);
        if matches {
            *self = ahead;
        }
        matches
    }

    fn takes_any(&mut self, words: &[&str]) -> bool {
        words.iter().any(|word| self.takes(&[word]))
    }

    /// Takes a colon, dash or equals sign, after which a value must follow. Returns whether there
    /// is one.
    fn colon(&mut self) -> bool {
        let before = self.0;
        self.skip(&[' ', ':', '=', '–', '—', '-', '.']);
        before[..before.len() - self.0.len()].contains([':', '=', '–', '—', '-'])
    }

    fn seat(&mut self) -> Option<Seat> {
        let mut ahead = *self;
        let seat = words::seat(&ahead.word())?;
        *self = ahead;
        Some(seat)
    }

    /// Takes the text up to the next stop.
    fn clause(&mut self) -> &'a str {
        self.skip(&[' ']);
        let end = self.0.find([',', ';']).unwrap_or(self.0.len());
        let end = self.0[..end].find(". ").unwrap_or(end);
        let (clause, rest) = self.0.split_at(end);
        self.0 = rest;
        clause.trim_end_matches([' ', '.'])
    }

    fn side(&mut self) -> Option<Vulnerability> {
        const SIDES: [(&str, Vulnerability); 4] = [
            ("none, neither side, neither, nil, love all, nobody, no one", Vulnerability::NONE),
            ("both sides, both, all, game all, everybody", Vulnerability::ALL),
            ("ns, n-s, n/s, north-south, n and s, north/south, north and south", Vulnerability::NS),
            ("ew, e-w, e/w, east-west, e and w, east/west, east and west", Vulnerability::EW),
        ];
        let mut takes = |words: &str| self.takes(&words.split(' ').collect::<Vec<_>>());
        let side = SIDES.iter().find(|(names, _)| names.split(", ").any(&mut takes));
        side.map(|&(_, side)| side)
    }

    /// A contract, its declarer and his tricks.
    fn contract(&mut self) -> Option<(StatedContract, Option<Seat>, Option<u8>)> {
        if let Some((named, rest)) = declared::read(self.0) {
            self.0 = rest;
            return Some(named.into());
        }
        let mut ahead = *self;
        let strain = words::strain(&ahead.word())?;
        *self = ahead;
        Some((StatedContract::Strain(strain), None, None))
    }

    /// A card, with or without a blank after its suit.
    fn card(&mut self) -> Option<Card> {
        let mut ahead = *self;
        ahead.takes(&["the"]);
        let mut word = ahead.word();
        if word.chars().count() == 1 {
            word += &ahead.word();
        }
        let mut of = ahead;
        if of.takes(&["of"]) {
            word = super::with_suits_first(&format!("{word} {}", of.word()));
            ahead = of;
        }
        let card = words::card(&word)?;
        *self = ahead;
        Some(card)
    }
}

/// The next phrase. Only the first phrase may name a board.
fn phrase(rest: &mut PhraseText, is_first: bool) -> Option<StatedFact> {
    let mut ahead = *rest;
    let fact = named(&mut ahead, is_first).or_else(|| {
        ahead = *rest;
        unnamed(&mut ahead)
    })?;
    *rest = ahead;
    Some(fact)
}

/// A phrase that begins with its subject, such as `Dealer: South`.
fn named(rest: &mut PhraseText, is_first: bool) -> Option<StatedFact> {
    match rest.word().as_str() {
        "board" | "bd" if is_first => board(rest),
        "deal" | "hand" if is_first => {
            let number = rest.clause();
            let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
            is_number.then(|| StatedFact::Board(number.to_owned()))
        }
        "dealer" | "dlr" => said(rest, "Dealer", PhraseText::seat)
            .map(|it| it.map_or_else(wrong, StatedFact::Dealer)),
        "declarer" => said(rest, "Declarer", PhraseText::seat)
            .map(|it| it.map_or_else(wrong, StatedFact::Declarer)),
        "vul" | "vuln" | "vulnerable" | "vulnerability" => {
            said(rest, "Vulnerable", PhraseText::side)
                .map(|it| it.map_or_else(wrong, StatedFact::Vulnerable))
        }
        "contract" => said(rest, "Contract", PhraseText::contract).map(|it| {
            it.map_or_else(wrong, |(named, by, tricks)| StatedFact::Contract(named, by, tricks))
        }),
        "lead" => lead(rest),
        "opening" if rest.takes(&["lead"]) => lead(rest),
        "result" => {
            rest.colon();
            if let Some((.., tricks)) = rest.contract() {
                if let Some(tricks) = tricks {
                    return Some(StatedFact::Result(tricks));
                }
                rest.skip(&[' ', ',']);
            }
            let tricks = rest.word().parse().ok().filter(|tricks| *tricks <= 13)?;
            rest.takes_any(&["tricks", "trick"]);
            Some(StatedFact::Result(tricks))
        }
        "scoring" if rest.colon() => Some(StatedFact::Scoring(rest.clause().to_owned())),
        "auction" | "bidding" => bidding(rest),
        "the" if rest.takes_any(&["auction", "bidding"]) => bidding(rest),
        "against" => {
            let mut ahead = *rest;
            let (named @ StatedContract::Contract(_), declarer, tricks) = ahead.contract()? else {
                return None;
            };
            *rest = ahead;
            Some(StatedFact::Contract(named, declarer, tricks))
        }
        "imps" | "imp" | "teams" => Some(StatedFact::Scoring("IMP".to_owned())),
        "matchpoints" | "mps" | "mp" | "pairs" => Some(StatedFact::Scoring("MP".to_owned())),
        "passed" if rest.takes(&["out"]) => {
            Some(StatedFact::Contract(StatedContract::Pass, None, None))
        }
        _ => None,
    }
}

/// A phrase that begins with its value, such as `South deals`.
fn unnamed(rest: &mut PhraseText) -> Option<StatedFact> {
    let mut ahead = *rest;
    if let Some(side) = ahead.side()
        && ahead.takes_any(&["vulnerable", "vul", "vuln"])
    {
        *rest = ahead;
        return Some(StatedFact::Vulnerable(side));
    }
    for (words, side) in
        [(["game", "all"], Vulnerability::ALL), (["love", "all"], Vulnerability::NONE)]
    {
        if rest.takes(&words) {
            return Some(StatedFact::Vulnerable(side));
        }
    }
    let mut ahead = *rest;
    if let Some((named, declarer @ Some(_), tricks)) = ahead.contract() {
        *rest = ahead;
        return Some(StatedFact::Contract(named, declarer, tricks));
    }
    let seat = rest.seat()?;
    if rest.takes_any(&["dealer", "deals", "dealt"]) {
        return Some(StatedFact::Dealer(seat));
    }
    if rest.takes(&["to", "lead"]) || rest.takes(&["on", "lead"]) {
        return Some(StatedFact::Leader(seat));
    }
    if rest.takes_any(&["leads", "led"]) {
        rest.colon();
        return rest.card().map(|card| StatedFact::Lead(card, Some(seat)));
    }
    None
}

/// The value after the subject of a phrase. After a colon there must be one.
fn said<'a, T>(
    rest: &mut PhraseText<'a>,
    tag: &'static str,
    read: impl FnOnce(&mut PhraseText<'a>) -> Option<T>,
) -> Option<Result<T, Breach>> {
    let is_stated = rest.colon();
    match read(rest) {
        Some(value) => Some(Ok(value)),
        None if !is_stated => None,
        None => {
            let text = words::quoted(rest.clause());
            Some(Err(match tag {
                "Vulnerable" => Breach::UnknownVulnerability { text },
                "Contract" => Breach::UnknownContract { text },
                "Lead" => Breach::UnknownCard { text },
                _ => Breach::UnknownSeat { tag: tag.to_owned(), text },
            }))
        }
    }
}

const fn wrong(breach: Breach) -> StatedFact {
    StatedFact::Wrong(breach)
}

fn lead(rest: &mut PhraseText) -> Option<StatedFact> {
    let card = match said(rest, "Lead", PhraseText::card)? {
        Ok(card) => card,
        Err(breach) => return Some(wrong(breach)),
    };
    let leader = rest.takes(&["by"]).then(|| rest.seat());
    match leader {
        Some(None) => None,
        seat => Some(StatedFact::Lead(card, seat.flatten())),
    }
}

/// The calls up to the end of the clause, or of the text where they are parted by commas.
fn bidding(rest: &mut PhraseText) -> Option<StatedFact> {
    let is_stated = rest.colon();
    for word in ["is", "was", "goes", "went", "has", "gone"] {
        rest.takes(&[word]);
    }
    let mut ahead = *rest;
    let whole = rest.0.trim();
    let clause = ahead.clause();
    for text in [clause, whole] {
        match bidding::read(text) {
            Ok(calls) if !calls.all.is_empty() => {
                *rest = if text.len() == whole.len() { PhraseText("") } else { ahead };
                return Some(StatedFact::Calls(calls));
            }
            Ok(_) => return None,
            Err(NoBidding::TwoWays) => return Some(StatedFact::two_ways(text)),
            Err(NoBidding::Word(place)) if text.len() == whole.len() && is_stated => {
                let text = words::quoted(&text[place]);
                return Some(wrong(Breach::UnknownCall { text }));
            }
            Err(NoBidding::Word(_)) => {}
        }
    }
    None
}

/// The name of a board: the rest of the text, or up to a stop with phrases after it.
fn board(rest: &mut PhraseText) -> Option<StatedFact> {
    rest.skip(&[' ', ':', '#']);
    while rest.takes_any(&["no", "number"]) {
        rest.skip(&[' ', ':', '.', '#']);
    }
    let mut ahead = *rest;
    let name = ahead.clause();
    if ahead.0.is_empty() || phrases(ahead.0, 0, false).is_none() {
        let whole = rest.0.trim();
        rest.0 = "";
        return (!whole.is_empty()).then(|| StatedFact::Board(whole.to_owned()));
    }
    *rest = ahead;
    (!name.is_empty()).then(|| StatedFact::Board(name.to_owned()))
}
