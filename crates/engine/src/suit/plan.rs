//! A plan card by card: what declarer leads, what he plays from the other hand on each card of the second defender, and how he goes on.

use serde::Serialize;

use super::front::{ELSEWHERE, Worth, before_a_defender, covers};
use super::shape::{LevelCards, Shape, Trick, levels};
use super::solver::{Lead, SuitAim, SuitSolver, later, tricks};
use crate::cards::{Holding, Rank, serialize_rank, serialize_some_rank};

/// One of declarer's two hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SuitHand {
    /// The first, North's.
    First,
    /// The second, South's.
    Second,
}

/// A trick of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SuitStep {
    /// The hand that leads.
    pub hand: SuitHand,
    /// The card led, of equals the one that players name.
    #[serde(serialize_with = "serialize_rank")]
    pub lead: Rank,
    /// What follows on each card of the second defender, the lowest first.
    pub replies: Vec<SuitReply>,
}

/// What declarer plays from the other hand on a card of the second defender.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SuitReply {
    /// The defender's card, of equals the lowest; `None` if he shows out.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "serialize_some_rank")]
    pub second: Option<Rank>,
    /// Declarer's card; `None` if the hand has no card left.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "serialize_some_rank")]
    pub third: Option<Rank>,
    /// How he goes on after each card of the last defender, the lowest first.
    pub outcomes: Vec<SuitOutcome>,
}

/// How a trick ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SuitOutcome {
    /// The last defender's card, of equals the lowest; `None` if he shows out.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "serialize_some_rank")]
    pub fourth: Option<Rank>,
    /// Whether declarer wins the trick.
    pub is_won: bool,
    /// The next trick; `None` where no card can make a difference any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<Box<SuitStep>>,
}

/// A way to begin: a card led, and what the other hand plays if the second defender plays his lowest card.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SuitStart {
    /// The hand that leads.
    pub hand: SuitHand,
    /// The card led.
    #[serde(serialize_with = "serialize_rank")]
    pub lead: Rank,
    /// The other hand's card; `None` if it has none.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "serialize_some_rank")]
    pub third: Option<Rank>,
    /// The chance to reach the aim so, or the tricks on average.
    pub value: f64,
}

/// Declarer's cards and those that are missing.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cards {
    pub(super) hands: [Holding; 2],
    pub(super) missing: Holding,
}

impl Cards {
    pub(super) fn levels(self) -> Vec<LevelCards> {
        levels(self.hands, self.missing)
    }
}

/// Of equals that are named as honours the highest is named, of others the lowest.
pub(super) fn named(holding: Holding) -> Rank {
    let [highest, lowest] = [holding.iter().next(), holding.iter().next_back()];
    let highest = highest.expect("a level from which a card is played has one");
    if highest >= Rank::T { highest } else { lowest.unwrap_or(highest) }
}

impl SuitSolver {
    /// The tricks of a plan that brings at least this much in every layout, as far as cards make a difference. There must be one.
    pub(super) fn step(&mut self, cards: Cards, aim: SuitAim, plan: &[u8]) -> Option<SuitStep> {
        let levels = cards.levels();
        let shape = Shape::of(&levels);
        if Self::is_decided(&shape, aim, plan) {
            return None;
        }
        let serves = |plans: &[Worth]| plans.iter().any(|it| covers(it, plan));
        let leads = Self::leads(&shape);
        let lead = leads.into_iter().find(|lead| serves(&self.after_lead(&shape, aim, *lead)))?;
        let seconds: Vec<Option<usize>> = shape.defended().collect();
        let replies = seconds
            .into_iter()
            .filter_map(|second| self.reply(cards, &levels, aim, plan, (lead, second)));
        Some(SuitStep {
            hand: if lead.hand == 0 { SuitHand::First } else { SuitHand::Second },
            replies: replies.collect(),
            lead: named(levels[lead.level].own[lead.hand]),
        })
    }

    /// Whether everything brings as much: the aim is reached or missed in each layout, however declarer plays on.
    fn is_decided(shape: &Shape, aim: SuitAim, plan: &[u8]) -> bool {
        let is_over = shape.len(0).max(shape.len(1)) == 0;
        is_over
            || matches!(aim, SuitAim::AtLeast(_))
                && (aim == SuitAim::AtLeast(0) || plan.iter().all(|&it| it == 0))
    }

    fn reply(
        &mut self,
        cards: Cards,
        levels: &[LevelCards],
        aim: SuitAim,
        plan: &[u8],
        (lead, second): (Lead, Option<usize>),
    ) -> Option<SuitReply> {
        let shape = Shape::of(levels);
        let thirds = Self::thirds(&shape, lead);
        let third = thirds.into_iter().find(|&third| {
            let plans = self.after_third(&shape, aim, lead, second, third);
            plans.iter().any(|it| it.iter().any(|&worth| worth != ELSEWHERE) && covers(it, plan))
        })?;
        let layouts = shape.layouts();
        let all: Vec<Trick> = tricks(&shape, lead, second, third).collect();
        let outcomes = all.into_iter().filter_map(|trick| {
            let (next, at) = later(&shape, &trick, &layouts);
            // What the plan brings in the layouts that are left; nothing is asked of those that it does not come to.
            let mut asked = vec![0; next.layouts().len()];
            for (at, &worth) in at.iter().zip(plan).filter_map(|(at, worth)| Some(((*at)?, worth)))
            {
                let own = u8::from(aim == SuitAim::Average && trick.is_won());
                asked[at] = worth.saturating_sub(own).max(asked[at]);
            }
            at.iter().any(Option::is_some).then(|| {
                let fourth = trick.defenders[1 - Trick::second(lead.hand)];
                let left = after(cards, levels, &trick);
                let next = self.step(left, aim.after(trick.is_won()), &asked).map(Box::new);
                SuitOutcome {
                    fourth: fourth.map(|it| lowest(levels[it].missing)),
                    is_won: trick.is_won(),
                    next,
                }
            })
        });
        let outcomes: Vec<SuitOutcome> = outcomes.collect();
        let second = second.map(|it| lowest(levels[it].missing));
        let third = third.map(|it| named(levels[it].own[1 - lead.hand]));
        (!outcomes.is_empty()).then_some(SuitReply { second, third, outcomes })
    }
}

fn lowest(holding: Holding) -> Rank {
    holding.iter().next_back().expect("a defender plays a card that is missing")
}

/// The cards that are left after a trick.
fn after(cards: Cards, levels: &[LevelCards], trick: &Trick) -> Cards {
    let Cards { mut hands, mut missing } = cards;
    hands[trick.hand].remove(named(levels[trick.lead].own[trick.hand]));
    if let Some(third) = trick.third {
        hands[1 - trick.hand].remove(named(levels[third].own[1 - trick.hand]));
    }
    for level in trick.defenders.into_iter().flatten() {
        let group = levels[level].missing & missing;
        missing.remove(lowest(group));
    }
    Cards { hands, missing }
}

impl SuitSolver {
    /// All ways to begin, by what the best plan of each is worth.
    pub(super) fn starts(
        &mut self,
        levels: &[LevelCards],
        shape: &Shape,
        aim: SuitAim,
        value: &dyn Fn(&[u8]) -> f64,
    ) -> Vec<SuitStart> {
        let layouts = shape.layouts().len();
        let mut starts = Vec::new();
        for lead in Self::leads(shape) {
            let seconds: Vec<Option<usize>> = shape.defended().collect();
            let after: Vec<Vec<Worth>> =
                seconds.iter().map(|&second| self.after_second(shape, aim, lead, second)).collect();
            for third in Self::thirds(shape, lead) {
                let mut after = after.clone();
                after[0] = self.after_third(shape, aim, lead, seconds[0], third);
                let plans = before_a_defender(after, layouts);
                starts.push(SuitStart {
                    hand: if lead.hand == 0 { SuitHand::First } else { SuitHand::Second },
                    lead: named(levels[lead.level].own[lead.hand]),
                    third: third.map(|it| named(levels[it].own[1 - lead.hand])),
                    value: plans.iter().map(|it| value(it)).fold(0.0, f64::max),
                });
            }
        }
        starts
    }
}
