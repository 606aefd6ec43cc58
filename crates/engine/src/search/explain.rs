//! Explanations: what the other players will believe after a card, and how they will then play.
//!
//! Two cards of a decision are compared in the same worlds, the first of those that the decision
//! rests on; their values are those of the decision. In each world every other player forms his
//! belief from his own seat, before the card and after it, and the world is played out, just as it
//! was for the decision.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;

use super::contrast::Contrast;
use super::playout::Cast;
use super::sample::imagine;
use super::triple::Triple;
use super::{Decision, NoDecision, Question};
use crate::belief::{Belief, NoBelief};
use crate::cards::{
    BySeat, Card, FullDeal, Seat, Suit, display_order, is_honour, serialize_card, serialize_seat,
    serialize_some_card, serialize_some_suit,
};
use crate::dd::Solver;
use crate::mind::LeadRequest;
use crate::play::{History, Play, Scoring, View};
use crate::work::{Clock, on_all_threads};

/// Why one card is played rather than another.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct Explanation {
    /// The player who decides.
    #[serde(serialize_with = "serialize_seat")]
    #[schemars(with = "crate::cards::SeatLetter")]
    pub seat: Seat,
    /// The agreements of the table, by name: `natural`, or `acol (N-S), natural (E-W)`.
    pub system: String,
    /// What is played for, and so what scores and gains are counted in.
    pub scoring: Scoring,
    /// The number of worlds in which both cards were played out: those behind `replies`. 0 if the
    /// time was up before, or nothing was to be played out.
    pub worlds: usize,
    /// The number of worlds behind what the others believe, at least 1.
    pub believed: usize,
    /// The number of worlds behind scores and gains: those solved for the decision of fused that is
    /// explained.
    pub solved: usize,
    /// What each card leads to, the card explained first.
    pub accounts: Vec<Consequence>,
    /// What the first card gains over the second for the decider's side, and its standard error.
    #[schemars(with = "[Option<f64>; 2]")]
    pub gain: (f64, f64),
    /// What the first card gains with all hands open. Below 0 it is what the card costs against
    /// best play.
    pub double_dummy_gain: f64,
    /// A card that is as good double dummy but would show an opponent more. Only if the first card
    /// is the one chosen.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "serialize_some_card")]
    #[schemars(with = "Option<crate::cards::CardText>")]
    pub conceals_over: Option<Card>,
    /// What the player would have his partner lead next.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "serialize_some_suit")]
    #[schemars(with = "Option<crate::cards::SuitLetter>")]
    pub wants: Option<Suit>,
    /// What partner has asked him to lead: `for C`, `against D` or `S rather than D`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub asked: Option<LeadRequest>,
    /// Up to three worlds as each of the three players may see them.
    pub triples: Vec<Triple>,
    /// How the play goes after each of the two cards, and where it parts. Only where one of them
    /// does better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contrast: Option<Contrast>,
}

/// What comes of a card.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct Consequence {
    /// The card.
    #[serde(serialize_with = "serialize_card")]
    #[schemars(with = "crate::cards::CardText")]
    pub card: Card,
    /// The mean score for the decider's side.
    pub score: f64,
    /// The share of worlds in which the decider's side reaches its goal.
    pub success: f64,
    /// The impressions of each of the other two players.
    pub readers: Vec<Impression>,
}

/// What a player makes of a card.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct Impression {
    /// The player.
    #[serde(serialize_with = "serialize_seat")]
    #[schemars(with = "crate::cards::SeatLetter")]
    pub seat: Seat,
    /// Where he looks for the decider's high cards.
    pub honours: Vec<Whereabouts>,
    /// His next two cards, the commonest first.
    pub replies: Vec<Vec<Reply>>,
    /// His next two cards in the suit of the card explained, as shares of all worlds.
    pub in_suit: Vec<Vec<Reply>>,
}

/// Where a player looks for a card that the decider holds.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct Whereabouts {
    /// The card.
    #[serde(serialize_with = "serialize_card")]
    #[schemars(with = "crate::cards::CardText")]
    pub card: Card,
    /// The seat other than the decider's that he gives the greatest probability.
    #[serde(serialize_with = "serialize_seat")]
    #[schemars(with = "crate::cards::SeatLetter")]
    pub elsewhere: Seat,
    /// The probability that he gives to that seat before the card is played.
    pub before: f64,
    /// The probability that he gives to that seat after it.
    pub after: f64,
}

/// What a player does next.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct Reply {
    /// The card.
    #[serde(serialize_with = "serialize_card")]
    #[schemars(with = "crate::cards::CardText")]
    pub card: Card,
    /// The share of the worlds in which he plays it.
    pub share: f64,
}

/// The number of a player's next cards that are listed.
const NEXT_CARDS: usize = 2;

/// The readers' beliefs in one world after one card.
struct Thoughts {
    /// For each reader and each of the decider's honours: the probabilities of its holders, before
    /// and after.
    beliefs: HolderBeliefs,
}

/// For each reader and each of the decider's honours: the probabilities of its holders.
type HolderBeliefs = Vec<Vec<HolderShares>>;

/// The probabilities of a card's holders in a reader's belief.
struct HolderShares {
    before: BySeat<f64>,
    after: BySeat<f64>,
}

/// Explains two legal cards of a decision against each other, the one to be explained first: what
/// the others will believe after each, and how they will then play, in as many of the decision's
/// worlds as the settings would play a card out in.
///
/// # Errors
///
/// [`NoDecision`]: it is not his turn, or no layout fits what is certain.
///
/// # Panics
///
/// When a card is not legal.
pub fn explain(
    question: &Question,
    decision: &Decision,
    cards: [Card; 2],
) -> Result<Explanation, NoDecision> {
    // The imagined players judge as those of the decision did.
    let settings = question.settings.or_mind_by(decision.minds);
    let most = settings.playout_worlds(question.view).min(decision.layouts.len());
    explained(&question.with_settings(&settings), decision, cards, most)
}

/// Explains two legal cards without playing anything out, which takes next to no time: what the
/// others will believe, but not how they will play.
///
/// # Errors
///
/// [`NoDecision`]: it is not his turn, or no layout fits what is certain.
///
/// # Panics
///
/// When a card is not legal.
pub fn impressions(
    question: &Question,
    decision: &Decision,
    cards: [Card; 2],
) -> Result<Explanation, NoDecision> {
    explained(question, decision, cards, 0)
}

fn explained(
    question: &Question,
    decision: &Decision,
    cards: [Card; 2],
    playouts: usize,
) -> Result<Explanation, NoDecision> {
    let honours = honours(question);
    let clock = question.clock();
    let believing = clock.part(BELIEVING_TIME);
    let layouts = &decision.layouts[..decision.layouts.len().min(BELIEVED)];
    let thoughts = thoughts(question, layouts, cards, &honours, &believing, 0.0..BELIEVING)?;
    let plays = plays(question, decision, cards, playouts, clock)?;
    let contrast = Contrast::of(question, decision, cards, &plays, &clock);
    let candidates = cards.map(|card| decision.candidate(card).expect("both cards are legal"));
    let account = |at: usize| {
        let plays: Vec<&Play> = plays.iter().map(|pair| &pair[at]).collect();
        Consequence {
            card: cards[at],
            score: candidates[at].mean,
            success: candidates[at].figures.success,
            readers: readers(question, cards[at], &beliefs_after(&thoughts, at), &plays, &honours),
        }
    };
    let [first, second] = candidates;
    Ok(Explanation {
        seat: question.view.seat(),
        system: question.system.at_the_table(),
        scoring: decision.scoring,
        worlds: plays.len(),
        believed: thoughts.len(),
        solved: decision.solved,
        accounts: vec![account(0), account(1)],
        gain: decision.ahead(first, second),
        double_dummy_gain: first.double_dummy - second.double_dummy,
        conceals_over: decision.conceals_over.filter(|_| decision.card == cards[0]),
        wants: decision.wants.filter(|_| decision.card.suit == cards[0].suit),
        asked: decision.asked,
        triples: Triple::shown(question, &layouts[..thoughts.len()], cards[0])?,
        contrast,
    })
}

/// The results for each card in each world, in order, as far as there was time.
fn in_each_world<T: Send>(
    question: &Question,
    worlds: &[FullDeal],
    cards: [Card; 2],
    part: Range<f64>,
    work: impl Fn(usize, &Play, Card, &mut Solver) -> Result<Option<T>, NoBelief> + Sync,
) -> Result<Vec<[T; 2]>, NoDecision> {
    let jobs: Vec<(usize, Card)> =
        (0..worlds.len()).flat_map(|world| cards.map(|card| (world, card))).collect();
    let done = AtomicUsize::new(0);
    let results = on_all_threads(&jobs, |&(world, card), solver| {
        let found = work(world, &imagine(question.view, worlds[world]), card, solver)?;
        let share = (done.fetch_add(1, Ordering::Relaxed) + 1) as f64 / jobs.len() as f64;
        (question.progress)(part.start + share * (part.end - part.start));
        Ok(found)
    });
    let results = results.into_iter().collect::<Result<Vec<Option<T>>, NoBelief>>()?;
    let both = |(one, other): (Option<T>, Option<T>)| Some([one?, other?]);
    Ok(results.into_iter().tuples().filter_map(both).collect())
}

/// The most layouts in which the others' beliefs are computed: enough for percentages.
const BELIEVED: usize = 24;

/// The share of the progress that computing beliefs is.
const BELIEVING: f64 = 0.1;

/// The share of the time that computing beliefs may take.
const BELIEVING_TIME: f64 = 0.5;

/// The readers' beliefs after each card, at least in the first world.
fn thoughts(
    question: &Question,
    worlds: &[FullDeal],
    cards: [Card; 2],
    honours: &[Card],
    clock: &Clock,
    part: Range<f64>,
) -> Result<Vec<[Thoughts; 2]>, NoDecision> {
    in_each_world(question, worlds, cards, part, |world, start, card, _| {
        if world > 0 && clock.is_up() {
            return Ok(None);
        }
        let mut beliefs = Vec::new();
        for reader in question.others() {
            let [before, after] = beliefs_of(question, start, card, reader)?;
            beliefs.push(owners(honours, &before, &after));
        }
        Ok(Some(Thoughts { beliefs }))
    })
}

/// The number of layouts with just one of two cards reaching the goal after which no more are
/// tried: they show what decides.
const TELLING: usize = 8;

/// Plays both cards out, some worlds at a time, until they show what decides, or the worlds or the
/// time run out.
fn plays(
    question: &Question,
    decision: &Decision,
    cards: [Card; 2],
    at_a_time: usize,
    clock: Clock,
) -> Result<Vec<[Play; 2]>, NoDecision> {
    let worlds = &decision.layouts;
    let mut plays: Vec<[Play; 2]> = Vec::new();
    if at_a_time == 0 {
        return Ok(plays);
    }
    let first = &worlds[..at_a_time];
    let starts: Vec<Play> = first.iter().map(|&deal| imagine(question.view, deal)).collect();
    let cast = Cast::of(question, clock).surveying(&starts, &cards)?;
    let reaches = |play: &Play| {
        let tricks = |history: &History| history.tricks_won(question.view.side());
        question.view.reaches_goal(tricks(play.history()) - tricks(question.view.history()))
    };
    while plays.len() < worlds.len() && !clock.is_up() {
        let done = plays.len();
        let next = &worlds[done..worlds.len().min(done + at_a_time)];
        let part = |done: usize| BELIEVING + (1.0 - BELIEVING) * done as f64 / worlds.len() as f64;
        let parts = part(done)..part(done + next.len());
        plays.extend(in_each_world(question, next, cards, parts, |world, start, card, solver| {
            if clock.is_up() { Ok(None) } else { cast.play_out(start, card, done + world, solver) }
        })?);
        let differ = plays.iter().filter(|[one, other]| reaches(one) != reaches(other));
        if differ.count() >= TELLING {
            break;
        }
    }
    Ok(plays)
}

/// The decider's high cards that are still hidden from the others: those of his own hand.
fn honours(question: &Question) -> Vec<Card> {
    let hand = question.view.left(question.view.seat()).unwrap_or_default();
    hand.iter().filter(|&card| is_honour(card)).collect()
}

/// A reader's beliefs before the card and after it.
fn beliefs_of(
    question: &Question,
    start: &Play,
    card: Card,
    reader: Seat,
) -> Result<[Belief; 2], NoBelief> {
    let mind = question.mind();
    let after = start.with(card).expect("the card is legal");
    Ok([mind.belief(&start.view(reader))?, mind.belief(&after.view(reader))?])
}

/// The readers' beliefs after the first card or the second, in each world.
fn beliefs_after(thoughts: &[[Thoughts; 2]], at: usize) -> Vec<&HolderBeliefs> {
    thoughts.iter().map(|pair| &pair[at].beliefs).collect()
}

/// The impressions of a card on the others.
fn readers(
    question: &Question,
    card: Card,
    beliefs: &[&HolderBeliefs],
    plays: &[&Play],
    honours: &[Card],
) -> Vec<Impression> {
    let seat = question.view.seat();
    let readers = question.others().into_iter().enumerate().map(|(at, reader)| Impression {
        seat: reader,
        honours: honours
            .iter()
            .enumerate()
            .filter(|(_, honour)| **honour != card)
            .map(|(h, &honour)| Whereabouts::of(honour, seat, beliefs, at, h))
            .collect(),
        replies: all_replies(question, reader, plays, |_| true),
        in_suit: all_replies(question, reader, plays, |reply| reply.suit == card.suit),
    });
    readers.collect()
}

impl Whereabouts {
    /// Whether a card makes its reader err about another, and the card that it is compared with
    /// does not.
    fn is_mistake(&self, theirs: Option<&Self>) -> bool {
        let same = theirs.filter(|theirs| theirs.elsewhere == self.elsewhere);
        let other = same.map_or(0.0, |theirs| theirs.after);
        self.after > 0.5 && self.after - self.before >= MISPLACED && self.after - other >= MISPLACED
    }

    fn of(
        card: Card,
        holder: Seat,
        worlds: &[&HolderBeliefs],
        reader: usize,
        honour: usize,
    ) -> Self {
        let n = worlds.len().max(1) as f64;
        let mean = |seat: Seat, after: bool| {
            let each = worlds.iter().map(|beliefs| {
                let owners = &beliefs[reader][honour];
                if after { owners.after[seat] } else { owners.before[seat] }
            });
            each.sum::<f64>() / n
        };
        let others = Seat::ALL.into_iter().filter(|&seat| seat != holder);
        let elsewhere = others
            .max_by(|&a, &b| mean(a, true).total_cmp(&mean(b, true)))
            .expect("there are three other seats");
        Self { card, elsewhere, before: mean(elsewhere, false), after: mean(elsewhere, true) }
    }
}

/// The number of worlds in which it is tried where a card is placed.
const PLACING: usize = 4;

/// A reader misplaces a card if its play makes him this much surer to find it elsewhere, and he
/// thinks that likelier than not.
const MISPLACED: f64 = 0.2;

/// The high card of the decider that an opponent will look for in the wrong hand if the first of
/// two cards of a decision is played, but not if the second is; of several the one about which he
/// is surest. Nothing is played out.
///
/// # Errors
///
/// [`NoDecision`]: it is not his turn, or no layout fits what is certain.
///
/// # Panics
///
/// When a card is not legal.
pub fn misplaced(
    question: &Question,
    decision: &Decision,
    cards: [Card; 2],
) -> Result<Option<(Seat, Whereabouts)>, NoDecision> {
    let worlds = &decision.layouts[..decision.layouts.len().min(PLACING)];
    let honours = honours(question);
    let thoughts = thoughts(question, worlds, cards, &honours, &question.clock(), 1.0..1.0)?;
    let [mine, theirs] =
        [0, 1].map(|at| readers(question, cards[at], &beliefs_after(&thoughts, at), &[], &honours));
    let found = surest_mistake(question.view.seat(), &mine, &theirs);
    Ok(found.map(|(reader, place)| (reader, place.clone())))
}

impl Explanation {
    /// The high card of the decider that an opponent looks for in the wrong hand after the first
    /// card, but not after the second; of several the one about which he is surest.
    pub fn misplaced(&self) -> Option<(Seat, &Whereabouts)> {
        let [mine, theirs] = &self.accounts[..] else { return None };
        surest_mistake(self.seat, &mine.readers, &theirs.readers)
    }
}

/// The surest mistake of one of the decider's opponents after a card that he would not make after
/// another card.
fn surest_mistake<'a>(
    decider: Seat,
    mine: &'a [Impression],
    theirs: &[Impression],
) -> Option<(Seat, &'a Whereabouts)> {
    let opponents = mine.iter().filter(|reader| reader.seat != decider.partner());
    let places = opponents.flat_map(|reader| reader.honours.iter().map(|it| (reader.seat, it)));
    let found = places.filter(|(seat, place)| {
        let reader = theirs.iter().find(|reader| reader.seat == *seat);
        let same = reader.and_then(|it| it.honours.iter().find(|it| it.card == place.card));
        place.is_mistake(same)
    });
    found.max_by(|(_, a), (_, b)| a.after.total_cmp(&b.after))
}

/// The probabilities of each honour's holders, in a reader's beliefs.
fn owners(honours: &[Card], before: &Belief, after: &Belief) -> Vec<HolderShares> {
    let owners =
        |&card: &Card| HolderShares { before: before.owner(card), after: after.owner(card) };
    honours.iter().map(owners).collect()
}

/// A player's replies after the decision among cards of a kind.
fn all_replies(
    question: &Question,
    reader: Seat,
    plays: &[&Play],
    kind: impl Fn(Card) -> bool,
) -> Vec<Vec<Reply>> {
    (0..NEXT_CARDS).map(|step| replies(question.view, reader, plays, &kind, step)).collect()
}

/// The replies of a player with one of his next cards of a kind (declarer's from both hands) in
/// plays that went on from a view's decision, the commonest card first; `step` is 0 for the first
/// such card.
///
/// # Panics
///
/// When a play does not reach beyond the view's decision.
pub fn replies(
    view: &View,
    reader: Seat,
    plays: &[&Play],
    kind: impl Fn(Card) -> bool,
    step: usize,
) -> Vec<Reply> {
    let from = view.history().played().len() + 1;
    let mut counted: Vec<(Card, usize)> = Vec::new();
    for play in plays {
        let later = &play.history().played()[from..];
        let mut chosen =
            later.iter().filter(|c| view.contract().decider(c.seat) == reader && kind(c.card));
        let Some(chosen) = chosen.nth(step) else { continue };
        match counted.iter_mut().find(|(known, _)| *known == chosen.card) {
            Some((_, count)) => *count += 1,
            None => counted.push((chosen.card, 1)),
        }
    }
    counted.sort_by(|a, b| b.1.cmp(&a.1).then(display_order(a.0).cmp(&display_order(b.0))));
    let share = |count: usize| count as f64 / plays.len().max(1) as f64;
    counted.into_iter().map(|(card, count)| Reply { card, share: share(count) }).collect()
}
