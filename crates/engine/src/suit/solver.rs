//! The best plans of one suit against defenders who see all cards.

use std::collections::HashMap;
use std::rc::Rc;

use super::front::{ELSEWHERE, PlanWorth, before_a_defender, best};
use super::shape::{SuitShape, SuitTrick, West};

/// What a suit is played for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SuitAim {
    /// At least this many tricks: a plan's value in a layout is 1 or 0.
    AtLeast(u8),
    /// As many tricks as possible on average.
    Average,
}

impl SuitAim {
    pub(super) const fn after(self, won: bool) -> Self {
        match self {
            Self::AtLeast(tricks) if won => Self::AtLeast(tricks - 1),
            _ => self,
        }
    }

    /// What a trick adds to the value of a plan.
    const fn of_trick(self, won: bool) -> u8 {
        (matches!(self, Self::Average) && won) as u8
    }
}

/// Solves suits, and remembers all shapes that it has met.
#[derive(Default)]
pub struct SuitSolver {
    known: HashMap<(SuitShape, SuitAim), Rc<Vec<PlanWorth>>>,
}

/// A lead: the card, and the hand that plays it.
#[derive(Clone, Copy)]
pub(super) struct Lead {
    pub(super) hand: usize,
    pub(super) level: usize,
}

/// A trick that has begun, and what the suit is played for.
#[derive(Clone, Copy)]
pub(super) struct Led<'a> {
    pub(super) shape: &'a SuitShape,
    pub(super) aim: SuitAim,
    pub(super) lead: Lead,
}

impl SuitSolver {
    /// The best plans before a trick, each by its value in every layout.
    fn plans(&mut self, shape: &SuitShape, aim: SuitAim) -> Rc<Vec<PlanWorth>> {
        let longer = shape.len(0).max(shape.len(1));
        let is_over = match aim {
            SuitAim::AtLeast(tricks) => tricks == 0 || tricks > longer,
            SuitAim::Average => longer == 0,
        };
        if is_over {
            let worth = u8::from(aim == SuitAim::AtLeast(0));
            return Rc::new(vec![vec![worth; shape.layouts().len()]]);
        }
        if let Some(known) = self.known.get(&(shape.clone(), aim)) {
            return Rc::clone(known);
        }
        let leads = Self::leads(shape);
        // Without a lead the tricks that are left are lost.
        let out_of_reach = vec![0; shape.layouts().len()];
        let plans = leads.into_iter().flat_map(|lead| self.after_lead(Led { shape, aim, lead }));
        let plans = Rc::new(best(plans.chain([out_of_reach]).collect()));
        self.known.insert((shape.clone(), aim), Rc::clone(&plans));
        plans
    }

    /// All leads of the hands that declarer may lead from.
    pub(super) fn leads(shape: &SuitShape) -> Vec<Lead> {
        let of = |hand| shape.playable(hand).map(move |level| Lead { hand, level });
        [0, 1].into_iter().filter(|&hand| shape.reach.may_lead(hand)).flat_map(of).collect()
    }

    /// The best plans once a card is led.
    fn after_lead(&mut self, led: Led) -> Vec<PlanWorth> {
        before_a_defender(self.after_seconds(led), led.shape.layouts().len())
    }

    /// The best plans after each card of the second hand, in the order of
    /// [`SuitShape::defended`]; none where it cannot play so.
    pub(super) fn after_seconds(&mut self, led: Led) -> Vec<Vec<PlanWorth>> {
        led.shape.defended().map(|second| self.after_second(led, second)).collect()
    }

    /// The best plans once the second hand has played.
    fn after_second(&mut self, led: Led, second: Option<usize>) -> Vec<PlanWorth> {
        let thirds = led.thirds().into_iter();
        best(thirds.flat_map(|third| self.after_third(led, second, third)).collect())
    }

    /// The best plans once declarer's other hand has played.
    pub(super) fn after_third(
        &mut self,
        led: Led,
        second: Option<usize>,
        third: Option<usize>,
    ) -> Vec<PlanWorth> {
        before_a_defender(self.after_fourths(led, second, third), led.shape.layouts().len())
    }

    /// The best plans after each card of the last hand; none where it cannot play so.
    pub(super) fn after_fourths(
        &mut self,
        led: Led,
        second: Option<usize>,
        third: Option<usize>,
    ) -> Vec<Vec<PlanWorth>> {
        let layouts = led.shape.layouts();
        led.tricks(second, third)
            .map(|trick| self.after_trick(led.shape, led.aim, &trick, &layouts))
            .collect()
    }

    /// The best plans after a trick, by their value in the layouts before it; none if it is
    /// possible in no layout.
    fn after_trick(
        &mut self,
        shape: &SuitShape,
        aim: SuitAim,
        trick: &SuitTrick,
        layouts: &[West],
    ) -> Vec<PlanWorth> {
        let (next, at) = later(shape, trick, layouts);
        if at.iter().all(Option::is_none) {
            return Vec::new();
        }
        let won = trick.is_won();
        let plans = self.plans(&next, aim.after(won));
        let before = |plan: &PlanWorth| -> PlanWorth {
            let worth =
                |at: &Option<usize>| at.map_or(ELSEWHERE, |at| plan[at] + aim.of_trick(won));
            at.iter().map(worth).collect()
        };
        best(plans.iter().map(before).collect())
    }
}

impl<'a> Led<'a> {
    /// The cards of declarer's other hand.
    pub(super) fn thirds(self) -> Vec<Option<usize>> {
        let cards: Vec<Option<usize>> = self.shape.playable(1 - self.lead.hand).map(Some).collect();
        if cards.is_empty() { vec![None] } else { cards }
    }

    /// All possible tricks with these cards of the second and the third hand.
    pub(super) fn tricks(
        self,
        second: Option<usize>,
        third: Option<usize>,
    ) -> impl Iterator<Item = SuitTrick> + use<'a> {
        let Self { shape, lead, .. } = self;
        let is_left = move |last: &Option<usize>| {
            last.is_none_or(|level| Some(level) != second || shape.levels[level].missing > 1)
        };
        shape.defended().filter(is_left).map(move |last| {
            let mut defenders = [last; 2];
            defenders[SuitTrick::second(lead.hand)] = second;
            SuitTrick { hand: lead.hand, lead: lead.level, third, defenders }
        })
    }
}

/// The shape after a trick, with the index there of each layout before it, if the defenders can
/// have played so.
pub(super) fn later(
    shape: &SuitShape,
    trick: &SuitTrick,
    layouts: &[West],
) -> (SuitShape, Vec<Option<usize>>) {
    let (next, levels) = shape.after(trick);
    let place = |west: &West| {
        let mut held = vec![0; next.levels.len()];
        for (level, (&west, all)) in west.iter().zip(&shape.levels).enumerate() {
            let plays = trick.defenders.map(|card| u8::from(card == Some(level)));
            if west < plays[0] || all.missing - west < plays[1] {
                return None;
            }
            held[levels[level]] += west - plays[0];
        }
        let holds = [
            west.iter().any(|&held| held > 0),
            west.iter().zip(&shape.levels).any(|(&held, all)| all.missing > held),
        ];
        let shows_out = |at: usize| trick.defenders[at].is_none();
        let is_so = (0..2).all(|at| !shows_out(at) || !holds[at]);
        is_so.then(|| next.index(&held))
    };
    let at = layouts.iter().map(place).collect();
    (next, at)
}
