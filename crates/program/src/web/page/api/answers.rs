//! The answers to programs, as `--json` prints them.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;
use web_time::Instant;

use super::question::{Answered, Question};
use crate::web::page::browser::Browser;
use crate::wording::objects::{
    CardsLine, Funnel, Inferred, RemarkLine, SuitSolved, TableLine, TimedDecision, board_name,
};
use falsecard_engine::belief::{Belief, Evidence, NoBelief, Reader, explained};
use falsecard_engine::bidding::{BidAdvice, Bidder};
use falsecard_engine::cards::seat_name;
use falsecard_engine::dd::Solver;
use falsecard_engine::search::{self, Decision, Fused, Minimax, NoDecision, Search, Watch};
use falsecard_engine::text;
use falsecard_laboratory::problem::{Memory, PlayedChoice, RuleFileRef, played_choices, remark};
use falsecard_laboratory::signal::advise;
use falsecard_notation::{DiagramStyle, Game, Pips};

/// The least time between two events of a decision that is under way.
const APART: Duration = Duration::from_millis(150);

/// The share of declarers who read signals, as `signal` usually takes it.
const HALF: f64 = 0.5;

/// The file name in remarks on a deal that came from no file.
const NO_FILE: &str = "";

/// A game that was converted.
#[derive(JsonSchema, Serialize)]
pub(in crate::web::page) struct Converted {
    /// The game in that format.
    text: String,
}

/// How many choices there were.
#[derive(Serialize)]
struct Count {
    choices: usize,
}

fn json_line(object: &impl Serialize) -> Answered {
    text::json(object).map(|json| json + "\n").map_err(|error| error.to_string())
}

/// The call of a hand: what `bid --json` prints.
pub(super) fn bid(question: &Question, _: &AtomicBool) -> Answered {
    let (hand, heard) = question.bidding()?;
    let system = question.system()?;
    let bidder = Bidder::new(&system).with_foresight(question.foresight()?);
    let advice = BidAdvice::of(&bidder, hand, &heard);
    json_line(&advice.ok_or("the auction is over")?)
}

/// A suit, played as well as it can be: what `suit --json` prints.
pub(super) fn suit(question: &Question, _: &AtomicBool) -> Answered {
    json_line(&SuitSolved::from(&question.solved_suit()?))
}

/// A game in another format: what `convert` writes.
pub(super) fn convert(question: &Question, _: &AtomicBool) -> Answered {
    let (to, game) = (question.format()?, question.game()?.filled(&question.filling()?));
    let game = game.map_err(|misfit| misfit.to_string())?;
    let style = DiagramStyle { pips: Pips::Symbols, colour: false };
    json_line(&Converted { text: to.header().to_owned() + &to.write(&game, style) })
}

/// Double dummy: what `dd --json` prints, with "cards" what `dd --cards --json` prints.
pub(super) fn dd(question: &Question, _: &AtomicBool) -> Answered {
    let spot = question.spot()?;
    let board = spot.address.get("board").map_or_else(|| board_name(&spot.game), str::to_owned);
    if let (false, Some(deal)) = (question.asks_cards(), spot.game.deal()) {
        return json_line(&TableLine::new(&spot.game, board, Solver::new().table(&deal)));
    }
    let play = spot.now()?;
    let whole = play.complete().ok_or("double dummy needs all four hands")?;
    if play.is_over() {
        return Err("all the cards have been played".to_owned());
    }
    json_line(&CardsLine::new(&spot.game, board, Solver::new().cards(whole.position())))
}

/// What a player can infer: what `believe --json` prints.
pub(super) fn believe(question: &Question, stop: &AtomicBool) -> Answered {
    let spot = question.spot()?;
    let (play, system) = (spot.now()?, spot.system()?);
    let seat = question.seat()?.unwrap_or_else(|| play.history().decider());
    if seat == play.bidding().contract().dummy() {
        return Err(format!("{} is dummy, who decides nothing", seat_name(seat)));
    }
    let view = play.view(seat).map_err(|why| why.to_string())?;
    let auction = explained(view.bidding(), &system);
    let evidence = Evidence::of(&view, &system, Reader::AtTheTable);
    let why = |error: NoBelief| error.to_string();
    let belief = Belief::new(&evidence).map_err(why)?;
    let funnel = Funnel::of(&view, &evidence).map_err(why)?;
    json_line(&Inferred::new((&view, &system), &belief, &evidence, &funnel, &auction, stop))
}

/// Which card: what `choose --json` prints.
pub(super) fn choose(question: &Question, stop: &AtomicBool) -> Answered {
    json_line(&decided(question, stop, &|_| ())?)
}

/// Answers `choose` in events: `decision` whenever there is more to go by, and `answer` at the end.
pub(super) fn choosing(question: &Question, browser: &Browser) -> Result<(), String> {
    let last = Cell::new(Instant::now());
    let begun = Instant::now();
    let watch = |so_far: &dyn Fn() -> Decision| {
        if last.get().elapsed() >= APART {
            last.set(Instant::now());
            browser.data("decision", &timed(so_far(), begun, browser.gone()));
        }
    };
    let answer = decided(question, browser.gone(), &watch)?;
    browser.data("answer", &answer);
    Ok(())
}

fn decided(question: &Question, stop: &AtomicBool, watch: Watch) -> Result<TimedDecision, String> {
    let spot = question.spot()?;
    let (view, system) = (spot.decision()?, spot.system()?);
    let (engine, settings) = (question.engine()?, question.settings()?);
    let asked = search::Question::new(&view).with_system(&system).with_settings(&settings);
    let begun = Instant::now();
    let decision = engine.decide_watched(&asked.with_stop(stop), watch);
    Ok(timed(decision.map_err(|error| error.to_string())?, begun, stop))
}

fn timed(decision: Decision, begun: Instant, stop: &AtomicBool) -> TimedDecision {
    let ms = begun.elapsed().as_millis() as u64;
    TimedDecision { decision, ms, interrupted: stop.load(Ordering::Relaxed) }
}

/// Why this card: what `explain --json` prints.
pub(super) fn explain(question: &Question, stop: &AtomicBool) -> Answered {
    let spot = question.spot()?;
    let (view, system) = (spot.decision()?, spot.system()?);
    let whole = question.settings()?;
    let named = question.compared(&view)?;
    let begun = Instant::now();
    let deciding = whole.leaving_time_to_explain();
    let asked = search::Question::new(&view).with_system(&system).with_stop(stop);
    let decision = Fused.decide(&asked.with_settings(&deciding));
    let decision = decision.map_err(|error| error.to_string())?;
    let card = named[0].unwrap_or(decision.card);
    let against = named[1].or_else(|| decision.comparable(card, &view)).filter(|it| *it != card);
    let against = against.ok_or("there is no other card to compare with")?;
    let left = whole.after(begun.elapsed());
    let explained = search::explain(&asked.with_settings(&left), &decision, [card, against]);
    json_line(&explained.map_err(|error| error.to_string())?)
}

/// What a defender's cards tell: what `signal --json` prints.
pub(super) fn signal(question: &Question, stop: &AtomicBool) -> Answered {
    let spot = question.spot()?;
    let (view, system, settings) = (spot.decision()?, spot.system()?, question.settings()?);
    let asked = search::Question::new(&view).with_system(&system).with_settings(&settings);
    let advice = advise(&asked.with_stop(stop), &[], HALF);
    json_line(&advice.map_err(|error| match error {
        NoDecision::NotToPlay => {
            format!("{} is declarer, whose cards nobody on his side reads", seat_name(view.seat()))
        }
        error => error.to_string(),
    })?)
}

/// The choices of a played deal, judged by minimax: a list of what `review --json` prints.
pub(super) fn review(question: &Question, stop: &AtomicBool) -> Answered {
    let mut all = Vec::new();
    each_remark(question, stop, &mut |line| {
        all.push(text::json(line).map_err(|error| error.to_string())?);
        Ok(true)
    })?;
    Ok(format!("[{}]\n", all.join(",")))
}

/// Answers `review` in events: `remark` for each choice, and `answer` with their number.
pub(super) fn reviewing(question: &Question, browser: &Browser) -> Result<(), String> {
    let mut choices = 0;
    each_remark(question, browser.gone(), &mut |line| {
        choices += 1;
        Ok(browser.data("remark", line))
    })?;
    browser.data("answer", &Count { choices });
    Ok(())
}

/// Hands on what is said of each choice, as long as more are taken.
fn each_remark(
    question: &Question,
    stop: &AtomicBool,
    take: &mut dyn FnMut(&RemarkLine) -> Result<bool, String>,
) -> Result<(), String> {
    let spot = question.spot()?;
    let whole = spot.whole.as_ref().map_err(Clone::clone)?;
    let (system, settings, seat) = (spot.system()?, question.settings()?, question.seat()?);
    let engine = if question.names_engine() { question.engine()? } else { &Minimax };
    // The memory lives no longer than this answer, so the name of the agreements tells them apart.
    let known = RuleFileRef { system: &system, text: "" };
    let played_choices = played_choices(&Game::from_partial(whole, &[]))
        .map_err(|fault| fault.breach().to_string())?;
    let is_asked = |moment: &&PlayedChoice| seat.is_none_or(|seat| moment.view().seat() == seat);
    let mut memory = Memory::default();
    for moment in played_choices.iter().filter(is_asked) {
        if stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        let found = remark(moment, engine, known, &settings, &mut memory, stop, &|_| ());
        let found = found.map_err(|error| error.to_string())?;
        let player = spot.player(found.decider).unwrap_or_else(|| seat_name(found.decider));
        let line = RemarkLine { file: NO_FILE, game: 1, player, remark: &found };
        if !take(&line)? {
            return Ok(());
        }
    }
    Ok(())
}
