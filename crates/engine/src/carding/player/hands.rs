//! Many hands in one situation: each holding of a suit is evaluated once.

use std::sync::Arc;

use super::CardNetwork;
use super::layers::{
    CONTEXT, CardContext, FIRST, First, InContext, LAYERS, RANKS, SECOND, add_to, share_out,
};
use super::moment::{CardMoment, number, points};
use crate::cards::{Card, Hand, Holding, Rank, Suit};
use crate::network::rectify;
use crate::real::Real;

/// A network in one moment of the play, ready for any hand. The parts that are the same for all
/// hands are already summed.
#[derive(Debug, Clone)]
pub struct CardsAt {
    network: Arc<CardNetwork>,
    moment: CardMoment,
    suits: [SuitAt; 4],
}

/// The first-layer sums of a suit, without the decider's cards.
#[derive(Debug, Clone)]
struct SuitAt {
    /// The sums if he has none.
    without: First,
    /// The increment of each card that he may have.
    cards: Vec<First>,
    open: Holding,
    /// The increment of each length.
    lengths: Vec<First>,
}

impl SuitAt {
    fn new(network: &CardNetwork, moment: &CardMoment, suit: Suit) -> Self {
        let sum = |features: [u16; 2]| {
            let mut sum = [0.0; FIRST];
            for feature in features {
                LAYERS.suit.add_row(&network.weights, feature.into(), &mut sum);
            }
            sum
        };
        let mut without = [0.0; FIRST];
        LAYERS.table.add_active(&network.weights, &moment.table, &mut without);
        LAYERS.suit.add_active(&network.weights, &moment.suits[suit as usize], &mut without);
        let open = moment.open(suit);
        let card = |rank: Rank| {
            let [unseen, mut own] =
                [false, true].map(|is_own| sum(moment.of_card(Card { suit, rank }, is_own)));
            add_to(&mut without, &unseen);
            own.iter_mut().zip(unseen).for_each(|(own, unseen)| *own -= unseen);
            own
        };
        let cards = open.iter().map(card).collect();
        let lengths = (0..=open.len()).map(|length| sum(moment.of_length(suit, length))).collect();
        Self { without, cards, open, lengths }
    }

    fn with(&self, holding: Holding) -> First {
        let mut units = self.without;
        add_to(&mut units, &self.lengths[holding.len().min(self.open.len())]);
        for (rank, card) in self.open.iter().zip(&self.cards) {
            if holding.contains(rank) {
                add_to(&mut units, card);
            }
        }
        rectify(&mut units);
        units
    }
}

impl CardNetwork {
    /// Prepares the network for hands in one moment.
    pub fn at(self: &Arc<Self>, moment: CardMoment) -> CardsAt {
        let suits = Suit::ASC.map(|suit| SuitAt::new(self, &moment, suit));
        CardsAt { network: Arc::clone(self), moment, suits }
    }
}

/// The contributions of a holding of a suit: to the context, to the second layer, and to the logits
/// of its cards.
struct SuitContribution {
    context: CardContext,
    /// The second layer and the logits; `None` until a card of the suit may be played.
    of_cards: Option<([f32; SECOND], [f32; RANKS])>,
}

impl CardsAt {
    /// The moment of the play.
    pub const fn moment(&self) -> &CardMoment {
        &self.moment
    }

    /// The least log-likelihood of a card, in nats: a player may see what a network does not.
    pub const LEAST: f64 = -8.0;

    /// The log-likelihood, in nats, of a card from each of these hands as dealt, among the cards
    /// that each may play; at least [`CardsAt::LEAST`].
    pub fn nats(&self, dealt: &[Hand], card: Card) -> Vec<f64> {
        let mut evaluations = Evaluations::new(self);
        let nats = |&dealt: &Hand| {
            let legal = self.moment.legal(dealt);
            if legal.len() < 2 {
                return 0.0;
            }
            let own = evaluations.odds(dealt, legal).iter().find(|(it, _)| *it == card);
            Real::ln(own.map_or(0.0, |(_, odds)| f64::from(*odds))).max(Self::LEAST)
        };
        dealt.iter().map(nats).collect()
    }
}

/// The evaluations so far.
struct Evaluations<'a> {
    at: &'a CardsAt,
    contributions: [SuitContributions; 4],
    /// The probabilities of the cards of the last hand.
    odds: Vec<(Card, f32)>,
}

/// The contributions of the holdings of a suit that have come up.
struct SuitContributions {
    list: Vec<SuitContribution>,
    /// The index of each holding in this list, by its bits; [`NOWHERE`] until it comes up.
    places: Vec<u16>,
}

/// The number of holdings of a suit.
const HOLDINGS: usize = 1 << RANKS;
const NOWHERE: u16 = u16::MAX;

impl<'a> Evaluations<'a> {
    fn new(at: &'a CardsAt) -> Self {
        let contributions =
            || SuitContributions { list: Vec::new(), places: vec![NOWHERE; HOLDINGS] };
        Self {
            at,
            contributions: std::array::from_fn(|_| contributions()),
            odds: Vec::with_capacity(RANKS),
        }
    }

    /// The probabilities of the cards that may be played.
    fn odds(&mut self, dealt: Hand, legal: Hand) -> &[(Card, f32)] {
        let at = self.at;
        let (weights, left) = (&at.network.weights, at.moment.left(dealt));
        let mut context = [0.0; CONTEXT];
        LAYERS.context.add_bias(weights, &mut context);
        LAYERS.context_of_points.add_row(weights, points(dealt), &mut context);
        for suit in Suit::ASC {
            let may_play = !legal[suit].is_empty();
            add_to(&mut context, &self.contribution(suit, left[suit], may_play).context);
        }
        let in_context = InContext::new(weights, context);
        self.odds.clear();
        for suit in Suit::ASC.into_iter().filter(|suit| !legal[*suit].is_empty()) {
            let contribution = self.contribution(suit, left[suit], true);
            let Some((of_second, mut cards)) = contribution.of_cards else { continue };
            let mut second = in_context.second;
            add_to(&mut second, &of_second);
            rectify(&mut second);
            LAYERS.appeals.second.add(weights, &second, &mut cards);
            let appeals = legal[suit].iter().map(|rank| (Card { suit, rank }, cards[number(rank)]));
            self.odds.extend(appeals);
        }
        share_out(&mut self.odds);
        &self.odds
    }

    fn contribution(&mut self, suit: Suit, holding: Holding, may_play: bool) -> &SuitContribution {
        let (at, contributions) = (self.at, &mut self.contributions[suit as usize]);
        // The two lowest bits stand for no rank.
        let place = &mut contributions.places[usize::from(holding.to_bits() >> 2)];
        if *place == NOWHERE {
            *place = contributions.list.len() as u16;
            contributions.list.push(at.contribution(suit, holding));
        }
        let contribution = &mut contributions.list[usize::from(*place)];
        if may_play && contribution.of_cards.is_none() {
            contribution.of_cards = Some(at.card_contributions(suit, holding));
        }
        contribution
    }
}

impl CardsAt {
    /// The contributions of a holding of a suit, all but those to its cards.
    fn contribution(&self, suit: Suit, holding: Holding) -> SuitContribution {
        let (weights, moment) = (&self.network.weights, &self.moment);
        let first = self.suits[suit as usize].with(holding);
        let mut context = [0.0; CONTEXT];
        LAYERS.context.add_unbiased(weights, &first, &mut context);
        for (layer, of) in
            [(LAYERS.context_of_trumps, moment.trumps()), (LAYERS.context_of_led, moment.led())]
        {
            if of == Some(suit) {
                layer.add(weights, &first, &mut context);
            }
        }
        SuitContribution { context, of_cards: None }
    }

    fn card_contributions(&self, suit: Suit, holding: Holding) -> ([f32; SECOND], [f32; RANKS]) {
        let (weights, first) = (&self.network.weights, self.suits[suit as usize].with(holding));
        let (mut second, mut cards) = ([0.0; SECOND], [0.0; RANKS]);
        LAYERS.second.add(weights, &first, &mut second);
        LAYERS.appeals.first.add(weights, &first, &mut cards);
        (second, cards)
    }
}
