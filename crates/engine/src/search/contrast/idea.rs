//! The technique by which one of two plays does better.

use schemars::JsonSchema;
use serde::Serialize;

use super::course::CourseTrick;
use super::turning::{Fate, Turning};
use crate::cards::{
    Card, Rank, Seat, Side, Strain, Suit, serialize_card, serialize_seat, serialize_some_card,
    serialize_some_suit, serialize_suit,
};
use crate::dd::Solver;
use crate::play::{Play, Position};

/// A technique of card play, as textbooks name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case", tag = "name")]
pub enum Idea {
    /// The better card's side ruffs, which it could not after the other card.
    Ruff,
    /// An opponent has to ruff high, and a trump of the better card's side becomes a winner.
    Promotion,
    /// After the other card the opponents take all tricks that they need before the better card's
    /// side takes another.
    Race,
    /// After the better card its side takes all tricks that it needs at once.
    CashOut,
    /// The other card gives a trick at once.
    Gift,
    /// The other card breaks a suit that the opponents lead first after the better one.
    Passive,
    /// A suit is led whose winners are cashed later.
    SetUp {
        /// The card of another suit by which the side comes in to them, if it does.
        #[serde(skip_serializing_if = "Option::is_none", serialize_with = "serialize_some_card")]
        #[schemars(with = "Option<crate::cards::CardText>")]
        card: Option<Card>,
    },
    /// Trumps are drawn before an opponent ruffs a winner.
    DrawTrumps,
    /// A trump is led before an opponent ruffs with it.
    FewerRuffs,
    /// A high card goes out of the way of partner's suit.
    Unblock,
    /// A winner is held back, so that the opponents lose touch with each other.
    HoldUp,
    /// A winner of this hand is reached, which is thrown away after the other card.
    Reached {
        /// Whose winner.
        #[serde(serialize_with = "serialize_seat")]
        #[schemars(with = "crate::cards::SeatLetter")]
        hand: Seat,
    },
    /// A card is kept for later, by which this hand comes in to its winners.
    Entry {
        /// Whose winners.
        #[serde(serialize_with = "serialize_seat")]
        #[schemars(with = "crate::cards::SeatLetter")]
        hand: Seat,
        /// The card that is kept.
        #[serde(serialize_with = "serialize_card")]
        #[schemars(with = "crate::cards::CardText")]
        card: Card,
    },
    /// An opponent does not get in who would lead a suit through the hand on his left.
    Avoidance {
        /// The opponent who is kept out.
        #[serde(serialize_with = "serialize_seat")]
        #[schemars(with = "crate::cards::SeatLetter")]
        hand: Seat,
        /// The suit.
        #[serde(serialize_with = "serialize_suit")]
        #[schemars(with = "crate::cards::SuitLetter")]
        suit: Suit,
    },
    /// Winners of an opponent's hand are out of reach.
    Stranded {
        /// Whose winners.
        #[serde(serialize_with = "serialize_seat")]
        #[schemars(with = "crate::cards::SeatLetter")]
        hand: Seat,
    },
    /// A trick is taken in time, before it is ruffed or a loser is thrown.
    InTime {
        /// The suit on which the opponent who would ruff throws his losers.
        #[serde(skip_serializing_if = "Option::is_none", serialize_with = "serialize_some_suit")]
        #[schemars(with = "Option<crate::cards::SuitLetter>")]
        suit: Option<Suit>,
    },
    /// A hand has to lead, and every lead costs it a trick.
    ThrowIn {
        /// Whose lead it is.
        #[serde(serialize_with = "serialize_seat")]
        #[schemars(with = "crate::cards::SeatLetter")]
        hand: Seat,
    },
    /// After the other card its own side has to lead, and every lead would cost a trick.
    NoThrowIn {
        /// Whose lead it would be.
        #[serde(serialize_with = "serialize_seat")]
        #[schemars(with = "crate::cards::SeatLetter")]
        hand: Seat,
    },
    /// A card that guards a suit is kept.
    Guard,
    /// A card is played through or up to an honour that it does not have to fear.
    Finesse {
        /// The honour.
        #[serde(serialize_with = "serialize_card")]
        #[schemars(with = "crate::cards::CardText")]
        honour: Card,
    },
    /// An honour falls under a higher card.
    Drop {
        /// The honour.
        #[serde(serialize_with = "serialize_card")]
        #[schemars(with = "crate::cards::CardText")]
        honour: Card,
    },
    /// An opponent has to ruff until he has fewer trumps than the better card's side.
    Force,
}

/// A card is played for a finesse or a drop if that comes within this many tricks, the trick of the
/// decision included.
const SOON: usize = 2;

/// Two plays of one layout that differ from a decision on.
struct Courses<'a> {
    tricks: &'a [Vec<CourseTrick>; 2],
    plays: [&'a Play; 2],
    turning: &'a Turning,
    /// The other cards that take a trick in one of the two alone.
    all_turnings: &'a [Turning],
    from: usize,
    /// The hand that plays the two cards, and these cards.
    hand: Seat,
    cards: [Card; 2],
    trumps: Option<Suit>,
}

impl Idea {
    /// The technique that decides, if the courses show one: the better card's first.
    pub(super) fn shown(
        (plays, tricks): ([&Play; 2], &[Vec<CourseTrick>; 2]),
        from: usize,
        (turning, all_turnings): (&Turning, &[Turning]),
        solver: &mut Solver,
    ) -> Option<Self> {
        let played = plays.map(|play| play.history().played()[from]);
        let it = Courses {
            tricks,
            plays,
            turning,
            all_turnings,
            from,
            hand: played[0].seat,
            cards: played.map(|played| played.card),
            trumps: plays[0].history().contract().trumps(),
        };
        it.ruff()
            .or_else(|| it.trumps_led())
            .or_else(|| it.gift())
            .or_else(|| it.unblock())
            .or_else(|| it.entry())
            .or_else(|| it.set_up())
            .or_else(|| it.hold_up())
            .or_else(|| it.in_time())
            .or_else(|| it.throw_in(solver))
            .or_else(|| it.passive())
            .or_else(|| it.guard())
            .or_else(|| it.out_of_reach())
            .or_else(|| it.finesse())
    }
}

impl Courses<'_> {
    fn is_own(&self, seat: Seat) -> bool {
        Side::of(seat) == Side::of(self.hand)
    }

    /// The trick in which a hand plays a card.
    fn trick(&self, at: usize, (seat, card): (Seat, Card)) -> Option<&CourseTrick> {
        self.tricks[at].iter().find(|it| it.trick.card_of(seat) == Some(card))
    }

    /// The trick that the deciding card takes in one of the two courses.
    fn taken(&self) -> Option<&CourseTrick> {
        self.trick(self.at(), (self.turning.seat, self.turning.card))
    }

    /// The index of the course in which the deciding card takes its trick.
    fn at(&self) -> usize {
        usize::from(!self.turning.gained)
    }

    /// The ruffs of opponents before this trick, of suits that the better card's side led.
    fn ruffs_of_opponents(&self, at: usize, before: u8) -> Vec<(Seat, Card)> {
        let tricks = self.tricks[at].iter().filter(|it| it.number < before);
        let led_by_own = tricks.filter(|it| self.is_own(it.trick.leader()));
        let ruffed = led_by_own.flat_map(|it| {
            let led = it.trick.suit_led();
            it.trick.cards().filter(move |(_, card)| Some(card.suit) != led)
        });
        let is_ruff =
            |(seat, card): &(Seat, Card)| Some(card.suit) == self.trumps && !self.is_own(*seat);
        ruffed.filter(is_ruff).collect()
    }

    fn ruff(&self) -> Option<Idea> {
        let Turning { card, gained: true, ruffs, .. } = *self.turning else { return None };
        if ruffs.is_some() {
            return Some(Idea::Ruff);
        }
        if Some(card.suit) != self.trumps {
            return None;
        }
        let at = self.taken()?.number;
        let [here, there] = [0, 1].map(|course| self.ruffs_of_opponents(course, at));
        if here.len() <= there.len() {
            return None;
        }
        let is_high = |(_, ruff): &(Seat, Card)| ruff.rank > card.rank;
        Some(if here.iter().any(is_high) { Idea::Promotion } else { Idea::Force })
    }

    /// The other card's own trick goes to an opponent's card that takes none after the better card.
    fn gift(&self) -> Option<Idea> {
        let there = self.tricks[1].first()?;
        let is_it = (there.winner, there.card) == (self.turning.seat, self.turning.card);
        (is_it && !self.turning.gained).then_some(Idea::Gift)
    }

    /// The better card takes this very trick, and later an opponent would ruff it, or run his
    /// winners before it is led.
    fn in_time(&self) -> Option<Idea> {
        let here = self.tricks[0].first()?;
        let takes = (here.winner, here.card) == (self.hand, self.cards[0]);
        let is_it = (self.turning.seat, self.turning.card) == (self.hand, self.cards[0]);
        let fate = self.trick(1, (self.hand, self.cards[0]))?;
        let never_in = || {
            let before = self.tricks[1].iter().filter(|it| it.number < fate.number);
            before.into_iter().all(|it| !self.is_own(it.winner))
        };
        let late = match self.turning.otherwise {
            Fate::Ruffed => true,
            Fate::Thrown(_) => never_in(),
            Fate::Falls(_) => false,
        };
        let thrown_on = || {
            let suit = self.cards[0].suit;
            let ruffs = (self.turning.otherwise == Fate::Ruffed).then_some(fate.winner)?;
            let before = self.tricks[1].iter().take_while(|it| it.number < fate.number);
            let is_suit = |card: Card| card.suit == suit;
            let mut throws = before.filter(|it| it.trick.card_of(ruffs).is_some_and(is_suit));
            throws.find_map(|it| it.trick.suit_led().filter(|led| *led != suit))
        };
        (takes && is_it && late).then(|| Idea::InTime { suit: thrown_on() })
    }

    /// Partner takes tricks in his suit after the higher of two cards is played, and does not take
    /// them if it is kept.
    fn unblock(&self) -> Option<Idea> {
        let [better, worse] = self.cards;
        let partner = self.hand.partner();
        let is_his = |it: &Turning| it.gained && it.seat == partner && it.card.suit == better.suit;
        let is_higher = better.suit == worse.suit && better.rank > worse.rank;
        let is_honour = better.rank >= Rank::J;
        // Declarer who wins with it wins in the hand that he chose.
        let wins = self.tricks[0].first().is_some_and(|it| it.card == better);
        if wins && self.is_own(self.plays[0].history().contract().declarer) {
            return None;
        }
        (is_higher && is_honour && self.all_turnings.iter().any(is_his)).then_some(Idea::Unblock)
    }

    /// A hand's winners of one suit are reached by a card of another suit, by which it does not
    /// come in after the other card.
    fn entry(&self) -> Option<Idea> {
        let Turning { seat, card, gained: true, ruffs: None, .. } = *self.turning else {
            return None;
        };
        let taken = self.taken()?.number;
        let comes_in = self.tricks[0]
            .iter()
            .rev()
            .find(|it| it.number < taken && it.winner == seat && it.trick.leader() != seat)?;
        let by = comes_in.card;
        let stays = self.tricks[0]
            .iter()
            .filter(|it| it.number > comes_in.number && it.number <= taken)
            .all(|it| it.trick.leader() == seat);
        let now = self.tricks[0].first()?.number;
        let lost = self.trick(1, (seat, card))?.number;
        let is_gone = self.trick(1, (seat, by))?.number < comes_in.number;
        let is_in_later =
            |it: &CourseTrick| it.winner == seat && (now + 1..lost).contains(&it.number);
        let never_in =
            self.turning.otherwise.is_thrown() && !self.tricks[1].iter().any(is_in_later);
        (stays && comes_in.number > now && (is_gone || never_in) && by.suit != card.suit)
            .then_some(Idea::Entry { hand: seat, card: by })
    }

    /// Whether the better card's side is on lead.
    fn is_lead(&self) -> bool {
        self.from.is_multiple_of(4)
    }

    /// The first trick after the decision, or its own, to which a side leads a suit.
    fn first_lead(&self, at: usize, suit: Suit) -> Option<&CourseTrick> {
        self.tricks[at].iter().find(|it| it.trick.suit_led() == Some(suit))
    }

    /// A suit is led at once, one of whose winners is discarded after the other card.
    fn set_up(&self) -> Option<Idea> {
        let Turning { card, gained: true, ruffs: None, otherwise: Fate::Thrown(_), .. } =
            *self.turning
        else {
            return None;
        };
        let [better, worse] = self.cards;
        let [now, taken] = [self.tricks[0].first()?.number, self.taken()?.number];
        let is_it = self.is_lead() && better.suit == card.suit && worse.suit != card.suit;
        let comes_in = self.tricks[0].iter().rev().find(|it| {
            let gains = self.is_own(it.winner) && !self.is_own(it.trick.leader());
            (now + 1..taken).contains(&it.number) && gains && it.card.suit != card.suit
        });
        (is_it && taken > now).then(|| Idea::SetUp { card: comes_in.map(|it| it.card) })
    }

    /// A trump is led where a ruff decides.
    fn trumps_led(&self) -> Option<Idea> {
        let [better, worse] = self.cards;
        if !self.is_lead() || Some(better.suit) != self.trumps || better.suit == worse.suit {
            return None;
        }
        match *self.turning {
            Turning { gained: true, otherwise: Fate::Ruffed, .. } => Some(Idea::DrawTrumps),
            Turning { gained: false, ruffs: Some(_), .. } => Some(Idea::FewerRuffs),
            _ => None,
        }
    }

    /// The other card is the first of its suit, which the opponents lead first after the better
    /// card.
    fn passive(&self) -> Option<Idea> {
        let [better, worse] = self.cards;
        let suit = self.turning.card.suit;
        if !self.is_lead() || worse.suit != suit || better.suit == suit {
            return None;
        }
        let played = &self.plays[0].history().played()[..self.from];
        let is_broken = played.iter().step_by(4).any(|it| it.card.suit == suit);
        let first = self.first_lead(0, suit)?;
        (!is_broken && !self.is_own(first.trick.leader())).then_some(Idea::Passive)
    }

    /// The card takes its trick because the hand that leads to it has nothing better to lead:
    /// double dummy its side would take more if another hand led.
    fn throw_in(&self, solver: &mut Solver) -> Option<Idea> {
        let trick = self.taken()?;
        let leader = trick.trick.leader();
        if Side::of(leader) == Side::of(self.turning.seat) {
            return None;
        }
        let first = usize::from(trick.number - 1) * 4;
        if first <= self.from || !is_endplayed(self.plays[self.at()], first, solver) {
            return None;
        }
        let hand = leader;
        Some(if self.turning.gained { Idea::ThrowIn { hand } } else { Idea::NoThrowIn { hand } })
    }

    /// Of two discards the one of the other suit: the suit decides later.
    fn guard(&self) -> Option<Idea> {
        let [better, worse] = self.cards;
        let led = self.tricks[0].first()?.trick.suit_led()?;
        let throws = led != better.suit && led != worse.suit && Some(better.suit) != self.trumps;
        let is_it = worse.suit == self.turning.card.suit && worse.suit != better.suit;
        (throws && is_it).then_some(Idea::Guard)
    }

    /// The other card would win this trick, and an opponent wins it now.
    fn hold_up(&self) -> Option<Idea> {
        let [here, there] = [self.tricks[0].first()?, self.tricks[1].first()?];
        let [better, worse] = self.cards;
        let would_win = (there.winner, there.card) == (self.hand, worse);
        let is_of_suit =
            [worse.suit, self.turning.card.suit].iter().all(|suit| *suit == better.suit);
        let is_followed = is_of_suit && here.trick.leader() != self.hand;
        (would_win && is_followed && !self.is_own(here.winner)).then_some(Idea::HoldUp)
    }

    /// A winner is discarded since its hand does not come in.
    fn out_of_reach(&self) -> Option<Idea> {
        let Turning { seat, card, gained, otherwise, .. } = *self.turning;
        let is_later = self.taken()?.number > self.tricks[0].first()?.number;
        let is_lost = otherwise.is_thrown() && self.is_master(usize::from(gained), (seat, card));
        if !is_later || !is_lost {
            return None;
        }
        Some(if gained { Idea::Reached { hand: seat } } else { Idea::Stranded { hand: seat } })
    }

    /// Whether the other side holds no higher card of the suit when a card is played.
    fn is_master(&self, at: usize, (seat, card): (Seat, Card)) -> bool {
        let Some(trick) = self.trick(at, (seat, card)) else { return false };
        let first = usize::from(trick.number - 1) * 4;
        let now = self.plays[at].history().first(first).position(self.plays[at].deal());
        now.is_some_and(|now| {
            let others = [seat.lho(), seat.rho()].map(|other| now.hands()[other][card.suit]);
            others.iter().all(|held| held.iter().all(|rank| rank < card.rank))
        })
    }

    /// A card takes its trick although an opponent holds a higher honour: after it, or under it.
    fn finesse(&self) -> Option<Idea> {
        let soon = self.tricks[0].iter().take(SOON);
        let soon = soon.map(|it| it.number).max()?;
        let declares = self.is_own(self.plays[0].history().contract().declarer);
        let is_it = declares && self.turning.gained;
        let trick = self.taken().filter(|it| is_it && it.number <= soon)?;
        let Turning { seat, card, ruffs: None, .. } = *self.turning else { return None };
        let at = trick.trick;
        let fallen = at.cards().find(|&(other, it)| {
            !self.is_own(other) && it.suit == card.suit && it.rank >= Rank::J && it.rank < card.rank
        });
        let first = usize::from(trick.number - 1) * 4;
        let before = self.plays[0].history().first(first).position(self.plays[0].deal())?;
        // A player who has played before the card and holds a higher one has been finessed.
        let earlier = at.cards().take_while(|&(other, _)| other != seat).map(|(other, _)| other);
        let mut caught = earlier.filter(|&other| !self.is_own(other)).filter_map(|other| {
            let higher = before.hands()[other][card.suit].iter().filter(|&rank| rank > card.rank);
            higher.max().map(|rank| Card { suit: card.suit, rank })
        });
        caught.next().map(|honour| Idea::Finesse { honour }).or_else(|| {
            let alone = |&(other, _): &(Seat, Card)| before.hands()[other][card.suit].len() == 1;
            fallen.filter(alone).map(|(_, honour)| Idea::Drop { honour })
        })
    }
}

/// Whether the leader's side takes more tricks from here if either of its opponents leads in his
/// place.
fn is_endplayed(play: &Play, first: usize, solver: &mut Solver) -> bool {
    let Some(now) = play.history().first(first).position(play.deal()) else { return false };
    let (leader, strain): (Seat, Strain) = (now.to_play(), now.strain());
    let side = Side::of(leader);
    let mut tricks = |seat: Seat| {
        let position = Position::new(*now.hands(), strain, seat)?;
        Some(position.tricks_of(side, solver.tricks(&position)))
    };
    let own = tricks(leader);
    let others = [leader.lho(), leader.rho()].map(&mut tricks);
    own.is_some() && others.iter().all(|other| *other > own)
}
