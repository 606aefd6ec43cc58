//! The formats, and how to tell the format of a file.

use std::fmt::Write as _;
use std::io::BufRead;
use std::path::Path;
use std::str::FromStr;

use super::encoding::Utf8Reader;
use super::lines::unquoted;
use super::{Contents, Diagram, DiagramStyle, Game, json, lin, pbn, typed};
use falsecard_bridge::text::unopened;

/// A format of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Portable Bridge Notation.
    Pbn,
    /// The format of Bridge Base Online.
    Lin,
    /// Addresses of the handviewer of Bridge Base Online, one a line.
    Url,
    /// JSON objects, one a line.
    Json,
    /// The hand diagram, and other ways to type a deal: see docs/input.md.
    Text,
}

impl Format {
    /// The format by the ending of a file's name; `None` for an unknown ending.
    ///
    /// ```
    /// use falsecard::notation::Format;
    ///
    /// assert_eq!(Format::of_name("final.LIN"), Some(Format::Lin));
    /// assert_eq!(Format::of_name("-"), None);
    /// ```
    pub fn of_name(name: &str) -> Option<Self> {
        let ending = Path::new(name).extension()?.to_str()?.to_ascii_lowercase();
        Some(match ending.as_str() {
            "pbn" => Self::Pbn,
            "lin" => Self::Lin,
            "url" => Self::Url,
            "json" | "jsonl" | "ndjson" => Self::Json,
            "txt" => Self::Text,
            _ => return None,
        })
    }

    /// The format by the beginning of a file; PBN if nothing is recognised.
    ///
    /// ```
    /// use falsecard::notation::Format;
    ///
    /// assert_eq!(Format::of_text(b"pn|a,b,c,d|st||md|1"), Format::Lin);
    /// assert_eq!(Format::of_text(b"[ {\"board\":\"1\"}"), Format::Json);
    /// assert_eq!(Format::of_text(b"{a remark} [Event \"x\"]"), Format::Pbn);
    /// assert_eq!(Format::of_text(b"N:AKQ.432.. - - -"), Format::Text);
    /// assert_eq!(Format::of_text(b"n=SAKQ&d=s"), Format::Url);
    /// ```
    pub fn of_text(start: &[u8]) -> Self {
        let mut start = Utf8Reader::new(start);
        // Reading from memory does not fail.
        while start.look_further().unwrap_or(false) {}
        Self::recognised(start.ahead(), true).unwrap_or(Self::Pbn)
    }

    /// The format of an argument that is itself a deal; `None` if it is not a deal.
    pub fn of_argument(text: &str) -> Option<Self> {
        let format = Self::recognised(text.as_bytes(), true)?;
        // The name of a file may begin like a deal.
        let is_deal = match format {
            Self::Pbn => text.contains("[Deal "),
            Self::Text => typed::is_deal(text),
            Self::Lin | Self::Url | Self::Json => true,
        };
        is_deal.then_some(format)
    }

    /// The format by the beginning of a file; `None` if it is not recognised, or not yet.
    fn recognised(start: &[u8], is_all: bool) -> Option<Self> {
        let whole = String::from_utf8_lossy(start);
        let whole = whole.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        let is_quoted = whole.starts_with('>');
        let text = unopened(if is_quoted { unquoted(whole) } else { whole });
        let is_whole = |line: &&str| is_all || line.ends_with('\n');
        let lines = whole.split_inclusive('\n').take_while(is_whole);
        let lines = lines.map(|line| if is_quoted { unquoted(line) } else { line });
        if lines.clone().next().is_some_and(|line| !pbn::begins_tag(line) && lin::is_address(line))
        {
            return Some(Self::Url);
        }
        let second = || text[1..].trim_start().chars().next();
        match text.as_bytes() {
            [b'{', ..] => return second().map(|c| Self::of_brace(matches!(c, '"' | '}'))),
            [b'[', ..] if typed::is_tagged(text) => return Some(Self::Text),
            // A forum's tag around an address ends on the line.
            [b'[', ..] if is_all || text.contains('\n') => {
                return second().map(|c| Self::of_brace(matches!(c, '{' | ']')));
            }
            [b'%' | b';', ..] => return Some(Self::Pbn),
            [a, b, b'|', ..] if a.is_ascii_alphabetic() && b.is_ascii_alphabetic() => {
                return Some(Self::Lin);
            }
            _ => {}
        }
        if lines.clone().any(pbn::begins_tag) {
            return Some(Self::Pbn);
        }
        // Until all is seen, PBN tags may still follow, and this text would be a remark before
        // them.
        if !is_all {
            return None;
        }
        let is_text = typed::has_sign(lines.clone());
        let of_address = || lines.clone().any(lin::is_address).then_some(Self::Url);
        if is_text { Some(Self::Text) } else { of_address() }
    }

    const fn of_brace(is_json: bool) -> Self {
        if is_json { Self::Json } else { Self::Pbn }
    }

    /// The first lines of a file of this format.
    pub const fn header(self) -> &'static str {
        match self {
            Self::Pbn => pbn::HEADER,
            Self::Lin | Self::Url | Self::Json | Self::Text => "",
        }
    }

    /// A game in this format, with its line end. The style is used for diagrams.
    pub fn write(self, game: &Game, style: DiagramStyle) -> String {
        match self {
            Self::Pbn => game.to_pbn(),
            Self::Lin => game.to_lin(),
            Self::Url => lin::url(game) + "\n",
            Self::Json => game.to_json(),
            Self::Text => picture(game, style),
        }
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text.to_ascii_lowercase().as_str() {
            "pbn" => Self::Pbn,
            "lin" => Self::Lin,
            "url" => Self::Url,
            "json" => Self::Json,
            "text" | "diagram" => Self::Text,
            _ => return Err("expected pbn, lin, url, json or text".to_owned()),
        })
    }
}

/// A game as a diagram, followed by a blank line.
fn picture(game: &Game, style: DiagramStyle) -> String {
    let board = game.tag("Board").filter(|board| !super::words::is_unknown(board));
    let title = board.map_or_else(|| game.number().to_string(), str::to_owned);
    let mut text = Diagram::of_game(game).titled(&format!("Board {title}")).draw(style);
    if let (Some(tricks), Some(contract)) = (game.result(), game.contract()) {
        let _ = writeln!(text, "\nResult: {contract}, {tricks} tricks");
    }
    text + "\n"
}

/// The games of a file of any format, read one after another.
pub enum Games<R> {
    /// A PBN file.
    Pbn(Box<pbn::Games<Utf8Reader<R>>>),
    /// A LIN file, or addresses.
    Lin(Box<lin::Games<Utf8Reader<R>>>),
    /// A JSON file.
    Json(Box<json::Games<Utf8Reader<R>>>),
    /// Typed text.
    Text(Box<typed::Games<Utf8Reader<R>>>),
}

/// The most bytes of a file that are read to tell its format.
const LOOKED_AT: usize = 1 << 16;

impl<R: BufRead> Games<R> {
    /// Opens a file, which faults will call `name`. Without a format, the beginning of the file
    /// decides.
    ///
    /// # Errors
    ///
    /// An error of reading its beginning.
    pub fn open(name: &str, input: R, format: Option<Format>) -> std::io::Result<Self> {
        let mut input = Utf8Reader::new(input);
        let format = match format {
            Some(format) => format,
            None => Self::format_of(&mut input)?,
        };
        Ok(match format {
            Format::Pbn => Self::Pbn(Box::new(pbn::Games::new(name, input))),
            Format::Lin | Format::Url => Self::Lin(Box::new(lin::Games::new(name, input))),
            Format::Json => Self::Json(Box::new(json::Games::new(name, input))),
            Format::Text => Self::Text(Box::new(typed::Games::new(name, input))),
        })
    }

    fn format_of(input: &mut Utf8Reader<R>) -> std::io::Result<Format> {
        let mut seen = 0;
        loop {
            let is_all = !input.look_further()? || input.ahead().len() >= LOOKED_AT;
            // Tries again only when the text has doubled, so that the work stays linear.
            if is_all || input.ahead().len() > 2 * seen {
                seen = input.ahead().len();
                let format = Format::recognised(input.ahead(), is_all);
                if is_all || format.is_some() {
                    return Ok(format.unwrap_or(Format::Pbn));
                }
            }
        }
    }
}

/// Reads a file of any of the formats, which faults will call `name`; its beginning decides which
/// it is.
///
/// ```
/// use falsecard::notation;
///
/// let text = "[Dealer \"S\"]\n[Deal \"N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 \
///             AK9.AQ87.AK87.Q6 8765.654.654.543\"]\n";
/// let games = notation::read("deal.pbn", text.as_bytes()).all()?;
/// assert_eq!(games[0].dealer(), Some(falsecard::cards::Seat::South));
/// # Ok::<(), notation::Fault>(())
/// ```
pub fn read(name: &str, bytes: &[u8]) -> Contents<Game> {
    let games = |name: &str, bytes| Games::open(name, bytes, None).expect("memory can be read");
    Contents::of_bytes(name, bytes, games)
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Contents<Game>;

    fn next(&mut self) -> Option<Contents<Game>> {
        match self {
            Self::Pbn(games) => games.next(),
            Self::Lin(games) => games.next(),
            Self::Json(games) => games.next(),
            Self::Text(games) => games.next(),
        }
    }
}
