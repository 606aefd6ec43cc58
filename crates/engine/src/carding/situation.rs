//! The public situation in which a card is played.

use super::touching::{HIGHEST_SPOT, honours, touching};
use crate::cards::{Card, Hand, Holding, Rank, Seat, Suit, lowest};
use crate::play::{DeclaredContract, Trick};

/// A player is about to play a card of a suit: all that the whole table sees of it, and nothing
/// hidden. So everybody can tell whether a convention speaks, and what a card says by it.
///
/// ```
/// use falsecard::carding::Situation;
/// use falsecard::cards::{Seat, Suit};
/// use falsecard::play::{DeclaredContract, History};
///
/// let contract = DeclaredContract { contract: "3NT".parse()?, declarer: Seat::South };
/// let situation = Situation::now(&History::new(contract), None, Suit::Hearts);
/// assert!(situation.is_opening_lead());
/// assert_eq!(situation.seat, Seat::West);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Situation {
    /// The player.
    pub seat: Seat,
    /// The suit of the card that he plays.
    pub suit: Suit,
    /// The contract.
    pub contract: DeclaredContract,
    /// The number of the trick, from 0.
    pub trick_number: u8,
    /// The trick so far.
    pub trick: Trick,
    /// The cards of the suit that he has played before.
    pub before: Holding,
    /// The cards of the suit that anybody has played before, in this trick too.
    pub gone: Holding,
    /// What dummy has left, once dummy is faced.
    pub dummy: Option<Hand>,
    /// Who led the suit first, and with which card; `None` if it has not been led.
    pub first_lead: Option<(Seat, Card)>,
    /// The opening lead, once it is made.
    pub opening: Option<Card>,
    /// The number of cards that he has discarded before.
    pub discards: u8,
    /// Whether the trick is the first to which declarer's side has led a suit other than that of
    /// the opening lead.
    pub declarers_first_suit: bool,
    /// Whether his partner has no card of the suit left: he has failed to follow to it, or is about
    /// to.
    pub partner_is_void: bool,
    /// The cards of the suit that would be winning the trick.
    pub(super) beaters: Holding,
}

/// If dummy has this many of the best cards of a suit, defenders gain little by going on with it.
const BEST: usize = 2;

impl Situation {
    /// The situation of a card as everybody sees it once they have seen the next card but one,
    /// which is partner's if this was a lead.
    pub(crate) fn in_hindsight(self, partners: Option<Card>) -> Self {
        let is_for_a_ruff = self.is_return() && partners.is_some_and(|card| card.suit != self.suit);
        if is_for_a_ruff { self.for_a_ruff() } else { self }
    }

    /// The situation for a player who knows that his partner has no card of the suit left.
    #[must_use]
    pub const fn for_a_ruff(self) -> Self {
        Self { partner_is_void: true, ..self }
    }

    /// Whether the player is a defender.
    pub fn is_defender(&self) -> bool {
        !self.contract.declaring_side().has(self.seat)
    }

    /// Whether the suit is trumps.
    pub fn is_trumps(&self) -> bool {
        self.contract.trumps() == Some(self.suit)
    }

    /// Whether the contract is in a suit.
    pub fn has_trumps(&self) -> bool {
        self.contract.trumps().is_some()
    }

    /// The rank of the card led to the trick.
    pub fn rank_led(&self) -> Option<Rank> {
        self.trick.cards().next().map(|(_, card)| card.rank)
    }

    /// Whether he leads.
    pub const fn is_lead(&self) -> bool {
        self.trick.is_empty()
    }

    /// Whether it is the opening lead.
    pub const fn is_opening_lead(&self) -> bool {
        self.trick_number == 0 && self.trick.is_empty()
    }

    /// Whether a defender leads a suit that nobody has led.
    pub fn is_fresh_lead(&self) -> bool {
        self.is_lead() && self.is_defender() && self.first_lead.is_none()
    }

    /// Whether a defender leads a suit that his partner led first.
    pub fn is_return(&self) -> bool {
        let partner = self.seat.partner();
        self.is_lead()
            && self.is_defender()
            && self.first_lead.is_some_and(|(leader, _)| leader == partner)
    }

    /// Whether nobody will want the suit again against a trump contract, as everybody sees: dummy
    /// has no card of it left and can ruff, or has played to the trick and keeps the two best that
    /// are left.
    pub fn suit_is_dead(&self) -> bool {
        let in_sight = self.has_trumps() && self.dummy.is_some();
        in_sight && (self.dummys().is_empty() || !self.dummy_is_behind() && self.dummy_has_best())
    }

    fn dummy_has_best(&self) -> bool {
        let left = Holding::ALL - self.gone;
        left.len() >= BEST && left.iter().take(BEST).all(|rank| self.dummys().contains(rank))
    }

    /// Whether he follows suit.
    pub fn follows(&self) -> bool {
        self.trick.suit_led() == Some(self.suit)
    }

    /// Whether he follows suit to a lead from declarer or dummy.
    pub fn follows_declarer(&self) -> bool {
        self.follows() && self.contract.declaring_side().has(self.trick.leader())
    }

    /// Whether he follows suit to his partner's lead.
    pub fn follows_partner(&self) -> bool {
        self.follows() && self.trick.leader() == self.seat.partner()
    }

    /// Whether a defender follows for the first time to his partner's lead of a side suit.
    pub fn is_first_to_partner(&self) -> bool {
        self.is_defender() && self.follows_partner() && self.before.is_empty() && !self.is_trumps()
    }

    /// Whether he neither follows suit nor ruffs.
    pub fn is_discard(&self) -> bool {
        !self.is_lead() && !self.follows() && !self.is_trumps()
    }

    /// Whether a defender discards for the first time: only then is it a signal.
    pub fn is_first_discard(&self) -> bool {
        self.is_defender() && self.is_discard() && self.discards == 0
    }

    /// Whether he is the last to play to the trick.
    pub const fn is_last(&self) -> bool {
        self.trick.len() == 3
    }

    /// Whether the card that is winning the trick is his partner's.
    pub fn partner_is_winning(&self) -> bool {
        let winner = self.trick.winner(self.contract.strain());
        winner.is_some_and(|(seat, _)| seat == self.seat.partner())
    }

    /// The cards of a holding that would be winning the trick.
    pub fn beaters(&self, holding: Holding) -> Holding {
        holding & self.beaters
    }

    /// The cards that dummy has left of the suit; empty before it is faced.
    pub fn dummys(&self) -> Holding {
        self.dummy.map_or(Holding::EMPTY, |hand| hand[self.suit])
    }

    /// The cards of the suit that the player may have left, as far as the table knows: those that
    /// are neither gone nor dummy's. For dummy itself, the cards that it shows.
    pub(crate) fn out(&self) -> Holding {
        let seen = if self.seat == self.contract.dummy() { Holding::EMPTY } else { self.dummys() };
        Holding::ALL - self.gone - seen
    }

    /// Whether dummy has still to play to the trick.
    pub fn dummy_is_behind(&self) -> bool {
        !self.is_lead() && self.trick.card_of(self.contract.dummy()).is_none()
    }

    /// The cards of a holding that are as good as one of them: no card that another player may
    /// hold lies between, and all of them would be winning the trick, or none.
    ///
    /// The cards of the trick itself are gone only when it is over. With the queen in the trick,
    /// king and jack will be equals later; now the king beats the queen, and the jack does not.
    pub fn equals(&self, holding: Holding, rank: Rank) -> Holding {
        let winners = self.beaters(holding);
        let alike = if winners.contains(rank) { winners } else { holding - winners };
        touching(alike, rank, self.gone)
    }

    /// The lowest card; if an honour is as good, all cards that are as good. A player who always
    /// chose the same one of them would give away what he holds (restricted choice).
    pub(super) fn cheapest(&self, holding: Holding) -> Holding {
        let Some(low) = lowest(holding) else { return Holding::EMPTY };
        if low < HIGHEST_SPOT {
            return Holding::from_rank(low);
        }
        let equals = self.equals(holding, low);
        if honours(equals).is_empty() { Holding::from_rank(low) } else { equals }
    }
}
