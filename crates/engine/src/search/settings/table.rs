//! The settings of a search by name, as people write them: `mind-worlds=8`.

use std::fmt;
use std::time::Duration;

use thiserror::Error;

use super::super::allocation;
use super::{Settings, SettingsBuilder, Worlds};
use crate::belief::Reader;
use crate::text::quoted;

/// A setting of a search: its name, what it takes, and what it is for.
///
/// ```
/// use falsecard::search::{SETTINGS, Settings};
///
/// assert!(SETTINGS.iter().any(|setting| setting.name == "mind-worlds"));
/// let builder = Settings::builder().set("mind_worlds", "8")?.set("best-defence", "15%")?;
/// let settings = builder.build()?;
/// assert_eq!((settings.mind_worlds(), settings.best_defence()), (8, 0.15));
///
/// let wrong = Settings::builder().set("lookahead", "99").unwrap_err();
/// assert_eq!(wrong.to_string(), "lookahead 99: expected a number of cards from 1 to 52, or full");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Its name.
    pub name: &'static str,
    /// The values that it takes, in words that stand behind "expected".
    pub values: &'static str,
    /// What it is for, and what is usual, in a line.
    pub about: &'static str,
    /// Applies a value; `None` if it is not one of the setting's values.
    set: fn(SettingsBuilder, &str) -> Option<SettingsBuilder>,
}

/// All settings. The command line, the entrants of matches, the page and Python know them by these
/// names.
pub const SETTINGS: [Setting; 11] = [
    Setting {
        name: "seed",
        values: "a whole number, 0 or more",
        about: "the seed of all random numbers; usually 1",
        set: |settings, value| Some(settings.seed(value.parse().ok()?)),
    },
    Setting {
        name: "worlds",
        values: "a number from 1 to 1000000",
        about: "the most worlds in which a card is played out; usually 80, and sixteen times as \
            many where the time is limited",
        set: |settings, value| Some(settings.worlds(number(value)?)),
    },
    Setting {
        name: "budget",
        values: "a time of up to a day, as in 5s, 500ms or 2m",
        about: "the time for a decision; usually without limit",
        set: |settings, value| Some(settings.budget(read_time(value)?)),
    },
    Setting {
        name: "scoring",
        values: "points, imps or matchpoints",
        about: "what is played for, and so what cards are judged by; usually what the file says, \
            else imps",
        set: |settings, value| Some(settings.scoring(value.parse().ok()?)),
    },
    Setting {
        name: "mind-worlds",
        values: "a number from 1 to 1000000",
        about: "how many worlds an imagined player solves with ten tricks left or more, if he \
            judges by worlds; usually 4, later up to eight times as many",
        set: |settings, value| Some(settings.mind_worlds(number(value)?)),
    },
    Setting {
        name: "mind-by",
        values: "worlds or both",
        about: "what imagined players judge their cards by: worlds of their belief that they \
            solve, or both a glance and worlds; usually both for fused, worlds for abc",
        set: |settings, value| Some(settings.mind_by(value.parse().ok()?)),
    },
    Setting {
        name: "best-defence",
        values: "a share, 0% to 100%",
        about: "for fused: the share of opponents who are assumed to see all hands; usually 30%",
        set: |settings, value| Some(settings.best_defence(share(value)?)),
    },
    Setting {
        name: "lookahead",
        values: "a number of cards from 1 to 52, or full",
        about: "for abc-2006: how many cards ahead it looks; usually 16",
        set: |settings, value| match value {
            "full" => Some(settings.lookahead(None)),
            number => {
                let cards = number.parse().ok().filter(|cards| (1..=52).contains(cards))?;
                Some(settings.lookahead(Some(cards)))
            }
        },
    },
    Setting {
        name: "allocation",
        values: "top-two, halving, uniform, ucb1-tuned, epsilon-greedy, soft-max or majority",
        about: "how the next card to be played out is chosen; usually top-two for fused, halving \
            for abc",
        set: |settings, value| Some(settings.allocation(allocation::named(value)?)),
    },
    Setting {
        name: "ignore-signals",
        values: "yes or no",
        about: "whether imagined players read no signals; usually they do",
        set: |settings, value| {
            let ignores = yes(value)?;
            Some(settings.reader(if ignores {
                Reader::IgnoringSignals
            } else {
                Reader::AtTheTable
            }))
        },
    },
    Setting {
        name: "ignore-line",
        values: "yes or no",
        about: "whether to ignore what the last cards cost in each world and what partner asks \
            for; usually not",
        set: |settings, value| Some(settings.read_line(!yes(value)?)),
    },
];

/// Why a setting cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadSetting {
    /// A value out of its range, or no value at all.
    #[error("{name} {value}: expected {expected}")]
    Value {
        /// The setting.
        name: &'static str,
        /// The value given.
        value: String,
        /// What would be right.
        expected: &'static str,
    },
    /// There is no setting of that name.
    #[error("no setting {}: there are {}", quoted(.0), SETTINGS.map(|it| it.name).join(", "))]
    Unknown(String),
}

impl BadSetting {
    /// The fault of a value that the setting of this name does not take.
    pub(super) fn value(name: &str, value: &dyn fmt::Display) -> Self {
        match named(name) {
            Some(Setting { name, values, .. }) => {
                Self::Value { name, value: quoted(&value.to_string()), expected: values }
            }
            None => Self::Unknown(name.to_owned()),
        }
    }
}

/// The setting of that name, whose words may stand apart by `-` or by `_`.
fn named(name: &str) -> Option<&'static Setting> {
    let name = name.trim().replace('_', "-");
    SETTINGS.iter().find(|setting| setting.name == name)
}

impl SettingsBuilder {
    /// The settings with another value for the one of this name, as people write it ([`SETTINGS`]).
    ///
    /// # Errors
    ///
    /// [`BadSetting`]: a sentence that says what would be right.
    pub fn set(self, name: &str, value: &str) -> Result<Self, BadSetting> {
        let Some(setting) = named(name) else { return Err(BadSetting::Unknown(name.to_owned())) };
        let value = value.trim();
        (setting.set)(self, value).ok_or_else(|| BadSetting::value(setting.name, &value))
    }

    /// The settings, if all values are within their ranges.
    ///
    /// # Errors
    ///
    /// [`BadSetting`]: the first that is out of its range.
    pub fn build(self) -> Result<Settings, BadSetting> {
        let Settings { mind_worlds, lookahead, best_defence, budget, .. } = self.0;
        let (Worlds::Exactly(worlds) | Worlds::Unhurried(worlds)) = self.0.worlds;
        let is_possible = |worlds| (1..=Settings::MOST_WORLDS).contains(&worlds);
        if !is_possible(worlds) {
            return Err(BadSetting::value("worlds", &worlds));
        }
        if !is_possible(mind_worlds) {
            return Err(BadSetting::value("mind-worlds", &mind_worlds));
        }
        if let Some(cards) = lookahead.filter(|cards| !(1..=52).contains(cards)) {
            return Err(BadSetting::value("lookahead", &cards));
        }
        if !(0.0..=1.0).contains(&best_defence) {
            return Err(BadSetting::value("best-defence", &best_defence));
        }
        if let Some(time) = budget.filter(|time| *time > Settings::LONGEST) {
            return Err(BadSetting::value("budget", &format_args!("{time:?}")));
        }
        Ok(self.0)
    }
}

impl Settings {
    /// These settings, which hold for everybody, with those of one entrant of a match, by name. If
    /// his time alone is limited, the time decides, whatever number of worlds is usual.
    ///
    /// # Errors
    ///
    /// [`BadSetting`]: the first that is wrong.
    pub fn with_own<'a>(
        &self,
        own: impl IntoIterator<Item = (&'a str, &'a str)> + Clone,
    ) -> Result<Self, BadSetting> {
        let is_own = |name: &str| own.clone().into_iter().any(|(own, _)| own == name);
        let mut settings = self.to_builder();
        if is_own("budget") && !is_own("worlds") && self.budget.is_none() {
            settings = settings.unhurried_worlds(self.worlds());
        }
        own.into_iter()
            .try_fold(settings, |settings, (name, value)| settings.set(name, value))?
            .build()
    }
}

/// A number of worlds.
fn number(text: &str) -> Option<usize> {
    text.parse().ok().filter(|number| (1..=Settings::MOST_WORLDS).contains(number))
}

/// A share, as in `30%` or `0.3`.
fn share(text: &str) -> Option<f64> {
    let share = match text.strip_suffix('%') {
        Some(percent) => percent.trim().parse::<f64>().ok()? / 100.0,
        None => text.parse().ok()?,
    };
    (0.0..=1.0).contains(&share).then_some(share)
}

fn yes(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "yes" | "true" => Some(true),
        "no" | "false" => Some(false),
        _ => None,
    }
}

/// A time of up to a day, [`Settings::LONGEST`], as people write it: `5s`, `500ms`, `2m`, or
/// seconds alone; `None` if it is no such time.
pub fn read_time(text: &str) -> Option<Duration> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0)];
    let found = units.iter().find_map(|(unit, long)| Some((text.strip_suffix(unit)?, *long)));
    let (number, long) = found.unwrap_or((text, 1.0));
    let seconds = number.parse::<f64>().ok()? * long;
    (seconds > 0.0 && seconds <= Settings::LONGEST.as_secs_f64())
        .then(|| Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::allocation::ALLOCATIONS;

    #[test]
    fn settings_are_read_as_people_write_them() {
        let set = |name, value| Settings::builder().set(name, value).unwrap().build().unwrap();
        assert_eq!(set("budget", "500ms").budget(), set(" budget ", "0.5").budget());
        assert_eq!(set("best_defence", "0.3"), set("best-defence", " 30 %"));
        assert_eq!(set("ignore-line", "yes"), set("ignore_line", "True"));
        assert_eq!(set("lookahead", "full").lookahead(), None);
        for (name, value) in [
            ("worlds", "0"),
            ("budget", "0s"),
            ("budget", "2h"),
            ("budget", "25000m"),
            ("best-defence", "nan"),
            ("best-defence", "101%"),
            ("ignore-line", ""),
            ("mind-by", "instinct"),
        ] {
            let said = Settings::builder().set(name, value).unwrap_err().to_string();
            assert!(said.starts_with(&format!("{name} {value}: expected ")), "{said}");
        }
        let said = Settings::builder().set("tempo", "3").unwrap_err().to_string();
        assert!(said.starts_with("no setting tempo: there are seed, worlds, "), "{said}");
    }

    #[test]
    fn every_allocation_has_its_name_in_the_table() {
        let names = ALLOCATIONS.map(allocation::Allocation::slug).join(", ");
        let values = named("allocation").unwrap().values.replace(" or ", ", ");
        assert_eq!(values, names);
    }

    /// An entrant whose time alone is limited plays as many cards out as the time allows.
    #[test]
    fn who_has_a_clock_of_his_own_is_not_bound_by_worlds() {
        let usual = Settings::builder().worlds(10).build().unwrap();
        let worlds = |own: &[(&str, &str)]| usual.with_own(own.iter().copied()).unwrap().worlds();
        assert_eq!(worlds(&[("budget", "1s")]), 160);
        assert_eq!(worlds(&[("budget", "1s"), ("worlds", "5")]), 5);
        assert_eq!(worlds(&[("seed", "2")]), 10);
    }
}
