//! What conventions were kept, by circumstance.

use std::sync::LazyLock;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use falsecard_engine::belief::{self, policy};
use falsecard_engine::carding::{CONVENTIONS, Policy, Situation};
use falsecard_engine::constraint::System;
use falsecard_laboratory::records::{Record, Sum};

/// When a card was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Circumstance {
    /// Whether there are trumps.
    pub trumps: bool,
    /// The first trick, the second to the fourth, or a later one: 0 to 2.
    pub phase: usize,
}

impl Circumstance {
    /// All of them.
    pub const EACH: [Self; 6] = [
        Self { trumps: false, phase: 0 },
        Self { trumps: false, phase: 1 },
        Self { trumps: false, phase: 2 },
        Self { trumps: true, phase: 0 },
        Self { trumps: true, phase: 1 },
        Self { trumps: true, phase: 2 },
    ];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match (self.trumps, self.phase) {
            (false, 0) => "notrump, trick 1",
            (false, 1) => "notrump, tricks 2-4",
            (false, _) => "notrump, later",
            (true, 0) => "trumps, trick 1",
            (true, 1) => "trumps, tricks 2-4",
            (true, _) => "trumps, later",
        }
    }

    fn of(situation: &Situation) -> usize {
        let phase = match situation.trick_number {
            0 => 0,
            1..=3 => 1,
            _ => 2,
        };
        3 * usize::from(situation.has_trumps()) + phase
    }
}

/// How often a convention was kept, of the cards that it had something to say of.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub struct Kept {
    /// How often it was kept to.
    pub kept: Sum,
    /// How often a card drawn at random would have kept to it.
    pub chance: Sum,
}

impl Kept {
    /// Takes in what other cards have shown.
    pub fn take(&mut self, other: &Self) {
        self.kept.take(&other.kept);
        self.chance.take(&other.chance);
    }
}

/// What each convention was kept, by circumstance.
#[derive(Debug, Clone)]
pub struct Customs {
    kept: Vec<[Kept; Circumstance::EACH.len()]>,
}

impl Default for Customs {
    fn default() -> Self {
        Self { kept: vec![Default::default(); CONVENTIONS.len()] }
    }
}

/// A convention by its name, the number of the circumstance, and what was kept: all else is 0.
type Spoke = (String, usize, Kept);

impl Serialize for Customs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let at = |circumstance| Circumstance::EACH.iter().position(|it| *it == circumstance);
        let spoke = |(name, circumstance, kept): (&str, Circumstance, &Kept)| -> Option<Spoke> {
            Some((name.to_owned(), at(circumstance)?, *kept))
        };
        serializer.collect_seq(self.each().filter_map(spoke))
    }
}

impl<'de> Deserialize<'de> for Customs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut customs = Self::default();
        for (name, at, kept) in Vec::<Spoke>::deserialize(deserializer)? {
            let of = CONVENTIONS.iter().position(|convention| convention.slug == name);
            let place = of.and_then(|of| customs.kept[of].get_mut(at));
            let fault = || serde::de::Error::custom(format!("there is no convention {name}, {at}"));
            *place.ok_or_else(fault)? = kept;
        }
        Ok(customs)
    }
}

impl Customs {
    /// What the cards of a record show: the conventions of a system are asked in their order, each
    /// as long as those before it were kept to. Dummy's cards are left out.
    pub fn of(record: &Record, system: &System) -> Self {
        let mut customs = Self::default();
        let policy = asked(system);
        let play = &record.play;
        let dummy = play.bidding().contract().dummy();
        let played = Situation::of_history(play.history(), Some(play.deal()[dummy]));
        for (played, situation) in played.into_iter().filter(|(played, _)| played.seat != dummy) {
            let left = play.deal()[played.seat][played.card.suit] - situation.before;
            let mut allowed = left;
            for (layer, honest) in policy.at(&situation).spoken(left) {
                let is_kept = honest.contains(played.card.rank);
                let at = CONVENTIONS.iter().position(|c| c.slug == layer.convention.slug);
                let kept = &mut customs.kept[at.expect("registered")][Circumstance::of(&situation)];
                kept.kept.add(f64::from(u8::from(is_kept)));
                kept.chance.add(honest.len() as f64 / allowed.len() as f64);
                if !is_kept {
                    break;
                }
                allowed = honest;
            }
        }
        customs
    }

    /// Takes in what another record has shown.
    pub fn add(&mut self, other: &Self) {
        let both = self.kept.iter_mut().flatten().zip(other.kept.iter().flatten());
        for (sum, more) in both {
            sum.take(more);
        }
    }

    /// The conventions that had something to say, with each circumstance in which they had.
    pub fn each(&self) -> impl Iterator<Item = (&'static str, Circumstance, &Kept)> {
        CONVENTIONS.iter().zip(&self.kept).flat_map(|(convention, kept)| {
            let each = Circumstance::EACH.into_iter().zip(kept);
            let spoke = each.filter(|(_, kept)| !kept.kept.is_empty());
            spoke.map(|(circumstance, kept)| (convention.slug, circumstance, kept))
        })
    }
}

/// The conventions that are asked about: those agreed on, or where nothing is agreed those of textbooks.
fn asked(system: &System) -> Policy {
    static TEXTBOOK: LazyLock<System> =
        LazyLock::new(|| System::bundled("textbook").expect("it comes with the program"));
    policy(if system.cards.is_empty() { &TEXTBOOK } else { system }, belief::Standpoint::Player)
}
