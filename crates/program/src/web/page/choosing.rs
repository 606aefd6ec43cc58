//! The panel "Which card?": the candidates by minimax and by another engine, updated while it
//! runs.

use std::cell::Cell;
use std::sync::atomic::Ordering;
use std::time::Duration;

use web_time::Instant;

use super::address::Address;
use super::browser::Browser;
use super::spot::Spot;
use super::{asking, comparing, quiz};
use crate::web::draw::{candidates, engine, readers, worlds};
use crate::web::markup::{Markup, el};
use crate::wording::{answer, counted, false_belief, instead, line_taken, plays, requests};
use falsecard_engine::cards::seat_name;
use falsecard_engine::play::View;
use falsecard_engine::search::{
    Decision, Explanation, Minimax, NoDecision, Question, Sample, Search, Settings, impressions,
};
use falsecard_notation::Pips;

/// The numbers of worlds for the first figures of minimax, which appear at once.
const FIRST: [usize; 2] = [1, 8];

/// The least time between two updates of the page.
const APART: Duration = Duration::from_millis(150);

/// The most changes of the others' beliefs that are shown.
const CHANGES: usize = 6;

/// The factor by which each request to go on multiplies the worlds.
const FURTHER: usize = 4;

/// The most requests to go on.
const OFTEN: u32 = 3;

/// Answers the question in events: `standing` with the candidates so far, `sentence` with the
/// answer, `others` with links that compare it with other cards, `worlds` with the others' possible
/// beliefs.
///
/// # Errors
///
/// A sentence, if there is no decision.
pub(super) fn choose(spot: &Spot, browser: &Browser) -> Result<(), String> {
    let (view, system, engine) = (spot.decision()?, spot.system()?, asking::engine(&spot.address)?);
    let question = Question::new(&view).with_system(&system).with_stop(browser.gone());
    let is_gone = || browser.gone().load(Ordering::Relaxed);
    let show = |decisions: &[&Decision]| browser.event("standing", &candidates(&view, decisions));
    let (begun, whole) = (Instant::now(), thinking(&spot.address));
    for worlds in FIRST {
        let settings = first(worlds);
        let question = question.with_settings(&settings);
        show(&[&Minimax.decide(&question).map_err(|error| error.to_string())?]);
        if is_gone() {
            return Ok(());
        }
    }
    // Both engines go by the same layouts, so that their figures can stand side by side.
    let left = whole.after(begun.elapsed());
    let question = question.with_settings(&left);
    let refusal = |error: NoDecision| error.to_string();
    let sample = Sample::of(&question).map_err(refusal)?;
    let minimax = Minimax.decide_on(&question, &sample, &|_| ()).map_err(refusal)?;
    show(&[&minimax]);
    let Some(engine) = engine else {
        browser.event(
            "sentence",
            &with_context(sentence(&question, &minimax, None), spot, &minimax, &view),
        );
        browser.event("others", &comparing::offered(spot, &minimax));
        return Ok(());
    };
    let last = Cell::new(Instant::now());
    let watch = |decided: &dyn Fn() -> Decision| {
        if last.get().elapsed() >= APART {
            last.set(Instant::now());
            show(&[&minimax, &decided()]);
        }
    };
    let left = whole.after(begun.elapsed());
    let decided = engine.decide_on(&question.with_settings(&left), &sample, &watch);
    let decided = decided.map_err(refusal)?;
    if is_gone() {
        return Ok(());
    }
    show(&[&minimax, &decided]);
    let sentence = sentence(&question, &decided, Some(&minimax));
    browser.event("sentence", &with_context(sentence, spot, &decided, &view));
    browser.event("others", &comparing::offered(spot, &decided));
    if let Some(rival) = decided.rival().filter(|_| !is_gone()) {
        let explained = impressions(&question, &decided, [decided.card, rival.card]);
        if let Ok(explained) = explained {
            browser.event("worlds", &why(&view, &explained));
        }
    }
    Ok(())
}

/// The settings of minimax's first figures. They omit the line taken, which takes longer than
/// solving these few worlds.
fn first(worlds: usize) -> Settings {
    let settings = Settings::builder().worlds(worlds).read_line(false).build();
    settings.expect("a few worlds are possible")
}

/// The settings of the answer: the address's time, or its number of worlds.
fn thinking(address: &Address) -> Settings {
    let further = address.get("further").and_then(|times| times.parse().ok()).unwrap_or(0);
    let times = FURTHER.pow(u32::min(further, OFTEN));
    if let Some(time) = asking::time(address) {
        return Settings::default().with_budget(time * times as u32);
    }
    let settings = Settings::builder().worlds(Settings::default().worlds() * times).build();
    settings.expect("80 worlds or a small multiple of them are possible")
}

/// The sentence, and below it how a problem's answer compares, and which carding is assumed.
fn with_context(sentence: Markup, spot: &Spot, decided: &Decision, view: &View) -> Markup {
    let of_problem = quiz::beside_answer(&spot.address, view, decided);
    sentence.and(of_problem).and(asking::carding_line(&spot.address))
}

/// The answer in a sentence, minimax's answer, partners' requests and the line taken.
fn sentence(question: &Question, decided: &Decision, minimax: Option<&Decision>) -> Markup {
    let (view, pips) = (question.view, Pips::Symbols);
    let told = minimax.and_then(|_| false_belief(question, decided, pips));
    let said = answer(view, decided, &plays(decided), told, pips);
    let first = el("p").at("class", "answer").say(said);
    let other = minimax.filter(|_| decided.candidates.len() > 1);
    let other = other.map(|minimax| el("p").put(opinion(view, minimax, decided, pips)));
    let asked = requests(decided.seat, decided.asked, decided.wants, pips);
    let rest = asked.into_iter().map(|said| el("p").say(said));
    // How the sample was weighed is for whoever wants to know.
    let line = line_taken(&decided.line, pips).map(|said| {
        let summary = el("summary").say("How the layouts were weighed");
        el("details").put(summary.and(el("p").say(said)))
    });
    first.and(other.into_iter().chain(rest).chain(line).collect())
}

/// What minimax would play; its name stands behind what it does.
fn opinion(view: &View, minimax: &Decision, decided: &Decision, pips: Pips) -> Markup {
    let said = match instead(view, minimax, decided.card, pips) {
        Some(said) => format!("the play would be {said}"),
        None => "it would be played too.".to_owned(),
    };
    Markup::text("With all cards seen (")
        .and(engine(minimax.engine))
        .and(Markup::text(format_args!(") {said}")))
}

/// What the others will believe after each card, with some worlds. The worth of the cards has been
/// shown before.
fn why(view: &View, explained: &Explanation) -> Markup {
    let table = readers(explained, CHANGES);
    let title = el("h3").say("What the others will think");
    let title = if table.is_empty() { table.clone() } else { title };
    let shown = counted(explained.triples.len(), "world");
    let heading =
        el("h3").say(format_args!("{} that {} thinks possible", shown, seat_name(view.seat())));
    title.and(table).and(heading).and(worlds(view, &explained.triples))
}
