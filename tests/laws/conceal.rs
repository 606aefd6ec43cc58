//! Of cards that cost nothing, fused plays the one that conceals: false cards that textbooks know.
//!
//! The suit is given, the rest of the deal is drawn, by one seed each: nothing was chosen after the
//! answers were seen. Five positions of each kind are looked at; `FALSECARD_POSITIONS=167` names
//! another number of them, and `--nocapture` shows what was played.

use crate::common;

use std::env;

use falsecard::cards::{Card, Hand, Rank, Suit, hand_points};
use falsecard::play::{Play, Scoring};
use falsecard::search::{Fused, Question, Search, Settings};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// A suit as it lies, and how it is played up to the decision.
struct Example {
    /// The ranks of North, East, South and West.
    dealt: [&'static str; 4],
    /// Whether West leads it to the first trick; else South plays it when he has won the first
    /// trick in another.
    is_led: bool,
    played: &'static str,
    /// The ranks that conceal.
    conceals: &'static str,
    /// The ranks that are another play: with these nobody shows anything, or conceals it.
    aside: &'static str,
}

/// The jack or the ten from jack, ten and another, under ace, queen and nine in dummy, when
/// declarer plays the king: who sees the small card knows that there is no finesse of the nine.
const RIGHT_OF_DECLARER: Example = Example {
    dealt: ["AQ95", "JT4", "K73", "862"],
    is_led: false,
    played: "K25",
    conceals: "JT",
    aside: "",
};

/// The queen from queen and ten, once a finesse of the jack has shown the queen.
const LEFT_OF_DECLARER: Example = Example {
    dealt: ["AJ4", "962", "K873", "QT5"],
    is_led: false,
    played: "35J2A67",
    conceals: "Q",
    aside: "",
};

/// The ace from ace and king, when third hand plays the queen, as he would from king and queen. (He
/// may as well let the trick go.)
const DECLARER: Example = Example {
    dealt: ["63", "Q95", "AK4", "JT872"],
    is_led: true,
    played: "73Q",
    conceals: "A",
    aside: "4",
};

fn cards(suit: Suit, ranks: &str) -> Vec<Card> {
    let rank = |rank: char| rank.to_string().parse::<Rank>().expect("a rank");
    ranks.chars().map(|it| Card { suit, rank: rank(it) }).collect()
}

/// A deal around the example in which the bidding goes 1NT-3NT, and the play to the decision.
fn dealt(example: &Example, suit: Suit, seed: u64) -> Play {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut others: Vec<Card> = Suit::ASC
        .into_iter()
        .filter(|it| *it != suit)
        .flat_map(|suit| cards(suit, "AKQJT98765432"))
        .collect();
    loop {
        others.shuffle(&mut rng);
        let mut rest = others.iter().copied();
        let hands = example.dealt.map(|ranks| {
            let of_suit = cards(suit, ranks);
            let missing = 13 - of_suit.len();
            of_suit.into_iter().chain(rest.by_ref().take(missing)).collect::<Hand>()
        });
        if is_bid(&hands)
            && let Some(play) = begun(example, suit, &hands)
        {
            return play;
        }
    }
}

/// Whether North raises a notrump of South's to game.
fn is_bid([north, _, south, _]: &[Hand; 4]) -> bool {
    let is_flat = |hand: &Hand| {
        let doubletons = Suit::ASC.into_iter().filter(|&suit| hand[suit].len() == 2).count();
        Suit::ASC.into_iter().all(|suit| (2..=5).contains(&hand[suit].len())) && doubletons <= 1
    };
    let no_major =
        Suit::ASC[2..].iter().all(|&suit| north[suit].len() < 4 && south[suit].len() < 5);
    is_flat(north)
        && is_flat(south)
        && no_major
        && (15..=17).contains(&hand_points(*south))
        && (10..=13).contains(&hand_points(*north))
}

/// The play up to the decision; `None` if South does not get in to play the suit.
fn begun(example: &Example, suit: Suit, hands: &[Hand; 4]) -> Option<Play> {
    let deal = format!("N:{}", hands.map(|hand| hand.to_string()).join(" "));
    let mut play = common::play(&deal, "1NT P 3NT P P P", "3NT", "");
    let side_suits = || Suit::ASC.into_iter().filter(|&it| it != suit);
    if !example.is_led {
        let longest = side_suits().max_by_key(|&it| hands[3][it].len())?;
        for highest in [false, false, true, false] {
            let legal = play.legal()[longest];
            let mut ranks = legal.iter();
            let rank = if highest { ranks.next() } else { ranks.next_back() };
            play.play(Card { suit: longest, rank: rank? }).ok()?;
        }
    }
    cards(suit, example.played).into_iter().try_for_each(|card| play.play(card)).ok()?;
    Some(play)
}

/// Where he makes the play at all, he conceals in four of five at least.
const ENOUGH: f64 = 0.8;

/// In what share of the positions the card that conceals is played, of those in which the play is
/// made, which must be half of them at least.
fn found(example: &Example) -> f64 {
    let positions: u64 = env::var("FALSECARD_POSITIONS").map_or(5, |count| count.parse().unwrap());
    let settings = Settings::builder().worlds(48).scoring(Scoring::Imps).build().unwrap();
    // A minor: with four cards of a major North would not raise notrump.
    let suit = |seed: u64| Suit::ASC[(seed % 2) as usize];
    let chosen = |seed: u64| {
        let play = dealt(example, suit(seed), seed);
        let view = play.view(play.history().decider());
        let decision = Fused.decide(&Question::new(&view).with_settings(&settings)).unwrap();
        println!("{seed}: {} {}", play.deal(), decision);
        decision.card
    };
    let is_among = |seed, card, ranks| cards(suit(seed), ranks).contains(&card);
    let played: Vec<(u64, Card)> = (0..positions).map(|seed| (seed, chosen(seed))).collect();
    let made = || played.iter().filter(|&&(seed, card)| !is_among(seed, card, example.aside));
    let conceal = made().filter(|&&(seed, card)| is_among(seed, card, example.conceals));
    let (made, conceal) = (made().count(), conceal.count());
    println!("{:?}: {conceal} of {made} conceal, of {positions} positions", example.dealt);
    assert!(made as u64 * 2 >= positions);
    conceal as f64 / made as f64
}

#[test]
fn right_of_declarer() {
    assert!(found(&RIGHT_OF_DECLARER) >= ENOUGH);
}

#[test]
fn left_of_declarer() {
    assert!(found(&LEFT_OF_DECLARER) >= ENOUGH);
}

#[test]
fn declarer() {
    assert!(found(&DECLARER) >= ENOUGH);
}
