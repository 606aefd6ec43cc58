//! The role of a decider: declarer or defender.

use serde::{Deserialize, Serialize};

use falsecard_engine::play::View;

/// The role of the player who decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DeciderRole {
    /// Either role.
    All,
    /// Declarer, who chooses dummy's cards too.
    Declarer,
    /// A defender.
    Defender,
}

impl DeciderRole {
    /// All roles, both together first.
    pub const EACH: [Self; 3] = [Self::All, Self::Declarer, Self::Defender];

    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Declarer => "declarer",
            Self::Defender => "defender",
        }
    }

    /// The role of the player with this view: declarer, who chooses dummy's cards too, or a
    /// defender.
    pub fn of(view: &View) -> Self {
        let declares = view.contract().declaring_side() == view.side();
        if declares { Self::Declarer } else { Self::Defender }
    }

    /// Whether a decider with the role `decider` is included.
    pub fn covers(self, decider: Self) -> bool {
        self == Self::All || self == decider
    }

    /// Whether the player with this view is included.
    pub fn is_of(self, view: &View) -> bool {
        self.covers(Self::of(view))
    }
}
