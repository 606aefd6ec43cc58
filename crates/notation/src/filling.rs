//! Fills in what a game leaves open: the contract of a bare deal, its auction, the lead.

use thiserror::Error;

use super::agree::Replay;
use super::game::{Game, GameFacts, Tag};
use super::typed::NoBidding;
use super::{Custom, Misfit, NamedContract, WrittenCalls, declared, typed, words};
use falsecard_bridge::cards::{
    Auction, Call, Card, Seat, Strain, Vulnerability, clockwise, pbn_strain, seat_name,
};
use falsecard_bridge::play::{Bidding, BiddingError, DeclaredContract};
use falsecard_bridge::text::quoted;

/// Facts to be filled in.
#[derive(Debug, Clone, Default)]
pub struct Filling {
    /// Who deals. Not needed if the declarer and the auction are known.
    pub dealer: Option<Seat>,
    /// Who is vulnerable.
    pub vulnerability: Option<Vulnerability>,
    /// The contract, its declarer if known, and his tricks.
    pub contract: Option<NamedContract>,
    /// The calls; the final passes may be left out.
    pub auction: WrittenCalls,
    /// The opening lead.
    pub lead: Option<Card>,
    /// The cards played, in the order of play.
    pub played: Vec<Card>,
}

impl Game {
    /// Fills in what the game leaves open.
    ///
    /// ```
    /// use falsecard::notation::{Filling, read_calls, read_contract, typed};
    ///
    /// let text = "N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 - -";
    /// let game = typed::read("deal", text.as_bytes()).all()?.remove(0);
    /// let filling = Filling {
    ///     contract: Some(read_contract("3NT by South")?),
    ///     auction: read_calls("2NT P 3NT")?,
    ///     ..Filling::default()
    /// };
    /// let game = game.filled(&filling)?;
    /// assert_eq!(game.dealer().unwrap().letter(), 'S');
    /// assert_eq!(game.auction().len(), 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A [`Misfit`] if the filling contradicts the game or the laws, or if something needed is
    /// missing.
    pub fn filled(mut self, filling: &Filling) -> Result<Self, Misfit> {
        let facts = &mut self.facts;
        fill("the dealer", &mut facts.dealer, filling.dealer, |seat| seat_name(*seat).to_owned())?;
        let side = |it: &Vulnerability| words::vulnerable_sides(*it).to_owned();
        fill("the vulnerability", &mut facts.vulnerability, filling.vulnerability, side)?;
        fill_contract(facts, filling)?;
        let is_begun = filling.lead.is_some() || !filling.played.is_empty();
        let on_lead = facts.lone_hand().filter(|_| !is_begun);
        let was_told = facts.declarer.or(facts.dealer).is_some();
        fill_auction(facts, filling, on_lead)?;
        let seat = on_lead.and_then(|_| facts.seat_lone_hand());
        facts.set_leader(facts.leader);
        fill_cards(facts, filling)?;
        self.fill_result(filling)?;
        self.add_customs(filling, seat, was_told);
        Ok(self)
    }

    fn fill_result(&mut self, filling: &Filling) -> Result<(), Misfit> {
        let Some(NamedContract::Bid { tricks: Some(tricks), .. }) = filling.contract else {
            return Ok(());
        };
        fill("the result", &mut self.result(), Some(tricks), |it| format!("{it} tricks"))?;
        let is_result = |tag: &&mut Tag| tag.name.eq_ignore_ascii_case("Result");
        match self.tags.iter_mut().find(is_result) {
            Some(tag) => tag.value = tricks.to_string(),
            None => self.tags.push(Tag::new("Result", &tricks.to_string())),
        }
        Ok(())
    }

    /// Notes customs: what was understood of the auction and of a hand alone.
    fn add_customs(&mut self, filling: &Filling, alone: Option<Seat>, was_told: bool) {
        if filling.auction.adds_passes {
            let auction = calls_text(&self.facts.auction.iter().copied().collect::<Vec<_>>());
            self.customs.push(Custom::Passes { auction });
        }
        let contract = self.contract();
        let is_named = self.facts.unnamed.is_none();
        let Some(seat) = alone.filter(|_| !is_named || !was_told && contract.is_some()) else {
            return;
        };
        self.customs.retain(|custom| !matches!(custom, Custom::Hand { .. }));
        let contract = contract.filter(|contract| contract.opening_leader() == seat);
        self.customs.push(Custom::Hand { seat, is_named, contract });
    }
}

/// Calls with blanks between them.
fn calls_text(calls: &[Call]) -> String {
    calls.iter().map(Call::to_string).collect::<Vec<_>>().join(" ")
}

/// Sets an unknown value; a known value must be equal to the one given.
fn fill<T: PartialEq>(
    what: &'static str,
    known: &mut Option<T>,
    given: Option<T>,
    name: impl Fn(&T) -> String,
) -> Result<(), Misfit> {
    match (known.as_ref(), given) {
        (_, None) => {}
        (None, given) => *known = given,
        (Some(told), Some(given)) if *told == given => {}
        (Some(told), Some(given)) => {
            let (given, told) = (name(&given), name(told));
            return Err(Misfit::Contradiction { what, given, told });
        }
    }
    Ok(())
}

fn other_contract(given: &str, told: &str) -> Result<(), Misfit> {
    let (given, told) = (given.to_owned(), told.to_owned());
    Err(Misfit::Contradiction { what: "the contract", given, told })
}

fn fill_contract(facts: &mut GameFacts, filling: &Filling) -> Result<(), Misfit> {
    let strain_told =
        |strain| facts.contract.map_or_else(|| pbn_strain(strain).to_owned(), words::contract_name);
    let (contract, declarer) = match (filling.contract, facts.strain) {
        (None, _) => return Ok(()),
        (Some(NamedContract::PassedOut), Some(strain)) => {
            return other_contract("Pass", &strain_told(strain));
        }
        (Some(NamedContract::PassedOut), None) => {
            facts.passed_out = true;
            return Ok(());
        }
        (Some(NamedContract::Bid { contract, .. }), _) if facts.passed_out => {
            return other_contract(&words::contract_name(contract), "Pass");
        }
        (Some(NamedContract::Bid { contract, .. }), Some(strain))
            if strain != contract.bid.strain =>
        {
            return other_contract(&words::contract_name(contract), &strain_told(strain));
        }
        (Some(NamedContract::Bid { contract, declarer, .. }), _) => (contract, declarer),
    };
    facts.strain = Some(contract.bid.strain);
    fill("the contract", &mut facts.contract, Some(contract), |it| words::contract_name(*it))?;
    fill("the declarer", &mut facts.declarer, declarer, |seat| seat_name(*seat).to_owned())
}

/// Fills in the auction. The player of the only known hand is taken to be on lead, if nothing says
/// who declares.
fn fill_auction(
    facts: &mut GameFacts,
    filling: &Filling,
    on_lead: Option<Seat>,
) -> Result<(), Misfit> {
    let told: Vec<Call> = facts.auction.iter().copied().collect();
    let given = if filling.auction.all.is_empty() { &told } else { &filling.auction.all };
    if given.is_empty() {
        if facts.contract.is_some() {
            facts.declarer = facts.declarer.or(on_lead.map(Seat::rho));
        }
        return declarer_is_known(facts, filling);
    }
    if filling.auction.all.is_empty() && filling.contract.is_none() {
        return Ok(());
    }
    let auction = ended(given)?;
    let whole: Vec<Call> = auction.iter().copied().collect();
    if !whole.starts_with(&told) {
        let (given, told) = (calls_text(&whole), calls_text(&told));
        return Err(Misfit::Contradiction { what: "the auction", given, told });
    }
    let of_north = Bidding::contract_of(Seat::North, &auction);
    let declarer = facts.declarer.or(on_lead.map(Seat::rho).filter(|_| facts.dealer.is_none()));
    let deduced = declarer
        .zip(of_north)
        .map(|(declarer, bid)| clockwise(Seat::North, words::column(declarer, bid.declarer)));
    let dealer = facts.dealer.or(deduced).ok_or(Misfit::NoDealer)?;
    match Bidding::contract_of(dealer, &auction) {
        Some(bid) => settle(facts, bid)?,
        None if facts.contract.is_some() => return Err(Misfit::NoBid),
        None => facts.passed_out = true,
    }
    (facts.auction, facts.dealer) = (auction, Some(dealer));
    Ok(())
}

/// The auction of these calls, with the final passes.
fn ended(calls: &[Call]) -> Result<Auction, Misfit> {
    let mut auction = Auction::new();
    for (n, &call) in calls.iter().enumerate() {
        let illegal = |law| Misfit::IllegalCall { number: n + 1, call, law };
        auction.try_push(call).map_err(illegal)?;
    }
    if auction.declarer().is_none() && !auction.has_ended() {
        return Err(Misfit::NoBid);
    }
    while !auction.has_ended() && auction.try_push(Call::Pass).is_ok() {}
    Ok(auction)
}

/// Sets the contract that was bid; a known contract must be equal to it.
fn settle(facts: &mut GameFacts, bid: DeclaredContract) -> Result<(), Misfit> {
    if facts.passed_out {
        return other_contract("Pass", &words::contract_name(bid.contract));
    }
    let named = DeclaredContract {
        contract: facts.contract.unwrap_or(bid.contract),
        declarer: facts.declarer.unwrap_or(bid.declarer),
    };
    if named != bid {
        return Err(BiddingError::WrongContract { bid, named }.into());
    }
    let strain = |it: &Strain| pbn_strain(*it).to_owned();
    fill("the strain", &mut facts.strain, Some(bid.strain()), strain)?;
    (facts.contract, facts.declarer) = (Some(bid.contract), Some(bid.declarer));
    Ok(())
}

/// Checks that a contract that is given has a declarer.
fn declarer_is_known(facts: &GameFacts, filling: &Filling) -> Result<(), Misfit> {
    match filling.contract {
        Some(NamedContract::Bid { contract, .. }) if facts.declarer.is_none() => {
            Err(Misfit::NoDeclarer { contract })
        }
        _ => Ok(()),
    }
}

fn fill_cards(facts: &mut GameFacts, filling: &Filling) -> Result<(), Misfit> {
    let contradiction = |what, given: Card, told: Card| {
        Err(Misfit::Contradiction { what, given: given.to_string(), told: told.to_string() })
    };
    let told = facts.cards.first().or(filling.played.first());
    if let (Some(&lead), Some(&told)) = (filling.lead.as_ref(), told)
        && lead != told
    {
        return contradiction("the opening lead", lead, told);
    }
    let lead: Vec<Card> = filling.lead.into_iter().collect();
    let given = if filling.played.is_empty() { &lead } else { &filling.played };
    let differs = |(given, told): &(&Card, &Card)| given != told;
    if let Some((given, told)) = given.iter().zip(&facts.cards).find(differs) {
        return contradiction("a card of the play", *given, *told);
    }
    if given.len() <= facts.cards.len() {
        return Ok(());
    }
    let (strain, leader): (Strain, Seat) =
        facts.strain.zip(facts.leader).ok_or(Misfit::NoContract)?;
    let mut replay = Replay::new(facts.known(), strain, leader);
    for (n, &card) in given.iter().enumerate() {
        let illegal =
            |flaw: super::fault::Flaw| Misfit::Play { number: n + 1, breach: flaw.breach };
        replay.play(card, &(0..0), |_| 1).map_err(illegal)?;
    }
    facts.cards = replay.cards();
    Ok(())
}

/// Why a typed text cannot be read. `Display` gives one sentence that says what was expected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Misread {
    /// It is not a contract.
    #[error("expected a contract, as in 4SS, \"4♠ by South\", 3NTxE or PASS")]
    Contract,
    /// A word is not a call.
    #[error("{0:?} is no call, as 1S, 3NT, P, X, XX or AP are")]
    Call(String),
    /// Calls that may be everybody's or one side's.
    #[error(
        "{0:?} may be everybody's calls or one side's: write every call with blanks between, as in \
         1NT P 2NT P P P, or only the bids of one side, as in 1NT-2NT"
    )]
    Auction(String),
    /// A word is not a card.
    #[error("{0:?} is no card, as H5, ♠A or CT are")]
    Card(String),
    /// It is not a vulnerability.
    #[error("expected none, NS, EW or all")]
    Vulnerability,
}

impl From<Misread> for String {
    fn from(misread: Misread) -> Self {
        misread.to_string()
    }
}

/// Reads a contract, with or without its declarer and his tricks: `4SS`, `4♠ by South`, `3NTxE`,
/// `4S`, `3NT/S`, `4SE+1`; the strain comes before the declarer, so `7NNX` is 7NT by North. `PASS`
/// is a board that was passed out.
///
/// # Errors
///
/// [`Misread::Contract`].
pub fn read_contract(text: &str) -> Result<NamedContract, Misread> {
    let text = plain(text);
    let read = declared::read(&text).filter(|(_, rest)| rest.trim().is_empty());
    read.map(|(contract, _)| contract).ok_or(Misread::Contract)
}

/// Reads calls: every player's, as in `1S P 4S` and `1♠-Pass-4♠`; one side's, joined by dashes,
/// whose opponents pass, as in `1NT-3NT`; or with the opponents' in parentheses, as in `(1S) X 2H`,
/// where those that are left out are passes.
///
/// ```
/// use falsecard::notation::read_calls;
///
/// assert_eq!(read_calls("1NT-3NT")?, read_calls("1NT (P) 3NT").map(|mut calls| {
///     calls.adds_passes = true;
///     calls
/// })?);
/// assert!(read_calls("1NT-2NT-P").is_err(), "whose pass is that?");
/// # Ok::<(), falsecard::notation::Misread>(())
/// ```
///
/// # Errors
///
/// [`Misread::Call`] with the word that is not a call, [`Misread::Auction`] if it can be read in
/// two ways.
pub fn read_calls(text: &str) -> Result<WrittenCalls, Misread> {
    let text = plain(text);
    typed::read_bidding(&text).map_err(|why| match why {
        NoBidding::Word(at) => Misread::Call(quoted(&text[at])),
        NoBidding::TwoWays => Misread::Auction(quoted(&text)),
    })
}

/// Reads cards in the order of play: `H5 H2 HK HA`, also as people say them: `5H, the 2 of hearts,
/// heart king`.
///
/// ```
/// use falsecard::notation::read_cards;
///
/// let cards = read_cards("S5 HT CA")?;
/// let in_words = "the five of spades, ten of hearts and ace of clubs";
/// for text in ["5s th ac", "♠5 ♥10 ♣A", "5S 10H AC", "spade 5, heart 10, club ace", in_words] {
///     assert_eq!(read_cards(text)?, cards);
/// }
/// for text in ["5", "spade", "5X", "S55", "spade 5 heart"] {
///     assert!(read_cards(text).is_err());
/// }
/// # Ok::<(), falsecard::notation::Misread>(())
/// ```
///
/// # Errors
///
/// [`Misread::Card`] with the word that is not a card.
pub fn read_cards(text: &str) -> Result<Vec<Card>, Misread> {
    let text = plain(text);
    let spoken = typed::with_suits_first(&text);
    let cards = typed::cards_of(&text)
        .or_else(|at| typed::cards_of(&spoken).map_err(|_| Misread::Card(quoted(&text[at]))))?;
    Ok(cards.into_iter().filter_map(|told| told.what).collect())
}

/// Reads who is vulnerable: `none`, `NS`, `EW`, `all`.
///
/// # Errors
///
/// [`Misread::Vulnerability`].
pub fn read_vulnerability(text: &str) -> Result<Vulnerability, Misread> {
    words::vulnerability(text).ok_or(Misread::Vulnerability)
}

/// A text without variation selectors, which say how symbols are drawn.
fn plain(text: &str) -> String {
    text.trim().replace(['\u{fe0e}', '\u{fe0f}'], "")
}
