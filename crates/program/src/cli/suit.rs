//! `falsecard suit`: one suit, played as well as it can be.

use miette::{Result, miette};

use super::place::{Moment, Place, view};
use super::{Answer, Output};
use crate::wording::objects::SuitSolved;
use crate::wording::{SolvedSuit, SuitRow};
use falsecard_engine::cards::Suit;
use falsecard_engine::search::NoSuit;
use falsecard_engine::suit::{SuitAccess, SuitAim, SuitHand, SuitPlan, VacantPlaces};

/// The arguments of `falsecard suit`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Declarer's two holdings, as in "AJ109 / K32": x is a small card, - a void. With --suit a
    /// file of deals or a deal.
    #[arg(value_name = "HOLDINGS|FILE|DEAL")]
    of: String,
    /// The suit of a deal, S, H, D or C, as declarer sees it: how likely the missing cards lie
    /// where is worked out from the auction and the cards so far.
    #[arg(long, value_name = "SUIT")]
    suit: Option<Suit>,
    /// Tell the plan for this many tricks, in place of the most that are not certain.
    #[arg(long, value_name = "TRICKS")]
    need: Option<u8>,
    /// Tell the plan for the most tricks on average.
    #[arg(long, conflicts_with = "need")]
    max: bool,
    /// How often declarer can come to North (in a deal to dummy) in other suits; after a trick that
    /// North wins he needs no entry. To South he can always come. By default to both as often as he
    /// wants.
    #[arg(long, value_name = "N")]
    entries: Option<u8>,
    /// The hand that leads to the first trick, without an entry: north or south; in a deal dummy or
    /// declarer. By default either.
    #[arg(long, value_name = "HAND")]
    lead_from: Option<SuitHand>,
    /// How many unknown cards West and East hold, as in 10-12. By
    /// default 13-13: nothing is known.
    #[arg(long, value_name = "WEST-EAST", conflicts_with = "suit")]
    vacant: Option<VacantPlaces>,
    #[command(flatten)]
    moment: Moment,
}

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        let access = SuitAccess { entries: self.entries, lead_from: self.lead_from };
        let solved = match self.suit {
            Some(suit) => of_deal(&Place::of(self.of, self.moment), suit, access)?,
            None => of_holdings(&self.of, self.vacant.unwrap_or_default(), access)?,
        };
        if let Some(need) = self.need.filter(|need| solved.plan(*need).is_none()) {
            let longest = solved.named.suit.longest();
            return Err(miette!("--need {need}: expected a number of tricks from 1 to {longest}"));
        }
        if output.json {
            output.json(&SuitSolved::from(&solved))?;
            return Ok(Answer::Yes);
        }
        let tricks = self.need.or_else(|| solved.most());
        let most = self.max.then_some(&solved.answer.average);
        let plan = most.or_else(|| tricks.and_then(|tricks| solved.plan(tricks)));
        show(&solved, plan, output)?;
        Ok(Answer::Yes)
    }
}

fn of_holdings(text: &str, vacant: VacantPlaces, access: SuitAccess) -> Result<SolvedSuit> {
    let help = "of a file or a deal --suit S asks for its spades";
    let solved = SolvedSuit::of_holdings(text, vacant, access);
    solved.map_err(|fault| miette!(help = help, "{text}: {fault}"))
}

/// A suit of a deal, as declarer sees it.
fn of_deal(place: &Place, suit: Suit, access: SuitAccess) -> Result<SolvedSuit> {
    let (play, system) = place.open()?;
    let view = view(&play, play.bidding().contract().declarer)?;
    SolvedSuit::of_view(&view, &system, suit, access).map_err(|fault| match fault {
        NoSuit::Unseen => {
            let help = "name the opening lead, as in --lead H5, or a later moment with --at";
            miette!(help = help, "{fault}")
        }
        _ => miette!("{fault}"),
    })
}

/// Prints what each number of tricks is worth, and a plan.
fn show(solved: &SolvedSuit, plan: Option<&SuitPlan>, output: &mut Output) -> Result<()> {
    output.line(format!("{}\n", solved.held()))?;
    output.line(line("tricks", "chance", "begin with"))?;
    for SuitRow { aim, value, begin } in solved.rows() {
        output.line(line(&aim, &value, &begin))?;
    }
    let Some(plan) = plan else { return Ok(()) };
    output.line(format!("\n{}", SolvedSuit::title(plan)))?;
    for line in solved.named.planned(plan) {
        output.line(format!("  {line}"))?;
    }
    for sentence in solved.beside(plan) {
        output.line(format!("\n{sentence}"))?;
    }
    match plan.aim {
        SuitAim::AtLeast(_) => output.line(format!("\n{}", solved.layouts(plan))),
        SuitAim::Average => Ok(()),
    }
}

fn line(tricks: &str, chance: &str, begin: &str) -> String {
    format!("{tricks:<7}  {chance:>7}  {begin}").trim_end().to_owned()
}
