//! From tokens to games.

use std::ops::Range;
use std::sync::Arc;

use super::check::Check;
use super::lexer::{Lexer, Token};
use crate::notation::Breach;
use crate::notation::fault::{Contents, Fault, Flaw, Source};
use crate::notation::game::{Game, Origin, Tag, find, is_fact};

/// Reads PBN text. `name` is what faults call the file.
///
/// Time and memory grow linearly with the size.
///
/// ```
/// use falsecard::notation::pbn;
///
/// let text = "[Deal \"N:A... .A.. ..A. ...A\"]\n\n[Deal \"N:A... .A.. ..A. A...\"]\n";
/// let contents = pbn::read("endings.pbn", text.as_bytes());
/// assert_eq!(contents.good.len(), 1);
/// assert_eq!(
///     contents.faults[0].to_string(),
///     "endings.pbn:3: law 1: there is one ♠A in the pack, and it is dealt twice, \
///      to North and to West",
/// );
/// ```
pub fn read(name: &str, bytes: &[u8]) -> Contents<Game> {
    let mut contents = Contents { good: Vec::new(), faults: Vec::new() };
    let source = match Source::new(name, bytes) {
        Ok(source) => Arc::new(source),
        Err(fault) => {
            contents.faults.push(fault);
            return contents;
        }
    };
    let mut number = 0;
    let mut block = Block::default();
    for token in Lexer::new(source.text()).map(Some).chain([None]) {
        if block.is_ended_by(token.as_ref(), source.text()) {
            finish(std::mem::take(&mut block), &source, &mut number, &mut contents);
        }
        if let Some(token) = token {
            block.add(token, &source);
        }
    }
    if number == 0 && contents.faults.is_empty() {
        contents.faults.push(Fault::new(&source, Flaw::new(Breach::NoGame, &(0..0))));
    }
    contents
}

/// Turns a block of text into a game, or into its faults.
fn finish(block: Block, source: &Arc<Source>, number: &mut usize, contents: &mut Contents<Game>) {
    if block.tags.is_empty() && block.flaws.is_empty() && block.stray.is_none() {
        return;
    }
    *number += 1;
    match block.into_game(source, *number) {
        Ok(game) => contents.good.push(game),
        Err(flaws) => {
            contents.faults.extend(flaws.into_iter().map(|flaw| Fault::new(source, flaw)));
        }
    }
}

/// What the words after a tag belong to.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Section {
    /// Nothing: words are out of place.
    #[default]
    None,
    Auction,
    Play,
    /// A table that is not ours.
    Other,
}

/// The text of one game.
#[derive(Debug, Default)]
struct Block {
    tags: Vec<Tag>,
    section: Section,
    auction: Vec<Range<usize>>,
    play: Vec<Range<usize>>,
    stray: Option<Range<usize>>,
    flaws: Vec<Flaw>,
    has_event: bool,
    at_blank_line: bool,
}

impl Block {
    /// Whether the token begins another game. After a blank line it does, but for an auction or a
    /// play that this game still lacks: some programs leave a line before them.
    fn is_ended_by(&self, token: Option<&Token>, text: &str) -> bool {
        match token {
            None => true,
            Some(Token::BlankLine) => false,
            Some(Token::Word(_) | Token::Bad(_)) => self.at_blank_line,
            Some(Token::Tag { name, .. }) => {
                let name = &text[name.clone()];
                let continues = matches!(section(name), Section::Auction | Section::Play)
                    && find(&self.tags, name).is_none();
                self.has_event && is_event(name) || self.at_blank_line && !continues
            }
        }
    }

    fn add(&mut self, token: Token, source: &Source) {
        self.at_blank_line = token == Token::BlankLine;
        match token {
            // One fault of form is enough for a game: the rest may follow from it.
            Token::Bad(flaw) if self.flaws.is_empty() => self.flaws.push(flaw),
            Token::Bad(_) | Token::BlankLine => {}
            Token::Tag { span, name, value } => self.add_tag(span, &name, value, source),
            Token::Word(span) => match self.section {
                Section::Auction => self.auction.push(span),
                Section::Play => self.play.push(span),
                Section::Other => {}
                // Some programs end a play twice.
                Section::None if &source.text()[span.clone()] == "*" => {}
                Section::None => drop(self.stray.get_or_insert(span)),
            },
        }
    }

    fn add_tag(
        &mut self,
        at: Range<usize>,
        name: &Range<usize>,
        value: Range<usize>,
        source: &Source,
    ) {
        let text = source.text();
        let name = &text[name.clone()];
        if self.tags.is_empty() {
            // Text may be glued to the first tag.
            self.stray = None;
        }
        self.has_event |= is_event(name);
        self.section = section(name);
        let tag = Tag {
            name: name.into(),
            value: unescaped(&text[value.clone()]),
            line: source.line(at.start),
            span: value,
        };
        if is_fact(name)
            && let Some(first) = find(&self.tags, name)
        {
            let repeats = first.value != tag.value || self.section != Section::None;
            if repeats && self.flaws.is_empty() {
                self.flaws.push(Flaw::new(Breach::RepeatedTag { name: name.into() }, &tag.span));
            }
            return;
        }
        self.tags.push(tag);
    }

    fn into_game(mut self, source: &Arc<Source>, number: usize) -> Result<Game, Vec<Flaw>> {
        if let Some(stray) = self.stray.take() {
            self.flaws.push(Flaw::new(Breach::StrayText, &stray));
        }
        if !self.flaws.is_empty() {
            return Err(self.flaws);
        }
        let span = self.tags.first().map_or(0..0, |tag| tag.span.clone());
        let mut check = Check::new(source, &self.tags, &self.auction, &self.play);
        let facts = check.facts();
        let flaws = check.flaws;
        if flaws.is_empty() {
            let origin = Origin { source: Arc::clone(source), span, number };
            Ok(Game { origin, tags: self.tags, facts })
        } else {
            Err(flaws)
        }
    }
}

fn is_event(name: &str) -> bool {
    name.eq_ignore_ascii_case("Event")
}

/// Which section a tag opens. The standard's plain tags open none; any other tag may be a table.
fn section(name: &str) -> Section {
    const PLAIN: [&str; 13] = [
        "Event",
        "Site",
        "Date",
        "Board",
        "West",
        "North",
        "East",
        "South",
        "Scoring",
        "Result",
        "Dealer",
        "Vulnerable",
        "Deal",
    ];
    let is = |other: &str| other.eq_ignore_ascii_case(name);
    match () {
        () if is("Auction") => Section::Auction,
        () if is("Play") => Section::Play,
        () if PLAIN.into_iter().any(is) || is("Declarer") || is("Contract") => Section::None,
        () => Section::Other,
    }
}

fn unescaped(value: &str) -> String {
    let mut plain = String::with_capacity(value.len());
    let mut rest = value.chars().peekable();
    while let Some(character) = rest.next() {
        let escaped = (character == '\\').then(|| rest.next_if(|c| matches!(c, '"' | '\\')));
        plain.push(escaped.flatten().unwrap_or(character));
    }
    plain
}
