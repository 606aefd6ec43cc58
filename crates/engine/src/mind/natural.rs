//! The card that a player takes when several are as good: as agreed, and else the natural one.

use itertools::Itertools;

use crate::belief::{Belief, Evidence, Reader, Standpoint, choice_of_suit, policy_of};
use crate::carding::player::{CardChoice, CardMoment, CardNetwork, Inkling};
use crate::carding::{Choice, Situation, Wishes};
use crate::cards::{BySuit, Card, Holding, Side, Suit, clockwise, highest, holding_of, lowest};
use crate::constraint::System;
use crate::play::View;

/// Whether there is nothing to think about: a single card, or cards of one suit that nobody else's
/// card can come between, now or later.
pub(super) fn all_equal(view: &View) -> bool {
    let legal = view.legal();
    let Some(suit) = legal.iter().next().map(|card| card.suit) else { return true };
    let holding = legal[suit];
    let Some(top) = highest(holding).filter(|_| holding.len() == legal.len()) else { return false };
    public(view, suit).equals(holding, top) == holding
}

/// The legal cards of the card's suit that nobody else's card can come between, now or later.
pub(super) fn touching(view: &View, card: Card) -> Holding {
    public(view, card.suit).equals(view.legal()[card.suit], card.rank)
}

/// Whether there is too little to think about: a player follows suit with small cards alone, none
/// of which can win the trick. Which of them he plays matters as a message, hardly as a card.
pub(super) fn only_small(view: &View) -> bool {
    let legal = view.legal();
    let Some(suit) = view.history().trick().suit_led() else { return false };
    let holding = legal[suit];
    holding.len() == legal.len()
        && highest(holding).is_some_and(|top| top.get() <= HIGHEST_SMALL)
        && public(view, suit).beaters(holding).is_empty()
}

/// The highest small card.
const HIGHEST_SMALL: u8 = 8;

/// How likely each of some cards is, if all are as good, by the player's agreements and natural cards: first how readily he plays a
/// suit, then which card of it. Suit by suit, in an order in which their names have no part; the odds add up to 1.
pub(super) fn odds(view: &View, system: &System, cards: &[Card]) -> Vec<(Card, f64)> {
    let suits = suits(view, system, cards);
    let all: f64 = suits.iter().map(|suit| suit.readiness).sum();
    let of_suit = |it: &Candidates| {
        let choice = own_choice(view, system, it.suit, &Wishes::default());
        let (suit, share) = (it.suit, it.readiness / all);
        let (holding, allowed) = (it.holding, it.allowed);
        let card = move |rank| (Card { suit, rank }, share * choice.among(holding, allowed, rank));
        allowed.iter().rev().map(card).collect::<Vec<_>>()
    };
    suits.iter().flat_map(of_suit).collect()
}

/// The network of players that speaks for the side that is to play, if one does.
pub(super) fn network_of<'a>(view: &View, system: &'a System) -> Option<&'a CardNetwork> {
    let side = Side::of(view.history().to_play());
    system.stranger_of(side, view.contract().declaring_side()).map(|network| &**network)
}

/// How likely each card is by a network of players, if one speaks for the side; of a pair that is known its own habits say more.
pub(super) fn as_people_play(view: &View, system: &System) -> Option<Vec<(Card, f64)>> {
    let (player, choice) = before_a_network(view, system)?;
    Some(player.odds(&choice))
}

/// The same, and what each card is worth to him.
pub(crate) fn inklings(view: &View, system: &System) -> Option<Vec<Inkling>> {
    let (player, choice) = before_a_network(view, system)?;
    Some(player.inklings(&choice))
}

/// The network of players that speaks for the side, and what it is asked.
fn before_a_network<'a>(view: &View, system: &'a System) -> Option<(&'a CardNetwork, CardChoice)> {
    let history = view.history();
    let player = network_of(view, system)?;
    let dummy = view.dealt(view.contract().dummy()).unwrap_or_default();
    let moment = CardMoment::of(view.bidding(), history, dummy);
    let dealt = view.dealt(moment.decider())?;
    Some((player, moment.with(dealt)))
}

/// The card at a place between 0 and 1 in the list of all, each as wide as its odds: a random place draws one. There
/// must be one.
pub(crate) fn draw(odds: &[(Card, f64)], ticket: f64) -> Card {
    let mut left = ticket * odds.iter().map(|(_, odds)| odds).sum::<f64>();
    let is_it = |(_, odds): &&(Card, f64)| {
        left -= odds;
        left < 0.0
    };
    let found = odds.iter().find(is_it).or(odds.last());
    found.expect("there is a best card").0
}

/// The likeliest of the cards that are as good, by the agreements and natural cards: of equal suits
/// that of the lowest card, trumps last, of equal cards the lowest. There must be one. `wishes` are what
/// the player would have led, by the suit that he plays now.
pub fn agreed_or_lowest(
    view: &View,
    system: &System,
    cards: &[Card],
    wishes: &BySuit<Wishes>,
) -> Card {
    let trumps = view.contract().trumps();
    let suits = suits(view, system, cards);
    let last = |suit: &Candidates| (Some(suit.suit) == trumps, lowest(suit.allowed));
    let first = suits.iter().min_by(|one, other| {
        other.readiness.total_cmp(&one.readiness).then_with(|| last(one).cmp(&last(other)))
    });
    let suit = first.expect("there is a best card");
    let choice = own_choice(view, system, suit.suit, &wishes[suit.suit]);
    let rank = choice.likeliest(suit.holding, suit.allowed).or(lowest(suit.allowed));
    Card { suit: suit.suit, rank: rank.expect("a suit without candidates is none") }
}

/// The cards of a suit that are as good as the best.
struct Candidates {
    suit: Suit,
    /// All that the player has left of the suit.
    holding: Holding,
    allowed: Holding,
    /// How readily he plays a card of it rather than of another.
    readiness: f64,
}

/// The suits that candidates are of, in an order in which their names have no part.
fn suits(view: &View, system: &System, cards: &[Card]) -> Vec<Candidates> {
    let holdings = view.left(view.history().to_play()).unwrap_or_default();
    let side = Side::of(view.history().to_play());
    let policy = policy_of(system, Standpoint::Player, side);
    let inclined = choice_of_suit(view, system);
    // Dummy's suits declarer chooses by his own hand.
    let decides = view.left(view.history().decider()).unwrap_or_default();
    let of = |suit| {
        let of_suit = cards.iter().filter(|card| card.suit == suit);
        let allowed = holding_of(of_suit.map(|card| card.rank));
        let readiness = match &inclined {
            Some(inclined) => inclined.appeal(suit, decides[suit]),
            None => policy.at(&public(view, suit)).readiness(holdings[suit]),
        };
        Candidates { suit, holding: holdings[suit], allowed, readiness }
    };
    let suits = Suit::ASC.into_iter().filter(|suit| cards.iter().any(|card| card.suit == *suit));
    suits.sorted_by_cached_key(|&suit| looks(view, suit)).map(of).collect()
}

/// What tells a suit from others beside its name: whether it is trumps, and what each seat, from the
/// player clockwise, has played of it and is seen to have left.
fn looks(view: &View, suit: Suit) -> (bool, [[u16; 2]; 4]) {
    let player = view.history().to_play();
    let of = |steps| {
        let seat = clockwise(player, steps);
        let left = view.left(seat).unwrap_or_default();
        [view.history().cards_of(seat), left].map(|hand| hand[suit].to_bits())
    };
    (view.contract().trumps() == Some(suit), std::array::from_fn(of))
}

/// How the player to choose is to choose among his cards of a suit, as he sees it himself.
pub fn own_choice(view: &View, system: &System, suit: Suit, wishes: &Wishes) -> Choice {
    let dealt = view.dealt(view.history().to_play()).unwrap_or_default();
    let side = Side::of(view.history().to_play());
    policy_of(system, Standpoint::Player, side)
        .at(&situation(view, system, suit))
        .of_hand(&dealt, wishes)
}

/// A return is meant for a ruff when partner has none left in more than this share of cases: only
/// if he ruffs does it matter much what the card says.
const VOID: f64 = 0.25;

/// The circumstances in which the player to choose plays a card of the suit, as he sees them
/// himself: whether his partner can ruff a suit that he returns he judges by what he believes.
pub fn situation(view: &View, system: &System, suit: Suit) -> Situation {
    let situation = public(view, suit);
    let may_ruff = situation.is_return() && situation.has_trumps() && !situation.partner_is_void;
    if may_ruff && may_be_void(view, system, suit) { situation.for_a_ruff() } else { situation }
}

/// Whether it is likely enough that partner has no card of the suit left.
fn may_be_void(view: &View, system: &System, suit: Suit) -> bool {
    let partner = view.seat().partner();
    let evidence = Evidence::of_average(view, system, Reader::AtTheTable);
    let Ok(belief) = Belief::new(&evidence) else { return false };
    let shown: Holding = view.history().cards_of(partner)[suit];
    let void = belief.holdings(partner, suit).into_iter().filter(|(dealt, _)| *dealt == shown);
    void.map(|(_, share)| share).sum::<f64>() > VOID
}

fn public(view: &View, suit: Suit) -> Situation {
    let dummy = view.dealt(view.contract().dummy());
    Situation::now(view.history(), dummy, suit)
}
