//! `falsecard suit`: one suit, played as well as it can be.

use std::collections::{BTreeMap, HashMap};

use itertools::Itertools;
use miette::{Result, miette};
use schemars::JsonSchema;
use serde::Serialize;

use super::place::{Moment, Place, view};
use super::table::counted;
use super::{Answer, Output};
use crate::wording::NamedSuit;
use falsecard_engine::belief::{Belief, Evidence, Reader};
use falsecard_engine::cards::{
    Holding, Rank, Seat, Suit, holding_name, seat_name, serialize_holding,
};
use falsecard_engine::suit::{Combination, SuitAnswer, SuitPlan, SuitSolver, VacantPlaces};
use falsecard_engine::work::{purpose, stream};
use falsecard_notation::read_suit;

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
    /// How many unknown cards West and East hold, as in 10-12. By
    /// default 13-13: nothing is known.
    #[arg(long, value_name = "WEST-EAST", value_parser = vacant, conflicts_with = "suit")]
    vacant: Option<VacantPlaces>,
    #[command(flatten)]
    moment: Moment,
}

fn vacant(text: &str) -> Result<VacantPlaces, String> {
    let wrong =
        || "expected the places with West and with East, each from 0 to 13, as in 10-12".to_owned();
    let (west, east) = text.split_once('-').ok_or_else(wrong)?;
    let [west, east] = [west, east].map(|it| it.trim().parse().ok().filter(|it| *it <= 13));
    west.zip(east).map(|(west, east)| VacantPlaces { west, east }).ok_or_else(wrong)
}

/// What a suit is worth.
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "SuitSolved")]
pub(super) struct Solved<'a> {
    /// North's holding.
    #[serde(serialize_with = "serialize_holding")]
    #[schemars(with = "String")]
    first: Holding,
    /// South's holding.
    #[serde(serialize_with = "serialize_holding")]
    #[schemars(with = "String")]
    second: Holding,
    /// The cards that the defenders hold.
    #[serde(serialize_with = "serialize_holding")]
    #[schemars(with = "String")]
    missing: Holding,
    #[serde(flatten)]
    answer: &'a SuitAnswer,
}

/// A suit, and how likely the defenders hold which cards of it.
struct Asked {
    named: NamedSuit,
    answer: SuitAnswer,
}

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        let need = self.need;
        let asked = match self.suit {
            Some(suit) => of_deal(&Place::of(self.of, self.moment), suit)?,
            None => of_holdings(&self.of, self.vacant.unwrap_or_default())?,
        };
        let suit = asked.named.suit;
        if let Some(need) = need.filter(|need| !(1..=suit.longest()).contains(need)) {
            return Err(miette!(
                "--need {need}: expected a number of tricks from 1 to {}",
                suit.longest()
            ));
        }
        if output.json {
            let [first, second] = suit.hands();
            let (missing, answer) = (suit.missing(), &asked.answer);
            output.json(&Solved { first, second, missing, answer })?;
        } else {
            show(&asked, need, output)?;
        }
        Ok(Answer::Yes)
    }
}

fn of_holdings(text: &str, vacant: VacantPlaces) -> Result<Asked> {
    let [first, second] = read_suit(text).map_err(|fault| {
        miette!(help = "of a file or a deal --suit S asks for its spades", "{text}: {fault}")
    })?;
    let suit = Combination::new(first, second).map_err(|fault| miette!("{fault}"))?;
    let answer = SuitSolver::default().solve(suit, |west, east| vacant.ways(west, east));
    let answer = answer.ok_or_else(|| {
        let missing = suit.missing().len();
        miette!("{missing} cards are missing, and there are fewer vacant places with West and East")
    })?;
    let named = NamedSuit { suit, hands: ["North", "South"], defenders: ["West", "East"] };
    Ok(Asked { named, answer })
}

/// So many layouts are drawn from declarer's belief: shares of a suit are known to a percent.
const DRAWN: usize = 4_000;

/// A suit of a deal, as declarer sees it.
fn of_deal(place: &Place, suit: Suit) -> Result<Asked> {
    let (play, system) = place.open()?;
    let contract = play.bidding().contract();
    let (declarer, dummy) = (contract.declarer, contract.dummy());
    let view = view(&play, declarer)?;
    if view.dealt(dummy).is_none() {
        let help = "name the opening lead, as in --lead H5, or a later moment with --at";
        return Err(miette!(help = help, "declarer sees dummy from the opening lead on"));
    }
    let held = |seat| view.left(seat).unwrap_or_default()[suit];
    let played = Seat::ALL.map(|seat| view.history().cards_of(seat)[suit]);
    let gone = played.into_iter().fold(Holding::EMPTY, |gone, cards| gone | cards);
    let combination = Combination::new(held(dummy), held(declarer));
    let combination = combination.map_err(|fault| miette!("{fault}"))?.without(gone);
    let belief = Belief::new(&Evidence::of(&view, &system, Reader::AtTheTable));
    let belief = belief.map_err(|fault| miette!("{fault}"))?;
    let lho = declarer.lho();
    let mut drawn: HashMap<u16, f64> = HashMap::new();
    let mut rng = stream(1, &[purpose::WORLD]);
    for deal in belief.spread(&mut rng).take(DRAWN) {
        *drawn.entry((deal[lho][suit] & combination.missing()).to_bits()).or_default() += 1.0;
    }
    let share = |lho: Holding, _| drawn.get(&lho.to_bits()).copied().unwrap_or_default();
    let answer = SuitSolver::default().solve(combination, share);
    let answer = answer.ok_or_else(|| miette!("no layout fits what declarer knows"))?;
    let defenders = [lho, declarer.rho()].map(seat_name);
    Ok(Asked {
        named: NamedSuit { suit: combination, hands: ["dummy", "declarer"], defenders },
        answer,
    })
}

fn show(asked: &Asked, need: Option<u8>, output: &mut Output) -> Result<()> {
    let Asked { named, answer } = asked;
    let suit = named.suit;
    let [first, second] = suit.hands().map(shown);
    let [one, other] = named.hands;
    let missing = shown(suit.missing());
    output.line(format!(
        "{first} with {one}, {second} with {other}; the defenders have {missing}.\n"
    ))?;
    output.line(row("tricks", "chance", "begin with"))?;
    for (tricks, plan) in answer.at_least.iter().enumerate().rev() {
        let is_open = (1e-9..1.0 - 1e-9).contains(&plan.value);
        let begin = if is_open { named.begins_with(plan) } else { String::new() };
        output.line(row(&(tricks + 1).to_string(), &chance(plan.value), &begin))?;
    }
    let average = format!("{:.2}", answer.average.value);
    output.line(row("average", &average, &named.begins_with(&answer.average)))?;
    let told = need.map_or_else(|| uncertain(answer), |need| Some(usize::from(need) - 1));
    let Some(at) = told else { return Ok(()) };
    let plan = &answer.at_least[at];
    let tricks = counted(at + 1, "trick");
    output.line(format!("\nFor {tricks} ({}):", chance(plan.value)))?;
    for line in named.planned(plan) {
        output.line(format!("  {line}"))?;
    }
    let worse = plan.starts.iter().find(|it| it.value < plan.value - 1e-9);
    if let Some(worse) = worse.filter(|it| it.value > 0.0) {
        output.line(format!("\nNext best: {}, {}.", named.begun(worse), chance(worse.value)))?;
    }
    output.line(format!("\n{}", layouts(answer, plan, named.defenders[0])))
}

fn row(tricks: &str, chance: &str, begin: &str) -> String {
    format!("{tricks:<7}  {chance:>7}  {begin}").trim_end().to_owned()
}

/// The most tricks that are possible and not certain.
fn uncertain(answer: &SuitAnswer) -> Option<usize> {
    answer.at_least.iter().rposition(|it| (1e-9..1.0 - 1e-9).contains(&it.value))
}

/// The layouts in which a plan reaches its aim, or those in which it does not, whichever are fewer;
/// one defender's holding stands for each.
fn layouts(answer: &SuitAnswer, plan: &SuitPlan, holder: &str) -> String {
    let all = answer.layouts.iter().zip(&plan.brings).filter(|(it, _)| it.chance > 0.0);
    let sums = |name: &dyn Fn(Holding) -> String| {
        let mut sums: [BTreeMap<String, f64>; 2] = Default::default();
        for (it, &brings) in all.clone() {
            *sums[usize::from(brings > 0)].entry(name(it.west)).or_default() += it.chance;
        }
        sums
    };
    let mut told = sums(&small);
    // Small cards that decide are named.
    if told[0].keys().any(|name| told[1].contains_key(name)) {
        told = sums(&shown);
    }
    let [fails, wins] = told;
    let (says, told) = if wins.len() <= fails.len() { ("wins", wins) } else { ("fails", fails) };
    if told.is_empty() {
        return (if says == "wins" { "It never wins." } else { "It never fails." }).to_owned();
    }
    let held = told.into_iter().sorted_by(|one, other| other.1.total_cmp(&one.1));
    let held = held.map(|(west, share)| format!("{west} ({})", chance(share))).join(", ");
    format!("It {says} where {holder} has {held}.")
}

/// A holding, its small cards as x.
fn small(holding: Holding) -> String {
    let ranks = holding.iter().map(|rank| match rank {
        Rank::T => "10".to_owned(),
        _ if rank < Rank::T => "x".to_owned(),
        _ => rank.letter().to_string(),
    });
    let ranks: String = ranks.collect();
    if ranks.is_empty() { "nothing".to_owned() } else { ranks }
}

fn shown(holding: Holding) -> String {
    if holding.is_empty() { "nothing".to_owned() } else { holding_name(holding) }
}

/// A chance to a tenth of a percent, which is what plans for a suit differ by.
fn chance(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}
