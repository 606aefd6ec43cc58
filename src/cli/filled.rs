//! What a deal leaves open, said on the command line.

use miette::{Result, miette};

use super::settings::card;
use crate::cards::{Call, Card, Contract, Seat, Vulnerability};
use crate::notation::{
    Filling, Game, Misfit, Misread, read_calls, read_cards, read_contract, read_vulnerability,
};

/// What the options stand under in the help.
const OPEN: &str = "What the deal leaves open";

/// What a deal leaves open. It fills in, in any format, what the deal does not say, and contradicts
/// nothing that it does.
#[derive(Clone, clap::Args)]
pub(super) struct Filled {
    /// The contract, as in 4SS, "4♠ by South" or 3NTxE. The auction tells it too.
    #[arg(long, help_heading = OPEN, value_name = "CONTRACT", value_parser = read_contract)]
    contract: Option<(Contract, Option<Seat>)>,
    /// The auction, as in "1S P 4S"; the passes that end it may be left out.
    #[arg(long, help_heading = OPEN, value_name = "CALLS", value_parser = calls)]
    auction: Option<Calls>,
    /// Who made the first call. Auction and declarer tell it too.
    #[arg(long, help_heading = OPEN, value_name = "SEAT")]
    dealer: Option<Seat>,
    /// Who is vulnerable: none, NS, EW or all.
    #[arg(long, help_heading = OPEN, value_name = "SIDE", value_parser = read_vulnerability)]
    vul: Option<Vulnerability>,
    /// The opening lead, as in H5.
    #[arg(long, help_heading = OPEN, value_name = "CARD", value_parser = card)]
    lead: Option<Card>,
    /// The cards played, in the order of play, as in "H5 H2 HK HA".
    #[arg(long, help_heading = OPEN, value_name = "CARDS", value_parser = cards)]
    played: Option<Cards>,
}

/// Calls as one argument.
#[derive(Debug, Clone)]
struct Calls(Vec<Call>);

/// Cards as one argument.
#[derive(Debug, Clone)]
struct Cards(Vec<Card>);

fn calls(text: &str) -> std::result::Result<Calls, Misread> {
    read_calls(text).map(Calls)
}

fn cards(text: &str) -> std::result::Result<Cards, Misread> {
    read_cards(text).map(Cards)
}

impl Filled {
    /// The game with what it leaves open.
    pub(super) fn complete(&self, game: Game) -> Result<Game> {
        let filling = Filling {
            dealer: self.dealer,
            vulnerability: self.vul,
            contract: self.contract,
            auction: self.auction.clone().map_or_else(Vec::new, |calls| calls.0),
            lead: self.lead,
            played: self.played.clone().map_or_else(Vec::new, |cards| cards.0),
        };
        game.filled(&filling).map_err(|misfit| match help(&misfit) {
            Some(help) => miette!(help = help, "{misfit}"),
            None => miette!("{misfit}"),
        })
    }
}

/// What would do.
const fn help(misfit: &Misfit) -> Option<&'static str> {
    Some(match misfit {
        Misfit::Contradiction { .. } => "leave the option out, or mend the deal",
        Misfit::NoBid => "as in --auction \"1S P 4S\"",
        Misfit::NoDealer => {
            "say who deals, as in --dealer S, or who declares, as in --contract 4SS"
        }
        Misfit::NoDeclarer { .. } => "as in --contract 4SS, the second S for South",
        Misfit::NoContract => "as in --contract 4SS",
        _ => return None,
    })
}
