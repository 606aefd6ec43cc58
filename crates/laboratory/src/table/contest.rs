//! Contests: two entrants bid a deal and play their contract, in two rooms.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::deals::NumberedDeal;
use super::entrant::{Entrant, RuleFile, SeatedEntrant};
use super::outcome::{Room, card_names};
use super::room::{DecisionCache, in_seats, play_out};
use crate::problem::{RuleFileRef, source};
use crate::store::fingerprint;
use falsecard_engine::bidding::AuctionSoFar;
use falsecard_engine::cards::{BySeat, Call, Seat, Side, contract_in_letters, vulnerable_sides};
use falsecard_engine::play::{Board, DeclaredContract, imps};

/// A deal to be bid and played.
#[derive(Debug, Clone)]
pub struct DealtBoard {
    /// The deal, with its number in the match, from 1.
    pub deal: NumberedDeal,
    /// The agreements of entrants without agreements of their own.
    pub agreements: Arc<RuleFile>,
    /// The `[Board]` tag of the file.
    pub tag: Option<String>,
}

/// Two entrants who bid and play the same deals. In the open room the first sits North and South,
/// in the closed room East and West.
#[derive(Clone)]
pub struct Contest {
    /// The entrant whose gains are counted.
    pub a: Entrant,
    /// The entrant that it meets.
    pub b: Entrant,
}

/// What happened in one room.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[serde(try_from = "BidTableFields", into = "BidTableFields")]
#[schemars(rename = "ContestRoom")]
pub struct BidTable {
    /// The room, open or closed.
    pub room: Room,
    /// The calls, from the dealer's on.
    pub auction: Vec<Call>,
    /// The contract; `None` if all passed.
    pub contract: Option<DeclaredContract>,
    /// Declarer's tricks, 0 to 13; 0 if all passed.
    pub tricks: u8,
    /// The score of North and South; 0 if all passed.
    pub score: i32,
    /// The cards in the order of play, as PBN names them, with blanks between.
    pub cards: String,
}

/// A board that was bid and played in both rooms.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[schemars(rename = "ContestBoard")]
pub struct ContestResult {
    /// Its place in the match, from 1.
    #[serde(rename = "board")]
    pub number: usize,
    /// The `[Board]` tag of the file.
    pub tag: Option<String>,
    /// What A gains in IMPs.
    pub imps: i32,
    /// What A gains in points.
    pub points: i32,
    /// What happened in the open room and in the closed room.
    pub rooms: [BidTable; 2],
}

impl ContestResult {
    /// Whether both rooms reached the same contract with the same declarer, or both passed.
    pub fn is_same_contract(&self) -> bool {
        self.rooms[0].contract == self.rooms[1].contract
    }
}

impl Contest {
    /// The entrants in a room: North and South first.
    pub const fn sides(&self, room: Room) -> [&Entrant; 2] {
        match room {
            Room::Closed => [&self.b, &self.a],
            Room::Open | Room::Control => [&self.a, &self.b],
        }
    }

    /// Bids and plays a board in both rooms; `None` if `stop` was set.
    pub fn play(&self, board: &DealtBoard, stop: &AtomicBool) -> Option<ContestResult> {
        let mut before: Option<(Board, DecisionCache)> = None;
        let [open, closed] =
            [Room::Open, Room::Closed].map(|room| self.table(board, room, &mut before, stop));
        let rooms = [open?, closed?];
        let points = rooms[0].score - rooms[1].score;
        let (number, tag) = (board.deal.number, board.tag.clone());
        Some(ContestResult { number, tag, imps: imps(points), points, rooms })
    }

    /// Bids and plays a board in one room. `before` holds the decisions on the last board bid in
    /// the same way.
    fn table(
        &self,
        dealt: &DealtBoard,
        room: Room,
        before: &mut Option<(Board, DecisionCache)>,
        stop: &AtomicBool,
    ) -> Option<BidTable> {
        let RuleFile { system, text } = &*dealt.agreements;
        let known = RuleFileRef { system, text };
        let [ns, ew] = self.sides(room);
        let heard = bid([ns, ew], known, &dealt.deal, stop)?;
        let auction = heard.auction().iter().copied().collect();
        let Some(bidding) = heard.bidding() else {
            let cards = String::new();
            return Some(BidTable { room, auction, contract: None, tricks: 0, score: 0, cards });
        };
        let contract = bidding.contract();
        let board = Board::new(dealt.deal.hands, Arc::new(bidding));
        let [declarer, defenders] = match contract.declaring_side() {
            Side::NorthSouth => [ns, ew],
            Side::EastWest => [ew, ns],
        };
        let seated = SeatedEntrant::pair(declarer, defenders, known);
        // Decisions on another auction are no decisions on this one.
        let mut decided = match before.take() {
            Some((same, decided)) if same == board => decided,
            _ => DecisionCache::default(),
        };
        let players = in_seats(&seated, contract.declaring_side());
        let (play, _) = play_out(&board, players, &mut decided, stop)?;
        *before = Some((board, decided));
        Some(BidTable {
            room,
            auction,
            contract: Some(contract),
            tricks: play.history().tricks_won(contract.declaring_side()),
            score: play.score_with(Side::NorthSouth, 0),
            cards: card_names(&play),
        })
    }

    /// A fingerprint of all that the outcome of a board depends on: the entrants, the deal and its
    /// tag, its agreements and the program.
    pub fn key(&self, board: &DealtBoard) -> String {
        let NumberedDeal { number, hands, dealer, vulnerability } = &board.deal;
        let vulnerable = vulnerable_sides(*vulnerability);
        let entrants = [self.a.bidding_key(), self.b.bidding_key()];
        let (rules, tag) = (&board.agreements.text, &board.tag);
        fingerprint(&format!(
            "bid {number} {tag:?} {hands} {dealer} {vulnerable} {entrants:?} {rules} {}",
            source()
        ))
    }
}

/// The auction of two sides, North and South first; `None` if `stop` was set. Where they have
/// different agreements, each call is explained, so that who plays reads it as it was meant.
fn bid(
    sides: [&Entrant; 2],
    known: RuleFileRef,
    deal: &NumberedDeal,
    stop: &AtomicBool,
) -> Option<AuctionSoFar> {
    let [ns, ew] = sides.map(|side| SeatedEntrant::alone(side, known));
    let players = [ns.bidder_against(&ew), ew.bidder_against(&ns)];
    let explains = sides[0].bids_by(known) != sides[1].bids_by(known);
    let players = BySeat::from_fn(|seat| match Side::of(seat) {
        Side::NorthSouth => players[0],
        Side::EastWest => players[1],
    });
    let mut heard = AuctionSoFar::new(deal.dealer, deal.vulnerability);
    while let Some(seat) = heard.turn() {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let call = players[seat].call(deal.hands[seat], &heard);
        let next = heard.with(call).expect("a bidder makes legal calls");
        let told = explains.then(|| players[seat].meaning(&next));
        heard.push(call, told);
    }
    Some(heard)
}

/// A board as it was bid and played in one room.
#[derive(Clone, JsonSchema, Serialize, Deserialize)]
struct BidTableFields {
    /// The room. In the open room A sits North and South, in the closed room East and West.
    room: Room,
    /// The calls, from the dealer's on.
    auction: Vec<String>,
    /// The contract: `4S`, `3NTx`; `null` if all passed.
    contract: Option<String>,
    /// Who declares; `null` if all passed.
    #[schemars(with = "Option<falsecard_engine::cards::SeatLetter>")]
    declarer: Option<String>,
    /// Declarer's tricks; 0 if all passed.
    tricks: u8,
    /// The score of North and South; 0 if all passed.
    score: i32,
    /// The cards in the order of play, with blanks between; empty if all passed.
    cards: String,
}

impl From<BidTable> for BidTableFields {
    fn from(table: BidTable) -> Self {
        let BidTable { room, auction, contract, tricks, score, cards } = table;
        Self {
            room,
            auction: auction.iter().map(ToString::to_string).collect(),
            contract: contract.map(|it| contract_in_letters(it.contract)),
            declarer: contract.map(|it| it.declarer.letter().to_string()),
            tricks,
            score,
            cards,
        }
    }
}

impl TryFrom<BidTableFields> for BidTable {
    type Error = String;

    fn try_from(written: BidTableFields) -> Result<Self, String> {
        let BidTableFields { room, auction, contract, declarer, tricks, score, cards } = written;
        let no = |what: &str, text: &str| {
            format!("{} is no {what}", falsecard_engine::text::quoted(text))
        };
        let auction = auction.iter().map(|call| call.parse().map_err(|_| no("call", call)));
        let contract = match (contract, declarer) {
            (Some(contract), Some(declarer)) => Some(DeclaredContract {
                contract: contract.parse().map_err(|_| no("contract", &contract))?,
                declarer: declarer.parse::<Seat>().map_err(|_| no("seat", &declarer))?,
            }),
            _ => None,
        };
        Ok(Self {
            room,
            auction: auction.collect::<Result<_, _>>()?,
            contract,
            tricks,
            score,
            cards,
        })
    }
}
