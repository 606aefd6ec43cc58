//! The panel with what can be made if some hands are not known: over deals that fit.

use super::grid::grid;
use super::spot::Spot;
use crate::web::draw::seen_and_said;
use crate::web::markup::{Markup, el};
use crate::wording::percent;
use falsecard_engine::belief::{Belief, Evidence, Reader};
use falsecard_engine::cards::{
    Bid, BySeat, Contract, FullDeal, Level, Seat, Side, Strain, seat_name,
};
use falsecard_engine::dd::{Table, batch};
use falsecard_engine::play::DeclaredContract;
use falsecard_engine::work::stream;

/// The number of sampled deals. A share of one half then has a standard error of some 7 percentage
/// points.
const DEALS: usize = 48;

/// The seed of the deals, fixed so that the same question has the same answer.
const SEED: u64 = 1;

/// The least mean that is marked as more than half of the tricks. It is written 7.0, as the tricks
/// of a contract.
const HALF: f64 = 6.95;

/// The least share of deals in which a game or slam is made for it to be mentioned.
const WORTH_TELLING: f64 = 0.1;

/// The mean double-dummy tricks of each declarer in each strain, and how often games and slams are
/// made.
///
/// # Errors
///
/// A sentence, if nothing fits what is known.
pub(super) fn panel(spot: &Spot) -> Result<Markup, String> {
    let evidence = evidence(spot)?;
    let belief = Belief::new(&evidence).map_err(|why| why.to_string())?;
    let mut rng = stream(SEED, &[]);
    let deals: Vec<FullDeal> = belief.spread(&mut rng).take(DEALS).collect();
    let tables = batch::tables(&deals);
    let hidden =
        evidence.hidden.iter().map(|seat| seat_name(*seat)).collect::<Vec<_>>().join(" and ");
    let said = format!(
        "{hidden} are not known: this is the mean of {DEALS} deals that fit what is known of the \
         hands, the auction and the play."
    );
    let mean = |seat, strain| {
        let mean = tables.iter().map(|table| f64::from(table.tricks(seat, strain))).sum::<f64>()
            / DEALS as f64;
        let cell = el("td");
        if mean < HALF {
            return cell.say(format_args!("{mean:.1}"));
        }
        let spoken = format!("{mean:.1}, more than half of the tricks");
        let seen = el("strong").say(format_args!("{mean:.1}"));
        cell.at("class", "makes").put(seen_and_said(seen, &spoken))
    };
    let legend = el("p").at("class", "legend").say(
        "Tricks that each declarer takes on average with all hands open. In bold: more than half \
         of the tricks.",
    );
    let parts = [
        el("h2").say("What can be made"),
        el("p").say(said),
        games(&tables),
        grid("Mean tricks by declarer", mean),
        legend,
    ];
    Ok(parts.into_iter().collect())
}

/// The evidence on the hidden hands: the view of a player who sees all known hands, or else the
/// auction alone.
fn evidence(spot: &Spot) -> Result<Evidence, String> {
    let hands = BySeat::from_fn(|seat| spot.game.hand(seat));
    let unknown = Seat::ALL.into_iter().filter(|&seat| hands[seat].is_none()).count();
    if !(2..=3).contains(&unknown) {
        return Err("at least one hand must be known".to_owned());
    }
    let system = spot.system()?;
    let Ok(play) = spot.now() else { return Ok(Evidence::of_calls(None, &hands, &system)) };
    let views = Seat::ALL.into_iter().filter_map(|seat| play.view(seat).ok());
    let sees_all = views.filter(|view| view.hidden().len() == unknown);
    Ok(match sees_all.into_iter().next() {
        Some(view) => Evidence::of(&view, &system, Reader::AtTheTable),
        None => Evidence::of_calls(Some(play.bidding()), &hands, &system),
    })
}

/// The games and slams that are often made, with their shares.
fn games(tables: &[Table]) -> Markup {
    let mut told: Vec<(f64, String)> = Vec::new();
    for side in [Side::NorthSouth, Side::EastWest] {
        for strain in Strain::DESC {
            told.extend([game(strain), 6, 7].into_iter().filter_map(|level| {
                let level = Level::try_new(level).ok()?;
                made(tables, side, Bid { level, strain }.into())
            }));
        }
    }
    told.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    if told.is_empty() {
        return el("p").at("class", "answer").say("Nobody makes a game in one deal of ten.");
    }
    let items = told.iter().map(|(share, contract)| format!("{contract} in {}", percent(*share)));
    let said = items.collect::<Vec<_>>().join(", ");
    el("p").at("class", "answer").say(format_args!("Games and slams are made: {said}."))
}

/// The share of deals in which a side makes a contract, by its better declarer, or by both if they
/// are equal; `None` if it is below [`WORTH_TELLING`].
fn made(tables: &[Table], side: Side, contract: Contract) -> Option<(f64, String)> {
    let of = |declarer: Seat| {
        let contract = DeclaredContract { contract, declarer };
        let tricks = tables.iter().map(|table| table.tricks(declarer, contract.strain()));
        (tricks.filter(|tricks| *tricks >= contract.goal()).count(), declarer)
    };
    let declarers = Seat::ALL.into_iter().filter(|&seat| side.has(seat)).map(of);
    let declarers: Vec<(usize, Seat)> = declarers.collect();
    let most = declarers.iter().map(|(times, _)| *times).max()?;
    let share = most as f64 / tables.len() as f64;
    let best = declarers.iter().filter(|(times, _)| *times == most);
    let names = best.map(|(_, seat)| seat_name(*seat)).collect::<Vec<_>>().join(" or ");
    (share >= WORTH_TELLING).then(|| (share, format!("{contract} by {names}")))
}

/// The level of a game in a strain.
const fn game(strain: Strain) -> u8 {
    match strain {
        Strain::Notrump => 3,
        Strain::Hearts | Strain::Spades => 4,
        Strain::Clubs | Strain::Diamonds => 5,
    }
}
