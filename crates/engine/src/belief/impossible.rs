//! What is certain and cannot be true at once.

use super::{Belief, Evidence, NoBelief};
use crate::constraint::{DealCondition, Rule};

/// Certain rules and relations between hands that no layout fulfils, given what the player has
/// seen.
///
/// The linear model, which finds a smallest [`Conflict`](crate::constraint::Conflict), does not
/// know relations. So here the count is asked again and again with one part less. None of the parts
/// that remain can be left out, but another set may be smaller.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Impossible {
    /// The rules that take part, each about one hand.
    pub rules: Vec<Rule>,
    /// The relations that take part, each about several hands.
    pub relations: Vec<DealCondition>,
}

impl Impossible {
    /// Finds a minimal set; `None` if some layout fits, or if it cannot be decided.
    ///
    /// ```
    /// # use falsecard::belief::{Evidence, Impossible};
    /// # use falsecard::constraint::parse_deal_condition;
    /// # use falsecard::notation::problem;
    /// let text = include_bytes!("../../../../problems/paper/paper-ex1.pbn");
    /// let problems = problem::read("paper-ex1.pbn", text).all()?;
    /// let mut evidence = Evidence::facts(problems[0].view());
    /// let said =
    ///     ["hcp(west) > hcp(south)", "clubs(west) > clubs(south)", "hcp(south) > hcp(west)"];
    /// evidence.relations = said.map(|text| parse_deal_condition(text, None).unwrap()).into();
    /// let impossible = Impossible::find(&evidence).unwrap();
    /// let [first, .., last] = &evidence.relations[..] else { unreachable!() };
    /// assert_eq!(impossible.relations, [first.clone(), last.clone()]);
    /// # Ok::<(), falsecard::notation::Fault>(())
    /// ```
    pub fn find(evidence: &Evidence) -> Option<Self> {
        let nothing_fits = |evidence: &Evidence| {
            matches!(Belief::new(evidence).map(drop), Err(NoBelief::NothingFits))
        };
        let mut least = evidence.clone();
        // Promises that may be broken contradict nothing.
        least.rules.retain(Rule::is_certain);
        if !nothing_fits(&least) {
            return None;
        }
        for at in (0..least.rules.len()).rev() {
            let rule = least.rules.remove(at);
            if !nothing_fits(&least) {
                least.rules.insert(at, rule);
            }
        }
        for at in (0..least.relations.len()).rev() {
            let relation = least.relations.remove(at);
            if !nothing_fits(&least) {
                least.relations.insert(at, relation);
            }
        }
        Some(Self { rules: least.rules, relations: least.relations })
    }
}
