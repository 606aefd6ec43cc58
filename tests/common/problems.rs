//! The 121 problems of `tests/data/bidding/problems.txt`, bid and played up to the decision.

#![allow(dead_code, unreachable_pub, reason = "each test file uses some of these")]

use std::sync::Arc;

use falsecard::cards::{Auction, Hand, Seat, Vulnerability};
use falsecard::constraint::System;
use falsecard::play::{Bidding, Board, DeclaredContract, Play};

/// A problem as far as the cards before the decision go.
pub struct Case {
    pub name: String,
    pub decider: Seat,
    pub system: String,
    pub play: Play,
}

impl Case {
    fn read(line: &str) -> Self {
        let fields: Vec<&str> = line.split('|').collect();
        let [name, dealer, vulnerability, declarer, contract, decider, system, deal, calls, cards] =
            fields[..].try_into().unwrap();
        let vulnerability = match vulnerability {
            "All" => Vulnerability::ALL,
            "NS" => Vulnerability::NS,
            "EW" => Vulnerability::EW,
            _ => Vulnerability::NONE,
        };
        let declarer: Seat = declarer.parse().unwrap();
        let contract = DeclaredContract { contract: contract.parse().unwrap(), declarer };
        let auction: Auction = calls.parse().unwrap();
        let dealer = dealer.parse().unwrap();
        let bidding = Bidding::new(dealer, vulnerability, auction, contract).unwrap();
        let mut play = Play::new(Board::new(deal.parse().unwrap(), Arc::new(bidding)));
        for card in cards.split_whitespace() {
            play.play(card.parse().unwrap()).unwrap();
        }
        let system = if system == "-" { "textbook" } else { system };
        Self {
            name: name.to_owned(),
            decider: decider.parse().unwrap(),
            system: system.to_owned(),
            play,
        }
    }

    pub fn system(&self) -> System {
        System::bundled(&self.system).unwrap()
    }

    pub fn hand(&self, seat: Seat) -> Hand {
        self.play.deal()[seat]
    }
}

/// The problems, in the order of their file.
pub fn cases() -> Vec<Case> {
    let text = include_str!("../data/bidding/problems.txt");
    text.lines().filter(|line| !line.starts_with('#')).map(Case::read).collect()
}
