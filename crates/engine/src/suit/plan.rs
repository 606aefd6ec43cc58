//! A plan card by card: what declarer leads, what he plays from the other hand on each card of the
//! second defender, and how he goes on.

use schemars::JsonSchema;
use serde::Serialize;

use super::access::{Reach, SuitHand};
use super::best_plan::best_plan;
use super::front::{PlanWorth, covers};
use super::shape::{LevelCards, SuitShape, SuitTrick, levels};
use super::solver::{Lead, Led, SuitAim, SuitSolver, later};
use crate::cards::{Holding, Rank, serialize_rank, serialize_some_rank};

/// A trick of a plan.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
pub struct SuitStep {
    /// The hand that leads.
    pub hand: SuitHand,
    /// The card led, of equals the one that players name.
    #[serde(serialize_with = "serialize_rank")]
    #[schemars(with = "crate::cards::RankLetter")]
    pub lead: Rank,
    /// The replies to each card of the second defender, the lowest first.
    pub replies: Vec<SuitReply>,
}

impl SuitStep {
    /// The ways in which the trick may end, each with the reply that leads to it.
    pub fn outcomes(&self) -> impl Iterator<Item = (&SuitReply, &SuitOutcome)> {
        self.replies.iter().flat_map(|reply| reply.outcomes.iter().map(move |it| (reply, it)))
    }
}

/// What declarer plays from the other hand on a card of the second defender.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
pub struct SuitReply {
    /// The second defender's card, of equals the lowest; absent if he shows out.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "serialize_some_rank")]
    #[schemars(with = "Option<crate::cards::RankLetter>")]
    pub second: Option<Rank>,
    /// The other hand's card; absent if it has none.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "serialize_some_rank")]
    #[schemars(with = "Option<crate::cards::RankLetter>")]
    pub third: Option<Rank>,
    /// The continuations after each card of the last defender, the lowest first.
    pub outcomes: Vec<SuitOutcome>,
}

/// How a trick ends.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
pub struct SuitOutcome {
    /// The last defender's card, of equals the lowest; absent if he shows out.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "serialize_some_rank")]
    #[schemars(with = "Option<crate::cards::RankLetter>")]
    pub fourth: Option<Rank>,
    /// Whether declarer wins the trick.
    pub is_won: bool,
    /// The next trick; absent where nothing can change any more, and after three tricks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<Box<SuitStep>>,
}

/// A way to begin: a card led, and what the other hand plays if the second defender plays his
/// lowest card.
#[derive(Debug, Clone, Copy, PartialEq, JsonSchema, Serialize)]
pub struct SuitStart {
    /// The hand that leads.
    pub hand: SuitHand,
    /// The card led.
    #[serde(serialize_with = "serialize_rank")]
    #[schemars(with = "crate::cards::RankLetter")]
    pub lead: Rank,
    /// The other hand's card if the second defender plays low; absent if it has none.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "serialize_some_rank")]
    #[schemars(with = "Option<crate::cards::RankLetter>")]
    pub third: Option<Rank>,
    /// The probability of reaching the aim so, or the mean number of tricks.
    pub value: f64,
}

/// Declarer's cards, those that are missing, and the hands from which he may lead.
#[derive(Debug, Clone, Copy)]
pub(super) struct DeclarersSuit {
    pub(super) hands: [Holding; 2],
    pub(super) missing: Holding,
    pub(super) reach: Reach,
}

impl DeclarersSuit {
    pub(super) fn levels(self) -> Vec<LevelCards> {
        levels(self.hands, self.missing, self.reach)
    }
}

/// The card of equals that players name: the highest if it is an honour that is not led to a higher
/// card, else the lowest.
fn named(holding: Holding, is_led_to_higher: bool) -> Rank {
    let [highest, lowest] = [holding.iter().next(), holding.iter().next_back()];
    let highest = highest.expect("a level from which a card is played has one");
    if highest >= Rank::T && !is_led_to_higher { highest } else { lowest.unwrap_or(highest) }
}

/// A position, and the value in each of its layouts of the plan that is written out.
struct PlanPosition<'a> {
    cards: DeclarersSuit,
    levels: Vec<LevelCards>,
    shape: SuitShape,
    aim: SuitAim,
    plan: &'a [u8],
    /// The number of tricks that are written out after this one.
    more: u8,
}

impl PlanPosition<'_> {
    /// Whether all plans have the same value: the aim is reached or missed in each layout, however
    /// declarer plays on.
    fn is_decided(&self) -> bool {
        match self.aim {
            SuitAim::AtLeast(tricks) => tricks == 0 || self.plan.iter().all(|&brings| brings == 0),
            SuitAim::Average => self.shape.len(0).max(self.shape.len(1)) == 0,
        }
    }

    /// Whether after each of a defender's cards one of the plans is as good as the one that is
    /// written out.
    fn is_served_by(&self, after: &[Vec<PlanWorth>]) -> bool {
        let mut possible = after.iter().filter(|it| !it.is_empty());
        possible.all(|plans| plans.iter().any(|it| covers(it, self.plan)))
    }

    fn led(&self, lead: Lead) -> Led<'_> {
        Led { shape: &self.shape, aim: self.aim, lead }
    }

    fn own(&self, hand: usize, level: usize, is_led_to_higher: bool) -> Rank {
        named(self.levels[level].own[hand], is_led_to_higher)
    }

    fn missing(&self, level: usize) -> Rank {
        let missing = self.levels[level].missing.iter().next_back();
        missing.expect("a defender plays a card that is missing")
    }
}

/// The beginning of a trick: who leads which card.
#[derive(Clone, Copy)]
struct Begun {
    lead: Lead,
    card: Rank,
}

impl SuitSolver {
    /// The next tricks of a plan with at least this value in every layout, as far as cards make a
    /// difference. There must be such a plan.
    pub(super) fn step(
        &mut self,
        cards: DeclarersSuit,
        (aim, tricks): (SuitAim, u8),
        plan: &[u8],
    ) -> Option<SuitStep> {
        let more = tricks.checked_sub(1)?;
        let levels = cards.levels();
        let it = PlanPosition {
            cards,
            shape: SuitShape::of(&levels, cards.reach),
            levels,
            aim,
            plan,
            more,
        };
        if it.is_decided() {
            return None;
        }
        let mut leads = Self::leads(&it.shape).into_iter();
        let lead = leads.find(|&lead| it.is_served_by(&self.after_seconds(it.led(lead))))?;
        let seconds: Vec<Option<usize>> = it.shape.defended().collect();
        let thirds: Vec<_> = seconds.iter().map(|&second| self.third(&it, lead, second)).collect();
        let is_led_to_higher = thirds[0].is_some_and(|third| third < lead.level);
        let begun = Begun { lead, card: it.own(lead.hand, lead.level, is_led_to_higher) };
        let plays = seconds.into_iter().zip(thirds);
        let replies = plays.filter_map(|(second, third)| self.reply(&it, begun, second, third));
        Some(SuitStep { hand: hand(lead), lead: begun.card, replies: replies.collect() })
    }

    /// The card of the other hand after a card of the second defender; `None` if it has no card.
    fn third(&mut self, it: &PlanPosition, lead: Lead, second: Option<usize>) -> Option<usize> {
        let serves = |&third: &Option<usize>| {
            it.is_served_by(&self.after_fourths(it.led(lead), second, third))
        };
        it.led(lead).thirds().into_iter().find(serves).flatten()
    }

    fn reply(
        &mut self,
        it: &PlanPosition,
        begun: Begun,
        second: Option<usize>,
        third: Option<usize>,
    ) -> Option<SuitReply> {
        let other = third.map(|level| it.own(1 - begun.lead.hand, level, false));
        let all = it.led(begun.lead).tricks(second, third);
        let outcomes = all.filter_map(|trick| self.outcome(it, begun, other, &trick));
        let outcomes: Vec<SuitOutcome> = outcomes.collect();
        let second = second.map(|level| it.missing(level));
        (!outcomes.is_empty()).then_some(SuitReply { second, third: other, outcomes })
    }

    /// The end of a trick and what follows; `None` if the defenders cannot have played so.
    fn outcome(
        &mut self,
        it: &PlanPosition,
        begun: Begun,
        other: Option<Rank>,
        trick: &SuitTrick,
    ) -> Option<SuitOutcome> {
        let (next, places) = later(&it.shape, trick, &it.shape.layouts());
        if places.iter().all(Option::is_none) {
            return None;
        }
        // The plan's value in the layouts that are left; 0 in those that it does not reach.
        let mut asked = vec![0; next.layouts().len()];
        let won = u8::from(it.aim == SuitAim::Average && trick.is_won());
        for (place, &brings) in places.iter().zip(it.plan) {
            if let Some(place) = *place {
                asked[place] = brings.saturating_sub(won).max(asked[place]);
            }
        }
        let mut left = DeclarersSuit { reach: next.reach, ..it.cards };
        left.hands[begun.lead.hand].remove(begun.card);
        if let Some(card) = other {
            left.hands[1 - begun.lead.hand].remove(card);
        }
        for level in trick.defenders.into_iter().flatten() {
            let group = it.levels[level].missing & left.missing;
            left.missing.remove(group.iter().next_back()?);
        }
        let fourth = trick.defenders[1 - SuitTrick::second(begun.lead.hand)];
        Some(SuitOutcome {
            fourth: fourth.map(|level| it.missing(level)),
            is_won: trick.is_won(),
            next: self.step(left, (it.aim.after(trick.is_won()), it.more), &asked).map(Box::new),
        })
    }
}

const fn hand(lead: Lead) -> SuitHand {
    if lead.hand == 0 { SuitHand::First } else { SuitHand::Second }
}

impl SuitSolver {
    /// All ways to begin, each with its best plan's value in every layout.
    pub(super) fn starts(
        &mut self,
        levels: &[LevelCards],
        shape: &SuitShape,
        aim: SuitAim,
        value: &dyn Fn(&[u8]) -> f64,
    ) -> Vec<(SuitStart, PlanWorth)> {
        let lowest = shape.defended().next().flatten();
        let mut starts = Vec::new();
        for lead in Self::leads(shape) {
            let led = Led { shape, aim, lead };
            let after = self.after_seconds(led);
            for third in led.thirds() {
                let mut after = after.clone();
                after[0] = self.after_third(led, lowest, third);
                let (value, plan) = best_plan(after, value);
                let is_led_to_higher = third.is_some_and(|it| it < lead.level);
                let start = SuitStart {
                    hand: hand(lead),
                    lead: named(levels[lead.level].own[lead.hand], is_led_to_higher),
                    third: third.map(|it| named(levels[it].own[1 - lead.hand], false)),
                    value,
                };
                starts.push((start, plan));
            }
        }
        starts
    }
}
