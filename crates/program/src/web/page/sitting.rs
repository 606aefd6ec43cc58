//! A person at the table: his seat (`me` in the address), whose turn it is, and how the others play
//! (`others`, `pace`).
//!
//! The address holds the whole game, so the server keeps nothing: what the others call and play
//! next follows from it.

use std::time::Duration;

use super::address::Address;
use super::spot::Spot;
use falsecard_engine::bidding::Heard;
use falsecard_engine::cards::{Call, Card, Seat, pbn_name};
use falsecard_engine::play::PartialPlay;
use falsecard_engine::search::{Fused, Minimax, Settings};
use falsecard_laboratory::table::{Entrant, Strategy};
use falsecard_notation::Pips;

/// How the three others play their cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum PlayingManner {
    /// With an eye to what others will think: fused.
    #[default]
    Deceptive,
    /// As well as they can in the layouts that fit: minimax.
    Careful,
    /// As people of the records do.
    Human,
}

impl PlayingManner {
    pub(super) const ALL: [Self; 3] = [Self::Deceptive, Self::Careful, Self::Human];

    /// Its name in addresses.
    pub(super) const fn slug(self) -> &'static str {
        match self {
            Self::Careful => "careful",
            Self::Human => "human",
            Self::Deceptive => "deceptive",
        }
    }

    fn strategy(self) -> Strategy {
        match self {
            Self::Careful => Strategy::Search(&Minimax),
            Self::Human => Strategy::Person,
            Self::Deceptive => Strategy::Search(&Fused),
        }
    }
}

/// The times that the others may take for a card, with their names in addresses; the first is
/// usual.
pub(super) const PACES: [(&str, Duration); 3] = [
    ("quick", Duration::from_millis(300)),
    ("steady", Duration::from_secs(1)),
    ("slow", Duration::from_secs(4)),
];

/// What is to be done at the table now.
#[derive(Debug, Clone)]
pub(super) enum TableStage<'a> {
    /// Somebody is to call.
    Auction(Heard),
    /// Somebody is to play a card.
    Play(&'a PartialPlay),
    /// The board is over: passed out, played to the end, or claimed.
    Over,
}

/// A person at the table of a spot.
#[derive(Debug, Clone)]
pub(super) struct SeatedPerson<'a> {
    spot: &'a Spot,
    /// Where he sits.
    pub(super) me: Seat,
    /// What is to be done.
    pub(super) stage: TableStage<'a>,
}

impl<'a> SeatedPerson<'a> {
    /// The person at the table, if the address says that there is one.
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

    /// Through whose eyes he sees the table: his own, or as dummy those of his partner, whose cards
    /// he then plays.
    pub(super) fn eyes(&self) -> Seat {
        let contract = self.spot.game.contract();
        contract.map_or(self.me, |contract| contract.decider(self.me))
    }

    /// Whether he is to call or to play a card. The last trick plays itself.
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
    pub(super) fn after_call(&self, heard: &Heard, call: Call) -> Address {
        let calls: Vec<Call> = heard.auction().iter().copied().chain([call]).collect();
        self.now().with("calls", Some(written(&calls)))
    }

    /// The address after a card.
    pub(super) fn after_card(&self, play: &PartialPlay, card: Card) -> Address {
        let played = play.history().played().iter().map(|it| it.card).chain([card]);
        self.now().with("play", Some(names(played)))
    }

    /// The address before his last call or card; `None` if he has made none.
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
        let address = self.now().with("calls", Some(written(&calls)).filter(|it| !it.is_empty()));
        Some(address.with("play", None::<&str>))
    }

    /// The address of the table as it is now, without what is asked of it.
    fn now(&self) -> Address {
        let aside = ["at", "branch", "panel", "tricks", "result"];
        aside.into_iter().fold(self.spot.address.clone(), |it, name| it.with(name, None::<&str>))
    }

    /// How the others play.
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

/// Cards as addresses have them.
pub(super) fn names(cards: impl Iterator<Item = Card>) -> String {
    cards.map(pbn_name).collect::<Vec<_>>().join(" ")
}

/// Calls as addresses have them.
pub(super) fn written(calls: &[Call]) -> String {
    let calls = calls.iter().map(|call| Pips::Letters.text(&call.to_string()));
    calls.collect::<Vec<_>>().join(" ")
}
