//! What a player may call, with all that is known of each call: the same for the terminal, the page
//! and other programs.

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::ahead::TriedCall;
use super::auction_so_far::AuctionSoFar;
use super::bidder::{Bidder, Foresight};
use super::key_cards::{KeyCardAnswer, KeyCardScale, asked_in};
use super::likely::{LikelyCall, commonest};
use crate::cards::{Call, Hand, Seat, contract_in_letters, serialize_seat, vulnerable_sides};
use crate::constraint::caller::Typical;
use crate::play::DeclaredContract;
use crate::work::Interval;

/// Calls below this probability are left out.
const SHOWN: f64 = 0.01;

/// What a player may call.
#[derive(Debug, Clone, JsonSchema, Serialize)]
pub struct BidAdvice {
    /// Who is to call.
    #[serde(serialize_with = "serialize_seat")]
    #[schemars(with = "crate::cards::SeatLetter")]
    pub seat: Seat,
    /// His hand: spades, hearts, diamonds, clubs.
    pub hand: String,
    /// The calls so far, from the dealer's on.
    #[serde(serialize_with = "as_texts")]
    #[schemars(with = "Vec<String>")]
    pub auction: Vec<Call>,
    /// Who is vulnerable: `None`, `NS`, `EW` or `All`.
    pub vulnerable: &'static str,
    /// What to call: `P`, `X`, `XX`, `3NT`.
    #[serde(serialize_with = "as_text")]
    #[schemars(with = "String")]
    pub call: Call,
    /// What our player would call at once, without looking ahead.
    #[serde(serialize_with = "as_text")]
    #[schemars(with = "String")]
    pub at_once: Call,
    /// The calls that one champion in a hundred or more makes, or to which our player is inclined
    /// by as much; what most champions call first.
    pub calls: Vec<AdvisedCall>,
}

/// A call that may be made.
#[derive(Debug, Clone, JsonSchema, Serialize)]
pub struct AdvisedCall {
    /// The call.
    #[serde(serialize_with = "as_text")]
    #[schemars(with = "String")]
    pub call: Call,
    /// How many champions call so with such a hand, from 0 to 1; 1 where it is agreed.
    pub probability: f64,
    /// How much our player, who has practised, is inclined to call so, from 0 to 1; 1 where it is
    /// agreed.
    pub inclination: f64,
    /// What the call shows, for people: ranges of nine in ten hands of champions who make it, or
    /// what is agreed.
    pub shows: String,
    /// What comes of the call; only of a call that was tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ahead: Option<CallAhead>,
}

/// Where a call leads.
#[derive(Debug, Clone, JsonSchema, Serialize)]
pub struct CallAhead {
    /// What it gains a deal, in IMPs, double dummy, over the call that he would make at once.
    pub gain: Interval,
    /// Where the auction ends, the most frequent contract first.
    #[schemars(with = "Vec<EndObject>")]
    pub ends: Vec<AuctionEnd>,
}

/// Where an auction ends.
#[derive(Debug, Clone, Copy)]
pub struct AuctionEnd {
    /// The contract; `None` where all pass.
    pub contract: Option<DeclaredContract>,
    /// Its share of the deals, from 0 to 1.
    pub share: f64,
}

impl BidAdvice {
    /// What a player may call with this hand; `None` if the auction is over. The command line, the
    /// page and Python ask one who looks ahead by [`Foresight::default`].
    ///
    /// ```
    /// use falsecard::bidding::{BidAdvice, Bidder, AuctionSoFar};
    /// use falsecard::cards::{Seat, Vulnerability};
    /// use falsecard::constraint::System;
    ///
    /// let bidder = Bidder::new(System::natural());
    /// let heard = AuctionSoFar::new(Seat::North, Vulnerability::NONE);
    /// let hand = "AKQ5.AQ4.KJ3.QT9".parse()?;
    /// let advice = BidAdvice::of(&bidder, hand, &heard).expect("somebody is to call");
    /// assert_eq!(advice.seat, Seat::North);
    /// assert!(advice.calls[0].probability >= advice.calls[1].probability);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// When the bidder looks ahead and the hand has not thirteen cards.
    pub fn of(bidder: &Bidder, hand: Hand, heard: &AuctionSoFar) -> Option<Self> {
        let seat = heard.turn()?;
        let (calls, own) = (bidder.calls(hand, heard), bidder.inclinations(hand, heard));
        let ahead = bidder.foresight();
        let tried = ahead.map_or_else(Vec::new, |it| it.tries(bidder, hand, heard));
        let at_once = commonest(&own);
        let chosen = Foresight::choice(&tried).unwrap_or(at_once);
        let inclination =
            |call: Call| own.iter().find(|it| it.call == call).map_or(0.0, |it| it.probability);
        let shown = calls.iter().filter(|it| {
            it.probability >= SHOWN || inclination(it.call) >= SHOWN || it.call == chosen.call
        });
        let advised = |&LikelyCall { call, probability }: &LikelyCall| AdvisedCall {
            call,
            probability,
            inclination: inclination(call),
            shows: bidder.shows(heard, call),
            ahead: tried.iter().find(|it| it.call.call == call).map(CallAhead::of),
        };
        Some(Self {
            seat,
            hand: hand.to_string(),
            auction: heard.auction().iter().copied().collect(),
            vulnerable: vulnerable_sides(heard.vulnerability()),
            call: chosen.call,
            at_once: at_once.call,
            calls: shown.map(advised).collect(),
        })
    }

    /// Whether calls were tried in deals that fit the auction.
    pub fn is_tried(&self) -> bool {
        self.calls.iter().any(|it| it.ahead.is_some())
    }
}

impl CallAhead {
    fn of(tried: &TriedCall) -> Self {
        let ends = tried.ends.iter().map(|&(contract, share)| AuctionEnd { contract, share });
        Self { gain: tried.gain, ends: ends.collect() }
    }
}

impl Bidder<'_> {
    /// What a call would show: by agreement, or by the hands that make it. Empty if the call is
    /// illegal or shows nothing that is known.
    pub fn shows(&self, heard: &AuctionSoFar, call: Call) -> String {
        let Some(next) = heard.with(call) else { return String::new() };
        let explained =
            self.system().explain_so_far(&next.calls(), next.explanations(), next.vulnerability());
        let by_agreement = || {
            let promise = explained.last().and_then(|call| call.promise.as_ref());
            promise.map_or_else(String::new, |promise| promise.source.clone())
        };
        let usual =
            Typical::behind(&explained).map_or_else(by_agreement, |hands| hands.to_string());
        match self.key_cards_shown(heard, call) {
            Some(answer) if usual.is_empty() => answer.to_owned(),
            Some(answer) => format!("{answer}, {usual}"),
            None => usual,
        }
    }

    /// What a call shows as an answer to 4NT, where no agreement speaks of it and 4NT certainly
    /// asks.
    fn key_cards_shown(&self, heard: &AuctionSoFar, call: Call) -> Option<&'static str> {
        let before = heard.calls();
        asked_in(&before, heard.turn()?)?;
        let is_agreed = !self.system().stated_lines(&before).is_empty();
        let answer = KeyCardAnswer::shown_by(call, KeyCardScale::OURS)?;
        (!is_agreed).then_some(match answer {
            KeyCardAnswer::NoneOrThree => "no key card or three",
            KeyCardAnswer::OneOrFour => "one key card or four",
            KeyCardAnswer::Two => "two key cards without the queen of trumps",
            KeyCardAnswer::TwoWithQueen => "two key cards and the queen of trumps",
        })
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde passes references
fn as_text<S: Serializer>(call: &Call, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(call)
}

fn as_texts<S: Serializer>(calls: &[Call], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(calls.iter().map(ToString::to_string))
}

/// Where an auction ends. Where all pass it has no `contract` and no `declarer`.
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "AuctionEnd")]
struct EndObject {
    #[serde(flatten)]
    contract: Option<ContractObject>,
    /// The share of the deals in which it ends so.
    share: f64,
}

/// A contract as programs read it.
#[derive(JsonSchema, Serialize)]
struct ContractObject {
    /// The contract: `4S`, `3NTx`.
    contract: String,
    /// Who declares.
    #[serde(serialize_with = "serialize_seat")]
    #[schemars(with = "crate::cards::SeatLetter")]
    declarer: Seat,
}

impl Serialize for AuctionEnd {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let named = |it: DeclaredContract| ContractObject {
            contract: contract_in_letters(it.contract),
            declarer: it.declarer,
        };
        let contract = self.contract.map(named);
        EndObject { contract, share: self.share }.serialize(serializer)
    }
}
