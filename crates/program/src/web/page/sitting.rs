//! A person at the table: his seat (`me` in the address), whose turn it is, and how the other
//! players play (`others`, `pace`).
//!
//! The address holds the whole game, from which the next calls and cards of the others follow, so
//! the server stores nothing.

use std::time::Duration;

use super::address::Address;
use super::spot::{Spot, names};
use falsecard_engine::bidding::AuctionSoFar;
use falsecard_engine::cards::{Call, Card, Seat};
use falsecard_engine::play::PartialPlay;
use falsecard_engine::search::{Fused, Minimax, Reflex, Settings};
use falsecard_laboratory::table::{Entrant, Strategy};
use falsecard_notation::Pips;

/// How the three other players play their cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum PlayingManner {
    /// By fused, which considers what others will think.
    #[default]
    Deceptive,
    /// By minimax, as well as possible over the layouts that fit.
    Careful,
    /// As people in records play.
    Human,
    /// By reflex, at once.
    Quick,
}

impl PlayingManner {
    pub(super) const ALL: [Self; 4] = [Self::Deceptive, Self::Careful, Self::Human, Self::Quick];

    /// The name in addresses.
    pub(super) const fn slug(self) -> &'static str {
        match self {
            Self::Careful => "careful",
            Self::Human => "human",
            Self::Quick => "quick",
            Self::Deceptive => "deceptive",
        }
    }

    fn strategy(self) -> Strategy {
        match self {
            Self::Careful => Strategy::Search(&Minimax),
            Self::Human => Strategy::Person,
            Self::Quick => Strategy::Search(&Reflex),
            Self::Deceptive => Strategy::Search(&Fused),
        }
    }
}

/// The times that the others may take for a card, by their names in addresses; the first is the
/// default.
pub(super) const PACES: [(&str, Duration); 3] = [
    ("quick", Duration::from_millis(300)),
    ("steady", Duration::from_secs(1)),
    ("slow", Duration::from_secs(4)),
];

/// The stage of the board at the table.
#[derive(Debug, Clone)]
pub(super) enum TableStage<'a> {
    /// Somebody is to call.
    Auction(AuctionSoFar),
    /// Somebody is to play a card.
    Play(&'a PartialPlay),
    /// The board is over: passed out, played to the end, or claimed.
    Over,
}

/// A person at the table of a spot.
#[derive(Debug, Clone)]
pub(super) struct SeatedPerson<'a> {
    spot: &'a Spot,
    /// The person's seat.
    pub(super) me: Seat,
    /// The stage of the board.
    pub(super) stage: TableStage<'a>,
}

impl<'a> SeatedPerson<'a> {
    /// The person at the table; `None` if the address has none.
    pub(super) fn of(spot: &'a Spot) -> Option<Self> {
        let me = spot.address.get("me")?.parse().ok()?;
        let stage = match &spot.whole {
            _ if spot.address.get("result").is_some() => TableStage::Over,
            Ok(play) if play.is_over() => TableStage::Over,
            Ok(play) => TableStage::Play(play),
            Err(_) if !spot.is_bidding() => TableStage::Over,
            Err(_) => TableStage::Auction(spot.heard().ok()?),
        };
        Some(Self { spot, me, stage })
    }

    /// Whether the board is over.
    pub(super) const fn is_over(&self) -> bool {
        matches!(self.stage, TableStage::Over)
    }

    /// The seat from which the person sees the table: his own, or as dummy his partner's, whose
    /// cards he then plays.
    pub(super) fn eyes(&self) -> Seat {
        let contract = self.spot.game.contract();
        contract.map_or(self.me, |contract| contract.decider(self.me))
    }

    /// Whether the person must call or play a card. The last trick plays itself.
    pub(super) fn is_mine(&self) -> bool {
        match &self.stage {
            TableStage::Auction(heard) => heard.turn() == Some(self.me),
            TableStage::Play(play) => {
                let is_last = play.history().tricks_played() == 12;
                play.history().decider() == self.eyes() && !is_last
            }
            TableStage::Over => false,
        }
    }

    /// The address after a call.
    pub(super) fn after_call(&self, heard: &AuctionSoFar, call: Call) -> Address {
        let calls: Vec<Call> = heard.auction().iter().copied().chain([call]).collect();
        self.now().with("calls", Some(calls_text(&calls)))
    }

    /// The address after a card.
    pub(super) fn after_card(&self, play: &PartialPlay, card: Card) -> Address {
        let played = play.history().played().iter().map(|it| it.card).chain([card]);
        self.now().with("play", Some(names(played)))
    }

    /// The address before the person's last call or card; `None` if he has made none.
    pub(super) fn taken_back(&self) -> Option<Address> {
        if let Ok(play) = &self.spot.whole {
            let played = play.history().played();
            let is_mine = |at: &usize| play.first(*at).history().decider() == self.eyes();
            if let Some(at) = (0..played.len()).rev().find(is_mine) {
                let cards = names(played[..at].iter().map(|it| it.card));
                return Some(self.now().with("play", Some(cards).filter(|it| !it.is_empty())));
            }
        }
        let was_bid = self.spot.address.get("by").is_none();
        let heard = self.spot.heard().ok().filter(|_| was_bid)?;
        let calls = heard.calls();
        let at = calls.iter().rposition(|(seat, _)| *seat == self.me)?;
        let calls: Vec<Call> = calls[..at].iter().map(|(_, call)| *call).collect();
        let address =
            self.now().with("calls", Some(calls_text(&calls)).filter(|it| !it.is_empty()));
        Some(address.with("play", None::<&str>))
    }

    /// The address of the table at this moment, without questions.
    fn now(&self) -> Address {
        let aside = ["at", "branch", "panel", "tricks", "result"];
        aside.into_iter().fold(self.spot.address.clone(), |it, name| it.with(name, None::<&str>))
    }

    /// The entrant that calls and plays for the others.
    pub(super) fn entrant(&self) -> Entrant {
        let named = self.spot.address.get("others");
        let manner = PlayingManner::ALL.into_iter().find(|manner| Some(manner.slug()) == named);
        let pace = self.spot.address.get("pace");
        let time = PACES.into_iter().find(|(name, _)| Some(*name) == pace).unwrap_or(PACES[0]).1;
        let settings = Settings::builder().budget(time).read_line(false);
        let settings = settings.build().expect("the times are short, and not too short");
        Entrant::new(manner.unwrap_or_default().strategy(), settings)
    }
}

/// Calls as written in addresses.
pub(super) fn calls_text(calls: &[Call]) -> String {
    let calls = calls.iter().map(|call| Pips::Letters.text(&call.to_string()));
    calls.collect::<Vec<_>>().join(" ")
}
