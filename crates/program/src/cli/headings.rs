//! What options stand under in the help, beside those of one verb alone.

/// Which moment of which deal is asked about.
pub(super) const MOMENT: &str = "Which moment";

/// What the deal leaves open, and the user fills in.
pub(super) const OPEN: &str = "What the deal leaves open";

/// What is known of the players at the table.
pub(super) const KNOWN: &str = "What is known of the players";

/// How long and how engines think.
pub(super) const THINKING: &str = "How engines think";

/// Where finished results are kept.
pub(super) const REMEMBERED: &str = "What is remembered";

/// What every verb understands.
pub(super) const COMMON: &str = "For every command";
