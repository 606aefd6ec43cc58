//! Addresses of the handviewer: `…handviewer.html?lin=…`, and `?n=…&e=…&a=…&p=…`.

use std::fmt::Write;

use crate::{Breach, Game};
use falsecard_bridge::text::{bare, percent_decoded, percent_encoded, quoted};

/// The address of the handviewer.
const HANDVIEWER: &str = "https://www.bridgebase.com/tools/handviewer.html?lin=";

/// A game as an address that shows it in a browser.
///
/// ```
/// use falsecard::notation::{lin, pbn};
///
/// let text = "[Deal \"N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543\"]";
/// let game = pbn::read("deal.pbn", text.as_bytes()).all()?.remove(0);
/// let address = lin::url(&game);
/// assert!(address.starts_with("https://www.bridgebase.com/tools/handviewer.html?lin=pn%7C"));
/// let again = lin::read("address", address.as_bytes()).all()?.remove(0);
/// assert_eq!(again.deal(), game.deal());
/// # Ok::<(), falsecard::notation::Fault>(())
/// ```
pub fn url(game: &Game) -> String {
    HANDVIEWER.to_owned() + &percent_encoded(game.to_lin().trim_end(), "-_.~,")
}

/// The parameters that show that an address of the handviewer holds a deal, if it has no LIN.
const TELLING: [&str; 7] = ["n", "e", "s", "w", "a", "p", "b"];

/// Whether a line is an address: of a deal, or of a page that may have one.
pub(crate) fn is_address(line: &str) -> bool {
    lin_of(line).is_some() || link(line).is_some()
}

/// Why the address of a line is not read: its page has no deal in it, as a short link, or is
/// another program's. `None` if the line is no address.
pub(super) fn link(line: &str) -> Option<Breach> {
    /// The beginnings of addresses whose scheme was left out.
    const HOSTS: [&str; 6] =
        ["www.", "tinyurl.com/", "bit.ly/", "bridgebase.com/", "bbo.bz/", "goo.gl/"];
    let address = cut_out(line);
    let is_one_word = !address.contains(|c: char| c.is_whitespace() || c == '|');
    let begins =
        |with: &&str| address.get(..with.len()).is_some_and(|it| it.eq_ignore_ascii_case(with));
    if !is_one_word || !is_web(address) && !HOSTS.iter().any(begins) {
        return None;
    }
    let text = quoted(address);
    Some(if is_telling(&parameters(address)) && !is_handviewer(address) {
        Breach::OtherProgram { text }
    } else {
        Breach::Link { text }
    })
}

/// What surrounds addresses in pages and in forums, and what ends them there.
const AROUND: [(&str, &[char]); 9] = [
    ("href=\"", &['"']),
    ("href='", &['\'']),
    ("href=", &[' ', '>']),
    ("src=\"", &['"']),
    ("src='", &['\'']),
    ("[url=", &[']']),
    ("[url]", &['[']),
    ("[hv=", &[']']),
    ("](", &[')']),
];

/// The address in a line, without what stands around it.
fn cut_out(line: &str) -> &str {
    let small = line.to_ascii_lowercase();
    let inner = |&(open, close): &(&str, &[char])| {
        let start = small.find(open)? + open.len();
        let end = line[start..].find(close).map_or(line.len(), |n| start + n);
        Some(&line[start..end])
    };
    bare(AROUND.iter().find_map(inner).or_else(|| in_prose(line)).unwrap_or(line))
}

/// The address of the handviewer among the words of a line.
fn in_prose(line: &str) -> Option<&str> {
    let mut words = line.split(|c: char| c.is_whitespace() || c == '"').filter(|word| is_web(word));
    words.find(|word| is_handviewer(word)).filter(|word| word.len() < line.trim().len())
}

fn is_web(address: &str) -> bool {
    ["http://", "https://"].iter().any(|scheme| {
        address.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    })
}

/// Whether an address is the handviewer's, or the part behind its question mark alone.
fn is_handviewer(address: &str) -> bool {
    let page = address.split_once('?').map_or("", |(page, _)| page).to_ascii_lowercase();
    page.contains("handviewer") || page.is_empty() && !is_web(address)
}

/// The parameters of an address, or of the part behind its question mark alone, by their names in
/// small letters.
fn parameters(address: &str) -> Vec<(String, String)> {
    let query = address.split_once('?').map_or(address, |(_, query)| query);
    let query = without_entities(query.split('#').next().unwrap_or_default());
    let parts = query.split('&').filter_map(|part| part.split_once('='));
    parts.map(|(name, value)| (name.to_ascii_lowercase(), percent_decoded(value))).collect()
}

/// A text with `&` for `&amp;`, however often it was written so.
fn without_entities(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for (n, part) in text.split('&').enumerate() {
        let mut part = part;
        while let Some(rest) = part.strip_prefix("amp;") {
            part = rest;
        }
        plain.extend((n > 0).then_some('&'));
        plain.push_str(part);
    }
    plain
}

fn is_telling(parameters: &[(String, String)]) -> bool {
    parameters.iter().any(|(name, _)| TELLING.contains(&name.as_str()))
}

/// The LIN text of an address; `None` if the line is not the address of a deal. Other programs take
/// LIN in their addresses too.
pub(super) fn lin_of(line: &str) -> Option<String> {
    let address = cut_out(line);
    let is_page = is_web(address) || address.split_once('?').is_some_and(|it| is_handviewer(it.0));
    // A line that begins with a pair is LIN, whatever its remarks contain.
    let is_pair = |bar: usize| !address[..bar].contains(['=', '?']);
    if !is_page && (address.find('|').is_some_and(is_pair) || address.contains(char::is_whitespace))
    {
        return None;
    }
    let parameters = parameters(address);
    let get = |name: &str| {
        let found = parameters.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value.as_str())
    };
    if get("lin").contains('|') {
        return Some(get("lin").to_owned());
    }
    (is_telling(&parameters) && is_handviewer(address)).then(|| from_parameters(get))
}

/// The LIN text of an address with hands, calls and cards in separate parameters.
fn from_parameters<'a>(get: impl Fn(&str) -> &'a str) -> String {
    let clean = |text: &str| text.replace(['|', ','], " ");
    let names = ["sn", "wn", "nn", "en"].map(|name| clean(get(name)));
    let hands = ["s", "w", "n", "e"].map(|name| clean(get(name)));
    let dealer = match get("d").to_ascii_lowercase().as_str() {
        "s" => 1,
        "w" => 2,
        "n" => 3,
        "e" => 4,
        _ => 0,
    };
    let mut text = format!("pn|{}|md|{dealer}{}|", names.join(","), hands.join(","));
    let mut pair = |key: &str, value: &str| {
        write!(text, "{key}|{}|", value.replace('|', " ")).expect("writing does not fail");
    };
    if !get("v").is_empty() {
        pair("sv", get("v"));
    }
    if !get("b").is_empty() {
        pair("ah", &format!("Board {}", get("b")));
    }
    for (key, value) in calls(get("a")) {
        pair(key, &value);
    }
    let cards: Vec<char> =
        get("p").replace("10", "T").chars().filter(char::is_ascii_alphanumeric).collect();
    for card in cards.chunks(2) {
        pair("pc", &card.iter().collect::<String>());
    }
    if !get("c").is_empty() {
        pair("mc", get("c"));
    }
    text
}

/// The calls of a parameter, written without blanks, with explanations in parentheses.
fn calls(text: &str) -> Vec<(&'static str, String)> {
    let mut pairs: Vec<(&'static str, String)> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '(' => rest.find(')').map_or(rest.len(), |end| end + 1),
            '1'..='7' if rest.get(1..3).is_some_and(|it| it.eq_ignore_ascii_case("nt")) => 3,
            '1'..='7' => rest.char_indices().nth(2).map_or(rest.len(), |(at, _)| at),
            _ => first.len_utf8(),
        };
        let (word, behind) = rest.split_at(length);
        rest = behind;
        match (first, pairs.last_mut()) {
            ('(', _) => pairs.push(("an", word.trim_matches(['(', ')']).to_owned())),
            ('!', Some((_, call))) => call.push('!'),
            // A question mark asks for the next call.
            (blank, _) if blank.is_whitespace() || matches!(blank, '-' | '!' | '?') => {}
            // XX is one call.
            ('x' | 'X', _) if rest.starts_with(['x', 'X']) => {
                rest = &rest[1..];
                pairs.push(("mb", "XX".to_owned()));
            }
            _ => pairs.push(("mb", word.to_owned())),
        }
    }
    pairs
}
