//! Plans for one suit, in words.

use itertools::Itertools;

use falsecard_engine::cards::{Holding, Rank, holding_name};
use falsecard_engine::suit::{
    Combination, SuitHand, SuitOutcome, SuitPlan, SuitReply, SuitStart, SuitStep,
};

/// The number of tricks of a plan that are told.
const TOLD: usize = 2;

/// A card as players name it: a small one is "low".
fn card(rank: Rank) -> String {
    if rank < Rank::T { "low".to_owned() } else { exact(rank) }
}

fn exact(rank: Rank) -> String {
    format!("the {}", holding_name(Holding::from_rank(rank)))
}

/// A suit combination with the names of all hands.
#[derive(Debug, Clone, Copy)]
pub struct NamedSuit {
    /// Declarer's cards.
    pub suit: Combination,
    /// The names of declarer's first hand and of his second.
    pub hands: [&'static str; 2],
    /// The name of the defender who plays before declarer's first hand, and of the other.
    pub defenders: [&'static str; 2],
}

impl NamedSuit {
    /// The first lead of a start, in words: "low to the J from South", "cash the A from North".
    pub fn begun(&self, start: &SuitStart) -> String {
        self.begins(self.suit.missing(), (start.hand, start.lead), start.third)
    }

    /// How a plan begins, in words; empty if no card makes a difference.
    pub fn begins_with(&self, plan: &SuitPlan) -> String {
        let usual = |step: &SuitStep| step.replies.first().and_then(|it| it.third);
        let missing = self.suit.missing();
        let begins = |step: &SuitStep| self.begins(missing, (step.hand, step.lead), usual(step));
        plan.first.as_ref().map_or_else(String::new, begins)
    }

    /// A plan trick by trick: a line for each case, indented further in later tricks.
    pub fn planned(&self, plan: &SuitPlan) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(step) = &plan.first {
            self.tell(self.suit.missing(), step, 1, &mut lines);
        }
        lines
    }
}

fn seen_card(rank: Rank) -> String {
    if rank < Rank::T { "a low card".to_owned() } else { exact(rank) }
}

/// What declarer's other hand plays on other cards than the usual ones: " (the A on the J or the
/// K, low if West shows out)"; empty if it always plays the same.
fn exceptions(step: &SuitStep, usual: Option<Rank>, second: &str) -> String {
    let others = step.replies.iter().filter(|it| it.third != usual);
    let on = |reply: &SuitReply| match reply.second {
        Some(seen) => format!("on {}", seen_card(seen)),
        None => format!("if {second} shows out"),
    };
    let mut said: Vec<(Rank, Vec<String>)> = Vec::new();
    for reply in others {
        let Some(third) = reply.third else { continue };
        match said.iter_mut().find(|it| it.0 == third) {
            Some((_, when)) => when.push(on(reply)),
            None => said.push((third, vec![on(reply)])),
        }
    }
    let mut said = said.into_iter().map(|(third, when)| {
        let when = when.into_iter().unique().join(" or ");
        format!("{} {}", card(third), when.replace("or on", "or"))
    });
    let said = said.join(", ");
    if said.is_empty() { said } else { format!(" ({said})") }
}

/// The cards that are missing after a trick.
fn left(missing: Holding, reply: &SuitReply, outcome: &SuitOutcome) -> Holding {
    let gone = [reply.second, outcome.fourth].into_iter().flatten();
    gone.fold(missing, |missing, rank| missing - Holding::from_rank(rank))
}

/// The end of a trick to which all followed, as players see it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct TrickEnd {
    /// Declarer's highest card.
    own: Rank,
    /// The card that beat it.
    loses_to: Option<Rank>,
    /// The defenders' other cards, each with its player.
    fallen: Vec<(&'static str, Rank)>,
}

impl TrickEnd {
    /// `None` if a defender shows out.
    fn of(
        step: &SuitStep,
        reply: &SuitReply,
        outcome: &SuitOutcome,
        [second, last]: [&'static str; 2],
    ) -> Option<Self> {
        let mut fallen = vec![(second, reply.second?), (last, outcome.fourth?)];
        let best = usize::from(fallen[1].1 > fallen[0].1);
        let loses_to = (!outcome.is_won).then(|| fallen.remove(best).1);
        let own = reply.third.map_or(step.lead, |third| third.max(step.lead));
        Some(Self { own, loses_to, fallen })
    }

    /// This end for one who does not tell cards below `least` apart.
    fn seen(&self, least: Rank) -> Self {
        let is_seen = |rank: Rank| rank >= least;
        let fallen = self.fallen.iter().copied().filter(|(_, rank)| is_seen(*rank)).collect();
        let loses_to = self.loses_to.map(|best| if is_seen(best) { best } else { LOW });
        Self { own: self.own, loses_to, fallen }
    }
}

/// Stands for every card that is not told apart: the lowest beats no other.
const LOW: Rank = Rank::new(2);

/// The ends of a trick that have one sequel, and the lines that tell it.
type Sequel = (Vec<TrickEnd>, Vec<String>);

/// The ends of a trick by their sequel. Spots count as one card, unless only they tell two sequels
/// apart.
fn sequels(cases: Vec<(TrickEnd, Vec<String>)>) -> Vec<Sequel> {
    let mut all: Vec<Sequel> = Vec::new();
    for (end, told) in cases {
        match all.iter_mut().find(|(_, other)| *other == told) {
            Some((ends, _)) => ends.push(end),
            None => all.push((vec![end], told)),
        }
    }
    let seen = |least: Rank| -> Vec<Vec<TrickEnd>> {
        let seen = |(ends, _): &Sequel| ends.iter().map(|it| it.seen(least)).unique().collect();
        all.iter().map(seen).collect()
    };
    let least = (LOW.get()..=Rank::T.get()).rev().map(Rank::new);
    let ends = least.map(seen).find(|seen| seen.iter().flatten().all_unique());
    let Some(ends) = ends else { return all };
    ends.into_iter().zip(all).map(|(ends, (_, told))| (ends, told)).collect()
}

/// Ends of a trick in words: "it holds or it loses to the Q", "West plays the J or the K".
/// `subject` names a card of declarer's.
fn ended(ends: &[TrickEnd], subject: &dyn Fn(Rank) -> String) -> String {
    let ends = ends.iter().filter(|end| !ends.iter().any(|other| other.covers(end)));
    let (alone, others): (Vec<_>, Vec<_>) = ends.partition(|it| it.is_alone());
    let mut said: Vec<String> = others.into_iter().map(|it| it.said(subject)).collect();
    let cards = alone.into_iter().map(|it| it.fallen[0]).sorted().into_group_map();
    let named = |cards: &Vec<Rank>| cards.iter().map(|&rank| exact(rank)).join(" or ");
    let each = cards.iter().sorted().map(|(who, cards)| (*who, named(cards))).collect_vec();
    match each.as_slice() {
        [(_, one), (_, other)] if one == other => said.push(format!("{one} falls")),
        each => said.extend(each.iter().map(|(who, cards)| format!("{who} plays {cards}"))),
    }
    said.into_iter().unique().join(" or ")
}

impl TrickEnd {
    /// Whether a trick that ends so also ends as described by another end, which names more cards.
    fn covers(&self, other: &Self) -> bool {
        (self.own, self.loses_to) == (other.own, other.loses_to)
            && self.fallen.len() < other.fallen.len()
            && self.fallen.iter().all(|card| other.fallen.contains(card))
    }

    /// Whether it is told by one card of one defender.
    fn is_alone(&self) -> bool {
        self.loses_to.is_none() && self.fallen.len() == 1
    }

    fn said(&self, subject: &dyn Fn(Rank) -> String) -> String {
        let own = subject(self.own);
        let does = match (self.loses_to, self.fallen.as_slice()) {
            (Some(LOW), _) => Some(format!("{own} loses to a low card")),
            (Some(best), _) => Some(format!("{own} loses to {}", exact(best))),
            (None, []) if self.own >= Rank::T => Some(format!("{own} holds")),
            (None, []) => Some("both follow low".to_owned()),
            (None, [one, other]) if one.1 == other.1 => return "both play an honour".to_owned(),
            (None, _) => None,
        };
        let fallen = self.fallen.iter().map(|(who, rank)| format!("{who} plays {}", exact(*rank)));
        does.into_iter().chain(fallen).join(" and ")
    }
}

impl NamedSuit {
    fn begins(
        &self,
        missing: Holding,
        (from, lead): (SuitHand, Rank),
        third: Option<Rank>,
    ) -> String {
        let is_master = missing.iter().next().is_none_or(|highest| highest < lead);
        let play = match third {
            Some(third) if third >= Rank::T && third > lead => {
                format!("{} to {}", card(lead), exact(third))
            }
            _ if is_master && lead >= Rank::T => format!("cash {}", exact(lead)),
            _ if lead >= Rank::T => format!("run {}", exact(lead)),
            Some(third) if third > lead => {
                format!("low to the {}", holding_name(Holding::from_rank(third)))
            }
            _ => card(lead),
        };
        format!("{play} from {}", self.hand(from))
    }

    fn tell(&self, missing: Holding, step: &SuitStep, number: usize, lines: &mut Vec<String>) {
        let indent = "  ".repeat(number - 1);
        let usual = step.replies.first().and_then(|it| it.third);
        let [second, last] = self.defenders(step.hand);
        let begins = self.begins(missing, (step.hand, step.lead), usual);
        lines.push(format!("{indent}{begins}{}", exceptions(step, usual, second)));
        if number == TOLD {
            return;
        }
        let mut cases = Vec::new();
        for (reply, outcome) in step.outcomes() {
            // Once a defender shows out, all cards are known.
            let end = TrickEnd::of(step, reply, outcome, [second, last]);
            if let (Some(end), Some(next)) = (end, &outcome.next) {
                let mut below = Vec::new();
                self.tell(left(missing, reply, outcome), next, number + 1, &mut below);
                cases.push((end, below));
            }
        }
        let is_one_card = cases.iter().map(|it| it.0.own).all_equal();
        let subject = |own| if is_one_card { "it".to_owned() } else { exact(own) };
        let told = sequels(cases);
        let is_one = told.len() == 1;
        for (ends, below) in told {
            let when =
                if is_one { "then".to_owned() } else { format!("if {}:", ended(&ends, &subject)) };
            let indent = "  ".repeat(number);
            lines.push(format!("{indent}{when} {}", below[0].trim_start()));
            lines.extend(below.into_iter().skip(1));
        }
    }

    const fn hand(&self, hand: SuitHand) -> &'static str {
        match hand {
            SuitHand::First => self.hands[0],
            SuitHand::Second => self.hands[1],
        }
    }

    /// The names of the defenders who play second and last.
    const fn defenders(&self, leader: SuitHand) -> [&'static str; 2] {
        let [west, east] = self.defenders;
        match leader {
            SuitHand::First => [east, west],
            SuitHand::Second => [west, east],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use falsecard_engine::suit::{SuitAnswer, SuitSolver, VacantPlaces};

    fn solved(text: &str) -> (NamedSuit, SuitAnswer) {
        let [first, second] = falsecard_notation::read_suit(text).unwrap();
        let suit = Combination::new(first, second).unwrap();
        let ways = |west, east| VacantPlaces::default().ways(west, east);
        let answer = SuitSolver::default().solve(suit, ways).unwrap();
        (NamedSuit { suit, hands: ["North", "South"], defenders: ["West", "East"] }, answer)
    }

    /// A player knows after each first trick how the plan goes on: no two cases read the same.
    #[test]
    fn sequels_are_told_apart() {
        for text in ["A1094 / Q75", "AQ1082 / 9764", "Q1094 / A32", "AJ9 / 543", "KJ52 / A43"] {
            let (named, answer) = solved(text);
            for plan in answer.at_least.iter().chain([&answer.average]) {
                let lines = named.planned(plan);
                let cases = lines.iter().filter_map(|it| it.split_once(':')).map(|it| it.0);
                assert!(
                    cases.clone().all_unique(),
                    "{text}: {cases:?}",
                    cases = cases.collect_vec()
                );
            }
        }
    }

    #[test]
    fn cards_that_either_defender_may_drop_are_named_once() {
        let (named, answer) = solved("AQ1082 / 9764");
        let lines = named.planned(&answer.at_least[3]);
        assert_eq!(lines[2], "  if the J or the K falls: low to the 6 from North");
    }
}
