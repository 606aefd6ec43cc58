//! abc as published: every other player is given one imagined deal and plays double dummy in it.

use super::decision::{Decision, Trial};
use super::probing::{ImaginedDeal, Probing};
use super::sample::{DOUBLE_DUMMY_TIME, Sample};
use super::scoring::{Figures, ResultMeasure};
use super::{NoDecision, Question, Search, Watch, minimax};
use crate::belief::NoBelief;
use crate::cards::Card;
use crate::dd::Solver;
use crate::play::Play;
use crate::work::{Clock, mean_and_error, on_all_threads, purpose, stream};

/// The rule of Otawa & Uehara (2006), by probing.
#[derive(Debug, Clone, Copy)]
pub struct Published;

/// The fraction of the worlds that the published rule uses: a triple costs it as much as several
/// playouts, and its answers hang on the rule, not on the number of worlds.
const FRACTION: usize = 8;

/// The number of worlds that are probed at a time. A world that the clock breaks off does not
/// count.
const AT_ONCE: usize = 2;

impl Search for Published {
    fn slug(&self) -> &'static str {
        "abc-2006"
    }

    fn about(&self) -> &'static str {
        "the rule as published: one imagined deal for each other player, probed double dummy"
    }

    fn shares_samples(&self) -> bool {
        false
    }

    /// Draws a sample without the line taken, which the published rule does not know.
    fn sample(&self, question: &Question) -> Result<Sample, NoDecision> {
        let settings = &question.settings.without_line();
        let question = &question.with_settings(settings);
        let worlds = settings.double_dummy_worlds(question.view);
        Sample::draw(question, worlds, &question.clock().part(DOUBLE_DUMMY_TIME))
    }

    fn decide_on(
        &self,
        question: &Question,
        sample: &Sample,
        _watch: Watch,
    ) -> Result<Decision, NoDecision> {
        let settings = question.settings;
        let clock = question.clock();
        let assessment = &sample.assessment;
        let plays = sample.plays(question.view, settings.worlds().div_ceil(FRACTION));
        let cards = assessment.cards();
        let mut tricks: Vec<u8> = Vec::new();
        for from in (0..plays.len()).step_by(AT_ONCE) {
            let portion = from..plays.len().min(from + AT_ONCE);
            let jobs: Vec<(usize, Card)> =
                portion.flat_map(|world| cards.iter().map(move |&card| (world, card))).collect();
            let values = on_all_threads(&jobs, |&(world, card), solver| {
                value(question, &clock, &plays[world], world, card, solver)
            });
            let values: Option<Vec<u8>> = values.into_iter().collect::<Result<_, _>>()?;
            let Some(values) = values else { break };
            tricks.extend(values);
            (question.progress)(tricks.len() as f64 / (plays.len() * cards.len()) as f64);
        }
        let judge = &sample.judge;
        let worlds = tricks.len() / cards.len();
        let tricks_in = |world: usize| &tricks[world * cards.len()..][..cards.len()];
        let trial = |column: usize| {
            let worth = |measure| -> Vec<f64> {
                let in_world = |world| {
                    let of_all = tricks_in(world);
                    judge.worth(measure, world, column, &|column| Some(of_all[column]))
                };
                (0..worlds).map(in_world).collect()
            };
            let scores = worth(ResultMeasure::By(judge.scoring()));
            let figures = Figures::MEASURES.map(|measure| mean_and_error(&worth(measure)).0);
            Trial::solved(judge, column).played_out(&scores.clone(), scores, Figures::of(figures))
        };
        let mut trials: Vec<Trial> =
            minimax::ranking(question, sample).into_iter().map(trial).collect();
        if !tricks.is_empty() {
            minimax::sort(&mut trials);
        }
        Ok(Decision::new(self.slug(), question, sample, &trials))
    }
}

/// The tricks that the decider's side still takes with a card in a world, with what the others then
/// imagine; `None` if the time was up before.
fn value(
    question: &Question,
    clock: &Clock,
    world: &Play,
    index: usize,
    card: Card,
    solver: &mut Solver,
) -> Result<Option<u8>, NoBelief> {
    let me = question.view.seat();
    let after = world.with(card).expect("candidates are legal");
    let mut others = Vec::new();
    for seat in question.others() {
        let belief = question.mind().belief(&after.view(seat))?;
        let mut rng =
            stream(question.settings.seed, &[purpose::IMAGINED, index as u64, seat as u64]);
        others.push(ImaginedDeal { seat, deal: belief.sample(&mut rng) });
    }
    let others = [others[0], others[1]];
    let before = question.view.history().tricks_won(question.view.side());
    let won = after.history().tricks_won(question.view.side()) - before;
    let is_up = || clock.is_up();
    let lookahead = question.settings.lookahead;
    let mut probing = Probing::new(&after, me, others, lookahead, solver).until(&is_up);
    Ok(probing.value().map(|more| won + more))
}
