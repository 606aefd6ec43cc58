//! Games: read, looked at, filled in and written.

use falsecard::cards::{BySeat, Card, Hand, Seat, pbn_name};
use falsecard::notation::{
    self, Diagram, DiagramCards, DiagramStyle, Filling, Format, Pips, read_calls, read_cards,
    read_contract, read_vulnerability,
};
use falsecard::web::{HtmlReport, draw};
use pyo3::prelude::*;

use crate::faults::{of, of_file, wrong};
use crate::view::View;

/// A game: a deal, with its auction and its play as far as they are known.
#[pyclass(frozen, module = "falsecard._falsecard")]
pub(crate) struct Game(pub(crate) notation::Game);

/// What was read, with the faults and the warnings as sentences with their lines.
type ReadGames = (Vec<Game>, Vec<(usize, String)>, Vec<(usize, String)>);

fn format_of(format: Option<&str>) -> PyResult<Option<Format>> {
    format.map(str::parse::<Format>).transpose().map_err(|why| wrong(format!("format: {why}")))
}

/// Reads the games of a text. With `strict` the first fault is raised.
#[pyfunction]
pub(crate) fn read(
    py: Python<'_>,
    text: &[u8],
    name: &str,
    format: Option<&str>,
    strict: bool,
) -> PyResult<ReadGames> {
    let format = format_of(format)?.unwrap_or_else(|| Format::of_text(text));
    let contents = py.detach(|| match format {
        Format::Pbn => notation::pbn::read(name, text),
        Format::Lin | Format::Url => notation::lin::read(name, text),
        Format::Json => notation::json::read(name, text),
        Format::Text => notation::typed::read(name, text),
    });
    let of_games = contents.good.iter().flat_map(notation::Game::faults);
    if let Some(fault) = contents.faults.iter().chain(of_games.clone()).find(|_| strict) {
        return Err(of_file(fault));
    }
    let told = contents.faults.iter().chain(of_games);
    let faults = told.map(|fault| (fault.line(), fault.to_string())).collect();
    let warnings = contents.warnings.iter();
    let warnings = warnings.map(|warning| (warning.line, warning.to_string())).collect();
    Ok((contents.good.into_iter().map(Game).collect(), faults, warnings))
}

/// What a file of a format begins with.
#[pyfunction]
pub(crate) fn header(format: &str) -> PyResult<&'static str> {
    Ok(format_of(Some(format))?.map_or("", Format::header))
}

pub(crate) fn names(cards: impl IntoIterator<Item = Card>) -> Vec<String> {
    cards.into_iter().map(pbn_name).collect()
}

pub(crate) fn seat(name: &str) -> PyResult<Seat> {
    name.trim().parse().map_err(|_| wrong(format!("{name:?} is no seat: expected N, E, S or W")))
}

pub(crate) fn hand(text: &str) -> PyResult<Hand> {
    let fault = |why| wrong(format!("{text:?} is no hand, as in AQT.K4.32.J98765: {why}"));
    text.parse::<Hand>().map_err(fault)
}

/// A card as people write it.
pub(crate) fn card(text: &str) -> PyResult<Card> {
    let found = read_cards(text).ok().filter(|cards| cards.len() == 1);
    found.map(|cards| cards[0]).ok_or_else(|| wrong(format!("{text:?} is no card, as in C2 or ♣2")))
}

/// A part of what is filled in, if it is given.
fn part<T, E: std::fmt::Display>(
    what: &str,
    given: Option<&str>,
    read: impl Fn(&str) -> Result<T, E>,
) -> PyResult<Option<T>> {
    given.map(|given| read(given).map_err(of(what, given))).transpose()
}

/// A picture as a page of its own.
pub(crate) fn page(title: &str, diagram: &Diagram) -> String {
    let mut report = HtmlReport::default();
    report.put(&draw::diagram(diagram));
    report.page(title)
}

#[pymethods]
impl Game {
    #[getter]
    fn number(&self) -> usize {
        self.0.number()
    }

    #[getter]
    fn tags(&self) -> Vec<(String, String)> {
        let tags = self.0.tags().iter();
        tags.map(|tag| (tag.name.clone(), tag.value.clone())).collect()
    }

    fn tag(&self, name: &str) -> Option<&str> {
        self.0.tag(name)
    }

    #[getter]
    fn dealer(&self) -> Option<char> {
        self.0.dealer().map(Seat::letter)
    }

    #[getter]
    fn vulnerability(&self) -> Option<String> {
        self.0.vulnerability().map(|sides| sides.to_string())
    }

    /// Level, strain and doubling, and the declarer.
    #[getter]
    fn contract(&self) -> Option<(String, char)> {
        let contract = self.0.contract()?;
        let text = Pips::Letters.text(&contract.contract.to_string());
        Some((text, contract.declarer.letter()))
    }

    #[getter]
    fn auction(&self) -> Vec<String> {
        self.0.auction().iter().map(|call| Pips::Letters.text(&call.to_string())).collect()
    }

    #[getter]
    fn cards(&self) -> Vec<String> {
        names(self.0.cards().iter().copied())
    }

    #[getter]
    fn result(&self) -> Option<u8> {
        self.0.result()
    }

    #[getter]
    fn is_passed_out(&self) -> bool {
        self.0.is_passed_out()
    }

    fn hand(&self, of: &str) -> PyResult<Option<String>> {
        Ok(self.0.hand(seat(of)?).map(|hand| hand.to_string()))
    }

    /// The deal as PBN writes it, with - for a hand that is not known.
    #[getter]
    fn deal(&self) -> String {
        let hand = |seat| self.0.hand(seat).map_or_else(|| "-".to_owned(), |hand| hand.to_string());
        format!("N:{}", Seat::ALL.map(hand).join(" "))
    }

    #[pyo3(signature = (
        *, dealer=None, vulnerability=None, contract=None, auction=None, lead=None, play=None,
    ))]
    fn filled(
        &self,
        dealer: Option<&str>,
        vulnerability: Option<&str>,
        contract: Option<&str>,
        auction: Option<&str>,
        lead: Option<&str>,
        play: Option<&str>,
    ) -> PyResult<Self> {
        let filling = Filling {
            dealer: dealer.map(seat).transpose()?,
            vulnerability: part("vulnerability", vulnerability, read_vulnerability)?,
            contract: part("contract", contract, read_contract)?,
            auction: part("auction", auction, read_calls)?.unwrap_or_default(),
            lead: lead.map(card).transpose()?,
            played: part("play", play, read_cards)?.unwrap_or_default(),
        };
        self.0.clone().filled(&filling).map(Self).map_err(wrong)
    }

    /// What a player may know after so many cards; by default whose turn it then is.
    #[pyo3(signature = (seat=None, after=None))]
    fn view(&self, seat: Option<&str>, after: Option<usize>) -> PyResult<View> {
        let play = self.0.partial_play().map_err(|fault| of_file(&fault))?;
        let all = play.history().played().len();
        let after = after.unwrap_or(all);
        if after > all {
            return Err(wrong(format!("after={after}: {all} cards have been played")));
        }
        let play = play.first(after);
        let decider = play.history().decider();
        let seat = seat.map(self::seat).transpose()?.unwrap_or(decider);
        play.view(seat).map(View).map_err(wrong)
    }

    fn write(&self, format: &str) -> PyResult<String> {
        let format = format_of(Some(format))?.unwrap_or(Format::Pbn);
        Ok(format.write(&self.0, DiagramStyle::default()))
    }

    fn html(&self) -> String {
        page(self.0.tag("Board").unwrap_or("Deal"), &Diagram::of_game(&self.0))
    }

    /// The hands alone, as text.
    fn text(&self) -> String {
        let hands = BySeat::from_fn(|seat| self.0.hand(seat));
        let style = DiagramStyle::default();
        if self.0.contract().is_some() {
            Diagram::of_game(&self.0).draw(style)
        } else {
            Diagram::of_hands(hands).hands(style)
        }
    }
}

pub(crate) const LEFT: DiagramCards = DiagramCards::Left;
