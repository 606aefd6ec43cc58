//! The part of the page's address after `#`, which determines everything on the page.
//!
//! An address consists of names and values, percent-encoded, as in `deal=N:AK...&by=3NTS&at=5`.

use std::fmt::{self, Display};

use falsecard_engine::text::{percent_decoded, percent_encoded};

/// The longest address that is read, in bytes. A whole board with every call explained has a tenth
/// of this.
pub const LONGEST: usize = 16 << 10;

/// The pairs of an address, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Address(Vec<(String, String)>);

impl Address {
    /// Reads an address.
    ///
    /// # Errors
    ///
    /// A sentence, if it is too long.
    pub fn read(text: &str) -> Result<Self, String> {
        if text.len() > LONGEST {
            return Err(format!("the address is longer than {LONGEST} bytes"));
        }
        let text = text.trim().trim_start_matches('#');
        let pairs = text.split('&').filter_map(|part| part.split_once('='));
        Ok(Self(
            pairs.map(|(name, value)| (percent_decoded(name), percent_decoded(value))).collect(),
        ))
    }

    /// The value of a name; `None` if it is missing or empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }

    /// The values whose names begin with `start`: the rest of the name, and the value.
    pub fn beginning<'a>(&'a self, start: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.0.iter().filter_map(move |(name, value)| Some((name.strip_prefix(start)?, &**value)))
    }

    /// Sets or replaces a value; `None` removes it.
    #[must_use]
    pub fn with(mut self, name: &str, value: Option<impl Display>) -> Self {
        let value = value.map(|value| value.to_string());
        let at = self.0.iter().position(|(known, _)| known == name);
        match (at, value) {
            (Some(at), Some(value)) => self.0[at].1 = value,
            (None, Some(value)) => self.0.push((name.to_owned(), value)),
            (Some(at), None) => drop(self.0.remove(at)),
            (None, None) => {}
        }
        self
    }
}

impl Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (name, value)) in self.0.iter().enumerate() {
            let and = if at == 0 { "" } else { "&" };
            write!(f, "{and}{}={}", encoded(name), encoded(value))?;
        }
        Ok(())
    }
}

/// A name or a value as an address has it.
fn encoded(text: &str) -> String {
    percent_encoded(text, "-_.:,/ ").replace(' ', "+")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn written_addresses_are_read(pairs in prop::collection::vec((".{1,9}", ".{0,20}"), 0..9)) {
            let address = Address(pairs);
            prop_assert_eq!(Address::read(&address.to_string()), Ok(address));
        }
    }

    #[test]
    fn whatever_stands_there_is_read() {
        for text in ["", "#", "&&=", "a", "a=%", "a=%4", "a=%zz", "%41=1", "a=%FF%00"] {
            Address::read(text).unwrap();
        }
        assert!(Address::read(&"a".repeat(LONGEST + 1)).is_err());
    }
}
