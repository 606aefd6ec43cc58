//! Markup that is safe by its type: raw text cannot become markup by mistake.
//!
//! A [`Markup`] consists of elements whose names and attribute names are constants of the program,
//! and of escaped text. So text of a file is shown and never interpreted.

use std::fmt::{Display, Write};

use crate::wording::for_people;
use falsecard_engine::cards::Suit;
use falsecard_engine::text::on_one_line;

/// A piece of HTML or SVG.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Markup(String);

/// An element while it is built: its attributes first, then its content.
#[derive(Debug, Clone)]
pub struct Element {
    name: &'static str,
    head: String,
}

/// Elements without an end tag.
const VOID: [&str; 6] = ["br", "hr", "input", "link", "meta", "img"];

impl Markup {
    /// Escaped text, written [for people](for_people). Suit symbols become coloured elements, which
    /// style sheets can show as letters.
    pub fn text(text: impl Display) -> Self {
        let mut markup = Self::default();
        for character in on_one_line(&for_people(&text.to_string())).chars() {
            match Suit::ASC.into_iter().find(|suit| suit.to_string().starts_with(character)) {
                Some(suit) => markup.push(&pip(suit)),
                None => escape(character, &mut markup.0),
            }
        }
        markup
    }

    /// Escaped text without elements, for places where none may stand.
    pub fn plain(text: &str) -> Self {
        let mut markup = Self::default();
        on_one_line(text).chars().for_each(|character| escape(character, &mut markup.0));
        markup
    }

    /// Text of several lines, each in an element of its own. Indented lines stay indented.
    pub fn lines(text: &str) -> Self {
        let line = |line: &str| {
            let inset = line.starts_with(' ').then_some("inset");
            el("p").at_some("class", inset).say(line.trim())
        };
        text.lines().filter(|line| !line.trim().is_empty()).map(line).collect()
    }

    /// Markup or a style sheet from the program itself, not escaped.
    pub(super) fn trusted(text: &'static str) -> Self {
        Self(text.to_owned())
    }

    /// Appends another piece.
    pub fn push(&mut self, other: &Self) {
        self.0.push_str(&other.0);
    }

    /// The two pieces, one after the other.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        [self, other].into_iter().collect()
    }

    /// Whether the markup is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The markup as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromIterator<Self> for Markup {
    fn from_iter<I: IntoIterator<Item = Self>>(pieces: I) -> Self {
        let mut all = Self::default();
        pieces.into_iter().for_each(|piece| all.push(&piece));
        all
    }
}

/// Starts an element with this name.
pub fn el(name: &'static str) -> Element {
    Element { name, head: format!("<{name}") }
}

/// The symbol of a suit. Style sheets may colour it, or show its letter instead.
pub fn pip(suit: Suit) -> Markup {
    let letter = suit.letter().to_ascii_lowercase();
    Markup(format!("<span class=\"pip {letter}\">{suit}</span>"))
}

impl Element {
    /// Adds an attribute; its value is escaped.
    #[must_use]
    pub fn at(mut self, name: &'static str, value: impl Display) -> Self {
        let value = value.to_string();
        let _ = write!(self.head, " {name}=\"");
        on_one_line(&value).chars().for_each(|character| escape(character, &mut self.head));
        self.head.push('"');
        self
    }

    /// Adds an attribute if it has a value.
    #[must_use]
    pub fn at_some(self, name: &'static str, value: Option<impl Display>) -> Self {
        match value {
            Some(value) => self.at(name, value),
            None => self,
        }
    }

    /// Adds an attribute without a value, such as `disabled`, if `so` is true.
    #[must_use]
    pub fn is(mut self, name: &'static str, so: bool) -> Self {
        if so {
            let _ = write!(self.head, " {name}");
        }
        self
    }

    /// The element with this content.
    #[must_use]
    pub fn put(self, inner: Markup) -> Markup {
        let (Self { name, head }, Markup(inner)) = (self, inner);
        if VOID.contains(&name) {
            return Markup(head + ">");
        }
        Markup(format!("{head}>{inner}</{name}>"))
    }

    /// The element with text as its content.
    #[must_use]
    pub fn say(self, text: impl Display) -> Markup {
        self.put(Markup::text(text))
    }

    /// The element without content.
    #[must_use]
    pub fn empty(self) -> Markup {
        self.put(Markup::default())
    }
}

fn escape(character: char, into: &mut String) {
    match character {
        '&' => into.push_str("&amp;"),
        '<' => into.push_str("&lt;"),
        '>' => into.push_str("&gt;"),
        '"' => into.push_str("&quot;"),
        '\'' => into.push_str("&#39;"),
        other => into.push(other),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn text_is_shown_and_attributes_stay_closed() {
        let said = "<script>alert('1')</script> & \"♥K\"\u{202e}";
        let markup = el("p").at("title", said).say(said);
        assert_eq!(markup.as_str().matches('<').count(), 4, "{}", markup.as_str());
        assert!(markup.as_str().contains("<span class=\"pip h\">♥</span>K"));
        assert!(!markup.as_str().contains('\u{202e}'));
    }

    proptest! {
        /// For every text, the only tags are those of the program.
        #[test]
        fn nothing_said_becomes_markup(said in ".*") {
            let markup = el("p").at("title", &said).say(&said);
            let tags = markup.as_str().matches('<').count();
            let pips = said.chars().filter(|c| "♠♥♦♣".contains(*c)).count();
            prop_assert_eq!(tags, 2 + 2 * pips);
            prop_assert_eq!(markup.as_str().matches('"').count(), 2 + 2 * pips);
        }
    }
}
