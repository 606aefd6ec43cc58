//! From pieces of text to games.

use std::collections::BTreeMap;
use std::io::BufRead;
use std::sync::Arc;

use super::block::{Block, claims_export};
use super::blocks::{Blocks, Piece};
use super::check::Check;
use super::lexer::Lexer;
use crate::fault::{Contents, Fault, Flaw, SourceText};
use crate::findings::TextFindings;
use crate::game::{Game, GameOrigin, Tag, find, is_fact};
use crate::limits::MAX_TAGS;
use crate::{Breach, Deviation};

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
    Contents::of_bytes(name, bytes, Games::new)
}

/// The games of a PBN file one after another, of which no more than one is in memory.
///
/// Each item is what could be made of a piece of the file, one game as a rule, its faults and its
/// warnings.
///
/// ```
/// use falsecard::notation::pbn::Games;
///
/// let file = "[Event \"##Club\"]\n[Board \"1\"]\n\n[Board \"2\"]\n".as_bytes();
/// let boards = Games::new("club.pbn", file).flat_map(|piece| piece.good);
/// assert!(boards.into_iter().all(|game| game.tag("Event") == Some("Club")));
/// ```
pub struct Games<R> {
    name: Arc<str>,
    blocks: Blocks<R>,
    inheritance: Inheritance,
    number: usize,
    any: bool,
    /// Whether the file has said that what follows is in export format.
    is_export: bool,
    ended: bool,
}

impl<R: BufRead> Games<R> {
    /// The games of a file. `name` is what faults call it.
    pub fn new(name: &str, input: R) -> Self {
        Self {
            name: name.into(),
            blocks: Blocks::new(input),
            inheritance: Inheritance::default(),
            number: 0,
            any: false,
            is_export: false,
            ended: false,
        }
    }

    /// The games of a piece.
    fn games(&mut self, piece: Piece) -> Contents<Game> {
        let Piece { text, first_line, deviations } = piece;
        let source = Arc::new(SourceText::new(&self.name, text, first_line));
        let mut contents = Contents::default();
        let mut of_lines = TextFindings::default();
        for (deviation, span) in deviations {
            of_lines.note(deviation, &span);
        }
        let mut lexer = Lexer::new(source.text());
        let mut block = Block::default();
        for token in lexer.by_ref() {
            if block.is_ended_by(&token, source.text()) {
                if !block.is_at_blank_line() {
                    of_lines.note(Deviation::NoBlankLine, &token.span());
                }
                let pending = block.take_pending();
                self.finish(std::mem::take(&mut block), &source, &mut contents);
                for comment in pending {
                    block.add_comment(comment);
                }
            }
            self.is_export |= claims_export(&token, source.text());
            if block.tags.is_empty() {
                block.is_export = self.is_export;
            }
            block.add(token, &source);
        }
        self.finish(block, &source, &mut contents);
        of_lines.add(lexer.findings);
        contents.add_findings(of_lines, &source);
        contents.warnings.sort_by_key(|warning| (warning.line, warning.column));
        contents
    }

    /// Turns a block of text into a game, or into its faults.
    fn finish(
        &mut self,
        mut block: Block,
        source: &Arc<SourceText>,
        contents: &mut Contents<Game>,
    ) {
        block.finish(source, !self.any);
        if block.is_empty() {
            return contents.add_findings(block.findings, source);
        }
        self.number += 1;
        self.any = true;
        self.inheritance.apply(&mut block, source.text());
        self.inheritance.seat_at_board(&mut block);
        let mut findings = std::mem::take(&mut block.findings);
        if findings.flaws.is_empty() {
            let span = block.tags.first().map_or(0..0, |tag| tag.span.clone());
            let mut check = Check::new(source, &block);
            let (facts, marks) = check.facts();
            let spare = std::mem::take(&mut check.spare);
            findings.add(check.findings);
            if findings.flaws.is_empty() {
                let is_export = block.is_export;
                let source = Arc::clone(source);
                let origin = GameOrigin { source, span, number: self.number, is_export };
                let tags: Vec<Tag> = block.tags.into_iter().chain(spare).collect();
                let faults = findings.take_cuts(&origin.source);
                self.inheritance.board = board_of(&tags);
                contents.good.push(Game {
                    origin,
                    tags,
                    facts,
                    marks,
                    faults,
                    customs: Vec::new(),
                });
            }
        }
        contents.add_findings(findings, source);
    }

    /// The end of the file; a fault if there was no game at all.
    fn end(&mut self) -> Option<Contents<Game>> {
        self.ended = true;
        (!self.any).then(|| Contents::refused(Fault::of_file(&self.name, 1, Breach::NoGame)))
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Contents<Game>;

    fn next(&mut self) -> Option<Contents<Game>> {
        if self.ended {
            return None;
        }
        match self.blocks.next() {
            Ok(Some(piece)) => Some(self.games(piece)),
            Ok(None) => self.end(),
            Err((breach, line)) => {
                self.ended = true;
                Some(Contents::refused(Fault::of_file(&self.name, line, breach)))
            }
        }
    }
}

/// Tag values that later games take from earlier ones, by the tag's name in small letters.
#[derive(Default)]
struct Inheritance {
    /// What `#` takes: the nearest earlier value.
    nearest: BTreeMap<String, String>,
    /// What `##` has set for all later games that do not say otherwise, with its name.
    standing: BTreeMap<String, (String, String)>,
    /// The board of the game before, for another table of it.
    board: Vec<Tag>,
}

/// The tags of a board, which are the same at all tables; empty if its deal is not known.
fn board_of(tags: &[Tag]) -> Vec<Tag> {
    let tag = |name| find(tags, name).map(|tag| Tag::new(name, &tag.value));
    let known = tag("Deal").map(|_| ["Board", "Dealer", "Vulnerable", "Deal"]);
    known.into_iter().flatten().filter_map(tag).collect()
}

impl Inheritance {
    /// Fills in the values that a game inherits, and records those that it hands on.
    fn apply(&mut self, block: &mut Block, text: &str) {
        for tag in &mut block.tags {
            if is_fact(&tag.name) || tag.name.eq_ignore_ascii_case("Note") {
                continue;
            }
            let key = tag.name.to_ascii_lowercase();
            // An escaped `\#` is a character like others.
            let inherits = text[tag.span.clone()].starts_with('#');
            let for_all_later = tag.value.strip_prefix("##").filter(|_| inherits);
            if let Some(value) = for_all_later.map(str::to_owned) {
                self.stand(key.clone(), &tag.name, &value);
                tag.value = value;
            } else if tag.value == "#" && inherits {
                if let Some(value) = self.nearest.get(&key) {
                    tag.value.clone_from(value);
                } else {
                    tag.value.clear();
                    let name = tag.name.clone();
                    block.findings.note(Deviation::NothingToInherit { name }, &tag.span);
                }
            } else if self.standing.contains_key(&key) {
                // A tag redefined stays so.
                self.stand(key.clone(), &tag.name, &tag.value.clone());
            }
            if self.nearest.len() < MAX_TAGS || self.nearest.contains_key(&key) {
                self.nearest.insert(key, tag.value.clone());
            }
        }
        for (name, value) in self.standing.values() {
            if find(&block.tags, name).is_none() {
                block.tags.push(Tag::new(name, value));
            }
        }
    }

    /// Gives the board of the game before to a game that was played and names none.
    fn seat_at_board(&self, block: &mut Block) {
        let has = |name| find(&block.tags, name).is_some();
        let is_played = ["Contract", "Auction", "Play"].into_iter().any(has);
        let names_board = ["Event", "Board", "Deal"].into_iter().any(has);
        if self.board.is_empty() || names_board || !is_played {
            return;
        }
        block.findings.note(Deviation::OtherTable, &block.tags[0].span);
        let told: Vec<Tag> = self
            .board
            .iter()
            .filter(|tag| find(&block.tags, &tag.name).is_none())
            .cloned()
            .collect();
        block.tags.extend(told);
    }

    fn stand(&mut self, key: String, name: &str, value: &str) {
        if self.standing.len() < MAX_TAGS || self.standing.contains_key(&key) {
            self.standing.insert(key, (name.to_owned(), value.to_owned()));
        }
    }
}

impl super::lexer::Token {
    /// Its place in the text.
    fn span(&self) -> std::ops::Range<usize> {
        match self {
            Self::Tag { span, .. }
            | Self::Word(span)
            | Self::Comment(_, span)
            | Self::Bad(Flaw { span, .. }) => span.clone(),
            Self::BlankLine => 0..0,
        }
    }
}
