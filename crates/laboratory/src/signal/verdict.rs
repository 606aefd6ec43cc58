//! Verdicts on signal problems: the card advised, or played by reading a signal, against the
//! source's answer.

use schemars::JsonSchema;
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
#[derive(Debug, Clone, Copy, PartialEq, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SignalVerdict {
    /// The program's card is the source's.
    Agrees,
    /// The program plays another card.
    Differs,
    /// No agreed convention that is coded speaks of the card, so nothing is guessed.
    NotModelled,
    /// The time was up before any card was played out.
    OutOfTime,
}

/// A signal problem, and what came of it.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct SignalJudgement {
    /// The identifier of the problem.
    pub problem: String,
    /// What is asked: `give` or `read` a signal.
    pub role: &'static str,
    /// The card advised, or played on what was read; `null` if the time was up before.
    #[serde(serialize_with = "serialize_some_card")]
    #[schemars(with = "Option<falsecard_engine::cards::CardText>")]
    pub card: Option<Card>,
    /// The agreed card, or what is played if nobody reads.
    #[serde(serialize_with = "serialize_card")]
    #[schemars(with = "falsecard_engine::cards::CardText")]
    pub otherwise: Card,
    /// Whether the card is the source's answer.
    pub verdict: SignalVerdict,
    /// The number of worlds that it rests on.
    pub worlds: usize,
}

/// Judges a problem. The question must be that of the problem; `share` is the share of declarers
/// who read, 0 to 1. `None` if no tag of the problem says that a signal is to be given or read.
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Heeding {
    /// The card of a player who reads.
    #[serde(serialize_with = "serialize_card")]
    #[schemars(with = "falsecard_engine::cards::CardText")]
    pub reading: Card,
    /// The card of a player who does not read.
    #[serde(serialize_with = "serialize_card")]
    #[schemars(with = "falsecard_engine::cards::CardText")]
    pub ignoring: Card,
    /// The smaller number of worlds solved for either card, at least 1.
    pub solved: usize,
}

/// The cards of a player who reads the signals so far, and of one who does not. Each is the best
/// double dummy over worlds of the belief; among cards of its suit that are equal within the noise
/// it is the agreed one, or the lowest.
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

/// Means that differ by fewer standard errors than this count as equal, as in the searches.
const NEAR_TIE: f64 = 1.0;

/// The best card double dummy, and the number of worlds behind it.
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
