//! The worlds of a decision, each solved double dummy: every search begins with this.
//!
//! Worlds are drawn from the player's belief. Each is then accepted with two probabilities: how
//! well it agrees with what the last cards cost ([`Line`]), and how likely partner's request is in
//! it ([`Request`]). So the accepted worlds are drawn in proportion to all three.

use std::cell::Cell;

use rand::RngExt;

use super::layouts::Layouts;
use super::line::Line;
use super::line_taken::{LineTaken, that_matter};
use super::posterior::LITTLE;
use super::scoring::Judge;
use super::wishes::wishes;
use super::{NoDecision, Question};
use crate::belief::{NoBelief, Walk};
use crate::carding::Wishes;
use crate::cards::{BySuit, FullDeal};
use crate::dd::Solver;
use crate::mind::{Assessment, LeadRequest, Request};
use crate::play::{Play, View};
use crate::work::{Clock, on_all_threads, purpose, stream};

/// Worlds drawn from the player's belief, each solved.
pub struct Sample {
    /// The worlds, in an order that depends on the seed alone.
    pub worlds: Vec<FullDeal>,
    /// The double-dummy worth of every legal card in each world, in the same order.
    pub assessment: Assessment,
    /// The scores of the cards by what is played for.
    pub(super) judge: Judge,
    /// The effect of the line taken on the worlds drawn.
    pub line: LineTaken,
    /// What the decider would have his partner lead, by the suit that he plays now.
    pub wishes: BySuit<Wishes>,
    /// What his partner has asked him to lead, if he is on lead.
    pub asked: Option<LeadRequest>,
}

// Shares of the whole time, where playouts follow: all worlds are drawn and solved within 20 % (5 %
// for which cards of the line matter), but the first forty within 60 %, for with fewer the noise of
// the draw costs more than the few playouts gain that there would be time for; and what the decider
// would have his partner lead is found within 75 %. (In less time, with half a second in all, no
// wish is found, and a card that asks for nothing is played: `bb-signals-17`.)

/// The share of the time for double dummy where playouts follow.
pub(super) const DOUBLE_DUMMY_TIME: f64 = 0.25;

/// The share of the time for the first [`FIRST_WORLDS`], and for the decider's wishes.
const FIRST_TIME: f64 = 0.75;
const FIRST_WORLDS: usize = 40;

/// The part of either share that drawing and solving worlds may take.
const WORLDS_TIME: f64 = 0.8;

/// The part of that for finding the cards of the line that matter.
const PILOT_TIME: f64 = 0.25;

/// The number of worlds that are solved at a time; the clock is checked in between.
const AT_ONCE: usize = 8;

/// The number of worlds after which it is checked whether more are worth their time.
const LOOK_EVERY: usize = 40;

/// The number of worlds that are solved.
#[derive(Debug, Clone, Copy)]
struct WorldCount {
    /// The fewest, whatever they say.
    fewest: usize,
    /// The most.
    most: usize,
}

impl Sample {
    /// The worlds that the settings ask for, solved within a quarter of the time, the first of them
    /// within three quarters. Where the time is not limited, fewer if more could hardly change
    /// which card is best, but one and a half times as many as a candidate is first played out in.
    ///
    /// # Errors
    ///
    /// [`NoDecision`]: it is not his turn, or no layout fits what is certain.
    pub fn of(question: &Question) -> Result<Self, NoDecision> {
        let Question { settings, view, .. } = question;
        let most = settings.double_dummy_worlds(view);
        let fewest = match settings.budget() {
            None => settings.fewest_layouts(view).min(most),
            Some(_) => most,
        };
        Self::for_playouts(question, WorldCount { fewest, most })
    }

    /// All worlds that the settings ask for, even if fewer would decide.
    ///
    /// # Errors
    ///
    /// [`NoDecision`], as for [`Sample::of`].
    pub fn in_full(question: &Question) -> Result<Self, NoDecision> {
        let worlds = question.settings.double_dummy_worlds(question.view);
        Self::for_playouts(question, WorldCount::exactly(worlds))
    }

    fn for_playouts(question: &Question, number: WorldCount) -> Result<Self, NoDecision> {
        let clock = question.clock();
        let [first, all] = [FIRST_TIME, DOUBLE_DUMMY_TIME].map(|share| clock.part(share));
        Self::draw_within(question, number, TimeLimits { one: clock, first, all })
    }

    /// A sample for searches that do nothing further: with all the time, and as few worlds as there
    /// are playouts where time does not matter, if more could hardly change which card is best.
    pub(super) fn alone(question: &Question) -> Result<Self, NoDecision> {
        let Question { settings, view, .. } = question;
        let most = settings.double_dummy_worlds(view);
        let fewest = settings.unhurried_playout_worlds(view).min(most);
        let clock = question.clock();
        let allowed = TimeLimits { one: clock, first: clock, all: clock };
        Self::draw_within(question, WorldCount { fewest, most }, allowed)
    }

    /// Draws `n` worlds and solves them; fewer if the time is up before, but never none.
    pub(super) fn draw(question: &Question, n: usize, clock: &Clock) -> Result<Self, NoDecision> {
        let allowed = TimeLimits { one: *clock, first: *clock, all: *clock };
        Self::draw_within(question, WorldCount::exactly(n), allowed)
    }

    fn draw_within(
        question: &Question,
        number: WorldCount,
        allowed: TimeLimits,
    ) -> Result<Self, NoDecision> {
        let view = question.view;
        let scoring = question.settings.scoring_of(view);
        let assess = |world: &FullDeal, solver: &mut Solver| {
            Assessment::of(view, std::slice::from_ref(world), solver)
        };
        let together = |drawn: &[(FullDeal, Assessment)]| {
            let mut assessment = Assessment::empty(view);
            for (_, solved) in drawn {
                assessment.extend(solved);
            }
            assessment
        };
        let is_enough = |drawn: &[(FullDeal, Assessment)]| {
            let judge = Judge::new(view, &together(drawn), scoring);
            judge.worth_of_more(number.most - drawn.len()) < LITTLE * judge.scale().stake
        };
        let SampledWorlds { worlds: drawn, line, request } =
            draw_each(question, number, allowed.for_worlds(), assess, is_enough)?;
        let assessment = together(&drawn);
        let worlds: Vec<FullDeal> = drawn.into_iter().map(|(world, _)| world).collect();
        let wishes = if question.settings.read_line {
            wishes(question, &worlds, &allowed.first)
        } else {
            BySuit::default()
        };
        let asked = request.and_then(|request| request.asked(&worlds));
        let judge = Judge::new(view, &assessment, scoring);
        Ok(Self { worlds, assessment, judge, line, wishes, asked })
    }

    /// Worlds of what the player believes as an imagined player would, by each card's suit alone
    /// and whatever the line taken says: a fifth of the time of the whole belief. Before the
    /// opening lead, where counting would take a second, they are found by walking.
    ///
    /// # Errors
    ///
    /// [`NoDecision`], as for [`Sample::of`].
    pub(super) fn judged(
        question: &Question,
        n: usize,
        judge: impl Fn(&[FullDeal]) -> Assessment,
    ) -> Result<Self, NoDecision> {
        let Question { view, settings, .. } = question;
        let evidence = question.average_evidence()?;
        let is_lead = view.history().played().is_empty();
        let walk = if is_lead { Walk::new(&evidence) } else { None };
        let drawn = |layouts: &Layouts| -> Vec<FullDeal> {
            let mut rng = stream(settings.seed, &[purpose::WORLD]);
            layouts.spread_until(&mut rng, &|| false).take(n).collect()
        };
        let mut worlds = walk.map_or_else(Vec::new, |walk| drawn(&Layouts::Walked(Box::new(walk))));
        if worlds.is_empty() {
            worlds = drawn(&Layouts::of(&evidence, &question.clock())?);
        }
        if worlds.is_empty() {
            return Err(NoBelief::OutOfTime.into());
        }
        let request = settings.read_line.then(|| Request::of(view, &evidence.readings));
        let assessment = judge(&worlds);
        Ok(Self {
            judge: Judge::new(view, &assessment, settings.scoring_of(view)),
            asked: request.flatten().and_then(|request| request.asked(&worlds)),
            worlds,
            assessment,
            line: LineTaken::default(),
            wishes: BySuit::default(),
        })
    }

    /// The first `n` worlds, to be played.
    pub fn plays(&self, view: &View, n: usize) -> Vec<Play> {
        self.worlds.iter().take(n.max(1)).map(|&deal| imagine(view, deal)).collect()
    }
}

impl WorldCount {
    const fn exactly(n: usize) -> Self {
        Self { fewest: n, most: n }
    }

    /// Whether to check if there are enough worlds, where there were `before`.
    const fn is_to_look(self, before: usize, now: usize) -> bool {
        now >= self.fewest && now < self.most && before / LOOK_EVERY < now / LOOK_EVERY
    }
}

/// The play so far in a world of the player's belief.
pub(super) fn imagine(view: &View, world: FullDeal) -> Play {
    view.imagine(world).expect("a belief's worlds fit its view")
}

/// The limits of time: for a single world, without which there is no decision, for the first
/// [`FIRST_WORLDS`] and for all.
#[derive(Clone, Copy)]
struct TimeLimits<'a> {
    one: Clock<'a>,
    first: Clock<'a>,
    all: Clock<'a>,
}

impl TimeLimits<'_> {
    /// The part of each limit for drawing and solving worlds.
    fn for_worlds(self) -> Self {
        let [first, all] = [self.first, self.all].map(|clock| clock.part(WORLDS_TIME));
        Self { first, all, ..self }
    }

    /// Whether the time for another world is up, when there are this many.
    fn is_up(&self, worlds: usize) -> bool {
        match worlds {
            0 => self.one.is_up(),
            1..FIRST_WORLDS => self.first.is_up(),
            _ => self.all.is_up(),
        }
    }
}

/// Worlds with the results of work on each.
struct SampledWorlds<T> {
    worlds: Vec<(FullDeal, T)>,
    /// The effect of the line on them.
    line: LineTaken,
    /// What partner has asked for.
    request: Option<Request>,
}

/// The cards of the line taken that matter.
fn line_that_matters(question: &Question, layouts: &Layouts, allowed: &TimeLimits) -> Line {
    if !question.settings.read_line {
        return Line::default();
    }
    let mut pilots = stream(question.settings.seed, &[purpose::PILOT]);
    let pilots = layouts.spread_until(&mut pilots, &|| false);
    that_matter(question.view, pilots, &allowed.all.part(PILOT_TIME))
}

/// Draws worlds, with what `work` makes of each, until there are enough.
fn draw_each<T: Send>(
    question: &Question,
    number: WorldCount,
    allowed: TimeLimits,
    work: impl Fn(&FullDeal, &mut Solver) -> T + Sync,
    is_enough: impl Fn(&[(FullDeal, T)]) -> bool,
) -> Result<SampledWorlds<T>, NoDecision> {
    let (layouts, request) = question.layouts(&allowed.one)?;
    let (view, seed) = (question.view, question.settings.seed);
    let line = line_that_matters(question, &layouts, &allowed);
    let mut rng = stream(seed, &[purpose::WORLD]);
    let found = Cell::new(0);
    let is_up = || allowed.is_up(found.get());
    let mut proposals = layouts.spread_until(&mut rng, &is_up).enumerate();
    let (mut kept, mut drawn, n) = (Vec::new(), 0, number.most.max(1));
    while kept.len() < n && (kept.is_empty() || !allowed.is_up(kept.len())) {
        let missing = n - kept.len();
        let all_kept = line.is_empty() && request.is_none();
        let at_once = if all_kept { AT_ONCE.min(missing) } else { AT_ONCE };
        let portion: Vec<(usize, FullDeal)> = proposals.by_ref().take(at_once).collect();
        // No deal was accepted, as can happen before the opening lead, when no line rejects any.
        if portion.is_empty() {
            if kept.is_empty() {
                return Err(NoBelief::OutOfTime.into());
            }
            break;
        }
        let before = kept.len();
        let tried = on_all_threads(&portion, |(number, world), solver| {
            if before > 0 && allowed.is_up(before) {
                return None;
            }
            let mut tickets = stream(seed, &[purpose::KEEP, *number as u64]);
            let [line_ticket, ticket]: [f64; 2] = [tickets.random(), tickets.random()];
            let is_heeded =
                request.as_ref().is_none_or(|it| ticket < it.share_kept(view, world, solver));
            let is_kept = is_heeded && line_ticket < line.weight(world, solver);
            Some((is_heeded, is_kept.then(|| (*world, work(world, solver)))))
        });
        // Worlds that the clock broke off are dropped, and with them all later ones.
        for (is_heeded, world) in tried.into_iter().map_while(|tried| tried) {
            if kept.len() < n {
                drawn += usize::from(is_heeded);
                kept.extend(world);
            }
        }
        found.set(kept.len());
        (question.progress)(kept.len() as f64 / n as f64);
        if number.is_to_look(before, kept.len()) && is_enough(&kept) {
            break;
        }
    }
    let effective = kept.len() as f64;
    Ok(SampledWorlds { worlds: kept, line: LineTaken::new(&line, drawn, effective), request })
}
