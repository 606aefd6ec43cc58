//! The panel "Which card?": the candidates by minimax and by the fused search, updated while it
//! runs.

use std::cell::Cell;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::spot::Spot;
use super::stream::Browser;
use crate::cards::seat_name;
use crate::notation::Pips;
use crate::play::View;
use crate::search::{
    Decision, Explanation, Fused, Minimax, NoDecision, Question, Sample, Search, Settings,
    impressions,
};
use crate::web::draw::{candidates, readers, worlds};
use crate::web::markup::{Markup, el};
use crate::wording::{answer, counted, dissent, line_taken, plays, requests, told};

/// The numbers of worlds for which minimax is asked first, so that there is something to see at
/// once.
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
        settings.build().expect("80 worlds or a small multiple of them are possible")
    };
    let question = Question::new(&view).with_system(&system).with_stop(reader.gone());
    let is_gone = || reader.gone().load(Ordering::Relaxed);
    let show = |decisions: &[&Decision]| reader.event("standing", &candidates(&view, decisions));
    for worlds in FIRST {
        let settings = settings(worlds);
        let question = question.with_settings(&settings);
        show(&[&Minimax.decide(&question).map_err(|error| error.to_string())?]);
        if is_gone() {
            return Ok(());
        }
    }
    // Both engines go by the same layouts, so that their figures can stand side by side.
    let settings = settings(usual);
    let question = question.with_settings(&settings);
    let refusal = |error: NoDecision| error.to_string();
    let sample = Sample::of(&question).map_err(refusal)?;
    let minimax = Minimax.decide_on(&question, &sample, &|_| ()).map_err(refusal)?;
    show(&[&minimax]);
    let last = Cell::new(Instant::now());
    let watch = |decision: Decision| {
        if last.get().elapsed() >= APART {
            last.set(Instant::now());
            show(&[&minimax, &decision]);
        }
    };
    let fused = Fused.decide_on(&question, &sample, &watch).map_err(refusal)?;
    if is_gone() {
        return Ok(());
    }
    show(&[&minimax, &fused]);
    reader.event("sentence", &sentence(&question, [&minimax, &fused]));
    if let Some(rival) = fused.rival().filter(|_| !is_gone()) {
        let explained = impressions(&question, &fused, [fused.card, rival.card]);
        if let Ok(explained) = explained {
            reader.event("worlds", &why(&view, &explained));
        }
    }
    Ok(())
}

/// The answer in a sentence, minimax's answer, partners' requests and the line taken.
fn sentence(question: &Question, [minimax, fused]: [&Decision; 2]) -> Markup {
    let (view, pips) = (question.view, Pips::Symbols);
    let told = told(question, fused, pips);
    let first = el("p").at("class", "answer").say(answer(view, fused, &plays(fused), told, pips));
    let dissent = el("p").say(dissent(view, minimax, fused.card, pips));
    let asked = requests(fused.seat, fused.asked, fused.wants, pips);
    let line = line_taken(&fused.line, pips).map(|said| format!("Here {said}"));
    let rest = asked.into_iter().chain(line).map(|said| el("p").say(said));
    first
        .and(if fused.candidates.len() > 1 { dissent } else { Markup::default() })
        .and(rest.collect())
}

/// What the others will think of the cards, with some worlds. What the cards are worth has been said.
fn why(view: &View, explained: &Explanation) -> Markup {
    let title = el("h3").say("What the others will think");
    let table = readers(explained, CHANGES);
    let shown = counted(explained.triples.len(), "world");
    let heading =
        el("h3").say(format_args!("{} that {} thinks possible", shown, seat_name(view.seat())));
    title.and(table).and(heading).and(worlds(view, &explained.triples))
}
