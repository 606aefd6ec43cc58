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
    if rank < Rank::T { "low".to_owned() } else { honour(rank) }
}

fn honour(rank: Rank) -> String {
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
    if rank < Rank::T { "a low card".to_owned() } else { honour(rank) }
}

/// The cards that are missing after a trick.
fn left(missing: Holding, reply: &SuitReply, outcome: &SuitOutcome) -> Holding {
    let gone = [reply.second, outcome.fourth].into_iter().flatten();
    gone.fold(missing, |missing, rank| missing - Holding::from_rank(rank))
}

/// The end of a trick in words: "it loses to the Q", "East shows out".
fn ended(
    step: &SuitStep,
    reply: &SuitReply,
    outcome: &SuitOutcome,
    [second, last]: [&str; 2],
) -> String {
    let own = reply.third.map_or(step.lead, |third| third.max(step.lead));
    let seen = [(reply.second, second), (outcome.fourth, last)];
    let best = reply.second.max(outcome.fourth).filter(|_| !outcome.is_won);
    let fallen = seen.into_iter().filter(|(card, _)| *card >= Some(Rank::T) && *card != best);
    let fallen = fallen.filter_map(|(card, who)| Some(format!("{who} plays {}", honour(card?))));
    if reply.second == outcome.fourth && reply.second >= Some(Rank::T) {
        return "both play an honour".to_owned();
    }
    let loses = best.map(|best| format!("it loses to {}", seen_card(best)));
    let said = loses.into_iter().chain(fallen).join(" and ");
    match said.is_empty() {
        false => said,
        true if own >= Rank::T => "it holds".to_owned(),
        true => "both follow low".to_owned(),
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
                format!("{} to {}", card(lead), honour(third))
            }
            _ if is_master && lead >= Rank::T => format!("cash {}", honour(lead)),
            _ if lead >= Rank::T => format!("run {}", honour(lead)),
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
        let others = step.replies.iter().filter(|it| it.third != usual && it.third.is_some());
        let [second, last] = self.defenders(step.hand);
        let others = others.map(|it| match (it.second, it.third) {
            (Some(seen), Some(third)) => format!("{} on {}", card(third), seen_card(seen)),
            (None, Some(third)) => format!("{} if {second} shows out", card(third)),
            (_, None) => String::new(),
        });
        let others = others.unique().join(", ");
        let others = if others.is_empty() { others } else { format!(" ({others})") };
        lines.push(format!(
            "{indent}{}{others}",
            self.begins(missing, (step.hand, step.lead), usual)
        ));
        if number == TOLD {
            return;
        }
        let outcomes =
            step.replies.iter().flat_map(|reply| reply.outcomes.iter().map(move |it| (reply, it)));
        // Once a defender shows out, all cards are known.
        let all_follow = |(reply, outcome): &(&SuitReply, &SuitOutcome)| {
            reply.second.is_some() && outcome.fourth.is_some()
        };
        let cases = outcomes.filter(all_follow).filter_map(|(reply, outcome)| {
            let next = outcome.next.as_ref()?;
            Some((ended(step, reply, outcome, [second, last]), left(missing, reply, outcome), next))
        });
        let mut told: Vec<(Vec<String>, Vec<String>)> = Vec::new();
        for (label, missing, next) in cases {
            let mut below = Vec::new();
            self.tell(missing, next, number + 1, &mut below);
            match told.iter_mut().find(|(_, other)| *other == below) {
                Some((labels, _)) => labels.push(label),
                None => told.push((vec![label], below)),
            }
        }
        let is_one = told.len() == 1;
        for (labels, below) in told {
            let below = below.into_iter().enumerate().map(|(at, line)| match at {
                0 if is_one => format!("{}then {}", "  ".repeat(number), line.trim_start()),
                0 => {
                    let cases = labels.iter().unique().join(" or ");
                    format!("{}if {cases}: {}", "  ".repeat(number), line.trim_start())
                }
                _ => line,
            });
            lines.extend(below);
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
