//! Whether to tell: every card of a defender's decision played out against a declarer who reads the
//! signals, one who does not, and a mixture of both.
//!
//! Partner reads in either case. All cards meet the same worlds and the same random numbers, so
//! differences are paired by world.

use std::sync::atomic::Ordering;

use serde::Serialize;

use super::meaning::{SignalMeaning, SignalMessage, meanings};
use super::posterior::{Query, SuitPosterior};
use super::trust::{Readership, believed_by};
use falsecard_engine::belief::NoBelief;
use falsecard_engine::cards::{Card, Hand, Seat, is_honour, serialize_card, serialize_seat};
use falsecard_engine::mind::{Mind, agreed_or_lowest};
use falsecard_engine::play::{Play, View};
use falsecard_engine::search::{Cast, MARGIN, NoDecision, Question, Reply, Sample, replies};
use falsecard_engine::work::{Interval, on_all_threads};

/// What a defender's cards tell, and whether to tell it.
#[derive(Clone, Serialize)]
pub struct Advice {
    /// The player.
    #[serde(serialize_with = "serialize_seat")]
    pub seat: Seat,
    /// The agreements of the table, by name.
    pub system: String,
    /// The number of worlds in which the cards were played out before either declarer: those behind
    /// scores, gains, replies and counsel. 0 if the time was up before.
    pub worlds: usize,
    /// The number of worlds in which it was worked out what the readers believe. At least 1.
    pub believed: usize,
    /// The number of worlds that were solved double dummy: those behind prices, and behind the
    /// choice of the agreed card.
    pub solved: usize,
    /// Whether any of the cards says something by an agreed convention that the program knows.
    pub is_modelled: bool,
    /// The card that the agreement asks for, among those that cost nothing double dummy but noise,
    /// or no more than it is worth to be understood (0.016 stakes). It is played unless another
    /// card gains more than the error.
    #[serde(serialize_with = "serialize_card")]
    pub agreed: Card,
    /// The cards: first the one advised against the mixture, then those of the best mean; if no
    /// card was played out, the agreed one first.
    pub options: Vec<RatedCard>,
    /// What to play; `None` if no card was played out.
    pub counsel: Option<Counsels>,
    /// The share of declarers in the mixture who read.
    pub share: f64,
}

/// The card to play against each kind of declarer.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Counsels {
    /// Against a declarer who reads the signals.
    pub reading: Counsel,
    /// Against one who does not.
    pub ignoring: Counsel,
    /// Against one who may be either.
    pub mixture: Counsel,
}

/// One card.
#[derive(Clone, Serialize)]
pub struct RatedCard {
    /// What it says.
    #[serde(flatten)]
    pub meaning: SignalMeaning,
    /// Points that it costs double dummy, on average.
    pub price: f64,
    /// The mean score against the mixture, in points for the player's side; `None` if it was not
    /// played out.
    pub score: Option<f64>,
    /// Points that it gains over the agreed card; `None` if it was not played out.
    pub gain: Option<Gains>,
    /// What each reader learns.
    pub learned: Vec<BeliefChange>,
}

/// What a card gains over the agreed one, in points, paired by world.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Gains {
    /// Against a declarer who reads the signals.
    pub reading: Interval,
    /// Against one who does not.
    pub ignoring: Interval,
    /// Against one who may be either.
    pub mixture: Interval,
}

/// What a reader makes of a card: the mean over the worlds, in each of which it is exact.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BeliefChange {
    /// Who reads.
    #[serde(serialize_with = "serialize_seat")]
    pub reader: Seat,
    /// What he believed before.
    pub before: SuitPosterior,
    /// What he believes then.
    pub after: SuitPosterior,
    /// What he plays next of the suit, the commonest card first, where declarer reads too.
    pub replies: Vec<Reply>,
}

/// The card to play against a kind of declarer.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Counsel {
    /// The card.
    #[serde(serialize_with = "serialize_card")]
    pub card: Card,
    /// The card that comes closest; `None` if there is no other.
    pub rival: Option<RunnerUp>,
}

/// The card that comes closest to the one advised.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct RunnerUp {
    /// The card.
    #[serde(serialize_with = "serialize_card")]
    pub card: Card,
    /// What the advised card gains over it, in points, paired by world.
    pub margin: Interval,
}

/// Double-dummy means that differ by less than this many standard errors are equal, as in abc.
const NEAR_TIE: f64 = 1.0;

/// What it is worth, in stakes, to play the card that the agreement asks for: a double-dummy price
/// up to this is paid for it. (Taken over from the head start that fused gave to minimax's card;
/// not measured by itself.)
const UNDERSTOOD: f64 = 0.016;

/// Worlds are played out in portions of this many, between which it is seen whether to stop.
const AT_ONCE: usize = 4;

/// A card that is behind the agreed one by more than this many standard errors, before either
/// declarer, is not played out further.
const HOPELESS: f64 = 3.0;

/// No card is dropped on fewer worlds.
const FEWEST_TO_DROP: usize = 16;

/// What became of a card in a world: before a declarer who reads, and before one who does not.
type PlayoutPair = [Play; 2];

/// Works the advice out. Only the cards of `among` are looked at beside the agreed one; all, where
/// it is empty. `share` is the share of declarers in the mixture who read, 0 to 1.
///
/// # Errors
///
/// [`NoDecision`]; [`NoDecision::NotToPlay`] too when the player is not a defender.
pub fn advise(question: &Question, among: &[Card], share: f64) -> Result<Advice, NoDecision> {
    let view = question.view;
    if view.contract().declaring_side().has(view.seat()) {
        return Err(NoDecision::NotToPlay);
    }
    // The clock of the playouts runs from here: double dummy has its part of the same time.
    let deaf = believed_by(question.system.clone(), Readership::ByPartner);
    let unread = question.with_system(&deaf);
    let casts = [Cast::new(question), Cast::new(&unread)];
    let sample = Sample::in_full(question)?;
    let mut candidates = candidates(question, &sample);
    let agreed = agreed(question, &sample, &candidates);
    candidates.retain(|candidate| {
        let card = candidate.meaning.card;
        among.is_empty() || card == agreed || among.contains(&card)
    });
    let starts = sample.plays(view, question.settings.playout_worlds(view));
    let agreed_row = row_of(&candidates, agreed);
    let outcomes = play_out(question, &casts, &candidates, agreed_row, &starts)?;
    let worlds = outcomes[agreed_row].len();
    let (believed, pictures) = pictures(question, &candidates, &starts[..worlds.max(1)])?;
    let scores = CandidateScores::of(&outcomes, view, share);
    let option = |row: usize| {
        let plays: Vec<&Play> = outcomes[row].iter().map(|[read, _]| read).collect();
        let learned = pictures.iter().map(|(reader, pairs)| {
            let [before, after] = pairs[row].clone();
            let card = candidates[row].meaning.card;
            let in_suit = |reply: Card| reply.suit == card.suit;
            let replies = replies(view, *reader, &plays, in_suit, 0);
            BeliefChange { reader: *reader, before, after, replies }
        });
        let gain = |rows: &[Vec<f64>]| paired(rows, row, agreed_row);
        RatedCard {
            meaning: candidates[row].meaning.clone(),
            price: candidates[row].price,
            score: (worlds > 0).then(|| Interval::of(&scores.mixture[row]).mean),
            gain: (worlds > 0).then(|| Gains {
                reading: gain(&scores.reading),
                ignoring: gain(&scores.ignoring),
                mixture: gain(&scores.mixture),
            }),
            learned: learned.collect(),
        }
    };
    let counsel = |rows: &[Vec<f64>]| Counsel::of(&candidates, rows, agreed_row);
    let counsel = (worlds > 0).then(|| Counsels {
        reading: counsel(&scores.reading),
        ignoring: counsel(&scores.ignoring),
        mixture: counsel(&scores.mixture),
    });
    let mut options: Vec<RatedCard> = (0..candidates.len()).map(option).collect();
    options.sort_by(|a, b| {
        let advised = counsel.map_or(agreed, |counsel| counsel.mixture.card);
        let first = |option: &RatedCard| option.meaning.card == advised;
        let gain = |option: &RatedCard| option.gain.map_or(0.0, |gain| gain.mixture.mean);
        first(b).cmp(&first(a)).then(gain(b).total_cmp(&gain(a)))
    });
    Ok(Advice {
        seat: view.seat(),
        system: question.system.at_the_table(),
        worlds,
        believed,
        solved: sample.worlds.len(),
        is_modelled: options.iter().any(|option| option.meaning.said.is_some()),
        agreed,
        options,
        counsel,
        share,
    })
}

/// The scores of the player's side: a row for each candidate, a place in it for each world. The row
/// of a candidate that was dropped ends early.
struct CandidateScores {
    reading: Vec<Vec<f64>>,
    ignoring: Vec<Vec<f64>>,
    mixture: Vec<Vec<f64>>,
}

impl CandidateScores {
    fn of(outcomes: &[Vec<PlayoutPair>], view: &View, share: f64) -> Self {
        let scores = |declarer: usize| -> Vec<Vec<f64>> {
            let score =
                |outcome: &PlayoutPair| f64::from(outcome[declarer].score_with(view.side(), 0));
            outcomes.iter().map(|row| row.iter().map(score).collect()).collect()
        };
        let [reading, ignoring] = [scores(0), scores(1)];
        let mix = |(read, ignored): (&f64, &f64)| share * read + (1.0 - share) * ignored;
        let mixture = reading.iter().zip(&ignoring);
        let mixture = mixture.map(|(read, ignored)| read.iter().zip(ignored).map(mix).collect());
        Self { mixture: mixture.collect(), reading, ignoring }
    }

    /// Whether a candidate has fallen so far behind the agreed card before either declarer that it
    /// will not be advised.
    fn is_hopeless(&self, row: usize, agreed: usize) -> bool {
        [&self.reading, &self.ignoring].into_iter().all(|rows| {
            let gain = paired(rows, row, agreed);
            let error = gain.error.filter(|_| gain.values >= FEWEST_TO_DROP);
            error.is_some_and(|error| gain.mean < -HOPELESS * error)
        })
    }
}

/// What one row has more than another, world by world.
fn paired(rows: &[Vec<f64>], one: usize, other: usize) -> Interval {
    let differences = rows[one].iter().zip(&rows[other]).map(|(a, b)| a - b);
    Interval::of(&differences.collect::<Vec<_>>())
}

impl Counsel {
    /// The agreed card, or the best of those that gain over it beyond the error.
    fn of(candidates: &[SignalCandidate], rows: &[Vec<f64>], agreed: usize) -> Self {
        let lead = |row: usize| paired(rows, row, agreed).mean;
        let best = |is_among: &dyn Fn(usize) -> bool| {
            let among = (0..rows.len()).filter(|&row| is_among(row));
            among.max_by(|&a, &b| lead(a).total_cmp(&lead(b)))
        };
        let gain = |row: usize| paired(rows, row, agreed);
        let gains = |row: usize| gain(row).mean > 0.0 && gain(row).is_beyond_error();
        let row = best(&gains).unwrap_or(agreed);
        let rival = best(&|other| other != row).map(|rival| RunnerUp {
            card: candidates[rival].meaning.card,
            margin: paired(rows, row, rival),
        });
        Self { card: candidates[row].meaning.card, rival }
    }
}

fn row_of(candidates: &[SignalCandidate], card: Card) -> usize {
    let row = candidates.iter().position(|candidate| candidate.meaning.card == card);
    row.expect("the agreed card is one of the candidates")
}

/// A card that comes into question.
struct SignalCandidate {
    meaning: SignalMeaning,
    price: f64,
}

/// The legal cards that are not far behind double dummy.
fn candidates(question: &Question, sample: &Sample) -> Vec<SignalCandidate> {
    let assessment = &sample.assessment;
    let best = assessment.mean(assessment.best());
    let price = |card: Card| {
        let column = assessment.cards().iter().position(|&other| other == card);
        column.map_or(f64::INFINITY, |column| best - assessment.mean(column))
    };
    let all = meanings(question.view, question.system).into_iter();
    let priced = all.map(|meaning| SignalCandidate { price: price(meaning.card), meaning });
    let far = MARGIN * question.view.stake();
    priced.filter(|candidate| candidate.price <= far).collect()
}

/// The card that our agreements ask for, among those that cost nothing double dummy: no more than
/// the noise, or no more than it is worth to be understood.
fn agreed(question: &Question, sample: &Sample, candidates: &[SignalCandidate]) -> Card {
    let tied = sample.assessment.near_best(NEAR_TIE);
    let worth = UNDERSTOOD * question.view.stake();
    let is_free = |it: &&SignalCandidate| it.price <= worth || tied.contains(&it.meaning.card);
    let free = candidates.iter().filter(is_free).map(|candidate| candidate.meaning.card);
    agreed_or_lowest(question.view, question.system, &free.collect::<Vec<_>>(), &sample.wishes)
}

/// Plays the candidates out in every world, before both declarers: a row for each. As many worlds
/// as the time allows, it may be none; fewer of cards that have fallen behind.
fn play_out(
    question: &Question,
    [reads, ignores]: &[Cast; 2],
    candidates: &[SignalCandidate],
    agreed: usize,
    starts: &[Play],
) -> Result<Vec<Vec<PlayoutPair>>, NoDecision> {
    let mut outcomes = vec![Vec::new(); candidates.len()];
    let mut open: Vec<usize> = (0..candidates.len()).collect();
    let numbered: Vec<(usize, &Play)> = starts.iter().enumerate().collect();
    for portion in numbered.chunks(AT_ONCE) {
        let with_each = |&(world, start)| open.iter().map(move |&row| (world, start, row));
        let jobs: Vec<(usize, &Play, usize)> = portion.iter().flat_map(with_each).collect();
        let played = on_all_threads(&jobs, |&(world, start, row), solver| {
            let card = candidates[row].meaning.card;
            let first = reads.play_out(start, card, world, solver)?;
            let second = ignores.play_out(start, card, world, solver)?;
            Ok(first.zip(second).map(PlayoutPair::from))
        });
        let played = played.into_iter().collect::<Result<Vec<_>, NoBelief>>()?;
        for world in played.chunks(open.len()) {
            let Some(world) = world.iter().cloned().collect::<Option<Vec<PlayoutPair>>>() else {
                return Ok(outcomes);
            };
            for (&row, outcome) in open.iter().zip(world) {
                outcomes[row].push(outcome);
            }
        }
        let scores = CandidateScores::of(&outcomes, question.view, 0.0);
        open.retain(|&row| row == agreed || !scores.is_hopeless(row, agreed));
        (question.progress)(outcomes[agreed].len() as f64 / starts.len() as f64);
    }
    Ok(outcomes)
}

/// For each reader what he believes before and after each candidate, over the worlds.
type SuitPosteriors = Vec<(Seat, Vec<[SuitPosterior; 2]>)>;

/// What the readers believe, and the number of worlds over which it is the mean: all of them, or as
/// many as there is patience for, and one at least.
fn pictures(
    question: &Question,
    candidates: &[SignalCandidate],
    starts: &[Play],
) -> Result<(usize, SuitPosteriors), NoBelief> {
    let view = question.view;
    let readers = [view.seat().partner(), view.contract().declarer];
    let honours = honours(view);
    let mind = question.mind();
    let numbered: Vec<(usize, &Play)> = starts.iter().enumerate().collect();
    let worlds = on_all_threads(&numbered, |&(number, start), _| {
        if number > 0 && question.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let of_reader = |reader| in_world(&mind, candidates, start, reader, &honours);
        readers.into_iter().map(of_reader).collect::<Result<Vec<_>, _>>().map(Some)
    });
    let worlds = worlds.into_iter().collect::<Result<Vec<_>, NoBelief>>()?;
    let worlds: Vec<_> = worlds.into_iter().flatten().collect();
    let of_reader = |(at, reader): (usize, Seat)| {
        let mean = |row: usize| {
            [0, 1].map(|then| SuitPosterior::mean(worlds.iter().map(|world| &world[at][row][then])))
        };
        (reader, (0..candidates.len()).map(mean).collect())
    };
    Ok((worlds.len(), readers.into_iter().enumerate().map(of_reader).collect()))
}

/// What a reader believes in one world before and after each candidate.
fn in_world(
    mind: &Mind,
    candidates: &[SignalCandidate],
    start: &Play,
    reader: Seat,
    honours: &[Card],
) -> Result<Vec<[SuitPosterior; 2]>, NoBelief> {
    let (evidence, belief) = mind.inference(&start.view(reader))?;
    let each = candidates.iter().map(|SignalCandidate { meaning, .. }| {
        let asked = Query {
            seat: start.history().to_play(),
            suit: meaning.card.suit,
            statement: meaning.said.as_ref().and_then(SignalMessage::asked),
            honours,
        };
        let after = start.with(meaning.card).expect("candidates are legal");
        let (evidence_then, belief_then) = mind.inference(&after.view(reader))?;
        Ok([
            SuitPosterior::of(&asked, &evidence, &belief),
            SuitPosterior::of(&asked, &evidence_then, &belief_then),
        ])
    });
    each.collect()
}

/// The high cards that have not been played and are not dummy's.
fn honours(view: &View) -> Vec<Card> {
    let dummy = view.dealt(view.contract().dummy()).unwrap_or_default();
    let played = view.history().played().iter().map(|played| played.card).collect();
    let open = Hand::ALL - dummy - played;
    open.iter().filter(|&card| is_honour(card)).collect()
}
