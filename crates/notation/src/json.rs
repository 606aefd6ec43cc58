//! Games as JSON. They are written one object a line; objects over several lines and arrays are
//! read too.
//!
//! ```json
//! {"board":"7","dealer":"S","vulnerable":"NS",
//!  "deal":{"N":"432.32.32.AJT987","E":"QJT.KJT9.QJT9.K2",
//!          "S":"AK9.AQ87.AK87.Q6","W":"8765.654.654.543"},
//!  "contract":"3NT","declarer":"S",
//!  "auction":[{"call":"2NT","alerted":true,"explanation":"20-22 balanced"},{"call":"Pass"},…],
//!  "leader":"W","play":[{"card":"H6"},{"card":"H2"},…],"claimed":true,"result":9,
//!  "tags":[{"name":"Event","value":"Final"}]}
//! ```
//!
//! (all on one line). Cards are written suit first, `SQ` or `HT`; calls and contracts as in PBN.
//! docs/json.md describes every key. Each may be missing. Unknown keys are refused, since they
//! would be lost.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::BufRead;
use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::agree::StatedContract;
use super::annotation::is_false;
use super::assemble::{Account, SourceWord};
use super::fault::{Contents, Fault, Flaw, SourceText};
use super::findings::TextFindings;
use super::game::{Game, Raw, Tag, find, is_fact};
use super::objects::{Object, Objects};
use super::pack::Pack;
use super::{Annotation, Breach, Comment, pbn, words};
use falsecard_bridge::cards::{BySeat, Card, Hand, Seat, Suit, pbn_name, pbn_strain};

/// A game. Every key may be missing where a game is read; unknown keys are refused, since they
/// would be lost.
#[derive(Debug, Default, JsonSchema, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "struct Record")]
#[schemars(rename = "Game")]
struct GameRecord {
    /// Its number, or what else its file calls it.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    /// Who deals.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<falsecard_bridge::cards::SeatLetter>")]
    dealer: Option<String>,
    /// Who is vulnerable: `None`, `NS`, `EW` or `All`.
    #[serde(skip_serializing_if = "Option::is_none")]
    vulnerable: Option<String>,
    /// The hands that are known.
    deal: HandsRecord,
    /// The contract, as in PBN: `4S`, `3NTX`, `Pass`; without its level where only the strain is
    /// known.
    #[serde(skip_serializing_if = "Option::is_none")]
    contract: Option<String>,
    /// Who declares: a seat, with `^` before it where declarer and dummy are exchanged.
    #[serde(skip_serializing_if = "Option::is_none")]
    declarer: Option<String>,
    /// The calls, from the dealer's on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    auction: Vec<CallRecord>,
    /// Who leads to the first trick that is known, where it is not the seat after declarer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<falsecard_bridge::cards::SeatLetter>")]
    leader: Option<String>,
    /// The cards in the order of play.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    play: Vec<CardRecord>,
    /// Whether the play ended by a claim; absent if not.
    #[serde(skip_serializing_if = "is_false")]
    claimed: bool,
    /// Declarer's tricks, 0 to 13.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<u8>,
    /// Remarks before the auction.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<Comment>,
    /// All PBN tags without a key of their own, in the order of the file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<TagRecord>,
    /// An auction that records an irregularity, as it stands in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    auction_as_written: Option<Raw>,
    /// A play that records an irregularity, as it stands in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    play_as_written: Option<Raw>,
}

/// The hands that are known.
#[derive(Debug, Default, JsonSchema, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "UPPERCASE", expecting = "struct Hands")]
#[schemars(rename = "HandsKnown")]
struct HandsRecord {
    /// North's hand: spades, hearts, diamonds, clubs.
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<String>,
    /// East's hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    e: Option<String>,
    /// South's hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    s: Option<String>,
    /// West's hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    w: Option<String>,
}

/// A call, with what the file says of it.
#[derive(Debug, JsonSchema, Serialize, Deserialize)]
#[serde(expecting = "struct Spoken")]
#[schemars(rename = "GameCall")]
struct CallRecord {
    /// The call, as in PBN: `2NT`, `Pass`, `X`, `XX`.
    call: String,
    #[serde(flatten)]
    said: Annotation,
    #[serde(flatten, skip_serializing, deserialize_with = "nothing")]
    _rest: (),
}

/// A card, with what the file says of it.
#[derive(Debug, JsonSchema, Serialize, Deserialize)]
#[serde(expecting = "struct Played")]
#[schemars(rename = "GameCard")]
struct CardRecord {
    /// The card.
    #[schemars(with = "falsecard_bridge::cards::CardText")]
    card: String,
    #[serde(flatten)]
    said: Annotation,
    #[serde(flatten, skip_serializing, deserialize_with = "nothing")]
    _rest: (),
}

/// Refuses anything beside a call or a card that is no annotation.
fn nothing<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    let more = BTreeMap::<String, serde_json::Value>::deserialize(deserializer)?;
    more.keys().next().map_or(Ok(()), |key| {
        let fields = &["call", "card", "alerted", "explanation", "marks", "comments"];
        Err(serde::de::Error::unknown_field(key, fields))
    })
}

/// A tag of PBN.
#[derive(Debug, JsonSchema, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "struct Pair")]
#[schemars(rename = "GameTag")]
struct TagRecord {
    /// The name.
    name: String,
    /// The value.
    value: String,
    /// The lines of its table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    table: Vec<String>,
    /// Remarks that follow it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    comments: Vec<Comment>,
}

/// Games as JSON, one object a line.
///
/// ```
/// use falsecard::notation::{json, pbn};
///
/// let text = "[Board \"1\"]\n[Deal \"N:A... .A.. ..A. ...A\"]\n[Contract \"NT\"]\n[Event \"x\"]";
/// let line = json::write(&pbn::read("ending.pbn", text.as_bytes()).good);
/// assert_eq!(
///     line,
///     "{\"board\":\"1\",\"deal\":{\"N\":\"A...\",\"E\":\".A..\",\"S\":\"..A.\",\"W\":\"...A\"},\
///      \"contract\":\"NT\",\"tags\":[{\"name\":\"Event\",\"value\":\"x\"}]}\n"
/// );
/// let games = json::read("ending.json", line.as_bytes()).good;
/// assert_eq!(json::write(&games), line);
///
/// // The same through serde, wherever a game is part of something.
/// let game: falsecard::notation::Game = serde_json::from_str(&line)?;
/// assert_eq!(serde_json::to_string(&game)?, line.trim_end());
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn write<'a>(games: impl IntoIterator<Item = &'a Game>) -> String {
    games.into_iter().map(Game::to_json).collect()
}

impl Game {
    /// The game as one JSON object on a line, with the line end.
    pub fn to_json(&self) -> String {
        let record = GameRecord::of(self);
        let text = falsecard_bridge::text::json(&record).expect("a record has only text keys");
        text + "\n"
    }
}

/// Describes the object of [`Game::to_json`].
impl JsonSchema for Game {
    fn schema_name() -> Cow<'static, str> {
        GameRecord::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        GameRecord::json_schema(generator)
    }
}

/// Writes the object of [`Game::to_json`].
impl Serialize for Game {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        GameRecord::of(self).serialize(serializer)
    }
}

/// Reads the object of [`Game::to_json`]. A game that is lost gives an error; faults of the auction
/// or play only are in its [faults](Game::faults).
impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let object = serde_json::Value::deserialize(deserializer)?.to_string();
        let games = read("JSON", object.as_bytes()).all().map_err(serde::de::Error::custom)?;
        let [game] = <[Self; 1]>::try_from(games)
            .map_err(|_| serde::de::Error::custom("expected one game"))?;
        Ok(game)
    }
}

impl GameRecord {
    fn of(game: &Game) -> Self {
        let facts = &game.facts;
        let seat = |seat: Option<Seat>| seat.map(|seat| seat.to_string());
        let hand = |seat| game.hand(seat).map(hand_text);
        let strain = || facts.strain.map(|strain| pbn_strain(strain).to_owned());
        let contract = if facts.passed_out {
            Some("Pass".to_owned())
        } else {
            facts.contract.map(words::contract_name).or_else(strain)
        };
        let swapped = if facts.swapped { "^" } else { "" };
        let calls = facts.auction.iter().enumerate().map(|(number, &call)| CallRecord {
            call: words::call_name(call),
            said: game.call_annotation(number).cloned().unwrap_or_default(),
            _rest: (),
        });
        let cards = facts.cards.iter().enumerate().map(|(number, &card)| CardRecord {
            card: pbn_name(card),
            said: game.card_annotation(number).cloned().unwrap_or_default(),
            _rest: (),
        });
        let is_leader_told = facts.leader == facts.declarer.map(Seat::lho);
        let plain_result = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let result = game.result().filter(|_| game.tag("Result").is_none_or(plain_result));
        Self {
            board: game.tag("Board").map(str::to_owned),
            dealer: seat(facts.dealer),
            vulnerable: facts.vulnerability.map(|v| words::vulnerable_sides(v).to_owned()),
            deal: HandsRecord {
                n: hand(Seat::North),
                e: hand(Seat::East),
                s: hand(Seat::South),
                w: hand(Seat::West),
            },
            contract,
            declarer: seat(facts.declarer).map(|seat| format!("{swapped}{seat}")),
            auction: calls.collect(),
            leader: seat(facts.leader.filter(|_| !is_leader_told)),
            play: cards.collect(),
            claimed: facts.claimed,
            result,
            comments: game.marks.head.clone(),
            tags: Self::tags(game, result.is_some()),
            auction_as_written: game.marks.auction.clone(),
            play_as_written: game.marks.play.clone(),
        }
    }

    /// The tags without a key of their own, and those with one if remarks follow them.
    fn tags(game: &Game, has_result: bool) -> Vec<TagRecord> {
        let mut pairs = Vec::new();
        let mut board = false;
        for (number, tag) in game.tags.iter().enumerate() {
            let is = |name: &str| tag.name.eq_ignore_ascii_case(name);
            let comments = game.marks.tags.get(&number).map_or(&[][..], Vec::as_slice);
            let first_board = is("Board") && !std::mem::replace(&mut board, true);
            let has_key = is_fact(&tag.name) || first_board || is("Result") && has_result;
            if !has_key || !comments.is_empty() {
                pairs.push(TagRecord {
                    name: tag.name.clone(),
                    value: if is_fact(&tag.name) { String::new() } else { tag.value.clone() },
                    table: tag.table.clone(),
                    comments: comments.to_vec(),
                });
            }
        }
        pairs
    }
}

fn hand_text(hand: Hand) -> String {
    // `Hand` writes an empty hand as `-`.
    if hand.is_empty() { "...".to_owned() } else { hand.to_string() }
}

/// The annotation of a call or a card, on one line.
fn annotation(said: Annotation) -> Annotation {
    let mut annotation = Annotation { explanation: None, ..said };
    annotation.explain(&said.explanation.unwrap_or_default().replace(['\r', '\n'], " "));
    annotation
}

/// Reads games, one object each. Faults call the file `name`.
pub fn read(name: &str, bytes: &[u8]) -> Contents<Game> {
    Contents::of_bytes(name, bytes, Games::new)
}

/// The games of a JSON file, read one at a time.
pub struct Games<R> {
    name: Arc<str>,
    objects: Objects<R>,
    number: usize,
    ended: bool,
}

impl<R: BufRead> Games<R> {
    /// The games of a file, which faults call `name`.
    pub fn new(name: &str, input: R) -> Self {
        Self { name: name.into(), objects: Objects::new(input), number: 0, ended: false }
    }

    fn game(&mut self, Object { text, first_line }: Object) -> Contents<Game> {
        self.number += 1;
        let source = Arc::new(SourceText::new(&self.name, text, first_line));
        let mut findings = TextFindings::default();
        let mut contents = Contents::default();
        match account(source.text()) {
            Ok(account) => contents.good.push(account.game((&source, self.number), &mut findings)),
            Err(flaw) => findings.flaws.push(flaw),
        }
        contents.add_findings(findings, &source);
        contents
    }

    fn end(&mut self) -> Option<Contents<Game>> {
        self.ended = true;
        (self.number == 0).then(|| Contents::refused(Fault::of_file(&self.name, 1, Breach::NoGame)))
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Contents<Game>;

    fn next(&mut self) -> Option<Contents<Game>> {
        if self.ended {
            return None;
        }
        match self.objects.next() {
            Ok(Some(object)) => Some(self.game(object)),
            Ok(None) => self.end(),
            Err((breach, line)) => {
                self.ended = true;
                Some(Contents::refused(Fault::of_file(&self.name, line, breach)))
            }
        }
    }
}

/// Reads one object.
fn account(text: &str) -> Result<Account, Flaw> {
    let malformed = |why: String, at: usize| Flaw::new(Breach::MalformedJson { why }, &(at..at));
    let record: GameRecord = serde_json::from_str(text).map_err(|error| {
        let start: usize = text.split_inclusive('\n').take(error.line() - 1).map(str::len).sum();
        let at = (start + error.column().saturating_sub(1)).min(text.len());
        let at = (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        malformed(format!("no record of a game: {error}"), at)
    })?;
    let wrong = |key: &str, text: &str| {
        malformed(format!("{key} says {:?}, which is none", words::quoted(text)), 0)
    };
    let seat = |key: &str, text: Option<&str>| {
        text.map(|text| words::seat(text).ok_or_else(|| wrong(key, text))).transpose()
    };
    let vulnerability = record
        .vulnerable
        .as_deref()
        .map(|text| words::vulnerability(text).ok_or_else(|| wrong("vulnerable", text)));
    let declarer = record.declarer.as_deref();
    let call = |CallRecord { call, said, .. }: CallRecord| SourceWord {
        said: annotation(said),
        ..SourceWord::new(&call, words::call(&call), 0..0)
    };
    let card = |CardRecord { card, said, .. }: CardRecord| SourceWord {
        said: annotation(said),
        ..SourceWord::new(&card, words::card(&card), 0..0)
    };
    let named = match record.contract.as_deref() {
        None => StatedContract::Nothing,
        Some("Pass") => StatedContract::Pass,
        Some(text) => words::strain(text)
            .map(StatedContract::Strain)
            .or_else(|| words::contract(text).map(StatedContract::Contract))
            .ok_or_else(|| wrong("contract", text))?,
    };
    let mut written = record.auction_as_written.iter().chain(&record.play_as_written);
    if let Some(section) = written.find(|section| !pbn::are_words(&section.lines)) {
        return Err(wrong("a section as written", &section.lines.join("\n")));
    }
    let mut account = Account {
        hands: hands(&record.deal)?,
        dealer: seat("dealer", record.dealer.as_deref())?,
        vulnerability: vulnerability.transpose()?,
        named,
        declarer: seat("declarer", declarer.map(|text| text.trim_start_matches('^')))?,
        swapped: declarer.is_some_and(|text| text.starts_with('^')),
        leader: seat("leader", record.leader.as_deref())?,
        calls: record.auction.into_iter().map(call).collect(),
        cards: record.play.into_iter().map(card).collect(),
        claimed: record.claimed,
        head: record.comments,
        auction: record.auction_as_written,
        play: record.play_as_written,
        ..Account::default()
    };
    for pair in record.tags {
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if pair.name.is_empty() || !pair.name.bytes().all(is_name) {
            return Err(wrong("the name of a tag", &pair.name));
        }
        if !pair.table.is_empty() && !pbn::is_table(&pair.name, &pair.table) {
            return Err(wrong("the table of a tag", &pair.table.join("\n")));
        }
        account.tag(&pair.name, &pair.value, pair.table, pair.comments);
    }
    let board = record.board.map(|board| ("Board", board));
    let result = record.result.map(|tricks| ("Result", tricks.to_string()));
    for (name, value) in board.into_iter().chain(result) {
        // A tag with remarks is already among the tags.
        if find(&account.tags, name).is_none() {
            account.tags.push(Tag::new(name, &value));
        }
    }
    Ok(account)
}

fn hands(deal: &HandsRecord) -> Result<BySeat<Option<Hand>>, Flaw> {
    let texts = BySeat::from_fn(|seat| match seat {
        Seat::North => deal.n.as_deref(),
        Seat::East => deal.e.as_deref(),
        Seat::South => deal.s.as_deref(),
        Seat::West => deal.w.as_deref(),
    });
    let mut pack = Pack::default();
    for (seat, text) in texts.iter() {
        let Some(text) = text else { continue };
        let suits: Vec<&str> = text.split('.').collect();
        if suits.len() != 4 {
            return Err(Flaw::new(Breach::SuitCount { seat, found: suits.len() }, &(0..0)));
        }
        for (suit, ranks) in Suit::DESC.into_iter().zip(suits) {
            for letter in ranks.chars() {
                let unknown = || Flaw::new(Breach::UnknownRank { seat, text: letter }, &(0..0));
                let rank = words::rank(letter).ok_or_else(unknown)?;
                pack.add_card(seat, Card { suit, rank }, &(0..0))?;
            }
        }
    }
    pack.check_lengths(|seat| texts[*seat].is_some(), |_| &(0..0))?;
    Ok(BySeat::from_fn(|seat| texts[seat].map(|_| pack.hands[seat])))
}
