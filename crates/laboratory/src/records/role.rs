//! Who decides: declarer or a defender.

use serde::{Deserialize, Serialize};

use falsecard_engine::play::View;

/// Who decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DeciderRole {
    /// Whoever it is.
    All,
    /// Declarer, who chooses dummy's cards too.
    Declarer,
    /// A defender.
    Defender,
}

impl DeciderRole {
    /// All of them.
    pub const EACH: [Self; 3] = [Self::All, Self::Declarer, Self::Defender];

    /// The role in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Declarer => "declarer",
            Self::Defender => "defender",
        }
    }

    /// That of who sees this: declarer, who chooses dummy's cards too, or a defender.
    pub fn of(view: &View) -> Self {
        let declares = view.contract().declaring_side() == view.side();
        if declares { Self::Declarer } else { Self::Defender }
    }

    /// Whether a decider of that role is meant.
    pub fn covers(self, decider: Self) -> bool {
        self == Self::All || self == decider
    }

    /// Whether who sees this has the role.
    pub fn is_of(self, view: &View) -> bool {
        self.covers(Self::of(view))
    }
}
