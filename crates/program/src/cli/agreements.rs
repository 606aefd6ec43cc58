//! The rule files that problems and games name, each read once.

use std::collections::HashMap;

use miette::Result;

use super::settings::{parsed, rule_text};
use falsecard_engine::constraint::System;
use falsecard_laboratory::problem::RuleFileRef;

/// The rule files read so far.
pub struct Agreements {
    /// The name of the one that holds where none is named.
    default: String,
    /// The systems and the texts that they were read from, by name.
    read: HashMap<String, (System, String)>,
}

impl Agreements {
    /// No agreements but those that hold where a problem names none: a file, or one that comes with
    /// the program.
    ///
    /// # Errors
    ///
    /// It is not there, or has a fault.
    pub fn with_default(name: &str) -> Result<Self> {
        let mut agreements = Self { default: name.to_owned(), read: HashMap::new() };
        agreements.of(None)?;
        Ok(agreements)
    }

    /// The name of the agreements that hold where none are named.
    pub(super) fn by_default(&self) -> &str {
        &self.default
    }

    /// The agreements of that name, or the default ones.
    ///
    /// # Errors
    ///
    /// They are not there, or have a fault.
    pub fn of(&mut self, name: Option<&str>) -> Result<RuleFileRef<'_>> {
        let name = name.unwrap_or(&self.default).to_owned();
        if !self.read.contains_key(&name) {
            let text = rule_text(&name)?.into_owned();
            self.read.insert(name.clone(), (parsed(&name, &text)?, text));
        }
        let (system, text) = &self.read[&name];
        Ok(RuleFileRef { system, text })
    }
}
