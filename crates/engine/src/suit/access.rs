//! From which hand declarer may lead.

use std::str::FromStr;

use schemars::JsonSchema;
use serde::Serialize;

/// One of declarer's two hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SuitHand {
    /// The first hand, North's.
    First,
    /// The second hand, South's.
    Second,
}

/// How declarer comes to the hands that he leads from. By default to both as often as he wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SuitAccess {
    /// How often he can come to the first hand in other suits; `None`: as often as he wants. He
    /// needs no entry after a trick of the suit that this hand wins, and to the second hand he can
    /// always come: the rule of `SuitPlay`.
    pub entries: Option<u8>,
    /// The hand that leads to the first trick, without an entry; `None`: either.
    pub lead_from: Option<SuitHand>,
}

impl FromStr for SuitHand {
    type Err = String;

    /// Reads `north` or `dummy`, the first hand, and `south` or `declarer`, the second.
    fn from_str(text: &str) -> Result<Self, String> {
        match text.to_ascii_lowercase().as_str() {
            "n" | "north" | "dummy" => Ok(Self::First),
            "s" | "south" | "declarer" => Ok(Self::Second),
            _ => Err("expected north or south; of a deal dummy or declarer".to_owned()),
        }
    }
}

/// The hands from which declarer may lead before a trick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Reach {
    entries: Option<u8>,
    /// Whether the first hand has won the trick before this one. Not known with free entries.
    is_there: bool,
    /// The one hand that may lead, whatever the entries.
    only: Option<usize>,
}

impl Reach {
    /// Whether who wins a trick makes a difference.
    pub(super) const fn is_limited(self) -> bool {
        self.entries.is_some()
    }

    pub(super) fn may_lead(self, hand: usize) -> bool {
        self.only.map_or(hand == 1 || self.is_there || self.entries != Some(0), |it| it == hand)
    }

    /// After a trick to which a hand led, and which one of declarer's hands won, or none.
    pub(super) fn after(self, lead: usize, winner: Option<usize>) -> Self {
        let spent = u8::from(lead == 0 && !self.is_there && self.only.is_none());
        Self {
            entries: self.entries.map(|entries| entries - spent),
            is_there: self.is_limited() && winner == Some(0),
            only: None,
        }
    }
}

impl From<SuitAccess> for Reach {
    fn from(access: SuitAccess) -> Self {
        let hand = |hand| usize::from(hand == SuitHand::Second);
        Self { entries: access.entries, is_there: false, only: access.lead_from.map(hand) }
    }
}
