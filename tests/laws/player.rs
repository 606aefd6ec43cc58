//! Laws of the network that says how likely a player is to play each card, and of beliefs that are
//! weighed by it.

use std::sync::Arc;

use falsecard::belief::{Belief, Evidence, Reader};
use falsecard::carding::player::{CardExample, CardMoment, CardNetwork, CardTrace};
use falsecard::cards::{Builder, BySeat, Card, FullDeal, Hand, Seat};
use falsecard::constraint::System;
use falsecard::mind::Mind;
use falsecard::network::Network;
use falsecard::notation::pbn;
use falsecard::play::{Play, View};
use falsecard::records::GameRecord;
use falsecard::work::stream;
use falsecard_lab::learn::{CardLessons, CardRecords, Examples, Lessons};
use itertools::Itertools;
use rand::RngExt;

fn records() -> Vec<GameRecord> {
    let games = pbn::read("records.pbn", include_bytes!("../data/records.pbn")).good;
    games.iter().filter_map(|game| GameRecord::of(game).ok()).collect()
}

/// The moments of some records, each with the play as it stood.
fn moments() -> Vec<(CardMoment, Play)> {
    let of = |record: &GameRecord| {
        let at = |cards| {
            let play = record.after(cards);
            let dummy = play.deal()[play.bidding().contract().dummy()];
            (CardMoment::of(play.bidding(), play.history(), dummy), play)
        };
        (0..record.play.history().played().len()).step_by(5).map(at).collect::<Vec<_>>()
    };
    records().iter().step_by(4).flat_map(of).collect()
}

fn champions() -> Arc<CardNetwork> {
    CardNetwork::bundled("champions").unwrap()
}

/// Every card that may be played has a probability, no other has one, and they add up to 1; whether
/// a hand is put to a moment or seen by itself.
#[test]
fn probabilities_are_of_legal_cards() {
    let network = champions();
    for (moment, play) in moments() {
        let dealt = play.deal()[moment.decider()];
        let odds = network.odds(&moment.with(dealt));
        let legal: Hand = odds.iter().map(|(card, _)| *card).collect();
        assert_eq!(legal, play.legal());
        assert!((odds.iter().map(|(_, odds)| odds).sum::<f64>() - 1.0).abs() < 1e-5);
        let at = network.at(moment);
        for (card, odds) in odds {
            let nats = at.nats(&[dealt], card)[0];
            assert!((nats.exp() - odds).abs() < 1e-3, "{card}: {nats}, {odds}");
        }
    }
}

/// Nothing depends on cards that the decider does not see.
#[test]
fn hidden_cards_have_no_part() {
    let (mut rng, mut looked_at) = (stream(1, &[]), 0);
    for record in records().iter().flat_map(|record| std::iter::repeat_n(record, 3)) {
        let play = record.after(rng.random_range(4..40));
        let view = play.view(play.history().decider());
        let Ok(belief) = Belief::new(&Evidence::facts(&view)) else { continue };
        let other = view.imagine(belief.sample(&mut rng)).unwrap();
        let [one, other] = [&play, &other].map(|play| {
            let dummy = play.deal()[play.bidding().contract().dummy()];
            let moment = CardMoment::of(play.bidding(), play.history(), dummy);
            champions().odds(&moment.with(play.deal()[moment.decider()]))
        });
        assert_eq!(one, other);
        looked_at += 1;
    }
    assert!(looked_at >= 20, "{looked_at}");
}

/// Who thinks of nothing plays as the network says.
#[test]
fn habits_are_those_of_the_network() {
    let mind = Mind::new(System::natural(), 0);
    for (moment, play) in moments() {
        let dealt = play.deal()[moment.decider()];
        let view = play.view(moment.decider());
        assert_eq!(mind.habits(&view), champions().odds(&moment.with(dealt)));
    }
}

/// Before he thinks a card is as likely to a player as by habit, and worth as much more than the
/// mean as others are worth less.
#[test]
fn inklings_are_habit_and_worth() {
    let network = champions();
    for (moment, play) in moments() {
        let choice = moment.with(play.deal()[moment.decider()]);
        let estimates = network.estimates(&choice);
        let odds: Vec<(Card, f64)> = estimates.iter().map(|it| (it.card, it.odds)).collect();
        assert_eq!(odds, network.odds(&choice));
        let worths: f64 = estimates.iter().map(|it| it.worth).sum();
        assert!(worths.abs() < 1e-3, "{worths}");
    }
}

/// Slopes are what differences of the merit say.
#[test]
fn slopes_are_differences() {
    let mut rng = stream(3, &[]);
    for (moment, play) in moments().iter().step_by(11).take(6) {
        let choice = moment.with(play.deal()[moment.decider()]);
        if choice.legal().len() < 2 {
            continue;
        }
        let played = choice.legal().iter().next();
        let worths: Vec<f32> = choice.legal().iter().map(|_| rng.random::<f32>() - 0.5).collect();
        let lesson = CardExample { choice: &choice, played, worths: &worths };
        let kept = std::array::from_fn(|_| if rng.random_bool(0.2) { 0.0 } else { 1.25 });
        let mut weights = vec![0.0f32; CardNetwork::SIZE];
        for number in &mut weights {
            *number = 0.2 * (rng.random::<f32>() - 0.5);
        }
        let objective = |weights: &[f32]| {
            let network = CardNetwork::of(weights.to_vec());
            CardTrace::new(&network, lesson, &kept).objective()
        };
        let network = CardNetwork::of(weights.clone());
        let mut gradient = vec![0.0; CardNetwork::SIZE];
        CardTrace::new(&network, lesson, &kept).add_gradient(&network, &mut gradient);
        let mut told = 0;
        for _ in 0..2_000 {
            let at = rng.random_range(0..CardNetwork::SIZE);
            let (before, step) = (weights[at], 2e-3);
            let mut moved = |by: f32| {
                weights[at] = before + by;
                objective(&weights)
            };
            let [down, here, up] = [-step, 0.0, step].map(&mut moved);
            let [left, right] = [here - down, up - here].map(|rise| rise / f64::from(step));
            let whole = f64::midpoint(left, right);
            weights[at] = before;
            let gradient = f64::from(gradient[at]);
            // Where a unit becomes 0 within the step there is a bend, and no slope.
            let is_bent = (left - right).abs() > 0.1 * gradient.abs() + 0.005;
            if gradient.abs() > 1e-2 && !is_bent {
                told += 1;
                assert!(
                    (whole - gradient).abs() < 0.1 * gradient.abs() + 0.01,
                    "{at}: {whole} {gradient}"
                );
            }
        }
        assert!(told > 5, "{told}");
    }
}

/// The same records and seed give the same bytes, and what is learned is better than chance.
#[test]
fn it_learns_what_it_is_shown() {
    let mut shown = CardRecords::default();
    let records = records();
    let lessons = |record| (record, CardLessons::of(record, System::natural(), 1));
    shown.add_all(records.iter().take(12).map(lessons).collect());
    let latest = std::cell::Cell::new(f64::NEG_INFINITY);
    let told = |_, nats| {
        latest.set(nats);
        true
    };
    let one = shown.network(7, &told).unwrap();
    assert!(latest.get() > -1.3, "{}", latest.get());
    let other = shown.network(7, &told).unwrap();
    assert_eq!(one.bytes(), other.bytes());
    assert!(CardNetwork::read(&one.bytes()).is_ok());
    assert!(CardNetwork::read(&one.bytes()[1..]).is_err());
}

/// What is kept of a game is read as it was written, and other bytes are refused or read without a
/// panic.
#[test]
fn lessons_are_read_as_written() {
    let (records, mut rng) = (records(), stream(1, &[]));
    let [one, other] = [&records[0], &records[1]];
    let lessons = CardLessons::of(one, System::natural(), 1);
    let bytes = lessons.bytes();
    assert_eq!(CardLessons::read(one, &bytes).as_ref(), Some(&lessons));
    assert_eq!(CardLessons::read(other, &bytes), None, "they are of another game");
    for _ in 0..2_000 {
        let mut odd = bytes.clone();
        odd.truncate(rng.random_range(0..=odd.len()));
        for _ in 0..rng.random_range(0..4) {
            if let Some(byte) = (!odd.is_empty()).then(|| rng.random_range(0..odd.len())) {
                odd[byte] = rng.random();
            }
        }
        if let Some(read) = CardLessons::read(one, &odd) {
            CardRecords::default().add_all(vec![(one, read)]);
        }
    }
}

/// Games are known again by deal, calls and cards, and by nothing else.
#[test]
fn keys_tell_games_apart() {
    let records = records();
    assert!(records.iter().map(GameRecord::key).all_unique());
    let again = GameRecord { number: 99, players: BySeat::default(), ..records[0].clone() };
    assert_eq!(again.key(), records[0].key());
}

/// Views late in the play, with the few layouts that they leave.
fn late() -> Vec<(View, Vec<FullDeal>)> {
    let of = |record: &GameRecord| {
        let played = record.play.history().played().len();
        let play = record.after(36.min(played.checked_sub(1)?));
        let view = play.view(play.history().decider());
        let evidence = Evidence::facts(&view);
        let [first, second] = view.hidden()[..] else { return None };
        let known = [first, second].map(|seat| evidence.ownership.must(seat));
        let open: Vec<Card> = (view.unseen() - known[0] - known[1]).iter().collect();
        let layouts = open.iter().copied().combinations(13 - known[0].len()).map(|more| {
            let mut deal = Builder::new();
            for seat in Seat::ALL {
                deal[seat] = evidence.ownership.must(seat);
            }
            deal[first] = known[0] | more.into_iter().collect();
            deal[second] = view.unseen() - deal[first];
            deal.build_full().unwrap()
        });
        let fits = |deal: &FullDeal| {
            let may = |seat| (deal[seat] - evidence.ownership.may(seat)).is_empty();
            may(first) && may(second)
        };
        let layouts = layouts.filter(fits).collect();
        Some((view, layouts))
    };
    records().iter().filter_map(of).collect()
}

/// The share of each layout: what its weight makes of it, and three in a hundred by the facts
/// alone.
fn believed(weights: &[f64]) -> Vec<f64> {
    let (all, layouts) = (weights.iter().sum::<f64>(), weights.len() as f64);
    weights.iter().map(|weight| 0.97 * weight / all + 0.03 / layouts).collect()
}

/// What a belief says is what the weights of all layouts say, up to the error of the layouts that
/// it draws; but no layout that fits the facts is ruled out.
#[test]
fn beliefs_are_weighed() {
    let (mut off, mut shares) = (0.0, 0);
    for (view, layouts) in late() {
        let evidence = Evidence::of(&view, System::natural(), Reader::AtTheTable);
        assert!(evidence.whole_hands.is_some());
        let belief = Belief::new(&evidence).unwrap();
        let weights: Vec<f64> = layouts.iter().map(|layout| evidence.weight(layout)).collect();
        let all: f64 = weights.iter().sum();
        let size = belief.effective_size().unwrap();
        assert!((belief.weight() / all).ln().abs() < 0.25, "{} {all}", belief.weight());
        let exact_shares = believed(&weights);
        for (layout, exact) in layouts.iter().zip(&exact_shares) {
            let own = belief.probability(&evidence, layout);
            assert!((own / exact).ln().abs() < 0.25, "{own} {exact}");
            assert!(own >= 0.03 / layouts.len() as f64 * (1.0 - 1e-9), "{own}");
        }
        let first = view.hidden()[0];
        for card in view.unseen() {
            let with = layouts.iter().zip(&exact_shares).filter(|(it, _)| it[first].contains(card));
            let exact: f64 = with.map(|(_, share)| share).sum();
            let share = belief.owner(card)[first];
            assert!((share - exact).abs() < 0.02 + 4.0 / size.sqrt(), "{card}: {share} {exact}");
            off += (share - exact).abs();
            shares += 1;
        }
    }
    let off = off / f64::from(shares);
    assert!(off < 0.01, "{off}");
}

/// Samples are drawn in proportion to the weights.
#[test]
fn samples_are_weighed() {
    for (view, layouts) in late().into_iter().step_by(5) {
        let evidence = Evidence::of(&view, System::natural(), Reader::AtTheTable);
        let belief = Belief::new(&evidence).unwrap();
        let weights: Vec<f64> = layouts.iter().map(|layout| evidence.weight(layout)).collect();
        let drawn: Vec<FullDeal> = belief.spread(&mut stream(2, &[])).take(4_000).collect();
        for (layout, share) in layouts.iter().zip(believed(&weights)) {
            let found = drawn.iter().filter(|it| *it == layout).count() as f64 / 4_000.0;
            assert!((found - share).abs() < 0.05, "{found} {share}");
        }
    }
}

/// A card that is read no more is as if it had said nothing: what others say of the layouts is
/// left.
#[test]
fn a_card_may_say_nothing() {
    for (view, layouts) in late().into_iter().step_by(4) {
        let evidence = Evidence::of(&view, System::natural(), Reader::AtTheTable);
        let belief = Belief::new(&evidence).unwrap();
        let Some(reading) = evidence.readings.first() else { continue };
        let cards: Vec<Card> = view.unseen().iter().collect();
        let without = belief.owners_without(&evidence, 0, &cards).unwrap();
        let said = |layout: &FullDeal| {
            let dummy = view.dealt(view.contract().dummy()).unwrap();
            let at = view.history().played().iter().position(|it| it.card == reading.card).unwrap();
            let moment = CardMoment::of(view.bidding(), &view.history().first(at), dummy);
            let odds = champions().odds(&moment.with(layout[reading.seat]));
            let own = odds.into_iter().find(|(card, _)| *card == reading.card);
            // A tenth of what the network says is not trusted.
            own.unwrap().1.powf(0.9)
        };
        let weigh = |layout: &FullDeal| evidence.weight(layout) / said(layout);
        let weights: Vec<f64> = layouts.iter().map(weigh).collect();
        let exact_shares = believed(&weights);
        let first = view.hidden()[0];
        for (card, owner) in cards.into_iter().zip(without) {
            let with = layouts.iter().zip(&exact_shares).filter(|(it, _)| it[first].contains(card));
            let exact: f64 = with.map(|(_, share)| share).sum();
            assert!((owner[first] - exact).abs() < 0.15, "{card}: {} {exact}", owner[first]);
        }
        let number = evidence.readings.len();
        let same = belief.owners_without(&evidence, number, &[reading.card]).unwrap();
        assert_eq!(same[0], belief.owner(reading.card));
    }
}

/// Where a pair has agreed how it cards, its cards say what it has agreed; declarer agrees with
/// nobody. Imagined players have no time for whole hands.
#[test]
fn agreements_are_read_as_agreed() {
    let text = "system agreed\nuse natural\nuse standard-carding\n";
    let agreed = System::parse("agreed.rules", text).unwrap();
    for record in records().iter().step_by(9) {
        let play = record.after(9);
        let declarer = play.bidding().contract().declarer;
        let by_declarer = play.view(declarer);
        let speaks = |view: &View, system: &System, reader| {
            Evidence::of(view, system, reader).whole_hands.is_some()
        };
        assert!(speaks(&by_declarer, System::natural(), Reader::AtTheTable));
        assert!(!speaks(&by_declarer, &agreed, Reader::AtTheTable));
        assert!(!speaks(&by_declarer, System::natural(), Reader::IgnoringSignals));
        let leader = play.view(play.bidding().contract().opening_leader());
        let of = Evidence::of(&leader, &agreed, Reader::AtTheTable).whole_hands.unwrap();
        for played in play.history().played() {
            let decider = play.bidding().contract().decider(played.seat);
            assert_eq!(of.speaks_of(played.card), decider == declarer, "{}", played.card);
        }
        for silent in [
            Evidence::of_average(&leader, System::natural(), Reader::AtTheTable),
            Evidence::of_auction(&leader, System::natural()),
        ] {
            assert!(silent.whole_hands.is_none());
        }
    }
}
