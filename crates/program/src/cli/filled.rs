//! What a deal leaves open, said on the command line.

use miette::{Result, miette};

use super::complain;
use super::ending::Note;
use super::headings::OPEN;
use super::settings::card;
use falsecard_engine::cards::{Card, Seat, Vulnerability};
use falsecard_notation::{
    Filling, Game, Misfit, Misread, NamedContract, WrittenCalls, read_calls, read_cards,
    read_contract, read_vulnerability,
};

/// What a deal leaves open. It fills in, in any format, what the deal does not say, and contradicts
/// nothing that it does.
#[derive(Clone, clap::Args)]
pub(super) struct Filled {
    /// The contract, as in 4SS, "4♠ by South", 3NTxE or 4SE+1; PASS if nobody bid. Not needed if
    /// there is an auction.
    #[arg(long, value_name = "CONTRACT", value_parser = read_contract, help_heading = OPEN)]
    contract: Option<NamedContract>,
    /// The auction: every call, as in "1S P 4S"; one side's, as in "1NT-3NT", whose opponents pass;
    /// or with the opponents' in parentheses. The passes that end it may be left out. --dealer N says
    /// who made the first call, where neither the deal nor the declarer does.
    #[arg(long, value_name = "CALLS", value_parser = read_calls, help_heading = OPEN)]
    auction: Option<WrittenCalls>,
    /// Who made the first call. Not needed if the auction and its declarer are given.
    #[arg(long, value_name = "SEAT", help_heading = OPEN, hide = true)]
    dealer: Option<Seat>,
    /// Who is vulnerable: none, NS, EW or all.
    #[arg(long, value_name = "SIDE", value_parser = read_vulnerability, help_heading = OPEN)]
    vul: Option<Vulnerability>,
    /// The opening lead, as in H5.
    #[arg(long, value_name = "CARD", value_parser = card, help_heading = OPEN, hide = true)]
    lead: Option<Card>,
    /// The cards played, in the order of play, as in "H5 H2 HK HA"; --lead H5 for the lead alone.
    #[arg(long, value_name = "CARDS", value_parser = cards, help_heading = OPEN)]
    played: Option<Cards>,
}

/// Cards as one argument.
#[derive(Debug, Clone)]
struct Cards(Vec<Card>);

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
            auction: self.auction.clone().unwrap_or_default(),
            lead: self.lead,
            played: self.played.clone().map_or_else(Vec::new, |cards| cards.0),
        };
        let game = game.filled(&filling).map_err(|misfit| {
            let help: Vec<&str> = help(&misfit).into_iter().chain(self.passes_help()).collect();
            match help.join("\n") {
                help if help.is_empty() => miette!("{misfit}"),
                help => miette!(help = help, "{misfit}"),
            }
        })?;
        game.customs().iter().for_each(|custom| complain(&Note::new(custom).into()));
        Ok(game)
    }

    /// What is said where passes were added to the auction, and it does not fit.
    fn passes_help(&self) -> Option<&'static str> {
        self.auction.as_ref().filter(|calls| calls.adds_passes).map(|_| {
            "the calls were read as one side's, whose opponents pass; if they are everybody's, write them with \
             blanks between"
        })
    }
}

/// A hint how to mend a misfit; `None` if there is nothing to say.
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
