//! The `[Play]` section: rows of four columns, each a seat, one row a trick.

use std::collections::BTreeMap;
use std::ops::Range;

use super::auction::{AnnotatedKind, annotate, end_of_ended, split};
use super::block::{SectionItem, SectionWords};
use crate::agree::Replay;
use crate::findings::TextFindings;
use crate::{Annotation, Breach, Comment, Deviation, fault::Flaw, words};
use falsecard_bridge::cards::{Card, Seat, clockwise, pbn_name};

/// The content of one column of one row.
#[derive(Debug, Clone, PartialEq, Eq)]
enum ColumnEntry {
    Card(Card),
    /// `-`: no card.
    None,
    /// `+`: the next card, not played yet.
    Next,
    /// Something that cannot be read. The play ends when its turn comes.
    Unknown(Breach),
}

/// An entry of a row, with its annotation.
#[derive(Debug)]
struct CardEntry {
    what: ColumnEntry,
    span: Range<usize>,
    annotation: Annotation,
}

/// The cards of a section.
#[derive(Debug, Default)]
pub(super) struct PlaySection {
    /// The cards in the order of play.
    pub(super) played: Vec<Card>,
    /// Their annotations, by the number of the card.
    pub(super) annotations: BTreeMap<usize, Annotation>,
    /// Remarks that belong to no card.
    pub(super) head: Vec<Comment>,
    /// Whether a `*` ends the section.
    pub(super) is_ended: bool,
    /// The numbers of the notes that cards refer to.
    pub(super) notes: Vec<u8>,
    /// The mark of an irregularity, after which nothing was read.
    pub(super) irregular: Option<(String, Range<usize>)>,
    /// The flaw at which the play stopped.
    pub(super) flaw: Option<Flaw>,
}

/// Reads the cards of a section in the order of play, up to the first that breaks a law.
///
/// The columns are seats, clockwise from `column`, whoever leads, unless the hands say that the
/// cards of a row are others'. `line` gives the line number of a byte.
pub(super) fn read(
    text: &str,
    section: &SectionWords,
    mut column: Seat,
    start: Replay,
    line: impl Fn(usize) -> usize,
    findings: &mut TextFindings,
) -> PlaySection {
    let mut cards = PlaySection::default();
    let mut entries = cards.entries(text, section, findings);
    if cards.irregular.is_some() {
        return cards;
    }
    let mut rows = PlayRows { replay: start, waiting: None, line, count: 0 };
    let mut is_told = false;
    let mut tricks = entries.chunks_mut(4).enumerate();
    let played = tricks.try_for_each(|(trick, row)| {
        let first = rows.first_of(row, column);
        if first != column && !std::mem::replace(&mut is_told, true) {
            findings.note(Deviation::OtherColumns { named: column, first }, &row[0].span);
        }
        // What [Play] says wrongly holds for all rows.
        column = if trick == 0 { first } else { column };
        rows.row(trick + 1, row, first, &mut cards)
    });
    cards.flaw = played.err();
    cards.played = rows.replay.cards();
    cards
}

impl PlaySection {
    fn entries(
        &mut self,
        text: &str,
        section: &SectionWords,
        findings: &mut TextFindings,
    ) -> Vec<CardEntry> {
        let mut entries: Vec<CardEntry> = Vec::new();
        let mut is_behind = false;
        for item in &section.items {
            let span = match item {
                SectionItem::Comment(comment) => {
                    match entries.last_mut() {
                        Some(last) => last.annotation.comments.push(comment.clone()),
                        None => self.head.push(comment.clone()),
                    }
                    continue;
                }
                SectionItem::Word(span) => span,
            };
            let (word, suffix) = split(&text[span.clone()]);
            let what = match word {
                "*" => {
                    let is_open = entries.iter().any(|entry| entry.what == ColumnEntry::Next);
                    if self.is_ended || is_open {
                        findings.note(end_of_ended(is_open.then_some('+')), span);
                    }
                    self.is_ended = true;
                    continue;
                }
                "" => None,
                // Only the first text after the end is a fault.
                _ if self.is_ended && (is_behind || matches!(word, "-" | "--")) => continue,
                _ if self.is_ended => {
                    is_behind = true;
                    let text = words::quoted(word);
                    Some(ColumnEntry::Unknown(Breach::BehindEnd { text, mark: '*' }))
                }
                "-" | "--" => Some(ColumnEntry::None),
                "+" => Some(ColumnEntry::Next),
                _ if word.starts_with('^') => {
                    self.irregular = Some((words::quoted(word), span.clone()));
                    return entries;
                }
                _ => Some(match words::card(word) {
                    Some(card) => {
                        findings.note_spelling(word, &pbn_name(card), span);
                        ColumnEntry::Card(card)
                    }
                    None => ColumnEntry::Unknown(Breach::UnknownCard { text: words::quoted(word) }),
                }),
            };
            if let Some(what) = what {
                let annotation = Annotation::default();
                entries.push(CardEntry { what, span: span.clone(), annotation });
            }
            if let Some(last) = entries.last_mut() {
                let notes = annotate(
                    &mut last.annotation,
                    suffix,
                    AnnotatedKind::Card,
                    section,
                    findings,
                    span,
                );
                self.notes.extend(notes);
            }
        }
        entries
    }
}

/// The play while its rows are read.
struct PlayRows<L> {
    replay: Replay,
    /// The player of the first missing card, with its trick: nobody may play after him.
    waiting: Option<(Seat, usize)>,
    line: L,
    /// The number of cards played.
    count: usize,
}

impl<L: Fn(usize) -> usize> PlayRows<L> {
    /// The seat of the first card in a row: the player in whose column it stands, unless the hands
    /// say that the row begins with another.
    fn first_of(&self, row: &[CardEntry], column: Seat) -> Seat {
        let may_be = |(place, entry): (usize, &CardEntry), first: Seat| match entry.what {
            ColumnEntry::Card(card) => self.replay.may_be_of(card, clockwise(first, place)),
            ColumnEntry::None | ColumnEntry::Next | ColumnEntry::Unknown(_) => true,
        };
        let fits = |first: Seat| row.iter().enumerate().all(|entry| may_be(entry, first));
        if fits(column) {
            return column;
        }
        let mut others = (1..4).map(|late| clockwise(column, late)).filter(|&first| fits(first));
        others.next().filter(|_| others.next().is_none()).unwrap_or(column)
    }

    /// Plays one row, from its leader on.
    fn row(
        &mut self,
        trick: usize,
        row: &mut [CardEntry],
        column: Seat,
        cards: &mut PlaySection,
    ) -> Result<(), Flaw> {
        let leader = self.replay.leader();
        // A + alone on a row only says that the play goes on.
        let is_alone = row.len() == 1;
        for i in 0..4 {
            let seat = clockwise(leader, i);
            let Some(entry) = row.get_mut(words::column(seat, column)) else {
                self.wait_for(seat, trick);
                continue;
            };
            match &entry.what {
                &ColumnEntry::Card(card) => match self.waiting {
                    None => {
                        self.replay.play(card, &entry.span, &self.line)?;
                        self.count += 1;
                    }
                    Some((waiting, trick)) => {
                        let leader = self.replay.leader();
                        let breach = Breach::OutOfTurn { seat, card, leader, waiting, trick };
                        return Err(Flaw::new(breach, &entry.span));
                    }
                },
                ColumnEntry::Next if is_alone => {}
                ColumnEntry::Next => self.mark(seat, trick, &entry.span)?,
                ColumnEntry::None => self.wait_for(seat, trick),
                ColumnEntry::Unknown(breach) => return Err(Flaw::new(breach.clone(), &entry.span)),
            }
            self.keep(std::mem::take(&mut entry.annotation), &entry.what, cards);
        }
        Ok(())
    }

    /// Keeps the annotation of a card; remarks after a gap go to the card before it.
    fn keep(&self, annotation: Annotation, what: &ColumnEntry, cards: &mut PlaySection) {
        if annotation.is_empty() {
            return;
        }
        match (what, self.count.checked_sub(1)) {
            (ColumnEntry::Card(_), Some(last)) => drop(cards.annotations.insert(last, annotation)),
            (_, Some(last)) => {
                let known = cards.annotations.entry(last).or_default();
                known.comments.extend(annotation.comments);
            }
            (_, None) => cards.head.extend(annotation.comments),
        }
    }

    fn wait_for(&mut self, seat: Seat, trick: usize) {
        self.waiting.get_or_insert((seat, trick));
    }

    fn mark(&mut self, marked: Seat, trick: usize, span: &Range<usize>) -> Result<(), Flaw> {
        match self.waiting {
            Some((waiting, trick)) if waiting != marked => {
                Err(Flaw::new(Breach::MisplacedMark { marked, waiting, trick }, span))
            }
            _ => {
                self.wait_for(marked, trick);
                Ok(())
            }
        }
    }
}
