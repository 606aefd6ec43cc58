//! Typed deals: hand diagrams as in books, newspapers and `convert --to text`.
//!
//! A text is read line by line. A line may be a row of hands, names of players, a row of an
//! auction, a trick, or a phrase such as `Dealer: South`; a mistake in such a line costs the game.
//! A line may also ask a question in a sentence, with a hand in it (`prose`).
//! All other lines are skipped, with a [`Deviation::UnreadText`](super::Deviation::UnreadText).
//! docs/input.md has the rules.
//!
//! A game ends before `Board`, before a phrase that repeats an earlier one after the hands, and
//! before another diagram.

mod abroad;
mod auction;
mod bare;
mod bidding;
mod cell;
mod cells;
mod entry;
mod game;
mod hands;
mod lines;
mod marked;
mod phrase;
mod play;
mod prose;
mod rows;
mod seats;
mod spoken;
mod suit;
mod unclear;

use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::Arc;

pub use bidding::WrittenCalls;
pub(super) use bidding::{NoBidding, read as read_bidding};
pub(super) use lines::{is_deal, is_tagged};
pub(super) use play::cards_of;
pub(super) use rows::has_sign;
pub(super) use spoken::with_suits_first;
pub use suit::read_suit;
pub use unclear::Unclear;

use self::game::{GameReader, TypedGame};
use self::lines::{CellLine, GameParts};
use super::Breach;
use super::fault::{Contents, Fault, SourceText};
use super::findings::TextFindings;
use super::game::Game;
use super::limits::MAX_GAME;
use super::lines::TextLines;

/// Reads typed text. Faults call it `name`.
///
/// ```
/// use falsecard::cards::Seat;
/// use falsecard::notation::typed;
///
/// let text = "
/// Dealer: South. N-S vulnerable
///              North
///              ♠ 4 3 2
///              ♥ 3 2
///              ♦ 3 2
///              ♣ A J 10 9 8 7
///                                 East
///                                 ♠ Q J 10
///                                 ♥ K J 10 9
///                                 ♦ Q J 10 9
///                                 ♣ K 2
///
/// SOUTH   WEST   NORTH   EAST
/// 2 NT    Pass   3 NT    All Pass
///
/// Opening lead: ♥6
/// ";
/// let game = typed::read("column", text.as_bytes()).all()?.remove(0);
/// assert_eq!(game.hand(Seat::East).unwrap().to_string(), "QJT.KJT9.QJT9.K2");
/// assert_eq!(game.contract().unwrap().to_string(), "3NT by South");
/// assert_eq!(game.cards().len(), 1);
/// # Ok::<(), falsecard::notation::Fault>(())
/// ```
pub fn read(name: &str, bytes: &[u8]) -> Contents<Game> {
    Contents::of_bytes(name, bytes, Games::new)
}

/// The games of a typed text, read one at a time.
pub struct Games<R> {
    name: Arc<str>,
    lines: TextLines<R>,
    /// Lines read ahead: four may be the rows of a hand without marks.
    ahead: VecDeque<CellLine>,
    /// The lines of the game in progress.
    piece: Vec<CellLine>,
    bytes: usize,
    seen: GameParts,
    /// The number of the next line, from 1.
    line: usize,
    /// Whether a line so far shows that the diagrams are Dutch.
    is_dutch: bool,
    number: usize,
    ended: bool,
}

impl<R: BufRead> Games<R> {
    /// The games of a text, which faults call `name`.
    pub fn new(name: &str, input: R) -> Self {
        Self {
            name: name.into(),
            lines: TextLines::new(input),
            ahead: VecDeque::new(),
            piece: Vec::new(),
            bytes: 0,
            seen: GameParts::default(),
            line: 1,
            is_dutch: false,
            number: 0,
            ended: false,
        }
    }

    /// The next line, with the rows of hands without marks made out.
    fn next_line(&mut self) -> Result<Option<CellLine>, Breach> {
        while self.ahead.len() < 4
            && let Some(line) = self.lines.next()?
        {
            self.is_dutch |= abroad::is_dutch(&line.text);
            self.ahead.push_back(CellLine::new(&line.text, self.line, self.is_dutch));
            self.line += 1;
        }
        if self.ahead.front().is_some_and(|line| !line.is_row()) {
            rows::mark_rows(self.ahead.make_contiguous());
        }
        Ok(self.ahead.pop_front())
    }

    /// Reads lines up to the beginning of the next game, and makes a game of those before it.
    fn piece(&mut self) -> Result<Contents<Game>, Breach> {
        while let Some(line) = self.next_line()? {
            let ended = self.seen.ends_before(&line, &self.piece);
            let game = ended.map(|at| {
                let next = self.piece.split_off(at);
                self.bytes = next.iter().map(|line| line.text.len()).sum();
                self.seen = GameParts::default();
                for line in &next {
                    self.seen.add(line);
                }
                let piece = std::mem::replace(&mut self.piece, next);
                self.game(&piece)
            });
            self.seen.add(&line);
            self.bytes += line.text.len() + 1;
            self.piece.push(line);
            if self.bytes > MAX_GAME {
                return Err(Breach::GameTooLong);
            }
            if let Some(game) = game {
                return Ok(game);
            }
        }
        self.ended = true;
        let piece = std::mem::take(&mut self.piece);
        let mut contents = self.game(&piece);
        if self.number == 0 && contents.faults.is_empty() {
            contents.faults.push(Fault::of_file(&self.name, 1, Breach::NoGame));
        }
        Ok(contents)
    }

    /// Makes a game of lines, unless they hold only text.
    fn game(&mut self, piece: &[CellLine]) -> Contents<Game> {
        let text: String = piece.iter().flat_map(|line| [line.text.as_str(), "\n"]).collect();
        let first = piece.first().map_or(1, |line| line.number);
        let source = Arc::new(SourceText::new(&self.name, text, first));
        let mut findings = TextFindings::default();
        let mut contents = Contents::default();
        let mut reading = GameReader::new(source.text(), &mut findings);
        let mut at = 0;
        for (line, next) in piece.iter().zip(piece.iter().skip(1).map(Some).chain([None])) {
            reading.line(&line.before(next), at);
            at += line.text.len() + 1;
        }
        if let Some(TypedGame { account, leaders, rest }) = reading.told() {
            self.number += 1;
            if findings.flaws.is_empty() {
                match rest.filled(account.game((&source, self.number), &mut findings)) {
                    Err(flaw) => findings.flaws.push(flaw),
                    Ok(game) => {
                        findings.flaws.extend(leaders.check(&game));
                        contents.good.extend(Some(game).filter(|_| findings.flaws.is_empty()));
                    }
                }
            }
        }
        contents.add_findings(findings, &source);
        contents
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Contents<Game>;

    fn next(&mut self) -> Option<Contents<Game>> {
        if self.ended {
            return None;
        }
        Some(self.piece().unwrap_or_else(|breach| {
            self.ended = true;
            Contents::refused(Fault::of_file(&self.name, self.line, breach))
        }))
    }
}
