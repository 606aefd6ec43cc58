//! Engines in people's places: which cards they would have played, what these give up, and how long they thought.

use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::promises::Promises;
use falsecard_engine::cards::Card;
use falsecard_engine::dd::CardValues;
use falsecard_engine::play::View;
use falsecard_engine::search::{self, Decision, Question, Search, UnknownEngine};
use falsecard_laboratory::records::Sum;

/// The engines that are asked what they would play in people's places, by name. The others are compared with the first.
///
/// ```
/// use falsecard_lab::learn::Panel;
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

    /// What each engine makes of a decision that a person has made.
    pub(super) fn ask(&self, question: &Question, made: &Made) -> Vec<Panellist> {
        let searches = self.0.iter().filter_map(|name| search::named(name));
        let votes: Vec<_> = searches.map(|search| (search, Vote::of(search, question))).collect();
        let first = votes.first().and_then(|(_, vote)| vote.as_ref());
        let panellist = |(search, vote): &(&dyn Search, Option<Vote>)| {
            let mut panellist = Panellist::new(search.slug());
            if let Some(vote) = vote {
                panellist.add(vote, first, made);
                panellist.add_promise(&vote.decision, *search, question, made);
            }
            panellist
        };
        votes.iter().map(panellist).collect()
    }
}

/// A decision that a person has made, and what came of it.
pub(super) struct Made {
    /// A number by which the board is known.
    pub(super) board: u64,
    /// His card.
    pub(super) card: Card,
    /// What each card leaves to his side double dummy, as the cards lay.
    pub(super) open: CardValues,
    /// The tricks that his side took from there on, as far as the file says.
    pub(super) taken: Option<u8>,
}

impl Made {
    /// The double-dummy tricks that a card gives up.
    pub(super) fn cost(&self, card: Card) -> f64 {
        let best = self.open.best();
        f64::from(best - self.open.value(card).unwrap_or(best))
    }

    /// What his side took beyond what his card left to it double dummy: in tricks and in points.
    fn beyond(&self, view: &View) -> Option<[f64; 2]> {
        let (taken, open) = (self.taken?, self.open.value(self.card)?);
        let points = f64::from(view.score_with(taken) - view.score_with(open));
        Some([f64::from(taken) - f64::from(open), points])
    }

    /// What his side took beyond what there was to take double dummy.
    fn beyond_best(&self) -> Option<f64> {
        self.taken.map(|taken| f64::from(taken) - f64::from(self.open.best()))
    }
}

/// What an engine decided, and how many seconds it thought.
struct Vote {
    decision: Decision,
    seconds: f64,
}

impl Vote {
    /// `None` if the engine cannot decide.
    fn of(search: &dyn Search, question: &Question) -> Option<Self> {
        let start = Instant::now();
        let decision = search.decide(question).ok()?;
        Some(Self { decision, seconds: start.elapsed().as_secs_f64() })
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
    /// How many double-dummy tricks more it gives up than the panel's first engine at the same decisions.
    pub than_first: Sum,
    /// Of people who played this engine's card where it leaves that of the panel's first engine: the tricks that their side took from there on,
    /// beyond those that there were double dummy.
    pub followed: Sum,
    /// The same of people who played the first engine's card there.
    pub followed_first: Sum,
    /// What its playouts promise of the person's card beyond double dummy, in tricks, where that is not minimax's, and what came of it.
    pub tricks_promised: Promises,
    /// The same in points.
    pub points_promised: Promises,
    /// The seconds that it thought, a decision each. They alone differ from run to run.
    pub seconds: Vec<f64>,
}

impl Panellist {
    fn new(engine: &str) -> Self {
        let [tricks, than_person, leaves, than_first] = [Sum::default(); 4];
        let [followed, followed_first] = [Sum::default(); 2];
        let [tricks_promised, points_promised] = [(); 2].map(|()| Promises::default());
        Self {
            engine: engine.to_owned(),
            tricks,
            than_person,
            leaves,
            than_first,
            followed,
            followed_first,
            tricks_promised,
            points_promised,
            seconds: Vec::new(),
        }
    }

    /// Takes in its vote, compared with that of the panel's first engine, at a decision that a person has made.
    fn add(&mut self, vote: &Vote, first: Option<&Vote>, made: &Made) {
        let card = vote.decision.card;
        self.tricks.add(made.cost(card));
        self.than_person.add(made.cost(card) - made.cost(made.card));
        self.seconds.push(vote.seconds);
        if let Some(first) = first.map(|first| first.decision.card) {
            self.leaves.add(f64::from(card != first));
            self.than_first.add(made.cost(card) - made.cost(first));
            if let Some(beyond) = made.beyond_best().filter(|_| card != first) {
                let followed = [(card, &mut self.followed), (first, &mut self.followed_first)];
                if let Some((_, his)) = followed.into_iter().find(|(card, _)| *card == made.card) {
                    his.add(beyond);
                }
            }
        }
    }

    /// Takes in what its playouts promise of the person's card, if that is another play than minimax's, both were played out, and his
    /// result is known. It is asked a second time, with other random numbers: see [`Promises`].
    fn add_promise(
        &mut self,
        asked: &Decision,
        search: &dyn Search,
        question: &Question,
        made: &Made,
    ) {
        let left = 13 - question.view.history().tricks_played();
        let minimax = asked.candidates.iter().find(|it| it.gain.is_some_and(|it| it.is_minimax));
        let Some(first) = minimax.map(|it| it.card) else { return };
        if asked.play_of(first) == asked.play_of(made.card) {
            return;
        }
        let Some([tricks, points]) = made.beyond(question.view) else { return };
        let beyond = |decision: &Decision| {
            let each = [first, made.card].map(|card| decision.candidate(card)?.beyond);
            Some([each[0]?, each[1]?])
        };
        let Some(one) = beyond(asked) else { return };
        let other = question.settings.with_seed(question.settings.seed().wrapping_add(1));
        let again = search.decide(&question.with_settings(&other)).ok();
        let Some(two) = again.and_then(|again| beyond(&again)) else { return };
        let both = [one, two];
        self.tricks_promised.add(made.board, left, both.map(|of| of.map(|it| it.tricks)), tricks);
        self.points_promised.add(made.board, left, both.map(|of| of.map(|it| it.score)), points);
    }

    /// Takes in what the same engine would have done elsewhere.
    fn take(&mut self, other: &Self) {
        self.tricks.take(&other.tricks);
        self.than_person.take(&other.than_person);
        self.leaves.take(&other.leaves);
        self.than_first.take(&other.than_first);
        self.followed.take(&other.followed);
        self.followed_first.take(&other.followed_first);
        self.tricks_promised.take(&other.tricks_promised);
        self.points_promised.take(&other.points_promised);
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
