//! Signals: posteriors against brute force, what is read against what was meant, advice and
//! comparisons by their laws.

use crate::common;

use std::collections::BTreeMap;

use common::{at_random, card, example_1, example_2, example_3, example_4};
use falsecard::belief::{Belief, Evidence, Reader};
use falsecard::carding::{CONVENTIONS, Layer, Policy, Situation, Tells, Wishes};
use falsecard::cards::{Builder, Card, FullDeal, Hand, Holding, Seat, Suit};
use falsecard::constraint::{Ownership, System};
use falsecard::dd::Solver;
use falsecard::mind::{Assessment, LeadRequest, Request, if_partner_leads};
use falsecard::notation::Problem;
use falsecard::play::{Play, View};
use falsecard::problem::set;
use falsecard::search::{Question, Settings};
use falsecard::signal::{
    Assertion, Readership, SignalVerdict, advise, believed_by, card_inferences, entropy, judge,
    meanings, with_carding,
};

fn system(name: &str) -> System {
    System::bundled(name).unwrap()
}

/// Little work, so that laws can be tested in seconds.
fn light() -> Settings {
    Settings::builder().worlds(2).mind_worlds(2).build().unwrap()
}

fn with_question<T>(view: &View, system: &System, work: impl FnOnce(&Question) -> T) -> T {
    let settings = light();
    work(&Question::new(view).with_system(system).with_settings(&settings))
}

fn with_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

fn problem(id: &str) -> Problem {
    let all = set("all").unwrap();
    all.into_iter().find(|problem| problem.id() == id).unwrap()
}

/// Ten positions with three or four tricks gone, each of which two players look at.
fn positions() -> Vec<Play> {
    let starts = [example_1(), example_2(), example_3(), example_4()];
    let plays = (0u64..).zip(starts.into_iter().cycle()).take(10);
    plays
        .map(|(seed, play)| {
            let more = 25 + seed as usize % 4 - play.history().played().len();
            at_random(play, more, seed)
        })
        .collect()
}

/// Every deal that agrees with all that a player knows for certain.
fn layouts(view: &View) -> Vec<FullDeal> {
    let known = Ownership::of(view);
    let hidden = view.hidden();
    let (one, other) = (hidden[0], hidden[1]);
    let open: Vec<Card> = (view.unseen() - known.must(one) - known.must(other)).iter().collect();
    assert!(open.len() <= 16);
    let deal = |bits: u32| {
        let given: Hand =
            (0..).zip(&open).filter(|(at, _)| bits >> at & 1 == 1).map(|(_, card)| *card).collect();
        let mut deal = Builder::new();
        for seat in Seat::ALL {
            deal[seat] = known.must(seat);
        }
        deal[one] |= given;
        deal[other] = view.unseen() - deal[one];
        deal.build_full().ok().filter(|deal| known.admits(deal))
    };
    (0u32..1 << open.len()).filter_map(deal).collect()
}

/// The weight of a deal by the evidence: each rule and each card that was read on its own.
fn weight(evidence: &Evidence, deal: &FullDeal) -> f64 {
    let rules = evidence.rules.iter().map(|rule| rule.weight(&deal[rule.seat]));
    let cards = evidence.readings.iter().map(|it| it.weight(deal[it.seat][it.suit()]));
    rules.product::<f64>() * cards.product::<f64>()
}

#[test]
fn posteriors_equal_brute_force() {
    let system = system("textbook");
    for play in positions() {
        for seat in [play.bidding().contract().declarer, Seat::West] {
            let view = play.view(seat);
            let evidence = Evidence::of(&view, &system, Reader::AtTheTable);
            let belief = Belief::new(&evidence).unwrap();
            let deals = layouts(&view);
            let all: f64 = deals.iter().map(|deal| weight(&evidence, deal)).sum();
            for (hidden, suit) in view.hidden().into_iter().flat_map(|h| Suit::ASC.map(|s| (h, s)))
            {
                let mut shares: BTreeMap<u16, f64> = BTreeMap::new();
                let mut lengths = [0.0; 14];
                for deal in &deals {
                    let share = weight(&evidence, deal) / all;
                    *shares.entry(deal[hidden][suit].to_bits()).or_default() += share;
                    lengths[deal[hidden][suit].len()] += share;
                }
                let counted: BTreeMap<u16, f64> = belief
                    .holdings(hidden, suit)
                    .into_iter()
                    .map(|(holding, share)| (holding.to_bits(), share))
                    .collect();
                assert_eq!(shares.keys().collect::<Vec<_>>(), counted.keys().collect::<Vec<_>>());
                assert!(shares.iter().all(|(bits, share)| (share - counted[bits]).abs() < 1e-9));
                let close = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-9;
                assert!(lengths.iter().zip(&belief.lengths(hidden, suit)).all(close));
                let bits: f64 = shares.values().map(|share| -share * share.log2()).sum();
                assert!((bits - entropy(&belief, hidden, suit)).abs() < 1e-9);
            }
        }
    }
}

/// Before the opening lead three hands are hidden: what is said of holdings agrees with what is
/// said of lengths and of cards.
#[test]
fn holdings_of_three_hands_add_up() {
    let play = Play::new(example_4().board().clone());
    let view = play.view(Seat::West);
    for name in ["textbook", "paper-weak-notrump"] {
        let evidence = Evidence::of(&view, &system(name), Reader::AtTheTable);
        let belief = Belief::new(&evidence).unwrap();
        for (seat, suit) in view.hidden().into_iter().flat_map(|h| Suit::ASC.map(|s| (h, s))) {
            let holdings = belief.holdings(seat, suit);
            let sum = |of: &dyn Fn(Holding) -> bool| -> f64 {
                holdings.iter().filter(|(holding, _)| of(*holding)).map(|(_, share)| share).sum()
            };
            for (length, share) in belief.lengths(seat, suit).iter().enumerate() {
                assert!((sum(&|holding| holding.len() == length) - share).abs() < 1e-9);
            }
            for card in view.unseen().iter().filter(|card| card.suit == suit) {
                let share = belief.owner(card)[seat];
                assert!((sum(&|holding| holding.contains(card.rank)) - share).abs() < 1e-9);
            }
        }
    }
}

/// The positions of random play in which a defender has a choice.
fn choices() -> Vec<Play> {
    let starts = [example_1(), example_2(), example_3(), example_4()];
    let plays = starts
        .into_iter()
        .flat_map(|play| (0..12).map(move |more| at_random(play.clone(), more, 7 + more as u64)));
    plays
        .filter(|play| {
            let contract = play.bidding().contract();
            !contract.declaring_side().has(play.history().to_play()) && play.legal().len() > 1
        })
        .collect()
}

/// What partner reads in a card is what its sender's convention gives it: the same convention
/// speaks, with the same meaning, and the posterior follows by Bayes's rule from the cards it is
/// played from.
#[test]
fn cards_are_read_as_they_are_meant() {
    let mut read = 0;
    for name in ["standard-carding", "upside-down-carding", "odd-even-carding", "count-carding"] {
        let system = with_carding(&system("textbook"), &system(name));
        for play in choices() {
            let sender = play.history().to_play();
            for meaning in meanings(&play.view(sender), &system) {
                let Some(said) = &meaning.said else { continue };
                let Some(statement @ Assertion::OfSuit { situation, .. }) = &said.statement else {
                    continue;
                };
                let truth = said.truth.unwrap();
                let view = play.with(meaning.card).unwrap().view(sender.partner());
                let evidence = Evidence::of(&view, &system, Reader::AtTheTable);
                let reading = evidence.readings.last().unwrap();
                assert_eq!(reading.card, meaning.card);
                let held = play.deal()[sender][situation.suit] - situation.before;
                let heard = reading.choice().utterance(held).unwrap();
                assert_eq!(heard.layer.convention.slug, said.convention);
                assert_eq!((heard.tells(meaning.card.rank), heard.truth), (said.tells, said.truth));

                let mut unread = evidence.clone();
                unread.readings.pop();
                let before = Belief::new(&unread).unwrap().holdings(sender, situation.suit);
                let weighed = before.iter().map(|&(h, share)| (h, share * reading.weight(h)));
                let (mut so, mut all) = (0.0, 0.0);
                for (dealt, weight) in weighed {
                    all += weight;
                    let utterance = reading.choice().utterance(dealt - situation.before);
                    let is_so = utterance.and_then(|it| it.truth) == Some(truth);
                    // Of a holding that leaves no choice nothing is said, but it may be so.
                    let convention = heard.layer.convention;
                    let held = dealt - situation.before;
                    let is_so = is_so || convention.is_true(situation, held) == Some(truth);
                    so += if is_so { weight } else { 0.0 };
                }
                let belief = Belief::new(&evidence).unwrap();
                let share = statement.probability(truth, &evidence, &belief);
                assert!((share - so / all).abs() < 1e-9, "{}: {share}", meaning.card);
                read += 1;
            }
        }
    }
    assert!(read > 100, "{read} cards");
}

/// If everybody plays his best, the best suit that partner may lead is worth as much as the best
/// card of the suit that is played now.
#[test]
fn the_best_suit_to_lead_is_worth_what_the_card_is() {
    let (mut solver, mut seen) = (Solver::new(), 0);
    for play in set("signal").unwrap().iter().map(|problem| problem.play().unwrap()) {
        let view = play.view(play.history().decider());
        let assessment = Assessment::of(&view, &[*play.deal()], &mut solver);
        for suit in Suit::ASC {
            let of_suit = (0..assessment.cards().len())
                .filter(|&column| assessment.cards()[column].suit == suit);
            let best = of_suit.map(|column| assessment.scores(column).next().unwrap()).max();
            let values = if_partner_leads(&view, suit, play.deal(), &mut solver);
            if let Some(values) = values {
                assert_eq!(values.iter().filter_map(|(_, value)| *value).max(), best);
                seen += 1;
            }
        }
    }
    assert!(seen > 20, "{seen}");
}

/// Who has no card left of the suit that partner encourages is asked for nothing.
#[test]
fn nobody_is_asked_for_what_he_has_not() {
    for (deal, is_asked) in [
        ("N:Q864.Q86.K72.QT5 32.K9732.9853.J4 AKJT97.J4.AQ4.A8 5.AT5.JT6.K97632", true),
        ("N:Q864.Q86.K72.QT5 32.K9732.9853.J4 AKJT97.JT54.AQ.A 5.A.JT64.K987632", false),
    ] {
        let play = common::play(deal, "1S P 3S P 4S P P P", "4S", "HA H6 H9 H4");
        let view = play.view(Seat::West);
        let evidence = Evidence::of(&view, &system("textbook"), Reader::AtTheTable);
        let request = Request::of(&view, &evidence.readings);
        assert_eq!(request.is_some(), is_asked);
        let asked = request.and_then(|request| request.asked([play.deal()]));
        assert_eq!(asked, is_asked.then_some(LeadRequest::For(Suit::Hearts)));
    }
}

/// Whoever keeps to a convention without fail never plays the card that says the opposite.
#[test]
fn the_opposite_is_never_played_by_an_honest_sender() {
    for play in choices() {
        let dummy = Some(play.deal()[play.bidding().contract().dummy()]);
        for convention in CONVENTIONS.iter() {
            let policy = Policy::new([Layer { convention, kept: 1.0 }]);
            for suit in Suit::ASC {
                let situation = Situation::now(play.history(), dummy, suit);
                let seat = play.history().to_play();
                let holding = play.position().hands()[seat][suit];
                let choice = policy.at(&situation).of_hand(&play.deal()[seat], &Wishes::default());
                let Some(said) = choice.utterance(holding) else { continue };
                for rank in holding {
                    let probability = choice.probability(holding, rank);
                    match said.tells(rank) {
                        Tells::Truth => assert!(probability > 0.0),
                        Tells::Opposite => assert!(probability <= 0.0),
                        Tells::Neither => {}
                    }
                }
            }
        }
    }
}

#[test]
fn advice_is_the_same_on_any_number_of_threads() {
    let play = at_random(example_4(), 8, 3);
    let play = (0..20).map(|more| at_random(play.clone(), more, 5)).find(|play| {
        let contract = play.bidding().contract();
        !contract.declaring_side().has(play.history().to_play()) && play.legal().len() > 1
    });
    let play = play.unwrap();
    let view = play.view(play.history().decider());
    let system = system("textbook");
    let bytes = |threads| {
        let advice =
            with_threads(threads, || with_question(&view, &system, |q| advise(q, &[], 0.5)));
        serde_json::to_string(&advice.unwrap()).unwrap()
    };
    assert_eq!(bytes(1), bytes(3));
}

/// The signals that partner needs: the agreed card is the source's answer, and the truth.
#[test]
fn the_mirror_deals_advise_the_truth() {
    // Of two worlds no error is known, so nothing speaks against what is agreed.
    for id in ["own-give-count-1", "own-give-count-2", "own-give-count-3"] {
        let problem = problem(id);
        let view = problem.view();
        let system = system("textbook");
        let advice = with_question(view, &system, |q| advise(q, &[], 0.5)).unwrap();
        let advised = advice.counsel.unwrap().mixture.card;
        assert!(problem.is_answer(advised), "{id}: {advised}");
        let advised = &advice.options[0];
        assert_eq!(advised.meaning.said.as_ref().map(|said| said.tells), Some(Tells::Truth));
    }
}

/// From ♠JT3 under partner's ace, which dummy's king and queen will stop, third hand asks for
/// another suit, if that is agreed; otherwise no coded convention has anything to say.
#[test]
fn what_is_not_modelled_is_not_guessed() {
    let problem = problem("fs-20030413");
    let view = problem.view();
    let verdict = |system: &System| {
        let judged = with_question(view, system, |q| judge(&problem, q, 0.5)).unwrap();
        judged.unwrap().verdict
    };
    let mut system = system("textbook");
    assert_eq!(verdict(&system), SignalVerdict::Agrees);
    system.cards.retain(|agreement| agreement.convention != "suit-preference");
    assert_eq!(verdict(&system), SignalVerdict::NotModelled);
}

#[test]
fn declarer_is_given_no_advice() {
    let play = example_4().with(card("C2")).unwrap();
    let view = play.view(play.history().decider());
    assert!(with_question(&view, &system("textbook"), |q| advise(q, &[], 0.5)).is_err());
}

/// Every card of a hidden hand is told once, in order, and what a rule has told ends where the
/// belief of the moment is.
#[test]
fn every_card_of_the_hidden_hands_is_told() {
    let play = example_4();
    let system = system("textbook");
    for reader in [Seat::South, Seat::East] {
        let told = card_inferences(&play.view(reader), &system).unwrap();
        let dummy = play.bidding().contract().dummy();
        let hidden =
            play.history().played().iter().filter(|it| ![reader, dummy].contains(&it.seat));
        let cards: Vec<Card> = hidden.map(|played| played.card).collect();
        assert_eq!(told.iter().map(|told| told.card).collect::<Vec<_>>(), cards);
        for told in &told {
            assert!((told.after.lengths.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            for source in &told.sources {
                assert!((0.0..=1.0 + 1e-9).contains(&source.with));
            }
        }
    }
}

#[test]
fn trust_is_taken_from_those_who_do_not_hear() {
    let natural = system("textbook");
    for (by, partner, declarer) in [
        (Readership::ByNobody, false, false),
        (Readership::ByPartner, true, false),
        (Readership::ByAll, true, true),
    ] {
        let system = believed_by(natural.clone(), by);
        let of = |slug: &str| system.cards.iter().find(|card| card.convention == slug).unwrap();
        assert_eq!((of("count").partner > 0.0, of("count").declarer > 0.0), (partner, declarer));
        assert!(of("fourth-best").partner > 0.0 && of("follow-low").declarer > 0.0);
    }
}

/// The carding files that come with the program agree on what they are named for.
#[test]
fn carding_files_agree_on_what_they_say() {
    for (name, yes, no) in [
        ("standard-carding", "count attitude attitude-discards present-count", "smith"),
        ("count-carding", "count fourth-best", "attitude suit-preference present-count"),
        ("no-signals", "fourth-best follow-low", "count attitude suit-preference"),
        ("upside-down-carding", "upside-down-count upside-down-attitude", "count attitude"),
        ("odd-even-carding", "odd-even-discards count attitude", "lavinthal"),
        ("standard-leads", "honour-sequence", "count"),
    ] {
        let system = system(name);
        let agreed =
            |slug: &str| system.cards.iter().any(|card| card.convention == slug && card.kept > 0.0);
        assert!(yes.split(' ').all(agreed), "{name}");
        assert!(!no.split(' ').any(agreed), "{name}");
    }
}
