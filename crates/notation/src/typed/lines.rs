//! The lines of a typed text, and the boundaries between games.

use std::borrow::Cow;

use super::abroad::in_english;
use super::cell::{Cell, CellKind, NamedSeat, SuitCards};
use super::marked::is_marked;
use super::phrase::StatedFact;
use super::{auction, cells, play};
use falsecard_bridge::cards::{Seat, Suit};
use falsecard_bridge::text::bare;

/// A line with its cells.
#[derive(Debug, Clone)]
pub(super) struct CellLine {
    /// Its text, with blanks for tabs and table strokes, and without invisible characters.
    pub(super) text: String,
    /// Its number in the file, from 1.
    pub(super) number: usize,
    pub(super) cells: Vec<Cell>,
}

/// A deal on one line, in PBN's form.
pub(super) struct TypedDeal<'a> {
    /// The seat of the first hand, if that is said.
    pub(super) first: Option<Seat>,
    /// The hands, clockwise.
    pub(super) hands: &'a str,
}

fn dots(text: &str) -> usize {
    text.matches('.').count()
}

/// The distance of tab stops, in columns.
const TAB: usize = 8;

impl CellLine {
    pub(super) fn new(line: &str, number: usize, is_dutch: bool) -> Self {
        let text = plain(line, is_dutch);
        let cells = cells::of(&text);
        Self { text, number, cells }
    }

    /// The line with the next one considered: an S alone above a row of hearts is a void in spades,
    /// and not South.
    pub(super) fn before(&self, next: Option<&Self>) -> Self {
        let hearts: Vec<usize> = next.map_or_else(Vec::new, |next| {
            let first =
                |suits: &[SuitCards]| suits.first().is_some_and(|it| it.suit == Suit::Hearts);
            next.suits().filter(|(.., suits)| first(suits)).map(|(cell, ..)| cell.column).collect()
        });
        let mut line = self.clone();
        for cell in &mut line.cells {
            let text = &self.text[cell.span.clone()];
            if text.trim_end_matches(':') == "S" && hearts.contains(&cell.column) {
                let none = SuitCards::none(Suit::Spades, cell.span.start);
                cell.kind = CellKind::Suits(None, vec![none]);
            }
        }
        line
    }

    pub(super) fn is_blank(&self) -> bool {
        self.cells.is_empty()
    }

    /// The suits in it, with the player named in the same cell.
    pub(super) fn suits(&self) -> impl Iterator<Item = (&Cell, Option<Seat>, &[SuitCards])> {
        self.cells.iter().filter_map(|cell| match &cell.kind {
            CellKind::Suits(seat, suits) => Some((cell, *seat, &suits[..])),
            _ => None,
        })
    }

    pub(super) fn seats(&self) -> impl Iterator<Item = &NamedSeat> {
        self.cells.iter().flat_map(|cell| match &cell.kind {
            CellKind::Seats(seats) => &seats[..],
            _ => &[],
        })
    }

    pub(super) fn facts(&self) -> impl Iterator<Item = &(StatedFact, std::ops::Range<usize>)> {
        self.cells.iter().flat_map(|cell| match &cell.kind {
            CellKind::Facts(facts) => &facts[..],
            _ => &[],
        })
    }

    /// Whether it names a player, alone or before a hand.
    fn names_players(&self) -> bool {
        self.seats().next().is_some() || self.suits().any(|(_, named, _)| named.is_some())
    }

    /// Whether it names four players and nothing else.
    pub(super) fn is_head(&self) -> bool {
        self.seats().count() == 4 && self.is_all(|kind| matches!(kind, CellKind::Seats(_)))
    }

    /// Whether it holds nothing but names and strokes.
    pub(super) fn is_names(&self) -> bool {
        self.seats().next().is_some()
            && self.is_all(|kind| matches!(kind, CellKind::Seats(_) | CellKind::Strokes))
    }

    /// Whether it is a number alone, such as the points of a hand.
    fn is_number(&self) -> bool {
        let text = self.text.trim();
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
    }

    /// Whether it only draws a line.
    fn is_drawn(&self) -> bool {
        !self.is_blank() && self.is_all(|kind| matches!(kind, CellKind::Strokes))
    }

    /// Whether it is a row of hands: suits, possibly with names, phrases or other text beside them.
    pub(super) fn is_row(&self) -> bool {
        if self.deal().is_some() {
            return false;
        }
        self.suits().next().is_some()
            || self.cells.first().is_some_and(|cell| matches!(cell.kind, CellKind::Broken(_)))
                && self.cells.iter().all(|cell| !matches!(cell.kind, CellKind::Text))
    }

    /// Whether it begins hands.
    pub(super) fn begins_hands(&self) -> bool {
        let first = self.suits().next().and_then(|(.., suits)| suits.first());
        self.is_row() && first.is_some_and(|first| first.suit == Suit::Spades)
    }

    /// A deal in PBN's form: `N:`, and hands with dots between their suits; one hand alone is none.
    /// Four hands may stand without a seat before them.
    pub(super) fn deal(&self) -> Option<TypedDeal<'_>> {
        let text = bare(&self.text);
        let (first, hands) = match text.split_once(':') {
            Some((first, hands)) => (Some(crate::words::seat(first)?), hands),
            None => (None, text),
        };
        let is_hand =
            |c: char| " .-".contains(c) || c.is_ascii_digit() || "AKQJTakqjtxX".contains(c);
        let is_dotted = |hand: &str| hand == "-" || hand.contains('.');
        let is_deal = hands.contains('.')
            && hands.split_whitespace().next().is_some_and(is_dotted)
            && hands.chars().all(is_hand);
        let count = if is_deal { hands.split_whitespace().count() } else { 0 };
        let is_whole =
            || count == 4 && hands.split_whitespace().all(|it| it == "-" || dots(it) == 3);
        (if first.is_some() { count > 1 } else { is_whole() }).then_some(TypedDeal { first, hands })
    }

    fn is_all(&self, is: impl Fn(&CellKind) -> bool) -> bool {
        self.cells.iter().all(|cell| is(&cell.kind))
    }
}

/// The ways of pages and forums to write the suits and what stands between them.
const WRITTEN: [(&str, &str); 26] = [
    ("!s", "♠"),
    ("!h", "♥"),
    ("!d", "♦"),
    ("!c", "♣"),
    (":spades:", "♠"),
    (":hearts:", "♥"),
    (":diamonds:", "♦"),
    (":clubs:", "♣"),
    (":spade:", "♠"),
    (":heart:", "♥"),
    (":diamond:", "♦"),
    (":club:", "♣"),
    ("&spades;", "♠"),
    ("&hearts;", "♥"),
    ("&diams;", "♦"),
    ("&clubs;", "♣"),
    ("&nbsp;", " "),
    ("&ndash;", "–"),
    ("&mdash;", "—"),
    ("<br>", " "),
    ("<br/>", " "),
    ("[hand]", "  "),
    ("[/hand]", "  "),
    ("[block]", "  "),
    ("[/block]", "  "),
    ("❤", "♥"),
];

/// The first characters of these words.
const MARKS: [char; 6] = ['!', ':', '&', '<', '[', '❤'];

/// A line with the symbols that pages and forums have a word for.
fn with_symbols(line: &str) -> Cow<'_, str> {
    if !line.contains(MARKS) {
        return line.into();
    }
    let mut plain = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(MARKS) {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        // "Well done!Clubs broke" has no symbol in it.
        let ends = |length: usize| {
            !rest.starts_with('!') || !rest[length..].starts_with(char::is_lowercase)
        };
        let is_it = |word: &str| {
            rest.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word))
                && ends(word.len())
        };
        let first = || {
            let length = rest.chars().next().map_or(0, char::len_utf8);
            (length, &rest[..length])
        };
        let (length, symbol) = WRITTEN
            .iter()
            .find(|(word, _)| is_it(word))
            .map_or_else(first, |(word, symbol)| (word.len(), symbol));
        plain.push_str(symbol);
        rest = &rest[length..];
    }
    (plain + rest).into()
}

/// A line with the symbols of suits for their pictures, as a browser copies the names of these:
/// `spades.gif (111 bytes)`.
fn with_pictures(line: &str) -> Cow<'_, str> {
    const ENDINGS: [&str; 3] = [".gif", ".png", ".svg"];
    if !ENDINGS.iter().any(|ending| line.contains(ending)) {
        return line.into();
    }
    let suit = |name: &str| {
        let of = |(word, symbol)| name.contains(word).then_some(symbol);
        [("spade", '♠'), ("heart", '♥'), ("diamond", '♦'), ("club", '♣')].into_iter().find_map(of)
    };
    let mut plain = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(end) = ENDINGS.iter().filter_map(|it| Some(rest.find(it)? + it.len())).min() {
        let is_before = |c: char| c.is_whitespace() || c.is_ascii_digit();
        let start = end - rest[..end].rsplit(is_before).next().map_or(0, str::len);
        plain += &rest[..start];
        match suit(&rest[start..end].to_ascii_lowercase()) {
            Some(symbol) => plain.push(symbol),
            None => plain += &rest[start..end],
        }
        rest = &rest[end..];
        if let Some((size, behind)) = rest.split_once(')')
            && size.trim_start().starts_with('(')
            && size.ends_with("bytes")
        {
            rest = behind;
        }
    }
    (plain + rest).into()
}

/// A line in the form in which it is read.
fn plain(line: &str, is_dutch: bool) -> String {
    let line = in_english(&with_symbols(&with_pictures(line)), is_dutch);
    let mut text = String::with_capacity(line.len());
    let mut column = 0;
    for c in line.chars() {
        match c {
            '\t' => {
                let width = (TAB - column % TAB).max(2);
                text.push_str(&" ".repeat(width));
                column += width;
                continue;
            }
            // Variation selectors, and other characters of no width.
            '\u{fe00}'..='\u{fe0f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2060}'
            | '\u{feff}'
            | '\u{ad}' => {
                continue;
            }
            // The suits of old code pages.
            '\u{3}' => text.push('♥'),
            '\u{4}' => text.push('♦'),
            '\u{5}' => text.push('♣'),
            '\u{6}' => text.push('♠'),
            '|' | '\u{2500}'..='\u{257f}' => text.push(' '),
            c if c.is_whitespace() || c.is_control() => text.push(' '),
            c => text.push(c),
        }
        column += 1;
    }
    text.truncate(text.trim_end().len());
    text
}

/// Whether a text begins with a forum's tag around a hand.
pub(crate) fn is_tagged(text: &str) -> bool {
    let is_tag = |tag: &&str| text.get(..tag.len()).is_some_and(|it| it.eq_ignore_ascii_case(tag));
    ["[hand]", "[block]"].iter().any(is_tag)
}

/// Whether a line shows that a text contains a deal.
pub(super) fn is_sign(line: &str) -> bool {
    let line = CellLine::new(line, 1, false);
    let is_suit = |cell: &Cell| matches!(cell.kind, CellKind::Suits(..) | CellKind::Broken(_));
    line.deal().is_some()
        || line.is_head()
        || line.cells.iter().any(is_suit)
        || is_marked(line.text.trim_start()) && line.facts().next().is_none()
}

/// Whether a text is a whole deal: it has several lines, or a hand on one line.
pub(crate) fn is_deal(text: &str) -> bool {
    let line = CellLine::new(text, 1, false);
    let suits = line.suits().map(|(.., suits)| suits.len()).sum::<usize>();
    // A hand of which a card is not named is refused as a deal, and not looked for as a file.
    let is_broken = line.cells.iter().any(|cell| matches!(cell.kind, CellKind::Broken(_)));
    let has_symbols = line.text.contains(['♠', '♥', '♦', '♣']);
    text.trim().contains('\n')
        || line.deal().is_some()
        || suits >= if has_symbols { 1 } else { 4 }
        || is_broken && line.text.trim().contains(' ')
}

/// The parts of a game seen so far, which decide where the next game begins.
#[derive(Debug, Default)]
pub(super) struct GameParts {
    /// The number of hands side by side, for each group.
    groups: Vec<usize>,
    has_deal: bool,
    /// Whether anything but names and phrases follows the hands.
    is_behind: bool,
    /// Whether any player is named.
    has_names: bool,
    facts: Vec<&'static str>,
    awaits: Continuation,
}

/// What the next line may hold, beyond what any line may.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Continuation {
    #[default]
    Nothing,
    /// More cards of the play.
    Cards,
    /// The name of who sits in the seat that the line names.
    Player,
}

impl GameParts {
    fn has_hands(&self) -> bool {
        self.has_deal || !self.groups.is_empty()
    }

    /// The end of the game, if `line` belongs to the next: before this line, or before the names
    /// above its diagram.
    pub(super) fn ends_before(&self, line: &CellLine, before: &[CellLine]) -> Option<usize> {
        if !self.has_hands() && self.facts.is_empty() || self.continues_play(line) {
            return None;
        }
        let mut facts = line.facts().map(|(fact, _)| fact);
        let is_title = matches!(line.facts().next(), Some((StatedFact::Board(_), _)));
        let repeats = self.has_hands() && facts.any(|fact| self.facts.contains(&fact.tag()));
        let is_open = !line.is_row() || line.begins_hands();
        if is_open && (is_title && (self.has_hands() || self.is_behind) || repeats) {
            return Some(before.len());
        }
        let begins =
            line.deal().is_some() && self.has_hands() || line.begins_hands() && self.is_full(line);
        let is_seat = |line: &CellLine| line.is_names() && !line.is_head();
        let is_above = |&n: &usize| {
            let follows_seat = n.checked_sub(1).is_some_and(|above| is_seat(&before[above]));
            before[n].is_blank() || before[n].is_names() || follows_seat && !before[n].is_row()
        };
        begins.then(|| {
            let above = (0..before.len()).rev().take_while(is_above);
            above.filter(|&n| before[n].is_names()).last().unwrap_or(before.len())
        })
    }

    /// Whether the hands that begin in a line belong to the next deal.
    fn is_full(&self, line: &CellLine) -> bool {
        let hands: usize = self.groups.iter().sum();
        // Two pairs side by side are West's and East's each.
        let has_names = self.has_names || line.names_players();
        let is_pair = self.groups == [2] && !has_names && hands_of(line) == 2;
        self.has_hands() && self.is_behind
            || hands >= 4
            || is_pair
            || matches!(self.groups[..], [.., 2, 1])
    }

    fn continues_play(&self, line: &CellLine) -> bool {
        self.awaits == Continuation::Cards && play::goes_on(&line.text, 0).is_some()
    }

    pub(super) fn add(&mut self, line: &CellLine) {
        if self.continues_play(line) {
            return;
        }
        self.has_names |= line.names_players();
        let awaits = match () {
            () if play::is_list(&line.text) => Continuation::Cards,
            () if line.is_names() && !line.is_head() => Continuation::Player,
            () => Continuation::Nothing,
        };
        let awaited = std::mem::replace(&mut self.awaits, awaits);
        self.facts.extend(line.facts().map(|(fact, _)| fact.tag()));
        if line.deal().is_some() {
            self.has_deal = true;
        } else if line.begins_hands() {
            self.groups.push(hands_of(line));
        } else if !line.is_row() && !line.is_blank() && self.has_hands() {
            let is_beside = line.is_names() && !line.is_head()
                || line.facts().next().is_some()
                || line.is_drawn()
                || line.is_number()
                || awaited == Continuation::Player;
            self.is_behind |=
                !is_beside || play::is_trick(&line.text) || auction::is_row(&line.text);
        }
    }
}

/// The number of hands that begin in a row: its suits of spades.
pub(super) fn hands_of(line: &CellLine) -> usize {
    let suits = line.suits().flat_map(|(.., suits)| suits);
    suits.filter(|it| it.suit == Suit::Spades).count()
}
