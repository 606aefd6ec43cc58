//! Conventions against their worked examples, and the laws that every policy obeys.

use crate::common;

use std::fs;
use std::path::Path;

use falsecard::belief::{Belief, Evidence, Reader, Standpoint, policy};
use falsecard::carding::habits::Occasion;
use falsecard::carding::inclination::SuitOccasion;
use falsecard::carding::lines::Occasions;
use falsecard::carding::{
    CONVENTIONS, Choice, Convention, Layer, Policy, Situation, Subject, Wishes, named,
};
use falsecard::cards::{Card, Hand, Holding, Rank, Seat, Side, Suit, clockwise};
use falsecard::constraint::System;
use falsecard::notation;
use falsecard::play::{DeclaredContract, Play};
use itertools::Itertools;

/// A moment of a play: what a file of examples says after "at".
#[derive(Debug, Clone)]
struct Moment {
    contract: DeclaredContract,
    dummy: Option<Hand>,
    cards: Vec<Card>,
}

impl Moment {
    /// `3NT by S, dummy 432.32.32.AJT987, after H6 H2`
    fn parse(text: &str) -> Self {
        let parts: Vec<&str> = text.split(", ").collect();
        let (contract, declarer) = parts[0].split_once(" by ").unwrap();
        let contract = contract.parse().unwrap();
        let contract = DeclaredContract { contract, declarer: declarer.parse().unwrap() };
        let dummy = parts[1].strip_prefix("dummy ").unwrap();
        let dummy = (dummy != "not seen").then(|| dummy.parse().unwrap());
        let cards = parts[2].strip_prefix("after ").unwrap();
        let cards = cards.split_whitespace().filter(|word| *word != "nothing");
        Self { contract, dummy, cards: cards.map(common::card).collect() }
    }

    fn situation(&self, suit: Suit) -> Situation {
        Situation::after(self.contract, self.dummy, self.cards.iter().copied(), suit)
    }

    /// The same at a table where everybody sits some places on.
    fn turned(&self, steps: usize) -> Self {
        let declarer = clockwise(self.contract.declarer, steps);
        Self { contract: DeclaredContract { declarer, ..self.contract }, ..self.clone() }
    }
}

/// The lines of a file of examples, with the moments that they belong to.
fn examples(slug: &str) -> Vec<(Moment, String)> {
    let path = format!("tests/carding/{slug}.txt");
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&path)).unwrap();
    let mut moment = None;
    let mut found = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        match line.strip_prefix("at ") {
            Some(text) => moment = Some(Moment::parse(text)),
            None => found.push((moment.clone().expect("a moment comes first"), line.to_owned())),
        }
    }
    assert!(!found.is_empty(), "{path}");
    found
}

/// Every moment of all examples.
fn moments() -> Vec<Moment> {
    let mut all: Vec<Moment> = Vec::new();
    for (moment, _) in CONVENTIONS.iter().flat_map(|convention| examples(convention.slug)) {
        if all.last().is_none_or(|last| last.cards != moment.cards) {
            all.push(moment);
        }
    }
    all
}

/// The policies that the bundled systems give the player and his readers, and every convention by
/// itself.
fn policies() -> Vec<Policy> {
    let roles = [Standpoint::Player, Standpoint::Partner, Standpoint::Opponent];
    let systems = ["paper", "textbook"].map(|name| System::bundled(name).unwrap());
    let mut all: Vec<Policy> =
        systems.iter().flat_map(|system| roles.map(|role| policy(system, role))).collect();
    let alone = |convention| Policy::new([Layer { convention, kept: 0.7 }]);
    all.extend(CONVENTIONS.iter().map(alone));
    all
}

/// Holdings of up to six cards that are not gone.
fn holdings(situation: &Situation) -> impl Iterator<Item = Holding> + use<> {
    let left = Holding::ALL
        - situation.gone
        - situation.dummy.map_or(Holding::EMPTY, |d| d[situation.suit]);
    (1..1u16 << 13)
        .map(|bits| Holding::from_bits_truncate(bits << 2))
        .filter(move |holding| (*holding - left).is_empty() && (1..=6).contains(&holding.len()))
}

/// What a convention says at a moment: "S K52" is a holding, "S K52 of K52.2.AK.5" with the hand
/// as dealt, for conventions that speak of other suits.
fn said(convention: &'static Convention, moment: &Moment, place: &str) -> String {
    let (place, hand) = place.split_once(" of ").map_or((place, None), |(a, b)| (a, Some(b)));
    let (suit, holding) = place.trim().split_once(' ').unwrap();
    let situation = moment.situation(suit.parse().unwrap());
    let holding: Holding = holding.trim().parse().unwrap();
    if !convention.speaks(&situation) {
        return "not spoken".to_owned();
    }
    let policy = Policy::new([Layer { convention, kept: 1.0 }]);
    let choice = match hand {
        Some(hand) => {
            policy.at(&situation).of_hand(&hand.trim().parse().unwrap(), &Wishes::default())
        }
        None => policy.at(&situation),
    };
    let honest = choice.spoken(holding).next();
    honest.map_or_else(|| "silent".to_owned(), |(_, cards)| cards.to_string())
}

/// The page for people has a row for each convention, in their order, with what the program says of
/// it.
#[test]
fn every_convention_has_a_row_on_the_page() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/carding.md");
    let page = fs::read_to_string(page).unwrap();
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
    for (at, convention) in CONVENTIONS.iter().enumerate() {
        let row = format!("| `{}` | {} |", convention.slug, convention.about);
        assert_eq!(rows.get(at), Some(&row.as_str()), "row {} of docs/carding.md", at + 1);
    }
    assert_eq!(rows.len(), CONVENTIONS.len(), "docs/carding.md has rows of no convention");
}

/// The words of `habit` and `inclination` lines: each names one thing that may be true, and can be
/// written in a line.
#[test]
fn words_of_peoples_choices_are_distinct() {
    fn words<O: Occasions>() -> Vec<&'static str> {
        (0..O::features()).map(O::feature_name).collect()
    }
    for words in [words::<Occasion>(), words::<SuitOccasion>()] {
        let twice: Vec<_> = words.iter().duplicates().collect();
        assert!(twice.is_empty(), "{twice:?}");
        let is_word = |word: &&str| word.chars().all(|c| matches!(c, 'a'..='z' | '0'..='9' | '-'));
        assert!(words.iter().all(is_word), "{words:?}");
    }
}

#[test]
fn worked_examples() {
    let mut wrong = Vec::new();
    for convention in CONVENTIONS.iter() {
        for (moment, line) in examples(convention.slug) {
            let (place, expected) = line.split_once('|').unwrap();
            let said = said(convention, &moment, place);
            if said != expected.trim() {
                wrong.push(format!("{}: {line}: {said}", convention.slug));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A suit that is led back and that partner then ruffs was led for that: the card speaks of the
/// other suits, and not of its length. Who leads it expects the ruff; the table cannot tell yet.
#[test]
fn a_return_for_a_ruff_says_where_to_go_then() {
    let speaks = |situation: &Situation, slug| named(slug).unwrap().speaks(situation);
    let check = |situation: &Situation, for_a_ruff: bool| {
        assert_eq!(speaks(situation, "ruff-preference"), for_a_ruff);
        assert_eq!(speaks(situation, "present-count"), !for_a_ruff);
    };
    let play = problem("problems/signal/ar-2562b.pbn");
    let (returned, situation) = Situation::of_history(play.history(), None)[4];
    assert_eq!(returned.card, common::card("C9"));
    check(&situation, true);

    let play = problem("problems/signal/ar-2562.pbn");
    let view = play.view(Seat::East);
    let dummy = view.dealt(Seat::North);
    check(&Situation::now(play.history(), dummy, Suit::Clubs), false);
    let system = System::bundled("textbook").unwrap();
    check(&falsecard::mind::situation(&view, &system, Suit::Clubs), true);
}

/// What a player clearly wants outranks what his holding hints at, in every convention that asks
/// for a suit.
#[test]
fn a_clear_wish_is_what_is_said() {
    let mut said = 0;
    for convention in CONVENTIONS.iter() {
        let policy = Policy::new([Layer { convention, kept: 1.0 }]);
        for moment in moments() {
            for suit in Suit::ASC {
                let choice = policy.at(&moment.situation(suit));
                let subject = convention.subject(choice.situation());
                for wants in [true, false].into_iter().filter(|_| choice.asks()) {
                    let wishes = wishing(subject.unwrap_or(Subject::Likes(suit)), wants);
                    let choice = choice.clone().of_hand(&Hand::EMPTY, &wishes);
                    for holding in holdings(choice.situation()).step_by(67) {
                        let Some(utterance) = choice.utterance(holding) else { continue };
                        let dislikes = matches!(utterance.subject, Some(Subject::Dislikes(_)));
                        assert_eq!(utterance.truth, Some(wants != dislikes), "{holding}");
                        said += 1;
                    }
                }
            }
        }
    }
    assert!(said > 100, "{said}");
}

/// The clear wish of a player who would have the first suit of a subject led, or who would not.
fn wishing(subject: Subject, wants: bool) -> Wishes {
    let (one, other) = match subject {
        Subject::Rather(one, other) => (one, Some(other)),
        Subject::Likes(suit) | Subject::Dislikes(suit) => (suit, None),
    };
    let is_best = |suit, rival| suit == one && other.is_none_or(|it| it == rival);
    Wishes::among(
        |_| true,
        |suit, rival| {
            suit != rival && if wants { is_best(suit, rival) } else { is_best(rival, suit) }
        },
    )
}

/// What is read is what is sent, by every convention and from every holding. Of what a signal says
/// of other suits the reader does not know what the player wants: he reads the card as it is played
/// by those who want the one thing and those who want the other, half and half.
#[test]
fn cards_are_read_as_they_are_sent() {
    let mut of_others = 0;
    each_choice(|choice, holding| {
        let subjects = choice.layers().map(|layer| layer.convention.subject(choice.situation()));
        let mut subjects = subjects.flatten().unique();
        let (subject, more) = (subjects.next(), subjects.next());
        assert!(more.is_none(), "one signal at a time speaks of other suits");
        let sent = match subject {
            Some(subject) => vec![wishing(subject, true), wishing(subject, false)],
            None => vec![Wishes::default()],
        };
        let mut hand = Hand::EMPTY;
        hand[choice.situation().suit] = holding;
        for card in holding {
            let sent = sent
                .iter()
                .map(|wishes| choice.clone().of_hand(&hand, wishes).probability(holding, card));
            let mean = sent.sum::<f64>() / if subject.is_some() { 2.0 } else { 1.0 };
            let read = choice.probability(holding, card);
            assert!((read - mean).abs() < 1e-12, "{card} from {holding}: {read}, sent {mean}");
        }
        of_others += usize::from(subject.is_some());
    });
    assert!(of_others > 1_000, "{of_others}");
}

fn problem(path: &str) -> Play {
    let text = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    notation::problem::read(path, &text).all().unwrap()[0].play().unwrap()
}

fn each_choice(mut check: impl FnMut(&Choice, Holding)) {
    for policy in policies() {
        for moment in moments() {
            for suit in Suit::ASC {
                let situation = moment.situation(suit);
                let choice = policy.at(&situation);
                holdings(&situation).step_by(67).for_each(|holding| check(&choice, holding));
            }
        }
    }
}

/// Some card is played: the probabilities of the cards of any holding add up to one, whichever of
/// them come into question.
#[test]
fn probabilities_add_up_to_one() {
    each_choice(|choice, holding| {
        let some = Holding::from_bits_truncate(holding.to_bits() & 0b0101_1011_0110_1100);
        for allowed in [holding, some].into_iter().filter(|some| !some.is_empty()) {
            let each = allowed.iter().map(|card| choice.among(holding, allowed, card));
            let total: f64 = each.sum();
            assert!((total - 1.0).abs() < 1e-9, "{holding}: {total}");
        }
    });
}

/// The player draws each card as often as the reader expects it: as the ticket runs from 0 to 1,
/// each card has a stretch as long as its probability.
#[test]
fn drawn_as_read() {
    const TICKETS: usize = 400;
    each_choice(|choice, holding| {
        if holding.to_bits().is_multiple_of(7) {
            for card in holding {
                let drawn = (0..TICKETS)
                    .filter(|&i| {
                        let ticket = (i as f64 + 0.5) / TICKETS as f64;
                        choice.draw(holding, holding, ticket) == Some(card)
                    })
                    .count();
                let expected = choice.probability(holding, card) * TICKETS as f64;
                assert!((drawn as f64 - expected).abs() <= 2.0, "{card} from {holding}");
            }
        }
    });
}

/// A convention asks for cards that are allowed.
#[test]
fn honest_cards_are_allowed() {
    for moment in moments() {
        for suit in Suit::ASC {
            let situation = moment.situation(suit);
            for convention in CONVENTIONS.iter().filter(|it| it.speaks(&situation)) {
                for holding in holdings(&situation).step_by(7) {
                    let honest = convention.honest(&situation, holding, holding);
                    assert!((honest - holding).is_empty(), "{} from {holding}", convention.slug);
                }
            }
        }
    }
}

/// It does not matter who sits where.
#[test]
fn turning_the_table_changes_nothing() {
    let policy = policy(&System::bundled("textbook").unwrap(), Standpoint::Opponent);
    for moment in moments() {
        for suit in Suit::ASC {
            let here = policy.at(&moment.situation(suit));
            for steps in 1..4 {
                let there = policy.at(&moment.turned(steps).situation(suit));
                for holding in holdings(here.situation()).step_by(67) {
                    for card in holding {
                        let pair = [&here, &there].map(|choice| choice.probability(holding, card));
                        assert!((pair[0] - pair[1]).abs() < 1e-12, "{card} from {holding}");
                    }
                }
            }
        }
    }
}

/// A convention that nobody believes in says nothing, and one that does not speak leaves the
/// choice to those behind it.
#[test]
fn nothing_is_read_without_trust() {
    let count = named("count").unwrap();
    let low = Layer { convention: named("follow-low").unwrap(), kept: 0.8 };
    for moment in moments() {
        let situation = moment.situation(Suit::Clubs);
        let plain = Policy::new([low]).at(&situation);
        for kept in [0.0, 0.9] {
            let layer = Layer { convention: count, kept };
            let choice = Policy::new([layer, low]).at(&situation);
            if kept > 0.0 && count.speaks(&situation) {
                continue;
            }
            for holding in holdings(&situation).step_by(17) {
                for card in holding {
                    let pair = [&plain, &choice].map(|choice| choice.probability(holding, card));
                    assert!((pair[0] - pair[1]).abs() < 1e-12);
                }
            }
        }
    }
}

/// The probability of a card that East follows with to the ace of clubs, which West or declarer's
/// side has led; dummy has small clubs, and no signal is agreed.
fn to_the_ace(holding: &str, card: &str) -> f64 {
    let moment = "3NT by S, dummy 432.32.32.876543, after H6 H2 HK HA CA CK C3";
    let situation = Moment::parse(moment).situation(Suit::Clubs);
    let natural =
        policy(&System::bundled("textbook").unwrap(), Standpoint::Opponent).without_signals();
    let rank: Rank = card.parse().unwrap();
    natural.at(&situation).probability(holding.parse().unwrap(), rank)
}

/// Restricted choice: the queen is twice as likely from the bare queen as from queen-jack, exactly.
#[test]
fn restricted_choice() {
    assert!((to_the_ace("Q", "Q") - 1.0).abs() < 1e-12);
    assert!((to_the_ace("QJ", "Q") - 0.5).abs() < 1e-12);
    assert!((to_the_ace("QJ", "J") - 0.5).abs() < 1e-12);
}

/// The nine from jack-nine-two looks like a singleton, or nine and ten once: whoever drops it is
/// not believed to have more.
#[test]
fn a_falsecard_misleads() {
    let honest = to_the_ace("J92", "2");
    let falsecard = to_the_ace("J92", "9");
    assert!(honest > 5.0 * falsecard);
    assert!(to_the_ace("J9", "9") > 0.8);
    assert!((to_the_ace("9", "9") - 1.0).abs() < 1e-12);
}

/// What cannot be afforded is not sent: where the honest card is out of the question, count leaves
/// the choice to natural cards, and does not put another high card in its place.
#[test]
fn a_signal_that_costs_is_not_sent() {
    let moment = Moment::parse("3NT by S, dummy 432.32.32.AQT763, after H6 H2 HK HA C4");
    let choice = policy(&System::bundled("paper").unwrap(), Standpoint::Player)
        .at(&moment.situation(Suit::Clubs));
    let [holding, cheap]: [Holding; 2] = ["J852", "52"].map(|text| text.parse().unwrap());
    assert_eq!(choice.likeliest(holding, holding), Some(Rank::new(8)));
    assert_eq!(choice.likeliest(holding, cheap), Some(Rank::new(2)));
}

/// Dummy has run out of hearts, so East's nine under the ace asks for diamonds and his two for
/// clubs: West looks for the ace of diamonds accordingly, unless he ignores signals.
#[test]
fn suit_preference_is_heard() {
    let deal = "N:5432.6.K432.AJT9 T76.9532.AQ5.732 AKQJ9.QJ.J97.KQ8 8.AKT874.T86.654";
    let natural = System::bundled("textbook").unwrap();
    let ace = |cards: &str, reader: Reader| {
        let view = common::play(deal, "1S P 3S P 4S P P P", "4S", cards).view(Seat::West);
        let evidence = Evidence::of(&view, &natural, reader);
        Belief::new(&evidence).unwrap().owner(common::card("DA"))[Seat::East]
    };
    let played = ["HA H6 H9 HQ", "HA H6 H2 HQ"];
    let [high, low] = played;
    assert!(ace(high, Reader::AtTheTable) > ace(low, Reader::AtTheTable) + 0.05);
    let ignored = played.map(|cards| ace(cards, Reader::IgnoringSignals));
    assert!(ignored[0] - ignored[1] < 0.05, "{ignored:?}");
}

/// Where dummy's king and queen win the next two tricks nobody wants the suit again, so third hand
/// speaks of the others; one winner in dummy leaves the question open, and at notrump a suit is
/// worth setting up.
#[test]
fn nobody_is_asked_about_a_suit_of_dummys() {
    let policy = policy(&System::bundled("textbook").unwrap(), Standpoint::Partner);
    let speaks = |convention: &str, moment: &str| {
        let choice = policy.at(&Moment::parse(moment).situation(Suit::Spades));
        choice.layers().any(|layer| layer.convention.slug == convention)
    };
    let moments = [
        ("4H by S, dummy KQ2.J65.863.7642, after SA S2", true),
        ("4H by S, dummy KJ2.J65.863.7642, after SA S2", false),
        ("3NT by S, dummy KQ2.J65.863.7642, after SA S2", false),
    ];
    for (moment, of_others) in moments {
        assert_eq!(speaks("suit-preference", moment), of_others, "{moment}");
        assert_eq!(speaks("attitude", moment), !of_others, "{moment}");
    }
}

/// Ignoring the signals leaves the natural cards.
#[test]
fn natural_cards_are_no_signals() {
    let policy = policy(&System::bundled("paper").unwrap(), Standpoint::Partner).without_signals();
    let moment = Moment::parse("3NT by S, dummy 432.32.32.AJT987, after H6 H2 HK HA CQ C3 C7");
    let choice = policy.at(&moment.situation(Suit::Clubs));
    let slugs: Vec<_> = choice.layers().map(|layer| layer.convention.slug).collect();
    assert_eq!(slugs, ["guard-the-king", "win-the-trick"]);
    assert_eq!(moment.situation(Suit::Clubs).seat, Seat::East);
}

/// A style departs from the habits that its file takes over, and its own lines come before those of
/// the files that it uses.
#[test]
fn a_style_departs_from_what_its_file_takes_over() {
    let of_style = |first: &str| {
        let text = format!(
            "\u{feff}{first}\nstyle modern: 40%\nuse standard-carding\ncard count: off\nhabit lead defender: lowest 0.3\n"
        );
        let system = System::parse("styles.rules", &text).unwrap();
        let pair = system.styles_of(Side::EastWest)[0].pair.clone();
        system.with_pair(Side::EastWest, pair)
    };
    let habits = |system: &System| system.habits_of(Side::EastWest).unwrap().clone();
    let [natural, alone] = ["use natural", "about nothing"].map(of_style);
    let everybody = System::bundled("natural").unwrap().habits().unwrap().clone();
    assert_eq!(*habits(&natural), everybody.plus(&habits(&alone)));
    assert_ne!(habits(&natural), habits(&alone));
    let count =
        natural.cards_of(Side::EastWest).iter().find(|it| it.convention == "count").unwrap();
    assert!(count.kept <= 0.0, "{count:?}");
}
