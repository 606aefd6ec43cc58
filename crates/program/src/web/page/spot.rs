//! A spot: a game at a moment, which an address of the page names.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use super::address::Address;
use super::row::BoardEnd;
use falsecard_engine::bidding::AuctionSoFar;
use falsecard_engine::cards::{
    Auction, BySeat, Call, Card, Seat, Side, Vulnerability, pbn_name, seat_name,
};
use falsecard_engine::constraint::System;
use falsecard_engine::play::{Bidding, DeclaredContract, PartialPlay, Scoring, View};
use falsecard_engine::text::quoted;
use falsecard_laboratory::signal::with_carding;
use falsecard_notation::{
    Filling, Game, Pips, read_calls, read_cards, read_contract, read_vulnerability, typed,
};

/// The agreements if none are named: those of players who have not agreed anything.
pub const STRANGERS: &str = "natural";

/// The keys of the players' names in an address.
const PLAYERS: [&str; 4] = ["north", "east", "south", "west"];

/// The keys of an address for the moment and for questions.
const ASIDE: [&str; 18] = [
    "at", "upto", "see", "shown", "dd", "branch", "panel", "of", "after", "call", "played",
    "scoring", "system", "carding", "engine", "time", "who", "suit",
];

/// The key of a call's explanation in an address, followed by the number of the call.
const SAID: &str = "said";

/// The longest name that is written into an address or a list, in characters.
pub(super) const LONGEST_NAME: usize = 60;

/// A game at a moment, with the questions about it.
#[derive(Debug, Clone)]
pub struct Spot {
    /// The address that it was read from.
    pub address: Address,
    /// The game, without the branch.
    pub game: Game,
    /// The play with all its cards, or up to the fork and then with those of the branch; if the
    /// game cannot be played, the reason.
    pub whole: Result<PartialPlay, String>,
    /// The number of cards played before the branch, if there is one.
    pub fork: Option<usize>,
    /// The number of cards played at the moment.
    pub at: usize,
}

impl Spot {
    /// Reads the spot that an address names.
    ///
    /// # Errors
    ///
    /// A sentence that says what is wrong with the address.
    pub fn read(address: Address) -> Result<Self, String> {
        let deal = address.get("deal").ok_or("there is no deal in the address")?;
        let read = typed::read("the deal", deal.as_bytes()).all().map_err(|it| it.to_string())?;
        let [game] = <[Game; 1]>::try_from(read).map_err(|_| "the address has no single deal")?;
        let game = game.filled(&filling(&address)?).map_err(|misfit| misfit.to_string())?;
        let mut whole = playable(&game, &address);
        let mut fork = None;
        if let (Ok(play), Some(branch)) = (&mut whole, address.get("branch")) {
            let (from, cards) = branch.split_once(':').ok_or("a branch is as in 5:H2 HK")?;
            let from = number(from)?.min(play.history().played().len());
            *play = play.first(from);
            for card in read_cards(cards)? {
                play.play(card).map_err(|why| why.to_string())?;
            }
            fork = Some(from);
        }
        let length = whole.as_ref().map_or(0, |play| play.history().played().len());
        let at = address.get("at").map(number).transpose()?.map_or(length, |at| at.min(length));
        Ok(Self { address, game, whole, fork, at })
    }

    /// Whether a person plays and the auction is not over.
    pub fn is_bidding(&self) -> bool {
        self.address.get("me").is_some() && goes_on(&self.address)
    }

    /// The calls in the address.
    ///
    /// # Errors
    ///
    /// A sentence, if something in the address is no call.
    pub fn calls(&self) -> Result<Vec<Call>, String> {
        match self.address.get("calls") {
            Some(calls) => read_calls(calls).map(|calls| calls.all).map_err(|why| why.to_string()),
            None => Ok(self.game.auction().iter().copied().collect()),
        }
    }

    /// The auction, as players hear it. If the vulnerability is not given, nobody is vulnerable.
    ///
    /// # Errors
    ///
    /// A sentence, if the dealer is not known, or if a call is not legal.
    pub fn heard(&self) -> Result<AuctionSoFar, String> {
        self.heard_first(usize::MAX)
    }

    /// The auction after this many calls, as players hear it.
    ///
    /// # Errors
    ///
    /// The errors of [`heard`](Self::heard).
    pub(super) fn heard_first(&self, calls: usize) -> Result<AuctionSoFar, String> {
        let dealer = self.game.dealer().ok_or("it is not known who dealt")?;
        let vulnerability = self.game.vulnerability().unwrap_or(Vulnerability::NONE);
        let mut heard = AuctionSoFar::new(dealer, vulnerability);
        for call in self.calls()?.into_iter().take(calls) {
            if !heard.push(call, None) {
                return Err(format!("{call} is not legal there"));
            }
        }
        Ok(heard)
    }

    /// The play at the moment.
    ///
    /// # Errors
    ///
    /// The reason why the game cannot be played.
    pub fn now(&self) -> Result<PartialPlay, String> {
        self.whole.as_ref().map(|play| play.first(self.at)).map_err(Clone::clone)
    }

    /// A player's view at the moment.
    ///
    /// # Errors
    ///
    /// A sentence, if a hand that he sees is missing.
    pub fn view(&self, seat: Seat) -> Result<View, String> {
        self.now()?.view(seat).map_err(|why| why.to_string())
    }

    /// The view of the player who chooses a card now.
    ///
    /// # Errors
    ///
    /// A sentence, if the play is over or a hand is missing.
    pub fn decision(&self) -> Result<View, String> {
        let play = self.now()?;
        if play.is_over() {
            return Err("all the cards have been played: step back to a choice".to_owned());
        }
        self.view(play.history().decider())
    }

    /// The agreements and the carding named in the address.
    ///
    /// # Errors
    ///
    /// A sentence, if no rule file of that name comes with the program.
    pub fn system(&self) -> Result<Arc<System>, String> {
        system(&self.address)
    }

    /// How the board ended, by the address or by a complete play; `None` if not known. A branch
    /// does not count.
    pub fn ended(&self) -> Option<BoardEnd> {
        let told = self.address.get("result").and_then(|tricks| tricks.parse().ok());
        let whole = self.whole.as_ref().ok().filter(|play| self.fork.is_none() && play.is_over());
        let side = self.game.contract().map(DeclaredContract::declaring_side);
        let counted = whole.zip(side).map(|(play, side)| play.history().tricks_won(side));
        BoardEnd::of(&self.game, counted.or(told))
    }

    /// The address of the board alone, without the moment and without questions.
    pub fn board(&self) -> Address {
        ASIDE
            .into_iter()
            .fold(self.address.clone(), |address, name| address.with(name, None::<&str>))
    }

    /// The score for North and South, if the board has ended and the vulnerability is known.
    pub fn score(&self) -> Option<i32> {
        self.ended()?.score(self.game.vulnerability())
    }

    /// A player's name, if it is given.
    pub fn player(&self, seat: Seat) -> Option<&str> {
        self.address.get(PLAYERS[seat as usize])
    }

    /// The address of another moment of the play. Two cards that are compared belong to their
    /// moment: at another the review that led to them is open again.
    pub fn moved_to(&self, at: usize) -> Address {
        let panel = self.address.get("panel").map(|it| if it == "compare" { "review" } else { it });
        let address = self.address.clone().with("panel", panel).with("at", Some(at));
        let apart = ["upto", "card", "against", "after"].into_iter();
        apart.fold(address, |address, name| address.with(name, None::<&str>))
    }

    /// The number of calls at a moment of the auction (`upto`); `None` once it is over.
    pub fn upto(&self) -> Option<usize> {
        let calls = self.calls().ok()?.len();
        let upto = self.address.get("upto")?.parse().ok()?;
        (upto < calls && self.at == 0 && self.whole.is_ok()).then_some(upto)
    }

    /// The address of the auction after this many calls. A question about calls is then about the
    /// next one.
    pub(super) fn bid_to(&self, upto: usize) -> Address {
        let address = self.moved_to(0).with("upto", Some(upto));
        let asks = address.get("panel") == Some("calls");
        if asks { address.with("call", Some(upto)) } else { address }
    }

    /// The address after a legal card. If it is the next card of the play, this is the play's next
    /// moment. At the end of the play the card is appended to it; otherwise it begins or continues
    /// a branch.
    pub fn after(&self, card: Card) -> Address {
        let next = self.moved_to(self.at + 1);
        let Ok(whole) = &self.whole else { return next };
        let played: Vec<Card> = whole.history().played().iter().map(|it| it.card).collect();
        if played.get(self.at) == Some(&card) {
            return next;
        }
        let grown = || played[..self.at].iter().copied().chain([card]);
        match self.fork.filter(|&fork| fork <= self.at) {
            Some(fork) => next.with("branch", Some(branch(fork, grown().skip(fork)))),
            None if self.at < played.len() || self.fork.is_some() => {
                next.with("branch", Some(branch(self.at, [card].into_iter())))
            }
            None => next.with("play", Some(names(grown()))),
        }
    }

    /// The address without the branch, at the fork; `None` if there is no branch.
    pub fn without_branch(&self) -> Option<Address> {
        Some(self.moved_to(self.fork?).with("branch", None::<&str>))
    }
}

/// The address of a game, at the end of its play.
pub fn address_of(game: &Game) -> Address {
    let hand = |seat| game.hand(seat).map_or_else(|| "-".to_owned(), |hand| hand.to_string());
    let deal = format!("N:{}", Seat::ALL.map(hand).join(" "));
    let calls = game.auction().iter().map(|call| Pips::Letters.text(&call.to_string()));
    let calls: Vec<String> = calls.collect();
    let some = |text: String| Some(text).filter(|text| !text.is_empty());
    let tag = |name: &str| {
        let told = game.tag(name).map(str::trim).filter(|it| !["", "?", "-", "#"].contains(it));
        told.map(|told| told.chars().take(LONGEST_NAME).collect::<String>())
    };
    let contract = game.contract().map(|it| Pips::Letters.text(&it.to_string()));
    let vulnerable = game.vulnerability().map(vulnerability_word);
    let mut address = Address::default()
        .with("deal", Some(deal))
        .with("dealer", game.dealer().map(Seat::letter))
        .with("vul", vulnerable)
        .with("by", contract)
        .with("calls", some(calls.join(" ")))
        .with("play", some(names(game.cards().iter().copied())))
        .with("result", game.result())
        .with("scoring", game.scoring())
        .with("system", game.agreements().filter(|name| System::text(name).is_some()))
        .with("board", tag("Board"));
    for (seat, name) in Seat::ALL.into_iter().zip(PLAYERS) {
        address = address.with(name, tag(seat_name(seat)));
    }
    for call in 0..calls.len() {
        let said = game.call_annotation(call).and_then(|it| it.explanation.as_ref());
        address = address.with(&format!("{SAID}{call}"), said);
    }
    address
}

/// The vulnerability in a word, as written in addresses.
pub fn vulnerability_word(vulnerability: Vulnerability) -> &'static str {
    match [Side::NorthSouth, Side::EastWest].map(|side| side.is_vulnerable(vulnerability)) {
        [false, false] => "none",
        [true, false] => "NS",
        [false, true] => "EW",
        [true, true] => "all",
    }
}

/// Bundled agreements by name, each parsed once. The page reads no files.
///
/// # Errors
///
/// A sentence, if there are none of this name.
pub fn agreed(name: &str) -> Result<Arc<System>, String> {
    static READ: LazyLock<Mutex<HashMap<&'static str, Arc<System>>>> =
        LazyLock::new(Mutex::default);
    let known = System::names().find(|known| *known == name);
    let Some(known) = known else {
        let names = System::names().collect::<Vec<_>>().join(", ");
        return Err(format!("no agreements {}: there are {names}", quoted(name)));
    };
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let system = read.entry(known).or_insert_with(|| {
        Arc::new(System::bundled(known).expect("it is among those that come with the program"))
    });
    Ok(Arc::clone(system))
}

/// The agreements of an address, with the carding that it names.
///
/// # Errors
///
/// A sentence, if none of this name are bundled.
pub(super) fn system(address: &Address) -> Result<Arc<System>, String> {
    let system = agreed(address.get("system").unwrap_or(STRANGERS))?;
    match address.get("carding") {
        None => Ok(system),
        Some(own) => Ok(Arc::new(with_carding(&system, &*agreed(own)?))),
    }
}

/// What the address says of a deal beside its hands.
fn filling(address: &Address) -> Result<Filling, String> {
    let seat = |text: &str| text.parse().map_err(|_| format!("{} is no seat", quoted(text)));
    // Calls of an auction that goes on are no part of a game; a game is filled up with passes.
    let is_bidding = address.get("me").is_some() && goes_on(address);
    let calls = address.get("calls").filter(|_| !is_bidding);
    Ok(Filling {
        dealer: address.get("dealer").map(seat).transpose()?,
        vulnerability: address.get("vul").map(read_vulnerability).transpose()?,
        contract: address.get("by").map(read_contract).transpose()?,
        auction: calls.map(read_calls).transpose()?.unwrap_or_default(),
        lead: None,
        played: address.get("play").map(read_cards).transpose()?.unwrap_or_default(),
    })
}

/// Whether the calls of an address are an open auction, and no contract is named.
fn goes_on(address: &Address) -> bool {
    let calls = address.get("calls").map(read_calls).transpose();
    let Ok(calls) = calls else { return false };
    let mut auction = Auction::new();
    let are_legal =
        calls.unwrap_or_default().all.into_iter().all(|call| auction.try_push(call).is_ok());
    address.get("by").is_none() && are_legal && !auction.has_ended()
}

/// The play of a game, with the explanations of calls and the scoring from the address.
fn playable(game: &Game, address: &Address) -> Result<PartialPlay, String> {
    // The message of a fault without its place, since the user has not seen the text.
    let plain = |fault: falsecard_notation::Fault| fault.breach().to_string();
    let play = game.partial_play().map_err(plain)?;
    let said = address
        .beginning(SAID)
        .filter_map(|(call, text)| Some((call.parse().ok()?, text.to_owned())));
    let bidding = Bidding::clone(play.bidding()).explained(said);
    let named = address.get("scoring").and_then(Scoring::named);
    let bidding = bidding.scored(named.or(play.bidding().scoring()));
    let hands = BySeat::from_fn(|seat| play.dealt(seat));
    let mut again = PartialPlay::new(hands, Arc::new(bidding)).map_err(|why| why.to_string())?;
    for played in play.history().played() {
        again.play(played.card).map_err(|why| why.to_string())?;
    }
    Ok(again)
}

fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("{} is no number of cards", quoted(text)))
}

fn branch(fork: usize, cards: impl Iterator<Item = Card>) -> String {
    format!("{fork}:{}", names(cards))
}

/// Cards as written in addresses.
pub(super) fn names(cards: impl Iterator<Item = Card>) -> String {
    cards.map(pbn_name).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use falsecard_notation::pbn;

    fn spot(text: &str) -> Spot {
        Spot::read(Address::read(text).unwrap()).unwrap()
    }

    /// Every bundled problem, its hands, calls, explanations and cards, survives its address.
    #[test]
    fn games_survive_their_addresses() {
        for problem in falsecard_laboratory::problem::set("all").unwrap() {
            let game = problem.game();
            let again = spot(&address_of(game).to_string());
            let (mine, theirs) = (again.whole.unwrap(), game.partial_play().unwrap());
            assert_eq!(mine.history(), theirs.history(), "{}", problem.id());
            for seat in Seat::ALL {
                assert_eq!(mine.dealt(seat), theirs.dealt(seat), "{}", problem.id());
            }
            assert_eq!(mine.bidding().calls().count(), theirs.bidding().calls().count());
            assert_eq!(mine.bidding().explanations(), theirs.bidding().explanations());
        }
    }

    #[test]
    fn branches_leave_the_play_and_come_back() {
        let text = include_str!("../../../../../problems/paper/paper-ex1.pbn");
        let game = pbn::read("ex1", text.as_bytes()).all().unwrap().remove(0);
        let start = spot(&address_of(&game).to_string());
        let end = start.at;
        assert!(end > 4);
        let earlier = spot(&start.moved_to(end - 1).to_string());
        let legal = |spot: &Spot| spot.decision().unwrap().legal();
        let played = start.whole.as_ref().unwrap().history().played()[end - 1].card;
        let other = legal(&earlier).iter().find(|card| *card != played).unwrap();
        let on_the_line = spot(&earlier.after(played).to_string());
        assert_eq!((on_the_line.at, on_the_line.fork), (end, None));
        let branched = spot(&earlier.after(other).to_string());
        assert_eq!((branched.at, branched.fork), (end, Some(end - 1)));
        let further = spot(&branched.after(legal(&branched).iter().next().unwrap()).to_string());
        assert_eq!((further.at, further.fork), (end + 1, Some(end - 1)));
        let back = spot(&further.without_branch().unwrap().to_string());
        assert_eq!((back.at, back.fork, back.whole), (end - 1, None, start.whole));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for text in [
            "",
            "deal=",
            "deal=nonsense",
            "deal=N:AKQ.AKQ.AKQ.AKQ2 AKQ.2.3.4 - -",
            "deal=N:AQT.K4.32.J98765 - - -&dealer=Q",
            "deal=N:AQT.K4.32.J98765 - - -&by=9NTS",
            "deal=N:AQT.K4.32.J98765 - - -&by=3NTE&dealer=N&play=ZZ",
            "deal=N:AQT.K4.32.J98765 - - -&by=3NTE&dealer=N&branch=x",
            "deal=N:AQT.K4.32.J98765 - - -&by=3NTE&dealer=N&at=-1",
        ] {
            let why = Spot::read(Address::read(text).unwrap()).unwrap_err();
            assert!(!why.is_empty(), "{text}");
        }
        assert!(agreed("../../etc/passwd").unwrap_err().contains("natural"));
    }
}
