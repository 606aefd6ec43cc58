//! Addresses of the handviewer: `…handviewer.html?lin=…`, and `?n=…&e=…&a=…&p=…`.

use std::fmt::Write;

use crate::Game;
use falsecard_bridge::text::bare;

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
    let mut address = HANDVIEWER.to_owned();
    for byte in game.to_lin().trim_end().bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b',' => {
                address.push(byte.into());
            }
            other => write!(address, "%{other:02X}").expect("writing to a string does not fail"),
        }
    }
    address
}

/// The parameters that show that an address holds a deal.
const TELLING: [&str; 8] = ["lin", "n", "e", "s", "w", "a", "p", "b"];

/// Whether a line is an address: of a deal, or of a page that may have one.
pub(crate) fn is_address(line: &str) -> bool {
    query(line).is_some() || is_link(line)
}

/// Whether a line is the address of a page that has no deal in it, such as a short link.
pub(super) fn is_link(line: &str) -> bool {
    /// What addresses begin with whose scheme was left out.
    const HOSTS: [&str; 6] =
        ["www.", "tinyurl.com/", "bit.ly/", "bridgebase.com/", "bbo.bz/", "goo.gl/"];
    let line = bare(line);
    let is_one_word = !line.contains(|c: char| c.is_whitespace() || c == '|');
    let begins =
        |with: &str| line.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with));
    is_one_word
        && (begins("http://") || begins("https://") || HOSTS.iter().any(|host| begins(host)))
        && query(line).is_none()
}

/// The beginning of a tag with which forums show a hand.
pub(crate) const HAND_TAG: &str = "[hv=";

/// The parameters in a tag of the forums that show a hand: `[hv=pc=n&s=…]400|300[/hv]`.
fn in_tag(line: &str) -> &str {
    let inner = || line.strip_prefix(HAND_TAG)?.split_once(']').map(|(inner, _)| inner);
    inner().unwrap_or(line)
}

/// The part after the question mark of an address, or such a part alone; quotes are removed. `None`
/// if the text is not the address of a deal.
fn query(line: &str) -> Option<&str> {
    let line = in_tag(bare(line));
    let is_web = ["http://", "https://"].iter().any(|scheme| {
        line.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    });
    // A line that begins with a pair is LIN, whatever its remarks contain.
    let is_pair = |bar: usize| !line[..bar].contains(['=', '?']);
    if !is_web && line.find('|').is_some_and(is_pair) {
        return None;
    }
    let query = match line.split_once('?') {
        Some((address, query)) if is_web || address.ends_with("handviewer.html") => query,
        _ if is_web || line.contains(char::is_whitespace) => return None,
        _ => line,
    };
    let query = query.split('#').next().unwrap_or_default();
    let name = |part: &str| part.split_once('=').map(|(name, _)| name.to_ascii_lowercase());
    let mut names = query.split('&').filter_map(name);
    names.any(|name| TELLING.contains(&name.as_str())).then_some(query)
}

/// The LIN text of an address; `None` if the line is not one.
pub(super) fn lin_of(line: &str) -> Option<String> {
    let parameters: Vec<(String, String)> = query(line)?
        .split('&')
        .filter_map(|part| part.split_once('='))
        .map(|(name, value)| (name.to_ascii_lowercase(), decoded(value)))
        .collect();
    let get = |name: &str| {
        let found = parameters.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value.as_str())
    };
    if !get("lin").is_empty() {
        return Some(get("lin").to_owned());
    }
    Some(from_parameters(get))
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
            (blank, _) if blank.is_whitespace() || matches!(blank, '-' | '!') => {}
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

/// Decodes percent-encoding, with `+` for a blank.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'+' => bytes.push(b' '),
            b'%' => {
                let mut ahead = rest.clone();
                let mut digit = || ahead.next().and_then(|b| char::from(b).to_digit(16));
                match (digit(), digit()) {
                    (Some(high), Some(low)) => {
                        bytes.push((high * 16 + low) as u8);
                        rest = ahead;
                    }
                    _ => bytes.push(b'%'),
                }
            }
            other => bytes.push(other),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
