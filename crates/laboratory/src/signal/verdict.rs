//! The signal problems of a collection: what is advised, or played on what was read, against the
//! source's answer.

use serde::Serialize;

use super::advice::advise;
use super::trust::{Readership, believed_by, is_of_leads};
use falsecard_engine::belief::Evidence;
use falsecard_engine::carding::ConventionKind;
use falsecard_engine::cards::{Card, serialize_card, serialize_some_card};
use falsecard_engine::mind::agreed_or_lowest;
use falsecard_engine::search::{NoDecision, Question, Sample};
use falsecard_notation::{Problem, SignalTask};

/// What the program says of a signal problem.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SignalVerdict {
    /// It says what the source says.
    Agrees,
    /// It says something else.
    Differs,
    /// No convention that is agreed and coded speaks of the card: nothing is guessed.
    NotModelled,
    /// The time was up before any card was played out.
    OutOfTime,
}

/// A signal problem and what came of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SignalJudgement {
    /// The problem.
    pub problem: String,
    /// Whether a signal is to be given or read.
    pub role: &'static str,
    /// The card advised, or played on what was read; without the signal, for comparison.
    /// `None` if the time was up before.
    #[serde(serialize_with = "serialize_some_card")]
    pub card: Option<Card>,
    /// To give: the card that the agreement asks for. To read: the card if nobody had read.
    #[serde(serialize_with = "serialize_card")]
    pub otherwise: Card,
    /// Whether that is the source's answer.
    pub verdict: SignalVerdict,
    /// The number of worlds that it rests on: played out to give, solved double dummy to read.
    pub worlds: usize,
}

/// Judges a problem, which the question must be that of; `share` is the share of declarers who
/// read. `None` if it is no signal problem, which says in a tag whether to give or to read.
///
/// # Errors
///
/// [`NoDecision`].
pub fn judge(
    problem: &Problem,
    question: &Question,
    share: f64,
) -> Result<Option<SignalJudgement>, NoDecision> {
    let Some(role) = problem.role() else { return Ok(None) };
    let (role, card, otherwise, is_modelled, worlds) = match role {
        SignalTask::Give => {
            let advice = advise(question, &[], share)?;
            let card = advice.counsel.map(|counsel| counsel.mixture.card);
            ("give", card, advice.agreed, advice.is_modelled, advice.worlds)
        }
        SignalTask::Read => {
            let Heeding { reading, ignoring, solved } = heeding(question)?;
            ("read", Some(reading), ignoring, has_signalled(question), solved)
        }
    };
    let verdict = match card {
        _ if !is_modelled => SignalVerdict::NotModelled,
        None => SignalVerdict::OutOfTime,
        Some(card) if problem.is_answer(card) => SignalVerdict::Agrees,
        Some(_) => SignalVerdict::Differs,
    };
    let problem = problem.id().to_owned();
    Ok(Some(SignalJudgement { problem, role, card, otherwise, verdict, worlds }))
}

/// What a player plays who reads the signals so far, and what he would play if he did not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Heeding {
    /// The card of one who reads.
    #[serde(serialize_with = "serialize_card")]
    pub reading: Card,
    /// The card of one who does not.
    #[serde(serialize_with = "serialize_card")]
    pub ignoring: Card,
    /// The number of worlds that were solved for either of them at least: at least 1.
    pub solved: usize,
}

/// What a player plays who reads the signals so far, and what he would play if he did not: the best
/// card double dummy over the worlds of either belief; of cards of its suit that are as good within
/// the noise the one that is agreed, or the lowest.
///
/// # Errors
///
/// [`NoDecision`].
pub fn heeding(question: &Question) -> Result<Heeding, NoDecision> {
    let deaf = believed_by(question.system.clone(), Readership::ByNobody);
    let unread = question.with_system(&deaf);
    let [(reading, one), (ignoring, other)] = [best(question)?, best(&unread)?];
    Ok(Heeding { reading, ignoring, solved: one.min(other) })
}

/// Means that differ by less than this many standard errors are equal, as in the searches.
const NEAR_TIE: f64 = 1.0;

/// The best card, and the number of worlds that say so.
fn best(question: &Question) -> Result<(Card, usize), NoDecision> {
    let Sample { worlds, assessment, wishes, asked, .. } = Sample::in_full(question)?;
    let best = assessment.cards()[assessment.best()];
    let near = assessment.near_best(NEAR_TIE);
    let mut near = match asked {
        Some(asked) => asked.obeyed(&near),
        None => near,
    };
    let suit = if near.contains(&best) { best.suit } else { near[0].suit };
    near.retain(|card| card.suit == suit);
    Ok((agreed_or_lowest(question.view, question.system, &near, &wishes), worlds.len()))
}

/// Whether partner has played a card of which an agreed signal speaks.
fn has_signalled(question: &Question) -> bool {
    let view = question.view;
    let evidence = Evidence::of(view, question.system, question.settings.reader());
    let partners = evidence.readings.iter().filter(|it| it.seat == view.seat().partner());
    let mut layers = partners.flat_map(|reading| reading.choice().layers());
    layers.any(|layer| {
        layer.convention.kind == ConventionKind::Signal && !is_of_leads(layer.convention)
    })
}
