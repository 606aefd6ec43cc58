//! The panel with a claim, judged double dummy.

use super::sitting::{SeatedPerson, TableStage};
use super::spot::Spot;
use crate::web::markup::{Markup, el};
use crate::wording::counted;
use falsecard_engine::cards::Side;
use falsecard_engine::dd::Solver;

/// The tricks that may be claimed, or the verdict on the claim in the address (`tricks`).
///
/// # Errors
///
/// A sentence, if nobody plays, or if not all hands are known.
pub(super) fn panel(spot: &Spot) -> Result<Markup, String> {
    let sitting = SeatedPerson::of(spot).ok_or("nobody sits at this table")?;
    let TableStage::Play(play) = &sitting.stage else {
        return Err("there is nothing to claim".to_owned());
    };
    let left = 13 - play.history().tricks_played();
    let title = el("h2").say("Claim");
    let Some(claimed) = spot.address.get("tricks").and_then(|tricks| tricks.parse::<u8>().ok())
    else {
        return Ok(title.and(asked(spot, left)));
    };
    let whole = play.complete().ok_or("a claim is judged with all four hands")?;
    let side = Side::of(sitting.eyes());
    let best = Solver::new().tricks(whole.position());
    let is_theirs = Side::of(play.history().to_play()) != side;
    let most = if is_theirs { left - best } else { best };
    if claimed.min(left) > most {
        let said =
            format!("No: the others need not let you have {}.", counted(claimed.into(), "trick"));
        let said = el("p").at("class", "answer wrong").at("role", "status").say(said);
        return Ok(title.and(said).and(asked(spot, left)));
    }
    let tricks = play.history().declarers_with(side, claimed);
    let address = ["panel", "tricks", "at"]
        .into_iter()
        .fold(spot.address.clone(), |it, name| it.with(name, None::<&str>))
        .with("result", Some(tricks));
    let said = format!("Accepted: {} to you.", counted(claimed.min(left).into(), "trick"));
    let said = el("p").at("class", "answer right").at("role", "status").say(said);
    // The page goes there at once.
    let end = el("a").at("class", "button").at("href", format_args!("#{address}"));
    let end = end.at("data-ends", "board").say("End the board");
    Ok(title.and(said).and(el("p").put(end)))
}

/// Links to claims of each number of tricks.
fn asked(spot: &Spot, left: u8) -> Markup {
    let link = |tricks: u8| {
        let address = spot.address.clone().with("tricks", Some(tricks));
        let name = match tricks {
            0 => "none".to_owned(),
            tricks if tricks == left => format!("all {left}"),
            tricks => tricks.to_string(),
        };
        el("a").at("class", "button").at("href", format_args!("#{address}")).say(name)
    };
    let said = format!(
        "How many of the {} that are left does your side take?",
        counted(left.into(), "trick")
    );
    let links = (0..=left).rev().map(link).collect();
    let links = el("nav").at("class", "steps").at("aria-label", "Tricks").put(links);
    let legend = "A claim is accepted if your side can take that number of tricks against any \
                  play, with all hands open.";
    el("p").say(said).and(links).and(el("p").at("class", "legend").say(legend))
}
