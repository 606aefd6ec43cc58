//! The linear model against brute force, the paper's first example, and the law of conflicts.

use crate::common;

use std::ops::RangeInclusive;

use common::{at_random, example_1, play};
use falsecard::cards::{Builder, Card, FullDeal, Hand, Holding, Seat, Suit};
use falsecard::constraint::{
    Comparison, Condition, Conflict, ConflictPart, Fact, Facts, Feature, Holds, LinearForm,
    LinearModel, Measure, Ownership, Range, Relation, Rule, ShapePattern, Shapes, Size, System,
    Term, Undecided, Variable, parse_condition,
};
use falsecard::play::{Play, View};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

/// East's view in example 1, and what the auction promises.
fn east() -> (View, Vec<Rule>) {
    let view = example_1().view(Seat::East);
    let rules = System::bundled("paper").unwrap().read(view.bidding());
    (view, rules)
}

fn rule(seat: Seat, text: &str) -> Rule {
    Rule::certain(seat, parse_condition(text).unwrap(), format!("{text} (given by the user)"))
}

#[test]
fn the_papers_inferences() {
    let (view, mut rules) = east();
    let known = Ownership::of(&view);
    let bounds = |rules: &[Rule], seat, term| LinearModel::new(&known, rules).bounds(seat, term);
    assert_eq!(bounds(&rules, Seat::West, Term::POINTS), Ok(Some(0..=0)));
    assert_eq!(bounds(&rules, Seat::South, Term::POINTS), Ok(Some(22..=22)));

    rules.push(rule(Seat::West, "clubs odd"));
    assert_eq!(bounds(&rules, Seat::West, Term::Length(Suit::Clubs)), Ok(Some(1..=3)));
    // Six clubs are out and South has played the queen: two with three at West, or four with one.
    assert_eq!(bounds(&rules, Seat::South, Term::Length(Suit::Clubs)), Ok(Some(2..=4)));
    let deal = LinearModel::new(&known, &rules).example().unwrap().unwrap();
    assert!(known.admits(&deal));
}

#[test]
fn a_conflict_in_words() {
    let (view, mut rules) = east();
    assert_eq!(Conflict::find(&view, &rules), Ok(None));
    rules.push(rule(Seat::West, "clubs odd"));
    rules.push(rule(Seat::West, "hcp 2+"));
    let conflict = Conflict::find(&view, &rules).unwrap().unwrap();
    assert_eq!(conflict.size, Size::Smallest);
    assert_eq!(
        conflict.to_string(),
        "no deal fits: dummy + own hand + South: opening 2NT: hcp 21-22, balanced @ 97% \
         (Otawa & Uehara 2006, appendix) + West: hcp 2+ (given by the user)"
    );
    assert_conflict(&view, &conflict);
}

/// Work is counted, not timed: whatever else the machine does, a question has one answer; and
/// little work gives no other answer than much, or none.
#[test]
fn too_little_work_is_not_an_answer() {
    let (view, mut rules) = east();
    rules.push(rule(Seat::West, "(spades odd and hearts even) or losers(diamonds) 1"));
    rules.push(rule(Seat::South, "hearts > diamonds or total 26+"));
    rules.push(rule(Seat::South, "quality(hearts) < quality(diamonds)"));
    let known = Ownership::of(&view);
    let bounds = |branches| {
        let model = LinearModel::new(&known, &rules).with_branches(branches);
        Suit::ASC.map(|suit| model.bounds(Seat::West, Term::Length(suit)))
    };
    let much = bounds(100_000);
    assert!(much.iter().all(Result::is_ok));
    let mut undecided = 0;
    for branches in [0, 200, 800, 3_200, 12_800] {
        let all: Vec<_> = (0..4).into_par_iter().map(|_| bounds(branches)).collect();
        assert!(all.iter().all(|found| *found == all[0]));
        for (little, much) in all[0].iter().zip(&much) {
            let late = Err(Undecided::OutOfBranches(branches));
            assert!(little == much || *little == late, "{little:?}, {much:?}");
            undecided += usize::from(little.is_err());
        }
    }
    assert!(undecided > 4, "{undecided}");
}

#[test]
fn voids_and_played_cards_take_part_in_conflicts() {
    // West leads a heart; East is out of them.
    let deal = "N:A432.2.AK32.AJT9 KQJ..QJT98765.K2 T98765.AKQJ.4.Q6 .T9876543..87543";
    let view = play(deal, "1S P P P", "1S", "HT H2 DQ HA").view(Seat::South);
    let said = |rules: &[Rule]| Conflict::find(&view, rules).unwrap().unwrap().to_string();
    assert_eq!(
        said(&[rule(Seat::East, "hearts 1+")]),
        "no deal fits: East is out of hearts + East: hearts 1+ (given by the user)"
    );
    assert_eq!(
        said(&[rule(Seat::West, "not hearts has T")]),
        "no deal fits: the cards West has played + West: not hearts has T (given by the user)"
    );
    assert_eq!(
        said(&[rule(Seat::West, "hearts 9+ or spades has A")]),
        "no deal fits: dummy + own hand + West: hearts 9+ or spades has A (given by the user)"
    );
}

/// The law of conflicts: the parts contradict each other, and without any one the rest fits.
fn assert_conflict(view: &View, conflict: &Conflict) {
    assert!(!fits(view, &conflict.parts), "{conflict}");
    for out in 0..conflict.parts.len() {
        let mut rest = conflict.parts.clone();
        let part = rest.remove(out);
        assert!(fits(view, &rest), "{conflict}, even without {part}");
    }
}

fn fits(view: &View, parts: &[ConflictPart]) -> bool {
    let (mut facts, mut rules) = (Vec::new(), Vec::new());
    for part in parts {
        match part {
            ConflictPart::Fact(fact) => facts.push(*fact),
            ConflictPart::Rule(rule) => rules.push(rule),
        }
    }
    LinearModel::new(&Ownership::of_facts(view, &facts), rules).example().unwrap().is_some()
}

/// A random deal, played at random until `left` tricks are left and `more` cards of the next are
/// played.
fn late(rng: &mut ChaCha8Rng, left: usize, more: usize) -> Play {
    let mut cards: Vec<Card> = Hand::ALL.into_iter().collect();
    cards.shuffle(rng);
    let mut hands = Builder::new();
    for (seat, cards) in Seat::ALL.into_iter().zip(cards.chunks(13)) {
        hands[seat] = cards.iter().copied().collect();
    }
    let [auction, contract] = *[["1NT P P P", "1NT"], ["2S P P P", "2S"]].choose(rng).unwrap();
    let deal = hands.build_full().unwrap();
    at_random(play(&deal.to_string(), auction, contract, ""), 52 - 4 * left + more, rng.random())
}

/// Every deal that agrees with the facts.
fn every_deal(known: &Ownership) -> Vec<FullDeal> {
    let mut hands = Builder::new();
    for seat in Seat::ALL {
        hands[seat] = known.must(seat);
    }
    let taken = Seat::ALL.into_iter().fold(Hand::EMPTY, |cards, seat| cards | hands[seat]);
    let open: Vec<Card> = (Hand::ALL - taken).into_iter().collect();
    let mut deals = Vec::new();
    deal_out(known, &open, hands, &mut deals);
    deals
}

fn deal_out(known: &Ownership, open: &[Card], hands: Builder, deals: &mut Vec<FullDeal>) {
    let Some((&card, rest)) = open.split_first() else {
        deals.extend(hands.build_full());
        return;
    };
    for seat in Seat::ALL {
        if known.variable(seat, card) == Variable::Free && hands[seat].len() < 13 {
            let mut hands = hands;
            hands[seat].insert(card);
            deal_out(known, rest, hands, deals);
        }
    }
}

/// A random condition that is often, but not always, true of the hand.
fn condition(rng: &mut ChaCha8Rng, hand: Hand, depth: u8) -> Condition {
    let suit = *Suit::ASC.choose(rng).unwrap();
    let kinds = if depth == 0 { 6 } else { 10 };
    match rng.random_range(0..kinds) {
        0..=1 => {
            let term = term(rng, suit);
            let near = i32::from(hand.term(term)) + rng.random_range(-1..=1);
            let min = (near - rng.random_range(0..=1)).max(0) as u16;
            let max = (near + rng.random_range(0..=1)).max(0) as u16;
            Range::new(term, min..=max)
                .map_or(Condition::Any(vec![]), |range| Condition::Is(Feature::Range(range)))
        }
        2 => Condition::Is(Feature::Parity { suit, odd: rng.random() }),
        3 => Condition::Is(Feature::Shape(shapes(rng, hand))),
        4 => {
            let of = Holding::from_bits_truncate(rng.random());
            Condition::Is(Feature::Holds(Holds { suit, of, at_least: rng.random_range(0..=4) }))
        }
        5 => {
            let other = *Suit::ASC.choose(rng).unwrap();
            let left = LinearForm {
                terms: vec![(2, term(rng, suit)), (-1, term(rng, other))],
                constant: 1,
            };
            let value = left.value(|term| hand.term(*term)) + rng.random_range(-1..=1);
            let right = LinearForm { terms: vec![], constant: value as i16 };
            let relations = [Relation::Less, Relation::Equal, Relation::Unequal, Relation::AtLeast];
            let relation = *relations.choose(rng).unwrap();
            Condition::Is(Feature::Compare(Comparison::new(left, relation, right).unwrap()))
        }
        6..=7 => Condition::Not(Box::new(condition(rng, hand, depth - 1))),
        kind => {
            let number = rng.random_range(0..=3);
            let parts = (0..number).map(|_| condition(rng, hand, depth - 1)).collect();
            if kind == 8 { Condition::All(parts) } else { Condition::Any(parts) }
        }
    }
}

fn term(rng: &mut ChaCha8Rng, suit: Suit) -> Term {
    match rng.random_range(0..8) {
        0..=2 => Term::POINTS,
        3..=5 => Term::Length(suit),
        6 => Term::Hand(*[Measure::Controls, Measure::Top3].choose(rng).unwrap()),
        _ => Term::Suit(*[Measure::Losers, Measure::TotalPoints].choose(rng).unwrap(), suit),
    }
}

/// Some shapes, often with that of the hand among them.
fn shapes(rng: &mut ChaCha8Rng, hand: Hand) -> Shapes {
    if rng.random_ratio(1, 5) {
        return Shapes::balanced();
    }
    let own = Suit::DESC.map(|suit| Some(hand.length(suit)));
    let open = [own[0], None, own[2], None];
    let any = |lengths: [u8; 4]| ShapePattern::in_any_order(lengths.map(Some)).unwrap();
    let mut patterns = vec![any([5, 4, 2, 2]), any([6, 3, 2, 2]), any([5, 5, 2, 1])];
    patterns.extend(ShapePattern::in_any_order(own));
    patterns.extend([own, open].into_iter().filter_map(ShapePattern::in_order));
    patterns.shuffle(rng);
    patterns.into_iter().take(rng.random_range(1..=3)).collect()
}

fn rules(rng: &mut ChaCha8Rng, play: &Play) -> Vec<Rule> {
    let number = rng.random_range(0..=4);
    (0..number)
        .map(|_| {
            let seat = *Seat::ALL.choose(rng).unwrap();
            let condition = condition(rng, play.deal()[seat], 3);
            Rule::certain(seat, condition.clone(), condition.to_string())
        })
        .collect()
}

/// Feasibility and bounds of the model must be those of the deals.
fn compare(rng: &mut ChaCha8Rng, seed: u64, known: &Ownership, rules: &[Rule]) -> bool {
    let keeps = |deal: &&FullDeal| rules.iter().all(|r| r.condition.is_true_of(&deal[r.seat]));
    let all = every_deal(known);
    let fitting: Vec<&FullDeal> = all.iter().filter(keeps).collect();
    let model = LinearModel::new(known, rules);
    let example = model.example().unwrap();
    assert_eq!(example.is_some(), !fitting.is_empty(), "seed {seed}: {rules:?}");
    for _ in 0..4 {
        let seat = *Seat::ALL.choose(rng).unwrap();
        let suit = *Suit::ASC.choose(rng).unwrap();
        let term = term(rng, suit);
        let bounds = model.bounds(seat, term).unwrap();
        assert_eq!(bounds, range(&fitting, seat, term), "seed {seed}: {seat} {term}, {rules:?}");
    }
    !fitting.is_empty()
}

fn range(deals: &[&FullDeal], seat: Seat, term: Term) -> Option<RangeInclusive<u16>> {
    let values = deals.iter().map(|deal| deal[seat].term(term));
    Some(values.clone().min()?..=values.max()?)
}

#[test]
fn the_model_equals_brute_force() {
    let mut feasible = 0;
    for seed in 0..400 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (left, more) = (rng.random_range(2..=5), rng.random_range(0..4));
        let play = late(&mut rng, left, more);
        let view = play.view(*Seat::ALL.choose(&mut rng).unwrap());
        let rules = rules(&mut rng, &play);
        feasible += u32::from(compare(&mut rng, seed, &Ownership::of(&view), &rules));
    }
    assert!((100..350).contains(&feasible), "{feasible} of 400 fit: the mix is lopsided");
}

#[test]
fn so_it_does_with_three_and_four_hidden_hands() {
    for seed in 0..200 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let four = rng.random();
        let play = late(&mut rng, if four { 2 } else { 3 }, 0);
        let view = play.view(Seat::ALL[0]);
        let mut facts: Vec<Fact> = Seat::ALL.map(Fact::Played).to_vec();
        for seat in Seat::ALL {
            facts.extend(Suit::ASC.map(|suit| Fact::ShownOut(seat, suit)));
        }
        if !four {
            facts.push(Fact::OwnHand);
        }
        let rules = rules(&mut rng, &play);
        compare(&mut rng, seed, &Ownership::of_facts(&view, &facts), &rules);
    }
}

#[test]
fn a_smallest_conflict_is_the_smallest() {
    let mut conflicts = 0;
    for seed in 0..60 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let left = rng.random_range(5..=13);
        let play = late(&mut rng, left, 1);
        let view = play.view(*Seat::ALL.choose(&mut rng).unwrap());
        let rules = rules(&mut rng, &play);
        let Some(conflict) = Conflict::find(&view, &rules).unwrap() else { continue };
        conflicts += 1;
        assert_eq!(conflict.size, Size::Smallest, "seed {seed}");
        assert_conflict(&view, &conflict);
        let facts = Fact::all(&view).into_iter().map(ConflictPart::Fact);
        let parts: Vec<ConflictPart> =
            facts.chain(rules.into_iter().map(ConflictPart::Rule)).collect();
        for chosen in 0..1u32 << parts.len() {
            if chosen.count_ones() as usize + 1 == conflict.parts.len() {
                let some = parts.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1);
                let some: Vec<ConflictPart> = some.map(|(_, part)| part.clone()).collect();
                assert!(fits(&view, &some), "seed {seed}: {some:?} is smaller than {conflict}");
            }
        }
    }
    assert!(conflicts > 10, "only {conflicts} conflicts");
}

#[test]
fn cards_that_a_rule_names_are_told_apart() {
    let (view, mut rules) = east();
    rules.push(rule(Seat::West, "1 of 6 in clubs and diamonds has 64"));
    rules.push(rule(Seat::South, "not 2 of Q5 in clubs"));
    let deal = LinearModel::new(&Ownership::of(&view), &rules).example().unwrap().unwrap();
    assert_eq!(deal[Seat::South][Suit::Clubs], "Q4".parse().unwrap());
}
