//! The contrast of two cards in words: how the play goes after each.

use itertools::Itertools;

use super::numbers::counted;
use super::sentence::{goal, placing};
use falsecard_engine::cards::{Card, Hand, Seat, Side, Suit, holding_name, seat_name, suit_plural};
use falsecard_engine::play::View;
use falsecard_engine::search::{
    By, Contrast, Course, CourseTrick, Explanation, Fate, Idea, Slip, Turning,
};
use falsecard_engine::text::capital;
use falsecard_notation::Pips;

/// The difference between two cards in sentences, the answer first: what decides, how the play goes
/// after each card, and whose error or skill it is. Empty if nothing was played out.
pub fn contrasted(view: &View, explanation: &Explanation, pips: Pips) -> Vec<String> {
    let Some(contrast) = &explanation.contrast else {
        return neither_does_better(explanation, pips).into_iter().collect();
    };
    let it = ContrastWriter { view, contrast, pips };
    let [better, worse] = contrast.cards.map(|card| pips.card(card));
    let decides = if it.is_scattered() {
        it.by_suit()
    } else {
        format!("{} {}", it.decides(explanation), it.often())
    };
    let mut said = vec![decides, it.example()];
    let races = [Idea::CashOut, Idea::Race].map(|race| contrast.idea == Some(race));
    for ((card, course), is_race) in [better, worse].iter().zip(&contrast.courses).zip(races) {
        let course = if is_race { it.race(course) } else { it.course(course) };
        said.push(format!("After the {card}: {course}."));
    }
    said
}

fn neither_does_better(explanation: &Explanation, pips: Pips) -> Option<String> {
    let [card, other] = [0, 1].map(|at| pips.card(explanation.accounts[at].card));
    let layouts = counted(explanation.worlds, "layout");
    let is_played = explanation.worlds > 0;
    is_played
        .then(|| format!("Of {layouts} played out, the {card} does no better than the {other}."))
}

struct ContrastWriter<'a> {
    view: &'a View,
    contrast: &'a Contrast,
    pips: Pips,
}

/// The number of tricks from which only the first ones and the last of a course are told.
const TOLD: usize = 4;

/// The least number of layouts, and the least share of them, for a single reason to stand out.
const FEWEST: usize = 3;
const COMMON: f64 = 0.3;

/// A suit is named if it gains this many tricks on average.
const TELLING: f64 = 0.25;

/// A cause is named if it is at least this share of the difference.
const CHIEF: f64 = 0.5;

impl ContrastWriter<'_> {
    fn player(&self, seat: Seat) -> &'static str {
        let contract = self.view.contract();
        match seat {
            _ if seat == contract.declarer => "declarer",
            _ if seat == contract.dummy() => "dummy",
            _ => seat_name(seat),
        }
    }

    /// A hand in declarer's words: "dummy", "declarer's hand".
    fn hand(&self, seat: Seat) -> String {
        match self.player(seat) {
            "dummy" => "dummy".to_owned(),
            player => format!("{player}'s hand"),
        }
    }

    /// The hand that the cards are played from.
    fn hand_to_play(&self) -> Seat {
        self.view.history().to_play()
    }

    /// A card with its owner: "dummy's ♠K".
    fn owned(&self, seat: Seat, card: Card) -> String {
        format!("{}'s {}", self.player(seat), self.pips.card(card))
    }

    /// Whether no single reason stands out.
    fn is_scattered(&self) -> bool {
        let Contrast { often, more, .. } = *self.contrast;
        more < FEWEST || often < 2 || (often as f64) < COMMON * more as f64
    }

    /// What decides: technique, turning point and error, in this order.
    fn decides(&self, explanation: &Explanation) -> String {
        let idea = self.contrast.idea.map(|idea| self.idea(idea));
        let is_whole = self.contrast.idea.is_some_and(Idea::is_of_whole_play);
        let turning = (!is_whole).then(|| capital(&self.turning()));
        idea.into_iter().chain(turning).chain(self.cause(explanation)).join(" ")
    }

    /// The suits in which the better card gains tricks, where no single card decides.
    fn by_suit(&self) -> String {
        let [better, _] = self.contrast.cards.map(|card| self.pips.card(card));
        let suits = Suit::DESC.map(|suit| (suit, self.contrast.suits[suit]));
        let gained = suits.into_iter().filter(|(_, tricks)| *tricks >= TELLING);
        let gained = gained.sorted_by(|(_, one), (_, other)| other.total_cmp(one));
        let gained = gained
            .map(|(suit, tricks)| format!("{} (+{tricks:.1})", suit_plural(suit)))
            .join(" and ");
        let alone = capital(&self.alone());
        if gained.is_empty() {
            return format!("No single reason stands out. ({alone}.)");
        }
        let side = if self.declares() { "declarer" } else { "the defence" };
        format!("Where the {better} does better, {side} takes more tricks in {gained}. ({alone}.)")
    }

    /// Whether the decider's side declares.
    fn declares(&self) -> bool {
        self.is_of_declarer(self.view.seat())
    }

    /// The hidden hands of the layout whose play is told.
    fn example(&self) -> String {
        let mut hands = self.contrast.hidden.iter().map(|it| {
            let suits = Suit::DESC.map(|suit| {
                let held = holding_name(it.hand[suit]);
                let held = if held.is_empty() { "—" } else { &held };
                format!("{}{held}", self.pips.suit(suit))
            });
            format!("{} {}", self.player(it.seat), suits.iter().join(" "))
        });
        let best = if self.contrast.by_best_play { " and best play" } else { "" };
        format!("For example, with {}{best}:", hands.join(", "))
    }

    /// In how many layouts each of the two cards alone does better.
    fn alone(&self) -> String {
        let Contrast { by, layouts, more, fewer, .. } = *self.contrast;
        let [better, worse] = self.contrast.cards.map(|card| self.pips.card(card));
        let does = match by {
            By::Contract => format!("{} the contract", goal(self.view)),
            By::Tricks => "takes more tricks".to_owned(),
        };
        let fewer = match fewer {
            0 => String::new(),
            fewer => format!(", {worse} alone in {fewer}"),
        };
        let layouts = counted(layouts, "layout");
        let played = if self.contrast.by_best_play {
            "with best play by all four hands"
        } else {
            "played out"
        };
        format!("of {layouts} {played}, {better} alone {does} in {more}{fewer}")
    }

    fn often(&self) -> String {
        let Contrast { more, often, .. } = *self.contrast;
        let alone = capital(&self.alone());
        match often {
            all if all == more => format!("({alone}: always for this reason.)"),
            often => format!("({alone}: in {often} of these for this reason.)"),
        }
    }

    fn turning(&self) -> String {
        let Turning { seat, card, gained, ruffs, is_long, otherwise } = self.contrast.turning;
        let [better, worse] = self.contrast.cards.map(|card| self.pips.card(card));
        let holder = self.player(seat);
        let owned = self.owned(seat, card);
        let fate = self.fate(otherwise, &self.contrast.courses[usize::from(gained)]);
        let said = match (gained, ruffs) {
            (true, Some(suit)) => {
                format!("{holder} ruffs {}, and not after the {worse}", suit_plural(suit))
            }
            (false, Some(suit)) => {
                format!(
                    "after the {worse} {holder} ruffs {}, and not after the {better}",
                    suit_plural(suit)
                )
            }
            (true, None) if card == self.contrast.cards[1] => {
                format!("{owned} takes a trick later; played now it {fate}")
            }
            (true, None) if is_long => {
                format!("{owned}, a long card, takes a trick; after the {worse} it {fate}")
            }
            (true, None) => format!("{owned} takes a trick; after the {worse} it {fate}"),
            (false, None) => {
                format!("after the {worse} {owned} takes a trick; after the {better} it {fate}")
            }
        };
        said + "."
    }

    fn fate(&self, fate: Fate, course: &Course) -> String {
        let Turning { seat, card, .. } = self.contrast.turning;
        let falls = course.tricks.iter().find(|it| it.trick.card_of(seat) == Some(card));
        let winner = falls.map(|trick| trick.winner);
        match (fate, winner) {
            (Fate::Falls(card), Some(winner)) => format!("falls to {}", self.owned(winner, card)),
            (Fate::Falls(card), None) => format!("falls to the {}", self.pips.card(card)),
            (Fate::Ruffed, _) => "is ruffed".to_owned(),
            (Fate::Thrown(suit), _) if self.is_of_declarer(seat) => {
                format!("is not reached, and thrown on {}", suit_plural(suit))
            }
            (Fate::Thrown(suit), _) => format!("goes away on declarer's {}", suit_plural(suit)),
        }
    }

    fn idea(&self, idea: Idea) -> String {
        let [better, worse] = self.contrast.cards.map(|card| self.pips.card(card));
        let suit = suit_plural(self.contrast.turning.card.suit);
        match idea {
            Idea::Ruff => "A ruff.".to_owned(),
            Idea::Promotion => "A trump promotion: an opponent has to ruff high.".to_owned(),
            Idea::Force => {
                "A forcing game: an opponent has to ruff and loses control of trumps.".to_owned()
            }
            Idea::Race if self.declares() => {
                format!("After the {worse} the defence takes its tricks at once.")
            }
            Idea::Race => format!(
                "After the {worse} declarer has {} tricks before the defence comes in again.",
                self.view.contract().goal()
            ),
            Idea::CashOut if self.declares() => {
                format!("After the {better} declarer takes the tricks he needs at once.")
            }
            Idea::CashOut => {
                format!("After the {better} the defence takes its tricks at once.")
            }
            Idea::Passive => {
                let others = if self.declares() { "the defence leads" } else { "declarer leads" };
                format!("The {worse} opens up {suit}, which {others} after the {better}.")
            }
            Idea::SetUp { card: Some(entry) } => {
                format!("It sets up {suit}, and the {} is there to come in.", self.pips.card(entry))
            }
            Idea::SetUp { card: None } => format!("It sets up {suit}."),
            Idea::DrawTrumps => "It draws trumps in time.".to_owned(),
            Idea::FewerRuffs => {
                let hand = self.player(self.contrast.turning.seat);
                format!("It takes a trump away before {hand} ruffs with it.")
            }
            Idea::Gift => format!("The {worse} gives a trick away at once."),
            Idea::Unblock => {
                let [partner, suit] = [
                    self.player(self.hand_to_play().partner()),
                    suit_plural(self.contrast.cards[0].suit),
                ];
                format!("An unblock: the {better} is out of the way of {partner}'s {suit}.")
            }
            Idea::HoldUp if self.contrast.turning.is_stranded() => {
                let hand = self.player(self.contrast.turning.seat);
                format!("A hold-up: it cuts {hand} off.")
            }
            Idea::HoldUp => "A hold-up.".to_owned(),
            Idea::Entry { hand, card } => format!(
                "It keeps the {} as the way to {}'s {suit}.",
                self.pips.card(card),
                self.player(hand)
            ),
            Idea::Avoidance { hand, suit } => format!(
                "{} is kept out, who would lead {} through {}.",
                capital(self.player(hand)),
                suit_plural(suit),
                self.hand(hand.lho())
            ),
            Idea::Reached { hand } => format!("It keeps the way to {} open.", self.hand(hand)),
            Idea::Stranded { hand } => {
                format!("It cuts {} off: winners there are not reached.", self.player(hand))
            }
            Idea::InTime { suit: Some(on) } => format!(
                "A winner is taken in time: later an opponent throws his {} on {}.",
                suit_plural(self.contrast.cards[0].suit),
                suit_plural(on)
            ),
            Idea::InTime { suit: None } => "A winner is taken in time.".to_owned(),
            Idea::ThrowIn { hand } => format!(
                "A throw-in: {} has to lead, and every lead costs a trick.",
                self.player(hand)
            ),
            Idea::NoThrowIn { hand } => format!(
                "It avoids a throw-in: after the {worse} {} has to lead, and every lead costs a \
                 trick.",
                self.player(hand)
            ),
            Idea::Guard => format!("It keeps the guard in {suit}."),
            Idea::Finesse { honour } => {
                format!("A finesse against the {}.", self.pips.card(honour))
            }
            Idea::Drop { honour } => format!("The {} drops.", self.pips.card(honour)),
        }
    }

    /// The tricks of a course: the first of them, and the one that decides.
    fn course(&self, course: &Course) -> String {
        let runs: Vec<Vec<&CourseTrick>> = runs(&course.tricks);
        let [first, later @ ..] = &runs[..] else { return String::new() };
        let mut said = vec![self.won(first[0])];
        match later.split_last() {
            Some((last, more)) if more.len() > TOLD - 2 => {
                said.extend(more[..TOLD - 2].iter().map(|run| self.run(run)));
                let number = last[0].number;
                said.push(format!("later, at trick {number}, {}", self.run(last)));
            }
            _ => said.extend(later.iter().map(|run| self.run(run))),
        }
        said.join("; ")
    }

    /// The tricks that one side takes without interruption, by suits in the order in which they are
    /// begun: "declarer takes ♣Q, ♥AKQ and ♦A".
    fn race(&self, course: &Course) -> String {
        let by_declarer = course.tricks.first().is_some_and(|it| self.is_of_declarer(it.winner));
        let side = if by_declarer { "declarer" } else { "the defence" };
        let winners = course.tricks.iter().map(|it| it.card);
        let suits = winners.clone().map(|card| card.suit).unique();
        let taken = suits.map(|suit| {
            let of_suit: Hand = winners.clone().filter(|it| it.suit == suit).collect();
            format!("{}{}", self.pips.suit(suit), holding_name(of_suit[suit]))
        });
        format!("{side} takes {}", taken.collect_vec().join(", "))
    }

    fn is_of_declarer(&self, seat: Seat) -> bool {
        Side::of(seat) == self.view.contract().declaring_side()
    }

    /// Who wins a trick. The lead has been named.
    fn won(&self, it: &CourseTrick) -> String {
        let takes =
            if Some(it.card.suit) == it.trick.suit_led() { "wins with" } else { "ruffs with" };
        let fallen = self.fallen(&[it]);
        format!("{} {takes} the {}{fallen}", self.player(it.winner), self.pips.card(it.card))
    }

    /// One trick, or several that one hand leads to and wins.
    fn run(&self, run: &[&CourseTrick]) -> String {
        let [first, more @ ..] = run else { return String::new() };
        let CourseTrick { trick, winner, .. } = **first;
        let leader = trick.leader();
        let led = trick.card_of(leader).expect("a trick of a play is complete");
        if !more.is_empty() {
            let cards = run.iter().map(|it| self.pips.card(it.card)).join(" ");
            return format!("{} takes {cards}{}", self.player(winner), self.fallen(run));
        }
        let fallen = self.fallen(run);
        if leader == winner {
            return format!("{}'s {} wins{fallen}", self.player(leader), self.pips.card(led));
        }
        let won = self.won(first);
        format!("{} leads the {}, {won}", self.player(leader), self.pips.card(led))
    }

    /// The singleton honours of the other side that fall in these tricks.
    fn fallen(&self, run: &[&CourseTrick]) -> String {
        let mut fallen = run.iter().filter_map(|it| it.drops).map(|card| self.pips.card(card));
        let fallen = fallen.join(" and the ");
        if fallen.is_empty() { fallen } else { format!(", dropping the {fallen}") }
    }

    /// The cause of the difference, where it is not the cards alone and one error is common: "It
    /// makes declarer go wrong: …".
    fn cause(&self, explanation: &Explanation) -> Option<String> {
        let causes = &self.contrast.causes;
        let all = causes.card + causes.opponents + causes.own_side;
        let Slip { seat, card, right, layouts } = causes.error?;
        let seat = self.view.contract().decider(seat);
        let (player, [card, right]) =
            (self.player(seat), [card, right].map(|it| self.pips.card(it)));
        let [better, worse] = self.contrast.cards.map(|card| self.pips.card(card));
        let layouts = counted(layouts, "layout");
        let wrong = format!("{player} plays the {card} where the {right} is right (in {layouts})");
        if causes.opponents >= CHIEF * all {
            let is_first = explanation.accounts[0].card == self.contrast.cards[0];
            let misplaced =
                explanation.misplaced().filter(|(reader, _)| is_first && *reader == seat);
            let misplaced = misplaced.map(|(reader, place)| {
                format!(": {}", placing(self.view, reader, place, self.pips))
            });
            let why = misplaced.unwrap_or_default();
            Some(format!("It makes {player} go wrong: after the {better} {wrong}{why}."))
        } else if causes.own_side >= CHIEF * all {
            Some(format!("It saves {player} from going wrong: after the {worse} {wrong}."))
        } else {
            None
        }
    }
}

/// The tricks of a course in runs: tricks that one hand leads to and wins one after another. The
/// first trick, which holds the decision, stands alone.
fn runs(tricks: &[CourseTrick]) -> Vec<Vec<&CourseTrick>> {
    let mut runs: Vec<Vec<&CourseTrick>> = Vec::new();
    for (at, trick) in tricks.iter().enumerate() {
        let leads = trick.trick.leader() == trick.winner;
        match runs.last_mut() {
            Some(run)
                if at > 1
                    && leads
                    && run.iter().all(|it| {
                        it.trick.leader() == trick.winner && it.winner == trick.winner
                    }) =>
            {
                run.push(trick);
            }
            _ => runs.push(vec![trick]),
        }
    }
    runs
}
