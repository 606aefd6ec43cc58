//! A player's turn to call: what is legal, what is agreed, and the probability of each call from
//! any hand.

use std::sync::Arc;

use super::auction_so_far::AuctionSoFar;
use super::bidder::Bidder;
use super::choice::CallChoice;
use super::context::CallContext;
use super::key_cards::{KeyCardAnswer, KeyCardScale};
use super::likely::LikelyCall;
use super::network::BidNetwork;
use super::openings::must_answer_two_clubs;
use crate::cards::{Call, Hand, Suit};
use crate::constraint::{Outline, Promise};

/// A turn, prepared once for all hands.
pub(super) struct CallTurn<'a> {
    bidder: &'a Bidder<'a>,
    context: CallContext,
    lines: Vec<AgreedCall>,
    /// Whether a pass is ruled out.
    is_forced: bool,
}

/// A legal call that the agreements of the turn speak of.
struct AgreedCall {
    call: Call,
    promise: Arc<Promise>,
    /// Whether partner will understand the call.
    is_understood: bool,
}

/// Where the lines leave less than this of the probability of all calls, the hand breaks the lines
/// of every call that it would make, and passes.
const LEFT: f64 = 1e-3;

impl<'a> CallTurn<'a> {
    /// The turn of a player who is to call now.
    ///
    /// # Panics
    ///
    /// When the auction is over.
    pub(super) fn new(bidder: &'a Bidder<'a>, heard: &AuctionSoFar) -> Self {
        let seat = heard.turn().expect("somebody is to call");
        let before = heard.calls();
        let stated = bidder.system().stated_lines(&before).into_iter();
        let lines = stated.filter(|(call, _)| heard.allows(*call)).map(|(call, promise)| {
            let is_understood = is_natural(call, &promise) || has_answer(bidder, call, heard);
            AgreedCall { call, promise, is_understood }
        });
        let lines = lines.collect();
        let is_forced = must_answer_two_clubs(bidder.system(), &before);
        let context = CallContext::of(&before, seat, heard.vulnerability());
        Self { bidder, context, lines, is_forced }
    }

    /// Every legal call with its probability by a network, in the order of their numbers.
    pub(super) fn calls(&self, network: &BidNetwork, hand: Hand) -> Vec<LikelyCall> {
        let choice =
            CallChoice::new(&self.context, hand, self.bidder.styles(), Some(KeyCardScale::OURS));
        let mut calls = network.calls(&choice);
        if self.lines.is_empty() {
            answer_by_scale(&choice, &mut calls);
        } else {
            self.keep_to_lines(hand, &mut calls);
        }
        if self.is_forced {
            bid_something(&mut calls);
        }
        calls
    }

    /// The probability of one call by champions; 0 if it is illegal.
    pub(super) fn probability(&self, hand: Hand, made: Call) -> f64 {
        let calls = self.calls(self.bidder.champions(), hand).into_iter();
        calls.filter(|it| it.call == made).map(|it| it.probability).sum()
    }

    /// Makes the first call certain whose line the hand keeps. A line for a pass only allows the
    /// pass: it says which hands have no other call.
    fn keep_to_lines(&self, hand: Hand, calls: &mut [LikelyCall]) {
        let may_be_made =
            |line: &AgreedCall| line.is_understood && line.promise.condition.is_true_of(&hand);
        let agreed = self.lines.iter().find(|line| line.call != Call::Pass && may_be_made(line));
        for it in calls.iter_mut() {
            let own = self.lines.iter().find(|line| line.call == it.call);
            match agreed {
                Some(line) => it.probability = f64::from(u8::from(line.call == it.call)),
                None if own.is_some_and(|line| !may_be_made(line)) => it.probability = 0.0,
                None => {}
            }
        }
        let all: f64 = calls.iter().map(|it| it.probability).sum();
        for it in calls.iter_mut() {
            it.probability = if all >= LEFT {
                it.probability / all
            } else {
                f64::from(u8::from(it.call == Call::Pass))
            };
        }
    }
}

impl Bidder<'_> {
    /// Every legal call with its probability by champions, the likeliest first. A call by an
    /// agreement that the hand keeps has probability 1.
    ///
    /// # Panics
    ///
    /// When the auction is over.
    pub fn calls(&self, hand: Hand, heard: &AuctionSoFar) -> Vec<LikelyCall> {
        likeliest_first(CallTurn::new(self, heard).calls(self.champions(), hand))
    }

    /// Every legal call with the probability that this player, who has practised, gives it, the
    /// likeliest first.
    ///
    /// # Panics
    ///
    /// When the auction is over.
    pub fn inclinations(&self, hand: Hand, heard: &AuctionSoFar) -> Vec<LikelyCall> {
        likeliest_first(CallTurn::new(self, heard).calls(self.own, hand))
    }
}

pub(super) fn likeliest_first(mut calls: Vec<LikelyCall>) -> Vec<LikelyCall> {
    calls.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    calls
}

/// Replaces answers to a question about key cards by the one that the hand has by
/// [`KeyCardScale::OURS`], where partner certainly asks. Pairs in the records answer by several
/// scales, and two partners must go by one.
pub fn answer_by_scale(choice: &CallChoice, calls: &mut [LikelyCall]) {
    let Some(own) = choice.answer() else { return };
    let is_answer = |call| KeyCardAnswer::shown_by(call, KeyCardScale::OURS).is_some();
    let answers = calls.iter().filter(|it| is_answer(it.call));
    let all: f64 = answers.map(|it| it.probability).sum();
    for it in calls.iter_mut().filter(|it| is_answer(it.call)) {
        it.probability = if it.call == own { all } else { 0.0 };
    }
}

/// Rules out a pass; a hand that would only pass makes the lowest bid. (Some pairs in the records
/// open 2♣ with clubs and a limited hand, and there partner may pass.)
fn bid_something(calls: &mut [LikelyCall]) {
    let is_bid = |it: &LikelyCall| matches!(it.call, Call::Bid(_));
    let pass = calls.iter().find(|it| it.call == Call::Pass).map_or(0.0, |it| it.probability);
    let lowest = calls.iter().find(|it| is_bid(it)).map(|it| it.call);
    let has_other = pass < 1.0 - LEFT;
    for it in calls {
        it.probability = match it.call {
            Call::Pass => 0.0,
            _ if has_other => it.probability / (1.0 - pass),
            call => f64::from(u8::from(Some(call) == lowest)),
        };
    }
}

/// Whether a call means what it names: a bid that promises three cards of its suit, a bid of
/// notrump that promises no suit of five, or no bid.
fn is_natural(call: Call, promise: &Promise) -> bool {
    let Call::Bid(bid) = call else { return true };
    let shown = Outline::of(&promise.condition);
    let least = |suit| shown.length(suit).map_or(0, |range| *range.start());
    match bid.strain.suit() {
        Some(suit) => least(suit) >= 3,
        None => Suit::ASC.into_iter().all(|suit| least(suit) < 5),
    }
}

/// Whether the agreements have lines for partner's answer to a call.
fn has_answer(bidder: &Bidder, call: Call, heard: &AuctionSoFar) -> bool {
    let next = heard.with(call).and_then(|next| next.with(Call::Pass));
    next.is_some_and(|next| !bidder.system().stated_lines(&next.calls()).is_empty())
}
