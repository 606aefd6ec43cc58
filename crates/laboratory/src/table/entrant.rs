//! Entrants: engines with their settings and agreements.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::RngExt;

use super::card_player::CardPlayer;
use crate::problem::RuleFileRef;
use crate::signal::{with_carding, without_signals};
use crate::store::fingerprint;
use falsecard_engine::bidding::{AuctionSoFar, BidNetwork, Bidder, Foresight};
use falsecard_engine::carding::player::CardNetwork;
use falsecard_engine::cards::{Call, Card, Hand};
use falsecard_engine::constraint::{CallNetwork, System};
use falsecard_engine::dd::Solver;
use falsecard_engine::mind::{JudgesBy, Mind};
use falsecard_engine::play::{Position, Scoring, View};
use falsecard_engine::search::{Decision, Question, Search, Settings};
use falsecard_engine::work::{purpose, stream};

/// A way to choose cards at a table.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Strategy {
    /// A search, which sees only its player's view.
    Search(&'static dyn Search),
    /// Double dummy with all four hands open: a bound for all other strategies.
    Open,
    /// A person ([`Mind`]): the card is drawn at random by habit, by what he thinks that cards are
    /// worth, and by what else people like. An opponent and a partner as they are.
    Person,
    /// A random legal card: a bound from below, and a partner that takes no time.
    Random,
    /// An engine from outside this crate.
    Other(&'static dyn CardPlayer),
}

impl Strategy {
    /// The name of the strategy on the command line.
    pub fn slug(&self) -> &str {
        match self {
            Self::Search(search) => search.slug(),
            Self::Open => "open",
            Self::Person => "person",
            Self::Random => "random",
            Self::Other(player) => player.name(),
        }
    }

    /// Chooses a card from a view. `truth` is for [`Strategy::Open`], which plays at random without
    /// it. `None` if `stop` was set, since the search is then incomplete.
    fn choose(
        self,
        view: &View,
        truth: Option<&Position>,
        system: &System,
        settings: &Settings,
        stop: &AtomicBool,
    ) -> Option<SeatedChoice> {
        let best = |truth| Solver::new().cards(truth).optimal().iter().next_back();
        let chosen = match self {
            Self::Open => truth.and_then(best).unwrap_or_else(|| any(view, settings.seed())).into(),
            Self::Random => any(view, settings.seed()).into(),
            Self::Other(player) => of_player(player, view, system, settings.seed()).into(),
            Self::Person => of_person(view, system, settings),
            Self::Search(search) => of_search(search, view, system, settings, stop),
        };
        (!stop.load(Ordering::Relaxed)).then_some(chosen)
    }
}

/// The card of an engine from outside, or any legal card if it is not legal.
fn of_player(player: &dyn CardPlayer, view: &View, system: &System, seed: u64) -> Card {
    let card = player.card(view, system, seed).filter(|card| view.legal().contains(*card));
    card.unwrap_or_else(|| any(view, seed))
}

/// A card, and the decision behind it.
pub struct SeatedChoice {
    /// The card.
    pub card: Card,
    /// The decision of the search; `None` if another strategy chose.
    pub decision: Option<Decision>,
    /// The cards from which a person drew, with their probabilities; `None` if no person chose.
    pub odds: Option<Vec<(Card, f64)>>,
}

impl From<Card> for SeatedChoice {
    fn from(card: Card) -> Self {
        Self { card, decision: None, odds: None }
    }
}

/// A random legal card, determined by the seed, the hand and the number of cards played.
fn any(view: &View, seed: u64) -> Card {
    let legal: Vec<Card> = view.legal().iter().collect();
    let hand = view.dealt(view.seat()).map_or(0, Hand::to_bits);
    let mut rng = stream(seed, &[purpose::ANY_CARD, hand, view.history().played().len() as u64]);
    legal[rng.random_range(0..legal.len())]
}

/// The card of a search, for IMPs unless another scoring was set, since matches are won by IMPs. If
/// the evidence contradicts itself, so that there is no decision, a [`Mind`] chooses by the cards
/// seen.
fn of_search(
    search: &dyn Search,
    view: &View,
    system: &System,
    settings: &Settings,
    stop: &AtomicBool,
) -> SeatedChoice {
    let settings = &settings.or_scoring(Scoring::Imps);
    let question = Question::new(view).with_system(system).with_settings(settings).with_stop(stop);
    if let Ok(decision) = search.decide(&question) {
        return SeatedChoice { card: decision.card, decision: Some(decision), odds: None };
    }
    let mind = Mind::new(system, settings.mind_worlds());
    let mut rng =
        stream(settings.seed(), &[purpose::ANY_CARD, view.history().played().len() as u64]);
    let card = mind.choose(view, &mut Solver::new(), &mut rng);
    card.unwrap_or_else(|_| any(view, settings.seed())).into()
}

/// The card of a person. It differs with the hand and with the seed.
fn of_person(view: &View, system: &System, settings: &Settings) -> SeatedChoice {
    // Nobody can glance at a dummy that is not faced.
    let by = match view.history().played() {
        [] => JudgesBy::Worlds,
        _ => settings.or_mind_by(JudgesBy::Both).mind_by(),
    };
    let glance = settings.glance();
    let mind = Mind { by, glance, ..Mind::new(system, settings.mind_worlds()) };
    let hand = view.dealt(view.seat()).map_or(0, Hand::to_bits);
    let played = view.history().played().len() as u64;
    let mut rng = stream(settings.seed(), &[purpose::ANY_CARD, hand, played]);
    match mind.draw(view, &mut Solver::new(), &mut rng) {
        Ok((card, odds)) => SeatedChoice { odds: Some(odds), ..card.into() },
        Err(_) => any(view, settings.seed()).into(),
    }
}

/// A rule file: its agreements, and its text, which identifies its version.
#[derive(Debug, Clone)]
pub struct RuleFile {
    /// The agreements.
    pub system: System,
    /// The text of the file.
    pub text: String,
}

impl RuleFile {
    /// The bundled rule file of this name; `None` if there is none.
    pub fn bundled(name: &str) -> Option<Self> {
        Some(Self { system: System::bundled(name)?, text: System::text(name)?.to_owned() })
    }
}

/// A bidder's network with its fingerprint.
#[derive(Debug, Clone)]
pub struct EntrantNetwork {
    network: Arc<BidNetwork>,
    /// The fingerprint, which tells it from other networks.
    print: String,
}

impl EntrantNetwork {
    /// The network with its fingerprint.
    pub fn new(network: BidNetwork) -> Self {
        let print = fingerprint(&format!("{network:?}"));
        Self { network: Arc::new(network), print }
    }
}

/// How an entrant's agreements and models of people differ from the table's.
#[derive(Debug, Clone, Default)]
pub struct EntrantAgreements {
    /// The entrant's own agreements; `None` for the board's.
    pub system: Option<RuleFile>,
    /// The entrant's own carding; `None` for the carding of its agreements.
    pub carding: Option<RuleFile>,
    /// Whether the entrant sends no signals and reads none.
    pub silent: bool,
    /// The names of conventions that the entrant neither plays nor reads.
    pub without: Vec<String>,
    /// The entrant's model of how people call, in place of the network that its agreements name.
    pub caller: Option<Arc<CallNetwork>>,
    /// The entrant's model of how people play, in place of the network that its agreements name.
    pub player: Option<Arc<CardNetwork>>,
    /// The network by which the entrant bids; `None` for the bundled ones.
    pub bids: Option<EntrantNetwork>,
    /// How far the entrant looks ahead in the auction; `None` if it makes the call to which it is
    /// most inclined.
    pub ahead: Option<Foresight>,
}

/// An engine with its settings and agreements.
#[derive(Clone)]
pub struct Entrant {
    /// The entrant's name, as the user writes it: `fused:mind_worlds=8`.
    pub name: String,
    /// The way in which the entrant chooses cards.
    pub engine: Strategy,
    /// The settings of its search.
    pub settings: Settings,
    /// How the entrant's agreements differ from the board's.
    pub agreed: EntrantAgreements,
}

impl Entrant {
    /// An entrant with the agreements of the board, under the name of its strategy.
    pub fn new(engine: Strategy, settings: Settings) -> Self {
        Self {
            name: engine.slug().to_owned(),
            engine,
            settings,
            agreed: EntrantAgreements::default(),
        }
    }

    /// The system by which it bids and cards; `board` has the agreements of entrants without their
    /// own.
    fn system(&self, board: RuleFileRef) -> System {
        let EntrantAgreements { system, caller, player, .. } = &self.agreed;
        let mut system = system.as_ref().map_or(board.system, |own| &own.system).clone();
        if let Some(caller) = caller {
            system = system.called_by(Arc::clone(caller));
        }
        if let Some(player) = player {
            system = system.played_by(Some(Arc::clone(player)));
        }
        match &self.agreed.carding {
            Some(own) => with_carding(&system, &own.system),
            None => system,
        }
    }

    /// The system without the conventions that the entrant does not know.
    fn as_known(&self, mut system: System) -> System {
        system.cards.retain(|card| !self.agreed.without.contains(&card.convention));
        if self.agreed.silent { without_signals(system) } else { system }
    }

    /// A text with all that its cards depend on, except the board.
    pub(super) fn key(&self) -> String {
        let text = |file: &Option<RuleFile>| file.as_ref().map(|file| fingerprint(&file.text));
        let EntrantAgreements { system, carding, silent, without, caller, player, .. } =
            &self.agreed;
        let rules = (text(system), text(carding), silent, without, caller, player);
        format!("{} {:?} {rules:?}", self.engine.slug(), self.settings)
    }

    /// A text with all that its calls and cards depend on, except the board.
    pub(super) fn bidding_key(&self) -> String {
        let network = self.agreed.bids.as_ref().map(|bids| &bids.print);
        format!("{} {network:?} {:?}", self.key(), self.agreed.ahead)
    }

    /// The text of the rule file by which it bids; `board` has that of entrants without their own.
    pub(super) fn bids_by<'a>(&'a self, board: RuleFileRef<'a>) -> &'a str {
        self.agreed.system.as_ref().map_or(board.text, |own| &own.text)
    }
}

/// An entrant at a table, with the system by which he plays there.
#[derive(Clone)]
pub struct SeatedEntrant<'a> {
    pub(super) entrant: &'a Entrant,
    system: System,
    /// Identifies his play: two players with equal keys play the same card from the same view.
    pub(super) key: String,
}

impl<'a> SeatedEntrant<'a> {
    /// The declarer and the defenders of a board. Declarer knows the defenders' carding agreements
    /// (law 40), and trusts them as far as their rule file says that declarer does.
    pub(super) fn pair(
        declarer: &'a Entrant,
        defenders: &'a Entrant,
        board: RuleFileRef,
    ) -> [Self; 2] {
        let carded = defenders.as_known(defenders.system(board));
        let mut told = declarer.system(board);
        told.cards.clone_from(&carded.cards);
        [Self::new(declarer, declarer.as_known(told)), Self::new(defenders, carded)]
    }

    /// An entrant who assumes that everybody plays his agreements.
    pub fn alone(entrant: &'a Entrant, board: RuleFileRef) -> Self {
        Self::new(entrant, entrant.as_known(entrant.system(board)))
    }

    fn new(entrant: &'a Entrant, system: System) -> Self {
        let key = format!("{} {:?}", entrant.key(), system.cards);
        Self { entrant, system, key }
    }

    /// His bidding.
    pub fn bidder(&self) -> Bidder<'_> {
        let EntrantAgreements { bids, ahead, .. } = &self.entrant.agreed;
        let bidder = Bidder::new(&self.system).with_foresight(*ahead);
        bids.as_ref().map_or(bidder, |bids| bidder.with_network(&bids.network))
    }

    /// His bidding against an opponent with known agreements.
    pub(super) fn bidder_against<'b>(&'b self, opponent: &'b Self) -> Bidder<'b> {
        self.bidder().against(&opponent.system)
    }

    /// The auction with one more call, as he hears it. An explanation equal to that of his own
    /// system is dropped. `None` if the call is not legal.
    pub fn hearing(
        &self,
        heard: &AuctionSoFar,
        call: Call,
        told: Option<&str>,
    ) -> Option<AuctionSoFar> {
        let mut next = heard.clone();
        if !next.push(call, None) {
            return None;
        }
        match told.filter(|told| *told != self.bidder().meaning(&next)) {
            None => Some(next),
            Some(told) => {
                let mut next = heard.clone();
                next.push(call, Some(told.to_owned())).then_some(next)
            }
        }
    }

    /// His card from his view, or with open hands from the true position; `None` if `stop` was set.
    pub fn card(&self, view: &View, truth: Option<&Position>, stop: &AtomicBool) -> Option<Card> {
        self.choose(view, truth, stop).map(|chosen| chosen.card)
    }

    /// His card, with the decision behind it, from his view, or with open hands from the true
    /// position; `None` if `stop` was set.
    pub fn choose(
        &self,
        view: &View,
        truth: Option<&Position>,
        stop: &AtomicBool,
    ) -> Option<SeatedChoice> {
        let Entrant { engine, settings, .. } = self.entrant;
        engine.choose(view, truth, &self.system, settings, stop)
    }
}
