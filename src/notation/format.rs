//! The formats, and which of them a file is in.

use std::fmt::Write as _;
use std::io::BufRead;
use std::path::Path;
use std::str::FromStr;

use super::{Contents, Diagram, Game, Style, json, lin, pbn};
use crate::cards::BySeat;

/// A format of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Portable Bridge Notation.
    Pbn,
    /// The format of Bridge Base Online.
    Lin,
    /// Addresses of the handviewer of Bridge Base Online, one a line.
    Url,
    /// One JSON object a line.
    Json,
    /// The hand diagram: it is written only.
    Text,
}

impl Format {
    /// The format that the ending of a file's name stands for.
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

    /// The format that the beginning of a file looks like.
    ///
    /// ```
    /// use falsecard::notation::Format;
    ///
    /// assert_eq!(Format::of_text(b"pn|a,b,c,d|st||md|1"), Format::Lin);
    /// assert_eq!(Format::of_text(b"{\"board\":\"1\"}"), Format::Json);
    /// assert_eq!(Format::of_text(b"{a remark} [Event \"x\"]"), Format::Pbn);
    /// ```
    pub fn of_text(start: &[u8]) -> Self {
        let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start).trim_ascii_start();
        let is_url = [&b"http://"[..], b"https://"].iter().any(|scheme| {
            start.get(..scheme.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(scheme))
        });
        match start {
            [b'{', rest @ ..] if matches!(rest.trim_ascii_start(), [b'"' | b'}', ..]) => Self::Json,
            [a, b, b'|', ..] if a.is_ascii_alphabetic() && b.is_ascii_alphabetic() => Self::Lin,
            _ if is_url => Self::Url,
            _ => Self::Pbn,
        }
    }

    /// What a file of this format begins with.
    pub const fn header(self) -> &'static str {
        match self {
            Self::Pbn => pbn::HEADER,
            Self::Lin | Self::Url | Self::Json | Self::Text => "",
        }
    }

    /// A game in this format, its end included. The style is the diagram's.
    pub fn write(self, game: &Game, style: Style) -> String {
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

/// A game as a picture, with a blank line behind it: all of it where it can be played, else the
/// hands.
fn picture(game: &Game, style: Style) -> String {
    let diagram = match game.play() {
        Ok(play) => Diagram::of_play(&play, super::Cards::Dealt),
        Err(_) => Diagram::of_hands(BySeat::from_fn(|seat| game.hand(seat))),
    };
    let board = game.tag("Board").filter(|board| !super::words::is_unknown(board));
    let title = board.map_or_else(|| game.number().to_string(), str::to_owned);
    let mut text = diagram.titled(&format!("Board {title}")).draw(style);
    if let (Some(tricks), Some(contract)) = (game.result(), game.contract()) {
        let _ = writeln!(text, "\nResult: {contract}, {tricks} tricks");
    }
    text + "\n"
}

/// The games of a file in whatever format, one after another.
pub enum Games<R> {
    /// Of a PBN file.
    Pbn(Box<pbn::Games<R>>),
    /// Of a LIN file, or of addresses.
    Lin(Box<lin::Games<R>>),
    /// Of a JSON file.
    Json(Box<json::Games<R>>),
}

impl<R: BufRead> Games<R> {
    /// The games of a file that faults call `name`. Where no format is given, its beginning tells.
    ///
    /// # Errors
    ///
    /// Those of reading its beginning; the diagram cannot be read at all.
    pub fn open(name: &str, mut input: R, format: Option<Format>) -> std::io::Result<Self> {
        let format = match format {
            Some(format) => format,
            None => Format::of_text(input.fill_buf()?),
        };
        Ok(match format {
            Format::Pbn => Self::Pbn(Box::new(pbn::Games::new(name, input))),
            Format::Lin | Format::Url => Self::Lin(Box::new(lin::Games::new(name, input))),
            Format::Json => Self::Json(Box::new(json::Games::new(name, input))),
            Format::Text => {
                let why = "the hand diagram is written, but not read";
                return Err(std::io::Error::new(std::io::ErrorKind::Unsupported, why));
            }
        })
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Contents<Game>;

    fn next(&mut self) -> Option<Contents<Game>> {
        match self {
            Self::Pbn(games) => games.next(),
            Self::Lin(games) => games.next(),
            Self::Json(games) => games.next(),
        }
    }
}
