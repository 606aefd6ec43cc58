//! `falsecard bid`: what to call, how likely champions and our player are to make each call, and
//! where it leads.

mod args;
pub(super) mod contracts;
pub(super) mod review;

use miette::{Result, miette};

pub(super) use self::args::Args;
use super::networks::network;
use super::settings::system;
use super::{Answer, Output};
use crate::wording::{CALLED_BY, GAINED_BY, call_meaning, call_name, call_table, why_called};
use falsecard_engine::bidding::{
    AdvisedCall, AuctionSoFar, BidAdvice, BidNetwork, Bidder, Foresight,
};
use falsecard_engine::cards::{Call, Hand, Vulnerability, seat_name};
use falsecard_laboratory::problem::Sheet;

/// What the shares are where a network was named.
const NETWORKS_OWN: &str = "Both shares are what the network of --network says";

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        if self.boards == Some(0) {
            return Err(miette!("--boards: at least one"));
        }
        let named = self.network.as_deref().map(|path| network(path, "--bids")).transpose();
        let named: Option<BidNetwork> = named.map_err(|why| miette!("{why}"))?;
        let system = system(&self.system)?;
        // Whoever bids many deals calls at once.
        let usual = if self.contracts || self.review { 0 } else { Foresight::default().deals };
        let foresight = Foresight::of(self.deals.map_or(usual, usize::from), self.seed);
        let theirs = self.opponents.as_deref().map(super::settings::system).transpose()?;
        let theirs = theirs.as_ref().unwrap_or(&system);
        let bidder = Bidder::new(&system).against(theirs).with_foresight(foresight);
        let bidder = named.as_ref().map_or(bidder, |network| bidder.with_network(network));
        if self.review {
            return review::run(&self, &bidder, output);
        }
        if self.contracts {
            return contracts::run(&self, &bidder, output);
        }
        self.answer(&bidder, output)
    }

    /// Says what to call.
    fn answer(&self, bidder: &Bidder, output: &mut Output) -> Result<Answer> {
        let (hand, heard) = (hand(&self.given)?, self.heard()?);
        let advice = BidAdvice::of(bidder, hand, &heard);
        let advice = advice.ok_or_else(|| miette!("--auction: the auction is over"))?;
        if output.json {
            return output.json(&advice).map(|()| Answer::Yes);
        }
        let BidAdvice { seat, call, .. } = &advice;
        output.line(format!("{} calls {}", seat_name(*seat), name(*call, output)))?;
        if let Some(why) = why_called(&advice) {
            output.line(output.pips(&why))?;
        }
        output.line("")?;
        output.sheet(&table(&advice, |it| call_meaning(bidder, &heard, it.call), output))?;
        let by = if self.network.is_some() { NETWORKS_OWN } else { CALLED_BY };
        output.line(format!(
            "\n{by}. What a call shows are ranges of nine in ten hands of champions who make it.",
        ))?;
        if advice.is_tried() {
            output.line(format!("{GAINED_BY}."))?;
        }
        Ok(Answer::Yes)
    }

    /// The auction so far.
    fn heard(&self) -> Result<AuctionSoFar> {
        let vulnerability = self.vul.unwrap_or(Vulnerability::NONE);
        let mut heard = AuctionSoFar::new(self.dealer, vulnerability);
        for &call in self.auction.iter().flat_map(|calls| &calls.all) {
            if !heard.push(call, None) {
                let before = heard.auction().iter().map(ToString::to_string);
                let before = before.collect::<Vec<_>>().join(" ");
                return Err(miette!("--auction: {call} is not legal after \"{before}\""));
            }
        }
        Ok(heard)
    }
}

/// The calls as a table.
fn table(advice: &BidAdvice, shows: impl Fn(&AdvisedCall) -> String, output: &Output) -> Sheet {
    let mut sheet = call_table(advice, shows);
    sheet.rows.iter_mut().flatten().for_each(|cell| *cell = output.pips(cell));
    sheet
}

/// A call in words or signs.
fn name(call: Call, output: &Output) -> String {
    output.pips(&call_name(call))
}

/// A hand as people type it.
fn hand(given: &[String]) -> Result<Hand> {
    let text = given.join(" ");
    let help = "thirteen cards, spades, hearts, diamonds and clubs: \"AQ3 KJ52 7 QJ943\"; a dash for a void";
    let plain: String = text.chars().filter(|it| !"♠♥♦♣".contains(*it)).collect();
    let plain = plain.to_uppercase().replace("10", "T");
    // With dots nothing stands for a void; with blanks a dash does.
    let suits: Vec<&str> = if plain.contains('.') {
        plain.trim().split('.').collect()
    } else {
        plain.split([' ', ',', '\t']).filter(|suit| !suit.is_empty()).collect()
    };
    let is_void = |suit: &str| matches!(suit, "-" | "–" | "—");
    let suits: Vec<&str> = suits.into_iter().map(|it| if is_void(it) { "" } else { it }).collect();
    let hand: Option<Hand> = (suits.len() == 4).then(|| suits.join(".").parse().ok()).flatten();
    let hand = hand.ok_or_else(|| {
        miette!(help = help, "{}: not a hand", falsecard_engine::text::quoted(&text))
    })?;
    match hand.len() {
        13 => Ok(hand),
        cards => Err(miette!(
            help = help,
            "{}: the hand has {cards} cards",
            falsecard_engine::text::quoted(&text)
        )),
    }
}
