//! The features of a card choice: what a player has before him who is to play, as numbers that are
//! 0 or 1.
//!
//! Seats count clockwise from the decider: declarer, where dummy is to play. The public features of
//! a moment are computed once ([`CardMoment`]); the decider's hand adds few, so many hands can be
//! evaluated in the same moment.

use crate::cards::{Bid, Call, Card, Hand, Holding, Rank, Seat, Suit, clockwise, hand_points};
use crate::play::{Bidding, History, PlayedCard, legal_from};

/// Where a card of a suit is, in the eyes of the decider.
#[derive(Debug, Clone, Copy)]
enum Lies {
    Own,
    Unseen,
    Dummy,
    /// Played before by a player other than the decider.
    Gone,
    /// In the trick, beaten or winning it.
    Beaten,
    Winning,
    /// Played before by the decider.
    GoneOwn,
}

const PLACES: usize = 7;

/// Where a card is that is still in play; its rank counts from the top of such cards.
#[derive(Debug, Clone, Copy)]
enum LiesLive {
    Own,
    Dummy,
    InTrick,
    Unseen,
}

const LIVE_PLACES: usize = 4;

/// How many cards of each player in a suit have features, in order; how many of his discards; and
/// how many of his calls.
const PLAYS: usize = 4;
const DISCARDS: usize = 3;
const CALLS: usize = 5;

/// Features of a card played: its rank, and its manner (the opening lead, another lead, following
/// second, third or fourth, or played to another suit's lead).
const OF_PLAY: usize = 13 + 6;

/// Features of a call, relative to a suit: a pass, a double, a redouble, or a bid of some level in
/// notrump, in the suit, in a lower one or in a higher one.
const OF_CALL: usize = 3 + 4 * 7;

/// The most leads of a suit that are counted, and the number of leads whose winner has a feature.
const OFTEN: usize = 4;
const TRICKS: usize = 3;

/// The index of the first feature of each kind that a suit has: where each card is; how many the
/// decider has, dummy has, and are unseen; what each player has played; who has none; whose
/// discards came from it; who led it first, to which trick, how often it was led and who won;
/// whether it is trumps, and whether it was led to this trick; who led it to the trick before; the
/// calls; and where each card is that is still in play.
const CARDS: usize = 0;
const OWN: usize = CARDS + 13 * PLACES;
const DUMMYS: usize = OWN + 14;
const UNSEEN: usize = DUMMYS + 14;
const PLAYED: usize = UNSEEN + 14;
const VOIDS: usize = PLAYED + 4 * PLAYS * OF_PLAY;
const DISCARDED: usize = VOIDS + 4;
const FIRST_LEADER: usize = DISCARDED + 4 * DISCARDS;
const FIRST_LED: usize = FIRST_LEADER + 4;
const LEADS: usize = FIRST_LED + 13;
const WINNERS: usize = LEADS + OFTEN + 1;
const TRUMPS: usize = WINNERS + 4 * TRICKS;
const LED: usize = TRUMPS + 1;
const LED_BEFORE: usize = LED + 1;
const CALLED: usize = LED_BEFORE + 4;
const LIVE: usize = CALLED + 4 * CALLS * OF_CALL;
pub(super) const OF_SUIT: usize = LIVE + 13 * LIVE_PLACES;

/// The index of the first feature of each kind that the table has: the decider's part, the trick's
/// number, the place in it, who is winning it, whether there are trumps, the tricks of the
/// contract, how many of them declarer still needs, and the points of dummy.
const PART: usize = 0;
const TRICK: usize = PART + 5;
const PLACE: usize = TRICK + 13;
const WINNER: usize = PLACE + 4;
const NOTRUMP: usize = WINNER + 4;
const GOAL: usize = NOTRUMP + 1;
const NEEDED: usize = GOAL + 7;
const DUMMYS_POINTS: usize = NEEDED + 14;
pub(super) const OF_TABLE: usize = DUMMYS_POINTS + POINTS;

/// The number of features for points, from 0; hands of this many or more share the last.
pub(super) const POINTS: usize = 26;

/// The public part of a card choice: what everybody sees to whom the decider's hand is hidden.
#[derive(Debug, Clone)]
pub struct CardMoment {
    /// The features of each suit, and of the table, that do not depend on the decider's hand.
    pub(super) suits: [Vec<u16>; 4],
    pub(super) table: Vec<u16>,
    /// The player who decides.
    decider: Seat,
    /// Whether it is dummy's card that he decides.
    from_dummy: bool,
    /// The cards that he has played.
    played: Hand,
    /// The cards that dummy has left, once it is faced.
    dummy: Hand,
    /// All cards that have been played or are dummy's; the others are the decider's or unseen.
    known: Hand,
    /// The cards of completed tricks.
    gone: Hand,
    led: Option<Suit>,
    trumps: Option<Suit>,
}

/// The features of a card choice with a known hand.
#[derive(Debug, Clone)]
pub struct CardChoice {
    /// The features of the suits one after another, with the end of each.
    features: Box<[u16]>,
    ends: [u16; 4],
    pub(super) table: Box<[u16]>,
    /// The points of the hand as it was dealt.
    pub(super) points: usize,
    pub(super) legal: Hand,
    pub(super) led: Option<Suit>,
    pub(super) trumps: Option<Suit>,
}

impl CardChoice {
    /// The cards that may be played.
    pub const fn legal(&self) -> Hand {
        self.legal
    }

    /// Cards in the order of the network's outputs.
    pub fn in_order(cards: Hand) -> impl Iterator<Item = Card> {
        let of = move |suit| cards[suit].iter().map(move |rank| Card { suit, rank });
        Suit::ASC.into_iter().flat_map(of)
    }

    pub(super) fn of_suit(&self, suit: usize) -> &[u16] {
        let from = suit.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.features[usize::from(from)..usize::from(self.ends[suit])]
    }
}

impl CardMoment {
    /// The moment after these calls and cards; `dummy` is dummy's hand as dealt.
    pub fn of(bidding: &Bidding, history: &History, dummy: Hand) -> Self {
        let table = TableView::new(history, dummy);
        let contract = history.contract();
        Self {
            suits: Suit::ASC.map(|suit| table.features_of(suit, bidding)),
            table: table.features(dummy),
            decider: table.decider,
            from_dummy: history.to_play() != table.decider,
            played: history.cards_of(table.decider),
            dummy: table.dummy,
            known: table.played | table.dummy,
            gone: table.played - table.in_trick,
            led: history.trick().suit_led(),
            trumps: contract.trumps(),
        }
    }

    /// The player who decides: declarer, where dummy is to play.
    pub const fn decider(&self) -> Seat {
        self.decider
    }

    /// The cards that may be played if the decider was dealt this hand.
    pub fn legal(&self, dealt: Hand) -> Hand {
        let hand = if self.from_dummy { self.dummy } else { dealt - self.played };
        legal_from(hand, self.led)
    }

    /// The features if the decider was dealt this hand.
    pub fn with(&self, dealt: Hand) -> CardChoice {
        let mut features = Vec::new();
        let ends = Suit::ASC.map(|suit| {
            features.extend_from_slice(&self.suits[suit as usize]);
            let left = self.left(dealt)[suit];
            for rank in self.open(suit) {
                features.extend(self.of_card(Card { suit, rank }, left.contains(rank)));
            }
            features.extend(self.of_length(suit, left.len()));
            features.len() as u16
        });
        CardChoice {
            features: features.into(),
            ends,
            table: self.table.as_slice().into(),
            points: points(dealt),
            legal: self.legal(dealt),
            led: self.led,
            trumps: self.trumps,
        }
    }

    /// The cards that the decider has left of this hand.
    pub(super) fn left(&self, dealt: Hand) -> Hand {
        dealt - self.played
    }

    pub(super) const fn led(&self) -> Option<Suit> {
        self.led
    }

    pub(super) const fn trumps(&self) -> Option<Suit> {
        self.trumps
    }

    /// The cards of a suit that the decider may have.
    pub(super) fn open(&self, suit: Suit) -> Holding {
        Holding::ALL - self.known[suit]
    }

    /// The features of a card that may be the decider's, if it is, or if it is not.
    pub(super) fn of_card(&self, Card { suit, rank }: Card, is_own: bool) -> [u16; 2] {
        let (place, live) =
            if is_own { (Lies::Own, LiesLive::Own) } else { (Lies::Unseen, LiesLive::Unseen) };
        let in_play = Holding::ALL - self.gone[suit];
        [of_rank(rank, place), of_live(in_play, rank, live)]
    }

    /// The features of a suit of which the decider has this number of cards left.
    pub(super) fn of_length(&self, suit: Suit, length: usize) -> [u16; 2] {
        let unseen = self.open(suit).len().saturating_sub(length);
        [(OWN + length) as u16, (UNSEEN + unseen) as u16]
    }
}

/// The points of a hand, at most [`POINTS`].
pub(super) fn points(hand: Hand) -> usize {
    usize::from(hand_points(hand)).min(POINTS - 1)
}

fn of_rank(rank: Rank, place: Lies) -> u16 {
    (CARDS + number(rank) * PLACES + place as usize) as u16
}

fn of_live(in_play: Holding, rank: Rank, place: LiesLive) -> u16 {
    let from_top = in_play.iter().filter(|other| *other > rank).count();
    (LIVE + from_top * LIVE_PLACES + place as usize) as u16
}

/// The index of a rank, from 0 for the two.
pub(super) fn number(rank: Rank) -> usize {
    usize::from(rank.get()) - 2
}

/// The public state of the table.
struct TableView<'a> {
    history: &'a History,
    decider: Seat,
    /// The cards that dummy has left, once it is faced.
    dummy: Hand,
    /// All cards played, those of this trick, and the one that is winning it.
    played: Hand,
    in_trick: Hand,
    winning: Option<(Seat, Card)>,
}

impl<'a> TableView<'a> {
    fn new(history: &'a History, dummy: Hand) -> Self {
        let contract = history.contract();
        let faced = if history.dummy_is_faced() { dummy } else { Hand::EMPTY };
        Self {
            decider: history.decider(),
            dummy: faced - history.cards_of(contract.dummy()),
            played: history.played().iter().map(|played| played.card).collect(),
            in_trick: history.trick().cards().map(|(_, card)| card).collect(),
            winning: history.trick().winner(contract.strain()),
            history,
        }
    }

    /// The number of seats from the decider clockwise to a seat.
    fn steps(&self, seat: Seat) -> usize {
        (0..4).find(|&steps| clockwise(self.decider, steps) == seat).unwrap_or_default()
    }

    fn features(&self, dummys: Hand) -> Vec<u16> {
        let history = self.history;
        let contract = history.contract();
        let part = match self.steps(contract.dummy()) {
            _ if !history.dummy_is_faced() => 0,
            2 if history.to_play() == self.decider => 1,
            2 => 2,
            1 => 3,
            _ => 4,
        };
        let won = history.tricks_won(contract.declaring_side());
        let mut features = vec![
            PART + part,
            TRICK + usize::from(history.tricks_played()),
            PLACE + history.trick().len(),
            WINNER + self.winning.map_or(0, |(seat, _)| self.steps(seat)),
            GOAL + usize::from(contract.goal()) - 7,
            NEEDED + usize::from(contract.goal().saturating_sub(won)),
        ];
        features.extend(contract.trumps().is_none().then_some(NOTRUMP));
        if history.dummy_is_faced() {
            features.push(DUMMYS_POINTS + points(dummys));
        }
        features.into_iter().map(|feature| feature as u16).collect()
    }

    fn features_of(&self, suit: Suit, bidding: &Bidding) -> Vec<u16> {
        let mut features = Vec::with_capacity(64);
        self.add_cards(suit, &mut features);
        self.add_plays(suit, &mut features);
        let history = self.history;
        let mut add = |feature: usize| features.push(feature as u16);
        if history.contract().trumps() == Some(suit) {
            add(TRUMPS);
        }
        if history.trick().suit_led() == Some(suit) {
            add(LED);
        }
        let over = usize::from(history.tricks_played()) * 4;
        let before = over.checked_sub(4).map(|at| &history.played()[at]);
        if let Some(lead) = before.filter(|lead| lead.card.suit == suit) {
            add(LED_BEFORE + self.steps(lead.seat));
        }
        let mut made = [0; 4];
        for (seat, call) in bidding.calls() {
            let caller = self.steps(seat);
            if made[caller] < CALLS {
                add(CALLED + (caller * CALLS + made[caller]) * OF_CALL + of_call(call, suit));
                made[caller] += 1;
            }
        }
        features
    }

    /// Adds the features of the cards of a suit that all see.
    fn add_cards(&self, suit: Suit, features: &mut Vec<u16>) {
        let decider = self.history.cards_of(self.decider)[suit];
        let in_play = Holding::ALL - (self.played - self.in_trick)[suit];
        for rank in self.dummy[suit] {
            features.extend([of_rank(rank, Lies::Dummy), of_live(in_play, rank, LiesLive::Dummy)]);
        }
        for rank in self.in_trick[suit] {
            let is_winning = self.winning.is_some_and(|(_, it)| it == Card { suit, rank });
            let place = if is_winning { Lies::Winning } else { Lies::Beaten };
            features.extend([of_rank(rank, place), of_live(in_play, rank, LiesLive::InTrick)]);
        }
        for rank in Holding::ALL - in_play {
            let place = if decider.contains(rank) { Lies::GoneOwn } else { Lies::Gone };
            features.push(of_rank(rank, place));
        }
        features.push((DUMMYS + self.dummy[suit].len()) as u16);
    }

    /// Adds the features of who has played what of a suit, and who has led it.
    fn add_plays(&self, suit: Suit, features: &mut Vec<u16>) {
        let (played, trumps) = (self.history.played(), self.history.contract().trumps());
        let (mut told_of, mut void, mut discards) = ([0; 4], [false; 4], [0; 4]);
        let mut leads: Vec<usize> = Vec::new();
        for (at, it) in played.iter().enumerate() {
            let who = self.steps(it.seat);
            void[who] |= it.led == suit && it.card.suit != suit;
            if it.card.suit != it.led && Some(it.card.suit) != trumps {
                if it.card.suit == suit && discards[who] < DISCARDS {
                    features.push((DISCARDED + who * DISCARDS + discards[who]) as u16);
                }
                discards[who] += 1;
            }
            if it.card.suit != suit {
                continue;
            }
            if it.place == 0 {
                leads.push(at);
            }
            if told_of[who] < PLAYS {
                let from = PLAYED + (who * PLAYS + told_of[who]) * OF_PLAY;
                let manner = from + 13 + manner(at, *it);
                features.extend([from + number(it.card.rank), manner].map(|at| at as u16));
                told_of[who] += 1;
            }
        }
        let mut add = |feature: usize| features.push(feature as u16);
        (0..4).filter(|&who| void[who]).for_each(|who| add(VOIDS + who));
        if let Some(&first) = leads.first() {
            add(FIRST_LEADER + self.steps(played[first].seat));
            add(FIRST_LED + first / 4);
        }
        add(LEADS + leads.len().min(OFTEN));
        // The leader of the next trick is the winner.
        let next = leads.iter().take(TRICKS).map(|lead| lead + 4);
        for (time, next) in next.enumerate() {
            let to_lead = (next == played.len()).then(|| self.history.to_play());
            if let Some(winner) = played.get(next).map(|it| it.seat).or(to_lead) {
                add(WINNERS + 4 * time + self.steps(winner));
            }
        }
    }
}

/// The index of the manner in which the nth card of the play was played.
fn manner(nth: usize, played: PlayedCard) -> usize {
    match played.place {
        0 if nth == 0 => 0,
        0 => 1,
        _ if played.card.suit != played.led => 5,
        place => 1 + usize::from(place),
    }
}

/// The index of a call relative to a suit.
fn of_call(call: Call, suit: Suit) -> usize {
    let Call::Bid(Bid { level, strain }) = call else {
        return match call {
            Call::Double => 1,
            Call::Redouble => 2,
            _ => 0,
        };
    };
    let kind = match strain.suit() {
        None => 0,
        Some(bid) if bid == suit => 1,
        Some(bid) if bid < suit => 2,
        Some(_) => 3,
    };
    3 + 7 * kind + usize::from(level.get()) - 1
}
