//! Portable Bridge Notation 2.1: reading it tolerantly, writing it strictly.
//!
//! The standard is <https://www.tistis.nl/pbn/>. Understood beyond it, because files have it:
//! lower-case calls and cards, `4N`, `P`, `PASS`, `T` as `10`, tag names in capitals, tags glued to
//! other text, several tags on a line, `[Event` without a blank line before it, unescaped quotes,
//! every kind of line break, a byte order mark, UTF-8 as well as Latin-1. Comments, `%` lines, `$n`,
//! `=n=` and `!` are skipped; the tables of other tags are not kept; `#` inheritance is not done.

mod auction;
mod check;
mod deal;
mod lexer;
mod play;
mod reader;
mod writer;

pub use reader::read;
pub use writer::write;
