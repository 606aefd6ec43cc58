//! The rule files that come with the program. Any rule file may `use` one of them.

use std::sync::LazyLock;

use super::rulefile::SystemFault;
use super::system::System;

/// The rule files that come with the program: name and text.
const BUNDLED: [(&str, &str); 23] = [
    ("natural-cards", include_str!(concat!(env!("FALSECARD_CONSTRAINTS"), "/natural-cards.rules"))),
    (
        "standard-carding",
        include_str!(concat!(env!("FALSECARD_CONSTRAINTS"), "/standard-carding.rules")),
    ),
    (
        "standard-leads",
        include_str!(concat!(env!("FALSECARD_CONSTRAINTS"), "/standard-leads.rules")),
    ),
    ("count-carding", include_str!(concat!(env!("FALSECARD_CONSTRAINTS"), "/count-carding.rules"))),
    (
        "unknown-carding",
        include_str!(concat!(env!("FALSECARD_CONSTRAINTS"), "/unknown-carding.rules")),
    ),
    (
        "upside-down-carding",
        include_str!(concat!(env!("FALSECARD_CONSTRAINTS"), "/upside-down-carding.rules")),
    ),
    (
        "odd-even-carding",
        include_str!(concat!(env!("FALSECARD_CONSTRAINTS"), "/odd-even-carding.rules")),
    ),
    ("no-signals", include_str!(concat!(env!("FALSECARD_CONSTRAINTS"), "/no-signals.rules"))),
    ("natural-calls", include_str!(concat!(env!("FALSECARD_CONSTRAINTS"), "/natural-calls.rules"))),
    ("textbook", include_str!(concat!(env!("FALSECARD_CONSTRAINTS"), "/textbook.rules"))),
    ("population", include_str!(concat!(env!("FALSECARD_CONSTRAINTS"), "/population.rules"))),
    ("natural", include_str!(concat!(env!("FALSECARD_CONSTRAINTS"), "/natural.rules"))),
    ("sayc", include_str!(concat!(env!("FALSECARD_CONSTRAINTS"), "/sayc.rules"))),
    ("two-over-one", include_str!(concat!(env!("FALSECARD_CONSTRAINTS"), "/two-over-one.rules"))),
    ("weak-notrump", include_str!(concat!(env!("FALSECARD_CONSTRAINTS"), "/weak-notrump.rules"))),
    ("multi", include_str!(concat!(env!("FALSECARD_CONSTRAINTS"), "/multi.rules"))),
    ("strong-club", include_str!(concat!(env!("FALSECARD_CONSTRAINTS"), "/strong-club.rules"))),
    ("polish-club", include_str!(concat!(env!("FALSECARD_CONSTRAINTS"), "/polish-club.rules"))),
    ("acol", include_str!(concat!(env!("FALSECARD_CONSTRAINTS"), "/acol.rules"))),
    ("competitive", include_str!(concat!(env!("FALSECARD_CONSTRAINTS"), "/competitive.rules"))),
    ("general", include_str!(concat!(env!("FALSECARD_CONSTRAINTS"), "/general.rules"))),
    ("paper", include_str!(concat!(env!("FALSECARD_CONSTRAINTS"), "/paper.rules"))),
    (
        "paper-weak-notrump",
        include_str!(concat!(env!("FALSECARD_CONSTRAINTS"), "/paper-weak-notrump.rules")),
    ),
];

impl System {
    /// Reads a rule file.
    ///
    /// # Errors
    ///
    /// [`SystemFault`]: the first line that cannot be read, or an example hand that contradicts the
    /// rule above it.
    pub fn parse(file: &str, text: &str) -> Result<Self, Box<SystemFault>> {
        let (mut system, bases) = Self::own_lines(file, text, Self::bundled)?;
        let names_a_caller = system.caller.is_some();
        for base in bases {
            system.inherit(base);
        }
        if names_a_caller {
            system.outrank_lines();
        }
        Ok(system)
    }

    /// The names of the rule files that come with the program.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUNDLED.iter().map(|(name, _)| *name)
    }

    /// The text of a rule file that comes with the program.
    pub fn text(name: &str) -> Option<&'static str> {
        BUNDLED.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
    }

    /// Parses a rule file that comes with the program; `None` if there is none of that name.
    pub fn bundled(name: &str) -> Option<Self> {
        Some(Self::parse(name, Self::text(name)?).expect("the bundled rule files are tested"))
    }

    /// The agreements of strangers, who bid and card by common knowledge only: the bundled file
    /// `natural`.
    pub fn natural() -> &'static Self {
        static NATURAL: LazyLock<System> =
            LazyLock::new(|| System::bundled("natural").expect("it comes with the program"));
        &NATURAL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundled_files_are_sound() {
        for (name, text) in BUNDLED {
            match System::parse(name, text) {
                Ok(system) => assert_eq!(system.name, name),
                Err(fault) => panic!("{fault}"),
            }
        }
    }
}
