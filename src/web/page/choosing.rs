//! The panel "Which card?": the candidates by minimax and by the fused search, updated while it
//! runs.

use std::cell::Cell;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::spot::Spot;
use super::stream::Browser;
use crate::cards::{Card, seat_name};
use crate::notation::Pips;
use crate::play::View;
use crate::search::{self, Decision, Explanation, Question, Settings, explain};
use crate::web::draw::{candidates, readers, worlds};
use crate::web::markup::{Markup, el};
use crate::wording::{answer, counted, dissent, line_taken, plays, point, requests, told};

/// The numbers of worlds for which minimax is asked first, so that there is something to see at
/// once.
const FIRST: [usize; 2] = [1, 8];

/// The least time between two updates of the page.
const APART: Duration = Duration::from_millis(150);

/// The number of worlds that show what the others think: enough for three diagrams at any trick.
const SHOWN: usize = 8;

/// The most changes of the others' beliefs that are shown.
const CHANGES: usize = 6;

/// The factor by which each request to go on multiplies the worlds.
const FURTHER: usize = 4;

/// The most requests to go on.
const OFTEN: u32 = 3;

/// Answers the question in events: `standing` with the candidates so far, `sentence` with the
/// answer, `worlds` with the others' possible beliefs.
///
/// # Errors
///
/// A sentence, if there is no decision.
pub(super) fn choose(spot: &Spot, reader: &Browser) -> Result<(), String> {
    let (view, system) = (spot.decision()?, spot.system()?);
    let further = spot.address.get("further").and_then(|times| times.parse().ok()).unwrap_or(0);
    let usual = Settings::default().worlds() * FURTHER.pow(u32::min(further, OFTEN));
    // The line taken is read only with the full number of worlds, since it takes longer than
    // solving the first few.
    let settings = |worlds| {
        let settings = Settings::builder().worlds(worlds).read_line(worlds >= usual);
        settings.scoring(spot.scoring()).build().expect("so many worlds are possible")
    };
    let question = Question::new(&view).with_system(&system).with_stop(reader.gone());
    let ask = |engine: &str, settings: &Settings, watch: &dyn Fn(Decision)| {
        let question = question.with_settings(settings);
        let engine = search::named(engine).expect("the search is known");
        engine.decide_watched(&question, watch).map_err(|error| error.to_string())
    };
    let is_gone = || reader.gone().load(Ordering::Relaxed);
    let mut minimax = None;
    for worlds in FIRST.into_iter().chain([usual]) {
        let decision = ask("minimax", &settings(worlds), &|_| ())?;
        if is_gone() {
            return Ok(());
        }
        reader.event("standing", &candidates(&view, &[&decision]));
        minimax = Some(decision);
    }
    let minimax = minimax.expect("minimax is asked");
    let last = Cell::new(Instant::now());
    let watch = |decision: Decision| {
        if last.get().elapsed() >= APART {
            last.set(Instant::now());
            reader.event("standing", &candidates(&view, &[&minimax, &decision]));
        }
    };
    let settings = settings(usual);
    let fused = ask("fused", &settings, &watch)?;
    if is_gone() {
        return Ok(());
    }
    reader.event("standing", &candidates(&view, &[&minimax, &fused]));
    let question = question.with_settings(&settings);
    reader.event("sentence", &sentence(&question, [&minimax, &fused]));
    let few = settings.to_builder().worlds(SHOWN).build().expect("there are some");
    let rival = other(&minimax, &fused);
    if let Some(rival) = rival.filter(|_| !is_gone()) {
        let explained = explain(&question.with_settings(&few), [fused.card, rival]);
        if let Ok(explained) = explained {
            reader.event("worlds", &why(&view, &explained));
        }
    }
    Ok(())
}

/// The card to compare the answer with: minimax's, or the next best.
fn other(minimax: &Decision, fused: &Decision) -> Option<Card> {
    let next = || fused.rival().map(|candidate| candidate.card);
    [minimax.card].into_iter().find(|card| *card != fused.card).or_else(next)
}

/// The answer in a sentence, minimax's answer, partners' requests and the line taken.
fn sentence(question: &Question, [minimax, fused]: [&Decision; 2]) -> Markup {
    let (view, pips) = (question.view, Pips::Symbols);
    let (mine, theirs) = (plays(view, fused), plays(view, minimax));
    let told = told(question, fused, pips);
    let first = el("p").at("class", "answer").say(answer(view, fused, &mine, told, pips));
    let dissent = el("p").say(dissent(view, minimax, &theirs, fused.card, pips));
    let asked = requests(fused.seat, fused.asked, fused.wants, pips);
    let line = line_taken(&fused.line, pips).map(|said| format!("Here {said}"));
    let rest = asked.into_iter().chain(line).map(|said| el("p").say(said));
    first
        .and(if fused.candidates.len() > 1 { dissent } else { Markup::default() })
        .and(rest.collect())
}

/// What the others will think of the cards, with some worlds.
fn why(view: &View, explained: &Explanation) -> Markup {
    let title = el("h3").say("What the others will think");
    let said = el("p").say(point(view, explained, Pips::Symbols));
    let table = readers(explained, CHANGES);
    let shown = counted(explained.triples.len(), "world");
    let heading =
        el("h3").say(format_args!("{} that {} thinks possible", shown, seat_name(view.seat())));
    title.and(said).and(table).and(heading).and(worlds(view, &explained.triples))
}
