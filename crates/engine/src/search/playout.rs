//! Playouts: an imagined world played to the end by minds, each with nothing but his own view.

use rand::Rng;

use super::Question;
use super::luck::Luck;
use super::survey::{self, BiasSurvey};
use crate::belief::{NoBelief, Reader};
use crate::cards::{Card, Seat, Side};
use crate::dd::Solver;
use crate::mind::{Bias, Mind};
use crate::play::Play;
use crate::work::{Clock, on_all_threads, purpose, stream};

/// The share of the time that measuring the bias of glances may take.
const SURVEY_TIME: f64 = 0.2;

/// The players of an imagined world, with their random numbers.
///
/// Every random number depends only on the seed, the number of the world and the number of cards
/// played, so whatever is compared in the same world meets the same luck.
pub struct Cast<'a> {
    /// The deciding player in his later decisions.
    me: Mind<'a>,
    /// His seat.
    seat: Seat,
    /// All other players.
    others: Mind<'a>,
    /// The seed of the decision.
    seed: u64,
    /// When to break off.
    clock: Clock<'a>,
    /// The bias of glances in what a card on trial leads to.
    survey: BiasSurvey,
}

/// A card, and the probabilities by which it was drawn.
type Draw = (Card, Vec<(Card, f64)>);

impl<'a> Cast<'a> {
    /// The players that a question imagines.
    pub fn new(question: &'a Question<'a>) -> Self {
        Self::of(question, question.clock())
    }

    /// Four players of one mind, who play until the time is up.
    pub fn alike(mind: Mind<'a>, seed: u64, clock: Clock<'a>) -> Self {
        let (seat, survey) = (Seat::North, BiasSurvey::default());
        Self { me: mind, seat, others: mind, seed, clock, survey }
    }

    /// The players that a question imagines, with a clock.
    pub(super) fn of(question: &'a Question<'a>, clock: Clock<'a>) -> Self {
        let others = question.mind();
        let (hints, reader) = (question.hints, Reader::AtTheTable);
        let me = Mind { reader, hints, ..others };
        let (seat, seed) = (question.view.seat(), question.settings.seed);
        Self { me, seat, others, seed, clock, survey: BiasSurvey::default() }
    }

    /// These players, with the bias of their glances measured in what these cards lead to.
    ///
    /// # Errors
    ///
    /// [`NoBelief::NotAView`], which cannot happen in a legal play.
    pub(super) fn surveying(mut self, layouts: &[Play], cards: &[Card]) -> Result<Self, NoBelief> {
        let Some(on_trial) = self.others.on_trial else { return Ok(self) };
        let clock = self.clock.part(SURVEY_TIME);
        let mut probes = survey::probes(layouts, cards);
        loop {
            probes.retain(|it| it.is_open(on_trial) && self.trusts_glance(&it.play));
            if probes.is_empty() {
                return Ok(self);
            }
            // A round may take longer than there is time for; then there is no bias to subtract.
            let seen = on_all_threads(&probes, |it, solver| {
                if clock.is_up() {
                    Ok(Bias::default())
                } else {
                    self.bias_at(&it.play, it.layout, solver)
                }
            });
            for (probe, seen) in probes.iter().zip(seen) {
                self.survey.note(&probe.play, on_trial, &seen?);
            }
            if clock.is_up() {
                return Ok(self);
            }
            let next =
                on_all_threads(&probes, |it, solver| self.next_card(&it.play, it.layout, solver));
            for (probe, next) in probes.iter_mut().zip(next) {
                probe.play.play(next?).expect("a mind chooses among its legal cards");
            }
        }
    }

    /// Whether the next decision is by a glance alone while nobody's habits are known.
    fn trusts_glance(&self, play: &Play) -> bool {
        self.others.trusts_glance(&play.view(play.history().decider()))
    }

    /// The bias of a glance in the next decision of a world that is not over.
    fn bias_at(&self, play: &Play, world: usize, solver: &mut Solver) -> Result<Bias, NoBelief> {
        let seat = play.history().decider();
        self.mind_of(seat).bias_at(&play.view(seat), solver, &mut self.stream(play, world))
    }

    /// Plays a candidate in an imagined world and then the world to its end. Returns the play, or
    /// `None` if the time was up before.
    ///
    /// # Errors
    ///
    /// [`NoBelief::NotAView`], which cannot happen in a legal play.
    ///
    /// # Panics
    ///
    /// When the candidate is not legal.
    pub fn play_out(
        &self,
        start: &Play,
        candidate: Card,
        world: usize,
        solver: &mut Solver,
    ) -> Result<Option<Play>, NoBelief> {
        let play = start.with(candidate).expect("candidates are legal");
        self.play_on(play, world, solver, &mut |_, _, _| {})
    }

    /// Plays a world to its end, or until the time is up; `hear` is called with each draw before
    /// the card is played.
    fn play_on(
        &self,
        mut play: Play,
        world: usize,
        solver: &mut Solver,
        hear: &mut dyn FnMut(&Play, Draw, &mut Solver),
    ) -> Result<Option<Play>, NoBelief> {
        while !play.is_over() {
            if self.clock.is_up() {
                return Ok(None);
            }
            let legal = play.legal();
            let card = if legal.len() == 1 {
                // There is no choice, and nothing is drawn by chance.
                legal.iter().next().expect("there is one")
            } else {
                let draw = self.draw(&play, world, solver)?;
                let card = draw.0;
                hear(&play, draw, solver);
                card
            };
            play.play(card).expect("a mind chooses among its legal cards");
        }
        Ok(Some(play))
    }

    /// The next card in a world that is not over.
    ///
    /// # Errors
    ///
    /// [`NoBelief::NotAView`], which cannot happen in a legal play.
    pub(crate) fn next_card(
        &self,
        play: &Play,
        world: usize,
        solver: &mut Solver,
    ) -> Result<Card, NoBelief> {
        Ok(self.draw(play, world, solver)?.0)
    }

    fn mind_of(&self, seat: Seat) -> &Mind<'a> {
        if seat == self.seat { &self.me } else { &self.others }
    }

    /// The random stream of the next decision in a world.
    fn stream(&self, play: &Play, world: usize) -> impl Rng {
        let played = play.history().played().len() as u64;
        stream(self.seed, &[purpose::MIND, world as u64, played])
    }

    fn draw(&self, play: &Play, world: usize, solver: &mut Solver) -> Result<Draw, NoBelief> {
        let seat = play.history().decider();
        let bias = self.others.on_trial.and_then(|on_trial| self.survey.bias(play, on_trial));
        let mind = Mind { bias, ..*self.mind_of(seat) };
        mind.draw(&play.view(seat), solver, &mut self.stream(play, world))
    }

    /// Plays a candidate out as [`Cast::play_out`] does. Returns the further tricks of the
    /// decider's side, and its luck.
    ///
    /// # Errors
    ///
    /// [`NoBelief::NotAView`], which cannot happen in a legal play.
    ///
    /// # Panics
    ///
    /// When the candidate is not legal.
    pub fn try_out(
        &self,
        start: &Play,
        candidate: Card,
        world: usize,
        solver: &mut Solver,
    ) -> Result<Option<(u8, Luck)>, NoBelief> {
        let (side, before) = (self.side(), start.history().tricks_won(self.side()));
        let mut luck = Luck::default();
        let mut hear = |play: &Play, drawn: Draw, solver: &mut Solver| {
            luck.add(&drawn, play, (side, before), solver);
        };
        let play = start.with(candidate).expect("candidates are legal");
        let over = self.play_on(play, world, solver, &mut hear)?;
        Ok(over.map(|play| (play.history().tricks_won(side) - before, luck)))
    }

    /// The side whose score counts.
    pub(super) fn side(&self) -> Side {
        Side::of(self.seat)
    }
}
