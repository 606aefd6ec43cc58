//! The laws of the rule language.

use falsecard::cards::{Builder, Card, FullDeal, Hand, Holding, Seat, Suit};
use falsecard::constraint::{
    Comparison, Condition, DealCondition, Feature, Formula, Holds, LinearForm, Measure, Outline,
    Range, Relation, SeatTerm, ShapePattern, Shapes, Statement, Term, parse_condition,
    parse_deal_condition,
};
use proptest::prelude::*;
use proptest::sample::select;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

fn suit() -> impl Strategy<Value = Suit> {
    select(Suit::ASC.to_vec())
}

fn term() -> impl Strategy<Value = Term> {
    let measure = || select(Measure::NAMES.map(|(_, measure)| measure).to_vec());
    prop_oneof![
        Just(Term::POINTS),
        suit().prop_map(Term::Length),
        measure().prop_map(Term::Hand),
        (measure(), suit()).prop_map(|(measure, suit)| Term::Suit(measure, suit)),
    ]
}

fn sum<T: std::fmt::Debug>(term: impl Strategy<Value = T>) -> impl Strategy<Value = LinearForm<T>> {
    (prop::collection::vec((-3i16..4, term), 0..3), -40i16..41)
        .prop_map(|(terms, constant)| LinearForm { terms, constant })
}

fn relation() -> impl Strategy<Value = Relation> {
    use Relation::{AtLeast, AtMost, Equal, Less, More, Unequal};
    select(vec![Less, AtMost, Equal, Unequal, AtLeast, More])
}

fn shapes() -> impl Strategy<Value = Shapes> {
    let pattern = (prop::array::uniform4(prop::option::of(0u8..14)), any::<bool>());
    let pattern = pattern.prop_filter_map("no thirteen cards", |(lengths, in_order)| {
        let make = if in_order { ShapePattern::in_order } else { ShapePattern::in_any_order };
        make(lengths)
    });
    prop_oneof![
        Just(Shapes::balanced()),
        Just(Shapes::semibalanced()),
        prop::collection::vec(pattern, 0..3).prop_map(|patterns| patterns.into_iter().collect()),
    ]
}

fn feature() -> impl Strategy<Value = Feature> {
    let range = (term(), 0u16..50, 0u16..50);
    let holds = (suit(), any::<u16>(), 0u8..6);
    prop_oneof![
        range.prop_filter_map("an empty range", |(term, min, more)| {
            Range::new(term, min..=min + more).map(Feature::Range)
        }),
        (suit(), any::<bool>()).prop_map(|(suit, odd)| Feature::Parity { suit, odd }),
        shapes().prop_map(Feature::Shape),
        holds.prop_map(|(suit, bits, at_least)| {
            Feature::Holds(Holds { suit, of: Holding::from_bits_truncate(bits), at_least })
        }),
        (sum(term()), relation(), sum(term())).prop_filter_map("a range", |(left, how, right)| {
            Comparison::new(left, how, right)
                .filter(|sums| sums.terms().next().is_some())
                .map(Feature::Compare)
        }),
    ]
}

/// Formulas of every form, with "and" and "or" of any number of parts.
fn formula<A: Clone + std::fmt::Debug + 'static>(
    statement: impl Strategy<Value = A> + 'static,
) -> impl Strategy<Value = Formula<A>> {
    statement.prop_map(Formula::Is).prop_recursive(4, 24, 3, |inner| {
        let parts = || prop::collection::vec(inner.clone(), 0..4);
        prop_oneof![
            inner.clone().prop_map(|inner| Formula::Not(Box::new(inner))),
            parts().prop_map(Formula::All),
            parts().prop_map(Formula::Any),
        ]
    })
}

fn statement() -> impl Strategy<Value = Statement> {
    let seat = || select(Seat::ALL.to_vec());
    let between = (term(), term(), relation(), sum(term())).prop_filter_map(
        "one hand",
        |(one, other, how, more)| {
            let at = |seat, term| SeatTerm { seat, term };
            let left = LinearForm { terms: vec![(1, at(Seat::North, one))], constant: 0 };
            let mut terms: Vec<_> = more
                .terms
                .into_iter()
                .map(|(factor, term)| (factor, at(Seat::East, term)))
                .collect();
            terms.push((1, at(Seat::South, other)));
            Comparison::new(left, how, LinearForm { terms, constant: more.constant })
        },
    );
    prop_oneof![
        (seat(), feature()).prop_map(|(seat, feature)| Statement::Hand(seat, feature)),
        between.prop_map(Statement::Between),
    ]
}

fn deal(seed: u64) -> FullDeal {
    let mut cards: Vec<Card> = Hand::ALL.into_iter().collect();
    cards.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    let mut hands = Builder::new();
    for (seat, cards) in Seat::ALL.into_iter().zip(cards.chunks(13)) {
        hands[seat] = cards.iter().copied().collect();
    }
    hands.build_full().unwrap()
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(condition in formula(feature())) {
        prop_assert_eq!(parse_condition(&condition.to_string()), Ok(condition));
    }

    #[test]
    fn of_deals_too(condition in formula(statement())) {
        prop_assert_eq!(parse_deal_condition(&condition.to_string(), None), Ok(condition));
    }

    #[test]
    fn negation_and_de_morgan(a in formula(feature()), b in formula(feature()), seed: u64) {
        let hand = deal(seed)[Seat::South];
        let is = |condition: &Condition| condition.is_true_of(&hand);
        let not = |condition: &Condition| Formula::Not(Box::new(condition.clone()));
        prop_assert_eq!(is(&not(&a)), !is(&a));
        let both = Formula::All(vec![a.clone(), b.clone()]);
        let either = Formula::Any(vec![a.clone(), b.clone()]);
        prop_assert_eq!(is(&not(&both)), is(&Formula::Any(vec![not(&a), not(&b)])));
        prop_assert_eq!(is(&not(&either)), is(&Formula::All(vec![not(&a), not(&b)])));
    }

    /// An outline may be too wide and never too narrow.
    #[test]
    fn hands_stay_within_the_outline(condition in formula(feature()), seed: u64) {
        let hand = deal(seed)[Seat::South];
        if condition.is_true_of(&hand) {
            let outline = Outline::of(&condition);
            let points = falsecard::cards::hand_points(hand);
            prop_assert!(outline.points().unwrap().contains(&points));
            for suit in Suit::ASC {
                prop_assert!(outline.length(suit).unwrap().contains(&(hand[suit].len() as u8)));
            }
        }
    }

    /// Softer edges only let more hands in.
    #[test]
    fn softening_excludes_nobody(condition in formula(feature()), seed: u64) {
        let hand = deal(seed)[Seat::South];
        prop_assert!(!condition.is_true_of(&hand) || condition.softened().is_true_of(&hand));
    }

    #[test]
    fn no_text_does_harm(text in "[a-z0-9 ,().+*<>=!&|-]{0,60}", any in ".{0,40}") {
        for text in [text, any] {
            if let Err(fault) = parse_deal_condition(&text, Some(Seat::West)) {
                prop_assert!(text.get(fault.span).is_some());
            }
        }
    }
}

/// Conditions as the manual of `dealer` writes them, beside ours.
#[test]
fn dealer_conditions_run_unchanged() {
    let same = [
        ("hcp(north) >= 15 && hcp(north) <= 17", "north.hcp 15-17"),
        ("shape(north, any 4333 + any 4432 + any 5332)", "north.(balanced)"),
        ("shape(west, 5431 + any 5440 - 5044)", "west.(shape 5=4=3=1 5440 and not shape 5=0=4=4)"),
        ("shape(south, any 7xxx)", "south.(shape 7xxx)"),
        ("spades(north) > hearts(north)", "north.(spades > hearts)"),
        ("hcp(north) + hcp(south) >= 25", "north.hcp + south.hcp >= 25"),
        (
            "!hascard(east, SA) || hascard(west, TC)",
            "not east.(spades has A) or west.(clubs has T)",
        ),
        ("top3(east, hearts) == 2", "east.top3(hearts) 2"),
        ("losers(west) < 7 and controls(west) > 4", "west.losers 0-6 and west.controls 5+"),
        ("loser(south, diamonds) == 1", "south.losers(diamonds) 1"),
        ("hcp(north, spades) >= 5", "north.hcp(spades) 5+"),
        ("quality(north, spades) > 500", "north.quality(spades) 501+"),
        ("c13(east) != 13 && aces(west) == 2", "not east.c13 13 and west.aces 2"),
        ("(hcp(north) + 2 * spades(north)) >= 20", "north.hcp + 2*north.spades >= 20"),
    ];
    for (dealers, ours) in same {
        let read = |text| -> DealCondition { parse_deal_condition(text, None).unwrap() };
        let (dealers, ours) = (read(dealers), read(ours));
        for seed in 0..300 {
            let deal = deal(seed);
            assert_eq!(dealers.is_true_of_deal(&deal), ours.is_true_of_deal(&deal), "{dealers}");
        }
    }
}

#[test]
fn words_of_players() {
    let is = |text: &str, hand: &str| {
        parse_condition(text).unwrap().is_true_of(&hand.parse::<Hand>().unwrap())
    };
    assert!(is("spades KQx", "KQ4.A9872.T32.54"));
    assert!(!is("spades KQx", "KQ43.A987.T32.54") && is("spades KQx+", "KQ43.A987.T32.54"));
    assert!(!is("spades KQx", "KQT.A9872.T32.54"), "a small card is below the ten");
    assert!(is("two of AKQ in hearts, stopper in clubs", "43.AQ2.JT98.KJ54"));
    assert!(is("total points 12-14", "AK432.KJ932.32.4"));
    assert!(is("4333 or 4432", "A432.K32.Q32.J32") && is("shape 4333 5332", "A432.K32.Q32.J32"));
}

/// Every fault points at the word that does not fit.
#[test]
fn faults_point() {
    let faults = [
        ("hcp many", "many"),
        ("hcp 17-15", "15"),
        ("spades 14", "14"),
        ("hcp > 37", "37"),
        ("shape 4443", "4443"),
        ("hearts has KA", "KA"),
        ("cccc 12+", "cccc"),
        ("north.hcp 12", "north"),
        ("balanced spades 5", "spades"),
        ("12 < 13", ""),
        ("combined 20-24", "combined"),
    ];
    for (text, word) in faults {
        let fault = parse_condition(text).unwrap_err();
        assert_eq!(&text[fault.span.clone()], word, "{text}: {fault}");
    }
    let open = "(".repeat(100_000);
    let sum = format!("{open}hcp{} > 3", ")".repeat(100_000));
    for deep in [open, sum] {
        assert!(parse_condition(&deep).unwrap_err().message.contains("nest"));
    }
    assert!(parse_condition("1 + 2147483647 > hcp").is_err());
}
