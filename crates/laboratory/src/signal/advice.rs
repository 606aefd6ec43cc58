//! Advice on signals: every card of a defender's decision is played out against a declarer who
//! reads the signals, one who does not, and a mixture of both.
//!
//! Partner reads them in all cases. All cards are played in the same worlds with the same random
//! numbers, so differences are paired by world.

use std::sync::atomic::Ordering;

use schemars::JsonSchema;
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
#[derive(Clone, JsonSchema, Serialize)]
#[schemars(rename = "Signal")]
pub struct Advice {
    /// The seat of the defender.
    #[serde(serialize_with = "serialize_seat")]
    #[schemars(with = "falsecard_engine::cards::SeatLetter")]
    pub seat: Seat,
    /// The agreements of the table, by name: `natural`, or `acol (N-S), natural (E-W)`.
    pub system: String,
    /// The number of worlds played out: those behind `score`, `gain`, `replies` and `counsel`.
    pub worlds: usize,
    /// The number of worlds behind what the readers learn, at least 1.
    pub believed: usize,
    /// The number of worlds solved double dummy: those behind `price` and `agreed`.
    pub solved: usize,
    /// Whether any card says something by an agreed convention that the program knows.
    pub is_modelled: bool,
    /// The card that the agreement asks for, among those that cost nothing. It is played unless
    /// another card gains more than the error.
    #[serde(serialize_with = "serialize_card")]
    #[schemars(with = "falsecard_engine::cards::CardText")]
    pub agreed: Card,
    /// The cards that come into question.
    pub options: Vec<RatedCard>,
    /// What to play; `null` if no card was played out.
    pub counsel: Option<Counsels>,
    /// The share of declarers in the mixture who read signals, 0 to 1.
    pub share: f64,
}

/// The card to play against each kind of declarer.
#[derive(Debug, Clone, Copy, PartialEq, JsonSchema, Serialize)]
pub struct Counsels {
    /// Against a declarer who reads the signals.
    pub reading: Counsel,
    /// Against a declarer who does not.
    pub ignoring: Counsel,
    /// Against the mixture of both.
    pub mixture: Counsel,
}

/// A card that comes into question.
#[derive(Clone, JsonSchema, Serialize)]
pub struct RatedCard {
    /// What the card says.
    #[serde(flatten)]
    pub meaning: SignalMeaning,
    /// The mean double-dummy price, in points.
    pub price: f64,
    /// The mean score against the mixture, in points for the player's side; `null` if it was not
    /// played out.
    pub score: Option<f64>,
    /// Points that it gains over the agreed card; `null` if it was not played out.
    pub gain: Option<Gains>,
    /// The change of each reader's belief.
    pub learned: Vec<BeliefChange>,
}

/// What a card gains over the agreed one, in points, paired by world.
#[derive(Debug, Clone, Copy, PartialEq, JsonSchema, Serialize)]
pub struct Gains {
    /// Against a declarer who reads the signals.
    pub reading: Interval,
    /// Against a declarer who does not.
    pub ignoring: Interval,
    /// Against the mixture of both.
    pub mixture: Interval,
}

/// What a reader makes of a card: the mean over the worlds, in each of which it is exact.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct BeliefChange {
    /// The seat of the reader.
    #[serde(serialize_with = "serialize_seat")]
    #[schemars(with = "falsecard_engine::cards::SeatLetter")]
    pub reader: Seat,
    /// His belief before the card.
    pub before: SuitPosterior,
    /// His belief after the card.
    pub after: SuitPosterior,
    /// His next cards of the suit, the most frequent first, in playouts where declarer reads too.
    pub replies: Vec<Reply>,
}

/// The card to play against a kind of declarer.
#[derive(Debug, Clone, Copy, PartialEq, JsonSchema, Serialize)]
pub struct Counsel {
    /// The card.
    #[serde(serialize_with = "serialize_card")]
    #[schemars(with = "falsecard_engine::cards::CardText")]
    pub card: Card,
    /// The card that comes closest; `null` if there is no other.
    pub rival: Option<RunnerUp>,
}

/// The card that comes closest to the one advised.
#[derive(Debug, Clone, Copy, PartialEq, JsonSchema, Serialize)]
pub struct RunnerUp {
    /// The card.
    #[serde(serialize_with = "serialize_card")]
    #[schemars(with = "falsecard_engine::cards::CardText")]
    pub card: Card,
    /// The gain of the advised card over this one, in points, paired by world.
    pub margin: Interval,
}

/// Double-dummy means that differ by fewer standard errors than this count as equal, as in abc.
const NEAR_TIE: f64 = 1.0;

/// The worth of playing the agreed card, in stakes: a double-dummy price up to this is paid for it.
/// (Taken over from the head start that fused gave to minimax's card; not measured by itself.)
const UNDERSTOOD: f64 = 0.016;

/// The number of worlds played out between two checks for a stop.
const AT_ONCE: usize = 4;

/// A card is dropped if it is behind the agreed one by more standard errors than this before either
/// declarer.
const HOPELESS: f64 = 3.0;

/// The least number of worlds on which a card is dropped.
const FEWEST_TO_DROP: usize = 16;

/// The playouts of a card in a world: against a declarer who reads, and one who does not.
type PlayoutPair = [Play; 2];

/// Computes the advice. Beside the agreed card only the cards of `among` are considered; all, if it
/// is empty. `share` is the share of declarers in the mixture who read, 0 to 1.
///
/// # Errors
///
/// [`NoDecision`]; it is [`NoDecision::NotToPlay`] too if the player is not a defender.
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

/// The scores of the player's side: a row for each candidate, a column for each world. The row of a
/// dropped candidate is shorter.
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

    /// Whether a candidate is so far behind the agreed card, before either declarer, that it will
    /// not be advised.
    fn is_hopeless(&self, row: usize, agreed: usize) -> bool {
        [&self.reading, &self.ignoring].into_iter().all(|rows| {
            let gain = paired(rows, row, agreed);
            let error = gain.error.filter(|_| gain.values >= FEWEST_TO_DROP);
            error.is_some_and(|error| gain.mean < -HOPELESS * error)
        })
    }
}

/// The difference of two rows, paired by world.
fn paired(rows: &[Vec<f64>], one: usize, other: usize) -> Interval {
    let differences = rows[one].iter().zip(&rows[other]).map(|(a, b)| a - b);
    Interval::of(&differences.collect::<Vec<_>>())
}

impl Counsel {
    /// The agreed card, or the best of the candidates that gain over it by more than the error.
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

/// A card that may be advised.
struct SignalCandidate {
    meaning: SignalMeaning,
    price: f64,
}

/// The legal cards that are not far behind double dummy, as candidates.
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

/// The candidate that the agreements ask for, as [`Advice::agreed`] defines it.
fn agreed(question: &Question, sample: &Sample, candidates: &[SignalCandidate]) -> Card {
    let tied = sample.assessment.near_best(NEAR_TIE);
    let worth = UNDERSTOOD * question.view.stake();
    let is_free = |it: &&SignalCandidate| it.price <= worth || tied.contains(&it.meaning.card);
    let free = candidates.iter().filter(is_free).map(|candidate| candidate.meaning.card);
    agreed_or_lowest(question.view, question.system, &free.collect::<Vec<_>>(), &sample.wishes)
}

/// Plays the candidates out in the worlds before both declarers: a row for each candidate. The time
/// may allow fewer worlds, even none; candidates that have fallen behind get fewer.
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

/// For each reader and candidate, his beliefs before and after it, over the worlds.
type SuitPosteriors = Vec<(Seat, Vec<[SuitPosterior; 2]>)>;

/// The readers' beliefs, and the number of worlds of which they are the mean: all, or as many as
/// the time allows, at least one.
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

/// A reader's beliefs in one world, before and after each candidate.
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

/// The honours that have not been played and are not dummy's.
fn honours(view: &View) -> Vec<Card> {
    let dummy = view.dealt(view.contract().dummy()).unwrap_or_default();
    let played = view.history().played().iter().map(|played| played.card).collect();
    let open = Hand::ALL - dummy - played;
    open.iter().filter(|&card| is_honour(card)).collect()
}
