//! LIN, the format of Bridge Base Online: boards, vugraph files, handviewer addresses.
//!
//! A file is a sequence of `key|value|` pairs; there is no official standard. These keys are read:
//!
//! | key | says |
//! |---|---|
//! | `pn` | the players, S, W, N, E; eight names are the open and the closed room |
//! | `md` | the dealer, 1 to 4 for S, W, N, E; the hands of S, W, N, E, perhaps without the last |
//! | `sv` | who is vulnerable: `o`, `n`, `e`, `b` |
//! | `ah`, `qx` | the board and the room |
//! | `mb`, `an` | a call, with `!` behind it if it was alerted; what it means |
//! | `pc`, `mc` | a card; a claim, as declarer's tricks of all thirteen |
//! | `nt` | chat: a remark on what stands before it |
//! | `vg`, `rs` | the title of a vugraph file; the contracts and results of its boards |
//! | `pb` | a PBN tag that LIN has no key for, as in `pb\|Event Final\|`: other programs skip it |
//!
//! All other keys are kept as tags `LIN_xx`, except those that only lay out a page.

mod board;
mod boards;
mod hands;
mod pairs;
mod url;
mod writer;

/// Keys that only lay out a page.
const LAYOUT: [&str; 8] = ["st", "rh", "pg", "sk", "lb", "ht", "va", "sa"];

/// Keys that are read or ignored, and so never kept as tags.
const KEYS: [&str; 21] = [
    "pn", "md", "sv", "ah", "qx", "mb", "an", "pc", "mc", "nt", "vg", "rs", "pb", "st", "rh", "pg",
    "sk", "lb", "ht", "va", "sa",
];

pub use boards::{Games, read};
pub(super) use url::is_address;
pub use url::url;
pub use writer::write;
