//! What may be behind a contradiction: each cheapest way to mend it, with its exact probability.
//!
//! The belief needs no repair. Every promise is soft in it, so layouts that break one of the
//! contradicting promises are counted at their weights, and its samples are already the mixture of
//! all the ways in which the promises may have been broken. Here the mixture is taken apart.

use super::{Belief, Evidence};
use crate::constraint::{Conflict, Formula, Repairs, Rule, Undecided};
use crate::play::View;

/// One of the cheapest ways to mend a contradiction.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// The promises that were not kept.
    pub broken: Vec<Rule>,
    /// The posterior probability that exactly these of the promises involved were broken: the share
    /// of the samples in which they were. 0 if the promises admit no exception; then there is no
    /// belief until some are given up.
    pub share: f64,
}

/// Promises that cannot all have been kept, and what may be behind that.
#[derive(Debug, Clone)]
pub struct Contradiction {
    /// A smallest set of facts and promises that contradict each other.
    pub conflict: Conflict,
    /// The promises that take part in this contradiction or in another one.
    pub involved: Vec<Rule>,
    /// The ways to mend it with as few broken promises as possible, the likeliest first. Their
    /// shares add up to 1 less the share of the layouts that break more.
    pub scenarios: Vec<Scenario>,
}

impl Contradiction {
    /// Finds a contradiction among the promises of the auction, of the user and of signals of two
    /// meanings, or between these and what the player has seen; `None` if some deal keeps them all.
    ///
    /// # Errors
    ///
    /// [`Undecided`] when it is not known whether some deal fits.
    pub fn find(view: &View, evidence: &Evidence) -> Result<Option<Self>, Undecided> {
        let known = &evidence.ownership;
        let claims = evidence.readings.iter().filter_map(|reading| reading.promise(known));
        let rules: Vec<Rule> = evidence.rules.iter().cloned().chain(claims).collect();
        let Some(repairs) = Repairs::find(view, &rules)? else { return Ok(None) };
        // Counted alone: estimated shares would not add up.
        let evidence = &Evidence { whole_hands: None, ..evidence.clone() };
        let belief = Belief::new(evidence).ok();
        let scenario = |broken: &Vec<usize>| {
            let share = belief.as_ref().map_or(0.0, |belief| {
                let only = only_broken(evidence, &rules, &repairs.involved, broken);
                Belief::new(&only).map_or(0.0, |only| only.weight() / belief.weight())
            });
            Scenario { broken: broken.iter().map(|&rule| rules[rule].clone()).collect(), share }
        };
        let mut scenarios: Vec<Scenario> = repairs.cheapest.iter().map(scenario).collect();
        scenarios.sort_by(|a, b| b.share.total_cmp(&a.share));
        let involved = repairs.involved.iter().map(|&rule| rules[rule].clone()).collect();
        Ok(Some(Self { conflict: repairs.conflict, involved, scenarios }))
    }
}

/// The evidence restricted to layouts in which exactly these of the rules involved are broken.
fn only_broken(
    evidence: &Evidence,
    rules: &[Rule],
    involved: &[usize],
    broken: &[usize],
) -> Evidence {
    let certain = |&number: &usize| {
        let rule = &rules[number];
        let condition = rule.condition.clone();
        let is_broken = broken.contains(&number);
        let so = if is_broken { Formula::Not(Box::new(condition)) } else { condition };
        Rule::certain(rule.seat, so, rule.source.clone())
    };
    let mut only = evidence.clone();
    only.rules.extend(involved.iter().map(certain));
    only
}
