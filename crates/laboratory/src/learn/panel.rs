//! Engines in people's places: which cards they would have played, what these give up, and how long they thought.

use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::sums::Sum;
use falsecard_engine::cards::Card;
use falsecard_engine::search::{self, Question, Search, UnknownEngine};

/// The engines that are asked what they would play in people's places, by name. The others are compared with the first.
///
/// ```
/// use falsecard::learn::Panel;
///
/// let known = ["minimax".to_owned(), "fused".to_owned()];
/// assert!(Panel::try_from(known.to_vec()).is_ok());
/// assert!(Panel::try_from(vec!["deep-thought".to_owned()]).is_err());
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>")]
pub struct Panel(Vec<String>);

impl TryFrom<Vec<String>> for Panel {
    type Error = UnknownEngine;

    fn try_from(names: Vec<String>) -> Result<Self, UnknownEngine> {
        match names.iter().find(|name| search::named(name).is_none()) {
            None => Ok(Self(names)),
            Some(name) => Err(UnknownEngine { name: name.clone() }),
        }
    }
}

impl Panel {
    /// A panel of these engines.
    pub fn of(searches: &[&dyn Search]) -> Self {
        Self(searches.iter().map(|search| search.slug().to_owned()).collect())
    }

    /// What each engine makes of a decision at which cards cost this many tricks and a person chose one.
    pub(super) fn ask(
        &self,
        question: &Question,
        chosen: Card,
        cost: impl Fn(Card) -> f64,
    ) -> Vec<Panellist> {
        let searches = self.0.iter().filter_map(|name| search::named(name));
        let votes: Vec<_> = searches.map(|search| (search, Vote::of(search, question))).collect();
        let first = votes.first().and_then(|(_, vote)| vote.as_ref()).map(|vote| vote.card);
        let panellist = |(search, vote): &(&dyn Search, Option<Vote>)| {
            let mut panellist = Panellist::new(search.slug());
            if let Some(Vote { card, seconds }) = *vote {
                panellist.tricks.add(cost(card));
                panellist.than_person.add(cost(card) - cost(chosen));
                panellist.seconds.push(seconds);
                if let Some(first) = first {
                    panellist.leaves.add(f64::from(card != first));
                }
            }
            panellist
        };
        votes.iter().map(panellist).collect()
    }
}

/// The card that an engine chose, and how many seconds it thought.
struct Vote {
    card: Card,
    seconds: f64,
}

impl Vote {
    /// `None` if the engine cannot decide.
    fn of(search: &dyn Search, question: &Question) -> Option<Self> {
        let start = Instant::now();
        let card = search.decide(question).ok()?.card;
        Some(Self { card, seconds: start.elapsed().as_secs_f64() })
    }
}

/// What an engine would have done in people's places. Decisions that it cannot make are left out.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Panellist {
    /// The engine's name.
    pub engine: String,
    /// The double-dummy tricks that its cards give up.
    pub tricks: Sum,
    /// How many more than the person's at the same decisions.
    pub than_person: Sum,
    /// How often its card is another than that of the panel's first engine; 0 for the first itself.
    pub leaves: Sum,
    /// The seconds that it thought, a decision each. They alone differ from run to run.
    pub seconds: Vec<f64>,
}

impl Panellist {
    fn new(engine: &str) -> Self {
        let [tricks, than_person, leaves] = [Sum::default(); 3];
        Self { engine: engine.to_owned(), tricks, than_person, leaves, seconds: Vec::new() }
    }

    /// Takes in what the same engine would have done elsewhere.
    fn take(&mut self, other: &Self) {
        self.tricks.take(&other.tricks);
        self.than_person.take(&other.than_person);
        self.leaves.take(&other.leaves);
        self.seconds.extend(&other.seconds);
    }

    /// Takes in what a panel would have done elsewhere, each engine by itself.
    pub(super) fn take_each(panel: &mut Vec<Self>, others: &[Self]) {
        for (at, other) in others.iter().enumerate() {
            match panel.get_mut(at) {
                Some(own) => own.take(other),
                None => panel.push(other.clone()),
            }
        }
    }
}
