//! How pairs open, and by which scale they answer 4NT, over all their boards.

use std::collections::HashMap;
use std::ops::{AddAssign, Sub};

use super::corpus::GameRecord;
use falsecard_engine::bidding::{
    KeyCardAnswer, KeyCardScale, KeyCardStage, KeyCardTurn, KeyCards, OddOpening, OpeningStyle,
};
use falsecard_engine::cards::{Bid, Call, Hand, Level, Side, Strain, Suit, hand_points};

/// The openings of all pairs, by their names.
#[derive(Debug, Default)]
pub(super) struct Openings {
    pairs: HashMap<[String; 2], usize>,
    seen: Vec<OpeningTally>,
}

/// Counts of a pair's openings of 1♣, 1NT and one of a major, and sums over the hands.
#[derive(Debug, Clone, Copy, Default)]
struct OpeningTally {
    club: PointSum,
    notrump: PointSum,
    short_clubs: f64,
    majors: f64,
    four_card_majors: f64,
    /// The number of answers to 4NT by [`KeyCardScale::ThreeFirst`] less those by the other scale.
    three_first: f64,
}

/// A number of hands, and the sum of their points.
#[derive(Debug, Clone, Copy, Default)]
struct PointSum {
    n: f64,
    sum: f64,
}

/// The pseudo-observations of every pair: it is assumed to have opened this often as most do, with
/// the mean points [`CLUB`] and [`NOTRUMP`]. Rare features have more of them, lest one odd hand
/// decide.
const BEFORE: f64 = 3.0;
const BEFORE_ODD: f64 = 13.0;
const CLUB: f64 = 13.0;
const NOTRUMP: f64 = 15.5;

/// A pair's scale of answers counts as known from this many more answers by it than by the other.
const ANSWERS: f64 = 2.0;

/// The thresholds of means and shares from which a pair has another style of opening. (Set by how
/// the pairs of championships divide.)
const STRONG_CLUB: f64 = 15.0;
const WEAK_NOTRUMP: f64 = 14.2;
const SHORT: f64 = 0.08;
const FOUR_CARDS: f64 = 0.2;

impl Openings {
    /// Adds a record, and returns its pairs, North and South first; `None` if a name is missing.
    pub(super) fn add(&mut self, record: &GameRecord) -> [Option<PairOpening>; 2] {
        let pairs = [Side::NorthSouth, Side::EastWest].map(|side| {
            let names = record.pair(side)?.map(str::to_owned);
            let next = self.pairs.len();
            let pair = *self.pairs.entry(names).or_insert(next);
            self.seen.resize(self.pairs.len(), OpeningTally::default());
            Some(PairOpening { pair, here: OpeningTally::default() })
        });
        let here = OpeningTally::on(record);
        let with_here = |(at, opened): (usize, Option<PairOpening>)| {
            let PairOpening { pair, .. } = opened?;
            self.seen[pair] += here[at];
            Some(PairOpening { pair, here: here[at] })
        };
        let [ns, ew] = pairs;
        [(0, ns), (1, ew)].map(with_here)
    }

    /// The scale by which a pair answers 4NT, by its boards other than this one; `None` if they do
    /// not show it.
    pub(super) fn scale(&self, PairOpening { pair, here }: PairOpening) -> Option<KeyCardScale> {
        let three_first = (self.seen[pair] - here).three_first;
        (three_first.abs() >= ANSWERS).then_some(if three_first > 0.0 {
            KeyCardScale::ThreeFirst
        } else {
            KeyCardScale::FourFirst
        })
    }

    /// How a pair opens, by its boards other than this one, so that the judged hand does not give
    /// away its own style.
    pub(super) fn style(&self, PairOpening { pair, here }: PairOpening) -> OpeningStyle {
        let OpeningTally { club, notrump, short_clubs, majors, four_card_majors, .. } =
            self.seen[pair] - here;
        let mean = |it: PointSum, before: f64| (it.sum + BEFORE * before) / (it.n + BEFORE);
        let share = |odd: f64, of: f64| odd / (of + BEFORE_ODD);
        let odd = [
            (OddOpening::StrongClub, mean(club, CLUB) > STRONG_CLUB),
            (OddOpening::ShortClub, share(short_clubs, club.n) > SHORT),
            (OddOpening::FourCardMajors, share(four_card_majors, majors) > FOUR_CARDS),
            (OddOpening::WeakNotrump, mean(notrump, NOTRUMP) < WEAK_NOTRUMP),
        ];
        odd.into_iter().filter(|(_, is_so)| *is_so).map(|(odd, _)| odd).collect()
    }
}

/// A pair, and its counts on one board.
#[derive(Debug, Clone, Copy)]
pub(super) struct PairOpening {
    pair: usize,
    here: OpeningTally,
}

impl OpeningTally {
    /// The counts of both pairs on one board.
    fn on(record: &GameRecord) -> [Self; 2] {
        let (bidding, deal) = (record.play.bidding(), record.play.deal());
        let calls: Vec<_> = bidding.calls().collect();
        let mut seen = [Self::default(); 2];
        let of = |seat| usize::from(Side::of(seat) == Side::EastWest);
        if let Some(&(seat, Call::Bid(bid))) = calls.iter().find(|(_, call)| *call != Call::Pass) {
            seen[of(seat)] = Self::opening(bid, deal[seat]);
        }
        for (at, &(seat, call)) in calls.iter().enumerate() {
            if let Some(KeyCardTurn { trumps, stage: KeyCardStage::Asked }) =
                KeyCardTurn::of(&calls[..at], seat)
            {
                let answer = KeyCardAnswer::of(KeyCards::of(deal[seat], trumps));
                let by = |scale| f64::from(u8::from(answer.call(scale) == call));
                // Answers by which the scales agree say nothing of them.
                seen[of(seat)].three_first +=
                    by(KeyCardScale::ThreeFirst) - by(KeyCardScale::FourFirst);
            }
        }
        seen
    }

    /// The counts of one opening.
    fn opening(bid: Bid, hand: Hand) -> Self {
        let mut seen = Self::default();
        if bid.level != Level::new(1) {
            return seen;
        }
        let points = PointSum { n: 1.0, sum: f64::from(hand_points(hand)) };
        match (bid.strain, bid.strain.suit()) {
            (Strain::Clubs, _) => {
                seen.club = points;
                seen.short_clubs = f64::from(u8::from(hand[Suit::Clubs].len() < 2));
            }
            (Strain::Notrump, _) => seen.notrump = points,
            (Strain::Hearts | Strain::Spades, Some(suit)) => {
                seen.majors = 1.0;
                seen.four_card_majors = f64::from(u8::from(hand[suit].len() == 4));
            }
            _ => {}
        }
        seen
    }
}

impl AddAssign for OpeningTally {
    fn add_assign(&mut self, other: Self) {
        self.club.n += other.club.n;
        self.club.sum += other.club.sum;
        self.notrump.n += other.notrump.n;
        self.notrump.sum += other.notrump.sum;
        self.short_clubs += other.short_clubs;
        self.majors += other.majors;
        self.four_card_majors += other.four_card_majors;
        self.three_first += other.three_first;
    }
}

impl Sub for OpeningTally {
    type Output = Self;

    fn sub(mut self, other: Self) -> Self {
        let less = |it: PointSum| PointSum { n: -it.n, sum: -it.sum };
        self += Self {
            club: less(other.club),
            notrump: less(other.notrump),
            short_clubs: -other.short_clubs,
            majors: -other.majors,
            four_card_majors: -other.four_card_majors,
            three_first: -other.three_first,
        };
        self
    }
}
