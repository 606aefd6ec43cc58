//! The text of one game: its tags, the words of its sections, its remarks.

use std::ops::Range;

use super::lexer::{Lexer, Token, is_blank, rows};
use crate::fault::{Flaw, SourceText};
use crate::findings::TextFindings;
use crate::game::{Marks, Tag, find, is_fact};
use crate::limits::MAX_TAGS;
use crate::{Breach, Comment, Deviation, Manner, words};

/// A piece of a section.
#[derive(Debug, Clone)]
pub(super) enum SectionItem {
    /// A word.
    Word(Range<usize>),
    /// A remark.
    Comment(Comment),
}

/// The section that words after a tag belong to.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    /// Nothing: words are out of place.
    #[default]
    None,
    Auction,
    Play,
    /// A table that is not ours.
    Table,
}

/// A section of calls or cards.
#[derive(Debug, Default)]
pub(super) struct SectionWords {
    /// Its words and remarks.
    pub(super) items: Vec<SectionItem>,
    /// Its numbered notes.
    pub(super) notes: Vec<SectionNote>,
}

/// A note of a section.
#[derive(Debug)]
pub(super) struct SectionNote {
    pub(super) number: u8,
    pub(super) text: String,
    pub(super) tag: Tag,
}

impl SectionNote {
    /// Its value as it is written again.
    pub(super) fn value(&self) -> String {
        format!("{}:{}", self.number, self.text)
    }
}

impl SectionWords {
    /// The remarks before the first word and behind the last.
    pub(super) fn outer_remarks(&self) -> Vec<Comment> {
        let remark = |item: &SectionItem| match item {
            SectionItem::Comment(comment) => Some(comment.clone()),
            SectionItem::Word(_) => None,
        };
        let before: Vec<Comment> = self.items.iter().map_while(remark).collect();
        if before.len() == self.items.len() {
            return before;
        }
        let behind: Vec<Comment> = self.items.iter().rev().map_while(remark).collect();
        before.into_iter().chain(behind.into_iter().rev()).collect()
    }

    /// The text from the first word to the last, line by line.
    pub(super) fn lines(&self, text: &str) -> Vec<String> {
        let words = self.items.iter().filter_map(|item| match item {
            SectionItem::Word(span) => Some(span),
            SectionItem::Comment(_) => None,
        });
        let (mut start, mut end) = (text.len(), 0);
        for span in words {
            (start, end) = (start.min(span.start), end.max(span.end));
        }
        rows(text.get(start..end).unwrap_or_default())
    }
}

/// The text of one game.
#[derive(Debug, Default)]
pub(super) struct Block {
    pub(super) tags: Vec<Tag>,
    pub(super) auction: SectionWords,
    pub(super) play: SectionWords,
    pub(super) marks: Marks,
    pub(super) findings: TextFindings,
    /// Whether the file says before the first tag that it is in export format.
    pub(super) is_export: bool,
    section: Section,
    /// The section that following notes belong to.
    notes_of: Section,
    /// The words that belong to nothing.
    stray: Vec<Range<usize>>,
    /// Whether two tags stand without a blank line between.
    is_dense: bool,
    has_event: bool,
    /// Remarks behind a blank line: they belong to what follows, this game or the next.
    pending: Option<Vec<Comment>>,
    /// The range of the words of the table; remarks before it are complete.
    table: Option<Range<usize>>,
}

impl Block {
    /// Whether the token begins another game. After a blank line it does, except for an auction or
    /// a play that this game still lacks: some programs leave a line before them.
    pub(super) fn is_ended_by(&self, token: &Token, text: &str) -> bool {
        let at_blank_line = self.pending.is_some();
        match token {
            Token::BlankLine | Token::Comment(..) => false,
            // Some programs end a play twice.
            Token::Word(span) if &text[span.clone()] == "*" => false,
            Token::Word(_) | Token::Bad(_) => at_blank_line && !self.is_empty(),
            // Text may be glued to the first tag.
            Token::Tag { .. } if self.is_empty() => false,
            Token::Tag { name, .. } => {
                let name = &text[name.clone()];
                let lacks = || find(&self.tags, name).is_none();
                let continues = match section(name) {
                    Section::Auction | Section::Play => lacks(),
                    _ => name.eq_ignore_ascii_case("Note") && self.notes_of != Section::None,
                };
                self.has_event && is_event(name)
                    || at_blank_line && !continues && !self.is_spread(name)
            }
        }
    }

    /// Whether a tag goes on with a game whose tags all stand between blank lines from its event
    /// on, as some pages show them: each is another one, and no deal has been told.
    fn is_spread(&self, name: &str) -> bool {
        let begins = self.tags.first().is_some_and(|tag| is_event(&tag.name));
        let is_new = |name| find(&self.tags, name).is_none();
        begins && !self.is_dense && is_new(name) && is_new("Deal")
    }

    /// Whether nothing but remarks has been found.
    pub(super) fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.findings.flaws.is_empty() && self.stray.is_empty()
    }

    /// Whether the last thing in it is a blank line.
    pub(super) const fn is_at_blank_line(&self) -> bool {
        self.pending.is_some()
    }

    /// The remarks that belong to the next game.
    pub(super) fn take_pending(&mut self) -> Vec<Comment> {
        self.pending.take().unwrap_or_default()
    }

    pub(super) fn add(&mut self, token: Token, source: &SourceText) {
        if !matches!(token, Token::BlankLine | Token::Comment(..)) {
            let was_blank = self.pending.is_some();
            for comment in self.take_pending() {
                self.add_comment(comment);
            }
            let is_tag = matches!(token, Token::Tag { .. });
            self.is_dense |= is_tag && !was_blank && !self.tags.is_empty();
            if let (true, Token::Tag { span, .. }, false) = (was_blank, &token, self.is_empty()) {
                self.findings.note(Deviation::BlankLineInGame, span);
            }
        }
        match token {
            // One fault of form is enough for a game: the rest may follow from it.
            Token::Bad(flaw) => self.flaw(flaw),
            Token::BlankLine => drop(self.pending.get_or_insert_default()),
            Token::Comment(manner, span) => {
                let text = source.text()[span.clone()].to_owned();
                if manner == Manner::Escape && is_version(&text) {
                    return;
                }
                if self.table.is_some() && self.pending.is_none() {
                    self.findings.note(Deviation::RemarkInTable, &span);
                }
                let comment = Comment { manner, text };
                match &mut self.pending {
                    Some(pending) => pending.push(comment),
                    None => self.add_comment(comment),
                }
            }
            Token::Tag { span, name, value } => self.add_tag(span, &name, value, source),
            Token::Word(span) => self.add_word(span, source),
        }
    }

    fn flaw(&mut self, flaw: Flaw) {
        if self.findings.flaws.is_empty() {
            self.findings.flaws.push(flaw);
        }
    }

    fn add_word(&mut self, span: Range<usize>, source: &SourceText) {
        match self.section {
            Section::Auction => self.auction.items.push(SectionItem::Word(span)),
            Section::Play => self.play.items.push(SectionItem::Word(span)),
            Section::Table => {
                // Remarks between the words stay where they are, in the text of the table.
                if self.table.is_some() {
                    self.marks.tags.remove(&(self.tags.len() - 1));
                }
                let start = self.table.as_ref().map_or(span.start, |table| table.start);
                self.table = Some(start..span.end);
            }
            Section::None if self.tags.is_empty() && is_drawn(&source.text()[span.clone()]) => {
                self.findings.note(Deviation::StrayText, &span);
            }
            Section::None if &source.text()[span.clone()] == "*" => {
                self.findings.note(Deviation::StrayStar, &span);
            }
            Section::None => self.stray.push(span),
        }
    }

    /// Puts a remark behind what stands before it.
    pub(super) fn add_comment(&mut self, comment: Comment) {
        match (self.section, self.tags.len()) {
            (Section::Auction, _) => self.auction.items.push(SectionItem::Comment(comment)),
            (Section::Play, _) => self.play.items.push(SectionItem::Comment(comment)),
            (_, 0) => self.marks.head.push(comment),
            (_, tags) => self.marks.tags.entry(tags - 1).or_default().push(comment),
        }
    }

    fn add_tag(
        &mut self,
        at: Range<usize>,
        name: &Range<usize>,
        value: Range<usize>,
        source: &SourceText,
    ) {
        let text = source.text();
        self.end_table(source);
        let (name, place) = (&text[name.clone()], name);
        if self.tags.is_empty() {
            let remark = self.take_stray(text);
            self.marks.head.extend(remark);
        }
        self.has_event |= is_event(name);
        let opened = section(name);
        if let Some(right) = super::known_tag(name).filter(|&right| right != name) {
            self.findings.note(Deviation::TagSpelling { right }, place);
        }
        let tag = Tag {
            line: source.line(at.start),
            span: value.clone(),
            ..Tag::new(name, &unescaped(&text[value]))
        };
        if self.tags.len() >= MAX_TAGS {
            self.flaw(Flaw::new(Breach::TooManyTags, &at));
            self.section = Section::Table;
            return;
        }
        if is_fact(name)
            && let Some(first) = find(&self.tags, name)
        {
            let repeats = first.value != tag.value || opened != Section::None;
            if repeats {
                self.flaw(Flaw::new(Breach::RepeatedTag { name: name.into() }, &tag.span));
            } else {
                self.findings.note(Deviation::RepeatedTag { name: name.into() }, &at);
            }
            self.section = opened;
            return;
        }
        if tag.value.contains('\t') {
            self.findings.note(Deviation::TabInValue, &at);
        }
        if self.repeats(&tag, &at) {
            self.section = opened;
            return;
        }
        if name.eq_ignore_ascii_case("Note") && self.take_note(&tag) {
            self.section = Section::None;
            return;
        }
        if opened == Section::Auction || opened == Section::Play {
            self.notes_of = opened;
        }
        self.section = opened;
        self.tags.push(tag);
    }

    /// Takes text before the first tag, or behind the last, for a remark.
    fn take_stray(&mut self, text: &str) -> Option<Comment> {
        self.findings.note(Deviation::StrayText, self.stray.first()?);
        let words: Vec<&str> = self.stray.drain(..).map(|span| &text[span]).collect();
        Some(Comment { manner: Manner::Braces, text: words.join(" ") })
    }

    /// Notes a repeated tag of the standard. Returns whether only the first one is written again,
    /// so that the other value is kept as a remark after it.
    fn repeats(&mut self, tag: &Tag, at: &Range<usize>) -> bool {
        let is = |known: &Tag| known.name.eq_ignore_ascii_case(&tag.name);
        let Some(number) = self.tags.iter().position(is) else { return false };
        if tag.name.eq_ignore_ascii_case("Note") || super::known_tag(&tag.name).is_none() {
            return false;
        }
        let is_written_once = section(&tag.name) == Section::None;
        let first = &self.tags[number];
        if first.value == tag.value {
            self.findings.note(Deviation::RepeatedTag { name: tag.name.clone() }, at);
            return is_written_once;
        }
        let (name, value) = (tag.name.clone(), words::quoted(&first.value));
        self.findings.note(Deviation::OtherValue { name, value }, at);
        if is_written_once {
            let text = format!("[{} \"{}\"]", tag.name, tag.value);
            let comment = Comment { manner: Manner::Braces, text };
            self.marks.tags.entry(number).or_default().push(comment);
        }
        is_written_once
    }

    /// Takes a numbered note of the section before it.
    fn take_note(&mut self, tag: &Tag) -> bool {
        let words = match self.notes_of {
            Section::Auction => &mut self.auction,
            Section::Play => &mut self.play,
            Section::None | Section::Table => return false,
        };
        let Some((number, text)) = tag.value.split_once(':') else { return false };
        let number = number.trim().parse().ok().filter(|number| (1..=32).contains(number));
        match number {
            Some(number) if words.notes.iter().all(|known| known.number != number) => {
                let (text, tag) = (text.to_owned(), tag.clone());
                words.notes.push(SectionNote { number, text, tag });
                true
            }
            _ => false,
        }
    }

    /// Gives the words behind the last tag to it, as the lines of its table.
    fn end_table(&mut self, source: &SourceText) {
        let (Some(span), Some(tag)) = (self.table.take(), self.tags.last_mut()) else { return };
        tag.table = rows(&source.text()[span]);
    }

    /// Ends the reading. Text behind the last tag is a remark, as what a generator of deals says of
    /// them; elsewhere text that belongs to nothing is a fault. `is_first` says whether no game is
    /// before this.
    pub(super) fn finish(&mut self, source: &SourceText, is_first: bool) {
        for comment in self.take_pending() {
            self.add_comment(comment);
        }
        self.end_table(source);
        let Some(stray) = self.stray.first().cloned() else { return };
        let behind = self.tags.last().map_or(0, |tag| tag.span.end);
        let is_of_tag = |word: &Range<usize>| source.text()[word.clone()].contains(['"', '[', ']']);
        if stray.start < behind
            || self.stray.iter().any(is_of_tag)
            || self.tags.is_empty() && is_first
        {
            return self.findings.flaws.push(Flaw::new(Breach::StrayText, &stray));
        }
        if let Some(remark) = self.take_stray(source.text()) {
            self.add_comment(remark);
        }
    }
}

fn is_event(name: &str) -> bool {
    name.eq_ignore_ascii_case("Event")
}

/// Whether an escape says that what follows is written in export format.
pub(super) fn claims_export(token: &Token, text: &str) -> bool {
    match token {
        Token::Comment(Manner::Escape, span) => {
            text[span.clone()].trim().eq_ignore_ascii_case("EXPORT")
        }
        _ => false,
    }
}

/// Whether an escape states the format of the file, which the writer states anew. It would write
/// the end mark of DOS and a lone carriage return as blanks, and so they are read here.
fn is_version(text: &str) -> bool {
    let text = text.replace(['\r', '\u{1a}'], " ");
    let text = text.trim();
    let is = |other: &str| text.eq_ignore_ascii_case(other);
    is("EXPORT") || is("IMPORT") || text.get(..4).is_some_and(|s| s.eq_ignore_ascii_case("PBN "))
}

/// Whether lines may stand behind a tag as they are: words and remarks, and nothing that ends them.
pub(crate) fn are_words(lines: &[String]) -> bool {
    let text = lines.join("\n");
    lines.iter().all(|line| !is_blank(line))
        && Lexer::new(&text).all(|token| matches!(token, Token::Word(_) | Token::Comment(..)))
}

/// Whether lines may stand behind a tag of that name as its table.
pub(crate) fn is_table(name: &str, lines: &[String]) -> bool {
    section(name) == Section::Table && are_words(lines)
}

/// The section that a tag opens. The standard's plain tags open none; any other tag may be a table.
fn section(name: &str) -> Section {
    let is = |other: &str| other.eq_ignore_ascii_case(name);
    match () {
        () if is("Auction") => Section::Auction,
        () if is("Play") => Section::Play,
        () if super::MANDATORY.into_iter().any(is) || is("Note") => Section::None,
        () => Section::Table,
    }
}

/// The value of a tag without its escapes. Besides PBN's two escapes, `\#` at the beginning is a
/// `#` that inherits nothing: the standard has no way to write one.
fn unescaped(value: &str) -> String {
    let value = if value.starts_with(r"\#") { &value[1..] } else { value };
    let mut plain = String::with_capacity(value.len());
    let mut rest = value.chars().peekable();
    while let Some(character) = rest.next() {
        let escaped = (character == '\\').then(|| rest.next_if(|c| matches!(c, '"' | '\\')));
        plain.push(escaped.flatten().unwrap_or(character));
    }
    plain
}

/// Whether a word is a line that is drawn, as between the parts of a letter.
fn is_drawn(word: &str) -> bool {
    word.len() > 2 && word.chars().all(|c| "-=_~#".contains(c))
}
