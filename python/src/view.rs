//! What one player may know.

use std::sync::Arc;

use falsecard::cards::{Auction, Call, Seat, Vulnerability};
use falsecard::notation::{
    Diagram, DiagramStyle, NamedContract, read_calls, read_cards, read_contract, read_vulnerability,
};
use falsecard::play::{self, Bidding, DeclaredContract};
use pyo3::prelude::*;

use crate::faults::{of, wrong};
use crate::game::{LEFT, hand, names, page, seat};

/// What one player may know, and nothing else.
#[pyclass(frozen, module = "falsecard._falsecard")]
pub(crate) struct View(pub(crate) play::View);

#[pymethods]
impl View {
    /// From what a player has before him at the table.
    #[new]
    #[allow(clippy::too_many_arguments)] // Each has its name in Python.
    #[pyo3(signature = (
        seat, hand, contract, dummy=None, *, dealer=None, vulnerability="None", auction="",
        play="", scoring=None,
    ))]
    fn new(
        seat: &str,
        hand: &str,
        contract: &str,
        dummy: Option<&str>,
        dealer: Option<&str>,
        vulnerability: &str,
        auction: &str,
        play: &str,
        scoring: Option<&str>,
    ) -> PyResult<Self> {
        let (seat, own) = (self::seat(seat)?, self::hand(hand)?);
        let dummy = dummy.map(self::hand).transpose()?;
        let named = read_contract(contract).map_err(of("contract", contract))?;
        let NamedContract::Bid { contract, declarer: Some(declarer), .. } = named else {
            return Err(wrong("nothing says who declares: as in 3NT by South"));
        };
        let contract = DeclaredContract { contract, declarer };
        let vulnerability: Vulnerability =
            read_vulnerability(vulnerability).map_err(of("vulnerability", vulnerability))?;
        let calls: Vec<Call> = read_calls(auction).map_err(of("auction", auction))?.all;
        let dealer = dealer.map(self::seat).transpose()?.unwrap_or(declarer);
        let mut heard = Auction::new();
        for &call in &calls {
            heard.try_push(call).map_err(|why| wrong(format!("{call}: {why}")))?;
        }
        while !heard.is_empty() && !heard.has_ended() {
            heard.try_push(Call::Pass).map_err(wrong)?;
        }
        let bidding = Bidding::new(dealer, vulnerability, heard, contract).map_err(wrong)?;
        let bidding = bidding.scored(scoring.map(crate::search::scoring).transpose()?);
        let played = read_cards(play).map_err(of("play", play))?;
        let view = play::View::new(seat, own, dummy, Arc::new(bidding), &played);
        view.map(Self).map_err(wrong)
    }

    #[getter]
    fn seat(&self) -> char {
        self.0.seat().letter()
    }

    #[getter]
    fn hand(&self) -> String {
        self.0.dealt(self.0.seat()).map_or_else(String::new, |hand| hand.to_string())
    }

    #[getter]
    fn dummy(&self) -> Option<String> {
        self.0.dealt(self.0.contract().dummy()).map(|hand| hand.to_string())
    }

    #[getter]
    fn contract(&self) -> String {
        self.0.contract().to_string()
    }

    #[getter]
    fn cards(&self) -> Vec<String> {
        names(self.0.history().played().iter().map(|played| played.card))
    }

    #[getter]
    fn legal(&self) -> Vec<String> {
        names(self.0.legal())
    }

    #[getter]
    fn hidden(&self) -> Vec<char> {
        self.0.hidden().into_iter().map(Seat::letter).collect()
    }

    #[getter]
    fn is_deciding(&self) -> bool {
        self.0.is_deciding()
    }

    /// What the same player knew when so many cards had been played.
    fn first(&self, cards: usize) -> Self {
        Self(self.0.first(cards))
    }

    fn html(&self) -> String {
        page(&self.0.contract().to_string(), &Diagram::of_view(&self.0, LEFT))
    }

    fn text(&self) -> String {
        Diagram::of_view(&self.0, LEFT).draw(DiagramStyle::default())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
