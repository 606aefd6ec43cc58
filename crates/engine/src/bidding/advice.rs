//! What a player may call, with all that is known of each call: the same for the terminal, the page
//! and other programs.

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

/// What a player may call: what `bid --json` prints.
#[derive(Debug, Clone, Serialize)]
pub struct BidAdvice {
    /// The player who is to call.
    #[serde(serialize_with = "serialize_seat")]
    pub seat: Seat,
    /// His hand, as PBN writes it.
    pub hand: String,
    /// The calls so far.
    #[serde(serialize_with = "as_texts")]
    pub auction: Vec<Call>,
    /// Which sides are vulnerable, as PBN says it.
    pub vulnerable: &'static str,
    /// What he calls.
    #[serde(serialize_with = "as_text")]
    pub call: Call,
    /// The calls that champions or he himself make with a probability of one percent or more, in
    /// the order in which champions favour them.
    pub calls: Vec<AdvisedCall>,
}

/// A call that may be made.
#[derive(Debug, Clone, Serialize)]
pub struct AdvisedCall {
    /// The call.
    #[serde(serialize_with = "as_text")]
    pub call: Call,
    /// How likely a champion with this hand is to make it, from 0 to 1.
    pub probability: f64,
    /// The probability that our player, who has practised, gives the call, from 0 to 1. He makes
    /// the likeliest call with the aim that he favours most ([`commonest`]).
    pub inclination: f64,
    /// What it would show.
    pub shows: String,
    /// Where it leads; `None` if it was not tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ahead: Option<CallAhead>,
}

/// Where a call leads.
#[derive(Debug, Clone, Serialize)]
pub struct CallAhead {
    /// What it gains over the call that the player would make at once, in IMPs a deal.
    pub gain: Interval,
    /// Where the auction ends after it, the most frequent first.
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
    /// What a player may call with this hand; `None` if the auction is over.
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
        let chosen = Foresight::choice(&tried).unwrap_or_else(|| commonest(&own));
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

/// The serialised form of an [`AuctionEnd`].
#[derive(Serialize)]
struct EndObject {
    #[serde(flatten)]
    contract: Option<ContractObject>,
    share: f64,
}

/// A contract in the form that programs read.
#[derive(Serialize)]
struct ContractObject {
    contract: String,
    #[serde(serialize_with = "serialize_seat")]
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
