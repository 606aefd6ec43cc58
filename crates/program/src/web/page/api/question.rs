//! A question of a program: an object in place of an address.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::web::page::address::Address;
use crate::web::page::browser::Browser;
use crate::web::page::spot::{Spot, address_of, system};
use crate::wording::SolvedSuit;
use falsecard_engine::bidding::{AuctionSoFar, Foresight};
use falsecard_engine::cards::{Card, Hand, Seat, SeatLetter, Suit, Vulnerability};
use falsecard_engine::constraint::System;
use falsecard_engine::play::{Scoring, View};
use falsecard_engine::search::{Search, Settings, SettingsBuilder, named};
use falsecard_engine::suit::{SuitAccess, VacantPlaces};
use falsecard_engine::text::quoted;
use falsecard_notation::{
    Filling, Format, Game, Games, read_calls, read_cards, read_contract, read_vulnerability,
};

/// The longest question, in bytes: a deal in any format, with its calls explained.
pub(in crate::web::page) const LONGEST_QUESTION: usize = 64 << 10;

/// An answer, or why there is none: a sentence.
pub(in crate::web::page) type Answered = Result<String, String>;

/// An answer in one piece; it ends early once the flag is set.
pub(in crate::web::page) type Whole = fn(&Question, &AtomicBool) -> Answered;

/// An answer in events, the last of which is `answer`.
pub(in crate::web::page) type Streamed = fn(&Question, &Browser) -> Result<(), String>;

/// The most worlds that may be asked for.
const MOST_WORLDS: usize = 2_000;

/// The most deals in which calls may be tried: some ten seconds.
const MOST_DEALS: usize = 1_000;

/// The shortest time that may be asked for, in seconds.
const LEAST_TIME: f64 = 0.05;

/// The longest time that may be asked for, in seconds.
const LONGEST_TIME: f64 = 600.0;

/// What is asked. Every question reads what it needs and leaves the rest.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(in crate::web::page) struct Question {
    /// The deal in any format, with or without calls and play: `N:` and four hands clockwise, a
    /// dash for one that is not known; PBN; LIN; a typed diagram.
    deal: Option<String>,
    /// Who made the first call: N, E, S or W.
    dealer: Option<String>,
    /// Who is vulnerable: none, NS, EW or all.
    vulnerable: Option<String>,
    /// As in `3NT by South` or `4SXW`. Not needed where there is an auction.
    contract: Option<String>,
    /// Every call with blanks between, as in `1NT P 3NT`. The passes that end it may be left out.
    auction: Option<String>,
    /// The cards played, in order: `H6 H2 HK HA`.
    played: Option<String>,
    /// The number of cards played at the moment that is asked about; by default all that are given.
    at: Option<usize>,
    /// Agreements that come with the program: natural, sayc, acol, two-over-one and others.
    system: Option<String>,
    /// Carding that comes with the program: standard-carding, upside-down-carding and others.
    carding: Option<String>,
    /// What is played for.
    #[schemars(with = "Option<Scoring>")]
    scoring: Option<String>,
    /// The engine.
    #[schemars(extend("enum" = ["minimax", "fused", "abc", "reflex", "abc-2006"]))]
    engine: Option<String>,
    /// The most layouts in which a card is played out.
    #[schemars(range(min = 1, max = MOST_WORLDS))]
    worlds: Option<usize>,
    /// The seed of all random numbers.
    seed: Option<u64>,
    /// In how many deals that fit the auction calls are tried, by default 24; 0 for the call that
    /// falsecard makes at once.
    #[schemars(range(min = 0, max = MOST_DEALS))]
    deals: Option<usize>,
    /// The seconds that a decision may take.
    #[schemars(range(min = LEAST_TIME, max = LONGEST_TIME))]
    time: Option<f64>,
    /// The card to explain; by default fused's.
    card: Option<String>,
    /// The card to compare it with.
    against: Option<String>,
    /// Whose belief, by default that of who decides; or whose choices alone.
    #[schemars(with = "Option<SeatLetter>")]
    seat: Option<String>,
    /// Thirteen cards alone, as in `AQ3.KJ52.7.QJ943`. Then no deal is needed.
    hand: Option<String>,
    /// Declarer's two holdings of a suit, as in `AJ109 / K32`; with a deal its suit, S, H, D or C.
    suit: Option<String>,
    /// How many unknown cards West and East hold, as in `10-12`; by default `13-13`.
    vacant: Option<String>,
    /// How often declarer can come to North, or to dummy, in other suits; by default as often as he
    /// wants.
    entries: Option<u8>,
    /// The hand that leads a suit first: north, south, dummy or declarer; by default either.
    lead_from: Option<String>,
    /// The format: PBN, LIN, an address of the handviewer, JSON, or the hand diagram.
    #[schemars(extend("enum" = ["pbn", "lin", "url", "json", "text"]))]
    to: Option<String>,
    /// Whether each card now is asked about, in place of all contracts.
    cards: bool,
    /// Whether the answer comes as server-sent events.
    stream: bool,
}

impl Question {
    /// Reads a question.
    pub(in crate::web::page) fn read(bytes: &[u8]) -> Result<Self, String> {
        let told = |error: serde_json::Error| format!("the question: {error}");
        let fields: Map<String, Value> = serde_json::from_slice(bytes).map_err(told)?;
        serde_json::from_value(Value::Object(fields)).map_err(told)
    }

    pub(in crate::web::page) const fn is_streamed(&self) -> bool {
        self.stream
    }

    /// How far a bidder looks ahead.
    pub(super) fn foresight(&self) -> Result<Option<Foresight>, String> {
        let usual = Foresight::default();
        match self.deals.unwrap_or(usual.deals) {
            deals if deals > MOST_DEALS => Err(format!("\"deals\" is from 0 to {MOST_DEALS}")),
            deals => Ok(Foresight::of(deals, self.seed.unwrap_or(usual.seed))),
        }
    }

    /// The suit of two holdings, or of the deal as declarer sees it.
    pub(super) fn solved_suit(&self) -> Result<SolvedSuit, String> {
        let suit = self.suit.as_deref().ok_or("\"suit\" is missing")?;
        let hand = |text: &str| text.parse().map_err(|why| format!("\"lead_from\": {why}"));
        let lead_from = self.lead_from.as_deref().map(hand).transpose()?;
        let access = SuitAccess { entries: self.entries, lead_from };
        if self.deal.is_none() {
            let vacant = self.vacant.as_deref().map_or(Ok(VacantPlaces::default()), str::parse);
            return SolvedSuit::of_holdings(suit, vacant?, access);
        }
        if self.vacant.is_some() {
            return Err("\"vacant\" is for two holdings: a deal says it itself".to_owned());
        }
        let spot = self.spot()?;
        let view = spot.view(spot.now()?.bidding().contract().declarer)?;
        let suit = suit.parse::<Suit>().map_err(|_| {
            format!("\"suit\": expected S, H, D or C of this deal, not {}", quoted(suit))
        })?;
        let solved = SolvedSuit::of_view(&view, &*spot.system()?, suit, access);
        solved.map_err(|fault| fault.to_string())
    }

    pub(super) const fn asks_cards(&self) -> bool {
        self.cards
    }

    /// The game as it is given.
    pub(super) fn game(&self) -> Result<Game, String> {
        let text = self.deal.as_deref().ok_or("\"deal\" is missing")?;
        let mut games =
            Games::open("the deal", text.as_bytes(), None).map_err(|it| it.to_string())?;
        let mut found = Vec::new();
        for piece in games.by_ref() {
            if let Some(fault) = piece.faults.first() {
                return Err(fault.to_string());
            }
            found.extend(piece.good);
            if found.len() > 1 {
                return Err("\"deal\" has several games: give one".to_owned());
            }
        }
        found.pop().ok_or_else(|| "\"deal\" has no deal".to_owned())
    }

    /// What is given beside the game.
    pub(super) fn filling(&self) -> Result<Filling, String> {
        let seat = |text: &str| text.parse().map_err(|_| format!("{} is no seat", quoted(text)));
        Ok(Filling {
            dealer: self.dealer.as_deref().map(seat).transpose()?,
            vulnerability: self.vulnerable.as_deref().map(read_vulnerability).transpose()?,
            contract: self.contract.as_deref().map(read_contract).transpose()?,
            auction: self.auction.as_deref().map(read_calls).transpose()?.unwrap_or_default(),
            lead: None,
            played: self.played.as_deref().map(read_cards).transpose()?.unwrap_or_default(),
        })
    }

    /// The format that is asked for.
    pub(super) fn format(&self) -> Result<Format, String> {
        self.to.as_deref().ok_or("\"to\" is missing: pbn, lin, url, json or text")?.parse()
    }

    /// The game at the moment.
    pub(super) fn spot(&self) -> Result<Spot, String> {
        let game = self.game()?;
        let given = [
            ("dealer", &self.dealer),
            ("vul", &self.vulnerable),
            ("by", &self.contract),
            ("calls", &self.auction),
            ("play", &self.played),
            ("system", &self.system),
            ("carding", &self.carding),
            ("scoring", &self.scoring),
        ];
        let set = |address: Address, (name, value): (&str, &Option<String>)| match value {
            Some(value) => address.with(name, Some(value)),
            None => address,
        };
        let address = given.into_iter().fold(address_of(&game), set);
        let address = address.with("at", self.at);
        // An address is read again as it would arrive, so that the same bounds hold.
        Spot::read(Address::read(&address.to_string())?)
    }

    /// The engine that is asked; fused unless another is named.
    pub(super) fn engine(&self) -> Result<&'static dyn Search, String> {
        let name = self.engine.as_deref().unwrap_or("fused");
        named(name).ok_or_else(|| format!("no engine {}", quoted(name)))
    }

    pub(super) const fn names_engine(&self) -> bool {
        self.engine.is_some()
    }

    pub(super) fn settings(&self) -> Result<Settings, String> {
        if self.worlds.is_some_and(|worlds| !(1..=MOST_WORLDS).contains(&worlds)) {
            return Err(format!("\"worlds\" is from 1 to {MOST_WORLDS}"));
        }
        if self.time.is_some_and(|time| !(LEAST_TIME..=LONGEST_TIME).contains(&time)) {
            return Err(format!("\"time\" is from {LEAST_TIME} to {LONGEST_TIME} seconds"));
        }
        let given = [
            ("seed", self.seed.map(|seed| seed.to_string())),
            ("worlds", self.worlds.map(|worlds| worlds.to_string())),
            ("budget", self.time.map(|time| time.to_string())),
            ("scoring", self.scoring.clone()),
        ];
        let given = given.iter().filter_map(|(name, value)| Some((*name, value.as_deref()?)));
        let set = |settings: SettingsBuilder, (name, value)| settings.set(name, value);
        let settings = given.into_iter().try_fold(Settings::builder(), set);
        settings.and_then(SettingsBuilder::build).map_err(|wrong| wrong.to_string())
    }

    pub(super) fn seat(&self) -> Result<Option<Seat>, String> {
        let read = |text: &str| text.parse().map_err(|_| format!("{} is no seat", quoted(text)));
        self.seat.as_deref().map(read).transpose()
    }

    /// The cards to explain and to compare it with, as far as they are named.
    pub(super) fn compared(&self, view: &View) -> Result<[Option<Card>; 2], String> {
        let card = |name: &str, text: &Option<String>| {
            let Some(text) = text else { return Ok(None) };
            let card = read_cards(text)?.first().copied().filter(|it| view.legal().contains(*it));
            card.map(Some).ok_or_else(|| format!("\"{name}\" cannot be played now"))
        };
        Ok([card("card", &self.card)?, card("against", &self.against)?])
    }

    /// The hand that is to call and the auction that it has heard: of the deal, or a hand alone.
    pub(super) fn bidding(&self) -> Result<(Hand, AuctionSoFar), String> {
        let Some(hand) = &self.hand else {
            let spot = self.spot()?;
            let heard = spot.heard()?;
            let seat = heard.turn().ok_or("the auction is over")?;
            let hand = spot.game.hand(seat).filter(|hand| hand.len() == 13);
            return Ok((hand.ok_or("the hand that is to call is not known")?, heard));
        };
        let hand: Hand = hand.parse().map_err(|_| "\"hand\" is as in AQ3.KJ52.7.QJ943")?;
        if hand.len() != 13 {
            return Err(format!("\"hand\" has {} cards", hand.len()));
        }
        let dealer = self.dealer.as_deref().unwrap_or("N");
        let dealer = dealer.parse().map_err(|_| format!("{} is no seat", quoted(dealer)))?;
        let sides = self.vulnerable.as_deref().map(read_vulnerability).transpose()?;
        let mut heard = AuctionSoFar::new(dealer, sides.unwrap_or(Vulnerability::NONE));
        let calls = self.auction.as_deref().map(read_calls).transpose()?.unwrap_or_default();
        for call in calls.all {
            if !heard.push(call, None) {
                return Err(format!("{call} is not legal there"));
            }
        }
        if heard.turn().is_none() {
            return Err("the auction is over".to_owned());
        }
        Ok((hand, heard))
    }

    /// The agreements.
    pub(super) fn system(&self) -> Result<Arc<System>, String> {
        let address = Address::default().with("system", self.system.as_ref());
        system(&address.with("carding", self.carding.as_ref()))
    }
}
