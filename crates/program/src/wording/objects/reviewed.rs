//! What is said of a choice in a played deal, for programs.

use serde::Serialize;

use falsecard_laboratory::problem::{JudgedClaim, Remark};

/// A claim of a game of a file.
#[derive(Debug, Serialize)]
pub struct ClaimLine<'a> {
    /// The file.
    pub file: &'a str,
    /// The game, from 1.
    pub game: usize,
    /// The claim.
    pub claim: JudgedClaim,
}

/// A choice of a game of a file, with its player.
#[derive(Debug, Serialize)]
pub struct RemarkLine<'a> {
    /// The file.
    pub file: &'a str,
    /// The game, from 1.
    pub game: usize,
    /// The player's name, or his seat.
    pub player: &'a str,
    /// What is said.
    #[serde(flatten)]
    pub remark: &'a Remark,
}
